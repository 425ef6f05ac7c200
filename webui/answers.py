"""Answers of the server: JSON, and refusals in one sentence in the language of whoever asked."""

from __future__ import annotations

import json
import threading
from typing import Any

from flask import Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from webui.page import view
from webui.refused import in_words
from webui.room import Room, Seen
from webui.words import LANGUAGES, Words, words_in


def language() -> str:
    """The language asked for: ``?lang=``, else what the phone remembers, else the house's, else what its
    browser prefers.
    """
    for told in (request.args.get("lang"), request.cookies.get("lang")):
        if told in LANGUAGES:
            return str(told)
    chosen = current_app.extensions["house"].settings.now.language
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def words() -> Words:
    """The words of that language."""
    return words_in(language())


def room() -> Room:
    """The room this app shows."""
    found: Room = current_app.extensions["tallybones"]
    return found


class Views:
    """The newest view in each language, put together once however many phones want it."""

    def __init__(self) -> None:
        self._newest: dict[str, tuple[int, str]] = {}
        self._lock = threading.Lock()

    def text(self, seen: Seen, words: Words) -> str:
        """The view as one line of JSON."""
        with self._lock:
            beat, text = self._newest.get(words.language, (-1, ""))
            if beat != seen.beat:
                text = json.dumps(view(seen, words), ensure_ascii=False, separators=(",", ":"))
                self._newest[words.language] = (seen.beat, text)
            return text


def views() -> Views:
    """The views of this app."""
    found: Views = current_app.extensions["views"]
    return found


def view_answer(seen: Seen | None = None, status: int = 200) -> Response:
    """The whole view as an answer."""
    text = views().text(seen or room().seen, words())
    return Response(text, status=status, mimetype="application/json")


def view_now() -> dict[str, Any]:
    """The whole view."""
    told: dict[str, Any] = json.loads(views().text(room().seen, words()))
    return told


def refuse(status: int, key: str, /, **facts: object) -> ResponseReturnValue:
    """A refusal in one sentence."""
    return jsonify(error=words().error(key, **facts)), status


def refuse_in_words(status: int, error: Exception, otherwise: str, /, **more: object) -> ResponseReturnValue:
    """A refusal whose sentence comes from below, in English; *otherwise* is the error of one not known."""
    return refuse_with(status, in_words(words(), str(error), otherwise), **more)


def refuse_with(status: int, sentence: str, **more: object) -> ResponseReturnValue:
    """A refusal with a sentence that is there already."""
    return jsonify(error=sentence, **more), status
