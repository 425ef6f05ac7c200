"""The dashboard put together: guards, pages, the live view, the desk."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version

from flask import Flask, current_app
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from webui import assets, guard
from webui.answers import Views, refuse
from webui.at_table import at_table
from webui.camera_desk import camera_desk
from webui.desk import desk
from webui.health_page import health
from webui.history import history
from webui.house import House, house_in
from webui.keeping_desk import keeping
from webui.live import Streams, live
from webui.own import OwnHands
from webui.own_desk import own_desk
from webui.pages import no_page, pages
from webui.photos import ReadPhoto
from webui.pictures import pictures
from webui.room import Room
from webui.seating_desk import seating_desk
from webui.sent import ShallowJson
from webui.settings_desk import settings_desk
from webui.shelf import Shelf
from webui.welcome import welcome

log = logging.getLogger(__name__)
HOUSEHOLD = (welcome, camera_desk, seating_desk, settings_desk)


def assembled(
    room: Room,
    names: Iterable[str],
    read_photo: ReadPhoto | None,
    most_streams: int,
    heartbeat_s: float,
    house: House | None = None,
) -> Flask:
    """A new app for *room* and its *house*."""
    app = Flask("webui", static_folder=None, template_folder="templates")
    app.json = ShallowJson(app)
    app.config["HEARTBEAT_S"] = heartbeat_s
    app.config["MAX_CONTENT_LENGTH"] = 32 * 1024 * 1024
    app.config["VERSION"] = _version()
    app.extensions["tallybones"] = room
    app.extensions["views"] = Views()
    app.extensions["streams"] = Streams(most_streams)
    app.extensions["shelf"] = Shelf(room)
    app.extensions["scanner"] = read_photo
    app.extensions["own_hands"] = OwnHands()
    room.listen(app.extensions["own_hands"].tidy)
    app.extensions["house"] = house or house_in(None)
    known = guard.known_names(names)
    app.extensions["house"].names = known
    guard.install(app, known)
    assets.install(app)
    for part in (pages, live, desk, history, keeping, health, own_desk, at_table, pictures, *HOUSEHOLD):
        app.register_blueprint(part)
    app.register_error_handler(404, no_page)
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(Exception, _broken)
    return app


def _refused(error: HTTPException) -> ResponseReturnValue:
    code = error.code or 500
    usual = "not_understood" if code < 500 else "broken"
    answer = current_app.make_response(refuse(code, {405: "no_method", 413: "too_long"}.get(code, usual)))
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            answer.headers[name] = value
    return answer


def _broken(error: Exception) -> ResponseReturnValue:
    log.error("a request failed", exc_info=error)
    return refuse(500, "broken")


def _version() -> str:
    try:
        return version("tallybones")
    except PackageNotFoundError:
        return "dev"
