"""The window's texts -> resources/cbir_resources/translations: collects them, and compiles what translators wrote.

    python -m tests.app.translations

Run it after a text was added or changed, in the window or in the engine. It collects the templates of the engine's
messages and updates the .ts files; new texts are unfinished there, for Qt Linguist or any editor. Run it once more for
the .qm.
"""

import ast
import functools
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import PySide6

from cbir_app.engine.words import source_text

ROOT = Path(__file__).resolve().parents[2]
APP, CBIR = ROOT / "app" / "cbir_app", ROOT / "cbir"
TRANSLATIONS = ROOT / "resources" / "cbir_resources" / "translations"
MODELS = ROOT / "resources" / "cbir_resources" / "models.toml"
TOOLS = Path(PySide6.__file__).parent

SPOKEN_ELSEWHERE = (
    *("api/", "cli/", "demo/", "evaluation/", "training/", "embeddings/training/", "embeddings/shipping.py"),
    *(
        f"server/{name}.py"
        for name in ("access_log", "application", "metrics", "options", "running", "tokens")
    ),
)
"""Words of the terminal and of Python programs, those with which a service starts, and those of trainings."""

PLACE, LETTERS = re.compile(r"\{\w+\}"), re.compile(r"[A-Za-z]{2}")


@functools.cache
def error_classes():
    """Return the names of CbirError and of all classes that are derived from it."""
    bases = {
        node.name: {getattr(base, "id", getattr(base, "attr", "")) for base in node.bases}
        for file in CBIR.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    names = {"CbirError"}
    while more := {name for name, above in bases.items() if above & names} - names:
        names |= more
    return frozenset(names)


def templates_of(tree, errors):
    """Yield the templates in a module: what Message, an error of ours, or a refusal of the service is made from."""
    owners = {
        call: node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        made = owners.get(node, "") if name == "__init__" else name
        at = 2 if made == "Refusal" and name != "__init__" else 0
        takes_a_path = made == "DiskFull" and name != "__init__"
        if (
            (made == "Message" or made == "Refusal" or made in errors)
            and not takes_a_path
            and len(node.args) > at
        ):
            yield node.args[at]


@functools.cache
def engine_texts():
    """Return the engine's templates that the window may show, in English, with its menus in place of commands."""
    errors, found = error_classes(), set()
    for file in sorted(CBIR.rglob("*.py")):
        if file.relative_to(CBIR).as_posix().startswith(SPOKEN_ELSEWHERE):
            continue
        for template in templates_of(ast.parse(file.read_text(encoding="utf-8")), errors):
            if isinstance(template, ast.Constant):
                found.add(source_text(template.value))
    models = tomllib.loads(MODELS.read_text(encoding="utf-8"))
    return tuple(
        sorted({text for text in found if LETTERS.search(PLACE.sub("", text))} | {*_languages(models)})
    )


def _languages(about):
    """The languages that models read, in words, wherever they stand in the list of models."""
    if isinstance(about, dict):
        if isinstance(words := about.get("languages"), str):
            yield words
        about = list(about.values())
    if isinstance(about, list):
        for one in about:
            yield from _languages(one)


def update(ts, *arguments, app=APP):
    """Bring a file of translations up to date with the source of the window and the engine's sentences."""
    with tempfile.TemporaryDirectory() as scratch:
        engine = Path(scratch) / "engine.py"  # lupdate reads source alone
        marked = (f"QT_TR_NOOP({json.dumps(text, ensure_ascii=False)})\n" for text in engine_texts())
        engine.write_text("".join(marked), encoding="utf-8")
        files = [str(file) for file in (*sorted(app.rglob("*.py")), engine)]
        run("lupdate", *files, "-ts", str(ts), "-locations", "none", "-no-obsolete", *arguments)


def compile_to(ts, qm):
    """Compile in one step: a window that is open reads the old file for as long as it runs."""
    new = qm.with_suffix(".new")
    run("lrelease", str(ts), "-qm", str(new))
    new.replace(qm)


def run(tool, *arguments):
    """Run one of Qt's tools; its file is PySide6's own, for its wrapper hides what went wrong."""
    program = TOOLS / (f"{tool}.exe" if sys.platform == "win32" else tool)
    done = subprocess.run([str(program), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{tool} failed: {done.stdout}{done.stderr}")


def main():
    for language, arguments in (("en", ("-pluralonly",)), ("de", ()), ("fr", ()), ("it", ())):
        ts = TRANSLATIONS / f"cbir_{language}.ts"
        update(ts, "-source-language", "en", "-target-language", language, *arguments)
        compile_to(ts, ts.with_suffix(".qm"))
        open_ones = ts.read_text(encoding="utf-8").count('type="unfinished"')
        print(f"{ts.name}: {open_ones} to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
