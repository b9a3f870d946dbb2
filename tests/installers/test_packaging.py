"""The fast part of packaging: licences are known, files for desktops are valid, one version everywhere.

Building a package takes minutes and is no test: `python3 -m installers deb`.
"""

import plistlib
import re
import shutil
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from installers import linux, windows
from installers.licences import Part, Rules, Unknown, bill_of_materials, parts_of
from installers.linux import APP_ID
from installers.loops import all_loops
from installers.manual import MAN_PAGE, man_page

ROOT = Path(__file__).resolve().parents[2]
INSTALLERS = ROOT / "installers"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def needed(requirements, found):
    """Everything that the requirements bring here, each package once."""
    for text in requirements:
        asked = Requirement(text)
        if asked.name in found or (asked.marker is not None and not asked.marker.evaluate({"extra": ""})):
            continue
        try:
            found[asked.name] = package = distribution(asked.name)
        except PackageNotFoundError:
            continue
        yield package
        yield from needed(package.requires or [], found)


def test_the_licence_of_everything_that_is_needed_is_known_and_allowed():
    extras = PROJECT["optional-dependencies"]
    requirements = [
        *PROJECT["dependencies"],
        *(package for extra in ("gui", "raw", "serve") for package in extras[extra]),
    ]
    licences = {package.metadata["Name"]: Rules().of_package(package) for package in needed(requirements, {})}
    assert len(licences) > 25
    assert licences["PySide6_Essentials"] == "LGPL-3.0-only"


def test_an_unknown_licence_or_library_is_refused(tmp_path):
    rules = tmp_path / "licences.toml"
    rules.write_text(
        'allowed = ["MIT"]\n[packages]\npytest = "WTFPL"\n[libraries]\nlibmine = "GPL-2.0"\n[system]\n'
    )
    with pytest.raises(Unknown, match="pytest is under WTFPL"):
        Rules(rules).of_package(distribution("pytest"))
    with pytest.raises(Unknown, match=r"libmine\.so is under GPL-2.0"):
        Rules(rules).of_library("libmine.so", "libraries")
    with pytest.raises(Unknown, match=r"the library libx265\.so"):
        Rules().of_library("libx265.so.217", "libraries")


def test_a_file_of_no_package_is_refused():
    stray = Path(pytest.__file__).parent / "stray.so"
    with pytest.raises(Unknown, match="belongs to no installed package"):
        parts_of([("stray.so", str(stray))], Rules())


def test_the_bill_of_materials_is_the_same_for_the_same_parts():
    parts = {
        Part(kind="pypi", name="numba", version="0.61", licence="BSD-2-Clause"),
        Part(
            kind="library", name="libgomp.so.1", version="", licence="GPL-3.0-or-later WITH GCC-exception-3.1"
        ),
    }
    bill = bill_of_materials(parts, "1.0")
    assert bill == bill_of_materials(set(parts), "1.0")
    assert [part["name"] for part in bill["components"]] == ["libgomp.so.1", "numba"]
    assert bill["components"][1]["purl"] == "pkg:pypi/numba@0.61"


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (("desktop-file-validate",), f"{APP_ID}.desktop"),
        (("appstreamcli", "validate", "--no-net"), f"{APP_ID}.metainfo.xml"),
    ],
    ids=["desktop entry", "appstream"],
)
def test_a_file_for_linux_desktops_is_valid(command, file):
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    run = subprocess.run(
        [*command, str(INSTALLERS / "linux" / file)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.long
@pytest.mark.skipif(
    shutil.which("lintian") is None or shutil.which("objdump") is None,
    reason="lintian or objdump is not here",
)
def test_a_debian_package_passes_lintian(tmp_path):
    """Of a stand-in for the program: that of the whole program is built and judged by `.ci/long`."""
    app, build = tmp_path / "app", tmp_path / "build"
    for folder in (
        app / "_internal" / "licences",
        app / "_internal" / "cbir_resources" / "icons",
        build / "icons",
    ):
        folder.mkdir(parents=True)
    (tmp_path / "dist").mkdir()
    shutil.copy("/bin/true", app / "cbir")
    shutil.copytree(
        ROOT / "resources/cbir_resources/icons", app / "_internal/cbir_resources/icons", dirs_exist_ok=True
    )
    (app / "_internal" / "licences" / "copyright").write_text(
        "cbir is under the Apache License 2.0, and brings these with it:\n\nQt 6.11: LGPL-3.0-only\n"
        "libraw 0.28: LGPL-2.1-or-later\nlibgomp: GPL-3.0-or-later WITH GCC-exception-3.1\n"
        "\nCopyright: 2026 The cbir developers\n"
    )
    package = linux.build_deb(app, build, tmp_path / "dist", PROJECT["version"])
    run = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error,warning", str(package)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_property_lists_of_macos_can_be_read():
    files = [file for file in INSTALLERS.joinpath("macos").rglob("*") if file.suffix in (".plist", ".wflow")]
    assert files
    assert all(plistlib.loads(file.read_bytes()) for file in files)


def test_one_version_stands_everywhere():
    metainfo = (INSTALLERS / "linux" / f"{APP_ID}.metainfo.xml").read_text(encoding="utf-8")
    versions = re.findall(r'<release version="([^"]+)"', metainfo)
    assert versions[0] == PROJECT["version"]


def test_the_man_page_is_that_of_the_commands():
    """Otherwise run: python -m installers.manual"""
    assert MAN_PAGE.read_text(encoding="utf-8") == man_page()
    assert PROJECT["version"] in MAN_PAGE.read_text(encoding="utf-8").splitlines()[0]


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_man_page_is_set_without_a_warning():
    run = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", str(MAN_PAGE)], capture_output=True, text=True, check=True
    )
    assert not run.stderr
    assert "--look-harder" in re.sub(r".\x08|\x1b\[[\d;]*m", "", run.stdout)


def test_recipes_and_workflows_name_files_that_are_there():
    flatpak = yaml.safe_load((INSTALLERS / "flatpak" / f"{APP_ID}.yml").read_text(encoding="utf-8"))
    assert flatpak["id"] == APP_ID
    sources = flatpak["modules"][0]["sources"]
    for source in sources:
        if source["type"] == "file":
            assert (INSTALLERS / "flatpak" / source["path"]).is_file(), source["path"]
    tests = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))
    pythons = tests["jobs"]["tests"]["strategy"]["matrix"]["python"]
    named = [text.rpartition(" ")[2] for text in PROJECT["classifiers"] if "Python :: 3." in text]
    assert pythons == named


