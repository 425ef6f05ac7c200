"""A record's own checks, compared with the fold."""

import pytest

from engine.choosing import rules_of
from engine.notation import read
from engine.referee import closed, referee
from engine.remarks import remarks
from tests.support.examples import ALL_FIVES, DEMONS, T42


def said(text: str) -> list[str]:
    """The remarks on a record."""
    reading = read(text)
    assert reading.stopped is None
    rules = rules_of(reading.record)
    refereed = closed(rules, referee(rules, reading.record.entries))
    return [str(remark) for remark in remarks(reading.checks, reading.record, rules, refereed)]


@pytest.mark.parametrize("text", [T42, ALL_FIVES, DEMONS])
def test_the_examples_agree_with_the_fold(text):
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "wrong", "remark"),
    [
        (T42, ("6-6 =W+11", "6-6 =N+11"), "line 15, column 22: the record says =N+11, the referee finds =W+11"),
        (T42, ("6-6 =W+11", "6-6 =W+1"), "line 15, column 22: the record says =W+1, the referee finds =W+11"),
        (T42, ("N 1-1 5-1", "N 1-1 =N+1 5-1"),
         "line 13, column 10: the record says =N+1, the referee finds no trick is taken"),
        (T42, ("EW:13", "EW:14"), "line 20, column 1: the record says end NS:29 EW:14 failed EW+1m, "
         "the referee finds end NS:29 EW:13 failed EW+1m"),
        (T42, ("failed", "made"), "line 20, column 1: the record says end NS:29 EW:13 made EW+1m, "
         "the referee finds end NS:29 EW:13 failed EW+1m"),
        (T42, ("EW+1m", "NX+1m"), "line 20, column 1: the record says end NS:29 EW:13 failed NX+1m, "
         "the referee finds end NS:29 EW:13 failed EW+1m"),
        (T42, ("7. N 3-2 5-0 4-4 5-2 =N+11\n", ""), None),
        (T42, ("W 6-3 6-0 ", "W 6-3 6-0!must_follow_suit(6-5) "),
         "line 17, column 13: the record says entry 27 !must_follow_suit(6-5), "
         "the referee finds nothing was wrong with it"),
        (ALL_FIVES, ("=14", "=15"), "line 6, column 11: the record says =15, the referee finds =14"),
        (ALL_FIVES, ("A 6-4 =10", "A 6-4 =10 #"),
         "line 5, column 11: the record says #, the referee finds entry 1 was not the last tile"),
        (ALL_FIVES, ("A 5-4@4-4 =15", "A 5-4@4-4 # =15"),
         "line 9, column 11: the record says #, the referee finds entry 5 was not the last tile"),
        (DEMONS, ("should=6-4", "should=6-3"), "line 11, column 1: the record says entry 4 !renege(6-3), "
         "the referee finds !renege(6-4)"),
        (DEMONS, ("shown-by=16", "shown-by=15"), "line 11, column 1: the record says entry 4 !renege(6-4), "
         "the referee finds nothing was wrong with it"),
    ],
)  # fmt: skip
def test_a_check_that_disagrees_is_reported(text, wrong, remark):
    found = said(text.replace(*wrong))
    if remark is not None:
        assert remark in found
    else:
        assert any("hand 1 is not over" in one or "the referee finds end" in one for one in found)


def test_a_check_is_never_obeyed():
    told = T42.replace("6-6 =W+11", "6-6 =N+11")
    assert read(told).record == read(T42).record


def test_a_hand_that_is_not_over_has_no_end():
    assert said(ALL_FIVES + "end A:10 B:0\n") == [
        "line 10, column 1: the record says end A:10 B:0, the referee finds hand 1 is not over"
    ]


def test_an_end_is_not_compared_with_a_score_that_is_not_known_whole():
    blocked = '[DGN "1"]\n[Game "block"]\n[Seats "A B"]\nhand 1 first=A\nA 6-6\nB pass\nA pass\n'
    assert said(blocked + "end A:7 B:0\n") == []
    shown = blocked + "reveal A: 5-5 4-4 3-3 2-2 1-1 0-0\nreveal B: 5-4 4-3 3-2 2-1 1-0 5-0 4-0\n"
    assert len(said(shown + "end A:7 B:0\n")) == 1


TWO_PLAY = '[DGN "1"]\n[Game "block"]\n[Seats "A B"]\n'
OVER = "A 6-6\nB pass\nA pass\nreveal A: 5-5 4-4 3-3 2-2 1-1 0-0\nreveal B: 5-4 4-3 3-2 2-1 1-0 5-0 4-0\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hand 1 first=A\n" + OVER + "hand 2 first=A\n", []),
        ("hand 1 first=A\nA 6-6\nhand 1 first=B\nB 5-5\n", []),
        ("hand 1 first=A\n" + OVER + "hand 1 first=A\n", ["the record says hand 1, the referee finds that hand 1 is over"]),
        ("hand 3 first=A\nA 6-6\nhand 2 first=A\n", ["the record says hand 2, the referee finds hand 3 before it"]),
        ("hand 3 first=A\nA 6-6\nhand 7 first=A\n", []),
    ],
)  # fmt: skip
def test_a_hand_that_comes_again_is_told_unless_it_was_left_in_the_middle(text, found):
    assert [one.partition(": ")[2] for one in said(TWO_PLAY + text)] == found


def test_a_trick_that_is_missing_is_told_by_the_number_of_the_next():
    assert said(T42.replace("2. N 6-1 2-1 5-5 3-0 =N+11\n", ""))[0] == (
        "line 14, column 1: the record says trick 3, the referee finds trick 2"
    )


def test_a_tile_seen_twice_is_wrong_itself_whatever_it_cites():
    twice = T42.replace("6-6 =W+11", "6-6 =W+11 {}").replace("W 3-3 4-3", "W 3-3 1-1!seen_twice")
    assert not [one for one in said(twice) if "seen_twice" in one]


def test_an_end_after_an_amendment_is_that_of_the_hand_before():
    amended = T42.replace("end NS", "fix 37 drop\nfix 37 => W 5-2\nend NS")
    assert said(amended) == []
