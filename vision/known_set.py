"""Getting to know a set of tiles: the whole set laid face up once, in parts where the picture is small.

What is learned is kept, and used in one direction only: a tile that could not be told from another here is doubted
later under no better conditions.  Nothing learned ever makes an unsure reading sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import cv2
import numpy as np

from engine.sightings import Guess
from engine.tiles import Tile, double_set
from vision.advice import BLURRED_PX, WHITE, edge_width_px, least_tile_px
from vision.assign import Known, assign
from vision.find import Finder
from vision.frames import Image
from vision.read import Reader, TileReading
from vision.rectify import HEIGHT, MARGIN, WIDTH, long_side_px, rectify

SURE = 0.97
"""A tile read less surely than this is in doubt."""
A_TILE = 0.5
GLARE_SHARE = 0.06
"""More white than this beyond what the set's faces have is a lamp."""
DARK = 70.0
"""The brightest part of a tile in so little light is not bright."""
NEARER = 1.1
"""A tile this much longer in the picture than it was then may be told better."""


class Why(StrEnum):
    """Why a tile cannot be told from another."""

    SMALL = "small"
    BLURRED = "blurred"
    GLARE = "glare"
    DARK = "dark"
    ALIKE = "alike"
    """Nothing is wrong with the picture: on this set they look alike."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A tile that was not read surely."""

    tile: Tile
    """What it is, as far as the set tells."""
    rival: Tile | None
    """What else it might have been."""
    probability: float
    """How sure the reading was."""
    why: Why
    length_px: float
    """How long the tile was in the picture."""


@dataclass(frozen=True, slots=True)
class SetLook:
    """What was learned of a set."""

    highest: int
    copies: int = 1
    length_px: float = 0.0
    """How long its tiles were in the pictures."""
    face_bgr: tuple[float, float, float] | None = None
    """The usual colour of its faces; None where none was seen."""
    face_spread: float = 0.0
    """How much its faces differ from that, of 255."""
    pip_bgr: tuple[float, float, float] | None = None
    doubts: tuple[Doubt, ...] = ()

    def tempered(self, guesses: tuple[Guess, ...], length_px: float) -> tuple[Guess, ...]:
        """*guesses*, best first, no surer than this set has shown to be right at that length; never surer than given."""
        if not guesses:
            return guesses
        best = guesses[0]
        most = min((d.probability for d in self.doubts if self._holds(d, best.tile, length_px)), default=1.0)
        if best.probability <= most:
            return guesses
        rivals = {d.rival for d in self.doubts if d.tile == best.tile} | {
            d.tile for d in self.doubts if d.rival == best.tile
        }
        kept = [replace(best, probability=most), *guesses[1:]]
        named = {guess.tile for guess in kept}
        left = 1.0 - sum(guess.probability for guess in kept)
        fresh = [rival for rival in sorted(r for r in rivals if r is not None) if rival not in named]
        kept += [Guess(rival, max(0.0, left) / (len(fresh) + 1)) for rival in fresh]
        return tuple(sorted(kept, key=lambda guess: -guess.probability))

    def _holds(self, doubt: Doubt, tile: Tile, length_px: float) -> bool:
        """Whether a doubt of then is one now: lamps are moved and lenses wiped, but tiles do not grow more different."""
        lasting = doubt.why is Why.ALIKE or (doubt.why is Why.SMALL and length_px < NEARER * doubt.length_px)
        return lasting and tile in (doubt.tile, doubt.rival)


@dataclass(frozen=True, slots=True)
class SetReport:
    """What was seen of the set so far."""

    look: SetLook
    seen: int
    """Different tiles (of several sets: tiles) that were seen."""
    wanted: int
    missing: tuple[Tile, ...]
    strange: tuple[Tile, ...]
    """Read surely, and not of this set: another set is mixed in, or the set is larger."""


