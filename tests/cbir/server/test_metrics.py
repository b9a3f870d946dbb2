"""Metrics in Prometheus' text format."""

from cbir.server.metrics import Metrics


def test_counters_are_whole_however_large_and_gauges_keep_their_fractions():
    lines = Metrics().text({"queue_seconds": 0.25}, {"sent_bytes_total": 12_345_678_901}).splitlines()
    assert "cbir_queue_seconds 0.25" in lines
    assert "cbir_sent_bytes_total 12345678901" in lines
