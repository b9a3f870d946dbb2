"""Judgements of a person on what a search found, and the quality of the library's searches."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cbir.base.errors import CbirError
from cbir.base.types import EngineName, LearnedOrder, PhotoId, SearchOptions, Term, Weighting
from cbir.service.registry import (
    MARKS,
    SHORT,
    Answer,
    Call,
    Declaration,
    Interim,
    Lane,
    Most,
    Request,
    handles,
)

if TYPE_CHECKING:
    from cbir.evaluation import Dataset, Run
    from cbir.library import Library

MEASURES = ("Success@1", "P@5", "AP", "nDCG@10")
_TOP = 200
_SAMPLE = 500  # photos that a model ranks beside the judged ones: half a minute for a large model
_DARK = {"paper": "#1e1e1e", "ink": "#e6e6e6", "grid": "#444444"}
_DARK_LINES = ("#56b4e9", "#e69f00")  # two of Okabe and Ito's colours, visible on a dark ground


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAnswer(Answer):
    """right, wrong : judged photos of the search. searches : number of judged searches in all"""

    right: frozenset[PhotoId]
    wrong: frozenset[PhotoId]
    searches: int


@Declaration(answer=JudgedAnswer, lane=Lane.MARKS, visitors=lambda asked: MARKS if asked.photos else SHORT)
@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRequest(Request):
    """Judge photos right or wrong for a search, or withdraw the judgement (None).

    Without photos, asks only for the stored judgements. Does not wait for an index run.
    """

    terms: tuple[Term, ...]
    labels: tuple[str, ...] = ()
    photos: Annotated[tuple[PhotoId, ...], Most(10_000)] = ()
    right: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A way to search. model : name of a model that alone ranks a sample of the photos; None: the library searches

    k1, b, expand, nndr_ratio, learned_order : see SearchOptions
    """

    engine: EngineName = "auto"
    weighting: Weighting = "hamming"
    model: str | None = None
    nndr_ratio: float | None = None
    k1: float | None = None
    b: float | None = None
    expand: bool = False
    learned_order: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureAnswer(Answer):
    """searches : with a right photo. photos : judged. sample : photos ranked by models; None: the whole library

    plot : SVG, precision at each level of recall
    """

    searches: int
    photos: int
    rows: tuple[MeasuredRow, ...]
    plot: str
    sample: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureProgress(Interim):
    done: int
    total: int


