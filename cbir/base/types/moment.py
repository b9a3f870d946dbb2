"""A moment of a video, and the path under which a library keeps it: the video is the folder of its moments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePath

_NAME = re.compile(r"(\d\d)h(\d\d)m(\d\d)\.(\d\d\d)s")
MOMENTS_A_MINUTE = (
    8  # most kept frames: with these, an hour of 1080p takes less than 3 min of CPU (docs/benchmarks.md)
)


@dataclass(frozen=True, slots=True)
class Moment:
    """video : its file. ms : time since its beginning"""

    video: Path
    ms: int

    @property
    def path(self) -> Path:
        """The path of the moment in a library: the video's path, then the time. No file is there."""
        return self.video / moment_name(self.ms)

    @property
    def clock(self) -> str:
        """The time as players show it, such as 1:23 or 1:02:03."""
        seconds = self.ms // 1000
        hours, minutes = seconds // 3600, seconds // 60 % 60
        return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def moment_name(ms: int) -> str:
    """The last part of a moment's path. Names of one video sort by time."""
    seconds, thousandths = divmod(ms, 1000)
    return f"{seconds // 3600:02}h{seconds // 60 % 60:02}m{seconds % 60:02}.{thousandths:03}s"


def moment_of(path: PurePath) -> Moment | None:
    """The moment that a path of a library stands for; None for the path of a file."""
    parts = _NAME.fullmatch(path.name)
    if parts is None:
        return None
    hours, minutes, seconds, thousandths = map(int, parts.groups())
    return Moment(Path(path.parent), ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths)


def shown_name(path: PurePath) -> str:
    """The name of a photo as people read it: of a moment that of its video with the time, such as film.mp4 · 1:23."""
    moment = moment_of(path)
    return path.name if moment is None else f"{moment.video.name} · {moment.clock}"


def file_of(path: Path) -> Path:
    """The file that a path of a library is in: the video of a moment, otherwise the path itself."""
    moment = moment_of(path)
    return path if moment is None else moment.video
