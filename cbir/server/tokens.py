"""`cbir token` -> a file of hashes -> who asks, and what they may do.

A token is shown once, when it is made; the file keeps its SHA-256. It has 256 random bits, so that no slower hash is
needed, and it is found by its hash, so that the time of a comparison tells nothing.
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
_PREFIX = "cbir_"  # by which scanners of sources find one that was published by mistake
_MAX_DAYS = 3650


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """created, expires : ISO 8601, UTC. sha256 : of the token, in hexadecimal

    positions : whether whoever has it is told where photos were taken
    """

    name: str
    role: Role
    created: str
    expires: str
    sha256: str
    positions: bool = True

    @property
    def expired(self) -> bool:
        return datetime.datetime.fromisoformat(self.expires) <= _now()


def token_file(library: Path) -> Path:
    """Where a library's tokens are kept; a backup leaves them out, and one that is moved gets new ones."""
    return library / "tokens.json"


class Tokens:
    """The tokens of one file; methods may be called from several threads and processes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._read: tuple[object, dict[str, Token]] = (None, {})

    def all(self) -> list[Token]:
        """Every token, the oldest first. Raises CbirError where the file cannot be read."""
        return list(self._current().values())

    def find(self, token: str) -> Token | None:
        """Whose a token is, expired or not; a change of the file counts from the next call on."""
        return self._current().get(_hash(token))

    def add(self, name: str, role: Role, days: int, *, positions: bool = True) -> str:
        """Make a token that is valid for some days, and return it; nobody can read it again."""
        if not name.strip() or not name.isprintable():
            raise CbirError("A token needs a name, such as that of the person or the program it is for.")
        if not 1 <= days <= _MAX_DAYS:
            raise CbirError(f"A token is valid for 1 to {_MAX_DAYS} days, not for {days}.")
        token = _PREFIX + secrets.token_urlsafe(32)
        now = _now()
        new = Token(
            name=name,
            role=role,
            created=now.isoformat(),
            expires=(now + datetime.timedelta(days=days)).isoformat(),
            sha256=_hash(token),
            positions=positions,
        )

        def put(tokens: list[Token]) -> None:
            if any(known.name == name for known in tokens):
                raise CbirError(f'There is a token "{name}" already. Remove it first: cbir token remove NAME')
            tokens.append(new)

        self._change(put)
        return token

    def remove(self, name: str) -> None:
        """Withdraw a token: a service that runs refuses it from its next request on."""

        def take(tokens: list[Token]) -> None:
            left = [known for known in tokens if known.name != name]
            if len(left) == len(tokens):
                raise CbirError(f'There is no token "{name}". To see which there are: cbir token list')
            tokens[:] = left

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
                f"The file of tokens {self._file} cannot be written: {error.strerror or error}. "
                "Name another place with --tokens."
            ) from error

    def _current(self) -> dict[str, Token]:
        try:
            status = self._file.stat()
        except OSError:
            return {}
        state = (status.st_ino, status.st_mtime_ns, status.st_size)
        known, tokens = self._read
        if state != known:
            try:
                entries = json.loads(self._file.read_bytes())["tokens"]
                tokens = {one.sha256: one for one in map(_token, entries)}
                _ = [token.expired for token in tokens.values()]
            except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
                raise CbirError(
                    f"The file of tokens {self._file} cannot be read: {error}. Delete it and make new tokens."
                ) from error
            self._read = state, tokens
        return tokens


def _token(entry: dict[str, Any]) -> Token:
    """Raises TypeError or ValueError where this is none."""
    token = Token(**entry)
    texts = [value for name, value in entry.items() if name != "positions"]
    if not all(isinstance(value, str) for value in texts) or not isinstance(token.positions, bool):
        raise ValueError("it has changed since it was written")
    if token.role not in get_args(Role):
        raise ValueError("it has changed since it was written")
    return token


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(microsecond=0)
