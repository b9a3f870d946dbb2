"""Photos described by the workers of a Dask cluster: as one computer does it, whoever dies meanwhile.

One cluster serves all tests that need one, in the order of this file: the last one kills its scheduler.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import cbir
from cbir.base.errors import CbirError, ImageUnreadable
from cbir.cluster import FarWorkers, far_workers
from cbir.evaluation import rotated
from cbir.library import Library
from cbir.workers import fingerprint_file
from tests.cbir.cluster.dask_cluster import CALM, ROOT, DaskCluster, free_port, kill, what_it_holds
from tests.cbir.stage_data import write_pictures
from tests.extras import needs
from tests.pictures import POSTERS, photo, write_jpeg

needs("distributed", reason="the extra cluster is not installed")

Make = Callable[..., Library]
NAMES = ("chelsea", "rocket", "coffee", *POSTERS[:3])
MANY = 40


class Running:
    """The cluster of this module, and its processes that a test may kill."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.scheduler = cluster.scheduler()
        self.mortal = cluster.worker()
        self.nanny = cluster.worker(nanny=True)
        self.address = cluster.address


@pytest.fixture(name="running", scope="module")
def _running(tmp_path_factory):
    if sys.platform == "win32":
        pytest.skip("there are no process groups to kill there")
    with DaskCluster(tmp_path_factory.mktemp("dask")) as cluster:
        yield Running(cluster)


@pytest.fixture(name="pictures")
def _pictures(tmp_path):
    write_pictures(tmp_path / "pictures", NAMES)
    return tmp_path / "pictures"


@pytest.fixture(name="many", scope="module")
def _many(tmp_path_factory):
    folder = tmp_path_factory.mktemp("many")
    for angle in range(MANY):
        write_jpeg(folder / f"{angle:02}.jpg", rotated(photo("rocket"), angle).pixels[::3, ::3])
    return folder


def when(photos, then):
    """Do something once, as soon as so many photos are read."""
    left = [then]

    def look(progress):
        if progress.total is not None and progress.done >= photos and left:
            left.pop()()

    return look


