"""How many tiles each player takes, by the number of players and the set: one named function a sheet."""

from __future__ import annotations


def seven(seats: int, highest: int) -> int:
    """Seven, however many play (Block)."""
    return 7


def five(seats: int, highest: int) -> int:
    """Five, however many play (All Fives)."""
    return 5


def eight_less_players(seats: int, highest: int) -> int:
    """Eight minus the number of players (the draw game, 5-Up)."""
    return 8 - seats


def train_share(seats: int, highest: int) -> int:
    """Mexican Train: 15 for up to four, 12 for five or six, 11 for more; of a smaller set the same share."""
    return _share(15 if seats <= 4 else 12 if seats <= 6 else 11, highest)


def foot_share(seats: int, highest: int) -> int:
    """Chicken Foot: 23 for two or three, 14 up to five, 9 up to eight, 7 beyond; of a smaller set the same share."""
    each = 23 if seats <= 3 else 14 if seats <= 5 else 9 if seats <= 8 else 7
    return _share(each, highest)


def _share(each: int, highest: int) -> int:
    """*each* is meant for the ninety tiles of a double-twelve set beside its starting double."""
    tiles = (highest + 1) * (highest + 2) // 2 - 1
    return each * tiles // 90
