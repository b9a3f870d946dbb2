"""Words through FAISS against exhaustive search and the codebook's own assigner; k-means."""

from __future__ import annotations

import numpy as np
import pytest

from cbir import vectors
from cbir.local_features import FeatureOptions, describe
from cbir.vectors import WordAssigner, WordOptions
from cbir.visual_words import Codebook
from tests.pictures import photo


@pytest.fixture(scope="module")
def projected(tiny_codebook: Codebook) -> np.ndarray:
    """Descriptors of a photo that the codebook was not trained on."""
    described = describe(photo("chelsea"), FeatureOptions(max_features=800))
    return tiny_codebook.project(described.descriptors)


def plain_words(rows: np.ndarray, centroids: np.ndarray) -> list[int]:
    """The nearest centroid of each row, one after the other."""
    return [int(np.argmin(((centroids - row) ** 2).sum(axis=1))) for row in rows]


def test_without_lists_every_word_is_the_exact_one(tiny_codebook: Codebook, projected: np.ndarray) -> None:
    exhaustive = WordAssigner(tiny_codebook.centroids, WordOptions(lists=0))
    assert exhaustive.assign(projected).tolist() == plain_words(projected, tiny_codebook.centroids)
    assert exhaustive.assign(projected).dtype == np.uint32


def test_more_probes_give_more_exact_words_and_all_probes_all(
    tiny_codebook: Codebook, projected: np.ndarray
) -> None:
    assigner = WordAssigner(tiny_codebook.centroids)
    exact = np.array(plain_words(projected, tiny_codebook.centroids))
    shares = [float((assigner.assign(projected, probes=probes) == exact).mean()) for probes in (1, 4, 16)]
    assert shares[0] < shares[1] < shares[2] == 1


def test_agrees_with_the_assigner_of_the_codebook(tiny_codebook: Codebook, projected: np.ndarray) -> None:
    ours = tiny_codebook.assign(projected, probes=len(tiny_codebook.coarse))
    exhaustive = WordAssigner(tiny_codebook.centroids, WordOptions(lists=0)).assign(projected)
    assert np.mean(ours == exhaustive) > 0.999  # but for distances that are equal in single precision
    assigner = WordAssigner(tiny_codebook.centroids)
    assert np.mean(assigner.assign(projected) == tiny_codebook.assign(projected)) > 0.95


def test_fewer_dimensions_are_checked_in_all_of_them(tiny_codebook: Codebook, projected: np.ndarray) -> None:
    exact = np.array(plain_words(projected, tiny_codebook.centroids))
    shares = {
        recheck: float(
            (
                WordAssigner(
                    tiny_codebook.centroids, WordOptions(lists=0, dimensions=12, recheck=recheck)
                ).assign(projected)
                == exact
            ).mean()
        )
        for recheck in (1, 16, 256)
    }
    assert shares[1] < 0.9 < shares[16] <= shares[256] == 1


@pytest.mark.parametrize(
    "options", [WordOptions(), WordOptions(lists=0), WordOptions(dimensions=8, recheck=5)]
)
@pytest.mark.parametrize("k", [1, 2, 5])
def test_few_words_and_few_descriptors(options: WordOptions, k: int) -> None:
    rng = np.random.default_rng(k)
    centroids = rng.standard_normal((k, 16), dtype=np.float32)
    assigner = WordAssigner(centroids, options)
    assert len(assigner) == k
    assert assigner.assign(np.zeros((0, 16), np.float32)).shape == (0,)
    for n in (1, 2):
        rows = rng.standard_normal((n, 16), dtype=np.float32)
        assert assigner.assign(rows).tolist() == plain_words(rows, centroids)


def test_assigning_does_not_change_the_assigner(tiny_codebook: Codebook, projected: np.ndarray) -> None:
    assigner = WordAssigner(tiny_codebook.centroids)
    before = assigner.assign(projected)
    assigner.assign(projected, probes=1)
    assert np.array_equal(assigner.assign(projected), before)


def test_k_means_goes_on_from_given_centroids() -> None:
    rows = np.random.default_rng(0).standard_normal((500, 8), dtype=np.float32)
    rows[:250] += 4
    errors = []
    centroids = vectors.kmeans(rows, 6, iterations=1, seed=0)
    for _ in range(4):
        errors.append(float(vectors.nearest(rows, centroids)[0].mean()))
        before = centroids.copy()
        centroids = vectors.kmeans(rows, 6, iterations=1, seed=0, start=centroids)
        owner = vectors.nearest(rows, before)[1]
        for word in range(6):  # one step of Lloyd's: the mean of what was nearest
            assert np.allclose(centroids[word], rows[owner == word].mean(axis=0), atol=1e-4)
    assert errors == sorted(errors, reverse=True)
