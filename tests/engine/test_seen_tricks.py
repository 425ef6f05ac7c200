"""Trick games from sightings: what is a play, whose it is, and what is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import HandStart, Leftovers, Play, TurnUp
from engine.choosing import rules_of
from engine.interpret import Interpreter
from engine.journal import Correct, Unclear, Withdraw
from engine.notation import read
from engine.places import Places
from engine.record import Record
from engine.sightings import BackDown, BackUp, Guess, TableEvent, TablePose, TileDown, TileMoved, TileUp
from engine.table import Table
from engine.tabletop import Tabletop
from engine.tiles import Tile
from engine.tricks import TrickRules
from tests.support.acted_films import told
from tests.support.film_scores import lines, outcomes
from tests.support.filmed_games import FORMS, KINDS, Film
from tests.support.tables import record

SIZE_MM = (800.0, 450.0)
SEATS = '[Seats "N=Nancy E=Ella S=Steve W=Will"]'
CALLED = ("hand 1 shaker=N", "bid E pass  S 30  W 31  N 32", "call N 1")
BEFORE = ((0, -80), (-80, 0), (0, 80), (80, 0))
"""Where the four seats lay their tiles."""
EDGE = ((0, -190), (-370, 0), (0, 190), (370, 0))


def texas_42(*more: str) -> Record:
    return record(*CALLED, *more, head=f'[Game "texas_42"]\n{SEATS}')


class Seen:
    """A table that is looked at once a second."""

    def __init__(self, head: Record) -> None:
        self.rules = rules_of(head)
        self.table = Table(self.rules, head)
        self.interpreter = Interpreter(self.rules, Places(len(head.seating), *SIZE_MM), head.last)
        self.tabletop = Tabletop()
        self.now_s, self.tracks = 0.0, 0

    def sees(self, *events: TableEvent, calm: bool = True) -> list[object]:
        """What is entered."""
        self.now_s += 1.0
        for event in events:
            self.tabletop = self.tabletop.after(event)
        now = self.table.snapshot
        proposals = self.interpreter.proposals(
            now.entries, now.refereed, self.tabletop, events, now_s=self.now_s, calm=calm
        )
        for one in proposals:
            self.table.enter(one.what, one.source, at_s=one.at_s, confidence=one.confidence, seen=one.seen)
        return [one.what for one in proposals]

    def down(self, tile: str, x: float, y: float, facing: float = 90.0) -> TileDown:
        """A tile comes to rest: ``6-4`` surely, or ``6-4 0.7 6-5 0.29``."""
        words = tile.split()
        pairs = zip(words[::2], words[1::2], strict=True) if len(words) > 1 else [(tile, "0.999")]
        guesses = tuple(Guess(Tile.parse(t), float(p)) for t, p in pairs)
        self.tracks += 1
        return TileDown(self.now_s, self.tracks, TablePose(x, y, facing), guesses)

    def plays(self, seat: int, tile: str) -> TileDown:
        """A tile comes to rest before a seat."""
        return self.down(tile, *BEFORE[seat])

    def back(self, x: float, y: float) -> BackDown:
        self.tracks += 1
        return BackDown(self.now_s, self.tracks, TablePose(x, y, 0.0))

    def up(self, down: TileDown) -> TileUp:
        return TileUp(self.now_s, down.track, down.pose, down.guesses[0].tile)

    def trick(self, *tiles: str, leader: int = 0) -> list[TileDown]:
        """A trick is laid, one tile after another."""
        downs = []
        for away, tile in enumerate(tiles):
            downs.append(self.plays((leader + away) % 4, tile))
            self.sees(downs[-1])
        return downs

    def gathered(self, trick: list[TileDown], face_up: bool = False, x: float = 105, y: float = -130) -> None:
        """The trick is stacked beside the bottom seat: two of its tiles can be seen."""
        self.sees(*map(self.up, trick), calm=False)
        for k, down in enumerate(trick[-2:]):
            at = x + 26 * k
            seen = self.down(str(down.guesses[0].tile), at, y) if face_up else self.back(at, y)
            assert self.sees(seen) == []

    @property
    def last(self) -> int:
        return self.table.snapshot.record.last

    @property
    def reasons(self) -> list[str | None]:
        """Of the plays, in order."""
        judged = self.table.snapshot.refereed.judged
        return [j.ruling.reason and j.ruling.reason.value for j in judged if isinstance(j.action, Play)]


WHOLE = (
    "1. N 1-1 5-1 3-1 1-0",
    "2. N 6-1 2-1 5-5 3-0",
    "3. N 6-4 6-5 4-0 6-6",
    "4. W 3-3 4-3 5-3 4-2",
    "5. W 6-3 6-0 2-0 5-4",
    "6. W 6-2 4-1 2-2 0-0",
)
FIRST = ("1-1", "5-1", "3-1", "1-0")

# --- whole hands, as an eye that never errs would tell them ----------------------------------------------


def trick_films() -> Iterator[Film]:
    for seed, kind in enumerate(KINDS, 1):
        for key, profile in FORMS:
            film = Film(key, profile, kind, seed)
            if isinstance(film.rules, TrickRules):
                yield film
    yield Film("texas_42", "42", "clean", 3)
    yield Film("texas_demons", "default", "clean", 3)


@pytest.mark.parametrize("film", [*trick_films()], ids=lambda film: film.name)
def test_a_hand_acted_out_becomes_its_record(film: Film) -> None:
    of = told(film)
    assert list(lines(film.rules, of)) == list(lines(film.rules, film.truth))
    assert outcomes(film.rules, of) == outcomes(film.rules, film.truth)


@pytest.mark.parametrize("film", [*trick_films()][-9:], ids=lambda film: film.name)
def test_the_same_from_an_eye_that_notices_late_what_is_gone(film: Film) -> None:
    of = told(film, roughly=True)
    assert list(lines(film.rules, of)) == list(lines(film.rules, film.truth))


# --- what is no play -------------------------------------------------------------------------------------


@pytest.mark.parametrize("face_up", [False, True])
def test_won_tiles_stacked_beside_the_winner_are_no_plays(face_up: bool) -> None:
    game = Seen(texas_42())
    game.gathered(game.trick(*FIRST), face_up)
    assert game.sees(game.plays(0, "6-1")) == [Play(0, Tile(6, 1))]
    assert game.reasons == [None] * 5


def test_of_two_sets_the_twin_of_a_won_tile_can_be_played_next() -> None:
    told = record(
        "hand 1 shaker=F",
        "bid A 42/5  B pass  C pass  D pass  E pass  F pass",
        head='[Game "texas_84"]\n[Profile "84_6p"]\n[Seats "A B C D E F"]',
    )
    game = Seen(told)
    places = [(0, -100), (-95, -50), (-95, 50), (0, 100), (95, 50), (95, -50)]
    tiles = ["5-5", "5-1", "5-3", "5-0", "5-4", "5-2"]
    downs = [game.down(tile, *place) for tile, place in zip(tiles, places, strict=True)]
    for down in downs:
        game.sees(down)
    game.sees(*map(game.up, downs))
    assert game.sees(game.down("5-2", 110, -130), game.down("5-4", 110, -104)) == []
    assert game.sees(game.down("5-5", 2, -98)) == [Play(0, Tile(5, 5))]


def test_a_hand_laid_open_at_the_edge_comes_and_goes_without_an_act() -> None:
    game = Seen(texas_42())
    row = [game.down(tile, -93 + 31 * k, -185) for k, tile in enumerate(("6-6", "1-1", "4-2", "3-0"))]
    for tile in row:
        assert game.sees(tile) == []
    assert game.sees(game.up(row[0])) == []
    assert game.sees(game.up(row[1]), game.plays(0, "1-1")) == [Play(0, Tile(1, 1))]


def test_a_tile_pushed_from_an_open_hand_into_the_middle_is_played_and_pushed_back_taken_back() -> None:
    game = Seen(texas_42())
    own = game.down("1-1", 0, -190)
    assert game.sees(own) == []
    out, home = TablePose(0, -80, 90), TablePose(0, -190, 90)
    assert game.sees(TileMoved(2.0, own.track, out)) == [Play(0, Tile(1, 1))]
    number = game.last
    assert game.sees(TileMoved(3.0, own.track, home)) == []
    assert game.sees() == [Withdraw(number)]
    assert game.sees(TileMoved(5.0, own.track, out)) == [Play(0, Tile(1, 1))]


def test_a_tile_already_won_is_asked_about_only_where_the_next_one_is_waited_for() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick(*FIRST))
    stray = game.down("5-1", -80, 4)
    assert game.sees(stray) == [], "no tile of E's is waited for"
    game.sees(game.up(stray))
    (asked,) = game.sees(game.plays(0, "3-1"))
    assert isinstance(asked, Play) and game.reasons[-1] == "seen_twice"


def test_what_players_throw_in_when_the_hand_is_decided_is_no_trick() -> None:
    game = Seen(texas_42(*WHOLE[:3]))
    assert game.table.snapshot.refereed.state.decision is not None
    thrown = [game.down(f"6-{k}", -60 + 30 * k, 10) for k in range(1, 6)]
    assert game.sees(*thrown) == []


# --- whose -----------------------------------------------------------------------------------------------


def test_a_renege_is_seen_and_ruled_when_the_suit_turns_up() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick("1-1", "6-4", "3-1", "1-0"))
    game.sees(game.plays(0, "6-1"))
    assert game.sees(game.plays(1, "5-1")) == [Play(1, Tile(5, 1))]
    assert game.reasons[-1] == "renege"


def test_a_lead_out_of_turn_is_seen_as_one() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick(*FIRST))
    assert game.sees(game.plays(2, "5-5")) == [Play(2, Tile(5, 5))]
    assert game.reasons[-1] == "not_your_turn"


@pytest.mark.parametrize("number", [2, 3, 4])
def test_tiles_between_two_looks_come_in_the_order_of_play(number: int) -> None:
    game = Seen(texas_42())
    downs = [game.plays(seat, tile) for seat, tile in enumerate(FIRST[:number])]
    assert game.sees(*reversed(downs)) == [Play(s, Tile.parse(t)) for s, t in enumerate(FIRST[:number])]


def test_a_gathered_trick_and_the_next_lead_may_come_in_one_look() -> None:
    game = Seen(texas_42())
    trick = game.trick(*FIRST)
    lead, follow = game.plays(0, "6-1"), game.plays(1, "2-1")
    assert game.sees(*map(game.up, trick), follow, lead) == [Play(0, Tile(6, 1)), Play(1, Tile(2, 1))]


def test_a_trick_gathered_before_its_last_tile_was_seen_is_asked_about_and_play_goes_on() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick(*FIRST[:3]))
    asked, lead = game.sees(game.plays(0, "6-1"))
    assert isinstance(asked, Unclear) and asked.why == "unseen"
    assert {play.seat for play in asked.candidates} == {3}
    assert lead == Play(0, Tile(6, 1))
    assert game.sees(game.plays(1, "2-1")) == [Play(1, Tile(2, 1))]
    number = game.table.snapshot.refereed.doubts[0].number
    game.table.enter(Correct(number, Play(3, Tile(1, 0))), "hand", "Ann")
    assert game.reasons == [None] * 6
    assert len(game.table.snapshot.refereed.state.tricks) == 1


def test_the_likeliest_answer_is_one_by_which_the_next_to_lead_has_won() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick("1-1", "5-1", "3-1"))
    game.sees(game.plays(0, "6-1"))
    (doubt,) = game.table.snapshot.refereed.doubts
    first = doubt.what.candidates[0].tile
    assert 1 in first, "W follows, and nothing beats the double of trumps"


def test_the_unseen_tile_is_read_where_it_lies_in_the_stack() -> None:
    game = Seen(texas_42())
    trick = game.trick(*FIRST[:3])
    game.sees(*map(game.up, trick), calm=False)
    game.sees(game.down("3-1", 105, -130), game.down("1-0", 131, -130))
    assert game.sees(game.plays(0, "6-1")) == [Play(3, Tile(1, 0)), Play(0, Tile(6, 1))]


# --- taken back, gathered, found again -------------------------------------------------------------------


def test_a_trick_gathered_tile_by_tile_is_no_take_back() -> None:
    game = Seen(texas_42())
    trick = game.trick(*FIRST)
    assert [game.sees(game.up(one), calm=False) for one in reversed(trick)] == [[]] * 4
    assert game.sees() == []
    assert game.sees(game.plays(0, "6-1")) == [Play(0, Tile(6, 1))]


def test_a_tile_that_only_seems_to_lie_there_when_its_trick_is_gone_stops_nothing() -> None:
    game = Seen(texas_42())
    trick = game.trick(*FIRST)
    game.sees(*map(game.up, trick[:3]))
    assert game.sees(game.plays(0, "6-1")) == [Play(0, Tile(6, 1))]
    assert game.sees(game.up(trick[3])) == []


def test_an_earlier_tile_of_the_trick_can_be_taken_back_and_another_laid() -> None:
    game = Seen(texas_42())
    trick = game.trick("1-1", "5-4", "3-1")
    number = game.last - 1
    game.sees(game.up(trick[1]))
    assert game.sees(game.plays(1, "5-1")) == [Withdraw(number), Play(1, Tile(5, 1))]
    state = game.table.snapshot.refereed.state
    assert {tile for _, tile in state.trick} == {Tile(1, 1), Tile(3, 1), Tile(5, 1)}


def test_a_tile_put_down_again_was_not_taken_back() -> None:
    game = Seen(texas_42())
    trick = game.trick("1-1", "5-1")
    again = game.plays(1, "5-1")
    assert game.sees(game.up(trick[1])) == []
    assert game.sees(again) == []
    number = game.last
    assert game.sees(game.up(again)) == []
    assert game.sees() == [Withdraw(number)]


def test_while_somebody_reaches_over_the_table_nothing_is_concluded() -> None:
    game = Seen(texas_42())
    (lead,) = game.trick("1-1")
    game.sees(game.up(lead), calm=False)
    assert [game.sees(calm=False) for _ in range(20)] == [[]] * 20
    assert game.sees() == [Withdraw(game.last - 1)]


# --- turned up, left over --------------------------------------------------------------------------------


def euchre() -> Seen:
    return Seen(record("hand 1 shaker=N", head=f'[Game "domino_euchre"]\n{SEATS}'))


def test_the_turned_up_tile_of_euchre_is_read_beside_the_stock_and_its_dealer_may_play_it() -> None:
    game = euchre()
    stock = [game.back(-150 - 34 * k, -170) for k in range(4)]
    assert game.sees(*stock) == []
    turned = game.down("6-2", -150, -170)
    assert game.sees(BackUp(game.now_s, stock[0].track, stock[0].pose), turned) == [TurnUp(Tile(6, 2))]
    for act in ("bid E accept", "aside N ?-?"):
        for entry in record("hand 1", act, head=f'[Game "domino_euchre"]\n{SEATS}').entries[1:]:
            game.table.enter(entry.what)
    assert game.sees(game.up(turned)) == []
    for seat, tile in ((1, "6-6"), (2, "6-1"), (3, "6-0"), (0, "6-2")):
        assert game.sees(game.plays(seat, tile)) == [Play(seat, Tile.parse(tile))]


def test_a_turn_up_that_the_record_states_is_not_entered_again() -> None:
    game = Seen(record("hand 1 shaker=N", "turn 6-2", head=f'[Game "domino_euchre"]\n{SEATS}'))
    assert game.sees(game.down("6-2", 0, 0)) == []


def test_a_learner_s_tiles_are_not_taken_for_the_turn_up() -> None:
    game = euchre()
    row = [game.down(tile, -62 + 31 * k, -190) for k, tile in enumerate(("6-6", "1-1", "4-2", "3-0", "5-5"))]
    assert [game.sees(tile) for tile in row] == [[]] * 5
    assert game.sees(game.down("6-2", 10, 5)) == [TurnUp(Tile(6, 2))]


def demons(*more: str) -> Record:
    return record("hand 1 shaker=N", *more, head=f'[Game "texas_demons"]\n[Set "double-nine"]\n{SEATS}')


def test_the_trump_tile_of_texas_demons_is_read_wherever_it_lies() -> None:
    game = Seen(demons())
    assert game.sees(game.down("3-0", -140, -130)) == [TurnUp(Tile(3, 0))]


def test_the_leftovers_of_texas_demons_are_read_once_both_are_turned() -> None:
    reading = read((Path(__file__).parents[1] / "records" / "texas_demons.dgn").read_text())
    played = reading.record.entries
    end = next(k for k, entry in enumerate(played) if isinstance(entry.what, Leftovers))
    left, head = played[end].what, replace(reading.record, entries=played[:end])
    game = Seen(head)
    first, second = (str(tile) for tile in left.tiles)
    assert game.sees(game.down(first, -200, -150)) == []
    assert game.sees(game.down(second, -160, -150)) == [left]


# --- from hand to hand -----------------------------------------------------------------------------------


def shaken_tiles(game: Seen, number: int = 28) -> list[BackDown]:
    return [game.back(-150 + 50 * (k % 7), -90 + 58 * (k // 7)) for k in range(number)]


def last_trick() -> Seen:
    game = Seen(texas_42(*WHOLE))
    game.gathered(game.trick("3-2", "5-0", "4-4", "5-2"))
    return game


def test_the_next_hand_begins_when_the_tiles_are_shaken() -> None:
    game = last_trick()
    stack = list(game.tabletop)
    game.sees(*(BackUp(game.now_s, lies.track, lies.pose) for lies in stack))
    assert game.sees(*shaken_tiles(game)) == [HandStart(2)]
    assert game.sees() == []


def test_stacks_of_won_tiles_are_no_shaken_ones() -> None:
    game = last_trick()
    backs = [game.back(60 + 30 * k, -150) for k in range(12)]
    assert game.sees(*backs) == []


def test_tiles_shaken_in_the_middle_of_a_hand_begin_nothing() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick(*FIRST))
    assert game.sees(*shaken_tiles(game)) == []


def test_while_won_tiles_still_lie_there_nothing_belongs_to_the_next_hand() -> None:
    game = Seen(texas_42(*WHOLE))
    game.gathered(game.trick("3-2", "5-0", "4-4", "5-2"), face_up=True)
    assert game.sees(game.plays(0, "6-6")) == []


def test_once_the_table_was_cleared_a_tile_leads_the_next_hand() -> None:
    game = Seen(texas_42(*WHOLE))
    trick = game.trick("3-2", "5-0", "4-4", "5-2")
    game.sees(*map(game.up, trick))
    assert game.sees(game.plays(1, "6-6")) == [Play(1, Tile(6, 6))]


def test_a_tile_read_otherwise_later_is_corrected_even_if_it_was_turned_up() -> None:
    game = euchre()
    turned = game.down("6-2", 0, 0)
    game.sees(turned)
    number, again = game.last, TileDown(2.0, turned.track, turned.pose, (Guess(Tile(6, 3), 0.999),))
    assert game.sees(again) == [Correct(number, TurnUp(Tile(6, 3)))]
