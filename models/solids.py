"""Boxes with rounded corners and bevelled edges, painted as a camera sees them: tiles, dice, erasers."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.camera import Array, Camera

Picture = npt.NDArray[np.uint8]
Texture = tuple[Picture, npt.NDArray[np.float32], Picture]
"""Colour (h, w, 3), gloss (h, w) and alpha (h, w) of a face whose end a is at the top."""

SUBPIXEL = 4


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A box of *size* (along its own x, y, z) standing at *place*, turned by *turn* (columns: its axes on the table).

    Its own +x runs from end a to end b of the face; the face looks along its own +z.
    """

    size: tuple[float, float, float]
    place: Array
    turn: Array
    corner: float
    bevel: float
    wall: tuple[float, float, float]
    foot: tuple[float, float, float]
    """Wall colour near the face and near the back (BGR)."""
    gloss: float

    def world(self, own: Array) -> Array:
        """(n, 3) points of the box itself, centre 0 -> table points."""
        return np.asarray(own @ self.turn.T + self.place)

    def face(self, sign: int = 1, inset: float = 0.0) -> Array:
        """The four corners (4, 3) of the face (or, -1, the back), clockwise seen from outside, side 0-1 along +x."""
        x, y, z = self.size[0] / 2 - inset, self.size[1] / 2 - inset, self.size[2] / 2
        order = [(-x, sign * y), (x, sign * y), (x, -sign * y), (-x, -sign * y)]
        return self.world(np.array([(a, b, sign * z) for a, b in order]))


