"""`cbir codebook train`, `learn`, `use` and `info`."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.errors import Cancelled, CbirError
from cbir.cli.console import EXIT_INTERRUPTED, result, result_json, say, step_progress, stop_on_interrupt
from cbir.cli.terms import JsonOption, LibraryOption

if TYPE_CHECKING:
    from collections.abc import Callable

    from cbir.base.types import LibraryInfo, WordsPlan, WordsTrial
    from cbir.library import Library
    from cbir.training import CodebookInfo

_LibraryAlone = Annotated[
    Path | None,
    typer.Option(
        "--library",
        metavar="DIR",
        file_okay=False,
        show_default=False,
        help="Look at this library's codebook.",
    ),
]

application = typer.Typer(
    no_args_is_help=True, help="Train, learn, choose or inspect a codebook of visual words."
)


@application.command("train")
def train(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders of photos.", show_default=False)
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", dir_okay=False, help="The codebook's file.")
    ],
    words: Annotated[int, typer.Option("--words", metavar="N", min=2, help="How many words.")] = 65536,
    use: Annotated[bool, typer.Option("--use", help="Use it for the library from now on.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train a codebook of visual words from the photos of FOLDER and write it to a file."""
    if use:
        _open_early(library)
    trained = _train(folders, output, words)
    used = _use(output, library) if use else None
    _print(trained, used, as_json=as_json)
    if used is not None:
        _say_photos_waiting(used)


def _train(folders: list[Path], output: Path, words: int) -> CodebookInfo:
    from rich.progress import TimeElapsedColumn

    from cbir.training import train_codebook_from_folders

    with step_progress("Training", TimeElapsedColumn()) as show:
        return train_codebook_from_folders(folders, output, words=words, progress=show)


