"""The tiles a page draws: where they were seen, with the words a screen reader says of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.joined import Joined
from engine.journal import Entry
from engine.layout_state import LayoutState
from engine.referee import Judged
from engine.tiles import Tile
from engine.trick_state import TrickState
from webui.felt import ROOM_MM, Placed, before_seat, box, pose_of, square
from webui.laying import laid_out, open_marks
from webui.telling import Teller

Drawn = dict[str, Any]


def on_felt(teller: Teller) -> dict[str, Any]:
    """What lies on the table."""
    state = teller.refereed.state
    if isinstance(state, TrickState):
        return _trick(teller)
    return _layout(teller, state)


def _own(teller: Teller) -> dict[int, Entry]:
    return {entry.number: entry for entry in teller.snapshot.entries if entry.number is not None}


def _pose(one: Judged | None, own: dict[int, Entry]) -> Placed | None:
    """Where the sighting of an act (or of the entry it corrects) says that the tile lies."""
    if one is None:
        return None
    placed = pose_of(one.act.told.seen)
    if placed is None and one.number is not None and one.number in own:
        placed = pose_of(own[one.number].seen)
    return placed


def _drawn(
    number: int | None, tile: Tile, placed: Placed, tone: str, label: str, beside: bool = False
) -> Drawn:
    return {
        "n": number,
        "tile": str(tile),
        "ends": [tile.high, tile.low],
        "x": round(placed.x, 1),
        "y": round(placed.y, 1),
        "deg": round(placed.deg, 1),
        "size": round(placed.size, 1),
        "tone": tone,
        "label": label,
        "beside": beside,
    }


def _label(teller: Teller, tile: Tile, seat: int | None, tone: str) -> str:
    said, name = teller.words.tile_aloud(tile), teller.name(seat)
    if name is None:
        return teller.words.say("felt", "tile_nobody", tile=said)
    key = tone if tone in ("won", "wrong") else "tile"
    return teller.words.say("felt", key, tile=said, name=name)


def _against(one: Judged | None) -> bool:
    return one is not None and not one.ruling.stands and not one.act.upheld


def _trick(teller: Teller) -> dict[str, Any]:
    """The trick on the table, or the last one taken; the felt is as large as the whole hand needs."""
    tricks = teller.tricks()
    judged = {one.number: one for one in teller.refereed.judged}
    own = _own(teller)
    drawn, places = [], []
    for trick in tricks:
        for laid in trick.laid:
            number = teller.entry_of(laid.act)
            one = judged.get(number)
            placed = _pose(one, own) or before_seat(laid.seat, teller.rules.seats)
            places.append(placed)
            if trick is tricks[-1]:
                tone = "wrong" if _against(one) else "won" if laid.seat == trick.winner else ""
                label = _label(teller, laid.tile, laid.seat, tone)
                drawn.append(_drawn(number, laid.tile, placed, tone, label))
    return {"shape": "trick", "box": square(places), "tiles": drawn, "ends": []}


def _layout(teller: Teller, state: LayoutState) -> dict[str, Any]:
    judged = {one.number: one for one in teller.refereed.judged}
    own = _own(teller)
    numbers = [teller.entry_of(joined.act) for joined in state.layout]
    places = lying(teller, state.layout)
    drawn = []
    for joined, placed, number in zip(state.layout, places, numbers, strict=True):
        tone = "wrong" if _against(judged.get(number)) else ""
        drawn.append(
            _drawn(number, joined.tile, placed, tone, _label(teller, joined.tile, joined.seat, tone))
        )
    marks = open_marks(state.layout, places, [(end.number, end.tile) for end in state.open_ends])
    loose = list(_beside(teller, state, own, places))
    spots = [*places, *(Placed(t["x"], t["y"], t["deg"]) for t in loose)]
    return {
        "shape": "layout",
        "box": box(spots, marks),
        "tiles": drawn + loose,
        "ends": [{"x": end.x, "y": end.y, "number": end.number} for end in marks],
    }


def lying(teller: Teller, layout: Sequence[Joined]) -> tuple[Placed, ...]:
    """Where each tile of *layout* lies: as it was seen, else joined to its neighbour."""
    judged = {one.number: one for one in teller.refereed.judged}
    own = _own(teller)
    poses = [_pose(judged.get(teller.entry_of(joined.act)), own) for joined in layout]
    seen = {index: pose for index, pose in enumerate(poses) if pose is not None}
    return laid_out(layout, seen, teller.rules.seats + 1)


def _beside(
    teller: Teller, state: LayoutState, own: dict[int, Entry], places: tuple[Placed, ...]
) -> list[Drawn]:
    """Tiles of this hand that joined nothing, shown beside the layout."""
    first = min((n for joined in state.layout if (n := teller.entry_of(joined.act)) is not None), default=0)
    bottom = max((placed.y for placed in places), default=0.0) + ROOM_MM + 15
    loose, last = [], []
    for one in teller.refereed.judged:
        tile = getattr(one.action, "tile", None)
        if one.number is None or one.number < first or one.ruling.counts or not isinstance(tile, Tile):
            continue
        last.append(one)
    for place, one in enumerate(last):
        tile, seat = one.action.tile, getattr(one.action, "seat", None)  # type: ignore[union-attr]
        placed = _pose(one, own) or Placed(place * 34.0 - 17.0 * (len(last) - 1), bottom, 90.0)
        loose.append(
            _drawn(one.number, tile, placed, "wrong", _label(teller, tile, seat, "wrong"), beside=True)
        )
    return loose
