"""`cbir serve`, `cbir token`: one library for many people, and their access."""

from __future__ import annotations

import logging
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cbir.base.errors import CbirError
from cbir.cli.console import printable, result, result_json, say
from cbir.cli.terms import DeviceOption, JsonOption, LibraryOption

if TYPE_CHECKING:
    from cbir.server import Tokens

application = typer.Typer(add_completion=False)
tokens = typer.Typer(
    no_args_is_help=True, help="Make, list and withdraw the tokens that `cbir serve` asks for."
)

_NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="Who it is for: a person or a program.", show_default=False)
]
_TokensOption = Annotated[
    Path | None,
    typer.Option(
        "--tokens",
        metavar="FILE",
        show_default=False,
        help="The file of tokens. Default: in the library's folder.",
    ),
]


class _LogFormat(logging.Formatter):
    """One line for one event: a visitor's text may contain line breaks, which would forge further events."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        return printable(super().formatMessage(record).rstrip())

    def formatException(self, ei: Any) -> str:  # noqa: N802 (logging's name)
        return "\n".join(f"  | {printable(line)}" for line in super().formatException(ei).splitlines())


def _configured(context: typer.Context, file: Path | None) -> Path | None:
    """Take the values of a file as defaults: environment variables and options come before them."""
    if file is None:
        return None
    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise CbirError("The configuration {0} cannot be read: {1}.", file, reason) from error
    names = {
        option.removeprefix("--"): str(parameter.name)
        for parameter in context.command.params
        for option in parameter.opts
        if option not in ("--config", "--help")
    }
    for key, value in values.items():
        name = names.get(key.replace("_", "-"))
        listed = name == "trusted_proxy"
        if name is None or isinstance(value, dict) or isinstance(value, list) != listed:
            raise CbirError(
                "{0} in {1} is no option of cbir serve. It takes the options without their dashes, such as "
                'port = 8765, and trusted-proxy = ["127.0.0.1"].',
                key,
                file,
            )
        context.default_map = {**(context.default_map or {}), name: value}
    return file


@application.command("serve", context_settings={"auto_envvar_prefix": "CBIR_SERVE"})
def serve(
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            is_eager=True,
            callback=_configured,
            show_default=False,
            help="Options from a TOML file, such as port = 8765. An option of the command line comes first, "
            "then its environment variable, CBIR_SERVE_PORT, then the file.",
        ),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8765,
    writable: Annotated[
        bool, typer.Option("--writable", help="Let tokens with the role write change marks and albums.")
    ] = False,
    originals: Annotated[
        bool,
        typer.Option("--originals", help="Send photos' own files too, not only pictures drawn from them."),
    ] = False,
    no_positions: Annotated[
        bool,
        typer.Option(
            "--no-positions",
            help="Leave out where photos were taken: positions, towns and searches by place. Without "
            "it, everybody with a token sees them, and cameras, captions and keywords, too.",
        ),
    ] = False,
    open_to_all: Annotated[
        bool,
        typer.Option(
            "--open", envvar="CBIR_SERVE_OPEN", help="Let everybody on this computer read without a token."
        ),
    ] = False,
    tls_cert: Annotated[
        Path | None,
        typer.Option("--tls-cert", metavar="FILE", show_default=False, help="The certificate chain, PEM."),
    ] = None,
    tls_key: Annotated[
        Path | None,
        typer.Option("--tls-key", metavar="FILE", show_default=False, help="Its private key, PEM."),
    ] = None,
    plain_http: Annotated[
        bool, typer.Option("--plain-http", help="Listen beyond this computer without TLS, behind a proxy.")
    ] = False,
    root_path: Annotated[
        str,
        typer.Option(
            "--root-path",
            metavar="PATH",
            show_default=False,
            help="Where a proxy shows the service, such as /photos. The proxy may pass the path on or take it off.",
        ),
    ] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            metavar="ADDRESS",
            show_default=False,
            help="An address or network of proxies whose X-Forwarded-For is believed. Repeatable.",
        ),
    ] = None,
    user_header: Annotated[
        str,
        typer.Option(
            "--user-header",
            metavar="NAME",
            show_default=False,
            help="The header in which a trusted proxy names a person who has logged in there.",
        ),
    ] = "",
    group_header: Annotated[
        str,
        typer.Option(
            "--group-header", metavar="NAME", show_default=False, help="The header with that person's groups."
        ),
    ] = "",
    write_group: Annotated[
        str,
        typer.Option(
            "--write-group",
            metavar="NAME",
            show_default=False,
            help="The group that may write, with --writable.",
        ),
    ] = "",
    access_log: Annotated[
        Path | None,
        typer.Option(
            "--access-log",
            metavar="FILE",
            show_default=False,
            help="A file with a line for each answer, in the combined format; - is stderr.",
        ),
    ] = None,
    tokens: _TokensOption = None,
    max_upload: Annotated[
        float, typer.Option("--max-upload", metavar="MB", min=0.01, max=1024, help="The largest upload.")
    ] = 32,
    max_megapixels: Annotated[
        float, typer.Option("--max-megapixels", metavar="N", min=0.01, help="The largest picture.")
    ] = 100,
    rate: Annotated[
        float, typer.Option("--rate", metavar="N", min=1, help="Searches a minute for each token.")
    ] = 120,
    searches: Annotated[
        int,
        typer.Option("--searches", metavar="N", min=0, help="Searches at once; 0 is one for each core."),
    ] = 0,
    device: DeviceOption = "auto",
    library: LibraryOption = None,
) -> None:
    """Answer searches over HTTP, for programs and for browsers, until it is stopped with Ctrl-C.

    By default it is read-only, requires tokens (`cbir token add`) and listens on this computer only. A token shows
    pictures of all photos and what is known of them: names, dates, cameras, captions, keywords and positions.
    """
    from cbir.base.allocator import give_back_large_blocks
    from cbir.images import DecodeOptions
    from cbir.library import Library, LibraryOptions
    from cbir.server import ServeOptions
    from cbir.server import serve as answer_requests

    options = ServeOptions(
        host=host,
        port=port,
        tokens=tokens,
        writable=writable,
        originals=originals,
        positions=not no_positions,
        open_to_all=open_to_all,
        tls_cert=tls_cert,
        tls_key=tls_key,
        plain_http=plain_http,
        root_path=root_path.rstrip("/"),
        trusted_proxies=tuple(trusted_proxy or ()),
        user_header=user_header,
        group_header=group_header,
        write_group=write_group,
        access_log=access_log,
        max_upload_bytes=int(max_upload * (1 << 20)),
        per_minute=rate,
        searches=searches,
    )
    options.check()
    give_back_large_blocks()  # visitors' uploads would stay in the heap
    if not logging.getLogger().handlers:
        log = logging.StreamHandler()
        log.setFormatter(_LogFormat())
        logging.getLogger().addHandler(log)
    opening = LibraryOptions(device=device)
    limits = DecodeOptions(max_pixels=int(max_megapixels * 1e6))
    opening = replace(opening, indexing=replace(opening.indexing, limits=limits))
    with Library.open(library, writable=writable, options=opening) as opened:
        answer_requests(opened, options, lambda address: say(f"{opened.folder} answers at {address}"))


@tokens.command("add")
def add(
    name: _NameArgument,
    role: Annotated[
        Literal["read", "write"], typer.Option("--role", help="What it allows; write includes read.")
    ] = "read",
    days: Annotated[int, typer.Option("--days", metavar="N", help="How long it is valid.")] = 90,
    no_positions: Annotated[
        bool, typer.Option("--no-positions", help="Leave out where photos were taken, for its owner.")
    ] = False,
    people: Annotated[
        bool, typer.Option("--people", help="Its owner may find photos by the people in them.")
    ] = False,
    tokens: _TokensOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a token and print it, once: only its hash is kept."""
    token = _open(tokens, library).add(name, role, days, positions=not no_positions, people=people)
    if as_json:
        result_json({"name": name, "role": role, "token": token})
    else:
        result(token)
    say("Keep it like a password: it is not shown again.")


