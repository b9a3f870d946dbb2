"""`cbir search`: terms -> ranked hits, as lines or as JSON."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.types import (
    Filters,
    Flag,
    Orientation,
    SearchOptions,
    SearchResult,
    SortKey,
    Term,
)
from cbir.cli.console import (
    EXIT_NOTHING_FOUND,
    printable,
    result,
    result_is_watched,
    result_json,
    result_path,
    say,
)
from cbir.cli.explaining import ExplainedCommand, Explanations, as_form, write_picture
from cbir.cli.explaining import explain as explain_hits
from cbir.cli.hits import hit_lines, nothing_sure, search_json
from cbir.cli.terms import (
    AddOption,
    BOption,
    DeviceOption,
    EngineOption,
    ExpandOption,
    JsonOption,
    K1Option,
    LibraryOption,
    LikeOption,
    NndrOption,
    NndrRatioOption,
    NullOption,
    RegionOption,
    SubtractOption,
    UnlikeOption,
    WeightingOption,
    is_file,
    parse_colors,
    parse_marks,
    parse_terms,
)

if TYPE_CHECKING:
    from cbir.library import Library
    from cbir.workers import WorkerPool

_QueryArgument = Annotated[
    str | None, typer.Argument(metavar="[QUERY]", help="A picture file, or words.", show_default=False)
]
_TopOption = Annotated[int, typer.Option("--top", "-t", metavar="N", min=1, help="At most N hits.")]
_SkipOption = Annotated[
    int, typer.Option("--skip", metavar="N", min=0, help="Skip the first N hits, for the next page.")
]
_SortOption = Annotated[SortKey, typer.Option("--sort", help="The order of the hits.")]
_FilepathOnlyOption = Annotated[
    bool, typer.Option("--filepath-only", "-f", help="Print only paths, one per line.")
]
_MirrorOption = Annotated[bool, typer.Option("--mirror", help="Find mirrored copies too.")]
_LookHarderOption = Annotated[
    bool | None,
    typer.Option(
        "--look-harder/--no-look-harder",
        help="Compare the files of the best photos once more, which takes seconds. Default: if none is the same thing.",
        show_default=False,
    ),
]
_LookAgainOption = Annotated[
    bool,
    typer.Option(
        "--look-again",
        help="Search again with the best hits of the same thing, or those that have the words on it, "
        "for more of it.",
    ),
]
_FoldersOption = Annotated[
    list[str] | None,
    typer.Option("--in", metavar="FOLDER", help="Only photos in this folder or below. Can be repeated."),
]
_TakenFromOption = Annotated[
    str | None,
    typer.Option(
        "--from", metavar="DATE", help="Only photos taken on this date or later: 2019, 2019-07 or 2019-07-14."
    ),
]
_TakenToOption = Annotated[
    str | None, typer.Option("--to", metavar="DATE", help="Only photos taken on this date or earlier.")
]
_NearOption = Annotated[
    list[str] | None,
    typer.Option(
        "--near",
        metavar="PLACE",
        help="Only photos taken near this place: Lisbon, 38.7,-9.1 or Lisbon~5km. Can be repeated.",
    ),
]
_CameraOption = Annotated[
    list[str] | None,
    typer.Option(
        "--camera", metavar="NAME", help="Only photos by this make or model of camera. Can be repeated."
    ),
]
_RatingOption = Annotated[
    int | None,
    typer.Option(
        "--rating",
        metavar="N",
        min=0,
        max=5,
        help="Only photos with at least N stars; 0: all that are not rejected.",
    ),
]
_FlagOption = Annotated[
    Flag | None, typer.Option("--flag", help="Only photos that were picked, or rejected.")
]
_LabelOption = Annotated[
    str | None, typer.Option("--label", metavar="NAME", help="Only photos with this label: red, blue, ...")
]
_OrientationOption = Annotated[
    Orientation | None, typer.Option("--orientation", help="Only upright, wide or square photos.")
]
_MinMegapixelsOption = Annotated[
    float | None,
    typer.Option("--min-megapixels", metavar="N", min=0, help="Only photos with at least N megapixels."),
]
_FormatOption = Annotated[
    list[str] | None,
    typer.Option(
        "--format", metavar="NAME", help="Only photos in this format: jpeg, heic, ... Can be repeated."
    ),
]
_LensOption = Annotated[
    list[str] | None,
    typer.Option("--lens", metavar="NAME", help="Only photos by this lens. Can be repeated."),
]
_IsoOption = Annotated[
    str | None,
    typer.Option("--iso", metavar="RANGE", help="Only photos at this ISO: 800, <=400 or 100..800."),
]
_ApertureOption = Annotated[
    str | None,
    typer.Option("--aperture", metavar="RANGE", help="Only photos at this f-number: 2.8, <2.8 or 4..8."),
]
_ShutterOption = Annotated[
    str | None,
    typer.Option(
        "--shutter",
        metavar="RANGE",
        help="Only photos of this exposure time: 1/250, <=1/1000 or 1/60..1/250.",
    ),
]
_FocalOption = Annotated[
    str | None,
    typer.Option(
        "--focal", metavar="RANGE", help="Only photos at this focal length in mm: 50, >=200 or 24..70."
    ),
]
_ColorOption = Annotated[
    list[str] | None,
    typer.Option(
        "--color", metavar="NAME", help="Only photos that show this color: red, blue, ... Can be repeated."
    ),
]
_ExplainOption = Annotated[
    str | None,
    typer.Option(
        "--explain",
        metavar="[text|json|FILE.png]",
        help="Explain each hit: what it shares, what each word adds, which field matched. A picture "
        "draws it.",
        show_default=False,
    ),
]
_CompleteOption = Annotated[
    bool,
    typer.Option(
        "--complete", help="Print what the end of QUERY may mean, one text per line, instead of searching."
    ),
]
_NprobeOption = Annotated[
    int | None,
    typer.Option(
        "--nprobe",
        metavar="N",
        min=1,
        help="Lists of a trained vector index to search: more lists find more.",
    ),
]

application = typer.Typer(add_completion=False)


@application.command("search", cls=ExplainedCommand)
def search(
    query: _QueryArgument = None,
    add: AddOption = None,
    subtract: SubtractOption = None,
    like: LikeOption = None,
    unlike: UnlikeOption = None,
    top: _TopOption = 10,
    skip: _SkipOption = 0,
    sort: _SortOption = "score",
    filepath_only: _FilepathOnlyOption = False,
    null: NullOption = False,
    as_json: JsonOption = False,
    engine: EngineOption = "auto",
    region: RegionOption = None,
    weighting: WeightingOption = "hamming",
    k1: K1Option = None,
    b: BOption = None,
    mirror: _MirrorOption = False,
    look_harder: _LookHarderOption = None,
    look_again: _LookAgainOption = False,
    folders: _FoldersOption = None,
    taken_from: _TakenFromOption = None,
    taken_to: _TakenToOption = None,
    near: _NearOption = None,
    camera: _CameraOption = None,
    rating: _RatingOption = None,
    flag: _FlagOption = None,
    label: _LabelOption = None,
    orientation: _OrientationOption = None,
    min_megapixels: _MinMegapixelsOption = None,
    format: _FormatOption = None,
    lens: _LensOption = None,
    iso: _IsoOption = None,
    aperture: _ApertureOption = None,
    shutter: _ShutterOption = None,
    focal: _FocalOption = None,
    color: _ColorOption = None,
    nprobe: _NprobeOption = None,
    nndr: NndrOption = "auto",
    nndr_ratio: NndrRatioOption = None,
    expand: ExpandOption = False,
    explain: _ExplainOption = None,
    complete: _CompleteOption = False,
    device: DeviceOption = "auto",
    library: LibraryOption = None,
) -> None:
    """Find photos that show what QUERY shows or describes, or whose names and metadata have its words; best first.

    QUERY is a picture or words; if a model is installed (`cbir models`), words also describe what a photo shows.
    2:sunset counts twice as much as another term.
    Each line is score, tab, path; a third field, "verified", marks the photos that truly show the same thing:
    enough of their points agree with the query's.
    Exit code 0 if a photo is proven or looks similar, 1 if none or only less likely ones were found, 2 on error.
    """
    if complete:
        return _complete(query or "", library, as_json=as_json)
    filters = Filters(
        folders=tuple(map(_folder, folders or ())),
        taken_from=taken_from,
        taken_to=taken_to,
        places=tuple(near or ()),
        cameras=tuple(camera or ()),
        min_rating=rating,
        flag=flag,
        label=label,
        orientation=orientation,
        min_megapixels=min_megapixels,
        formats=tuple(format or ()),
        lenses=tuple(lens or ()),
        iso=iso,
        aperture=aperture,
        shutter=shutter,
        focal=focal,
        colors=parse_colors(color or ()),
    )
    options = SearchOptions(
        top=top,
        skip=skip,
        sort=sort,
        engine=engine,
        weighting=weighting,
        k1=k1,
        b=b,
        mirror=mirror,
        look_harder=look_harder,
        look_again=look_again,
        expand=expand,
        filters=filters,
        nprobe=nprobe,
        nndr=nndr,
        nndr_ratio=nndr_ratio,
    )
    form = None if explain is None else as_form(explain)
    as_json = as_json or form == "json"
    with ExitStack() as stack:
        pool = None
        if any(is_file(text) for text in (query or "", *(add or ()), *(subtract or ()))):
            pool = stack.enter_context(start_worker())
        from cbir.library import Library, LibraryOptions

        opened = stack.enter_context(Library.open(library, options=LibraryOptions(device=device), pool=pool))
        marks = parse_marks(like or (), unlike or (), is_known=opened.knows)
        terms = (*_terms(opened, options, query, add, subtract, region, marked=bool(marks)), *marks)
        answer = opened.search(terms, options)
        folder = opened.folder
        explained: Explanations = {}
        if as_json or form is not None:
            explained = explain_hits(opened, terms, answer.hits, whole=form is not None)
        if isinstance(form, Path) and answer.hits:
            drawn = write_picture(opened, terms, answer.hits, explained, form)
            say(f"{form} shows why {'this is a hit' if drawn == 1 else f'these {drawn} are hits'}.")
    shown_explanations = {} if isinstance(form, Path) and not as_json else explained
    _print(answer, terms, folder, shown_explanations, filepath_only=filepath_only, null=null, as_json=as_json)


def _complete(text: str, folder: Path | None, *, as_json: bool) -> None:
    """Print suggestions for the end of a text."""
    from cbir.library import Library

    with Library.open(folder) as library:
        completions = library.complete(text)
    if as_json:
        result_json({"completions": [asdict(completion) for completion in completions]})
        return
    for completion in completions:
        counted = "" if completion.photos is None else f" ({completion.photos})"
        result(f"{completion.text.strip()}\t{completion.kind}: {printable(completion.name)}{counted}")


def _folder(text: str) -> str:
    """The whole path of a folder relative to the shell's, as in the catalog; any other text is left unchanged."""
    relative = not text.startswith("~") and not Path(text).is_absolute()
    return os.path.abspath(text) if relative and os.path.isdir(text) else text  # noqa: PTH100 (links stay)


