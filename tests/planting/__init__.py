"""Faults planted in the program, one at a time, and whether a test notices: python -m tests.benchmarks.faults."""
