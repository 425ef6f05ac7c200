"""What a page sent as JSON, looked at before it is used."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request
from flask.json.provider import DefaultJSONProvider
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from webui.answers import refuse, refuse_in_words
from webui.errors import StoreTrouble
from webui.naming import plain_name

LARGEST = 64 * 1024


class ShallowJson(DefaultJSONProvider):
    """JSON whose lists lie a thousand deep is no JSON of ours, and is refused like any other text that is none."""

    sort_keys = False

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """What *s* says; ValueError."""
        try:
            return super().loads(s, **kwargs)
        except RecursionError as error:
            raise ValueError("nested too deep") from error


def sent() -> dict[str, Any]:
    """The JSON object that was sent; BadRequest where there is none, RequestEntityTooLarge where it is long."""
    if request.mimetype != "application/json":
        raise BadRequest
    request.max_content_length = LARGEST
    told = request.get_json(silent=True)
    if not isinstance(told, dict):
        raise BadRequest
    return told


def text(told: dict[str, Any], key: str, longest: int) -> str:
    """A text of it, in one line and no longer than *longest*; empty where it is missing."""
    value = told.get(key, "")
    if not isinstance(value, str) or len(value) > longest:
        raise BadRequest
    plain = " ".join(value.split())
    if not plain.isprintable():
        raise BadRequest
    return plain


def name_of(told: dict[str, Any], key: str, longest: int) -> str:
    """A person's name of it, as a record can hold it; empty where nothing of it can be seen."""
    value = told.get(key, "")
    if not isinstance(value, str) or len(value) > longest:
        raise BadRequest
    return plain_name(value)


def one_of(told: dict[str, Any], key: str, choices: tuple[str, ...]) -> str:
    """A text of it that is one of *choices*."""
    value = told.get(key)
    if not isinstance(value, str) or value not in choices:
        raise BadRequest
    return value


def number(told: dict[str, Any], key: str, least: int, most: int) -> int:
    """A whole number of it."""
    value = told.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadRequest
    return value


def says_what_is_wrong(part: Blueprint) -> Blueprint:
    """*part*, whose routes answer in one sentence where what was sent cannot be read or kept."""

    @part.errorhandler(BadRequest)
    def unreadable(_: BadRequest) -> ResponseReturnValue:
        return refuse(400, "not_understood")

    @part.errorhandler(RequestEntityTooLarge)
    def too_large(_: RequestEntityTooLarge) -> ResponseReturnValue:
        return refuse(413, "too_long")

    @part.errorhandler(StoreTrouble)
    def not_written(error: StoreTrouble) -> ResponseReturnValue:
        return refuse_in_words(507, error, "disk")

    return part
