"""Mexican Train counted by plain lists of numbers: shares no code with the engine, on purpose."""

from __future__ import annotations

from dataclasses import dataclass, replace

Bone = tuple[int, int]


@dataclass(frozen=True)
class Yard:
    """A round as it stands; trains are those of the seats, the last is for all."""

    highest: int
    tails: tuple[int, ...]
    hands: tuple[tuple[Bone, ...], ...]
    yard: tuple[Bone, ...]
    table: frozenset[Bone]
    started: frozenset[int] = frozenset()
    pennies: frozenset[int] = frozenset()
    ends_double: tuple[int, ...] = ()
    """Trains that end in a double, in the order laid."""
    must: int | None = None
    own_doubles: tuple[int, ...] = ()
    turn: int = 0
    building: bool = True
    built: int = 0
    emptied: bool = False
    over: bool = False
    drew: bool = False
    passes: int = 0


def begin(hub: int, hands: tuple[tuple[Bone, ...], ...], yard: tuple[Bone, ...]) -> Yard:
    return Yard(hub, (hub,) * (len(hands) + 1), hands, yard, frozenset({(hub, hub)}))


def train_sequences(at: Yard, depth: int, last_first: bool = False) -> int:
    """How many ways *depth* acts can follow; *last_first*: the double laid last is satisfied first."""
    if depth == 0:
        return 1
    if at.over:
        return 0
    return sum(train_sequences(after, depth - 1, last_first) for after in acts(at, last_first))


def acts(at: Yard, last_first: bool) -> list[Yard]:
    hand = at.hands[at.turn]
    found = [
        laid(at, bone, train, last_first) for bone in hand for train in open_to(at) if at.tails[train] in bone
    ]
    if found:
        return found
    if at.building:
        penny = at.pennies if at.turn in at.started else at.pennies | {at.turn}
        return [next_builder(replace(at, pennies=penny), last_first)]
    if at.yard and not at.drew:
        hands = with_hand(at.hands, at.turn, (*hand, at.yard[0]))
        return [replace(at, hands=hands, yard=at.yard[1:], drew=True)]
    passed = replace(at, pennies=at.pennies | {at.turn}, passes=at.passes + 1)
    if passed.passes >= len(at.hands) and not at.yard:
        return [replace(passed, over=True)]
    return [next_turn(passed, last_first)]


def open_to(at: Yard) -> list[int]:
    if at.building:
        return [at.turn]
    if at.must is not None:
        return [at.must]
    everybody = len(at.hands)
    return sorted({at.turn, everybody, *at.pennies, *at.own_doubles})


def laid(at: Yard, bone: Bone, train: int, last_first: bool) -> Yard:
    a, b = bone
    tail = b if at.tails[train] == a else a
    hand = tuple(other for other in at.hands[at.turn] if other != bone)
    covered = tuple(other for other in at.ends_double if other != train)
    at = replace(
        at,
        tails=(*at.tails[:train], tail, *at.tails[train + 1 :]),
        hands=with_hand(at.hands, at.turn, hand),
        table=at.table | {bone},
        started=at.started | {train},
        ends_double=(*covered, train) if a == b else covered,
        drew=False,
        passes=0,
    )
    if at.building:
        return at if hand else next_builder(replace(at, emptied=True), last_first)
    at = replace(at, pennies=at.pennies - {train}) if train == at.turn else at
    if not hand or locked(at):
        return replace(at, over=True)
    if a != b:
        return next_turn(at, last_first)
    waiting = at.ends_double if left(at, a) else covered
    return replace(at, ends_double=waiting, own_doubles=(*at.own_doubles, train), must=None)


def next_builder(at: Yard, last_first: bool) -> Yard:
    at = replace(at, built=at.built + 1, turn=(at.turn + 1) % len(at.hands))
    if at.built < len(at.hands):
        return at
    at = replace(at, building=False)
    if at.emptied or locked(at):
        return replace(at, over=True)
    return whose_duty(at, last_first)


def next_turn(at: Yard, last_first: bool) -> Yard:
    turn = (at.turn + 1) % len(at.hands)
    return whose_duty(replace(at, turn=turn, own_doubles=(), drew=False), last_first)


def whose_duty(at: Yard, last_first: bool) -> Yard:
    waiting = tuple(train for train in at.ends_double if left(at, at.tails[train]))
    must = (waiting[-1] if last_first else waiting[0]) if waiting else None
    return replace(at, ends_double=waiting, must=must)


def left(at: Yard, number: int) -> bool:
    """Whether a tile of that number does not lie on the table yet."""
    return any((max(number, n), min(number, n)) not in at.table for n in range(at.highest + 1))


def locked(at: Yard) -> bool:
    return not any(left(at, tail) for tail in at.tails)


def with_hand(
    hands: tuple[tuple[Bone, ...], ...], seat: int, hand: tuple[Bone, ...]
) -> tuple[tuple[Bone, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
