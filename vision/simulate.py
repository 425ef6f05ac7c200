"""The simulated table: a camera over a table that is not there.

It plays a script of hands and tiles and knows no games.  To the rest of the program it is one more source of frames;
what truly lies where is told beside them, for tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.choreography import timeline
from vision.drawn_camera import Array, TableCamera
from vision.drawn_faces import Picture, Plane
from vision.drawn_hands import HandSpot, hand, lay_hand, lay_shadow
from vision.drawn_looks import Look
from vision.drawn_table import Grain, light, table, tile_shadow
from vision.drawn_tiles import Sprite, corners, draw_tile
from vision.frames import Frame
from vision.script import Bump, Step
from vision.timeline import Lying, Spoken


@dataclass(frozen=True, eq=False)
class _Drawn:
    """One tile ready to be put into a picture."""

    sprite: Sprite
    shadow: Plane
    corner: tuple[int, int]
    """The shadow's upper left pixel."""
    crevice: Plane
    """(h, w) of the sprite: what light is left right beside the tile, where another may touch it."""

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of sprite and shadow together."""
        (h, w), (sh, sw) = self.sprite.cover.shape, self.shadow.shape
        left, top = min(self.sprite.left, self.corner[0]), min(self.sprite.top, self.corner[1])
        return (
            left,
            top,
            max(self.sprite.left + w, self.corner[0] + sw),
            max(self.sprite.top + h, self.corner[1] + sh),
        )


class SimulatedTable:
    """Frames of a script, *fps* a second of table time; each frame depends on script, seed and look alone.

    ``pace`` stretches every movement and pause.  Nothing here waits: whoever shows it live paces the loop.
    """

    live = False
    settled = False

    def __init__(
        self, script: Iterable[Step], *, seed: int = 0, fps: float = 10.0, size: tuple[int, int] = (1280, 720),
        look: Look | None = None, pace: float = 1.0,
    ) -> None:  # fmt: skip
        self.look = look or Look()
        self.fps, self._seed = fps, seed
        rng = np.random.default_rng(seed)
        self.camera = TableCamera(size, self.look.px_per_mm, self.look.tilt_deg)
        self._timeline = timeline(script, self.camera, rng, pace)
        sides = sorted({move.side_deg for move in self._timeline.hands}, key=lambda side: (side - 270) % 360)
        self._people = {side: self.look.people[k % len(self.look.people)] for k, side in enumerate(sides)}
        self._empty = table(self.look.cloth, self.camera, self.look.lamp, rng)
        self._light = light(self.camera, self.look.lamp)
        self._grain = Grain(size, self.look.grain, rng)
        self._rest, self._resting = self._empty.copy(), dict[Lying, _Drawn]()
        self._open = True

    # -- what is known of it -----------------------------------------------------------------------------

    @property
    def spoken(self) -> tuple[Spoken, ...]:
        """What was said that no camera sees, in order."""
        return self._timeline.spoken

    @property
    def number_of_frames(self) -> int:
        """How many frames the whole script has."""
        return int(self._timeline.ends_s * self.fps) + 1

    def truth(self, at_s: float) -> tuple[Lying, ...]:
        """What lies where at that moment, by track."""
        return self._timeline.lying(at_s)

    def hand_in_view(self, at_s: float) -> bool:
        """Whether a hand is over the table, or about to be."""
        return bool(self._timeline.hands_at(at_s))

    def moment(self, at_s: float) -> tuple[object, ...] | None:
        """All that the picture depends on but noise; None while something is on its way."""
        lying = self._timeline.lying(at_s)
        if self._timeline.hands_at(at_s) or any(tile.moving for tile in lying):
            return None
        return lying, self._timeline.lamp_at(at_s), self._timeline.bump_at(at_s)

    @property
    def table_from_image(self) -> Array:
        """(3, 3): pixels -> millimetres on the table, as long as nobody bumps the camera."""
        return np.asarray(np.linalg.inv(self.camera.image_from_plane()))

    def corners_px(self, lying: Lying) -> Array:
        """(4, 2): the corners of the upper face of a tile, the last edge the outer one of its low end."""
        return self.camera.project(corners(lying.spot, self.look.tiles))

    # -- frames --------------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Frame]:
        self._open = True
        for number in range(self.number_of_frames):
            if not self._open:
                return
            yield self.frame(number)

    def close(self) -> None:
        """No more frames."""
        self._open = False

    def frame(self, number: int) -> Frame:
        """The frame *number*, from 0."""
        at_s = number / self.fps
        lying = self._timeline.lying(at_s)
        self._set_down({tile for tile in lying if not tile.moving})
        picture = self._rest.copy()
        moving = [(tile, self._drawn(tile)) for tile in lying if tile.moving]
        _compose(picture, moving)
        for side, spot in self._timeline.hands_at(at_s):
            self._lay(picture, side, spot)
        return Frame(self._sensed(picture, number, at_s), at_s)

    def _lay(self, picture: Picture, side: float, spot: HandSpot) -> None:
        flat = hand(spot.grip, self._people[side], round(side / 10) * 10 + 180, self.look.lamp)
        lay_shadow(picture, spot, flat, self.camera, self.look.lamp)
        lay_hand(picture, spot, flat, self.camera)

    def _drawn(self, tile: Lying) -> _Drawn:
        look, lamp = self.look, self.look.lamp
        sprite = draw_tile(
            tile.spot, tile.tile if tile.face_up else None, look.tiles, look.highest, self.camera, lamp
        )
        x, y = (int(v) for v in self.camera.project(np.array([[tile.spot.x_mm, tile.spot.y_mm, 0.0]]))[0])
        gain = self._light[min(max(y, 0), self.camera.size[1] - 1), min(max(x, 0), self.camera.size[0] - 1)]
        tinted = np.clip(sprite.bgr * (np.array(lamp.colour, np.float32) * gain), 0, 255).astype(np.uint8)
        shadow, left, top = tile_shadow(tile.spot, look.tiles, self.camera, lamp)
        near = cv2.GaussianBlur(sprite.cover, (0, 0), 0.7 * self.camera.px_per_mm)
        dark = 0.0 if tile.moving else 0.75
        crevice = np.asarray(1.0 - dark * np.minimum(1.0, 1.5 * near), np.float32)
        return _Drawn(Sprite(tinted, sprite.cover, sprite.left, sprite.top), shadow, (left, top), crevice)

    def _set_down(self, lying: set[Lying]) -> None:
        """Bring the picture of what rests up to date: only the places that changed are drawn anew."""
        changed = [drawn.box for tile, drawn in self._resting.items() if tile not in lying]
        kept = {tile: drawn for tile, drawn in self._resting.items() if tile in lying}
        for tile in sorted(lying - kept.keys(), key=lambda tile: tile.track):
            kept[tile] = self._drawn(tile)
            changed.append(kept[tile].box)
        self._resting = kept
        for left, top, right, bottom in changed:
            place = (slice(max(0, top), max(0, bottom)), slice(max(0, left), max(0, right)))
            fresh = self._empty[place].copy()
            inside = [(t, d) for t, d in kept.items() if _meet(d.box, (left, top, right, bottom))]
            _compose(fresh, inside, (place[1].start, place[0].start))
            self._rest[place] = fresh

    def _sensed(self, picture: Picture, number: int, at_s: float) -> Picture:
        """What the camera makes of the light: gain, a knock, noise, compression."""
        gain, bump = self._timeline.lamp_at(at_s), self._timeline.bump_at(at_s)
        if gain != 1.0:
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)
        if bump != Bump(0, 0, 0):
            matrix = cv2.getRotationMatrix2D(
                (self.camera.size[0] / 2, self.camera.size[1] / 2), bump.turn_deg, 1.0
            )
            matrix[:, 2] += np.array([bump.x_px, bump.y_px])
            picture = np.asarray(
                cv2.warpAffine(picture, matrix, self.camera.size, borderMode=cv2.BORDER_REFLECT), np.uint8
            )
        picture = self._grain.over(picture, np.random.default_rng((self._seed, number)))
        if self.look.jpeg is not None:
            data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, self.look.jpeg))[1]
            picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        return picture


def _meet(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _compose(picture: Picture, tiles: list[tuple[Lying, _Drawn]], corner: tuple[int, int] = (0, 0)) -> None:
    """Draw tiles into a picture whose upper left pixel is *corner* of the frame: shadows first, the nearest tile last."""
    for _, drawn in tiles:
        part = _part(picture, drawn.shadow, drawn.corner, corner)
        if part is not None:
            there, shadow = part
            there[:] = (there * (1.0 - shadow)[..., None]).astype(np.uint8)
    for _, drawn in sorted(tiles, key=lambda pair: (pair[0].spot.z_mm, -pair[0].spot.y_mm)):
        sprite = drawn.sprite
        at = (sprite.left, sprite.top)
        part, bgr = _part(picture, sprite.cover, at, corner), _part(picture, sprite.bgr, at, corner)
        crevice = _part(picture, drawn.crevice, at, corner)
        if part is not None and bgr is not None and crevice is not None:
            there, cover = part
            there[:] = (there * crevice[1][..., None]).astype(np.uint8)
            there[:] = cv2.blendLinear(
                np.ascontiguousarray(bgr[1]),
                np.ascontiguousarray(there),
                np.ascontiguousarray(cover),
                np.ascontiguousarray(1 - cover),
            )


def _part(
    picture: Picture, layer: Picture | Plane, at: tuple[int, int], corner: tuple[int, int]
) -> tuple[Picture, Picture | Plane] | None:
    """Where a layer put at pixel *at* of the frame falls on the picture, and the piece of it that does."""
    left, top = at[0] - corner[0], at[1] - corner[1]
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(picture.shape[1], left + layer.shape[1]), min(picture.shape[0], top + layer.shape[0])
    if x0 >= x1 or y0 >= y1:
        return None
    return picture[y0:y1, x0:x1], layer[y0 - top : y1 - top, x0 - left : x1 - left]
