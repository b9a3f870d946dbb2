"""The plan of a run: folders to enter, files to read, and files to pass over in silence."""

import os
from dataclasses import fields, replace
from pathlib import Path

import pytest

from cbir.base.drives import Mount, Place, Volumes
from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.messages import Message
from cbir.base.types import DocumentId, Exclusions, IndexRequest, PhotoId
from cbir.catalog import FileState, Root
from cbir.indexing.plan import Job, Planner, left_out_patterns, why_unusable
from cbir.indexing.scan import ScannedFile
from cbir.metadata import EXTRACTOR_VERSION
from tests.new_catalog import new_catalog

STATE = FileState(
    photo=PhotoId(1), size=9, mtime_ns=5, pixels="seen", extractor=EXTRACTOR_VERSION, document=DocumentId(7)
)
FILE = ScannedFile(path="x.jpg", size=9, mtime_ns=5)
FAILED = FileState(photo=None, size=9, mtime_ns=5, reason=Message("It is no picture."))


@pytest.fixture
def catalog(tmp_path):
    (tmp_path / "library").mkdir()
    opened = new_catalog(tmp_path / "library" / "catalog.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def photos(tmp_path):
    """Two pictures, and a folder with one more."""
    folder = tmp_path / "photos"
    (folder / "deep").mkdir(parents=True)
    for name in ("a.jpg", "b.jpg", "deep/c.jpg"):
        (folder / name).write_bytes(b"x")
    return folder


def planner(catalog, tmp_path, *folders, **more):
    """A planner of folders; more : fields of its request, or its own."""
    choices = {field.name: more.pop(field.name) for field in fields(IndexRequest) if field.name in more}
    request = IndexRequest(folders=folders, **choices)
    layout = Layout(tmp_path / "library")
    return Planner(
        request=request,
        catalog=catalog,
        layout=layout,
        volumes=Volumes(()),
        codebook="c",
        options="o",
        **more,
    )


def jobs(plan):
    return [job.path for job in plan.jobs]


def root_of(catalog, folder):
    with catalog.transaction():
        return catalog.roots.add(folder)


def note(catalog, root, *paths):
    """Let the catalog know files, as ones that failed."""
    with catalog.transaction():
        for path in paths:
            catalog.files.add_failure(root, path, size=1, mtime_ns=0, reason="Broken.", lasting=True)


# ---- files


@pytest.mark.parametrize(
    ("state", "kinds"),
    [
        (STATE, {"unchanged"}),
        (replace(STATE, size=8), {"jobs"}),
        (replace(STATE, mtime_ns=4), {"jobs"}),
        (replace(STATE, current=False), {"jobs"}),
        (replace(STATE, sidecar="12:5"), {"unchanged", "details"}),
        (replace(STATE, extractor=EXTRACTOR_VERSION - 1), {"unchanged", "details"}),
        (replace(STATE, document=DocumentId(8)), {"unchanged", "unencoded"}),
        (FAILED, {"skipped"}),
        (replace(FAILED, lasting=False), {"jobs"}),
        (
            replace(
                FAILED, reason=Message("The {0} file is damaged or of a kind that cannot be read.", "TIFF")
            ),
            {"jobs"},
        ),
        (replace(FAILED, size=8), {"jobs"}),
        (None, {"jobs"}),
    ],
)
def test_a_file_is_read_where_what_is_known_of_it_is_not_enough(catalog, tmp_path, state, kinds):
    root = Root(id=1, path=tmp_path)
    known = {} if state is None else {"x.jpg": state}
    plan = planner(catalog, tmp_path, encoded={7}).sort_files(root, [FILE], known)
    names = ("jobs", "details", "unencoded", "skipped", "unchanged")
    assert {name for name in names if getattr(plan, name)} == kinds
    assert plan.scanned_count == 1
    if plan.skipped:
        assert plan.skipped[0].reason == "It is no picture."
    anew = planner(catalog, tmp_path, encoded={7}, read_again=True).sort_files(root, [FILE], known)
    assert len(anew.jobs) == 1 and anew.jobs[0].again
    assert not planner(catalog, tmp_path).sort_files(root, [FILE], known).unencoded, "there is no model"


def test_photos_of_formats_that_were_misread_are_decoded_once_more(catalog, tmp_path):
    root = Root(id=1, path=tmp_path)
    for name, decoded in (("x.psd", True), ("x.TIF", True), ("x.jpg", False)):
        file = replace(FILE, path=name)
        old, new = (
            planner(catalog, tmp_path).sort_files(root, [file], {name: replace(STATE, extractor=extractor)})
            for extractor in (2, EXTRACTOR_VERSION)
        )
        assert [job.again for job in old.jobs] == [True] * decoded
        assert not new.jobs and new.unchanged == 1


def test_what_is_not_read_is_told_in_a_line_for_each_kind(catalog, tmp_path):
    folder = tmp_path / "mixed"
    folder.mkdir()
    for name in ("a.mp4", "b.mov", "c.svg", "d.jpg"):
        (folder / name).write_bytes(b"?")
    root_of(catalog, folder)
    plan = planner(catalog, tmp_path, folder).plan()
    assert [str(note) for note in plan.all_notes()] == [
        "Files of the format .svg left out, which cannot be read: 1.",
        "Videos left out: 2.",
    ]
    assert len(plan.jobs) == 1


def test_pixels_are_compared_with_those_that_the_index_has_of_a_file():
    def job(state, again=False):
        return Job(
            root=Root(id=1, path=Path("/p")), file=FILE, path=Path("/p/x.jpg"), state=state, again=again
        )

    assert job(STATE).known_pixels == "seen"
    assert job(STATE, again=True).known_pixels == ""
    assert job(replace(STATE, current=False)).known_pixels == ""
    assert (job(None).known_pixels, job(None).photo) == ("", None)
    assert job(STATE).sidecar is None
    beside = replace(job(STATE), file=replace(FILE, sidecar="x.XMP"))
    assert beside.sidecar == Path("/p/x.XMP")


def test_a_file_has_vanished_where_it_is_surely_not_there(tmp_path, monkeypatch):
    (tmp_path / "x.jpg").write_bytes(b"x")

    def vanished(path):
        return Job(root=Root(id=1, path=tmp_path), file=FILE, path=tmp_path / path, state=None).vanished()

    assert [vanished(path) for path in ("x.jpg", "gone.jpg", "x.jpg/gone.jpg")] == [False, True, True]

    def refuse(_path, *, follow_symlinks=True):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    assert not vanished("x.jpg")


def test_a_failure_that_a_package_would_mend_is_left_until_that_is_installed(catalog, tmp_path, monkeypatch):
    state = replace(FAILED, lasting=False, reason=Message("It needs a package."))
    for missing in (True, False):
        monkeypatch.setattr(
            "cbir.indexing.plan.still_needs_package", lambda _reason, missing=missing: missing
        )
        plan = planner(catalog, tmp_path).sort_files(Root(id=1, path=tmp_path), [FILE], {"x.jpg": state})
        assert (len(plan.skipped), len(plan.jobs)) == ((1, 0) if missing else (0, 1))


def test_a_file_that_is_known_is_a_picture_whatever_its_name_says(catalog, tmp_path, photos):
    for name in ("known", "unknown"):
        (photos / name).write_bytes(b"x")
    note(catalog, root_of(catalog, photos), "known")
    plan = planner(catalog, tmp_path, photos).plan()
    assert plan.lost == ()
    assert (photos / "known" in jobs(plan), photos / "unknown" in jobs(plan)) == (True, False)


# ---- what is not there any more


def test_what_a_scan_does_not_find_is_lost_below_the_folder_that_was_scanned(catalog, tmp_path, photos):
    root = root_of(catalog, photos)
    note(catalog, root, "a.jpg", "gone.jpg", "deep/gone.jpg", "deeper/gone.jpg")
    plan = planner(catalog, tmp_path, photos / "deep").plan()
    assert [one.paths for one in plan.lost] == [("deep/gone.jpg",)]
    assert plan.lost[0].folder == photos / "deep"
    plan = planner(catalog, tmp_path, photos).plan()
    assert [sorted(one.paths) for one in plan.lost] == [["deep/gone.jpg", "deeper/gone.jpg", "gone.jpg"]]
    assert plan.emptied == ()


def test_a_folder_without_any_picture_keeps_its_photos_and_says_so(catalog, tmp_path, photos):
    root = root_of(catalog, photos)
    note(catalog, root, "a.jpg", "b.jpg")
    for path in photos.rglob("*.jpg"):
        path.unlink()
    plan = planner(catalog, tmp_path, photos).plan()
    assert plan.lost == ()
    (sentence,) = plan.all_notes()
    assert "no longer has any pictures" in sentence and "Its 2 photos were kept." in sentence
    assert replace(plan, emptied=(replace(plan.emptied[0], paths=()),)).all_notes() == []


def test_of_a_folder_that_cannot_be_read_nothing_is_lost(catalog, tmp_path, photos, monkeypatch):
    root = root_of(catalog, photos)
    note(catalog, root, "deep/c.jpg", "gone.jpg")
    scandir = os.scandir

    def refuse(path):
        if Path(path).name == "deep":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    with monkeypatch.context() as patched:
        patched.setattr("cbir.indexing.scan.os.scandir", refuse)
        plan = planner(catalog, tmp_path, photos).plan()
    assert [one.paths for one in plan.lost] == [("gone.jpg",)]
    assert [one.path for one in plan.skipped] == [photos / "deep"]


def test_a_folder_on_another_drive_than_before_is_not_scanned(catalog, tmp_path, photos, monkeypatch):
    root_of(catalog, photos)
    monkeypatch.setattr("cbir.indexing.plan.is_online", lambda _root, _volumes: False)
    plan = planner(catalog, tmp_path, photos).plan()
    assert (plan.jobs, plan.scanned_count) == ((), 0)
    assert plan.notes == (f"The folder {photos} is on a different drive than before. Its photos were kept.",)


# ---- folders


def test_a_folder_is_scanned_once_and_becomes_a_root(catalog, tmp_path, photos):
    plan = planner(catalog, tmp_path, photos / "deep", photos, photos / "deep" / "..", photos).plan()
    assert jobs(plan) == [photos / "a.jpg", photos / "b.jpg", photos / "deep" / "c.jpg"]
    assert [root.path for root in catalog.roots.all()] == [photos]


def test_photos_of_an_inner_root_are_its_own(catalog, tmp_path, photos):
    outer, inner = root_of(catalog, photos), root_of(catalog, photos / "deep")
    plan = planner(catalog, tmp_path, photos).plan()
    assert [(job.root.id, job.file.path) for job in plan.jobs] == [
        (outer.id, "a.jpg"),
        (outer.id, "b.jpg"),
        (inner.id, "c.jpg"),
    ]
    plan = planner(catalog, tmp_path, photos / "deep").plan()
    assert [(job.root.id, job.file.path) for job in plan.jobs] == [(inner.id, "c.jpg")]


def test_a_link_to_a_folder_of_a_root_is_that_folder(catalog, tmp_path, photos):
    root_of(catalog, photos)
    (tmp_path / "link").symlink_to(photos / "deep")
    plan = planner(catalog, tmp_path, tmp_path / "link").plan()
    assert [(job.path, job.file.path) for job in plan.jobs] == [(photos / "deep" / "c.jpg", "deep/c.jpg")]
    assert [root.path for root in catalog.roots.all()] == [photos]


def test_a_link_inside_of_a_root_has_its_own_name_as_in_a_run_over_all_of_it(catalog, tmp_path, photos):
    root_of(catalog, photos)
    (photos / "a link").symlink_to(photos / "deep")
    for folder in (photos, photos / "a link"):
        paths = [job.file.path for job in planner(catalog, tmp_path, folder).plan().jobs]
        assert [path for path in paths if "/" in path] == ["a link/c.jpg"]


def test_a_folder_whose_drive_is_mounted_elsewhere_now_is_followed_there(catalog, tmp_path, photos):
    with catalog.transaction():
        catalog.roots.add(tmp_path / "before", Place(volume="uuid:a", path="/"))
    volumes = Volumes([Mount(point=photos, volume="uuid:a")])
    plan = replace(planner(catalog, tmp_path, photos), volumes=volumes).plan()
    assert [root.path for root in catalog.roots.all()] == [photos]
    assert plan.notes == (f"The folder {tmp_path / 'before'} is at {photos} now: its photos were kept.",)


@pytest.mark.parametrize("named", [True, False])
def test_a_folder_that_was_forgotten_is_taken_in_again_where_the_user_names_it(
    catalog, tmp_path, photos, named
):
    root = root_of(catalog, photos)
    with catalog.transaction():
        catalog.roots.exclude(root, photos / "deep")
    assert jobs(planner(catalog, tmp_path, photos).plan()) == [photos / "a.jpg", photos / "b.jpg"]
    plan = planner(catalog, tmp_path, photos / "deep", named=named).plan()
    assert jobs(plan) == ([photos / "deep" / "c.jpg"] if named else [])
    assert catalog.roots.excluded(root) == ([] if named else [photos / "deep"])
    assert [one.path for one in catalog.roots.all()] == [photos]


def test_a_folder_inside_one_that_was_forgotten_becomes_a_root_and_the_rest_stays_out(
    catalog, tmp_path, photos
):
    root = root_of(catalog, photos)
    with catalog.transaction():
        catalog.roots.exclude(root, photos / "deep")
    (photos / "deep" / "est").mkdir()
    (photos / "deep" / "est" / "d.jpg").write_bytes(b"x")
    assert jobs(planner(catalog, tmp_path, photos / "deep" / "est").plan()) == [photos / "deep/est/d.jpg"]
    assert [one.path for one in catalog.roots.all()] == [photos, photos / "deep/est"]
    assert catalog.roots.excluded(root) == [photos / "deep"]


def test_what_is_left_out_from_now_on_is_kept_in_mind(catalog, tmp_path, photos):
    root = root_of(catalog, photos)
    leave_out = Exclusions(folders=(photos / "deep", photos, tmp_path / "elsewhere"), patterns=("b*",))
    assert jobs(planner(catalog, tmp_path, photos, leave_out=leave_out).plan()) == [photos / "a.jpg"]
    assert catalog.roots.excluded(root) == [photos / "deep"]
    assert left_out_patterns(catalog) == ("b*",)
    assert jobs(planner(catalog, tmp_path, photos).plan()) == [photos / "a.jpg"]
    some = planner(catalog, tmp_path, photos, leave_out=Exclusions(patterns=()), exclude=("a*",))
    assert jobs(some.plan()) == [photos / "b.jpg"]
    assert left_out_patterns(catalog) == ()
    assert catalog.settings.get("left out") is None


@pytest.mark.parametrize("name", [os.fsdecode(b"caf\xe9"), "half \ud800", "写真"])
def test_names_that_no_utf8_has_are_left_out_as_well(catalog, tmp_path, photos, name):
    leave_out = Exclusions(patterns=(f"{name}*", "b*"))
    assert jobs(planner(catalog, tmp_path, photos / "deep", leave_out=leave_out).plan()) == [
        photos / "deep" / "c.jpg"
    ]
    assert left_out_patterns(catalog) == (f"{name}*", "b*")


def test_of_folders_that_cannot_be_used_the_others_are_scanned_and_without_any_that_is_an_error(
    catalog, tmp_path, photos
):
    gone, file, own = tmp_path / "gone", photos / "a.jpg", tmp_path / "library" / "thumbnails"
    sentences = (
        f"The folder {gone} does not exist. Is its drive connected?",
        f"{file} is not a folder. Name the folder that contains it.",
        f"{own} is a part of the library itself. Name a folder of photos.",
    )
    with pytest.raises(CbirError) as raised:
        planner(catalog, tmp_path, gone, file, own).plan()
    assert str(raised.value) == " ".join(sentences)
    plan = planner(catalog, tmp_path, gone, photos / "deep").plan()
    assert (plan.notes, len(plan.jobs)) == (sentences[:1], 1)


def test_a_folder_that_may_not_be_listed_is_said_to_be(photos, monkeypatch):
    def refuse(_path):
        raise PermissionError(13, "Permission denied")

    assert why_unusable(photos) is None
    monkeypatch.setattr(Path, "iterdir", refuse)
    assert why_unusable(photos) == f"The folder {photos} cannot be read: Permission denied."


def test_a_library_inside_of_a_folder_is_left_out_and_that_is_said(catalog, tmp_path, photos):
    (tmp_path / "library" / "t.jpg").write_bytes(b"x")
    plan = planner(catalog, tmp_path, tmp_path).plan()
    assert jobs(plan) == [photos / "a.jpg", photos / "b.jpg", photos / "deep" / "c.jpg"]
    assert len(plan.notes) == 1 and "its own files are left out" in plan.notes[0]


def test_progress_counts_over_all_folders_and_a_run_that_is_cancelled_loses_nothing(
    catalog, tmp_path, photos
):
    other = tmp_path / "other"
    other.mkdir()
    (other / "d.jpg").write_bytes(b"x")
    told = []
    planner(catalog, tmp_path, photos, other, progress=told.append).plan()
    assert told == [1, 2, 3, 4]
    note(catalog, catalog.roots.all()[0], "gone.jpg")
    note(catalog, catalog.roots.all()[1], "gone.jpg")
    told.clear()
    stopped = planner(
        catalog, tmp_path, other, photos, progress=told.append, cancelled=lambda: len(told) >= 2
    )
    plan = stopped.plan()
    assert len(plan.jobs) == 3, "what was found until then"
    assert all(lost.root.path == other for lost in plan.lost)
    assert planner(catalog, tmp_path, photos, cancelled=lambda: True).plan().jobs == ()


def test_the_drive_of_a_folder_that_was_seen_is_noted(catalog, tmp_path, photos, monkeypatch):
    root_of(catalog, photos)
    place = Place(volume="uuid:a", path="/photos")
    volumes = Volumes(())
    monkeypatch.setattr(Volumes, "place", lambda _self, _folder: place)
    replace(planner(catalog, tmp_path, photos), volumes=volumes).plan()
    assert [root.place for root in catalog.roots.all()] == [place]
