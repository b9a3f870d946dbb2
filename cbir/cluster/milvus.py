"""Rows -> the collections of one library in Milvus -> the rows of largest inner product.

Every error of Milvus becomes a sentence. The client is made on first use: pymilvus takes a second to import.
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
from cbir.base.messages import Message
from cbir.cluster.address import Address
from cbir.cluster.collections import Row, SparseRow
from cbir.cluster.naming import conditions
from cbir.cluster.traits import FORMAT, LONGEST_FORMAT, ORIENTATION, PIXELS, Traits, traits_of

MOST_FOUND = 16_384  # rows of one answer: Milvus allows no more
_TIMEOUT_S = 60.0  # of one call to a server
SEARCH_S = 20.0  # of a call that a person waits for: less than a service allows for a search
_LITE_TIMEOUT_S = 3600.0  # Milvus Lite builds its index within the first search: minutes for 100,000 photos
_NO_PINGS = {"grpc.keepalive_time_ms": 2**31 - 1}  # Milvus Lite disconnects clients that ping
_LITE_ROWS = 4096  # sparse rows of a partition in Milvus Lite
CONNECT_S = 10.0
_CHECK_S = 3.0
_OLDEST = (2, 4)  # version of a server
_FIELD = "vector"
_KEY = "document"
TOKEN, CA = "CBIR_MILVUS_TOKEN", "CBIR_MILVUS_CA"
"""Environment variables: USER:PASSWORD or an API key, which is never stored; a file of certificates to trust."""


class MilvusCollections:
    """See Collections. Methods may be called from several threads.

    data : the folder of Milvus Lite, if the address has no server
    """

    rows_at_once = 256  # 2 MB of visual words

    def __init__(self, address: Address, data: Path) -> None:
        self._address = address
        self._data = data
        self._timeout_s = _TIMEOUT_S if address.server else _LITE_TIMEOUT_S
        self._search_s = SEARCH_S if address.server else _LITE_TIMEOUT_S
        self._lock = threading.Lock()
        self._client: Any = None
        self._has_traits: dict[str, bool] = {}  # by open collection: True if its rows have traits
        self._partitions: set[tuple[str, str]] = set()

    @property
    def place(self) -> str:
        """Place of the collections, for the user."""
        return f"Milvus at {self._address.server}" if self._address.server else "Milvus Lite"

    def close(self) -> None:
        with self._lock:
            client, self._client = self._client, None
            self._has_traits = {}
        if client is None:
            return
        client.close()
        if self._address.server is None:
            from milvus_lite.server_manager import server_manager_instance

            server_manager_instance.release_server(
                str(self._data)
            )  # otherwise its lock would last as long as the process

    def belong_to(self, address: Address) -> None:
        """Use the collections of another address on the same server from now on."""
        if address.id != self._address.id:
            self._address = address
            self._has_traits, self._partitions = {}, set()

    def check(self) -> None:
        """Raise IndexUnreachable if Milvus does not answer, or is too old.

        Milvus Lite runs in this process, so it answers once it is open.
        """
        with self._connected() as client:
            if self._address.server is None:
                return
            version = str(client.get_server_version(timeout=_CHECK_S))
        numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
        if numbers and numbers < _OLDEST:
            raise IndexUnreachable(
                "{0} is version {1}. A library needs 2.4 or a later one, which knows sparse vectors.",
                self.place,
                version.removeprefix("v"),
            )

    def has(self, name: str) -> bool:
        """True if there is a collection that can be searched; see make()."""
        if name not in self._has_traits:
            with self._connected() as client:
                if not client.has_collection(self._full(name), timeout=self._search_s):
                    return False
                if not client.list_indexes(self._full(name), timeout=self._search_s):
                    return False
                client.load_collection(self._full(name), timeout=self._search_s)
                described = client.describe_collection(self._full(name), timeout=self._search_s)
            # An earlier version made collections without traits; they stay unchanged.
            self._has_traits[name] = {field["name"] for field in described["fields"]} >= traits_of().keys()
        return True

    def make(self, name: str, *, dimension: int | None) -> None:
        """Make a collection and its index if they are missing. dimension : of dense rows; None for sparse rows

        The server chooses the dense index (AUTOINDEX), on a card if it has one.
        """
        if name in self._has_traits:
            return
        from pymilvus import DataType

        with self._connected() as client:
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
            # Each step checks for its result, so that an interrupted call can be repeated.
            if not client.has_collection(self._full(name), timeout=self._timeout_s):
                client.create_collection(
                    self._full(name),
                    schema=schema,
                    consistency_level="Strong",  # the next search finds all rows of an index run
                    timeout=self._timeout_s,
                )
            if not client.list_indexes(self._full(name), timeout=self._timeout_s):
                client.create_index(self._full(name), index, timeout=self._timeout_s)
        self.has(name)

    def count(self, name: str, condition: str = "") -> int:
        with self._connected() as client:
            (row,) = client.query(
                self._full(name), filter=condition, output_fields=["count(*)"], timeout=self._timeout_s
            )
            return int(row["count(*)"])

    def upsert(
        self, name: str, keys: Sequence[int], rows: Sequence[Row], traits: Sequence[Traits] | None = None
    ) -> None:
        """Add rows, or replace those with the same keys. traits : of each row"""
        if not self.has(name) or not self._has_traits[name]:
            traits = [{}] * len(keys)
        elif traits is None:
            traits = [traits_of()] * len(keys)
        data: dict[str, list[dict[str, Any]]] = {}
        for key, row, row_traits in zip(keys, rows, traits, strict=True):
            part = self._partition(int(key), row)
            data.setdefault(part, []).append({_KEY: int(key), _FIELD: _milvus_row(row), **row_traits})
        with self._connected() as client:
            for part, part_rows in data.items():
                if part and (name, part) not in self._partitions:
                    if not client.has_partition(self._full(name), part, timeout=self._timeout_s):
                        client.create_partition(self._full(name), part, timeout=self._timeout_s)
                    self._partitions.add((name, part))
                client.upsert(self._full(name), part_rows, partition_name=part, timeout=self._timeout_s)

    def _partition(self, key: int, row: Row) -> str:
        """Partition of a row; empty for the default partition.

        Milvus Lite turns a whole segment into dictionaries before it builds the first postings, and merges the segments
        of a partition. With all rows in one partition, that takes as much memory again as the postings.
        """
        return (
            f"rows_{key // _LITE_ROWS}"
            if self._address.server is None and not isinstance(row, np.ndarray)
            else ""
        )

    def delete(self, name: str, keys: Sequence[int]) -> None:
        """Delete rows; missing keys are ignored."""
        with self._connected() as client:
            client.delete(self._full(name), ids=[int(key) for key in keys], timeout=self._timeout_s)

    def delete_above(self, name: str, key: int) -> int:
        """Delete the rows with larger keys. Returns their number."""
        condition = f"{_KEY} > {key}"
        count = self.count(name, condition)
        if count:
            with self._connected() as client:
                client.delete(self._full(name), filter=condition, timeout=self._timeout_s)
        return count

    def flush(self, name: str) -> None:
        """Flush Milvus Lite, which scores unflushed rows anew in every search. A server needs no such call."""
        if self._address.server is None:
            with self._connected() as client:
                client.flush(self._full(name), timeout=self._timeout_s)

    def nearest(
        self,
        name: str,
        query: Row,
        top: int,
        *,
        among: NDArray[np.int64] | None,
    ) -> NDArray[np.int64]:
        """Keys of largest inner product with a query, best first. among : allowed keys, ascending; None for all

        If `among` is too long for one request, several requests each return `top` keys, and the best are merged.
        """
        if not self.has(name):
            raise IndexUnreachable(
                "{0} does not have these photos yet. Index your folders again: {again}", self.place
            )
        return self._best(name, query, top, [""] if among is None else conditions(_KEY, among))

    def nearest_fitting(
        self, name: str, query: Row, top: int, *, expression: str | None, among: NDArray[np.int64]
    ) -> NDArray[np.int64] | None:
        """Like nearest(), with an expression in place of the keys in `among`; None if the keys must be named after all.

        They must be named without an expression or traits, and if outdated rows took the places of others.
        """
        if expression is None or not self.has(name) or not self._has_traits[name]:
            return None
        keys = self._best(name, query, top, [expression])
        fitting = keys[np.isin(keys, among)]
        return fitting if len(fitting) == len(keys) or len(keys) < min(top, MOST_FOUND) else None

    def _best(self, name: str, query: Row, top: int, requests: Sequence[str]) -> NDArray[np.int64]:
        """The best of the rows that fit any of these conditions. Each condition is a request."""
        hits: list[Any] = []
        for condition in requests:
            with self._connected() as client:
                (answer,) = client.search(
                    self._full(name),
                    data=[_milvus_row(query)],
                    anns_field=_FIELD,
                    filter=condition,
                    limit=min(top, MOST_FOUND),
                    output_fields=[_KEY],
                    search_params={
                        "metric_type": "IP",
                        "params": {},
                    },  # the server's configuration decides
                    timeout=self._search_s,
                )
            hits += answer
        if len(requests) > 1:
            hits = sorted(hits, key=lambda hit: -hit["distance"])[:top]
        return np.array([hit[_KEY] for hit in hits], np.int64)

    def _full(self, name: str) -> str:
        return "_".join(filter(None, (self._address.name, self._address.id, name)))

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Any]:
        """Yield the connected client. Raises IndexUnreachable if there is none, and for its errors in the block."""
        try:
            from grpc import RpcError
            from pymilvus import MilvusClient
            from pymilvus.exceptions import MilvusException
        except ImportError as error:
            raise IndexUnreachable(
                "A library on Milvus needs packages that are not installed ({0}): `pip install "
                '"cbir[cluster]"` installs them.',
                error.name,
            ) from error
        with self._lock:
            if self._client is None:
                # They would log the errors that are raised here.
                logging.getLogger("milvus_lite").setLevel(logging.CRITICAL)
                logging.getLogger("pymilvus").setLevel(logging.CRITICAL)
                try:
                    self._client = MilvusClient(
                        uri=self._address.server or str(self._data),
                        timeout=CONNECT_S,
                        grpc_options={} if self._address.server else _NO_PINGS,
                        **(_credentials() if self._address.server else {}),
                    )
                except (MilvusException, RpcError, OSError, ValueError, TypeError) as error:
                    raise IndexUnreachable(self._unreachable(error)) from error
            client = self._client
        try:
            yield client
        except (MilvusException, RpcError) as error:  # RpcError if a call took too long
            raise IndexUnreachable(
                self._refused(error)
                or Message("{0} could not do what it was asked: {1}", self.place, _reason(error))
            ) from error

    def _refused(self, error: Exception) -> Message | None:
        """A sentence on how to log in, if Milvus refuses this client; None for another error."""
        reason = _reason(error)
        if "auth check failure" not in reason and _status(error) not in (
            "UNAUTHENTICATED",
            "PERMISSION_DENIED",
        ):
            return None
        return Message(
            "{0} does not let this program in ({1}). Set the environment variable {2} to "
            "USER:PASSWORD, or to an API key, and run the same command again.",
            self.place,
            reason,
            TOKEN,
        )

    def _unreachable(self, error: Exception) -> Message:
        if self._address.server is not None:
            if refused := self._refused(error):
                return refused
            if self._address.server.startswith("https:") and not os.environ.get(CA):
                return Message(
                    "{0} cannot be reached ({1}). Start it; if you signed its certificate "
                    "yourself, set the environment variable {2} to that file. Then run the same command again.",
                    self.place,
                    _reason(error),
                    CA,
                )
            return Message(
                "{0} cannot be reached ({1}). Start it, and run the same command again.",
                self.place,
                _reason(error),
            )
        return Message(
            "Milvus Lite cannot open {0}. Only one process at a time can use it: end the other one, such as "
            "cbir serve, cbir watch or the window, and run the same command again. If there is none, delete that "
            "folder, and {scan} fills it anew.",
            self._data,
        )


def _milvus_row(row: Row) -> Mapping[int, float] | NDArray[np.float32]:
    if isinstance(row, SparseRow):
        return dict(zip(row.columns.tolist(), row.values.tolist(), strict=True))
    return row


def _credentials() -> dict[str, str]:
    """Arguments for a server's client, in addition to its address."""
    arguments = {"token": os.environ.get(TOKEN), "server_pem_path": os.environ.get(CA)}
    return {name: value for name, value in arguments.items() if value}


def _reason(error: BaseException) -> str:
    """The first line of an error, in the words of the server or the connection."""
    error = error.__cause__ or error  # the client's own error for a failed connection has no details
    details = getattr(error, "details", None)
    message = details() if callable(details) else getattr(error, "message", None)
    return (str(message or error).strip() or type(error).__name__).splitlines()[0]


def _status(error: BaseException) -> str:
    """The name of gRPC's status; empty for another error."""
    code = getattr(error.__cause__ or error, "code", None)
    return str(getattr(code() if callable(code) else code, "name", ""))
