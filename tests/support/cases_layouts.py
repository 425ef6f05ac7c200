"""Rule cases of the layout games: each kind sets a real state up, and asks the real rules.

``found(case)`` answers every key that ``expect`` may hold; ``check`` compares.  Open ends are
compared as a bag: which of two equal places is named first means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from engine import feet, rounds, scoring_out, spoken, trains, turns
from engine.actions import (
    MEXICAN,
    Action,
    Catch,
    Claim,
    Claims,
    Deal,
    Draw,
    Pass,
    Play,
    Reveal,
    Start,
    Target,
    Where,
)
from engine.errors import OptionError
from engine.games import GAMES as ALL_GAMES
from engine.games import block
from engine.held import Holding, bit, bits
from engine.house_rules import Hub, LastBone, Winning
from engine.joined import MEXICAN_TRAIN, Doubles, Layout, Tip
from engine.layout_state import LayoutState, Rails, Stage
from engine.layouts import LayoutRules
from engine.options import Game
from engine.outcomes import HandScored, PointsMade
from engine.rulings import Ruling
from engine.tiles import HIDDEN, Tile

Case = Mapping[str, Any]
Found = dict[str, Any]

GAMES = frozenset({"double_six_draw", "five_up", "all_fives", "block", "mexican_train", "chicken_foot"})
BAGS = ("open_ends",)
NOTES = {"rule", "phase", "immediate", "immediately"}
"""Setup keys that restate what the game's own rules already say."""

SPINNERS = {"none": Doubles.PLAIN, "first_double": Doubles.FIRST_SPINS, "all_doubles": Doubles.ALL_SPIN}


def check(case: Case) -> None:
    """Fails unless the rules answer *case* as expected, key by key."""
    kind = case["kind"]
    assert kind in KINDS, f"no adapter for the kind {kind}"
    found = KINDS[kind](case)
    for key, expected in case["expect"].items():
        assert key in found, f"no adapter for {key} in the kind {kind}"
        got = found[key]
        if key in BAGS:
            got, expected = sorted(got), sorted(expected)
        if isinstance(expected, dict) and isinstance(got, dict):
            got = {name: got.get(name) for name in expected}
        assert got == expected, f"{key}: {got} instead of {expected}"


# --- reading a case ----------------------------------------------------------------------------


def rules_of(case: Case, seats: int | None = None, **fields: Any) -> LayoutRules:
    """The game's rules with the case's house rules, for *seats* players."""
    game, setup = ALL_GAMES[case["game"]], case["setup"]
    known = {option.name for option in game.options}
    options = dict(case["options"])
    options.update({name: value for name, value in setup.items() if name in known and name != "target"})
    texts = [f"{name}={_text(value)}" for name, value in options.items()]
    rules = _validated(game, texts, seats)
    if "spinner" in setup:
        assert rules.doubles is SPINNERS[setup["spinner"]], "the spinner of this game is another"
    return replace(rules, seats=seats or rules.seats, **fields)


def _validated(game: Game, texts: list[str], seats: int | None) -> Any:
    """Rules for so many players, or for the first number of players that may choose these house rules.

    A case may draw a layout with two players of a game for three: the layout does not care.
    """
    for number in (seats, *game.seats):
        with suppress(OptionError):
            return game.rules(options=texts, seats=number)
    return game.rules(options=texts)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def tile(text: str) -> Tile:
    return Tile.parse(text)


def tiles(texts: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, texts))


def letters(setup: Case) -> list[str]:
    """The seats of a case, clockwise."""
    for key in ("players", "order"):
        if isinstance(setup.get(key), list):
            return list(setup[key])
    for key in ("hands", "lots", "previous_left", "scores", "totals", "trains"):
        if key in setup:
            return [seat for seat in setup[key] if seat != "M"]
    return ["A", "B"]


def held(texts: Iterable[str] | None, count: int | None = None) -> Holding:
    """A holding that is known tile by tile, by its number, or not at all."""
    if texts is not None:
        return Holding(bits(tiles(texts)), 0, sure=True)
    return Holding(hidden=count, sure=count is not None)


