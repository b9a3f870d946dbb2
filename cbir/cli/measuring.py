"""The commands that measure a library's searches: `cbir evaluate` and `cbir ablate`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from cbir.base.errors import Cancelled, CbirError
from cbir.base.extras import how_to_install
from cbir.base.types import FUSED_FEATURES, EngineName, SearchOptions
from cbir.cli.console import EXIT_INTERRUPTED, result, result_json, say, step_progress, stop_on_interrupt
from cbir.cli.terms import (
    BOption,
    DeviceOption,
    EngineOption,
    ExpandOption,
    JsonOption,
    K1Option,
    LibraryOption,
    NndrOption,
    NndrRatioOption,
    WeightingOption,
)

if TYPE_CHECKING:
    from cbir.base.types import Device, LearnedOrder
    from cbir.evaluation import Comparison, Dataset, Figures, Outcome, Run, Worth
    from cbir.library import Library


DatasetArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="[DATASET]",
        help="A folder with an index.json, with the folders query and reference, or with topics and "
        "qrels; or a file of TREC topics. Without it: your own searches with hits that you marked "
        "right or wrong in the window.",
        show_default=False,
    ),
]
QrelsOption = Annotated[
    Path | None,
    typer.Option("--qrels", metavar="FILE", help="TREC judgements, if DATASET is a file of topics."),
]
_TopOption = Annotated[int, typer.Option("--top", metavar="N", min=1, help="Hits to keep per search.")]
_JobsOption = Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Searches at once.")]
_RunOption = Annotated[
    Path | None,
    typer.Option(
        "--run", metavar="FILE", help="Keep the answers in this TREC run; an unfinished one is continued."
    ),
]
_CompareOption = Annotated[
    tuple[Path, Path] | None,
    typer.Option(
        "--compare", metavar="A B", help="Compare two existing runs, query by query, without searching."
    ),
]
_MeasureOption = Annotated[
    list[str] | None,
    typer.Option("--measure", metavar="NAME", help="Such as P@5, AP or nDCG@10. Can be repeated."),
]
AlphaOption = Annotated[
    float,
    typer.Option("--alpha", metavar="P", min=0.0001, max=0.5, help="The level below which p is significant."),
]
_PlotsOption = Annotated[
    Path | None, typer.Option("--plots", metavar="DIR", help="Write plots as SVG into this folder.")
]
_PoolOption = Annotated[
    Path | None,
    typer.Option(
        "--pool",
        metavar="FILE",
        help="Write the first photos of the --of runs for judging, without searching.",
    ),
]
_OfOption = Annotated[
    list[Path] | None, typer.Option("--of", metavar="RUN", help="A run to pool. Can be repeated.")
]
_WithoutRightOption = Annotated[
    bool,
    typer.Option(
        "--without-right",
        help="Leave the right photos out of each search, and list what is then wrongly called the same thing.",
    ),
]
_LearnOption = Annotated[
    bool,
    typer.Option(
        "--learn",
        help="Fit the weights of the engines to the judged hits, and search with them if that is better.",
    ),
]
_OrderOption = Annotated[
    Literal["learned", "standard"] | None,
    typer.Option("--order", help="Search from now on in the learned order, or in the standard one."),
]
_DepthOption = Annotated[
    int, typer.Option("--depth", metavar="N", min=1, help="Photos to pool per query and run.")
]


def evaluate(
    dataset: DatasetArgument = None,
    qrels: QrelsOption = None,
    engine: EngineOption = "auto",
    weighting: WeightingOption = "hamming",
    k1: K1Option = None,
    b: BOption = None,
    expand: ExpandOption = False,
    top: _TopOption = 1000,
    jobs: _JobsOption = 1,
    run: _RunOption = None,
    compare: _CompareOption = None,
    measure: _MeasureOption = None,
    alpha: AlphaOption = 0.05,
    plots: _PlotsOption = None,
    pool: _PoolOption = None,
    of: _OfOption = None,
    depth: _DepthOption = 10,
    nndr: NndrOption = "auto",
    nndr_ratio: NndrRatioOption = None,
    without_right: _WithoutRightOption = False,
    learn: _LearnOption = False,
    order: _OrderOption = None,
    as_json: JsonOption = False,
    device: DeviceOption = "auto",
    library: LibraryOption = None,
) -> None:
    """Measure how well a library answers queries whose right photos are known.

    Index the photos first: cbir index FOLDER. Each line is a measure and its mean over the queries.
    docs/evaluation.md explains data sets, measures and tests.
    """
    from cbir.evaluation import USUAL_MEASURES, figures_of, read_run, write_pool

    if order is not None:
        _use_order(library, learned=order == "learned", as_json=as_json)
        return
    data_set = open_dataset(dataset, qrels, library)
    if learn:
        _learn(library, device, data_set, alpha, as_json=as_json)
        return
    measures = tuple(measure or USUAL_MEASURES)
    if pool is not None:
        if not of:
            raise CbirError("Name the runs to pool, each with --of RUN.")
        photos, waiting = write_pool(pool, data_set, [read_run(file) for file in of], depth=depth)
        say(f"{pool} has {photos} photos. Give a grade to the {waiting} that have -1.")
        return
    if compare is not None:
        _compare(
            data_set, read_run(compare[0]), read_run(compare[1]), measures, alpha, plots, as_json=as_json
        )
        return
    options = SearchOptions(
        top=top,
        engine=engine,
        weighting=weighting,
        k1=k1,
        b=b,
        expand=expand,
        nndr=nndr,
        nndr_ratio=nndr_ratio,
    )
    if without_right:
        _search_without_right(library, device, data_set, replace(options, top=min(top, 100)), as_json=as_json)
        return
    figures_of(data_set, _nothing(), measures)  # an unknown measure is reported before an hour of searching
    answered = _search(library, device, data_set, options, run, jobs)
    figures = figures_of(data_set, answered, measures)
    if plots is not None:
        from cbir.evaluation import curve_plot

        _write_plot(plots, "precision-recall", curve_plot([(answered.tag, figures.curve)]))
    if as_json:
        result_json(_as_json(data_set, figures))
    else:
        _print(data_set, figures)


def _use_order(folder: Path | None, *, learned: bool, as_json: bool) -> None:
    from cbir.library import Library

    with Library.open(folder, writable=True) as library:
        order = library.marks.judgements.use_order(learned)
    if as_json:
        result_json(_order_json(order, kept=True))
    else:
        say("Searches use the learned order." if learned else "Searches use the standard order.")


def _learn(folder: Path | None, device: Device, dataset: Dataset, alpha: float, *, as_json: bool) -> None:
    """Learn an order from the data set, and store it in the library if it is better."""
    from cbir.evaluation import learn_order

    with _opened(folder, device, dataset) as opened:
        try:
            learned = learn_order(
                opened.library,
                dataset,
                alpha=alpha,
                progress=opened.progress,
                cancelled=opened.stopping,
            )
        except Cancelled as error:
            say("Stopped: a result needs every query.")
            raise typer.Exit(EXIT_INTERRUPTED) from error
        opened.library.marks.judgements.keep_order(learned.order if learned.better else None)
    if as_json:
        result_json(_order_json(learned.order, kept=learned.better))
        return
    order = learned.order
    for name, weight in zip(FUSED_FEATURES, order.weights, strict=True):
        result(f"weight of {name}\t{weight:.3f}")
    result(f"nDCG@10, standard order\t{order.before:.4f}")
    result(f"nDCG@10, order that other searches taught\t{order.after:.4f}")
    result(
        f"difference\t{order.after - order.before:+.4f}\t{order.low:+.4f}\t{order.high:+.4f}\tp {order.p:.4f}"
    )
    if learned.better:
        say(
            "Better, by more than chance: searches use these weights. To undo: cbir evaluate --order standard"
        )
    else:
        say(
            "Not better by more than chance: searches keep the standard order. More judged searches tell more."
        )


def _order_json(order: LearnedOrder, *, kept: bool) -> dict[str, Any]:
    fields = asdict(order)
    return {**fields, "weights": dict(zip(FUSED_FEATURES, order.weights, strict=True)), "kept": kept}


def open_dataset(place: Path | None, qrels: Path | None, library: Path | None) -> Dataset:
    """The data set in a place; without one, the searches that were judged in a library's window."""
    from cbir.evaluation import judged_dataset, load_dataset

    if place is not None:
        return load_dataset(place, qrels=qrels)
    from cbir.library import Library

    with Library.open(library) as opened:
        return judged_dataset(opened.marks.judgements.all(), opened.folder)


