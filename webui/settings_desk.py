"""Settings over HTTP: tables, who may do what, the host's PIN, the address of the QR code, pictures that are kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from webui.addresses import Reach, answers, interfaces, leaves_this_machine, parted, reachable, written
from webui.answers import refuse
from webui.claims import COOKIE as PHONE
from webui.guard import host_is_ours
from webui.host import COOKIE, asks_as_host, host, hosts_only, is_pin, with_cookie
from webui.house import House, house
from webui.lookout import Lookout
from webui.sent import one_of, says_what_is_wrong, sent, text
from webui.settings import EVERYONE, HOST, LONGEST_NAME, MOST_TABLES, RIGHTS, Settings, TableSettings
from webui.words import LANGUAGES

settings_desk = says_what_is_wrong(Blueprint("settings_desk", __name__))

LONGEST_ADDRESS = 260


@settings_desk.get("/api/settings")
def settings() -> ResponseReturnValue:
    """What was chosen for this house, as far as it is anybody's to see."""
    here = house()
    now = here.settings.now
    used = here.crops.used()
    return jsonify(
        table=now.table,
        tables=list(now.tables),
        may=dict(now.may),
        language=now.language,
        sound=now.sound,
        host=asks_as_host(),
        has_pin=host().has_pin,
        pictures={
            "number": used.pictures,
            "examples": used.examples,
            "megabytes": round(used.bytes / 1e6, 1),
        },
    )


@settings_desk.post("/api/settings")
@hosts_only
def change() -> ResponseReturnValue:
    """Change what is sent; the rest stays."""
    told = sent()
    here = house()
    now = here.settings.now
    changes: dict[str, Any] = {}
    if isinstance(told.get("may"), dict):
        rights = {key: one_of(told["may"], key, (EVERYONE, HOST)) for key in told["may"] if key in RIGHTS}
        changes["may"] = {**now.may, **rights}
    if "language" in told:
        changes["language"] = None if told["language"] is None else one_of(told, "language", LANGUAGES)
    if "sound" in told:
        if not isinstance(told["sound"], bool):
            raise BadRequest
        changes["sound"] = told["sound"]
    if "address" in told:
        address = _address(told, here)
        if address is None and told["address"] is not None:
            return refuse(400, "not_our_address")
        changes["address"] = address
    if not changes:
        raise BadRequest
    here.settings.change(lambda kept: replace(kept, **changes))
    return settings()


def _address(told: dict[str, Any], here: House) -> str | None:
    """Host and port that phones are told from now on; None for the one that is found by itself."""
    if told["address"] is None:
        return None
    found = parted(text(told, "address", LONGEST_ADDRESS))
    if found is None or not host_is_ours(f"[{found[0]}]" if ":" in found[0] else found[0], here.names):
        return None
    if not leaves_this_machine(found[0]):
        return None
    return written(found[0], found[1] or _port(here)).removeprefix("http://")


@settings_desk.post("/api/tables")
@hosts_only
def tables() -> ResponseReturnValue:
    """Go to another table, which is laid if it is new; or take one away."""
    told = sent()
    here = house()
    name = text(told, "table", LONGEST_NAME)
    now = here.settings.now
    if not name:
        return refuse(400, "no_name")
    if told.get("remove") is True:
        if name == now.table or name not in now.tables:
            return refuse(400, "table_in_use")
        here.settings.change(lambda kept: _without(kept, name))
        return settings()
    if name not in now.tables and len(now.tables) >= MOST_TABLES:
        return refuse(400, "too_many_tables")
    here.settings.change(
        lambda kept: replace(kept, table=name, tables={name: TableSettings(), **kept.tables})
    )
    here.proved = False
    _follow(here.lookout, here.settings.now.here.camera)
    return settings()


def _without(kept: Settings, name: str) -> Settings:
    return replace(kept, tables={key: one for key, one in kept.tables.items() if key != name})


def _follow(lookout: Lookout | None, camera: str | None) -> None:
    """Watch the camera of the table that was gone to."""
    if lookout is not None and lookout.camera != camera:
        lookout.choose(camera)


