"""What ``tallybones help TOPIC`` says: pages in ``webui/help``, and what the games declare of themselves."""

from __future__ import annotations

from importlib.resources import files

from engine.games import GAMES
from engine.options import Game, Option
from engine.rulings import Reason
from webui.words import Facts, words_in

_PAGES = {
    "notation": "the record: how a game is written down",
    "json": "what scan, watch and replay print with --json",
    "http": "what the dashboard and other programs ask the server",
    "calibrating": "where the table is: marks, corners, tiles; and showing your set once",
    "adding-a-game": "how the eleventh game comes in",
}


def topics() -> tuple[tuple[str, str], ...]:
    """(topic, what it is about), in the order worth reading."""
    made = {"games": "the games and their names", "reasons": "the referee's codes, in words"}
    games = {game.key: f"the house rules of {game.title}" for game in GAMES.values()}
    return tuple((_PAGES | made | games).items())


def text(topic: str) -> str | None:
    """The page of *topic*; None when there is none."""
    if topic in _PAGES:
        return files("webui").joinpath("help", f"{topic}.md").read_text(encoding="utf-8").rstrip()
    if topic == "games":
        return "\n".join(["# The games", "", *map(_game_line, GAMES.values())])
    if topic == "reasons":
        words = words_in("en")
        said = {reason: words.reason(reason, Facts()).replace("The ?", "The tile") for reason in Reason}
        codes = [f"- `{reason.value}`: {sentence}" for reason, sentence in said.items()]
        return "\n".join(["# The referee's codes", "", *codes])
    game = GAMES.get(topic)
    return None if game is None else _house_rules(game)


def _game_line(game: Game) -> str:
    return f"- `{game.key}`: {game.title}, {_seats(game)} players"


def _seats(game: Game) -> str:
    counts = sorted({rules.seats for rules in game.profiles.values()} | set(game.seats))
    return " or ".join([", ".join(map(str, counts[:-1])), str(counts[-1])]) if counts[1:] else str(counts[0])


def _house_rules(game: Game) -> str:
    lines = [f"# {game.title}", "", f'`[Game "{game.key}"]`, {_seats(game)} players.']
    if len(game.profiles) > 1:
        names = ", ".join(f"`{name}`" for name in game.profiles)
        lines += ["", f'Profiles (`[Profile "..."]`; the first is the default): {names}.']
    lines += ["", 'House rules (`[Options "name=value ..."]`; the first value is the default):', ""]
    lines += [f"- `{option.name}` ({_values(option)}): {option.says}" for option in game.options]
    return "\n".join(lines if game.options else [*lines[:-1], "It has none."])


def _values(option: Option) -> str:
    known = ", ".join(option.choices)
    numbers = option.numbers
    return known if numbers is None else f"{known}, or {numbers[0]} to {numbers[-1]}"
