"""Made clips, and whether one of their frames finds clip and second: `python -m tests.benchmarks.videos`.

Twenty clips of half a minute are made of photos: eight of cuts, six of pans, six of both, which are decoded and encoded
again, smaller. Five frames of each, at drawn times and saved as JPEG of 800 px, are searched with. The library also has
the photos of the other half of distractors/. A frame is found if the first hit is of its clip, and its time lies
between the hit and the next kept frame, with a second more at both ends. --video FILE measures the CPU of indexing a
video, such as an H.264 file, which OpenCV's package cannot write.
"""

from __future__ import annotations

import resource
import tempfile
import zlib
from pathlib import Path

import cv2
import numpy as np

from cbir.base.types import MOMENTS_A_MINUTE, SearchOptions, Term, moment_of
from cbir.library import Library
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish

RATE, SECONDS, SIZE = 10.0, 30, (960, 540)
KINDS = ("cuts",) * 8 + ("pans",) * 6 + ("re-encoded",) * 6
CODECS = (
    ("mp4", "mp4v"),
    ("avi", "MJPG"),
    ("webm", "VP80"),
    ("mkv", "mp4v"),
    ("avi", "XVID"),
    ("webm", "VP90"),
)
QUERIES = 5  # of a clip
SLACK_MS = 1000


def photos_of(data, half):
    """Photos of half A or B of distractors/ that fill a frame."""
    paths = sorted((data / "distractors").glob("*.jpg"))
    return [path for path in paths if zlib.crc32(path.name.encode()) % 2 == (half == "B")]


class Clip:
    """A made clip: shots of photos, each seen through a window that moves."""

    def __init__(self, kind, photos, random):
        self.shots = []
        end = 0.0
        while end < SECONDS:
            length = random.uniform(8, 12) if kind == "pans" else random.uniform(3, 8)
            picture = cv2.imread(str(photos[len(self.shots)]))
            share = 0.55 if kind == "pans" else 0.85  # of the photo that is seen at once
            start, stop = (random.uniform(0, 1, 2) for _ in range(2))
            if kind != "pans":
                stop = start + 0.2 * (stop - start)
            self.shots.append((end, length, picture, share, start, stop))
            end += length

    def frame(self, seconds):
        """The picture at a time, (h, w, 3) uint8 BGR."""
        begin, length, picture, share, start, stop = next(
            shot for shot in reversed(self.shots) if shot[0] <= seconds
        )
        height, width = picture.shape[:2]
        scale = share * min(width / SIZE[0], height / SIZE[1])
        inside = np.array([width - SIZE[0] * scale, height - SIZE[1] * scale])
        at = (start + (stop - start) * (seconds - begin) / length) * inside
        onto = np.array([[scale, 0, at[0]], [0, scale, at[1]]])
        return cv2.warpAffine(picture, onto, SIZE, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def write(path, codec, frames, size):
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*codec), RATE, size)
    for frame in frames:
        writer.write(cv2.resize(frame, size, interpolation=cv2.INTER_AREA) if size != SIZE else frame)
    writer.release()


def decoded(path):
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    while True:
        there, frame = capture.read()
        if not there:
            return
        yield frame


def make(folder, photos, random):
    """Write the clips. Returns each with its path."""
    folder.mkdir(parents=True, exist_ok=True)
    clips, at = [], 0
    for number, kind in enumerate(KINDS):
        clip = Clip(kind, photos[at:], random)
        at += len(clip.shots)
        suffix, codec = CODECS[number % len(CODECS)]
        path = folder / f"{number:02} {kind}.{suffix}"
        clips.append((path, clip))
        if path.exists():
            continue
        frames = (clip.frame(count / RATE) for count in range(int(SECONDS * RATE)))
        if kind != "re-encoded":
            write(path, codec, frames, SIZE)
            continue
        first = folder.parent / f"first {number}.mp4"
        write(first, "mp4v", frames, SIZE)
        write(path, codec, decoded(first), (854, 480))
        first.unlink()
    return clips


