"""The commands that measure a library's searches: `cbir evaluate`."""

from cbir.cli.measuring.evaluating import evaluate
