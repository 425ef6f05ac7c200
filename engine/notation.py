"""The text form of a record: what to import for reading and writing one."""

from engine.header import VERSION
from engine.reading import Reading, read, read_action, read_bytes, read_what
from engine.writing import action_text, entry_text, offer_text, what_text, write

__all__ = [
    "VERSION",
    "Reading",
    "action_text",
    "entry_text",
    "offer_text",
    "read",
    "read_action",
    "read_bytes",
    "read_what",
    "what_text",
    "write",
]
