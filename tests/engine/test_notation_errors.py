"""Records that cannot be read to their end: where and why reading stops, and what is kept."""

import pytest

from engine.checks import Mark
from engine.errors import UnknownVersion
from engine.notation import read, read_bytes
from tests.support.examples import T42
from tests.support.tables import HEAD, stopped


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
        ('[Seats "N=A N=B"]', "line 1, column 8: found \"N=A N=B\", expected seats such as N=Nancy E=Ella "
         "(each seat needs its own letter, not N N)"),
        ('[Seats "N=\u202eA E=B"]', "line 1, column 8: found \"N=\\u202eA E=B\", expected seats such as N=Nancy E=Ella "
         "(a name is plain words without '=', not '\\u202eA')"),
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


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf"])
def test_a_byte_that_is_no_text_ends_the_reading_where_it_stands(before):
    sound = before + (HEAD + "\r\nN 1-1\r\n").encode()
    reading = read_bytes(sound + "E 5-1 {é".encode() + b"\xff\x00}\nS 3-1\n")
    assert [entry.number for entry in reading.record.entries] == [1]
    assert str(reading.stopped) == "line 3, column 9: found the byte 0xff, expected text in UTF-8"
    assert read_bytes(sound) == read(HEAD + "\nN 1-1\n")


def test_what_is_wrong_before_a_byte_that_is_no_text_is_told_first():
    reading = read_bytes((HEAD + "\nQ 1-1\n").encode() + b"\xff")
    assert reading.stopped is not None and (reading.stopped.line, reading.stopped.column) == (2, 1)


@pytest.mark.parametrize("cut", range(0, len(T42), 7))
def test_a_record_cut_off_anywhere_is_read_up_to_there(cut):
    whole, part = read(T42).record, read(T42[:cut])
    kept = part.record.entries
    assert kept[:-1] == whole.entries[: max(len(kept) - 1, 0)]
    if part.stopped is None and kept and T42[:cut].endswith("\n"):
        assert kept == whole.entries[: len(kept)]
