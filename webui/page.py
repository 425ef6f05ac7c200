"""The whole view: a pure function from what is there (``Seen``) to the JSON a page draws.

Everything a person reads is a finished sentence here, in one language; the page's script only lays it out.
"""

from __future__ import annotations

from typing import Any

from engine.actions import HandStart
from engine.games import GAMES
from engine.journal import Correct, Entry, Insert, Uphold, Withdraw
from engine.layout_state import LayoutState, Stage
from engine.newest import Newest
from engine.notation import action_text
from engine.outcomes import HandScored, TrickTaken
from engine.referee import Judged
from engine.sightings import TileDown
from engine.table import Snapshot
from engine.tiles import Tile
from engine.trick_state import TrickState
from webui.changed import changed
from webui.choices import may_draw, turn
from webui.concerns import sentence
from webui.on_felt import on_felt
from webui.refused import in_words
from webui.results import outcomes, winning_tile
from webui.room import Seen
from webui.rows import hidden_entries, record
from webui.scoreboard import contract, hand, sides, together
from webui.spots import every_place, places, trains
from webui.telling import Teller
from webui.words import Words

View = dict[str, Any]


def view(seen: Seen, words: Words) -> View:
    """What a page shows of *seen*."""
    told: View = {
        "version": seen.version,
        "beat": seen.beat,
        "language": words.language,
        "status": {
            "state": seen.status.state,
            "text": status_text(seen, words),
            "begin": seen.status.why in words.catalogue["simulated"],
        },
        "notice": _notice(seen, words),
        "speaker": seen.speaker,
        "game": None,
    }
    if seen.snapshot is None or seen.game is None:
        return told
    teller = Teller(seen.snapshot, words)
    names = {str(tile): words.tile_aloud(tile) for tile in teller.rules.tiles.faces()}
    return told | {
        "game": _game(seen.game.id, seen.snapshot, words),
        "title": _title(teller),
        "set": list(names),
        "tile_names": names,
        "seats": _seats(teller),
        "sides": sides(teller),
        "together": together(teller),
        "hand": hand(teller) | {"contract": contract(teller)},
        "turn": turn(teller),
        "places": places(teller),
        "trains": trains(teller),
        "spots": every_place(teller),
        "draws": may_draw(teller),
        "out": _out(teller),
        "felt": on_felt(teller),
        "last": _last(teller),
        "ask": _ask(teller),
        "changed": changed(teller),
        "undo": _undo(teller),
        "again": _again(teller),
        "record": record(teller),
    }


def _again(teller: Teller) -> bool:
    """Whether a hand is over and can be gone through again."""
    state = teller.refereed.state
    over = isinstance(state, LayoutState) and state.stage is Stage.OVER and bool(state.layout)
    return over or any(isinstance(o, HandScored) for _, o in teller.refereed.outcomes)


def _notice(seen: Seen, words: Words) -> str | None:
    """What happened to the file of games, and what ails the machine."""
    damage = in_words(words, seen.notice, "damage") if seen.notice else None
    worries = [str(words.catalogue["worries"][worry]) for worry in seen.worries]
    return " ".join(filter(None, [damage, *worries])) or None


def status_text(seen: Seen, words: Words) -> str:
    """What the camera is doing: the language's own sentence, with why it is lost."""
    status = seen.status
    if status.why in words.catalogue["simulated"]:
        return words.say("simulated", status.why)
    if status.why in words.catalogue["concerns"]:
        return sentence(words, status.why, status.name, seen.snapshot)
    said = str(words.catalogue["status"].get(status.state, ""))
    if status.why in words.catalogue["cameras_lost"]:
        why = words.say("cameras_lost", status.why, name=_camera_name(status.name))
        return f"{' '.join(why.split())} {said}"
    if status.state == "camera lost" and status.text and words.language == "en":
        return f"{said} ({status.text.rstrip('.')})"
    if said or not status.text:
        return said
    return status.text if words.language == "en" else words.error("not_done")


def _camera_name(name: str) -> str:
    """A stable name of the system as people say it: ``HD Pro Webcam C920``."""
    last = name.rpartition("/")[2] if name.startswith("/dev/") else name
    return last.removeprefix("usb-").partition("-video-index")[0].replace("_", " ")


def _title(teller: Teller) -> str:
    score = " ".join(f"{teller.side(s)} {n}" for s, n in enumerate(teller.refereed.state.total))
    return f"{score} · Tallybones" if score else "Tallybones"


def _game(number: int, snapshot: Snapshot, words: Words) -> View:
    record = snapshot.record
    game = GAMES[record.game]
    says = {option.name: words.house_rule(game.key, option) for option in game.options}
    rules = []
    for option in record.options:
        name, _, value = option.partition("=")
        rules.append(f"{says.get(name, name)} ({words.choice(value)})")
    return {
        "id": number,
        "key": record.game,
        "title": game.title,
        "profile": record.profile,
        "date": record.tag("Date"),
        "rules": rules,
        "record": f"/api/games/{number}.dgn",
    }


