"""Sentences on parts of photos: `python -m tests.benchmarks.parts --data DIR --write`."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from cbir.base.types import SearchOptions, Term
from cbir.embeddings import demo_model
from cbir.library import Library, LibraryOptions
from tests.benchmarks.parts.choosing import (
    CHOSEN,
    GRIDS,
    LINES,
    embed,
    grids_table,
    lines_table,
    rules_table,
)
from tests.benchmarks.parts.cost import cost_table
from tests.benchmarks.parts.sheets import Sheets, make_sheets
from tests.benchmarks.report import Table, parser, progress, publish

Asked = Sequence[tuple[str, frozenset[int]]]


def product_table(sheets: Sheets) -> Table:
    """Half B, indexed and asked as anybody would."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
        folder = Path(work)
        names = {}
        for half in ("one", "two"):
            (folder / half).mkdir()
        for row, picture in enumerate(sheets.pictures):
            path = folder / ("one", "two")[row % 2] / f"{row:04}.jpg"
            cv2.imwrite(str(path), picture[..., ::-1])
            names[path.name] = row
        with Library.open(
            folder / "library", create=True, options=LibraryOptions(models=folder / "models")
        ) as library:
            library.models.use("demo")

            def rate(asked: Asked) -> tuple[float, float]:
                """R@1, and how often a right photo is a strong hit."""
                first, strong = [], []
                for text, right in asked:
                    found = library.search([Term(text=text)], SearchOptions(engine="semantic", top=50)).hits
                    first.append(names[found[0].path.name] in right)
                    strong.append(any(hit.strong and names[hit.path.name] in right for hit in found))
                return float(np.mean(first)), float(np.mean(strong))

            def column() -> list[str]:
                rates = [*(rate(asked) for asked in sheets.small.values()), rate(sheets.whole)]
                never = [
                    library.search([Term(text=text)], SearchOptions(engine="semantic")).strong > 0
                    for text in sheets.absent
                ]
                return [
                    *(f"{first:.3f}" for first, _ in rates),
                    f"{np.mean([strong for _, strong in rates[:-1]]):.3f}",
                    f"{rates[-1][1]:.3f}",
                    f"{np.mean(never):.3f}",
                ]

            columns = []
            for run, parts in (("one", False), ("two", False), ("one", True), ("two", True)):
                progress(f"half B: indexing {run}{' with parts' if parts else ''}")
                library.index([folder / run], parts=parts or None)
                if run == "two" or parts:
                    columns.append(column())
    rows = (
        *(f"R@1, a thing of 1/{round(1 / share)} of the side" for share in sheets.small),
        "R@1, whole scenes",
        "small: the right photo is a strong hit",
        "scenes: the right photo is a strong hit",
        "in no photo: a strong hit all the same",
    )
    return Table(
        title="Half B: before and after, through the library",
        columns=("what", "whole photos", "half of the photos with parts", "all with parts"),
        rows=tuple((name, *cells) for name, *cells in zip(rows, *columns, strict=True)),
        notes=(
            f"{len(sheets.pictures)} pictures, {sum(map(len, sheets.small.values()))} sentences of small things, "
            f"{len(sheets.whole)} of whole scenes, {len(sheets.absent)} of what no picture shows. The demo's model.",
        ),
    )


def main() -> None:
    arguments = parser(__doc__ or "").parse_args()
    model = demo_model()
    assert model is not None
    sheets = make_sheets("A")
    found = embed(model, sheets, tuple(GRIDS))
    tables = [
        grids_table(sheets, found),
        rules_table(sheets, found),
        lines_table("Half A: the line between strong and weak", sheets, found, LINES),
        product_table(make_sheets("B")),
    ]
    if (arguments.data / "distractors").is_dir():
        tables.append(cost_table(arguments.data))
    publish("parts", f"Sentences on parts of photos: {CHOSEN}", tables, write=arguments.write)


if __name__ == "__main__":
    main()
