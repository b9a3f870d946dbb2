"""Every code block of README and docs/ runs, or is checked as far as one computer without a network can.

Python blocks run from the top of a page to its end. Commands run in this process, in a home with the files that the
pages name; pipelines run in a shell. Commands that need a server, a display, a download or hours are listed below with
the reason: their options are checked.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
import typer

from cbir.cli import main
from cbir.cli.application import application
from tests.conftest import live_in
from tests.pictures import photo, write_jpeg

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", *sorted(file.relative_to(ROOT).as_posix() for file in (ROOT / "docs").rglob("*.md")))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

ONLY_CHECKED = {
    "gui": "a display",
    "watch": "runs until it is stopped",
    "serve": "runs until it is stopped",
    "demo": ".ci/run runs it",
    "models install": "a download",
    "models import": "a file of weights",
    "models use": "a download",
    "models align": "sets of captioned photos, and hours",
    "models languages": "sets of captioned photos, and hours",
    "models learned-features": "a package's weights",
    "models faces": "two packages' weights",
    "people cover": "photos of people",
    "people find": "a picture with a face",
    "models train": "hours",
    "models learn": "keywords with five photos each",
    "models check": "a download",
    "codebook learn": "10,000 photos",
    "codebook train": "minutes",
    "codebook info": "what codebook train writes",
    "codebook use": "what codebook train writes",
    "evaluate": "its queries: tests/cbir/cli/test_measuring.py runs it",
    "index": "another folder, a cluster",
    "search": "a cluster",
    "read": "the extra ocr, and minutes",
    "people name": "photos of people",
    "proof": "two pictures: tests/docs/json_outputs.py runs it",
    "changes": "two pictures: tests/docs/json_outputs.py runs it",
    "origin": "a photo of the library: tests/docs/json_outputs.py runs it",
    "things film": "a thing: tests/cbir/things/test_views.py makes its film",
    "inventory": "a picture of a shelf: tests/docs/json_outputs.py runs it",
    "things offers": "a thing: tests/docs/json_outputs.py runs it",
    "things accept": "a thing: tests/docs/json_outputs.py runs it",
    "things show": "a thing: tests/docs/json_outputs.py runs it",
    "things name": "a thing: tests/docs/json_outputs.py runs it",
}
RUN_ANYWAY = {"index", "search"}
OTHER_PROGRAMS = {
    "pip",
    "npm",
    "sudo",
    "dask",
    "export",
    "curl",
    "python",
    "python3",
    "py",
    "createdb",
    "psql",
}
NAMED = ("coffee", "rocket", "astronaut", "chelsea", "flower")


def blocks(page, *languages):
    text = (ROOT / page).read_text(encoding="utf-8")
    return [body for language, body in BLOCK.findall(text) if language in languages]


def test_blocks_are_of_a_known_kind():
    kinds = {
        language for page in PAGES for language, _ in BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    }
    assert kinds == {"sh", "bat", "python", "json", "text", ""}


def commands_of(page):
    """The lines of a page's commands, without comments, in the order of the page."""
    for block in blocks(page, "sh", "bat", ""):
        if "<library>" in block or "<models>" in block:  # what is on the disk
            continue
        for line in block.replace("\\\n", " ").splitlines():
            code = re.sub(r"(^|\s)#\s.*", "", line).strip()
            yield from (
                part.strip() for part in code.split("&&") if part.strip() and not part.startswith("#")
            )


COMMANDS = [
    (page, command) for page in PAGES for command in dict.fromkeys(commands_of(page)) if command[0] != "…"
]


def arguments_of(command):
    """The arguments of a plain call of cbir, else None."""
    words = shlex.split(command, posix="\\Scripts\\" not in command)
    program = re.split(r"[/\\]", words[0])[-1]
    return words[1:] if program == "cbir" else None


def name_of(arguments):
    for size in (2, 1):
        if " ".join(arguments[:size]) in ONLY_CHECKED:
            return " ".join(arguments[:size])
    return arguments[0]


def is_piped(command):
    return re.search(r"""\||^if |>\s""", re.sub(r"'[^']*'|\"[^\"]*\"", "", command)) is not None


