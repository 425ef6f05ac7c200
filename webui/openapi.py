"""What can be asked of the server, as OpenAPI 3.1; a test holds it against the server itself."""

from __future__ import annotations

from typing import Any

from webui import openapi_household

JSON = dict[str, Any]

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}
_LANG = {
    "name": "lang",
    "in": "query",
    "required": False,
    "description": "Language of the sentences; else that of the browser.",
    "schema": {"type": "string", "enum": ["en", "es", "da"]},
}


def described(version: str) -> JSON:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tallybones",
            "version": version,
            "description": "The table as it is, and the acts of a game. See `tallybones help http`.",
        },
        "paths": _reading() | _sending() | _at_the_table() | _pages() | openapi_household.paths(_LANG),
        "components": {"schemas": _schemas() | openapi_household.schemas()},
    }


def _ref(name: str) -> JSON:
    return {"$ref": f"#/components/schemas/{name}"}


def _answer(describes: str, schema: JSON, kind: str = "application/json") -> JSON:
    return {"description": describes, "content": {kind: {"schema": schema}}}


def _refusals(*codes: int) -> JSON:
    return {str(code): _answer(_WHY[code], _ref("Refusal")) for code in codes}


_WHY = {
    400: "It cannot be read; one sentence says why.",
    403: "It came from another site.",
    404: "There is no such thing.",
    409: "The table has moved on; the present view comes along.",
    413: "It is larger than is read.",
    421: "The server does not answer to that host name.",
    503: "Not possible now.",
    507: "The disk is full or read-only; nothing was entered.",
}


def _get(about: str, answer: JSON, *refusals: int, **more: Any) -> JSON:
    parameters = [_LANG, *more.pop("parameters", [])]
    return {
        "get": {
            "summary": about,
            "parameters": parameters,
            "responses": {"200": answer} | _refusals(421, *refusals),
        }
    }


def _post(about: str, body: JSON, answers: JSON, *refusals: int) -> JSON:
    return {
        "post": {
            "summary": about,
            "parameters": [_LANG],
            "requestBody": {"required": True, "content": body},
            "responses": answers | _refusals(400, 403, 413, 421, *refusals),
        }
    }


def _reading() -> JSON:
    number = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
    stream = _answer("One message now and one after every change.", _TEXT, "text/event-stream")
    return {
        "/api/state": _get("The whole view", _answer("The view.", _ref("View"))),
        "/api/events": _get("The whole view now and after every change, as server-sent events", stream, 503),
        "/api/record": _get("Every entry of the present game", _answer("The entries.", _ref("Record"))),
        "/api/setup": _get("Games that can be begun", _answer("Games and house rules.", _ref("Setup"))),
        "/api/games": _get("Games kept", _answer("The games.", _ref("Games")))
        | _post(
            "Begin a new game",
            {"application/json": {"schema": _ref("NewGame")}},
            {"201": _answer("The view of the new game.", _ref("View"))},
            507,
        ),
        "/api/games/{number}.dgn": _get(
            "A game as a record", _answer("The record.", _TEXT, "text/plain"), 404, parameters=[number]
        ),
    }


def _sending() -> JSON:
    image = {"schema": {"type": "string", "format": "binary"}}
    form = {"schema": {"type": "object", "properties": {"photo": {"type": "string", "format": "binary"}}}}
    return {
        "/api/acts": _post(
            "Enter an action or amendment of the record",
            {"application/json": {"schema": _ref("Act")}},
            {"200": _answer("The view after it.", _ref("View"))},
            409, 507,
        ),
        "/api/scan": _post(
            "Read the dominoes in a photo",
            {"image/*": image, "multipart/form-data": form},
            {"200": _answer("What is in it.", _ref("Scan"))},
            503,
        ),
    }  # fmt: skip


def _at_the_table() -> JSON:
    """What the table page asks besides: a player's own tiles, pictures, what a change would bring, who speaks."""
    number = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
    box = {
        "name": "box",
        "in": "query",
        "required": True,
        "schema": _TEXT,
        "description": "x,y,width,height in millimetres of the felt, y down, the middle of the table at 0,0.",
    }
    level = {
        "name": "level",
        "in": "query",
        "required": False,
        "schema": {"type": "string", "enum": ["rules", "hints", "quiet"]},
    }
    own = _answer("The tiles of the phone that asks, or null.", _ref("Own"))
    jpeg = _answer("A picture.", {"type": "string", "format": "binary"}, "image/jpeg")
    nothing = {"description": "There is no picture."}

    def body(schema: JSON) -> JSON:
        return {"application/json": {"schema": schema}}

    hand = _get("One's own tiles, told to the phone that told them alone", own, parameters=[level])
    told = _post("x", body(_ref("OwnTiles")), {"200": own}, 409)["post"] | {
        "summary": "Tell one's own tiles",
        "parameters": [_LANG, level],
    }
    forget = hand["get"] | {"summary": "Forget them", "parameters": [_LANG]}
    forget["responses"] = {"200": own} | _refusals(403, 421)
    pictures = {
        "/api/table.jpg": _get(
            "The table as the camera sees it, from straight above", jpeg, 400, 403, parameters=[box]
        ),
        "/api/evidence/{number}.jpg": _get(
            "What an entry was read from", jpeg, 403, 404, parameters=[number]
        ),
    }
    for path in pictures.values():
        path["get"]["responses"]["204"] = nothing
    return pictures | {
        "/api/hand": hand | {"put": told, "delete": forget},
        "/api/preview": _post("What an amendment would change; nothing is entered", body(_ref("Act")),
                              {"200": _answer("What would be different.", _ref("Preview"))}, 409),
        "/api/said/{number}": _get(
            "What else a bid or a trump may have been, as amendments",
            _answer("The choices.", _object(["said"], said={"type": "array"})),
            404,
            parameters=[number],
        ),
        "/api/again": _get("The tricks of the last hand that is over", _answer("The tricks, or null.", _ref("Again"))),
        "/api/reread": _post("Read the table again: what would be entered, or with `enter` entered",
                             body(_object([], enter={"type": "boolean"}, by=_TEXT)),
                             {"200": _answer("What would be entered, or the view.", _object(["version"], version=_NUMBER))},
                             409, 503),
        "/api/voice": _post("Which page reads aloud", body(_object(["who"], who=_TEXT)),
                            {"200": _answer("The view.", _ref("View"))}),
    }  # fmt: skip


