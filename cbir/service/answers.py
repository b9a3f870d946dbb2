"""Requests about marks, maintenance and models -> calls of the library -> answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cbir.base.errors import CbirError
from cbir.base.types import IndexProgress, InstallProgress
from cbir.service.messages import (
    Answer,
    BackupAnswer,
    BackupRequest,
    CheckAnswer,
    CheckRequest,
    DiscardDownloadRequest,
    DuplicatesAnswer,
    DuplicatesRequest,
    ForgetAnswer,
    ForgetRequest,
    ImportModelRequest,
    InstallModelRequest,
    InstallProgressed,
    JudgeCopiesRequest,
    KeywordRequest,
    LearnKeywordsRequest,
    LibraryChanged,
    MaintenanceProgress,
    MarkAnswer,
    ModelsAnswer,
    ModelsRequest,
    PartsAnswer,
    PartsRequest,
    PlanAnswer,
    RateRequest,
    RemoveModelRequest,
    RestoreAnswer,
    RestoreRequest,
    SelfTestAnswer,
    StacksAnswer,
    StacksRequest,
    TrashAnswer,
    TrashCopiesRequest,
    TrashRequest,
    UseModelRequest,
)

if TYPE_CHECKING:
    from cbir.library import Library

MarkRequest = RateRequest | KeywordRequest | TrashRequest | JudgeCopiesRequest | TrashCopiesRequest
ModelRequest = (
    ModelsRequest
    | InstallModelRequest
    | ImportModelRequest
    | DiscardDownloadRequest
    | RemoveModelRequest
    | UseModelRequest
    | LearnKeywordsRequest
    | PartsRequest
)
Tell = Callable[[Answer], None]


def answer_marks(library: Library, request: MarkRequest, tell_all: Tell) -> Answer:
    """Answer a request that marks or trashes photos. tell_all : receives news for everybody, such as trashed photos"""
    match request:
        case RateRequest():
            rated = library.marks.set_rating(request.photos, request.rating, sidecar=request.sidecar)
            return MarkAnswer(report=rated)
        case KeywordRequest():
            named = library.marks.set_keywords(
                request.photos, add=request.add, remove=request.remove, sidecar=request.sidecar
            )
            return MarkAnswer(report=named)
        case TrashRequest():
            trashed = library.trash(request.photos)
            tell_all(LibraryChanged(photos=library.photo_count()))
            return TrashAnswer(report=trashed)
        case JudgeCopiesRequest():
            library.duplicates.say(request.judged)
            return PlanAnswer(plan=library.duplicates.plan_trash())
        case TrashCopiesRequest():
            moved = library.duplicates.trash(request.photos, last=request.last, sidecar=request.sidecar)
            tell_all(LibraryChanged(photos=library.photo_count()))
            return TrashAnswer(report=moved)


def answer_restore(
    library: Library,
    request: RestoreRequest,
    progress: Callable[[IndexProgress], None],
    cancelled: Callable[[], bool],
) -> RestoreAnswer:
    """Restore photos from the trash. progress : receives the progress of the index run, for the sender"""
    from cbir.library import restore_photos

    report = restore_photos(library, request.trashed, progress=progress, cancelled=cancelled)
    return RestoreAnswer(report=report)


def answer_duplicates(
    library: Library, request: DuplicatesRequest | StacksRequest, tell: Tell, cancelled: Callable[[], bool]
) -> DuplicatesAnswer | StacksAnswer:
    """Find duplicates or stacks. tell : receives the progress, for the sender"""
    if isinstance(request, StacksRequest):
        return StacksAnswer(stacks=library.duplicates.stacks(request.photos))

    def progress(done: int, total: int) -> None:
        tell(MaintenanceProgress(done=done, total=total))

    report = library.duplicates.find(request.search, progress=progress, cancelled=cancelled)
    return DuplicatesAnswer(report=report, plan=library.duplicates.plan_trash())


def answer_self_test() -> SelfTestAnswer:
    from cbir.service.self_test import examine

    return SelfTestAnswer(findings=tuple(examine()))


def answer_maintenance(
    library: Library, request: CheckRequest | BackupRequest | ForgetRequest, tell: Tell, tell_all: Tell
) -> Answer:
    """Check, back up or shrink the library. tell : receives progress for the sender. tell_all : news for everybody"""
    match request:
        case CheckRequest():
            return CheckAnswer(problems=tuple(library.check(deep=request.deep)))
        case BackupRequest():

            def progress(done: int, total: int) -> None:
                tell(MaintenanceProgress(done=done, total=total))

            size = library.back_up(request.file, progress=progress)
            return BackupAnswer(file=request.file, bytes=size)
        case ForgetRequest():
            photos = library.forget(request.folder)
            tell_all(LibraryChanged(photos=library.photo_count()))
            return ForgetAnswer(photos=photos)


def answer_models(
    library: Library, request: ModelRequest, tell: Tell, cancelled: Callable[[], bool]
) -> ModelsAnswer | PartsAnswer:
    """Install, import, remove or choose a model, and list the models afterwards. tell : receives the progress"""
    if isinstance(request, PartsRequest):
        return _answer_parts(library, request)
    from cbir.embeddings import built_in_model
    from cbir.embeddings.installing import (
        arrived_bytes,
        import_checkpoint,
        import_towers,
        install_model,
        remove_downloads,
        remove_model,
    )

    store = library.models.store

    def progress(state: InstallProgress) -> None:
        tell(InstallProgressed(progress=state))

    match request:
        case InstallModelRequest():
            store.use(install_model(store, request.name, progress=progress, cancelled=cancelled).info.name)
        case ImportModelRequest() if request.path.is_dir():
            store.use(import_towers(store, request.path, name=request.name).info.name)
        case ImportModelRequest():
            if request.architecture is None:
                raise CbirError(
                    f"{request.path.name} is a file of weights: name its architecture, such as ViT-B-32."
                )
            store.use(
                import_checkpoint(
                    store,
                    request.path,
                    architecture=request.architecture,
                    name=request.name,
                    progress=progress,
                    cancelled=cancelled,
                ).info.name
            )
        case DiscardDownloadRequest():
            remove_downloads(store, request.name)
        case RemoveModelRequest():
            remove_model(store, request.name)
        case UseModelRequest():
            store.use(request.name)
        case LearnKeywordsRequest(forget=True):
            library.models.forget_keywords()
        case LearnKeywordsRequest():
            library.models.learn_keywords()
    current, built_in = library.models.current(), built_in_model()
    return ModelsAnswer(
        offers=store.offers(),
        installed=tuple(model.info for model in (*store.installed(), built_in) if model is not None),
        current=None if current is None else current.name,
        arrived=arrived_bytes(store),
        learned=library.models.learned_keywords(),
    )


def _answer_parts(library: Library, request: PartsRequest) -> PartsAnswer:
    if request.keep is not None:
        library.models.keep_parts(request.keep)
    cost = None if library.models.current() is None else library.models.parts_cost()
    return PartsAnswer(
        keeps=library.models.keeps_parts(), with_parts=library.info(sizes=False).with_parts, cost=cost
    )
