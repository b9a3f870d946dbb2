"""All loops of the program -> libraries of machine code, one for each kind of processor.

The packages then need no compiler: numba and LLVM would be a quarter of them.

    python -m installers.loops OUT_DIR

Run by the Python that has the program and numba. Links with the C compiler, `cc`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

X86 = ("icelake-server", "haswell", "x86-64")


def all_loops() -> Iterator[tuple[str, Any]]:
    """Every loop of the program, once, with its name."""
    from cbir.loops import Loop

    seen = set()
    for name in sorted(_modules_with_loops()):
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, Loop) and value.name_for() not in seen:
                seen.add(value.name_for())
                yield value.name_for(), value


def load_all() -> None:
    """Load every loop, compiling and keeping those that this computer has not compiled before."""
    for _, loop in all_loops():
        loop.load()


def _modules_with_loops() -> Iterator[str]:
    """Modules with a compiled loop, by their source. A list of rooms would have to be kept up to date by hand."""
    package = importlib.import_module("cbir")
    for module in pkgutil.walk_packages(package.__path__, "cbir.", onerror=lambda _name: None):
        spec = importlib.util.find_spec(module.name)
        if spec is not None and spec.loader is not None:
            source = spec.loader.get_source(module.name)  # type: ignore[attr-defined]
            if source and "@compiled(" in source:
                yield module.name


def build(level: str, out: Path) -> None:
    """Compile all loops for one kind of processor. numba reads for which from the environment, so one a process."""
    import llvmlite.binding as llvm

    from cbir.loops import Loop

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=level, features="", opt=3, reloc="pic", codemodel="default"
    )
    loop_compiler: Any = importlib.import_module("cbir.loops.compiler")
    loop_compiler.target_machine = lambda: machine
    with tempfile.TemporaryDirectory() as folder:
        objects = []
        for number, (name, loop) in enumerate(all_loops()):
            assert isinstance(loop, Loop)
            code = loop_compiler.compile_loop(loop.function, loop.parameters, name, fused=loop.fused)
            objects.append(Path(folder) / f"{number}.o")
            objects[-1].write_bytes(code)
        out.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cc", "-shared", "-o", str(out), *map(str, objects), "-lm"], check=True)
    print(f"{len(objects)} loops for {level}")


def main(folder: Path) -> None:
    for level in X86 if platform.machine().lower() in ("x86_64", "amd64") else ("generic",):
        environment = {**os.environ, "NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": ""}
        command = [sys.executable, "-m", "installers.loops", str(folder), level]
        subprocess.run(command, env=environment, check=True)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        build(sys.argv[2], Path(sys.argv[1]) / f"{sys.argv[2].replace('-', '_')}.so")
    else:
        main(Path(sys.argv[1]))
