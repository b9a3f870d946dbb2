"""Metrics in Prometheus' text format."""

import json
import re
from pathlib import Path

from cbir.server.metrics import Metrics

DASHBOARD = Path(__file__).parents[3] / "installers" / "service" / "grafana.json"


def test_counters_are_whole_however_large_and_gauges_keep_their_fractions():
    lines = Metrics().text({"queue_seconds": 0.25}, {"sent_bytes_total": 12_345_678_901}).splitlines()
    assert "cbir_queue_seconds 0.25" in lines
    assert "cbir_sent_bytes_total 12345678901" in lines


def test_the_dashboard_draws_metrics_that_exist(serve):
    service = serve()
    service.get("/health")
    told = set(re.findall(r"^(cbir_\w+)", service.get("/metrics").body.decode(), re.MULTILINE))
    panels = json.loads(DASHBOARD.read_text())["panels"]
    drawn = {
        name
        for panel in panels
        for each in panel["targets"]
        for name in re.findall(r"cbir_\w+", each["expr"])
    }
    assert len(drawn) > 8 and drawn <= told
