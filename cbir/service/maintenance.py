"""The library as a whole: its contents, checks, backups, and folders to remove."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import Finding, LibraryInfo, Problem
from cbir.service.link import LibraryChanged
from cbir.service.registry import (
    SHORT,
    Answer,
    Call,
    Declaration,
    Far,
    Interim,
    Lane,
    Request,
    handles,
    handles_afar,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryAnswer(Answer):
    info: LibraryInfo


@Declaration(answer=LibraryAnswer, lane=Lane.LOOK, visitors=SHORT, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryRequest(Request):
    """sizes : also measure its files, which takes seconds for a large library"""

    sizes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckAnswer(Answer):
    problems: tuple[Problem, ...]


@Declaration(answer=CheckAnswer, lane=Lane.INDEX)
@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest(Request):
    deep: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupAnswer(Answer):
    file: Path
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MaintenanceProgress(Interim):
    """done, total : in the unit of the work."""

    done: int
    total: int


@Declaration(answer=BackupAnswer, lane=Lane.INDEX, interim=(MaintenanceProgress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class BackupRequest(Request):
    """Write everything that the library needs into one new file."""

    file: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetAnswer(Answer):
    photos: int


@Declaration(answer=ForgetAnswer, lane=Lane.INDEX)
@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRequest(Request):
    """Take the photos of a folder out of the library; the files stay."""

    folder: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTestAnswer(Answer):
    findings: tuple[Finding, ...]


@Declaration(answer=SelfTestAnswer, lane=Lane.LOOK)
@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTestRequest(Request):
    """Try every part of the program on this computer. Takes some seconds."""


@handles(LibraryRequest)
def _library(call: Call, request: LibraryRequest) -> LibraryAnswer:
    return LibraryAnswer(info=call.library.info(sizes=request.sizes))


@handles_afar(LibraryRequest)
def _far_library(far: Far, request: LibraryRequest) -> LibraryAnswer:
    return LibraryAnswer(info=far.library())


@handles(CheckRequest)
def _check(call: Call, request: CheckRequest) -> CheckAnswer:
    return CheckAnswer(problems=tuple(call.library.check(deep=request.deep)))


@handles(BackupRequest)
def _back_up(call: Call, request: BackupRequest) -> BackupAnswer:
    def progress(done: int, total: int) -> None:
        call.tell(MaintenanceProgress(done=done, total=total))

    return BackupAnswer(file=request.file, bytes=call.library.back_up(request.file, progress=progress))


@handles(ForgetRequest)
def _forget(call: Call, request: ForgetRequest) -> ForgetAnswer:
    photos = call.library.forget(request.folder)
    call.announce(LibraryChanged(photos=call.library.photo_count()))
    return ForgetAnswer(photos=photos)


@handles(SelfTestRequest)
def _self_test(call: Call, request: SelfTestRequest) -> SelfTestAnswer:
    return _findings()


@handles_afar(SelfTestRequest)
def _self_test_here(far: Far, request: SelfTestRequest) -> SelfTestAnswer:
    return _findings()


def _findings() -> SelfTestAnswer:
    """Test this computer, which needs no library."""
    from cbir.service.selftest import examine

    return SelfTestAnswer(findings=tuple(examine()))
