"""What can go wrong round the page and the command, each said in one sentence.

WebError
  FileTrouble      a file that is missing, not readable or not writable: names it and what to do
  PortTaken        the address is in use
  StoreDamaged     the database was damaged: what was kept, and where the copy lies
  StoreFull        nothing can be written (disk full, read-only)
"""

from __future__ import annotations


class WebError(Exception):
    """Root of this package's errors; ``str()`` is a sentence for people."""


class FileTrouble(WebError):
    """A file that cannot be used."""


class PortTaken(WebError):
    """Somebody else listens there."""


class StoreDamaged(WebError):
    """The database was damaged."""


class StoreFull(WebError):
    """Nothing can be written."""
