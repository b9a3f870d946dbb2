"""`cbir models list`, `install`, `import`, `use`, `remove`, `learn`, `check` and `graphs`."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cbir.base.errors import CbirError
from cbir.base.types import Device, InstallProgress, ModelOffer
from cbir.cli.console import result, result_json, say, step_progress, stop_on_interrupt
from cbir.cli.terms import JsonOption, LibraryOption

if TYPE_CHECKING:
    from cbir.embeddings import InstalledModel, ModelStore
    from cbir.evaluation import RecallReport


application = typer.Typer(
    no_args_is_help=True, help="Install, choose and check the models that understand sentences."
)

ModelsOption = Annotated[
    Path | None,
    typer.Option(
        "--models",
        metavar="DIR",
        envvar="CBIR_MODELS",
        file_okay=False,
        show_default=False,
        help="Folder of the models. Default: your own.",
    ),
]
DeviceOption = Annotated[
    str, typer.Option("--device", metavar="DEVICE", help="Where the model runs: auto, cpu or cuda.")
]
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="A model's name.", show_default=False)]


@application.command("list")
def list_models(models: ModelsOption = None, as_json: JsonOption = False) -> None:
    """List the installed models and those on offer."""
    from cbir.embeddings import BUILT_IN, built_in_model

    store = _store(models)
    built_in = built_in_model()
    models_here = (*store.installed(), *(() if built_in is None else (built_in,)))
    installed = {model.info.name: model for model in models_here}
    current = store.current()
    current_name = None if current is None else current.info.name
    offers = {offer.name: offer for offer in store.offers()}
    if as_json:
        result_json(
            {
                "folder": str(store.folder),
                "current": current_name,
                "installed": [_about(model) for model in installed.values()],
                "offered": [_about_offer(offer) for offer in offers.values()],
            }
        )
        return
    for name, model in installed.items():
        state = "in use" if name == current_name else "installed"
        size = f"{model.info.bytes / 1e6:.0f} MB"
        result("\t".join((name, state, model.info.title, size, model.info.languages, model.info.licence)))
    if BUILT_IN in installed:
        say("The built-in model knows common things and scenes. Install a larger one for more.")
    for name, offer in offers.items():
        if name not in installed:
            size = f"{offer.download_bytes / 1e6:.0f} MB to download"
            result("\t".join((name, "offered", offer.title, size, offer.languages, offer.licence)))


@application.command("install")
def install(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="A model of `cbir models list`. Without it: the default one.",
            show_default=False,
        ),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="PATH",
            help="The published weights file, or a folder with it, instead of a download.",
            show_default=False,
        ),
    ] = None,
    models: ModelsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Download and install a model. Nothing else uses the network."""
    from cbir.embeddings.installing import install_model

    store = _store(models)
    offers = {offer.name: offer for offer in store.offers()}
    chosen = name or next(iter(offers))
    if chosen in offers:
        _announce(offers[chosen])
    with stop_on_interrupt() as stopping, _install_progress() as show:
        model = install_model(store, chosen, source=source, progress=show, cancelled=stopping)
    _report(store, model, as_json=as_json)


