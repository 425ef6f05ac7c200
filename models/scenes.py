"""Whole rendered tables with tiles whose outlines are known: what the locator is trained on."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models import clutter, lamps
from models.camera import Array, Camera, random_camera
from models.cloths import SIDE, cloth
from models.faces import Look, draw_back, draw_face, lit, random_look
from models.layouts import Laid, Room, free, table
from models.solids import (
    Light,
    Picture,
    Solid,
    Texture,
    cast,
    cropped,
    face_seen,
    fill_owner,
    hull,
    paint,
    paste,
    turned,
)

Rng = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """One tile of a scene as the picture shows it."""

    ends: tuple[int, int] | None
    """None when only its back is seen."""
    corners: Array
    """(4, 2) pixels, clockwise, long side from 0 to 1, ends[0] between 3 and 0; of a standing tile a box round it."""
    visible: float
    """The share of the face that is neither hidden nor outside the picture."""
    standing: bool


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A rendered picture (h, w, 3) and the tiles in it."""

    bgr: Picture
    tiles: tuple[Shown, ...]
    tilt_deg: float
    """How far from straight above the camera looks; 0 also for cameras without a right way up."""
    lookalikes: tuple[Array, ...]
    """Outlines (4, 2) of what a tile might be but is none: two dice, part of a card, a window of two panes."""


def solid_of(look: Look, tile: Laid) -> Solid:
    """The box of a tile."""
    short = 1 / look.aspect
    size = (1.0, short, look.thickness * short)
    middle = np.array([tile.x, tile.y, (size[1] if tile.upright else size[2]) / 2])
    front, rear = tuple(map(float, look.face)), tuple(map(float, look.side))
    if tile.ends is None and not tile.upright:
        front, rear = tuple(map(float, look.side)), front
    corner, bevel = look.corner * short, min(look.bevel * short, size[2] * 0.4)
    return Solid(
        size, middle, turned(tile.degrees, tile.upright), corner, bevel, front[:3], rear[:3], look.gloss
    )


def texture_of(rng: Rng, look: Look, ends: tuple[int, int] | None, long_px: float, lamp: Array) -> Texture:
    """One face or back under the lamp (across, along, up)."""
    size = int(np.clip(long_px * 1.15, 14, 420))
    bgr, relief, alpha = (
        draw_back(look, size, rng) if ends is None else draw_face(look, ends[0], ends[1], size, rng)
    )
    shown = lit(bgr, relief, look, (float(lamp[0]), float(lamp[1]), float(lamp[2])), rng)
    return shown, np.full(relief.shape, look.gloss, np.float32), alpha


