"""Films in which something happens that has nothing to do with the game, and how they came out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from engine.choosing import rules_of
from engine.record import Record
from engine.table import Table
from tests.support.acted_out import acts, head, layout_game
from tests.support.tables import record
from vision.drawn_looks import Look
from vision.frames import Frame, Image
from vision.script import Bump, Dim, Lay, RestHand, Script, Wait
from vision.simulate import SimulatedTable
from webui.stage import stage
from webui.watched import CameraState
from webui.watching import Watching

SIZE, LOOK = (960, 540), Look(px_per_mm=1.3)
TRICK = record(
    "hand 1 shaker=N",
    "bid E pass  S 30  W 31  N 32",
    "call N 1",
    "1. N 1-1 5-1 3-1 1-0",
    head='[Game "texas_42"]\n[Seats "N=Nancy E=Ella S=Steve W=Will"]\n[Teams "NS EW"]',
)
GAMES: dict[str, Record] = {"a trick": TRICK, "a line": layout_game("block", 2, plays=5)}
Times = tuple[float, float]
Change = Callable[[Image, float], Image]
"""A picture, and how long its trouble has lasted, to what the camera gives."""


@dataclass(frozen=True)
class Disturbance:
    """What happens in the middle of a film: steps of its script, or a change of its pictures."""

    name: str
    steps: Script = ()
    change: Change | None = None
    lasts_s: float = 0.0
    """How long the pictures are changed; 0: to the end."""
    held_s: float = 0.0
    """The picture stands still for so long."""
    every: int = 1
    """Of so many pictures one arrives."""
    state: str = ""
    """What has to be told of it, within two seconds."""


def gained(bgr: Image, after_s: float) -> Image:
    """An exposure that hunts, a step every 1.5 s."""
    gain = (0.75, 1.2, 0.9, 1.3, 0.6, 1.0)[int(after_s / 1.5) % 6]
    return np.asarray(cv2.convertScaleAbs(bgr, alpha=gain), np.uint8)


def hunting(bgr: Image, after_s: float) -> Image:
    """A focus that hunts: 0.8 s of blur every 3 s."""
    phase = after_s % 3.0
    return (
        bgr
        if phase > 0.8
        else np.asarray(cv2.GaussianBlur(bgr, (0, 0), 0.3 + 5 * np.sin(phase / 0.8 * np.pi)), np.uint8)
    )


def cup(place: tuple[float, float]) -> Change:
    """A cup of tea that somebody puts down and leaves, at shares of the picture."""

    def with_cup(bgr: Image, after_s: float) -> Image:
        drawn, at = bgr.copy(), tuple(int(p * s) for p, s in zip(place, SIZE, strict=True))
        shadow = np.zeros(bgr.shape[:2], np.uint8)
        cv2.circle(shadow, (at[0] + 12, at[1] + 10), 46, 110, -1)
        dark = 1 - cv2.GaussianBlur(shadow, (0, 0), 7)[..., None] / 255
        drawn = (drawn * dark).astype(np.uint8)
        for radius, colour in (
            (44, (208, 212, 216)),
            (40, (232, 234, 236)),
            (35, (40, 78, 120)),
            (30, (48, 90, 138)),
        ):
            cv2.circle(drawn, at, radius, colour, -1, cv2.LINE_AA)
        cv2.ellipse(drawn, (at[0] + 52, at[1]), (16, 11), 0, 0, 360, (214, 218, 222), 7, cv2.LINE_AA)
        noise = np.random.default_rng(int(after_s * 100)).integers(-2, 3, bgr.shape)
        return np.asarray(np.clip(drawn + noise, 0, 255), np.uint8)

    return with_cup


DISTURBANCES = (
    Disturbance("the lamp goes off and on", (Dim(0.45), Wait(2.0), Dim(1.0), Wait(1.5))),
    Disturbance("the exposure hunts", change=gained, lasts_s=9.0),
    Disturbance("a knock of 1 %", (Bump(10, 1), Wait(2.5)), state="moved"),
    Disturbance("a knock of 2 %", (Bump(-14, -14, 0.4), Wait(2.5)), state="moved"),
    Disturbance("a knock of 3 %", (Bump(24, -15, 1.0), Wait(2.5)), state="moved"),
    Disturbance("the focus hunts", change=hunting, lasts_s=9.0),
    Disturbance("a hand rests 20 s", (RestHand(30, -60, 270, 20.0), Wait(1.5)), state="hand in view"),
    Disturbance("a cup is put down", (Wait(1.5),), change=cup((0.2, 0.24))),
    Disturbance("a cup is put down and taken", (Wait(1.5),), change=cup((0.78, 0.3)), lasts_s=6.0),
    Disturbance("the picture stands still", (Wait(1.0),), held_s=5.0, state="still"),
    Disturbance("two pictures a second", every=5),
)


@dataclass
class DisturbedFilm:
    """The film of a game with one disturbance after about half of its plays."""

    played: Record
    disturbance: Disturbance
    live: bool = False
    settled: bool = False
    now_s: float = 0.0
    begins_s: float = field(init=False)
    table: SimulatedTable = field(init=False)

    def __post_init__(self) -> None:
        before, after = halves(stage(self.played, size=SIZE, look=LOOK))
        if self.disturbance.every > 1:  # Nobody lays two tiles within a picture's time.
            before, after = (slower(part) for part in (before, after))
        self.begins_s = SimulatedTable(before, size=SIZE, look=LOOK).number_of_frames / 10
        self.table = SimulatedTable((*before, *self.disturbance.steps, *after), size=SIZE, look=LOOK)

    def __iter__(self) -> Iterator[Frame]:
        does, late = self.disturbance, 0.0
        for number in range(0, self.table.number_of_frames, does.every):
            frame = self.table.frame(number)
            since = frame.at_s - self.begins_s
            bgr = frame.bgr
            if does.change is not None and since >= 0 and (not does.lasts_s or since < does.lasts_s):
                bgr = does.change(bgr, since)
            self.now_s = frame.at_s + late
            yield Frame(bgr, self.now_s)
            if does.held_s and not late and since >= 0.5:
                for step in range(1, int(does.held_s * 10) + 1):
                    self.now_s = frame.at_s + step / 10
                    yield Frame(bgr, self.now_s)
                late = does.held_s

    def close(self) -> None:
        """No more frames."""


def halves(script: Script) -> tuple[Script, Script]:
    """The script up to the pause after the middle one of its plays, and what follows."""
    plays = [n for n, step in enumerate(script) if isinstance(step, Lay)]
    at = plays[len(plays) // 2 - 1] + 1
    while at < len(script) and isinstance(script[at], Wait):
        at += 1
    return (*script[:at], Wait(1.0)), script[at:]


def slower(script: Script) -> Script:
    """The same with a breath after each play."""
    return tuple(step for one in script for step in ((one, Wait(1.2)) if isinstance(one, Lay) else (one,)))


@dataclass(frozen=True)
class Outcome:
    """How a disturbed film came out."""

    film: str
    acts: int
    right: bool
    asked: int
    told_s: float | None
    """How long after it began the state that had to be told was told; None where it was not."""
    recovered: bool
    """At the end the camera is said to watch."""
    states: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Every act right, nothing asked, the right thing told in time, and all well at the end."""
        return (
            self.right and not self.asked and self.recovered and (self.told_s is None or self.told_s <= 2.6)
        )


def watched(game: str, disturbance: Disturbance, eyes: tuple[Any, Any]) -> Outcome:
    """Referee the disturbed film with these finder and reader."""
    played = GAMES[game]
    told = head(played)
    table, film = Table(rules_of(told), told), DisturbedFilm(played, disturbance)
    loop = Watching(lambda: film, lambda: table, finder=eyes[0], reader=eyes[1])
    states: list[tuple[float, str]] = []
    for step in loop.steps():
        if isinstance(step, CameraState):
            states.append((film.now_s, step.state))
    first = next(
        (at - film.begins_s for at, state in states if state == disturbance.state and at >= film.begins_s),
        None,
    )
    at_the_end = bool(states) and states[-1][1] in ("watching", "hand in view")
    return Outcome(
        f"{game}: {disturbance.name}",
        len(acts(table.snapshot.record)),
        acts(table.snapshot.record) == acts(played),
        len(table.snapshot.refereed.doubts),
        None if not disturbance.state else 99.0 if first is None else round(first, 1),
        at_the_end and (disturbance.state == "moved" or all(state != "moved" for _, state in states)),
        tuple(state for at, state in states if at >= film.begins_s),
    )
