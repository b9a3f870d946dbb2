"""Rows -> the collections of one library in Milvus -> the rows of largest inner product.

Every fault of Milvus becomes a sentence. The client is made when it is first needed: pymilvus takes a second to import.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import IndexUnreachable
from cbir.cluster.address import Address
from cbir.cluster.naming import conditions
from cbir.cluster.traits import FORMAT, LONGEST_FORMAT, ORIENTATION, PIXELS, Traits, traits_of

Row = Mapping[int, float] | NDArray[np.float32]
MOST_FOUND = 16_384  # rows of one answer: Milvus allows no more
_TIMEOUT_S = 60.0  # for one call to a server
_SEARCH_S = 20.0  # for one that somebody waits for: less than a service gives a search
_LITE_TIMEOUT_S = 3600.0  # Milvus Lite builds its index within the first search: minutes for 100,000 photos
_NO_PINGS = {"grpc.keepalive_time_ms": 2**31 - 1}  # Milvus Lite hangs up on who pings
_LITE_ROWS = 4096  # sparse rows of a partition in Milvus Lite
_CONNECT_S = 10.0
_CHECK_S = 3.0
_OLDEST = (2, 4)  # version of a server
_FIELD = "vector"
_KEY = "document"
TOKEN, CA = "CBIR_MILVUS_TOKEN", "CBIR_MILVUS_CA"
"""Environment variables: USER:PASSWORD or an API key, which no file keeps; a file of certificates to trust."""


class Collections:
    """Methods may be called from several threads. data : the folder of Milvus Lite, where the address has no server"""

    def __init__(self, address: Address, data: Path) -> None:
        self._address = address
        self._data = data
        self._timeout_s = _TIMEOUT_S if address.server else _LITE_TIMEOUT_S
        self._search_s = _SEARCH_S if address.server else _LITE_TIMEOUT_S
        self._lock = threading.Lock()
        self._client: Any = None
        self._there: dict[str, bool] = {}  # those that are open, and whether their rows have traits
        self._partitions: set[tuple[str, str]] = set()

    @property
    def place(self) -> str:
        """Where they are, for the user."""
        return f"Milvus at {self._address.server}" if self._address.server else "Milvus Lite"

    def close(self) -> None:
        with self._lock:
            client, self._client = self._client, None
            self._there = {}
        if client is None:
            return
        client.close()
        if self._address.server is None:
            from milvus_lite.server_manager import server_manager_instance

            server_manager_instance.release_server(
                str(self._data)
            )  # or its lock would last as long as the process

    def belong_to(self, address: Address) -> None:
        """Use the collections of this address from now on, which is on the same server."""
        if address.id != self._address.id:
            self._address = address
            self._there, self._partitions = {}, set()

    def check(self) -> None:
        """Raises IndexUnreachable where Milvus does not answer, or is too old.

        Milvus Lite, in this process, does once it is open.
        """
        with self._asking() as client:
            if self._address.server is None:
                return
            version = str(client.get_server_version(timeout=_CHECK_S))
        numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
        if numbers and numbers < _OLDEST:
            raise IndexUnreachable(
                f"{self.place} is version {version.removeprefix('v')}. A library needs 2.4 or a later one, which knows "
                "sparse vectors."
            )

    def has(self, name: str) -> bool:
        """Whether a collection is there that can be searched; see make()."""
        if name not in self._there:
            with self._asking() as client:
                if not client.has_collection(self._full(name), timeout=self._search_s):
                    return False
                if not client.list_indexes(self._full(name), timeout=self._search_s):
                    return False
                client.load_collection(self._full(name), timeout=self._search_s)
                described = client.describe_collection(self._full(name), timeout=self._search_s)
            # an earlier version made collections without traits; they stay as they are
            self._there[name] = {field["name"] for field in described["fields"]} >= traits_of().keys()
        return True

    def make(self, name: str, *, dimension: int | None) -> None:
        """Make a collection where there is none, and its index. dimension : of dense rows; None for sparse ones

        The server chooses the dense index (AUTOINDEX), on a card where it has one.
        """
        if name in self._there:
            return
        from pymilvus import DataType

        with self._asking() as client:
            schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
            schema.add_field(_KEY, DataType.INT64, is_primary=True)
            schema.add_field(FORMAT, DataType.VARCHAR, max_length=LONGEST_FORMAT)
            schema.add_field(ORIENTATION, DataType.INT8)
            schema.add_field(PIXELS, DataType.INT64)
            index = client.prepare_index_params()
            if dimension is None:
                schema.add_field(_FIELD, DataType.SPARSE_FLOAT_VECTOR)
                index.add_index(_FIELD, index_type="SPARSE_INVERTED_INDEX", metric_type="IP")
            else:
                schema.add_field(_FIELD, DataType.FLOAT_VECTOR, dim=dimension)
                index.add_index(_FIELD, index_type="AUTOINDEX", metric_type="IP")
            # One step at a time: who was stopped between them goes on here.
            if not client.has_collection(self._full(name), timeout=self._timeout_s):
                client.create_collection(
                    self._full(name),
                    schema=schema,
                    consistency_level="Strong",  # what an index run has written, the next search finds
                    timeout=self._timeout_s,
                )
            if not client.list_indexes(self._full(name), timeout=self._timeout_s):
                client.create_index(self._full(name), index, timeout=self._timeout_s)
        self.has(name)

    def count(self, name: str, condition: str = "") -> int:
        with self._asking() as client:
            (row,) = client.query(
                self._full(name), filter=condition, output_fields=["count(*)"], timeout=self._timeout_s
            )
            return int(row["count(*)"])

    def upsert(
        self, name: str, keys: Sequence[int], rows: Sequence[Row], traits: Sequence[Traits] | None = None
    ) -> None:
        """Add rows, or put them in the place of those with the same keys. traits : of each row"""
        if not self.has(name) or not self._there[name]:
            traits = [{}] * len(keys)
        elif traits is None:
            traits = [traits_of()] * len(keys)
        data: dict[str, list[dict[str, Any]]] = {}
        for key, row, of_row in zip(keys, rows, traits, strict=True):
            part = self._partition(int(key), row)
            data.setdefault(part, []).append({_KEY: int(key), _FIELD: row, **of_row})
        with self._asking() as client:
            for part, rows_of in data.items():
                if part and (name, part) not in self._partitions:
                    if not client.has_partition(self._full(name), part, timeout=self._timeout_s):
                        client.create_partition(self._full(name), part, timeout=self._timeout_s)
                    self._partitions.add((name, part))
                client.upsert(self._full(name), rows_of, partition_name=part, timeout=self._timeout_s)

    def _partition(self, key: int, row: Row) -> str:
        """Where a row lies; empty: in the default one.

        Milvus Lite turns a whole segment into dictionaries before it has the postings of its first row, and merges the
        segments of a partition: with all rows in one, that takes as much memory again as the postings do.
        """
        return (
            f"rows_{key // _LITE_ROWS}" if self._address.server is None and isinstance(row, Mapping) else ""
        )

    def delete(self, name: str, keys: Sequence[int]) -> None:
        """Delete rows, those that are not there among them."""
        with self._asking() as client:
            client.delete(self._full(name), ids=[int(key) for key in keys], timeout=self._timeout_s)

    def delete_above(self, name: str, key: int) -> int:
        """Delete the rows with larger keys. Returns how many there were."""
        condition = f"{_KEY} > {key}"
        count = self.count(name, condition)
        if count:
            with self._asking() as client:
                client.delete(self._full(name), filter=condition, timeout=self._timeout_s)
        return count

    def flush(self, name: str) -> None:
        """Milvus Lite scores what is not flushed anew in every search. A server needs no such call."""
        if self._address.server is None:
            with self._asking() as client:
                client.flush(self._full(name), timeout=self._timeout_s)

    def nearest(
        self,
        name: str,
        query: Row,
        top: int,
        *,
        among: NDArray[np.int64] | None,
    ) -> NDArray[np.int64]:
        """The keys of largest inner product with a query, best first. among : the only ones, ascending; None: any

        Of more than one request names, several are asked, each for as many: their best together are the best of all.
        """
        if not self.has(name):
            raise IndexUnreachable(
                f"{self.place} does not have these photos yet. Index your folders again: cbir index FOLDER"
            )
        return self._best(name, query, top, [""] if among is None else conditions(_KEY, among))

    def nearest_fitting(
        self, name: str, query: Row, top: int, *, expression: str | None, among: NDArray[np.int64]
    ) -> NDArray[np.int64] | None:
        """The same by one expression for `among`, which names none; None where they must be named all the same.

        So they must without an expression or traits, and where rows that count no more took the places of others.
        """
        if expression is None or not self.has(name) or not self._there[name]:
            return None
        found = self._best(name, query, top, [expression])
        fitting = found[np.isin(found, among)]
        return fitting if len(fitting) == len(found) or len(found) < min(top, MOST_FOUND) else None

    def _best(self, name: str, query: Row, top: int, asked: Sequence[str]) -> NDArray[np.int64]:
        """The best of the rows that fit any of some conditions, each of which is a request."""
        found: list[Any] = []
        for condition in asked:
            with self._asking() as client:
                (named,) = client.search(
                    self._full(name),
                    data=[query],
                    anns_field=_FIELD,
                    filter=condition,
                    limit=min(top, MOST_FOUND),
                    output_fields=[_KEY],
                    search_params={
                        "metric_type": "IP",
                        "params": {},
                    },  # as the server's own configuration says
                    timeout=self._search_s,
                )
            found += named
        if len(asked) > 1:
            found = sorted(found, key=lambda hit: -hit["distance"])[:top]
        return np.array([hit[_KEY] for hit in found], np.int64)

    def _full(self, name: str) -> str:
        return "_".join(filter(None, (self._address.name, self._address.id, name)))

    @contextlib.contextmanager
    def _asking(self) -> Iterator[Any]:
        """The client, connected. Raises IndexUnreachable where there is none, and for what goes wrong with it."""
        try:
            from grpc import RpcError
            from pymilvus import MilvusClient
            from pymilvus.exceptions import MilvusException
        except ImportError as error:
            raise IndexUnreachable(
                f"A library on Milvus needs packages that are not here ({error.name}): "
                '`pip install "cbir[cluster]"` installs them.'
            ) from error
        with self._lock:
            if self._client is None:
                # what it would log of a failure is what is raised here
                logging.getLogger("milvus_lite").setLevel(logging.CRITICAL)
                logging.getLogger("pymilvus").setLevel(logging.CRITICAL)
                try:
                    self._client = MilvusClient(
                        uri=self._address.server or str(self._data),
                        timeout=_CONNECT_S,
                        grpc_options={} if self._address.server else _NO_PINGS,
                        **(_credentials() if self._address.server else {}),
                    )
                except (MilvusException, RpcError, OSError, ValueError, TypeError) as error:
                    raise IndexUnreachable(self._unreachable(error)) from error
            client = self._client
        try:
            yield client
        except (MilvusException, RpcError) as error:  # the latter where a call took too long
            raise IndexUnreachable(
                self._refused(error) or f"{self.place} could not do what it was asked: {_said(error)}"
            ) from error

    def _refused(self, error: Exception) -> str | None:
        """What to do where Milvus does not know who asks; None for another fault."""
        said = _said(error)
        if "auth check failure" not in said and _status(error) not in (
            "UNAUTHENTICATED",
            "PERMISSION_DENIED",
        ):
            return None
        return (
            f"{self.place} does not let this program in ({said}). Set the environment variable {TOKEN} to "
            "USER:PASSWORD, or to an API key, and run the same command again."
        )

    def _unreachable(self, error: Exception) -> str:
        if self._address.server is not None:
            if refused := self._refused(error):
                return refused
            if self._address.server.startswith("https:") and not os.environ.get(CA):
                return (
                    f"{self.place} cannot be reached ({_said(error)}). Start it; if you signed its certificate "
                    f"yourself, set the environment variable {CA} to that file. Then run the same command again."
                )
            return (
                f"{self.place} cannot be reached ({_said(error)}). Start it, and run the same command again."
            )
        return (
            f"Milvus Lite cannot open {self._data}. Only one process at a time can use it: end the other one, such as "
            "cbir serve, cbir watch or the window, and run the same command again. If there is none, delete that "
            "folder, and cbir index on your folders fills it anew."
        )


def _credentials() -> dict[str, str]:
    """What the client of a server is told beside its address."""
    told = {"token": os.environ.get(TOKEN), "server_pem_path": os.environ.get(CA)}
    return {name: value for name, value in told.items() if value}


def _said(error: BaseException) -> str:
    """What went wrong, as the server or the connection put it."""
    error = error.__cause__ or error  # of what the client could not connect to, it says no more than that
    details = getattr(error, "details", None)
    said = details() if callable(details) else getattr(error, "message", None)
    return (str(said or error).strip() or type(error).__name__).splitlines()[0]


def _status(error: BaseException) -> str:
    """The name of the status that gRPC gives; empty for another error."""
    code = getattr(error.__cause__ or error, "code", None)
    return str(getattr(code() if callable(code) else code, "name", ""))
