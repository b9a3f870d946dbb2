"""`cbir token` -> a file of hashes -> visitors and their rights.

A token is shown once, when it is made; the file keeps its SHA-256. A token has 256 random bits, so that no slower hash
is needed. It is looked up by its hash, so that the time of a comparison reveals nothing.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from cbir.base.errors import CbirError
from cbir.base.storage import write_atomically

Role = Literal["read", "write"]
_PREFIX = "cbir_"  # lets source scanners find tokens that were published by mistake
_MAX_DAYS = 3650


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """created, expires : ISO 8601, UTC. sha256 : of the token, in hexadecimal

    positions : its owner may see where photos were taken. people : and find photos by people
    """

    name: str
    role: Role
    created: str
    expires: str
    sha256: str
    positions: bool = True
    people: bool = False

    @property
    def expired(self) -> bool:
        return datetime.datetime.fromisoformat(self.expires) <= utc_now()


def token_file(library: Path) -> Path:
    """The file of a library's tokens. A backup leaves it out; a library that moves to another place gets new tokens."""
    return library / "tokens.json"


class Tokens:
    """The tokens of one file; methods may be called from several threads and processes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._read: tuple[object, dict[str, Token]] = (None, {})

    def all(self) -> list[Token]:
        """Every token, the oldest first. Raises CbirError if the file cannot be read."""
        return list(self._current().values())

    def find(self, token: str) -> Token | None:
        """The stored entry of a token, expired or not; a change of the file takes effect at the next call."""
        return self._current().get(_hash(token))

    def add(self, name: str, role: Role, days: int, *, positions: bool = True, people: bool = False) -> str:
        """Make a token that is valid for `days`, and return it; it cannot be shown again."""
        if not name.strip() or not name.isprintable():
            raise CbirError("A token needs a name, such as that of the person or the program it is for.")
        if not 1 <= days <= _MAX_DAYS:
            raise CbirError("A token is valid for 1 to {0} days, not for {1}.", _MAX_DAYS, days)
        token = _PREFIX + secrets.token_urlsafe(32)
        now = utc_now()
        new = Token(
            name=name,
            role=role,
            created=now.isoformat(),
            expires=(now + datetime.timedelta(days=days)).isoformat(),
            sha256=_hash(token),
            positions=positions,
            people=people,
        )

        def put(tokens: list[Token]) -> None:
            if any(token.name == name for token in tokens):
                raise CbirError(
                    'There is a token "{0}" already. Remove it first: cbir token remove NAME', name
                )
            tokens.append(new)

        self._change(put)
        return token

    def remove(self, name: str) -> None:
        """Withdraw a token: a running service refuses it from the next request on."""

        def take(tokens: list[Token]) -> None:
            remaining = [token for token in tokens if token.name != name]
            if len(remaining) == len(tokens):
                raise CbirError('There is no token "{0}". List all tokens with: cbir token list', name)
            tokens[:] = remaining

        self._change(take)

    def _change(self, change: Callable[[list[Token]], None]) -> None:
        from filelock import FileLock

        try:
            with FileLock(f"{self._file}.lock"):
                tokens = self.all()
                change(tokens)
                entries = [asdict(token) for token in tokens]
                write_atomically(self._file, json.dumps({"tokens": entries}, indent=1).encode())
        except OSError as error:
            raise CbirError(
                "The file of tokens {0} cannot be written: {1}. Name another place with --tokens.",
                self._file,
                error.strerror or error,
            ) from error

    def _current(self) -> dict[str, Token]:
        try:
            status = self._file.stat()
        except OSError:
            return {}
        state = (status.st_ino, status.st_mtime_ns, status.st_size)
        read_state, tokens = self._read
        if state != read_state:
            try:
                entries = json.loads(self._file.read_bytes())["tokens"]
                tokens = {token.sha256: token for token in map(_token, entries)}
                _ = [token.expired for token in tokens.values()]
            except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
                raise CbirError(
                    "The file of tokens {0} cannot be read: {1}. Delete it and make new tokens.",
                    self._file,
                    error,
                ) from error
            self._read = state, tokens
        return tokens


def _token(entry: dict[str, Any]) -> Token:
    """A token from its entry in the file. Raises TypeError or ValueError for an invalid entry."""
    token = Token(**entry)
    texts = [value for name, value in entry.items() if name not in ("positions", "people")]
    rights = (token.positions, token.people)
    if not all(isinstance(value, str) for value in texts) or not all(isinstance(may, bool) for may in rights):
        raise ValueError("it has changed since it was written")
    if token.role not in get_args(Role):
        raise ValueError("it has changed since it was written")
    return token


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def utc_now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(microsecond=0)
