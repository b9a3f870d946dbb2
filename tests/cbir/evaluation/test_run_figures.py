"""A data set asked of ten lines of library -> a run that is kept, gone on with, pooled and scored."""

from xml.etree import ElementTree

import numpy as np
import pytest

from cbir.base.errors import Cancelled, CbirError, ImageUnreadable
from cbir.base.types import Hit, PhotoId, SearchOptions, SearchResult, Term, Timings
from cbir.evaluation import curve_plot, difference_plot, figures_of, read_run, record_run, tag_of, write_pool
from cbir.evaluation.dataset import Dataset, Topic
from cbir.evaluation.model_runs import single
from cbir.evaluation.searching import answers
from cbir.evaluation.trec import Run, read_qrels


class NamedLibrary:
    """Finds the photos whose names it is told for each sentence, the first with the score .9, and counts."""

    def __init__(self, folder, found):
        self.folder, self.found = folder, found
        self.asked = []
        self.scores = (0.9, 0.95, 0.95, 0.1)  # not in the order of the hits

    def search(
        self,
        terms,
        options=SearchOptions(),  # noqa: B008 (frozen)
        *,
        cancelled=lambda: False,
    ):
        text = terms[0].text or ""
        self.asked.append(text)
        if self.found[text] == ["unreadable"]:
            raise ImageUnreadable("It is no picture.")
        hits = [
            Hit(
                rank=rank,
                photo=PhotoId(rank),
                path=self.folder / name,
                score=self.scores[rank - 1],
                kind="same thing" if rank == 1 else "less likely",
                size=(1, 1),
                fingerprint="",
            )
            for rank, name in enumerate(self.found[text], start=1)
        ]
        return SearchResult(hits=hits[: options.top], took_ms=Timings(total=5), searched=9)

    def knows(self, path):
        return path.name != "unknown"


@pytest.fixture
def dataset(tmp_path):
    grades = {
        "one": {"a": 2, "c": 1},
        "two": {"b": 1},
        "three": {"c": 1},
        "none": {},
    }
    topics = (
        Topic(id=name, terms=(Term(text=name),), grades=known, group=name[0])
        for name, known in grades.items()
    )
    return Dataset(name="letters", root=tmp_path.resolve(), topics=tuple(topics))


@pytest.fixture
def library(tmp_path):
    found = {"one": ["a", "b", "c"], "two": [], "three": ["a", "c d"], "none": ["b"]}
    return NamedLibrary(tmp_path.resolve(), found)


def test_a_run_keeps_the_order_of_the_hits_whatever_their_scores(dataset, library):
    one, *_ = answers(library, dataset, SearchOptions())
    assert list(one.scores) == ["a", "b", "c"] and list(one.scores.values()) == [0.9, 0.899999, 0.899998]
    assert one.verified == {"a"} and one.took_ms == 5


@pytest.mark.parametrize("jobs", [1, 3])
def test_figures_are_means_over_queries_that_have_an_answer(dataset, library, jobs):
    run = record_run(library, dataset, SearchOptions(), None, tag="t", jobs=jobs)
    figures = figures_of(dataset, run, ["R@1", "AP", "P@1"])
    assert figures.topics == ("one", "two", "three") and figures.without_answer == 1
    assert figures.column("AP").tolist() == pytest.approx([(1 + 2 / 3) / 2, 0, 0])
    assert figures.mean("P@1") == pytest.approx(1 / 3) and figures.mean("P@1", "t") == 0
    assert figures.curve[0] == pytest.approx(1 / 3)
    assert (
        figures.micro_ap
        < figures_of(
            Dataset(name="", root=dataset.root, topics=dataset.topics[:3]),
            Run(tag="t", scores={topic: found for topic, found in run.scores.items() if topic != "none"}),
        ).micro_ap
    )


def test_a_run_that_was_stopped_goes_on_where_it_was(dataset, library, tmp_path):
    file, told = tmp_path / "run", []

    def stop_at(topic):
        return lambda: topic in library.asked

    with pytest.raises(Cancelled):
        record_run(library, dataset, SearchOptions(), file, tag="t", cancelled=stop_at("three"))
    assert library.asked == ["one", "two", "three"]
    with file.open("ab") as out:
        out.write(b"none Q0 b 1 0.")  # the power went while it was written
    whole = record_run(
        library,
        dataset,
        SearchOptions(),
        file,
        tag="t",
        progress=lambda done, total: told.append((done, total)),
    )
    assert library.asked[3:] == ["three", "none"]  # the last of the file once more
    assert told == [(2, 4), (3, 4), (4, 4)]
    assert read_run(file).scores == {topic: found for topic, found in whole.scores.items() if found}
    assert figures_of(dataset, read_run(file)).mean("AP@1000") == figures_of(dataset, whole).mean("AP@1000")


