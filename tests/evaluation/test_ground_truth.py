"""Ground truth from a tiny folder made here."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from cbir.base.errors import CbirError
from tests.evaluation.ground_truth import (
    half_of,
    load_queries,
    load_true_pairs,
    only_half,
    pictures_in,
)


@pytest.fixture
def folder(tmp_path):
    for name in ("Reference/1.jpg", "Phone/1.jpg", "Phone/2.jpg"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        cv2.imwrite(str(path), np.zeros((4, 4, 3), np.uint8))
    index = {
        "protocol": "x",
        "queries": [
            {"query": "Phone/1.jpg", "relevant": ["Reference/1.jpg"], "camera": "Phone"},
            {"query": "Phone/2.jpg", "relevant": ["Reference/1.jpg", "Phone/1.jpg"]},
        ],
    }
    (tmp_path / "index.json").write_text(json.dumps(index), encoding="utf-8")
    return tmp_path


def test_queries_come_in_the_order_of_the_file_with_full_paths(folder):
    first, second = load_queries(folder)
    assert first.path == folder / "Phone" / "1.jpg"
    assert first.relevant == {folder / "Reference" / "1.jpg"}
    assert (first.group, second.group) == ("Phone", "")
    assert len(second.relevant) == 2


def test_a_photo_that_the_index_names_must_be_there(folder):
    (folder / "Reference" / "1.jpg").unlink()
    with pytest.raises(CbirError, match="not there"):
        load_queries(folder)


@pytest.mark.parametrize(
    "content", ["[]", "{}", "{", '{"queries": [{"query": "Phone/1.jpg"}]}', '{"queries": [1]}']
)
def test_a_broken_index_is_named(folder, content):
    (folder / "index.json").write_text(content, encoding="utf-8")
    with pytest.raises(CbirError, match=r"index\.json"):
        load_queries(folder)


def test_a_folder_without_an_index_is_named(tmp_path):
    with pytest.raises(CbirError, match=r"index\.json"):
        load_queries(tmp_path)


def test_only_pairs_that_share_something_are_true_in_either_order(tmp_path):
    path = tmp_path / "true_pairs.json"
    pairs = [
        {"a": "x", "b": "y", "inliers": 9, "share": True},
        {"a": "x", "b": "z", "inliers": 6, "share": False},
    ]
    path.write_text(json.dumps({"pairs": pairs}), encoding="utf-8")
    truth = load_true_pairs(path)
    assert len(truth) == 1
    assert truth.share("x", "y")
    assert truth.share("y", "x")
    assert not truth.share("x", "z")
    path.write_text('{"pairs": [{"a": "x"}]}', encoding="utf-8")
    with pytest.raises(CbirError, match="share"):
        load_true_pairs(path)


def test_halves_follow_the_crc32_of_the_name():
    # zlib.crc32(b"123456789") is 0xCBF43926, the check value that every CRC-32 catalogue lists: even.
    assert half_of("123456789") == "A"
    # crc32 of the empty string is 0; of "a" it is 0xE8B7BE43, odd.
    assert half_of("") == "A"
    assert half_of("a") == "B"
    assert only_half([Path("x/a"), Path("x/123456789")], "B") == (Path("x/a"),)


def test_pictures_are_listed_by_name_and_nothing_else_is(folder):
    assert [path.name for path in pictures_in(folder / "Phone")] == ["1.jpg", "2.jpg"]
    assert pictures_in(folder) == ()
    with pytest.raises(CbirError, match="does not exist"):
        pictures_in(folder / "nowhere")
