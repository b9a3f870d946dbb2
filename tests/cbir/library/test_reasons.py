"""Reasons for hits: shares of words by definition, heat maps by what they point at, shared words, fields."""

import json
import re

import numpy as np
import pytest

from cbir.base.errors import Cancelled, ModelNotInstalled, QueryUnusable
from cbir.base.types import SearchOptions, Term
from cbir.cli import main
from cbir.demo.scenes import COLOURS, SHAPES, Group, Scene
from cbir.embeddings import demo_model, open_image_tower, open_text_tower, prepare
from cbir.evaluation.altered import scaled
from cbir.evaluation.captioned import embed_pictures
from cbir.library import Library
from tests.cbir.scene_library import write_scenes
from tests.cbir.stage_data import small_options
from tests.evaluation.heat_maps import deleted_and_inserted
from tests.pictures import photo, write_jpeg

SENTENCE = ("small", "red", "circle")
SEMANTIC = SearchOptions(engine="semantic", top=60)


def pairs(count, rng):
    """Scenes of one thing on the left and another on the right, of other colours and shapes."""
    made = {}
    while len(made) < count:
        colours, shapes = rng.permutation(COLOURS), rng.permutation(SHAPES)
        size = ("small", "large")[len(made) % 2]
        made[
            Scene.of(
                *(
                    Group(colour=str(colours[at]), shape=str(shapes[at]), size=size, place=place, count=1)
                    for at, place in enumerate(("left", "right"))
                )
            )
        ] = None
    return list(made)


@pytest.fixture(scope="module")
def model():
    found = demo_model()
    if found is None:
        pytest.skip("the demo's model is not in this copy of the program")
    return found


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    rng = np.random.default_rng(22)
    return write_scenes(tmp_path_factory.mktemp("scenes") / "photos", pairs(16, rng), rng)


@pytest.fixture(scope="module")
def library(tmp_path_factory, written, model):
    folder = tmp_path_factory.mktemp("reasons")
    with Library.open(
        folder / "library", create=True, options=small_options(models=folder / "models")
    ) as opened:
        opened.models.use(model.info.name)
        opened.index([next(iter(written)).parent])
        yield opened


def z_scores(scores):
    """By how many deviations each stands out from all, estimated from the lower half."""
    centre = np.median(scores)
    return np.asarray((scores - centre) / ((centre - np.quantile(scores, 0.25)) * 1.4826), np.float32)


def lowering(scores):
    return np.asarray(np.maximum(z_scores(scores) - np.float32(0.5), 0), np.float32)


def test_a_words_share_is_what_the_score_loses_without_it(library, written, model):
    photos = library.find_photos([*written])
    terms = (Term(text=f"{' '.join(SENTENCE)} rating:>=0"), Term(text="blue square", sign=-1, weight=2.0))
    shares = library.reasons.word_shares(terms, photos)
    pictures, _, _ = embed_pictures(model, [*written], "cpu", lambda *_: None)
    texts = [" ".join(SENTENCE), "red circle", "small circle", "small red", "blue square", "square", "blue"]
    with open_text_tower(model, "cpu") as tower:
        scores = (pictures @ tower.encode(texts).vectors.T).T
    whole = z_scores(scores[0]) - 2 * lowering(scores[4])
    expected = [whole - (z_scores(one) - 2 * lowering(scores[4])) for one in scores[1:4]]
    expected += [whole - (z_scores(scores[0]) - 2 * lowering(one)) for one in scores[5:7]]
    for row, each in enumerate(photos):
        assert [(share.word, share.sign, share.weight) for share in shares[each]] == [
            *((word, 1, 1.0) for word in SENTENCE),
            *((word, -1, 2.0) for word in ("blue", "square")),
        ]
        found = [share.share for share in shares[each]]
        assert found == pytest.approx([float(one[row]) for one in expected], abs=0.05)  # stored in 16 bits
    assert max(abs(one.share) for value in shares.values() for one in value) > 0.5
    (alone,) = library.reasons.word_shares([Term(text="red")], photos[:1])[photos[0]]
    with open_text_tower(model, "cpu") as tower:
        red = z_scores(pictures @ tower.encode(["red"]).vectors[0])
    assert alone.share == pytest.approx(float(red[0]), abs=0.05)  # all that there is
    assert alone.above == pytest.approx(
        (red < red[0]).mean(), abs=0.03
    )  # codes of 8 bits exchange neighbours


def test_what_explains_a_hit_is_what_ranked_it(library, written):
    terms = (Term(text="red circle"), Term(text="small", sign=-1))
    hits = library.search(terms, SEMANTIC).hits
    whole = {
        photo: sum(share.share for share in shares if share.word == "small")
        for photo, shares in library.reasons.word_shares(terms, [hit.photo for hit in hits]).items()
    }
    plain = {hit.photo: hit for hit in library.search(terms[:1], SEMANTIC).hits}
    assert all(share <= 0 for share in whole.values()) and any(share < -0.5 for share in whole.values())
    for (
        hit
    ) in hits:  # what loses by a word that is not wanted is less of a hit than it was, and nothing else is
        assert (hit.score < plain[hit.photo].score - 1e-4) == (whole[hit.photo] < -1e-3)


