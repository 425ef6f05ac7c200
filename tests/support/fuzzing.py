"""The HTTP held against its own description by Schemathesis: what no answer may be, whatever is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings

from tests.support.dashboard import HAND, room_in
from webui import create_app

STREAM = "/api/events"
"""Never ends, so it is tested by itself."""
LEFT_OUT = ("positive_data_acceptance", "not_a_server_error")
"""An act is any text to the schema; what it means is for the notation to say.  503 and 507 are described answers; 500
is described nowhere, so it is found by the check that every status is a described one."""


LINE = (
    "hand 1", "A 6-6", "B 6-4@6-6", "A pass", "B 5-4@6-4", "A 5-0@5-4", "B pass", "A pass",
    "reveal A: 3-2", "reveal B: 1-1", "hand 2 first=B", "B 5-2", "A 2-2@5-2",
)  # fmt: skip
"""Block: a hand that is over, and the beginning of the next."""


def app_in(folder: Path) -> Flask:
    """A table in the middle of a hand of tricks."""
    return create_app(room_in(folder, HAND[:17]), read_photo=lambda data, name: None)


def line_app_in(folder: Path) -> Flask:
    """A table in the middle of a layout."""
    room = room_in(folder, LINE, "block", (("A", "Ann"), ("B", "Bob")))
    return create_app(room, read_photo=lambda data, name: None)


def operations(app: Flask) -> list[tuple[str, str]]:
    """Everything that can be asked, but for the stream."""
    described = app.test_client().get("/openapi.json").get_json()
    return [(path, method) for path, told in described["paths"].items() for method in told if path != STREAM]


def fuzzed(app: Flask, path: str, method: str, examples: int) -> Iterator[str]:
    """What is wrong with the answers to *examples* requests made up from the description."""
    import schemathesis
    from schemathesis.core.failures import FailureGroup

    schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
    excluded = [check for check in schemathesis.checks.CHECKS.get_all() if check.__name__ in LEFT_OUT]
    complaints: list[str] = []

    @settings(
        max_examples=examples, derandomize=True, deadline=None, database=None,
        suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate],
    )  # fmt: skip
    @given(case=schema[path][method.upper()].as_strategy())
    def ask(case: Any) -> None:
        try:
            case.call_and_validate(excluded_checks=excluded, headers={"Accept-Encoding": "identity"})
        except FailureGroup as wrong:
            complaints.extend(f"{method.upper()} {path}: {one}" for one in wrong.exceptions)

    ask()
    yield from dict.fromkeys(complaints)
