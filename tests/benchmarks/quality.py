"""Quality targets, measured: `python -m tests.benchmarks.quality --data DATA`.

Builds the library of the issue (covers/Reference and all distractors, shipped codebook) through the public
API and asks it everything that the issue asks. With --work the libraries and the figures are kept, so that
one section can be run again by itself (--only) and the table is put together from all that were run there.
"""

import json
import time
from dataclasses import asdict

from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.quality_sections import (
    Figures,
    Row,
    measure_altered,
    measure_covers,
    measure_disk,
    measure_false,
    measure_forty,
    measure_objects,
    measure_region,
)
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, verdict

MEASURES = ("cbir/local_features", "cbir/visual_words", "cbir/matching", "cbir/search")

SECTIONS = {
    "covers": measure_covers,
    "objects": measure_objects,
    "false": measure_false,
    "altered": measure_altered,
    "forty": measure_forty,
    "region": measure_region,
    "disk": measure_disk,
}


def main():
    arguments = _arguments()
    only = tuple(SECTIONS) if arguments.only is None else tuple(arguments.only.split(","))
    unknown = set(only) - set(SECTIONS)
    if unknown:
        raise SystemExit(
            f"No section is called {', '.join(sorted(unknown))}. There are {', '.join(SECTIONS)}."
        )
    with work_folder(arguments.work) as work:
        libraries = Libraries(work, arguments.data.resolve())
        store = libraries.work / "figures.json"
        figures = {} if arguments.limit else _load(store)
        for name in only:
            started = time.perf_counter()
            progress(f"== {name}")
            figures[name] = SECTIONS[name](libraries, arguments.limit)
            progress(f"== {name}: {time.perf_counter() - started:.0f} s")
            if not arguments.limit:
                _save(store, figures)
    publish("quality", "Quality", _tables(figures, arguments.limit), write=arguments.write, measures=MEASURES)


def _arguments():
    arguments = parser(__doc__ or "", work="libraries and figures", limit="queries in each section")
    arguments.add_argument("--only", metavar="SECTION,…", help=f"of {', '.join(SECTIONS)}")
    return arguments.parse_args()


def _tables(figures, limit):
    rows = [row for name in SECTIONS if name in figures for row in figures[name].rows]
    notes = ["A quick look at a part of the queries, not the measurement."] if limit else []
    tables = [
        Table(
            columns=("what", "asked", "measured", "holds"),
            rows=tuple((row.what, row.asked, row.measured, verdict(row.holds)) for row in rows),
            notes=(*notes, *(note for name in SECTIONS if name in figures for note in figures[name].notes)),
        )
    ]
    details = [figures[name] for name in SECTIONS if name in figures and figures[name].detail_rows]
    return tables + [
        Table(title=section.detail_title, columns=section.detail_columns, rows=section.detail_rows)
        for section in details
    ]


def _save(path, figures):
    text = json.dumps({name: asdict(section) for name, section in figures.items()}, indent=1)
    path.write_text(text, encoding="utf-8")


def _load(path):
    if not path.exists():
        return {}
    stored = json.loads(path.read_text(encoding="utf-8"))
    return {
        name: Figures(
            rows=tuple(Row(**row) for row in section["rows"]),
            notes=tuple(section["notes"]),
            detail_title=section["detail_title"],
            detail_columns=tuple(section["detail_columns"]),
            detail_rows=tuple(tuple(row) for row in section["detail_rows"]),
        )
        for name, section in stored.items()
    }


if __name__ == "__main__":
    main()