def test_what_cannot_be_explained(library, written, tmp_path, workers):
    photos = library.find_photos([*written])[:2]
    assert library.reasons.word_shares([Term(text="red")], []) == {}
    assert library.reasons.word_shares([Term(text="red", sign=-1)], photos) == {}
    assert library.reasons.word_shares([Term(text="rating:>=0")], photos) == {}
    contradicted = library.reasons.word_shares([Term(text="red"), Term(text="red", sign=-1)], photos)
    assert [(one.word, one.sign) for one in contradicted[photos[0]]] == [("red", 1), ("red", -1)]
    many = [Term(text=f"{colour} {shape}") for colour in COLOURS for shape in SHAPES[:5]]
    assert len(many) == 50
    assert len(library.reasons.word_shares(many, photos)[photos[0]]) == 64  # the account ends there
    with pytest.raises(QueryUnusable, match="description"):
        library.reasons.heat_map([Term(text="rating:>=0")], photos[0])
    write_jpeg(tmp_path / "photos" / "coffee.jpg", scaled(photo("coffee"), 300).pixels)
    with Library.open(tmp_path / "library", create=True, options=small_options(models=tmp_path)) as blind:
        blind.index([tmp_path / "photos"])
        coffee = blind.find_photos([tmp_path / "photos" / "coffee.jpg"])
        for ask in (blind.reasons.word_shares, lambda terms, them: blind.reasons.heat_map(terms, them[0])):
            with pytest.raises(ModelNotInstalled):
                ask([Term(text="red circle")], coffee)


def test_a_heat_map_points_at_what_was_named(library, written):
    rng = np.random.default_rng(4)
    right = 0
    for path, scene in written.items():
        (photo_id,) = library.find_photos([path])
        group = scene.groups[int(rng.integers(2))]
        maps = []
        heat = library.reasons.heat_map(
            [Term(text=f"{group.colour} {group.shape}")], photo_id, on_map=maps.append
        )
        assert [one.covered for one in maps] == [9, 26, 43, 58] and heat is maps[-1]
        assert {one.windows for one in maps} == {58} and heat.drops.shape == (8, 8)
        assert heat.region == (0.0, 0.0, 256.0, 256.0)
        hottest = int(heat.drops.max(axis=0).argmax())
        right += (hottest < 4) == (group.place == "left")
    assert right >= 14, f"{right} of 16"


def test_a_heat_map_can_be_given_up(library, written):
    (photo_id, *_) = library.find_photos([*written])
    maps = []
    with pytest.raises(Cancelled):
        library.reasons.heat_map(
            [Term(text="red circle")], photo_id, on_map=maps.append, cancelled=lambda: bool(maps)
        )
    assert [one.covered for one in maps] == [9]


def test_what_a_heat_map_names_counts_more_than_what_chance_would(library, written, model):
    """Deletion and insertion: Petsiuk, Das and Saenko, "RISE", BMVC 2018."""
    rng = np.random.default_rng(7)
    gained, by_chance = list[float](), list[float]()
    with open_image_tower(model, "cpu") as images, open_text_tower(model, "cpu") as texts:
        for path, scene in [*written.items()][:8]:
            (photo_id,) = library.find_photos([path])
            sentence = f"{scene.groups[0].colour} {scene.groups[0].shape}"
            drops = library.reasons.heat_map([Term(text=sentence)], photo_id).drops
            seen = library.picture(photo=photo_id, max_side_px=512).pixels
            square, text = prepare(seen, model.preprocessing), texts.encode([sentence]).vectors[0]

            def score(pictures, text=text):
                return np.asarray(images.encode(pictures) @ text)

            for order, kept in ((drops, gained), (rng.random((8, 8)), by_chance)):
                deleted, inserted = deleted_and_inserted(square, order, score)
                kept.append(inserted - deleted)
    assert np.mean(gained) > 0.3 > np.mean(by_chance) + 0.15


