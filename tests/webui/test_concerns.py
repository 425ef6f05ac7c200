"""What does not fit the game that is watched is said, with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.choosing import rules_of
from engine.record import Record
from engine.sightings import TileDown
from engine.table import Table
from tests.support.dashboard import SEATS, room_in
from tests.support.seen_tricks import FIRST, Seen, texas_42
from tests.support.tables import record
from webui.concerns import NONE, Concerns, sentence
from webui.page import view
from webui.words import LANGUAGES, words_in


class Minded(Seen):
    """A table that is looked at, and what is said of it."""

    def __init__(self, head: Record) -> None:
        super().__init__(head)
        self.concerns = Concerns()

    def lays(self, *tiles: TileDown) -> None:
        before = self.table.snapshot
        self.sees(*tiles)
        self.concerns.lay_there(before, self.table.snapshot)

    def said(self) -> tuple[str, str]:
        return self.concerns.look(self.interpreter, self.table.snapshot, self.tabletop, self.now_s)


def tricks() -> Minded:
    return Minded(texas_42())


def line() -> Minded:
    return Minded(record("hand 1 first=A", head='[Game "block"]\n[Seats "A=Ann B=Ben C=Cas D=Dee"]'))


def test_of_a_game_that_fits_nothing_is_said() -> None:
    game = tricks()
    game.trick(*FIRST)
    assert game.said() == NONE


@pytest.mark.parametrize("tile", ["9-4", "9-4 0.7 8-4 0.2"])
def test_a_tile_of_another_set_is_said_however_surely_it_is_read(tile: str) -> None:
    game = tricks()
    game.sees(game.plays(0, tile))
    assert game.said() == ("other_set", "1")
    game.sees(game.plays(1, "9-8"))
    assert game.said() == ("other_set", "2")


def test_a_tile_of_another_set_is_no_longer_said_once_it_was_taken_away() -> None:
    game = tricks()
    strange = game.plays(0, "9-4")
    game.sees(strange)
    game.sees(game.plays(1, "6-5"))
    assert game.said() == ("other_set", "1")
    game.sees(game.up(strange))
    assert game.said() == NONE


def test_a_tile_that_joins_nothing_is_said_when_it_has_lain_there_a_while() -> None:
    game = line()
    game.sees(game.down("6-4", 0, 0, 0))
    game.sees(game.down("5-1", 0, 90, 0))
    assert game.said() == NONE
    for _ in range(3):
        game.sees()
    assert game.said() == ("apart", "5-1")


def test_players_who_sit_otherwise_are_told_so() -> None:
    game = tricks()
    for tiles in (FIRST, ("6-1", "2-1", "5-5", "3-0"), ("6-4", "6-5", "4-0", "6-6")):
        mirrored = [game.plays(seat, tile) for seat, tile in zip((0, 3, 2, 1), tiles, strict=True)]
        for tile in mirrored:
            game.sees(tile)
        game.gathered(mirrored)
    assert game.said() == ("misfit", "")


def test_a_seat_whose_tiles_nobody_sees_may_have_left() -> None:
    game = tricks()
    game.gathered(game.trick(*FIRST))
    for tiles in (("6-1", "5-5", "3-0"), ("6-4", "4-0", "6-0"), ("6-3", "4-1", "6-6")):
        trick = [game.plays(seat, tile) for seat, tile in zip((0, 2, 3), tiles, strict=True)]
        for tile in trick:
            game.sees(tile)
        game.sees(*map(game.up, trick), calm=False)
    assert game.said() == ("unseen_seat", "E")


def test_a_line_that_lay_there_is_said_until_somebody_plays_on() -> None:
    game = line()
    game.lays(game.down("6-4", 0, 0, 0), game.down("6-5", 50, 0, 180))
    assert game.said() == ("lay_there", "2")
    game.lays(game.down("4-4", -38, 0, 90))
    assert game.said() == NONE


def test_tiles_of_the_game_before_count_for_nothing_and_that_is_said() -> None:
    game = tricks()
    old = game.plays(0, "1-1")
    game.interpreter.aside.add(old.track)
    assert game.sees(old) == []
    assert game.said() == ("old_tiles", "")
    game.sees(game.plays(1, "5-1"))
    assert game.said() == NONE


def test_the_double_that_a_round_starts_from_is_no_tile_of_the_game_before() -> None:
    seats = '[Seats "A=Ann B=Ben C=Cas D=Dee"]'
    game = Minded(record("hand 1 hub=12", head=f'[Game "mexican_train"]\n[Set "double-twelve"]\n{seats}'))
    hub = game.down("12-12", 0, 0)
    game.sees(hub)
    assert hub.track in game.interpreter.aside
    assert game.said() == NONE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("why", "about"),
    [
        ("other_set", "1"), ("other_set", "3"), ("apart", "5-1"), ("apart", "5-1 6-6"), ("misfit", ""),
        ("unseen_seat", "E"), ("lay_there", "7"), ("old_tiles", ""),
    ],
)  # fmt: skip
def test_every_concern_is_a_sentence_on_the_page(language: str, why: str, about: str, tmp_path: Path) -> None:
    told = record(head='[Game "texas_42"]\n[Seats "N=Nancy E=Ella S=Steve W=Will"]')
    said = sentence(words_in(language), why, about, Table(rules_of(told), told).snapshot)
    assert not said[0].islower() and said.endswith(".") and "{" not in said
    room = room_in(tmp_path, seats=SEATS)
    room.show("watching", "in English", why, about)
    assert view(room.seen, words_in(language))["status"]["text"] == said
