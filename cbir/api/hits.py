"""The hits of a search, as a list that shows itself: a line each in a console, pictures in a notebook."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.types import Evidence, Hit, HitKind, PhotoId, SearchResult

if TYPE_CHECKING:
    import pandas as pd
    from PIL import Image as PilImage

_SHOWN = 20  # pictures in a notebook
_SIDE_PX = 160


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FoundPhoto:
    """A photo that a search found; `hit` has all its details."""

    hit: Hit
    _picture: Callable[[PhotoId, int | None], NDArray[np.uint8]]

    @property
    def path(self) -> Path:
        return self.hit.path

    @property
    def rank(self) -> int:
        """Position in the answer, from 1."""
        return self.hit.rank

    @property
    def kind(self) -> HitKind:
        """The kind of its evidence, from "same picture" to "less likely"."""
        return self.hit.kind

    @property
    def strength(self) -> float:
        """The share, in [0, 1], of hits like it that are right."""
        return self.hit.strength

    @property
    def verified(self) -> bool:
        """True if matching points prove it, or it is a copy of the query's file."""
        return self.hit.verified

    @property
    def photo(self) -> PhotoId:
        """Its number in the library."""
        return self.hit.photo

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The matching points and the outline of each picture of the query."""
        return self.hit.evidence

    def picture(self, max_side_px: int = 1024) -> PilImage.Image:
        """The photo, upright, with sides of at most max_side_px; its thumbnail if the file is out of reach.

        Raises PhotoGone if the library no longer has it.
        """
        from PIL import Image as PilImage

        return PilImage.fromarray(self._picture(self.hit.photo, max_side_px))

    def thumbnail(self) -> PilImage.Image:
        """The stored thumbnail, at most 256 px. Raises PhotoGone if the library no longer has it."""
        from PIL import Image as PilImage

        return PilImage.fromarray(self._picture(self.hit.photo, None))

    def __repr__(self) -> str:
        return f"<{self.rank}. {self.path.name}: {self.kind}, {self.strength:.2f}>"

    def _repr_png_(self) -> bytes:
        return _encoded(self.picture(), "PNG")

    def _figure(self) -> str:
        """The photo with its name, as HTML."""
        try:
            small = self.thumbnail()
        except CbirError:  # the library was closed, or the photo is gone
            shown = ""
        else:
            small.thumbnail((_SIDE_PX, _SIDE_PX))
            data = base64.b64encode(_encoded(small, "JPEG")).decode()
            shown = f'<img src="data:image/jpeg;base64,{data}" alt="" style="max-width:{_SIDE_PX}px"><br>'
        caption = f"{self.rank}. {html.escape(self.path.name)}<br>{self.kind}, {self.strength:.2f}"
        return (
            f'<figure style="display:inline-block;margin:4px;width:{_SIDE_PX}px;vertical-align:top;'
            f'font-size:12px;overflow-wrap:anywhere">{shown}<figcaption>{caption}</figcaption></figure>'
        )


class Hits(Sequence[FoundPhoto]):
    """The photos that a search found, best first. `result` has the notes and times of the search."""

    def __init__(
        self, result: SearchResult, picture: Callable[[PhotoId, int | None], NDArray[np.uint8]]
    ) -> None:
        self.result = result
        self._photos = tuple(FoundPhoto(hit, picture) for hit in result.hits)

    @property
    def proven(self) -> list[FoundPhoto]:
        """The hits that matching points prove. Without any, a picture has no match in the library."""
        return [photo for photo in self if photo.verified]

    @property
    def paths(self) -> list[Path]:
        return [photo.path for photo in self]

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about the search, such as "the picture has no texture to match"."""
        return tuple(map(str, self.result.notes))

    def to_pandas(self) -> pd.DataFrame:
        """A table with a row for each hit. Needs pandas."""
        try:
            import pandas as pd
        except ImportError as error:
            raise CbirError("Tables need pandas. Install it: pip install pandas") from error
        return pd.DataFrame([_row(photo) for photo in self], columns=list(_COLUMNS))

    def __len__(self) -> int:
        return len(self._photos)

    @overload
    def __getitem__(self, at: int) -> FoundPhoto: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[FoundPhoto]: ...

    def __getitem__(self, at: int | slice) -> FoundPhoto | Sequence[FoundPhoto]:
        return self._photos[at]

    def __iter__(self) -> Iterator[FoundPhoto]:
        return iter(self._photos)

    def __repr__(self) -> str:
        proven = sum(photo.verified for photo in self)
        return f"<{len(self)} hits, {proven} proven, in {self.result.searched} photos>"

    def _repr_html_(self) -> str:
        shown = "".join(photo._figure() for photo in self[:_SHOWN])
        more = f"<p>and {len(self) - _SHOWN} more</p>" if len(self) > _SHOWN else ""
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        return f"<p>{html.escape(repr(self)[1:-1])}</p>{notes}<div>{shown}</div>{more}"


_COLUMNS: dict[str, Callable[[FoundPhoto], Any]] = {
    "rank": lambda photo: photo.rank,
    "path": lambda photo: str(photo.path),
    "kind": lambda photo: photo.kind,
    "strength": lambda photo: photo.strength,
    "verified": lambda photo: photo.verified,
    "points": lambda photo: max((evidence.inliers for evidence in photo.evidence), default=0),
    "score": lambda photo: photo.hit.score,
    "width": lambda photo: photo.hit.size[0],
    "height": lambda photo: photo.hit.size[1],
    "taken_at": lambda photo: photo.hit.taken_at,
    "photo": lambda photo: photo.photo,
}


def _row(photo: FoundPhoto) -> list[Any]:
    return [value(photo) for value in _COLUMNS.values()]


def _encoded(picture: PilImage.Image, format: str) -> bytes:
    encoded = io.BytesIO()
    picture.save(encoded, format)
    return encoded.getvalue()
