"""The description of the HTTP is held against the server itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.support.dashboard import HAND, room_in
from webui import create_app

PASSIVE = {"HEAD", "OPTIONS"}


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(room_in(tmp_path, HAND[:17]), read_photo=lambda data, name: None)


@pytest.fixture
def described(app: Flask) -> dict[str, Any]:
    told: dict[str, Any] = app.test_client().get("/openapi.json").get_json()
    return told


def test_every_address_of_the_server_is_described_and_no_other(app: Flask, described: dict[str, Any]) -> None:
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.endpoint != "static"
        for method in (rule.methods or set()) - PASSIVE
    }
    told = {(path, method) for path, methods in described["paths"].items() for method in methods}
    assert told == served


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    names = set(re.findall(r"#/components/schemas/(\w+)", str(described)))
    assert names == set(described["components"]["schemas"])


def agrees(value: Any, schema: dict[str, Any], schemas: dict[str, Any]) -> bool:
    """Whether *value* is what *schema* says, as far as the description uses JSON Schema."""
    if "$ref" in schema:
        return agrees(value, schemas[schema["$ref"].rpartition("/")[2]], schemas)
    if "enum" in schema:
        return value in schema["enum"]
    kinds = {
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
        "number": (int, float),
        "boolean": bool,
    }
    kind = schema.get("type", "object")
    kinds_allowed = [kind] if isinstance(kind, str) else kind
    if not any(value is None if k == "null" else isinstance(value, kinds[k]) for k in kinds_allowed):
        return False
    if isinstance(value, dict):
        told = schema.get("properties", {})
        return set(schema.get("required", ())) <= value.keys() and all(
            agrees(value[name], told[name], schemas) for name in told.keys() & value.keys()
        )
    return not isinstance(value, list) or all(
        agrees(item, schema.get("items", {"type": []}), schemas) or "items" not in schema for item in value
    )


def check(described: dict[str, Any], path: str, method: str, answer: Any) -> None:
    told = described["paths"][path][method]["responses"]
    assert str(answer.status_code) in told, (path, method, answer.status_code)
    content = told[str(answer.status_code)]["content"]
    assert answer.mimetype in content
    if answer.mimetype == "application/json":
        schema = content[answer.mimetype]["schema"]
        assert agrees(answer.get_json(), schema, described["components"]["schemas"]), (
            path,
            answer.text[:300],
        )


def test_every_answer_is_one_that_is_described(app: Flask, described: dict[str, Any]) -> None:
    client = app.test_client()
    seats = [{"letter": letter, "name": letter} for letter in "NESW"]
    reads = [
        "/",
        "/wall",
        "/scan",
        "/games",
        "/healthz",
        "/openapi.json",
        "/api/state",
        "/api/setup",
        "/api/games",
    ]
    for path in reads:
        check(described, path, "get", client.get(path))
        check(described, path, "get", client.get(path, headers={"Host": "evil.example"}))
    for number in (1, 99):
        check(described, "/api/games/{number}.dgn", "get", client.get(f"/api/games/{number}.dgn"))
    for told in ({"act": "W 6-6", "version": 18}, {"act": "what"}, {"act": "fix 99 drop"}, {}):
        check(described, "/api/acts", "post", client.post("/api/acts", json=told))
    client.post("/api/acts", json={"act": "fix 8 drop"})
    check(described, "/api/acts", "post", client.post("/api/acts", json={"act": "fix 8 drop", "version": 3}))
    check(
        described, "/api/acts", "post", client.post("/api/acts", json={}, headers={"Origin": "http://evil"})
    )
    for told in ({"game": "texas_42", "seats": seats}, {"game": "chess", "seats": seats}, {}):
        check(described, "/api/games", "post", client.post("/api/games", json=told))
    check(described, "/api/scan", "post", client.post("/api/scan", data=b"no", content_type="image/jpeg"))


def test_the_view_holds_what_is_promised(app: Flask, described: dict[str, Any]) -> None:
    told = app.test_client().get("/api/state").get_json()
    assert set(described["components"]["schemas"]["View"]["required"]) <= told.keys()


def test_a_photo_too_large_is_refused_before_it_is_read(app: Flask) -> None:
    refused = app.test_client().post(
        "/api/scan?lang=en", data=b"\0" * (26 * 1024 * 1024), content_type="image/jpeg"
    )
    assert refused.status_code == 413
    assert "the limit is 25 megabytes" in refused.get_json()["error"]
