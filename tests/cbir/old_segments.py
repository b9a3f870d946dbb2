"""Postings as the program wrote them before format 2: documents in place of rows, offsets of 32 bits."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np

from cbir.base.artifacts import MANIFEST, write_array
from cbir.base.storage import checksum
from cbir.visual_words import PostingsSegment


def rewrite_in_format_1(folder: Path) -> None:
    """Write a segment again as the program of before would have written it."""
    segment = PostingsSegment.open(folder)
    old = folder.with_name(f"{folder.name}-old")
    old.mkdir()
    write_array(old / "offsets.u32", segment.offsets.astype("<u4"))
    write_array(old / "documents.u32", np.asarray(segment.members[segment.rows], "<u4"))
    for name in ("signatures.u64", "frequencies.u32", "members.u32", "lengths.u32"):
        shutil.copyfile(folder / name, old / name)
    files = {path.name: {"bytes": path.stat().st_size, "blake2b": checksum(path)} for path in old.iterdir()}
    about = {"kind": "postings", "format": 1, "codebook": segment.codebook, "words": len(segment.offsets) - 1}
    manifest = json.dumps({**about, "files": files}, indent=1, sort_keys=True)
    (old / MANIFEST).write_text(manifest, encoding="utf-8")
    shutil.rmtree(folder)
    old.rename(folder)
