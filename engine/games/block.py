"""Block: one line, no drawing; who goes out, or holds least when nobody can play, takes the others' pips."""

from __future__ import annotations

from types import MappingProxyType

from engine.house_rules import Blocked, BlockTie
from engine.layouts import LayoutRules
from engine.options import SWITCH, Game, Option

BLOCK = LayoutRules(key="block")

MOST_BY_THE_SHEET = 4
"""Players for whom the sheet names the tiles each takes; five or more agree on a number beforehand."""


def tiles_allowed(seats: int) -> tuple[int, ...]:
    """How many tiles each may take: seven, two players also eight, three or four also five or six; more agree."""
    if seats == 2:
        return (7, 8)
    return (5, 6, 7) if seats <= MOST_BY_THE_SHEET else tuple(range(1, 28 // seats + 1))


def refuses(rules: LayoutRules) -> str | None:
    """Why the house rules cannot be kept by so many players; None when they can."""
    allowed = tiles_allowed(rules.seats)
    if rules.tiles_each not in allowed:
        if rules.seats > MOST_BY_THE_SHEET and rules.tiles_each == BLOCK.tiles_each:
            return f"{rules.seats} players of Block agree how many tiles each takes, at most hand_size={allowed[-1]}"
        wanted = " or ".join(map(str, allowed))
        return f"{rules.seats} players of Block take {wanted} tiles each, not {rules.tiles_each}"
    if rules.partners and rules.seats != 4:
        return "partners=on needs four players"
    return None


HAND_SIZE = Option(
    "hand_size",
    "How many tiles each player takes; the rest stay out of play. Five players or more agree on a number.",
    MappingProxyType({"7": 7, "5": 5, "6": 6, "8": 8}),
    numbers=range(1, 9),
)
SUBTRACT_OWN = Option(
    "subtract_own",
    "When the game is blocked, the winner's own pips are taken off what they score.",
    MappingProxyType({"false": Blocked.OTHERS_PIPS, "true": Blocked.OTHERS_LESS_OWN}),
    sets="blocked",
)
BLOCK_TIE = Option(
    "block_tie",
    "Who scores when the game is blocked and several hands tie for lowest.",
    MappingProxyType({tie.value: tie for tie in BlockTie}),
)
PARTNERS = Option("partners", "Players opposite each other add up their pips and score together.", SWITCH)
TARGET = Option(
    "target", "How many points win the game.", MappingProxyType({"100": 100}), numbers=range(1, 10_000)
)

GAME = Game(
    key="block",
    title="Block",
    profiles=MappingProxyType({"default": BLOCK}),
    options=(HAND_SIZE, SUBTRACT_OWN, BLOCK_TIE, PARTNERS, TARGET),
    seats=(2, 3, 4, 5, 6, 7, 8, 9),
    refuses=refuses,
)
