"""The score sheet, the fair copy, and ``python -m engine``."""

import pytest

from engine.__main__ import main
from engine.choosing import fold, rules_of
from engine.errors import OptionError
from engine.fair_copy import fair_copy
from engine.journal import Withdraw
from engine.notation import read
from engine.record import Record
from engine.referee import closed, referee
from engine.remarks import remarks
from engine.scoresheet import score_sheet
from engine.table import Table
from tests.support.examples import ALL_FIVES, ALL_FIVES_SHEET, T42, T42_SHEET

HEAD_BLOCK = '[DGN "1"]\n[Game "block"]\n[Seats "A B"]\nhand 1 first=A\n'


def folded(text: str):
    record = read(text).record
    rules = rules_of(record)
    return record, rules, closed(rules, referee(rules, record.entries))


@pytest.mark.parametrize(("text", "sheet"), [(T42, T42_SHEET), (ALL_FIVES, ALL_FIVES_SHEET)])
def test_the_examples_come_out_as_their_sheets(text, sheet):
    assert score_sheet(*folded(text)) == sheet


def test_rulings_against_acts_are_listed_with_what_would_have_been_right():
    hidden = "\n".join(line for line in T42.splitlines() if not line.startswith("deal"))
    renege = hidden.replace("W 6-3 6-0 2-0 5-4", "W 6-3 5-0 2-0 5-4").replace("N 3-2 5-0", "N 3-2 6-0")
    lines = score_sheet(*folded(renege)).splitlines()
    assert lines[lines.index("Rulings") + 1 :] == ["    31  E 6-0       renege  should 6-0  cites 24"]


def test_what_was_let_stand_and_what_is_to_be_answered_is_listed():
    text = ALL_FIVES + "ask A 6-5 | A 6-6\nB 2-2\nB 2-0\nstands 8\n"
    lines = score_sheet(*folded(text)).splitlines()
    assert lines[lines.index("To be answered") + 1] == "     6  A 6-5 | A 6-6  unsure"
    assert any("B 2-0" in line and line.endswith("let stand") for line in lines)


def test_the_fair_copy_of_the_example_is_the_example():
    record, rules, refereed = folded(T42)
    assert fair_copy(record, refereed, rules.sides) == T42.replace("  {bid lost here: EW 11 > 10}", "")


def test_a_live_journal_becomes_a_fair_copy():
    live = """\
[DGN "1"]
[Game "texas_42"]
[Seats "N=Nancy E=Ella S=Steve W=Will"]
hand 1 shaker=N
bid E pass
bid S 29
fix 2 => bid S 30
bid W pass
bid N pass
call S 1
S 1-1 %99 {[%t 0:31]}
W 5-1
N 3-1
E 6-1
ask S 6-4 | S 6-5
fix 11 => S 6-4
W 6-6
N 6-2
E 6-3
"""
    record, rules, refereed = folded(live)
    assert (
        fair_copy(record, refereed, rules.sides)
        == """\
[DGN "1"]
[Game "texas_42"]
[Seats "N=Nancy E=Ella S=Steve W=Will"]
hand 1 shaker=N
bid E pass  S 29
fix 2 => bid S 30
bid W pass  N pass
call S 1
1. S 1-1 5-1 3-1 6-1 =S+1
ask S 6-4 | S 6-5
fix 11 => S 6-4
W 6-6
N 6-2
E 6-3
"""
    )


def test_a_hand_that_began_without_a_line_has_no_end_in_the_fair_copy():
    text = T42.partition("end NS")[0] + "bid S 30\n"
    record, rules, refereed = folded(text)
    copy = fair_copy(record, refereed, rules.sides)
    assert "end " not in copy
    again = read(copy)
    assert (
        remarks(again.checks, again.record, rules, closed(rules, referee(rules, again.record.entries))) == ()
    )


def test_a_seat_that_sits_out_is_a_dash_in_the_fair_copy():
    text = """\
[DGN "1"]
[Game "domino_euchre"]
[Seats "N=Nancy E=Ella S=Steve W=Will"]
hand 1 shaker=W
turn 6-2
bid N accept alone
aside W ?-?
1. E 5-4 - 5-3 5-2 =E+1
"""
    record, rules, refereed = folded(text)
    assert fair_copy(record, refereed, rules.sides) == text


def test_a_trick_with_an_amended_tile_is_copied_act_by_act():
    text = T42.partition("2. N 6-1")[0].replace(" =N+1", "") + "fix 13 => W 2-0\n"
    record, rules, refereed = folded(text)
    assert fair_copy(record, refereed, rules.sides).endswith(
        "call N 1\nN 1-1\nE 5-1\nS 3-1\nW 1-0\nfix 13 => W 2-0\n"
    )


def test_a_turn_of_several_acts_is_one_line_of_the_fair_copy():
    text = '[DGN "1"]\n[Game "double_six_draw"]\n[Seats "A=Ann B=Ben C=Cas"]\nhand 1 first=A\nA 6-4\nB +?\nB +?\nB 6-5@6-4\n'
    record, rules, refereed = folded(text)
    assert fair_copy(record, refereed, rules.sides).endswith("A 6-4\nB +? +? 6-5@6-4\n")


CLOSE = T42.replace("[Teams", '[Score "NS:3 EW:6"]\n[Teams')


def test_a_score_before_the_record_counts():
    rules, refereed = fold(read(CLOSE).record)
    assert refereed.state.total == (3, 7)
    assert score_sheet(read(CLOSE).record, rules, refereed).endswith("\nWon by EW\n")
    assert Table(rules, read(CLOSE).record).snapshot.refereed == refereed


