"""``python -m webui.selftest``: whether this installation does its work, before it takes another's place.

Everything that people rely on is done once, on copies: the nets read a drawn table, written games are refereed, the
games of this machine are opened and shown, and a page comes over the network.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

TILES_NEEDED = 24
"""Of the 28 of the drawn table."""


def failures(home: Path | None) -> Iterator[str]:
    """A sentence for each thing that does not work; *home* holds the games to try, which are only copied."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        checks: dict[str, Callable[[], None]] = {
            "reading tiles": lambda: _reads(folder),
            "refereeing": _referees,
            "the games kept here": lambda: _opens(home, folder),
            "the pages": lambda: _serves(folder),
        }
        for about, check in checks.items():
            try:
                check()
            except Exception as error:  # whatever it is, this version is not to be used
                yield f"{about} failed: {type(error).__name__}: {error}"


def _reads(folder: Path) -> None:
    from vision.images import read_picture
    from vision.scan import Scanner
    from webui.bench import draw_double_six

    photo = folder / "table.png"
    draw_double_six(photo)
    read = sum(tile.ends is not None for tile in Scanner().tiles(read_picture(photo)))
    if read < TILES_NEEDED:
        raise RuntimeError(f"only {read} of 28 tiles were read")


def _referees() -> None:
    from webui.places import GAMES_SHOWN
    from webui.replaying import replayed

    for path in sorted(GAMES_SHOWN.glob("*.dgn")):
        told = replayed(path)
        if told.stopped or told.complaints:
            raise RuntimeError(f"{path.name}: {told.complaints}")


def _opens(home: Path | None, folder: Path) -> None:
    from webui.page import view
    from webui.room import Room
    from webui.store import FILE_NAME, Store
    from webui.words import LANGUAGES, words_in

    copy = folder / "games"
    copy.mkdir()
    for part in sorted(home.glob(FILE_NAME + "*")) if home is not None and home.is_dir() else []:
        shutil.copy(part, copy / part.name)
    store = Store(copy)
    try:
        room = Room(store)
        for language in LANGUAGES:
            view(room.seen, words_in(language))
        for game in room.games():
            room.written(game.id)
    finally:
        store.close()


def _serves(folder: Path) -> None:
    from webui import create_app
    from webui.room import Room
    from webui.server import listening
    from webui.store import Store
    from webui.watchdog import server_answers

    store = Store(folder / "pages")
    server = listening(create_app(Room(store)), "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    wrong = server_answers("127.0.0.1", int(server.effective_port))
    if wrong:
        raise RuntimeError(wrong)


def main(arguments: list[str]) -> int:
    """0 where all works."""
    told = list(failures(Path(arguments[0]) if arguments else None))
    for sentence in told:
        print(sentence, file=sys.stderr)
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
