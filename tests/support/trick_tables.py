"""Trick games told in the words of a record: fold the lines, keep every ruling and outcome."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.actions import Action
from engine.notation import read
from engine.outcomes import Outcome
from engine.rulings import Reason, Ruling
from engine.tricks import TrickRules, TrickState

SEATS = {4: '[Seats "N=N E=E S=S W=W"]', 6: '[Seats "A=A B=B C=C D=D E=E F=F"]'}
SEATS[8] = SEATS[6][:-2] + ' G=G H=H"]'


@dataclass
class Told:
    """A hand as it went: the state after every act, what was ruled, what came of it."""

    rules: TrickRules
    state: TrickState
    rulings: list[Ruling] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)

    def act(self, action: Action) -> Ruling:
        ruling = self.rules.judge(self.state, action)
        self.rulings.append(ruling)
        if ruling.counts:
            before = self.state.acts
            self.state = self.rules.apply(self.state, action)
            assert self.state.acts == before + 1
            self.outcomes.extend(self.state.outcomes)
        return ruling

    def close(self) -> TrickState:
        self.state = self.rules.close(self.state)
        self.outcomes.extend(self.state.outcomes)
        return self.state

    @property
    def reasons(self) -> list[Reason | None]:
        return [ruling.reason for ruling in self.rulings]

    @property
    def last(self) -> Ruling:
        return self.rulings[-1]


def actions(text: str, rules: TrickRules) -> list[Action]:
    """The actions that *text* tells, a record without its head."""
    reading = read(f'[Game "{rules.key}"]\n{SEATS[rules.seats]}\n{text}')
    if reading.stopped is not None:
        raise reading.stopped
    return [entry.what for entry in reading.record.entries]  # type: ignore[misc]


def told(rules: TrickRules, text: str, start: TrickState | None = None) -> Told:
    """The fold of *text*; acts that do not count are ruled on and left out."""
    tale = Told(rules, start or rules.start())
    for action in actions(text, rules):
        tale.act(action)
    return tale
