"""Answers of the server: JSON, and refusals in one sentence in the language of whoever asked."""

from __future__ import annotations

from typing import Any

from flask import current_app, jsonify, request
from flask.typing import ResponseReturnValue

from webui.page import view
from webui.room import Room
from webui.words import LANGUAGES, Words, words_in


def language() -> str:
    """The language asked for: ``?lang=``, else what the phone remembers, else what its browser prefers."""
    for told in (request.args.get("lang"), request.cookies.get("lang")):
        if told in LANGUAGES:
            return str(told)
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def words() -> Words:
    """The words of that language."""
    return words_in(language())


def room() -> Room:
    """The room this app shows."""
    found: Room = current_app.extensions["tallybones"]
    return found


def view_now() -> dict[str, Any]:
    """The whole view."""
    return view(room().seen, words())


def refuse(status: int, key: str, **facts: object) -> ResponseReturnValue:
    """A refusal in one sentence."""
    return jsonify(error=words().error(key, **facts)), status


def refuse_with(status: int, sentence: str, **more: object) -> ResponseReturnValue:
    """A refusal with a sentence that is there already."""
    return jsonify(error=sentence, **more), status
