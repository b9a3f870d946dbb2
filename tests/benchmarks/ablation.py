"""What each ingredient of the search is worth: `python -m tests.benchmarks.ablation --work DIR`.

The queries of covers/, objects/ and hard/, and altered copies of photos of distractors/ (half B), each asked with every
ingredient and without each. Outcomes are kept in --work query by query, so that a run that was stopped goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from cbir.base.types import SearchOptions, Term
from cbir.evaluation import (
    ABLATION_MEASURES,
    MARGIN,
    Dataset,
    DocumentNames,
    Outcome,
    Topic,
    Way,
    Worth,
    ablate,
    load_dataset,
    read_pixels,
    ways,
    worth,
)
from cbir.library import Library
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.quality_sections import ALTERED_PHOTOS, chosen
from tests.benchmarks.report import Table, parser, progress, publish, thinned
from tests.evaluation.altered_copies import KINDS, altered_copy
from tests.evaluation.ground_truth import only_half, pictures_in

TOP = 100
HOW_TO_READ = (
    "Figures are what the ingredient adds. p: randomisation test, corrected by Holm. no harm: the lower end of what it "
    f"adds to AP, one-sided 95 %, is above -{MARGIN:g}. power: how often so many queries would show that of an "
    "ingredient that changes nothing; where it is low, “not shown” says that there were too few. ms: what it takes of "
    "scoring and comparing, on a busy machine. Options of the second looks were chosen on hard/, which flatters them."
)
NOT_ASKED = "RootSIFT and the fusion with other engines are no switches of the match engine: the next section has them."


def altered(data: Path) -> Dataset:
    """One altered copy of each photo, the kinds in turn."""
    folder = data / "distractors"
    names, topics = DocumentNames(folder), []
    for number, path in enumerate(chosen(only_half(pictures_in(folder), "B"), ALTERED_PHOTOS)):
        copy = altered_copy(read_pixels(path), KINDS[number % len(KINDS)], path.name)
        name = names.of(path)
        topics.append(Topic(id=name, terms=(Term(data=copy.jpeg),), grades={name: 1}))
    return Dataset(name="altered copies", root=folder, topics=tuple(topics))


SETS: Mapping[str, tuple[Callable[[Path], Dataset], Callable[[Libraries], Path]]] = {
    "hard": (
        lambda data: load_dataset(data / "hard"),
        lambda libraries: libraries.built(
            "hard", [libraries.data / "hard" / "reference"], start=libraries.distractors()
        ),
    ),
    "objects": (lambda data: load_dataset(data / "objects"), Libraries.objects),
    "altered copies": (altered, Libraries.main),
    "covers": (lambda data: load_dataset(data / "covers"), Libraries.main),
}


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="keep libraries and outcomes in this folder")
    parsed.add_argument(
        "--limit", type=int, help="ask at most so many queries of each set; 0: tell what is there"
    )
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    switches = ways(SearchOptions(top=TOP, engine="match"), fused=False)
    with work_folder(arguments.work) as work:
        libraries = Libraries(work, data)
        found, asked = {}, []
        for name, (dataset, library) in SETS.items():
            whole, file = dataset(data), work / f"ablation {name}.jsonl"
            with libraries.open(library(libraries)) as opened:
                found[name] = outcomes_of(file, whole, [(opened, switches)], arguments.limit)
            asked.append(f"{len({one.topic for one in found[name]})} of {len(whole.topics)} of {name}")
    first, *others = tables_of(found)
    notes = (*first.notes, HOW_TO_READ, f"Asked, in their order: {', '.join(asked)}.", NOT_ASKED)
    publish("ablation", "Ablation", [replace(first, notes=notes), *others], write=arguments.write)


def outcomes_of(
    file: Path, dataset: Dataset, asked: Sequence[tuple[Library, Sequence[Way]]], limit: int | None
) -> list[Outcome]:
    """What each library's ways made of the queries; what the file has is not asked again."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    kept = [Outcome(**json.loads(line)) for line in lines]
    done = {outcome.topic for outcome in kept}
    topics = [topic for topic in thinned(dataset.topics, limit) if topic.id not in done]
    progress(f"{dataset.name}: {len(done)} queries are there, {len(topics)} to ask")
    with file.open("a", encoding="utf-8") as out:
        for topic in topics:
            one = replace(dataset, topics=(topic,))
            outcomes = [outcome for library, way in asked for outcome in ablate(library, one, way)]
            out.write("".join(json.dumps(asdict(outcome)) + "\n" for outcome in outcomes))
            out.flush()
            kept += outcomes
    return kept


def tables_of(found: Mapping[str, Sequence[Outcome]]) -> list[Table]:
    # A query of one set is none of another.
    together = [
        replace(outcome, topic=f"{name}/{outcome.topic}")
        for name, outcomes in found.items()
        for outcome in outcomes
    ]
    return [_table(name, outcomes) for name, outcomes in {"all sets": together, **found}.items() if outcomes]


def _table(name: str, outcomes: Sequence[Outcome]) -> Table:
    by_measure = {measure: worth(outcomes, measure) for measure in ABLATION_MEASURES}
    rows = [_row(each) for each in zip(*by_measure.values(), strict=True)]
    whole = ", ".join(f"{name} {each[0].comparison.mean_b:.4f}" for name, each in by_measure.items())
    no_loss = [each.no_loss for each in by_measure["AP"]]
    return Table(
        title=f"{name.capitalize()}, {no_loss[0].n} queries",
        columns=("without", "AP", "p", "R@1", "p", "proven", "p", "no harm (AP)", "power", "ms"),
        rows=tuple(rows),
        notes=(f"With everything: {whole}.",),
    )


def _row(measures: Sequence[Worth]) -> tuple[str, ...]:
    first = measures[0]
    cells = [cell for each in measures for cell in (f"{each.comparison.difference:+.4f}", f"{each.p:.3f}")]
    verdict = f"{'yes' if first.no_loss.shown else '**not shown**'} ({first.no_loss.lower:+.4f})"
    return (first.name, *cells, verdict, f"{first.no_loss.power:.2f}", f"{first.extra_ms:+.0f}")


if __name__ == "__main__":
    main()
