"""The referee: a journal folded through the rules of a game.

The laws of this file: folding is the only way to a state; an appended act extends the last fold,
an amendment folds from the start, and both give equal values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from engine.actions import Action, HandStart, Play, TurnUp
from engine.journal import Believed, Correct, Entry, Unclear, belief
from engine.outcomes import HandScored, Outcome
from engine.rules import Rules, State
from engine.rulings import Ruling
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Judged:
    """An act, what the referee says of it, and what it brought about."""

    act: Believed
    ruling: Ruling
    """``cites`` is an entry number."""
    outcomes: tuple[Outcome, ...] = ()

    @property
    def number(self) -> int | None:
        """The entry that stands for the act; None for the line that begins a hand."""
        return self.act.number

    @property
    def action(self) -> Action:
        """What was done."""
        return self.act.action


@dataclass(frozen=True, slots=True)
class Refereed(Generic[State]):
    """A journal as the referee sees it."""

    state: State
    judged: tuple[Judged, ...] = ()
    """Every act now believed to have happened, in the order played."""
    doubts: tuple[Entry, ...] = ()
    """``Unclear`` entries not answered yet."""
    applied: tuple[int | None, ...] = ()
    """The entry numbers of the acts in ``state``, in the order applied."""
    closing: tuple[Outcome, ...] = ()
    """What the end of the record brought about."""
    total_before: tuple[int, ...] | None = None
    """The score by side brought along from an earlier record."""

    @property
    def rulings(self) -> Mapping[int, Ruling]:
        """By entry number, in the order played."""
        return {j.number: j.ruling for j in self.judged if j.number is not None}

    @property
    def outcomes(self) -> tuple[tuple[int | None, Outcome], ...]:
        """What happened, each with the entry that brought it about, in the order played."""
        acts = tuple((j.number, outcome) for j in self.judged for outcome in j.outcomes)
        return acts + tuple((None, outcome) for outcome in self.closing)

    @property
    def scored(self) -> tuple[HandScored, ...]:
        """The hands whose end is final, in order."""
        return tuple(o for _, o in self.outcomes if isinstance(o, HandScored))


def referee(
    rules: Rules[State], entries: Sequence[Entry], total: tuple[int, ...] | None = None
) -> Refereed[State]:
    """Fold *entries* from the start, which is *total* by side.  Raises UnknownEntry."""
    believed = belief(entries)
    state = rules.start(total)
    judged: list[Judged] = []
    applied: list[int | None] = []
    for act in believed.acts:
        one, state = _judge(rules, state, act, applied)
        judged.append(one)
        if one.ruling.counts:
            applied.append(act.number)
    return Refereed(state, tuple(judged), believed.doubts, tuple(applied), total_before=total)


def extended(rules: Rules[State], before: Refereed[State], entries: Sequence[Entry]) -> Refereed[State]:
    """*before* with the last of *entries*: the fold of all of them, at the cost of one act where it can be."""
    entry = entries[-1]
    what = entry.what
    if isinstance(what, Unclear):
        return replace(before, doubts=(*before.doubts, entry), closing=())
    if not isinstance(what, Action) or before.closing:
        return referee(rules, entries, before.total_before)
    act = Believed(entry.number, what, entry, at_s=entry.at_s)
    one, state = _judge(rules, before.state, act, before.applied)
    applied = (*before.applied, act.number) if one.ruling.counts else before.applied
    return replace(before, state=state, judged=(*before.judged, one), applied=applied)


def supposed(
    rules: Rules[State], entries: Sequence[Entry], refereed: Refereed[State], *, claims: bool = True
) -> Refereed[State]:
    """*refereed*, the fold of *entries*, as if each open question were answered by its likeliest answer: the first one
    whose tile was not laid otherwise in the present hand.

    Play goes on while the table is asked; what is laid meanwhile is judged so.  The questions stay open, and the
    acts that are only supposed are among those judged.  Without *claims* only tiles are supposed: that a hand has
    ended is told to nobody before it is sure.
    """
    laid = _laid_in_this_hand(refereed)
    asked = [(doubt.number, doubt.what) for doubt in refereed.doubts]
    answers = [
        Entry(None, Correct(number, _likeliest(what.candidates, laid)))
        for number, what in asked
        if number is not None and isinstance(what, Unclear) and what.candidates
        if claims or isinstance(what.candidates[0], Play | TurnUp)
    ]
    if not answers:
        return refereed
    return replace(referee(rules, [*entries, *answers], refereed.total_before), doubts=refereed.doubts)


def _likeliest(candidates: Sequence[Action], laid: frozenset[Tile]) -> Action:
    free = (one for one in candidates if not isinstance(one, Play) or one.tile not in laid)
    return next(free, candidates[0])


def _laid_in_this_hand(refereed: Refereed[State]) -> frozenset[Tile]:
    tiles = set()
    for one in reversed(refereed.judged):
        if isinstance(one.action, HandStart) or any(isinstance(o, HandScored) for o in one.outcomes):
            break
        if isinstance(one.action, Play):
            tiles.add(one.action.tile)
    return frozenset(tiles)


def closed(rules: Rules[State], refereed: Refereed[State]) -> Refereed[State]:
    """*refereed* if the record ends here: a finished or decided hand not yet scored is scored."""
    state = rules.close(refereed.state)
    return replace(refereed, state=state, closing=state.outcomes if state is not refereed.state else ())


def steps(rules: Rules[State], refereed: Refereed[State]) -> Iterator[tuple[Judged, State]]:
    """Every act of a fold with the state after it, in the order played."""
    state = rules.start(refereed.total_before)
    for one in refereed.judged:
        if one.ruling.counts:
            state = rules.apply(state, one.action)
        yield one, state


def _judge(
    rules: Rules[State], state: State, act: Believed, applied: Sequence[int | None]
) -> tuple[Judged, State]:
    """The ruling on *act*, and the state after it."""
    ruling = rules.judge(state, act.action)
    if act.upheld and not ruling.counts:
        ruling = replace(ruling, counts=True)
    if ruling.cites is not None:
        ruling = replace(ruling, cites=applied[ruling.cites])
    if not ruling.counts:
        return Judged(act, ruling), state
    state = rules.apply(state, act.action)
    return Judged(act, ruling, state.outcomes), state


# --- what an amendment changed -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RulingChange:
    """A ruling before and after; None where the act was not there."""

    number: int
    before: Ruling | None
    after: Ruling | None


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """A hand's score before and after; None where the hand was not scored."""

    hand: int
    before: HandScored | None
    after: HandScored | None


@dataclass(frozen=True, slots=True)
class Difference:
    """What an amendment changed."""

    rulings: tuple[RulingChange, ...]
    """Only those that changed, in the order played."""
    scores: tuple[ScoreChange, ...]
    """Only those that changed, by hand."""
    total: tuple[tuple[int, ...], tuple[int, ...]]
    """The game's score by side, before and after."""

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.rulings or self.scores or self.total[0] != self.total[1])


def difference(before: Refereed[State], after: Refereed[State]) -> Difference:
    """The rulings and scores that differ between two folds of one journal."""
    old, new = before.rulings, after.rulings
    numbers = [*new, *(number for number in old if number not in new)]
    rulings = (RulingChange(n, old.get(n), new.get(n)) for n in numbers)
    was, now = ({s.hand: s for s in fold.scored} for fold in (before, after))
    scores = (ScoreChange(hand, was.get(hand), now.get(hand)) for hand in sorted({*was, *now}))
    return Difference(
        tuple(change for change in rulings if change.before != change.after),
        tuple(change for change in scores if change.before != change.after),
        (before.state.total, after.state.total),
    )
