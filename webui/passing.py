"""Frames on their way from a source to whoever watches: looked at as they pass, or for as long as something is so."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vision.frames import Frame, Source


def as_it_is(frames: Source) -> Source:
    """*frames*: what opens a source that is open already."""
    return frames


class Passing:
    """Frames that somebody else may look at as they pass."""

    def __init__(self, frames: Source, seen: Callable[[Frame], object]) -> None:
        self._frames, self._tell = frames, seen
        self.live, self.settled = frames.live, frames.settled

    def __iter__(self) -> Iterator[Frame]:
        for frame in self._frames:
            self._tell(frame)
            yield frame

    @property
    def trouble(self) -> str:
        """What the source says of its pictures: ``black``, ``covered``, ``slow``, or nothing."""
        return str(getattr(self._frames, "trouble", ""))

    def close(self) -> None:
        """No more frames."""
        self._frames.close()


class Until:
    """Frames for as long as something is so."""

    live = False
    settled = False

    def __init__(self, frames: Source, so: Callable[[], bool]) -> None:
        self._frames, self._so = frames, so

    def __iter__(self) -> Iterator[Frame]:
        for frame in self._frames:
            if not self._so():
                return
            yield frame

    def close(self) -> None:
        """No more frames."""
        self._frames.close()