def _seats(teller: Teller) -> list[View]:
    state, seating = teller.refereed.state, teller.snapshot.record.seating
    colours = (teller.snapshot.record.tag("Colours") or "").split()
    told = []
    for seat, (letter, name) in enumerate(zip(seating.letters, seating.names, strict=True)):
        note = ""
        if isinstance(state, TrickState):
            won = sum(trick.winner == seat for trick in state.tricks)
            if won and not state.hidden_history:
                note = teller.words.number_of("sides", "won", won, number=won)
            elif not state.playing and (bids := [bid for bid in state.auction if bid.seat == seat]):
                note = teller.words.offer(bids[-1].offer)
        told.append(
            {
                "letter": letter,
                "name": name,
                "side": seat % teller.rules.sides,
                "turn": state.turn == seat and not state.winners,
                "note": note,
            }
            | ({"colour": colours[seat]} if seat < len(colours) else {})
        )
    return told


def _out(teller: Teller) -> list[str]:
    """Tiles that have left the holdings this hand, as far as players may look back."""
    state = teller.refereed.state
    if isinstance(state, TrickState):
        hidden = hidden_entries(teller)
        laid = [one for trick in teller.tricks() for one in trick.laid]
        tiles = [one.tile for one in laid if teller.entry_of(one.act) not in hidden]
    else:
        tiles = [joined.tile for joined in state.layout]
    return [str(tile) for tile in sorted(set(tiles))]


def _last(teller: Teller) -> View | None:
    """The last thing that happened, in words with its arithmetic."""
    judged = _latest(teller)
    if judged is None:
        return None
    taken = next((o for o in judged.outcomes if isinstance(o, TrickTaken)), None)
    tile = winning_tile(teller, taken) if taken else getattr(judged.action, "tile", None)
    wrong = teller.ruling(judged)
    told = list(outcomes(teller, judged.outcomes))
    if wrong is not None:
        tile = getattr(judged.action, "tile", None)
        against = not judged.ruling.stands and not judged.act.upheld
        tone = "wrong" if against else "exposed"
        says, more, small = wrong, None, [teller.rests_on(judged.ruling) or "", *told]
    elif told:
        tone, says, more, small = "won" if taken else "fine", told[0], " ".join(told[1:2]) or None, told[2:]
    else:
        tone, says, more, small = "fine", teller.act(judged.action) + ".", None, []
    return {
        "n": judged.number,
        "news": bool(told) or wrong is not None,
        "picture": _picture(teller, judged, taken),
        "tile": str(tile) if isinstance(tile, Tile) else None,
        "tone": tone,
        "says": says,
        "more": more,
        "small": " ".join(small).strip() or None,
    }


def _picture(teller: Teller, judged: Judged, taken: TrickTaken | None) -> int | None:
    """The entry whose picture is the evidence: that of the tile which took the trick, else the act's own."""
    number = judged.number
    if taken is not None and judged.ruling.stands:
        trick = next((one for one in teller.tricks() if one.number == taken.trick), None)
        laid = trick.laid if trick is not None else ()
        number = next((teller.entry_of(one.act) for one in laid if one.seat == taken.winner), number)
    entry = next((one for one in teller.snapshot.entries if one.number == number), None)
    return number if entry is not None and isinstance(entry.seen, TileDown) else None


def _latest(teller: Teller) -> Judged | None:
    """The act that the last entry is about."""
    asked = {doubt.number for doubt in teller.refereed.doubts}
    judged = [one for one in teller.refereed.judged if one.number not in asked]
    for entry in reversed(teller.snapshot.entries):
        what = entry.what
        if isinstance(what, Withdraw):
            continue
        number = what.number if isinstance(what, Correct | Uphold) else entry.number
        if isinstance(what, Insert):
            number = entry.number
        found = next((one for one in reversed(judged) if one.number == number), None)
        if found is not None and number is not None:
            return found
    return None


def _undo(teller: Teller) -> str | None:
    """What the undo button enters: a mending is taken back, or what the camera took back, else the newest act that
    still stands, or that a hand began after it.

    By its number, not as ``undo``: what the camera saw since this view was drawn is not what a finger meant.
    """
    entries = teller.snapshot.entries
    if entries and _is_mending(entries[-1]):
        return f"fix {entries[-1].number} drop"
    number, last = Newest(entries).number(), teller.refereed.judged[-1:]
    if number is not None and last and last[0].number is None and isinstance(last[0].action, HandStart):
        return f"fix hand {last[0].action.number} drop"
    return None if number is None else f"fix {number} drop"


def _is_mending(entry: Entry) -> bool:
    """Whether an entry amends another, and is itself to be undone: not one by which a person has undone something."""
    by_itself = isinstance(entry.what, Withdraw) and entry.source != "hand"
    return by_itself or isinstance(entry.what, Correct | Insert | Uphold)


def _ask(teller: Teller) -> View | None:
    """The oldest question the table has not answered."""
    if not teller.refereed.doubts:
        return None
    entry = teller.refereed.doubts[0]
    seating = teller.snapshot.record.seating
    candidates = entry.what.candidates  # type: ignore[union-attr]
    tiles = [getattr(action, "tile", None) for action in candidates]
    plain = len(set(tiles)) == len(tiles) and all(isinstance(tile, Tile) for tile in tiles)
    return {
        "n": entry.number,
        "says": teller.what(entry.what) + ".",
        "candidates": [
            {
                "act": f"fix {entry.number} => {action_text(action, seating)}",
                "tile": str(tile) if isinstance(tile, Tile) else None,
                "says": str(tile) if plain else teller.act(action),
            }
            for action, tile in zip(candidates, tiles, strict=True)
        ],
    }
