"""The pages themselves, and the machine's own questions: is it well, what can be asked."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from webui.answers import language, refuse, room, views, words
from webui.host import may
from webui.house import house
from webui.openapi import described
from webui.words import LANGUAGES, words_in

pages = Blueprint("pages", __name__)

THEMES = ("auto", "dark", "light")


def rendered(template: str, page: str, **facts: Any) -> str:
    """A page in the language and colours of whoever asks."""
    theme = request.cookies.get("theme", "auto")
    told = words().catalogue["page"] | {"languages": [[x, words_in(x).catalogue["name"]] for x in LANGUAGES]}
    return render_template(
        template,
        language=language(),
        theme=theme if theme in THEMES else "auto",
        page=page,
        page_words=told,
        sound=house().settings.now.sound,
        **facts,
    )


def _first_view() -> Markup:
    """The view as it is now, inside the page: it is drawn without asking for anything more."""
    return Markup(views().text(room().seen, words()).replace("<", "\\u003c"))


def no_page(_: Exception) -> ResponseReturnValue:
    """That there is no such page: a page for people, JSON for programs."""
    for_people = request.accept_mimetypes.best == "text/html" and not request.path.startswith("/api/")
    if not for_people:
        return refuse(404, "no_page")
    return rendered("missing.html", "missing", sentence=words().error("no_page")), 404


@pages.get("/")
def table() -> ResponseReturnValue:
    """The table."""
    return rendered("table.html", "table", first=_first_view(), pictured=may("picture"))


@pages.get("/wall")
def wall() -> ResponseReturnValue:
    """The table for a screen on the wall: nothing to tap."""
    return rendered(
        "wall.html", "wall", first=_first_view(), pictured=may("picture"), say=words().catalogue["wall"]
    )


@pages.get("/scan")
def scan() -> ResponseReturnValue:
    """Count the tiles in a photo."""
    return rendered("scan.html", "scan")


@pages.get("/healthz")
def healthz() -> ResponseReturnValue:
    """200 while all is well."""
    seen = room().seen
    return jsonify(well=True, version=seen.version, state=seen.status.state)


@pages.get("/openapi.json")
def openapi() -> ResponseReturnValue:
    """Everything that can be asked of this server."""
    return jsonify(described(current_app.config["VERSION"]))
