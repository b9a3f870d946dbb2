"""Answers of the service: searches, photos, marks, albums and facts about itself."""

import io
import re
import time
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pytest
from PIL import Image

from cbir.base.errors import IndexUnreachable


def place_of(running):
    """The paths of the library and the photos, which no answer may reveal."""
    return str(running.photos.parent)


def size_of(jpeg):
    with Image.open(io.BytesIO(jpeg)) as picture:
        return picture.size


def test_a_picture_words_and_a_photo_find_what_the_library_finds(serve):
    service = serve()
    china = (service.photos / "china.jpg").read_bytes()
    found = service.ask("POST", "/api/search?top=3", china).json
    best = found["photos"][0]
    assert (best["name"], best["path"], best["verified"], best["proof"]) == (
        "china.jpg",
        "holidays/china.jpg",
        True,
        "same",
    )
    (agreement,) = best["evidence"]
    corners = np.array(agreement["outline"])
    assert agreement["points"] >= 8 and corners.shape == (4, 2)
    assert (
        np.abs(corners.max(axis=0) - [best["width"], best["height"]]).max() < 12
    )  # the whole photo, in its pixels
    by_id = service.get(f"/api/search?photo={service.photo('rocket')}&region=60,20,300,280").json
    others = {photo["name"] for photo in by_id["photos"]}
    assert others and "rocket.jpg" not in others, "a photo that is searched with is no match of itself"
    by_words = service.get("/api/search?text=coffee&engine=metadata").json
    assert [photo["name"] for photo in by_words["photos"]] == ["coffee.jpg"] and by_words["searched"] == 4
    framed = service.ask("POST", "/api/search?region=0,0,240,320", china).json
    assert framed["photos"][0]["verified"] and framed["photos"][0]["evidence"][0]["coverage"] > 0.5
    assert service.get("/api/search?text=coffee&engine=metadata&skip=1").json["photos"] == []


