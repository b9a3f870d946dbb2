"""A file of a Hugging Face repository -> the disk, with progress, resumption and a check.

Only the file is requested, and nothing about the user is sent, except the token of somebody who has one: HF_ENDPOINT,
HF_TOKEN, HF_HOME and HF_HUB_CACHE mean what they mean to huggingface_hub, whose cache is read. Its own download
compares no checksum, trusts other certificates than the system, and cannot be cancelled.
The hub answers a HEAD with the file's checksum (X-Linked-Etag: sha256 of a large file; ETag: git's of a small one)
and its commit. The download uses that commit, so that a resumed download continues the same file.
"""

from __future__ import annotations

import errno
import hashlib
import http.client
import logging
import os
import shutil
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from cbir.base.errors import Cancelled, CbirError
from cbir.base.messages import Message
from cbir.base.storage import make_private_folder
from cbir.base.types import InstallProgress

_log = logging.getLogger(__name__)
_ENDPOINT = "https://huggingface.co"
_CHUNK = 1 << 18
_TIMEOUT_S = 30.0
WAITS_S = (1.0, 3.0, 9.0)  # before the second, third and fourth attempt
_OF_THE_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EIO}
_REDIRECTS = {301, 302, 303, 307, 308}


@dataclass(frozen=True, slots=True, kw_only=True)
class HubFile:
    """A file on the hub. size : in bytes; None if unknown. checksum : sha256 (64 digits), git's sha1 (40), or None

    cached : its place in huggingface_hub's cache
    """

    url: str
    name: str
    commit: str
    size: int | None
    checksum: str | None
    cached: Path | None = None


def find_file(repository: str, name: str) -> HubFile | None:
    """Look a file up on the hub; None if the repository has none of this name. Raises CbirError."""
    endpoint = os.environ.get("HF_ENDPOINT", _ENDPOINT).rstrip("/")
    url = f"{endpoint}/{quote(repository)}/resolve/main/{quote(name)}"
    for _ in range(5):
        try:
            with _opener(follow=False).open(_request(url, "HEAD"), timeout=_TIMEOUT_S) as answer:
                headers, status = answer.headers, answer.status
        except urllib.error.HTTPError as error:
            headers, status = error.headers, error.code
            error.close()
        except (OSError, http.client.HTTPException) as error:
            raise CbirError(
                "{0} cannot be reached: {1}. Check the connection, or download {2} on another computer and import "
                "that file.",
                urlsplit(url).hostname,
                _reason(error),
                url,
            ) from error
        location = headers.get("Location", "")
        if status in _REDIRECTS and location and not urlsplit(location).netloc:
            url = urljoin(url, location)  # the repository was renamed; only content redirects to another host
            continue
        break
    if status == http.HTTPStatus.NOT_FOUND:
        return None
    if status in (http.HTTPStatus.UNAUTHORIZED, http.HTTPStatus.FORBIDDEN):
        raise CbirError(
            "{0} gives {1} only to people who accepted its terms. Accept them there, and set HF_TOKEN to your token.",
            urlsplit(url).hostname,
            repository,
        )
    if status != http.HTTPStatus.OK and status not in _REDIRECTS:
        raise CbirError(
            "{0} refused to give {1} of {2} (HTTP {3}).", urlsplit(url).hostname, name, repository, status
        )
    return _described(url, repository, name, headers)


def download(
    file: HubFile,
    folder: Path,
    *,
    step: Message,
    progress: Callable[[InstallProgress], None],
    cancelled: Callable[[], bool],
) -> Path:
    """Download a file into a folder and return its path. Continues an earlier attempt.

    step : name of the step in `progress`. Raises CbirError, and Cancelled, which keeps the part that has arrived.
    """
    make_private_folder(folder)
    target = folder / file.name
    if target.is_file() and is_whole(target, file):
        return target
    if file.cached is not None and file.checksum is not None and is_whole(file.cached, file):
        shutil.copyfile(file.cached, target)
        return target
    part = folder / f"{file.name}.{file.commit[:12]}.part"
    for wait_s in (*WAITS_S, None):
        try:
            digest = _fetch(file, part, lambda done: progress(_at(step, done, file.size)), cancelled)
            break
        except (OSError, http.client.HTTPException) as error:
            _end_or_retry(error, file, part)
            if wait_s is None:
                raise CbirError(
                    "The download of {0} was interrupted: {1}. Install again to continue where it stopped.",
                    file.name,
                    _reason(error),
                ) from error
            _wait(wait_s, cancelled)
    if not (digest == file.checksum if digest else is_whole(part, file)):
        part.unlink()
        raise CbirError(
            "{0} did not arrive as the hub describes it: its checksum or its size differs."
            " It was deleted. Install again.",
            file.name,
        )
    part.replace(target)
    return target


def _end_or_retry(error: Exception, file: HubFile, part: Path) -> None:
    """Raise if another attempt would fail the same way."""
    _log.info("the download of %s stopped: %s", file.name, error)
    if isinstance(error, OSError) and error.errno in _OF_THE_DISK:
        raise CbirError(
            "The download of {0} cannot be saved: {1}. Install again to continue where it stopped.",
            file.name,
            _reason(error),
        ) from error
    if not isinstance(error, urllib.error.HTTPError):
        return
    error.close()
    if error.code == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
        part.unlink(missing_ok=True)  # the part is not the beginning of this file
    elif error.code < http.HTTPStatus.INTERNAL_SERVER_ERROR:
        raise CbirError("The hub refused to give {0} (HTTP {1}).", file.name, error.code) from error


