"""The engine's messages in the terms of this window, in the user's language."""

from __future__ import annotations

from dataclasses import replace

from cbir.base.messages import Message, filled
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
    TrashAnswer,
    WatchTrouble,
)
from cbir_app.base.language import tr

_SCAN = "“Scan for changes”"
_CHECK = "“Check the library…” in the menu Library"
MENUS = {
    "run": "choose",
    "Run": "Choose",
    "add": "“Add folder…” in the menu Library",
    "again": _SCAN,
    "scan": _SCAN,
    "scan_folder": _SCAN,
    "check": _CHECK,
    "check_deep": f"{_CHECK} and there “Check thoroughly”",
    "restore": "the command cbir library restore",
    "folders": "The left column",
    "models": "in the settings, under Models.",
    "listed": "The settings show, under Models, those",
    "installs": "The settings install it, under Models",
    "choose_model": "in the settings, under Models.",
}
"""The steps of cbir.base.messages.COMMANDS as menus."""


def source_text(template: str) -> str:
    """Return the English text of a template in this window, which translators translate."""
    return filled(template, MENUS)


def in_user_words(text: str) -> Message:
    """Return a message of the engine with the window's menus, in the user's language; plain text stays as it is."""
    if not isinstance(text, Message):
        return Message("{0}", text)
    return Message(tr(source_text(text.template)), *map(in_user_words, text.values))


def reworded(answer: Answer) -> Answer:
    """Return an answer with its messages in the user's language, but for the notes of a search.

    results.wording.notes translates those: what the window adds to them depends on their templates.
    """
    match answer:
        case Failure():
            return replace(answer, message=in_user_words(answer.message))
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
