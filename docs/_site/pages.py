"""Hooks of mkdocs: docs/ -> the pages of the site, with those made from commands, records and the project's files.

docs/ is also read on its own, in the window and in the repository, so that nothing in it depends on this.
"""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
for folder in (ROOT, ROOT / "app", ROOT / "resources"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

_COPIES = {
    "changes.md": "CHANGELOG.md",
    "contributing.md": ".github/CONTRIBUTING.md",
    "security.md": ".github/SECURITY.md",
}
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


def on_files(files: Files, config: Any) -> Files:
    from installers.manual import commands_page

    made = {"commands.md": commands_page(), "json.md": json_page()}
    made |= {page: (ROOT / source).read_text(encoding="utf-8") for page, source in _COPIES.items()}
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    name = page.file.src_uri
    # Links from these files to docs/, and from docs/ to files that are in the repository alone.
    text = re.sub(r"\]\((?:\.\./)?docs/", "](", markdown) if name in _COPIES else markdown
    text = text.replace("](../CHANGELOG.md)", "](changes.md)")
    text = re.sub(r"\[([^\]]+)\]\(\.\./(?!\w+\.md)[^)]*\)", r"\1", text)
    text = re.sub(r"\[([^\]]+)\]\(benchmarks\)", r"\1", text)
    if name == "benchmarks.md":
        text = _TABLE.sub(lambda table: f"{table[0]}\n{chart(table[0])}\n", text)
    return text


def json_page() -> str:
    """The fields of what each command prints with --json, from docs/schemas/."""
    lines = [
        "# JSON",
        "",
        "With `--json`, a command prints one JSON object to stdout; `cbir ablate` prints a list, and `cbir watch` one",
        "object on each line. Each has a [JSON Schema](https://json-schema.org). New versions may add fields and never",
        "remove or retype one; see [stability](stability.md). Bytes of a path that are not UTF-8 are escaped as Python",
        "does it.",
        "[The reference](reference.md) explains the fields. `?` marks those that may be absent.",
    ]
    for file in sorted((ROOT / "docs" / "schemas").glob("*.json")):
        schema = json.loads(file.read_text(encoding="utf-8"))
        lines += ["", f"## `{schema['title']}`", "", schema["description"]]
        lines += [f"[Schema](schemas/{file.name})", "", "| field | type |", "|---|---|"]
        for form in schema.get("anyOf", [schema]):
            lines += [f"| `{name}` | {kind} |" for name, kind in _fields(form)]
    return "\n".join(lines) + "\n"


def _fields(schema: Any, before: str = "") -> Iterator[tuple[str, str]]:
    types = schema.get("type", "object")
    kinds = [types] if isinstance(types, str) else types
    if before:
        yield before, " or ".join(kinds)
    for name, inner in schema.get("properties", {}).items():
        absent = "" if name in schema.get("required", ()) else "?"
        yield from _fields(inner, f"{before}{'.' if before else ''}{name}{absent}")
    inner = schema.get("items")
    if inner is not None and ("properties" in inner or not before):
        yield from ((name, kind) for name, kind in _fields(inner, f"{before}[]") if name != f"{before}[]")
    others = schema.get("additionalProperties")
    if isinstance(others, dict):
        yield from _fields(others, f"{before}{'.' if before else ''}NAME")


def chart(table: str) -> str:
    """Return a table's shares as bars, each with a line at its target, as SVG; empty if it has fewer than three."""
    bars = list(_bars(table))
    if len(bars) < 3:
        return ""
    height = 22 * len(bars) + 24
    lines = [
        f'<svg class="bars" viewBox="0 0 720 {height}" role="img" aria-label="The table above as bars, from 0 to 1">'
    ]
    for number, (label, target, value) in enumerate(bars):
        top = 22 * number
        missed = " missed" if target is not None and value < target else ""
        lines.append(f'<text x="392" y="{top + 15}" text-anchor="end">{html.escape(label)}</text>')
        lines.append(
            f'<rect class="bar{missed}" x="400" y="{top + 4}" width="{value * 270:.1f}" height="14"/>'
        )
        if target is not None:
            x = 400 + target * 270
            lines.append(f'<line class="target" x1="{x:.1f}" x2="{x:.1f}" y1="{top + 1}" y2="{top + 21}"/>')
        lines.append(f'<text x="676" y="{top + 15}">{value:.3f}</text>')
    lines.append(
        f'<text class="scale" x="400" y="{height - 4}">0</text>'
        f'<text class="scale" x="670" y="{height - 4}" text-anchor="end">1; the line is the target</text></svg>'
    )
    return "\n".join(lines)


def _bars(table: str) -> Iterator[tuple[str, float | None, float]]:
    """The label, the target and the value of each row whose value is a share of 1 and better when higher."""
    header, _, *rows = (
        [cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()
    )
    if "measured" in header and "target" in header:
        at, target_at = header.index("measured"), header.index("target")
    elif "recall" in header:
        at, target_at = header.index("recall"), None
    else:
        return
    for row in rows:
        value = re.match(r"(0\.\d+|1\.0+)(?![\d %])", row[at].replace(" (", "("))
        target = None if target_at is None else re.match(r"≥? ?(0?\.\d+)$", row[target_at])
        if value is None or (target_at is not None and target is None):
            continue
        label = _LINK.sub(r"\1", row[0])
        label = label if len(label) <= 64 else f"{label[:62]}…"
        yield label, None if target is None else float(target[1]), float(value[1])
