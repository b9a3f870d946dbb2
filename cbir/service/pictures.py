"""Pictures to show, and the metadata of photos."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cbir.base.errors import CbirError, ImageUnreadable
from cbir.base.types import CopyRecipe, Marks, Metadata, PhotoId, PictureKeypoints, Region, Term
from cbir.service.registry import (
    LONG,
    MOST_DESCRIBED,
    SHORT,
    Answer,
    Call,
    Declaration,
    Far,
    Lane,
    Most,
    Request,
    handles,
    handles_afar,
)

MAX_SIDE_PX = 2048  # of the pictures that a service renders

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureAnswer(Answer):
    """pixels : (h, w, 3) uint8 RGB, contiguous. full_size : (width, height) of the upright original

    stand_in : the picture is the library's thumbnail, because the photo's file cannot be read
    """

    pixels: NDArray[np.uint8]
    full_size: tuple[int, int]
    stand_in: bool = False


@Declaration(answer=PictureAnswer, lane=Lane.LOOK, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ThumbnailRequest(Request):
    """Ask for the library's own thumbnail of one photo (longer side 256 px)."""

    photo: PhotoId


@Declaration(answer=PictureAnswer, lane=Lane.LOOK, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRequest(Request):
    """Ask for a picture to show: a photo of the library, a file, or encoded bytes; decoded in a worker.

    max_side_px : the longer side is scaled down to this at most
    """

    photo: PhotoId | None = None
    path: Path | None = None
    data: bytes | None = None
    region: Region | None = None
    max_side_px: int = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalAnswer(Answer):
    """path : of the file. fetched : a copy that belongs to the sender; the engine deletes leftover copies at its end"""

    path: Path
    fetched: bool = False


@Declaration(answer=OriginalAnswer, lane=Lane.LOOK)
@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalRequest(Request):
    """Ask for a photo's file, to copy it; from a library on another computer it is downloaded."""

    photo: PhotoId


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyAnswer(Answer):
    """content : of the copy's file"""

    content: bytes


@Declaration(answer=CopyAnswer, lane=Lane.LOOK, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class CopyRequest(Request):
    """Ask for a copy of a photo, or of a file of this computer, in another format or size."""

    recipe: CopyRecipe
    photo: PhotoId | None = None
    path: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeypointsAnswer(Answer):
    keypoints: PictureKeypoints


@Declaration(answer=KeypointsAnswer, lane=Lane.LOOK, visitors=LONG, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class KeypointsRequest(Request):
    """Ask for the keypoints by which a picture is compared; for a marked photo, the stored ones."""

    term: Term


@dataclass(frozen=True, slots=True, kw_only=True)
class MetadataAnswer(Answer):
    """One entry for each requested photo.

    metadata : with the user's marks applied; None for an unknown photo
    marks : only the values that the user set here
    """

    metadata: tuple[Metadata | None, ...]
    marks: tuple[Marks, ...] = ()


@Declaration(answer=MetadataAnswer, lane=Lane.CATALOG, visitors=SHORT, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class MetadataRequest(Request):
    photos: Annotated[tuple[PhotoId, ...], Most(MOST_DESCRIBED)]


@handles(ThumbnailRequest)
def _thumbnail(call: Call, request: ThumbnailRequest) -> PictureAnswer:
    pixels = call.library.thumbnail(request.photo)
    return PictureAnswer(pixels=pixels, full_size=(pixels.shape[1], pixels.shape[0]))


@handles_afar(ThumbnailRequest)
def _far_thumbnail(far: Far, request: ThumbnailRequest) -> PictureAnswer:
    pixels, _ = far.picture(f"/api/photos/{request.photo}/thumbnail")
    return PictureAnswer(pixels=pixels, full_size=(pixels.shape[1], pixels.shape[0]))


@handles(PictureRequest)
def _picture(call: Call, request: PictureRequest) -> PictureAnswer:
    shown = call.library.picture(
        photo=request.photo,
        path=request.path,
        data=request.data,
        region=request.region,
        max_side_px=request.max_side_px,
        cancelled=call.cancelled,
    )
    return PictureAnswer(pixels=shown.pixels, full_size=shown.full_size, stand_in=shown.stand_in)


@handles_afar(PictureRequest)
def _far_picture(far: Far, request: PictureRequest) -> PictureAnswer:
    if request.photo is None:
        return _decoded_here(request)
    address = f"/api/photos/{request.photo}/picture?side={min(request.max_side_px, MAX_SIDE_PX)}"
    if request.region is not None:
        address += "&region=" + ",".join(f"{max(0.0, number):.3f}" for number in request.region)
    pixels, headers = far.picture(address)
    width, height, *stand_in = str(headers.get("Cbir-Size") or "").split() or map(str, pixels.shape[1::-1])
    return PictureAnswer(pixels=pixels, full_size=(int(width), int(height)), stand_in=bool(stand_in))


def _decoded_here(request: PictureRequest) -> PictureAnswer:
    """Decode a picture of this computer, which need not be sent to the service to be shown."""
    from cbir.images import decode, decode_region

    data = request.data
    if data is None and request.path is not None:
        data = file_bytes(request.path)
    if data is None:
        raise ImageUnreadable("There is no picture to show.")
    if request.region is None:
        image = decode(data, max_side_px=request.max_side_px)
    else:
        image = decode_region(data, request.region, request.max_side_px)
    return PictureAnswer(pixels=image.pixels, full_size=image.full_size)


def file_bytes(path: Path) -> bytes:
    """Read a picture file of this computer whole. Raises ImageUnreadable."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise ImageUnreadable("The file has moved, or its drive is disconnected.") from error


@handles(OriginalRequest)
def _original(call: Call, request: OriginalRequest) -> OriginalAnswer:
    return OriginalAnswer(path=call.library.files.of(request.photo).path)


@handles_afar(OriginalRequest)
def _far_original(far: Far, request: OriginalRequest) -> OriginalAnswer:
    return OriginalAnswer(path=far.original(request.photo), fetched=True)


@handles(CopyRequest)
def _copy(call: Call, request: CopyRequest) -> CopyAnswer:
    source = request.path if request.photo is None else request.photo
    if source is None:
        raise ImageUnreadable("There is no picture to copy.")
    return CopyAnswer(content=call.library.copy(source, request.recipe, cancelled=call.cancelled))


@handles_afar(CopyRequest)
def _far_copy(_far: Far, request: CopyRequest) -> CopyAnswer:
    """Copy a file that was fetched before."""
    if request.path is None:
        raise ImageUnreadable("There is no picture to copy.")
    if request.recipe.blur_faces:
        raise CbirError("Faces can be blurred only in photos of a library on this computer.")
    from cbir.images import DecodeOptions
    from cbir.workers import make_copy

    return CopyAnswer(content=make_copy(request.path, request.recipe, None, (), DecodeOptions()))


@handles(KeypointsRequest)
def _keypoints(call: Call, request: KeypointsRequest) -> KeypointsAnswer:
    return KeypointsAnswer(keypoints=call.library.keypoints(request.term, call.cancelled))


@handles(MetadataRequest)
def _metadata(call: Call, request: MetadataRequest) -> MetadataAnswer:
    marks = tuple(call.library.marks.of(request.photos))
    return MetadataAnswer(metadata=tuple(call.library.metadata(request.photos)), marks=marks)


@handles_afar(MetadataRequest)
def _far_metadata(far: Far, request: MetadataRequest) -> MetadataAnswer:
    """Ask for the metadata of photos, in as many requests as the service's bound requires."""
    photos = request.photos
    answers: list[MetadataAnswer] = [
        far.answer(MetadataRequest(photos=photos[first : first + MOST_DESCRIBED]))
        for first in range(0, len(photos), MOST_DESCRIBED)
    ]
    return MetadataAnswer(
        metadata=tuple(metadata for answer in answers for metadata in answer.metadata),
        marks=tuple(marks for answer in answers for marks in answer.marks),
    )
