"""Which set lies on the table, judged from all its tiles at once; and what each tile then is.

Any tile up to twelve is possible, but in a picture of ten tiles up to six pips an eleventh that might be a twelve or a
six is a six.  This is Bayes' rule: every tile of a set is equally likely, a set has a chance before anything is seen,
and now and then something lies there that is of no set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.read import HIGH, LOW, USUAL_HIGHEST, TileReading, guessed

SETS = {6: 0.55, 9: 0.1, 12: 0.35}
"""How often a table has a set up to double-six, -nine, -twelve."""
STRAY = 0.02
"""How often a tile is of no such set, or is read as none."""
MISNAMED = 0.02
"""How often the set on the table is not the one that was named."""

Numbers = NDArray[np.float64]


def _chances(highest: int) -> Numbers:
    """How likely each tile is on a table with this set, before it is seen."""
    usual = (USUAL_HIGHEST + 1) * (USUAL_HIGHEST + 2) / 2
    tiles = (highest + 1) * (highest + 2) / 2
    return np.where(highest >= HIGH, (1 - STRAY) / tiles, 0.0) + np.where(
        USUAL_HIGHEST >= HIGH, STRAY / usual, 0.0
    )


_BEFORE = np.stack([_chances(highest) for highest in SETS])
"""(sets, tiles)."""


def _likelihoods(reading: TileReading) -> Numbers:
    """How well each tile explains the pixels; a tile can lie either way round."""
    both = reading.halves[0][:, None] * reading.halves[1][None, :]
    return np.asarray((both + both.T)[HIGH, LOW] / 2)


def weighed(readings: Sequence[TileReading]) -> tuple[TileReading, ...]:
    """The same readings, their guesses weighed by which sets all of them together speak for."""
    if not readings:
        return ()
    likelihoods = np.stack([_likelihoods(reading) for reading in readings])
    by_set = likelihoods @ _BEFORE.T + 1e-12
    evidence = np.log(by_set)[[reading.up > reading.down for reading in readings]].sum(0)
    evidence += np.log(list(SETS.values()))
    sets = np.exp(evidence - evidence.max())
    sets /= sets.sum()
    chances = likelihoods * ((sets / by_set) @ _BEFORE)
    return tuple(_with_guesses(one, own) for one, own in zip(readings, chances, strict=True))


def of_set(readings: Sequence[TileReading], highest: int | None) -> tuple[float, ...]:
    """How likely each tile is of the set to double-*highest* that was named (None: none was), judged from all of them.

    A reading tells only which tile of that set is the likeliest; it may be a tile of none.
    """
    if highest is None or highest >= USUAL_HIGHEST:
        return (1.0,) * len(readings)
    every, named = (most * (most + 3) / 2 + 1 for most in (USUAL_HIGHEST, highest))
    fits = np.array([reading.fits for reading in readings])
    within, astray = (1 - STRAY) * fits / named, STRAY * (1 - fits) / (every - named)
    rightly = np.log(1 - MISNAMED) + np.log(within + astray + 1e-12).sum()
    wrongly = np.log(MISNAMED) - len(fits) * np.log(every)
    misnamed = 1 / (1 + np.exp(np.clip(rightly - wrongly, -50, 50)))
    chances = (1 - misnamed) * within / (within + astray + 1e-12) + misnamed * fits
    return tuple(float(chance) for chance in chances)


def _with_guesses(reading: TileReading, chances: Numbers) -> TileReading:
    guesses = guessed(chances)
    return replace(reading, guesses=guesses, ends=reading.ends_of(guesses[0].tile))
