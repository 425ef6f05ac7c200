"""Reading and writing records, line by line."""

import pytest

from engine import actions as a
from engine.checks import Begun, Count, Ended, Mark, Numbered, Taken, WentOut
from engine.errors import NotationError
from engine.journal import Correct, Insert, Unclear, Uphold, Withdraw, WithdrawHand
from engine.notation import action_text, entry_text, read, read_action, read_what, what_text, write
from engine.record import Record, Seating
from engine.tiles import HIDDEN, PartTile, Tile
from tests.support.examples import T42
from tests.support.tables import HEAD, journal, record, stopped


def test_a_whole_hand_reads_to_its_end():
    reading = read(T42)
    assert reading.stopped is None
    assert reading.record.game == "texas_42"
    assert reading.record.seating == Seating(tuple("NESW"), ("Nancy", "Ella", "Steve", "Will"))
    assert reading.record.last == 4 + 5 + 28
    assert [entry_text(e, reading.record.seating) for e in reading.record.entries[9:12]] == [
        "call N 1", "N 1-1", "E 5-1",
    ]  # fmt: skip
    assert reading.checks[:3] == (
        Begun(6, 1, 0, hand=1),
        Numbered(13, 1, 10, trick=1),
        Taken(13, 22, 13, winner=0, worth=1),
    )
    assert reading.checks[-1] == Ended(20, 1, 37, ("NS:29", "EW:13", "failed", "EW+1m"))


N, E, S, W = range(4)
ONE_ACTION = {
    "deal N: 6-4 ?*6": a.Deal(N, (Tile(6, 4), *[HIDDEN] * 6)),
    "deal E:": a.Deal(E, ()),
    "reveal S: 6-5 2-?": a.Reveal(S, (Tile(6, 5), PartTile(2))),
    "bid E pass": a.Bid(E, a.PassOffer()),
    "bid S 30": a.Bid(S, a.PointsOffer(30)),
    "bid N 64/6": a.Bid(N, a.PointsOffer(64, a.SuitTrump(6))),
    "bid N 88/follow-me": a.Bid(N, a.PointsOffer(88, a.NO_TRUMP)),
    "bid N 2m": a.Bid(N, a.MarksOffer(2)),
    "bid S nello 1m": a.Bid(S, a.ContractOffer(a.Contract.NELLO, 1)),
    "bid S plunge": a.Bid(S, a.ContractOffer(a.Contract.PLUNGE)),
    "bid S accept alone": a.Bid(S, a.AcceptOffer(alone=True)),
    "bid E 3 alone": a.Bid(E, a.SuitOffer(3, alone=True)),
    "call N doubles": a.NameTrump(N, a.DOUBLES),
    "call N follow-me": a.NameTrump(N, a.NO_TRUMP),
    "turn 6-2": a.TurnUp(Tile(6, 2)),
    "start 12-12": a.Start(Tile(12, 12)),
    "lead S": a.NameLeader(S),
    "left 9-9 8-2": a.Leftovers((Tile(9, 9), Tile(8, 2))),
    "kitty N take ?*2 aside 1-0 3-0": a.TakeKitty(N, (HIDDEN, HIDDEN), (Tile(1, 0), Tile(3, 0))),
    "aside W ?-?": a.SetAside(W, (HIDDEN,)),
    "N 1-1": a.Play(N, Tile(1, 1)),
    "N 6-3/3": a.Play(N, Tile(6, 3), end=3),
    "N 6-6'": a.Play(N, Tile(6, 6), twin=True),
    "E 4-4@6-4": a.Play(E, Tile(4, 4), a.Target(Tile(6, 4))),
    "E 4-1@4-4/e": a.Play(E, Tile(4, 1), a.Target(Tile(4, 4), a.Where.END)),
    "E 5-2/5@6-1/6": a.Play(E, Tile(5, 2), a.Target(Tile(6, 1), 6), end=5),
    "E 9-9@N": a.Play(E, Tile(9, 9), a.Target(N)),
    "E 12-3@M": a.Play(E, Tile(12, 3), a.Target(a.MEXICAN)),
    "E +8-1": a.Draw(E, (Tile(8, 1),)),
    "E +?": a.Draw(E, (HIDDEN,)),
    "E +?*3": a.Draw(E, (HIDDEN,) * 3),
    "E +8-1+6-?": a.Draw(E, (Tile(8, 1), PartTile(6))),
    "S pass": a.Pass(S),
    "S last": a.Claim(S, a.Claims.LAST),
    "S block": a.Claim(S, a.Claims.BLOCK),
    "S claim made": a.Claim(S, a.Claims.MADE),
    "S claim failed": a.Claim(S, a.Claims.FAILED),
    "S claim rest": a.Claim(S, a.Claims.REST),
    "S catch N": a.Catch(S, N),
    "hand 2 shaker=N first=E hub=12": a.HandStart(2, N, E, 12),
}


