"""Tasks of worker processes on untrusted files: path in, small arrays out.

Each function decodes one picture, under a share of the common budget of decoded bytes, and returns plain values.
The module imports only what a worker needs, so that a cold search does not wait for its worker.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cbir.base.allocator import release_freed_memory
from cbir.base.cores import usable_cores
from cbir.base.errors import ArtifactMismatch, ImageUnreadable
from cbir.base.liveness import waiting
from cbir.base.types import (
    CopyRecipe,
    Image,
    LearnedFeatures,
    Metadata,
    Moment,
    PhotoFeatures,
    Preprocessing,
    QueryFeatures,
    Region,
    moment_of,
)
from cbir.embeddings import prepare_parts
from cbir.embeddings.towers import prepare
from cbir.images import (
    DOCUMENT_PX,
    VIDEO,
    DecodeOptions,
    KnownContent,
    QuickThumbnail,
    ShotState,
    blurred,
    color_shares,
    content_of,
    decode,
    decode_region,
    encode_picture,
    encode_thumbnail,
    has_plain_ground,
    image_data_fingerprint,
    is_paper,
    moment_fingerprint,
    opened,
    opened_video,
    pixel_fingerprint,
    profile_to_keep,
    quick_thumbnail,
    read_beginning,
    read_file,
    read_header,
    video_fingerprint,
    working_image,
)
from cbir.local_features import (
    CLOSER,
    GLANCE,
    FeatureOptions,
    Features,
    LearnedOptions,
    describe,
    forget_workspace,
    learned_features,
    load_kernels,
    mirrored,
)
from cbir.metadata import exif_of, extract, extract_video, is_whole, sidecar_for, without_people, xmp_of
from cbir.visual_words import Codebook
from cbir.workers.process import grant

if TYPE_CHECKING:
    from cbir.matching import Glance, Reach, Verification

THUMBNAIL_SIDE_PX = 256
_LARGE_BYTES = 96 << 20  # decoded; a worker frees the scale space kept for the next photo before larger ones
_NETWORKS_BYTES = 128 << 20  # activations of the learned networks at 960 px: 110 MB
_INK_BYTES = 288 << 20  # for two documents in fine detail
_PART_S = 3.0  # of CPU for a part of a video; a frame of 8K with its features takes another second
_PART_MOMENTS = 24
_QUERY_THREADS = 4  # a person waits for a query; 3,000 descriptors take 17 ms of one core
_BEGINNING_BYTES = 1 << 18  # a camera's EXIF with its preview takes 64 KB, Photoshop's blocks a little more


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPhoto:
    """All data that the library shows of a photo before its features are extracted.

    size : (width, height) upright, full resolution
    thumbnail : None if only decoding the whole picture would give one
    """

    fingerprint: str
    format: str
    size: tuple[int, int]
    metadata: Metadata
    thumbnail: QuickThumbnail | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyListed:
    """Data of a photo with this content that need not be made again. has_thumbnail : a final one"""

    content: KnownContent
    has_thumbnail: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestedPhoto:
    """All data that the index needs from one photo.

    size : (width, height) upright, full resolution. thumbnail : an encoded JPEG
    thumbnail, metadata : None if the photo was listed with them
    pixels : fingerprint of the picture without its metadata. colors : see color_shares
    frames : frames or pages of the file; all but the first are left out
    prepared : (s, s, 3) uint8, the input of an image tower; None without a tower. parts : the same for its parts
    """

    fingerprint: str
    format: str
    size: tuple[int, int]
    features: PhotoFeatures
    signatures: NDArray[np.uint64]
    thumbnail: bytes | None
    pixels: str
    metadata: Metadata | None
    frames: int = 1
    colors: bytes | None = None
    prepared: NDArray[np.uint8] | None = None
    parts: NDArray[np.uint8] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestedMoments:
    """Frames of a part of a video, each with its time in ms. rest : to be given to the task again; None at the end"""

    moments: tuple[tuple[int, IngestedPhoto], ...]
    rest: ShotState | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SamePicture:
    """A rewritten file that shows the same picture as before: only its metadata need be stored."""

    fingerprint: str
    metadata: Metadata


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedQuery:
    """A query picture, encoded once for each requested codebook; with `mirror` a second time, flipped.

    by_codebook : (codebook fingerprint, upright features, mirrored features or None)
    full_size : (width, height) of the picture, or of the region that was searched with
    prepared : (s, s, 3) uint8, the input of an image tower; None without a tower
    fingerprint : of the file's content; empty for a region. is_document : see cbir.images.has_plain_ground
    """

    by_codebook: tuple[tuple[str, QueryFeatures, QueryFeatures | None], ...]
    full_size: tuple[int, int]
    decode_ms: float
    features_ms: float
    words_ms: float
    prepared: NDArray[np.uint8] | None = None
    fingerprint: str = ""
    is_document: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedQuery:
    """A query's learned features. turned : for the glance, in the four turns. full_size : as in DescribedQuery"""

    features: LearnedFeatures
    turned: tuple[LearnedFeatures, ...]
    full_size: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Places of learned features, without their descriptors.

    xy : (n, 2) float32, in pixels of the working image. size : its (width, height)
    """

    xy: NDArray[np.float32]
    size: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedComparison:
    """A photo compared with a query by learned features.

    verification : rows are those of `query` and `photo`. reach : see cbir.matching.reach_of
    full_size : (width, height) of the photo
    """

    verification: Verification
    reach: Reach
    query: Places
    photo: Places
    full_size: tuple[int, int]


class Warp(NamedTuple):
    """A homography, row by row, from full-resolution pixels of a picture to a canvas of this size."""

    transform: tuple[float, ...]
    size: tuple[int, int]


InkOfDocuments = Literal["same", "differs", "no document"]

_WARPED_DETAIL = (
    2  # a picture that is warped is read larger by this factor, as the warp may enlarge a part of it
)


@functools.lru_cache(maxsize=4)
def _codebook(path: Path) -> Codebook:
    with waiting("disk"):
        return Codebook.load(path)


def warm_up(codebooks: tuple[Path, ...]) -> None:
    """Load everything that the first task needs, and compile the loops that this computer has not compiled yet.

    A damaged file is reported to the task that needs it.
    """
    load_kernels()
    for path in codebooks:
        with contextlib.suppress(ArtifactMismatch):
            _codebook(path).prepare()


@contextlib.contextmanager
def _share(n_bytes: int) -> Iterator[None]:
    if n_bytes > _LARGE_BYTES:
        forget_workspace()
    with grant(n_bytes):
        yield


@contextlib.contextmanager
def _networks() -> Iterator[None]:
    """Hold the share of the learned networks, and give back their memory at the end."""
    with grant(_NETWORKS_BYTES):
        yield
        release_freed_memory()


def fingerprint_file(path: Path) -> str:
    """Name a file's content, or that of a video's moment, without decoding it. Raises ImageUnreadable."""
    if (moment := moment_of(path)) is not None:
        return moment_fingerprint(video_fingerprint(moment.video), moment.ms)
    return read_file(path).fingerprint


def read_metadata(path: Path, sidecar: Path | None) -> Metadata:
    """Read the metadata of a file and its sidecar, without decoding; for most files the beginning is enough.

    A moment of a video has those of its video, at its time. Raises ImageUnreadable.
    """
    if (moment := moment_of(path)) is not None:
        return _metadata_of(moment)
    data = read_beginning(path, _BEGINNING_BYTES)
    if len(data) == _BEGINNING_BYTES and not is_whole(data):
        data = read_file(path).data
    return extract(data, sidecar_for(path, sidecar))


def _metadata_of(moment: Moment) -> Metadata:
    with opened(moment.video) as (file, _):
        return extract_video(file, moment)


def _extracted(path: Path, data: bytes, sidecar: Path | None) -> Metadata:
    """The metadata of a file that was read; of a moment those of its video."""
    moment = moment_of(path)
    return _metadata_of(moment) if moment is not None else extract(data, sidecar_for(path, sidecar))


def list_photo(path: Path, limits: DecodeOptions, sidecar: Path | None = None) -> ListedPhoto:
    """Read a new file's header, metadata and, at small cost, a thumbnail. Raises ImageUnreadable."""
    content = read_file(path)
    header = read_header(content.data)
    return ListedPhoto(
        fingerprint=content.fingerprint,
        format=header.format,
        size=header.size,
        metadata=_extracted(path, content.data, sidecar),
        thumbnail=quick_thumbnail(content.data, header, THUMBNAIL_SIDE_PX, limits, _share),
    )