@dataclass(slots=True, eq=False)
class SetCheck:
    """Looks at a set, part after part."""

    highest: int
    copies: int = 1
    finder: Finder = field(default_factory=Finder)
    reader: Reader = field(default_factory=Reader)
    _best: dict[Tile, list[Doubt]] = field(default_factory=dict)
    """The surest readings of each tile, at most as many as there are sets."""
    _strange: set[Tile] = field(default_factory=set)
    _faces: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    """Colours of face and pips."""

    def look(self, bgr: Image) -> int:
        """One part of the set, face up in *bgr*; how many tiles were read in it."""
        wide = [r for r in self.reader.read(bgr, self.finder.find(bgr), 18) if r.up >= A_TILE]
        for one in wide:
            best = one.guesses[0]
            if best.tile.high > self.highest and best.probability >= SURE:
                self._strange.add(best.tile)
        known = self.reader.read(bgr, [one.detection for one in wide], self.highest)
        ours = [
            one
            for one, any_ in zip(known, wide, strict=True)
            if any_.guesses[0].tile.high <= self.highest or any_.guesses[0].probability < SURE
        ]
        told = assign([one.guesses for one in ours], Known(self.highest, self.copies))
        crops = [rectify(bgr, one.detection.corners_px) for one in ours]
        whites = [float((crop.min(axis=2) >= WHITE).mean()) for crop in crops]
        usual, blur = (float(np.median(whites)) if whites else 0.0), edge_width_px(bgr)
        for one, is_, crop, white in zip(ours, told, crops, whites, strict=True):
            sure = one.guesses[0].probability * one.up if is_.raw is None else min(0.5, is_.probability)
            why = self._why(one, crop, white - usual, blur)
            rival = is_.raw or next((g.tile for g in one.guesses if g.tile != is_.tile), None)
            length = long_side_px(one.detection.corners_px)
            self._keep(Doubt(is_.tile, rival if sure < SURE else None, min(1.0, sure), why, length))
            self._faces.append(_colours(crop))
        return len(ours)

    def report(self) -> SetReport:
        """What is known of the set now."""
        every = sorted(double_set(self.highest))
        missing = tuple(t for t in every for _ in range(self.copies - len(self._best.get(t, []))))
        shown = [doubt for tile in every for doubt in self._best.get(tile, [])]
        doubts = tuple(doubt for doubt in shown if doubt.probability < SURE)
        lengths = [doubt.length_px for doubt in shown]
        look = SetLook(
            self.highest, self.copies, float(np.median(lengths)) if lengths else 0.0, doubts=doubts
        )
        if self._faces:
            faces, pips = (np.array(side) for side in zip(*self._faces, strict=True))
            middle = np.median(faces, axis=0)
            look = replace(
                look,
                face_bgr=_three(middle),
                face_spread=float(np.percentile(np.abs(faces - middle).max(axis=1), 90)),
                pip_bgr=_three(np.median(pips, axis=0)),
            )
        strange = tuple(sorted(self._strange))
        return SetReport(look, len(shown), len(every) * self.copies, missing, strange)

    def _keep(self, seen: Doubt) -> None:
        """The surest looks at a tile count: it may have been shown twice."""
        known = sorted([*self._best.get(seen.tile, []), seen], key=lambda one: -one.probability)
        self._best[seen.tile] = known[: self.copies]

    def _why(self, one: TileReading, crop: Image, white: float, blur: float | None) -> Why:
        if long_side_px(one.detection.corners_px) < least_tile_px(self.highest):
            return Why.SMALL
        if white > GLARE_SHARE:
            return Why.GLARE
        if float(np.percentile(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), 97)) < DARK:
            return Why.DARK
        return Why.BLURRED if blur is not None and blur > BLURRED_PX else Why.ALIKE


def _colours(crop: Image) -> tuple[np.ndarray, np.ndarray]:
    """The colour of most of a tile's face, and of what differs most from it."""
    y, x = int(HEIGHT * (MARGIN + 0.06)), int(WIDTH * (MARGIN + 0.04))
    face = crop[y : HEIGHT - y, x : WIDTH - x].reshape(-1, 3).astype(np.float64)
    middle = np.median(face, axis=0)
    off = np.abs(face - middle).max(axis=1)
    return middle, np.median(face[off >= np.percentile(off, 95)], axis=0)


def _three(colour: Sequence[float] | np.ndarray) -> tuple[float, float, float]:
    blue, green, red = (round(float(v), 1) for v in colour)
    return blue, green, red
