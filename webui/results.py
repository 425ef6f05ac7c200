"""What acts brought about, told: tricks with their arithmetic, points, hands, games."""

from __future__ import annotations

from collections.abc import Iterable

from engine.outcomes import GameWon, HandDecided, HandScored, Outcome, PointsMade, Promise, TrickTaken
from engine.tiles import Tile
from engine.trick_state import TrickState
from engine.tricks import TrickRules
from webui.telling import Teller


def outcomes(teller: Teller, outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    """What an act brought about, a sentence each."""
    return tuple(said for outcome in outcomes for said in _outcome(teller, outcome))


def _outcome(teller: Teller, outcome: Outcome) -> tuple[str, ...]:
    say = teller.words.say
    match outcome:
        case TrickTaken():
            return _taken(teller, outcome)
        case PointsMade(_, side, points, parts):
            summed = " + ".join(map(str, parts))
            return (say("outcomes", "points", side=teller.side(side), points=points, parts=summed),)
        case HandDecided(_, side, result):
            key = "made" if result is Promise.MADE else "failed"
            return (say("outcomes", key, side=teller.side(side)),)
        case HandScored():
            return _scored(teller, outcome)
        case GameWon(_, winners):
            if len(winners) == 1:
                return (say("outcomes", "game", side=teller.side(winners[0])),)
            return (say("outcomes", "tie", sides=teller.words.joined([teller.side(w) for w in winners])),)
    return ()


def _taken(teller: Teller, trick: TrickTaken) -> tuple[str, ...]:
    """Who takes it with what, and its worth: ``5-5 and 6-4: 20, and 1 for the trick: 21``."""
    say, rules = teller.words.say, teller.rules
    first = say("outcomes", "trick", name=teller.name(trick.winner), tile=winning_tile(teller, trick) or "?")
    side = teller.side(trick.winner % rules.sides)
    worths = [rules.worth(tile) for tile in trick.tiles] if isinstance(rules, TrickRules) else []
    each = rules.trick_worth if isinstance(rules, TrickRules) else 0
    if any(worths) and trick.worth == sum(worths) + each:
        counted = [str(tile) for tile, worth in zip(trick.tiles, worths, strict=True) if worth]
        facts = {"count": teller.words.joined(counted), "counted": sum(worths), "trick": each}
        return first, say(
            "outcomes", "trick_worth" if each else "trick_count", worth=trick.worth, side=side, **facts
        )
    return first, say(
        "outcomes", "trick_plain" if trick.worth else "trick_empty", worth=trick.worth, side=side
    )


def winning_tile(teller: Teller, trick: TrickTaken) -> Tile | None:
    """The tile that took a trick."""
    found = next((one for one in teller.tricks() if one.number == trick.trick), None)
    if found is not None:
        return next((laid.tile for laid in found.laid if laid.seat == trick.winner), None)
    place = (trick.winner - trick.leader) % teller.rules.seats
    return trick.tiles[place] if len(trick.tiles) == teller.rules.seats else None


def _scored(teller: Teller, hand: HandScored) -> tuple[str, ...]:
    say, sides = teller.words.say, range(len(hand.scores))
    if isinstance(teller.refereed.state, TrickState):
        scores = [say("outcomes", "hand_score", side=teller.side(s), points=hand.scores[s]) for s in sides]
        told = [say("outcomes", "hand_tricks", number=hand.hand, scores=", ".join(scores))]
        told += [
            teller.words.number_of(
                "outcomes", "marks", hand.marks[s], side=teller.side(s), marks=hand.marks[s]
            )
            for s in range(len(hand.marks))
            if hand.marks[s] and hand.marks != hand.scores
        ]
        return tuple(told)
    told = [
        say("outcomes", "hand_points", side=teller.side(s), points=hand.scores[s])
        for s in sides
        if hand.scores[s]
    ]
    return tuple(told) or (say("outcomes", "nobody"),)
