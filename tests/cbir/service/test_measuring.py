"""The better of two real models on a person's photos: both rank the same ones for the judged searches."""

import numpy as np
import pytest

from cbir import service
from cbir.base.errors import Cancelled, CbirError
from cbir.base.types import Term
from cbir.demo.scenes import caption, draw_scenes, split_groups
from cbir.embeddings import BUILT_IN, DEMO, built_in_model, demo_model
from cbir.library import Library
from tests.cbir.scene_library import write_scenes
from tests.cbir.stage_data import small_options

ASKED = 12


@pytest.mark.long
def test_the_model_that_knows_the_photos_is_better_by_more_than_chance(tmp_path, workers, monkeypatch):
    rng = np.random.default_rng(20)
    scenes = draw_scenes(split_groups(1).held_out, 30, group_count=1, rng=rng)
    written = write_scenes(tmp_path / "photos", scenes, rng)
    with Library.open(tmp_path / "library", create=True, options=small_options()) as library:
        library.index([tmp_path / "photos"])
        monkeypatch.delenv("CBIR_BUILT_IN_MODEL")
        if built_in_model() is None or demo_model() is None:
            pytest.skip("the models that come with the program are not in this copy of it")
        for path, scene in list(written.items())[:ASKED]:
            (photo,) = library.find_photos([path])
            said = caption(scene, rng)
            library.marks.judgements.set((Term(text=said),), [said], [photo], True)
        two = service.MeasureRequest(
            first=service.Setting(model=BUILT_IN), second=service.Setting(model=DEMO)
        )
        told = []
        call = service.Call(library)
        call.tell = told.append
        answer = service.answer(call, two)
        row = next(row for row in answer.rows if row.measure == "AP")
        assert answer.sample == len(scenes) and answer.searches == ASKED
        assert row.second is not None and row.p is not None and row.low is not None
        assert row.second > 0.9 > row.first and row.p < 0.01 and row.low > 0
        assert BUILT_IN in answer.plot and DEMO in answer.plot
        progress = [one for one in told if isinstance(one, service.MeasureProgress)]
        assert [one.done for one in progress] == sorted(one.done for one in progress)
        with pytest.raises(Cancelled):
            service.answer(service.Call(library, lambda: True), two)
        pictures = library.marks.judgements
        for query in pictures.all():
            found = library.find_photos([path for path, _ in query.grades])
            pictures.set(query.terms, query.labels, found, None)
        pictures.set((Term(text="a"), Term(text="b")), ["a", "b"], found, True)
        with pytest.raises(CbirError, match="single text or picture"):
            service.answer(call, two)
