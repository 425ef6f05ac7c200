"""A game that was begun before anybody watched: what is said when several tiles lie there at the first look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Play
from engine.interpret import Proposal
from engine.layout_state import LayoutState

LAY_THERE = (
    "{} tiles lay there joined before anybody was seen to lay them. They are entered in an order in which they"
    " can have been laid; if it was another, or others laid them, correct those acts, or begin the hand anew."
)


def lay_there(before: Any, proposals: Sequence[Proposal]) -> str | None:
    """The sentence for a layout that was begun unseen; *before*: the state in which nothing was laid yet."""
    if not isinstance(before, LayoutState) or any(joined.seat is not None for joined in before.layout):
        return None
    laid = sum(isinstance(one.what, Play) for one in proposals)
    return LAY_THERE.format(laid) if laid > 1 else None
