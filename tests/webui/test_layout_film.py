"""A short film of a layout game: a spinner with three arms, a double across, a wrong tile taken back."""

from __future__ import annotations

from engine.actions import Pass, Play
from engine.choosing import rules_of
from engine.journal import Withdraw
from tests.support.film_scores import Skipping, lines, outcomes
from tests.support.filmed_games import without
from tests.support.tables import record
from webui.stage import simulate
from webui.watch_command import Watched

PLAYED = record(
    "hand 1 first=A",
    "A 6-6",
    "B 6-5@6-6",
    "C 4-2/4@6-5/5",
    "fix 3 drop",
    "C 5-5@6-5",
    "D 6-1@6-6",
    "B 1-1@6-1",
    head='[Game "five_up"]\n[Seats "A=Ann B=Ben C=Cas D=Dee"]',
)


def test_the_acts_of_a_film_are_those_that_were_played() -> None:
    rules = rules_of(PLAYED)
    frames = Skipping(simulate(PLAYED, seed=3))
    watched = Watched(without(PLAYED, Play | Pass | Withdraw), lambda: frames, None, None)
    asked = [event for event, _ in watched.events() if event["event"] == "ask"]
    assert asked == []
    told = [line for line in lines(rules, watched.record) if line != "[A pass]"]  # nobody says that they pass
    assert told == [*lines(rules, PLAYED)]
    assert outcomes(rules, watched.record) == outcomes(rules, PLAYED)
