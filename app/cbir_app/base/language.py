"""Translation of sentences into the user's language, and numbers and dates in the user's format.

install() runs once at the start. tr() translates every sentence that is shown. A text in a constant is marked with
QT_TR_NOOP, so that Qt's lupdate finds it, and goes through tr() when it is shown.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLibraryInfo, QLocale, Qt, QTime, QTranslator

from cbir.base.resources import resource

Language = Literal["system", "en", "de", "fr", "it"]
LANGUAGES: dict[Language, str] = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
"""Each language in its own language."""


def tr(text: str, comment: str = "", n: int | None = None, /, **values: object) -> str:
    """Return a text in the user's language.

    comment : for translators, if a text alone is ambiguous
    n : a count. It chooses the plural form and replaces %Ln
    values : texts for the places {name}
    """
    # lupdate knows no class for a bare tr() and files its texts under no context.
    translation = QCoreApplication.translate("", text, comment or None, -1 if n is None else n)
    return translation.format(**values) if values else translation


def QT_TR_NOOP(text: str) -> str:
    """Mark a text for lupdate, by the name that lupdate knows. tr() translates it when it is shown."""
    return text


def number(value: float, digits: int = 0) -> str:
    """Return a number in the user's format. digits : after the decimal point"""
    return QLocale().toString(float(value), "f", digits) if digits else QLocale().toString(round(value))


def short_number(value: float) -> str:
    """Return a number with up to six significant digits, without trailing zeros."""
    return QLocale().toString(float(value), "g", 6)


def percent(share: float) -> str:
    """Return a share of 1 as a whole percentage."""
    return percents(number(round(share * 100)))


def percents(written: str) -> str:
    """Return a number with a percent sign. Some languages put a space between them."""
    return tr("{number}%", number=written)


def with_reason(what: object, why: str) -> str:
    """Return a statement with its reason. Some languages put a space before the colon."""
    return tr("{what}: {why}", what=what, why=why)


def quoted(words: object) -> str:
    return tr("“{words}”", words=words)


def chosen(preference: Language, system: QLocale) -> Language:
    """Return the interface language: the preferred one, else the first of the system's languages that is available."""
    if preference in LANGUAGES:
        return preference
    codes = (name.replace("_", "-").partition("-")[0] for name in system.uiLanguages())
    return next((code for name in codes for code in LANGUAGES if name == code), "en")


def locale_of(language: Language, system: QLocale) -> QLocale:
    """Return the locale of numbers and dates: the system's own format, in the interface language."""
    if QLocale(language).language() == system.language():
        return QLocale(system)
    if system.language() != QLocale.Language.C:
        return QLocale(QLocale(language).language(), system.territory())
    if language != "en":
        return QLocale(language)
    plain = QLocale.c()
    plain.setNumberOptions(QLocale.NumberOption.DefaultNumberOptions)  # the C locale groups no digits
    return plain


def install(
    app: QCoreApplication, preference: Language = "system", system: QLocale | None = None
) -> Language:
    """Install a language for the program and return it. Must run before anything is shown.

    system : the system's locale; default: ask Qt
    """
    system = QLocale.system() if system is None else system
    language = chosen(preference, system)
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


def keyword_name(word: str) -> str:
    """Return a common keyword in the user's language. Any other word, such as a person's own, stays as it is."""
    return _keyword_names(QLocale().name()[:2]).get(word, word)


@lru_cache(2)
def _keyword_names(language: str) -> dict[str, str]:
    lines = resource("keyword_names.tsv").read_text(encoding="utf-8").splitlines()[1:]
    languages, *rows = (line.split("\t") for line in lines)
    return {row[0]: row[languages.index(language)] for row in rows} if language in languages else {}


@lru_cache(4096)
def written(text: str) -> str:
    """Return an ISO 8601 date in the user's own format. Cached, because lists paint it at each frame."""
    date = QDate.fromString(text[:10], "yyyy-MM-dd")
    if not date.isValid():
        return text[:7]
    time = QTime.fromString(text[11:16], "hh:mm")
    locale = QLocale()
    if locale.language() == QLocale.Language.C:  # no person's format
        return f"{text[:10]} {text[11:16]}".strip()
    short = QLocale.FormatType.ShortFormat
    parts = [locale.toString(date, _with_whole_year(locale.dateFormat(short)))]
    parts += [locale.toString(time, short)] if time.isValid() else []
    return " ".join(parts)


def _with_whole_year(form: str) -> str:
    """Return a date format with a four-digit year. Two digits look like a day or a month."""
    return form if "yyyy" in form else form.replace("yy", "yyyy")


def day(taken_at: str | None) -> str:
    """Return the day on which a photo was taken, or an empty text if it has no date."""
    return written(taken_at[:10]) if taken_at else ""


def moment(when: QDateTime) -> str:
    """Return a date and time in the user's own format."""
    return written(when.toString(Qt.DateFormat.ISODate))
