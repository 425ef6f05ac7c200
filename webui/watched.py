"""What is watched, and what its camera is doing while it is."""

from __future__ import annotations

from dataclasses import dataclass

TEXTS = {
    "watching": "The table is in view.",
    "hand in view": "Somebody reaches over the table.",
    "still": "The picture stands still: the camera may hang.",
    "black": "The picture is black: the room is dark, or the lens is covered.",
    "covered": "Something covers the lens.",
    "slow": "The camera sends too few pictures; plays may be missed.",
    "moved": "The camera or the table was moved; looking for the tiles again.",
}


@dataclass(frozen=True, slots=True)
class CameraState:
    """What the camera is doing: a state of the ``status`` events, and a sentence."""

    state: str
    text: str
    why: str = ""
    """Why a camera is lost: one of ``vision.errors.WHYS``; of one that sees, what does not fit the game: ``concerns``."""
    name: str = ""
    """The camera's; of a concern, what it is about."""