def test_a_score_before_the_record_counts_after_an_amendment_too():
    record = read(CLOSE).record
    table = Table(rules_of(record), record)
    assert table.enter(Withdraw(37)).refereed.state.winners == ()
    assert table.enter(Withdraw(38)).refereed.state.total == (3, 7)


@pytest.mark.parametrize("score", ["NX:3", "NS", "NS:x", "NS:3 EW:9999999"])
def test_a_score_that_is_none_is_refused(score):
    with pytest.raises(OptionError, match=r'is written as in \[Score "NS:0 EW:0"\]'):
        rules_of(read(T42.replace("[Teams", f'[Score "{score}"]\n[Teams')).record)


def test_a_hand_of_the_same_number_keeps_its_own_score():
    rest = "reveal A: 4-4\nreveal B: 4-3\nhand 1 first=A\nA 6-5\n"
    text = HEAD_BLOCK + "A 6-6\nB pass\nA 6-1\nB pass\nA pass\n" + rest
    lines = score_sheet(*folded(text)).splitlines()
    scores = [at for at, line in enumerate(lines) if line.startswith("  score")]
    assert scores and scores[0] < max(at for at, line in enumerate(lines) if line.startswith("Hand 1"))


def test_a_hand_after_the_game_is_no_hand_of_the_sheet():
    record = read(CLOSE + "hand 2\n").record
    lines = score_sheet(record, *fold(record)).splitlines()
    assert [line for line in lines if line.startswith("Hand")] == ["Hand 1, shaker N"]
    assert "     -  hand 2      game_over" in lines


def test_a_hand_of_a_game_that_was_over_before_keeps_its_number():
    record = read(T42.partition("bid E")[0].replace("[Teams", '[Score "NS:7 EW:2"]\n[Teams')).record
    assert "Hand 1, shaker N" in score_sheet(record, *fold(record)).splitlines()


def test_of_two_decisions_the_last_is_on_the_sheet():
    text = (
        '[DGN "1"]\n[Game "texas_42"]\n[Options "renege=trick_to_opponents"]\n[Seats "N E S W"]\nhand 1 first=N\n'
        "bid N 30 E pass S pass W pass\ncall N 4\n"
        "1. N 6-6 6-5 6-4 1-0\n2. S 5-5 5-0 6-2 3-2\n3. S 1-1 2-1 5-1 4-1\n"
    )
    lines = score_sheet(*folded(text)).splitlines()
    assert [line for line in lines if line.endswith(("made", "failed"))] == ["  NS failed"]


def test_who_did_not_show_what_was_left_is_named():
    lines = score_sheet(*folded(HEAD_BLOCK + "A 6-6\nB pass\nA pass\n")).splitlines()
    assert lines[-1] == "  not shown: A B"


# --- choosing the rules ------------------------------------------------------------------------


def test_the_rules_are_chosen_by_the_tags():
    record = Record((("Game", "mexican_train"), ("Set", "double-nine")))
    assert rules_of(record).tiles.highest == 9
    assert rules_of(record.tagged("Options", "set=9")).tiles.highest == 9
    assert rules_of(Record((("Game", "block"), ("Options", "target=50")))).target == 50


@pytest.mark.parametrize(
    ("tags", "sentence"),
    [
        ((("Game", "texas_24"),), "there is no game 'texas_24'.*can be texas_"),
        ((), r"there is no game ''.*texas_42, "),
        (
            (("Game", "block"), ("Set", "double-nine")),
            'Block is played with a double-6 set, not .*"double-nine"',
        ),
        (
            (("Game", "block"), ("Options", "targt=50")),
            "targt is not a house rule of Block; did you mean target",
        ),
        (
            (("Game", "texas_84"), ("Profile", "84_5p")),
            "84_5p is not a profile of texas_84; did you mean 84_",
        ),
    ],
)
def test_what_is_not_known_is_named_with_the_nearest_that_is(tags, sentence):
    with pytest.raises(OptionError, match=sentence):
        rules_of(Record(tags))


# --- python -m engine --------------------------------------------------------------------------


def test_the_command_prints_the_sheet(tmp_path, capsys):
    path = tmp_path / "game.dgn"
    path.write_text(T42)
    assert main([str(path)]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == (T42_SHEET, "")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            T42.replace("6-6 =W+11", "6-6 =N+11"),
            "line 15, column 22: the record says =N+11, the referee finds =W+11",
        ),
        (T42.replace("5. W 6-3", "5. W 6-"), "read up to there: line 17, column 6: found '6'"),
        (T42.replace("texas_42", "texas"), "there is no game 'texas'"),
        (b"\xff\xfe", "line 1, column 1: found the byte 0xff, expected text in UTF-8"),
    ],
)
def test_the_command_says_what_is_wrong_in_one_sentence(tmp_path, capsys, text, sentence):
    path = tmp_path / "game.dgn"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    code = main([str(path)])
    err = capsys.readouterr().err
    assert sentence in err
    assert len(err.splitlines()) == 1
    assert code == (0 if "referee finds" in err else 1)


@pytest.mark.parametrize(("arguments", "code"), [([], 2), (["--help"], 2), (["missing.dgn"], 1)])
def test_the_command_needs_one_record_that_is_there(arguments, code, capsys):
    assert main(arguments) == code
    assert len(capsys.readouterr().err.splitlines()) == 1