def start_worker() -> WorkerPool:
    """A pool whose first worker loads its modules while this process does: loading takes a third of a search."""
    from cbir.workers import WorkerPool, load_for_tasks

    pool = WorkerPool(initializer=load_for_tasks)
    pool.start(1)
    return pool


def _terms(
    library: Library,
    options: SearchOptions,
    query: str | None,
    add: list[str] | None,
    subtract: list[str] | None,
    region: str | None,
    *,
    marked: bool,
) -> tuple[Term, ...]:
    return parse_terms(
        query,
        add or (),
        subtract or (),
        region,
        only_words=options.engine == "metadata",
        may_be_empty=marked or options.filters != Filters(),
        is_known=library.knows,
    )


def _print(
    answer: SearchResult,
    terms: Sequence[Term],
    folder: Path,
    explained: Explanations,
    *,
    filepath_only: bool,
    null: bool,
    as_json: bool,
) -> None:
    """Print the answer; without a proven or similar photo the command ends with its exit code."""
    for note in answer.notes:
        say(note)
    if as_json:
        result_json(search_json(answer, terms, folder, explained))
    elif null:
        for hit in answer.hits:
            result_path(hit.path)
    elif filepath_only:
        for hit in answer.hits:
            result(str(hit.path))
    else:
        watched = result_is_watched()
        if answer.hits:
            for sentence in nothing_sure(answer):
                say(sentence)
        pictured = any(term.text is None for term in terms)
        for line in hit_lines(answer, watched=watched, pictured=pictured, explained=explained):
            result(line)
    if not answer.hits:
        say(f"Nothing was found among {answer.searched} photos.")
    if not (answer.verified or answer.strong):
        raise typer.Exit(EXIT_NOTHING_FOUND)