def ingest_photo(
    path: Path,
    codebook: Path,
    features: FeatureOptions,
    limits: DecodeOptions,
    sidecar: Path | None = None,
    known_pixels: str = "",
    preprocessing: Preprocessing | None = None,
    parts: bool = False,
    listed: AlreadyListed | None = None,
) -> IngestedPhoto | SamePicture:
    """Read a file once; decode, describe and encode it. Raises ImageUnreadable.

    known_pixels : pixel fingerprint in the index; while the file still has it, nothing is described
    preprocessing : of the image tower for which the decoded picture is prepared; with `parts`, its parts as well
    listed : what the library has of the file, unless it changed since
    """
    content = read_file(path, None if listed is None else listed.content)
    header = read_header(content.data)
    if listed is not None and content.fingerprint != listed.content.fingerprint:
        listed = None
    metadata = None if listed is not None else _extracted(path, content.data, sidecar)
    pixels = image_data_fingerprint(content.data, header)
    if metadata is not None and pixels and pixels == known_pixels:
        return SamePicture(fingerprint=content.fingerprint, metadata=metadata)
    image = decode(content.data, max_side_px=features.working_side_px, options=limits, grant=_share)
    if not pixels:
        pixels = pixel_fingerprint(image, header)
        if metadata is not None and pixels == known_pixels:
            return SamePicture(fingerprint=content.fingerprint, metadata=metadata)
    return _ingested(
        image,
        codebook,
        features,
        preprocessing,
        parts,
        fingerprint=content.fingerprint,
        format=VIDEO if moment_of(path) is not None else header.format,
        pixels=pixels,
        metadata=metadata,
        frames=header.frames,
        has_thumbnail=listed is not None and listed.has_thumbnail,
    )


