"""`https://…` and a token -> a folder that represents a service's library; its service.json holds the address.

The library is therefore opened, remembered and listed like a local one. The token is in the system's keyring if there
is one, else in that file, which only the user may read.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cbir.base.errors import CbirError
from cbir.base.layout import Layout, default_folder
from cbir.base.storage import make_private_folder, write_atomically

_HOW = (
    "A library on another computer is named by the address of its service, such as https://photos.example.org"
)
_KEYRING_SERVICE = "cbir"
_HOST = re.compile(r"[\w:][\w.:%-]*")  # part of a folder's name
_PATH = re.compile(r"(?:/[\w~-][\w.~-]*)*")  # likewise


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceAddress:
    """The address of a service.

    url : with the path at which a proxy shows it, if any; without a slash at the end
    host : for a person. token : empty if none is needed
    """

    url: str
    host: str
    token: str = field(repr=False)


def service_folder(text: str, token: str = "") -> Path:
    """The folder that represents a service's library, created if needed; only the user may read it.

    token : replaces the stored token; empty keeps it. Raises CbirError if the address is invalid, or would send token
    and photos in clear text.
    """
    url, host, port, path = _read(text.strip())
    name = f"{host if port is None else f'{host} {port}'}{path}".replace(":", "_").replace("/", " ")
    folder = default_folder().parent / "services" / name
    previous = service_of(folder)
    stored_token = token.strip() or ("" if previous is None else previous.token)
    make_private_folder(folder)
    noted_token = None if not stored_token or keep_in_keyring(url, stored_token) else stored_token
    write_atomically(Layout(folder).service_note, json.dumps({"url": url, "token": noted_token}).encode())
    return folder


def service_of(folder: Path) -> ServiceAddress | None:
    """The service whose library a folder represents; None for a local library. Raises CbirError."""
    try:
        about = json.loads(Layout(folder).service_note.read_bytes())
        url, host, _, _ = _read(about["url"])
        token = about["token"]
        return ServiceAddress(
            url=url, host=host, token=token_in_keyring(url) if token is None else str(token)
        )
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise CbirError(
            "{0} cannot be read ({1}). Open the library's address again.", Layout(folder).service_note, error
        ) from error


def _read(text: str) -> tuple[str, str, int | None, str]:
    """Address without a slash at the end, host, port and path."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise CbirError("{0} is not an address. {1}", text, _HOW) from error
    more = parts.query or parts.fragment or parts.username
    path = parts.path.rstrip("/")
    if not host or not _HOST.fullmatch(host) or not _PATH.fullmatch(path) or more:
        raise CbirError("{0} is not an address. {1}", text, _HOW)
    if parts.scheme == "http" and not _is_this_computer(host):
        raise CbirError(
            "With http:// your token and your pictures would cross the network unencrypted. Use https:// instead."
        )
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}{'' if port is None else f':{port}'}{path}", host, port, path


def _is_this_computer(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def keep_in_keyring(url: str, token: str) -> bool:
    """Keep the token for an address in the keyring. False if there is no keyring, or it refuses."""
    ring = _ring()
    if ring is None:
        return False
    try:
        ring.set_password(_KEYRING_SERVICE, url, token)
    except Exception:  # every system's keyring has its own errors: the file stays
        return False
    return True


def token_in_keyring(url: str) -> str:
    """The token for an address in the keyring; empty if there is none."""
    ring = _ring()
    try:
        return "" if ring is None else ring.get_password(_KEYRING_SERVICE, url) or ""
    except Exception:  # locked, or gone: the service asks for a token
        return ""


def _ring() -> Any:
    """The system's keyring; None without the package, or without a keyring that encrypts."""
    try:
        import keyring
    except ImportError:
        return None
    ring = keyring.get_keyring()
    return ring if ring.priority >= 1 else None  # lower ones: no keyring, or files in clear text
