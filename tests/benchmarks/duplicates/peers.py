"""What others find of the pairs of a set: `PYTHON peers.py DIR`, DIR with a manifest.json; JSON on stdout.

It imports nothing of this project, so that it runs where imagehash and imagededup are installed. A hash finds a pair
that lies no farther apart than one in a thousand of the pairs of two different photos; findimagedupes, and the
crop-resistant hash, say themselves what is a pair.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import logging
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

Pair = tuple[str, str]
APART = 1e-3  # share of the pairs of different photos that a hash may call one
RANDOM_PAIRS = 20_000
IN_CROPS = 500  # of those: the crop-resistant hash is slow
EVERY = 8  # and is asked of one pair in so many


def main() -> None:
    folder = Path(sys.argv[1])
    manifest = json.loads((folder / "manifest.json").read_text())
    pairs = [(pair["first"], pair["second"]) for pair in manifest["pairs"]]
    files = sorted({name for pair in pairs for name in pair})
    others = _different(manifest["origins"], files)
    found: dict[str, Any] = {}
    missing = []
    for name, package, make in HASHES:
        if importlib.util.find_spec(package) is None:
            missing.append(name)
            continue
        sys.stderr.write(f"{name}\n")
        slow = name == "imagehash, crop-resistant"
        looked = {name for pair in pairs[::EVERY] for name in pair} if slow else files
        hashes, each_ms = _hashed(folder, sorted(looked), make())
        if slow:
            said = [
                _crops_match(hashes[a], hashes[b]) if at % EVERY == 0 else None
                for at, (a, b) in enumerate(pairs)
            ]
            apart_too = [(a, b) for a, b in others if a in hashes and b in hashes][:IN_CROPS]
            falsely = np.mean([_crops_match(hashes[a], hashes[b]) for a, b in apart_too])
            found[name] = {"found": said, "falsely": float(falsely), "each_ms": each_ms, "cut": "its own"}
            continue
        apart = [_distance(hashes[a], hashes[b]) for a, b in others]
        cut = int(np.quantile(apart, APART))
        found[name] = {
            "found": [_distance(hashes[a], hashes[b]) <= cut for a, b in pairs],
            "falsely": float(np.mean([one <= cut for one in apart])),
            "each_ms": each_ms,
            "cut": f"{cut} of {len(hashes[files[0]])} bits",
        }
    if shutil.which("findimagedupes"):
        found["findimagedupes"] = _findimagedupes(folder, files, pairs, others)
    else:
        missing.append("findimagedupes")
    json.dump({"found": found, "missing": missing}, sys.stdout)


def _different(origins: dict[str, str], files: Sequence[str]) -> list[Pair]:
    rng = np.random.default_rng(1)
    names = [name for name in files if name in origins]
    drawn = rng.choice(len(names), (RANDOM_PAIRS, 2)).tolist()
    return [(names[a], names[b]) for a, b in drawn if origins[names[a]] != origins[names[b]]]


def _hashed(
    folder: Path, files: Sequence[str], make: Callable[[Image.Image], Any]
) -> tuple[dict[str, Any], float]:
    """The hash of each file, and CPU milliseconds of one, decoding included."""
    started = time.process_time()
    hashes = {}
    for file in files:
        with Image.open(folder / file) as picture:
            hashes[file] = make(picture.convert("RGB"))
    return hashes, (time.process_time() - started) * 1000 / len(files)


def _distance(one: Any, other: Any) -> int:
    return int((one != other).sum())


def _crops_match(one: Any, other: Any) -> bool:
    return bool(one.matches(other))


def _of_imagehash(name: str) -> Callable[[], Callable[[Image.Image], Any]]:
    def made() -> Callable[[Image.Image], Any]:
        imagehash = importlib.import_module("imagehash")
        return lambda picture: getattr(imagehash, name)(picture).hash.ravel()

    return made


def _crop_resistant() -> Callable[[Image.Image], Any]:
    made: Callable[[Image.Image], Any] = importlib.import_module("imagehash").crop_resistant_hash
    return made


def _of_imagededup(name: str) -> Callable[[], Callable[[Image.Image], Any]]:
    def made() -> Callable[[Image.Image], Any]:
        logging.disable(logging.WARNING)
        with contextlib.redirect_stdout(sys.stderr):
            hasher = getattr(importlib.import_module("imagededup.methods"), name)(verbose=False)

        def hashed(picture: Image.Image) -> Any:
            text = hasher.encode_image(image_array=np.asarray(picture))
            return np.unpackbits(np.frombuffer(bytes.fromhex(text), np.uint8))

        return hashed

    return made


def _pdq() -> Callable[[Image.Image], Any]:
    pdqhash = importlib.import_module("pdqhash")
    return lambda picture: pdqhash.compute(np.asarray(picture))[0]


HASHES: tuple[tuple[str, str, Callable[[], Callable[[Image.Image], Any]]], ...] = (
    ("imagehash, pHash", "imagehash", _of_imagehash("phash")),
    ("imagehash, dHash", "imagehash", _of_imagehash("dhash")),
    ("imagehash, wHash", "imagehash", _of_imagehash("whash")),
    ("imagehash, crop-resistant", "imagehash", _crop_resistant),
    ("imagededup, PHash", "imagededup", _of_imagededup("PHash")),
    ("imagededup, DHash", "imagededup", _of_imagededup("DHash")),
    ("imagededup, WHash", "imagededup", _of_imagededup("WHash")),
    ("imagededup, AHash", "imagededup", _of_imagededup("AHash")),
    ("PDQ", "pdqhash", _pdq),
)


def _findimagedupes(
    folder: Path, files: Sequence[str], pairs: Sequence[Pair], others: Sequence[Pair]
) -> dict[str, Any]:
    """Pairs that findimagedupes puts into one group, at its own threshold."""
    started = time.perf_counter()
    ran = subprocess.run(
        ["findimagedupes", "-q", *(str(folder / file) for file in files)],
        capture_output=True,
        text=True,
        check=False,
    )
    group_of: dict[str, int] = {}
    for number, line in enumerate(ran.stdout.splitlines()):
        # Names are apart by spaces and may have some: they are found where the folder begins again.
        for name in line.split(f"{folder}/")[1:]:
            group_of[name.strip().strip("'\"")] = number
    same = [group_of.get(a, -1) == group_of.get(b, -2) for a, b in pairs]
    falsely = float(np.mean([group_of.get(a, -1) == group_of.get(b, -2) for a, b in others]))
    return {
        "found": same,
        "falsely": falsely,
        "each_ms": (time.perf_counter() - started) * 1000 / len(files),
        "cut": "its own, 90 %",
    }


if __name__ == "__main__":
    main()