def _ingested(
    image: Image,
    codebook: Path,
    features: FeatureOptions,
    preprocessing: Preprocessing | None,
    parts: bool,
    *,
    fingerprint: str,
    format: str,
    pixels: str,
    metadata: Metadata | None,
    frames: int = 1,
    has_thumbnail: bool = False,
) -> IngestedPhoto:
    described = describe(image.pixels, features)
    encoded = _codebook(codebook).encode(described.descriptors)
    order = np.argsort(encoded.words, kind="stable")
    return IngestedPhoto(
        fingerprint=fingerprint,
        format=format,
        size=image.full_size,
        features=PhotoFeatures(
            words=encoded.words[order],
            codes=encoded.codes[order],
            xy=described.xy[order],
            sigma=described.sigma[order],
            angle=described.angle[order],
            size=described.size,
        ),
        signatures=encoded.signatures[order],
        thumbnail=None if has_thumbnail else encode_thumbnail(image, THUMBNAIL_SIDE_PX),
        pixels=pixels,
        metadata=metadata,
        frames=frames,
        colors=color_shares(image.pixels),
        prepared=None if preprocessing is None else prepare(image.pixels, preprocessing),
        parts=prepare_parts(image.pixels, preprocessing) if parts and preprocessing is not None else None,
    )