@pytest.fixture(name="home", scope="module")
def _home(tmp_path_factory):
    """A home with the files and folders that the pages name, indexed."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        folder = tmp_path_factory.mktemp("docs") / "home"
        live_in(folder, monkeypatch)
        monkeypatch.chdir(folder)
        for name in NAMED:
            write_jpeg(folder / "Pictures" / f"{name}.jpg", photo(name))
        write_jpeg(folder / "Pictures" / "Museums" / "hall.jpg", photo("china"))
        shutil.copy(folder / "Pictures" / "coffee.jpg", folder / "Pictures" / "again.jpg")
        (folder / "Backup").mkdir()
        shutil.copy(folder / "Pictures" / "rocket.jpg", folder / "Backup" / "rocket.jpg")
        for name in ("IMG_2031", "IMG_2040"):
            write_jpeg(folder / "Pictures" / f"{name}.jpg", photo(NAMED[len(name) % 5])[::-1])
            (folder / f"{name}.jpg").symlink_to(folder / "Pictures" / f"{name}.jpg")
        for name in ("poster", "photo", "crop", "front", "side", "hit", "other"):
            write_jpeg(folder / f"{name}.jpg", photo("coffee")[60:330, 150:480])
        write_jpeg(folder / "hall.jpg", np.repeat(np.repeat(photo("china"), 3, axis=0), 3, axis=1))
        (folder / "best").mkdir()
        assert main(["index", "Pictures", "Backup"]) == 0
        assert main(["rate", "Pictures/rocket.jpg", "5"]) == 0
        yield folder


@pytest.mark.parametrize(
    ("page", "command"), COMMANDS, ids=[f"{page}: {line[:60]}" for page, line in COMMANDS]
)
def test_a_command_runs(page, command, home, monkeypatch):
    if re.split(r"[/\\]", command.split()[0])[-1] in OTHER_PROGRAMS:
        check_other(command)
        return
    monkeypatch.chdir(home)
    (home / "why.png").unlink(missing_ok=True)  # which two pages write
    for name, value in environment_of(home).items():
        monkeypatch.setenv(name, value)
    if is_piped(command):
        run_in_a_shell(command, home)
        return
    arguments = arguments_of(command)
    assert arguments is not None, f"{command} is no command of cbir"
    arguments = [re.sub(r"^~(?=/)", str(home), word) for word in arguments]
    check_options(arguments)
    name = name_of(arguments)
    if name not in ONLY_CHECKED or (name in RUN_ANYWAY and is_here(arguments, home)):
        assert main(arguments) in (0, 1)


def environment_of(home):
    return {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_CONFIG_HOME": str(home / "config"),
    }


def is_here(arguments, home):
    """False for a command with a folder that only the reader has, or a server."""
    return not re.search(
        r"/srv|/media|postgresql:|tcp:|~/Stamps|Stamps|covers|\.library", " ".join(arguments)
    )


def check_options(arguments):
    """Raise where the command or an option does not exist."""
    command, rest = typer.main.get_command(application), list(arguments)
    while hasattr(command, "commands"):
        assert rest, "the command ends too early"
        assert rest[0] in command.commands, rest[0]
        command = command.commands[rest.pop(0)]
    known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
    for word in rest:
        if re.match(r"--?[a-z0]", word):
            assert word.split("=")[0] in known, f"{word} is no option of {command.name}"


def check_other(command):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    for named in re.findall(r"\[([a-z,]+)\]", command):
        assert set(named.split(",")) <= set(extras), command


def run_in_a_shell(command, home):
    if "jq" in command and shutil.which("jq") is None:
        command = command.partition("| jq")[0]
    program = f'cbir() {{ "{sys.executable}" -m cbir "$@"; }}\n'
    done = subprocess.run(
        ["bash", "-c", program + command],
        cwd=home,
        env={
            **os.environ,
            **environment_of(home),
            "PYTHONPATH": os.pathsep.join(str(ROOT / folder) for folder in ("", "app", "resources")),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1), done.stderr


def test_the_list_of_what_is_only_checked_names_commands():
    for name in ONLY_CHECKED:
        check_options(name.split())


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "json")])
def test_json_can_be_read(page):
    for block in blocks(page, "json"):
        assert [json.loads(line) for line in block.splitlines()]


PYTHON = [
    page for page in PAGES if blocks(page, "python") and page != "docs/python.md"
]  # that page is a doctest of its own: tests/cbir/api


@pytest.mark.parametrize("page", PYTHON)
def test_python_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("coffee", "rocket"):
        write_jpeg(tmp_path / "Pictures" / f"{name}.jpg", photo(name))
    names = {}
    for block in blocks(page, "python"):
        if "open_clip" in block:
            bring_small_open_clip(monkeypatch)
        if named := re.match(r"# (\w+\.py)\n", block):
            (tmp_path / named[1]).write_text(block, encoding="utf-8")
            monkeypatch.delitem(sys.modules, named[1].removesuffix(".py"), raising=False)
            continue
        exec(compile(block, page, "exec"), names)
        if "encoder" in names:
            assert names["encoder"].model().info.dimension > 1
    assert "cbir" in names
    if "hits" in names:
        assert len(names["hits"]) >= 0


def bring_small_open_clip(monkeypatch):
    """Give the example open_clip's real model with weights of this computer: none can be downloaded here."""
    open_clip = pytest.importorskip("open_clip")
    real = open_clip.create_model_and_transforms

    def small(name, pretrained):
        config = open_clip.get_model_config(name)
        assert (name, pretrained) in open_clip.list_pretrained()
        for tower in ("vision_cfg", "text_cfg"):
            config[tower] = {**config[tower], "layers": 1, "width": 64}
        config["text_cfg"]["heads"] = 2
        monkeypatch.setitem(open_clip.factory._MODEL_CONFIGS, "small", config)
        return real("small")

    monkeypatch.setattr(open_clip, "create_model_and_transforms", small)
