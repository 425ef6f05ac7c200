"""``tallybones update``: a new version that must prove itself before the old one goes."""

from __future__ import annotations

from pathlib import Path

import click

from webui.printing import print_line, sentences


@click.command()
@click.argument("what", metavar="WHEEL_OR_FOLDER")
@click.option("--root", type=click.Path(file_okay=False), default="/opt/tallybones", show_default=True)
@click.option(
    "--offline", type=click.Path(exists=True, file_okay=False), help="Take wheels from this folder only."
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8080,
    show_default=True,
    help="Where the service answers.",
)
def update(what: str, root: str, offline: str | None, port: int) -> None:
    """Install a new version beside the old one, try it, and take it into use; the old one stays until then.

    Example: sudo tallybones update tallybones-0.2.0-py3-none-any.whl
    """
    from webui.update import Versions, restarted, updated

    with sentences():
        folder = Path(offline) if offline else None
        for line in updated(what, Versions(Path(root)), offline=folder, restart=lambda: restarted(port)):
            print_line(line)
