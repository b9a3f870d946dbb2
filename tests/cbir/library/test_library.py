"""A library from outside: what a search says, with what evidence, and what it refuses."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cbir.base.errors import Cancelled, CbirError, ImageUnreadable, ModelNotInstalled, QueryUnusable
from cbir.base.layout import Layout
from cbir.base.types import Filters, PhotoId, SearchOptions, Term
from cbir.evaluation import encode_jpeg, rotated, tilted
from cbir.evaluation.altered import scaled
from cbir.library import Library
from tests.cbir.stage_data import write_pictures
from tests.pictures import POSTERS, flat, photo, write_jpeg

NAMES = ("chelsea", "rocket", "astronaut", *POSTERS[:4])
LARGE = (1800, 1200)  # of the coffee in the library, well above the working size


@pytest.fixture(name="pictures", scope="module")
def _pictures(tmp_path_factory):
    """Seven small pictures, a large one, and a turned crop of that."""
    folder = tmp_path_factory.mktemp("library") / "pictures"
    write_pictures(folder, NAMES)
    large = scaled(photo("coffee"), max(LARGE)).pixels
    write_jpeg(folder / "coffee.jpg", large)
    write_jpeg(folder / "turned.jpg", rotated(large[100:1100, 200:1500], 25).pixels)
    return folder


@pytest.fixture(name="library", scope="module")
def _library(pictures):
    """A library as users have it: the shipped codebook, all options as they are."""
    with Library.open(pictures.parent / "library", create=True) as library:
        assert library.index([pictures]).indexed == len(NAMES) + 2
        yield library


def search(library, *terms, **options):
    asked = [Term(path=term) if isinstance(term, Path) else term for term in terms]
    return library.search(asked, SearchOptions(**options))


def names(hits, *, verified=True):
    return [hit.path.stem for hit in hits.hits if hit.verified == verified]


def hit_of(name, result):
    (hit,) = (hit for hit in result.hits if hit.path.stem == name and hit.verified)
    return hit


def only_evidence(hit):
    (evidence,) = hit.evidence
    return evidence


def test_every_picture_finds_itself_first(library, pictures):
    for path in sorted(pictures.iterdir()):
        result = search(library, path)
        best = result.hits[0]
        assert best.path == path
        assert best.verified
        assert only_evidence(best).coverage > 0.5
        assert [hit.rank for hit in result.hits] == list(range(1, len(result.hits) + 1))
        scores = [hit.score for hit in result.hits]
        assert scores == sorted(scores, reverse=True)
        flags = [hit.verified for hit in result.hits]
        assert flags == sorted(flags, reverse=True)
        assert result.verified == sum(flags)
        assert result.searched == len(NAMES) + 2


@pytest.mark.parametrize("weighting", ["hamming", "tfidf", "bm25"])
def test_every_weighting_finds_the_copy_of_a_thing(library, tmp_path, weighting):
    query = write_jpeg(tmp_path / "query.jpg", rotated(photo("coffee")[50:350, 100:500], -70).pixels, 60)
    assert set(names(search(library, query, weighting=weighting))) == {"coffee", "turned"}


def test_bm25_takes_its_constants_and_nothing_else_does(library, tmp_path):
    query = write_jpeg(tmp_path / "query.jpg", photo("coffee")[50:350, 100:500])
    usual = search(library, query, weighting="bm25")
    for constants in ({"k1": 1.2, "b": 0.75}, {"k1": 0.0, "b": 0.0}, {"k1": 5.0}):
        assert set(names(search(library, query, weighting="bm25", **constants))) == set(names(usual))
    ranked = [
        [hit.score for hit in library.rank(Term(path=query), SearchOptions(weighting="bm25", k1=k1))]
        for k1 in (1.2, 0.0)
    ]
    assert ranked[0] != ranked[1]
    with pytest.raises(QueryUnusable, match="bm25 only"):
        search(library, query, k1=1.0)
    with pytest.raises(QueryUnusable, match="from 0 to 1"):
        search(library, query, weighting="bm25", b=2.0)


def test_a_picture_that_nothing_shows_has_no_verified_hit(library, tmp_path):
    result = search(library, write_jpeg(tmp_path / "query.jpg", photo("china")))
    assert result.verified == 0
    assert all(hit.evidence == () and hit.score < 0.5 for hit in result.hits)


def test_evidence_is_in_full_pixels_of_the_upright_pictures(library, tmp_path):
    """The query is a window of the large coffee, enlarged by 0.8: where it lies is known to the pixel."""
    window = scaled(photo("coffee"), max(LARGE)).pixels[200:1000, 300:1500]
    query = write_jpeg(tmp_path / "query.jpg", scaled(window, 960).pixels)
    hit = hit_of("coffee", search(library, query))
    assert hit.size == LARGE
    evidence = only_evidence(hit)
    assert evidence.inliers == len(evidence.query_xy) == len(evidence.photo_xy) >= 8
    assert evidence.outline is not None
    border = np.array([[300, 200], [1500, 200], [1500, 1000], [300, 1000]]) - 0.5
    assert np.abs(evidence.outline - border).max() < 8
    landed = (evidence.query_xy + 0.5) / 0.8 - 0.5 + [300, 200]
    assert np.median(np.linalg.norm(landed - evidence.photo_xy, axis=1)) < 3
    assert 0.5 < evidence.coverage <= 1


def test_a_region_of_a_picture_is_searched_and_shown_in_that_picture(library, pictures):
    x, y, width, height = region = (500.0, 300.0, 700.0, 600.0)
    result = search(library, Term(path=pictures / "coffee.jpg", region=region))
    evidence = only_evidence(hit_of("coffee", result))
    assert (evidence.query_xy >= [x - 1, y - 1]).all()
    assert (evidence.query_xy <= [x + width, y + height]).all()
    assert np.median(np.linalg.norm(evidence.query_xy - evidence.photo_xy, axis=1)) < 3
    assert evidence.outline is not None
    border = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]]) - 0.5
    assert np.abs(evidence.outline - border).max() < 8


def test_a_region_that_overhangs_is_clipped(library, pictures):
    result = search(library, Term(path=pictures / "coffee.jpg", region=(-50, 700, 900, 9000)))
    evidence = only_evidence(hit_of("coffee", result))
    assert np.median(np.linalg.norm(evidence.query_xy - evidence.photo_xy, axis=1)) < 3
    assert evidence.query_xy[:, 1].min() >= 699


@pytest.mark.parametrize("mirror", [True, False], ids=["asked for", "where nothing else is"])
def test_a_mirrored_picture_is_found(library, tmp_path, mirror):
    pixels = photo("chelsea")[:, 60:]
    query = write_jpeg(tmp_path / "query.jpg", np.ascontiguousarray(pixels[:, ::-1]))
    found = search(library, query, mirror=mirror)
    assert found.verified == 1
    (hit, *_) = found.hits
    assert len({hit.photo for hit in found.hits}) == len(found.hits)
    assert (hit.path.stem, hit.verified) == ("chelsea", True)
    evidence = only_evidence(hit)
    assert evidence.mirrored
    # the left of the query is the right of the photo, in the query's own pixels
    scale = hit.size[0] / photo("chelsea").shape[1]
    expected = ((pixels.shape[1] - 1 - evidence.query_xy[:, 0]) + 60) * scale
    assert np.median(np.abs(expected - evidence.photo_xy[:, 0])) < 3
    assert evidence.outline is not None
    assert evidence.outline[0, 0] > evidence.outline[1, 0], "its top left corner lies at the right"
    upright = search(library, write_jpeg(tmp_path / "upright.jpg", pixels), mirror=True).hits[0]
    assert not only_evidence(upright).mirrored


def test_a_photo_and_the_bytes_of_one_are_queries_too(library, pictures):
    by_path = search(library, pictures / "rocket.jpg")
    by_data = search(library, Term(data=(pictures / "rocket.jpg").read_bytes()))
    by_photo = search(library, Term(photo=by_path.hits[0].photo), own=True)
    for other in (by_data, by_photo):
        assert [(hit.path, hit.score) for hit in other.hits] == [
            (hit.path, hit.score) for hit in by_path.hits
        ]


def test_what_shows_a_subtracted_term_is_left_out(library, pictures):
    coffee = Term(path=pictures / "coffee.jpg")
    rocket = Term(path=pictures / "rocket.jpg")
    assert {"coffee", "turned", "rocket"} <= set(names(search(library, coffee, rocket)))
    left = search(library, coffee, rocket, Term(path=pictures / "coffee.jpg", sign=-1), top=100)
    assert names(left) == ["rocket"]
    assert not {"coffee", "turned"} & set(names(left, verified=False))


def test_the_order_of_terms_does_not_matter(library, pictures):
    terms = [Term(path=pictures / f"{name}.jpg") for name in ("coffee", "rocket", "chelsea")]
    one, other = search(library, *terms, top=50), search(library, *terms[::-1], top=50)
    assert [hit.path for hit in one.hits] == [hit.path for hit in other.hits]
    assert [hit.score for hit in one.hits] == pytest.approx([hit.score for hit in other.hits])
    assert {evidence.term for hit in one.hits for evidence in hit.evidence} == {0, 1, 2}


def test_the_first_hits_do_not_depend_on_how_many_are_asked_for(library, pictures):
    everything = search(library, pictures / "coffee.jpg", top=500).hits
    for top in (1, 2, 5):
        assert [hit.path for hit in search(library, pictures / "coffee.jpg", top=top).hits] == [
            hit.path for hit in everything[:top]
        ]


def test_the_index_alone_ranks_a_picture_first_without_claiming_proof(library, pictures):
    ranked = library.rank(Term(path=pictures / "astronaut.jpg"), SearchOptions(top=3))
    assert ranked[0].path.stem == "astronaut"
    assert not any(hit.verified for hit in ranked)
    assert len(library.rank(Term(path=pictures / "coffee.jpg"), SearchOptions(top=1))) == 1


def test_a_picture_without_a_keypoint_says_so(library, tmp_path):
    result = search(library, write_jpeg(tmp_path / "flat.jpg", flat(300, 200)))
    assert result.hits == ()
    assert "no detail to match" in result.notes[0]


@pytest.mark.parametrize(
    ("data", "match"), [(b"", "empty"), (b"no picture at all", "."), (b"\xff\xd8\xff\xe0 cut", ".")]
)
def test_an_unreadable_query_is_named(library, tmp_path, data, match):
    path = tmp_path / "query.jpg"
    path.write_bytes(data)
    with pytest.raises(ImageUnreadable, match=match) as caught:
        search(library, path)
    assert str(path) in str(caught.value)
    with pytest.raises(ImageUnreadable, match="The picture"):
        search(library, Term(data=data))


def test_what_cannot_be_searched_for_is_refused_in_a_sentence(library, pictures):
    coffee = Term(path=pictures / "coffee.jpg")
    with pytest.raises(QueryUnusable, match="no file"):
        search(library, pictures / "nowhere.jpg")
    with pytest.raises(QueryUnusable, match="no file"):
        search(library, pictures)
    with pytest.raises(QueryUnusable, match="subtracting alone"):
        search(library, replace(coffee, sign=-1))
    with pytest.raises(QueryUnusable, match="outside the picture"):
        search(library, replace(coffee, region=(5000, 5000, 10, 10)))
    for weight in (-1.0, 1e30, float("inf"), float("nan")):
        with pytest.raises(QueryUnusable, match="a weight from 0 to 1000"):
            search(library, replace(coffee, weight=weight))
    with pytest.raises(ModelNotInstalled):
        search(library, coffee, engine="semantic")
    with pytest.raises(CbirError, match="no longer in the library"):
        search(library, Term(photo=PhotoId(10_000)))


def test_a_search_can_be_cancelled(library, pictures):
    with pytest.raises(Cancelled):
        library.search([Term(path=pictures / "coffee.jpg")], cancelled=lambda: True)
    assert names(search(library, pictures / "coffee.jpg"))[0] == "coffee"


def test_an_empty_library_says_how_to_fill_it(make_library, pictures):
    result = search(make_library(), pictures / "coffee.jpg")
    assert (result.hits, result.searched) == ((), 0)
    assert any("cbir index" in note for note in result.notes)


def test_thumbnails_and_pictures_are_small_arrays(library, pictures):
    found = search(library, pictures / "coffee.jpg").hits[0]
    thumbnail = library.thumbnail(found.photo)
    assert thumbnail.dtype == np.uint8
    assert thumbnail.shape == (171, 256, 3)
    shown = library.picture(photo=found.photo, max_side_px=600)
    assert max(shown.pixels.shape) <= 600
    assert shown.full_size == LARGE
    assert library.picture(photo=found.photo, max_side_px=0).pixels.shape == (1, 1, 3)
    cut = library.picture(path=found.path, region=(100, 100, 300, 200))
    assert cut.full_size == (300, 200)
    assert cut.pixels.shape[:2] == (200, 300)
    pasted = library.picture(data=encode_jpeg(flat(31, 21)))
    assert pasted.pixels.shape == (21, 31, 3)
    assert not (shown.stand_in or cut.stand_in or pasted.stand_in)
    with pytest.raises(ValueError, match="needed"):
        library.picture()


def test_a_lost_thumbnail_is_made_anew(library, pictures):
    hit = search(library, pictures / "rocket.jpg").hits[0]
    stored = Layout(library.folder).thumbnail(hit.fingerprint)
    before, kept = library.thumbnail(hit.photo), stored.read_bytes()
    for damage in (stored.unlink, lambda: stored.write_bytes(b"no thumbnail")):
        damage()
        again = library.thumbnail(hit.photo)
        assert 200 < max(again.shape) <= 256
        assert again.mean() == pytest.approx(before.mean(), abs=3)
    stored.write_bytes(kept)


def test_what_the_library_says_of_itself_adds_up(library, pictures):
    info = library.info()
    assert info.folder == library.folder
    assert info.photos == len(NAMES) + 2
    assert [(root.path, root.photos, root.online) for root in info.roots] == [(pictures, info.photos, True)]
    assert info.words == 65_536
    assert info.segments >= 2
    files = [path for path in library.folder.rglob("*") if path.is_file()]
    assert info.bytes + info.thumbnail_bytes == sum(path.stat().st_size for path in files)
    assert len(list((library.folder / "thumbnails").rglob("*.jpg"))) == info.photos


def test_a_library_opened_again_answers_the_same(library, pictures):
    before = search(library, pictures / "coffee.jpg")
    with Library.open(library.folder) as again:
        after = search(again, pictures / "coffee.jpg")
    assert [(hit.path, hit.score, hit.photo) for hit in after.hits] == [
        (hit.path, hit.score, hit.photo) for hit in before.hits
    ]


def test_another_librarys_changes_are_seen(make_library, tmp_path):
    folder = tmp_path / "photos"
    (coffee,) = write_pictures(folder, ["coffee"])
    reader, writer = make_library(), make_library()
    assert search(reader, coffee).hits == ()
    writer.index([folder])
    assert names(search(reader, coffee)) == ["coffee"]
    write_pictures(folder, ["rocket"])
    coffee = coffee.rename(tmp_path / "coffee.jpg")
    writer.index([folder])
    assert names(search(reader, coffee)) == []
    assert reader.info().photos == 1


def test_closing_twice_is_closing_once(make_library):
    library = make_library()
    library.close()
    library.close()


def test_a_picture_is_described_once_whatever_else_is_asked(library, tmp_path):
    query = write_jpeg(tmp_path / "query.jpg", photo("rocket")[:, 40:])
    os.utime(query, (1e9, 1e9))  # a file that is new may change without another time
    data = Term(data=query.read_bytes())
    first, first_by_data = search(library, query), search(library, data)
    assert first.took_ms.features > 0 and first_by_data.took_ms.features > 0
    again = search(library, query, filters=Filters(formats=("jpeg",))), search(library, data, top=5)
    assert [found.took_ms.features for found in again] == [0, 0]
    for found in (first_by_data, *again):
        assert [(hit.photo, hit.score) for hit in found.hits[:5]] == [
            (hit.photo, hit.score) for hit in first.hits[:5]
        ]
    assert search(library, Term(path=query, region=(0, 0, 200, 200))).took_ms.features > 0
    write_jpeg(query, photo("coffee"))
    os.utime(query, (1e9, 2e9))
    assert search(library, query).hits[0].path.stem == "coffee"


def test_a_thing_seen_from_far_aside_is_possible(library, tmp_path):
    seen = np.ascontiguousarray(tilted(photo("astronaut"), tilt_deg=69, axis_deg=70, roll_deg=10).pixels)
    found = search(library, write_jpeg(tmp_path / "aslant.jpg", seen))
    assert found.hits[0].path.stem == "astronaut"
    assert found.hits[0].kind in ("same thing", "possibly"), "at the limit of what learned features see"


def test_copies_are_the_same_picture_and_a_photograph_of_it_is_the_same_thing(library, pictures, tmp_path):
    pixels = photo("coffee")
    height, width = pixels.shape[:2]
    queries = {
        "the file": pictures / "coffee.jpg",
        "smaller": write_jpeg(tmp_path / "smaller.jpg", scaled(pixels, 300).pixels),
        "cropped": write_jpeg(tmp_path / "cropped.jpg", pixels[height // 4 :, : width * 2 // 3]),
        "mirrored": write_jpeg(tmp_path / "mirrored.jpg", pixels[:, ::-1]),
        "photographed": write_jpeg(
            tmp_path / "photographed.jpg", tilted(pixels, tilt_deg=20, axis_deg=40).pixels
        ),
    }
    kinds = {name: hit_of("coffee", search(library, path)).kind for name, path in queries.items()}
    assert kinds == dict.fromkeys(queries, "same picture") | {"photographed": "same thing"}
    strengths = {hit_of("coffee", search(library, path)).strength for path in queries.values()}
    assert min(strengths) > 0.9 and max(strengths) == 1, "of its own bytes it is certain"


def test_no_photo_is_its_own_match(library, pictures):
    own = search(library, pictures / "rocket.jpg").hits[0].photo
    quick = {"look_harder": False}
    alone = search(library, Term(photo=own), top=20, **quick)
    assert own not in {hit.photo for hit in alone.hits} and alone.verified == 0
    framed = search(library, Term(photo=own, region=(0.0, 0.0, 200.0, 200.0)), **quick)
    assert own not in {hit.photo for hit in framed.hits}
    coffee = search(library, pictures / "coffee.jpg").hits[0].photo
    assert names(search(library, Term(photo=coffee))) == ["turned"]
    right = search(library, pictures / "rocket.jpg", Term(photo=own, marked=True))
    assert right.hits[0].photo == own, "a mark is no picture that is searched with"


def test_a_file_of_the_library_is_first_even_if_it_has_no_detail(make_library, tmp_path):
    folder = tmp_path / "photos"
    write_jpeg(folder / "blank.jpg", flat(64, 48, 40))
    write_jpeg(folder / "other.jpg", flat(64, 48, 200))
    write_jpeg(folder / "sub" / "again.jpg", flat(64, 48, 40))
    library = make_library()
    library.index([folder])
    result = search(library, folder / "blank.jpg")
    assert [(hit.path.stem, hit.kind, hit.strength) for hit in result.hits[:2]] == [
        ("blank", "same picture", 1),
        ("again", "same picture", 1),
    ]
    below = search(library, folder / "blank.jpg", filters=Filters(folders=(str(folder / "sub"),)))
    assert names(below) == ["again"]
    copy = search(library, Term(photo=result.hits[0].photo))
    assert names(copy) == ["again"], "another file with the same bytes"
    framed = search(library, Term(path=folder / "blank.jpg", region=(0.0, 0.0, 20.0, 20.0)))
    assert framed.verified == 0