def test_the_run_of_another_library_or_data_set_is_told_apart(dataset, library, tmp_path):
    file = tmp_path / "run"
    record_run(library, dataset, SearchOptions(), file, tag=tag_of(SearchOptions(), [b"a"]))
    before = file.read_bytes()
    with pytest.raises(CbirError, match="run of another library"):
        record_run(library, dataset, SearchOptions(), file, tag=tag_of(SearchOptions(), [b"b"]))
    assert file.read_bytes() == before
    with pytest.raises(CbirError, match="2 topics that letters does not have, such as x"):
        figures_of(dataset, Run(tag="t", scores={"x": {"a": 1.0}, "y": {}}))
    with pytest.raises(CbirError, match="it is the run of another library"):
        figures_of(dataset, Run(tag="t", scores={"one": {"/elsewhere/a": 1.0}}))


def test_photos_that_are_not_indexed_are_named_before_the_search(library, tmp_path):
    topic = Topic(id="one", terms=(Term(text="one"),), grades={"a": 1, "unknown": 1})
    dataset = Dataset(name="letters", root=tmp_path, topics=(topic,))
    with pytest.raises(CbirError, match="does not have 1 of the 2 right photos of letters"):
        record_run(library, dataset, SearchOptions(), None, tag="t")
    assert not library.asked


def test_a_query_that_cannot_be_searched_with_finds_nothing(dataset, library):
    library.found["one"] = ["unreadable"]
    told = []
    run = record_run(library, dataset, SearchOptions(), None, tag="t", trouble=told.append)
    assert told == ["one: It is no picture."] and run.scores["one"] == {}


def test_a_pool_has_the_first_photos_of_each_run_by_name(dataset, tmp_path):
    runs = [
        Run(tag="1", scores={"one": {"z": 3.0, "b": 2.0, "late": 1.0}}),
        Run(tag="2", scores={"one": {"a": 1.0, "m": 0.5}, "none": {"b": 1.0}}),
    ]
    photos, waiting = write_pool(tmp_path / "pool", dataset, runs, depth=2)
    lines = (tmp_path / "pool").read_text().splitlines()
    assert lines[:5] == ["one 0 a 2", "one 0 b -1", "one 0 c 1", "one 0 m -1", "one 0 z -1"]
    assert (photos, waiting) == (8, 4) and "late" not in "".join(lines)
    assert read_qrels(tmp_path / "pool")["one"] == {"a": 2, "c": 1}


def test_a_place_that_cannot_be_written_gets_a_sentence(dataset, library, tmp_path):
    nowhere = tmp_path / "missing" / "file"
    with pytest.raises(CbirError, match="cannot be written"):
        record_run(library, dataset, SearchOptions(), nowhere, tag="t")
    with pytest.raises(CbirError, match="cannot be written"):
        write_pool(nowhere, dataset, [Run(tag="t", scores={})])
    assert not library.asked


def test_plots_are_drawn_of_what_was_measured():
    svg = "{http://www.w3.org/2000/svg}"
    curves = ElementTree.fromstring(curve_plot([("a & b", np.linspace(1, 0, 11)), ("c", np.zeros(11))]))
    lines = curves.findall(f"{svg}polyline")
    assert len(lines) == 2 and len({line.get("stroke-dasharray") for line in lines}) == 2
    assert "a & b" in [text.text for text in curves.findall(f"{svg}text")]
    bars = ElementTree.fromstring(difference_plot("AP", np.array([0.5, 0, -0.25])))
    heights = [float(bar.get("height", 0)) for bar in bars.findall(f"{svg}rect")[1:]]
    assert len(heights) == 2 and heights[0] == pytest.approx(2 * heights[1], abs=0.1)
    assert ElementTree.fromstring(difference_plot("AP", np.zeros(0))) is not None


@pytest.mark.parametrize(
    ("terms", "alone"),
    [
        ((Term(text="a boat"),), True),
        ((Term(photo=PhotoId(1)),), True),
        ((Term(text="a boat"), Term(text="at dusk")), False),
        ((Term(text="a boat", sign=-1),), False),
        ((Term(photo=PhotoId(1), region=(0.0, 0.0, 9.0, 9.0)),), False),
    ],
)
def test_a_model_alone_answers_one_text_or_one_whole_picture(terms, alone):
    assert single(Topic(id="1", terms=terms, grades={})) is alone
