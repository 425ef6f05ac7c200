"""What people ask of the evenings gone by: bids made and failed, averages, best hands.  Pure functions of games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.outcomes import Promise
from webui.past import PastGame, PastHand

MOST_BEST = 5


@dataclass(slots=True)
class Standing:
    """One player's evenings with one game."""

    name: str
    games: int = 0
    """Games that somebody won."""
    won: int = 0
    hands: int = 0
    hands_won: int = 0
    points: int = 0
    """Of the player's side, over all hands."""
    made: int = 0
    failed: int = 0

    @property
    def average(self) -> float | None:
        """Points a hand; None before the first."""
        return self.points / self.hands if self.hands else None

    @property
    def made_of_bids(self) -> float | None:
        """Bids made of those that were decided, 0 to 1; None without one."""
        return self.made / (self.made + self.failed) if self.made + self.failed else None


@dataclass(frozen=True, slots=True)
class Best:
    """A hand to remember."""

    game: PastGame
    hand: PastHand
    side: int


@dataclass(slots=True)
class Standings:
    """All of it, for one game."""

    players: list[Standing] = field(default_factory=list)
    """Best first."""
    best: list[Best] = field(default_factory=list)
    games: int = 0
    hands: int = 0
    bids: bool = False
    """There were auctions."""
    low_wins: bool = False


def standings(games: Iterable[PastGame]) -> Standings:
    """The standings over *games*, all of one kind.  A player is a name, however it is written."""
    told, players = Standings(), dict[str, Standing]()
    for game in games:
        told.games += 1
        told.low_wins = game.low_wins
        for seat, name in enumerate(game.names):
            player = players.setdefault(_same(name), Standing(name))
            if game.winners:
                player.games += 1
                player.won += seat % game.sides in game.winners
        for hand in game.scored_hands:
            told.hands += 1
            _of_hand(game, hand, players)
            told.best += [Best(game, hand, side) for side in winners_of(game, hand)]
    told.bids = any(player.made or player.failed for player in players.values())
    told.players = sorted((p for p in players.values() if p.hands), key=lambda p: _rank(p, told))
    told.best = sorted(told.best, key=_memorable, reverse=True)[:MOST_BEST]
    return told


def _of_hand(game: PastGame, hand: PastHand, players: dict[str, Standing]) -> None:
    won = winners_of(game, hand)
    for seat, name in enumerate(game.names):
        player, side = players[_same(name)], seat % game.sides
        player.hands += 1
        player.hands_won += side in won
        player.points += hand.points[side]
    promised = hand.promised
    if promised is not None and promised.result is not None:
        bidder = players[_same(game.names[promised.seat])]
        if promised.result is Promise.MADE:
            bidder.made += 1
        else:
            bidder.failed += 1


def winners_of(game: PastGame, hand: PastHand) -> tuple[int, ...]:
    """The sides that the hand went to; nobody's where all did equally well."""
    assert hand.scored is not None
    gained = hand.scored.marks
    best = min(gained) if game.low_wins else max(gained)
    sides = tuple(side for side, one in enumerate(gained) if one == best)
    return sides if len(sides) < len(gained) else ()


def _memorable(best: Best) -> tuple[int, int, int]:
    """Marks (or points) gained, then points taken, the earlier first; where few points win, how far ahead."""
    scored = best.hand.scored
    assert scored is not None
    own, points = scored.marks[best.side], scored.scores[best.side]
    if best.game.low_wins:
        return sum(scored.marks) - own * len(scored.marks), -own, -best.game.id
    return own, points, -best.game.id


def _rank(player: Standing, told: Standings) -> tuple[float, float, str]:
    average = player.average or 0.0
    return -player.hands_won / max(player.hands, 1), average if told.low_wins else -average, player.name


def _same(name: str) -> str:
    return " ".join(name.casefold().split())
