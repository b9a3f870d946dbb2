"""What `--library milvus:...` names -> the library's folder, with a note of where its Milvus is.

    milvus://HOST:PORT/NAME              a server, and a folder among the user's data
    milvus://HOST:PORT/NAME?folder=DIR   the same, with the folder somewhere else
    milvus:DIR                           Milvus Lite: its files lie in the folder, for one process at a time

The note, milvus.json, makes the folder itself a name of the library too.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from cbir.base.errors import CbirError
from cbir.base.layout import Layout, default_folder
from cbir.base.storage import make_private_folder, write_atomically

SCHEME = "milvus:"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")  # what Milvus allows, and room for what collections add
_HOW = (
    "Name a server and a library, as in milvus://localhost:19530/photos, or a folder of this computer, as in "
    "milvus:/srv/photos"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a library's Milvus is. server : "http://HOST:PORT"; None for Milvus Lite in the library's folder

    name : of the library, with which the names of its collections begin
    """

    server: str | None
    name: str


def library_folder(text: str, at_end: Callable[[Callable[[], None]], object] | None = None) -> Path:
    """The folder of a library that is named by a path or by an address; of an address, a note is put there.

    at_end : is given what takes note and folder away again, unless somebody made a library there
    Raises CbirError where an address cannot be read, or the folder belongs to another one.
    """
    if not text.startswith(SCHEME):
        return Path(text)
    folder, address = _read(text)
    layout = Layout(folder)
    known = read_address(layout)
    if known is None:
        if layout.catalog.exists():
            raise CbirError(
                f"{folder} holds a library whose index is on this computer. Name another folder for one on Milvus."
            )
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        make_private_folder(folder)
        about = {"server": address.server, "name": address.name}
        write_atomically(layout.milvus_note, json.dumps(about).encode())
        if at_end is not None:
            at_end(partial(_remove_unused, layout, missing))
    elif known != address:
        raise CbirError(
            f"{folder} belongs to the library {known.name} on {known.server or 'Milvus Lite'}. Name that one, or "
            "another folder with ?folder=DIR"
        )
    return folder


def read_address(layout: Layout) -> Address | None:
    """Where the Milvus of a library is; None for a library that has its index in its folder. Raises CbirError."""
    try:
        about = json.loads(layout.milvus_note.read_bytes())
        server, name = about["server"], about["name"]
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CbirError(f"{layout.milvus_note} cannot be read ({error}). Restore it, or {_HOW}") from error
    if not (server is None or isinstance(server, str)) or not _NAME.fullmatch(str(name)):
        raise CbirError(f"{layout.milvus_note} does not say where Milvus is. Restore it, or {_HOW}")
    return Address(server=server, name=name)


def _remove_unused(layout: Layout, made: Sequence[Path]) -> None:
    """Leave no folder of a library that was never made. made : the folders that were not there before"""
    with contextlib.suppress(OSError):
        if list(layout.folder.iterdir()) == [layout.milvus_note]:
            layout.milvus_note.unlink()
            for folder in made:
                folder.rmdir()


def _read(text: str) -> tuple[Path, Address]:
    rest = text.removeprefix(SCHEME)
    if not rest.startswith("//"):
        if not rest:
            raise CbirError(f"{text} names no folder. {_HOW}")
        return Path(rest), Address(server=None, name="photos")
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port or 19530
    except ValueError as error:
        raise CbirError(f"{text} cannot be read ({error}). {_HOW}") from error
    name, given = unquote(parts.path).strip("/"), parse_qs(parts.query)
    if not host or not _NAME.fullmatch(name) or given.keys() - {"folder"} or parts.username or parts.fragment:
        raise CbirError(f"{text} is no address of a library. {_HOW}")
    own = default_folder().parent / "milvus" / f"{host}-{port}" / name
    address = Address(server=f"http://{f'[{host}]' if ':' in host else host}:{port}", name=name)
    return (Path(given["folder"][0]) if "folder" in given else own), address