@pytest.mark.long
def test_a_far_library_is_as_a_near_one(running, make_library, pictures, tmp_path):
    (pictures / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 and no more")
    near, far = make_library(), make_library(tmp_path / "far")
    expected = near.index([pictures])
    assert far.index([pictures], workers=running.address) == expected
    assert what_it_holds(far.folder, [pictures]) == what_it_holds(near.folder, [pictures])
    assert far.index([pictures], workers=running.address).unchanged == len(NAMES)


def test_the_cluster_is_started_as_the_documentation_says():
    text = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    assert all(f"export {name}={value}\n" in text for name, value in CALM.items())


@pytest.mark.long
def test_what_a_call_raises_comes_back(running, tmp_path):
    with FarWorkers(running.address, carried=()) as workers:
        (tmp_path / "empty.jpg").touch()
        there = workers.submit(fingerprint_file, Path(__file__))
        with pytest.raises(ImageUnreadable, match="empty"):
            workers.submit(fingerprint_file, tmp_path / "empty.jpg").result(60)
        with pytest.raises(ImageUnreadable, match="The file has moved"):
            workers.submit(fingerprint_file, tmp_path / "none.jpg").result(60)
        assert there.result(60) == fingerprint_file(Path(__file__))


@pytest.mark.long
def test_ctrl_c_keeps_what_is_finished(running, make_library, many):
    library, asked = make_library(progress_every_s=0.0), list[bool]()
    report = library.index(
        [many],
        workers=running.address,
        progress=when(3, lambda: asked.append(True)),
        cancelled=lambda: bool(asked),
    )
    assert report.cancelled
    assert 3 <= report.indexed < MANY
    assert library.info().searchable == report.indexed


@pytest.mark.long
def test_a_file_that_no_worker_sees_is_named(running, make_library, pictures):
    class Elsewhere(type(Path())):
        """A path that lies somewhere else on this side."""

        def stat(self, **_):
            return (pictures / "rocket.jpg").stat()

        def __reduce__(self):
            return Path, ("/nowhere/rocket.jpg",)

    with FarWorkers(running.address, carried=()) as workers:
        asked = workers.submit(fingerprint_file, Elsewhere("/nowhere/rocket.jpg"))
        with pytest.raises(CbirError, match=r"does not see /nowhere/rocket.jpg.*mount the folder"):
            asked.result(60)
        with pytest.raises(CbirError, match="does not see"):
            workers.submit(fingerprint_file, pictures / "rocket.jpg").result(60)


@pytest.mark.long
def test_a_result_that_comes_no_more_is_not_waited_for(running):
    with FarWorkers(running.address, carried=()) as workers:

        class Lost:
            """A call of a client that is closed while its result is awaited."""

            status = "pending"

            def __init__(self):
                self.asked = list[float | None]()

            def result(self, timeout=None):
                self.asked.append(timeout)
                workers.close()
                raise TimeoutError

        lost = Lost()
        workers.receive([], lost)
        assert len(lost.asked) == 1
        assert lost.asked[0] is not None


@pytest.mark.long
def test_a_chunk_that_fails_at_the_end_of_a_wait_says_why(running):
    import distributed.comm.core as core

    class Failing:
        """A call that fails between the end of one wait and the next look at it."""

        status = "error"

        def result(self, timeout=None):
            raise TimeoutError if timeout else core.CommClosedError("Connection reset by peer")

    with FarWorkers(running.address, carried=()) as workers:
        workers.receive([], Failing())
        with pytest.raises(CbirError, match=r"scheduler at tcp://127.* was lost"):
            workers.submit(fingerprint_file, Path(__file__)).result(60)


@pytest.mark.long
def test_a_scheduler_that_goes_while_a_result_is_fetched_is_lost(running):
    import distributed.comm.core as core

    class Broken:
        """A result that is fetched at the moment at which the scheduler dies."""

        def result(self, timeout=None):
            raise core.CommClosedError("Connection reset by peer")

    with FarWorkers(running.address, carried=()) as workers:
        workers.receive([], Broken())
        with pytest.raises(CbirError, match=r"scheduler at tcp://127.* was lost"):
            workers.submit(fingerprint_file, Path(__file__)).result(60)


@pytest.mark.long
def test_another_version_is_refused(running, monkeypatch, pictures):
    with FarWorkers(running.address, carried=()) as workers:
        workers.version = "0.0.9"
        with pytest.raises(
            CbirError, match=rf"has version {re.escape(cbir.__version__)} of cbir, .* 0\.0\.9"
        ):
            workers.submit(fingerprint_file, pictures / "rocket.jpg").result(60)
    with FarWorkers(running.address, carried=()) as workers:
        workers.code = "of yesterday"
        with pytest.raises(CbirError, match=r"runs different cbir code from this.*and start them again"):
            workers.submit(fingerprint_file, pictures / "rocket.jpg").result(60)
    known = far_workers.package_versions
    monkeypatch.setattr(far_workers, "package_versions", lambda of: {**known(of), "distributed": str(id(of))})
    with pytest.raises(CbirError, match=r"distributed is \d+ on the scheduler, and \d+ here"):
        FarWorkers(running.address, carried=())


@pytest.mark.long
def test_a_worker_that_is_killed_costs_nothing(running, make_library, many, tmp_path):
    near, far = make_library(), make_library(tmp_path / "far", progress_every_s=0.0)
    near.index([many])
    report = far.index([many], workers=running.address, progress=when(3, lambda: kill(running.mortal)))
    assert running.mortal.wait(10)
    assert (report.indexed, report.skipped) == (MANY, ())
    assert what_it_holds(far.folder, [many]) == what_it_holds(near.folder, [many])


@pytest.mark.long
def test_a_scheduler_that_is_killed_is_told_and_the_next_run_ends_the_work(
    running, make_library, many, tmp_path
):
    near, far = make_library(), make_library(tmp_path / "far", progress_every_s=0.0)
    near.index([many])
    with pytest.raises(CbirError, match=r"scheduler at tcp://127.* was lost.*run the same command again"):
        far.index([many], workers=running.address, progress=when(3, lambda: kill(running.scheduler)))
    kept = far.info().searchable
    assert 3 <= kept < MANY
    report = far.index([many])
    assert (report.indexed, report.unchanged) == (MANY - kept, kept)
    assert what_it_holds(far.folder, [many]) == what_it_holds(near.folder, [many])


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("192.168.1.20:8786", "is not the address of a Dask scheduler. Give it as"),
        ("tcp://127.0.0.1", "is not the address of a Dask scheduler. Give it as"),
        ("tcp://127.0.0.1:{}", "cannot be reached .* Start it with `dask scheduler`"),
    ],
)
def test_a_bad_address_is_explained(address, sentence, monkeypatch):
    monkeypatch.setattr(far_workers, "ANSWER_S", 0.5)
    with pytest.raises(CbirError, match=sentence):
        FarWorkers(address.format(free_port()), carried=())


def test_without_the_extra_the_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CbirError, match=r'pip install "cbir\[cluster\]"'):
        FarWorkers("tcp://127.0.0.1:8786", carried=())


def test_nobody_loads_dask_who_does_not_ask_for_it():
    code = "import sys, cbir.library.library, cbir.cluster.far_workers; print('distributed' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout.strip() == "False"
