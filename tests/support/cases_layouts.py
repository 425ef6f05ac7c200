"""Rule cases of the layout games: each kind sets a real state up, and asks the real rules.

``found(case)`` answers every key that ``expect`` may hold; ``check`` compares.  Open ends are
compared as a bag: which of two equal places is named first means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tests.support import cases_lines, cases_trains
from tests.support.case_tables import Case, Found, rules_of

GAMES = frozenset({"double_six_draw", "five_up", "all_fives", "block", "mexican_train", "chicken_foot"})
BAGS = ("open_ends", "should_have_played")


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
    "deal": cases_lines.deal,
    "deal_allowed": cases_lines.deal_allowed,
    "starter": cases_lines.starter,
    "layout": cases_lines.layout,
    "layout_legal": cases_lines.layout_legal,
    "draw": cases_lines.draw,
    "blocked": cases_lines.blocked,
    "blocked_hands": cases_lines.blocked_hands,
    "round_score": cases_lines.round_score,
    "game_end": cases_lines.game_end,
    "match_end": cases_lines.match_end,
    "last_bone": cases_lines.last_bone,
    "train_play": cases_trains.train_play,
    "chain": cases_trains.chain,
    "build_fail": cases_trains.build_fail,
    "build_phase_end": cases_trains.build_phase_end,
    "locked": cases_trains.locked,
    "foot": cases_trains.foot,
    "foot_draw": cases_trains.foot_draw,
    "foot_lock": cases_trains.foot_lock,
    "property": stated,
}


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
