"""What the last entry changed, where it was an amendment: before and after."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.journal import Amendment, Entry, Insert, What
from engine.layout_state import LayoutState
from engine.referee import Refereed, referee, supposed
from engine.rulings import Ruling
from engine.table import Snapshot
from engine.trick_state import TrickState
from webui.naming import isolated
from webui.telling import Teller

MOST_ROWS = 12
Row = dict[str, str]


def changed(teller: Teller) -> dict[str, Any] | None:
    """A heading and a row for everything that is different now; None where nothing was amended."""
    snapshot = teller.snapshot
    if not snapshot.entries or not isinstance(snapshot.entries[-1].what, Amendment):
        return None
    entry = snapshot.entries[-1]
    folded = _folded(snapshot, snapshot.entries[:-1])
    before = Teller(_with(snapshot, folded, snapshot.entries[:-1]), teller.words)
    key = "says" if entry.by else "says_nobody"
    says = teller.words.say("changed", key, by=isolated(entry.by or ""), number=entry.what.number)  # type: ignore[union-attr]
    rows = [*_scores(before, teller), *_tricks(before, teller), *_rulings(before, teller)]
    return {"n": entry.number, "says": says, "rows": rows[:MOST_ROWS]}


def would_change(teller: Teller, what: What) -> list[Row] | None:
    """The rows that entering *what* would bring beside itself; None where it is no amendment of an entry that is there."""
    snapshot = teller.snapshot
    lowest = 0 if isinstance(what, Insert) else 1
    if not isinstance(what, Amendment) or not lowest <= what.number <= snapshot.record.last:
        return None
    entries = (*snapshot.entries, Entry(snapshot.record.last + 1, what))
    folded = _folded(snapshot, entries)
    after = Teller(_with(snapshot, folded, entries), teller.words)
    own = None if isinstance(what, Insert) else what.number
    fine = all(one.ruling.stands for one in folded.judged if one.number == own)
    others = _rulings(teller, after, own if fine else None)
    return [*_scores(teller, after), *_tricks(teller, after), *others][:MOST_ROWS]


def _folded(snapshot: Snapshot, entries: tuple[Entry, ...]) -> Refereed[Any]:
    """The fold of other *entries* of the same game, open questions answered as everywhere on a page."""
    folded = referee(snapshot.rules, entries, snapshot.refereed.total_before)
    return supposed(snapshot.rules, entries, folded, claims=False)


def _with(snapshot: Snapshot, folded: Any, entries: Any) -> Snapshot:
    return replace(snapshot, refereed=folded, record=replace(snapshot.record, entries=entries), changed=None)


def _row(what: str, before: str, after: str) -> Row:
    return {"what": what, "before": before, "after": after}


def _scores(before: Teller, after: Teller) -> list[Row]:
    say = after.words.say
    rows = []
    for side in range(after.rules.sides):
        was, now = _total(before, side), _total(after, side)
        if was != now:
            rows.append(_row(say("changed", "score", side=after.side(side)), str(was), str(now)))
    for side in range(after.rules.sides):
        was, now = _points(before, side), _points(after, side)
        if was != now:
            rows.append(_row(say("changed", "points", side=after.side(side)), str(was), str(now)))
    return rows


def _total(teller: Teller, side: int) -> int:
    total = teller.refereed.state.total
    return int(total[side]) if side < len(total) else 0


def _points(teller: Teller, side: int) -> int:
    state = teller.refereed.state
    points = state.taken if isinstance(state, TrickState) else ()
    if isinstance(state, LayoutState):
        points = state.standing.made
    return points[side] if side < len(points) else 0


def _tricks(before: Teller, after: Teller) -> list[Row]:
    say = after.words.say
    was = {trick.number: trick for trick in before.tricks()}
    now = {trick.number: trick for trick in after.tricks()}
    rows = []
    for number in sorted(was.keys() | now.keys()):
        winners = [t[number].winner if number in t else None for t in (was, now)]
        if winners[0] != winners[1]:
            absent = say("changed", "absent")
            names = [before.name(winners[0]) or absent, after.name(winners[1]) or absent]
            rows.append(_row(say("changed", "trick", number=number), *names))
    return rows


def _rulings(before: Teller, after: Teller, without: int | None = None) -> list[Row]:
    say = after.words.say
    was = {one.number: one for one in before.refereed.judged if one.number is not None}
    now = {one.number: one for one in after.refereed.judged if one.number is not None}
    rows = []
    for number in [*now, *(n for n in was if n not in now)]:
        if number == without:
            continue
        old, new = was.get(number), now.get(number)
        told = []
        for teller, one in ((before, old), (after, new)):
            told.append(say("changed", "absent") if one is None else _verdict(teller, one.ruling, one))
        same_act = old is not None and new is not None and old.action == new.action
        if told[0] != told[1] or not (same_act or old is None or new is None):
            acts = [t.act(o.action) for t, o in ((before, old), (after, new)) if o is not None]
            what = say("changed", "entry", number=number)
            if old is not None and new is not None and not same_act:
                told = [f"{acts[0]}: {told[0]}", f"{acts[1]}: {told[1]}"]
            elif same_act:
                what = f"{what}, {acts[0]}"
            rows.append(_row(what, told[0], told[1]))
    return rows


def _verdict(teller: Teller, ruling: Ruling, one: Any) -> str:
    return teller.ruling(one) or teller.words.say("changed", "fine" if ruling.stands else "wrong")
