"""Backup and restore over HTTP, and their page.  Only the host takes everything away, or puts something else there."""

from __future__ import annotations

import datetime
import tempfile
import threading

from flask import Blueprint, Response, current_app, jsonify, request, send_file
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from webui.answers import refuse, refuse_in_words, room, words
from webui.backup import VIEW, unpacked, write_backup
from webui.errors import BadBackup, StoreTrouble
from webui.host import asks_as_host, hosts_only
from webui.house import house
from webui.pages import rendered
from webui.settings import Settings, from_text, to_text

keeping = Blueprint("keeping", __name__)

LARGEST_BACKUP = 32 * 1024 * 1024
SPOOLED = 1024 * 1024
"""Bytes held in memory before a backup in the making goes to the disk."""
_one_at_a_time = threading.Lock()


@keeping.get("/backup")
def backup_page() -> ResponseReturnValue:
    """Take everything along as one file, or go back to such a file."""
    return rendered("backup.html", "backup", say=words().catalogue["backup"], host=asks_as_host())


@keeping.get("/api/backup")
@hosts_only
def backup() -> ResponseReturnValue:
    """Everything that is kept, as one file."""
    out = tempfile.SpooledTemporaryFile(SPOOLED)  # noqa: SIM115  (send_file closes it when it was sent)
    try:
        write_backup(room().store, to_text(house().settings.now), current_app.config["VERSION"], out)
    except StoreTrouble as error:
        out.close()
        return refuse_in_words(507, error, "disk")
    out.seek(0)
    return send_file(out, "application/zip", as_attachment=True, download_name=_name())


def _name() -> str:
    """With the date, where the clock can be right."""
    today = datetime.date.today()
    return f"tallybones-{today.isoformat()}.zip" if today.year >= 2026 else "tallybones.zip"


@keeping.post("/api/backup")
@hosts_only
def restore() -> ResponseReturnValue:
    """Go back to a backup; what was here is set aside on the disk, not lost."""
    request.max_content_length = LARGEST_BACKUP
    sent = next(iter(request.files.values()), None) if request.mimetype == "multipart/form-data" else None
    stream = sent.stream if sent is not None else request.stream
    if sent is None and request.mimetype not in ("application/zip", "application/octet-stream"):
        return refuse(400, "backup_not_one")
    if not _one_at_a_time.acquire(blocking=False):
        return refuse(409, "backup_busy")
    try:
        return _restored(stream)
    except BadBackup as error:
        return refuse(400, f"backup_{error}")
    except StoreTrouble as error:
        return refuse_in_words(507, error, "disk")
    finally:
        _one_at_a_time.release()


@keeping.errorhandler(RequestEntityTooLarge)
def too_large(_: RequestEntityTooLarge) -> ResponseReturnValue:
    """More was sent than a backup holds."""
    return refuse(413, "backup_too_large")


def _restored(stream: object) -> Response:
    with tempfile.SpooledTemporaryFile(SPOOLED) as whole:
        while block := stream.read(1 << 16):  # type: ignore[attr-defined]
            whole.write(block)
        whole.seek(0)
        with unpacked(whole, room().store) as found:
            room().exchange(found.path)
            # Pictures go by the numbers of games, and those are other games now.
            house().crops.wipe(examples=False)
            if found.view is not None:
                found.view.replace(room().store.path.with_name(VIEW))
            chosen = found.settings
            lost = chosen is not None and from_text(chosen, Settings()) is None
            if chosen is not None and not lost:
                house().settings.change(lambda now: from_text(chosen, now) or now)
    say = words()
    games = say.number_of("backup", "restored_games", found.games, games=found.games)
    entries = say.number_of("backup", "restored_entries", found.entries, entries=found.entries)
    return jsonify(
        games=found.games,
        entries=found.entries,
        says=say.say("backup", "restored_in_part" if lost else "restored", games=games, entries=entries),
    )
