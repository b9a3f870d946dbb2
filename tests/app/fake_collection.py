"""The fake engine's other half: marks, trash, counts and models, with a memory of what was asked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from cbir.base.types import (
    DuplicateGroup,
    DuplicateReport,
    KeywordSuggestion,
    MarkReport,
    Marks,
    Metadata,
    ModelInfo,
    ModelOffer,
    PartsCost,
    PhotoId,
    Placed,
    RestoreReport,
    Skipped,
    Trashed,
    TrashPlan,
    TrashReport,
)
from cbir.catalog import change_keywords
from cbir.service import (
    DiscardDownloadRequest,
    DuplicatesAnswer,
    DuplicatesRequest,
    Failure,
    FlagRequest,
    ImportModelRequest,
    KeywordRequest,
    LabelRequest,
    LearnKeywordsRequest,
    MarkAnswer,
    MetadataAnswer,
    MetadataRequest,
    ModelsAnswer,
    ModelsRequest,
    PartsAnswer,
    PartsRequest,
    PlacedAnswer,
    PlaceRequest,
    PositionsAnswer,
    PositionsRequest,
    RateRequest,
    RemoveModelRequest,
    RestoreAnswer,
    RestoreRequest,
    SuggestAnswer,
    SuggestRequest,
    TakeBackRequest,
    TakenBackAnswer,
    TrashAnswer,
    TrashRequest,
    UseModelRequest,
)

NO_MARKS = Marks()
COST = PartsCost(photos=8412, seconds=5400.0, bytes=87_500_000, model="small")
NO_PLAN = TrashPlan(photos=(), bytes=0)
SMALL = ModelOffer(
    name="vit-b-32",
    title="ViT-B-32 (LAION-2B)",
    architecture="ViT-B-32",
    weights="laion2b_s34b_b79k",
    parameters=151_000_000,
    download_bytes=605_000_000,
    licence="MIT",
    languages="English",
    recall=(("flickr30k", 66.8),),
    source="https://example.org/vit-b-32",
    picture_ms=46,
    default=True,
)
LARGE = replace(
    SMALL,
    name="siglip2",
    title="SigLIP 2 B-32-256",
    download_bytes=1_500_000_000,
    licence="Apache-2.0",
    languages="109 languages",
    default=False,
)
RESEARCH = replace(LARGE, name="research", title="Research only", licence="CC-BY-NC-4.0", research_only=True)


@dataclass
class FakeCollection:
    """library : what to say of photos; the first of `locked` stay where they are when they are trashed"""

    marks: dict[PhotoId, Marks] = field(default_factory=dict)
    trashed: list[PhotoId] = field(default_factory=list)
    locked: tuple[int, ...] = ()
    restorable: bool = False  # the trash says where it keeps files
    sidecar_problem: str = ""
    mark_failure: str = ""
    trash_failure: str = ""
    fitting: tuple[KeywordSuggestion, ...] = ()  # none: no model has seen the photos
    offers: tuple[ModelOffer, ...] = (SMALL, LARGE, RESEARCH)
    installed: tuple[ModelInfo, ...] = ()
    current: str | None = None
    import_failure: str = ""
    arrived: dict[str, int] = field(default_factory=dict)
    learned: tuple[str, ...] = ()
    learnable: tuple[str, ...] = ()  # keywords that enough photos have
    duplicates: tuple[DuplicateGroup, ...] = ()
    plan: TrashPlan = NO_PLAN  # what was said of them
    steps: int = 0  # positions that were given
    keeps_parts: bool = False
    parts_cost: PartsCost | None = COST

    def answer(self, request, library, metadata_of):
        """Answer what is this half's business, None for the rest."""
        match request:
            case MetadataRequest():
                marks = tuple(self.marks.get(photo, NO_MARKS) for photo in request.photos)
                known = tuple(
                    _marked(metadata_of(photo), one) for photo, one in zip(request.photos, marks, strict=True)
                )
                return MetadataAnswer(metadata=known, marks=marks)
            case RateRequest() | KeywordRequest() | FlagRequest() | LabelRequest():
                return self._mark(request, library, metadata_of)
            case PositionsRequest():
                return PositionsAnswer(
                    photos=np.array([2]),
                    latitudes=np.array([38.7]),
                    longitudes=np.array([-9.1]),
                    dated=np.array([2]),
                    months=np.array([12 * 2019 + 6]),
                )
            case PlaceRequest():
                self.steps += 1
                return PlacedAnswer(placed=Placed(step=self.steps, photos=request.photos))
            case TakeBackRequest() if self.steps:
                return TakenBackAnswer(photos=1)
            case SuggestRequest():
                chosen = set(request.photos)
                found = [
                    replace(one, photos=tuple(photo for photo in one.photos if photo in chosen))
                    for one in self.fitting
                ]
                if not found:
                    return Failure(message="Searching by content needs a model.")
                return SuggestAnswer(suggestions=tuple(one for one in found if one.photos))
            case TrashRequest():
                return self._trash(request, library)
            case RestoreRequest():
                return self._restore(request)
            case DiscardDownloadRequest():
                self.arrived.pop(request.name, None)
                return self._answer()
            case LearnKeywordsRequest():
                if not (request.forget or self.learnable):
                    return Failure(message="No keyword has 3 photos yet.")
                self.learned = () if request.forget else self.learnable
                return self._answer()
            case PartsRequest():
                self.keeps_parts = self.keeps_parts if request.keep is None else request.keep
                return PartsAnswer(keeps=self.keeps_parts, with_parts=0, cost=self.parts_cost)
            case DuplicatesRequest():
                report = DuplicateReport(groups=self.duplicates, photos=2 * len(self.duplicates))
                return DuplicatesAnswer(report=report, plan=self.plan)
            case ModelsRequest() | ImportModelRequest() | RemoveModelRequest() | UseModelRequest():
                return self._models(request)
        return None

    def install(self, request):
        offer = next(offer for offer in self.offers if offer.name == request.name)
        self.installed = (*self.installed, installed(offer))
        self.arrived.pop(request.name, None)
        self.current = self.current or offer.name
        return self._answer()

    def _mark(
        self,
        request,
        library,
        metadata_of,
    ):
        if self.mark_failure:
            return Failure(message=self.mark_failure)
        before_all = tuple(self.marks.get(photo, NO_MARKS) for photo in request.photos)
        for photo in request.photos:
            before = self.marks.get(photo, NO_MARKS)
            if not isinstance(request, KeywordRequest):
                if (after := _with_value(before, request)) != before:
                    self.marks[photo] = after
                continue
            of_file = metadata_of(photo) or Metadata()
            self.marks[photo] = change_keywords(of_file, before, request.add, request.remove)
        problems = ()
        if request.sidecar and self.sidecar_problem:
            problems = (Skipped(path=library / "Holidays" / "IMG_0001.jpg", reason=self.sidecar_problem),)
        report = MarkReport(
            photos=len(request.photos),
            sidecars=int(request.sidecar),
            before=before_all,
            after=tuple(self.marks.get(photo, NO_MARKS) for photo in request.photos),
            problems=problems,
        )
        return MarkAnswer(report=report)

    def _trash(self, request, library):
        if self.trash_failure:
            return Failure(message=self.trash_failure)
        gone = [photo for photo in request.photos if photo not in self.locked]
        self.trashed += gone
        problems = tuple(
            Skipped(path=library / "Holidays" / f"IMG_{photo:04}.jpg", reason="The file is not there now.")
            for photo in request.photos
            if photo in self.locked
        )
        kept = library / "Trash"
        trashed = tuple(
            Trashed(path=library / "Holidays" / f"IMG_{photo:04}.jpg", kept=kept, marks=NO_MARKS)
            for photo in (gone if self.restorable else ())
        )
        return TrashAnswer(report=TrashReport(photos=len(gone), problems=problems, trashed=trashed))

    def _restore(self, request):
        """Photos come back under the ids they had."""
        back = tuple(PhotoId(int(one.path.stem[-4:])) for one in request.trashed)
        self.trashed = [photo for photo in self.trashed if photo not in back]
        return RestoreAnswer(report=RestoreReport(photos=back))

    def _models(self, request):
        match request:
            case ImportModelRequest() if self.import_failure:
                return Failure(message=self.import_failure)
            case ImportModelRequest():
                name = request.name or request.path.stem
                made = replace(installed(SMALL), name=name, title=name)
                self.installed = (*self.installed, made)
                self.current = self.current or name
            case RemoveModelRequest():
                self.installed = tuple(one for one in self.installed if one.name != request.name)
                if self.current == request.name:
                    self.current = next((one.name for one in self.installed), None)
            case UseModelRequest():
                self.current = request.name
        return self._answer()

    def _answer(self):
        return ModelsAnswer(
            offers=self.offers,
            installed=self.installed,
            current=self.current,
            arrived=tuple(self.arrived.items()),
            learned=self.learned,
        )