def _nothing() -> Run:
    from cbir.evaluation import Run

    return Run(tag="", scores={})


class _Opened(NamedTuple):
    """A library to measure. progress : shows (searches done, all). stopping : True after Ctrl-C"""

    library: Library
    progress: Callable[[int, int], None]
    stopping: Callable[[], bool]


@contextmanager
def _opened(folder: Path | None, device: Device, dataset: Dataset) -> Iterator[_Opened]:
    """Open a library to search it with each query of a data set, and show the progress."""
    from cbir.library import Library, LibraryOptions

    searching = f"Searching {dataset.name}"
    with (
        stop_on_interrupt() as stopping,
        Library.open(folder, options=LibraryOptions(device=device)) as library,
        step_progress(searching) as show,
    ):
        library.start()

        def progress(done: int, total: int) -> None:
            show("Stopping" if stopping() else searching, done, total)

        yield _Opened(library, progress, stopping)


def _search(
    folder: Path | None,
    device: Device,
    dataset: Dataset,
    options: SearchOptions,
    file: Path | None,
    jobs: int,
) -> Run:
    from cbir.evaluation import record_run, tag_of

    searched = -1
    with _opened(folder, device, dataset) as opened:
        photos = opened.library.search([], SearchOptions(listed="name")).hits
        tag = tag_of(options, (bytes(hit.path) for hit in photos))
        started = time.perf_counter()

        def progress(done: int, total: int) -> None:
            nonlocal searched
            searched += 1  # the first call reports the earlier answers
            opened.progress(done, total)

        try:
            run = record_run(
                opened.library,
                dataset,
                options,
                file,
                tag=tag,
                jobs=jobs,
                progress=progress,
                trouble=say,
                cancelled=opened.stopping,
            )
        except Cancelled as error:
            continuation = "" if file is None else f" {file} has them: the same command continues from there."
            say(f"Stopped after {searched} searches.{continuation}")
            raise typer.Exit(EXIT_INTERRUPTED) from error
        took_s = time.perf_counter() - started
    say(f"{searched} searches in {took_s:.1f} s")
    return run