def test_hooks_before_a_commit_use_the_tested_linter():
    pinned = re.search(r"^ruff==(.+)$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0][
        "hooks"
    ]
    assert {*hooks[0]["additional_dependencies"], *hooks[1]["additional_dependencies"]} == {
        f"ruff=={pinned[1]}"
    }


def test_forms_for_contributors_are_readable():
    forms = [*(ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"), ROOT / ".github" / "dependabot.yml"]
    assert len(forms) == 4
    assert all(yaml.safe_load(form.read_text(encoding="utf-8")) for form in forms)


@pytest.mark.skipif(shutil.which("makensis") is None, reason="makensis is not installed")
def test_the_set_up_of_windows_compiles(tmp_path):
    app, build = tmp_path / "app", tmp_path / "build"
    (app / "_internal" / "inner").mkdir(parents=True)
    (build / "icons").mkdir(parents=True)
    (app / "cbir-window.exe").write_bytes(b"MZ")
    (app / "_internal" / "inner" / "a $file.txt").write_text("text")
    from PIL import Image

    Image.new("RGBA", (32, 32)).save(build / "icons" / "cbir.ico")
    made = windows.build_nsis(app, build, tmp_path, "1.2.3")
    assert made.stat().st_size > 30_000
    listed = (build / "uninstall.nsh").read_text(encoding="utf-8-sig")
    assert r'Delete "$INSTDIR\_internal\inner\a $$file.txt"' in listed


def test_every_compiled_loop_is_shipped():
    """A packaged program has no compiler: what is forgotten ends the command that comes to it."""
    shipped = {loop.function.__qualname__ for _, loop in all_loops()}
    written = {
        name
        for file in (ROOT / "cbir").rglob("*.py")
        for name in re.findall(
            r"^@compiled\((?:.|\n)*?\)\ndef (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert len(written) > 20
    assert written <= shipped


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_unit_of_the_service_may_do_little():
    unit = INSTALLERS / "service" / "cbir-serve.service"
    asked = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)]  # 2.0 of 10
    run = subprocess.run(asked, capture_output=True, text=True, check=False)
    if "offline" in run.stderr:
        pytest.skip("this systemd judges running units only")
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_container_and_its_neighbours_name_files_that_are_there():
    service = INSTALLERS / "service"
    compose = yaml.safe_load((service / "compose.yaml").read_text(encoding="utf-8"))
    mounts = [mount for value in compose["services"].values() for mount in value.get("volumes", ())]
    for mount in mounts:
        source = mount.partition(":")[0]
        assert source in compose["volumes"] or source.startswith("${") or (service / source).is_file(), source
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (service / "Containerfile").read_text(), re.MULTILINE)
    names = {name for line in copied for name in line.split()}
    assert names and all((ROOT / name).exists() for name in names)
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"][
        "targets"
    ]["wheel"]
    needed_files = [
        *wheel["packages"],
        *wheel["force-include"],
        *wheel["shared-data"],
        wheel["hooks"]["custom"]["path"],
    ]
    lacking = [file for file in needed_files if file not in names and file.partition("/")[0] not in names]
    assert not lacking, "the wheel cannot be built there"