class Table:
    """A state, and the rulings of what is tried on it: what is refused leaves it as it was."""

    def __init__(self, rules: LayoutRules, state: LayoutState) -> None:
        self.rules, self.state = rules, state
        self.rulings: list[Ruling] = []
        self.scored: list[int] = []

    def try_(self, action: Action) -> Ruling:
        ruling = self.rules.judge(self.state, action)
        self.rulings.append(ruling)
        if ruling.stands:
            self.state = self.rules.apply(self.state, action)
            made = sum(what.points for what in self.state.outcomes if isinstance(what, PointsMade))
            self.scored.append(made)
        return ruling

    def found(self, seats: list[str]) -> Found:
        state = self.state
        ending = state.ending
        return {
            "accepted": [ruling.stands for ruling in self.rulings],
            "reject": {
                str(at): ruling.reason.value
                for at, ruling in enumerate(self.rulings)
                if not ruling.stands and ruling.reason is not None
            },
            "open_ends": [end.number for end in state.open_ends],
            "scored": self.scored,
            "turn": None if state.turn is None else seats[state.turn],
            "round_over": ending is not None,
            "out": None if ending is None or ending.out is None else seats[ending.out],
        }


def playing(rules: LayoutRules, **fields: Any) -> LayoutState:
    """A state in the middle of a hand."""
    state = rounds.begin(rules, rules.start(), rounds.HandStart(1))
    return replace(state, stage=Stage.PLAYING, **fields)


# --- before the play ---------------------------------------------------------------------------


def deal(case: Case) -> Found:
    players = case["setup"]["players"]
    states = [rounds.begin(r := rules_of(case, seats), r.start(), rounds.HandStart(1)) for seats in players]
    return {
        "hand": [state.holdings[0].total for state in states],
        "boneyard": [state.yard for state in states],
    }


def deal_allowed(case: Case) -> Found:
    return {"allowed": [list(block.tiles_allowed(seats)) for seats in case["setup"]["players"]]}


def starter(case: Case) -> Found:
    setup, seats = case["setup"], letters(case["setup"])
    rules = rules_of(case, len(seats))
    hand = setup.get("hand_no", 1)
    table = Table(rules, rounds.begin(rules, rules.start(), rounds.HandStart(1)))
    if "previous_left" in setup:
        left = tuple(setup["previous_left"].values())
        standing = replace(table.state.standing, next_opener=rounds.next_opener(rules, left, (), None))
        table.state = rounds.begin(
            rules, replace(table.state, stage=Stage.IDLE, standing=standing), rounds.HandStart(hand)
        )
    elif hand > 1:
        table.state = rounds.begin(rules, replace(table.state, stage=Stage.IDLE), rounds.HandStart(hand))
    for seat, lot in setup.get("lots", {}).items():
        assert table.try_(Draw(seats.index(seat), (tile(lot),))).stands
    for seat, holding in setup.get("hands", {}).items():
        assert table.try_(Deal(seats.index(seat), tiles(holding))).stands
    state = table.state
    return {
        "starter": None if state.turn is None else seats[state.turn],
        "must_lead": _must_lead(table),
        "reshuffle": rounds.needs_reshuffle(rules, state),
        "redraw": "lots" in setup and state.turn is None,
    }


def _must_lead(table: Table) -> str | None:
    """The one tile of the starter's that may lead; None when any may."""
    state = table.state
    if state.turn is None:
        return None
    holding = state.holdings[state.turn].tiles
    right = [lead for lead in holding if table.rules.judge(state, Play(state.turn, lead)).stands]
    return str(right[0]) if len(right) == 1 and len(holding) > 1 else None


# --- lines -------------------------------------------------------------------------------------


def _target(on: str | None, place: str | None = None) -> Target | None:
    places = {None: None, "side": Where.SIDE, "end": Where.END}
    return None if on is None else Target(tile(on), places[place])


def layout(case: Case) -> Found:
    setup, seats = case["setup"], letters(case["setup"])
    rules = rules_of(case, len(seats))
    state = rounds.begin(rules, rules.start(), rounds.HandStart(1, first=seats.index(case["moves"][0][0])))
    table, sums = Table(rules, replace(state, holdings=(Holding(),) * len(seats))), []
    for seat, face, on, *place in case["moves"]:
        ruling = table.try_(Play(seats.index(seat), tile(face), _target(on, *place)))
        if ruling.stands:
            sums.append(table.state.open_total)
    spinner = table.state.joined.spinner
    return table.found(seats) | {
        "ends_sum": sums,
        "spinner": None if spinner is None else str(table.state.layout[spinner].tile),
        "count": table.state.open_total,
    }


