"""A player's own tiles over HTTP: told, shown and forgotten, to the phone that told them and to no other.

The token is a cookie that scripts cannot read and that goes to this address alone; it is never in a URL.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from engine.tiles import Tile
from webui.answers import refuse, room, words
from webui.mine import LEVELS, mine
from webui.own import Own, OwnHands, playing
from webui.room import Seen
from webui.telling import Teller

own_desk = Blueprint("own_desk", __name__)

COOKIE = "own_hand"
PATH = "/api/hand"
MOST_TILES = 60
LARGEST = 16 * 1024


def own_hands() -> OwnHands:
    """Everybody's own tiles of this app."""
    found: OwnHands = current_app.extensions["own_hands"]
    return found


@own_desk.errorhandler(BadRequest)
def not_a_hand(_: BadRequest) -> ResponseReturnValue:
    """What was sent is no hand."""
    return refuse(400, "not_a_hand")


@own_desk.get(PATH)
def show() -> ResponseReturnValue:
    """The tiles of this phone, with what may be done with each; nothing where it has told none."""
    return _shown(room().seen)


@own_desk.put(PATH)
def tell() -> ResponseReturnValue:
    """The tiles this phone's player holds now."""
    request.max_content_length = LARGEST
    seen = room().seen
    now = playing(seen)
    if seen.snapshot is None or now is None:
        return refuse(409, "no_hand")
    seat, tiles = _told(seen)
    own = Own(*now, seat, tiles, seen.snapshot.record.last)
    token = own_hands().keep(request.cookies.get(COOKIE), own)
    answer = current_app.make_response(_shown(seen, token))
    answer.set_cookie(COOKIE, token, path=PATH, httponly=True, samesite="Strict")
    return answer


@own_desk.delete(PATH)
def forget() -> ResponseReturnValue:
    """Forget them now."""
    own_hands().forget(request.cookies.get(COOKIE))
    answer = current_app.make_response(jsonify(version=room().seen.version, hand=None))
    answer.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="Strict")
    return answer


def _shown(seen: Seen, token: str | None = None) -> ResponseReturnValue:
    own = own_hands().of(token or request.cookies.get(COOKIE), seen)
    level = request.args.get("level", LEVELS[0])
    if own is None or seen.snapshot is None:
        return jsonify(version=seen.version, hand=None)
    told = mine(Teller(seen.snapshot, words()), own, level if level in LEVELS else LEVELS[0])
    return jsonify(version=seen.version, hand=told)


def _told(seen: Seen) -> tuple[int, tuple[Tile, ...]]:
    """The seat and tiles that were sent; BadRequest where they are none of this game."""
    told: Any = request.get_json(silent=True) if request.mimetype == "application/json" else None
    assert seen.snapshot is not None
    letters, rules = seen.snapshot.record.seating.letters, seen.snapshot.rules
    if not isinstance(told, dict) or told.get("seat") not in letters:
        raise BadRequest
    written = told.get("tiles")
    if not isinstance(written, list) or not 0 < len(written) <= MOST_TILES:
        raise BadRequest
    try:
        tiles = tuple(Tile.parse(str(tile)) for tile in written)
    except ValueError as error:
        raise BadRequest from error
    copies = max(tiles.count(tile) for tile in tiles)
    if copies > rules.tiles.copies or not all(tile in rules.tiles for tile in tiles):
        raise BadRequest
    return letters.index(told["seat"]), tiles
