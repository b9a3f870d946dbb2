"""Queries with known answers, altered copies and figures: what only the benchmarks measure with."""