def layout_legal(case: Case) -> Found:
    setup = case["setup"]
    rules = rules_of(case, 2)
    state = replace(
        rounds.begin(rules, rules.start(), rounds.HandStart(1, first=0)), holdings=(Holding(),) * 2
    )
    for number, (face, on, *place) in enumerate(setup["line"]):
        play = Play(number % 2, tile(face), _target(on, *place))
        assert rules.judge(state, play).stands
        state = rules.apply(state, play)
    placements: dict[str, list[str]] = {}
    for face in setup["hand"]:
        on_each = [joined.tile for joined in state.layout]
        placements[face] = [
            str(on)
            for on in on_each
            if rules.judge(state, Play(state.turn or 0, tile(face), Target(on))).stands
        ]
    playable = [face for face, places in placements.items() if places]
    return {"placements": placements, "legal": playable, "playable": playable}


def _loose_ends(ends: Iterable[int], out: int = 0) -> Layout:
    """Open ends of which only the numbers are told."""
    tips = tuple(Tip(number, at, 0, False, 1, 0, 1) for at, number in enumerate(ends))
    return Layout((), tips, out)


def draw(case: Case) -> Found:
    setup = case["setup"]
    rules = rules_of(case, 3)
    yard = list(setup["boneyard"])
    state = playing(
        rules,
        joined=_loose_ends(setup["ends"]),
        holdings=(held(setup["hand"]), held([]), held([])),
        turn=0,
        yard=len(yard),
    )
    if "attempt" in setup:
        action = {"pass": Pass(0), "draw": Draw(0, tiles(yard[:1]) or (HIDDEN,))}[setup["attempt"]]
        return _one_ruling(rules.judge(state, action))
    table, drawn, hand = Table(rules, state), [], list(setup["hand"])
    while yard and table.rules.judge(table.state, Draw(0, tiles(yard[:1]))).stands:
        face = yard.pop(0)
        assert table.try_(Draw(0, tiles([face]))).stands
        drawn.append(face)
        hand.append(face)
    plays = [face for face in hand if rules.judge(table.state, Play(0, tile(face))).stands]
    return {
        "drawn": drawn,
        "plays": plays[-1] if plays else None,
        "boneyard_left": table.state.yard,
        "then": "pass" if rules.judge(table.state, Pass(0)).stands else None,
    }


def _one_ruling(ruling: Ruling) -> Found:
    return {
        "accepted": ruling.stands,
        "reason": None if ruling.reason is None else ruling.reason.value,
        "should_have_played": [str(should) for should in ruling.should],
    }


def blocked(case: Case) -> Found:
    setup = case["setup"]
    rules = rules_of(case, 3, highest=setup.get("set", ALL_GAMES[case["game"]].rules().tiles.highest))
    state = playing(
        rules,
        joined=_loose_ends(setup["ends"], bits(tiles(setup["on_table"]))),
        holdings=(Holding(),) * 3,
        turn=0,
        yard=setup.get("boneyard_count", 0),
    )
    said = rules.judge(state, Claim(2, Claims.BLOCK)).stands
    assert said or not spoken.is_locked(rules, state)
    return {"blocked": spoken.is_locked(rules, state)}


def blocked_hands(case: Case) -> Found:
    setup, seats = case["setup"], letters(case["setup"])
    rules = rules_of(case, len(seats))
    state = playing(
        rules,
        joined=_loose_ends(setup["ends"]),
        holdings=tuple(held(setup["hands"][seat]) for seat in seats),
        turn=0,
        yard=len(setup.get("not_in_play", ())),
    )
    return {"blocked": spoken.is_locked(rules, state)}


# --- scores ------------------------------------------------------------------------------------


def round_score(case: Case) -> Found:
    setup, seats = case["setup"], letters(case["setup"])
    rules = rules_of(case, len(seats))
    out = setup["out"] if setup.get("out") is None else seats.index(setup["out"])
    state = playing(rules, holdings=(Holding(),) * len(seats))
    state = rounds.ended(rules, state, out)
    for at, seat in enumerate(seats):
        if at != out:
            state = rules.apply(state, Reveal(at, tiles(setup["hands"][seat])))
    scored = next(what for what in state.outcomes if isinstance(what, HandScored))
    points = {seat: scored.scores[at % rules.sides] for at, seat in enumerate(seats)}
    winner = [seat for seat in seats if points[seat] and rules.winning is Winning.OTHERS_PIPS]
    return {"points": points, "winner": winner[0] if len(winner) == 1 else None}


