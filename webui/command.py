"""``tallybones ...``: the command.

Every command ends with 0 (done), 1 (could not: one sentence on stderr that names the thing and what
to do) or 2 (wrong usage).  ``--json`` writes JSON Lines on stdout and nothing else there.  Heavy
imports wait until a command needs them, so that ``--help`` is quick on a Pi.
"""

from __future__ import annotations

import dataclasses
import os
import sys
from pathlib import Path

import click

from webui.calibrate_command import calibrate
from webui.printing import complain, fail, print_json, print_line, sentences
from webui.service_command import service
from webui.set_command import set_check
from webui.update_command import update

# A camera that is not there gets our sentence, without what OpenCV and FFmpeg say of it.
os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


def _path(name: str | None) -> Path | None:
    return None if name is None else Path(name)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="tallybones")
def main() -> None:
    """A companion for real dominoes: reads the tiles, referees the game, keeps the score."""


@main.command()
@click.argument("images", nargs=-1, required=True)
@click.option(
    "--set", "highest", type=click.Choice(["6", "9", "12", "15", "18"]), help="Highest double of the set."
)
@click.option(
    "--sets", "copies", type=click.IntRange(1, 2), default=1, help="Two sets mixed: each tile twice."
)
@click.option(
    "--json", "as_json", is_flag=True, help="JSON Lines, one an image (see `tallybones help json`)."
)
@click.option("--annotate", type=click.Path(file_okay=False), help="Draw what was seen into this folder.")
def scan(
    images: tuple[str, ...], highest: str | None, copies: int, as_json: bool, annotate: str | None
) -> None:
    """Read every domino in a photo.

    Example: tallybones scan --set 6 table.jpg
    """
    from webui.scanning import scan_files

    with sentences():
        failed = 0
        for answer in scan_files(images, int(highest) if highest else None, copies, annotate):
            failed += "error" in answer
            if as_json:
                print_json(answer)
            if "error" in answer:
                complain(str(answer["error"]))
            elif not as_json:
                print_line(_photo_in_words(answer))
        sys.exit(1 if failed else 0)


def _photo_in_words(answer: dict[str, object]) -> str:
    tiles = answer["tiles"]
    assert isinstance(tiles, list)
    up = [tile for tile in tiles if tile["face"] == "up"]
    if not tiles:
        return f"{answer['image']}: no dominoes"
    read = "  ".join(f"{t['ends'][0]}-{t['ends'][1]}{'' if t['confidence'] >= 0.9 else '?'}" for t in up)
    down = len(tiles) - len(up)
    backs = f"; {down} face down" if down else ""
    return f"{answer['image']}: {len(up)} tiles, {answer['pips']} pips{backs}\n  {read}".rstrip()


@main.command()
@click.argument("record", metavar="GAME.dgn", type=click.Path())
@click.option(
    "--json", "as_json", is_flag=True, help="JSON Lines, one an event (see `tallybones help json`)."
)
def replay(record: str, as_json: bool) -> None:
    """Referee a written game and print its score sheet.

    Example: tallybones replay evening.dgn
    """
    from webui.replaying import replayed

    with sentences():
        told = replayed(Path(record))
        if as_json:
            for event in told.events:
                print_json(event)
        else:
            print_line(told.sheet)
        for sentence in told.complaints:
            complain(f"{record}: {sentence}")
        sys.exit(1 if told.stopped else 0)


@main.command()
@click.argument("source")
@click.argument("head", metavar="HEAD.dgn", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="JSON Lines, one an event, as it happens.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the game as a record, a new file.")
@click.option("--table", type=click.Path(dir_okay=False), help="The calibrated view of this table.")
@click.option(
    "--fps", type=click.FloatRange(0.1, 240), help="A folder of stills is a film of this many a second."
)
def watch(
    source: str, head: str, as_json: bool, out: str | None, table: str | None, fps: float | None
) -> None:
    """Referee a game from a camera, a film or a folder of stills.

    Example: tallybones watch photos/ head.dgn --out game.dgn
    """
    from webui.watch_command import watched

    with sentences():
        for event, words in watched(source, Path(head), _path(out), _path(table), fps):
            if as_json:
                print_json(event)
            elif words:
                print_line(words)


