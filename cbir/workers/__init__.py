"""Tasks on untrusted files -> worker processes that may crash or hang -> futures.

WorkerPool(initializer=...), submit(function, path), close(). Inside a task, `with grant(n_bytes):` waits for
a share of the one budget of decoded bytes.
"""

from cbir.workers.pool import WorkerDied, WorkerPool, WorkersBroken
from cbir.workers.process import grant, release_freed_memory

__all__ = ["WorkerDied", "WorkerPool", "WorkersBroken", "grant", "release_freed_memory"]
