"""The engine's sentences in the terms of this window, in the user's language.

The engine writes one English sentence for all its clients. Users of the window have menus, not commands. in_window()
names the menus. translated() translates the sentences of resources/cbir_resources/translations/engine.txt.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache

from cbir.base.messages import Message, filled, numbered
from cbir.base.resources import resource
from cbir.base.types import Skipped, TrashPlan
from cbir.service import (
    Answer,
    CheckAnswer,
    Delayed,
    DuplicatesAnswer,
    Failure,
    IndexAnswer,
    MarkAnswer,
    PlanAnswer,
    RestoreAnswer,
    SearchAnswer,
    TrashAnswer,
    WatchTrouble,
)
from cbir_app.base.language import tr

_SCAN = "“Scan for changes”"
_ADD = "“Add folder…” in the menu Library"
_CHECK = "“Check the library…” in the menu Library"
MENUS = {
    "run": "choose",
    "Run": "Choose",
    "add": _ADD,
    "again": _SCAN,
    "scan": _SCAN,
    "scan_folder": _SCAN,
    "check": _CHECK,
    "check_deep": f"{_CHECK} and there “Check thoroughly”",
    "restore": "the command cbir library restore",
    "folders": "the left column",
    "models": "in the settings, under Models",
}
"""The steps of cbir.base.messages.COMMANDS as the window's menus."""
_PAIRS = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        # Whole sentences first, then single commands.
        (r"See what there is with: cbir models list\. ", "See what there is in the settings, under Models."),
        (r"Then install one with: cbir models install NAME\.?", ""),
        (r": cbir models list$", ": in the settings, under Models."),
        (r"`cbir models install [^`]*` installs it", "The settings install it, under Models"),
        (r"`cbir models list` shows those", "The settings show, under Models, those"),
        (r"cbir library info lists", "The left column lists"),
        (r"Index your folders again: cbir index FOLDER", f"Index your folders again: {_SCAN}"),
        (r"\bRun\b(?=:? cbir )", "Choose"),
        (r"\brun\b(?=:? cbir )", "choose"),
        (r"cbir index on (?:your|its) folders?", _SCAN),
        (r"cbir index FOLDER", _ADD),
        (r"cbir library check --deep", f"{_CHECK} and there “Check thoroughly”"),
        (r"cbir library check", _CHECK),
        (r"\bwith cbir library restore", "with the command cbir library restore"),
    )
)

_PLACE = re.compile(r"\{\d\}")


def in_window(text: str) -> str:
    """Return a sentence of the engine with the window's menus in place of commands."""
    if isinstance(text, Message):
        return text  # translated() names the menus
    for pattern, words in _PAIRS:
        text = pattern.sub(words, text)
    return text


def translated(text: str) -> str:
    """Return a sentence of the engine in the user's language; an unlisted one is returned unchanged."""
    if isinstance(text, Message):
        return filled(tr(filled(text.template, MENUS)), numbered(map(translated, text.values)))
    made = _made_from(text)
    if made is not None:
        template, values = made
        translation = tr(template)
        # The values of a template may be the engine's sentences as well.
        return text if translation == template else translation.format(*map(translated, values))
    for gap in reversed(list(re.finditer(r"(?<=[.?]) ", text))):
        head = text[: gap.start()]
        if _made_from(head) is not None:
            return f"{translated(head)} {translated(text[gap.end() :])}"
    return text


@lru_cache(4096)
def _made_from(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the template that a text was made from, and the values in its places."""
    for template, parts in _templates():
        # Compiling all patterns would block the window for 50 ms.
        if text.startswith(parts[0]) and text.endswith(parts[-1]):
            match = re.fullmatch("(.*?)".join(map(re.escape, parts)), text, re.DOTALL)
            if match is not None:
                return template, match.groups()
    return None


@cache
def _templates() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each template with the texts around its places. Templates with more fixed text come first."""
    texts = resource("translations/engine.txt").read_text(encoding="utf-8").splitlines()
    split = [(text, tuple(_PLACE.split(text))) for text in texts]
    return tuple(sorted(split, key=lambda template: -sum(map(len, template[1]))))


def in_user_words(text: str) -> str:
    """Return a sentence of the engine with the window's menus, in the user's language."""
    return translated(in_window(text))


def reworded(answer: Answer) -> Answer:
    """Return an answer with its sentences in the window's terms and the user's language.

    The notes of a search stay in English here: results.wording.notes reads and translates them.
    """
    match answer:
        case Failure():
            return replace(answer, message=in_user_words(answer.message))
        case SearchAnswer() if answer.result.notes:
            notes = tuple(in_window(note) for note in answer.result.notes)
            return replace(answer, result=replace(answer.result, notes=notes))
        case CheckAnswer():
            problems = tuple(
                replace(problem, what=in_user_words(problem.what), remedy=in_user_words(problem.remedy))
                for problem in answer.problems
            )
            return replace(answer, problems=problems)
        case IndexAnswer() if answer.report.notes:
            notes = tuple(in_user_words(note) for note in answer.report.notes)
            return replace(answer, report=replace(answer.report, notes=notes))
        case Delayed():
            return replace(answer, why=in_user_words(answer.why))
        case WatchTrouble():
            return replace(answer, message=in_user_words(answer.message))
        case MarkAnswer() if answer.report.problems:
            return replace(answer, report=replace(answer.report, problems=_reasons(answer.report.problems)))
        case TrashAnswer() if answer.report.problems or answer.report.notes:
            report = answer.report
            report = replace(report, problems=_reasons(report.problems), notes=_reasons(report.notes))
            return replace(answer, report=report)
        case RestoreAnswer() if answer.report.problems:
            return replace(answer, report=replace(answer.report, problems=_reasons(answer.report.problems)))
        case PlanAnswer():
            return replace(answer, plan=_plan(answer.plan))
        case DuplicatesAnswer():
            return replace(answer, plan=_plan(answer.plan))
    return answer


def _plan(plan: TrashPlan) -> TrashPlan:
    return replace(plan, last=_reasons(plan.last), stays=_reasons(plan.stays), beside=_reasons(plan.beside))


def _reasons(problems: tuple[Skipped, ...]) -> tuple[Skipped, ...]:
    return tuple(replace(problem, reason=in_user_words(problem.reason)) for problem in problems)