def ingest_moments(
    path: Path,
    state: ShotState | int,
    codebook: Path,
    features: FeatureOptions,
    preprocessing: Preprocessing | None = None,
    parts: bool = False,
) -> IngestedMoments:
    """Read the next part of a video: choose its frames, describe and encode them. Raises ImageUnreadable.

    state : where the part before ended, or the most frames of a minute to keep, to begin with
    preprocessing, parts : as for ingest_photo
    """
    started, moments, is_rest = time.process_time(), list[tuple[int, IngestedPhoto]](), False
    name = video_fingerprint(path)
    with opened_video(path) as video, _share(video.bytes_to_decode):
        if isinstance(state, int):
            state = ShotState.begin(state, video.ms, video.size[0] * video.size[1])
        for frame in video.key_frames(state.after_ms, state.step_ms):
            state, keep = state.look(frame.ms, frame.pixels)
            if keep:
                content = moment_fingerprint(name, frame.ms)
                image = working_image(frame.pixels, features.working_side_px)
                photo = _ingested(
                    image,
                    codebook,
                    features,
                    preprocessing,
                    parts,
                    fingerprint=content,
                    format=VIDEO,
                    pixels=content,
                    metadata=_metadata_of(Moment(path, frame.ms)),
                )
                moments.append((frame.ms, photo))
            if state.is_full:
                break
            if time.process_time() - started >= _PART_S or len(moments) >= _PART_MOMENTS:
                is_rest = True
                break
    release_freed_memory()
    if not is_rest and not state.candidates:
        raise ImageUnreadable(
            "No picture of the video can be decoded: it is damaged, or of a kind that cannot be read."
        )
    return IngestedMoments(moments=tuple(moments), rest=state if is_rest else None)


def prepare_photo(
    path: Path, working_side_px: int, limits: DecodeOptions, preprocessing: Preprocessing, parts: bool = False
) -> tuple[NDArray[np.uint8], NDArray[np.uint8] | None]:
    """Prepare an indexed photo for an image tower: (s, s, 3) uint8, and on request its parts.

    Raises ImageUnreadable.
    """
    image = decode(read_file(path).data, max_side_px=working_side_px, options=limits, grant=_share)
    whole = prepare(image.pixels, preprocessing)
    return whole, prepare_parts(image.pixels, preprocessing) if parts else None


def describe_query(
    source: Path | bytes,
    region: Region | None,
    codebooks: tuple[Path, ...],
    features: FeatureOptions,
    limits: DecodeOptions,
    mirror: bool,
    preprocessing: Preprocessing | None = None,
) -> DescribedQuery:
    """Decode a query picture, or a region of it, and encode its features. Raises ImageUnreadable, QueryUnusable.

    codebooks : empty without the match engine. preprocessing : of the image tower; None without one
    """
    started = time.perf_counter()
    content = content_of(source) if isinstance(source, bytes) else read_file(source)
    if region is None:
        image = decode(content.data, max_side_px=features.working_side_px, options=limits, grant=_share)
    else:
        image = decode_region(content.data, region, features.working_side_px, options=limits, grant=_share)
    prepared = None if preprocessing is None else prepare(image.pixels, preprocessing)
    decoded = described = time.perf_counter()
    by_codebook: tuple[tuple[str, QueryFeatures, QueryFeatures | None], ...] = ()
    if codebooks:
        upright = describe(image.pixels, features, threads=min(_QUERY_THREADS, usable_cores()))
        described = time.perf_counter()
        by_codebook = tuple(
            encode_query(_codebook(path), upright, image.scale, mirror=mirror) for path in codebooks
        )
    encoded = time.perf_counter()
    forget_workspace()  # a worker at rest is small
    release_freed_memory()
    return DescribedQuery(
        by_codebook=by_codebook,
        full_size=image.full_size,
        decode_ms=(decoded - started) * 1000,
        features_ms=(described - decoded) * 1000,
        words_ms=(encoded - described) * 1000,
        prepared=prepared,
        fingerprint=content.fingerprint if region is None else "",
        is_document=bool(codebooks) and has_plain_ground(image.pixels),
    )


def describe_learned(source: Path | bytes, region: Region | None, limits: DecodeOptions) -> LearnedQuery:
    """Describe a query picture, or a region of it, by learned features.

    Raises ImageUnreadable, QueryUnusable, LearnedFeaturesMissing.
    """
    image = _read(source, region, LearnedOptions().working_side_px, limits)
    with _networks():
        return LearnedQuery(
            features=learned_features(image.pixels),
            turned=tuple(learned_features(image.pixels, GLANCE, turn=turn) for turn in range(4)),
            full_size=image.full_size,
        )


def glance_at(turned: tuple[LearnedFeatures, ...], source: Path, limits: DecodeOptions) -> Glance:
    """Tell how alike a photo is to a query at a glance. turned : see LearnedQuery

    Raises ImageUnreadable, LearnedFeaturesMissing.
    """
    from cbir.matching import glance

    image = _read(source, None, GLANCE.working_side_px, limits)
    with _networks():
        return glance(turned, learned_features(image.pixels, GLANCE))


