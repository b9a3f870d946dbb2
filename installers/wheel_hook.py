"""A hook of hatchling: a wheel with the compiled loops of one Python and one kind of system, if CBIR_LOOPS names them.

Without it, a wheel is for every system, and numba compiles the loops there at first use.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LoopsHook(BuildHookInterface):  # type: ignore[misc] # hatchling is there while a wheel is built
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        folder = os.environ.get("CBIR_LOOPS")
        if not folder or version == "editable":
            return
        # A loop's name has a checksum of Python's bytecode, which each minor version writes differently.
        python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["force_include"][folder] = "cbir_resources/loops"
        build_data["pure_python"] = False
        build_data["tag"] = f"{python}-none-{platform}"
