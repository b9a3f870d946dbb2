"""Rows -> the tables of one library in PostgreSQL with pgvector -> the rows of largest inner product.

Embeddings are a column with an HNSW index, beside the columns that filters ask for. Visual words are an inverted file:
photos that were sent together are a chunk, and each word has one row for each chunk, with the photos that contain it.
A query fetches the rows of its words, and adds up its scores here. pgvector's own sparse index takes rows of 1,000
words and gives 1,000 candidates at most, less than a photo may have and a search needs.

A chunk never changes, so that it can be sent again after any interruption. Small ones are merged as they become many.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import struct
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import IndexUnreachable
from cbir.base.extras import how_to_install
from cbir.base.messages import Message
from cbir.cluster.address import Address
from cbir.cluster.columns import FORMAT, ORIENTATION, PIXELS, Row, SparseRow, Traits, traits_of

_Result = TypeVar("_Result")
CONNECT_S = 10
SEARCH_S = 20.0  # of a call that a person waits for: less than a service allows for a search
_CHUNK = 8192  # photos: at most 65,536, as an entry numbers them in 16 bits
_SMALL_CHUNKS = 8  # most chunks below half the size: each costs a query one more row for each of its words
OLDEST, _OLDEST_PGVECTOR = 13, (0, 8)  # the first pgvector that goes on until a filter has enough rows
_LEAST_EF, _MOST_EF = 100, 1000  # candidates of HNSW; pgvector takes no more
MOST_SCANNED = 200_000  # rows that an index scan looks at for a filter, before all fitting ones are compared
_PLAIN_DIMENSIONS = 1900  # vectors that fit into a page
_BUILD_BYTES = (64 << 20, 4 << 30)  # memory for an HNSW index
_MOST_NAME = 50  # letters
_ENTRY = np.dtype([("row", "<u2"), ("value", "<f2")])
_COPY_HEAD, _COPY_END = b"PGCOPY\n\xff\r\n\0" + bytes(8), struct.pack(">h", -1)


class PostgresCollections:
    """Tables of one library, in pairs of words or of embeddings by their name.

    Methods may be called from several threads: connections are kept, one for each that asks at the same time. Every
    failure is IndexUnreachable. rows_at_once : rows of one call of upsert()
    """

    rows_at_once = _CHUNK

    def __init__(self, address: Address) -> None:
        self._address = address
        self._lock = threading.Lock()
        self._idle: list[Any] = []
        self._dense: dict[str, bool] = {}  # by existing collection
        self._chunks: dict[tuple[str, int], NDArray[np.int64]] = {}  # documents of a chunk

    @property
    def place(self) -> str:
        """Place of the tables, for the user."""
        server = self._address.server
        return f"PostgreSQL at {server.partition('//')[2].partition('/')[0].rpartition('@')[2]}"

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def belong_to(self, address: Address) -> None:
        """Use the tables of another address on the same server from now on."""
        if address.id != self._address.id:
            self._address = address
            self._dense, self._chunks = {}, {}

    def check(self) -> None:
        """Raise IndexUnreachable if the server does not answer, or cannot have a library."""

        def look(connection: Any) -> tuple[int, str | None, str | None]:
            row: tuple[int, str | None, str | None] = connection.execute(
                "SELECT current_setting('server_version_num')::int, "
                "(SELECT extversion FROM pg_extension WHERE extname = 'vector'), "
                "(SELECT default_version FROM pg_available_extensions WHERE name = 'vector')"
            ).fetchone()
            return row

        version, installed, available = self._run(look)
        if version // 10_000 < OLDEST:
            raise IndexUnreachable(
                "{0} is version {1}. A library needs PostgreSQL {2} or a later one.",
                self.place,
                version // 10_000,
                OLDEST,
            )
        pgvector = installed or available
        if pgvector is None:
            raise IndexUnreachable(self._without_pgvector())
        if tuple(int(number) for number in re.findall(r"\d+", pgvector)[:2]) < _OLDEST_PGVECTOR:
            raise IndexUnreachable(
                "{0} has pgvector {1}. A library needs 0.8 or a later one: install it there, and run ALTER "
                "EXTENSION vector UPDATE in the database.",
                self.place,
                pgvector,
            )

    # --- sending ---

    def has(self, name: str) -> bool:
        """True if there is something to search under this name; see make()."""
        if name not in self._dense:
            dense, sparse = self._run(
                lambda connection: connection.execute(
                    "SELECT to_regclass(%s) IS NOT NULL, to_regclass(%s) IS NOT NULL",
                    (self._full(name), self._full(name, "postings")),
                ).fetchone()
            )
            if not dense and not sparse:
                return False
            self._dense[name] = bool(dense)
        return True

    def make(self, name: str, *, dimension: int | None) -> None:
        """Make tables if they are missing. dimension : of embeddings; None for visual words"""
        if name in self._dense:
            return
        statements = [
            "CREATE EXTENSION IF NOT EXISTS vector",
            f"CREATE SCHEMA IF NOT EXISTS {self._schema}",
        ]
        if dimension is None:
            statements += [
                f"CREATE TABLE IF NOT EXISTS {self._full(name, 'rows')} "
                "(document bigint PRIMARY KEY, chunk int NOT NULL, deleted bool NOT NULL DEFAULT false)",
                f"CREATE INDEX IF NOT EXISTS {_short(name)}_deleted "
                f"ON {self._full(name, 'rows')} (document) WHERE deleted",
                f"CREATE TABLE IF NOT EXISTS {self._full(name, 'chunks')} "
                "(chunk int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, photos int NOT NULL, documents bytea NOT NULL)",
                f"CREATE TABLE IF NOT EXISTS {self._full(name, 'postings')} "
                "(word int, chunk int, entries bytea NOT NULL, PRIMARY KEY (word, chunk))",
                # compressed, an entry would be as long and slower
                f"ALTER TABLE {self._full(name, 'postings')} ALTER COLUMN entries SET STORAGE EXTERNAL",
            ]
        else:
            statements += [
                f"CREATE TABLE IF NOT EXISTS {self._full(name)} (document bigint PRIMARY KEY, "
                f"{FORMAT} text NOT NULL, {ORIENTATION} smallint NOT NULL, {PIXELS} bigint NOT NULL, "
                f"vector vector({dimension}) NOT NULL)"
            ]
            if dimension <= _PLAIN_DIMENSIONS:
                statements.append(f"ALTER TABLE {self._full(name)} ALTER COLUMN vector SET STORAGE PLAIN")

        def create(connection: Any) -> None:
            for statement in statements:
                connection.execute(statement)

        self._run(create, search=False)
        self._dense[name] = dimension is not None

    def count(self, name: str) -> int:
        dense = self._is_dense(name)
        table = self._full(name) if dense else f"{self._full(name, 'rows')} WHERE NOT deleted"
        (count,) = self._run(lambda c: c.execute(f"SELECT count(*) FROM {table}").fetchone(), search=False)
        return int(count)

    def upsert(
        self, name: str, keys: Sequence[int], rows: Sequence[Row], traits: Sequence[Traits] | None = None
    ) -> None:
        """Add rows, or replace those with the same keys. traits : of each row"""
        if not keys:
            return
        if self._is_dense(name):
            vectors = cast("Sequence[NDArray[np.float32]]", rows)
            self._run(
                lambda c: self._put_vectors(c, name, keys, vectors, traits or [traits_of()] * len(keys)),
                search=False,
            )
        else:
            words = cast("Sequence[SparseRow]", rows)
            self._run(lambda c: self._put_words(c, name, keys, words), search=False)

    def _put_vectors(
        self,
        connection: Any,
        name: str,
        keys: Sequence[int],
        rows: Sequence[NDArray[np.float32]],
        traits: Sequence[Traits],
    ) -> None:
        columns = ("document", FORMAT, ORIENTATION, PIXELS, "vector")
        connection.execute(f"CREATE TEMP TABLE new (LIKE {self._full(name)}) ON COMMIT DROP")
        records = (
            (
                struct.pack(">q", key),
                str(trait[FORMAT]).encode(),
                struct.pack(">h", int(trait[ORIENTATION])),
                struct.pack(">q", int(trait[PIXELS])),
                struct.pack(">hh", len(row), 0) + np.asarray(row).astype(">f4").tobytes(),
            )
            for key, row, trait in zip(keys, rows, traits, strict=True)
        )
        _copy(connection, "new", columns, records)
        changes = ", ".join(f"{column} = excluded.{column}" for column in columns[1:])
        connection.execute(
            f"INSERT INTO {self._full(name)} SELECT * FROM new ON CONFLICT (document) DO UPDATE SET {changes}"
        )

    def _put_words(self, connection: Any, name: str, keys: Sequence[int], rows: Sequence[SparseRow]) -> None:
        """Add photos as a chunk, except for those already there: the document of a number never changes."""
        table = self._full(name, "rows")
        connection.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")
        there = {
            row[0]
            for row in connection.execute(
                f"SELECT document FROM {table} WHERE document = ANY(%s)", (list(keys),)
            )
        }
        if there:  # sent before, or deleted and now back with an older copy of the folder
            connection.execute(
                f"UPDATE {table} SET deleted = false WHERE document = ANY(%s) AND deleted", (list(there),)
            )
        new = [(key, row) for key, row in zip(keys, rows, strict=True) if key not in there]
        if new:
            lengths = [len(row.columns) for _, row in new]
            self._put_chunk(
                connection,
                name,
                np.array([key for key, _ in new], np.int64),
                np.repeat(np.arange(len(new)), lengths),
                np.concatenate([row.columns for _, row in new]),
                np.concatenate([row.values for _, row in new]),
            )

    def _put_chunk(
        self,
        connection: Any,
        name: str,
        documents: NDArray[np.int64],
        rows: NDArray[np.int64],
        words: NDArray[np.uint32],
        values: NDArray[np.float32],
    ) -> None:
        """Write a chunk. rows, words, values : of each entry; a row is a place in `documents`"""
        (chunk,) = connection.execute(
            f"INSERT INTO {self._full(name, 'chunks')} (photos, documents) VALUES (%s, %s) RETURNING chunk",
            (len(documents), documents.astype("<i8").tobytes()),
        ).fetchone()
        number = struct.pack(">i", chunk)
        _copy(
            connection,
            self._full(name, "rows"),
            ("document", "chunk", "deleted"),
            ((struct.pack(">q", document), number, b"\0") for document in documents.tolist()),
        )
        if not len(words):
            return
        order = np.argsort(words, kind="stable")
        entries = np.empty(len(order), _ENTRY)
        entries["row"], entries["value"] = rows[order], values[order]
        distinct, starts = np.unique(words[order], return_index=True)
        ends = np.append(starts[1:], len(order)) * _ENTRY.itemsize
        data = entries.tobytes()
        _copy(
            connection,
            self._full(name, "postings"),
            ("word", "chunk", "entries"),
            (
                (struct.pack(">i", word), number, data[start:end])
                for word, start, end in zip(
                    distinct.tolist(), (starts * _ENTRY.itemsize).tolist(), ends.tolist(), strict=True
                )
            ),
        )

    def delete(self, name: str, keys: Sequence[int]) -> None:
        """Delete rows; missing keys are ignored."""
        if self._is_dense(name):
            statement = f"DELETE FROM {self._full(name)} WHERE document = ANY(%s)"
        else:  # its entries go when its chunk is merged
            table = self._full(name, "rows")
            statement = f"UPDATE {table} SET deleted = true WHERE document = ANY(%s) AND NOT deleted"
        self._run(lambda c: c.execute(statement, ([int(key) for key in keys],)), search=False)

    def delete_above(self, name: str, key: int) -> int:
        """Delete the rows with larger keys; other rows may go, too. Returns the number with larger keys."""
        dense = self._is_dense(name)

        def cut(connection: Any) -> int:
            if dense:
                return int(
                    connection.execute(f"DELETE FROM {self._full(name)} WHERE document > %s", (key,)).rowcount
                )
            (count,) = connection.execute(
                f"SELECT count(*) FROM {self._full(name, 'rows')} WHERE document > %s", (key,)
            ).fetchone()
            if count:  # the numbers will be given anew, so that no entry of theirs may stay
                tables = ", ".join(self._full(name, part) for part in ("rows", "chunks", "postings"))
                connection.execute(f"TRUNCATE {tables}")
            return int(count)

        return self._run(cut, search=False)

    def flush(self, name: str) -> None:
        """Build the HNSW index at once over the first rows, which is faster than row by row. Merge small chunks."""
        work = self._build_index if self._is_dense(name) else self._merge_small
        self._run(lambda connection: work(connection, name), search=False)

    def _build_index(self, connection: Any, name: str) -> None:
        (there,) = connection.execute(
            "SELECT to_regclass(%s) IS NOT NULL", (self._full(name, "hnsw"),)
        ).fetchone()
        if there:
            return
        (size,) = connection.execute("SELECT pg_table_size(%s::regclass)", (self._full(name),)).fetchone()
        least, most = _BUILD_BYTES
        memory_kb = min(max(2 * size, least), most) >> 10
        connection.execute(f"SET LOCAL maintenance_work_mem = {memory_kb}")
        connection.execute(
            f"CREATE INDEX {_short(name)}_hnsw ON {self._full(name)} USING hnsw (vector vector_ip_ops)"
        )

    def _merge_small(self, connection: Any, name: str) -> None:
        chunks, postings, rows = (self._full(name, part) for part in ("chunks", "postings", "rows"))
        connection.execute(f"LOCK TABLE {rows} IN SHARE ROW EXCLUSIVE MODE")
        small = connection.execute(
            f"SELECT chunk, documents FROM {chunks} WHERE photos < %s ORDER BY photos", (_CHUNK // 2,)
        ).fetchall()
        if len(small) <= _SMALL_CHUNKS:
            return
        sizes = np.cumsum([len(documents) // 8 for _, documents in small])
        small = small[: max(2, int(np.searchsorted(sizes, _CHUNK, side="right")))]
        numbers = [chunk for chunk, _ in small]
        documents = np.concatenate([np.frombuffer(data, "<i8") for _, data in small]).astype(np.int64)
        firsts = dict(
            zip(numbers, np.cumsum([0, *(len(data) // 8 for _, data in small)]).tolist(), strict=False)
        )
        deleted = connection.execute(
            f"DELETE FROM {rows} WHERE chunk = ANY(%s) AND deleted RETURNING document", (numbers,)
        ).fetchall()
        fetched = connection.execute(
            f"DELETE FROM {postings} WHERE chunk = ANY(%s) RETURNING word, chunk, entries", (numbers,)
        ).fetchall()
        connection.execute(f"DELETE FROM {rows} WHERE chunk = ANY(%s)", (numbers,))
        connection.execute(f"DELETE FROM {chunks} WHERE chunk = ANY(%s)", (numbers,))
        entries = np.frombuffer(b"".join(data for _, _, data in fetched), _ENTRY)
        lengths = [len(data) // _ENTRY.itemsize for _, _, data in fetched]
        places = np.repeat([firsts[chunk] for _, chunk, _ in fetched], lengths) + entries["row"]
        words = np.repeat(np.array([word for word, _, _ in fetched], np.uint32), lengths)
        alive = ~np.isin(documents, [document for (document,) in deleted])
        renumbered = np.cumsum(alive) - 1
        is_alive = alive[places]
        self._put_chunk(
            connection,
            name,
            documents[alive],
            renumbered[places[is_alive]],
            words[is_alive],
            entries["value"][is_alive].astype(np.float32),
        )

    # --- searching ---

    def nearest(
        self,
        name: str,
        query: Row,
        top: int,
        *,
        among: NDArray[np.int64] | None,
        expression: str | None = None,
    ) -> NDArray[np.int64]:
        """Keys of largest inner product with a query, best first.

        among : allowed keys, ascending; None for all. expression : a condition that is true for them
        """
        if not self.has(name):
            raise IndexUnreachable(
                "{0} does not have these photos yet. Index your folders again: {again}", self.place
            )
        if not self._dense[name]:
            words = cast("SparseRow", query)
            return self._run(lambda c: self._best_by_words(c, name, words, top, among))
        vector = cast("NDArray[np.float32]", query)
        if expression is not None and among is not None:
            keys = self._run(
                lambda c: self._best_by_vector(c, name, vector, top, expression, None, len(among))
            )
            fitting = keys[np.isin(keys, among)]
            if len(fitting) == len(keys):
                return fitting
        return self._run(
            lambda c: self._best_by_vector(
                c, name, vector, top, "true" if among is None else "document = ANY(%(among)s)", among, None
            )
        )

    def _best_by_vector(
        self,
        connection: Any,
        name: str,
        query: NDArray[np.float32],
        top: int,
        condition: str,
        among: NDArray[np.int64] | None,
        fitting: int | None,
    ) -> NDArray[np.int64]:
        """The nearest rows that a condition allows. fitting : how many there are, if that is known"""
        connection.execute(
            f"SET LOCAL hnsw.ef_search = {min(max(top, _LEAST_EF), _MOST_EF)}; "
            "SET LOCAL hnsw.iterative_scan = relaxed_order; "  # the strict one drops what it meets late
            f"SET LOCAL hnsw.max_scan_tuples = {MOST_SCANNED}"
        )
        statement = (
            "WITH near AS MATERIALIZED "
            f"(SELECT document, vector <#> %(query)s::vector AS distance FROM {self._full(name)} WHERE {condition} "
            "ORDER BY distance LIMIT %(top)s) SELECT document FROM near ORDER BY distance"
        )
        values: dict[str, Any] = {"query": str(query.tolist()), "top": top}
        if among is not None:
            values["among"], fitting = among.tolist(), len(among)
        keys = connection.execute(statement, values, prepare=False).fetchall()
        if condition != "true" and len(keys) < min(top, fitting or 0):
            # the index gave up before it had enough: compare all that fit
            connection.execute("SET LOCAL enable_indexscan = off")
            keys = connection.execute(statement, values, prepare=False).fetchall()
        return np.array([key for (key,) in keys], np.int64)

    def _best_by_words(
        self, connection: Any, name: str, query: SparseRow, top: int, among: NDArray[np.int64] | None
    ) -> NDArray[np.int64]:
        fetched = connection.execute(
            f"SELECT chunk, word, entries FROM {self._full(name, 'postings')} WHERE word = ANY(%s)",
            (query.columns.tolist(),),
            binary=True,
        ).fetchall()
        weights = dict(zip(query.columns.tolist(), query.values.tolist(), strict=True))
        by_chunk: dict[int, tuple[list[float], list[bytes]]] = {}
        for chunk, word, entries in fetched:
            chunk_weights, chunk_entries = by_chunk.setdefault(chunk, ([], []))
            chunk_weights.append(weights[word])
            chunk_entries.append(entries)
        deleted = [
            row[0]
            for row in connection.execute(f"SELECT document FROM {self._full(name, 'rows')} WHERE deleted")
        ]
        documents: list[NDArray[Any]] = [np.zeros(0, np.int64)]
        scores: list[NDArray[Any]] = [np.zeros(0)]
        for chunk, (chunk_weights, chunk_entries) in by_chunk.items():
            chunk_documents = self._documents_of(connection, name, chunk)
            entries = np.frombuffer(b"".join(chunk_entries), _ENTRY)
            lengths = [len(data) // _ENTRY.itemsize for data in chunk_entries]
            products = entries["value"].astype(np.float32) * np.repeat(
                np.array(chunk_weights, np.float32), lengths
            )
            documents.append(chunk_documents)
            scores.append(np.bincount(entries["row"], products, minlength=len(chunk_documents)))
        all_documents, all_scores = np.concatenate(documents), np.concatenate(scores)
        allowed = all_scores > 0
        if deleted:
            allowed &= ~np.isin(all_documents, deleted)
        if among is not None:
            allowed &= np.isin(all_documents, among)
        all_documents, all_scores = all_documents[allowed], all_scores[allowed]
        if len(all_scores) > top:
            best = np.argpartition(-all_scores, top)[:top]
            all_documents, all_scores = all_documents[best], all_scores[best]
        return all_documents[np.argsort(-all_scores, kind="stable")]

    def _documents_of(self, connection: Any, name: str, chunk: int) -> NDArray[np.int64]:
        if (name, chunk) not in self._chunks:
            (data,) = connection.execute(
                f"SELECT documents FROM {self._full(name, 'chunks')} WHERE chunk = %s", (chunk,)
            ).fetchone()
            self._chunks[name, chunk] = np.frombuffer(data, "<i8").astype(np.int64)
        return self._chunks[name, chunk]

    # --- the server ---

    @property
    def _schema(self) -> str:
        return f"cbir_{self._address.id}"

    def _full(self, name: str, part: str = "") -> str:
        """The name of a table, or of an index, in the library's schema."""
        return f"{self._schema}.{_short(name)}{part and f'_{part}'}"

    def _is_dense(self, name: str) -> bool:
        if not self.has(name):
            raise IndexUnreachable(
                "{0} does not have these photos yet. Index your folders again: {again}", self.place
            )
        return self._dense[name]

    def _run(self, work: Callable[[Any], _Result], *, search: bool = True) -> _Result:
        """Work in one transaction: all of it or nothing. Replaces a connection that a restart of the server broke."""
        try:
            import psycopg
        except ImportError as error:
            raise IndexUnreachable(
                "A library on PostgreSQL needs a package that is not installed ({0}). {1}",
                error.name,
                how_to_install("postgres"),
            ) from error
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            reused = connection is not None
            try:
                connection = connection or self._connect()
                with connection.transaction():
                    if search:  # a merge may replace chunks between two statements
                        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                    # the tables of searches are small beside what compiling a query for them takes
                    connection.execute(
                        f"SET LOCAL statement_timeout = {int(SEARCH_S * 1000) if search else 0}; SET LOCAL jit = off"
                    )
                    result = work(connection)
                with self._lock:
                    self._idle.append(connection)
                return result
            except psycopg.Error as error:
                if connection is not None:
                    connection.close()
                stale = isinstance(error, psycopg.OperationalError | psycopg.errors.ReadOnlySqlTransaction)
                if reused and stale and not isinstance(error, psycopg.errors.DiskFull):
                    self.close()  # the others are as old
                    continue
                raise IndexUnreachable(self._sentence(error)) from error
            except BaseException:
                if connection is not None:
                    connection.close()
                raise

    def _connect(self) -> Any:
        """Connect to the host that takes changes; to one that only reads where there is none now."""
        import psycopg

        given: dict[str, Any] = {"connect_timeout": CONNECT_S, "application_name": "cbir"}
        given |= {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
        server = self._address.server
        with contextlib.suppress(psycopg.OperationalError):
            if "," in self.place:
                return psycopg.connect(server, autocommit=True, target_session_attrs="read-write", **given)
        return psycopg.connect(server, autocommit=True, **given)

    def _without_pgvector(self) -> Message:
        return Message(
            "{0} has no extension pgvector. Install it there (Debian: postgresql-18-pgvector), and run the same "
            "command again.",
            self.place,
        )

    def _sentence(self, error: Exception) -> Message:
        """A sentence for a person about an error of the database."""
        from psycopg import errors

        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        login = "password authentication failed", "no password supplied", "no pg_hba.conf entry"
        if any(words in str(error) for words in login):
            return Message(
                "{0} does not let this program in ({1}). Set the environment variable PGPASSWORD, or put the "
                "password into ~/.pgpass, and run the same command again.",
                self.place,
                reason,
            )
        if isinstance(error, errors.DiskFull):
            return Message(
                "The disk of {0} is full ({1}). Make room there, and run the same command again: nothing is lost.",
                self.place,
                reason,
            )
        if isinstance(error, errors.FeatureNotSupported | errors.UndefinedFile) and "vector" in reason:
            return self._without_pgvector()
        if isinstance(error, errors.InsufficientPrivilege):
            return Message(
                "{0} does not allow that ({1}). Its administrator has to run in the database: CREATE EXTENSION "
                "vector, and GRANT CREATE ON DATABASE for your user.",
                self.place,
                reason,
            )
        if isinstance(error, errors.ReadOnlySqlTransaction):
            return Message(
                "{0} is a replica, which only answers searches. Promote it, or name the primary too, as in "
                "postgresql://HOST1,HOST2/DATABASE",
                self.place,
            )
        if isinstance(error, errors.OperationalError) and not isinstance(error, errors.QueryCanceled):
            return Message(
                "{0} cannot be reached ({1}). Start it, and run the same command again.", self.place, reason
            )
        return Message("{0} could not do what it was asked: {1}", self.place, reason)


def _short(name: str) -> str:
    """A collection's name, of word characters only, with room for what follows it: PostgreSQL cuts names at 63."""
    if len(name) <= _MOST_NAME:
        return name
    return f"{name[: _MOST_NAME - 17]}_{hashlib.blake2b(name.encode(), digest_size=8).hexdigest()}"


def _copy(connection: Any, table: str, columns: Sequence[str], records: Iterable[Sequence[bytes]]) -> None:
    """Add records of binary fields: PostgreSQL's documentation of COPY, "Binary Format"."""
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN (FORMAT BINARY)") as copy,
    ):
        copy.write(_COPY_HEAD)
        fields = struct.pack(">h", len(columns))
        for record in records:
            copy.write(fields + b"".join(struct.pack(">i", len(field)) + field for field in record))
        copy.write(_COPY_END)
