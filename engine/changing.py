"""A value like another but for some fields: ``dataclasses.replace``, several times as fast.

A fold makes one or two new states an act, so this is where its time goes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

Value = TypeVar("Value")


@cache
def _layout(kind: Any) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]:
    """How to read all fields of *kind* at once, and where each stands among them."""
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), {name: at for at, name in enumerate(names)}


def changed(value: Value, **changes: Any) -> Value:
    """*value* with these fields changed; a dataclass of two fields or more, all of them in its ``__init__``."""
    kind: Any = type(value)
    read, places = _layout(kind)
    held = list(read(value))
    for name, change in changes.items():
        held[places[name]] = change
    new_value: Value = kind(*held)
    return new_value
