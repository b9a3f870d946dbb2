"""Matrix products keep to one thread where that is asked for."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController, threadpool_limits

from cbir.base.cores import blas, one_blas_thread


def blas_threads():
    np.ones((2, 2)) @ np.ones((2, 2))
    return {pool["num_threads"] for pool in ThreadpoolController().select(user_api="blas").info()}


@pytest.fixture(autouse=True)
def _two_threads():
    blas.cache_clear()  # earlier tests in this process may have called it before another BLAS was loaded
    with threadpool_limits(2, user_api="blas"):
        if blas_threads() != {2}:
            pytest.skip("this BLAS has no second thread")
        yield


def test_matrix_products_have_one_thread_and_then_theirs_again():
    with one_blas_thread():
        assert blas_threads() == {1}
        with one_blas_thread():
            assert blas_threads() == {1}
        assert blas_threads() == {1}
    assert blas_threads() == {2}


def test_threads_that_are_started_meanwhile_have_one_as_well():
    with one_blas_thread(), ThreadPoolExecutor(1) as pool:
        assert pool.submit(blas_threads).result() == {1}


def test_an_error_gives_the_threads_back():
    with pytest.raises(RuntimeError), one_blas_thread():
        raise RuntimeError
    assert blas_threads() == {2}
