"""What a page asks of the table besides the view: what a change would bring, the tricks again, who speaks."""

from __future__ import annotations

import threading
from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from engine.errors import NotationError, Stale
from engine.notation import read_what
from engine.reread import unseen
from webui.again import again
from webui.answers import refuse, refuse_in_words, refuse_with, room, view_answer, view_now, words
from webui.bids import instead
from webui.changed import would_change
from webui.errors import StoreTrouble
from webui.house import house
from webui.page import status_text
from webui.telling import Teller
from webui.watching import Watching

at_table = Blueprint("at_table", __name__)

LARGEST = 16 * 1024
LONGEST_ACT = 2000
LONGEST_SPEAKER = 40
BLIND = frozenset({
    "camera lost", "still", "black", "covered", "moved", "reshaped", "no_tiles", "pattern", "out_of_sight",
})  # fmt: skip
"""States of the camera, and what ails one that works, in which the table cannot be read."""
MOST_NAMED = 6
"""So many tiles that cannot be seen are named."""
_one_by_one = threading.Lock()
"""Two phones that enter what lies there enter it once."""


def _sent() -> dict[str, Any]:
    request.max_content_length = LARGEST
    told = request.get_json(silent=True) if request.mimetype == "application/json" else None
    if not isinstance(told, dict):
        raise BadRequest
    return told


@at_table.errorhandler(BadRequest)
def not_json(_: BadRequest) -> ResponseReturnValue:
    """What was sent is not the JSON of this address."""
    return refuse(400, "not_json")


@at_table.errorhandler(StoreTrouble)
def not_written(error: StoreTrouble) -> ResponseReturnValue:
    """The disk is full or read-only: nothing more was entered, and the page says so."""
    return refuse_in_words(507, error, "disk", view=view_now())


@at_table.post("/api/preview")
def preview() -> ResponseReturnValue:
    """What an amendment would change; nothing is entered."""
    act = _sent().get("act")
    snapshot = room().seen.snapshot
    if not isinstance(act, str) or not 0 < len(act) <= LONGEST_ACT:
        raise BadRequest
    if snapshot is None:
        return refuse(409, "no_game")
    try:
        rows = would_change(Teller(snapshot, words()), read_what(act, snapshot.record))
    except NotationError:
        rows = None
    if rows is None:
        return refuse(400, "no_preview")
    return jsonify(version=snapshot.version, rows=rows)


@at_table.get("/api/said/<int:number>")
def said_instead(number: int) -> ResponseReturnValue:
    """What else may have been said where a bid or a trump was entered: each as the amendment that tells it."""
    snapshot = room().seen.snapshot
    found = None if snapshot is None else instead(Teller(snapshot, words()), number)
    return refuse(404, "no_entry", number=number) if found is None else jsonify(said=found)


@at_table.get("/api/again")
def tricks_again() -> ResponseReturnValue:
    """The tricks of the last hand that is over, each play with what its player could have known."""
    seen = room().seen
    told = None if seen.snapshot is None else again(Teller(seen.snapshot, words()))
    return jsonify(version=seen.version, hand=told)


@at_table.post("/api/reread")
def reread() -> ResponseReturnValue:
    """Read the table again: what would be entered so that the record says what lies there; ``enter`` enters it."""
    told = _sent()
    enters, by = told.get("enter", False), told.get("by", "")
    if not isinstance(enters, bool) or not isinstance(by, str) or len(by) > LONGEST_SPEAKER:
        raise BadRequest
    snapshot = room().seen.snapshot
    lookout = house().lookout
    watching = None if lookout is None else lookout.watching
    if snapshot is None:
        return refuse(409, "no_game")
    if watching is None:
        return refuse(503, "no_camera_now")
    if not enters:
        proposals = watching.explained()
        watching.look_again()
        teller = Teller(snapshot, words())
        acts = [teller.what(one.what) + "." for one in proposals]
        return jsonify(version=snapshot.version, acts=acts, says=_reread_says(acts, watching))
    try:
        with _one_by_one:
            _enter_explained(watching, " ".join(by.split()) or None)
    except Stale:
        return refuse_with(409, words().error("stale"), view=view_now())
    return view_answer()


def _enter_explained(watching: Watching, by: str | None) -> None:
    """Enter what explains the table now; Stale where the camera, or somebody, has entered it meanwhile."""
    version = room().seen.version
    for one in watching.explained():
        room().enter(
            one.what, one.source, by, version=version,
            at_s=round(one.at_s, 3), confidence=one.confidence, seen=one.seen,
        )  # fmt: skip


def _reread_says(acts: list[str], watching: Watching) -> str:
    """What a page says above *acts*; where there are none, why."""
    page = words().catalogue["page"]
    if acts:
        return str(page["reread_would"])
    seen = room().seen
    if seen.status.state in BLIND or seen.status.why in BLIND:
        return f"{page['reread_blind']} {status_text(seen, words())}"
    known = watching.known
    missing = (
        () if known is None else unseen(known[0], known[1].entries, known[1].refereed, watching.tabletop)
    )
    if not missing:
        return str(page["reread_nothing"])
    return str(page["reread_unseen"]).format(tiles=words().tiles(missing[:MOST_NAMED], "and"))


@at_table.post("/api/voice")
def voice() -> ResponseReturnValue:
    """Which page speaks from now on: one at a time, none with an empty name."""
    who = _sent().get("who")
    if not isinstance(who, str) or len(who) > LONGEST_SPEAKER or not who.isascii():
        raise BadRequest
    room().let_speak(who or None)
    return view_answer()