def _search_without_right(
    folder: Path | None, device: Device, dataset: Dataset, options: SearchOptions, *, as_json: bool
) -> None:
    from cbir.evaluation import points_of, search_without_right

    answers = []
    with _opened(folder, device, dataset) as opened:
        try:
            for answer in search_without_right(
                opened.library, dataset, options, progress=opened.progress, cancelled=opened.stopping
            ):
                if answer.trouble:
                    say(answer.trouble)
                answers.append(answer)
        except Cancelled as error:
            say("Stopped: a result needs every query.")
            raise typer.Exit(EXIT_INTERRUPTED) from error
    if not answers:
        raise CbirError("{0} has no queries with a picture.", dataset.root)
    wrong = [answer for answer in answers if answer.claimed]
    if as_json:
        result_json(
            {
                "dataset": dataset.name,
                "queries": len(answers),
                "wrong": len(wrong),
                "claims": {
                    answer.topic.id: [
                        {"path": str(hit.path), "points": points_of(hit)} for hit in answer.claimed
                    ]
                    for answer in wrong
                },
            }
        )
        return
    for answer in wrong:
        for hit in answer.claimed:
            result(f"{answer.topic.id}\t{hit.path}\t{points_of(hit)} points")
    result(f"wrongly the same thing\t{len(wrong)} of {len(answers)}\t{len(wrong) / len(answers):.4f}")


