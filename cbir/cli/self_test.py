"""`cbir self-test`, also `cbir doctor`: each part of the program, tried on this computer."""

from __future__ import annotations

from typing import Annotated

import typer

from cbir.cli.console import EXIT_ERROR, result, result_json

_SIGNS = {True: "works", None: "absent", False: "FAILS"}


def self_test(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Test every part of the program on this computer: its libraries, its own files, the window, the graphics card.

    Exits with 2 if a required part fails. An optional part that is absent, such as a graphics card, is not a failure.
    """
    from cbir.service import examine

    findings = []
    for finding in examine():
        findings.append(finding)
        if not as_json:
            result(f"{_SIGNS[finding.works]:7} {finding.name}: {finding.words}")
    if as_json:
        result_json({finding.name: {"works": finding.works, "words": finding.words} for finding in findings})
    if any(finding.works is False for finding in findings):
        raise typer.Exit(EXIT_ERROR)
