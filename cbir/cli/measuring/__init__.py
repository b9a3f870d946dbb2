"""The commands that measure a library's searches: `cbir evaluate` and `cbir ablate`."""

from cbir.cli.measuring.ablating import ablate
from cbir.cli.measuring.evaluating import evaluate
