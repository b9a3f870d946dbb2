"""The dataclasses that cross the pipe between the window and the engine, by subject. See server.py for the protocol."""

from cbir.service.messages import (
    albums,
    duplicates,
    indexing,
    link,
    maintenance,
    marks,
    measuring,
    models,
    pictures,
    reasons,
    searching,
    words,
    written,
)
from cbir.service.messages.albums import (
    AlbumsAnswer,
    AlbumsRequest,
    CorrectAlbumAnswer,
    CorrectAlbumRequest,
    CountAlbumAnswer,
    CountAlbumRequest,
)
from cbir.service.messages.duplicates import (
    DuplicatesAnswer,
    DuplicatesRequest,
    JudgeCopiesRequest,
    PlanAnswer,
    StacksAnswer,
    StacksRequest,
    TrashCopiesRequest,
)
from cbir.service.messages.indexing import (
    IndexAnswer,
    IndexRequest,
    Progress,
    RetryRequest,
    WatchAnswer,
    Watched,
    WatchRequest,
    WatchTrouble,
)
from cbir.service.messages.link import Cancel, DrivesChanged, Failure, LibraryChanged, Ready, Shutdown
from cbir.service.messages.maintenance import (
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
from cbir.service.messages.marks import (
    KeywordRequest,
    MarkAnswer,
    RateRequest,
    RestoreAnswer,
    RestoreRequest,
    SuggestAnswer,
    SuggestRequest,
    TrashAnswer,
    TrashRequest,
)
from cbir.service.messages.measuring import (
    JudgedAnswer,
    JudgeRequest,
    MeasureAnswer,
    MeasuredRow,
    MeasureProgress,
    MeasureRequest,
    Setting,
)
from cbir.service.messages.models import (
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
from cbir.service.messages.pictures import (
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
from cbir.service.messages.reasons import (
    HeatMapAnswer,
    HeatMapProgress,
    HeatMapRequest,
    ReasonsAnswer,
    ReasonsRequest,
    SharedWordsAnswer,
    SharedWordsRequest,
)
from cbir.service.messages.searching import (
    FacetsAnswer,
    FacetsRequest,
    PartialResults,
    PlacesAnswer,
    PlacesRequest,
    SearchAnswer,
    SearchRequest,
)
from cbir.service.messages.words import (
    DecideWordsAnswer,
    DecideWordsRequest,
    LearnWordsAnswer,
    LearnWordsRequest,
    WordsPlanAnswer,
    WordsPlanRequest,
    WordsProgress,
)
from cbir.service.messages.written import (
    ReadPictureRequest,
    ReadTextAnswer,
    ReadTextRequest,
    TextProgress,
    WordPlacesAnswer,
    WordPlacesRequest,
    WrittenAnswer,
    WrittenRequest,
)

__all__ = [
    "AlbumsAnswer",
    "AlbumsRequest",
    "Answer",
    "BackupAnswer",
    "BackupRequest",
    "Cancel",
    "CheckAnswer",
    "CheckRequest",
    "CorrectAlbumAnswer",
    "CorrectAlbumRequest",
    "CountAlbumAnswer",
    "CountAlbumRequest",
    "DecideWordsAnswer",
    "DecideWordsRequest",
    "DiscardDownloadRequest",
    "DrivesChanged",
    "DuplicatesAnswer",
    "DuplicatesRequest",
    "FacetsAnswer",
    "FacetsRequest",
    "Failure",
    "ForgetAnswer",
    "ForgetRequest",
    "HeatMapAnswer",
    "HeatMapProgress",
    "HeatMapRequest",
    "ImportModelRequest",
    "IndexAnswer",
    "IndexRequest",
    "InstallModelRequest",
    "InstallProgressed",
    "Interim",
    "JudgeCopiesRequest",
    "JudgeRequest",
    "JudgedAnswer",
    "KeypointsAnswer",
    "KeypointsRequest",
    "KeywordRequest",
    "LearnKeywordsRequest",
    "LearnWordsAnswer",
    "LearnWordsRequest",
    "LibraryAnswer",
    "LibraryChanged",
    "LibraryRequest",
    "MaintenanceProgress",
    "MarkAnswer",
    "MeasureAnswer",
    "MeasureProgress",
    "MeasureRequest",
    "MeasuredRow",
    "MetadataAnswer",
    "MetadataRequest",
    "ModelsAnswer",
    "ModelsRequest",
    "OriginalAnswer",
    "OriginalRequest",
    "PartialResults",
    "PartsAnswer",
    "PartsRequest",
    "PictureAnswer",
    "PictureRequest",
    "PlacesAnswer",
    "PlacesRequest",
    "PlanAnswer",
    "Progress",
    "RateRequest",
    "ReadPictureRequest",
    "ReadTextAnswer",
    "ReadTextRequest",
    "Ready",
    "ReasonsAnswer",
    "ReasonsRequest",
    "RemoveModelRequest",
    "Request",
    "RestoreAnswer",
    "RestoreRequest",
    "RetryRequest",
    "SearchAnswer",
    "SearchRequest",
    "SelfTestAnswer",
    "SelfTestRequest",
    "Setting",
    "SharedWordsAnswer",
    "SharedWordsRequest",
    "Shutdown",
    "StacksAnswer",
    "StacksRequest",
    "SuggestAnswer",
    "SuggestRequest",
    "TextProgress",
    "ThumbnailRequest",
    "TrashAnswer",
    "TrashCopiesRequest",
    "TrashRequest",
    "UseModelRequest",
    "WatchAnswer",
    "WatchRequest",
    "WatchTrouble",
    "Watched",
    "WordPlacesAnswer",
    "WordPlacesRequest",
    "WordsPlanAnswer",
    "WordsPlanRequest",
    "WordsProgress",
    "WrittenAnswer",
    "WrittenRequest",
]

Request = (
    searching.Request
    | albums.Request
    | pictures.Request
    | reasons.Request
    | indexing.Request
    | marks.Request
    | duplicates.Request
    | maintenance.Request
    | models.Request
    | measuring.Request
    | words.Request
    | written.Request
    | link.Request
)
Interim = (
    searching.Interim
    | reasons.Interim
    | indexing.Interim
    | maintenance.Interim
    | models.Interim
    | measuring.Interim
    | words.Interim
    | written.Interim
)
Answer = (
    searching.Answer
    | albums.Answer
    | pictures.Answer
    | reasons.Answer
    | indexing.Answer
    | marks.Answer
    | duplicates.Answer
    | maintenance.Answer
    | models.Answer
    | measuring.Answer
    | words.Answer
    | written.Answer
    | link.Answer
    | Interim
)
