"""What can go wrong round the page and the command, each said in one sentence.

WebError
  FileTrouble      a file that is missing, not readable or not writable: names it and what to do
  PortTaken        the address is in use, or is none of this machine's
  StoreTrouble     the file that keeps the games cannot be opened or written (disk full, read-only)
    StoreInUse     another program has it open
  NotUnderstood    what was sent is no game that can be begun
  NoGame           there is no such game
  MachineTrouble   this machine cannot run Tallybones, or not this part of it
  BadBackup        a file is no backup, or not one to be trusted
"""

from __future__ import annotations


class WebError(Exception):
    """Root of this package's errors; ``str()`` is a sentence for people."""


class FileTrouble(WebError):
    """A file that cannot be used."""


class PortTaken(WebError):
    """Somebody else listens there, or nobody can."""


class StoreTrouble(WebError):
    """The games cannot be opened or written; nothing already recorded is lost."""


class StoreInUse(StoreTrouble):
    """Another program has the file open."""


class NotUnderstood(WebError):
    """What was sent cannot be read."""


class NoGame(WebError):
    """There is no such game."""


class BadBackup(WebError):
    """A file that is no backup, or one that is not trusted; ``str()`` is the key of its sentence."""


class MachineTrouble(WebError):
    """This machine, or its rights on it, will not do."""


THIRTY_TWO_BITS = (
    "this is a 32-bit system, for which there are no wheels of onnxruntime; "
    "put the 64-bit Raspberry Pi OS on the card (a Pi 3 or newer runs it)"
)
