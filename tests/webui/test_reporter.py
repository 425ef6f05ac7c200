"""The events of a game, as the commands tell them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Pass, Play
from engine.choosing import rules_of
from engine.journal import Believed, Correct, Entry, Insert, Unclear, Withdraw
from engine.notation import read
from engine.outcomes import GameWon, HandDecided, HandScored, PointsMade, Promise, TrickTaken
from engine.record import Record
from engine.referee import Judged, Refereed, closed, referee, supposed
from engine.rulings import Reason, refused
from engine.tiles import Tile
from tests.support.examples import ALL_FIVES, DEMONS, T42
from tests.support.tables import FOUR, journal, record
from tests.support.toy import TOY
from webui.reporter import events, status

HEAD_42 = '[DGN "1"]\n[Game "texas_42"]\n[Seats "N E S W"]\nhand 1 shaker=N\n'


def fold(*lines):
    return referee(TOY, journal(*lines))


def told(*folds):
    """The events of folds that follow one another; each is a list of lines."""
    before, found = None, []
    for lines in folds:
        after = fold(*lines)
        found.append(list(events(Record(seating=FOUR), 2, before, after)))
        before = after
    return found


def test_an_act_is_told_with_its_ruling():
    (first,) = told(["hand 1", "N 1-1 %99.8 {[%t 0:31]}", "W 3-1"])
    assert first == [
        {"event": "act", "n": 1, "at_s": 31.0, "act": "N 1-1", "source": "record", "confidence": 0.998,
         "stands": True, "counts": True, "reason": None, "should": [], "rests_on": None, "cites": None},
        {"event": "act", "n": 2, "at_s": 0.0, "act": "W 3-1", "source": "record", "confidence": None,
         "stands": False, "counts": False, "reason": "not_your_turn", "should": [], "rests_on": None, "cites": None},
    ]  # fmt: skip


def test_who_entered_an_act_by_hand_is_named():
    entries = (Entry(1, Pass(0), "hand", 2.0, "Ann"),)
    (event,) = events(Record(seating=FOUR), 2, None, referee(TOY, entries))
    assert (event["source"], event["by"], event["at_s"]) == ("hand", "Ann", 2.0)


def test_an_act_that_is_only_supposed_is_no_act():
    lines = journal("N 1-1", "ask E 6-4 | E 6-5", "S 3-1")
    after = supposed(TOY, lines, referee(TOY, lines))
    told = list(events(Record(seating=FOUR), 2, None, after))
    assert [(event["event"], event["n"], event.get("stands")) for event in told] == [
        ("act", 1, True), ("ask", 2, None), ("act", 3, True),
    ]  # fmt: skip


def test_a_doubt_is_asked_in_its_place_and_withdrawn_when_it_is_answered():
    lines = ["N 1-1", "ask moved: E 6-4 | E 6-5", "S 3-1"]
    first, second = told(lines, [*lines, "fix 2 => E 6-4"])
    ask = {"event": "ask", "n": 2, "candidates": ["E 6-4", "E 6-5"], "why": "moved"}
    assert [event["n"] for event in first] == [1, 2, 3]
    assert first[1] == ask
    assert second[0] == ask | {"again": True, "withdrawn": True}
    assert [(e["event"], e["n"], e.get("again")) for e in second[1:]] == [("act", 2, None), ("act", 3, True)]


def test_an_act_taken_back_is_told_again_as_withdrawn():
    first, second = told(["N 1-1", "E 5-1"], ["N 1-1", "E 5-1", "fix 2 drop"])
    assert second == [first[1] | {"again": True, "withdrawn": True}]


def test_only_what_changed_is_told_again():
    lines = ["hand 1", "N 1-1", "E 5-1", "S 3-1", "W 1-0", "N 6-6"]
    first, second = told(lines, [*lines, "fix 3 => S 3-3"])
    assert [e["event"] for e in first] == ["act"] * 5 + ["hand"]
    assert [(e["event"], e.get("again")) for e in second] == [("act", True), ("hand", True)]
    assert second[0] == first[2] | {"act": "S 3-3", "again": True}
    assert second[1]["scores"] == {"NS": 20, "EW": 7}


def test_a_correction_keeps_the_time_of_the_act_and_names_who_told():
    entries = (Entry(1, Play(0, Tile(1, 1)), "vision", 31.0, confidence=0.9),)
    before = referee(TOY, entries)
    after = referee(TOY, (*entries, Entry(2, Correct(1, Play(0, Tile(2, 1))), "hand", 50.0, "Ann")))
    (event,) = events(Record(seating=FOUR), 2, before, after)
    assert (event["at_s"], event["source"], event["by"], event["confidence"]) == (31.0, "hand", "Ann", None)


def test_an_inserted_act_is_told_under_its_own_number():
    lines = ["N 1-1", "S 3-1"]
    _, second = told(lines, [*lines, "add 1 E pass"])
    assert [(e["n"], e["act"], e["stands"], e.get("again")) for e in second] == [
        (3, "E pass", True, None),
        (2, "S 3-1", True, True),
    ]


def test_nothing_new_is_nothing_told():
    assert told(["N 1-1"], ["N 1-1"])[1] == []


def test_the_end_of_the_record_tells_what_it_closed():
    before = fold("hand 1", "N 1-1")
    (event,) = events(Record(seating=FOUR), 2, before, closed(TOY, before))
    assert event == {
        "event": "hand", "hand": 1, "scores": {"NS": 2, "EW": 0}, "marks": {"NS": 2, "EW": 0},
        "total": {"NS": 2, "EW": 0},
    }  # fmt: skip


def outcomes(*brought, sides=2):
    """The events after the one act of a journal in which Ella, entry 14, lays the 6-4."""
    act = Believed(14, Play(1, Tile(6, 4)), Entry(14, Play(1, Tile(6, 4))))
    one = Judged(
        act, refused(Reason.RENEGE, (Tile(5, 1),), rests_on="renege=report", counts=True, cites=6), brought
    )
    return list(events(Record(seating=FOUR), sides, None, Refereed(TOY.start(), (one,))))


def test_what_an_act_brought_about_follows_it():
    tiles = (Tile(1, 1), Tile(5, 1), Tile(3, 1), Tile(1, 0))
    act, trick, decided, hand, game = outcomes(
        TrickTaken(1, 1, 0, 0, tiles, 1),
        HandDecided(1, 0, Promise.FAILED),
        HandScored(1, (29, 13), (0, 1), (0, 1)),
        GameWon((3, 7), (1,)),
    )
    assert (act["reason"], act["should"], act["rests_on"], act["cites"]) == (
        "renege",
        ["5-1"],
        "renege=report",
        6,
    )
    assert trick == {
        "event": "trick", "hand": 1, "trick": 1, "leader": "N", "winner": "N",
        "tiles": ["1-1", "5-1", "3-1", "1-0"], "worth": 1,
    }  # fmt: skip
    assert decided == {"event": "decided", "hand": 1, "n": 14, "side": "NS", "result": "failed"}
    assert hand["marks"] == {"NS": 0, "EW": 1}
    assert game == {"event": "game", "total": {"NS": 3, "EW": 7}, "winner": "EW"}


def test_points_say_what_adds_up_to_them():
    _, points = outcomes(PointsMade(1, 1, 10, (6, 4)), sides=4)
    assert points == {"event": "points", "n": 14, "hand": 1, "seat": "E", "points": 10, "because": "6 + 4"}


def test_a_hand_of_which_not_all_was_seen_says_whose_tiles_are_missing():
    _, hand = outcomes(HandScored(1, (0, 5, 0, 0), (0, 5, 0, 0), (0, 5, 0, 0), (2, 3)), sides=4)
    assert hand["unshown"] == ["S", "W"]


def test_a_game_that_is_shared_names_everybody():
    _, game = outcomes(GameWon((7, 3, 7, 3), (0, 2)), sides=4)
    assert game["winner"] is None
    assert game["winners"] == ["N", "S"]


def test_the_state_of_the_camera_is_an_event_too():
    assert status("moved", "The camera was moved.") == {
        "event": "status", "state": "moved", "text": "The camera was moved.",
    }  # fmt: skip


def key(event):
    names = {"trick": ("hand", "trick"), "hand": ("hand",), "game": ()}
    return (event["event"], *(event[name] for name in names.get(event["event"], ("n",))))


WHATS = st.one_of(
    st.builds(Play, st.integers(0, 3), st.builds(Tile.of, st.integers(0, 2), st.integers(0, 2))),
    st.builds(Pass, st.integers(0, 3)),
    st.builds(Unclear, st.just((Pass(0), Pass(1)))),
    st.builds(Correct, st.integers(1, 12), st.builds(Pass, st.integers(0, 3))),
    st.builds(Insert, st.integers(0, 12), st.builds(Pass, st.integers(0, 3))),
    st.builds(Withdraw, st.integers(1, 12)),
)


@given(st.lists(WHATS, max_size=14))
@settings(derandomize=True, max_examples=150, deadline=None)
def test_who_follows_the_events_knows_what_a_newcomer_is_told(whats):
    entries: tuple[Entry, ...] = ()
    before, known = None, {}
    for what in whats:
        if getattr(what, "number", 0) > len(entries):
            continue
        entries = (*entries, Entry(len(entries) + 1, what))
        after = referee(TOY, entries)
        for event in events(Record(seating=FOUR), 2, before, after):
            event.pop("again", None)
            if event.pop("withdrawn", False):
                del known[key(event)]
            else:
                known[key(event)] = event
        before = after
    fresh = {key(e): e for e in events(Record(seating=FOUR), 2, None, before)} if before else {}
    assert known == fresh


@pytest.mark.parametrize("line", ["add 1 hand 2", "fix 1 => hand 2"])
def test_a_hand_that_begins_is_no_act_of_a_player(line):
    after = referee(TOY, record("N pass", line).entries)
    assert all(event["act"] == "N pass" for event in events(Record(seating=FOUR), 2, None, after))


# --- the example of the contract, out of the example of the notation -----------------------------


def example(text):
    """The events of a whole record, its end told too."""
    table = read(text).record
    rules = rules_of(table)
    return list(events(table, rules.sides, None, closed(rules, referee(rules, table.entries))))


def test_the_example_of_the_contract_comes_out():
    lines = [line for line in T42.splitlines() if not line.startswith("deal")]
    told = example("\n".join(lines).replace("1. N 1-1", "1. N 1-1 %99.8 {[%t 0:31]}"))
    assert told[5:10] == [
        {"event": "act", "n": 6, "at_s": 31.0, "act": "N 1-1", "source": "record", "confidence": 0.998,
         "stands": True, "counts": True, "reason": None, "should": [], "rests_on": None, "cites": None},
        *told[6:9],
        {"event": "trick", "hand": 1, "trick": 1, "leader": "N", "winner": "N",
         "tiles": ["1-1", "5-1", "3-1", "1-0"], "worth": 1},
    ]  # fmt: skip
    at = told.index({"event": "decided", "hand": 1, "n": 17, "side": "NS", "result": "failed"})
    assert [event["event"] for event in told[at - 2 : at + 1]] == ["act", "trick", "decided"]
    assert told[-1] == {
        "event": "hand", "hand": 1, "scores": {"NS": 29, "EW": 13}, "marks": {"NS": 0, "EW": 1},
        "total": {"NS": 0, "EW": 1},
    }  # fmt: skip
    assert [event["act"] for event in told[:5]] == [
        "bid E pass",
        "bid S 30",
        "bid W 31",
        "bid N 32",
        "call N 1",
    ]


def test_points_made_at_once_come_out_as_in_the_contract():
    told = [event for event in example(ALL_FIVES) if event["event"] == "points"]
    assert told[0] == {
        "event": "points", "n": 1, "hand": 1, "seat": "A", "points": 10, "because": "6 + 4",
    }  # fmt: skip
    assert [event["points"] for event in told] == [10, 10, 15]


def test_a_renege_cites_the_act_it_exposes():
    told = {event["n"]: event for event in example(DEMONS) if event["event"] == "act"}
    assert (told[16]["reason"], told[16]["cites"], told[16]["should"]) == ("renege", 4, ["6-4"])


LATE = HEAD_42 + "1. E 5-4 5-1 3-1 4-4\nbid E 30 S pass W pass N pass\ncall E 4\n"


def test_a_trick_that_trump_named_late_gives_to_another_is_told_again():
    rules, whole = rules_of(read(LATE).record), read(LATE).record
    before = referee(rules, whole.entries[:-1])
    (first,) = (e for e in events(whole, 2, None, before) if e["event"] == "trick")
    after = referee(rules, whole.entries)
    assert list(events(whole, 2, before, after))[1:] == [first | {"winner": "N", "again": True}]
    assert [e for e in events(whole, 2, None, after) if e["event"] == "trick"] == [first | {"winner": "N"}]
