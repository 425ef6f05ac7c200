"""How often lamps flicker here: 100 or 120 times a second, by the machine's time zone."""

from __future__ import annotations

from pathlib import Path

SIXTY = (
    "America/", "US/", "Canada/", "Mexico/", "Pacific/Honolulu", "Pacific/Guam", "Asia/Seoul", "Asia/Taipei",
    "Asia/Manila", "Asia/Riyadh", "Atlantic/Bermuda",
)  # fmt: skip
FIFTY = (
    "America/Argentina", "America/Buenos_Aires", "America/Santiago", "America/Punta_Arenas", "America/Montevideo",
    "America/Asuncion", "America/La_Paz", "America/Cayenne", "America/Martinique", "America/Guadeloupe",
    "America/Barbados", "America/Jamaica", "America/Nuuk", "America/Godthab",
)  # fmt: skip
"""Of the zones above, those with 50 Hz."""


def mains_hz(zone: str | None = None) -> int:
    """50 or 60, the mains of the time zone *zone*; this machine's own where none is named."""
    zone = time_zone() if zone is None else zone
    return 60 if zone.startswith(SIXTY) and not zone.startswith(FIFTY) else 50


def time_zone(etc: Path = Path("/etc")) -> str:
    """The name of this machine's time zone; nothing where it has none."""
    link = etc / "localtime"
    if link.is_symlink():
        _, found, name = str(link.resolve()).partition("zoneinfo/")
        if found:
            return name
    kept = etc / "timezone"
    return kept.read_text(errors="replace").strip() if kept.is_file() else ""


def without_flicker(exposure_s: float, hz: int) -> float:
    """The nearest exposure not longer than *exposure_s* that takes in whole flickers of lamps.

    Shorter than one flicker there is none: daylight is that bright, and does not flicker.
    """
    flicker_s = 1.0 / (2 * hz)
    whole = int(exposure_s / flicker_s + 1e-6)
    return whole * flicker_s if whole else exposure_s
