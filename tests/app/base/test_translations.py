"""Every text of the window can be translated, is translated, and is shown in the language that is set."""

from __future__ import annotations

import ast
import functools
import itertools
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import (
    QMessageBox,
)

from cbir.base.messages import Message, sentences
from cbir_app.base.language import LANGUAGES, chosen, locale_of, number, percent, tr, written
from cbir_app.base.wording import file_size, photos, points_agree
from cbir_app.engine import in_user_words
from tests.app import translations
from tests.app.translations import APP, TRANSLATIONS

MNEMONIC = re.compile(r"&\w")
PLACE = re.compile(r"\{\w*\}|%Ln|%n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One text of a .ts file; forms : its translation, or all plural forms of it"""

    source: str
    comment: str
    forms: tuple[str, ...]
    state: str  # "", "unfinished", "vanished" or "obsolete"
    plural: bool


def entries(ts):
    found = []
    for message in ET.parse(ts).getroot().iter("message"):
        said = message.find("translation")
        assert said is not None
        plural = message.get("numerus") == "yes"
        forms = [form.text or "" for form in said.iter("numerusform")] if plural else [said.text or ""]
        found.append(
            Entry(
                source=message.findtext("source") or "",
                comment=message.findtext("comment") or "",
                forms=tuple(forms),
                state=said.get("type") or "",
                plural=plural,
            )
        )
    return found


TRANSLATED = {code: entries(TRANSLATIONS / f"cbir_{code}.ts") for code in LANGUAGES if code != "en"}
ITALIAN = TRANSLATED["it"]
ENGLISH = entries(TRANSLATIONS / "cbir_en.ts")
ALL = {"en": ENGLISH, **TRANSLATED}


# ---- the files


def test_lupdate_finds_nothing_that_the_files_lack(tmp_path):
    fresh = tmp_path / "cbir_it.ts"
    translations.update(fresh, "-source-language", "en", "-target-language", "it")
    found = {(entry.source, entry.comment, entry.plural) for entry in entries(fresh)}
    for value in TRANSLATED.values():
        assert {(one.source, one.comment, one.plural) for one in value} == found
    assert {(one.source, one.comment, True) for one in ENGLISH} == {one for one in found if one[2]}
    assert len(found) > 600


def test_lupdate_finds_every_text_that_the_source_hands_to_tr():
    known = {one.source for one in ITALIAN}
    missed = [
        f"{file.name} {node.lineno}: {text}"
        for file, node in calls_of_tr()
        if isinstance(text := getattr(node.args[0], "value", None), str) and text not in known and text
    ]
    assert missed == []


def test_tr_is_given_texts_and_marked_texts_alone():
    """lupdate reads no f-string: what varies stands in places."""
    wrong = [
        f"{file.name} {node.lineno}"
        for file, node in calls_of_tr()
        if isinstance(node.args[0], ast.JoinedStr | ast.BinOp)
    ]
    assert wrong == []


OTHER_READERS = {
    "__main__.py": "the terminal's help",
    "words.py": "the engine's own words",
    "programs.py": "names of a desktop's files",
    "theme.py": "a style sheet",
}
"""Modules that hold words which nobody reads in the window."""

SPOKEN = re.compile(r"[A-Z][a-z]+[ …].*|.*[a-z]{2} [a-z ]+[.…]")
NOT_SHOWN = ("tr", "QT_TR_NOOP", "info", "AssertionError", "setObjectName", "cast")


def test_no_sentence_in_the_source_goes_past_tr():
    past = []
    for file in sorted(APP.rglob("*.py")):
        if file.name in OTHER_READERS:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                continue
            above = parents[node]
            while isinstance(above, ast.JoinedStr | ast.FormattedValue):
                above = parents[above]
            of = getattr(above, "func", None)
            name = getattr(of, "attr", getattr(of, "id", ""))
            if SPOKEN.fullmatch(node.value) and name not in NOT_SHOWN and not isinstance(above, ast.Expr):
                past.append(f"{file.name} {node.lineno}: {node.value}")
    assert past == []


@functools.cache
def calls_of_tr():
    return tuple(
        (file, node)
        for file in sorted(APP.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("tr", "QT_TR_NOOP")
    )


@pytest.mark.parametrize("known", ALL.values(), ids=ALL)
def test_nothing_is_left_to_translate(known):
    assert [one.source for one in known if one.state or not all(one.forms)] == []


def test_places_are_the_same_in_source_and_translation():
    """Other languages need no place for an English article, so that the engine's sentences may leave one out."""
    of_engine = set(translations.engine_texts())
    for one in itertools.chain(*ALL.values()):
        wanted = set(PLACE.findall(one.source))
        for form in one.forms:
            used = set(PLACE.findall(form))
            assert used <= wanted, one.source
            assert not set("{}%").intersection(PLACE.sub("", form)) - set(one.source), one.source
            if one.source not in of_engine:
                assert used - {"%Ln"} == wanted - {"%Ln"}, one.source


def test_plural_forms_are_two_and_the_last_one_counts():
    for one in itertools.chain(*ALL.values()):
        if one.plural:
            assert len(one.forms) == 2
            assert ("%Ln" in one.source) == ("%Ln" in one.forms[1]), one.source


def test_menus_keep_a_letter_to_press():
    for one in itertools.chain(*TRANSLATED.values()):
        assert bool(MNEMONIC.search(one.source)) == bool(MNEMONIC.search(one.forms[0])), one.source


def test_the_compiled_files_are_those_of_the_sources(tmp_path, qapp):
    for code, known in ALL.items():
        translator = QTranslator()
        assert translator.load(f"cbir_{code}", str(TRANSLATIONS))
        for one in known:
            said = translator.translate("", one.source, one.comment or None, 2 if one.plural else -1)
            assert said == one.forms[-1]


# ---- language and numbers


def test_the_systems_language_is_spoken_where_we_have_it():
    assert chosen("system", QLocale("it_CH")) == "it"
    assert chosen("system", QLocale("de_DE")) == "de"
    assert chosen("system", QLocale("es_ES")) == "en"
    assert chosen("system", QLocale.c()) == "en"
    assert chosen("en", QLocale("it_IT")) == "en"
    assert set(LANGUAGES) == {path.stem.removeprefix("cbir_") for path in TRANSLATIONS.glob("*.ts")}


def test_numbers_and_dates_are_written_as_the_system_does():
    assert locale_of("it", QLocale("it_CH")) == QLocale("it_CH")
    assert locale_of("en", QLocale("it_IT")).territory() == QLocale.Country.Italy
    assert locale_of("en", QLocale("it_IT")).language() == QLocale.Language.English
    assert locale_of("it", QLocale.c()) == QLocale("it_IT")
    assert locale_of("en", QLocale.c()).toString(12_345) == "12,345"


def test_a_language_that_cannot_be_read_counts_as_the_systems(preferences):
    preferences.set_text("language", "tlh")
    assert preferences.language == "system"


def test_a_chosen_language_is_remembered(preferences):
    preferences.choose_language("it")
    assert preferences.language == "it"


def test_italian_is_spoken(italian):
    assert photos(1) == "1 foto"
    assert points_agree(1) == "1 punto concorde"
    assert points_agree(12_345) == "12.345 punti concordi"
    assert [file_size(size) for size in (7, 28_400, 960_000, 12_345_678, 3_210_000_000)] == [
        *("7 byte", "28 kB", "1,0 MB", "12,3 MB", "3,21 GB")
    ]
    assert percent(0.574) == "57%"
    assert number(0.5, 3) == "0,500"
    assert written("2019-07-14") == "14/07/2019"


def test_english_has_its_plural_forms():
    assert (photos(1), photos(0), photos(12_345)) == ("1 photo", "0 photos", "12,345 photos")
    assert points_agree(1) == "1 point agrees"


def test_qts_own_buttons_speak_italian(qtbot, italian):
    box = QMessageBox()
    qtbot.addWidget(box)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    assert cancel.text().replace("&", "") == "Annulla"


def test_what_a_name_holds_is_text(italian):
    assert tr("Forget “{folder}”?", folder="{0} %Ln {") == "Dimenticare “{0} %Ln {”?"


# ---- the engine's sentences


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (Message("The file is empty."), "Il file è vuoto."),
        (
            Message("There is no file {0}.", "C:\\Photos (1)\\a.jpg"),
            "Non c’è nessun file C:\\Photos (1)\\a.jpg.",
        ),
        # A value may be a message, and messages may follow each other.
        (
            Message("{0} cannot be searched for: {1}", "a.jpg", Message("The file is empty.")),
            "a.jpg non si può usare per cercare: Il file è vuoto.",
        ),
        (
            sentences(
                Message(
                    "{0} Its photos were kept.",
                    Message("The folder {0} is on a different drive than before.", "/x"),
                ),
                Message("{0} several frames or pages: only the first was indexed.", Message("1 picture has")),
            ),
            "La cartella /x si trova su un’unità diversa da prima. Le sue foto sono state tenute. 1 immagine ha "
            "più fotogrammi o pagine: di ognuna è stata indicizzata la prima.",
        ),
        # A command becomes a menu.
        (
            Message("The file has changed since it was indexed, and stays. {Run} {scan_folder} first."),
            "Il file è cambiato da quando è stato indicizzato, e resta dov’è. Scegli prima “Cerca "
            "cambiamenti”.",
        ),
        (Message("Nobody ever said this."), "Nobody ever said this."),
        (Message("There is no file {0}.", "The file is empty."), "Non c’è nessun file The file is empty.."),
        ("The file is empty.", "The file is empty."),
        ("", ""),
    ],
)
def test_the_engines_messages_are_translated(said, shown, italian):
    assert in_user_words(said) == shown


def test_a_step_of_a_message_is_a_menu(italian):
    message = Message("Make the library writable and {run}: {check}")
    assert (
        in_user_words(message)
        == "Rendi scrivibile la libreria e scegli “Controlla la libreria…” nel menu Libreria"
    )


def test_in_english_every_template_stays_as_it_is():
    assert [text for text in translations.engine_texts() if tr(text) != text] == []


def test_every_template_of_the_engine_has_its_translation_with_its_places():
    for language, entries_of in TRANSLATED.items():
        known = {entry.source: entry.forms[0] for entry in entries_of}
        for text in translations.engine_texts():
            assert known.get(text), f"{language}: {text}"
            assert {*PLACE.findall(known[text])} <= {*PLACE.findall(text)}, f"{language}: {text}"


FORMAL = re.compile(r"(?<=[a-zäöüß,] )(Sie|Ihr\w*|Ihnen)\b")
"""Inside a sentence, "they" and "their" are written small: a capital addresses the reader."""


def test_german_addresses_its_reader_as_du():
    formal = [form for entry in TRANSLATED["de"] for form in entry.forms if FORMAL.search(form)]
    assert formal == []
