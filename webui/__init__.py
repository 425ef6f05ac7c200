"""What people see: the dashboard, and the command that starts everything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from webui.house import House
    from webui.photos import ReadPhoto
    from webui.room import Room


def create_app(
    room: Room,
    *,
    names: Iterable[str] = (),
    read_photo: ReadPhoto | None = None,
    most_streams: int = 48,
    heartbeat_s: float = 15.0,
    house: House | None = None,
) -> Flask:
    """The dashboard of *room*: a new app each time, nothing global.

    *names* are further host names it answers to; *read_photo* reads photos sent to ``/api/scan``; *house* is what the
    household keeps beside its games (without one: nothing beyond this app's life).
    """
    from webui.app import assembled

    return assembled(room, names, read_photo, most_streams, heartbeat_s, house)
