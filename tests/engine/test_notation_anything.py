"""Whatever is written is read again, and no text however odd or long breaks the reader."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checks import Begun
from engine.choosing import fold
from engine.notation import read, write
from engine.scoresheet import score_sheet
from tests.support.notes import records
from tests.support.tables import HEAD, record


@given(records())
@settings(derandomize=True, max_examples=60, deadline=None)
def test_reading_what_was_written_gives_the_same_record(written):
    reading = read(write(written))
    assert reading.stopped is None
    assert reading.record == written
    assert all(isinstance(check, Begun) for check in reading.checks)


@given(st.text(max_size=60), st.booleans())
@settings(derandomize=True, max_examples=150, deadline=None)
def test_no_text_breaks_the_reader(text, headed):
    read(HEAD + "\n" + text if headed else text)


WORDS = """
N E Q M 6-4 ?-? 6-? ?*3 + +? - @ / ' ! # = % %71 ( ) => | . : 1 2 17 m bid pass call deal hand fix add stands
undo drop ask rule end kitty take aside before claim rest last catch order accept alone nello doubles [ ] " { } ;
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