@pytest.mark.parametrize(("text", "action"), ONE_ACTION.items(), ids=ONE_ACTION.keys())
def test_one_action_is_read_and_written_back(text, action):
    table = record()
    assert read_action(text, table) == action
    assert action_text(action, table.seating) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("order S alone", "bid S accept alone"),
        ("order S", "bid S accept"),
        ("hand 1 dealer=N", "hand 1 shaker=N"),
        ("hand 1 hub=9-9", "hand 1 hub=9"),
        ("N 4-6", "N 6-4"),
        ("deal N: ?-? ?-? ?*2", "deal N: ?*4"),
        ("E +?-?", "E +?"),
        ("  N   1-1   ; said twice", "N 1-1"),
        ("N {the {best} 1-1", "N 1-1"),
        ("\ufeffN 1-1", "N 1-1"),
    ],
)
def test_other_ways_to_write_an_action_are_read(text, plain):
    table = record()
    assert action_text(read_action(text, table), table.seating) == plain


def test_a_bare_number_bid_in_domino_euchre_is_a_suit():
    euchre = record(head='[Game "domino_euchre"] ' + HEAD)
    assert read_action("bid E 3", euchre) == a.Bid(E, a.SuitOffer(3))
    assert action_text(a.Bid(E, a.SuitOffer(3)), euchre.seating) == "bid E 3"


AMENDMENTS = {
    "fix 1 => N 5-3": Correct(1, a.Play(N, Tile(5, 3))),
    "fix 1 drop": Withdraw(1),
    "add 1 E pass": Insert(1, a.Pass(E)),
    "add 0 hand 1": Insert(0, a.HandStart(1)),
    "add before 1 E pass": Insert(1, a.Pass(E), before=True),
    "fix hand 2 drop": WithdrawHand(2),
    "stands 1": Uphold(1),
    "ask E 6-4 | E 6-5": Unclear((a.Play(E, Tile(6, 4)), a.Play(E, Tile(6, 5)))),
    "ask seen_twice: E 6-4": Unclear((a.Play(E, Tile(6, 4)),), "seen_twice"),
    "ask unseen before 1: E 6-4": Unclear((a.Play(E, Tile(6, 4)),), "unseen", before=1),
    "ask": Unclear(()),
}


@pytest.mark.parametrize(("text", "what"), AMENDMENTS.items(), ids=AMENDMENTS.keys())
def test_amendments_and_doubts_are_read_and_written_back(text, what):
    table = record("N 1-1", "hand 2")
    assert read_what(text, table) == what
    assert what_text(what, table.seating) == text


@pytest.mark.parametrize(
    ("line", "acts"),
    [
        ("1. N 1-1 5-1 3-1 1-0", ["N 1-1", "E 5-1", "S 3-1", "W 1-0"]),
        ("1. W 1-1 5-1", ["W 1-1", "N 5-1"]),
        ("1. N 1-1 - 3-1/3 -", ["N 1-1", "S 3-1/3"]),
        ("bid E pass  S 30  W 2m  N nello", ["bid E pass", "bid S 30", "bid W 2m", "bid N nello"]),
        ("bid E accept alone S pass", ["bid E accept alone", "bid S pass"]),
        ("N 9-9@N 6-6@S 12-3@M", ["N 9-9@N", "N 6-6@S", "N 12-3@M"]),
        ("N 9-9@N +? 9-4@N", ["N 9-9@N", "N +?", "N 9-4@N"]),
        ("E +?*2 pass", ["E +?*2", "E pass"]),
        ("E +8-1 +?", ["E +8-1", "E +?"]),
        ("E 6-4 last", ["E 6-4", "E last"]),
        ("1: N 1-1", ["N 1-1"]),
        ("1: 1. N 1-1 5-1", ["N 1-1", "E 5-1"]),
    ],
)
def test_a_compact_line_is_as_many_entries_as_it_has_acts(line, acts):
    table = record(line)
    assert [entry_text(e, table.seating) for e in table.entries] == acts
    assert [e.number for e in table.entries] == list(range(1, len(acts) + 1))


