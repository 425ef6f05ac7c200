"""Reading tokens one after another: signs, words, numbers, seats and tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from engine.errors import NotationError
from engine.lexing import Token
from engine.record import Seating
from engine.tiles import HIDDEN, AnyTile, PartTile, Tile

MOST_PIPS = 99
MOST_TILES = 400
"""More than two double-eighteen sets: only a slip of the pen asks for more."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What the same words depend on from game to game."""

    seating: Seating
    numbers_are_suits: bool = False
    """Domino Euchre: ``bid B 3`` names a suit."""
    highest: int = 6
    """The most pips an end can have: what ``6-?`` may be."""


class Cursor:
    """A place in the tokens of one line; what reads a token moves it on."""

    def __init__(self, tokens: tuple[Token, ...], dialect: Dialect) -> None:
        self.tokens, self.dialect = tokens, dialect
        self.at = 0

    # --- the cursor ---

    @property
    def here(self) -> Token:
        """The token to be read next."""
        return self.tokens[self.at]

    def fail(self, expected: str, token: Token | None = None) -> NoReturn:
        """Stop: NotationError at *token* (the one here)."""
        token = token or self.here
        found = "the end of the line" if token.kind == "end" else repr(token.text)
        raise NotationError(token.line, token.column, found, expected)

    def is_sign(self, sign: str, *, glued: bool = False) -> bool:
        """Whether *sign* comes next."""
        return self.here.kind == "sign" and self.here.text == sign and (self.here.glued or not glued)

    def sign(self, sign: str, *, glued: bool = False) -> bool:
        """Read *sign* if it comes next."""
        found = self.is_sign(sign, glued=glued)
        self.at += found
        return found

    def need(self, sign: str) -> None:
        """Read *sign*."""
        if not self.sign(sign):
            self.fail(repr(sign))

    def word(self, *words: str) -> str | None:
        """Read one of *words* if it comes next."""
        if self.here.kind == "word" and self.here.text in words:
            self.at += 1
            return self.tokens[self.at - 1].text
        return None

    def need_word(self, *words: str) -> str:
        """Read one of *words*."""
        return self.word(*words) or self.fail(" or ".join(words))

    def number(self, expected: str, most: int = 999_999_999) -> int:
        """Read a number of at most *most*."""
        token = self.here
        if token.kind != "number" or len(token.text) > 9 or int(token.text) > most:
            self.fail(expected)
        self.at += 1
        return int(token.text)

    # --- seats and tiles ---

    def seat(self) -> int:
        """Read a seat's letter."""
        letters = self.dialect.seating.letters
        if self.here.kind == "word" and self.here.text in letters:
            self.at += 1
            return letters.index(self.tokens[self.at - 1].text)
        if not letters:
            self.fail('the seats to be named first, as in [Seats "N=Nancy E=Ella S=Steve W=Will"]')
        return self.fail(
            "a seat: " + " or ".join((", ".join(letters[:-1]), letters[-1]) if letters[1:] else letters)
        )

    def is_seat(self) -> bool:
        """Whether one letter comes next, known or not."""
        return self.here.kind == "word" and len(self.here.text) == 1

    def any_tile(self, expected: str = "a tile such as 6-4") -> AnyTile:
        """Read a tile of which an end, or all, may be unknown."""
        token = self.here
        ends = token.text.rstrip("'").split("-")
        if token.kind != "tile" or any(len(e) > 2 for e in ends):
            self.fail(expected)
        self.at += 1
        known = [int(end) for end in ends if end != "?"]
        if len(known) == 2:
            return Tile.of(*known)
        return PartTile(known[0]) if known else HIDDEN

    def tile(self) -> Tile:
        """Read a tile known whole, one copy as good as another."""
        token = self.here
        tile = self.any_tile()
        if not isinstance(tile, Tile) or token.text.endswith("'"):
            self.fail("a tile known whole, such as 6-4", token)
        return tile

    def tiles(self) -> tuple[AnyTile, ...]:
        """Read tiles as long as there are any: ``6-4 ?*6``."""
        found: list[AnyTile] = []
        while True:
            if self.here.kind == "many":
                found += [HIDDEN] * self.times(self.here.text[2:])
            elif self.here.kind == "tile":
                found.append(self.any_tile())
            else:
                return tuple(found)

    def times(self, text: str) -> int:
        """How many tiles ``?*7`` means; the token is read."""
        if len(text) > 9 or int(text) > MOST_TILES:
            self.fail(f"a number of tiles up to {MOST_TILES}")
        self.at += 1
        return int(text)

    def end_of_tile(self) -> int:
        """Read the number on an end."""
        return self.number("the number on an end, such as 6", MOST_PIPS)
