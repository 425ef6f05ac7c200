"""The table before and beside a game over HTTP: who sits where, what is played, and who joins by phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from engine.errors import OptionError
from engine.games import GAMES
from webui.answers import refuse, refuse_in_words, room
from webui.cameras import SIMULATED
from webui.claims import COOKIE
from webui.errors import NoGame, NotUnderstood
from webui.host import asks_as_host, host, hosts_only, may, needs
from webui.house import House, house
from webui.sent import name_of, number, one_of, says_what_is_wrong, sent
from webui.settings import COLOURS, LONGEST_NAME, MOST_SEATS, Chosen, Place, Settings, TableSettings
from webui.simulated import known_by

seating_desk = says_what_is_wrong(Blueprint("seating_desk", __name__))

USUAL_SEATS = 4
LONGEST_KEY = 40


@seating_desk.get("/api/table")
def table() -> ResponseReturnValue:
    """What was chosen for this table, and what this phone may do."""
    here = house()
    settings = here.settings.now
    playing = room().table is not None and not room().is_over
    return jsonify(
        table=settings.table,
        tables=list(settings.tables),
        seats=seats(here),
        places=[{"name": place.name, "colour": place.colour} for place in _next_places(here)],
        game=settings.here.game,
        rules={
            key: {"profile": one.profile, "options": list(one.options)}
            for key, one in settings.here.rules.items()
        },
        colours=list(COLOURS),
        playing=playing,
        proved=here.proved,
        shown=_is_shown(here),
        host=asks_as_host(),
        has_pin=host().has_pin,
        may={what: may(what) for what in settings.may},
    )


def _is_shown(here: House) -> bool | None:
    """Whether the simulated players know what was chosen; None where they do not play, or nothing was chosen."""
    now = here.settings.now.here
    game = now.game or ""
    if here.lookout is None or here.lookout.camera != SIMULATED or game not in GAMES:
        return None
    chosen, players = now.rules.get(game, Chosen()), len(_next_places(here))
    try:
        rules = GAMES[game].rules(chosen.profile, chosen.options, players)
    except OptionError:
        return None
    return known_by(game, players, rules) is not None


def seats(here: House) -> list[dict[str, Any]]:
    """The seats as they are filled now; in a game those of the game."""
    places = laid(here.settings.now.here)
    letters: list[str | None] = [None] * len(places)
    now = room().seen
    if now.game is not None and _on_the_table():
        colours = [place.colour for place in places]
        usual = [COLOURS[k % len(COLOURS)] for k in range(len(now.game.seats))]
        letters = [letter for letter, _ in now.game.seats]
        places = tuple(
            Place(name, colours[k] if k < len(colours) else usual[k])
            for k, (_, name) in enumerate(now.game.seats)
        )
    mine = here.claims.place_of(request.cookies.get(COOKIE))
    taken = here.claims.taken()
    return [
        {
            "place": k,
            "name": place.name,
            "colour": place.colour,
            "letter": letters[k],
            "taken": k in taken,
            "mine": k == mine,
        }
        for k, place in enumerate(places)
    ]


def _on_the_table() -> bool:
    """Whether there is a game that nobody has won."""
    snapshot = room().seen.snapshot
    return snapshot is not None and not snapshot.refereed.state.winners


def _next_places(here: House) -> tuple[Place, ...]:
    """Who sits where in the next game: as chosen for this table, else as in the game that is played."""
    chosen = here.settings.now.here
    return chosen.seats or tuple(Place(seat["name"], seat["colour"]) for seat in seats(here))


def laid(here: TableSettings) -> tuple[Place, ...]:
    """The seats of a table; four without a name where nobody has sat there yet."""
    return here.seats or tuple(Place("", COLOURS[k]) for k in range(USUAL_SEATS))


@seating_desk.post("/api/table")
@hosts_only
def lay() -> ResponseReturnValue:
    """Remember seats, game or house rules of this table.  What is not sent stays."""
    told = sent()
    here = house()
    changes: list[Callable[[Settings], Settings]] = []
    if "seats" in told:
        places = _places(told["seats"])
        changes.append(lambda settings: settings.with_here(seats=places))
        order = told.get("order")
        # In a game the phones stay where its players sit, and go with them when the next one begins.
        if (
            not _on_the_table()
            and isinstance(order, list)
            and sorted(map(str, order)) == [str(k) for k in range(len(places))]
        ):
            here.claims.turn(tuple(int(k) for k in order))
    if "game" in told:
        key = one_of(told, "game", tuple(GAMES))
        chosen = _chosen(told)
        players = len(_places(told["seats"])) if "seats" in told else len(laid(here.settings.now.here))
        try:
            _check(key, chosen, players)
        except OptionError as error:
            return refuse_in_words(400, error, "not_done")
        changes.append(lambda settings: remembering(settings, key, chosen))
    if not changes:
        raise BadRequest
    for change in changes:
        here.settings.change(change)
    return table()


def _check(key: str, chosen: Chosen, players: int) -> None:
    """Raises OptionError where the rules can be kept neither by as many as sit here nor by as many as usually play:
    that others have to sit down, or something is still to be agreed, is said on the page, and no error yet.
    """
    game = GAMES[key]
    try:
        game.rules(chosen.profile, chosen.options, None)
    except OptionError:
        game.rules(chosen.profile, chosen.options, players)


def remembering(settings: Settings, key: str, chosen: Chosen) -> Settings:
    """*settings* with what is played at the present table, and by which rules."""
    return settings.with_here(game=key, rules={**settings.here.rules, key: chosen})


def _places(told: object) -> tuple[Place, ...]:
    if not isinstance(told, list) or not 2 <= len(told) <= MOST_SEATS:
        raise BadRequest
    places = []
    for k, one in enumerate(told):
        if not isinstance(one, dict):
            raise BadRequest
        told_name = name_of(one, "name", LONGEST_NAME)
        places.append(
            Place(told_name, one_of({"colour": COLOURS[k % len(COLOURS)]} | one, "colour", COLOURS))
        )
    return tuple(places)


def _chosen(told: dict[str, Any]) -> Chosen:
    options = told.get("options", [])
    if not isinstance(options, list) or len(options) > 60:
        raise BadRequest
    if not all(isinstance(one, str) and len(one) <= 80 for one in options):
        raise BadRequest
    profile = told.get("profile")
    if profile is not None and (not isinstance(profile, str) or len(profile) > LONGEST_KEY):
        raise BadRequest
    return Chosen(profile or None, tuple(options))


# --- a phone takes a seat ---------------------------------------------------------------------------


@seating_desk.post("/api/seats")
@needs("seats")
def sit() -> ResponseReturnValue:
    """This phone sits at a place from now on, under a name; ``{"place": null}``: it only looks on."""
    told = sent()
    here = house()
    token = request.cookies.get(COOKIE) or here.claims.new_token()
    if told.get("place") is None:
        here.claims.take(token, None)
        return _with_phone(jsonify(seats=seats(here)), token)
    now = seats(here)
    place = number(told, "place", 0, len(now) - 1)
    told_name = name_of(told, "name", LONGEST_NAME)
    if not told_name:
        return refuse(400, "no_name")
    before = now[place]["name"]
    playing = now[place]["letter"] is not None
    try:
        if playing:
            room().rename(place, told_name)
        here.settings.change(lambda settings: _named(settings, place, before, told_name, len(now)))
    except (NoGame, NotUnderstood) as error:
        return refuse_in_words(400, error, "not_done")
    here.claims.take(token, place)
    now = [
        one | {"mine": one["place"] == place, "taken": one["taken"] or one["place"] == place}
        for one in seats(here)
    ]
    return _with_phone(jsonify(seats=now), token)


def _named(settings: Settings, place: int, before: str, name: str, number_of_seats: int) -> Settings:
    """The player at *place*, called *before* till now, is called *name*, wherever they sit in the next game."""
    places = laid(settings.here)
    called = [one.name for one in places]
    if before and called.count(before) == 1:
        place = called.index(before)
    if len(places) != number_of_seats:
        return settings  # a game that others than the table's own usual players play
    return settings.with_here(
        seats=(*places[:place], replace(places[place], name=name), *places[place + 1 :])
    )


def _with_phone(answer: Response, token: str) -> Response:
    answer.set_cookie(COOKIE, token, max_age=90 * 24 * 3600, httponly=True, samesite="Strict", path="/")
    return answer