# --- the host -----------------------------------------------------------------------------------------


@settings_desk.post("/api/host")
def enter() -> ResponseReturnValue:
    """This phone becomes the host's by the PIN."""
    pin = text(sent(), "pin", 40)
    the_host = host()
    device = request.remote_addr or ""
    token = the_host.enter(pin, device)
    if token is not None:
        return with_cookie(jsonify(host=True), token)  # type: ignore[no-any-return]
    if not the_host.has_pin:
        return jsonify(host=True)
    if (wait_s := the_host.wait_s(device)) > 0:
        refused = make_response(refuse(429, "wait", seconds=round(wait_s + 0.5)))
        refused.headers["Retry-After"] = str(round(wait_s + 0.5))
        return refused
    return refuse(403, "wrong_pin")


@settings_desk.post("/api/host/pin")
@hosts_only
def choose_pin() -> ResponseReturnValue:
    """Another PIN; ``{"pin": null}``: none, so that everybody is the host."""
    told = sent()
    pin = None if told.get("pin") is None else text(told, "pin", 40)
    if pin is not None and not is_pin(pin):
        return refuse(400, "not_a_pin")
    token = host().choose(pin)
    return with_cookie(jsonify(host=True, has_pin=pin is not None), token)  # type: ignore[no-any-return]


@settings_desk.post("/api/host/leave")
def leave() -> ResponseReturnValue:
    """This phone is the host's no longer."""
    host().leave(request.cookies.get(COOKIE))
    return with_cookie(jsonify(host=not host().has_pin), None)  # type: ignore[no-any-return]


@settings_desk.post("/api/pictures/wipe")
@hosts_only
def wipe() -> ResponseReturnValue:
    """Delete every picture of a tile; ``{"examples": false}`` leaves those that people put right."""
    told = sent()
    house().crops.wipe(examples=told.get("examples") is not False)
    return settings()


# --- joining ------------------------------------------------------------------------------------------


@settings_desk.get("/api/joining")
def joining() -> ResponseReturnValue:
    """The address that other phones are told, the others there are, and whether a phone has come by it."""
    here = house()
    found, chosen = told_address(here)
    host_told, port = chosen
    netloc = written(host_told, port).removeprefix("http://")
    ago_s = here.claims.proof_s(netloc, request.cookies.get(PHONE))
    local = next((name for name in sorted(here.names) if name.endswith(".local")), None)
    return jsonify(
        address=written(host_told, port),
        addresses=[{"address": written(one.host, port), "interface": one.interface} for one in found],
        name=written(local, port) if local else None,
        chosen=here.settings.now.address is not None,
        listens=_listens(host_told, port),
        came=None if ago_s is None else round(ago_s, 1),
    )


@settings_desk.get("/join.svg")
def code() -> ResponseReturnValue:
    """The QR code of the joining page at the address that phones are told."""
    import segno

    _, (host_told, port) = told_address(house())
    drawn = segno.make(f"{written(host_told, port)}/join", error="m", micro=False)
    text_of = drawn.svg_inline(scale=8, border=4, dark="#000", light="#fff", omitsize=True)
    told = text_of.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return Response(told, mimetype="image/svg+xml")


def told_address(here: House) -> tuple[tuple[Reach, ...], tuple[str, int]]:
    """The addresses to choose from, and the host and port that phones are told."""
    found = reachable(interfaces())
    kept = here.settings.now.address
    chosen = parted(kept) if kept else None
    if chosen is not None:
        return found, (chosen[0], chosen[1] or 80)
    bound = here.served_at[0] if here.served_at else ""
    if bound and bound not in ("0.0.0.0", "::", "127.0.0.1", "localhost", "::1"):
        return found, (bound, _port(here))
    return found, (found[0].host if found else "127.0.0.1", _port(here))


def _port(here: House) -> int:
    if here.served_at is not None:
        return here.served_at[1]
    asked = parted(request.host)
    return (asked[1] if asked else None) or 80


def _listens(host_told: str, port: int) -> bool:
    """Whether this server can be reached there, as far as can be told without a phone."""
    return answers(host_told, port)
