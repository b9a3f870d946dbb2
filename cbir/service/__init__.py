"""Requests of the window, the command line and a server to a library, and the answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door
from cbir.service.albums import (
    AlbumsAnswer,
    AlbumsRequest,
    CorrectAlbumAnswer,
    CorrectAlbumRequest,
    CountAlbumAnswer,
    CountAlbumRequest,
)
from cbir.service.background import BackgroundProgressed
from cbir.service.codebooks import (
    DecideWordsAnswer,
    DecideWordsRequest,
    LearnWordsAnswer,
    LearnWordsRequest,
    WordsPlanAnswer,
    WordsPlanRequest,
    WordsProgress,
)
from cbir.service.comparing import (
    ChangesAnswer,
    ChangesRequest,
    InventoryAnswer,
    InventoryRequest,
    OriginAnswer,
    OriginRequest,
    ProofPageAnswer,
    ProofPageRequest,
)
from cbir.service.duplicates import (
    DuplicatesAnswer,
    DuplicatesRequest,
    DuplicatesSoFar,
    JudgeCopiesRequest,
    PlanAnswer,
    PlanCopiesRequest,
    StacksAnswer,
    StacksRequest,
    TrashCopiesRequest,
)
from cbir.service.indexing import (
    IndexAnswer,
    IndexRequest,
    Progress,
    RetryRequest,
    WatchAnswer,
    Watched,
    WatchRequest,
    WatchTrouble,
)
from cbir.service.link import Cancel, Delayed, DrivesChanged, Failure, LibraryChanged, Ready, Shutdown
from cbir.service.maintenance import (
    BackupAnswer,
    BackupRequest,
    CheckAnswer,
    CheckRequest,
    ForgetAnswer,
    ForgetRequest,
    LibraryAnswer,
    LibraryRequest,
    MaintenanceProgress,
    SelfTestAnswer,
    SelfTestRequest,
)
from cbir.service.marks import (
    FlagChange,
    FlagRequest,
    KeywordRequest,
    LabelRequest,
    MarkAnswer,
    PlacedAnswer,
    PlaceRequest,
    RateRequest,
    RestoreAnswer,
    RestoreRequest,
    SuggestAnswer,
    SuggestRequest,
    TrashAnswer,
    TrashRequest,
)
from cbir.service.measuring import (
    JudgedAnswer,
    JudgeRequest,
    LearnOrderRequest,
    MeasureAnswer,
    MeasuredRow,
    MeasureProgress,
    MeasureRequest,
    OrderAnswer,
    OrderRequest,
    Setting,
)
from cbir.service.models import (
    DiscardDownloadRequest,
    ImportModelRequest,
    InstallModelRequest,
    InstallProgressed,
    LearnKeywordsRequest,
    ModelsAnswer,
    ModelsRequest,
    PartsAnswer,
    PartsRequest,
    RemoveModelRequest,
    UseModelRequest,
)
from cbir.service.people import (
    ChangePeopleAnswer,
    ChangePeopleRequest,
    ErasePeopleRequest,
    FacesAnswer,
    FacesRequest,
    FindFacesAnswer,
    FindFacesRequest,
    PeopleAnswer,
    PeopleChange,
    PeopleLikeAnswer,
    PeopleLikeRequest,
    PeopleRequest,
    SwitchPeopleRequest,
    WritePeopleRequest,
)
from cbir.service.pictures import (
    CopyAnswer,
    CopyRequest,
    KeypointsAnswer,
    KeypointsRequest,
    MetadataAnswer,
    MetadataRequest,
    OriginalAnswer,
    OriginalRequest,
    PictureAnswer,
    PictureRequest,
    ThumbnailRequest,
)
from cbir.service.reasons import (
    HeatMapAnswer,
    HeatMapProgress,
    HeatMapRequest,
    ReasonsAnswer,
    ReasonsRequest,
    SharedWordsAnswer,
    SharedWordsRequest,
)
from cbir.service.recognised_text import (
    ReadPictureRequest,
    ReadTextAnswer,
    ReadTextRequest,
    WordPlacesAnswer,
    WordPlacesRequest,
    WrittenAnswer,
    WrittenRequest,
)
from cbir.service.registry import (
    ENGINE_PATHS,
    LONG,
    MARKS,
    REQUESTS,
    SHORT,
    Answer,
    Call,
    Interim,
    Request,
    Visit,
    answer,
    declaration_of,
)
from cbir.service.search import (
    CompleteAnswer,
    CompleteRequest,
    FacetsAnswer,
    FacetsRequest,
    PartialResults,
    PlacesAnswer,
    PlacesRequest,
    PositionsAnswer,
    PositionsRequest,
    SearchAnswer,
    SearchRequest,
)
from cbir.service.similarity import (
    SimilarityAnswer,
    SimilarityRequest,
    UpdateSimilarityAnswer,
    UpdateSimilarityRequest,
)
from cbir.service.things import (
    AcceptedAnswer,
    AcceptOffersRequest,
    ChangeThingRequest,
    DismissedAnswer,
    DismissOffersRequest,
    OffersAnswer,
    OffersRequest,
    TakeBackRequest,
    TakenBackAnswer,
    ThingChange,
    ThingsAnswer,
    ThingsRequest,
    UpdateThingsAnswer,
    UpdateThingsRequest,
)
from cbir.service.views import FilmAnswer, FilmRequest, ViewFrameRequest, ViewsAnswer, ViewsRequest

if TYPE_CHECKING:
    from cbir.base.types import Device
    from cbir.service.selftest import examine, window_library_gap
    from cbir.service.server import Connection
    from cbir.service.service_address import service_folder, service_of
    from cbir.service.visiting import answer_visitor, check_texts, metadata_without_position, refuse_places

__getattr__ = lazy_door(
    __name__,
    {
        "selftest": ("examine", "window_library_gap"),
        "service_address": ("service_folder", "service_of"),
        "visiting": ("answer_visitor", "check_texts", "metadata_without_position", "refuse_places"),
    },
)


def serve(connection: Connection, folder: Path, device: Device = "auto") -> None:
    """Answer requests about one library, or forward them to the service that its folder names.

    device : encodes pictures and sentences and searches vectors here; a service has its own
    See server.py and remote.py, which the window does not import. Handlers load what they need when they are called.
    """
    import cbir.cluster
    from cbir.service.service_address import service_of

    if service_of(folder) is not None:
        from cbir.service.remote import serve as answer_from_afar

        answer_from_afar(connection, folder)
        return
    from cbir.service.server import serve as answer_requests

    answer_requests(connection, folder, device)