def installed(offer):
    return ModelInfo(
        name=offer.name,
        title=offer.title,
        fingerprint="c0ffee",
        architecture=offer.architecture,
        dimension=512,
        context_tokens=77,
        runtime="onnx",
        bytes=offer.download_bytes,
        licence=offer.licence,
        languages=offer.languages,
    )


def _marked(metadata, marks):
    if marks == NO_MARKS:
        return metadata
    known = metadata or Metadata()
    keywords = [word for word in known.keywords if word not in marks.removed]
    rating = known.rating if marks.rating is None else marks.rating
    label = known.label if marks.label is None else marks.label or None
    pick = known.pick if marks.pick is None else marks.pick
    return replace(known, rating=rating, pick=pick, label=label, keywords=(*keywords, *marks.added))


def _with_value(marks, request):
    """Marks after a request for a rating, a flag or a label, as the library changes them."""
    if isinstance(request, LabelRequest):
        return replace(marks, label=request.label)
    if isinstance(request, RateRequest):
        if request.rating != -1:
            return replace(marks, rating=request.rating, stars=None)
        stars = marks.stars if marks.rating == -1 else marks.rating
        return replace(marks, rating=-1, stars=stars, pick=None)
    if marks.rating == -1 and request.flag != "file":
        marks = replace(marks, rating=marks.stars, stars=None)
    return replace(marks, pick=True if request.flag == "pick" else None)
