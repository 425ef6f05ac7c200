"""The score sheet of a record as plain text, in codes: hands, tricks or turns, points, totals, rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.actions import Bid, Claim, Claims, Deal, Draw, HandStart, Pass, Play, SetAside
from engine.games import GAMES
from engine.journal import Unclear
from engine.outcomes import GameWon, HandDecided, HandScored, Outcome, PointsMade, TrickTaken
from engine.record import Record, Seating
from engine.referee import Judged, Refereed, steps
from engine.rules import Rules
from engine.writing import action_text, deed_text, offer_text

_WIDEST = 30
"""Characters: a longer turn than that pushes its line out of the columns."""


def score_sheet(record: Record, rules: Rules[Any], refereed: Refereed[Any]) -> str:
    """The sheet; *refereed* is the fold of *record*, closed."""
    sheet = _Sheet(record.seating, record.seating.side_names(rules.sides), _unit(record, rules))
    lines = [*_head(record, rules)]
    for hand in _hands(rules, refereed):
        lines += ["", *sheet.hand(hand)]
    lines += _below("Rulings", sheet.rulings(refereed))
    lines += _below("To be answered", sheet.doubts(refereed))
    won = [o for _, o in refereed.outcomes if isinstance(o, GameWon)]
    if won:
        lines += ["", "Won by " + " and ".join(sheet.sides[side] for side in won[-1].winners)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(record: Record, rules: Rules[Any]) -> Iterator[str]:
    title = GAMES[record.game].title if record.game in GAMES else record.game
    yield title + (f", {record.profile}" if record.profile else "")
    seating = record.seating
    names = (f"{x} {name}".rstrip() for x, name in zip(seating.letters, seating.names, strict=True))
    yield ", ".join(names)
    if rules.sides < len(seating):
        yield " against ".join(seating.side_names(rules.sides))
    if record.options:
        yield " ".join(record.options)


def _unit(record: Record, rules: Rules[Any]) -> str:
    """What the game's score is kept in."""
    game = GAMES.get(record.game)
    chosen = game is not None and any(option.name == "scoring" for option in game.options)
    return "marks" if chosen and not getattr(rules, "scores_points", False) else "points"


def _below(title: str, lines: Iterator[str]) -> list[str]:
    told = list(lines)
    return ["", title, *(f"  {line}" for line in told)] if told else []


# --- one hand ----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Hand:
    """What happened in one hand, gathered."""

    number: int
    start: HandStart | None = None
    acts: list[Judged] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)


def _hands(rules: Rules[Any], refereed: Refereed[Any]) -> tuple[_Hand, ...]:
    """The hands, each with its acts and with the outcomes that are its own (some come with a later act)."""
    hands: dict[int, _Hand] = {}
    order: list[_Hand] = []
    for one, state in steps(rules, refereed):
        starts = isinstance(one.action, HandStart) and (one.ruling.counts or not order)
        if starts:
            # What comes with it is of the hand before, which may have the same number.
            _file(one.outcomes, hands)
        if not order or order[-1].number != state.hand or starts:
            order.append(_Hand(state.hand))
            hands[state.hand] = order[-1]
        if not starts:
            _file(one.outcomes, hands)
        elif isinstance(one.action, HandStart):
            order[-1].start = one.action
        order[-1].acts.append(one)
    _file(refereed.closing, hands)
    return tuple(order)


def _file(outcomes: Sequence[Outcome], hands: Mapping[int, _Hand]) -> None:
    for outcome in outcomes:
        if not isinstance(outcome, GameWon) and outcome.hand in hands:
            hands[outcome.hand].outcomes.append(outcome)


