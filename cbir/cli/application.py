"""All commands as one typer application, each read from its module when it runs: `--help` reads none of them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, MutableMapping
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup


class _Entry(NamedTuple):
    module: str
    attribute: str  # a function, or a typer application: a group of commands, or one with a class of its own
    help: str  # first words of the command's own help


_SELF_TEST = _Entry(
    "self_test",
    "self_test",
    "Test every part of the program on this computer: its libraries, its own files, the window, the graphics card.",
)
_ENTRIES = {
    "index": _Entry(
        "index", "index", "Add the photos of FOLDER to the library, or bring the library up to date."
    ),
    "read": _Entry("index", "read", "Read the text in the library's photos, so that you can search for it."),
    "watch": _Entry(
        "index",
        "watch",
        "Keep the library up to date with FOLDER until Ctrl-C: changes are indexed after a few seconds.",
    ),
    "search": _Entry(
        "search",
        "application",
        "Find photos that show what QUERY shows or describes, or whose names and metadata have its words; "
        "best first.",
    ),
    "evaluate": _Entry(
        "measuring", "evaluate", "Measure how well a library answers queries whose right photos are known."
    ),
    "ablate": _Entry(
        "measuring", "ablate", "Leave out each ingredient of the search in turn, and show the effect."
    ),
    "rate": _Entry(
        "marks",
        "rate",
        "Rate photos. The rating is kept in the library and overrides the files' own; the files are not changed.",
    ),
    "flag": _Entry(
        "marks",
        "flag",
        "Pick or reject photos, or take that back. Flags are kept in the library; the files are not changed.",
    ),
    "label": _Entry(
        "marks",
        "label",
        "Label photos by color. Labels are kept in the library; the files are not changed.",
    ),
    "keyword": _Entry(
        "marks",
        "keyword",
        "Add keywords to photos, or remove some. They are kept in the library; the files are not changed.",
    ),
    "place": _Entry(
        "marks",
        "place",
        "Say where photos without a position were taken. It is kept in the library; the files are not changed.",
    ),
    "export": _Entry(
        "export",
        "export",
        "Copy photos in another format or size. Copies keep date, texts, keywords and marks; nothing is "
        "overwritten.",
    ),
    "inventory": _Entry(
        "comparing",
        "inventory",
        "List which items of a shelf are in the library: many covers, labels or paintings in one picture.",
    ),
    "proof": _Entry(
        "comparing",
        "proof",
        "Compare two pictures, and write a page with both, the points that agree, their transform and checksums.",
    ),
    "changes": _Entry(
        "comparing",
        "changes",
        "List what only one of two pictures of the same thing has, as boxes, the clearest first.",
    ),
    "origin": _Entry(
        "comparing",
        "origin",
        "Show which photos of the library a photo was made from, and which were made from it, as a tree.",
    ),
    "trash": _Entry(
        "marks",
        "trash",
        "Move photos to the system's trash and take them out of the library. It asks first.",
    ),
    "duplicates": _Entry(
        "duplicates",
        "duplicates",
        "Find photos that belong together and say why: copies, crops, turned and edited ones, bursts, shared "
        "parts.",
    ),
    "serve": _Entry(
        "serve",
        "application",
        "Answer searches over HTTP, for programs and for browsers, until it is stopped with Ctrl-C.",
    ),
    "gui": _Entry(
        "gui",
        "gui",
        "Open the window. If it is already open, it comes to the front and searches with FILE.",
    ),
    "demo": _Entry(
        "demo",
        "demo",
        "Build a small library of pictures and search it: in the window, or without a display in the terminal.",
    ),
    "self-test": _SELF_TEST,
    "doctor": _SELF_TEST,
    "album": _Entry("album", "application", "Keep searches as albums, which follow as photos arrive."),
    "things": _Entry(
        "things",
        "application",
        "What several photos show together: a building, a painting, a pair of shoes. Found by points that agree.",
    ),
    "similarity": _Entry(
        "similarity",
        "application",
        "A map of the library by what its photos look like: each lies beside those that resemble it.",
    ),
    "library": _Entry("library", "application", "Inspect and maintain a library."),
    "people": _Entry(
        "people",
        "application",
        "Find people: faces in your photos, on this computer alone. Off until switched on.",
    ),
    "token": _Entry("serve", "tokens", "Make, list and withdraw the tokens that `cbir serve` asks for."),
    "codebook": _Entry(
        "codebook", "application", "Train, learn, choose or inspect a codebook of visual words."
    ),
    "models": _Entry(
        "models", "application", "Install, choose and check the models that understand sentences."
    ),
}


class _Unread(TyperCommand):
    """A command's name and help. The command itself is read as soon as it gets its arguments."""

    def make_context(self, *args: Any, **extra: Any) -> Any:
        assert self.name is not None
        return _read(self.name).make_context(*args, **extra)


class _Commands(TyperGroup):
    """The table as a group: its names and help are there at once, `commands` reads what is taken from it."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = _ReadOnDemand()

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_ENTRIES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in _ENTRIES:
            return None
        summary = _ENTRIES[cmd_name].help
        return _Unread(name=cmd_name, help=summary, short_help=summary)


class _ReadOnDemand(MutableMapping[str, Any]):
    """All commands by name. typer asks for a mapping that can be changed; nothing changes this one."""

    def __getitem__(self, name: str) -> Any:
        return _read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_ENTRIES)

    def __len__(self) -> int:
        return len(_ENTRIES)

    def __setitem__(self, name: str, command: object) -> None:
        raise TypeError(name)

    def __delitem__(self, name: str) -> None:
        raise TypeError(name)


@functools.cache
def _read(name: str) -> Any:
    """Import a command's module, and build the command with its options."""
    entry = _ENTRIES[name]
    attribute = getattr(import_module(f"cbir.cli.{entry.module}"), entry.attribute)
    if not isinstance(attribute, typer.Typer):
        alone = typer.Typer(add_completion=False)
        alone.command(name)(attribute)
        attribute = alone
    attribute.rich_markup_mode = None
    if len(attribute.registered_commands) > 1:
        command = typer.main.get_group(attribute)
        command.name = name
        for inner in command.commands.values():  # otherwise a list of commands cuts their help off
            inner.short_help = (inner.help or "").partition("\n\n")[0]
        return command
    return typer.main.get_command(attribute)


application = typer.Typer(
    name="cbir",
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # importing rich takes longer than all the rest of `--help`
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Find a photo by a picture: every photo of the same thing, in order, with proof.",
)


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        typer.echo(f"cbir {version('cbir')}")
        raise typer.Exit


@application.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Find a photo by a picture: every photo of the same thing, in order, with proof."""


@functools.cache
def command() -> Callable[..., Any]:
    """The application as a command. One process may call main() many times."""
    click_command: Callable[..., Any] = typer.main.get_command(application)
    return click_command
