"""``tallybones set-check``."""

from __future__ import annotations

import click

from webui.printing import print_json, print_line, sentences


@click.command(name="set-check")
@click.argument("sources", nargs=-1, required=True, metavar="PHOTO|CAMERA...")
@click.option(
    "--set", "highest", type=click.Choice(["6", "9", "12", "15", "18"]), default="6", show_default=True,
    help="Highest double of the set.",
)  # fmt: skip
@click.option(
    "--sets", "copies", type=click.IntRange(1, 2), default=1, help="Two sets mixed: each tile twice."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON line.")
def set_check(sources: tuple[str, ...], highest: str, copies: int, as_json: bool) -> None:
    """Show me your set: lay all of it face up, in parts where the picture is small, and learn which tiles
    cannot be told apart here, and why.

    Example: tallybones set-check --set 6 part1.jpg part2.jpg
    """
    from vision.known_set import SetCheck
    from webui import set_checking
    from webui.calibrating import picture_of
    from webui.words import words_in

    with sentences():
        check = SetCheck(int(highest), copies)
        report = set_checking.checked((picture_of(source) for source in sources), check)
        if as_json:
            print_json(set_checking.as_json(report, words_in("en")))
            return
        for sentence in set_checking.says(report, words_in("en")):
            print_line(sentence)
