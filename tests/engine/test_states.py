"""What states tell a page, and values that rest on numbers: corners that nothing else pins down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Leftovers, Where
from engine.contracts import Goal, Undertaking
from engine.games.domino_euchre import DOMINO_EUCHRE
from engine.games.forty_two import FORTY_TWO
from engine.games.texas_demons import TEXAS_DEMONS
from engine.joined import OpenEnd
from engine.layout_state import Train
from engine.outcomes import HandScored, Promise
from engine.rulings import STANDS, Reason
from engine.tiles import HIDDEN, Tile
from engine.turnups import TurnUps
from tests.support import layout_tables as layouts
from tests.support.trick_tables import told

MT, BLOCK, FOOT = layouts.rules("mexican_train"), layouts.rules("block"), layouts.rules("chicken_foot")
BUILT = ("hand 1 first=A", "start 12-12", "A 12-9@A", "B 12-4@B", "C pass")


# --- layouts -------------------------------------------------------------------------------------


def test_the_trains_as_a_page_shows_them():
    assert layouts.told(MT, *BUILT).state.trains == (
        Train(0, 9, Tile(12, 9), False, False),
        Train(1, 4, Tile(12, 4), False, False),
        Train(2, 12, None, True, False),
        Train(-1, 12, None, True, False),
    )
    state = layouts.told(MT, *BUILT, "A 9-9@A", "A 12-1@M").state
    assert [train.waiting for train in state.trains] == [True, False, False, False]
    assert state.duty == OpenEnd(9, Tile(9, 9), Where.SIDE, 0)
    assert layouts.told(MT, *BUILT).state.duty is None


def test_where_only_the_ends_are_known_a_duty_is_told_by_its_number():
    state = layouts.told(MT, *BUILT, "A 9-9@A", "A 12-1@M").state
    untold = replace(state, joined=replace(state.joined, tiles=state.layout[:4]))
    assert untold.duty == OpenEnd(9, Tile(9, 9), Where.SIDE, 0)
    untold = replace(state, joined=replace(state.joined, tiles=state.layout[:3]))
    assert untold.duty == OpenEnd(9, None, Where.SIDE, 0)
    assert untold.open_ends[0] == OpenEnd(9, None, Where.SIDE, 0)


@pytest.mark.parametrize(
    ("lines", "ends"),
    [
        (("A 6-4", "B 5-1@6-4/4"), [6, 5]),
        (("A 6-4", "B 5-1@6-4"), [5, 4]),
        (("A 6-4", "B 5-1"), [5, 4]),
        (("A 6-4", "B 5-1/5"), [4, 1]),
        (("A 6-4", "B 5-1/1@6-4/4"), [6, 5]),
        (("A 6-4", "B 4-2@6-4", "C 6-1@6-4", "A 5-4@6-4"), [5, 2, 1]),
        (("A 6-4", "B 4-2@6-4", "C 6-1@6-4", "A 5-4/5@6-4"), [4, 2, 1]),
    ],
)
def test_a_tile_let_stand_lies_where_it_was_laid(lines, ends):
    tale = layouts.told(BLOCK, "hand 1 first=A", *lines, f"stands {len(lines)}")
    assert len(tale.refused) == 1
    assert tale.ends == ends


def test_a_tile_let_stand_without_a_place_lies_where_it_fits():
    toes = [f"{seat} 12-{toe}@12-12" for seat, toe in zip("ABCABC", range(1, 7), strict=True)]
    start = ("hand 1 first=A", "start 12-12", *toes, "A 1-1@12-1", "B 9-2", "stands 9")
    assert layouts.told(FOOT, *start).ends == [9, 6, 5, 4, 3, 1, 1, 1]


# --- tricks --------------------------------------------------------------------------------------

ONE = replace(TEXAS_DEMONS, hand_size=1)
OUT = "hand 1 shaker=N\nturn 3-0\n1. N 9-9 9-8 9-7 9-6\n"


@pytest.mark.parametrize(
    ("tiles", "reason", "cites"),
    [
        ((Tile(9, 9), Tile(8, 8)), Reason.SEEN_TWICE, 2),
        ((Tile(8, 8), Tile(9, 9)), Reason.SEEN_TWICE, 2),
        ((Tile(8, 8), Tile(8, 8)), Reason.SEEN_TWICE, None),
        ((Tile(8, 8),), Reason.WRONG_NUMBER, None),
        ((Tile(9, 0), Tile(8, 8)), Reason.NOT_OF_SET, None),
        ((HIDDEN, Tile(8, 8)), None, None),
    ],
)
def test_leftovers_are_two_tiles_that_were_not_played(tiles, reason, cites):
    state = told(ONE, OUT).state
    ruling = ONE.judge(state, Leftovers(tiles))
    assert (ruling.reason, ruling.counts, ruling.cites) == (reason, True, cites)
    assert reason is not None or ruling is STANDS
    after = ONE.apply(state, Leftovers((HIDDEN, Tile(8, 8)))).playing
    assert after is not None
    assert after.leftovers == (Tile(8, 8),)


@pytest.mark.parametrize(
    ("goal", "won", "over", "result"),
    [
        (Goal.NO_TRICK, (1, 6), True, Promise.FAILED),
        (Goal.NO_TRICK, (0, 7), True, Promise.MADE),
        (Goal.NO_TRICK, (0, 6), False, None),
        (Goal.EVERY_TRICK, (6, 1), False, Promise.FAILED),
        (Goal.EVERY_TRICK, (7, 0), True, Promise.MADE),
    ],
)
def test_a_promise_of_all_tricks_or_none(goal, won, over, result):
    assert Undertaking(0, goal, 0).progress((0, 0), won, 42, over) is result


@pytest.mark.parametrize(
    ("undertaking", "made", "all_or_nothing", "points"),
    [
        (Undertaking(0, Goal.POINTS, 0, 30, 30), True, True, (35, 7)),
        (Undertaking(0, Goal.POINTS, 0, 36, 36), False, True, (0, 43)),
        (Undertaking(0, Goal.EVERY_TRICK, 0, 0, 84), True, False, (84, 7)),
        (Undertaking(0, Goal.EVERY_TRICK, 0, 0, 84), True, True, (84, 0)),
        (Undertaking(0, Goal.EVERY_TRICK, 0, 0, 84), False, True, (0, 84)),
    ],
)
def test_the_points_of_a_promise(undertaking, made, all_or_nothing, points):
    result = Promise.MADE if made else Promise.FAILED
    assert undertaking.points_for(result, (35, 7), all_or_nothing) == points


PASSED = "bid E pass  S pass  W pass  N pass\n"


def test_a_yard_turned_to_its_last_tile_throws_the_hand_in():
    two = "hand 1 shaker=N\nturn 6-2\n" + PASSED + "turn 5-5\n" + PASSED
    turned = "turn 6-1\nturn 6-4\nturn 6-0\nturn 6-3\nturn 5-1\n"
    assert told(DOMINO_EUCHRE, two + turned).outcomes == []
    assert told(DOMINO_EUCHRE, two + turned + "turn 5-2").outcomes == [HandScored(1, (0, 0), (0, 0), (0, 0))]
    sixes = "hand 1 shaker=N\nturn 6-2\n" + PASSED + "".join(f"turn 6-{low}\n" for low in (1, 4, 0, 3, 5, 6))
    assert told(DOMINO_EUCHRE, sixes + "turn 5-0\n" + PASSED).outcomes == [
        HandScored(1, (0, 0), (0, 0), (0, 0))
    ]


def test_the_free_round_is_the_second():
    card = replace(DOMINO_EUCHRE, auction=TurnUps(free_second_round=True))
    phase = told(card, "hand 1 shaker=N\nturn 6-2\n" + PASSED).state.phase
    assert (phase.number, phase.on_offer, phase.turn) == (2, True, 1)  # type: ignore[union-attr]


def test_nothing_is_known_of_a_hand_before_it_is_played():
    state = told(FORTY_TWO, "hand 1 shaker=N\n").state
    assert (state.trump, state.sitting_out, state.hidden_history, state.trick) == (None, (), False, ())
