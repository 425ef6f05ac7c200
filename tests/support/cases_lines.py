"""Rule cases about lines: who begins, where a tile goes, drawing, blocked hands, scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine import endings, rounds, scoring_out, spoken
from engine.actions import (
    Catch,
    Claim,
    Claims,
    Deal,
    Draw,
    HandStart,
    Pass,
    Play,
    Reveal,
    Target,
)
from engine.games import GAMES as ALL_GAMES
from engine.games import block
from engine.held import Holding, bits
from engine.house_rules import LastBone, Winning
from engine.joined import Layout, Tip
from engine.layout_state import Stage
from engine.outcomes import HandScored
from engine.tiles import HIDDEN
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

# --- before the play ---------------------------------------------------------------------------


def deal(case: Case) -> Found:
    players = case["setup"]["players"]
    states = [rounds.begin(r := rules_of(case, seats), r.start(), HandStart(1)) for seats in players]
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
    table = Table(rules, rounds.begin(rules, rules.start(), HandStart(1)))
    if "previous_left" in setup:
        left = tuple(setup["previous_left"].values())
        standing = replace(table.state.standing, next_opener=endings.next_opener(rules, left, (), None))
        table.state = rounds.begin(
            rules, replace(table.state, stage=Stage.IDLE, standing=standing), HandStart(hand)
        )
    elif hand > 1:
        table.state = rounds.begin(rules, replace(table.state, stage=Stage.IDLE), HandStart(hand))
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


def layout(case: Case) -> Found:
    seats = letters(case["setup"])
    rules = rules_of(case, len(seats))
    state = rounds.begin(rules, rules.start(), HandStart(1, first=seats.index(case["moves"][0][0])))
    table, sums = Table(rules, replace(state, holdings=(Holding(),) * len(seats))), []
    for seat, face, on, *place in case["moves"]:
        ruling = table.try_(Play(seats.index(seat), tile(face), target_of(on, *place)))
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
    state = replace(rounds.begin(rules, rules.start(), HandStart(1, first=0)), holdings=(Holding(),) * 2)
    for number, (face, on, *place) in enumerate(setup["line"]):
        play = Play(number % 2, tile(face), target_of(on, *place))
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


def loose_ends(ends: Iterable[int], out: int = 0) -> Layout:
    """Open ends of which only the numbers are told."""
    tips = tuple(Tip(number, at, 0, False, 1, 0, 1) for at, number in enumerate(ends))
    return Layout((), tips, out)


def draw(case: Case) -> Found:
    setup = case["setup"]
    rules = rules_of(case, 3)
    yard = list(setup["boneyard"])
    state = playing(
        rules,
        joined=loose_ends(setup["ends"]),
        holdings=(held(setup["hand"]), held([]), held([])),
        turn=0,
        yard=len(yard),
    )
    if "attempt" in setup:
        action = {"pass": Pass(0), "draw": Draw(0, tiles(yard[:1]) or (HIDDEN,))}[setup["attempt"]]
        return one_ruling(rules.judge(state, action))
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


def blocked(case: Case) -> Found:
    setup = case["setup"]
    rules = rules_of(case, 3, highest=setup.get("set", ALL_GAMES[case["game"]].rules().tiles.highest))
    state = playing(
        rules,
        joined=loose_ends(setup["ends"], bits(tiles(setup["on_table"]))),
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
        joined=loose_ends(setup["ends"]),
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
    held_doubles = {face.high for hand in setup["hands"].values() for face in tiles(hand) if face.is_double}
    hub = max(set(range(rules.highest + 1)) - held_doubles, default=rules.highest)
    state = playing(rules, hub, holdings=(Holding(),) * len(seats))
    state = endings.ended(rules, state, out)
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
        joined=loose_ends((1, 2)),
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
