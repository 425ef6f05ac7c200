"""A record: who sits where, by which rules, and what happened.  ``engine.notation`` is its text form."""

from __future__ import annotations

from dataclasses import dataclass, replace
from string import ascii_letters

from engine.journal import Entry

_HIGHEST = {"six": 6, "nine": 9, "twelve": 12, "fifteen": 15, "eighteen": 18}
_USUAL_SET = {"texas_demons": 9, "mexican_train": 12, "chicken_foot": 12}


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where, clockwise; a seat is written as one letter."""

    letters: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.letters) != len(self.names):
            raise ValueError(f"expected a name for each of {len(self.letters)} seats, got {len(self.names)}")
        for letter in self.letters:
            if len(letter) != 1 or letter not in ascii_letters:
                raise ValueError(f"a seat is one letter, not {letter!r}")
        if len(set(self.letters)) != len(self.letters):
            raise ValueError(f"each seat needs its own letter, not {' '.join(self.letters)}")
        for name in self.names:
            if "=" in name or not name.isprintable() or name != " ".join(name.split()):
                raise ValueError(f"a name is plain words without '=', not {name!r}")

    @classmethod
    def of(cls, text: str) -> Seating:
        """Read ``N=Nancy E=Ella`` or ``N E``; ValueError says what is wrong.  Names may have spaces."""
        letters: list[str] = []
        names: list[list[str]] = []
        named = "=" in text
        for word in text.split():
            letter, equals, name = word.partition("=")
            if equals or not named:
                letters.append(letter)
                names.append([name] if equals else [letter])
            elif not names:
                raise ValueError(f"a seat is a letter and a name, as in N=Nancy, not {word!r}")
            else:
                names[-1].append(word)
        return cls(tuple(letters), tuple(" ".join(" ".join(n).split()) for n in names))

    def seat(self, letter: str) -> int:
        """The seat with this letter; ValueError if there is none."""
        if letter not in self.letters:
            raise ValueError(f"there is no seat {letter}; the seats are {' '.join(self.letters)}")
        return self.letters.index(letter)

    def side_names(self, sides: int) -> tuple[str, ...]:
        """What each of *sides* scores is called: ``NS`` and ``EW``, or each seat's letter."""
        return tuple("".join(self.letters[side::sides]) for side in range(sides))

    def __str__(self) -> str:
        return " ".join(f"{x}={name}" for x, name in zip(self.letters, self.names, strict=True))

    def __len__(self) -> int:
        return len(self.letters)


@dataclass(frozen=True, slots=True)
class Record:
    """A written game."""

    tags: tuple[tuple[str, str], ...] = ()
    """Name and text, in the order written; each name once."""
    seating: Seating = Seating()
    entries: tuple[Entry, ...] = ()

    def tag(self, name: str) -> str | None:
        """The text of a tag, or None."""
        return next((text for known, text in self.tags if known == name), None)

    def tagged(self, name: str, text: str) -> Record:
        """This record with a tag set (in its old place, or last)."""
        if self.tag(name) is None:
            return replace(self, tags=(*self.tags, (name, text)))
        return replace(self, tags=tuple((k, text if k == name else t) for k, t in self.tags))

    @property
    def game(self) -> str:
        """The game's name; empty where the record does not say."""
        return self.tag("Game") or ""

    @property
    def profile(self) -> str | None:
        """Which form of the game, where it has several."""
        return self.tag("Profile")

    @property
    def options(self) -> tuple[str, ...]:
        """House rules, ``name=value`` each."""
        return tuple((self.tag("Options") or "").split())

    def score_before(self, sides: int) -> tuple[int, ...] | None:
        """The score by side that ``[Score "NS:3 EW:2"]`` brings along; None without it.  Raises ValueError."""
        text = self.tag("Score")
        if text is None:
            return None
        names = self.seating.side_names(sides)
        told = dict.fromkeys(names, 0)
        for word in text.split():
            name, colon, score = word.partition(":")
            if name not in told or not (colon and score.isascii() and score.isdigit() and len(score) < 7):
                example = " ".join(f"{side}:0" for side in names)
                raise ValueError(
                    f'a score before the record is written as in [Score "{example}"], not {word}'
                )
            told[name] = int(score)
        return tuple(told.values())

    @property
    def highest(self) -> int:
        """The most pips an end can have, by ``[Set]``, else by the game."""
        for word in (self.tag("Set") or "").lower().replace("-", " ").split():
            if word in _HIGHEST:
                return _HIGHEST[word]
        return _USUAL_SET.get(self.game, 6)

    @property
    def last(self) -> int:
        """The number of the last entry; 0 before the first."""
        return next((e.number for e in reversed(self.entries) if e.number is not None), 0)


def new_record(game: str, seating: Seating, **tags: str) -> Record:
    """An empty record of *game*: ``new_record("block", seating, Options="hand_size=5")``."""
    return Record((("DGN", "1"), ("Game", game), ("Seats", str(seating)), *tags.items()), seating)