def _compare(
    dataset: Dataset,
    first: Run,
    second: Run,
    measures: Sequence[str],
    alpha: float,
    plots: Path | None,
    *,
    as_json: bool,
) -> None:
    from cbir.evaluation import compare, curve_plot, difference_plot, figures_of

    a, b = figures_of(dataset, first, measures), figures_of(dataset, second, measures)
    compared = {name: compare(a.column(name), b.column(name), alpha=alpha) for name in measures}
    if plots is not None:
        _write_plot(plots, "precision-recall", curve_plot([(first.tag, a.curve), (second.tag, b.curve)]))
        for name in measures:
            plot = difference_plot(name, b.column(name) - a.column(name))
            _write_plot(plots, f"difference-{name.replace('@', '-')}", plot)
    if as_json:
        result_json({name: _comparison_json(comparison) for name, comparison in compared.items()})
        return
    result("measure\tfirst\tsecond\tdifference\tfrom\tto\teffect\tp\tt\tWilcoxon\tsign\tsignificant")
    for name, comparison in compared.items():
        cells = [
            *(f"{value:.4f}" for value in (comparison.mean_a, comparison.mean_b)),
            *(f"{value:+.4f}" for value in (comparison.difference, *comparison.interval)),
            f"{comparison.effect:+.2f}",
            *(
                "–" if p is None else f"{p:.4f}"
                for p in (
                    comparison.p_randomisation,
                    comparison.p_t,
                    comparison.p_wilcoxon,
                    comparison.p_sign,
                )
            ),
            "yes" if comparison.significant else "no",
        ]
        result("\t".join((name, *cells)))
    _explain(dataset, a, b, next(iter(compared.values())))


def _explain(dataset: Dataset, a: Figures, b: Figures, comparison: Comparison) -> None:
    say(
        f"{comparison.n} queries of {dataset.name}. p: two-sided randomisation test, compared with "
        f"{comparison.alpha:g}. from, to: bootstrap interval of the difference."
    )
    if comparison.p_t is None and comparison.n > 1:
        say(f"The t test and Wilcoxon's need SciPy. {how_to_install('evaluate')}")
    for name, figures in (("first", a), ("second", b)):
        for sentence in _doubts(figures, f"the {name} run"):
            say(sentence)


def _print(dataset: Dataset, figures: Figures) -> None:
    groups = sorted(set(figures.groups))
    listed_groups = groups if len(groups) > 1 else []
    if listed_groups:
        result("\t".join(("measure", "all", *(group or "–" for group in listed_groups))))
    for name in figures.measures:
        values = (figures.mean(name), *(figures.mean(name, group) for group in listed_groups))
        result("\t".join((name, *(f"{value:.4f}" for value in values))))
    result(f"GMAP@1000\t{figures.gmap:.4f}")
    result(f"micro-AP\t{figures.micro_ap:.4f}")
    result("\t".join(("precision at recall 0, .1, … 1", *(f"{value:.3f}" for value in figures.curve))))
    say(f"{len(figures.topics)} queries of {dataset.name} that have an answer")
    if figures.without_answer:
        say(f"{figures.without_answer} queries have no answer: they count only in micro-AP.")
    for sentence in _doubts(figures, "the run"):
        say(sentence)


def _doubts(figures: Figures, run: str) -> list[str]:
    doubts = []
    if figures.not_in_run:
        doubts.append(f"{figures.not_in_run} queries found nothing in {run}, and count as 0.")
    return doubts


def _as_json(dataset: Dataset, figures: Figures) -> dict[str, Any]:
    return {
        "dataset": dataset.name,
        "queries": len(figures.topics),
        "without_answer": figures.without_answer,
        "not_in_run": figures.not_in_run,
        "unjudged_in_first_10": figures.unjudged,
        "measures": {name: figures.mean(name) for name in figures.measures},
        "groups": {
            group: {name: figures.mean(name, group) for name in figures.measures}
            for group in sorted(set(figures.groups))
        },
        "gmap_1000": figures.gmap,
        "micro_ap": figures.micro_ap,
        "precision_at_recall": figures.curve.tolist(),
        "by_query": {
            topic: dict(zip(figures.measures, row, strict=True))
            for topic, row in zip(figures.topics, figures.values.tolist(), strict=True)
        },
    }


