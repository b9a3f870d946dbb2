"""A framed part and words: `python -m tests.benchmarks.framed_words --write`.

Rendered scenes with the same print beside each, in another size each time; asked is the print, framed in a picture
of its own, and the caption of a scene. All photos show the print: the words alone tell them apart.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Region, SearchOptions, Term
from cbir.demo.posters import poster
from cbir.library import Library, LibraryOptions
from cbir.scenes import caption, draw_scenes, render, split_groups
from cbir.search.stages.words_of_matches import WordsOfMatchesStage
from tests.benchmarks.report import Table, counted, parser, publish
from tests.cbir.trained_model import SHIPPED_SEED
from tests.pictures import POSTERS

PHOTOS = 60
SIDE = 480
MARGIN = 180  # beside the scene, where the print lies
PRINTS = (110, 130, 150, 170)  # its width in pixels


def with_print(scene: NDArray[np.uint8], printed: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    """A scene on the left, the print on the right."""
    picture = np.full((SIDE, SIDE + MARGIN, 3), 235, np.uint8)
    picture[:, :SIDE] = scene
    height = round(printed.shape[0] * width / printed.shape[1])
    small = cv2.resize(printed, (width, height), interpolation=cv2.INTER_AREA)
    picture[20 : 20 + height, SIDE + 5 : SIDE + 5 + width] = small
    return picture


def main() -> None:
    arguments = parser(__doc__ or "", data=False).parse_args()
    rng = np.random.default_rng(54)
    scenes = draw_scenes(split_groups(SHIPPED_SEED).held_out, PHOTOS, of=1, rng=rng)
    printed = poster(POSTERS[0])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
        folder = Path(work) / "photos"
        folder.mkdir()
        for number, scene in enumerate(scenes):
            picture = with_print(
                render(scene, rng, side_px=SIDE), printed, int(PRINTS[int(rng.integers(len(PRINTS)))])
            )
            cv2.imwrite(str(folder / f"{number:03}.png"), picture[..., ::-1])
        query = Path(work) / "query.png"
        blank = np.full((SIDE, SIDE, 3), 250, np.uint8)
        cv2.imwrite(str(query), with_print(blank, printed, PRINTS[-1])[..., ::-1])
        frame: Region = (SIDE, 10.0, MARGIN, SIDE - 20.0)
        options = LibraryOptions(models=Path(work) / "models")
        places: dict[str, list[int]] = {"by points": [], "by words": []}
        verified = []
        with Library.open(Path(work) / "library", create=True, options=options) as library:
            library.models.use("demo")
            library.index([folder])
            for number, scene in enumerate(counted("queries", scenes, every=10)):
                terms = [Term(path=query, region=frame), Term(text=caption(scene, rng))]
                for way, found in places.items():
                    with patch.object(
                        WordsOfMatchesStage,
                        "applies",
                        (lambda *_: False) if way == "by points" else WordsOfMatchesStage.applies,
                    ):
                        result = library.search(terms, SearchOptions(top=PHOTOS, look_harder=False))
                    names = [hit.path.stem for hit in result.hits]
                    found.append(names.index(f"{number:03}") + 1)
                verified.append(result.verified)
    rows = [
        (
            f"matches {way}",
            f"{np.mean(np.array(found) == 1):.3f}",
            f"{np.mean(np.array(found) <= 10):.3f}",
            f"{np.mean(1 / np.array(found)):.3f}",
        )
        for way, found in places.items()
    ]
    table = Table(
        columns=("order", "R@1", "R@10", "RR"),
        rows=tuple(rows),
        notes=(
            f"{PHOTOS} photos, a caption each; {np.mean(verified):.0f} of them verified in the mean. The demo's model.",
        ),
    )
    publish("framed words", "A framed part and words", [table], write=arguments.write)


if __name__ == "__main__":
    main()