_HOST = click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0: all."
)
_PORT = click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True)
_MQTT = click.option(
    "--mqtt", envvar="TALLYBONES_MQTT", metavar="URL",
    help="Tell this MQTT broker score, turn and ruling: mqtt://host (see `tallybones help http`).",
)  # fmt: skip


@main.command()
@_HOST
@_PORT
@click.option("--game", default="texas_42", show_default=True, type=click.Choice(["texas_42", "block"]))
@click.option(
    "--speed", type=click.FloatRange(0.1, 50), default=1.0, help="How fast the simulated players play."
)
@click.option("--fresh", is_flag=True, help="Forget the demo's last game and begin a new one.")
@_MQTT
def demo(host: str, port: int, game: str, speed: float, fresh: bool, mqtt: str | None) -> None:
    """The whole product with no hardware: a simulated table before the real vision.

    Example: tallybones demo --port 8080
    """
    from webui.evening import run_demo

    with sentences():
        run_demo(host, port, game=game, speed=speed, fresh=fresh, mqtt=mqtt, say=print_line)


@main.command()
@click.option(
    "--source", help="Camera: number, device, stream, film or folder; else the one chosen on the page."
)
@_HOST
@_PORT
@click.option("--name", "names", multiple=True, help="A further host name this server answers to.")
@click.option("--table", type=click.Path(dir_okay=False), help="The calibrated view of this table.")
@click.option("--forget-pin", is_flag=True, help="Forget the host's PIN; another can be chosen on the page.")
@_MQTT
def serve(
    source: str | None, host: str, port: int, names: tuple[str, ...], table: str | None, forget_pin: bool,
    mqtt: str | None,
) -> None:  # fmt: skip
    """The companion with a real camera: what runs on the Pi.

    Example: tallybones serve --source /dev/video0 --host 0.0.0.0
    """
    from webui.evening import run_serve

    with sentences():
        run_serve(
            source, host, port, names=names, table=_path(table), forget_pin=forget_pin, mqtt=mqtt, say=print_line
        )  # fmt: skip


@main.command()
@click.option("--source", help="The camera to look through; else the first one found.")
def doctor(source: str | None) -> None:
    """What is installed and what works; each line OK, or what to do.

    Example: tallybones doctor
    """
    from webui.doctor import findings

    with sentences():
        ill = 0
        for finding in findings(source):
            ill += not finding.well
            print_line(f"{'OK  ' if finding.well else 'DO  '} {finding.about}: {finding.text}")
        sys.exit(1 if ill else 0)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="JSON Lines, one a figure.")
@click.option(
    "--mine", is_flag=True, help="How often your own tiles were read right, by your own corrections."
)
def bench(as_json: bool, mine: bool) -> None:
    """This machine's own figures: speed, memory, size of the models; or how well it read at your table.

    Example: tallybones bench --mine
    """
    from webui.bench import figures, own_figures
    from webui.places import home

    with sentences():
        for figure in own_figures(home()) if mine else figures():
            if as_json:
                print_json(dataclasses.asdict(figure))
            else:
                print_line(figure.in_words)


@main.command(name="help")
@click.argument("topic", required=False)
def help_(topic: str | None) -> None:
    """The project's own words: the record, JSON, HTTP, the house rules of each game.

    Example: tallybones help notation
    """
    from webui.topics import text, topics

    with sentences():
        if topic is None:
            print_line("Topics (tallybones help TOPIC):")
            for name, about in topics():
                print_line(f"  {name:18} {about}")
            return
        found = text(topic)
        if found is None:
            fail(f"there is no topic {topic!r}; `tallybones help` lists them")
        print_line(found)


main.add_command(calibrate)
main.add_command(set_check)
main.add_command(service)
main.add_command(update)
