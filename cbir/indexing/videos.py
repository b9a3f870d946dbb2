"""Videos -> workers (choose frames, describe) -> photos of their moments; and videos that moved.

A video is the folder of its moments (cbir/base/types/moment.py): each kept frame is a photo of the catalog. The frames
of a video are handed on together, so that a video is in the catalog with all of them or not at all: a run that is
stopped begins it anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from cbir.base.errors import CbirError, ImageUnreadable, UnreadableNow
from cbir.base.messages import Message
from cbir.base.types import Preprocessing, moment_name, moment_of
from cbir.catalog import Catalog, KnownPhoto, Move
from cbir.images import ShotState
from cbir.indexing.plan import Job, Lost, Plan
from cbir.local_features import FeatureOptions
from cbir.workers import (
    IngestedMoments,
    IngestedPhoto,
    Workers,
    WorkersBroken,
    fingerprint_file,
    ingest_moments,
    run_all,
)

_POLL_S = 0.2  # between checks for cancellation


@dataclass(slots=True)
class _Begun:
    """A video that is being read."""

    job: Job
    moments: list[tuple[Job, IngestedPhoto]] = field(default_factory=list)


def ingest_videos(
    pool: Workers,
    videos: Sequence[Job],
    *,
    moments_a_minute: int,
    codebook: Path,
    features: FeatureOptions,
    preprocessing: Preprocessing | None,
    parts: bool,
    collect: Callable[[Job, Sequence[tuple[Job, IngestedPhoto]] | CbirError], None],
    progress: Callable[[Path], None],
    cancelled: Callable[[], bool],
) -> None:
    """Read videos, one in each worker at a time, and each in parts, so that no task takes long.

    collect : called with each video and its moments, or with the reason for which it cannot be read
    """
    left = list(reversed(videos))
    running: dict[Future[IngestedMoments], _Begun] = {}

    def submit(begun: _Begun, state: ShotState | int) -> None:
        arguments = (begun.job.path, state, codebook, features, preprocessing, parts)
        running[pool.submit(ingest_moments, *arguments)] = begun

    try:
        while (left or running) and not cancelled():
            while left and len(running) < pool.count:
                submit(_Begun(left.pop()), moments_a_minute)
            for future in wait(running, timeout=_POLL_S, return_when=FIRST_COMPLETED).done:
                begun = running.pop(future)
                part = _result(future)
                if isinstance(part, CbirError):
                    collect(begun.job, part)
                    continue
                begun.moments += [(_moment_job(begun.job, ms), photo) for ms, photo in part.moments]
                if part.rest is None:
                    collect(begun.job, begun.moments)
                else:
                    submit(begun, part.rest)
                progress(begun.job.path)
    finally:
        for future in running:
            pool.cancel_running(future)


def _result(future: Future[IngestedMoments]) -> IngestedMoments | CbirError:
    """A part, or the reason for which a video cannot be read. Raises CbirError if no worker can start."""
    try:
        return future.result()
    except ImageUnreadable as error:
        return error
    except MemoryError:
        return UnreadableNow("There was not enough memory to decode it.")
    except CbirError:
        raise
    except Exception as error:  # one video never stops a run
        return UnreadableNow(Message("It could not be decoded ({0}: {1}).", type(error).__name__, error))


def _moment_job(video: Job, ms: int) -> Job:
    file = replace(video.file, path=f"{video.file.path}/{moment_name(ms)}")
    return replace(video, file=file, path=video.path / moment_name(ms), state=None)


def moved_videos(
    catalog: Catalog,
    plan: Plan,
    pool: Workers,
    *,
    codebook: str,
    options: str,
    cancelled: Callable[[], bool],
) -> list[tuple[KnownPhoto, Move]]:
    """Moments, with their new places, whose video was moved, renamed or touched, recognised by its content.

    codebook, options : current ones, as for find_moves
    """
    lost = {
        (lost.root.id, path)
        for lost in (*plan.lost, *plan.emptied)
        for path in lost.paths
        if moment_of(PurePosixPath(path)) is not None
    }
    if not lost or not plan.videos:
        return []
    moments: dict[tuple[int, int, str], list[KnownPhoto]] = defaultdict(list)  # by size, root and video
    for photo in catalog.files.of_sizes(
        {job.file.size for job in plan.videos}, codebook=codebook, options=options
    ):
        if (photo.root, photo.path) in lost:
            moments[photo.size, photo.root, photo.path.rpartition("/")[0]].append(photo)
    sizes = {size for size, _, _ in moments}
    # A fingerprint of a moment is made of its video's, so any of its moments names a video.
    tasks = [
        ((job, key), (job.path / PurePosixPath(photos[0].path).name,))
        for job in plan.videos
        if job.file.size in sizes
        for key, photos in moments.items()
        if key[0] == job.file.size
    ]
    moves: list[tuple[KnownPhoto, Move]] = []
    done: set[object] = set()
    for (job, key), future in run_all(pool, fingerprint_file, tasks, cancelled=cancelled, in_order=True):
        place = (job.root.id, job.file.path)
        try:
            is_same = future.result() == moments[key][0].fingerprint
        except WorkersBroken:
            raise
        except (CbirError, MemoryError):
            continue  # reading it will tell the user
        if is_same and key not in done and place not in done:
            done |= {key, place}
            moves += [
                (
                    photo,
                    Move(
                        photo=photo.photo,
                        root=job.root.id,
                        path=f"{job.file.path}/{PurePosixPath(photo.path).name}",
                        size=job.file.size,
                        mtime_ns=job.file.mtime_ns,
                    ),
                )
                for photo in moments[key]
            ]
    return moves


def plan_after_videos(plan: Plan, moved: Sequence[tuple[KnownPhoto, Move]]) -> Plan:
    """The remaining plan, once moments have their new places in the catalog."""
    videos = {(move.root, move.path.rpartition("/")[0]) for _, move in moved}
    left_places = {(photo.root, photo.path) for photo, _ in moved}

    def still_lost(lost: Lost) -> Lost:
        return replace(
            lost, paths=tuple(path for path in lost.paths if (lost.root.id, path) not in left_places)
        )

    return replace(
        plan,
        videos=tuple(job for job in plan.videos if (job.root.id, job.file.path) not in videos),
        lost=tuple(map(still_lost, plan.lost)),
        emptied=tuple(map(still_lost, plan.emptied)),
        unchanged=plan.unchanged + len(moved),
    )
