"""The command `cbir duplicates`: find, list, and move copies to the trash."""

from cbir.cli.duplicates.command import duplicates
