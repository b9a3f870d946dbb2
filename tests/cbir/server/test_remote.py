"""A service's library through the engine's own requests: what the window opens as `https://…`."""

import queue
import shutil
import socket
import subprocess
import sys
import threading
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cbir.base.errors import CbirError
from cbir.base.layout import default_folder
from cbir.base.types import Filters, Listing, PackedTexts, PhotoId, SearchOptions, Term
from cbir.cli import main
from cbir.cli.window import plain_arguments
from cbir.evaluation import encode_jpeg
from cbir.service import (
    Cancel,
    FacetsRequest,
    Failure,
    KeypointsRequest,
    MetadataRequest,
    PictureRequest,
    PlacesRequest,
    RateRequest,
    Ready,
    SearchAnswer,
    SearchRequest,
    ThumbnailRequest,
    service_folder,
    service_of,
)
from cbir.service.remote import with_local_paths
from cbir.service.wire import packed, unpacked
from tests.cbir.server.conftest import direct
from tests.pictures import photo


@pytest.fixture
def served(serve):
    return serve()


@pytest.fixture
def far(served, engine):
    """An engine that has the service answer."""
    return engine(service_folder(f"http://{served.address}", served.token or ""))


def search(*terms, **options):
    return SearchRequest(terms=terms, options=SearchOptions(top=10, **options))


def test_it_begins_with_the_library_and_tells_no_place(served, far):
    assert isinstance(far.first, Ready)
    info = far.first.info
    assert info.read_only
    refused = far.ask(RateRequest(photos=(PhotoId(1),), rating=5))
    assert isinstance(refused, Failure) and refused.message.startswith("This service is read-only.")
    assert refused.message.template == refused.message, "no text alone, as of an older service"
    assert info.photos == 4 and info.service == f"http://{served.address}"
    assert [root.path for root in info.roots] == [Path("/127.0.0.1/holidays")]
    assert service_of(info.folder) is not None
    assert (info.folder / "service.json").stat().st_mode & 0o077 == 0  # it has the token


def test_a_picture_finds_what_it_finds_there(served, far, tmp_path):
    part = encode_jpeg(photo("coffee")[100:350, 150:500], 90)
    (tmp_path / "part.jpg").write_bytes(part)
    told = far.ask(search(Term(path=tmp_path / "part.jpg", region=(0.0, 0.0, 300.0, 240.0)))).result
    true = served.library.search([Term(data=part, region=(0.0, 0.0, 300.0, 240.0))], SearchOptions(top=10))
    assert told.verified == true.verified == 1
    assert told.hits[0].path == Path("/127.0.0.1/holidays/coffee.jpg")
    assert [hit.photo for hit in told.hits] == [hit.photo for hit in true.hits]
    ours, theirs = told.hits[0].evidence[0], true.hits[0].evidence[0]
    assert ours.outline is not None and theirs.outline is not None
    assert np.array_equal(ours.outline, theirs.outline) and np.array_equal(ours.photo_xy, theirs.photo_xy)
    again = far.ask(search(Term(photo=told.hits[0].photo))).result
    assert again.hits and again.verified == 0, "no photo is its own match"


def test_words_filters_and_all_photos_are_asked_as_of_a_library_here(served, far):
    assert [hit.path.name for hit in far.ask(search(Term(text="rocket"))).result.hits] == ["rocket.jpg"]
    listed = far.ask(search(listed="name")).result.hits
    assert [hit.path for hit in listed] == [
        Path("/127.0.0.1/holidays", f"{name}.jpg") for name in ("astronaut", "china", "coffee", "rocket")
    ]
    (folder,) = far.ask(PlacesRequest()).places.folders
    (facet,) = far.ask(FacetsRequest()).facets.folders
    assert folder.value == facet.value == "/127.0.0.1/holidays" and folder.photos == 4
    inside = far.ask(search(filters=Filters(folders=(folder.value,)), listed="name")).result
    assert len(inside.hits) == 4
    away = far.ask(search(filters=Filters(folders=("/127.0.0.1/holidays/../x",)), listed="name"))
    assert isinstance(away, Failure)
    (known,) = far.ask(MetadataRequest(photos=(PhotoId(served.photo("china")),))).metadata
    assert known == served.library.metadata([PhotoId(served.photo("china"))])[0]


