"""A sentence of this program -> the same in the user's language, with numbers as the user writes them.

install() once at the start, then tr() wherever something is said. A text that is kept under a name is marked with
QT_TR_NOOP, so that Qt's lupdate finds it, and goes through tr() when it is shown.
"""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from cbir.base.resources import resource

Language = Literal["system", "en", "de", "fr", "it"]
LANGUAGES: dict[Language, str] = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
"""Each in its own words."""


def tr(text: str, comment: str = "", n: int | None = None, /, **values: object) -> str:
    """Return a text in the user's language.

    comment : for translators, where a text alone could mean two things
    n : what the text counts: it chooses the plural form, and stands in the place of %Ln
    values : what stands in the places {name}, ready to be read
    """
    # lupdate knows no class for a bare tr(), and files what it finds under no context.
    said = QCoreApplication.translate("", text, comment or None, -1 if n is None else n)
    return said.format(**values) if values else said


def QT_TR_NOOP(text: str) -> str:
    """Mark a text for lupdate, by the name that it knows; tr() translates it when it is shown."""
    return text


def number(value: float, digits: int = 0) -> str:
    """Return a number as the user writes it. digits : behind the point"""
    return QLocale().toString(float(value), "f", digits) if digits else QLocale().toString(round(value))


def short_number(value: float) -> str:
    """Return a number with as many digits as it has, and no more than six."""
    return QLocale().toString(float(value), "g", 6)


def percent(share: float) -> str:
    """Return a share of 1 in whole percents."""
    return percents(number(round(share * 100)))


def percents(written: str) -> str:
    """Return a number with its sign: some languages put a space between them."""
    return tr("{number}%", number=written)


def with_reason(what: object, why: str) -> str:
    """Return what is said with its reason behind it: before a colon some languages put a space."""
    return tr("{what}: {why}", what=what, why=why)


def quoted(words: object) -> str:
    return tr("“{words}”", words=words)


def chosen(wanted: Language, system: QLocale) -> Language:
    """Return the language to speak: the wanted one, else the first of the system's that we have."""
    if wanted in LANGUAGES:
        return wanted
    known = (name.replace("_", "-").partition("-")[0] for name in system.uiLanguages())
    return next((code for name in known for code in LANGUAGES if name == code), "en")


def locale_of(language: Language, system: QLocale) -> QLocale:
    """Return how to write numbers and dates: as the system does, in the words of the language."""
    if QLocale(language).language() == system.language():
        return QLocale(system)
    if system.language() != QLocale.Language.C:
        return QLocale(QLocale(language).language(), system.territory())
    if language != "en":
        return QLocale(language)
    plain = QLocale.c()
    plain.setNumberOptions(QLocale.NumberOption.DefaultNumberOptions)  # by itself it groups no digits
    return plain


def install(app: QCoreApplication, wanted: Language = "system", system: QLocale | None = None) -> Language:
    """Let the program speak a language from now on; returns which. To be called before anything is shown.

    system : the system's locale, asked for where it is not given
    """
    system = QLocale.system() if system is None else system
    language = chosen(wanted, system)
    QLocale.setDefault(locale_of(language, system))
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.deleteLater()
    of_qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in (
        (f"qtbase_{language}", of_qt),  # the buttons of Qt's own dialogs
        (f"cbir_{language}", str(resource("translations"))),
    ):
        translator = QTranslator(app)
        if translator.load(name, folder):
            app.installTranslator(translator)
    return language