@Declaration(answer=MeasureAnswer, lane=Lane.MEASURE, interim=(MeasureProgress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureRequest(Request):
    """Repeat the judged searches and measure their quality; with `second`, compare two settings.

    dark : plot in colours for a dark ground.
    """

    first: Setting
    second: Setting | None = None
    dark: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAnswer(Answer):
    """order : of the library; None if there is none. tried : the one that was just learned, kept or not"""

    order: LearnedOrder | None = None
    tried: LearnedOrder | None = None


@Declaration(answer=OrderAnswer, lane=Lane.MARKS)
@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRequest(Request):
    """Ask for the learned order, or switch it. use : on or off; None: only ask"""

    use: bool | None = None


@Declaration(answer=OrderAnswer, lane=Lane.MEASURE, interim=(MeasureProgress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class LearnOrderRequest(Request):
    """Learn an order from the judged searches.

    It is kept if it is better, by more than chance, on searches that did not teach it. Otherwise none is.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRow:
    """The value of a measure. second, low, high, p : of the comparison; low to high bounds the difference"""

    measure: str
    first: float
    second: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None


@handles(JudgeRequest)
def _judge(call: Call, request: JudgeRequest) -> JudgedAnswer:
    judgements = call.library.marks.judgements
    if request.photos:
        judgements.set(request.terms, request.labels, request.photos, request.right)
    judgements_of_search = judgements.of(request.terms)
    return JudgedAnswer(
        right=frozenset(photo for photo, right in judgements_of_search.items() if right),
        wrong=frozenset(photo for photo, right in judgements_of_search.items() if not right),
        searches=len(judgements.all()),
    )


@handles(OrderRequest)
def _order(call: Call, request: OrderRequest) -> OrderAnswer:
    judgements = call.library.marks.judgements
    if request.use is not None:
        return OrderAnswer(order=judgements.use_order(request.use))
    return OrderAnswer(order=judgements.order())


@handles(LearnOrderRequest)
def _learn_order(call: Call, request: LearnOrderRequest) -> OrderAnswer:
    from cbir.evaluation import LEAST_SEARCHES, judged_dataset, learn_order

    library = call.library
    judged = library.marks.judgements.all()
    searches = sum(any(grade > 0 for _, grade in query.grades) for query in judged)
    if searches < LEAST_SEARCHES:
        raise CbirError(
            "An order is learned from at least {0} searches with a right photo, and there are {1}. "
            "Choose photos for more: Photo › For this search",
            LEAST_SEARCHES,
            searches,
        )
    learned = learn_order(
        library,
        judged_dataset(judged, library.folder),
        progress=lambda done, total: call.tell(MeasureProgress(done=done, total=total)),
        cancelled=call.cancelled,
    )
    order = learned.order if learned.better else None
    library.marks.judgements.keep_order(order)
    return OrderAnswer(order=order, tried=learned.order)


@handles(MeasureRequest)
def _measure(call: Call, request: MeasureRequest) -> MeasureAnswer:
    """Repeat the judged searches with one setting or two.

    Raises CbirError, such as ModelNotInstalled, and Cancelled.
    """
    from cbir.evaluation import Palette, compare, curve_plot, figures_of, judged_dataset, single

    library = call.library
    judged = library.marks.judgements.all()
    if not any(grade > 0 for query in judged for _, grade in query.grades):
        raise CbirError(
            "No photo is marked right for a search yet. Choose one, then: Photo › For this search"
        )
    dataset = judged_dataset(judged, library.folder)
    settings = [request.first, *([] if request.second is None else [request.second])]
    sample = None
    if any(setting.model for setting in settings):
        dataset = replace(dataset, topics=tuple(topic for topic in dataset.topics if single(topic)))
        if not any(topic.has_answer for topic in dataset.topics):
            raise CbirError(
                "Models are compared by searches with a single text or picture. None was judged yet."
            )
        sample = _sample(library, dataset)
    steps = len(settings)

    def run(number: int, setting: Setting) -> Run:
        def progress(done: int, total: int) -> None:
            call.tell(MeasureProgress(done=number * total + done, total=steps * total))

        return _run(library, dataset, setting, sample, progress, call.cancelled)

    figures = [figures_of(dataset, run(number, setting), MEASURES) for number, setting in enumerate(settings)]
    rows = []
    for measure in MEASURES:
        row = MeasuredRow(measure=measure, first=figures[0].mean(measure))
        if len(figures) > 1:
            compared = compare(figures[0].column(measure), figures[1].column(measure))
            low, high = compared.interval
            row = MeasuredRow(
                measure=measure,
                first=compared.mean_a,
                second=compared.mean_b,
                low=low,
                high=high,
                p=compared.p_randomisation,
            )
        rows.append(row)
    palette = Palette(**_DARK, lines=_DARK_LINES) if request.dark else Palette()
    curves = [
        (_name(setting), figures_of_setting.curve)
        for setting, figures_of_setting in zip(settings, figures, strict=True)
    ]
    return MeasureAnswer(
        searches=len(figures[0].topics),
        photos=sum(len(topic.grades) for topic in dataset.topics),
        rows=tuple(rows),
        plot=curve_plot(curves, palette),
        sample=None if sample is None else len(sample),
    )


def _run(
    library: Library,
    dataset: Dataset,
    setting: Setting,
    sample: list[Path] | None,
    progress: Callable[[int, int], None],
    cancelled: Callable[[], bool],
) -> Run:
    from cbir.evaluation import record_run, run_of_model

    if setting.model is None:
        options = SearchOptions(
            top=_TOP,
            engine=setting.engine,
            weighting=setting.weighting,
            k1=setting.k1,
            b=setting.b,
            expand=setting.expand,
            nndr_ratio=setting.nndr_ratio,
            learned_order=setting.learned_order,
        )
        return record_run(
            library, dataset, options, None, tag=_name(setting), progress=progress, cancelled=cancelled
        )
    return run_of_model(
        library.models.store.find(setting.model),
        dataset,
        sample or [],
        progress=lambda _, done, total: progress(done, total),
        cancelled=cancelled,
    )


def _sample(library: Library, dataset: Dataset) -> list[Path]:
    """The judged photos, and others drawn with a fixed seed: the same for both models."""
    from cbir.evaluation import DocumentNames

    names = DocumentNames(dataset.root)
    judged = [names.path(name) for name in sorted(dataset.documents())]
    listed = library.search([], SearchOptions(listed="name")).hits
    rows = random.Random(20).sample(range(len(listed)), min(_SAMPLE, len(listed)))
    judged_paths = set(judged)
    others = (listed[row] for row in sorted(rows))
    return [*judged, *(hit.path for hit in others if not hit.offline and hit.path not in judged_paths)]


def _name(setting: Setting) -> str:
    if setting.model is not None:
        return setting.model
    ratio = "" if setting.nndr_ratio is None else f", NNDR {setting.nndr_ratio:g}"
    bm25 = "".join(
        f", {name} {value:g}" for name, value in (("k1", setting.k1), ("b", setting.b)) if value is not None
    )
    expanded = ", expanded" if setting.expand else ""
    expanded += ", learned order" if setting.learned_order else ""
    if setting.engine != "match":
        return f"{setting.engine}{expanded}"
    return f"match, {setting.weighting}{bm25}{ratio}{expanded}"