def test_photos_and_pictures_of_this_computer_are_shown(served, far, tmp_path):
    china = PhotoId(served.photo("china"))
    small = far.ask(ThumbnailRequest(photo=china))
    assert np.abs(small.pixels.astype(int) - served.library.thumbnail(china)).mean() < 3
    large = far.ask(PictureRequest(photo=china, max_side_px=400))
    true = served.library.picture(photo=china, max_side_px=400)
    assert large.full_size == true.full_size and large.pixels.shape == true.pixels.shape
    part = far.ask(PictureRequest(photo=china, region=(10.0, 20.0, 100.0, 80.0)))
    assert part.full_size == (100, 80)
    (tmp_path / "own.jpg").write_bytes(encode_jpeg(photo("coffee"), 90))
    own = far.ask(PictureRequest(path=tmp_path / "own.jpg", max_side_px=100))
    assert max(own.pixels.shape) <= 120 and own.full_size == photo("coffee").shape[1::-1]
    points = far.ask(KeypointsRequest(term=Term(path=tmp_path / "own.jpg"))).keypoints
    assert len(points.xy) > 50


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[1, 2",
        b'{"c": "Path", "v": {}}',
        b'{"c": "Term", "v": {"text": "x"}}',
        b'{"c": "IndexRequest", "v": {"folders": []}}',
        b'{"c": "ThumbnailRequest", "v": {"photo": "1"}}',
        b'{"c": "MetadataRequest", "v": {"photos": ["1"]}}',
        b'{"c": "LibraryRequest", "v": {"sizes": 1}}',
        b'{"c": "LibraryRequest", "v": {"sizes": {"a": "", "t": "O", "s": [0]}}}',
        b'{"c": "FacetsRequest", "v": {"photos": [1e400]}}',
        b'{"c": "FacetsRequest", "v": {"photos": ' + b"[" * 5000 + b"]" * 5000 + b"}}",
        b'{"c": "AlbumsRequest", "v": {"keep": [], "removed": ["1"]}}',
    ],
)
def test_what_is_no_request_is_refused_and_nothing_fails(served, body):
    for path in ("/api/engine", "/api/engine/look"):
        assert served.ask("POST", path, body).status == 400


def test_a_hostile_search_is_refused_and_no_place_leaks(served):
    def asked(**changes):
        values = {"terms": "[]", "top": "10", "folders": "[]", **changes}
        body = (
            '{"c": "SearchRequest", "v": {"terms": TERMS, "options": {"c": "SearchOptions", "v": {"top": TOP,'
            '"listed": "name", "filters": {"c": "Filters", "v": {"folders": FOLDERS}}}}}}'
        )
        for name, value in values.items():
            body = body.replace(name.upper(), value)
        return served.ask("POST", "/api/engine", body.encode())

    ok = asked()
    assert ok.status == 200 and b"secret place" not in zlib.decompress(ok.body)
    term = '[{"c": "Term", "v": {"text": "in:/etc"}}]'
    for refused in (
        asked(top="100000"),
        asked(terms=term),
        asked(folders='["/etc"]'),
        asked(folders='["//x/../y"]'),
    ):
        assert refused.status == 400
    assert served.ask("POST", "/api/engine", b"{}", token="cbir_guessed").status == 401


def sentence(engine, address, token=""):
    first = engine(service_folder(address, token)).first
    assert isinstance(first, Failure)
    return first.message


@direct
def test_what_goes_wrong_on_the_way_is_said(serve, engine):
    served = serve()
    said = sentence(engine, f"http://{served.address}", "cbir_guessed")
    assert said.startswith("This token is not valid, or was withdrawn. Open the library's address again")
    assert sentence(engine, f"http://localhost:{served.address.rpartition(':')[2]}").startswith(
        "This library asks for a token."
    )
    assert "does not use HTTPS there" in sentence(engine, f"https://{served.address}")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert "cannot be reached" in sentence(engine, f"http://127.0.0.1:{port}")
    assert "No computer has the name" in sentence(engine, "https://nowhere.invalid")
    for wrong in (
        "http://example.org",
        "https://",
        "https://a/b?c",
        "https://a/../b",
        "https://u:p@a",
        "https://a b",
        "https://..",
    ):
        with pytest.raises(CbirError):
            service_folder(wrong)


