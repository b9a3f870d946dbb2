"""What the engine says -> the same in the words of this window, in the user's language.

The engine writes one English sentence for all who ask it; who reads it here has menus, not commands. in_window()
names the menus, translated() translates what it knows from resources/cbir_resources/translations/engine.txt.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache

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

_LOOK = "“Scan for changes”"
_ADD = "“Add folder…” in the menu Library"
_CHECK = "“Check the library…” in the menu Library"
_PAIRS = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        # Whole sentences first, then the commands themselves wherever they stand.
        (r"See what there is with: cbir models list\. ", "See what there is in the settings, under Models."),
        (r"Then install one with: cbir models install NAME\.?", ""),
        (r": cbir models list$", ": in the settings, under Models."),
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

_PLACE = re.compile(r"\{\d\}")


def in_window(text: str) -> str:
    """Return a sentence of the engine as it fits a window."""
    for pattern, words in _PAIRS:
        text = pattern.sub(words, text)
    return text


def translated(text: str) -> str:
    """Return what the engine says in the user's language; what is not known stays as it is."""
    made = _made_from(text)
    if made is not None:
        template, values = made
        said = tr(template)
        # What stands in a template's places may be the engine's words as well.
        return text if said == template else said.format(*map(translated, values))
    for gap in reversed(list(re.finditer(r"(?<=[.?]) ", text))):
        head = text[: gap.start()]
        if _made_from(head) is not None:
            return f"{translated(head)} {translated(text[gap.end() :])}"
    return text


@lru_cache(4096)
def _made_from(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the template that a text was made from, and what stands in its places."""
    for template, parts in _templates():
        # Compiling a pattern for each would hold the window up for 50 ms.
        if text.startswith(parts[0]) and text.endswith(parts[-1]):
            found = re.fullmatch("(.*?)".join(map(re.escape, parts)), text, re.DOTALL)
            if found is not None:
                return template, found.groups()
    return None


@cache
def _templates() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each template with what stands around its places; one that leaves less open comes first."""
    texts = resource("translations/engine.txt").read_text(encoding="utf-8").splitlines()
    split = [(text, tuple(_PLACE.split(text))) for text in texts]
    return tuple(sorted(split, key=lambda one: -sum(map(len, one[1]))))


def in_user_words(text: str) -> str:
    """Return a sentence of the engine as it fits this window and its user."""
    return translated(in_window(text))


def reworded(answer: Answer) -> Answer:
    """Return an answer whose sentences fit a window, in the user's language.

    The notes of a search stay in English: result_wording.notes looks at them, and translates them.
    """
    match answer:
        case Failure():
            return replace(answer, message=in_user_words(answer.message))
        case SearchAnswer() if answer.result.notes:
            notes = tuple(in_window(note) for note in answer.result.notes)
            return replace(answer, result=replace(answer.result, notes=notes))
        case CheckAnswer():
            problems = tuple(
                replace(one, what=in_user_words(one.what), remedy=in_user_words(one.remedy))
                for one in answer.problems
            )
            return replace(answer, problems=problems)
        case IndexAnswer() if answer.report.notes:
            said = tuple(in_user_words(note) for note in answer.report.notes)
            return replace(answer, report=replace(answer.report, notes=said))
        case Delayed():
            return replace(answer, why=in_user_words(answer.why))
        case WatchTrouble():
            return replace(answer, message=in_user_words(answer.message))
        case MarkAnswer() if answer.report.problems:
            return replace(answer, report=replace(answer.report, problems=_each(answer.report.problems)))
        case TrashAnswer() if answer.report.problems or answer.report.notes:
            report = answer.report
            report = replace(report, problems=_each(report.problems), notes=_each(report.notes))
            return replace(answer, report=report)
        case RestoreAnswer() if answer.report.problems:
            return replace(answer, report=replace(answer.report, problems=_each(answer.report.problems)))
        case PlanAnswer():
            return replace(answer, plan=_plan(answer.plan))
        case DuplicatesAnswer():
            return replace(answer, plan=_plan(answer.plan))
    return answer


def _plan(plan: TrashPlan) -> TrashPlan:
    return replace(plan, last=_each(plan.last), stays=_each(plan.stays), beside=_each(plan.beside))


def _each(problems: tuple[Skipped, ...]) -> tuple[Skipped, ...]:
    return tuple(replace(one, reason=in_user_words(one.reason)) for one in problems)
