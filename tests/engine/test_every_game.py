"""One contract for every game: what is asked of each of them, by chance and by the thousand."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Deal, Draw, HandStart, SetAside, TakeKitty
from engine.errors import OptionError
from engine.fair_copy import fair_copy
from engine.games import GAMES
from engine.journal import Correct, Entry, Insert, Withdraw
from engine.layout_state import LayoutState
from engine.layouts import LayoutRules
from engine.notation import read, write
from engine.outcomes import HandScored, TrickTaken
from engine.record import Record, Seating
from engine.referee import Refereed, closed, extended, referee
from engine.remarks import remarks
from engine.scoresheet import score_sheet
from engine.tiles import HIDDEN
from engine.tricks import TrickRules
from tests.support.notes import actions
from tests.support.playout import playout
from tests.support.world import World

LETTERS = "ABCDEFGHIJ"
FORMS = [(key, profile) for key, game in GAMES.items() for profile in game.profiles]
SIZES = [(key, seats) for key, game in GAMES.items() if len(game.profiles) == 1 for seats in game.seats]
CHOICES = [
    (key, f"{option.name}={choice}")
    for key, game in GAMES.items()
    for option in game.options
    for choice in list(option.choices)[1:]
]
every_form = pytest.mark.parametrize(("key", "profile"), FORMS, ids=[f"{k}-{p}" for k, p in FORMS])


@cache
def played(key: str, profile: str, seed: int = 1, hands: int = 99, slips: float = 0.0) -> World:
    return playout(GAMES[key].rules(profile), seed, hands, slips)


def record_of(key: str, profile: str, world: World) -> Record:
    seating = Seating(tuple(LETTERS[: world.rules.seats]), tuple(LETTERS[: world.rules.seats]))
    tags = (("DGN", "1"), ("Game", key), ("Profile", profile), ("Seats", str(seating)))
    return Record(tags, seating, tuple(world.entries))


@every_form
def test_a_game_of_chance_ends(key, profile):
    world = played(key, profile)
    assert world.over
    winners = closed(world.rules, referee(world.rules, world.entries)).state.winners
    assert winners and set(winners) <= set(range(world.rules.sides))


@every_form
def test_what_the_rules_let_stand_is_never_called_wrong_afterwards(key, profile):
    world = played(key, profile)
    told = referee(world.rules, world.entries)
    assert [(n, r) for n, r in told.rulings.items() if r.reason is not None] == []


@every_form
def test_folding_the_journal_gives_the_state_the_game_ended_in(key, profile):
    for slips in (0.0, 0.1):
        world = played(key, profile, hands=3, slips=slips)
        assert referee(world.rules, world.entries).state == world.state


@every_form
def test_appending_is_folding_from_the_start(key, profile):
    world = played(key, profile, hands=1, slips=0.1)
    told = Refereed(world.rules.start())
    for number in range(len(world.entries)):
        told = extended(world.rules, told, world.entries[: number + 1])
    assert told == referee(world.rules, world.entries)


@every_form
def test_withdrawing_the_last_act_equals_never_having_made_it(key, profile):
    world = played(key, profile, hands=2, slips=0.1)
    for end in range(len(world.entries) - 5, len(world.entries)):
        last = world.entries[end]
        if last.number is None:
            continue
        back = Entry(last.number + 1, Withdraw(last.number))
        never, undone = world.entries[:end], [*world.entries[: end + 1], back]
        assert referee(world.rules, undone) == referee(world.rules, never)


@every_form
def test_an_act_missed_and_inserted_is_as_if_it_had_been_told_in_time(key, profile):
    world = played(key, profile, hands=1)
    numbered = [entry for entry in world.entries if entry.number is not None]
    missed = numbered[len(numbered) // 2]
    rest = [
        entry
        if entry.number is None or entry.number < (missed.number or 0)
        else replace(entry, number=entry.number - 1)
        for entry in world.entries
        if entry is not missed
    ]
    before = (missed.number or 1) - 1
    mended = [*rest, Entry(len(numbered), Insert(before, missed.what))]
    assert referee(world.rules, mended).state == world.state


@every_form
def test_correcting_and_correcting_back_changes_nothing(key, profile):
    world = played(key, profile, hands=1)
    numbered = [entry for entry in world.entries if entry.number is not None]
    misread, other = numbered[len(numbered) // 2], numbered[-1]
    last = len(numbered)
    wrong = Entry(last + 1, Correct(misread.number, other.what))
    right = Entry(last + 2, Correct(misread.number, misread.what))
    referee(world.rules, [*world.entries, wrong])
    assert referee(world.rules, [*world.entries, wrong, right]).state == world.state


def tiles_are_where_they_are(world: World) -> None:
    """What the referee knows of the tiles is what is so."""
    state = world.state
    assert len(world.tiles) == len(world.rules.tiles) - len(getattr(world.rules, "kept_out", ()))
    if isinstance(state, LayoutState):
        assert sorted(one.tile for one in state.layout) == sorted(world.laid)
        assert [sorted(h.tiles) for h in state.holdings] == [sorted(held) for held in world.holdings]
        assert state.yard == len(world.yard)
    else:
        laid = [one.tile for trick in state.tricks for one in trick.laid] + [tile for _, tile in state.trick]
        assert sorted(laid) == sorted(world.laid)
        assert [sorted(h.held) for h in state.known] == [sorted(held) for held in world.holdings]


@every_form
@pytest.mark.parametrize("slips", [0.0, 0.1])
def test_no_tile_is_made_or_lost(key, profile, slips):
    playout(GAMES[key].rules(profile), 2, 1, slips, check=tiles_are_where_they_are)


@every_form
def test_one_winner_takes_each_trick_and_all_points_are_taken(key, profile):
    world = played(key, profile)
    rules = world.rules
    for outcome in world.outcomes:
        if isinstance(outcome, TrickTaken):
            assert 0 <= outcome.winner < rules.seats
            assert len(set(outcome.tiles)) == len(outcome.tiles) or rules.tiles.copies == 2
        if isinstance(outcome, HandScored):
            assert len(outcome.scores) == len(outcome.marks) == len(outcome.total) == rules.sides


@every_form
def test_what_was_written_reads_back_as_the_same_journal(key, profile):
    world = played(key, profile, hands=2, slips=0.05)
    written = record_of(key, profile, world)
    reading = read(write(written))
    assert reading.stopped is None
    assert reading.record == written


@every_form
def test_the_fair_copy_is_the_same_journal_and_its_checks_agree(key, profile):
    world = played(key, profile, hands=2, slips=0.05)
    record = record_of(key, profile, world)
    told = closed(world.rules, referee(world.rules, record.entries))
    reading = read(fair_copy(record, told, world.rules.sides))
    assert reading.stopped is None
    assert reading.record == record
    assert [str(remark) for remark in remarks(reading.checks, record, world.rules, told)] == []


@every_form
def test_a_score_sheet_names_every_hand(key, profile):
    world = played(key, profile, hands=2, slips=0.05)
    told = closed(world.rules, referee(world.rules, world.entries))
    sheet = score_sheet(record_of(key, profile, world), world.rules, told)
    assert sheet.startswith(GAMES[key].title)
    assert "Hand 1" in sheet and "Hand 2" in sheet


def seen_from_above(world: World, *, discards: bool = False) -> list[Entry]:
    """What a camera sees of a game: no tile that lies face down, nor one that was taken back at once.

    *discards*: those were turned up at the end.
    """
    seen = []
    rulings = referee(world.rules, world.entries).rulings
    for entry in world.entries:
        what = entry.what
        if isinstance(what, Deal) or (entry.number is not None and not rulings[entry.number].counts):
            continue
        if isinstance(what, Draw) or (isinstance(what, SetAside) and not discards):
            what = replace(what, tiles=(HIDDEN,) * len(what.tiles))
        if isinstance(what, TakeKitty):
            what = replace(what, taken=(HIDDEN,) * len(what.taken), aside=(HIDDEN,) * len(what.aside))
        seen.append(replace(entry, what=what))
    return seen


@every_form
@pytest.mark.parametrize("slips", [0.0, 0.08])
def test_who_sees_no_hands_never_contradicts_who_knows_them(key, profile, slips):
    world = played(key, profile, hands=3, slips=slips)
    knows = referee(world.rules, world.entries)
    sees = referee(world.rules, seen_from_above(world))
    wrongly = {n: r for n, r in sees.rulings.items() if not r.stands and knows.rulings[n].stands}
    assert wrongly == {}


@every_form
def test_who_sees_no_hands_keeps_the_same_score(key, profile):
    world = played(key, profile, hands=3)
    knows = referee(world.rules, world.entries)
    sees = referee(world.rules, seen_from_above(world, discards=True))
    assert sees.scored == knows.scored
    taken = [[o for _, o in fold.outcomes if isinstance(o, TrickTaken)] for fold in (knows, sees)]
    assert taken[0] == taken[1]


@pytest.mark.parametrize(("key", "seats"), SIZES, ids=[f"{k}-{s}" for k, s in SIZES])
def test_any_number_of_players_that_a_game_allows_can_play_it(key, seats):
    choices = [choice for game, choice in CHOICES if game == key]
    numbered = [option for option in GAMES[key].options if option.numbers is not None]
    choices += [f"{option.name}={option.numbers[2]}" for option in numbered if option.numbers is not None]
    rules = playable(key, [[], *([choice] for choice in choices)], [seats])
    assert rules is not None, "no house rule allows it"
    world = playout(rules, 3, 1, check=tiles_are_where_they_are)
    told = referee(rules, world.entries)
    assert all(ruling.reason is None for ruling in told.rulings.values())


def playable(key: str, options: Sequence[list[str]], seats: Sequence[int | None]) -> Any:
    """The first rules of a game that *options* (one list or another) and *seats* (one or another) allow."""
    game = GAMES[key]
    for profile in game.profiles:
        for number in seats:
            for chosen in options:
                with suppress(OptionError):
                    return game.rules(profile, chosen, number)
    return None


@pytest.mark.parametrize(("key", "choice"), CHOICES, ids=[f"{k}-{c}" for k, c in CHOICES])
def test_every_choice_of_every_house_rule_can_be_played(key, choice):
    game = GAMES[key]
    rules = playable(key, [[choice]], [None, *game.seats] if len(game.profiles) == 1 else [None])
    assert rules is not None, "no form of the game allows it"
    world = playout(rules, 4, 4 if isinstance(rules, TrickRules) else 1)
    told = referee(rules, world.entries)
    assert told.state == world.state
    assert all(ruling.reason is None for ruling in told.rulings.values())


ANY = st.one_of(actions(), actions(euchre=True), st.builds(HandStart, st.integers(0, 3), st.integers(0, 3)))


@every_form
@given(at=st.integers(0, 400), junk=st.lists(ANY, min_size=1, max_size=6))
@settings(derandomize=True, max_examples=15, deadline=None)
def test_nothing_a_table_can_do_breaks_a_game(key, profile, at, junk):
    world = played(key, profile, hands=2)
    begun = world.entries[: at % len(world.entries)]
    last = max((entry.number or 0 for entry in begun), default=0)
    told = [Entry(None if isinstance(w, HandStart) else last + n, w) for n, w in enumerate(junk, 1)]
    after = closed(world.rules, referee(world.rules, [*begun, *told, *world.entries[len(begun) :]]))
    assert after.state.acts == len(after.applied)


def test_every_game_is_of_one_of_the_families():
    assert len(FORMS) >= 2
    assert any(isinstance(GAMES[key].rules(profile), LayoutRules) for key, profile in FORMS)
