"""Finds the programs that open a kind of file, on desktops that follow freedesktop.org.

Desktop Entry Specification 1.5; of shared-mime-info only the suffixes that Python knows. Windows and macOS have
choosers of their own, which cbir_app.control.open_with uses instead.
"""

from __future__ import annotations

import configparser
import mimetypes
import os
import shlex
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

SECTION = "Desktop Entry"
OURS = "cbir.desktop"
_OBSOLETE = frozenset({"%d", "%D", "%n", "%N", "%v", "%m", "%i"})
mimetypes.add_type("image/heic", ".heic")
mimetypes.add_type("image/heif", ".heif")
mimetypes.add_type("image/avif", ".avif")


@dataclass(frozen=True, slots=True)
class Program:
    """A program that opens files. command : its arguments, with field codes"""

    name: str
    command: tuple[str, ...]
    entry: Path

    @property
    def takes_many(self) -> bool:
        return any(code in word for word in self.command for code in ("%F", "%U"))

    def commands(self, files: Sequence[Path]) -> list[list[str]]:
        """Return the commands that open files: one command if the program takes several files, else one for each."""
        groups = [list(files)] if self.takes_many else [[file] for file in files]
        return [self._with(group) for group in groups]

    def _with(self, files: Sequence[Path]) -> list[str]:
        words: list[str] = []
        given = False
        for word in self.command:
            if word in ("%f", "%F"):
                words += [str(file) for file in files]
                given = True
            elif word in ("%u", "%U"):
                words += [file.as_uri() for file in files]
                given = True
            elif word not in _OBSOLETE:
                words.append(self._filled(word))
        return words if given else [*words, *(str(file) for file in files)]

    def _filled(self, word: str) -> str:
        for code, value in (("%c", self.name), ("%k", str(self.entry)), ("%%", "%")):
            word = word.replace(code, value)
        return word


def mime_types(files: Iterable[Path]) -> set[str]:
    """Return the MIME types of files by their suffixes, without unknown ones."""
    guessed = {mimetypes.guess_type(file.name)[0] for file in files}
    return {name for name in guessed if name is not None}


def programs_for(types: set[str], folders: Sequence[Path], languages: Sequence[str]) -> list[Program]:
    """Return the programs that open all given types of file, sorted by name.

    folders : folders of desktop entries, most important first: an entry hides later ones with the same name
    languages : the user's languages such as `it_IT`, preferred first
    """
    entries: dict[str, Program | None] = {}
    for folder in folders:
        for file in sorted(folder.rglob("*.desktop")) if os.path.isdir(folder) else ():
            name = "-".join(file.relative_to(folder).parts)
            if name not in entries and name != OURS:
                entries[name] = _read(file, types, languages)
    programs = {
        (program.name, program.command): program for program in entries.values() if program is not None
    }
    return sorted(programs.values(), key=lambda program: program.name.casefold())


def entry_folders(environment: dict[str, str], home: Path) -> list[Path]:
    """Return the folders of desktop entries, the user's own before the system's."""
    own = environment.get("XDG_DATA_HOME") or str(home / ".local" / "share")
    system = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return [Path(folder) / "applications" for folder in (own, *system.split(os.pathsep)) if folder]


def _read(file: Path, types: set[str], languages: Sequence[str]) -> Program | None:
    """Return the program of a desktop entry, None if it does not open the types or is hidden."""
    parser = configparser.RawConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # keys keep their case
    try:
        parser.read_string(file.read_text(encoding="utf-8"))
        entry = dict(parser.items(SECTION))
        command = tuple(shlex.split(entry.get("Exec", "")))
    except (OSError, ValueError, configparser.Error):
        return None  # another program's broken entry does not concern the user
    offered = set(entry.get("MimeType", "").split(";"))
    hidden = any(entry.get(key, "").lower() == "true" for key in ("NoDisplay", "Hidden", "Terminal"))
    if entry.get("Type") != "Application" or hidden or not command or not types or not types <= offered:
        return None
    if shutil.which(entry.get("TryExec") or command[0]) is None:
        return None
    name = next((entry[key] for key in _name_keys(languages) if key in entry), file.stem)
    return Program(name, command, file)


def _name_keys(languages: Sequence[str]) -> Iterator[str]:
    for language in languages:
        yield f"Name[{language}]"
        yield f"Name[{language.split('_')[0]}]"
    yield "Name"
