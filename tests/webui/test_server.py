"""What the server does before any page hears of it."""

from __future__ import annotations

from flask import Flask

from webui.server import listening


def test_a_request_that_names_nothing_has_a_path_all_the_same() -> None:
    """The log tells it when who asked is gone; without one the log itself broke."""
    server = listening(Flask("nothing"), "127.0.0.1", 0)
    try:
        parser = server.channel_class.parser_class(server.adj)
        parser.received(b"\x00nonsense\r\n\r\n")
        assert parser.error is not None and parser.path == ""
    finally:
        server.close()