def test_the_command_says_it_in_three_forms(
    library,
    written,
    tmp_path,
    monkeypatch,
    capsys,
):
    monkeypatch.setenv("CBIR_MODELS", str(library.models.store.folder))
    monkeypatch.chdir(tmp_path)
    asked = ["search", "--engine", "semantic", "--library", str(library.folder), "-t", "2"]
    assert (
        main([*asked, "--explain", " ".join(SENTENCE)]) == 1
    )  # what follows is the query; 1: no hit is strong
    plain = capsys.readouterr().out
    assert plain.count("\twords: small ") == 2
    assert main([*asked, "--explain", "text", " ".join(SENTENCE)]) == 1
    assert capsys.readouterr().out == plain
    for form in (["--explain", "json"], ["--explain=json"], ["--json", "--explain"]):
        assert main([*asked, *form, " ".join(SENTENCE)]) == 1
        hits = json.loads(capsys.readouterr().out)["hits"]
        assert [word["word"] for word in hits[0]["words"]] == list(SENTENCE)
        assert (hits[0]["fields"], hits[0]["shared"]) == ([], None)
    assert main([*asked, "--json", " ".join(SENTENCE)]) == 1
    assert json.loads(capsys.readouterr().out)["hits"][0]["words"] == []
    assert main([*asked, "--explain", "why.png", " ".join(SENTENCE)]) == 1
    said = capsys.readouterr()
    assert "why.png shows why these 2 are hits." in said.err and "\twords" not in said.out
    drawn = (tmp_path / "why.png").read_bytes()
    assert drawn.startswith(b"\x89PNG")
    assert main([*asked, "--explain=why.png", " ".join(SENTENCE)]) == 2
    assert "not overwritten" in capsys.readouterr().err and (tmp_path / "why.png").read_bytes() == drawn
    assert main([*asked, "--explain=nowhere/why.png", " ".join(SENTENCE)]) == 2
    assert main([*asked, "--explain=loud", " ".join(SENTENCE)]) == 2
    assert "text, json, or a picture" in capsys.readouterr().err


def test_pictures_share_visual_words_at_the_same_places(tmp_path, workers, capsys):
    whole = scaled(photo("coffee"), 480).pixels
    for name, pixels in (("coffee", whole), ("rocket", scaled(photo("rocket"), 480).pixels)):
        write_jpeg(tmp_path / "photos" / f"{name}.jpg", pixels)
    write_jpeg(tmp_path / "right half.jpg", np.ascontiguousarray(whole[:, 200:]))
    write_jpeg(tmp_path / "mirror.jpg", np.ascontiguousarray(whole[:, ::-1]))
    with Library.open(tmp_path / "library", create=True, options=small_options()) as library:
        library.index([tmp_path / "photos"])
        coffee, rocket = library.find_photos(
            [tmp_path / "photos" / f"{name}.jpg" for name in ("coffee", "rocket")]
        )
        part = Term(path=tmp_path / "right half.jpg")
        shared = library.reasons.shared_words(part, coffee, top=10_000)
        assert shared.photos == 2 and shared.shared == len(shared.words) <= shared.of
        assert sum(word.share for word in shared.words) == pytest.approx(1)
        assert [word.share for word in shared.words] == sorted(
            (word.share for word in shared.words), reverse=True
        )
        assert all(word.idf == pytest.approx(np.log(3 / word.photos)) for word in shared.words)
        best = library.reasons.shared_words(part, coffee, top=12).words
        assert [one.word for one in best] == [word.word for word in shared.words[:12]]
        assert _moved(best) == pytest.approx((200, 0), abs=2)
        flipped = Term(path=tmp_path / "mirror.jpg")
        mirrored = library.reasons.shared_words(flipped, coffee, mirrored=True)
        upright = library.reasons.shared_words(flipped, coffee)
        assert mirrored.score > 3 * upright.score
        at, onto = (np.concatenate(each) for each in zip(*_pairs(mirrored.words), strict=True))
        assert np.median(np.abs(whole.shape[1] - 1 - at[:, 0] - onto[:, 0])) < 2
        assert library.reasons.shared_words(part, rocket).score < shared.score / 10
        framed = Term(path=tmp_path / "photos" / "coffee.jpg", region=(100.0, 50.0, 300.0, 200.0))
        assert _moved(library.reasons.shared_words(framed, coffee, top=12).words) == pytest.approx(
            (0, 0), abs=2
        )
    asked = ["search", str(tmp_path / "right half.jpg"), "--library", str(tmp_path / "library")]
    assert main([*asked, "--engine", "match", "--explain"]) == 0
    assert re.search(
        r"\tshared: \d+ of \d+ visual words; most by no\. \d+ \(in 1 photo, ", capsys.readouterr().out
    )
    assert main([*asked, "--engine", "match", "--explain", "json"]) == 0
    said = json.loads(capsys.readouterr().out)["hits"][0]["shared"]
    assert (said["term"], said["photos"], len(said["words"])) == (0, 2, 12)


def _pairs(words):
    """The places of words that occur once in each picture."""
    return [(word.query_xy, word.photo_xy) for word in words if len(word.query_xy) == len(word.photo_xy) == 1]


def _moved(words):
    moved = np.median(np.concatenate([onto - at for at, onto in _pairs(words)]), axis=0)
    return float(moved[0]), float(moved[1])


def test_shared_words_have_their_size_in_the_pixels_of_each_file(make_library, tmp_path):
    library = make_library()
    file = write_jpeg(tmp_path / "photos" / "coffee.jpg", photo("coffee"))
    assert max(photo("coffee").shape) > small_options().indexing.features.working_side_px
    library.index([file.parent])
    (coffee,) = library.find_photos([file])
    words = library.reasons.shared_words(Term(path=file), coffee, top=50).words
    assert np.median(
        [np.median(word.photo_sigma) / np.median(word.query_sigma) for word in words]
    ) == pytest.approx(1, abs=0.1)
