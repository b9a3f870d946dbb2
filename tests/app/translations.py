"""The window's texts -> resources/cbir_resources/translations: collects them, and compiles what translators wrote.

    python -m tests.app.translations

Run it after a text was added or changed, in the window or in the engine. It writes
cbir_resources/translations/engine.txt, the engine's sentences, a line each with {0} and the like for names, numbers and
parts that are sentences themselves. Then it updates the .ts files; new texts are unfinished there, for Qt Linguist or
any editor. Run it once more for the .qm.
"""

from __future__ import annotations

import ast
import functools
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import PySide6

from cbir_app.engine import in_window

ROOT = Path(__file__).resolve().parents[2]
APP, CBIR = ROOT / "app" / "cbir_app", ROOT / "cbir"
TRANSLATIONS = ROOT / "resources" / "cbir_resources" / "translations"
MODELS = ROOT / "resources" / "cbir_resources" / "models.toml"
ENGINE_TEXTS = TRANSLATIONS / "engine.txt"
TOOLS = Path(PySide6.__file__).parent

SPOKEN_ELSEWHERE = (
    *("cli", "demo", "evaluation", "training/", "base/messages.py"),
    *(
        f"server/{name}"
        for name in ("application", "metrics", "options", "requests", "running", "tokens", "__init__")
    ),
    *("embeddings/training", "embeddings/captions.py", "embeddings/shipping", "visual_words/training.py"),
)
"""The terminal's own words, those with which a service starts, and those of trainings, which start from there."""

STEPS_FROM = (
    *(f"embeddings/installing/{name}.py" for name in ("convert", "import_model", "install", "write_weights")),
    *("library/maintenance/new_words.py", "service/codebooks.py"),
)
"""They name the steps of an installation, or of learning, in words without a full stop."""

FRAGMENTS_FROM = (
    *(
        "library/maintenance/check.py",
        "indexing/indexer.py",
        "state/opening.py",
        "library/models.py",
        "vectors/cuda.py",
        "embeddings/installing/import_model.py",
    ),
    *("metadata/sidecars.py", "metadata/xmp_editing.py", "workers/pool.py"),
)
"""Their sentences have parts that are chosen elsewhere in the file."""

SENTENCE = re.compile(r"([A-Z“]|\{\d).*([.?]|[:.] \{\d\})", re.DOTALL)
STEP = re.compile(r"[A-Z][a-z]+ [a-z][a-zA-Z ]+")
FRAGMENT = re.compile(r"(\{\d\} |1 )?[a-z]+ ([a-zA-Z ,-]|\{\d\})+( \(\{\d\}\))?")
COMMAND = re.compile(r"\bcbir (?:index|models|library)\b")
SQL = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|WHERE|AND|CASE)\b")
CALLS_OF_LOGS = ("debug", "info", "warning", "error", "exception", "execute", "executemany", "executescript")
OUR_FAULT = (
    "ValueError",
    "AssertionError",
    "TypeError",
    "RuntimeError",
    "AttributeError",
    "NotImplementedError",
)


@functools.cache
def engine_texts() -> tuple[str, ...]:
    """Return what the engine may say to a user, as it is worded in the window, with {0} for what varies."""
    found: dict[str, None] = {}
    for file in sorted(CBIR.rglob("*.py")):
        name = file.relative_to(CBIR).as_posix()
        if name.startswith(SPOKEN_ELSEWHERE):
            continue
        for text in _texts(ast.parse(file.read_text(encoding="utf-8"))):
            if _is_said(text, name):
                found[in_window(text)] = None
    models = tomllib.loads(MODELS.read_text(encoding="utf-8"))
    return tuple(sorted({*filter(None, found), *_languages(models)}))


def _languages(about: object) -> Iterator[str]:
    """The languages that models read, in words, wherever they stand in the list of models."""
    if isinstance(about, dict):
        if isinstance(words := about.get("languages"), str):
            yield words
        about = list(about.values())
    if isinstance(about, list):
        for one in about:
            yield from _languages(one)


def _is_said(text: str, file: str) -> bool:
    words = re.sub(r"\{\d+\}", "", text)
    if " " not in text.strip() or SQL.search(text) or len(re.findall("[A-Za-z]", words)) < 7:
        return False
    if re.search(r"[{}]", words):
        return False
    return bool(
        SENTENCE.fullmatch(text)
        or COMMAND.search(text)
        or (file in STEPS_FROM and STEP.fullmatch(text))
        or (file in FRAGMENTS_FROM and FRAGMENT.fullmatch(text))
        or (file == "catalog/audit.py" and FRAGMENT.fullmatch(text))
    )


def _texts(tree: ast.Module) -> Iterator[str]:
    """Every text of a module but docstrings, log lines, and what reports a fault of our own."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not _stands_alone(node, parents):
            continue
        if isinstance(node, ast.JoinedStr):
            pieces, at = [], 0
            for piece in node.values:
                if isinstance(piece, ast.Constant):
                    pieces.append(str(piece.value))
                else:
                    pieces.append(f"{{{at}}}")
                    at += 1
            yield "".join(pieces)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value.replace("{}", "{0}", 1) if node.value.count("{}") == 1 else node.value


def _stands_alone(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    above = parents.get(node)
    if above is None or isinstance(above, ast.Expr | ast.JoinedStr):
        return False
    while above is not None and not isinstance(above, ast.stmt):
        if isinstance(above, ast.Call):
            of = above.func
            name = of.attr if isinstance(of, ast.Attribute) else getattr(of, "id", "")
            if name in CALLS_OF_LOGS or name in OUR_FAULT:
                return False
        above = parents.get(above)
    return True


def update(ts: Path, *arguments: str, app: Path = APP) -> None:
    """Bring a file of translations up to date with the source of the window and the engine's sentences."""
    with tempfile.TemporaryDirectory() as scratch:
        engine = Path(scratch) / "engine.py"  # lupdate reads source alone
        marked = (f"QT_TR_NOOP({json.dumps(text, ensure_ascii=False)})\n" for text in engine_texts())
        engine.write_text("".join(marked), encoding="utf-8")
        files = [str(file) for file in (*sorted(app.rglob("*.py")), engine)]
        run("lupdate", *files, "-ts", str(ts), "-locations", "none", "-no-obsolete", *arguments)


def compile_to(ts: Path, qm: Path) -> None:
    """Compile in one step: a window that is open reads the old file for as long as it runs."""
    new = qm.with_suffix(".new")
    run("lrelease", str(ts), "-qm", str(new))
    new.replace(qm)


def run(tool: str, *arguments: str) -> None:
    """Run one of Qt's tools; its file is PySide6's own, for its wrapper hides what went wrong."""
    program = TOOLS / (f"{tool}.exe" if sys.platform == "win32" else tool)
    done = subprocess.run([str(program), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{tool} failed: {done.stdout}{done.stderr}")


def main() -> int:
    ENGINE_TEXTS.write_text("\n".join(engine_texts()) + "\n", encoding="utf-8", newline="\n")
    for language, arguments in (("en", ("-pluralonly",)), ("de", ()), ("fr", ()), ("it", ())):
        ts = TRANSLATIONS / f"cbir_{language}.ts"
        update(ts, "-source-language", "en", "-target-language", language, *arguments)
        compile_to(ts, ts.with_suffix(".qm"))
        open_ones = ts.read_text(encoding="utf-8").count('type="unfinished"')
        print(f"{ts.name}: {open_ones} to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
