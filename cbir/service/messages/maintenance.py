"""The library as a whole: its contents, checks, backups, and folders to remove."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import Finding, LibraryInfo, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryRequest:
    """sizes : also measure its files, which takes seconds for a large library"""

    sizes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryAnswer:
    info: LibraryInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest:
    deep: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckAnswer:
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupRequest:
    """Write everything that the library needs into one new file."""

    file: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class MaintenanceProgress:
    """done, total : in the unit of the work."""

    done: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupAnswer:
    file: Path
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRequest:
    """Take the photos of a folder out of the library; the files stay."""

    folder: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetAnswer:
    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTestRequest:
    """Try every part of the program on this computer. Takes some seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTestAnswer:
    findings: tuple[Finding, ...]


Request = LibraryRequest | CheckRequest | BackupRequest | ForgetRequest | SelfTestRequest
Interim = MaintenanceProgress
Answer = LibraryAnswer | CheckAnswer | BackupAnswer | ForgetAnswer | SelfTestAnswer