def turned(degrees: float, upright: bool = False) -> Array:
    """Axes of a box lying turned by *degrees* on the table, or standing on its long edge."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    along, across, up = np.array([c, s, 0.0]), np.array([-s, c, 0.0]), np.array([0.0, 0, 1])
    return np.column_stack([along, up, np.cross(along, up)] if upright else [along, across, up])


def outline(solid: Solid, inset: float, z: float, steps: int) -> Array:
    """The rounded rectangle of the box at its own height *z*, as table points."""
    x, y = solid.size[0] / 2 - inset, solid.size[1] / 2 - inset
    r = max(solid.corner - inset, 0.0)
    points = []
    for quarter, (sx, sy) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
        for step in range(steps):
            angle = np.pi / 2 * (quarter + step / max(steps - 1, 1))
            points.append((sx * (x - r) + r * np.cos(angle), sy * (y - r) + r * np.sin(angle), z))
    return solid.world(np.array(points))


def fill(picture: Picture, polygon: Array, colour: tuple[float, ...]) -> None:
    """Fill a convex polygon given in pixels, smoothly edged."""
    fixed = np.round(np.clip(polygon, -4000, 8000) * (1 << SUBPIXEL)).astype(np.int32)
    cv2.fillConvexPoly(picture, fixed, [float(c) for c in colour], cv2.LINE_AA, SUBPIXEL)


def hull(solid: Solid, camera: Camera) -> Array:
    """The silhouette (n, 2) of the box in pixels."""
    both = [outline(solid, 0.0, s * (solid.size[2] / 2 - solid.bevel), 3) for s in (1, -1)]
    tips = [outline(solid, solid.bevel, s * solid.size[2] / 2, 3) for s in (1, -1)]
    return np.asarray(cv2.convexHull(camera.project(np.vstack(both + tips)).astype(np.float32))[:, 0])


def paste(
    picture: Picture, texture: Texture, corners: Array, shine: npt.NDArray[np.float32] | None = None
) -> None:
    """Lay *texture* on the picture so that its upper edge runs from corner 3 to corner 0 (clockwise pixels)."""
    colour, gloss, alpha = texture
    h, w = colour.shape[:2]
    x0, y0 = np.maximum(np.floor(corners.min(0)) - 1, 0).astype(int)
    x1, y1 = np.minimum(np.ceil(corners.max(0)) + 2, picture.shape[1::-1]).astype(int)
    if x1 <= x0 or y1 <= y0:
        return
    source = np.array([[w, 0], [w, h], [0, h], [0, 0]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (corners - (x0, y0)).astype(np.float32))
    size = (int(x1 - x0), int(y1 - y0))
    warped = cv2.warpPerspective(
        colour, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    cover = (
        cv2.warpPerspective(alpha, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    )
    front = warped.astype(np.float32)
    if shine is not None:
        sheen = cv2.warpPerspective(gloss, matrix, size, flags=cv2.INTER_LINEAR)
        front += (cv2.resize(shine, size) * sheen)[..., None]
    window = picture[y0:y1, x0:x1]
    window[:] = np.clip(window * (1 - cover) + front * cover, 0, 255).astype(np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """One main lamp in direction *to* (unit, towards the lamp) above an ambient share."""

    to: Array
    ambient: float
    strength: float = 1.0

    def shade(self, normals: Array, eye: Array, gloss: float) -> tuple[Array, Array]:
        """How bright surfaces with *normals* (n, 3) are next to a level one, and their highlight (0 to 1)."""
        level = self.ambient + (1 - self.ambient) * self.to[2]
        sky = 0.55 + 0.45 * normals[:, 2]
        lit = (self.ambient * sky + (1 - self.ambient) * np.maximum(normals @ self.to, 0)) / level
        half = self.to + eye
        glint = np.maximum(normals @ (half / np.linalg.norm(half)), 0) ** 24 * gloss
        return lit, glint


def paint(picture: Picture, solid: Solid, camera: Camera, light: Light) -> None:
    """Paint the walls and bevels of the box; its face and back are pasted afterwards."""
    size_px = np.linalg.norm(np.ptp(camera.project(solid.face()), axis=0))
    steps = 2 if size_px < 40 else 4
    z, b = solid.size[2] / 2, min(solid.bevel, solid.size[2] / 2.2)
    split = z * 0.1 if solid.wall != solid.foot else 0.0
    rings = [
        (b, z),
        (b * 0.3, z - b * 0.3),
        (0.0, z - b),
        (0.0, split),
        (0.0, -z + b),
        (b * 0.3, -z + b * 0.3),
        (b, -z),
    ]
    eye = camera.centre - solid.place
    eye = eye / np.linalg.norm(eye)
    fill(picture, hull(solid, camera), tuple(c * 0.8 for c in solid.wall))
    points = [outline(solid, inset, height, steps) for inset, height in rings]
    pixels = [camera.project(ring) for ring in points]
    for k in range(len(rings) - 1):
        upper, lower = points[k], points[k + 1]
        on, down = np.roll(upper, -1, axis=0) - upper, lower - upper
        normals = np.cross(down, on)
        wide = np.cross(lower - np.roll(lower, -1, axis=0), -down)
        normals = np.where(np.linalg.norm(normals, axis=1, keepdims=True) > 1e-9, normals, wide)
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
        seen = np.sum(normals * (camera.centre - upper), axis=1) > 0
        lit, glint = light.shade(normals, eye, solid.gloss)
        colour = solid.wall if k < 3 else solid.foot
        for i in np.flatnonzero(seen):
            j = (i + 1) % len(upper)
            quad = np.array([pixels[k][i], pixels[k][j], pixels[k + 1][j], pixels[k + 1][i]])
            fill(picture, quad, tuple(float(min(c * lit[i] + 255 * glint[i], 255)) for c in colour))


def cropped(texture: Texture, share: float) -> Texture:
    """The texture without its outermost *share* of the long side, where the bevel begins."""
    cut = round(texture[0].shape[0] * share)
    if cut == 0:
        return texture
    colour, gloss, alpha = (layer[cut:-cut, cut:-cut] for layer in texture)
    return colour, gloss, alpha


def face_seen(solid: Solid, camera: Camera, sign: int, inset: float = 0.0) -> Array | None:
    """The pixel corners of the face (1) or the back (-1), or None when it looks away."""
    corners = solid.face(sign, inset)
    outward = solid.turn[:, 2] * sign
    if (camera.centre - corners.mean(0)) @ outward <= 0:
        return None
    return camera.project(corners)


def cast(shadow: npt.NDArray[np.float32], solid: Solid, camera: Camera, light: Light, depth: float) -> None:
    """Darken *shadow* (h, w; 1 is unshadowed) where the box keeps the lamp off the table."""
    rings = np.vstack([outline(solid, 0.0, s * solid.size[2] / 2, 2) for s in (1, -1)])
    ground = rings - light.to * (rings[:, 2:] / max(light.to[2], 0.12))
    ground[:, 2] = 0
    fill_float(shadow, camera.project(ground), 1 - depth)


def fill_owner(owner: np.ndarray, polygon: Array, number: int) -> None:
    """Write *number* over a convex polygon."""
    cv2.fillConvexPoly(owner, np.round(np.clip(polygon, -4000, 8000)).astype(np.int32), number)


def fill_float(mask: npt.NDArray[np.float32], points: Array, value: float) -> None:
    """Fill the hull of *points* (pixels) with *value* in a float mask."""
    edge = cv2.convexHull(points.astype(np.float32))[:, 0]
    fixed = np.round(np.clip(edge, -4000, 8000) * (1 << SUBPIXEL)).astype(np.int32)
    cv2.fillConvexPoly(mask, fixed, value, cv2.LINE_8, SUBPIXEL)
