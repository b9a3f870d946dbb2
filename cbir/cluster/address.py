"""Address of `--library postgresql:...` -> the library's folder, with a note of its server.

    postgresql://HOST:PORT/DATABASE      PostgreSQL with pgvector, and a folder among the user's data
    postgresql://USER@HOST1,HOST2/DATABASE?folder=DIR&tls=on

With the note, server.json, the folder's path names the library too. The note has an id, which is part of the schema's
name on the server: two libraries in one database are separate there. Passwords are not noted: PGPASSWORD and ~/.pgpass
have them.
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

POSTGRESQL, _MILVUS = "postgresql:", "milvus:"
SCHEMES = (POSTGRESQL, _MILVUS)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,62}")  # of a database: PostgreSQL cuts longer ones
_ID = re.compile(r"[0-9a-f]{0,32}")
_USER = re.compile(r"[\w.-]{1,63}")
_PLACE = re.compile(r"(?:[\w.-]+|\[[\w:.]+\])(?::\d{1,5})?")
_HOW = "Name a server and a database, as in postgresql://localhost/photos, or a folder of this computer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Address of a library's server.

    server : its URI without a password
    name : of the database
    id : part of the schema's name
    """

    server: str
    name: str
    id: str = field(default="", compare=False)


def library_folder(text: str, at_end: Callable[[Callable[[], None]], object] | None = None) -> Path:
    """The folder of a library, from a path or from an address. For an address, writes a note into the folder.

    at_end : called with a function that removes note and folder again if no library was made there
    Raises CbirError if an address cannot be read, or the folder belongs to another address.
    """
    if not text.startswith(SCHEMES):
        return Path(text)
    folder, address = _read(text)
    layout = Layout(folder)
    noted = read_address(layout)
    if noted is None:
        if layout.catalog.exists():
            raise CbirError(
                "{0} contains a library whose index is on this computer. Name another folder for "
                "one on a server.",
                folder,
            )
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        make_private_folder(folder)
        _write_note(layout, address)
        if at_end is not None:
            at_end(partial(_remove_unused, layout, missing))
    elif noted != address:
        raise CbirError(
            "{0} belongs to the library {1} on {2}. Name that one, or another folder with ?folder=DIR",
            folder,
            noted.name,
            noted.server,
        )
    return folder


def read_address(layout: Layout) -> Address | None:
    """Read the address of a library's server; None for a library with its index in its folder. Raises CbirError."""
    return None if (noted := _read_note(layout)) is None else noted[0]


def own_address(layout: Layout) -> Address | None:
    """Read the address for writing; see read_address(). The caller holds the writer lock.

    A copied folder gets a new id, so that it does not write into the original's collections.
    """
    noted = _read_note(layout)
    if noted is None:
        return None
    address, folder = noted
    if address.id and folder == layout.folder.stat().st_ino:
        return address
    return _write_note(layout, address)


def _write_note(layout: Layout, address: Address) -> Address:
    """Note an address with a new id. Returns it."""
    address = replace(address, id=secrets.token_hex(6))
    about = {
        "server": address.server,
        "name": address.name,
        "id": address.id,
        "folder": layout.folder.stat().st_ino,
    }
    write_atomically(layout.server_note, json.dumps(about).encode())
    return address


def _read_note(layout: Layout) -> tuple[Address, object] | None:
    """Read the address, and the inode number of the folder that the note was written in."""
    try:
        about = json.loads(layout.server_note.read_bytes())
        server, name = about["server"], about["name"]
        id, folder = about.get("id", ""), about.get("folder")
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CbirError(
            "{0} cannot be read ({1}). Restore it, or {2}", layout.server_note, error, _HOW
        ) from error
    valid = isinstance(server, str) and _NAME.fullmatch(str(name))
    if not valid or not _ID.fullmatch(str(id)):
        raise CbirError("{0} does not say where its server is. Restore it, or {1}", layout.server_note, _HOW)
    return Address(server=server, name=name, id=id), folder


def _remove_unused(layout: Layout, new_folders: Sequence[Path]) -> None:
    """Remove the note and the folders if no library was made. new_folders : those that did not exist before"""
    with contextlib.suppress(OSError):
        if list(layout.folder.iterdir()) == [layout.server_note]:
            layout.server_note.unlink()
            for folder in new_folders:
                folder.rmdir()


def _read(text: str) -> tuple[Path, Address]:
    if text.startswith(_MILVUS):
        raise CbirError(
            "{0} is on Milvus, which cbir does not use any more. Name the folder of that library, or a PostgreSQL "
            "server, as in postgresql://localhost/photos",
            text,
        )
    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise CbirError("{0} cannot be read ({1}). {2}", text, error, _HOW) from error
    user, _, places = parts.netloc.rpartition("@")
    name, options = unquote(parts.path).strip("/"), parse_qs(parts.query)
    tls = options.pop("tls", ["off"])
    if ":" in user:  # it would be in the history of the shell, and in the note
        raise CbirError(
            "A library's address has no password. Set the environment variable PGPASSWORD, or put it into ~/.pgpass"
        )
    valid = (
        (not user or _USER.fullmatch(user))
        and all(_PLACE.fullmatch(place) for place in places.split(","))
        and _NAME.fullmatch(name)
        and not options.keys() - {"folder"}
        and tls in (["on"], ["off"])
    )
    if not valid:
        raise CbirError("{0} is not a library address. {1}", text, _HOW)
    secure = "?sslmode=verify-full" if tls == ["on"] else ""
    default = default_folder().parent / "postgresql" / re.sub(r"[^\w.,-]", "-", places) / name
    address = Address(server=f"postgresql://{parts.netloc}/{name}{secure}", name=name)
    return (Path(options["folder"][0]) if "folder" in options else default), address
