"""The initializer of workers whose library is not known yet."""

from __future__ import annotations


def load_for_tasks() -> None:
    """Load what any task needs. The pool imports this module, so tasks and their libraries are imported here only."""
    from cbir.workers.tasks import warm_up

    warm_up(())