def _pages() -> JSON:
    page = _answer("A page.", _TEXT, "text/html")
    told = {
        "/": "The table",
        "/wall": "The table for a screen on the wall",
        "/scan": "Count the tiles in a photo",
        "/games": "Games kept",
        "/statistics": "Bids made and failed, averages, best hands",
        "/backup": "Take everything along, or go back to a backup",
        "/health": "How the machine is doing",
    }
    number = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
    more = {
        "/games/{number}": _get("One game, hand by hand", page, 404, parameters=[number]),
        "/api/health": _get("How the machine is doing", _answer("It.", _ref("Measures"))),
        "/api/backup": _backup(),
        "/healthz": _get("Whether it is well", _answer("It is.", _ref("Health"))),
        "/openapi.json": _get("This description", _answer("OpenAPI.", {"type": "object"})),
    }
    return {path: _get(about, page) for path, about in told.items()} | more


def _backup() -> JSON:
    packed = {"schema": {"type": "string", "format": "binary"}}
    form = {"schema": {"type": "object", "properties": {"backup": packed["schema"]}}}
    taken = _get(
        "Everything that is kept, as one file; the host's",
        _answer("A backup.", packed["schema"], "application/zip"),
        403,
        507,
    )
    back = _post("Go back to a backup; the host's", {"application/zip": packed, "multipart/form-data": form},
                 {"200": _answer("What is here now.", _ref("Restored"))}, 409, 507)  # fmt: skip
    return taken | back


def _object(required: list[str], **properties: JSON) -> JSON:
    return {"type": "object", "required": required, "properties": properties}


def _schemas() -> JSON:
    seat = _object(["letter", "name"], letter=_TEXT, name=_TEXT)
    ends = {"type": "array", "items": _NUMBER}
    tile = _object(["corners", "face", "confidence"], ends=ends, face={"enum": ["up", "down"]},
                   confidence={"type": "number"}, corners={"type": "array"})  # fmt: skip
    return {
        "View": _object(["version", "game", "status"], version=_NUMBER, game={"type": ["object", "null"]},
                        status=_object(["state", "text"], state=_TEXT, text=_TEXT)),
        "Act": _object(["act"], act=_TEXT | {"examples": ["N 6-4", "fix 12 => N 5-3"]}, version=_NUMBER, by=_TEXT),
        "NewGame": _object(["game", "seats"], game=_TEXT, profile={"type": ["string", "null"]},
                           options={"type": "array", "items": _TEXT}, seats={"type": "array", "items": seat}),
        "Record": _object(["version", "record"], version=_NUMBER, record={"type": "array"}),
        "Setup": _object(["games", "last"], games={"type": "array"}, last={"type": "object"}),
        "Games": _object(["games"], games={"type": "array"}),
        "Scan": _object(["image", "width", "height", "pips", "tiles"], image=_TEXT, width=_NUMBER, height=_NUMBER,
                        pips=_NUMBER, tiles={"type": "array", "items": tile}),
        "Own": _object(["version", "hand"], version=_NUMBER, hand={"type": ["object", "null"]}),
        "OwnTiles": _object(["seat", "tiles"], seat=_TEXT, tiles={"type": "array", "items": _TEXT}),
        "Preview": _object(["version", "rows"], version=_NUMBER, rows={"type": "array"}),
        "Again": _object(["version", "hand"], version=_NUMBER, hand={"type": ["object", "null"]}),
        "Measures": _object(["state", "says", "measures"], state={"enum": ["well", "care", "ill"]}, says=_TEXT,
                            measures={"type": "array", "items": _object(["about", "label", "state", "says"],
                            about=_TEXT, label=_TEXT, state=_TEXT, says=_TEXT)}),
        "Restored": _object(["games", "entries", "says"], games=_NUMBER, entries=_NUMBER, says=_TEXT),
        "Health": _object(["well", "version"], well={"type": "boolean"}, version=_NUMBER, state=_TEXT),
        "Refusal": _object(["error"], error=_TEXT, view=_ref("View")),
    }  # fmt: skip
