"""The real game of photographs: a line of black tiles, each laid against one that lay there before."""

from __future__ import annotations

NEIGHBOURS = [
    "4-2", "2-0", "4-2", "4-1", "2-1", "3-2", "6-0", "6-6", "3-3", "5-3", "6-5", "5-0", "1-0", "6-1", "6-3", "4-3", "4-4", "6-4",
]  # fmt: skip
"""The tile that each but the first was laid against, in order."""
