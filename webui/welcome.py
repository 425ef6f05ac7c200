"""The pages of a first evening and of every later one's beginning: the table set up, joining, inviting, settings."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, make_response, request
from flask.typing import ResponseReturnValue

from webui.answers import words
from webui.claims import COOKIE
from webui.house import house
from webui.pages import rendered
from webui.words import Words

welcome = Blueprint("welcome", __name__)


def _words(told: Words, *sections: str) -> dict[str, Any]:
    """The words a page's script needs, and no more: phones fetch them over a home's weakest radio."""
    found: dict[str, Any] = {
        key: told.catalogue["page"][key] for key in ("close", "not_sent", "back", "language")
    }
    for section in sections:
        found |= told.catalogue[section]
    return found


@welcome.get("/start")
def first_evening() -> ResponseReturnValue:
    """Set up the table: camera, seats, game, one tile."""
    return rendered("first_evening.html", "start", told=_words(words(), "first", "colours"))


@welcome.get("/join")
def join() -> ResponseReturnValue:
    """Take a seat with this phone."""
    here = house()
    token = request.cookies.get(COOKIE) or here.claims.new_token()
    here.claims.came(token, request.host)
    answer = make_response(rendered("join.html", "join", told=_words(words(), "join", "colours")))
    answer.set_cookie(COOKIE, token, max_age=90 * 24 * 3600, httponly=True, samesite="Strict", path="/")
    return answer


@welcome.get("/invite")
def invite() -> ResponseReturnValue:
    """The code by which other phones join."""
    return rendered("invite.html", "invite", told=_words(words(), "invite"))


@welcome.get("/settings")
def settings() -> ResponseReturnValue:
    """Tables, cameras, sound, language, who may do what, pictures."""
    return rendered("settings.html", "settings", told=_words(words(), "settings"))
