"""The site builds without a warning, with the pages that are made from commands, records and docstrings."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]


def build(folder, root=ROOT):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=200
    )


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    run = build(folder)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "WARNING" not in run.stdout + run.stderr
    return folder


def page(site, name):
    return (site / name / "index.html").read_text(encoding="utf-8")


def test_every_document_is_in_the_navigation(site):
    listed = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    there = {file.relative_to(ROOT / "docs").as_posix() for file in (ROOT / "docs").rglob("*.md")}
    assert there <= listed
    assert all((site / name.removesuffix(".md")).exists() for name in listed - {"index.md"})


def test_all_commands_are_on_their_page(site):
    text = page(site, "commands")
    for name in ("cbir index", "cbir search", "cbir library check", "cbir models install", "cbir token add"):
        assert f"<code>{name}</code>" in text
    assert "--look-harder" in text


def test_the_interface_is_made_from_docstrings(site):
    text = page(site, "api")
    assert "cbir.open" in text
    for sentence in ("Find the photos that match a query", "Groups of photos that belong together"):
        assert sentence in text
    assert "<strong>progress</strong>" in text


def test_benchmarks_have_charts_with_their_targets(site):
    text = page(site, "benchmarks")
    assert text.count('<svg class="bars"') >= 3
    assert 'class="target"' in text
    assert 'class="bar missed"' in text


def test_nothing_is_loaded_from_elsewhere(site):
    for file in site.rglob("index.html"):
        loaded = re.findall(
            r'<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]+)"', file.read_text("utf-8")
        )
        assert not loaded, file


def test_a_broken_link_fails_the_build(tmp_path):
    for name in "mkdocs.yml installers cbir app resources pyproject.toml .github CHANGELOG.md".split():
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    (tmp_path / "docs" / "tour.md").write_text("# Tour\n\n[nowhere](nowhere.md)\n")
    run = build(tmp_path / "site", tmp_path)
    assert run.returncode != 0
    assert "nowhere.md" in run.stdout + run.stderr


def test_the_guide_of_the_window_is_the_same_text():
    shipped = re.findall(
        r'^"docs/(\w+\.md)" = "cbir_resources/help/\1"$',
        (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert {"guide.md", "reference.md", "python.md"} <= set(shipped)
    pages = yaml.safe_dump(_navigation())
    assert all(name in pages for name in shipped)


def _navigation():
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    return yaml.safe_load(text)["nav"]
