"""What people type as a name, made into one that a record can hold."""

from __future__ import annotations

import unicodedata


def plain_name(told: str) -> str:
    """*told* in one line, without ``=`` and without what nobody sees: joiners inside emoji, marks of direction."""
    kept = [sign for sign in unicodedata.normalize("NFC", told) if sign.isprintable() or sign.isspace()]
    return " ".join("".join(kept).replace("=", "").split())
