"""The one object that changes."""

import threading

import pytest

from engine.actions import Bid, HandStart, Pass, PassOffer, Play
from engine.errors import Stale, UnknownEntry
from engine.journal import Correct, Insert, Withdraw
from engine.notation import read_what
from engine.record import Record
from engine.table import Table
from engine.tiles import Tile
from tests.support.tables import FOUR, record
from tests.support.toy import TOY

N, E, S, W = range(4)


def table(*lines: str, **more) -> Table:
    return Table(TOY, record(*lines), **more)


def test_an_entry_is_numbered_refereed_and_seen():
    one = Table(TOY, Record(seating=FOUR))
    assert one.enter(HandStart(1)).entries[-1].number is None
    told = one.enter(Play(N, Tile(1, 1)), source="vision", at_s=31.0, confidence=0.9)
    assert (told.entries[-1].number, told.entries[-1].source, told.entries[-1].at_s) == (1, "vision", 31.0)
    assert told.refereed.rulings[1].stands
    assert one.snapshot is told
    assert one.enter(Pass(E), by="Ann").entries[-1].by == "Ann"


def test_the_version_grows_with_every_entry_and_goes_on_after_a_restart():
    one = table("N 1-1")
    first = one.snapshot.version
    assert one.enter(Pass(E)).version == first + 1
    again = Table(TOY, one.snapshot.record, version=first + 1)
    assert again.snapshot.version == first + 2
    assert again.snapshot.refereed == one.snapshot.refereed


def test_an_entry_is_kept_before_anybody_sees_it():
    seen = []
    one = table("N 1-1", keep=lambda entry: seen.append((entry.number, one.snapshot.record.last)))
    one.enter(Pass(E))
    assert seen == [(2, 1)]


def test_what_could_not_be_kept_was_not_entered():
    def full(entry):
        raise OSError("disk full")

    one = table("N 1-1", keep=full)
    before = one.snapshot
    with pytest.raises(OSError, match="disk full"):
        one.enter(Pass(E))
    assert one.snapshot is before


@pytest.mark.parametrize("what", [Withdraw(2), Correct(0, Pass(N)), Insert(-1, Pass(N))])
def test_an_amendment_of_nothing_is_refused_in_one_sentence(what):
    one = table("N 1-1")
    with pytest.raises(UnknownEntry, match=f"there is no entry {what.number}; the last one is 1"):
        one.enter(what)
    assert one.snapshot.record.last == 1


def test_an_amendment_is_answered_with_what_it_changed():
    one = table("N 1-1", "S 3-1")
    assert one.snapshot.changed is None
    changed = one.enter(Insert(1, Play(E, Tile(5, 1)))).changed
    assert changed is not None and [c.number for c in changed.rulings] == [3, 2]
    assert one.enter(Pass(W)).changed is None


def test_a_correction_by_someone_who_missed_an_earlier_one_is_stale():
    one = table("N 1-1", "E 5-1")
    seen = one.snapshot.version
    one.enter(Correct(1, Play(N, Tile(2, 1))), version=seen)
    with pytest.raises(Stale, match="entry 1 was amended since"):
        one.enter(Withdraw(1), version=seen)
    with pytest.raises(Stale, match="entry 3 was amended since"):
        one.enter(Withdraw(3), version=seen)
    assert one.enter(Withdraw(1), version=one.snapshot.version).changed


def test_a_correction_is_not_stale_because_something_else_happened():
    one = table("N 1-1", "E 5-1")
    seen = one.snapshot.version
    one.enter(Play(S, Tile(3, 1)))
    one.enter(Correct(2, Play(E, Tile(2, 1))))
    assert one.enter(Correct(1, Play(N, Tile(3, 3))), version=seen).version == seen + 3


def test_a_bid_after_the_turn_has_moved_is_stale():
    one = table("N 1-1")
    seen = one.snapshot.version
    one.enter(Bid(E, PassOffer()), version=seen)
    one.enter(Pass(E), version=seen)
    with pytest.raises(Stale, match="the turn has moved") as caught:
        one.enter(Bid(E, PassOffer()), version=seen)
    assert (caught.value.version, caught.value.present) == (seen, seen + 2)


@pytest.mark.parametrize(
    ("first", "between", "again"),
    [
        ("E 5-1", (), "E 5-1"),
        ("E 5-1", ("S 3-1",), "E 5-1"),
        ("E pass", (), "E pass"),
        ("hand 2 shaker=E", (), "hand 2 shaker=E"),
    ],
)
def test_what_somebody_else_told_meanwhile_is_not_told_twice(first, between, again):
    one = table("N 1-1")
    seen = one.snapshot.version
    for act in (first, *between):
        one.enter(read_what(act, one.snapshot.record), version=seen)
    before = one.snapshot
    with pytest.raises(Stale, match="the same was entered since"):
        one.enter(read_what(again, before.record), version=seen)
    assert one.snapshot is before


@pytest.mark.parametrize(
    "acts",
    [
        ("E +?", "E +?"),
        ("E pass", "S 3-1", "E pass"),
        ("E 5-1", "undo", "E 5-1"),
        ("E 5-1", "hand 2 shaker=E", "E 5-1"),
        ("E 5-1", "S 5-1"),
    ],
)
def test_what_can_happen_again_is_entered_again(acts):
    one = table("N 1-1")
    seen = one.snapshot.version
    for act in acts:
        one.enter(read_what(act, one.snapshot.record), version=seen)
    assert one.snapshot.version == seen + len(acts)


def test_waiting_ends_with_news():
    one = table("N 1-1")
    seen = one.snapshot.version
    found = []
    waiter = threading.Thread(target=lambda: found.append(one.wait_after(seen, 10.0)))
    waiter.start()
    told = one.enter(Pass(E))
    waiter.join(10.0)
    assert found == [told]


def test_waiting_ends_without_news_too():
    one = table("N 1-1")
    assert one.wait_after(one.snapshot.version, 0.0) is one.snapshot
    assert one.wait_after(0, 10.0) is one.snapshot


def test_many_threads_enter_and_nothing_is_lost():
    kept = []
    one = table("N 1-1", keep=kept.append)
    threads = [threading.Thread(target=lambda: [one.enter(Pass(E)) for _ in range(20)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [entry.number for entry in kept] == list(range(2, 162))
    assert one.snapshot.entries[1:] == tuple(kept)
