"""How a script is acted out: when hands come and go, and how tiles move under them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from engine.tiles import Tile
from vision.drawn_camera import TableCamera
from vision.drawn_hands import HandSpot
from vision.drawn_limbs import Grip
from vision.drawn_tiles import Spot
from vision.script import Bump, Dim, Gather, Lay, Nudge, Put, RestHand, Say, Step, Sweep, Wait
from vision.timeline import HandMove, Spoken, TileKey, Timeline


def timeline(
    script: Iterable[Step], camera: TableCamera, rng: np.random.Generator, pace: float = 1.0
) -> Timeline:
    """Lay the steps out in time, one after another; *pace* 2 is twice as slow."""
    builder = _Builder(camera, rng, pace)
    for step in script:
        builder.add(step)
    return builder.done()


class _Builder:
    def __init__(self, camera: TableCamera, rng: np.random.Generator, pace: float) -> None:
        self.camera, self.rng, self.pace = camera, rng, pace
        self.now = 0.0
        self.tiles: dict[int, tuple[Tile, list[TileKey]]] = {}
        self.hands: list[HandMove] = []
        self.lamp: list[tuple[float, float]] = [(0.0, 1.0)]
        self.bumps: list[tuple[float, Bump]] = []
        self.spoken: list[Spoken] = []

    def done(self) -> Timeline:
        tiles = {track: (tile, tuple(keys)) for track, (tile, keys) in self.tiles.items()}
        return Timeline(
            tiles, tuple(self.hands), tuple(self.lamp), tuple(self.bumps), tuple(self.spoken), self.now
        )

    def add(self, step: Step) -> None:
        match step:
            case Put():
                self.tiles[step.track] = (step.tile, [TileKey(self.now, step.spot, step.face_up)])
            case Lay():
                self._lay(step)
            case Gather():
                self._gather(step)
            case Sweep():
                self._sweep(step)
            case Nudge():
                self._nudge(step)
            case RestHand():
                self._visit(
                    step.side_deg,
                    Grip.FLAT,
                    [(0.6, step.x_mm, step.y_mm, 0.0), (0.6 + step.for_s, step.x_mm, step.y_mm, 0.0)],
                )
            case Wait():
                self.now += step.for_s * self.pace
            case Say():
                self.now += step.for_s * self.pace
                self.spoken.append(Spoken(self.now, step.what))
            case Dim():
                self.lamp.append((self.now, self.lamp[-1][1]))
                self.now += step.over_s * self.pace
                self.lamp.append((self.now, step.gain))
            case Bump():
                self.bumps.append((self.now, step))

    # -- hands -------------------------------------------------------------------------------------------

    def _shoulder(self, side_deg: float) -> tuple[float, float]:
        """Out of the picture on that side, a little to the right of whoever sits there."""
        c, s = np.cos(np.radians(side_deg)), np.sin(np.radians(side_deg))
        half = (
            self.camera.size[0] / 2 / self.camera.px_per_mm,
            self.camera.size[1] / 2 / self.camera.px_per_mm,
        )
        rim = min(half[0] / max(abs(c), 1e-6), half[1] / max(abs(s), 1e-6))
        far = rim * 1.12 + 170
        right = float(self.rng.uniform(20, 110))
        return float(far * c - right * s), float(far * s + right * c)

    def _visit(
        self, side_deg: float, grip: Grip, stops: list[tuple[float, float, float, float]]
    ) -> tuple[float, float]:
        """A hand comes, passes (after seconds, x, y, lift) and goes; the clock moves to its end.  Its first place is returned."""
        x0, y0 = self._shoulder(side_deg)

        def spot(x: float, y: float, lift: float) -> HandSpot:
            return HandSpot(x, y, float(np.degrees(np.arctan2(y - y0, x - x0))), grip, lift)

        keys = [(self.now + after * self.pace, spot(x, y, lift)) for after, x, y, lift in stops]
        out = replace(keys[0][1], x_mm=x0, y_mm=y0, lift_mm=35.0)
        last = keys[-1]
        lifted = (last[0] + 0.1 * self.pace, replace(last[1], lift_mm=last[1].lift_mm + 10))
        gone = (last[0] + 0.6 * self.pace, replace(last[1], x_mm=x0, y_mm=y0, lift_mm=35.0))
        self.hands.append(HandMove(side_deg, ((self.now, out), *keys, lifted, gone)))
        self.now = gone[0]
        return x0, y0

    def _key(
        self, track: int, after: float, start: float, spot: Spot, face_up: bool, shown: bool = True
    ) -> None:
        self.tiles[track][1].append(TileKey(start + after * self.pace, spot, face_up, shown))

    def _hold(self, track: int, at_s: float) -> TileKey:
        """Keep a tile where it is until *at_s*."""
        last = self.tiles[track][1][-1]
        held = replace(last, at_s=at_s)
        self.tiles[track][1].append(held)
        return held

    # -- steps -------------------------------------------------------------------------------------------

    def _lay(self, step: Lay) -> None:
        start, spot = self.now, step.spot
        above = 0.55 + float(self.rng.uniform(0, 0.12))
        down, free = above + 0.15, above + 0.4
        x0, y0 = self._visit(
            step.side_deg, Grip.PINCH,
            [(above, spot.x_mm, spot.y_mm, spot.z_mm + 8), (down, spot.x_mm, spot.y_mm, spot.z_mm), (free, spot.x_mm, spot.y_mm, spot.z_mm)],
        )  # fmt: skip
        turned = spot.facing_deg + float(self.rng.uniform(-25, 25))
        known = self.tiles.get(step.track)
        if known is None:
            self.tiles[step.track] = (step.tile, [])
        else:
            self._hold(step.track, start)
            self._key(step.track, 0.0, start, known[1][-1].spot, step.face_up, False)
        self._key(step.track, 0.0, start, Spot(x0, y0, turned, 35.0), step.face_up)
        self._key(
            step.track,
            above,
            start,
            replace(spot, z_mm=spot.z_mm + 8, facing_deg=spot.facing_deg + 0.2 * (turned - spot.facing_deg)),
            step.face_up,
        )
        self._key(step.track, down, start, spot, step.face_up)

    def _heap(self, step_tracks: tuple[int, ...], x: float, y: float, facing: float) -> dict[int, Spot]:
        """Two by two under the hand."""
        spots = {}
        for k, track in enumerate(step_tracks):
            side = (k % 2 - 0.5) * 26
            c, s = np.cos(np.radians(facing)), np.sin(np.radians(facing))
            spots[track] = Spot(x - side * s, y + side * c, facing, (k // 2) * 9.0)
        return spots

    def _middle(self, tracks: tuple[int, ...]) -> tuple[float, float]:
        last = [self.tiles[track][1][-1].spot for track in tracks]
        return float(np.mean([s.x_mm for s in last])), float(np.mean([s.y_mm for s in last]))

    def _gather(self, step: Gather) -> None:
        start = self.now
        x, y = self._middle(step.tracks)
        to_x, to_y = (float(np.mean([getattr(s, a) for s in step.spots])) for a in ("x_mm", "y_mm"))
        self._visit(
            step.side_deg,
            Grip.FLAT,
            [(0.55, x, y, 16), (1.0, x, y, 8), (1.7, to_x, to_y, 8), (2.1, to_x, to_y, 12)],
        )
        facing = step.spots[0].facing_deg
        for when, (hx, hy) in ((1.0, (x, y)), (1.7, (to_x, to_y))):
            for track, spot in self._heap(step.tracks, hx, hy, facing).items():
                if when == 1.0:
                    self._hold(track, start + 0.55 * self.pace)
                self._key(track, when, start, spot, step.face_up)
        for track, spot in zip(step.tracks, step.spots, strict=True):
            self._key(track, 2.0, start, spot, step.face_up)

    def _sweep(self, step: Sweep) -> None:
        start = self.now
        x, y = self._middle(step.tracks)
        x0, y0 = self._visit(step.side_deg, Grip.FLAT, [(0.55, x, y, 12), (1.0, x, y, 8)])
        for track, spot in self._heap(step.tracks, x, y, step.side_deg + 90).items():
            face_up = self._hold(track, start + 0.55 * self.pace).face_up
            self._key(track, 1.0, start, spot, face_up)
            self._key(track, 1.1, start, spot, face_up)
            self._key(track, 1.6, start, replace(spot, x_mm=x0, y_mm=y0), face_up, False)

    def _nudge(self, step: Nudge) -> None:
        start, spot = self.now, step.spot
        was = self.tiles[step.track][1][-1].spot
        self._visit(
            step.side_deg,
            Grip.PINCH,
            [
                (0.55, was.x_mm, was.y_mm, 2),
                (0.7, was.x_mm, was.y_mm, 0),
                (1.0, spot.x_mm, spot.y_mm, 0),
                (1.15, spot.x_mm, spot.y_mm, 0),
            ],
        )
        self._hold(step.track, start + 0.7 * self.pace)
        self._key(step.track, 1.0, start, spot, step.face_up)
