"""How a hand of tricks is decided, and what it scores: the named functions a game chooses from."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.actions import SuitTrump
from engine.changing import changed
from engine.demons import Captured, DemonHunt, demon_points
from engine.kitty import Discard
from engine.outcomes import Promise
from engine.tiles import Tile
from engine.trick_state import Decision, Ending, Playing, Renege, TrickState
from engine.turnups import euchre_points

if TYPE_CHECKING:
    from engine.tricks import TrickRules


class RenegePenalty(Enum):
    """What a proven renege costs; the sheets give nothing, so the default is to report it."""

    REPORT = "report"
    LOSE_HAND = "lose_hand"
    """The offender's side loses the hand."""
    TRICK_TO_OPPONENTS = "trick_to_opponents"


Scores = tuple[tuple[int, ...], tuple[int, ...]]
"""What each side took, and what the hand adds to the game's score."""


def by_promise(rules: TrickRules, playing: Playing) -> Decision | None:
    """Decided when the promise of the auction is kept or cannot be kept any more."""
    undertaking = playing.undertaking
    if undertaking is None:
        return None
    side = undertaking.seat % rules.sides
    if rules.renege is RenegePenalty.LOSE_HAND and playing.reneges:
        own = _first(playing.reneges).seat % rules.sides == side
        return Decision(side, Promise.FAILED if own else Promise.MADE, Ending.RENEGE)
    total = points_in_play(rules, playing)
    result = undertaking.progress(playing.taken, playing.won, total, playing.over)
    return None if result is None else Decision(side, result)


def _act(renege: Renege) -> int:
    return renege.act


def _first(reneges: tuple[Renege, ...]) -> Renege:
    """The earliest one: proven late or at once, the same side pays for it when all tiles are out."""
    return min(reneges, key=_act)


def points_in_play(rules: TrickRules, playing: Playing) -> int:
    """The hand's points less those of tiles known to lie aside that score for nobody."""
    aside = sum(rules.worth(tile) for tile in playing.aside if isinstance(tile, Tile))
    return rules.hand_total - aside + sum(forced_count(rules, playing))


def forced_count(rules: TrickRules, playing: Playing) -> tuple[int, ...]:
    """By side, the count of tiles laid aside: under Mack's rule it goes to the bidder's opponents."""
    mack = rules.kitty is not None and rules.kitty.discard is Discard.MACK and not rules.free_discard
    if playing.undertaking is None or not mack:
        return (0,) * rules.sides
    other = (playing.undertaking.seat + 1) % rules.sides
    count = sum(rules.tile_worth(tile) for tile in playing.aside if isinstance(tile, Tile))
    return tuple(count if side == other else 0 for side in range(rules.sides))


def by_bid(rules: TrickRules, state: TrickState, playing: Playing) -> Scores:
    """Points taken, and the marks (or points) the bid brings."""
    undertaking, decision = playing.undertaking, playing.decision
    taken = playing.taken
    if undertaking is None or decision is None:
        return taken, (0,) * rules.sides
    if rules.scores_points:
        return taken, undertaking.points_for(decision.result, taken, rules.all_or_nothing)
    return taken, undertaking.marks_for(decision.result, rules.sides)


def by_makers(rules: TrickRules, state: TrickState, playing: Playing) -> Scores:
    """Domino Euchre: tricks taken, and the points they bring."""
    undertaking, decision = playing.undertaking, playing.decision
    if undertaking is None or decision is None:
        return playing.won, (0,) * rules.sides
    makers = undertaking.seat % rules.sides
    own, others = euchre_points(playing.won[makers], rules.hand_size, undertaking.alone, decision.result)
    return playing.won, tuple(own if side == makers else others for side in range(rules.sides))


def penalised(rules: TrickRules, before: Playing, after: Playing) -> Playing:
    """*after*, in which reneges were proven that *before* did not know, with what the house makes of them."""
    if len(after.reneges) == len(before.reneges) or rules.renege is RenegePenalty.REPORT:
        return after
    if rules.renege is RenegePenalty.LOSE_HAND:
        return changed(after, decision=None)
    in_order = sorted(after.reneges, key=_act, reverse=True)
    others = {one.trick: (one.seat + 1) % rules.sides for one in in_order}
    taken, won = list(after.taken), list(after.won)
    tricks = []
    for number, trick in enumerate(after.tricks, 1):
        side = others.get(number, trick.side)
        taken[trick.side] -= trick.worth
        taken[side] += trick.worth
        won[trick.side] -= 1
        won[side] += 1
        tricks.append(changed(trick, side=side))
    return changed(after, tricks=tuple(tricks), taken=tuple(taken), won=tuple(won), decision=None)


def by_demons(rules: TrickRules, playing: Playing) -> Decision | None:
    """Texas Demons: five demons, or the others took six tricks; once all is out, after the leftovers are turned."""
    if rules.hunt is None or not playing.tricks or (playing.over and playing.leftovers is None):
        return None
    number = len(playing.tricks)
    if rules.renege is RenegePenalty.LOSE_HAND and playing.reneges:
        loser = _first(playing.reneges).seat % rules.sides
        return Decision((loser + 1) % rules.sides, Promise.MADE, Ending.RENEGE, number)
    captured = demons_captured(rules, rules.hunt, playing, number)
    end = rules.hunt.round_end(captured, playing.won, playing.tricks[-1].side)
    return None if end is None else Decision(end.winner, Promise.MADE, end.why, number)


def demons_captured(rules: TrickRules, hunt: DemonHunt, playing: Playing, number: int) -> Captured:
    """Demons by side in the first *number* tricks, and in the leftovers once they are turned."""
    sides: list[tuple[Tile, ...]] = [()] * rules.sides
    for trick in playing.tricks[:number]:
        sides[trick.side] += hunt.demons([one.tile for one in trick.laid])
    if not playing.leftovers:
        return tuple(sides)
    return hunt.shared(tuple(sides), playing.leftovers, playing.tricks[-1].side, _trump_end(playing))


def _trump_end(playing: Playing) -> int:
    return playing.trump.end if isinstance(playing.trump, SuitTrump) else 0


def final_demons(rules: TrickRules, state: TrickState, playing: Playing) -> Captured:
    """Demons by side as they are scored.

    Where six tricks decided, the demons still in the losers' hands are captured too: those known to be
    there, and those they play while the round is played out.
    """
    hunt, decision = rules.hunt or DemonHunt(), playing.decision
    number = len(playing.tricks) if decision is None else decision.tricks
    captured = demons_captured(rules, hunt, playing, number)
    if decision is None or decision.why is not Ending.SIX_TRICKS:
        return captured
    loser = (decision.side + 1) % rules.sides
    later = [one for trick in playing.tricks[number:] for one in trick.laid] + list(playing.trick)
    held = [one.tile for one in later if one.seat % rules.sides == loser]
    held += [t for s, known in enumerate(state.known) if s % rules.sides == loser for t in known.held]
    return tuple(tiles + hunt.demons(held) * (side == decision.side) for side, tiles in enumerate(captured))


def by_captures(rules: TrickRules, state: TrickState, playing: Playing) -> Scores:
    """Texas Demons: demons captured; the winner alone scores, one for each that is not a trump."""
    captured, decision = final_demons(rules, state, playing), playing.decision
    points = [demon_points(tiles, _trump_end(playing)) for tiles in captured]
    winner = None if decision is None else decision.side
    return tuple(map(len, captured)), tuple(n * (side == winner) for side, n in enumerate(points))