@direct
def test_a_certificate_that_nobody_vouches_for_is_refused_until_the_system_knows_it(
    serve, engine, tmp_path, monkeypatch
):
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes the certificate, is not here")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=here"
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-out", str(cert), "-keyout", str(key)]
    subprocess.run([*make.split(), *names], check=True, capture_output=True)
    served = serve(tls_cert=cert, tls_key=key)
    address = f"https://{served.address}"
    said = sentence(engine, address, served.token or "")
    assert said.startswith("This computer does not trust the signer of the certificate of 127.0.0.1.")
    if sys.platform == "linux":
        monkeypatch.setenv("SSL_CERT_FILE", str(cert))
        assert isinstance(engine(service_folder(address)).first, Ready)


@pytest.mark.parametrize("name", ["/etc/passwd", "../../etc/passwd", "holidays/../../secret.jpg"])
def test_no_service_names_a_file_of_this_computer(serve, name):
    place = Path("/photos.example.org").absolute()
    sent = packed(Path("here.jpg"), lambda _: "holidays/boat.jpg")
    assert unpacked(sent, place) == place / "holidays" / "boat.jpg"
    with pytest.raises(ValueError, match="leads out of the library"):
        unpacked(packed(Path("here.jpg"), lambda _: name), place)
    found = serve().library.search([], SearchOptions(listed="date"))
    assert isinstance(found.hits, Listing)
    for changed in (
        replace(found.hits, texts=PackedTexts.of(3, [(name.encode(), b"", b"")] * len(found.hits))),
        replace(found.hits, folders=tuple(f"//{name}" for _ in found.hits.folders)),
    ):
        with pytest.raises(ValueError, match="leads out of"):
            with_local_paths(SearchAnswer(result=replace(found, hits=changed)), place)


def test_an_answer_that_unpacks_without_end_is_none(monkeypatch):
    monkeypatch.setattr("cbir.service.wire.MOST_BYTES", 1000)
    for data in (zlib.compress(b'"' + b" " * 2000 + b'"'), zlib.compress(b'"a"')[:-3], b"no answer"):
        with pytest.raises(ValueError, match="this"):
            unpacked(data, Path("here"))


def test_a_service_that_says_nothing_holds_nothing_up(serve, engine):
    """A request that is given up ends at once, though the service has answered nothing."""
    served = serve()
    heard = queue.SimpleQueue()
    far = engine(service_folder(f"http://{served.address}", served.token or ""))
    silent = socket.create_server(("127.0.0.1", 0))

    def listen():
        try:
            while True:
                caller, _ = silent.accept()
                heard.put(caller.recv(100))
                callers.append(caller)
        except OSError:
            return

    callers = []
    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    # the same engine, told of an address that takes requests and never answers
    from cbir.service import remote

    class Silent(remote.Remote):
        def info(self):
            return far.first.info

    def run(connection, folder):
        address = service_of(folder)
        assert address is not None
        connection.send((0, Ready(info=far.first.info)))
        Silent(connection, folder, address).run()

    asking = engine(service_folder(f"http://127.0.0.1:{silent.getsockname()[1]}"), run)
    asking.ours.send((7, search(Term(text="x"))))
    heard.get(timeout=30)
    asking.ours.send((0, Cancel(ticket=7)))
    answer = asking.answer(7)
    assert isinstance(answer, Failure) and answer.cancelled
    silent.close()
    for caller in callers:
        caller.close()


def test_a_folder_without_a_service_is_a_library_here(tmp_path, make_library, engine):
    library = make_library()
    library.close()
    assert service_of(library.folder) is None
    assert engine(library.folder).first.info.service == ""


def test_only_the_window_opens_it(monkeypatch, capsys):
    monkeypatch.setenv("CBIR_TOKEN", "cbir_x")
    assert (
        plain_arguments(["gui", "--library", "https://photos.example.org"]) is None
    )  # the full parser knows it
    for command in (["search", "x"], ["index", "."], ["library", "info"]):
        assert main([*command, "--library", "https://photos.example.org"]) == 2
        assert "is a library on another computer" in " ".join(capsys.readouterr().err.split())
    assert not (default_folder().parent / "services").exists()
    opened = []

    monkeypatch.setattr("cbir.cli.gui.show", lambda _file, library: opened.append(library))
    main(["gui", "--library", "https://photos.example.org"])
    known = service_of(opened[0])
    assert known is not None and known.token == "cbir_x" and "cbir_x" not in repr(known)
    assert main(["search", "x", "--library", str(opened[0])]) == 2
    assert "refers to a library on another computer" in capsys.readouterr().err
