"""The part of the OpenAPI description about tables, cameras, joining and settings."""

from __future__ import annotations

from typing import Any

JSON = dict[str, Any]

_TEXT: JSON = {"type": "string"}
_MAYBE: JSON = {"type": ["string", "null"]}
_NUMBER: JSON = {"type": "integer"}
_YES: JSON = {"type": "boolean"}
_WHY = {
    400: "It cannot be read; one sentence says why.",
    403: "It came from another site, or only the host may do it.",
    404: "There is no such thing.",
    409: "That is not possible at this moment.",
    413: "It is larger than is read.",
    421: "The server does not answer to that host name.",
    429: "Too many wrong PINs; `Retry-After` says for how many seconds.",
    503: "Not possible now.",
    507: "The disk is full or read-only; nothing was changed.",
}


def paths(lang: JSON) -> JSON:
    """Each address with what it takes and gives; *lang* is the parameter that all of them know."""
    after = {"name": "after", "in": "query", "required": False, "schema": _TEXT}
    jpeg = {
        "200": _answer("The picture.", _TEXT, "image/jpeg"),
        "204": {"description": "There is none (newer)."},
    }

    def get(about: str, answers: JSON, *refusals: int, parameters: tuple[JSON, ...] = ()) -> JSON:
        told = {"summary": about, "parameters": [lang, *parameters]}
        return {"get": told | {"responses": answers | _refusals(421, *refusals)}}

    def post(about: str, schema: str, answer: str, *refusals: int) -> JSON:
        body = {"required": True, "content": {"application/json": {"schema": _ref(schema)}}}
        answers = {"200": _answer("Done.", _ref(answer))} | _refusals(400, 403, 413, 421, *refusals)
        return {"post": {"summary": about, "parameters": [lang], "requestBody": body, "responses": answers}}

    return {
        "/api/camera": get("The cameras, and what the one that is watched shows", _ok("Camera"), 403)
        | post("Watch another camera", "CameraChoice", "CameraChosen", 404, 503, 507),
        "/api/camera/picture.jpg": get("The newest frame", jpeg, 403, parameters=(after,)),
        "/api/camera/tile": post("What the tile in the middle is", "TileTold", "TileRight", 409),
        "/api/table": get("What was chosen for this table", _ok("Laid"))
        | post("Remember seats, game or house rules", "LaidAnew", "Laid", 507),
        "/api/seats": post("Take a seat with this phone, or none", "Sitting", "Seats", 507),
        "/api/settings": get("What was chosen for this house", _ok("Settings"))
        | post("Change what is sent", "SettingsChange", "Settings", 507),
        "/api/tables": post("Go to a table, lay a new one, or take one away", "TableChoice", "Settings", 507),
        "/api/host": post("Become the host by the PIN", "Pin", "HostNow", 429),
        "/api/host/pin": post("Choose another PIN, or none", "NewPin", "HostNow", 507),
        "/api/host/leave": {"post": {"summary": "Be a guest again", "parameters": [lang],
                            "responses": {"200": _answer("Done.", _ref("HostNow"))} | _refusals(403, 413, 421)}},
        "/api/pictures/wipe": post("Delete every picture of a tile", "Wipe", "Settings"),
        "/api/joining": get("The address that other phones are told", _ok("Joining")),
        "/join.svg": get("Its QR code", {"200": _answer("The code.", _TEXT, "image/svg+xml")}),
        "/start": get("Set up the table", {"200": _page()}),
        "/join": get("Take a seat with this phone", {"200": _page()}),
        "/invite": get("Bring the other phones in", {"200": _page()}),
        "/settings": get("Settings", {"200": _page()}),
    }  # fmt: skip


def schemas() -> JSON:
    """What they take and give."""
    tile = _object(["tile", "says", "corners"], tile=_TEXT, says=_TEXT, corners={"type": "array"})
    place = _object(["place", "name", "colour", "taken", "mine"], place=_NUMBER, name=_TEXT, colour=_TEXT,
                    letter=_MAYBE, taken=_YES, mine=_YES)  # fmt: skip
    options = {"type": "array", "items": _TEXT, "maxItems": 60}
    seat = _object(["name"], name=_TEXT, colour=_TEXT)
    return {
        "Camera": _object(["cameras", "chosen", "state", "number", "advice", "tiles"], cameras={"type": "array"},
                          chosen=_MAYBE, watches=_YES, state=_TEXT, trouble=_TEXT, number=_NUMBER, width=_NUMBER,
                          height=_NUMBER, advice={"type": "array"}, tiles={"type": "array", "items": tile}, proved=_YES),
        "CameraChoice": _object([], camera=_TEXT, address=_TEXT),
        "CameraChosen": _object(["chosen"], chosen=_MAYBE),
        "TileTold": _object(["tile"], tile=_TEXT | {"examples": ["6-4"]}),
        "TileRight": _object(["right"], right=_YES),
        "Laid": _object(["table", "seats", "game", "host", "has_pin", "may"], table=_TEXT,
                        seats={"type": "array", "items": place}, places={"type": "array", "items": seat},
                        game=_MAYBE, rules={"type": "object"},
                        playing=_YES, proved=_YES, shown={"type": ["boolean", "null"]}, host=_YES, has_pin=_YES,
                        may={"type": "object"}),
        "LaidAnew": _object([], seats={"type": "array", "items": seat, "minItems": 2, "maxItems": 10}, order=options,
                            game=_TEXT, profile=_MAYBE, options=options),
        "Sitting": _object(["place"], place={"type": ["integer", "null"]}, name=_TEXT),
        "Seats": _object(["seats"], seats={"type": "array", "items": place}),
        "Settings": _object(["table", "tables", "may", "host", "has_pin", "pictures"], table=_TEXT, tables=options,
                            may={"type": "object"}, language=_MAYBE, sound=_YES, host=_YES, has_pin=_YES,
                            pictures={"type": "object"}),
        "SettingsChange": _object([], may={"type": "object"}, language=_MAYBE, sound=_YES, address=_MAYBE),
        "TableChoice": _object(["table"], table=_TEXT, remove=_YES),
        "Pin": _object(["pin"], pin=_TEXT),
        "NewPin": _object(["pin"], pin=_MAYBE),
        "HostNow": _object(["host"], host=_YES, has_pin=_YES),
        "Wipe": _object([], examples=_YES),
        "Joining": _object(["address", "addresses", "chosen", "listens", "came"], address=_TEXT,
                           addresses={"type": "array"}, name=_MAYBE, chosen=_YES, listens=_YES,
                           came={"type": ["number", "null"]}),
    }  # fmt: skip


def _ref(name: str) -> JSON:
    return {"$ref": f"#/components/schemas/{name}"}


def _answer(describes: str, schema: JSON, kind: str = "application/json") -> JSON:
    return {"description": describes, "content": {kind: {"schema": schema}}}


def _ok(name: str) -> JSON:
    return {"200": _answer("It is.", _ref(name))}


def _page() -> JSON:
    return _answer("A page.", _TEXT, "text/html")


def _refusals(*codes: int) -> JSON:
    return {str(code): _answer(_WHY[code], _ref("Refusal")) for code in codes}


def _object(required: list[str], **properties: JSON) -> JSON:
    return {"type": "object", "required": required, "properties": properties}
