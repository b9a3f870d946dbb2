"""Options that several commands share, and typed arguments -> the terms of a query."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import unquote_to_bytes

import typer

from cbir.base.errors import CbirError, QueryUnusable
from cbir.base.types import Color, Device, EngineName, NndrReach, Region, Term, Weighting

if TYPE_CHECKING:
    from cbir.library import Library


def _library_folder(context: typer.Context, text: str | None) -> Path | None:
    if text is None or context.resilient_parsing:
        return None
    if text.startswith(("postgresql:", "milvus:")):
        from cbir.cluster import library_folder

        return library_folder(text, at_end=context.call_on_close)
    if text.startswith(("https:", "http:")):
        from cbir.service import service_folder

        if context.info_name != "gui":
            raise typer.BadParameter(
                f"{text} is a library on another computer. The window opens it: cbir gui --library {text}"
            )
        return service_folder(text, os.environ.get("CBIR_TOKEN", ""))
    if os.path.isfile(text):
        raise typer.BadParameter(f"Directory '{text}' is a file.")
    return Path(text)


LibraryOption = Annotated[
    Path | None,
    typer.Option(
        "--library",
        metavar="DIR",
        envvar="CBIR_LIBRARY",
        parser=str,
        callback=_library_folder,
        show_default=False,
        help="The library's folder, or postgresql://HOST/DATABASE; for the window, https://HOST too. "
        "Default: your own library.",
    ),
]

DeviceOption = Annotated[
    Device, typer.Option("--device", help="Where models run: auto uses a GPU if there is one.")
]

NullOption = Annotated[
    bool,
    typer.Option(
        "--null",
        "-0",
        help="Print only paths, each followed by a NUL byte instead of a new line, for xargs -0.",
    ),
]

JsonOption = Annotated[bool, typer.Option("--json", help="Write one JSON object to stdout.")]

ExcludeDirOption = Annotated[
    list[str] | None,
    typer.Option(
        "--exclude-dir",
        metavar="NAME",
        help="Skip folders with this name, wherever they are. Can be repeated.",
    ),
]

ExcludeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--exclude",
        metavar="GLOB",
        help="Skip files that match a name (*.png) or a path (scans/*). Can be repeated.",
    ),
]

AddOption = Annotated[
    list[str] | None,
    typer.Option("--add", "-a", metavar="TERM", help="Search for this too. Can be repeated."),
]
SubtractOption = Annotated[
    list[str] | None,
    typer.Option("--subtract", "-s", metavar="TERM", help="Exclude photos that show this. Can be repeated."),
]
LikeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--like", metavar="PHOTO", help="A photo that is right: find more like it. Can be repeated."
    ),
]
UnlikeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--unlike", metavar="PHOTO", help="A photo that is wrong: find fewer like it. Can be repeated."
    ),
]
EngineOption = Annotated[EngineName, typer.Option("--engine", help="The engine that searches.")]
RegionOption = Annotated[
    str | None,
    typer.Option(
        "--region",
        metavar="X,Y,W,H",
        help="Search with only this part of QUERY, in pixels of the upright picture.",
    ),
]
K1Option = Annotated[
    float | None,
    typer.Option(
        "--k1", metavar="K", min=0, help="Of bm25: how soon repeated words stop counting; default: 1.2."
    ),
]
BOption = Annotated[
    float | None,
    typer.Option(
        "--b", metavar="B", min=0, max=1, help="Of bm25: how much rich photos are held back; default: 0.75."
    ),
]
ExpandOption = Annotated[
    bool,
    typer.Option(
        "--expand",
        help="Search once more for what the first hits have in common, whether or not they are right: pseudo-feedback.",
    ),
]
WeightingOption = Annotated[Weighting, typer.Option("--weighting", help="How the match engine scores.")]


_WEIGHT = re.compile(r"(?P<weight>\d+(?:\.\d+)?):(?P<term>\D.*)", re.DOTALL)
MAX_WEIGHT = 100.0
IsKnown = Callable[[Path], bool]
_FIELD = re.compile(r"(?<![^\s(-])([A-Za-z]+):")


def parse_terms(
    query: str | None,
    add: Sequence[str],
    subtract: Sequence[str],
    region: str | None,
    *,
    only_words: bool = False,
    may_be_empty: bool = False,
    is_known: IsKnown = lambda path: False,
) -> tuple[Term, ...]:
    """Turn QUERY, --add, --subtract and --region into terms, in this order.

    only_words : treat no term as a file. may_be_empty : filters alone are enough
    is_known : True if the library has a photo at a path, even if its file is gone
    Raises QueryUnusable if there is nothing to search for, a file is missing or the region makes no sense.
    """
    framed = None if region is None else parse_region(region)
    if framed is not None and query is None:
        raise QueryUnusable("--region frames a part of QUERY: give the picture as QUERY.")
    if query is None and not add and not may_be_empty:
        raise QueryUnusable("There is nothing to search for. Give a picture or words: cbir search photo.jpg")
    parse = partial(parse_term, only_words=only_words, is_known=is_known)
    terms = [] if query is None else [parse(query, region=framed)]
    terms.extend(parse(text) for text in add)
    terms.extend(parse(text, sign=-1) for text in subtract)
    return tuple(terms)


def parse_term(
    text: str,
    *,
    sign: Literal[1, -1] = 1,
    region: Region | None = None,
    only_words: bool = False,
    is_known: IsKnown = lambda path: False,
) -> Term:
    """Turn an argument into a term: a file that exists or that is in the library is a picture, other text is words.

    A number and a colon in front are its weight: `2:sunset`. A file may be given by its address, `file:///…`.
    """
    if not text.strip():
        raise QueryUnusable("A term of the search is empty.")
    text = _without_scheme(text)
    weighed = _WEIGHT.fullmatch(text)
    if weighed is not None and not is_file(text):
        weight = float(weighed["weight"])
        if not 0 < weight <= MAX_WEIGHT:
            raise QueryUnusable("A weight must be above 0 and at most {0}: not {1}", f"{MAX_WEIGHT:g}", text)
        return replace(
            parse_term(weighed["term"], sign=sign, region=region, only_words=only_words, is_known=is_known),
            weight=weight,
        )
    if only_words and region is None:
        return Term(text=text, sign=sign)
    if text.lower().startswith(("http://", "https://")):
        raise QueryUnusable("Web addresses are not opened: {0}. Save the picture and give its file.", text)
    path = Path(text)
    if is_file(text):
        return Term(path=path.absolute(), sign=sign, region=region)
    if _holds(path.is_dir) and (_has_a_separator(text) or not any(char.isalnum() for char in text)):
        raise QueryUnusable("{0} is a folder. To add its photos to the library: cbir index {1}", text, text)
    if _looks_like_a_path(text) and is_known(path.absolute()):
        return Term(path=path.absolute(), sign=sign, region=region)
    if _looks_like_a_path(text) and not _has_a_field(text):
        if _holds(path.exists):
            raise QueryUnusable("{0} is a device or a pipe, not a picture's file.", text)
        raise QueryUnusable(
            "There is no such file: {0}. To look for its name in the library, add: --engine metadata", text
        )
    if region is not None:
        raise QueryUnusable('--region frames a part of a picture, and there is no file "{0}".', text)
    return Term(text=text, sign=sign)


def parse_marks(
    like: Sequence[str], unlike: Sequence[str], *, is_known: IsKnown = lambda path: False
) -> tuple[Term, ...]:
    """Turn --like and --unlike into marked terms. Raises QueryUnusable for an unknown photo without a file."""
    marks = []
    for option, texts, sign in (("--like", like, 1), ("--unlike", unlike, -1)):
        for text in map(_without_scheme, texts):
            path = Path(text).absolute()
            if not is_file(text) and not is_known(path):
                raise QueryUnusable("{0} needs a photo, and there is none at {1}.", option, text)
            marks.append(Term(path=path, sign=1 if sign > 0 else -1, marked=True))
    return tuple(marks)


def parse_colors(names: Sequence[str]) -> tuple[Color, ...]:
    """Turn --color into colours. Raises QueryUnusable for an unknown name."""
    from cbir.catalog import colors_of, read_value

    return colors_of([read_value("color", name) for name in names])


def parse_region(text: str) -> Region:
    """Turn `X,Y,W,H` into a region in pixels of the upright picture."""
    try:
        x, y, width, height = (float(part) for part in text.split(","))
    except ValueError:
        raise QueryUnusable(
            "--region needs four numbers, X,Y,W,H, in pixels of the upright picture: not {0}", text
        ) from None
    if not (0 <= x < float("inf") and 0 <= y < float("inf")):
        raise QueryUnusable("The region's X and Y start at 0, the picture's top left corner: not {0}", text)
    if not (0 < width < float("inf") and 0 < height < float("inf")):
        raise QueryUnusable("The region's width and height must be more than 0: not {0}", text)
    return (x, y, width, height)


def is_file(text: str) -> bool:
    return _holds(Path(text).is_file)


def _holds(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except (OSError, ValueError):  # a long sentence is no file name, for which some systems raise an error
        return False


def _without_scheme(text: str) -> str:
    """Turn a file:/// address, as file managers copy it, into its path; return other text unchanged."""
    if not text.lower().startswith("file:///"):
        return text
    path = os.fsdecode(unquote_to_bytes(text[len("file://") :]))
    return path.removeprefix("/") if os.name == "nt" else path  # /C:/photos


