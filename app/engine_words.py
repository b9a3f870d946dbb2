"""What the engine says with a command of the terminal in it -> what the same is called in this window.

The engine writes one sentence for all who ask it; who reads it here has menus, not commands.
"""

from __future__ import annotations

import re
from dataclasses import replace

from app.language import tr
from cbir.service import Answer, CheckAnswer, Failure, IndexAnswer, MarkAnswer, SearchAnswer, TrashAnswer
from cbir.types import Skipped

_LOOK = "“Look for new and changed photos”"
_ADD = "“Add folder…” in the menu Library"
_CHECK = "“Check the library…” in the menu Library"
_PAIRS = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        # Whole sentences first, then the commands themselves wherever they stand.
        (r"See what there is with: cbir models list\. ", "See what there is in the settings, under Models."),
        (r"Then install one with: cbir models install NAME\.?", ""),
        (r"`cbir models install [^`]*` installs it", "The settings install it, under Models"),
        (r"`cbir models list` shows those", "The settings show, under Models, those"),
        (r"cbir library info lists", "The left column lists"),
        (r"Index your folders again: cbir index FOLDER", f"Index your folders again: {_LOOK}"),
        (r"\bRun\b(?=:? cbir )", "Choose"),
        (r"\brun\b(?=:? cbir )", "choose"),
        (r"cbir index on (?:your|its) folders?", _LOOK),
        (r"cbir index FOLDER", _ADD),
        (r"cbir library check --deep", f"{_CHECK} and there “Check thoroughly”"),
        (r"cbir library check", _CHECK),
        (r"\bwith cbir library restore", "with the command cbir library restore"),
    )
)


def in_window(text: str) -> str:
    """Return a sentence of the engine as it fits a window."""
    for pattern, words in _PAIRS:
        text = pattern.sub(words, text)
    return text


def translated(text: str) -> str:
    """Return a sentence of the engine in the user's language; one that is not known stays as it is."""
    return tr(text)


def reworded(answer: Answer) -> Answer:
    """Return an answer whose sentences fit a window."""
    match answer:
        case Failure():
            return replace(answer, message=in_window(answer.message))
        case SearchAnswer() if answer.result.notes:
            notes = tuple(in_window(note) for note in answer.result.notes)
            return replace(answer, result=replace(answer.result, notes=notes))
        case CheckAnswer():
            problems = tuple(
                replace(one, what=in_window(one.what), remedy=in_window(one.remedy))
                for one in answer.problems
            )
            return replace(answer, problems=problems)
        case IndexAnswer() if answer.report.notes:
            said = tuple(in_window(note) for note in answer.report.notes)
            return replace(answer, report=replace(answer.report, notes=said))
        case MarkAnswer() if answer.report.problems:
            return replace(answer, report=replace(answer.report, problems=_each(answer.report.problems)))
        case TrashAnswer() if answer.report.problems:
            return replace(answer, report=replace(answer.report, problems=_each(answer.report.problems)))
    return answer


def _each(problems: tuple[Skipped, ...]) -> tuple[Skipped, ...]:
    return tuple(replace(one, reason=in_window(one.reason)) for one in problems)
