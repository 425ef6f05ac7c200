"""The pages themselves, and the machine's own questions: is it well, what can be asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Blueprint, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from webui.answers import language, room, words
from webui.openapi import described
from webui.words import LANGUAGES, words_in

pages = Blueprint("pages", __name__)

THEMES = ("auto", "dark", "light")
STATIC = Path(__file__).with_name("static")


def _stamp() -> str:
    """Changes when a script or style does, so that no phone keeps an old one."""
    return str(max(int(path.stat().st_mtime) for path in STATIC.iterdir()))


def _page(template: str, page: str, **facts: Any) -> str:
    theme = request.cookies.get("theme", "auto")
    told = words().catalogue["page"] | {"languages": [[x, words_in(x).catalogue["name"]] for x in LANGUAGES]}
    return render_template(
        template,
        language=language(),
        theme=theme if theme in THEMES else "auto",
        page=page,
        page_words=told,
        version=_stamp(),
        **facts,
    )


@pages.get("/")
def table() -> ResponseReturnValue:
    """The table."""
    return _page("table.html", "table")


@pages.get("/wall")
def wall() -> ResponseReturnValue:
    """The table for a screen on the wall: nothing to tap."""
    return _page("table.html", "wall")


@pages.get("/scan")
def scan() -> ResponseReturnValue:
    """Count the tiles in a photo."""
    return _page("scan.html", "scan")


@pages.get("/games")
def games() -> ResponseReturnValue:
    """The games kept."""
    from engine.games import GAMES

    kept = [
        {
            "id": game.id,
            "title": GAMES[game.key].title if game.key in GAMES else game.key,
            "names": ", ".join(name for _, name in game.seats),
        }
        for game in reversed(room().games())
    ]
    return _page("games.html", "games", kept=kept)


@pages.get("/healthz")
def healthz() -> ResponseReturnValue:
    """200 while all is well."""
    seen = room().seen
    return jsonify(well=True, version=seen.version, state=seen.status.state)


@pages.get("/openapi.json")
def openapi() -> ResponseReturnValue:
    """Everything that can be asked of this server."""
    return jsonify(described(current_app.config["VERSION"]))
