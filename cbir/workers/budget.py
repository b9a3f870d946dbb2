"""One budget of bytes, shared by many: who may hold how much, and who waits."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable


class Budget:
    """Grants in the order of asking, so that a large request is not starved by small ones.

    A request larger than the whole budget is granted when nothing else is held: it proceeds alone.
    """

    def __init__(self, total_bytes: int) -> None:
        self._total = total_bytes
        self._held: dict[Hashable, int] = {}
        self._waiting: deque[tuple[Hashable, int]] = deque()

    @property
    def held_bytes(self) -> int:
        return sum(self._held.values())

    def ask(self, owner: Hashable, n_bytes: int) -> list[Hashable]:
        """Ask for a share. Returns all owners that may now go on: this one, or none yet."""
        self._waiting.append((owner, n_bytes))
        return self._grant()

    def release(self, owner: Hashable) -> list[Hashable]:
        """Give back what an owner holds, and its requests. Returns all owners that may now go on."""
        self._held.pop(owner, None)
        self._waiting = deque(request for request in self._waiting if request[0] != owner)
        return self._grant()

    def _grant(self) -> list[Hashable]:
        granted = []
        held = self.held_bytes
        while self._waiting and (not self._held or held + self._waiting[0][1] <= self._total):
            owner, n_bytes = self._waiting.popleft()
            self._held[owner] = n_bytes
            held += n_bytes
            granted.append(owner)
        return granted
