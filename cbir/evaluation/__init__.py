"""Ground truth, altered copies and metrics: how well a search does, in numbers.

Nothing here knows a particular data set beyond the layout of its files, and nothing here prints: the
benchmarks and the command line do.
"""
