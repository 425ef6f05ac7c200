"""From the text of a record to lines of tokens, each knowing where it stood.

Comments never reach the reader: ``;`` runs to the end of the line, ``{...}`` may run over several.
A clock command inside one (``{[%t 12:31]}``) is handed on with the token before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.errors import NotationError

_TOKEN = re.compile(
    r"""
    (?P<space>[^\S\r\n]+)
  | (?P<newline>\r\n?|\n)
  | (?P<comment>;[^\r\n]*|\{[^}]*\})
  | (?P<tile>(?:[0-9]+|\?)-(?:[0-9]+|\?)'?)
  | (?P<many>\?\*[0-9]+)
  | (?P<percent>%[0-9]+(?:\.[0-9]+)?)
  | (?P<number>[0-9]+)
  | (?P<word>[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z][A-Za-z0-9_]*)*)
  | (?P<string>"(?:[^"\\\r\n]|\\[^\r\n])*")
  | (?P<sign>=>|[^\s])
    """,
    re.VERBOSE,
)
_CLOCK = re.compile(r"\[%t\s+(?:([0-9]{1,6}):)?([0-9]{1,9}):([0-9]{1,9}(?:\.[0-9]{1,9})?)\]")


class Token(NamedTuple):
    """One word, number, tile or sign of a record."""

    kind: str
    """``tile``, ``many`` (``?*7``), ``percent``, ``number``, ``word``, ``string``, ``sign`` or ``end``."""
    text: str
    line: int
    column: int
    glued: bool = False
    """Whether it follows the token before it without a space."""
    at_s: float | None = None
    """The clock command in a comment right after it."""


class Line(NamedTuple):
    """The tokens of one line that has any; the last is always an ``end``."""

    tokens: tuple[Token, ...]


def lines(text: str) -> Iterator[Line]:
    """The lines of *text* that hold anything, in order.  NotationError: a ``{`` is never closed."""
    tokens: list[Token] = []
    line, line_at, glued = 1, text.startswith("\ufeff") * 1, False
    for match in _TOKEN.finditer(text, line_at):
        kind, found, start = str(match.lastgroup), match.group(), match.start()
        column = start - line_at + 1
        if kind == "newline":
            if tokens:
                yield Line((*tokens, Token("end", "", line, column)))
            tokens, line, line_at = [], line + 1, match.end()
        elif kind == "comment":
            _tell_time(tokens, found)
            breaks = len(re.findall(r"\r\n?|\n", found))
            if breaks:
                line, line_at = line + breaks, start + max(found.rfind("\n"), found.rfind("\r")) + 1
        elif found == "{":
            # what stood before it on the line is still read
            if tokens:
                yield Line((*tokens, Token("end", "", line, column)))
            raise NotationError(line, column, "a { that is never closed", "a }")
        elif kind != "space":
            tokens.append(Token(kind, found, line, column, glued))
        glued = kind not in ("space", "newline", "comment")
    if tokens:
        yield Line((*tokens, Token("end", "", line, len(text) - line_at + 1)))


def _tell_time(tokens: list[Token], comment: str) -> None:
    """Give the clock command in *comment* to the token before it."""
    clock = _CLOCK.search(comment)
    if clock is not None and tokens:
        hours, minutes, seconds = int(clock[1] or 0), int(clock[2]), float(clock[3])
        tokens[-1] = tokens[-1]._replace(at_s=round(hours * 3600 + minutes * 60 + seconds, 3))


def clock(at_s: float) -> str:
    """Seconds as a clock command tells them: ``1:02:03``, to the millisecond."""
    thousandths = round(at_s * 1000)
    minutes, thousandths = divmod(thousandths, 60_000)
    hours, minutes = divmod(minutes, 60)
    seconds, thousandths = divmod(thousandths, 1000)
    tail = f"{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return (f"{hours}:" if hours else "") + tail + fraction