def compare_learned(
    query: LearnedFeatures, source: Path, turn: int, limits: DecodeOptions
) -> LearnedComparison:
    """Compare a photo with a query by learned features. turn : of the query, by which the photo is turned back

    Raises ImageUnreadable, LearnedFeaturesMissing.
    """
    image = _read(source, None, LearnedOptions().working_side_px, limits)
    with _networks():
        return _compared(query, learned_features(image.pixels, turn=-turn % 4), image.full_size)


def compare_aligned(
    source: Path | bytes,
    region: Region | None,
    warp: Warp,
    photo_source: Path,
    photo_region: Region | None,
    limits: DecodeOptions,
) -> LearnedComparison:
    """Compare a photo, or a region of it, with a query picture that a warp lays over it, by learned features.

    Learned features do not repeat in a picture that is turned, aslant or much smaller.
    region : the part of the query that the warp takes. Raises ImageUnreadable, QueryUnusable, LearnedFeaturesMissing.
    """
    warped = _warped(source, region, warp, limits)
    image = _read(photo_source, photo_region, LearnedOptions().working_side_px, limits)
    with _networks():
        return _compared(learned_features(warped), learned_features(image.pixels), image.full_size)


def compare_closer(
    source: Path | bytes,
    region: Region | None,
    warp: Warp | None,
    turn: int,
    photo_source: Path,
    photo_region: Region | None,
    limits: DecodeOptions,
) -> LearnedComparison:
    """Compare a photo with a query picture again, by more learned features and in equalised light.

    warp : as for compare_aligned, or None for the query as it is. turn : as for compare_learned
    Raises ImageUnreadable, QueryUnusable, LearnedFeaturesMissing.
    """
    side_px = CLOSER.working_side_px
    query = (
        _read(source, region, side_px, limits).pixels
        if warp is None
        else _warped(source, region, warp, limits)
    )
    image = _read(photo_source, photo_region, side_px, limits)
    with _networks():
        return _compared(
            learned_features(query, CLOSER),
            learned_features(image.pixels, CLOSER, turn=-turn % 4),
            image.full_size,
        )


def _warped(
    source: Path | bytes, region: Region | None, warp: Warp, limits: DecodeOptions
) -> NDArray[np.uint8]:
    import cv2

    query = _read(source, region, _WARPED_DETAIL * LearnedOptions().working_side_px, limits)
    left, top, width, _ = region or (0, 0, *query.full_size)
    scale = width / query.pixels.shape[1]
    from_working = np.array([[scale, 0, left], [0, scale, top], [0, 0, 1]])
    transform = np.reshape(warp.transform, (3, 3)) @ from_working
    return np.asarray(cv2.warpPerspective(query.pixels, transform, warp.size), np.uint8)


def _compared(
    query: LearnedFeatures, photo: LearnedFeatures, full_size: tuple[int, int]
) -> LearnedComparison:
    from cbir.matching import reach_of, verify_learned

    verification = verify_learned(query, photo)
    return LearnedComparison(
        verification=verification,
        reach=reach_of(query, photo, verification),
        query=Places(xy=query.xy, size=query.size),
        photo=Places(xy=photo.xy, size=photo.size),
        full_size=full_size,
    )


def compare_documents(
    source: Path | bytes,
    region: Region | None,
    photo_source: Path,
    shares: tuple[float, ...],
    limits: DecodeOptions,
) -> InkOfDocuments:
    """Compare the ink of a query document, or of a region of it, with a photo that may be a document of its layout.

    A photograph of a page that is too coarse to tell "differs". A print is "no document" if the query is a photograph.
    shares : homography row by row, from shares of the query's sides to shares of the photo's
    Raises ImageUnreadable, QueryUnusable.
    """
    from cbir.matching import FINE_PX, compare_ink, is_page_in, refined_shares

    coarse = _read(photo_source, None, DOCUMENT_PX, limits).pixels
    if not has_plain_ground(coarse):
        return "no document"
    query = _read(source, region, FINE_PX, limits)
    is_photograph = not has_plain_ground(query.pixels)
    if is_photograph and not is_paper(coarse):
        return "no document"
    photo = _read(photo_source, None, FINE_PX, limits)
    with grant(_INK_BYTES):
        if is_photograph:
            is_same = is_page_in(query.pixels, photo.pixels, np.reshape(shares, (3, 3)))
            release_freed_memory()
            return "same" if is_same else "differs"
        aligned = refined_shares(query.pixels, photo.pixels, np.reshape(shares, (3, 3)))
        ink = compare_ink(query.pixels, photo.pixels, aligned)
        release_freed_memory()
    return "differs" if ink.differs else "same"


