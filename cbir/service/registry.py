"""A request, declared in one place: beside its class stand its answer, its lane, and who may ask or repeat it.

    @Declaration(answer=SuggestAnswer, lane=Lane.SUGGEST, visitors=LONG)
    @dataclass(frozen=True, slots=True, kw_only=True)
    class SuggestRequest(Request):
        photos: tuple[PhotoId, ...]

    @handles(SuggestRequest)
    def _suggest(call: Call, request: SuggestRequest) -> SuggestAnswer:
        return SuggestAnswer(suggestions=call.library.marks.suggest(request.photos))

A window on another computer's library sends a request of visitors on to its service, unless @handles_afar says how
else to answer it.

server.py, visiting.py, remote.py, wire.py, start_order.py and the window read declarations; none of them lists
requests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, Flag, auto
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from cbir.base.stopping import never_cancelled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cbir.base.types import LibraryInfo, PhotoId
    from cbir.library import Library

MOST_ITEMS = 64  # in a field: terms, labels, choices of a filter
MOST_DESCRIBED = 1000  # photos per request for metadata
MOST_LETTERS = 2000  # in a text; a query has no more


@dataclass(frozen=True, slots=True)
class Most:
    """Bound of a field in requests from other computers, declared beside the field: Annotated[..., Most(n)].

    items : most elements of a list, or letters of a text
    A field without a declaration has the bound of its kind above, so no new field is ever unbounded.
    """

    items: int


def sent_as(name: str) -> dict[str, str]:
    """Return the metadata of a field that has another name in JSON, which computers with older versions know."""
    return {"json": name}


class Request:
    """Base of what a window asks a library; each has one final answer."""

    __slots__ = ()


class Answer:
    """Base of what an engine sends: answers to a request, and news that nobody asked for."""

    __slots__ = ()


class Interim(Answer):
    """Base of answers that come before the final one."""

    __slots__ = ()


class Lane(Enum):
    """Threads that take requests in the order of arrival, and wait for no other lane.

    At the end of an engine they are closed in this order. WATCH comes before INDEX, where its runs take their turn.
    """

    MARKS = "marks"  # changes of photos and their marks
    ALBUMS = "albums"  # changes of albums; opening one waits for them
    SEARCH = "search"  # a search is soon replaced by the next, so one at a time is enough
    WATCH = "watch"
    TEXT = "text"
    FACES = "faces"
    INDEX = "index"  # writers, one after the other: an index run takes minutes
    MODELS = "models"
    MEASURE = "measure"  # and things and similarity: they take minutes
    DUPLICATES = "duplicates"  # its page shows identical files at once, whatever is being measured
    CATALOG = "catalog"  # metadata need not wait for pictures
    SUGGEST = "suggest"  # the first request encodes hundreds of keywords
    LOOK = "look"  # several threads, which mostly wait for worker processes


class Visit(Flag):
    """The way in which another computer may ask: a request that keeps a core busy, a short one, or a change."""

    LONG = auto()
    SHORT = auto()
    MARKS = auto()


LONG, SHORT, MARKS = Visit.LONG, Visit.SHORT, Visit.MARKS
ENGINE_PATHS = {LONG: "/api/engine", SHORT: "/api/engine/look", MARKS: "/api/engine/marks"}
"""Addresses of a service at which it answers them."""
_Class = TypeVar("_Class", bound=type[Request])
_Request = TypeVar("_Request", bound=Request)
_Answer = TypeVar("_Answer", bound=Answer)
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """Properties of a request; the decorator of its class.

    answer : class of its final answer, unless that is a Failure. interim : classes of answers that may come before
    lane : where its handler runs
    visitors : how other computers may ask it, or a function of the request that tells; None: they may not
    repeatable : may be sent to the next engine again, since answering it twice changes nothing
    endless : goes on until it is cancelled, and its sender repeats it for each new engine; no sign of a person at work
    cancellable : False for a change that is made even if the window closes right after it
    lists_photos : fills the window, so that whatever else loads at the start waits for its answer
    """

    answer: type[Answer]
    lane: Lane
    interim: tuple[type[Interim], ...] = ()
    visitors: Visit | Callable[[Any], Visit] | None = None
    repeatable: bool = False
    endless: bool = False
    cancellable: bool = True
    lists_photos: bool = False

    def __call__(self, kind: _Class) -> _Class:
        REQUESTS[kind] = self
        return kind


REQUESTS: dict[type[Request], Declaration] = {}
"""Every request with its declaration."""


def declaration_of(asked: object) -> Declaration | None:
    """The declaration of a request; None for anything that is none."""
    return REQUESTS.get(type(asked)) if isinstance(asked, Request) else None


def visit_of(asked: object) -> Visit | None:
    """The way in which another computer may ask a request; None if it may not, or if this is no request."""
    declaration = declaration_of(asked)
    visitors = None if declaration is None else declaration.visitors
    return visitors if visitors is None or isinstance(visitors, Visit) else visitors(asked)


def changes(asked: object) -> bool:
    """True if a request changes something that visitors may change: some requests can either ask or change."""
    return visit_of(asked) is Visit.MARKS


class Call:
    """A request on its way, as its handler sees it: here, one whose sender hears its answer alone.

    library : that is asked. cancelled : tells if nobody waits for the answer any longer
    heard : False if interim answers need not be made
    """

    heard = False

    def __init__(self, library: Library, cancelled: Callable[[], bool] = never_cancelled) -> None:
        self.library = library
        self.cancelled = cancelled

    def tell(self, interim: Interim) -> None:
        """Send an interim answer."""

    def announce(self, news: Answer) -> None:
        """Send news that concern the whole window, such as changes of the library."""

    def paused(self) -> bool:
        """True while work in the background should pause."""
        return False

    def run_in(self, lane: Lane, work: Callable[[], _Result]) -> _Result:
        """Do work in another lane, after what arrived there before. Raises Cancelled if the engine is ending."""
        return work()


HANDLERS: dict[type[Request], Callable[[Call, Any], Answer]] = {}


def handles(
    kind: type[_Request],
) -> Callable[[Callable[[Call, _Request], _Answer]], Callable[[Call, _Request], _Answer]]:
    """Make a function the handler of a request, which has one."""

    def register(handler: Callable[[Call, _Request], _Answer]) -> Callable[[Call, _Request], _Answer]:
        if kind in HANDLERS:
            raise TypeError(f"{kind.__name__} has a handler already")
        HANDLERS[kind] = handler
        return handler

    return register


class Far(Protocol):
    """A library on another computer, as the handler of one request of its window sees it. All raise CbirError."""

    def library(self) -> LibraryInfo:
        """Ask for the library as its service shows it."""

    def answer(self, asked: _Request) -> Any:
        """Ask the service's own engine."""

    def picture(self, path: str) -> tuple[NDArray[np.uint8], Mapping[str, str]]:
        """Fetch a picture that the service renders at an address: its pixels, and the headers of the answer."""

    def original(self, photo: PhotoId) -> Path:
        """Download a photo's file under its own name, into a new folder."""


FAR_HANDLERS: dict[type[Request], Callable[[Far, Any], Answer]] = {}
"""Handlers of requests that are not simply sent on to the service's engine."""


def handles_afar(
    kind: type[_Request],
) -> Callable[[Callable[[Far, _Request], _Answer]], Callable[[Far, _Request], _Answer]]:
    """Make a function the handler of a request to a library on another computer."""

    def register(handler: Callable[[Far, _Request], _Answer]) -> Callable[[Far, _Request], _Answer]:
        if kind in FAR_HANDLERS:
            raise TypeError(f"{kind.__name__} has a handler for other computers already")
        FAR_HANDLERS[kind] = handler
        return handler

    return register


def answer(call: Call, asked: Request) -> Answer:
    """The final answer to a request, from its handler. Raises CbirError and Cancelled."""
    return HANDLERS[type(asked)](call, asked)
