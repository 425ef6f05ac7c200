"""Folding a journal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import HandStart, Pass, Play
from engine.errors import UnknownEntry
from engine.journal import Correct, Entry, Insert, Unclear, Uphold, Withdraw
from engine.outcomes import HandScored
from engine.referee import (
    Refereed,
    RulingChange,
    ScoreChange,
    closed,
    difference,
    extended,
    referee,
    supposed,
)
from engine.rulings import STANDS, Reason
from engine.tiles import Tile
from tests.support.tables import journal
from tests.support.toy import TOY


def fold(*lines):
    return referee(TOY, journal(*lines))


def refused(refereed):
    return [number for number, ruling in refereed.rulings.items() if not ruling.stands]


def test_each_act_gets_its_ruling_by_entry_number_in_the_order_played():
    told = fold("hand 1", "N 1-1", "S 3-1", "E 5-1", "add 1 E pass")
    assert list(told.rulings) == [1, 4, 2, 3]
    assert refused(told) == [3]


def test_an_act_that_does_not_count_leaves_the_state_as_it_was():
    told = fold("N 1-1", "W 3-1", "E 5-1")
    assert told.rulings[2].reason is Reason.NOT_YOUR_TURN
    assert told.state.acts == 2
    assert told.applied == (1, 3)


def test_an_act_the_table_let_stand_is_part_of_the_game():
    told = fold("N 1-1", "W 3-1", "N 5-1", "stands 2")
    assert (told.rulings[2].stands, told.rulings[2].counts) == (False, True)
    assert refused(told) == [2]
    assert told.state.acts == 3


def test_a_missed_act_can_be_inserted_and_the_rest_then_stands():
    assert refused(fold("N 1-1", "S 3-1")) == [2]
    assert refused(fold("N 1-1", "S 3-1", "add 1 E 5-1")) == []


def test_an_act_exposed_is_cited_by_its_entry_number():
    told = fold("hand 1", "W 6-6", "N 1-1", "E 5-1", "S 3-1", "W 1-0", "N 0-0")
    assert told.rulings[6].reason is Reason.RENEGE
    assert told.rulings[6].cites == 2


def test_correcting_the_exposed_act_is_done_by_refolding():
    lines = ["N 1-1", "E 5-1", "S 3-1", "W 1-0", "N 0-0"]
    assert fold(*lines).rulings[5].cites == 1
    assert fold(*lines, "fix 5 => N 2-0").rulings[5] == STANDS


def test_a_doubt_holds_its_place_and_is_not_judged():
    told = fold("N 1-1", "ask E 6-4 | E 6-5", "S 3-1")
    assert list(told.rulings) == [1, 3]
    assert [entry.number for entry in told.doubts] == [2]
    assert refused(told) == [3]
    assert refused(fold("N 1-1", "ask E 6-4 | E 6-5", "S 3-1", "fix 2 => E 6-4")) == []


@pytest.mark.parametrize(
    ("doubt", "supposes"),
    [
        ("ask E 6-4 | E 6-5", Tile(6, 4)),
        ("ask E 3-1 | E 6-5", Tile(6, 5)),  # the 3-1 was laid by somebody else since
        ("ask", None),
    ],
)
def test_play_goes_on_as_if_an_open_question_were_answered_by_what_is_likeliest(doubt, supposes):
    lines = journal("N 1-1", doubt, "S 3-1")
    told = supposed(TOY, lines, referee(TOY, lines))
    acts = {one.number: one.action for one in told.judged}
    assert acts.get(2) == (Play(1, supposes) if supposes else None)
    assert refused(told) == ([] if supposes else [3])
    assert [entry.number for entry in told.doubts] == [2]


def test_a_claim_that_is_asked_about_is_supposed_only_where_it_is_wanted():
    lines = journal("N 1-1", "ask N pass | E pass")
    told = referee(TOY, lines)
    assert supposed(TOY, lines, told, claims=False) is told
    assert len(supposed(TOY, lines, told).judged) == 2


def test_outcomes_come_with_the_act_that_brought_them_about():
    told = fold("hand 1", "N 1-1", "E 5-1", "S 3-1", "W 1-0", "N 6-6")
    assert told.outcomes == ((5, HandScored(1, (18, 7), (18, 7), (18, 7))),)


def test_the_end_of_the_record_scores_what_is_left():
    told = fold("hand 1", "N 1-1", "E 5-1")
    assert told.outcomes == ()
    end = closed(TOY, told)
    assert end.outcomes == ((None, HandScored(1, (2, 6), (2, 6), (2, 6))),)
    assert closed(TOY, end).closing == ()


def test_a_fold_that_was_closed_can_still_go_on():
    entries = journal("hand 1", "N 1-1", "E 5-1")
    end = closed(TOY, referee(TOY, entries[:2]))
    assert extended(TOY, end, entries) == referee(TOY, entries)


def test_an_amendment_of_nothing_is_refused():
    with pytest.raises(UnknownEntry):
        referee(TOY, (Entry(1, Withdraw(1)),))


def test_the_difference_tells_rulings_and_scores_before_and_after():
    lines = ["hand 1", "N 1-1", "S 3-1", "E 2-0", "S 4-0", "W 1-0", "N 6-6"]
    before, after = fold(*lines), fold(*lines, "fix 2 => E 5-1", "fix 3 drop")
    change = difference(before, after)
    assert [c.number for c in change.rulings] == [2, 3]
    assert change.rulings[1] == RulingChange(3, STANDS, None)
    old, new = HandScored(1, (18, 3), (18, 3), (18, 3)), HandScored(1, (18, 7), (18, 7), (18, 7))
    assert change.scores == (ScoreChange(1, old, new),)
    assert change.total == ((18, 3), (18, 7))
    assert change
    assert not difference(after, after)


ACTS = st.one_of(
    st.builds(Play, st.integers(0, 3), st.builds(Tile.of, st.integers(0, 2), st.integers(0, 2))),
    st.builds(Pass, st.integers(0, 3)),
    st.builds(HandStart, st.integers(1, 3)),
)
WHATS = st.one_of(
    ACTS,
    ACTS,
    st.builds(Unclear, st.just(())),
    st.builds(Correct, st.integers(1, 20), ACTS),
    st.builds(Insert, st.integers(0, 20), ACTS),
    st.builds(Withdraw, st.integers(1, 20)),
    st.builds(Uphold, st.integers(1, 20)),
)


@given(st.lists(WHATS, max_size=20))
@settings(derandomize=True, max_examples=200, deadline=None)
def test_extending_a_fold_is_folding_from_the_start(whats):
    entries: tuple[Entry, ...] = ()
    told = Refereed(TOY.start())
    last = 0
    for what in whats:
        if isinstance(what, Correct | Withdraw | Uphold | Insert) and what.number > last:
            continue
        last += not isinstance(what, HandStart)
        entries = (*entries, Entry(None if isinstance(what, HandStart) else last, what))
        told = extended(TOY, told, entries)
        assert told == referee(TOY, entries)
