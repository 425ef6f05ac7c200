"""What people send: acts, amendments, new games, photos."""

from __future__ import annotations

import datetime
import re
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from engine.errors import NotationError, OptionError, Stale, UnknownEntry
from engine.games import GAMES
from webui.answers import refuse, refuse_in_words, refuse_with, room, view_answer, view_now, words
from webui.cameras import SIMULATED
from webui.errors import NoGame, NotUnderstood, StoreTrouble
from webui.host import may
from webui.house import house
from webui.own_tiles import SIMULATED_TAG
from webui.seating_desk import seats as seats_now
from webui.sent import name_of
from webui.settings import COLOURS, LONGEST_NAME, MOST_SEATS
from webui.setup import games_offered, last_setup, remember

desk = Blueprint("desk", __name__)

AMENDS = re.compile(r"(?:fix|add|stands) (\d{1,9})\b")
LONGEST_ACT = 2000
LARGEST_MESSAGE = 64 * 1024
LARGEST_PHOTO = 25 * 1024 * 1024


def _json() -> dict[str, Any]:
    """The JSON object that was sent; BadRequest when there is none."""
    if request.mimetype != "application/json":
        raise BadRequest
    request.max_content_length = LARGEST_MESSAGE
    told = request.get_json(silent=True)
    if not isinstance(told, dict):
        raise BadRequest
    return told


def _text(told: dict[str, Any], key: str, longest: int) -> str:
    value = told.get(key, "")
    if not isinstance(value, str) or len(value) > longest:
        raise BadRequest
    return " ".join(value.split())


@desk.errorhandler(BadRequest)
def not_json(_: BadRequest) -> ResponseReturnValue:
    """What was sent is not the JSON of this address."""
    return refuse(400, "not_json")


@desk.errorhandler(RequestEntityTooLarge)
def too_large(_: RequestEntityTooLarge) -> ResponseReturnValue:
    """More was sent than is read."""
    if request.path != "/api/scan":
        return refuse(413, "too_long")
    return refuse(413, "too_large", limit=LARGEST_PHOTO // 1024 // 1024)


@desk.errorhandler(StoreTrouble)
def not_written(error: StoreTrouble) -> ResponseReturnValue:
    """The disk is full or read-only: nothing was entered, and the page says so."""
    return refuse_in_words(507, error, "disk", view=view_now())


@desk.post("/api/acts")
def acts() -> ResponseReturnValue:
    """Enter an action or amendment of the record."""
    told = _json()
    act, by = _text(told, "act", LONGEST_ACT), name_of(told, "by", LONGEST_NAME)
    version = told.get("version")
    if not act or not (version is None or (isinstance(version, int) and not isinstance(version, bool))):
        raise BadRequest
    try:
        seen = room().enter_text(act, by or None, version)
    except NoGame:
        return refuse(409, "no_game")
    except Stale:
        return refuse_with(409, words().error("stale"), view=view_now())
    except UnknownEntry as error:
        return refuse(400, "no_entry", number=error.number)
    except NotationError as error:
        if act == "undo":
            return refuse(400, "nothing_to_undo")
        named = AMENDS.match(act)
        if named and not room().has_entry(int(named[1])):
            return refuse(400, "no_entry", number=named[1])
        # What was expected is said in English, to who writes programs; people tap.
        english = words().language == "en"
        why = f"found {error.found}, expected {error.expected}" if english else error.found
        return refuse(400, "not_an_act", text=repr(act[:60]), why=why)
    return view_answer(seen)


@desk.get("/api/setup")
def setup() -> ResponseReturnValue:
    """The games that can be begun, with their house rules, and what was played here last."""
    return jsonify(games=games_offered(words()), last=last_setup(room().seen))


@desk.get("/api/games")
def games() -> ResponseReturnValue:
    """The games kept."""
    seen = room().seen
    now = seen.game.id if seen.game else None
    told = [
        {
            "id": game.id,
            "game": game.key,
            "title": GAMES[game.key].title if game.key in GAMES else game.key,
            "seats": [{"letter": letter, "name": name} for letter, name in game.seats],
            "record": f"/api/games/{game.id}.dgn",
            "present": game.id == now,
        }
        for game in reversed(room().games())
    ]
    return jsonify(games=told)


@desk.post("/api/games")
def begin() -> ResponseReturnValue:
    """Begin a new game; the present one is kept as it is."""
    if not room().is_over and not may("begin"):
        return refuse(403, "hosts_only")
    told = _json()
    seats = told.get("seats")
    options = told.get("options", [])
    if not isinstance(seats, list) or len(seats) > MOST_SEATS or not isinstance(options, list):
        raise BadRequest
    if not all(isinstance(seat, dict) for seat in seats) or not all(isinstance(o, str) for o in options):
        raise BadRequest
    colours = told.get("colours", _usual_colours(len(seats)))
    if not isinstance(colours, list) or not all(one in COLOURS for one in colours):
        raise BadRequest
    named = [(_text(seat, "letter", 1), name_of(seat, "name", LONGEST_NAME)) for seat in seats]
    today = datetime.date.today()
    sat = [seat["name"] for seat in seats_now(house())]
    try:
        seen = room().begin(
            _text(told, "game", 40),
            named,
            profile=_text(told, "profile", 40) or None,
            options=options,
            # A machine without a clock of its own wakes up in the past: no date is better than a wrong one.
            date=today.strftime("%Y.%m.%d") if today.year >= 2026 else "",
            tags=_tags(colours),
        )
    except (OptionError, NotUnderstood) as error:
        return refuse_in_words(400, error, "not_begun")
    house().claims.follow(sat, [name for _, name in named])
    remember(
        _text(told, "game", 40), _text(told, "profile", 40), options, [name for _, name in named], colours
    )
    return view_answer(seen, 201)


def _usual_colours(players: int) -> list[str]:
    """What the seats of this table are marked with, where as many sit down again."""
    places = house().settings.now.here.seats
    return [place.colour for place in places] if len(places) == players else []


def _tags(colours: list[str]) -> list[tuple[str, str]]:
    """What a new game's record says beside its rules."""
    lookout = house().lookout
    drawn = [(SIMULATED_TAG, "yes")] if lookout is not None and lookout.camera == SIMULATED else []
    return drawn + ([("Colours", " ".join(colours))] if colours else [])


@desk.get("/api/games/<int:number>.dgn")
def record(number: int) -> ResponseReturnValue:
    """A game as a record."""
    try:
        text = room().written(number)
    except NoGame as error:
        return refuse_in_words(404, error, "no_page")
    response = Response(text, mimetype="text/plain")
    response.headers["Content-Disposition"] = f'attachment; filename="tallybones-{number}.dgn"'
    return response


@desk.post("/api/scan")
def scan() -> ResponseReturnValue:
    """Read the dominoes in a photo, which is neither kept nor sent on."""
    request.max_content_length = LARGEST_PHOTO
    if request.mimetype == "multipart/form-data":
        photo = next(iter(request.files.values()), None)
        data, name = (photo.read(), photo.filename or "photo") if photo else (b"", "photo")
    elif request.mimetype.startswith("image/") or request.mimetype == "application/octet-stream":
        data, name = request.get_data(), "photo"
    else:
        data, name = b"", "photo"
    scanner = current_app.extensions["scanner"]
    if scanner is None:
        return refuse(503, "no_reader")
    answer = scanner(data, name)
    if answer is None:
        return refuse(400, "bad_photo")
    return jsonify(answer)