@pytest.mark.parametrize("word", ["N 6-?", "1. N 6-?"])
def test_a_play_not_seen_whole_is_a_doubt_between_the_tiles_it_may_be(word):
    what = record(word).entries[0].what
    assert what == Unclear(tuple(a.Play(N, Tile(6, low)) for low in range(7)))


def test_a_play_not_seen_at_all_may_be_any_tile_of_the_set():
    (entry,) = journal("N ?-?", head=HEAD + '[Set "double-nine"]')
    assert isinstance(entry.what, Unclear)
    assert len(entry.what.candidates) == 55


def test_undo_takes_back_the_newest_action_still_standing():
    entries = journal("N 1-1", "E 5-1", "undo", "undo", "S 3-1", "add 1 W pass", "undo")
    assert [e.what for e in entries if isinstance(e.what, Withdraw)] == [
        Withdraw(2),
        Withdraw(1),
        Withdraw(6),
    ]


def test_confidence_and_time_are_read_and_written():
    (entry,) = journal("N 1-1 %99.8 {[%t 1:00:31.5] clear}")
    assert (entry.confidence, entry.at_s) == (0.998, 3631.5)
    assert entry_text(entry, record().seating) == "N 1-1 %99.8 {[%t 1:00:31.5]}"


def test_each_tile_of_a_trick_may_have_its_time_and_confidence():
    entries = journal("1. N 1-1 %99 {[%t 0:31]} 5-1 {[%t 0:33]} %71")
    assert [(e.confidence, e.at_s) for e in entries] == [(0.99, 31), (0.71, 33)]


def test_check_tokens_are_read_and_not_obeyed():
    reading = read(
        HEAD + "\nN 2-0!must_follow_suit(5-1 ?-?) #\nE 4-4@6-4 =14\nrule 1 renege shown-by=2 should=6-4,5-1"
    )
    assert reading.stopped is None
    assert reading.checks == (
        Mark(2, 6, 1, "must_follow_suit", (Tile(5, 1), HIDDEN)),
        WentOut(2, 33, 1),
        Count(3, 11, 2, 14),
        Mark(4, 1, 1, "renege", (Tile(6, 4), Tile(5, 1)), shown_by=2),
    )
    assert len(reading.record.entries) == 2


def test_tags_come_in_any_order_and_several_to_a_line():
    tags = (
        '[Teams "NS EW"] [Options "all_pass=forced_30 sides_first=false"]\n[Seats "N E S W"][Game "texas_42"]'
    )
    table = record("N 1-1", head=tags)
    assert table.options == ("all_pass=forced_30", "sides_first=false")
    assert table.seating.names == tuple("NESW")
    assert table.game == "texas_42"


def test_names_may_have_spaces_and_quotes():
    table = record(head=r'[Seats "A=Ann \"Ace\" Lee B=Bo"]')
    assert table.seating.names == ('Ann "Ace" Lee', "Bo")
    assert read(write(table)).record.seating == table.seating


def test_several_hands_are_numbered_through():
    entries = journal("hand 1", "N 1-1", "hand 2 shaker=E", "2: E 5-1")
    assert [e.number for e in entries] == [None, 1, None, 2]


def test_line_breaks_of_any_kind_end_a_line():
    assert read(HEAD + "\r\nN 1-1\rE 5-1\nS 3-1").record.last == 3


def test_a_comment_in_braces_may_run_over_lines():
    assert str(stopped(HEAD + "\nN 1-1 {it\nwas\nraining} ?")) == (
        "line 4, column 10: found '?', expected the end of the line"
    )


@pytest.mark.parametrize("text", ["", "\n\n", "   ", "; nothing"])
def test_an_empty_record_is_a_record(text):
    assert read(text).record == Record()
    assert read(text).stopped is None


@pytest.mark.parametrize("text", ["N 1-1 5-1", "", "bid E pass S 30", "; hm"])
def test_only_one_thing_is_said_at_a_time(text):
    with pytest.raises(NotationError, match="expected one action, amendment or doubt"):
        read_what(text, record())


def test_an_amendment_is_no_action():
    with pytest.raises(NotationError, match="expected an action"):
        read_action("fix 1 drop", record("N 1-1"))
