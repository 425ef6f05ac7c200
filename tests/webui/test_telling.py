"""Whatever can happen at a table is told as a sentence in every language, names and tiles filled in."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from engine.actions import (
    DOUBLES,
    MEXICAN,
    NO_TRUMP,
    AcceptOffer,
    Action,
    Bid,
    Catch,
    Claim,
    Claims,
    Contract,
    ContractOffer,
    Deal,
    Draw,
    HandStart,
    Leftovers,
    MarksOffer,
    NameLeader,
    NameTrump,
    Pass,
    PassOffer,
    Play,
    PointsOffer,
    Reveal,
    SetAside,
    Start,
    SuitOffer,
    SuitTrump,
    TakeKitty,
    Target,
    TurnUp,
)
from engine.choosing import rules_of
from engine.journal import Correct, Entry, Insert, Unclear, Uphold, Withdraw, WithdrawHand
from engine.notation import read
from engine.outcomes import GameWon, HandDecided, HandScored, Outcome, PointsMade, Promise, TrickTaken
from engine.table import Table
from engine.tiles import HIDDEN, Tile
from tests.support.dashboard import HAND, room_in
from webui.results import outcomes
from webui.telling import Teller
from webui.words import LANGUAGES, words_in

T64, T65 = Tile(6, 4), Tile(6, 5)
ACTS: list[Action] = [
    HandStart(1, shaker=0), HandStart(2), Deal(0, (T64, HIDDEN)), Reveal(1, (T64, T65)),
    Bid(0, PassOffer()), Bid(0, PointsOffer(31)), Bid(0, PointsOffer(64, SuitTrump(6))), Bid(0, MarksOffer(2)),
    Bid(0, ContractOffer(Contract.NELLO, 1)), Bid(0, AcceptOffer()), Bid(0, AcceptOffer(True)), Bid(0, SuitOffer(3)),
    NameTrump(0, SuitTrump(1)), NameTrump(0, DOUBLES), NameTrump(0, NO_TRUMP), TurnUp(T64), Start(Tile(6, 6)),
    NameLeader(2), Leftovers((T64, T65)), TakeKitty(0, (HIDDEN,)), SetAside(3, (HIDDEN,)),
    Play(0, T64), Play(1, T64, Target(T65)), Play(1, T64, Target(2)), Play(1, T64, Target(MEXICAN)),
    Draw(0, (HIDDEN,)), Draw(0, (HIDDEN, HIDDEN)), Draw(0, (T64,)), Pass(0), Catch(2, 0),
    *(Claim(0, claim) for claim in Claims),
]  # fmt: skip
OUTCOMES: list[Outcome] = [
    TrickTaken(1, 1, 0, 3, (T64, T65, Tile(4, 0), Tile(6, 6)), 11),
    TrickTaken(1, 1, 0, 0, (Tile(1, 1), Tile(2, 1), Tile(3, 1)), 1),
    TrickTaken(1, 1, 0, 0, (Tile(1, 1),) * 4, 0),
    PointsMade(1, 0, 10, (6, 4)), HandDecided(1, 0, Promise.MADE), HandDecided(1, 0, Promise.FAILED),
    HandScored(1, (29, 13), (0, 1), (0, 1)), HandScored(1, (0, 0), (0, 0), (0, 1)),
    GameWon((3, 7), (1,)), GameWon((7, 7), (0, 1)),
]  # fmt: skip


@pytest.fixture(params=LANGUAGES)
def teller(request: pytest.FixtureRequest, tmp_path: Path) -> Teller:
    snapshot = room_in(tmp_path, HAND[:18]).seen.snapshot
    assert snapshot is not None
    return Teller(snapshot, words_in(request.param))


def is_told(said: str) -> bool:
    return bool(said) and not set("{}") & set(said) and "None" not in said and said == said.strip()


def test_every_kind_of_act_is_in_this_test() -> None:
    assert {type(act) for act in ACTS} == set(get_args(Action))
    assert {type(outcome) for outcome in OUTCOMES} == set(get_args(Outcome))


def test_every_act_is_told(teller: Teller) -> None:
    said = [teller.act(act) for act in ACTS]
    assert all(map(is_told, said)), said
    assert len(set(said)) >= len(said) - 1  # a pass is a pass, in the auction and after it


def test_every_amendment_and_doubt_is_told(teller: Teller) -> None:
    whats = [
        Correct(7, Play(0, T64)),
        Insert(7, Pass(1)),
        Insert(7, Pass(1), True),
        Withdraw(7),
        Uphold(7),
        WithdrawHand(2),
    ]
    doubts = [Unclear((Play(0, T64), Play(0, T65))), Unclear((Play(0, T64), Play(1, T64))), Unclear(())]
    assert all(is_told(teller.what(what)) for what in [*whats, *doubts])


def test_every_outcome_is_told(teller: Teller) -> None:
    for outcome in OUTCOMES:
        said = outcomes(teller, [outcome])
        assert said and all(is_told(one) and one.endswith(".") for one in said), said


def test_every_source_is_told(teller: Teller) -> None:
    for source in ("vision", "record", "inferred", "hand", "simulate"):
        for by in (None, "Ann"):
            for confidence in (None, 0.998):
                for amended in (False, True):
                    entry = Entry(1, Pass(0), source, by=by, confidence=confidence)
                    assert is_told(teller.source(entry, amended))


def test_the_arithmetic_of_a_trick_adds_up(teller: Teller) -> None:
    said = outcomes(teller, [TrickTaken(1, 1, 0, 1, (T64, Tile(5, 5), Tile(6, 0), Tile(6, 1)), 21)])
    assert {"20", "1", "21"} <= {word.strip(":.,") for word in said[1].split()}


def test_tricks_that_the_rules_hide_are_not_in_the_record(tmp_path: Path) -> None:
    from webui.page import view

    bid = ["hand 1 shaker=N", "bid E pass", "bid S pass", "bid W pass", "bid N 84", "call N 1"]
    room = room_in(tmp_path, bid + list(HAND[6:16]))
    told = view(room.seen, words_in("en"))
    assert [row["n"] for row in told["record"]] == [1, 2, 3, 4, 5, 14, 15]
    assert told["out"] == ["6-4", "6-5"]
    assert told["seats"][0]["note"] == ""


def test_who_should_have_begun_is_who_has_the_tile() -> None:
    record = read(
        '[DGN "1"]\n[Game "block"]\n[Seats "A=Ann B=Bo C=Cas"]\nhand 1\nA 2-2\nB 3-2@2-2\nC 3-3@3-2\n'
    ).record
    snapshot = Table(rules_of(record), record).snapshot
    said = Teller(snapshot, words_in("en")).ruling(snapshot.refereed.judged[-1])
    assert said == "The 3-3 shows that Cas should have begun."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_laid_before_any_bid_is_told_with_what_to_do(language: str, tmp_path: Path) -> None:
    snapshot = room_in(tmp_path, ["hand 1 shaker=N", "N 1-1"]).seen.snapshot
    assert snapshot is not None
    words = words_in(language)
    said = Teller(snapshot, words).ruling(snapshot.refereed.judged[-1]) or ""
    assert "1-1" in said and words.catalogue["page"]["reread"] in said