def test_pictures_are_drawn_anew_and_kept_by_browsers(serve):
    service = serve()
    photo = f"/api/photos/{service.photo('coffee')}"
    small, large = service.get(f"{photo}/thumbnail"), service.get(f"{photo}/picture?side=400")
    assert [max(size_of(one.body)) for one in (small, large)] == [256, 400] and small.headers[
        "content-type"
    ] == "image/jpeg"
    again = service.get(f"{photo}/thumbnail", If_None_Match=small.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert size_of(service.get(f"{photo}/picture?region=0,0,100,50").body) == (100, 50)
    assert service.get(f"{photo}/original").code == "no_originals"


def test_an_original_is_the_indexed_file_or_nothing(serve):
    service = serve(originals=True)
    photo, file = f"/api/photos/{service.photo('coffee')}/original", service.photos / "coffee.jpg"
    answer = service.get(photo)
    assert answer.body == file.read_bytes()
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''coffee.jpg"
    assert answer.headers["content-type"] == "application/octet-stream"
    secret = service.photos.parent / "secret.txt"
    secret.write_text("not indexed")
    file.unlink()
    assert service.get(photo).code == "picture_unreadable"
    file.symlink_to(secret)
    changed = service.get(photo)
    assert changed.code == "picture_unreadable" and b"has changed since it was indexed" in changed.body
    assert service.get("/api/photos/4711/original").code == "no_such_photo"


def test_an_original_that_nobody_waits_for_is_closed(serve, monkeypatch):
    service = serve(originals=True, search_s=0.1)
    open_file, files = service.library.files.original, list[BinaryIO]()

    def slow(photo):
        files.append(open_file(photo))
        time.sleep(0.3)
        return files[-1]

    monkeypatch.setattr(service.library.files, "original", slow)
    assert service.get(f"/api/photos/{service.photo('coffee')}/original").code == "too_slow"
    assert [file.closed for file in files] == [True]


def test_marks_and_albums_are_written_by_who_may(serve):
    service = serve("write", writable=True)
    rocket, coffee = service.photo("rocket"), service.photo("coffee")
    assert service.send_json("PUT", f"/api/photos/{rocket}/rating", {"rating": 4}).json["rating"] == 4
    for flag in ("pick", "reject", None):
        assert service.send_json("PUT", f"/api/photos/{rocket}/flag", {"flag": flag}).json["flag"] == flag
    assert service.send_json("PUT", f"/api/photos/{rocket}/label", {"label": "Red"}).json["label"] == "Red"
    assert service.send_json("PUT", f"/api/photos/{rocket}/rating", {"rating": 4}).json["rating"] == 4
    named = service.send_json("POST", f"/api/photos/{rocket}/keywords", {"add": ["moon", "Ärger"]}).json
    assert set(named["keywords"]) == {"moon", "Ärger"}
    assert service.get("/api/search?text=keyword:moon").json["photos"][0]["id"] == rocket
    album = service.send_json("POST", "/api/albums", {"name": "Space", "text": ["rocket"]}).json["id"]
    service.send_json("POST", f"/api/albums/{album}/photos", {"add": [coffee]})
    names = {photo["name"] for photo in service.get(f"/api/albums/{album}").json["photos"]}
    assert names == {"rocket.jpg", "coffee.jpg"}
    service.send_json("POST", f"/api/albums/{album}/photos", {"remove": [rocket], "undo": [coffee]})
    assert service.get(f"/api/albums/{album}").json["photos"] == []
    assert [one["name"] for one in service.get("/api/albums").json] == ["Space"]
    assert (
        service.ask("DELETE", f"/api/albums/{album}").status == 200 and service.get("/api/albums").json == []
    )
    no_keyword = service.send_json("POST", f"/api/photos/{rocket}/keywords", {"add": ["\x8d\x13"]})
    assert b"it has no letter or digit" in no_keyword.body  # an escaped sign is no place on a disk
    for method, path, body in (
        ("PUT", f"/api/photos/{rocket}/rating", {"rating": 9}),
        ("PUT", f"/api/photos/{rocket}/flag", {"flag": "maybe"}),
        ("PUT", f"/api/photos/{rocket}/label", {"label": "x" * 501}),
        ("PUT", f"/api/photos/{rocket}/rating", {"rating": 1, "photo": 2}),
        ("POST", f"/api/photos/{rocket}/keywords", {"add": ["\ud800"]}),
        ("POST", "/api/albums", {"name": " "}),
    ):
        assert service.send_json(method, path, body).code == "not_understood"
    assert service.send_json("PUT", "/api/photos/4711/rating", {"rating": 1}).code == "no_such_photo"
    no_json = service.ask("POST", "/api/albums", b"{", Content_Type="application/json")
    assert (
        no_json.code == "not_understood" and no_json.json["error"]["message"] == "The body is not valid JSON."
    )
    for path, plain in (
        ("/api/search?photo=x", "`photo` must be a whole number."),
        ("/api/search?text=a&top=0", "`top` must be 1 or more."),
        ("/api/search?text=a&top=201", "`top` must be 200 or less."),
        ("/api/search?text=a&mirror=maybe", "`mirror` must be true or false."),
        ("/api/search?text=a&engine=x", "`engine` must be 'auto', 'match', 'semantic' or 'metadata'."),
    ):
        assert service.get(path).json["error"]["message"] == plain
    assert service.send_json("POST", "/api/albums", {"name": "x", "photos": [4711]}).code == "no_such_photo"
    album = service.send_json("POST", "/api/albums", {"name": "By hand"}).json["id"]
    assert service.send_json("POST", f"/api/albums/{album}/photos", {"add": [4711]}).code == "no_such_photo"
    assert service.send_json("POST", "/api/albums/nowhere/photos", {"add": [1]}).code == "no_such_album"
    assert service.library.metadata([rocket])[0].rating == 4


def test_no_answer_says_where_anything_lies(serve, tmp_path):
    service = serve("write", writable=True, originals=True)
    photo = service.photo("china")
    asked = [
        service.get(path)
        for path in (
            f"/api/photos/{photo}",
            f"/api/search?photo={photo}",
            "/api/search?text=china",
            "/api/library",
            "/api/albums",
            "/metrics",
            "/openapi.json",
            "/health",
            "/api/photos/..%2f..%2fetc%2fpasswd/thumbnail",
            "/api/photos/1%00/original",
            "/..%2f..%2fetc/passwd",
            "/../../../../etc/passwd",
            "/page.js/../../../pyproject.toml",
            "/api/albums/..%2f..",
        )
    ]
    asked.append(service.ask("POST", "/api/search", b"no picture"))
    (service.photos / "china.jpg").unlink()
    asked += [service.get(f"/api/photos/{photo}/original"), service.get(f"/api/search?photo={photo}")]
    for answer in asked:
        assert answer.status < 500, answer
        for place in (place_of(service), str(tmp_path), str(Path.home())):
            assert place.encode() not in answer.body
        assert b"root:" not in answer.body and b"hatchling" not in answer.body
    for path in (str(service.photos), f'"{service.photos}"', "~/x"):
        hidden = service.get(f"/api/search?text=in:{path.replace(' ', '%20').replace(chr(34), '%22')}")
        assert hidden.code == "query_unusable"  # hits would tell that the guess was right


def test_every_refusal_is_a_sentence_in_one_form(serve):
    service = serve()
    for path, code in (
        ("/api/search", "query_unusable"),
        ("/api/search?text=", "not_understood"),
        ("/api/search?text=" + "x" * 501, "not_understood"),
        ("/api/search?photo=abc", "not_understood"),
        ("/api/search?photo=99999999999999999999", "not_understood"),
        ("/api/search?photo=4711", "no_such_photo"),
        ("/api/search?region=1,2,3,4", "query_unusable"),
        ("/api/search?photo=1&region=1,2,0,4", "query_unusable"),
        ("/api/search?photo=1&region=1,2,nan,4", "not_understood"),
        ("/api/search?text=a&top=201", "not_understood"),
        ("/api/photos/4711", "no_such_photo"),
        ("/api/albums/none", "no_such_album"),
        ("/api/nothing", "not_found"),
        ("/api/library/", "not_found"),
    ):
        answer = service.get(path)
        assert (answer.code, answer.status // 100) == (code, 4), path


def test_the_page_loads_nothing_from_elsewhere(serve):
    service = serve()
    for path in ("/", "/page.css", "/page.js", "/page.svg"):
        answer = service.get(path, token=None)
        assert answer.status == 200
        assert not re.search(rb"(?<!www\.w3\.org/2000)https?://(?!www\.w3\.org/2000/svg)", answer.body)
        policy = answer.headers["content-security-policy"]
        assert (
            "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        )
        assert answer.headers["x-content-type-options"] == "nosniff"
    page = service.get("/", token=None).body
    assert b"style=" not in page and b"<script>" not in page and b"onclick" not in page


def test_the_description_names_every_route_and_the_token(serve):
    service = serve()
    told = service.get("/openapi.json", token=None).json
    assert set(told["paths"]["/api/search"]) == {"get", "post"}
    assert set(told["paths"]) >= {
        "/api/photos/{photo}/thumbnail",
        "/api/albums/{album}",
        "/metrics",
        "/health",
    }
    searching = told["paths"]["/api/search"]["post"]["responses"]
    assert searching["4XX"]["content"]["application/json"]["schema"]["$ref"].endswith("/Problem")
    assert set(told["paths"]["/api/photos/{photo}/thumbnail"]["get"]["responses"]["200"]["content"]) == {
        "image/jpeg"
    }
    assert told["components"]["securitySchemes"]["HTTPBearer"]["scheme"] == "bearer"


def test_a_head_is_the_answer_without_its_body(serve):
    service = serve()
    for path in ("/health", "/api/library", f"/api/photos/{service.photo('coffee')}/thumbnail"):
        whole, head = service.ask("GET", path), service.ask("HEAD", path)
        assert (head.status, head.body) == (200, b"")
        assert head.headers["content-length"] == str(len(whole.body))
        assert head.headers["content-type"] == whole.headers["content-type"]
    assert service.ask("HEAD", "/api/library", token=None).status == 401


def test_health_needs_no_token_and_metrics_count(serve):
    service = serve()
    assert service.get("/health", token=None).json == {"status": "ok"}
    assert service.get("/metrics", token=None).code == "token_missing"
    service.get("/api/photos/4711")
    service.get("/api/albums/" + "x" * 50)
    text = service.get("/metrics").body.decode()
    assert "cbir_photos 4" in text
    assert 'cbir_requests_total{method="GET",route="/api/photos/{photo}",status="404"} 1' in text
    assert "xxxx" not in text
    for line in text.splitlines():
        assert re.fullmatch(
            r"# TYPE \w+ (counter|gauge|histogram)|\w+(\{[^{}]*(\{\w+\})?[^{}]*\})? [\d.e+]+", line
        ), line


def test_an_index_that_cannot_be_reached_is_a_state_of_the_service_and_its_place_is_not_told(
    serve, monkeypatch
):
    service, asked = serve(), list[int]()

    def unreachable(*_, **__):
        asked.append(1)
        raise IndexUnreachable("PostgreSQL at 10.1.2.3:5432 cannot be reached (refused). Start it.")

    monkeypatch.setattr(service.library, "search", unreachable)
    monkeypatch.setattr(service.library, "check_index", unreachable)
    refused = service.get("/api/search?text=boat")
    assert (refused.status, refused.code) == (503, "index_unreachable")
    assert "retry-after" in refused.headers and b"10.1.2.3" not in refused.body
    asked.clear()
    for _ in range(5):
        health = service.get("/health", token=None)
        assert (health.status, health.code) == (503, "index_unreachable")
        assert "retry-after" in health.headers and b"10.1.2.3" not in health.body
    assert len(asked) == 1, "whoever probes often makes no work"


def test_notes_do_not_tell_where_the_index_is():
    pytest.importorskip("fastapi", reason="the service needs the extra `serve`")
    from cbir.server.refusals import for_visitors

    told = for_visitors("The photos were not searched by content: PostgreSQL at 10.1.2.3:5432 is gone.")
    assert "10.1.2.3" not in told
