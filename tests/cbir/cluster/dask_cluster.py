"""A Dask cluster in processes of this computer, and what a library holds of each photo, to compare two of them by."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np

from cbir.base.layout import Layout
from cbir.catalog import Catalog
from cbir.matching import FeatureStore
from cbir.visual_words import PostingsSegment
from tests.source_tree import python_path

ROOT = Path(__file__).resolve().parents[3]
CALM = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__WORKER__MEMORY__MONITOR_INTERVAL": "2s",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10s",
}
"""How docs/scale.md starts scheduler and workers: Dask, which watches itself a hundred times a second, does so less."""


class DaskCluster:
    """A scheduler and workers of one thread each, which keep trying to reach it for half a minute.

    folder : of their logs. before : what a process is started with, such as `ip netns exec NAME`
    """

    def __init__(self, folder, *, host="127.0.0.1"):
        self._folder = folder
        self._host = host
        self._port = free_port()
        self._started = []
        self.address = f"tcp://{host}:{self._port}"

    def scheduler(self, *before):
        return self._start(
            *before, "scheduler", "--host", self._host, "--port", str(self._port), "--no-dashboard"
        )

    def worker(self, *before, nanny=False, threads=1):
        return self._start(
            *(*before, "worker", self.address, "--nthreads", str(threads), "--no-dashboard"),
            *("--nanny" if nanny else "--no-nanny", "--local-directory", str(self._folder)),
        )

    def _start(self, *command):
        at = max(command.index(name) for name in ("scheduler", "worker") if name in command)
        log = (self._folder / f"{len(self._started)}.log").open("wb")
        process = subprocess.Popen(
            [*command[:at], sys.executable, "-m", "dask", *command[at:]],
            env={**os.environ, **CALM, "PYTHONPATH": python_path()},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._started.append((process, log))
        return process

    def logs(self):
        return "\n".join(path.read_text(errors="replace") for path in sorted(self._folder.glob("*.log")))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process, _log in self._started:
            kill(process)
        for process, log in self._started:
            process.wait()
            log.close()


def kill(process):
    """End a process and its children at once."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def what_it_holds(folder, roots):
    """The catalog's data, features, signatures and thumbnail of each file below the roots.

    Raises where the catalog has a photo of no postings, or of more than one segment of them.
    """
    layout = Layout(folder)
    held = {}
    with Catalog.open(layout.catalog, writable=False) as catalog:
        signatures = {}
        for segment in catalog.segments.all("postings"):
            of_segment = signatures_of(PostingsSegment.open(layout.postings(segment.name)))
            assert not of_segment.keys() & signatures.keys()
            signatures |= of_segment
        documents = catalog.documents.live().tolist()
        stores = {}
        for document, found in catalog.photos.of_documents(documents).items():
            if found.store not in stores:
                stores[found.store] = FeatureStore.open(layout.features(found.store))
            store = stores[found.store]
            (root,) = (root for root in roots if found.path.is_relative_to(root))
            name = f"{root.name}/{found.path.relative_to(root)}"
            assert name not in held
            held[name] = (
                *(found.fingerprint, found.width, found.height, found.bytes, found.taken_at),
                catalog.metadata.of(found.photo),
                store.record(found.store_row),
                tuple(store.sizes[found.store_row].tolist()),
                signatures[document],
                layout.thumbnail(found.fingerprint).read_bytes(),
            )
        assert len(held) == len(documents) == catalog.photos.count()
    return held


def signatures_of(segment):
    """The signatures of each document, by word."""
    rows = segment.rows_of(np.arange(len(segment.offsets) - 1))
    order = np.argsort(rows, kind="stable")
    ends = np.cumsum(np.bincount(rows, minlength=len(segment.members)))[:-1]
    each = np.split(np.asarray(segment.signatures)[order], ends)
    return {int(document): of.tobytes() for document, of in zip(segment.members, each, strict=True)}
