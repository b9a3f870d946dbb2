"""Postings as the program wrote them before: plain rows in format 2; documents, and offsets of 32 bits, in format 1."""

import json
import shutil

import numpy as np

from cbir.base.artifacts import MANIFEST, write_array
from cbir.base.storage import checksum
from cbir.visual_words import PostingsSegment


def rewrite_in_format_1(folder):
    """Write a segment again as the program of before would have written it."""
    segment = PostingsSegment.open(folder)
    rows = segment.rows_of(np.arange(len(segment.offsets) - 1))
    arrays = {"offsets.u32": segment.offsets.astype("<u4"), "documents.u32": segment.members[rows]}
    _rewrite(segment, 1, arrays)


def rewrite_in_format_2(folder):
    segment = PostingsSegment.open(folder)
    rows = segment.rows_of(np.arange(len(segment.offsets) - 1))
    _rewrite(segment, 2, {"offsets.i64": segment.offsets, "rows.u32": rows})


def _rewrite(segment, format, arrays):
    folder = segment.folder
    old = folder.with_name(f"{folder.name}-old")
    old.mkdir()
    for name, values in arrays.items():
        write_array(old / name, values)
    for name in ("signatures.u64", "frequencies.u32", "members.u32", "lengths.u32"):
        shutil.copyfile(folder / name, old / name)
    files = {path.name: {"bytes": path.stat().st_size, "blake2b": checksum(path)} for path in old.iterdir()}
    about = {
        "kind": "postings",
        "format": format,
        "codebook": segment.codebook,
        "words": len(segment.offsets) - 1,
    }
    manifest = json.dumps({**about, "files": files}, indent=1, sort_keys=True)
    (old / MANIFEST).write_text(manifest, encoding="utf-8")
    shutil.rmtree(folder)
    old.rename(folder)
