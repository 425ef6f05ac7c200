"""What people type as a name, made into one that a record can hold."""

from __future__ import annotations

import unicodedata


def plain_name(told: str) -> str:
    """*told* in one line, without ``=`` and without what nobody sees: joiners inside emoji, marks of direction."""
    kept = [sign for sign in unicodedata.normalize("NFC", told) if sign.isprintable() or sign.isspace()]
    return " ".join("".join(kept).replace("=", "").split())


def isolated(name: str) -> str:
    """*name* as it stands inside a sentence: one written from right to left draws no score or tile beside it along."""
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name)
    return f"\u2068{name}\u2069" if turns else name
