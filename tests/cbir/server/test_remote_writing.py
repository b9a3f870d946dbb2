"""Writing to a service's library with a token, through the engine's own requests."""

import errno
from pathlib import Path

from cbir.base.types import Album, Filters, PhotoId, SearchOptions, Term
from cbir.service import (
    AlbumsRequest,
    CorrectAlbumRequest,
    CountAlbumRequest,
    Failure,
    IndexRequest,
    JudgeRequest,
    KeywordRequest,
    OriginalRequest,
    RateRequest,
    SearchRequest,
    SelfTestRequest,
    StacksRequest,
    service_folder,
)
from cbir.service.wire import request_to_json
from tests.pictures import photo, write_jpeg

HIDDEN = Album(name="Best of", terms=(Term(text="in:/secret"),), labels=("x",), id="1")


def opened(engine, served):
    return engine(service_folder(f"http://{served.address}", served.token or ""))


def test_a_token_to_write_marks_photos_and_no_file(serve, engine):
    served = serve("write", writable=True)
    china = PhotoId(served.photo("china"))
    far = engine(service_folder(f"http://{served.address}", served.token or ""))
    assert not far.first.info.read_only
    report = far.ask(RateRequest(photos=(china,), rating=4, sidecar=True)).report
    assert report.photos == 1 and report.after[0].rating == 4 and report.before[0].rating is None
    assert far.ask(KeywordRequest(photos=(china,), add=("palace",), sidecar=True)).report.photos == 1
    (known,) = served.library.metadata([china])
    assert known is not None and known.rating == 4 and known.keywords == ("palace",)
    assert not list(served.photos.glob("*.xmp"))
    for refused in (
        RateRequest(photos=(china,), rating=9),
        RateRequest(photos=(PhotoId(999),), rating=1),
        KeywordRequest(photos=(china,), add=("",)),
    ):
        assert isinstance(far.ask(refused), Failure)
    reader = served.tokens.add("Bert", "read", 1)
    body = b'{"c": "RateRequest", "v": {"photos": [%d], "rating": 1}}' % china
    assert served.ask("POST", "/api/engine/marks", body, token=reader).status == 403
    for path in ("/api/engine", "/api/engine/look"):
        assert served.ask("POST", path, body).status == 400  # no way around


def test_albums_are_made_filled_renamed_and_removed(serve, engine, tmp_path):
    served = serve("write", writable=True)
    far, china, coffee = opened(engine, served), served.photo("china"), served.photo("coffee")
    picture = write_jpeg(tmp_path / "mine.jpg", photo("coffee")[60:380, 100:520])
    inside = Filters(folders=("/127.0.0.1/holidays",))
    made = (
        Album(name="By hand", id="a"),
        Album(name="Mugs", terms=(Term(path=picture),), labels=("mine.jpg",), filters=inside, id="b"),
    )
    told = far.ask(AlbumsRequest(keep=made)).albums
    assert [(one.name, one.id, one.filters) for one in told] == [
        ("By hand", "a", Filters()),
        ("Mugs", "b", inside),
    ]
    kept = served.library.albums.find("Mugs")
    assert kept.filters.folders == (str(served.photos),) and kept.terms[0].path is None
    assert far.ask(CorrectAlbumRequest(album="a", corrections=((PhotoId(china), True),))).before == (
        (china, None),
    )
    # asked before the answer is there: what was said last is what is opened
    far.ours.send((90, CorrectAlbumRequest(album="a", corrections=((PhotoId(coffee), True),))))
    shown = far.ask(SearchRequest(terms=(), options=SearchOptions(listed="name"), album="a")).result
    assert {hit.photo for hit in shown.hits} == {china, coffee}
    assert far.ask(CountAlbumRequest(album="b")).count.photos == 1
    renamed = Album(name="Cups", terms=told[1].terms, labels=told[1].labels, filters=inside, id="b")
    assert [album.name for album in far.ask(AlbumsRequest(keep=(renamed,), removed=("a",))).albums] == [
        "Cups"
    ]
    assert far.ask(CountAlbumRequest(album="b")).count.photos == 1


