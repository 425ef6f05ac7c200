"""Every door by which bytes from outside come in, as a function of the bytes, with good examples of them.

A door may refuse, in the way it says; anything else that comes out of it is a finding.  `test_doors.py` tries
each a little in every run; ``python -m tests.robust.fuzz`` tries them for as long as it is told to.
"""

from __future__ import annotations

from tests.robust.door import Door
from tests.robust.file_doors import (
    act,
    acts,
    backup,
    backups,
    calibration_file,
    calibration_files,
    evidence,
    evidences,
    games_file,
    games_files,
    picture,
    pictures,
    record,
    records,
    stream,
    streams,
)
from tests.robust.http_doors import http_bodies, http_body, http_wire, http_wires

__all__ = ["DOORS", "Door"]

DOORS = (
    Door("picture", picture, pictures),
    Door("stream", stream, streams),
    Door("record", record, records),
    Door("act", act, acts),
    Door("calibration", calibration_file, calibration_files),
    Door("evidence", evidence, evidences),
    Door("games", games_file, games_files),
    Door("backup", backup, backups),
    Door("http_body", http_body, http_bodies),
    Door("http_wire", http_wire, http_wires),
)