def _looks_like_a_path(text: str) -> bool:
    """True for a file name or a path; several words with a slash, such as `lisbon 2019/07`, are not one."""
    from cbir.images import PICTURE_SUFFIXES

    if Path(text).suffix.lower() in PICTURE_SUFFIXES:
        return True
    return _has_a_separator(text) and not any(char.isspace() for char in text)


def _has_a_separator(text: str) -> bool:
    separators = {os.sep, "/"} | ({os.altsep} if os.altsep else set())
    return any(sign in text for sign in separators)


def _has_a_field(text: str) -> bool:
    """True if a text has a search field: `in:/media/photos` is a query, not a path."""
    from cbir.catalog import FIELDS

    return any(name.lower() in FIELDS for name in _FIELD.findall(text))


NndrOption = Annotated[
    NndrReach,
    typer.Option(
        "--nndr",
        help="Photos whose details are compared for the nearest: likely ones, or all; auto: all, if indexed for it.",
    ),
]
NndrRatioOption = Annotated[
    float | None,
    typer.Option(
        "--nndr-ratio",
        metavar="R",
        min=0.01,
        max=1,
        help="A match is nearer than R times the second nearest; default: 0.8.",
    ),
]


def open_library(folder: Path | None, device: Device = "auto", *, writable: bool = False) -> Library:
    """Open the library that a command names, without loading the engine before."""
    from cbir.library import Library, LibraryOptions

    return Library.open(folder, writable=writable, options=LibraryOptions(device=device))


def refuse_existing(file: Path | None) -> None:
    """Raise CbirError if a file that a command is to write is there already."""
    if file is not None and file.exists():
        raise CbirError("{0} exists already. Choose another name, or delete it first.", file)