def _comparison_json(compared: Comparison) -> dict[str, Any]:
    from dataclasses import asdict

    return {**asdict(compared), "significant": compared.significant}


def _write_plot(folder: Path, name: str, svg: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    except OSError as error:
        raise CbirError(
            "The plot cannot be written into {0}: {1}.", folder, error.strerror or error
        ) from error


_AblatedEngineOption = Annotated[
    EngineName, typer.Option("--engine", help="Which engine searches; auto measures their fusion too.")
]
_MarginOption = Annotated[
    float,
    typer.Option("--margin", metavar="M", min=0.0001, max=0.5, help="Smaller losses do not matter."),
]
_LimitOption = Annotated[
    int | None,
    typer.Option("--limit", metavar="N", min=2, help="Use only N queries, evenly spread, for a quick look."),
]


def ablate(
    dataset: DatasetArgument = None,
    qrels: QrelsOption = None,
    engine: _AblatedEngineOption = "match",
    margin: _MarginOption = 0.01,
    alpha: AlphaOption = 0.05,
    limit: _LimitOption = None,
    as_json: JsonOption = False,
    device: DeviceOption = "auto",
    library: LibraryOption = None,
) -> None:
    """Leave out each ingredient of the search in turn, and show the effect.

    Each line is an ingredient, a measure, its mean with and without the ingredient, the difference and its interval,
    p, whether the ingredient is proven to do no harm, the power of that proof, and the milliseconds it takes.
    """
    from cbir.evaluation import ABLATION_MEASURES, worth

    data_set = open_dataset(dataset, qrels, library)
    if limit is not None and limit < len(data_set.topics):
        spread = (number * len(data_set.topics) // limit for number in range(limit))
        data_set = replace(data_set, topics=tuple(data_set.topics[number] for number in spread))
    outcomes = _ask(library, device, data_set, SearchOptions(top=100, engine=engine))
    rows = [
        row for measure in ABLATION_MEASURES for row in worth(outcomes, measure, margin=margin, alpha=alpha)
    ]
    if as_json:
        result_json([asdict(row) for row in rows])
        return
    for line in _lines(rows):
        result(line)
    first = rows[0].no_loss
    say(
        f"{first.n} queries of {data_set.name}. p: randomisation test, corrected for all ingredients (Holm). "
        f"No harm: the difference is above -{margin:g} with {1 - alpha:.0%}. Power: how often these queries would "
        "prove this for an ingredient that changes nothing."
    )


def _ask(folder: Path | None, device: Device, dataset: Dataset, options: SearchOptions) -> list[Outcome]:
    from cbir.evaluation import ablate as ask
    from cbir.evaluation import ways

    outcomes: list[Outcome] = []
    with _opened(folder, device, dataset) as opened:
        library = opened.library
        compared_ways = ways(options, fused=options.engine == "auto" and library.models.current() is not None)
        try:
            outcomes += ask(
                library, dataset, compared_ways, progress=opened.progress, cancelled=opened.stopping
            )
        except Cancelled as error:
            say("Stopped: a result needs every query. --limit uses fewer.")
            raise typer.Exit(EXIT_INTERRUPTED) from error
    return outcomes


def _lines(rows: Sequence[Worth]) -> list[str]:
    lines = ["without\tmeasure\twith it\twithout it\tdifference\tfrom\tto\tp\tno harm\tpower\tms"]
    for row in rows:
        compared, no_loss = row.comparison, row.no_loss
        numbers = (compared.difference, *compared.interval)
        lines.append(
            "\t".join(
                (
                    row.name,
                    row.measure,
                    f"{compared.mean_b:.4f}",
                    f"{compared.mean_a:.4f}",
                    *(f"{number:+.4f}" for number in numbers),
                    f"{row.p:.4f}",
                    "yes" if no_loss.shown else f"not shown, needs {no_loss.needed} queries",
                    f"{no_loss.power:.2f}",
                    f"{row.extra_ms:+.0f}",
                )
            )
        )
    return lines
