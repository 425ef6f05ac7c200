"""Layout games counted by plain lists of numbers: shares no code with the engine, on purpose.

A position is what is left open: *arms* (one number for each free end of a line), at most one *star* (a
double with free sides and ends) and at most one *foot* (a double that must be filled first).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Bone = tuple[int, int]


@dataclass(frozen=True)
class Sheet:
    """How a game is played, in one line each."""

    spins: bool = False
    feet: bool = False
    draws: str = "never"
    """``never``, ``until`` it fits, or ``one``."""
    stops: bool = False
    """Over as soon as no tile anywhere can be laid."""
    all_seen: bool = True
    """Tiles in the yard count as tiles that can still be laid."""


@dataclass(frozen=True)
class Position:
    arms: tuple[int, ...] = ()
    star: tuple[int, int, int] | None = None
    foot: tuple[int, int] | None = None
    begun: bool = False
    spun: bool = False
    hands: tuple[tuple[Bone, ...], ...] = ()
    yard: tuple[Bone, ...] = ()
    turn: int = 0
    passes: int = 0
    drew: bool = False


def sequences(sheet: Sheet, at: Position, depth: int) -> int:
    """How many ways *depth* acts can follow."""
    if depth == 0:
        return 1
    if is_over(sheet, at):
        return 0
    return sum(sequences(sheet, after, depth - 1) for after in acts(sheet, at))


def is_over(sheet: Sheet, at: Position) -> bool:
    if any(not hand for hand in at.hands) or at.passes >= len(at.hands):
        return True
    if not (sheet.stops and at.begun):
        return False
    left = [bone for hand in at.hands for bone in hand]
    left += at.yard if sheet.all_seen else ()
    return not any(laid(sheet, at, bone) for bone in left)


def acts(sheet: Sheet, at: Position) -> list[Position]:
    seats = len(at.hands)
    following = (at.turn + 1) % seats
    found = []
    for bone in at.hands[at.turn]:
        for new in laid(sheet, at, bone):
            hand = tuple(other for other in at.hands[at.turn] if other != bone)
            hands = (*at.hands[: at.turn], hand, *at.hands[at.turn + 1 :])
            found.append(replace(new, hands=hands, turn=following, passes=0, drew=False))
    if found:
        return found
    may_draw = sheet.draws == "until" or (sheet.draws == "one" and not at.drew)
    if may_draw and at.yard:
        hand = (*at.hands[at.turn], at.yard[0])
        hands = (*at.hands[: at.turn], hand, *at.hands[at.turn + 1 :])
        return [replace(at, hands=hands, yard=at.yard[1:], drew=True)]
    return [replace(at, turn=following, passes=at.passes + 1, drew=False)]


def laid(sheet: Sheet, at: Position, bone: Bone) -> list[Position]:
    """Every position that laying *bone* leads to, one for each free place."""
    a, b = bone
    if at.foot is not None:
        number, room = at.foot
        if number not in bone:
            return []
        left = replace(at, foot=(number, room - 1) if room > 1 else None)
        return [grown(sheet, left, other_end(bone, number), a == b)] * room
    if not at.begun:
        if a != b:
            return [replace(at, begun=True, arms=(a, b))]
        star = (a, 2, 2) if sheet.spins else None
        return [replace(at, begun=True, arms=() if star else (a, a), star=star, spun=sheet.spins)]
    found = []
    for place, number in enumerate(at.arms):
        if number in bone:
            left = replace(at, arms=at.arms[:place] + at.arms[place + 1 :])
            found.append(grown(sheet, left, other_end(bone, number), a == b))
    if at.star is not None and at.star[0] in bone:
        number, sides, ends = at.star
        star = (number, sides - 1, ends) if sides else (number, 0, ends - 1)
        left = replace(at, star=star if star[1] + star[2] else None)
        found += [grown(sheet, left, other_end(bone, number), a == b)] * (sides or ends)
    return found


def grown(sheet: Sheet, at: Position, number: int, double: bool) -> Position:
    """*at* with a tile more, which shows *number*."""
    if double and sheet.feet:
        return replace(at, foot=(number, 3))
    if double and sheet.spins and not at.spun:
        return replace(at, star=(number, 1, 2), spun=True)
    return replace(at, arms=(*at.arms, number))


def other_end(bone: Bone, number: int) -> int:
    return bone[1] if bone[0] == number else bone[0]
