"""What a journal makes of amendments."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import HandStart, Pass
from engine.errors import UnknownEntry
from engine.journal import (
    Correct,
    Entry,
    Insert,
    Unclear,
    Uphold,
    Withdraw,
    WithdrawHand,
    amended,
    belief,
)
from engine.newest import Newest
from engine.notation import action_text
from tests.support.tables import FOUR, journal


def told(*lines: str) -> list[str]:
    """The acts believed, each with its number."""
    acts = amended(journal(*lines))
    return [f"{act.number}: {action_text(act.action, FOUR)}" for act in acts]


def test_without_amendments_everything_happened_as_told():
    assert told("N 1-1", "E 5-1") == ["1: N 1-1", "2: E 5-1"]


def test_a_line_that_begins_a_hand_has_no_number():
    assert told("hand 1 shaker=N", "N 1-1") == ["None: hand 1 shaker=N", "1: N 1-1"]


@pytest.mark.parametrize(
    ("lines", "believed"),
    [
        (["N 1-1", "fix 1 => N 5-3"], ["1: N 5-3"]),
        (["N 1-1", "fix 1 => N 5-3", "fix 1 => N 6-3"], ["1: N 6-3"]),
        (["N 1-1", "E 5-1", "fix 1 drop"], ["2: E 5-1"]),
        (["N 1-1", "fix 1 drop", "fix 1 => N 1-1"], ["1: N 1-1"]),
        (["N 1-1", "fix 1 => N 5-3", "fix 1 drop"], []),
        (["ask E 6-4 | E 6-5", "fix 1 => E 6-4"], ["1: E 6-4"]),
        (["ask E 6-4 | E 6-5", "fix 1 drop", "fix 1 => E 6-4"], ["1: E 6-4"]),
        (["N 1-1", "fix 1 => hand 2"], ["1: hand 2"]),
    ],
)
def test_the_latest_amendment_of_an_act_decides(lines, believed):
    assert told(*lines) == believed


@pytest.mark.parametrize(
    ("lines", "believed"),
    [
        (["N 1-1", "W 2-2", "add 1 E pass"], ["1: N 1-1", "3: E pass", "2: W 2-2"]),
        (["N 1-1", "add 1 E pass", "add 1 S pass"], ["1: N 1-1", "2: E pass", "3: S pass"]),
        (["N 1-1", "add 1 E pass", "add 2 S pass", "add 1 W pass"],
         ["1: N 1-1", "2: E pass", "3: S pass", "4: W pass"]),
        (["hand 1", "E pass", "add 0 N 1-1"], ["None: hand 1", "2: N 1-1", "1: E pass"]),
        (["hand 1", "add 0 N 1-1", "hand 2", "E pass"],
         ["None: hand 1", "1: N 1-1", "None: hand 2", "2: E pass"]),
        (["N 1-1", "E pass", "fix 1 drop", "add 1 N 1-0"], ["4: N 1-0", "2: E pass"]),
        (["N 1-1", "add 1 hand 2 shaker=E", "E pass"], ["1: N 1-1", "2: hand 2 shaker=E", "3: E pass"]),
    ],
)  # fmt: skip
def test_an_inserted_act_stands_just_after_the_one_it_names(lines, believed):
    assert told(*lines) == believed


@pytest.mark.parametrize(
    ("lines", "believed"),
    [
        (["hand 1", "N 1-1", "hand 2", "E pass", "add before 2 S pass"],
         ["None: hand 1", "1: N 1-1", "None: hand 2", "3: S pass", "2: E pass"]),
        (["N 1-1", "E pass", "add before 2 S pass", "add before 2 W pass", "add 1 N 1-0"],
         ["1: N 1-1", "5: N 1-0", "3: S pass", "4: W pass", "2: E pass"]),
        (["N 1-1", "add before 1 E pass", "add before 2 S pass", "add 2 W pass"],
         ["3: S pass", "2: E pass", "4: W pass", "1: N 1-1"]),
        (["N 1-1", "add before 1 E pass", "fix 1 drop"], ["2: E pass"]),
    ],
)  # fmt: skip
def test_an_act_inserted_before_another_stands_just_before_it(lines, believed):
    assert told(*lines) == believed


@pytest.mark.parametrize(
    ("lines", "believed"),
    [
        (["N 1-1", "add 1 E pass", "fix 2 => E 5-1"], ["1: N 1-1", "2: E 5-1"]),
        (["N 1-1", "add 1 E pass", "fix 2 drop"], ["1: N 1-1"]),
        (["N 1-1", "add 1 E pass", "add 2 S pass", "fix 2 drop"], ["1: N 1-1", "3: S pass"]),
    ],
)
def test_the_number_of_an_insert_names_the_act_inserted(lines, believed):
    assert told(*lines) == believed


@pytest.mark.parametrize(
    ("lines", "believed"),
    [
        (["N 1-1", "fix 1 => N 5-3", "fix 2 drop"], ["1: N 1-1"]),
        (["N 1-1", "fix 1 => N 5-3", "fix 2 => N 6-3"], ["1: N 6-3"]),
        (["N 1-1", "fix 1 drop", "fix 2 drop"], ["1: N 1-1"]),
        (["N 1-1", "fix 1 drop", "fix 2 drop", "fix 3 drop"], []),
        (["N 1-1", "fix 1 => N 5-3", "fix 1 => N 6-3", "fix 3 drop"], ["1: N 5-3"]),
        (["N 1-1", "E 5-1", "fix 1 => N 5-3", "add 3 W pass"], ["1: N 5-3", "4: W pass", "2: E 5-1"]),
    ],
)
def test_an_amendment_can_itself_be_amended(lines, believed):
    assert told(*lines) == believed


@pytest.mark.parametrize(
    ("lines", "believed"),
    [
        (["fix hand 2 drop"], []),
        (["S 3-1", "fix hand 2 drop"], ["3: S 3-1"]),
        (["fix hand 2 drop", "hand 2 first=N"], ["None: hand 2 first=N"]),
        (["fix hand 2 drop", "fix 3 drop"], ["None: hand 2"]),
        (["hand 2", "fix hand 2 drop"], ["None: hand 2"]),
        (["fix hand 2 drop", "fix 3 => N 1-1"], []),
        (["fix hand 2 drop", "fix 3 => hand 3"], ["None: hand 3"]),
    ],
)
def test_a_hand_that_had_not_begun_is_taken_back(lines, believed):
    assert told("hand 1", "N 1-1", "E 5-1", "hand 2", *lines)[3:] == believed


def test_a_hand_that_never_began_is_not_taken_back():
    with pytest.raises(UnknownEntry):
        amended((Entry(1, Pass(0)), Entry(2, WithdrawHand(2))))


@pytest.mark.parametrize(
    ("lines", "upheld"),
    [
        (["N 1-1", "stands 1"], True),
        (["N 1-1", "stands 1", "fix 2 drop"], False),
        (["N 1-1", "stands 1", "fix 1 => N 5-3"], False),
        (["N 1-1", "fix 1 => N 5-3", "stands 1"], True),
        (["N 1-1", "fix 1 => N 5-3", "stands 2"], True),
    ],
)
def test_what_the_table_let_stand_is_told_until_it_was_another_act(lines, upheld):
    assert amended(journal(*lines))[0].upheld is upheld


def test_a_doubt_holds_its_place_until_it_is_answered():
    entries = journal("N 1-1", "ask E 6-4 | E 6-5", "S 5-5")
    assert [d.number for d in belief(entries).doubts] == [2]
    assert told("N 1-1", "ask E 6-4 | E 6-5", "S 5-5", "fix 2 => E 6-4") == [
        "1: N 1-1",
        "2: E 6-4",
        "3: S 5-5",
    ]
    assert belief(journal("ask E 6-4 | E 6-5", "fix 1 => E 6-4")).doubts == ()


def test_a_doubt_may_have_its_place_before_what_was_told_earlier():
    lines = ("N 1-1", "S 5-5", "W 3-0", "ask unseen before 2: E 6-4 | E 6-5")
    assert told(*lines, "fix 4 => E 6-5") == ["1: N 1-1", "4: E 6-5", "2: S 5-5", "3: W 3-0"]
    assert [doubt.number for doubt in belief(journal(*lines)).doubts] == [4]
    with pytest.raises(UnknownEntry):
        belief((Entry(1, Pass(0)), Entry(2, Unclear((Pass(1),), before=2))))


def test_a_doubt_taken_back_is_no_doubt():
    assert belief(journal("ask E 6-4 | E 6-5", "fix 1 drop")).doubts == ()


def test_who_told_last_is_known():
    entries = journal("N 1-1", "fix 1 => N 5-3")
    assert amended(entries)[0].told is entries[1]


@pytest.mark.parametrize(
    "what",
    [
        Correct(2, Pass(0)),
        Withdraw(0),
        Uphold(7),
        Insert(2, Pass(0)),
        Insert(-1, Pass(0)),
        Insert(0, Pass(0), before=True),
        Withdraw(-1),
    ],
)
def test_an_amendment_of_nothing_is_refused(what):
    with pytest.raises(UnknownEntry, match=f"no entry {what.number}; the last one is 1"):
        amended((Entry(1, Pass(0)), Entry(2, what)))


def test_inserts_may_be_as_deep_as_the_journal_is_long():
    entries = [Entry(1, Pass(0)), *(Entry(n, Insert(n - 1, Pass(1))) for n in range(2, 5000))]
    assert [act.number for act in amended(entries)] == list(range(1, 5000))
    entries = [Entry(1, Pass(0)), *(Entry(n, Insert(n - 1, Pass(1), before=True)) for n in range(2, 5000))]
    assert [act.number for act in amended(entries)] == list(range(4999, 0, -1))


WHATS = st.one_of(
    st.builds(Pass, st.integers(0, 3)),
    st.just(HandStart(1)),
    st.builds(Unclear, st.just((Pass(0), Pass(1)))),
    st.builds(Correct, st.integers(1, 12), st.builds(Pass, st.integers(0, 3))),
    st.builds(Withdraw, st.integers(1, 12)),
    st.just(WithdrawHand(1)),
    st.builds(Uphold, st.integers(1, 12)),
    st.builds(Insert, st.integers(0, 12), st.builds(Pass, st.integers(0, 3))),
    st.builds(Insert, st.integers(1, 12), st.builds(Pass, st.integers(0, 3)), st.just(True)),
)


@st.composite
def journals(draw):
    """Journals in which every amendment names an entry that is there."""
    entries: list[Entry] = []
    last = 0
    for what in draw(st.lists(WHATS, max_size=14)):
        if isinstance(what, Correct | Withdraw | Uphold | Insert) and what.number > last:
            continue
        if isinstance(what, WithdrawHand) and all(
            act.action != HandStart(1) for act in amended(tuple(entries))
        ):
            continue
        last += not isinstance(what, HandStart)
        entries.append(Entry(None if isinstance(what, HandStart) else last, what))
    return tuple(entries)


@given(journals())
@settings(derandomize=True, max_examples=300)
def test_undo_means_the_newest_action_still_standing(entries):
    newest = Newest()
    for number, entry in enumerate(entries, 1):
        newest.note(entry)
        standing = [act.number for act in amended(entries[:number]) if act.number is not None]
        assert newest.number() == max(standing, default=None)


@given(journals(), st.integers(0, 12))
@settings(derandomize=True, max_examples=200)
def test_withdrawing_what_was_inserted_leaves_all_as_it_was(entries, place):
    last = max((e.number or 0 for e in entries), default=0)
    inserted = (*entries, Entry(last + 1, Insert(min(place, last), Pass(2))))
    assert belief((*inserted, Entry(last + 2, Withdraw(last + 1)))) == belief(entries)


@given(journals(), st.data())
@settings(derandomize=True, max_examples=200)
def test_correcting_and_correcting_back_is_identity(entries, data):
    acts = [act for act in amended(entries) if act.number is not None and not act.upheld]
    if acts:
        act = data.draw(st.sampled_from(acts))
        last = max(e.number or 0 for e in entries)
        back = (
            *entries,
            Entry(last + 1, Correct(act.number, Pass(9))),
            Entry(last + 2, Correct(act.number, act.action)),
        )
        assert [(a.number, a.action) for a in amended(back)] == [
            (a.number, a.action) for a in amended(entries)
        ]
