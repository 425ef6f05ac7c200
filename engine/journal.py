"""The journal: what happened at the table, append-only, and what is now believed of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.actions import Action, HandStart
from engine.errors import UnknownEntry
from engine.sightings import TableEvent


@dataclass(frozen=True, slots=True)
class Correct:
    """``fix 12 => N 5-3``: entry *number* was this action."""

    number: int
    action: Action


@dataclass(frozen=True, slots=True)
class Withdraw:
    """``fix 12 drop``: entry *number* did not happen, or was taken back.  ``undo`` is written with its number."""

    number: int


@dataclass(frozen=True, slots=True)
class Insert:
    """``add 11 C pass``: just after entry *number* (0: before the first)."""

    number: int
    action: Action
    before: bool = False
    """``add before 12 C pass``: just before it instead, which at the start of a later hand is in that hand."""


@dataclass(frozen=True, slots=True)
class Uphold:
    """``stands 12``: the table lets entry *number* stand."""

    number: int


@dataclass(frozen=True, slots=True)
class Unclear:
    """``ask E 6-4 | E 6-5``: one of these; the place is held until a ``Correct`` answers."""

    candidates: tuple[Action, ...]
    why: str = "unsure"
    before: int | None = None
    """``ask unseen before 11: E 2-1``: it was done before the act of entry 11, as far as the table tells."""


@dataclass(frozen=True, slots=True)
class WithdrawHand:
    """``fix hand 2 drop``: that hand had not begun after all.  The newest line that begins it is meant; it has no number."""

    hand: int


Amendment = Correct | Withdraw | Insert | Uphold
What = Action | Unclear | Amendment | WithdrawHand


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal."""

    number: int | None
    """From 1 through the whole record, amendments and doubts included; None for a ``HandStart``."""
    what: What
    source: str = "record"
    """``vision``, ``record``, ``inferred`` or ``hand``."""
    at_s: float = 0.0
    by: str | None = None
    """The person, where one entered it."""
    confidence: float | None = None
    seen: TableEvent | None = None
    """The sighting it came from: evidence stays with the claim."""


# --- what is now believed ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Believed:
    """An action that is now believed to have happened."""

    number: int | None
    """The entry that stands for it: the one it was first written as, or the ``Insert`` that told of it."""
    action: Action
    told: Entry
    """The entry that says so now: itself, or its last correction."""
    upheld: bool = False
    """The table let it stand."""
    at_s: float = 0.0
    """When it happened: the time of the entry that stands for it."""


@dataclass(frozen=True, slots=True)
class Belief:
    """All that a journal says, amendments applied."""

    acts: tuple[Believed, ...] = ()
    """In the order played."""
    doubts: tuple[Entry, ...] = ()
    """``Unclear`` entries not answered yet, in the order played."""


@dataclass(slots=True)
class _Place:
    """Where an act is, or might be, in the order of play."""

    first: Entry | None
    told: Entry | None = None
    action: Action | None = None
    upheld: bool = False
    doubted: bool = False
    before: list[_Place] = field(default_factory=list)
    """Acts inserted just before this one, in the order told."""
    after: list[_Place] = field(default_factory=list)
    """Acts inserted just after this one, in the order told."""

    def says(self, entry: Entry, action: Action | None) -> None:
        """*entry* tells what happened here; whatever was told before gives way, a withdrawal included."""
        self.told, self.action, self.upheld, self.doubted = entry, action, False, action is None


def amended(entries: Sequence[Entry]) -> tuple[Believed, ...]:
    """The actions as now believed to have happened, in order.  Raises UnknownEntry."""
    return belief(entries).acts