class _Sheet:
    """Writes with the letters of one table."""

    def __init__(self, seating: Seating, sides: Sequence[str], unit: str) -> None:
        self.seating, self.sides, self.unit = seating, sides, unit

    def hand(self, hand: _Hand) -> Iterator[str]:
        """One hand: its heading, what was said, tricks or turns, how it ended."""
        yield self._heading(hand)
        bids = [one.action for one in hand.acts if isinstance(one.action, Bid)]
        if bids:
            said = (f"{self.seating.letters[bid.seat]} {offer_text(bid.offer)}" for bid in bids)
            yield "  bids   " + ", ".join(said)
        # Trump named after a trick tells it again: the last telling counts.
        tricks = list({o.trick: o for o in hand.outcomes if isinstance(o, TrickTaken)}.values())
        plays = [one for one in hand.acts if _is_of_a_turn(one)]
        begun = hand.acts.index(plays[0]) if plays else len(hand.acts)
        yield from self._said(hand.acts[:begun])
        if tricks:
            yield from self._tricks(tricks)
            plays = plays[_end_of_tricks(plays) :]
        yield from self._turns(plays)
        yield from self._said(hand.acts[begun:])
        yield from self._end(hand)

    def _heading(self, hand: _Hand) -> str:
        # A game that was over before it began has no hand of its own to number.
        words = [f"Hand {hand.number or (hand.start.number if hand.start else 0)}"]
        if hand.start is not None:
            text = action_text(hand.start, self.seating).split()[2:]
            words += [word.replace("=", " ") for word in text]
        return ", ".join(words)

    def _said(self, acts: Sequence[Judged]) -> Iterator[str]:
        """Acts that are neither bids nor plays, one a line."""
        for one in acts:
            if not (_is_of_a_turn(one) or isinstance(one.action, HandStart | Deal | Bid | SetAside)):
                yield "  " + action_text(one.action, self.seating)

    def _tricks(self, tricks: Sequence[TrickTaken]) -> Iterator[str]:
        widest = max(len(_tiles(trick)) for trick in tricks)
        for trick in tricks:
            leader, winner = (self.seating.letters[seat] for seat in (trick.leader, trick.winner))
            yield f"  {trick.trick:>3}  {leader}  {_tiles(trick):{widest}}  {winner} {trick.worth:>2}"

    def _turns(self, acts: Sequence[Judged]) -> Iterator[str]:
        """A column a seat, a row a round; a turn of several acts is one cell."""
        if not acts:
            return
        seats = len(self.seating)
        first = _seat(acts[0])
        cells: list[list[list[str]]] = [[[] for _ in range(seats)]]
        place = -1
        for one in acts:
            now = (_seat(one) - first) % seats
            if now < place:
                cells.append([[] for _ in range(seats)])
            cells[-1][now].append(self._deed(one))
            place = now
        rows = [[" ".join(cell) for cell in row] for row in cells]
        letters = [self.seating.letters[(first + n) % seats] for n in range(seats)]
        widths = [min(_WIDEST, max(len(row[n]) for row in [letters, *rows])) for n in range(seats)]
        for at, row in enumerate([letters, *rows]):
            line = "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
            yield f"  {at or '':>3}  {line}"

    def _deed(self, one: Judged) -> str:
        assert isinstance(one.action, Play | Draw | Pass | Claim)
        made = sum(o.points for o in one.outcomes if isinstance(o, PointsMade))
        wrong = "" if one.ruling.stands else "!"
        return deed_text(one.action, self.seating) + wrong + (f" ={made}" if made else "")

    def _end(self, hand: _Hand) -> Iterator[str]:
        decided = [o for o in hand.outcomes if isinstance(o, HandDecided)]
        for one in decided[-1:]:
            yield f"  {self.sides[one.side]} {one.result.value}"
        for scored in (o for o in hand.outcomes if isinstance(o, HandScored)):
            yield "  score  " + self._scores(scored.scores)
            if scored.marks != scored.scores:
                yield f"  {self.unit:6} " + self._scores(scored.marks)
            yield "  total  " + self._scores(scored.total)
            if scored.unshown:
                yield "  not shown: " + " ".join(self.seating.letters[seat] for seat in scored.unshown)

    def _scores(self, scores: Sequence[int]) -> str:
        return "  ".join(f"{side} {score:>3}" for side, score in zip(self.sides, scores, strict=True))

    # --- the whole record ---

    def rulings(self, refereed: Refereed[Any]) -> Iterator[str]:
        """Acts that the referee has something to say of."""
        for one in refereed.judged:
            ruling = one.ruling
            if ruling.reason is None:
                continue
            words = [
                f"{one.number or '-':>4}  {action_text(one.action, self.seating):10}",
                ruling.reason.value,
            ]
            if ruling.should:
                words.append("should " + " ".join(map(str, ruling.should)))
            if ruling.cites is not None:
                words.append(f"cites {ruling.cites}")
            if ruling.rests_on is not None:
                words.append(f"by {ruling.rests_on}")
            if one.act.upheld:
                words.append("let stand")
            yield "  ".join(words)

    def doubts(self, refereed: Refereed[Any]) -> Iterator[str]:
        """Doubts still open."""
        for entry in refereed.doubts:
            assert isinstance(entry.what, Unclear)
            may_be = " | ".join(action_text(action, self.seating) for action in entry.what.candidates)
            yield f"{entry.number:>4}  {may_be}  {entry.what.why}"


def _tiles(trick: TrickTaken) -> str:
    return " ".join(map(str, trick.tiles))


def _is_of_a_turn(one: Judged) -> bool:
    """Whether an act stands in the column of its seat: a tile, a draw, a pass, "last bone", "I block"."""
    said = isinstance(one.action, Claim) and one.action.claim in (Claims.LAST, Claims.BLOCK)
    return said or isinstance(one.action, Play | Draw | Pass)


def _seat(one: Judged) -> int:
    assert isinstance(one.action, Play | Draw | Pass | Claim)
    return one.action.seat


def _end_of_tricks(plays: Sequence[Judged]) -> int:
    """How many of *plays* belong to tricks taken."""
    taken = [at for at, one in enumerate(plays) if any(isinstance(o, TrickTaken) for o in one.outcomes)]
    return taken[-1] + 1 if taken else 0
