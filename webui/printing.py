"""How the command speaks: lines on stdout, one sentence on stderr for what could not be done."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import click

from engine.errors import EngineError


def complain(sentence: str) -> None:
    """One sentence on stderr."""
    click.echo(f"tallybones: {sentence}", err=True)


def fail(sentence: str) -> NoReturn:
    """One sentence on stderr, and exit 1."""
    complain(sentence)
    sys.exit(1)


@contextmanager
def sentences() -> Iterator[None]:
    """Turn what can go wrong outside the program into one sentence and exit 1."""
    from calibration.errors import CalibrationError
    from vision.errors import VisionError
    from webui.errors import WebError

    try:
        yield
    except (EngineError, VisionError, CalibrationError, WebError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)


def print_line(text: str) -> None:
    """A line on stdout, at once: a reader of the pipe sees it when it happens."""
    from webui.errors import FileTrouble

    try:
        click.echo(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileTrouble(
            f"what is printed cannot be written ({error.strerror}); send it elsewhere"
        ) from error


def print_json(event: object) -> None:
    """One JSON line, in UTF-8 even where a file's name is not: its stray bytes are escaped."""
    line = json.dumps(event, ensure_ascii=False)
    stray = any("\ud800" <= letter <= "\udfff" for letter in line)
    print_line(json.dumps(event) if stray else line)