@application.command("learn")
def learn(
    words: Annotated[
        int, typer.Option("--words", metavar="N", min=2, help="How many words at most.")
    ] = 65536,
    compared: Annotated[
        int, typer.Option("--compare", metavar="N", min=1, help="Photos to alter and search for.")
    ] = 40,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Random seed.")] = 0,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what it would take, and do nothing.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do what the comparison recommends, without asking.")
    ] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the new words, without comparing.")] = False,
    discard: Annotated[
        bool, typer.Option("--discard", help="Remove what was learned; the old words stay.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Learn words from the library's own photos, compare them with those in use, and keep the better ones.

    Meanwhile, searches use the old words. Ctrl-C stops; the same command continues from there.
    """
    from cbir.library import Library
    from cbir.library.maintenance import LearningOptions

    if dry_run + yes + keep + discard > 1:
        raise CbirError("Give only one of --dry-run, --yes, --keep and --discard.")
    options = LearningOptions(words=words, seed=seed)
    report: dict[str, object] = {}
    with stop_on_interrupt() as stopping, Library.open(library, writable=not dry_run) as opened:
        try:
            if not discard:
                plan = opened.words.plan(options)
                report |= {"library": str(opened.folder), "plan": asdict(plan)}
                _tell_plan(plan, as_json=as_json)
            if not (dry_run or discard):
                with step_progress("Learning") as show:
                    opened.words.learn(options, progress=show, cancelled=stopping)
            if not (dry_run or discard or keep):
                trial = _try(opened, compared, seed, stopping)
                report["trial"] = asdict(trial)
                _tell_trial(trial, as_json=as_json)
                keep, discard = _decide(trial, yes=yes)
            if keep:
                report["kept"] = opened.words.keep()
            elif discard:
                opened.words.discard()
        except Cancelled as error:
            say(str(error))
            raise typer.Exit(EXIT_INTERRUPTED) from error
    if keep:
        say("Searches now use the new words. cbir codebook use --default goes back to those of the program.")
    elif discard:
        say("The old words stay; what was learned is removed.")
    elif not dry_run:
        say(
            "Searches use the old words; the new ones are stored beside them. cbir codebook learn "
            "--keep installs the new ones, --discard removes them."
        )
    if as_json:
        result_json({"kept": None, "trial": None, "discarded": discard, **report})


def _tell_plan(plan: WordsPlan, *, as_json: bool) -> None:
    if as_json:
        return
    learned = "learned" if plan.learned else "to learn"
    result(f"photos\t{plan.photos}\t{plan.done} have the new words")
    result(f"words\t{plan.words}\t{learned}")
    result(f"time\tabout {max(1, round(plan.seconds / 60))} min, then the comparison")
    result(f"disk\t{plan.bytes / 1e6:.0f} MB while both are kept\t{plan.free / 1e6:.0f} MB are free")


def _try(opened: Library, photos: int, seed: int, stopping: Callable[[], bool]) -> WordsTrial:
    from cbir.evaluation import try_words

    with step_progress("Comparing") as show, opened.words.searcher() as new:
        return try_words(
            opened.words.photos_to_try(seed),
            opened,
            new,
            most=photos,
            progress=lambda done, total: show("Comparing on altered copies", done, total),
            cancelled=stopping,
        )


_MEASURED = {"first": "found first", "proven": "found and proven", "words": "first by words alone"}


def _tell_trial(trial: WordsTrial, *, as_json: bool) -> None:
    if as_json:
        return
    result(
        f"compared\t{trial.copies} altered copies of {trial.photos} photos\tbefore\tafter\tdifference, 95 %"
    )
    for row in trial.rows:
        span = f"{row.low * 100:+.1f} to {row.high * 100:+.1f} points"
        result(f"{_MEASURED[row.measure]}\t\t{row.before:.1%}\t{row.after:.1%}\t{span}")
    if trial.better:
        result("recommended\tkeep the new words: they find more than chance explains")
    else:
        result(
            f"recommended\tkeep the old words: the new ones do not find more ({trial.differing} copies differ)"
        )


def _decide(trial: WordsTrial, *, yes: bool) -> tuple[bool, bool]:
    """Decide about the new codebook: (keep it, remove it). Both are False if nobody decides."""
    if yes:
        return trial.better, not trial.better
    if not sys.stdin.isatty():
        return False, False
    sys.stderr.write("Keep the new words or the old ones? [new/old/later] ")
    sys.stderr.flush()
    answer = sys.stdin.readline().strip().lower()
    return answer == "new", answer == "old"


@application.command("use")
def use(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A codebook's file.", show_default=False)
    ] = None,
    default: Annotated[
        bool, typer.Option("--default", help="Use the codebook that comes with the program.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Index the library's photos with another codebook from now on.

    Photos keep their old words, and are found by them, until cbir index reads them again.
    """
    if (file is None) != default:
        raise CbirError("Give a codebook file, or --default for the one that comes with the program.")
    info = _use(file, library)
    if as_json:
        fields = {"library": str(info.folder.absolute()), "codebook": info.codebook}
        fields |= {"codebook_name": info.codebook_name}
        result_json(fields | {"words": info.words, "photos": info.photos, "waiting": info.waiting})
    else:
        result(f"codebook\t{info.codebook}\t{info.words} words\t{info.codebook_name}")
    _say_photos_waiting(info)


def _open_early(library: Path | None) -> None:
    """Raise before hours of training if the library cannot be written to."""
    from cbir.library import Library

    Library.open(library, create=True, writable=True).close()


def _use(file: Path | None, library: Path | None) -> LibraryInfo:
    from cbir.library import Library

    with Library.open(library, create=True, writable=True) as opened:
        opened.models.use_codebook(file)
        return opened.info()


def _say_photos_waiting(info: LibraryInfo) -> None:
    if info.waiting:
        waiting = "1 photo keeps" if info.waiting == 1 else f"{info.waiting} photos keep"
        until = "it is" if info.waiting == 1 else "they are"
        say(f"{waiting} the old words until {until} read again: run cbir index on your folders.")


@application.command("info")
def info(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A codebook file. Default: the one that comes with the program.",
            show_default=False,
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            dir_okay=False,
            help="With --library: plot how the words are used, as a PNG.",
        ),
    ] = None,
    library: _LibraryAlone = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a codebook was trained from and, with --library, how a library's photos use its words."""
    from cbir.training import codebook_info

    if library is None:
        if plot is not None:
            raise CbirError("A plot shows how a library uses its words: name the library with --library.")
        _print(codebook_info(file), None, as_json=as_json)
        return
    if file is not None:
        raise CbirError("Give a codebook file or --library, not both: a library has a codebook of its own.")
    _print_usage(library, plot, as_json=as_json)


def _print_usage(folder: Path, plot: Path | None, *, as_json: bool) -> None:
    from cbir.library import Library
    from cbir.training import codebook_info, plot_word_usage

    with Library.open(folder) as library:
        codebook = codebook_info(library.models.codebook().path)
        usage = library.models.word_usage()
    if plot is not None:
        plot_word_usage(usage, plot)
    fields: dict[str, object] = {
        "library": str(folder.absolute()),
        "fingerprint": codebook.fingerprint,
        "words": usage.words,
        "used": usage.used,
        "photos": usage.photos,
        "entropy_bits": round(usage.entropy_bits, 3),
        "zipf_exponent": _rounded(usage.zipf_exponent),
        "heaps_exponent": _rounded(usage.heaps_exponent),
    }
    if as_json:
        fields["zipf"], fields["heaps"] = usage.zipf, usage.heaps
        result_json(fields)
        return
    for name, value in fields.items():
        result(f"{name}\t{'' if value is None else value}")


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _print(codebook: CodebookInfo, used: LibraryInfo | None, *, as_json: bool) -> None:
    fields: dict[str, object] = {
        "fingerprint": codebook.fingerprint,
        "words": codebook.words,
        "descriptors": codebook.descriptors,
        "photos": codebook.photos,
        "trained_on": list(codebook.trained_on),
        "bytes": codebook.bytes,
        "created": codebook.created,
    }
    if used is not None:
        fields |= {"library": str(used.folder.absolute()), "waiting": used.waiting}
    if as_json:
        result_json(fields)
        return
    for name, value in fields.items():
        result(f"{name}\t{', '.join(value) if isinstance(value, list) else value}")