def game_end(case: Case) -> Found:
    setup, seats = case["setup"], letters(case["setup"])
    rules = rules_of(case, len(seats))
    if "target" in setup:
        rules = replace(rules, target=setup["target"])
    gain = setup.get("gain", setup.get("round", {}))
    scores = {seat: setup["scores"][seat] + gain.get(seat, 0) for seat in seats}
    winners = scoring_out.game_winners(rules, tuple(scores.values()), 1)
    return {
        "scores": scores,
        "over": bool(winners),
        "winner": seats[winners[0]] if len(winners) == 1 else None,
        "winners": [seats[winner] for winner in winners],
    }


def match_end(case: Case) -> Found:
    setup, seats = case["setup"], letters(case["setup"])
    rules = rules_of(case, len(seats))
    winners = scoring_out.game_winners(rules, tuple(setup["totals"].values()), setup["rounds_played"])
    return {
        "over": bool(winners),
        "winner": [seats[winner] for winner in winners],
        "next_engine": rules.hub_number(setup["rounds_played"] + 1),
    }


def last_bone(case: Case) -> Found:
    setup = case["setup"]
    rules = rules_of(case, 3)
    state = playing(
        rules,
        joined=_loose_ends((1, 2)),
        holdings=(held(None, setup.get("hand_after", 1)), Holding(), Holding()),
        turn=1,
        yard=setup.get("boneyard_count", 5),
    )
    table = Table(rules, state)
    if setup.get("announced"):
        assert table.try_(Claim(0, Claims.LAST)).stands
    ruling = table.try_(Catch(1, 0)) if setup.get("caught") else None
    penal = rules.last_bone is LastBone.PENALTY
    return {
        "penalty": table.state.owed[0],
        "lose_turn": bool(table.state.idle_turns & 1),
        "accepted": ruling is None or ruling.stands,
        "courtesy": not penal,
    }


# --- Mexican Train -----------------------------------------------------------------------------


def _rails(rules: LayoutRules, setup: Case, seats: list[str]) -> LayoutState:
    """The round house of a train_play case."""
    engine = setup["engine"]
    state = rounds.begin(rules, rules.start(), rounds.HandStart(1, hub=engine))
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
    return Play(seat, tile(move["tile"]), _target(move.get("on")))


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
    state = rounds.begin(rules, rules.start(), rounds.HandStart(1, first=0, hub=engine))
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
    hands = [[f"{engine}-{at}", str(Tile.of(at, 9))] for at in range(len(seats))]
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
    state = rounds.begin(rules, rules.start(), rounds.HandStart(1, first=0, hub=start))
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
        return _one_ruling(rules.judge(state, action))
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


# --- properties --------------------------------------------------------------------------------


def stated(case: Case) -> Found:
    statement, setup = case["setup"]["statement"], case["setup"]
    if statement.startswith("tiles_with_number_in_double_"):
        highest = int(statement.rsplit("_", 1)[1])
        faces = replace(rules_of(case), highest=highest).tiles
        return {"value": sum(setup.get("number", 0) in face for face in faces)}
    if statement in ("chicken_foot_start_double", "mexican_train_engine", "start_double"):
        hub = rules_of(case).hub_number(setup["round"])
        return {"value": f"{hub}-{hub}"}
    if statement.startswith("tiles_in_double_"):
        return {"value": len(replace(rules_of(case), highest=int(statement.rsplit("_", 1)[1])).tiles)}
    raise AssertionError(f"no adapter for the statement {statement}")


KINDS: Mapping[str, Callable[[Case], Found]] = {
    "deal": deal,
    "deal_allowed": deal_allowed,
    "starter": starter,
    "layout": layout,
    "layout_legal": layout_legal,
    "draw": draw,
    "blocked": blocked,
    "blocked_hands": blocked_hands,
    "round_score": round_score,
    "game_end": game_end,
    "match_end": match_end,
    "last_bone": last_bone,
    "train_play": train_play,
    "chain": chain,
    "build_fail": build_fail,
    "build_phase_end": build_phase_end,
    "locked": locked,
    "foot": foot,
    "foot_draw": foot_draw,
    "foot_lock": foot_lock,
    "property": stated,
}
