"""The metadata of photos: written when a photo or its sidecar was read, asked for by whoever shows it."""

from __future__ import annotations

import json
from dataclasses import replace

from cbir.base.types import Metadata, PhotoId
from cbir.catalog.marks import NO_MARKS, MarkTable, keywords_with


class MetadataTable(MarkTable):
    """The table metadata; full text and facets follow it by triggers."""

    def set_metadata(self, photo: PhotoId, metadata: Metadata, *, extractor: int, sidecar: str) -> None:
        """Store what a photo says of itself in place of what is there.

        extractor : version of what read it
        sidecar : name, size and time of the sidecar; empty where there is none
        """
        self._connection.execute(
            """INSERT INTO metadata VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (photo_id) DO UPDATE SET
                   extractor = excluded.extractor, sidecar = excluded.sidecar,
                   taken_at = excluded.taken_at, make = excluded.make, model = excluded.model,
                   camera = excluded.camera, lens = excluded.lens, latitude = excluded.latitude,
                   longitude = excluded.longitude, rating = excluded.rating, keywords = excluded.keywords,
                   title = excluded.title, caption = excluded.caption, places = excluded.places,
                   orientation = excluded.orientation""",
            (
                photo,
                extractor,
                sidecar,
                metadata.taken_at,
                metadata.make,
                metadata.model,
                metadata.camera or None,
                metadata.lens,
                metadata.latitude,
                metadata.longitude,
                metadata.rating,
                json.dumps(metadata.keywords, ensure_ascii=False),
                metadata.title,
                metadata.caption,
                json.dumps(metadata.places, ensure_ascii=False),
                metadata.orientation,
            ),
        )

    def unread_metadata(self) -> int:
        """How many photos have not been asked yet."""
        row = self._connection.execute(
            "SELECT (SELECT count(*) FROM photo) - (SELECT count(*) FROM metadata)"
        ).fetchone()
        return int(row[0])

    def metadata(self, photo: PhotoId) -> Metadata | None:
        """What is known of a photo: what the user set, then what its file and sidecar say.

        None where its file has not been asked yet, and the user set nothing.
        """
        known, marks = self.file_metadata(photo), self.marks(photo)
        if marks == NO_MARKS:
            return known
        known = known or Metadata()
        return replace(
            known,
            rating=known.rating if marks.rating is None else marks.rating,
            keywords=keywords_with(known.keywords, marks),
        )

    def file_metadata(self, photo: PhotoId) -> Metadata | None:
        """What a photo's file and sidecar say; None where they have not been asked yet."""
        row = self._connection.execute(
            """SELECT taken_at, make, model, lens, latitude, longitude, rating, keywords, title, caption,
                      places, orientation
               FROM metadata WHERE photo_id = ?""",
            (photo,),
        ).fetchone()
        if row is None:
            return None
        taken_at, make, model, lens, latitude, longitude, rating, keywords, title, caption, places, turned = (
            row
        )
        return Metadata(
            taken_at=taken_at,
            make=make,
            model=model,
            lens=lens,
            latitude=latitude,
            longitude=longitude,
            rating=rating,
            keywords=tuple(json.loads(keywords)),
            title=title,
            caption=caption,
            places=tuple(json.loads(places)),
            orientation=turned,
        )