@application.command("import")
def import_model(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH", help="A checkpoint, or a folder with ready ONNX towers.", show_default=False
        ),
    ],
    architecture: Annotated[
        str | None,
        typer.Option(
            "--arch", metavar="NAME", help="The checkpoint's architecture, as open_clip calls it: ViT-B-32."
        ),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="A name for the model.")] = None,
    tokenizer: Annotated[
        Path | None,
        typer.Option(
            "--tokenizer",
            metavar="FILE",
            help="A tokenizer.json, if the architecture needs its own.",
        ),
    ] = None,
    models: ModelsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Install a model from a file or folder, without the network."""
    from cbir.embeddings.installing import import_checkpoint, import_towers

    store = _store(models)
    if path.is_file() and architecture is None:
        raise CbirError(
            "{0} does not say which architecture it is of: name it with --arch, such as ViT-B-32.", path
        )
    with stop_on_interrupt() as stopping, _install_progress() as show:
        if architecture is not None and not path.is_dir():
            model = import_checkpoint(
                store,
                path,
                architecture=architecture,
                name=name,
                tokenizer=tokenizer,
                progress=show,
                cancelled=stopping,
            )
        else:
            model = import_towers(store, path, name=name, progress=show)
    _report(store, model, as_json=as_json)


@application.command("use")
def use(name: NameArgument, models: ModelsOption = None, as_json: JsonOption = False) -> None:
    """Use an installed model for new searches. Photos are encoded again; until then, searches use the old vectors."""
    model = _store(models).use(name)
    if as_json:
        result_json(_about(model))
    say(f"{model.info.name} is in use now.")


@application.command("remove")
def remove(name: NameArgument, models: ModelsOption = None, as_json: JsonOption = False) -> None:
    """Delete an installed model."""
    from cbir.embeddings.installing import remove_model

    remove_model(_store(models), name)
    if as_json:
        result_json({"name": name})
    say(f"{name} was removed.")


@application.command("learn")
def learn(
    undo: Annotated[bool, typer.Option("--undo", help="Forget what was learned.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Learn the library's own keywords: names of people, pets and places, from the photos that have them."""
    from cbir.library import Library

    with Library.open(library, writable=True) as opened:
        if undo:
            opened.models.forget_keywords()
            if as_json:
                result_json({"keywords": []})
            say("Keywords have the model's own meaning again.")
            return
        learned = opened.models.learn_keywords()
    if as_json:
        shown = [{"keyword": word, "photos": photos} for word, photos in learned.items()]
        result_json({"keywords": shown})
    for word, photos in () if as_json else learned.items():
        result(f"{word}\t{photos} photos")
    say(f"{len(learned)} keywords are learned. `cbir models learn --undo` forgets them.")