class _Stage:
    """A picture being built up, back to front."""

    def __init__(self, rng: Rng, width: int, height: int) -> None:
        self.rng = rng
        small, large = ((17, 105), (38, 110), (100, 300))[int(rng.choice(3, p=[0.5, 0.43, 0.07]))]
        self.tile_px = float(np.exp(rng.uniform(np.log(small), np.log(large))))
        self.camera: Camera = random_camera(rng, width, height, self.tile_px)
        self.light: Light = lamps.random_light(rng)
        self.look = rounded(rng, some_look(rng))
        self.middle, self.reach = self._reach()
        self.canvas = self._ground()
        self.owner = np.zeros((height, width), np.int16)

    def _reach(self) -> tuple[Array, Array]:
        """The middle of the visible table and half its size, across and away."""
        w, h = self.camera.width, self.camera.height
        seen = self.camera.on_table(np.array([[0, h / 2], [w, h / 2], [w / 2, h * 0.1], [w / 2, h]]))
        near, far = sorted(seen[2:, 1])
        far = min(far, near + 28)
        half = np.array([np.ptp(seen[:2, 0]) / 2, (far - near) / 2]).clip(0.5, 25)
        return np.array([0.0, (near + far) / 2]), half

    def _ground(self) -> Picture:
        rng, camera = self.rng, self.camera
        ground = self._spread(cloth(rng))
        if rng.random() < 0.25:
            other = self._spread(cloth(rng))
            edge = turned(rng.uniform(0, 360))[:2, :2]
            far = rng.uniform(0.5, 1.1) * self.reach
            corner = np.array([(-60, 0), (60, 0), (60, 80), (-60, 80)]) @ edge.T + edge[:, 1] * far.min()
            mask = np.zeros(ground.shape[:2], np.uint8)
            flat = camera.project(np.column_stack([corner, np.zeros(4)]))
            if np.abs(flat).max() < 20000:
                cv2.fillConvexPoly(mask, flat.astype(np.int32), 255)
                ground[mask > 0] = other[mask > 0]
        return lamps.reflections(rng, ground) if rng.random() < 0.25 else ground

    def _spread(self, texture: Picture) -> Picture:
        """The texture laid over the whole table."""
        rng = self.rng
        reach = float(np.exp(rng.uniform(np.log(5), np.log(35)))) / SIDE
        axes = turned(rng.uniform(0, 360) if rng.random() < 0.5 else rng.choice([0, 90]))[:2, :2] * reach
        place = np.eye(3)
        place[:2, :2], place[:2, 2] = axes, -axes @ [SIDE / 2, SIDE / 2]
        size = (self.camera.width, self.camera.height)
        return np.asarray(
            cv2.warpPerspective(
                texture,
                self.camera.plane() @ place,
                size,
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REFLECT,
            )
        )

    def shadows(self, solids: list[Solid]) -> None:
        """Every box's shadow on the table, from one lamp or two, and the dark line where it touches the table."""
        rng, shape = self.rng, self.owner.shape
        total = np.ones(shape, np.float32)
        lights = [self.light] + ([lamps.random_light(rng)] if rng.random() < 0.3 else [])
        for light in lights:
            layer = np.ones(shape, np.float32)
            for solid in solids:
                cast(
                    layer,
                    solid,
                    self.camera,
                    light,
                    (1 - light.ambient) * (0.9 if len(lights) == 1 else 0.55),
                )
            softness = self.tile_px * float(rng.choice([0.01, 0.03, 0.08, 0.2]))
            total *= cv2.GaussianBlur(layer, (0, 0), max(softness, 0.5))
        contact = np.ones(shape, np.float32)
        for solid in solids:
            cast(contact, solid, self.camera, Light(np.array([0.0, 0, 1]), 1.0), rng.uniform(0.2, 0.6))
        total *= cv2.GaussianBlur(contact, (0, 0), max(self.tile_px * 0.02, 0.6))
        self.canvas = np.asarray(self.canvas * total[..., None], np.uint8)

    def tile(self, number: int, tile: Laid, look: Look, solid: Solid, glare: float) -> None:
        """Paint one tile and note which pixels its face takes."""
        rng, camera = self.rng, self.camera
        tone = rng.normal(1, 0.025)
        paint(self.canvas, solid, camera, self.light)
        fill_owner(self.owner, hull(solid, camera), 0)
        eye = camera.centre - solid.place
        for sign in (1, -1):
            corners = face_seen(solid, camera, sign, solid.bevel)
            if corners is None:
                continue
            normal = solid.turn[:, 2:].T * sign
            bright, _ = self.light.shade(normal, eye / np.linalg.norm(eye), 0.0)
            axes = solid.turn[:, [1, 0, 2]] * (sign, 1, sign)
            shown = tile.ends if sign == 1 else None
            long_px = float(
                max(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[3]))
            )
            lamp = self.light.to @ axes
            lamp[2] = max(lamp[2], 0.35)
            whole = texture_of(rng, look, shown, long_px, lamp)
            texture = cropped(whole, solid.bevel) if look.bevel < 0.1 else whole
            colour = np.clip(texture[0] * (float(bright[0]) * tone), 0, 255).astype(np.uint8)
            shine = lamps.glare(rng, glare) if glare else None
            paste(self.canvas, (colour, texture[1], texture[2]), corners, shine)
            if not tile.upright:
                fill_owner(self.owner, camera.project(solid.face()), number)

    def finish(self, tiles: list[Laid], solids: list[Solid], lookalikes: list[Array] | None = None) -> Scene:
        """Light, lens and the labels."""
        rng, camera = self.rng, self.camera
        if rng.random() < 0.07:
            cover = np.zeros(self.owner.shape, np.uint8)
            clutter.hand(rng, self.canvas, cover, self.tile_px)
            self.owner[cover > 0] = 0
        picture = lamps.light_up(rng, self.canvas)
        counts = np.bincount(self.owner.ravel(), minlength=len(tiles) + 1)
        if camera.bend:
            picture = camera.bend_picture(picture)
        shown = []
        for number, (tile, solid) in enumerate(zip(tiles, solids, strict=True), 1):
            if tile.upright:
                box = cv2.boxPoints(cv2.minAreaRect(hull(solid, camera).astype(np.float32)))
                corners, visible = camera.bent(box.astype(float)), 1.0
            else:
                flat = camera.project(solid.face())
                visible = counts[number] / max(float(cv2.contourArea(flat.astype(np.float32))), 1.0)
                corners = camera.bent(flat)
            # The lens bends only what is near the picture back to where it was; what is far out is of no use.
            size = np.array([camera.width, camera.height])
            inside = (corners.max(0) > 0).all() and (corners.min(0) < size).all()
            if inside and (corners > -size).all() and (corners < 2 * size).all():
                shown.append(Shown(tile.ends, corners, min(float(visible), 1.0), tile.upright))
        alike = tuple(camera.bent(one) for one in lookalikes or () if self._bare(one))
        return Scene(picture, tuple(shown), camera.tilt_deg if camera.tilt_deg > 8 else 0.0, alike)

    def _bare(self, outline: Array) -> bool:
        """Whether an outline lies in the picture with next to no tile on it."""
        if outline.min() < 0 or (outline.max(0) >= (self.camera.width, self.camera.height)).any():
            return False
        mask = np.zeros(self.owner.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
        return bool((self.owner[mask > 0] > 0).mean() < 0.02)


def some_look(rng: Rng) -> Look:
    """A set; the hard ones come more often: dark, embossed all over, without a line between the ends."""
    highest = int(rng.choice([6, 9, 12], p=[0.6, 0.1, 0.3]))
    look = random_look(rng, highest)
    if rng.random() < 0.22:
        for _ in range(60):
            if look.hollows and max(look.face) < 90:
                break
            look = random_look(rng, highest)
    if rng.random() < (0.7 if look.hollows else 0.2):
        look = replace(look, divider=None, pin=0.0)
    return look


def rounded(rng: Rng, look: Look) -> Look:
    """Now and then the same set with edges as round as soap: the face is then smaller than the tile."""
    return (
        replace(look, bevel=rng.uniform(0.1, 0.2), corner=rng.uniform(0.08, 0.25))
        if rng.random() < 0.35
        else look
    )


def tiles_on(stage: _Stage, look: Look) -> list[Laid]:
    """Which tiles lie on this table; none on some tables."""
    rng = stage.rng
    if rng.random() < 0.1:
        return []
    room = Room(
        1 / look.aspect,
        look.thickness / look.aspect,
        max_number(look, rng),
        float(rng.choice([0.0, 0.01, 0.03, 0.08])),
    )
    fits = max(int(stage.reach[0] * stage.reach[1] * 4 * rng.uniform(0.15, 0.9)), 1)
    number = int(min(fits, rng.integers(1, 46) if rng.random() < 0.7 else rng.integers(1, 6)))
    standing = rng.random() < (0.7 if stage.camera.tilt_deg > 12 else 0.12)
    return table(rng, room, stage.middle, stage.reach, number, standing)[:70]


def max_number(look: Look, rng: Rng) -> int:
    """The set's highest number, as far as the look tells: crowded sets are coloured or small-pipped."""
    return (
        12 if len(set(look.pip_colours)) > 2 or look.pip_radii[12] < 0.08 else int(rng.choice([6, 6, 9, 12]))
    )


def spots_beside(rng: Rng, stage: _Stage, tiles: list[Laid], number: int) -> list[Array]:
    """Up to *number* places on the table where no tile lies."""
    room = Room(1 / stage.look.aspect, 0.2, 6, 0.0)
    spots = rng.uniform(-1.1, 1.1, (number, 2)) * stage.reach + stage.middle
    return [at for at in spots if free(Laid(at[0], at[1], 0, None), tiles, room, 0.35)]


def scene(rng: Rng, size: tuple[int, int] = (640, 480), strewn: int = 0) -> Scene:
    """One random table as a camera sees it; *size* is (width, height).  Sensor and file faults come in training.

    *strewn*: how many things that are no tiles are put there, so far as there is room; 0: usually a few.
    """
    stage = _Stage(rng, *size)
    look = stage.look
    tiles = tiles_on(stage, look)
    solids = [solid_of(look, tile) for tile in tiles]
    usual = int(rng.choice([0, 2, 4, 9], p=[0.3, 0.3, 0.25, 0.15])) + (not tiles) * 4
    spots = spots_beside(rng, stage, tiles, strewn or usual)
    stage.shadows(solids)
    lookalikes = clutter.strew(rng, stage.canvas, stage.camera, stage.light, spots)
    glare = rng.uniform(20, 170) if rng.random() < 0.3 else 0.0
    far_first = sorted(
        range(len(tiles)), key=lambda i: -float(np.linalg.norm(solids[i].place - stage.camera.centre))
    )
    for i in far_first:
        stage.tile(i + 1, tiles[i], look, solids[i], glare)
    return stage.finish(tiles, solids, lookalikes)
