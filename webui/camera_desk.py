"""The camera over HTTP: which there are, which is watched, its picture and what is wrong with it, pictures of plays.

Every address here obeys the table's roles, as all the others do.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from engine.errors import EngineError
from engine.games import GAMES
from engine.tiles import Tile
from webui.advising import in_words, tiles_read
from webui.answers import refuse, room, words
from webui.cameras import LONGEST_ADDRESS, SIMULATED, Camera, camera_called, cameras, stream
from webui.crops import cut
from webui.host import hosts_only, needs
from webui.house import House, house
from webui.lookout import Sight
from webui.seen import Status
from webui.sent import says_what_is_wrong, sent, text

TROUBLES = frozenset({"camera lost", "still", "black", "covered", "slow", "not kept"})
"""States of the camera in which something has to be done."""

camera_desk = says_what_is_wrong(Blueprint("camera_desk", __name__))


@camera_desk.get("/api/camera")
@needs("picture")
def camera() -> ResponseReturnValue:
    """The cameras there are, the one that is watched, and what it shows."""
    here = house()
    lookout = here.lookout
    sight = None if lookout is None else lookout.sight
    chosen = None if lookout is None else lookout.camera
    status = room().seen.status
    told: dict[str, Any] = {
        "cameras": [_listed(one) for one in _offered(chosen)],
        "chosen": _public(chosen),
        "watches": lookout is not None and lookout.watches,
        "state": status.state,
        "trouble": _trouble(status),
        "number": sight.number if sight else 0,
        "width": 0,
        "height": 0,
        "advice": [],
        "tiles": [],
        "proved": here.proved,
    }
    if sight is not None:
        high, wide = sight.frame.bgr.shape[:2]
        advice = here.preview.advice(sight, highest())
        told |= {"width": wide, "height": high, "advice": in_words(advice, words())}
        told["tiles"] = tiles_read(sight, words())
    return jsonify(told)


def _trouble(status: Status) -> str:
    """What has to be done about the camera; why the simulated table does not play what is on the table."""
    idle = words().catalogue["simulated"].get(status.why)
    return str(idle or (status.text if status.state in TROUBLES else ""))


def highest() -> int:
    """The highest double of the set that is, or is to be, played with here."""
    table = room().table
    if table is not None:
        return table.snapshot.record.highest
    here = house().settings.now.here
    chosen = here.rules.get(here.game or "")
    try:
        game = GAMES[here.game or ""]
        rules: Any = game.rules(chosen.profile if chosen else None, (), None)
        return int(rules.tiles.highest)
    except (KeyError, EngineError, TypeError):
        return 6


def _offered(chosen: str | None) -> tuple[Camera, ...]:
    """The cameras to choose from; one that was chosen and is not plugged in stays in the list."""
    found = cameras()
    watched = None if chosen is None else camera_called(chosen, found)
    return (*found, *([watched] if watched is not None and watched not in found else []))


def _listed(one: Camera) -> dict[str, str]:
    return {"id": _public(one.id) or "", "name": one.name or words().say("first", "simulated_table")}


def _public(id: str | None) -> str | None:
    """A camera's name for everybody: what else stands in a stream's address stays here."""
    if id is None or not id.startswith("stream:"):
        return id
    one = stream(id.removeprefix("stream:"))
    return f"stream:{one.name}" if one else None


@camera_desk.post("/api/camera")
@hosts_only
def choose() -> ResponseReturnValue:
    """Watch another camera from now on, and remember it for this table."""
    told = sent()
    if "address" not in told and "camera" not in told:
        raise BadRequest
    address, id = text(told, "address", LONGEST_ADDRESS), text(told, "camera", LONGEST_ADDRESS)
    here = house()
    if here.lookout is None:
        return refuse(503, "no_lookout")
    if address:
        found = stream(address)
        if found is None:
            return refuse(400, "not_a_stream")
    elif id:
        now = here.lookout.camera
        found = camera_called(now, cameras()) if now and _public(now) == id else None
        if found is None:
            found = None if id.startswith("stream:") else camera_called(id, cameras())
        if found is None:
            return refuse(404, "no_camera")
    else:
        found = None
    chosen = None if found is None else found.id
    here.settings.change(lambda settings: settings.with_here(camera=chosen))
    if chosen != here.lookout.camera or here.lookout.camera is None:
        here.proved = False
        here.lookout.choose(chosen)
    return jsonify(chosen=_public(chosen))


@camera_desk.get("/api/camera/picture.jpg")
@needs("picture")
def picture() -> ResponseReturnValue:
    """The newest frame; 204 while there is none, or none newer than ``?after=``."""
    here = house()
    sight = None if here.lookout is None else here.lookout.sight
    if sight is None or request.args.get("after") == str(sight.number):
        return Response(status=204)
    answer = Response(here.preview.jpeg(sight), mimetype="image/jpeg")
    answer.headers["X-Frame-Number"] = str(sight.number)
    return answer


@camera_desk.post("/api/camera/tile")
@hosts_only
def tile() -> ResponseReturnValue:
    """What the tile is that was read in the middle of the picture: right, or kept as an example of what it is."""
    told = sent()
    try:
        truth = Tile.parse(text(told, "tile", 8))
    except ValueError as error:
        raise BadRequest from error
    here = house()
    sight = None if here.lookout is None else here.lookout.sight
    tiles = [] if sight is None else tiles_read(sight, words())
    if sight is None or not tiles:
        return refuse(409, "no_tile_seen")
    _label(here, sight, tiles[0], truth)
    here.proved = True
    return jsonify(right=tiles[0]["tile"] == str(truth))


def _label(here: House, sight: Sight, read: dict[str, Any], truth: Tile) -> None:
    """Keep a misread tile as an example; pictures of the simulated table teach nothing about a real one."""
    if (here.lookout is not None and here.lookout.camera == SIMULATED) or read["tile"] == str(truth):
        return
    high, wide = sight.frame.bgr.shape[:2]
    crop = cut(sight.frame.bgr, [[x * wide, y * high] for x, y in read["corners"]])
    if crop is not None:
        here.crops.add_example(f"first-{sight.number}", crop, Tile.parse(read["tile"]), truth)
