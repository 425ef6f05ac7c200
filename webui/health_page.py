"""How the machine is doing, as a page and as JSON."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, jsonify
from flask.typing import ResponseReturnValue

from webui.answers import room, words
from webui.health import Measure, State, measures
from webui.live import Streams
from webui.pages import rendered
from webui.words import Words

health = Blueprint("health", __name__)


@health.get("/health")
def health_page() -> ResponseReturnValue:
    """Camera, heat, disk, clock, version."""
    return rendered("health.html", "health", say=words().catalogue["health"], **_told())


@health.get("/api/health")
def health_told() -> ResponseReturnValue:
    """The same for programs."""
    return jsonify(_told())


def _told() -> dict[str, Any]:
    seen, say = room().seen, words()
    streams: Streams = current_app.extensions["streams"]
    found = list(measures(seen.status, room().store.path.parent))
    rows = [_row(one, say) for one in found]
    rows.append(
        _plain("phones", say.number_of("health", "phones_open", streams.open, number=streams.open), say)
    )
    rows.append(_plain("version", f"Tallybones {current_app.config['VERSION']}", say))
    if seen.notice:
        rows.insert(0, _plain("damage", seen.notice, say) | {"state": State.ILL.value})
    worst = [state for state in (State.ILL, State.CARE) if any(row["state"] == state.value for row in rows)]
    state = worst[0] if worst else State.WELL
    return {"state": state.value, "says": say.say("health", f"all_{state.value}"), "measures": rows}


def _row(one: Measure, say: Words) -> dict[str, str]:
    facts = {name: _fact(name, value, say) for name, value in one.facts}
    told = say.catalogue["health"][one.says]
    wording = told if isinstance(told, str) else told[0 if facts["number"] == 1 else 1]
    return {
        "about": one.about,
        "label": say.catalogue["health"][one.about],
        "state": one.state.value,
        "says": str(wording).format(**facts),
    }


def _fact(name: str, value: object, say: Words) -> object:
    if name == "date":
        return say.date(str(value))
    if name in ("free", "kept") and isinstance(value, int):
        return f"{say.number(value / 1024)} GB" if value >= 2048 else f"{value} MB"
    return value


def _plain(about: str, says: str, say: Words) -> dict[str, str]:
    return {"about": about, "label": say.catalogue["health"][about], "state": "well", "says": says}
