"""A second opinion on written games: tricks and leftovers reckoned from the text alone.

Shares no code with the engine: it reads a fair copy with regular expressions, as a person with a pencil
would, and says where the tokens after ``=`` and the ``end`` lines are not what it finds itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

Tile = tuple[int, int]

DOUBLE_WORTH = {"84_4p": 2, "84_6p": 1}
TRICK_WORTH = {"42": 1, "84_8p": 2, "88_6p": 2}
MARKS = re.compile(r"!\w+(\([^)]*\))?|\{[^}]*\}|;.*")


def tile(text: str) -> Tile:
    high, low = sorted(map(int, text.split("@")[0].rstrip("'").split("-")), reverse=True)
    return high, low


def count(t: Tile) -> int:
    return sum(t) if sum(t) in (5, 10) else 0


class Suits:
    """Which tile takes a trick."""

    def __init__(self, game: str, trump: str, special: str) -> None:
        self.game, self.special = game, special
        self.doubles = trump == "doubles"
        self.end = int(trump) if trump.isdigit() else None

    def trump_rank(self, t: Tile) -> int | None:
        """How high a trump is; None where it is none."""
        high, low = t
        if self.special:
            return None
        if self.doubles:
            return high if high == low else None
        if self.end is None:
            return None
        if self.game == "domino_euchre":
            left = 6 if self.end == 0 else self.end - 1
            if t == (left, left):
                return 50
        if self.game == "texas_demons" and t == (0, 0):
            return -1
        if self.end not in t:
            return None
        if high == low:
            return self.end if self.game == "texas_demons" else 99
        return low if high == self.end else high

    def winner(self, tiles: list[tuple[Tile, int | None]]) -> int:
        """Which of the tiles (each with its announced suit) takes the trick."""
        laid = [t for t, _ in tiles]
        if self.special == "sevens":
            return min(range(len(laid)), key=lambda n: (abs(sum(laid[n]) - 7), n))
        trumps = {n: rank for n, t in enumerate(laid) if (rank := self.trump_rank(t)) is not None}
        if trumps:
            return max(trumps, key=lambda n: (trumps[n], -n))
        (high, low), announced = tiles[0]
        if self.special and high == low:  # nello: doubles are a suit of their own
            return max((n for n, t in enumerate(laid) if t[0] == t[1]), key=lambda n: laid[n][0])
        suit = high if announced is None else announced
        ranks = {n: self.plain_rank(t, suit) for n, t in enumerate(laid) if suit in t}
        ranks = {n: rank for n, rank in ranks.items() if rank is not None}
        return max(ranks, key=lambda n: (ranks[n], -n))

    def plain_rank(self, t: Tile, suit: int) -> int | None:
        high, low = t
        if high == low:
            if self.special:
                return None
            return suit if self.game == "texas_demons" else 99
        return low if high == suit else high


def head(text: str, tag: str) -> str:
    found = re.search(rf'\[{tag} "([^"]*)"\]', text)
    return found[1] if found else ""


def tricks(text: str) -> Iterator[tuple[str, str]]:
    """For each whole trick: what the record says of it, and what it ought to say."""
    game, form = head(text, "Game"), head(text, "Profile") or "42"
    letters = re.findall(r"(\w)=", head(text, "Seats"))
    trump, special = "", ""
    for line in text.splitlines():
        line = MARKS.sub("", line)
        if line.startswith("hand"):
            trump, special = "", ""
        elif found := re.match(r"call \w (\S+)|turn (\d+)-\d+", line):
            trump = found[1] or found[2]
        elif line.startswith("bid"):
            high = [
                offer
                for offer in re.findall(r"(?:^bid|  ) ?\w (.*?)(?=  |$)", line.strip())
                if offer != "pass"
            ]
            if high:
                special = next(iter(re.findall("nello|sevens|low|pistol", high[-1])), "")
                trump = high[-1].partition("/")[2] or trump
        elif found := re.match(r"\d+\. (\w) (.*?) =(\w)\+(\d+)", line):
            if special == "low":
                continue
            leader = letters.index(found[1])
            seats, laid = [], []
            for at, word in enumerate(found[2].split()):
                if word != "-":
                    name, _, suit = word.partition("/")
                    seats.append(letters[(leader + at) % len(letters)])
                    laid.append((tile(name), int(suit) if suit else None))
            taker = seats[Suits(game, trump, special).winner(laid)]
            worth = 1
            if game in ("texas_42", "texas_84"):
                worth = TRICK_WORTH.get(form, 0) + sum(count(t) for t, _ in laid)
                worth += DOUBLE_WORTH.get(form, 0) * sum(t[0] == t[1] for t, _ in laid)
            yield f"{line.split(' =')[0]} ={found[3]}+{found[4]}", f"{line.split(' =')[0]} ={taker}+{worth}"


def leftovers(text: str) -> Iterator[tuple[str, str]]:
    """For each hand of a game of trains or feet: its scores as told, and as the tiles left in hands make them."""
    blank = 50 if head(text, "Game") == "chicken_foot" else 0
    left: dict[str, int] = {}
    for line in text.splitlines():
        if line.startswith("hand"):
            left = {}
        elif found := re.match(r"reveal (\w):(.*)", line):
            tiles = [tile(word) for word in found[2].split()]
            left[found[1]] = sum(sum(t) or blank for t in tiles)
        elif line.startswith("end "):
            told = dict(re.findall(r"(\w):(\d+)", line))
            yield str(told), str({seat: str(left.get(seat, 0)) for seat in told})


def winnings(text: str) -> Iterator[tuple[str, str]]:
    """For each hand of a game to a target: what its winner took from the tiles left in the other hands."""
    game = head(text, "Game")
    left: dict[str, int] = {}
    out: set[str] = set()
    made: dict[str, int] = {}
    for line in text.splitlines():
        if line.startswith("hand"):
            left, out, made = {}, set(), {}
        elif found := re.match(r"reveal (\w):(.*)", line):
            left[found[1]] = sum(sum(tile(word)) for word in found[2].split())
            out |= set() if found[2].strip() else {found[1]}
        elif line.startswith("end "):
            told = {seat: int(score) for seat, score in re.findall(r"(\w):(\d+)", line)}
            right = dict.fromkeys(told, 0)
            for seat, points in won(game, left, out).items():
                right[seat] += points
            yield str(told), str({seat: points + made.get(seat, 0) for seat, points in right.items()})
        elif found := re.match(r"(\w) (.*)", line):
            for points in re.findall(r" =(\d+)", found[2]):
                made[found[1]] = made.get(found[1], 0) + int(points)


def won(game: str, left: dict[str, int], out: set[str]) -> dict[str, int]:
    """By seat: what the tiles left in hands bring."""
    total, lowest = sum(left.values()), min(left.values())
    if out:
        points = total
        winners = sorted(out)
    else:
        winners = [seat for seat, pips in left.items() if pips == lowest]
        points = total - lowest if game == "block" else sum(pips - lowest for pips in left.values())
        if len(winners) > 1 and game != "all_fives":
            return {}
    shares = [points / len(winners)] * len(winners)
    if game == "all_fives":
        shares = [5 * int(share / 5 + 0.5) for share in shares]
    return {seat: int(share) for seat, share in zip(winners, shares, strict=True)}


def totals(sheet: str) -> Iterator[tuple[str, str]]:
    """For each hand of a score sheet after the first: its total, and the one before it with the marks added."""
    hands = []
    for hand in sheet.split("\nHand ")[1:]:
        lines = {
            name: re.findall(r"(\w+) +(\d+)", rest)
            for name, rest in re.findall(r"  (score|marks|points|total) +(.*)", hand)
        }
        if lines:
            hands.append({name: [int(n) for _, n in pairs] for name, pairs in lines.items()})
    for before, hand in pairwise([{"total": [0] * len(hands[0]["total"])}, *hands]):
        added = hand.get("marks", hand.get("points", hand["score"]))
        yield str(hand["total"]), str([a + b for a, b in zip(before["total"], added, strict=True)])
