"""People through the service: for tokens that may find them, and for nobody else."""

import zlib

import numpy as np
import pytest

from cbir.base.layout import Layout
from cbir.base.types import Album, FoundFace, PhotoId, SearchOptions, Term
from cbir.cli import main
from cbir.server import Tokens, token_file
from cbir.service import FacesRequest, PeopleRequest, ReasonsRequest, SearchRequest
from cbir.service.wire import request_to_json
from cbir.state import exclusive_write

NAME = "Xanthippe"


@pytest.fixture
def known(serve):
    """A service whose library knows a face in one photo; the photo; a token that may find people."""
    service = serve(writable=True)
    photo = PhotoId(service.photo("china"))
    with exclusive_write(Layout(service.library.folder)) as catalog, catalog.transaction():
        catalog.settings.set("people", "on")
        (wanted,) = [entry for entry in catalog.people.to_look_at("x", limit=99) if entry.photo == photo]
        numbers = np.ones(128, np.float32) / 12
        face = FoundFace(box=(9, 9, 50, 50), points=((9, 9),) * 6, likely=1, left_out="", numbers=numbers)
        ((id, _),) = catalog.people.store(wanted, [face], (640, 427), finder="x")
        catalog.people.name_face(id, NAME)
    service.library.albums.keep(
        [Album(name="Hers", terms=(Term(text=f"person:{NAME}"),), labels=("",), id="h")]
    )
    return service, photo, service.tokens.add("family", "read", 1, people=True)


def engine(service, request, token, way=""):
    answer = service.ask("POST", f"/api/engine{way}", request_to_json(request), token=token)
    return answer, zlib.decompress(answer.body) if answer.status == 200 else answer.body


def test_photos_are_found_by_people_for_tokens_that_may_and_no_others(known):
    service, _, family = known
    for path in (f"/api/search?text=person:{NAME}&engine=metadata", "/api/albums/h"):
        assert len(service.get(path, token=family).json["photos"]) == 1
        assert service.get(path).json["photos"] == []
    assert len(service.get("/api/search?text=people:1&engine=metadata", token=family).json["photos"]) == 1
    assert service.get("/api/search?text=people:1&engine=metadata").status == 400


def test_a_window_elsewhere_cannot_ask_for_more_than_its_token_allows(known):
    service, photo, family = known
    terms = (Term(text=f"person:{NAME}"),)
    forged = SearchRequest(terms=terms, options=SearchOptions(engine="metadata", people=True))
    assert b"china" not in engine(service, forged, service.token)[1]
    assert b"china" in engine(service, forged, family)[1]
    reasons = ReasonsRequest(terms=(Term(text=NAME),), photo=photo)
    assert NAME.encode() not in engine(service, reasons, service.token)[1]
    assert NAME.encode() in engine(service, reasons, family)[1]


def test_faces_and_names_are_told_to_nobody(known):
    service, photo, family = known
    for request in (PeopleRequest(), FacesRequest(photos=(photo,))):
        for token in (service.token, family):
            for way in ("", "/look", "/marks"):
                assert engine(service, request, token, way)[0].status in (400, 403)


def test_no_vector_is_in_any_answer(known):
    service, photo, family = known
    one = np.float32(1 / 12)
    wanted = [np.full(8, one).astype(kind).tobytes() for kind in (np.float16, np.float32, np.float64)]
    wanted += [b"0.0833", NAME.encode()]
    paths = [
        "/api/library",
        "/api/albums",
        "/api/albums/h",
        f"/api/search?text=person:{NAME}&engine=metadata",
    ]
    paths += [
        f"/api/photos/{photo}{below}" for below in ("", "/thumbnail", "/picture", "/reasons?text=china")
    ]
    catalog = (service.library.folder / "catalog.sqlite-wal").read_bytes()
    catalog += (service.library.folder / "catalog.sqlite").read_bytes()
    assert wanted[0] in catalog, "what is searched for is there"
    for token in (service.token, family):
        answers = {path: service.get(path, token=token) for path in paths}
        assert sum(answer.status == 200 for answer in answers.values()) >= 5
        for path, answer in answers.items():
            told = [form for form in wanted if form in answer.body]
            assert not told or (token == family and told == [NAME.encode()]), path


def test_the_command_line_makes_and_shows_tokens_that_find_people(make_library, capsys):
    folder = make_library().folder
    assert main(["token", "add", "Ann", "--library", str(folder)]) == 0
    assert main(["token", "add", "Ben", "--people", "--library", str(folder)]) == 0
    capsys.readouterr()
    assert main(["token", "list", "--library", str(folder)]) == 0
    ann, ben = capsys.readouterr().out.splitlines()
    assert ben.endswith("\tpeople") and not ann.endswith("\tpeople")
    assert [token.people for token in Tokens(token_file(folder)).all()] == [False, True]
