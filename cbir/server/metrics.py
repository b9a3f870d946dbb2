"""Requests -> counts and times by route -> Prometheus' text format, version 0.0.4.

Labels are routes, never requested addresses, so that nobody can increase the number of series.
"""

from __future__ import annotations

import bisect
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BOUNDS_S = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """Counts of answers since the start; used only by the event loop's thread."""

    def __init__(self) -> None:
        self._answered: Counter[tuple[str, str, int]] = Counter()
        self._times: dict[str, list[int]] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self.uploaded_bytes = 0
        self._refused_connections = 0

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        self._answered[method, route, status] += 1
        times = self._times.setdefault(route, [0] * (len(_BOUNDS_S) + 1))
        times[bisect.bisect_left(_BOUNDS_S, seconds)] += 1
        self._seconds[route] += seconds

    def note_refused(self) -> None:
        """Count a connection that exceeded the limit."""
        self._refused_connections += 1

    def text(self, gauges: Mapping[str, float], counters: Mapping[str, float]) -> str:
        """All metrics as text. gauges, counters : values from other parts, by name"""
        counted = {
            **counters,
            "uploaded_bytes_total": self.uploaded_bytes,
            "refused_connections_total": self._refused_connections,
        }
        return "\n".join([*self._of_requests(), *_plain(gauges, "gauge"), *_plain(counted, "counter"), ""])

    def _of_requests(self) -> Iterator[str]:
        yield "# TYPE cbir_requests_total counter"
        for (method, route, status), count in sorted(self._answered.items()):
            yield f'cbir_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield "# TYPE cbir_request_seconds histogram"
        for route, times in sorted(self._times.items()):
            for bound, count in zip((*_BOUNDS_S, "+Inf"), itertools.accumulate(times), strict=True):
                yield f'cbir_request_seconds_bucket{{route="{route}",le="{bound}"}} {count}'
            yield f'cbir_request_seconds_sum{{route="{route}"}} {self._seconds[route]:.6f}'
            yield f'cbir_request_seconds_count{{route="{route}"}} {sum(times)}'


def _plain(values: Mapping[str, float], kind: str) -> Iterator[str]:
    for name, value in values.items():
        yield f"# TYPE cbir_{name} {kind}"
        yield f"cbir_{name} {value:g}" if kind == "gauge" else f"cbir_{name} {value:.0f}"