def cpu_s():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def cost(path):
    """CPU seconds and kept frames of an hour of a video, from a run over it; a run over nothing is taken off."""
    took = []
    with tempfile.TemporaryDirectory() as work:
        (Path(work) / "empty").mkdir()
        (Path(work) / "full").mkdir()
        (Path(work) / "full" / path.name).symlink_to(path)
        cv2.imwrite(str(Path(work) / "empty" / "a.png"), np.zeros((64, 64), np.uint8))
        cv2.imwrite(str(Path(work) / "full" / "a.png"), np.zeros((64, 64), np.uint8))
        for name in ("empty", "full"):
            started = cpu_s()
            with Library.open(Path(work) / f"{name} library", create=True, writable=True) as library:
                kept = library.index([Path(work) / name], videos=MOMENTS_A_MINUTE).indexed - 1
            took.append(cpu_s() - started)
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    length = capture.get(cv2.CAP_PROP_FRAME_COUNT) / capture.get(cv2.CAP_PROP_FPS)
    return (took[1] - took[0]) * 3600 / length, kept * 3600 / length, length


def ask(library, clips, first, random, work):
    """Rows of kind, and whether each frame found its clip, its span and its second."""
    moments = {}
    for path, _ in clips:
        found = library.search([Term(text=f'folder:"{path.name}"')], SearchOptions(top=200)).hits
        moments[path] = sorted(moment_of(hit.path).ms for hit in found)
    rows = []
    for (path, clip), kind in zip(clips, KINDS[first:], strict=False):
        for ms in (random.uniform(0, SECONDS - 0.1, QUERIES) * 1000).astype(int):
            query = work / "query.jpg"
            cv2.imwrite(
                str(query), cv2.resize(clip.frame(ms / 1000), (800, 450)), [cv2.IMWRITE_JPEG_QUALITY, 80]
            )
            hits = library.search([Term(path=query)], SearchOptions(top=5)).hits
            moment = moment_of(hits[0].path) if hits else None
            is_clip = moment is not None and moment.video == path
            following = [other for other in moments[path] if is_clip and other > moment.ms] or [
                SECONDS * 1000
            ]
            in_span = is_clip and moment.ms - SLACK_MS <= ms <= following[0] + SLACK_MS
            rows.append((kind, is_clip, in_span, is_clip and abs(moment.ms - ms) <= SLACK_MS))
            if not in_span:
                progress(f"{path.name} at {ms}: {hits[0].path if hits else 'nothing'}; kept {moments[path]}")
    return rows


def main():
    arguments = parser(__doc__, work="clips and library")
    arguments.add_argument("--half", choices=("A", "B"), default="B", help="A is for choosing numbers")
    arguments.add_argument("--first", type=int, default=0, help="the first clip to ask for")
    arguments.add_argument("--clips", type=int, default=len(KINDS), help="clips to ask for: a run in parts")
    arguments.add_argument("--video", type=Path, help="measure this video's CPU")
    chosen = arguments.parse_args()
    tables = []
    if chosen.video is not None:
        hour, kept, length = cost(chosen.video.resolve())
        columns = "video", "CPU s an hour", "kept an hour", "measured over, s"
        tables = [
            Table(columns=columns, rows=((chosen.video.name, f"{hour:.0f}", f"{kept:.0f}", f"{length:.0f}"),))
        ]
    else:
        random = np.random.default_rng(59)
        with tempfile.TemporaryDirectory() as temporary:
            work = (chosen.work or Path(temporary)).resolve()
            photos = photos_of(chosen.data, chosen.half)
            clips = make(work / "clips", [photos[at] for at in random.permutation(len(photos))], random)
            others = work / "others"
            if not others.exists():
                others.mkdir()
                for path in photos_of(chosen.data, "B" if chosen.half == "A" else "A")[:40]:
                    (others / path.name).symlink_to(path)
            with Library.open(work / "library", create=True, writable=True) as library:
                report = library.index([work / "clips", others], videos=MOMENTS_A_MINUTE)
                progress(" ".join(map(str, (*report.notes, *report.skipped))))
                first = chosen.first
                asked = clips[first : first + chosen.clips]
                rows = ask(library, asked, first, np.random.default_rng(590 + first), work)
        lines = []
        for kind in (*dict.fromkeys(KINDS), "all"):
            of_kind = [row for row in rows if kind in ("all", row[0])]
            if not of_kind:
                continue
            lines.append(
                (kind, str(len(of_kind)), *(f"{np.mean([r[at] for r in of_kind]):.3f}" for at in (1, 2, 3)))
            )
        columns = "clips", "frames", "clip first", "clip and span ± 1 s", "a kept frame within 1 s"
        tables = [Table(columns=columns, rows=tuple(lines))]
    publish(
        "videos",
        "Videos",
        tables,
        write=chosen.write,
        measures=("cbir/images/video.py", "cbir/images/shots.py"),
    )


if __name__ == "__main__":
    main()