def _described(url: str, repository: str, name: str, headers: Any) -> HubFile:
    commit = headers.get("X-Repo-Commit", "")
    etag = (headers.get("X-Linked-Etag") or headers.get("ETag") or "").removeprefix("W/").strip('"').lower()
    is_checksum = len(etag) in {40, 64} and all(digit in "0123456789abcdef" for digit in etag)
    size = headers.get("X-Linked-Size") or headers.get("Content-Length")
    if commit:
        url = url.replace("/resolve/main/", f"/resolve/{commit}/", 1)
    return HubFile(
        url=url,
        name=Path(name).name,
        commit=commit or "main",
        size=int(size) if size and size.isdecimal() else None,
        checksum=etag if is_checksum else None,
        cached=_cached(repository, name, commit),
    )


def _cached(repository: str, name: str, commit: str) -> Path | None:
    """The place of a file in the cache of huggingface_hub; None if it is not there."""
    folder = os.environ.get("HF_HUB_CACHE") or _hub_home() / "hub"
    path = Path(folder, f"models--{repository.replace('/', '--')}", "snapshots", commit, name)
    return path if commit and path.is_file() else None


def _token() -> str:
    """The person's token, from the environment or from `hf auth login`; empty without one."""
    if token := os.environ.get("HF_TOKEN", "").strip():
        return token
    try:
        return Path(os.environ.get("HF_TOKEN_PATH") or _hub_home() / "token").read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _hub_home() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(os.environ.get("HF_HOME") or Path(cache, "huggingface")).expanduser()


def _fetch(
    file: HubFile, part: Path, show: Callable[[int], None], cancelled: Callable[[], bool]
) -> str | None:
    """Append the missing bytes to the part. Returns the sha256 of all bytes; None if an earlier attempt began it.

    Raises OSError or HTTPException if the connection ends early.
    """
    done = part.stat().st_size if part.is_file() else 0
    if file.size is not None and done >= file.size:
        if done == file.size:
            return None
        part.unlink()
        done = 0
    request = _request(file.url, "GET")
    if done:
        request.add_header("Range", f"bytes={done}-")
    with _opener(follow=True).open(request, timeout=_TIMEOUT_S) as answer:
        resumed = answer.status == http.HTTPStatus.PARTIAL_CONTENT
        if not resumed:
            done = 0
        digest = hashlib.sha256()
        with part.open("ab" if resumed else "wb") as target:
            show(done)
            while chunk := answer.read(_CHUNK):
                if cancelled():
                    raise Cancelled("The download was stopped. Install again to continue where it stopped.")
                target.write(chunk)
                digest.update(chunk)
                done += len(chunk)
                show(done)
    if file.size is not None and done < file.size:
        raise ConnectionError("the connection ended early")
    return digest.hexdigest() if not resumed and len(file.checksum or "") == digest.digest_size * 2 else None


def is_whole(path: Path, file: HubFile) -> bool:
    if file.size is not None and path.stat().st_size != file.size:
        return False
    if file.checksum is None:
        return True
    digest = hashlib.sha256()
    if len(file.checksum) == 40:  # git's checksum covers a header and the content
        digest = hashlib.sha1(f"blob {path.stat().st_size}\0".encode(), usedforsecurity=False)
    with path.open("rb") as content:
        while chunk := content.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest() == file.checksum


def _at(step: Message, done: int, total: int | None) -> InstallProgress:
    return InstallProgress(step=step, done=done, total=total)


def _wait(seconds: float, cancelled: Callable[[], bool]) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if cancelled():
            raise Cancelled("The download was stopped. Install again to continue where it stopped.")
        time.sleep(0.05)


def _request(url: str, method: str) -> urllib.request.Request:
    try:
        agent = f"cbir/{version('cbir')}"
    except PackageNotFoundError:
        agent = "cbir"
    # Compressed answers would make the sizes of HEAD and GET differ.
    request = urllib.request.Request(
        url, method=method, headers={"User-Agent": agent, "Accept-Encoding": "identity"}
    )
    # The content comes from other hosts, by redirection: they get no token. Neither does anybody who listens.
    parts = urlsplit(url)
    if (token := _token()) and (parts.scheme == "https" or parts.hostname in ("127.0.0.1", "localhost")):
        request.add_unredirected_header("Authorization", f"Bearer {token}")
    return request


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _opener(*, follow: bool) -> urllib.request.OpenerDirector:
    handlers: list[Any] = [urllib.request.HTTPSHandler(context=_trust())]
    if not follow:
        handlers.append(_NoRedirect())
    return urllib.request.build_opener(*handlers)


def _trust() -> ssl.SSLContext:
    """Trust the system's certificates. OpenSSL's own default folders are wrong in a packaged program."""
    import truststore

    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", error)
    text = getattr(reason, "strerror", None) or str(reason) or type(error).__name__
    return text[:1].lower() + text[1:].rstrip(".")
