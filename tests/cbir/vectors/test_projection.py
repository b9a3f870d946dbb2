"""Principal axes, against the singular value decomposition that they are defined by."""

import numpy as np
import pytest

from cbir.vectors.trained import principal_axes


@pytest.mark.parametrize("dimensions", [1, 3, 6])
def test_the_axes_are_those_in_which_the_vectors_vary_most_wherever_their_mean_is(dimensions):
    rng = np.random.default_rng(3)
    spread = np.array([9.0, 5.0, 3.0, 2.0, 1.0, 0.5])
    turned, _ = np.linalg.qr(rng.normal(size=(6, 6)))
    far = 40.0 * turned[5]  # where they vary least, so that it would be the first axis of what is not centred
    vectors = (rng.normal(size=(4000, 6)) * spread @ turned.T + far).astype(np.float32)
    found = principal_axes(vectors, dimensions)
    _, _, expected = np.linalg.svd(vectors - vectors.mean(axis=0), full_matrices=False)
    assert found.mean == pytest.approx(vectors.mean(axis=0), abs=1e-3)
    assert found.axes.shape == (dimensions, 6)
    assert np.abs(found.axes @ expected[:dimensions].T) == pytest.approx(np.eye(dimensions), abs=1e-3)