@tokens.command("list")
def list_tokens(
    as_json: JsonOption = False, tokens: _TokensOption = None, library: LibraryOption = None
) -> None:
    """List the tokens: name, role and expiry."""
    stored = _open(tokens, library).all()
    if as_json:
        shown = [
            {
                "name": token.name,
                "role": token.role,
                "positions": token.positions,
                "people": token.people,
                "created": token.created,
                "expires": token.expires,
            }
            for token in stored
        ]
        result_json({"tokens": shown})
        return
    for token in stored:
        less = ("" if token.positions else "\tno positions") + ("\tpeople" if token.people else "")
        result(f"{token.name}\t{token.role}\t{'expired ' if token.expired else ''}{token.expires}{less}")


@tokens.command("remove")
def remove(
    name: _NameArgument,
    tokens: _TokensOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Withdraw a token. A service that runs refuses it at once."""
    _open(tokens, library).remove(name)
    if as_json:
        result_json({"name": name})
    else:
        result(f'The token "{name}" is withdrawn.')


def _open(file: Path | None, library: Path | None) -> Tokens:
    """The tokens of a file, or of an existing library."""
    from cbir.server import Tokens, token_file

    if file is not None:
        return Tokens(file)
    from cbir.library import Library

    with Library.open(library) as opened:
        return Tokens(token_file(opened.folder))