def _read(source: Path | bytes, region: Region | None, side_px: int, limits: DecodeOptions) -> Image:
    data = source if isinstance(source, bytes) else read_file(source).data
    if region is None:
        return decode(data, max_side_px=side_px, options=limits, grant=_share)
    return decode_region(data, region, side_px, options=limits, grant=_share)


def make_thumbnail(path: Path, limits: DecodeOptions) -> bytes:
    """Make the thumbnail of a photo whose own was lost. Raises ImageUnreadable."""
    data = read_file(path).data
    image = decode(data, max_side_px=2 * THUMBNAIL_SIDE_PX, options=limits, grant=_share)
    return encode_thumbnail(image, THUMBNAIL_SIDE_PX)


def look_at(
    source: Path | bytes, region: Region | None, max_side_px: int, limits: DecodeOptions
) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """Decode a picture to show: (h, w, 3) uint8 RGB, and its full upright size.

    Raises ImageUnreadable, QueryUnusable.
    """
    data = source if isinstance(source, bytes) else read_file(source).data
    if region is None:
        image = decode(data, max_side_px=max_side_px, options=limits, grant=_share)
    else:
        image = decode_region(data, region, max_side_px, options=limits, grant=_share)
    return np.ascontiguousarray(image.pixels), image.full_size


def encode_query(
    codebook: Codebook, described: Features, scale: float, *, mirror: bool
) -> tuple[str, QueryFeatures, QueryFeatures | None]:
    """The codebook's fingerprint, the upright features quantised with it, and the mirrored ones on request."""
    return (
        codebook.fingerprint,
        query_features(codebook, described, scale),
        query_features(codebook, mirrored(described), scale) if mirror else None,
    )


def query_features(codebook: Codebook, described: Features, scale: float) -> QueryFeatures:
    """Quantise features, by ascending visual word. scale : working pixels per pixel of the whole picture"""
    projected = codebook.project(described.descriptors)
    words = codebook.assign(projected)
    order = np.argsort(words, kind="stable")
    return QueryFeatures(
        words=words[order],
        signatures=codebook.sign(projected, words)[order],
        projected=projected[order],
        xy=described.xy[order],
        sigma=described.sigma[order],
        angle=described.angle[order],
        size=described.size,
        scale=scale,
    )


def make_copy(
    source: Path,
    recipe: CopyRecipe,
    metadata: Metadata | None,
    faces: Sequence[Region],
    limits: DecodeOptions,
) -> bytes:
    """Make a copy of a photo in another format or size, with its metadata and the profile of its colours.

    metadata : None for those of the file. faces : boxes to be blurred, as shares of the sides
    Raises ImageUnreadable.
    """
    data = read_file(source).data
    # A JPEG may be decoded up to a fifth smaller than asked for.
    side_px = None if recipe.side_px is None else max(1, recipe.side_px * 4 // 3)
    profile = profile_to_keep(data)
    options = replace(limits, own_colors=bool(profile))
    image = decode(data, max_side_px=side_px, options=options, grant=_share)
    stated = extract(data, None) if metadata is None else metadata
    if not recipe.people:
        stated = without_people(stated)
    return encode_picture(
        blurred(image.pixels, faces) if faces else image.pixels,
        recipe.format,
        side_px=recipe.side_px,
        quality=recipe.quality,
        exif=exif_of(stated, positions=recipe.positions) if recipe.metadata else b"",
        xmp=xmp_of(stated, positions=recipe.positions) if recipe.metadata else b"",
        profile=profile,
    )
