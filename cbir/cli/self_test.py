"""`cbir self-test`: what of the program works on this computer."""

from __future__ import annotations

from typing import Annotated

import typer

from cbir.cli.console import result, result_json

_SIGNS = {True: "works", None: "absent", False: "FAILS"}


def self_test(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Try every part of the program on this computer: its libraries, its own files, the window, the graphics card.

    Exits with 2 where a part fails that has to work. What is absent, such as a graphics card, is no failure.
    """
    from cbir.diagnosis import examine

    findings = []
    for finding in examine():
        findings.append(finding)
        if not as_json:
            result(f"{_SIGNS[finding.works]:7} {finding.name}: {finding.words}")
    if as_json:
        result_json({each.name: {"works": each.works, "words": each.words} for each in findings})
    if any(each.works is False for each in findings):
        raise typer.Exit(2)
