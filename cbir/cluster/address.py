"""What `--library milvus:...` names -> the library's folder, with a note of where its Milvus is.

    milvus://HOST:PORT/NAME              a server, and a folder among the user's data
    milvus://HOST:PORT/NAME?folder=DIR   the same, with the folder somewhere else
    milvus://HOST:PORT/NAME?tls=on       a server that is spoken to over TLS
    milvus:DIR                           Milvus Lite: its files lie in the folder, for one process at a time

The note, milvus.json, makes the folder itself a name of the library too. It has an id, too, which the names of the
collections on a server carry: two libraries of one name have collections of their own there.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from cbir.base.errors import CbirError
from cbir.base.layout import Layout, default_folder
from cbir.base.storage import make_private_folder, write_atomically

SCHEME = "milvus:"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")  # what Milvus allows, and room for what collections add
_ID = re.compile(r"[0-9a-f]{0,32}")
_HOW = (
    "Name a server and a library, as in milvus://localhost:19530/photos, or a folder of this computer, as in "
    "milvus:/srv/photos"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a library's Milvus is. server : "http://HOST:PORT", https with TLS; None for Milvus Lite in the folder

    name : of the library, with which the names of its collections begin. id : which follows it there; empty for
        Milvus Lite, and for a library that was made before there were ids
    """

    server: str | None
    name: str
    id: str = field(default="", compare=False)


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
        _write_note(layout, address)
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
    return None if (noted := _read_note(layout)) is None else noted[0]


def own_address(layout: Layout) -> Address | None:
    """See read_address. The caller holds the writer lock, and may write to these collections.

    A folder that is a copy gets an id of its own: it would write into the collections of the one it was copied from.
    """
    noted = _read_note(layout)
    if noted is None:
        return None
    address, folder = noted
    if address.server is None or (address.id and folder == layout.folder.stat().st_ino):
        return address
    return _write_note(layout, address)


def _write_note(layout: Layout, address: Address) -> Address:
    """Note an address, with a new id where it has a server. Returns it."""
    if address.server is not None:
        address = replace(address, id=secrets.token_hex(6))
    about = {
        "server": address.server,
        "name": address.name,
        "id": address.id,
        "folder": layout.folder.stat().st_ino,
    }
    write_atomically(layout.milvus_note, json.dumps(about).encode())
    return address


def _read_note(layout: Layout) -> tuple[Address, object] | None:
    """The address, and the number of the folder that it was written in."""
    try:
        about = json.loads(layout.milvus_note.read_bytes())
        server, name = about["server"], about["name"]
        id, folder = about.get("id", ""), about.get("folder")
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CbirError(f"{layout.milvus_note} cannot be read ({error}). Restore it, or {_HOW}") from error
    known = (server is None or isinstance(server, str)) and _NAME.fullmatch(str(name))
    if not known or not _ID.fullmatch(str(id)):
        raise CbirError(f"{layout.milvus_note} does not say where Milvus is. Restore it, or {_HOW}")
    return Address(server=server, name=name, id=id), folder


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
    tls = given.pop("tls", ["off"])
    strange = given.keys() - {"folder"} or tls not in (["on"], ["off"]) or parts.username or parts.fragment
    if not host or not _NAME.fullmatch(name) or strange:
        raise CbirError(f"{text} is not a library address. {_HOW}")
    own = default_folder().parent / "milvus" / f"{host}-{port}" / name
    scheme = "https" if tls == ["on"] else "http"
    address = Address(server=f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}", name=name)
    return (Path(given["folder"][0]) if "folder" in given else own), address