def test_a_search_that_visitors_do_not_see_stays_as_it_is(serve, engine):
    served = serve("write", writable=True)
    outside = Album(name="Outside", filters=Filters(folders=("/etc",)), id="2")
    served.library.albums.keep([HIDDEN, outside])
    far = opened(engine, served)
    told = far.ask(AlbumsRequest()).albums
    assert [(one.name, one.searches) for one in told] == [("Best of", False), ("Outside", False)]
    refused = far.ask(AlbumsRequest(removed=("1",)))
    assert isinstance(refused, Failure) and "Its administrator can do this" in refused.message
    far.ask(AlbumsRequest(keep=(Album(name="Better", id="1"),)))
    assert served.library.albums.find("Better").terms == HIDDEN.terms
    for wrong in (
        Album(name="x", terms=(Term(text="in:/etc"),), labels=("",), id="3"),
        Album(name="x", filters=Filters(folders=("/etc",)), id="3"),
        Album(name="x", terms=(Term(text="y"),), id="3"),
        Album(name=" ", id="3"),
    ):
        assert isinstance(far.ask(AlbumsRequest(keep=(wrong,))), Failure)
    assert isinstance(far.ask(CorrectAlbumRequest(album="1", corrections=((PhotoId(999), True),))), Failure)
    assert len(served.library.albums.all()) == 2


def test_judgements_are_kept_and_told(serve, engine):
    served = serve("write", writable=True)
    far, china = opened(engine, served), PhotoId(served.photo("china"))
    asked = JudgeRequest(terms=(Term(text="palace"),), labels=("palace",), photos=(china,), right=True)
    assert far.ask(asked).right == {china}
    known = far.ask(JudgeRequest(terms=(Term(text="palace"),)))
    assert (known.right, known.wrong, known.searches) == ({china}, frozenset(), 1)
    (judged,) = served.library.marks.judgements.all()
    assert [path.name for path, _ in judged.grades] == ["china.jpg"]


def test_who_may_only_read_changes_nothing(serve, engine):
    served = serve("read", writable=True)
    far, china = opened(engine, served), PhotoId(served.photo("china"))
    assert far.first.info.read_only
    for request in (
        AlbumsRequest(keep=(Album(name="x", id="x"),)),
        CorrectAlbumRequest(album="x", corrections=((china, True),)),
        JudgeRequest(terms=(Term(text="x"),), labels=("x",), photos=(china,), right=True),
    ):
        answer = far.ask(request)
        assert isinstance(answer, Failure) and answer.message.startswith("This token is for reading.")
        for path in ("/api/engine", "/api/engine/look"):
            assert served.ask("POST", path, request_to_json(request)).status == 400  # no way around
    assert not served.library.albums.all() and not served.library.marks.judgements.all()
    refused = far.ask(IndexRequest(folders=(Path("/x"),)))
    assert isinstance(refused, Failure) and refused.message.startswith("This library is on another computer.")


def test_originals_are_fetched_where_they_are_sent(serve, engine):
    served = serve(originals=True)
    far, china = opened(engine, served), PhotoId(served.photo("china"))
    assert far.first.info.originals
    fetched = far.ask(OriginalRequest(photo=china))
    assert fetched.fetched and fetched.path.name == "china.jpg"
    assert fetched.path.read_bytes() == (served.photos / "china.jpg").read_bytes()
    assert far.ask(OriginalRequest(photo=china)).path != fetched.path, (
        "the first one is somebody else's by now"
    )
    kept = serve()
    far = opened(engine, kept)
    assert not far.first.info.originals
    refused = far.ask(OriginalRequest(photo=china))
    assert isinstance(refused, Failure) and refused.message.startswith(
        "This service doesn't send original files."
    )


def test_a_disk_that_takes_no_copy_is_said(serve, engine, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    served = serve(originals=True)
    far, china = opened(engine, served), PhotoId(served.photo("china"))
    for _ in range(2):  # also where the folder of the copies is there
        with monkeypatch.context() as patch:
            patch.setattr("tempfile.mkdtemp", full)
            answer = far.ask(OriginalRequest(photo=china))
        assert isinstance(answer, Failure)
        assert answer.message == "china.jpg could not be copied to this computer: No space left on device."
        assert far.ask(OriginalRequest(photo=china)).fetched


def test_no_service_chooses_where_a_copy_goes(serve, engine, monkeypatch):
    served = serve(originals=True)
    far = opened(engine, served)
    for name in ("..%2Fup.jpg", "a%5Cb.jpg", "", "..", "c%3Ax", "NUL%00.jpg"):
        monkeypatch.setattr("cbir.server.routes.quote", lambda _name, safe, name=name: name)
        answer = far.ask(OriginalRequest(photo=PhotoId(served.photo("china"))))
        assert isinstance(answer, Failure) and "can have the name of this photo" in answer.message


def test_what_needs_no_library_is_done_here_and_stacks_there(serve, engine):
    served = serve()
    far = opened(engine, served)
    assert far.ask(SelfTestRequest()).findings
    assert far.ask(StacksRequest(photos=(PhotoId(served.photo("china")),))).stacks == ()
