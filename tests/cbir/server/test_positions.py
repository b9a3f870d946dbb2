"""Positions of photos, given or left out for a token or a whole service, in every answer that could have them."""

import json
import zlib

import pytest

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import Album, Filters, Metadata, PhotoId, SearchOptions, Term
from cbir.cli import main
from cbir.server import ServeOptions, Tokens, token_file
from cbir.service import (
    AlbumsRequest,
    CountAlbumRequest,
    FacetsRequest,
    MetadataRequest,
    SearchRequest,
    StacksRequest,
    WrittenRequest,
)
from cbir.service.wire import request_to_json
from cbir.state import exclusive_write

_TELLING = (b"38.7", b"-9.1", b"Lisbon", b"Portugal", b"near")


def placed(service):
    """Say of a photo that it was taken in Lisbon, and keep an album of what was taken there."""
    china = PhotoId(service.photo("china"))
    with exclusive_write(Layout(service.library.folder)) as catalog, catalog.transaction():
        said = Metadata(latitude=38.7223, longitude=-9.1393, places=("Lisbon", "Portugal"), title="A palace")
        catalog.metadata.set(china, said, extractor=1, sidecar="")
    near = Album(name="There", terms=(Term(text="near:38.7223,-9.1393~1km"),), labels=("near",), id="t")
    choice = Album(name="Here", filters=Filters(places=("Lisbon",)), id="h")
    service.library.albums.keep([near, choice])
    return china


def answers(service, photo, token):
    """Everything that a visitor can be told of a photo."""
    listed = SearchRequest(terms=(), options=SearchOptions(listed="date"))
    ranked = SearchRequest(terms=(Term(text="china"),), options=SearchOptions())
    opened = SearchRequest(terms=(), options=SearchOptions(listed="date"), album="h")
    told = {
        path: service.get(path, token=token).body
        for path in (
            f"/api/photos/{photo}",
            "/api/search?text=china&engine=metadata",
            f"/api/search?photo={photo}",
            "/api/albums",
            "/api/albums/h",
        )
    }
    for path, request in (
        ("/api/engine", listed),
        ("/api/engine", ranked),
        ("/api/engine", opened),
        ("/api/engine/look", MetadataRequest(photos=(photo,))),
        ("/api/engine/look", FacetsRequest()),
        ("/api/engine/look", FacetsRequest(photos=(photo,))),
        ("/api/engine/look", AlbumsRequest()),
        ("/api/engine/look", StacksRequest(photos=(photo,))),
        ("/api/engine/look", WrittenRequest(photo=photo)),
    ):
        answer = service.ask("POST", path, request_to_json(request), token=token)
        assert answer.status == 200, answer.body
        told[f"{path} {request}"] = zlib.decompress(answer.body)
    return told


def test_positions_are_left_out_of_every_answer_for_a_token_without_them(serve):
    service = serve(originals=True, writable=True)
    photo = placed(service)
    less = service.tokens.add("less", "write", 1, positions=False)
    usual = b"".join(answers(service, photo, service.token).values())
    assert all(telling in usual for telling in _TELLING)
    for path, body in answers(service, photo, less).items():
        for telling in _TELLING:
            assert telling not in body, path
    assert service.get("/api/library", token=less).json["positions"] is False
    assert service.get(f"/api/photos/{photo}/original", token=less).code == "no_originals"
    assert service.get(f"/api/photos/{photo}/original").status == 200


def test_no_search_by_place_tells_what_is_left_out(serve):
    service = serve("write", writable=True, positions=False)
    photo = placed(service)
    for text in (
        "near:Lisbon",
        "country:Portugal",
        "-NEAR:38.7,-9.1~1km",
        "china (near:Lisbon OR boat)",
        'x near:"New York"',
    ):
        assert (
            service.ask("GET", f"/api/search?text={text.replace(' ', '%20').replace(chr(34), '%22')}").status
            == 400
        )
        assert service.send_json("POST", "/api/albums", {"name": "x", "text": [text]}).status == 400
        album = Album(name="x", terms=(Term(text=text),), labels=("",), id="x")
        for path, request in (
            ("", SearchRequest(terms=(Term(text=text),), options=SearchOptions())),
            ("/marks", AlbumsRequest(keep=(album,))),
        ):
            assert (
                service.ask("POST", f"/api/engine{path}", request_to_json(request)).code == "query_unusable"
            )
    by_filter = SearchRequest(
        terms=(), options=SearchOptions(filters=Filters(places=("Lisbon",)), listed="date")
    )
    assert service.ask("POST", "/api/engine", request_to_json(by_filter)).status == 400
    assert service.get("/api/search?text=nearby").status == 200
    for text in ("in%20Porto", "near%20Sintra", "in%20Europa"):  # only its position says so
        found = service.get(f"/api/search?text={text}&engine=metadata")
        assert found.json["photos"] == [], text
        sentence = SearchRequest(terms=(Term(text=text.replace("%20", " ")),), options=SearchOptions())
        answer = service.ask("POST", "/api/engine", request_to_json(sentence))
        assert b"china" not in zlib.decompress(answer.body)
    renamed = AlbumsRequest(keep=(Album(name="Renamed", id="t"),))
    assert service.ask("POST", "/api/engine/marks", request_to_json(renamed)).status == 200
    assert service.library.albums.find("Renamed").terms, "a search that is not shown stays as it is"
    assert photo


def test_an_album_of_a_sentence_with_a_place_is_counted_without_positions(serve):
    service = serve()
    china = PhotoId(service.photo("china"))
    with exclusive_write(Layout(service.library.folder)) as catalog, catalog.transaction():
        palace = Metadata(latitude=38.7223, longitude=-9.1393, title="A palace")
        catalog.metadata.set(china, palace, extractor=1, sidecar="")
    service.library.albums.keep(
        [Album(name="There", terms=(Term(text="palace near Lisbon"),), labels=("",), id="t")]
    )
    counts = {}
    for positions in (True, False):
        token = service.tokens.add(f"positions {positions}", "read", 1, positions=positions)
        request = request_to_json(CountAlbumRequest(album="t"))
        answer = service.ask("POST", "/api/engine", request, token=token)
        counts[positions] = json.loads(zlib.decompress(answer.body))["v"]["count"]["v"]["photos"]
    assert counts == {True: 1, False: 0}


def test_originals_and_no_positions_exclude_each_other():
    with pytest.raises(CbirError, match="--originals or --no-positions"):
        ServeOptions(originals=True, positions=False).check()


def test_the_command_line_makes_and_shows_tokens_without_positions(make_library, capsys):
    folder = make_library().folder
    assert main(["token", "add", "Anna", "--library", str(folder)]) == 0
    assert main(["token", "add", "Ben", "--no-positions", "--library", str(folder)]) == 0
    capsys.readouterr()
    assert main(["token", "list", "--library", str(folder)]) == 0
    anna, ben = capsys.readouterr().out.splitlines()
    assert ben.endswith("\tno positions") and "positions" not in anna
    main(["token", "list", "--json", "--library", str(folder)])
    assert [entry["positions"] for entry in json.loads(capsys.readouterr().out)["tokens"]] == [True, False]
    file = token_file(folder)
    before = json.loads(file.read_text())
    del before["tokens"][0]["positions"]  # as a program before wrote it
    file.write_text(json.dumps(before))
    assert [one.positions for one in Tokens(file).all()] == [True, False]
    before["tokens"][0]["positions"] = "no"
    file.write_text(json.dumps(before))
    with pytest.raises(CbirError, match="cannot be read"):
        Tokens(file).all()
