"""Rule cases about rounds that start from a double: trains and feet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine import feet, rounds, trains, turns
from engine.actions import (
    MEXICAN,
    Action,
    Draw,
    HandStart,
    Pass,
    Play,
    Start,
    Target,
)
from engine.held import Holding, bit, bits
from engine.house_rules import Hub
from engine.joined import MEXICAN_TRAIN, Layout, Tip
from engine.layout_state import LayoutState, Rails, Stage
from engine.layouts import LayoutRules
from engine.outcomes import HandScored
from engine.tiles import HIDDEN, Tile
from tests.support.case_tables import (
    Case,
    Found,
    Table,
    held,
    letters,
    one_ruling,
    playing,
    rules_of,
    target_of,
    tile,
    tiles,
)

# ---- Mexican Train -----------------------------------------------------------------------------


def _rails(rules: LayoutRules, setup: Case, seats: list[str]) -> LayoutState:
    """The round house of a train_play case."""
    engine = setup["engine"]
    state = rounds.begin(rules, rules.start(), HandStart(1, hub=engine))
    tips, out, marked, waiting = [], state.joined.out | bits(tiles(setup.get("on_table", ()))), 0, []
    doubles = {owner: tile(face) for owner, face in setup.get("open_doubles", ())}
    for at, owner in enumerate([*seats, "M"]):
        train, number = setup["trains"].get(owner), MEXICAN_TRAIN if owner == "M" else at
        tip = state.joined.tips[at]
        if train is not None:
            double = doubles.get(owner)
            tip = Tip(
                train["tail"], at + 1, bit(double) if double else 0, double is not None, 1, 0, 1, number
            )
            marked |= train.get("marker", False) << at if owner != "M" else 0
        tips.append(tip)
    for owner, double in doubles.items():
        out |= bit(double)
        waiting.append(MEXICAN_TRAIN if owner == "M" else seats.index(owner))
    rails = Rails(marked, tuple(waiting))
    hands = setup.get("hands", {})
    state = replace(
        state,
        stage=Stage.BUILDING if setup.get("phase") == 1 else Stage.PLAYING,
        joined=replace(state.joined, tips=tuple(tips), out=out),
        holdings=tuple(held(hands.get(seat)) for seat in seats),
        turn=seats.index(setup["turn"]),
        yard=setup.get("boneyard_count", 0),
        rails=rails,
    )
    return replace(state, rails=trains.turning(rules, state.joined, rails))


def _train_action(seats: list[str], move: Case) -> Action:
    seat = seats.index(move["p"])
    if "draw" in move:
        return Draw(seat, (tile(move["draw"]),))
    if "pass" in move:
        return Pass(seat)
    if "train" in move:
        on: Any = MEXICAN if move["train"] == "M" else seats.index(move["train"])
        return Play(seat, tile(move["tile"]), Target(on))
    return Play(seat, tile(move["tile"]), target_of(move.get("on")))


def train_play(case: Case) -> Found:
    setup, seats = case["setup"], letters(case["setup"])
    rules = rules_of(case, len(seats))
    table = Table(rules, _rails(rules, setup, seats))
    for move in case["moves"]:
        table.try_(_train_action(seats, move))
    state = table.state
    rails = state.rails
    assert rails is not None
    names = [*seats, "M"]
    marked = {seat: bool(rails.marked >> at & 1) for at, seat in enumerate(seats)}
    waiting = [f"{(n := state.joined.tips[train % len(names)].number)}-{n}" for train in rails.waiting]
    return table.found(seats) | {
        "markers": marked,
        "open_doubles": waiting,
        "must_play_on": None if rails.duty is None else names[rails.duty],
        "boneyard_count": state.yard,
        "tails": {name: state.joined.tips[at].number for at, name in enumerate(names)},
        "locked": state.ending is not None and state.ending.out is None,
    }


def _building(rules: LayoutRules, engine: int, hands: Iterable[Iterable[str] | None]) -> LayoutState:
    state = rounds.begin(rules, rules.start(), HandStart(1, first=0, hub=engine))
    state = rules.apply(state, Start(Tile(engine, engine)))
    return replace(state, holdings=tuple(held(hand) for hand in hands))


def chain(case: Case) -> Found:
    setup = case["setup"]
    rules = rules_of(case, 2)
    spare = [str(t) for t in rules.tiles if str(t) not in setup["chain"]][:1]
    table = Table(rules, _building(rules, setup["engine"], ([*setup["chain"], *spare], None)))
    for at, face in enumerate(setup["chain"]):
        ruling = table.try_(Play(0, tile(face), Target(0)))
        if not ruling.stands:
            assert ruling.reason is not None
            return {
                "ok": False,
                "reason": ruling.reason.value,
                "at": at,
                "tail": table.state.joined.tips[0].number,
            }
    return {"ok": True, "tail": table.state.joined.tips[0].number, "reason": None, "at": None}


def build_fail(case: Case) -> Found:
    setup = case["setup"]
    rules = rules_of(case, 2)
    table = Table(rules, _building(rules, setup["engine"], (setup["hand"], None)))
    drew = table.try_(Draw(0, (HIDDEN,))).stands
    passed = table.try_(Pass(0)).stands
    return {"marker": passed and 0 in table.state.markers, "draws": int(drew)}


def build_phase_end(case: Case) -> Found:
    setup, seats = case["setup"], case["setup"]["order"]
    rules = rules_of(case, len(seats))
    engine = rules.hub_number(1)
    emptied = seats.index(setup["emptied"])
    hands = [[f"{engine}-{at}", str(Tile(11, at + 1))] for at in range(len(seats))]
    last = f"{engine}-{emptied}"
    hands[emptied] = [last]
    table = Table(rules, _building(rules, engine or 0, hands))
    for seat in range(emptied):
        _build_one(table, seat, seat)
    assert table.try_(Play(emptied, tile(last), Target(emptied))).stands
    still = []
    while table.state.stage is Stage.BUILDING and table.state.turn is not None:
        still.append(seats[table.state.turn])
        _build_one(table, table.state.turn, table.state.turn)
    scored = [what for what in table.state.outcomes if isinstance(what, HandScored)]
    zero = [seat for at, seat in enumerate(seats) if scored and not scored[0].scores[at]]
    return {
        "still_to_build": still,
        "then": "score" if scored else "play",
        "zero": zero[0] if len(zero) == 1 else zero,
    }


def _build_one(table: Table, seat: int, number: int) -> None:
    """*seat* lays what fits, then says that its train ends."""
    for face in table.state.holdings[seat].tiles:
        play = Play(seat, face, Target(seat))
        if table.rules.judge(table.state, play).stands:
            table.try_(play)
    if table.state.turn == seat:
        assert table.try_(Pass(seat)).stands


def locked(case: Case) -> Found:
    setup = case["setup"]
    seats = [chr(ord("A") + at) for at in range(setup["players"])]
    rules = rules_of(case, len(seats))
    engine = rules.highest
    setup = {"engine": engine, "turn": "A", "trains": {}, "phase": 2, **setup, "players": seats}
    state = (
        replace(_rails(rules, setup, seats), turn=0) if rules.hub is Hub.TRAINS else playing(rules, turn=0)
    )
    table = Table(rules, replace(state, yard=setup["boneyard_count"]))
    for number in range(setup["consecutive_passes"]):
        assert table.try_(Pass(number % len(seats))).stands
    return {"locked": table.state.ending is not None}


# --- Chicken Foot ------------------------------------------------------------------------------


def _foot(rules: LayoutRules, start: int) -> LayoutState:
    state = rounds.begin(rules, rules.start(), HandStart(1, first=0, hub=start))
    state = rules.apply(state, Start(Tile(start, start)))
    return replace(state, holdings=(Holding(),) * rules.seats)


def foot(case: Case) -> Found:
    setup, seats = case["setup"], letters(case["setup"])
    rules = rules_of(case, len(seats))
    state = _foot(rules, setup["start"])
    left, hands = setup.get("hands_left", {}), setup.get("hands", {})
    holdings = tuple(held(hands.get(seat), left.get(seat)) for seat in seats)
    first = seats.index(case["moves"][0]["p"]) if case["moves"] else 0
    table = Table(rules, replace(state, holdings=holdings, turn=first))
    for move in case["moves"]:
        table.try_(_train_action(seats, move))
    at = table.state.joined.foot
    return table.found(seats) | {
        "must_play_on": None if at is None else str(table.state.layout[at].tile),
        "locked": table.state.ending is not None and table.state.ending.out is None,
        "toes_owed": feet.toes_owed(table.state.joined),
    }


def foot_draw(case: Case) -> Found:
    setup = case["setup"]
    rules = rules_of(case, 3)
    state = replace(_foot(rules, setup["required"]), turn=0)
    state = replace(state, holdings=(held(setup["hand"]), Holding(), Holding()))
    if "attempt" in setup:
        drawn = (tile(setup["drawn"]),) if "drawn" in setup else (HIDDEN,)
        action = {"pass": Pass(0), "draw": Draw(0, drawn)}[setup["attempt"]]
        return one_ruling(rules.judge(state, action))
    table = Table(rules, state)
    assert table.try_(Draw(0, (tile(setup["drawn"]),))).stands
    must = turns.playable(rules, table.state, 0)
    passes = rules.judge(table.state, Pass(0)).stands
    return {"must_play": str(must[0]) if must else None, "then": "pass" if passes else "play"}


def foot_lock(case: Case) -> Found:
    setup = case["setup"]
    rules = rules_of(case, 3)
    double, unplayed = tile(setup["double"]), bits(tiles(setup["unplayed_with_number"]))
    number, done = double.high, setup["toes_done"]
    showing = bits(face for face in rules.tiles if number in face)
    state = _foot(rules, rules.highest)
    lies = Tip(number, 0, bit(double), True, 1 + done, 3 - done, 0)
    hub = replace(state.joined.tiles[0], tile=double)
    joined = Layout((hub,), (lies,), showing & ~unplayed, 0, None, 0)
    return {
        "toes_possible": feet.toes_possible(joined, rules.highest),
        "locks": feet.will_lock(joined, rules.highest),
        "toes_needed": feet.toes_owed(joined),
    }