def belief(entries: Sequence[Entry]) -> Belief:
    """What *entries* say, amendments applied, in time linear in their number.  Raises UnknownEntry.

    * The latest amendment of an act decides.  ``Correct`` brings a withdrawn act back and ends an ``Uphold``.
    * ``Withdraw`` of an amendment (``WithdrawHand`` too) takes that amendment back, as if it had not been made;
      any other amendment of an amendment means the act it amends.  An ``Insert`` stands for the act it told of.
    * Acts inserted at one place follow one another in the order told.
    """
    taken_back = _taken_back(entries)
    start = _Place(None)
    places: dict[int, _Place] = {0: start}
    order: list[_Place] = []
    number, begun = 0, False
    hands: dict[int, list[_Place]] = {}
    for entry in entries:
        if not begun and entry.number is not None:
            # "before the first" is after the line that begins the hand
            order.append(start)
            begun = True
        place = _place(entry, places, number, taken_back, hands)
        if isinstance(entry.what, Insert):
            beside = places[entry.what.number]
            (beside.before if entry.what.before else beside.after).append(place)
        elif isinstance(entry.what, Unclear) and entry.what.before is not None:
            places[entry.what.before].before.append(place)
        elif place.first is entry:
            order.append(place)
        if entry.number is not None:
            number = entry.number
            places[number] = place
    acts: list[Believed] = []
    doubts: list[Entry] = []
    for place in _in_order(order):
        if place.action is not None and place.told is not None:
            at_s = place.first.at_s if place.first is not None else 0.0
            acts.append(Believed(_number(place), place.action, place.told, place.upheld, at_s))
        elif place.doubted and place.told is not None:
            doubts.append(place.told)
    return Belief(tuple(acts), tuple(doubts))


def first_named(what: Amendment) -> int:
    """The lowest number *what* can name: an ``Insert`` may be after 0, before the first entry."""
    return 0 if isinstance(what, Insert) and not what.before else 1


def _number(place: _Place) -> int | None:
    return None if place.first is None else place.first.number


def _place(
    entry: Entry, places: dict[int, _Place], last: int, taken_back: set[int], hands: dict[int, list[_Place]]
) -> _Place:
    """The place *entry* speaks of, with what it says of it.  *hands*: the lines that begin each, as far as they stand."""
    what = entry.what
    if isinstance(what, WithdrawHand):
        return _unbegun(entry, what.hand, last, taken_back, hands)
    if isinstance(what, Correct | Withdraw | Uphold | Insert):
        if what.number < first_named(what) or what.number not in places:
            raise UnknownEntry(what.number, last)
        if isinstance(what, Insert):
            place = _Place(entry)
            place.says(entry, what.action)
            return place
        place = places[what.number]
        if entry.number in taken_back:
            return place
        if isinstance(what, Correct):
            if _number(place) is not None or isinstance(what.action, HandStart):  # else it begins a hand
                place.says(entry, what.action)
        elif isinstance(what, Uphold):
            place.upheld = True
        elif what.number == _number(place):
            place.action, place.doubted = None, False
        return place
    if isinstance(what, Unclear) and what.before is not None and not 1 <= what.before <= last:
        raise UnknownEntry(what.before, last)
    place = _Place(entry)
    place.says(entry, None if isinstance(what, Unclear) else what)
    if isinstance(what, HandStart):
        hands.setdefault(what.number, []).append(place)
    return place


def _unbegun(
    entry: Entry, hand: int, last: int, taken_back: set[int], hands: dict[int, list[_Place]]
) -> _Place:
    """The place of the newest line that begins *hand*, which stands no longer unless that was taken back."""
    begun = hands.get(hand)
    if not begun:
        raise UnknownEntry(hand, last)
    if entry.number in taken_back:
        return begun[-1]
    place = begun.pop()
    place.action, place.doubted = None, False
    return place


def _taken_back(entries: Sequence[Entry]) -> set[int]:
    """The numbers of corrections, withdrawals and upholdings that a later ``Withdraw`` took back."""
    amends = {e.number for e in entries if isinstance(e.what, Correct | Withdraw | Uphold | WithdrawHand)}
    found: set[int] = set()
    for entry in reversed(entries):
        what = entry.what
        if isinstance(what, Withdraw) and entry.number not in found and what.number in amends:
            found.add(what.number)
    return found


def _in_order(order: Iterable[_Place]) -> Iterator[_Place]:
    """Each place after those inserted before it and before those inserted after it, however deep."""
    waiting = [(place, False) for place in order]
    waiting.reverse()
    while waiting:
        place, reached = waiting.pop()
        if not reached and place.before:
            waiting.append((place, True))
            waiting.extend((one, False) for one in reversed(place.before))
            continue
        yield place
        waiting.extend((one, False) for one in reversed(place.after))
