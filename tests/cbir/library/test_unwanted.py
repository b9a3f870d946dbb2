"""Unwanted things in a query, by words and by marks, lower what they name and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import SearchOptions, Term
from cbir.demo.scenes import Group, Scene
from cbir.embeddings import demo_model
from cbir.library import Library
from tests.cbir.scene_library import write_scenes
from tests.cbir.stage_data import small_options

SEMANTIC = SearchOptions(engine="semantic", top=100)
RED = Term(text="red circle")
EACH = 10


def scenes(rng):
    """Red circles, small and large, then other things of both sizes; one thing each, at any place."""
    made = []
    for colour, shape in (("red", "circle"), ("blue", "square"), ("green", "star"), ("yellow", "heart")):
        for size in ("small", "large"):
            for _ in range(EACH):
                place = str(rng.choice(("left", "right", "top", "bottom", "middle")))
                made.append(Scene.of(Group(colour=colour, shape=shape, size=size, place=place, count=1)))
    return made


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    model = demo_model()
    if model is None:
        pytest.skip("the demo's model is not in this copy of the program")
    folder, rng = tmp_path_factory.mktemp("unwanted"), np.random.default_rng(8)
    written = write_scenes(folder / "photos", scenes(rng), rng)
    options = small_options(models=folder / "models")
    with Library.open(folder / "library", create=True, options=options) as library:
        library.models.use(model.info.name)
        library.index([folder / "photos"])
        yield library, {path: scene.groups[0] for path, scene in written.items()}


def places(found):
    return {hit.path: at for at, hit in enumerate(found.hits)}


def mean_place(found, groups, colour, size):
    at = places(found)
    of_these = [at[path] for path, group in groups.items() if path in at and _is(group, colour, size)]
    return float(np.mean(of_these))


def _is(group, colour, size):
    return (group.colour, group.size) == (colour, size)


def test_a_word_that_is_not_wanted_lowers_what_it_names_alone(
    drawn,
):
    library, groups = drawn
    before = library.search([RED], SEMANTIC)
    scores = {hit.path: hit.score for hit in before.hits}
    small, large = (mean_place(before, groups, "red", size) for size in ("small", "large"))
    assert small < large < 1.5 * EACH  # red circles come first, whatever their size
    for weight in (1.0, 4.0):
        after = library.search([RED, Term(text="small", sign=-1, weight=weight)], SEMANTIC)
        assert mean_place(after, groups, "red", "small") > small + 1
        assert mean_place(after, groups, "red", "large") < large - 1
        lowered = [hit.path for hit in after.hits if hit.score < scores[hit.path] - 1e-4]
        assert len(lowered) > 20 and {groups[path].size for path in lowered} == {"small"}
        assert not [hit for hit in after.hits if hit.score > scores[hit.path] + 1e-4]  # nothing rises by it
    assert mean_place(after, groups, "red", "large") < mean_place(after, groups, "red", "small")


def test_a_hit_that_is_called_wrong_lowers_what_it_shows(drawn):
    library, groups = drawn
    before = library.search([RED], SEMANTIC)
    wrong = [hit.path for hit in before.hits if _is(groups[hit.path], "red", "small")][:2]
    marks = [Term(path=path, sign=-1, marked=True) for path in wrong]
    for given in (marks[:1], marks):
        after = library.search([RED, *given], SEMANTIC)
        assert not {mark.path for mark in given} & set(places(after))
        fell = mean_place(after, groups, "red", "small") - mean_place(before, groups, "red", "small")
        rose = mean_place(before, groups, "red", "large") - mean_place(after, groups, "red", "large")
        assert fell > 0 and rose >= -0.5, (fell, rose)
    reds = {path for path, group in groups.items() if group.colour == "red"}
    assert (
        len(reds & set(list(places(after))[: 2 * EACH])) >= 2 * EACH - 6
    )  # it is still red circles that come first


def test_what_contradicts_itself_is_refused_or_answered(drawn):
    library, groups = drawn
    path = next(iter(groups))
    with pytest.raises(QueryUnusable, match="right and wrong"):
        library.search([Term(path=path, sign=sign, marked=True) for sign in (1, -1)], SEMANTIC)
    for alone in ([Term(text="red", sign=-1)], [Term(path=path, sign=-1, marked=True)]):
        with pytest.raises(QueryUnusable, match="subtracting alone"):
            library.search(alone, SEMANTIC)
    left_out = frozenset(library.find_photos([path]))
    assert path not in places(library.search([Term(path=path)], SearchOptions(leave_out=left_out, top=9)))
    with pytest.raises(QueryUnusable, match="left out of a search with pictures"):
        library.search([RED], replace(SEMANTIC, leave_out=left_out))
    both = library.search([Term(text="red"), Term(text="red", sign=-1)], SEMANTIC)
    assert len(both.hits) == len(groups) and not both.strong
    named = [f"{group.colour} {group.shape}" for group in groups.values()][:50]
    many = [Term(text=text, sign=-1 if at % 2 else 1) for at, text in enumerate(named)]
    assert len(library.search(many, SEMANTIC).hits) == len(groups)
    right = [Term(path=group, marked=True) for group in groups][:50]
    assert len(library.search([RED, *right], SEMANTIC).hits) == len(groups)
