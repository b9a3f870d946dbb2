"""Routes -> calls of the library, each in a thread of its gate -> answers."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, BinaryIO, TypeVar, cast
from urllib.parse import quote

from fastapi import Query, Request
from fastapi.responses import Response, StreamingResponse
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from cbir.base.types import Album, Filters, Image, Metadata, PhotoId, SearchOptions, Term
from cbir.images import encode_thumbnail
from cbir.server.answers import (
    AlbumFacts,
    Found,
    LibraryFacts,
    PhotoFacts,
    album_facts,
    photo_facts,
    search_answer,
)
from cbir.server.limits import Gate
from cbir.server.options import ServeOptions
from cbir.server.refusals import Refusal, for_visitors
from cbir.server.requests import (
    AlbumArgument,
    Correction,
    Flagged,
    Keywords,
    Label,
    NewAlbum,
    PhotoArgument,
    QueryArgument,
    Rating,
    RegionArgument,
    SearchQuery,
    SkipArgument,
    TopArgument,
    read_region,
    terms_of,
)
from cbir.server.served_library import ServedLibrary
from cbir.service import (
    LONG,
    MARKS,
    SHORT,
    Visit,
    answer_visitor,
    check_texts,
    metadata_without_position,
    refuse_places,
)

if TYPE_CHECKING:
    from cbir.library import Library

_Result = TypeVar("_Result")
_CHUNK = 1 << 18


class Routes:
    """The routes of one library.

    searching : the gate for work that keeps a core busy. looking : for short requests. drawing : for pictures
    """

    def __init__(
        self, library: ServedLibrary, options: ServeOptions, searching: Gate, looking: Gate, drawing: Gate
    ) -> None:
        self._library, self._options = library, options
        self._searching, self._looking, self._drawing = searching, looking, drawing
        self._uploaded = 0  # bytes that are held

    # --- searching ---

    async def search(self, request: Request, query: QueryArgument) -> Found:
        """Search with words, with photos of the library, or with both."""
        async with self._searching.place(request.state.who):
            return await self._search(request, query, None)

    async def search_with_picture(self, request: Request, query: QueryArgument) -> Found:
        """Search with a picture: its bytes are the body of the request."""
        # curl and Python declare any body as a URL-encoded form: such bodies are accepted as they are
        if request.headers.get("content-type", "").lower().startswith("multipart/"):
            raise Refusal(
                415,
                "send_the_picture",
                "Send the picture's bytes alone as the body, as curl --data-binary does.",
            )
        async with self._searching.place(request.state.who), self._upload(request) as data:
            if not data:
                raise Refusal(400, "no_picture", "The body is empty. Send the bytes of a picture.")
            return await self._search(request, query, data)

    @asynccontextmanager
    async def _upload(self, request: Request) -> AsyncIterator[bytes]:
        """The body, counted while it is held: all uploads together have a limit of memory."""
        parts: list[bytes] = []
        received_bytes = 0
        try:
            async for part in request.stream():
                received_bytes += len(part)
                self._uploaded += len(part)
                if self._uploaded > max(
                    self._options.upload_memory_bytes, 2 * self._options.max_upload_bytes
                ):
                    raise Refusal(
                        503, "busy", "Too many pictures are being sent. Ask again in 5 s.", retry_after_s=5
                    )
                parts.append(part)
            data = b"".join(parts)
            parts.clear()
            yield data
        except ClientDisconnect:
            raise Refusal(
                400, "ended_midway", "The upload ended before the whole picture was there."
            ) from None
        finally:
            self._uploaded -= received_bytes

    async def _search(self, request: Request, query: SearchQuery, data: bytes | None) -> Found:
        terms, positions = terms_of(query, data), request.state.visitor.positions
        if not positions:
            refuse_places(terms, query.options.filters)

        def work(stopped: Callable[[], bool]) -> Found:
            visitor = request.state.visitor
            options = replace(query.options, people=visitor.people, positions=positions)
            result = self._library.search(terms, options, cancelled=stopped)
            return search_answer(self._library, result, result.hits, positions=positions)

        return await self._run(self._searching, request, work)

    # --- for windows on other computers, with the same requests as to a local engine ---

    async def engine(self, request: Request) -> Response:
        """Answer an engine request that keeps a core busy."""
        return await self._visit(request, self._searching, LONG)

    async def engine_look(self, request: Request) -> Response:
        """Answer a short engine request."""
        return await self._visit(request, self._looking, SHORT)

    async def engine_marks(self, request: Request) -> Response:
        """Answer an engine request that changes something; the guard checks the right to."""
        return await self._visit(request, self._looking, MARKS)

    async def _visit(self, request: Request, gate: Gate, visits: Visit) -> Response:
        async with gate.place(request.state.who), self._upload(request) as data:

            def work(stopped: Callable[[], bool]) -> bytes:
                library, visitor = cast("Library", self._library), request.state.visitor
                return answer_visitor(
                    library,
                    data,
                    visits,
                    for_visitors,
                    stopped,
                    may_write=visitor.may_write,
                    originals=self._options.originals and visitor.positions,
                    positions=visitor.positions,
                    people=visitor.people,
                )

            answer = await self._run(gate, request, work)
        return Response(answer, media_type="application/octet-stream")

    # --- looking ---

    async def library(self, request: Request) -> LibraryFacts:
        """The contents of this service, and the rights of the caller."""

        def work() -> LibraryFacts:
            info = self._library.info(sizes=False)
            return LibraryFacts(
                photos=info.photos,
                engines=[*(coverage.engine for coverage in info.coverage), "metadata"],
                writable=self._options.writable,
                originals=self._options.originals and request.state.visitor.positions,
                positions=request.state.visitor.positions,
                max_upload_bytes=self._options.max_upload_bytes,
            )

        return await self._run_short(request, work)

    async def photo(self, request: Request, photo: PhotoArgument) -> PhotoFacts:
        """Metadata of a photo."""
        return await self._do(self._drawing, request, partial(self._facts, request, PhotoId(photo)))

    async def thumbnail(self, request: Request, photo: PhotoArgument) -> Response:
        """A small JPEG, of 256 pixels at most."""

        def draw() -> bytes:
            return encode_thumbnail(
                Image(pixels=self._library.thumbnail(PhotoId(photo)), full_size=(256, 256)), 256
            )

        return await self._picture(request, PhotoId(photo), "thumbnail", draw)

    async def picture(
        self,
        request: Request,
        photo: PhotoArgument,
        side: Annotated[int, Query(ge=16, le=2048, description="Pixels of the longer side, at most.")] = 1280,
        region: RegionArgument = None,
    ) -> Response:
        """A photo or a part of it as a new JPEG: without metadata, and upright."""
        part = None if region is None else read_region(region)

        headers: dict[str, str] = {}

        def draw() -> bytes:
            picture = self._library.picture(photo=PhotoId(photo), region=part, max_side_px=side)
            width, height = picture.full_size
            headers["Cbir-Size"] = f"{width} {height}{' stand-in' * picture.stand_in}"
            return encode_thumbnail(Image(pixels=picture.pixels, full_size=picture.full_size), side)

        answer = await self._picture(request, PhotoId(photo), f"{side} {region}", draw)
        answer.headers.update(headers)
        return answer

    async def original(self, request: Request, photo: PhotoArgument) -> Response:
        """The photo's file as it was indexed, if the service sends originals."""
        if not self._options.originals:
            raise Refusal(
                403,
                "no_originals",
                "This service doesn't send original files. Start it with --originals to send them.",
            )
        if not request.state.visitor.positions:
            raise Refusal(
                403,
                "no_originals",
                "Original files say where they were taken, and this token leaves that out.",
            )

        open_files = ExitStack()

        def opened() -> tuple[BinaryIO, int, str]:
            file = open_files.enter_context(self._library.files.original(PhotoId(photo)))
            size = file.seek(0, 2)
            file.seek(0)
            (path,) = self._library.files.below_roots([self._library.files.of(PhotoId(photo)).path])
            return file, size, path.rpartition("/")[2]

        try:
            file, size, name = await self._run_short(request, opened)
        except BaseException:
            open_files.close()
            raise
        headers = {
            "Content-Length": str(size),
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
        }
        return _FileAnswer(file, headers)

    # --- albums ---

    async def albums(self, request: Request) -> list[AlbumFacts]:
        """Every album, the oldest first."""
        return await self._run_short(
            request, lambda: [album_facts(album) for album in self._library.albums.all()]
        )

    async def album(
        self, request: Request, album: AlbumArgument, top: TopArgument = 20, skip: SkipArgument = 0
    ) -> Found:
        """The photos of an album."""

        def work(stopped: Callable[[], bool]) -> Found:
            stored = self._album(album)
            result = self._library.albums.search(
                stored.id, SearchOptions(top=0, people=request.state.visitor.people), cancelled=stopped
            )
            hits = result.hits[skip : skip + top]
            return search_answer(self._library, result, hits, positions=request.state.visitor.positions)

        async with self._searching.place(request.state.who):
            return await self._run(self._searching, request, work)

    async def make_album(self, request: Request, new: NewAlbum) -> AlbumFacts:
        """Make an album that follows a search, or one whose photos are added by hand."""
        photos = tuple(Term(photo=PhotoId(photo)) for photo in new.photos)
        check_texts(*new.text)
        if not request.state.visitor.positions:
            refuse_places([Term(text=text) for text in new.text], Filters())
        terms = (*(Term(text=text) for text in new.text), *photos)
        labels = (*new.text, *("" for _ in photos))
        album = Album(name=new.name, terms=terms, labels=labels, id=uuid.uuid4().hex)

        def work() -> AlbumFacts:
            for photo in new.photos:
                self._library.files.of(PhotoId(photo))
            self._library.albums.keep([album])
            return album_facts(album)

        return await self._run_short(request, work)

    async def correct_album(
        self, request: Request, album: AlbumArgument, correction: Correction
    ) -> AlbumFacts:
        """Add photos to an album or remove them."""
        inside = {
            **{PhotoId(photo): True for photo in correction.add},
            **{PhotoId(photo): False for photo in correction.remove},
            **{PhotoId(photo): None for photo in correction.undo},
        }

        def work() -> AlbumFacts:
            stored = self._album(album)
            for photo in inside:
                self._library.files.of(photo)
            self._library.albums.correct(stored.id, inside)
            return album_facts(stored)

        return await self._run_short(request, work)

    async def remove_album(self, request: Request, album: AlbumArgument) -> AlbumFacts:
        """Remove an album; its photos stay."""

        def work() -> AlbumFacts:
            stored = self._album(album)
            self._library.albums.keep([], removed=[stored.id])
            return album_facts(stored)

        return await self._run_short(request, work)

    # --- marks ---

    async def rate(self, request: Request, photo: PhotoArgument, rating: Rating) -> PhotoFacts:
        """Rate a photo. The rating is stored in the library; the file is not changed."""

        def work() -> PhotoFacts:
            self._library.files.of(PhotoId(photo))
            self._library.marks.set_rating([PhotoId(photo)], rating.rating)
            return self._facts(request, PhotoId(photo))

        return await self._run_short(request, work)

    async def set_flag(self, request: Request, photo: PhotoArgument, flagged: Flagged) -> PhotoFacts:
        """Pick or reject a photo, or take that back. The flag is stored in the library; the file is not changed."""

        def work() -> PhotoFacts:
            self._library.files.of(PhotoId(photo))
            marks, photos = self._library.marks, [PhotoId(photo)]
            if flagged.flag == "pick":
                marks.set_pick(photos, True)
            elif flagged.flag == "reject":
                marks.set_rating(photos, -1)
            else:
                marks.unflag(photos)
            return self._facts(request, PhotoId(photo))

        return await self._run_short(request, work)

    async def set_label(self, request: Request, photo: PhotoArgument, label: Label) -> PhotoFacts:
        """Label a photo. The label is stored in the library; the file is not changed."""

        def work() -> PhotoFacts:
            self._library.files.of(PhotoId(photo))
            self._library.marks.set_label([PhotoId(photo)], label.label)
            return self._facts(request, PhotoId(photo))

        return await self._run_short(request, work)

    async def set_keywords(self, request: Request, photo: PhotoArgument, keywords: Keywords) -> PhotoFacts:
        """Add keywords to a photo or remove some. They are stored in the library; the file is not changed."""

        def work() -> PhotoFacts:
            self._library.files.of(PhotoId(photo))
            self._library.marks.set_keywords([PhotoId(photo)], add=keywords.add, remove=keywords.remove)
            return self._facts(request, PhotoId(photo))

        return await self._run_short(request, work)

    # --- inside ---

    async def _run_short(self, request: Request, work: Callable[[], _Result]) -> _Result:
        return await self._do(self._looking, request, work)

    async def _do(self, gate: Gate, request: Request, work: Callable[[], _Result]) -> _Result:
        async with gate.place(request.state.who):
            return await self._run(gate, request, lambda stopped: work())

    async def _run(
        self, gate: Gate, request: Request, work: Callable[[Callable[[], bool]], _Result]
    ) -> _Result:
        return await gate.run(request, work, self._options.search_s, request.state.who)

    async def _picture(
        self, request: Request, photo: PhotoId, kind: str, draw: Callable[[], bytes]
    ) -> Response:
        """A JPEG that a browser need not request again while the photo's file stays the same."""

        def work() -> tuple[str, bytes | None]:
            tag = f'"{self._library.files.of(photo).fingerprint}-{kind}"'
            return tag, None if request.headers.get("if-none-match") == tag else draw()

        tag, data = await self._do(self._drawing, request, work)
        headers = {"ETag": tag, "Cache-Control": "private, max-age=600"}
        if data is None:
            return Response(status_code=304, headers=headers)
        return Response(data, headers=headers, media_type="image/jpeg")

    def _facts(self, request: Request, photo: PhotoId) -> PhotoFacts:
        (metadata,) = self._library.metadata([photo])
        if not request.state.visitor.positions:
            metadata = metadata_without_position(metadata)
        return photo_facts(self._library, photo, metadata or Metadata())

    def _album(self, album: str) -> Album:
        for stored in self._library.albums.all():
            if stored.id == album:
                return stored
        raise Refusal(404, "no_such_album", "There is no such album. All albums: /api/albums")


class _FileAnswer(StreamingResponse):
    """An open file as an answer; it is closed at any end of the answer, even before its first byte is sent."""

    def __init__(self, file: BinaryIO, headers: dict[str, str]) -> None:
        chunks = iter(partial(file.read, _CHUNK), b"")
        super().__init__(chunks, headers=headers, media_type="application/octet-stream")
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._file:
            await super().__call__(scope, receive, send)
