"""The record as a page lists it: a row an entry, with its ruling and who said so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.actions import Action, HandStart, Play, seat_of
from engine.journal import Correct, Entry, Insert, Unclear, Uphold, Withdraw, WithdrawHand
from engine.notation import action_text
from engine.outcomes import HandScored
from engine.referee import Judged
from engine.sightings import TableEvent, TileDown
from engine.tiles import Tile
from engine.trick_state import Scored, TrickState
from webui.spots import places_of
from webui.telling import Teller

LIKELY_FROM = 0.0005
MOST_LIKELY = 4
MOST_ROWS = 60
"""So many entries go to every phone with every act; earlier ones are asked for when they are wanted."""
Row = dict[str, Any]
AMENDS = Correct | Withdraw | Uphold | WithdrawHand
"""What mends something, and is no act itself."""


def record(teller: Teller) -> list[Row]:
    """The entries of the present hand, oldest first; of a long hand the latest."""
    entries = teller.snapshot.entries
    begun = [i for i, entry in enumerate(entries) if isinstance(entry.what, HandStart)]
    since = _last_scored(teller)
    present = [e for e in entries[begun[-1] if begun else 0 :] if (e.number or 0) >= since]
    return _rows(teller, present[-MOST_ROWS:])


def whole_record(teller: Teller) -> list[Row]:
    """The entries of the whole game, oldest first."""
    return _rows(teller, teller.snapshot.entries)


def _rows(teller: Teller, entries: Iterable[Entry]) -> list[Row]:
    """A row an entry, without the tricks that the rules hide."""
    judged = {one.number: one for one in teller.refereed.judged if one.number is not None}
    hidden = hidden_entries(teller)
    return [row_of(teller, e, judged) for e in entries if e.number is not None and e.number not in hidden]


def _last_scored(teller: Teller) -> int:
    """The entry that scored the hand before the present one; 0 where there was none."""
    before = reversed(teller.refereed.judged[:-1])
    scored = (one.number for one in before if any(isinstance(o, HandScored) for o in one.outcomes))
    return next((number for number in scored if number is not None), 0)


def hidden_entries(teller: Teller) -> frozenset[int | None]:
    """Plays of tricks already turned away, where the rules hide them while the hand is played (42: an 84)."""
    state = teller.refereed.state
    if not isinstance(state, TrickState) or not state.hidden_history or isinstance(state.phase, Scored):
        return frozenset()
    done = [trick for trick in teller.tricks() if trick.winner is not None]
    kept = done[:-1] if not state.trick else done
    return frozenset(teller.entry_of(laid.act) for trick in kept for laid in trick.laid)


def row_of(teller: Teller, entry: Entry, judged: Mapping[int, Judged]) -> Row:
    """One entry as it is now believed."""
    what = entry.what
    open_doubt = any(doubt.number == entry.number for doubt in teller.refereed.doubts)
    one = None if isinstance(what, AMENDS) or open_doubt else judged.get(entry.number or 0)
    act = one.action if one is not None else _act_of(what)
    tile = act.tile if isinstance(act, Play) else None
    said = teller.act(act) if one is not None and act is not None else teller.what(what)
    seat = seat_of(act) if act is not None else None
    letters = teller.snapshot.record.seating.letters
    told = one.act.told if one is not None else entry
    amended = one is not None and told.number != entry.number
    was = teller.what(what) if amended and not isinstance(what, Unclear | Insert) else None
    against = one is not None and not one.ruling.stands and not one.act.upheld
    return {
        "n": entry.number,
        "says": said,
        "was": was if was != said else None,
        "title": teller.words.tile_aloud(tile).capitalize()
        + (f", {teller.name(seat)}" if seat is not None else "")
        if tile
        else said,
        "act": action_text(act, teller.snapshot.record.seating) if act is not None else "",
        "tile": str(tile) if tile else None,
        "seat": letters[seat] if seat is not None else None,
        "tone": "wrong" if against else "exposed" if one is not None and one.ruling.reason else "fine",
        "ruling": teller.ruling(one) if one is not None else None,
        "evidence": teller.source(told, amended),
        "pictured": isinstance(entry.seen, TileDown),
        "withdrawn": one is None and act is not None and not isinstance(what, Correct) and not open_doubt,
        "mendable": one is not None or open_doubt or isinstance(what, AMENDS),
        "likely": likely(seen_of(teller, entry, told), tile),
        "places": places_of(teller, act) if isinstance(act, Play) else [],
    }


def _act_of(what: object) -> Action | None:
    if isinstance(what, Unclear):
        return what.candidates[0] if what.candidates else None
    if isinstance(what, Insert):
        return what.action
    if isinstance(what, AMENDS):
        return None
    return what  # type: ignore[return-value]


def seen_of(teller: Teller, entry: Entry, told: Entry) -> TableEvent | None:
    """The sighting an act came from: that of its last correction, else its own."""
    return told.seen or entry.seen


def likely(seen: TableEvent | None, now: Tile | None) -> list[list[str]]:
    """What else a sighting could be, likeliest first: (tile, percentage)."""
    if not isinstance(seen, TileDown):
        return []
    others = [guess for guess in seen.guesses if guess.tile != now and guess.probability >= LIKELY_FROM]
    return [[str(guess.tile), f"{guess.probability * 100:.2g} %"] for guess in others[:MOST_LIKELY]]
