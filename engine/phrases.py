"""One action out of the tokens of a line: the grammar of a record, one small function a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from engine.actions import (
    DOUBLES,
    MEXICAN,
    NO_TRUMP,
    AcceptOffer,
    Action,
    Bid,
    Catch,
    Claim,
    Claims,
    Contract,
    ContractOffer,
    Deal,
    Draw,
    HandStart,
    Leftovers,
    MarksOffer,
    NameLeader,
    NameTrump,
    Offer,
    Pass,
    PassOffer,
    Play,
    PointsOffer,
    Reveal,
    SetAside,
    Start,
    SuitOffer,
    SuitTrump,
    TakeKitty,
    Target,
    Trump,
    TurnUp,
    Where,
)
from engine.cursor import MOST_PIPS, Cursor
from engine.journal import Unclear
from engine.tiles import HIDDEN, AnyTile, PartTile, Tile, TileSet

_CONTRACTS = {contract.value: contract for contract in Contract}
_TRUMPS: dict[str, Trump] = {"doubles": DOUBLES, "follow-me": NO_TRUMP}
_SAID = {claim.value: claim for claim in (Claims.BLOCK, Claims.LAST)}
_CLAIMED = {claim.value.removeprefix("claim "): claim for claim in (Claims.MADE, Claims.FAILED, Claims.REST)}


@lru_cache(maxsize=256)
def _may_be(part: PartTile, highest: int) -> tuple[Tile, ...]:
    return tuple(t for t in TileSet(max(highest, part.end or 0)).faces() if part.could_be(t))


class Phrases(Cursor):
    """The rules of the grammar."""

    def trump(self) -> Trump:
        """Read ``3``, ``doubles`` or ``follow-me``."""
        word = self.word(*_TRUMPS)
        if word is not None:
            return _TRUMPS[word]
        return SuitTrump(self.number("a trump: a number, doubles or follow-me", MOST_PIPS))

    # --- the auction ---

    def offer(self) -> Offer:
        """Read what is bid."""
        word = self.word("pass", "accept", *_CONTRACTS)
        if word == "pass":
            return PassOffer()
        if word == "accept":
            return AcceptOffer(self.word("alone") is not None)
        if word is not None:
            marks = self.number("marks, such as 2m") if self.here.kind == "number" else None
            if marks is not None:
                self.marks_sign()
            return ContractOffer(_CONTRACTS[word], marks)
        number = self.number(
            "an offer: pass, a number, marks such as 2m, accept, nello, plunge, splash, sevens"
        )
        if self.here.glued and self.word("m"):
            return MarksOffer(number, self.trump() if self.sign("/") else None)
        if self.word("alone"):
            return SuitOffer(number, alone=True)
        if self.sign("/"):
            return PointsOffer(number, self.trump())
        return SuitOffer(number) if self.dialect.numbers_are_suits else PointsOffer(number)

    def marks_sign(self) -> None:
        """Read the ``m`` after a number of marks."""
        if not (self.here.glued and self.word("m")):
            self.fail("m right after the number, as in 2m")

    # --- actions ---

    def action(self) -> Action | Unclear:
        """Read one action (a tile not fully known is a doubt between those it may be)."""
        token = self.here
        if token.kind == "word" and token.text in _ACTIONS:
            self.at += 1
            return _ACTIONS[token.text](self)
        if self.is_seat():
            return self.deed(self.seat())
        return self.fail("an action, such as N 6-4, bid N 31 or B pass")

    def certain(self) -> Action:
        """Read one action without doubt in it."""
        token = self.here
        action = self.action()
        if isinstance(action, Unclear):
            self.fail("an action whose tile is known whole", token)
        return action

    def deed(self, seat: int) -> Action | Unclear:
        """Read what a seat does: ``6-4``, ``+?``, ``pass``, ``block``, ``catch A`` ..."""
        if self.here.kind == "tile":
            return self.play(seat)
        if self.is_sign("+"):
            return self.draw(seat)
        word = self.word("pass", "catch", "claim", *_SAID)
        if word == "pass":
            return Pass(seat)
        if word == "catch":
            return Catch(seat, self.seat())
        if word == "claim":
            return Claim(seat, _CLAIMED[self.need_word(*_CLAIMED)])
        if word is not None:
            return Claim(seat, _SAID[word])
        return self.fail("a tile, a draw such as +?, pass, block, last, catch or claim")

    def play(self, seat: int) -> Play | Unclear:
        """Read ``4-4@6-4/s``, ``6-3/3``, ``6-6'``."""
        twin = self.here.text.endswith("'")
        tile = self.any_tile()
        end = self.end_of_tile() if self.sign("/") else None
        target = self.target() if self.sign("@") else None
        play = Play(seat, tile if isinstance(tile, Tile) else Tile(0, 0), target, end, twin)
        if isinstance(tile, Tile):
            return play
        return Unclear(tuple(replace(play, tile=t) for t in _may_be(tile, self.dialect.highest)))

    def target(self) -> Target:
        """Read what a tile is joined to, after the ``@``."""
        on: Tile | int | str
        if self.here.kind == "tile":
            on = self.tile()
        elif self.here.text == MEXICAN and MEXICAN not in self.dialect.seating.letters:
            self.at += 1
            on = MEXICAN
        else:
            on = self.seat()
        if not self.sign("/"):
            return Target(on)
        where = self.word("s", "e")
        return Target(on, self.end_of_tile() if where is None else Where(where))

    def draw(self, seat: int) -> Draw:
        """Read ``+8-1``, ``+?``, ``+?*3``; ``+8-1+?`` is one draw of two tiles."""
        tiles: list[AnyTile] = []
        self.need("+")
        while True:
            if self.here.kind == "many":
                tiles += [HIDDEN] * self.times(self.here.text[2:])
            elif self.sign("?"):
                tiles.append(HIDDEN)
            else:
                tiles.append(self.any_tile("a tile drawn, such as +6-4, +? or +?*3"))
            if not self.sign("+", glued=True):
                return Draw(seat, tuple(tiles))

    def hand(self) -> HandStart:
        """Read ``1 shaker=N first=E hub=12``."""
        number = self.number("the number of the hand")
        told: dict[str, int] = {}
        while self.here.kind == "word":
            token = self.here
            key = "shaker" if token.text == "dealer" else token.text
            if key not in ("shaker", "first", "hub") or key in told:
                self.fail("shaker=, first= or hub=, each once")
            self.at += 1
            self.need("=")
            told[key] = self._hub() if key == "hub" else self.seat()
        return HandStart(number, told.get("shaker"), told.get("first"), told.get("hub"))

    def _hub(self) -> int:
        if self.here.kind == "tile":
            token = self.here
            tile = self.tile()
            return tile.high if tile.is_double else self.fail("a double, such as 12-12", token)
        return self.end_of_tile()

    def dealt(self) -> tuple[int, tuple[AnyTile, ...]]:
        """Read ``N: 6-4 ?*6``."""
        seat = self.seat()
        self.need(":")
        return seat, self.tiles()

    def kitty(self) -> TakeKitty:
        """Read ``N take ?-? ?-? aside 1-0 3-0``."""
        seat = self.seat()
        self.need_word("take")
        taken = self.tiles()
        return TakeKitty(seat, taken, self.tiles() if self.word("aside") else ())


_ACTIONS: dict[str, Callable[[Phrases], Action]] = {
    "hand": Phrases.hand,
    "deal": lambda p: Deal(*p.dealt()),
    "reveal": lambda p: Reveal(*p.dealt()),
    "bid": lambda p: Bid(p.seat(), p.offer()),
    "order": lambda p: Bid(p.seat(), AcceptOffer(p.word("alone") is not None)),
    "call": lambda p: NameTrump(p.seat(), p.trump()),
    "turn": lambda p: TurnUp(p.tile()),
    "start": lambda p: Start(p.tile()),
    "lead": lambda p: NameLeader(p.seat()),
    "left": lambda p: Leftovers(p.tiles()),
    "kitty": Phrases.kitty,
    "aside": lambda p: SetAside(p.seat(), p.tiles()),
}
KEYWORDS = frozenset(_ACTIONS)