@application.command("check")
def check(
    name: NameArgument,
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Photos with an index.json or captions.json.", show_default=False
        ),
    ],
    device: DeviceOption = "auto",
    models: ModelsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure how often a caption finds its photo and a photo its captions, and show the published figures."""
    from rich.progress import MofNCompleteColumn, TimeRemainingColumn

    from cbir.evaluation import load_captioned, measure_recall

    store = _store(models)
    chosen = _device(device)
    model = store.find(name)
    photos = load_captioned(folder)
    with step_progress("Starting", MofNCompleteColumn(), TimeRemainingColumn()) as show:
        report = measure_recall(model, photos, device=chosen, progress=show)
    published = next((offer.recall for offer in store.offers() if offer.name == name), ())
    _print_check(model, report, published, as_json=as_json)


def _store(models: Path | None) -> ModelStore:
    from cbir.embeddings import ModelStore

    return ModelStore(models)


def _device(text: str) -> Device:
    if text not in {"auto", "cpu", "cuda"}:
        raise CbirError("{0} is not a device: choose auto, cpu or cuda.", text)
    return text  # type: ignore[return-value]


def _announce(offer: ModelOffer) -> None:
    say(
        f"{offer.title}: {offer.download_bytes / 1e6:.0f} MB to download, {offer.languages},"
        f" licence {offer.licence}."
    )
    if offer.research_only:
        say("Its licence allows research only.")


def _report(store: ModelStore, model: InstalledModel, *, as_json: bool) -> None:
    if as_json:
        result_json(_about(model))
        return
    for note in model.info.notes:
        say(note)
    current = store.current()
    in_use = current is not None and current.info.name == model.info.name
    say(
        f"{model.info.name} is installed and in use."
        if in_use
        else f"{model.info.name} is installed. `cbir models use {model.info.name}` makes it the one in use."
    )


def _about(model: InstalledModel) -> dict[str, Any]:
    info = model.info
    return {
        "name": info.name,
        "title": info.title,
        "fingerprint": info.fingerprint,
        "architecture": info.architecture,
        "dimension": info.dimension,
        "context_tokens": info.context_tokens,
        "runtime": info.runtime,
        "bytes": info.bytes,
        "licence": info.licence,
        "languages": info.languages,
        "notes": list(info.notes),
        "folder": str(model.folder),
        "provenance": dict(model.provenance),
    }


def _about_offer(offer: ModelOffer) -> dict[str, Any]:
    return {
        "name": offer.name,
        "title": offer.title,
        "architecture": offer.architecture,
        "weights": offer.weights,
        "parameters": offer.parameters,
        "download_bytes": offer.download_bytes,
        "licence": offer.licence,
        "languages": offer.languages,
        "recall_at_1_percent": dict(offer.recall),
        "picture_ms": offer.picture_ms,
        "source": offer.source,
        "research_only": offer.research_only,
        "default": offer.default,
    }


def _print_check(
    model: InstalledModel, report: RecallReport, published: tuple[tuple[str, float], ...], *, as_json: bool
) -> None:
    if as_json:
        result_json(
            {
                "model": model.info.name,
                "photos": report.photos,
                "captions": report.captions,
                "recall_percent": {str(k): round(share * 100, 2) for k, share in report.recall},
                "image_to_text_recall_percent": {
                    str(k): round(share * 100, 2) for k, share in report.caption_recall
                },
                "sum_of_recalls": round(report.sum_of_recalls, 1),
                "published_recall_at_1_percent": dict(published),
                "captions_cut": report.cut,
                "photos_unreadable": report.unreadable,
                "notes": list(report.notes),
            }
        )
        return
    for k, share in report.recall:
        result(f"recall@{k}\t{share * 100:.1f} %\t{report.captions} captions, {report.photos} photos")
    for k, share in report.caption_recall:
        result(
            f"image to text recall@{k}\t{share * 100:.1f} %\t{report.photos} photos, {report.captions} captions"
        )
    result(f"SumR\t{report.sum_of_recalls:.1f}\tof 600, the six above")
    sizes = {"flickr30k": "1000 photos", "coco": "5000 photos"}
    for benchmark, percent in published:
        result(f"published recall@1\t{percent:.1f} %\t{benchmark}, {sizes.get(benchmark, 'its own photos')}")
    if published:
        say("Among fewer photos the right one is easier to find: compare like with like.")
    if report.unreadable:
        say(f"{report.unreadable} photos could not be read and were left out.")
    if report.cut:
        say(f"{report.cut} captions were longer than the model reads and were cut.")
    for note in report.notes:
        say(note)


@contextmanager
def _install_progress() -> Iterator[Callable[[InstallProgress], None]]:
    """Give a function that draws an installation's progress."""
    from rich.progress import DownloadColumn, TimeRemainingColumn

    with step_progress("Starting", DownloadColumn(), TimeRemainingColumn()) as show:
        yield lambda progress: show(progress.step, progress.done, progress.total)


def graphs(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Where to write them: resources/cbir_resources/graphs", show_default=False
        ),
    ],
    names: Annotated[
        list[str] | None, typer.Option("--name", metavar="NAME", help="Only this model. Can be repeated.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make the graphs of the offered models from open_clip and check them against it. For building the program.

    Takes minutes, and four times the weights in memory. The same versions give the same bytes.
    """
    from cbir.embeddings import ModelStore, build_graphs, need_model_packages, prove_graphs, write_merges

    need_model_packages("Graphs are made by open_clip.")
    folder.mkdir(parents=True, exist_ok=True)
    write_merges(folder)
    offers = [offer for offer in ModelStore().offers() if not names or offer.name in names]
    made = []
    for offer in offers:
        say(f"{offer.name}: {offer.architecture}")
        graph = build_graphs(offer.architecture, offer.weights, folder / offer.name)
        gc.collect()
        proof = prove_graphs(graph)
        size = sum(path.stat().st_size for path in graph.folder.iterdir())
        made.append({"name": offer.name, "bytes": size, "cosine": proof.cosine, "farthest": proof.distance})
        if not as_json:
            result(
                f"{offer.name}\t{size / 1e3:.0f} kB\tcosine {proof.cosine:.10f}\tfarthest {proof.distance:.1e}"
            )
        if not proof.holds:
            raise CbirError("The graphs of {0} are not open_clip's {1}.", offer.name, offer.architecture)
    if as_json:
        result_json({"models": made})
