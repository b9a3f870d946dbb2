"""A write of a library, recorded -> the power cut at any moment of it -> is the library whole, does it go on.

measure_cuts() records the write once; cut_round() puts one of the possible disks in its place and looks as after a
kill. Thumbnails are not flushed: those that a power cut takes are made again, and are not counted as a fault.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from unittest import mock

from cbir.base.storage import checksum
from cbir.library import Library
from tests.kill_nursery import OPTIONS
from tests.kill_rounds import Aftermath, place_of
from tests.kill_scenarios import Scenario, look
from tests.power_cut import Recording, record

_THUMBNAILS = "thumbnails were missing or damaged."


@dataclass(frozen=True, slots=True)
class Cuts:
    """A recorded write. precious : a person's files, by their checksums"""

    scenario: Scenario
    recording: Recording
    precious: dict[Path, str]

    @property
    def folder(self):
        return self.scenario.folder / "round"


def measure_cuts(scenario, log):
    """Let the write run to its end under strace; what is there then is what is expected of all others."""
    folder = scenario.folder / "round"
    precious = scenario.lay_out(folder)
    command = [sys.executable, "-m", "tests.power_cut", scenario.action]
    with mock.patch.dict(os.environ, {"XDG_DATA_HOME": str(scenario.folder / "data")}):
        recording = record([*command, str(folder / "library"), str(scenario.pictures)], scenario.folder, log)
    return Cuts(scenario, recording, precious)


def expect(cuts, pool):
    """The same, with what a library says that was not interrupted."""
    with Library.open(place_of(cuts.scenario, cuts.folder), options=OPTIONS, pool=pool) as library:
        return replace(cuts, scenario=replace(cuts.scenario, expected=look(library, cuts.scenario)))


def cut_round(cuts, state, pool):
    """The problems of one disk, in sentences."""
    root = cuts.scenario.folder
    shutil.rmtree(root)
    state.tree.write(root)
    after, precious = Aftermath(cuts.scenario, cuts.folder, pool), dict(cuts.precious)
    try:
        said = [(one.word, one.number) for one in state.said]
        after.look(said, root / "data" / "Trash" / "files", precious)
    except Exception as error:  # whatever it is, the power cut caused it
        after.problems.append(f"{type(error).__name__}: {error}")
    lost = [path for path, content in precious.items() if not path.is_file() or checksum(path) != content]
    problems = [problem for problem in after.problems if not problem.endswith(_THUMBNAILS)]
    return (*problems, *(f"{path.name} of a person's is lost or changed" for path in lost))
