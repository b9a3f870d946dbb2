"""Measurements in docs/benchmarks/NAME.json, and the rows of docs/benchmarks.md that quote them.

A benchmark writes its record as a whole, with the day, the machine, the command and the commit, so that no old figure
survives beside a new one. A row of the page that ends with a link to a record is filled in from it; the link's title
says from what:

    | text | … | … | [day, commit](benchmarks/NAME.json "first cell of a row > COLUMN > COLUMN") |

"TITLE > first cell …" where only that table of the record is meant; "–" for no figure.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
RECORDS = PAGE.with_suffix("")
_QUOTING_ROW = re.compile(
    r'(?m)^\| (?P<cells>.*) \| \[[^\]]*\]\(benchmarks/(?P<name>[\w-]+)\.json "(?P<quoted>[^"]+)"\) \|$'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """rows : as many texts each as there are columns. notes : sentences under the table."""

    title: str = ""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self):
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"Every row needs {len(self.columns)} cells.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One run of a benchmark. commit : measured there, or recorded by it. measures : paths of what was measured"""

    heading: str
    date: str
    machine: str
    command: str
    commit: str
    measures: tuple[str, ...] = ()
    tables: tuple[Table, ...]
    notes: tuple[str, ...] = ()

    def row(self, first, title=None):
        """The row that begins with such a cell, by its columns. KeyError unless there is exactly one"""
        rows = [
            # a column whose name stands twice cannot be quoted
            {
                column: cell
                for column, cell in zip(table.columns, row, strict=True)
                if table.columns.count(column) == 1
            }
            for table in self.tables
            if title in (None, table.title)
            for row in table.rows
            if row[0].strip() == first
        ]
        if len(rows) != 1:
            raise KeyError(f"{self.heading}: {len(rows)} rows begin with “{first}”.")
        return rows[0]


def path_of(name):
    return RECORDS / f"{re.sub('[ _]', '-', name)}.json"


def load(path):
    stored = json.loads(path.read_text(encoding="utf-8"))
    tables = tuple(
        Table(
            title=table["title"],
            columns=tuple(table["columns"]),
            rows=tuple(map(tuple, table["rows"])),
            notes=tuple(table["notes"]),
        )
        for table in stored["tables"]
    )
    lists = {key: tuple(stored[key]) for key in ("measures", "notes")}
    return Record(**{**stored, **lists, "tables": tables})


def save(record, path):
    """Write a record, one row of a table a line."""
    text = json.dumps(asdict(record), ensure_ascii=False, indent=1)
    text = re.sub(r'(?m)^( *(?:"(?:columns|measures)": )?)\[\n((?: *"[^\n]*",?\n)*) *\]', _on_one_line, text)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8", newline="\n")


def _on_one_line(cells):
    return f"{cells[1]}[{' '.join(line.strip() for line in cells[2].splitlines())}]"


def markdown(table):
    """A table in GitHub's markdown, its numbers as they are."""
    lines = [f"**{table.title}**", ""] if table.title else []
    lines.append("| " + " | ".join(table.columns) + " |")
    lines.append("|" + "---|" * len(table.columns))
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in table.rows]
    for note in table.notes:
        lines += ["", note]
    return "\n".join(lines)


def filled_in(page, records=RECORDS):
    """The page with all rows that quote records filled in. KeyError where a record has no such figure"""
    return _QUOTING_ROW.sub(lambda row: _filled_in(row, records), page)


def _filled_in(row, records):
    label, *shown = re.split(r" \| ", row["cells"])
    record = load(records / f"{row['name']}.json")
    *table, first = row["quoted"].split(" > ")[: -len(shown)]
    figures = {**record.row(first, *table), "–": "–"}
    cells = [figures[column] or "–" for column in row["quoted"].split(" > ")[-len(shown) :]]
    link = f'[{record.date}, {record.commit}](benchmarks/{row["name"]}.json "{row["quoted"]}")'
    return f"| {' | '.join((label, *cells, link))} |"
