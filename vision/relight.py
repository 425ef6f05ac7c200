"""Where two small pictures of a table differ, and a lamp switched on: the same table in another light."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Small = npt.NDArray[np.uint8]
"""(h, w, 3) the picture at low resolution."""
Gain = npt.NDArray[np.float32]
"""(h, w, 3) what to multiply by."""

Mask = npt.NDArray[np.bool_]
"""(h, w) cells."""

SWAY = 0.2
"""This share of the step between the cells on either side of one is no change there: a camera may sway."""
_BLOCKS = (16, 9)


def apart(a: Small, b: Small) -> npt.NDArray[np.uint8]:
    """(h, w): by how much two pictures (h, w, 3) differ in the channel in which they differ most."""
    blue, green, red = cv2.split(cv2.absdiff(a, b))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def differing(now: Small, before: Small, limit: int) -> Mask:
    """The cells that differ by more than *limit* from any that a camera that sways could show there; no single ones."""
    off = apart(now, before)
    over = cv2.threshold(off, limit, 1, cv2.THRESH_BINARY)[1]
    if not over.any():
        return np.asarray(over, np.uint8).view(np.bool_)
    step = cv2.morphologyEx(before, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    over = cv2.threshold(
        cv2.subtract(off, cv2.convertScaleAbs(step, alpha=SWAY)), limit, 1, cv2.THRESH_BINARY
    )[1]
    return np.asarray(cv2.medianBlur(over, 3), np.uint8).view(np.bool_)


def gain_between(old: Small, new: Small) -> Gain:
    """The smooth gain that turns the light of *old* into that of *new*, as far as most of the picture agrees.

    The logarithm of the gain is a quadratic over the picture; blocks that do not follow it (a hand, new tiles)
    are left out, a few at a time.
    """
    was, now = (
        cv2.resize(small, _BLOCKS, interpolation=cv2.INTER_AREA).astype(np.float32) + 4
        for small in (old, new)
    )
    ratio = np.log(now / was).reshape(-1, 3)
    y, x = (v.ravel() for v in np.mgrid[-1 : 1 : _BLOCKS[1] * 1j, -1 : 1 : _BLOCKS[0] * 1j])
    terms = np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y]).astype(np.float32)
    fitted = np.tile(np.median(ratio, axis=0), (len(ratio), 1))
    for number in (1, 3, 6, 6):
        off = np.abs(ratio - fitted).max(axis=1)
        near = off <= max(0.02, float(np.quantile(off, 0.6)))
        solved = np.linalg.lstsq(terms[near, :number], ratio[near], rcond=None)[0]
        fitted = terms[:, :number] @ solved
    blocks = np.exp(fitted).reshape(_BLOCKS[1], _BLOCKS[0], 3).astype(np.float32)
    gain = cv2.resize(blocks, (old.shape[1], old.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(gain, np.float32)


def relit(small: Small, gain: Gain) -> Small:
    """*small* under the light that *gain* tells of."""
    return np.asarray(np.clip((small.astype(np.float32) + 4) * gain - 4, 0, 255), np.uint8)
