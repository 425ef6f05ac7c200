"""Reading and writing records."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import actions as a
from engine.checks import Count, Ended, Mark, Taken, WentOut
from engine.choosing import fold
from engine.errors import NotationError, UnknownVersion
from engine.journal import Correct, Insert, Unclear, Uphold, Withdraw
from engine.notation import action_text, entry_text, read, read_action, read_what, what_text, write
from engine.record import Record, Seating
from engine.scoresheet import score_sheet
from engine.tiles import HIDDEN, PartTile, Tile
from tests.support.examples import T42
from tests.support.notes import records
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
    assert reading.checks[0] == Taken(13, 22, 13, winner=0, worth=1)
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
    "stands 1": Uphold(1),
    "ask E 6-4 | E 6-5": Unclear((a.Play(E, Tile(6, 4)), a.Play(E, Tile(6, 5)))),
    "ask seen_twice: E 6-4": Unclear((a.Play(E, Tile(6, 4)),), "seen_twice"),
    "ask": Unclear(()),
}


@pytest.mark.parametrize(("text", "what"), AMENDMENTS.items(), ids=AMENDMENTS.keys())
def test_amendments_and_doubts_are_read_and_written_back(text, what):
    table = record("N 1-1")
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


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("N 1-", "line 2, column 3: found '1', expected a tile, a draw such as +?, pass, block, last, catch or claim"),
        ("Q 1-1", "line 2, column 1: found 'Q', expected a seat: N, E, S or W"),
        ("N 1-1 E 5-1", "line 2, column 7: found 'E', expected a tile, a draw such as +?, pass, block, last, catch or claim"),
        ("bid N", "line 2, column 6: found the end of the line, expected an offer: pass, a number, marks such as 2m, "
         "accept, nello, plunge, splash, sevens"),
        ("bid N nello 1", "line 2, column 14: found the end of the line, expected m right after the number, as in 2m"),
        ("call N seven", "line 2, column 8: found 'seven', expected a trump: a number, doubles or follow-me"),
        ("turn 6-?", "line 2, column 6: found '6-?', expected a tile known whole, such as 6-4"),
        ("3: N 1-1", "line 2, column 1: found '3', expected entry number 1"),
        ("1: hand 1", "line 2, column 4: found 'hand', expected an action, amendment or doubt "
         "(hands and checks are not numbered)"),
        ("fix 1 => N 1-1", "line 2, column 5: found '1', expected an entry before this line"),
        ("undo", "line 2, column 1: found 'undo', expected an action before it to undo"),
        ("1. N 1-1 5-1 3-1 1-0 6-6", "line 2, column 22: found '6-6', expected a trick of 4 tiles"),
        ("1. N", "line 2, column 5: found the end of the line, expected the tile led, such as 6-4"),
        ("hand 1 shaker=Q", "line 2, column 15: found 'Q', expected a seat: N, E, S or W"),
        ("hand 1 best=N", "line 2, column 8: found 'best', expected shaker=, first= or hub=, each once"),
        ("hand 1 hub=12-11", "line 2, column 12: found '12-11', expected a double, such as 12-12"),
        ("N 100-1", "line 2, column 3: found '100-1', expected a tile such as 6-4"),
        ("deal N: ?*4000", "line 2, column 9: found '?*4000', expected a number of tiles up to 400"),
        ("N 1-1 %101", "line 2, column 7: found '%101', expected a confidence from %0 to %100"),
        ("N 1-1 !", "line 2, column 8: found the end of the line, expected the code of a ruling, such as must_follow_suit"),
        ("N 1-1 {so", "line 2, column 7: found a { that is never closed, expected a }"),
        ('[Game "block"] N 1-1 x', "line 2, column 22: found 'x', expected a tile, a draw such as +?, pass, block, last, "
         "catch or claim"),
        ("fix", "line 2, column 4: found the end of the line, expected the number of an entry"),
        ("rule 1 renege", "line 2, column 6: found '1', expected an entry before this line"),
        ("N claim all", "line 2, column 9: found 'all', expected made or failed or rest"),
        ("what", "line 2, column 1: found 'what', expected an action, such as N 6-4, bid N 31 or B pass"),
        ("bid N " + "9" * 5000, f"line 2, column 7: found '{'9' * 55}...', expected an offer: pass, a number, "
         "marks such as 2m, accept, nello, plunge, splash, sevens"),
    ],
)  # fmt: skip
def test_an_error_names_line_column_what_was_found_and_what_was_expected(line, error):
    assert str(stopped(HEAD + "\n" + line)) == error


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("fix 1 N 1-1", "line 3, column 7: found 'N', expected => and an action, or drop"),
        ("fix 1 => N 6-?", "line 3, column 10: found 'N', expected an action whose tile is known whole"),
        ("rule 1 should=6-4", "line 3, column 18: found the end of the line, expected the code of a ruling, such as renege"),
        ("stands 2", "line 3, column 8: found '2', expected an entry from 1 to 1"),
    ],
)  # fmt: skip
def test_an_amendment_that_cannot_be_is_named(line, error):
    assert str(stopped(HEAD + "\nN 1-1\n" + line)) == error


def test_a_check_line_may_say_more_than_is_compared():
    reading = read(HEAD + "\nN 1-1\nrule 1 renege by=Ann shown-by=x")
    assert reading.checks == (Mark(3, 1, 1, "renege"),)


@pytest.mark.parametrize(
    ("tags", "error"),
    [
        ('[Game "block"]\n[Game "42"]', "line 2, column 2: found 'Game', expected Game only once"),
        ("[Game block]", "line 1, column 7: found 'block', expected the tag's text in quotes"),
        ('[Game "block"', "line 1, column 14: found the end of the line, expected ']'"),
        ('["x"]', "line 1, column 2: found '\"x\"', expected the name of a tag, such as Game"),
        ('[Seats "N=A N=B"]', "line 1, column 8: found \"N=A N=B\", expected each seat needs its own letter, not N N"),
        ('[Teams "NE SW"]\n[Seats "N E S W"]',
         'line 2, column 8: found "N E S W", expected teams that alternate round the table: NS EW'),
        ('[Game "mexican_train"][Seats "A=Ann M=Mo"]',
         'line 1, column 30: found "A=Ann M=Mo", expected no seat called M, which is the Mexican train'),
        ('N 1-1', 'line 1, column 1: found \'N\', expected the seats to be named first, '
         'as in [Seats "N=Nancy E=Ella S=Steve W=Will"]'),
        (HEAD + '\nN 1-1\n[Game "block"]',
         "line 3, column 1: found '[', expected an action (tags stand before the first hand)"),
    ],
)  # fmt: skip
def test_tags_that_cannot_be_are_named(tags, error):
    assert str(stopped(tags)) == error


def test_a_record_of_a_newer_version_is_not_read_as_if_it_were_of_ours():
    reading = read('[Game "block"]\n[DGN "2"]\n[Seats "A B"]\nhand 1\nA 1-1')
    assert isinstance(reading.stopped, UnknownVersion)
    assert str(reading.stopped) == (
        "line 2, column 6: the record is of version '2', this program reads version 1"
    )
    assert reading.record.game == "block"
    assert reading.record.entries == ()


def test_what_stood_before_the_place_where_reading_stopped_is_kept():
    reading = read(HEAD + "\n1. N 1-1 5-1 3-")
    assert reading.record.last == 2
    assert reading.stopped is not None and (reading.stopped.line, reading.stopped.column) == (2, 14)


@pytest.mark.parametrize("cut", range(0, len(T42), 7))
def test_a_record_cut_off_anywhere_is_read_up_to_there(cut):
    whole, part = read(T42).record, read(T42[:cut])
    kept = part.record.entries
    assert kept[:-1] == whole.entries[: max(len(kept) - 1, 0)]
    if part.stopped is None and kept and T42[:cut].endswith("\n"):
        assert kept == whole.entries[: len(kept)]


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


@given(records())
@settings(derandomize=True, max_examples=60, deadline=None)
def test_reading_what_was_written_gives_the_same_record(written):
    reading = read(write(written))
    assert reading.stopped is None
    assert reading.record == written
    assert reading.checks == ()


@given(st.text(max_size=60), st.booleans())
@settings(derandomize=True, max_examples=150, deadline=None)
def test_no_text_breaks_the_reader(text, headed):
    read(HEAD + "\n" + text if headed else text)


WORDS = """
N E Q M 6-4 ?-? 6-? ?*3 + +? - @ / ' ! # = % %71 ( ) => | . : 1 2 17 m bid pass call deal hand fix add stands
undo drop ask rule end kitty take aside claim rest last catch order accept alone nello doubles [ ] " { } ;
"""
TOKENS = st.sampled_from(WORDS.split())


@given(st.lists(st.one_of(TOKENS, st.just("\n")), max_size=25), st.data())
@settings(derandomize=True, max_examples=250, deadline=None)
def test_no_heap_of_words_breaks_the_reader(words, data):
    glue = data.draw(st.sampled_from([" ", ""]))
    reading = read(HEAD + "\n" + glue.join(words))
    again = read(write(reading.record))
    assert again.stopped is None and again.record.entries == reading.record.entries


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("texas_42", ["N 1-1"] * 8_000),
        ("block", [f"{seat} {n % 7}-{n // 7 % 7}" for n in range(2_000) for seat in "NESW"]),
        ("mexican_train", ["N +?", "N pass", "fix 1 => N 9-9@N"] * 2_500),
    ],
)
def test_however_long_a_record_is_it_is_refereed_in_time(game, lines):
    table = record("hand 1", *lines, head=f'[Game "{game}"] {HEAD}')
    rules, refereed = fold(table)
    assert len(refereed.rulings) == sum(not line.startswith("fix") for line in lines)
    assert score_sheet(table, rules, refereed)


def test_a_hundred_thousand_lines_are_read():
    lines = ["hand 1", "N 1-1", *["fix 1 => N 5-3", "undo"] * 50_000]
    reading = read(HEAD + "\n" + "\n".join(lines))
    assert reading.stopped is None
    assert reading.record.last == 100_001
