"""Files that trip image readers: `python -m tests.benchmarks.nasty --data DATA`.

nasty.tar.xz, unpacked, and the bombs of tests/bombs.py, through the real `cbir index`: every file indexed or listed
with its reason. Of the files that Pillow with pillow-heif decodes, in the formats that are promised, nearly all must be
indexed; of the bombs, all that are pictures within the limits.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from cbir.images import looks_like_picture
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, verdict
from tests.bombs import write_bombs
from tests.index_run import index_files
from tests.nasty_files import unpack_nasty_files

MEASURES = ("cbir/images", "cbir/metadata", "cbir/workers")

PROMISED = frozenset("JPEG MPO PNG WEBP TIFF BMP GIF HEIF AVIF".split())
PSS_LIMIT_MB = 1000
INDEXED_SHARE = 0.99


def main():
    parsed = parser(__doc__ or "")
    arguments = parsed.parse_args()
    with tempfile.TemporaryDirectory() as work:
        unpack_nasty_files(arguments.data, Path(work))
        (listing,) = Path(work).rglob("index.json")
        folder = listing.parent
        files = [folder / entry["path"] for entry in json.loads(listing.read_bytes())["files"]]
        progress("indexing")
        run = index_files(files, folder, Path(work) / "library")
        progress("probing")
        decodable = [path for path, format in probe(files).items() if format in PROMISED]
        indexed = [path for path in decodable if path in run.indexed]
        exceptions = [
            (path.relative_to(folder).as_posix(), run.skipped.get(path, "**unaccounted for**"))
            for path in decodable
            if path not in run.indexed
        ]
        others = [path for path in run.unaccounted if not looks_like_picture(path)]
        unaccounted = [path.relative_to(folder).as_posix() for path in run.unaccounted if path not in others]
        no_pictures = ", ".join(path.relative_to(folder).as_posix() for path in others)
    share = len(indexed) / len(decodable)
    slow = [reason for reason in run.skipped.values() if "was stopped" in reason]
    checks = Table(
        title="Files",
        columns=("what", "asked", "measured", "holds"),
        rows=(
            ("exit code", "0", str(run.exit_code), verdict(run.exit_code == 0)),
            ("files", "–", str(len(files)), "–"),
            ("indexed", "–", str(len(run.indexed)), "–"),
            ("listed with a reason", "–", str(len(run.skipped)), "–"),
            ("no picture by its name and its first bytes, nor decodable", "–", str(len(others)), "–"),
            ("unaccounted for", "0", str(len(unaccounted)), verdict(not unaccounted)),
            ("of what Pillow with pillow-heif decodes, in the formats promised, indexed",
             f"{INDEXED_SHARE:.0%}", f"{share:.1%} of {len(decodable)}", verdict(share >= INDEXED_SHARE)),
            ("problems that `check --deep` finds", "0", str(len(run.problems)), verdict(not run.problems)),
            ("peak memory, sum of PSS, MB", f"{PSS_LIMIT_MB}", f"{run.pss_mb:.0f}",
             verdict(run.pss_mb < PSS_LIMIT_MB)),
            ("seconds; files that were stopped for time", "–", f"{run.took_s:.0f}; {len(slow)}", "–"),
        ),
        notes=(f"No pictures: {no_pictures}.", *(f"Not accounted for: {name}" for name in unaccounted)),
    )  # fmt: skip
    named = Table(
        title="Decodable and not indexed",
        columns=("file", "reason"),
        rows=tuple(exceptions) or (("none", "–"),),
    )
    tables = [checks, named, try_bombs()]
    publish("nasty", "Files that trip image readers", tables, write=arguments.write, measures=MEASURES)


def try_bombs():
    """Files that are far larger in memory than on disk, or say that they are."""
    with tempfile.TemporaryDirectory() as work:
        progress("writing bombs")
        bombs = write_bombs(Path(work) / "bombs")
        progress("indexing bombs")
        run = index_files(list(bombs), Path(work) / "bombs", Path(work) / "library")
    lost = [path.name for path, readable in bombs.items() if readable and path not in run.indexed]
    stopped = [reason for reason in run.skipped.values() if "was stopped" in reason]
    return Table(
        title="Bombs",
        columns=("what", "asked", "measured", "holds"),
        rows=(
            ("files", "50", str(len(bombs)), verdict(len(bombs) >= 50)),
            ("exit code", "0", str(run.exit_code), verdict(run.exit_code == 0)),
            ("unaccounted for", "0", str(len(run.unaccounted)), verdict(not run.unaccounted)),
            ("pictures within the limits that are not indexed", "0", str(len(lost)), verdict(not lost)),
            ("refused", "–", str(len(run.skipped)), "–"),
            ("peak memory, sum of PSS, MB", f"{PSS_LIMIT_MB}", f"{run.pss_mb:.0f}",
             verdict(run.pss_mb < PSS_LIMIT_MB)),
            ("seconds; files that were stopped", "–", f"{run.took_s:.0f}; {len(stopped)}", "–"),
        ),
        notes=tuple(f"Not indexed: {name}: {reason}" for name in lost
                    for path, reason in run.skipped.items() if path.name == name),
    )  # fmt: skip


def probe(files):
    """The format of each file that Pillow with pillow-heif decodes; a child does it, for it may crash."""
    found = {}
    left = list(files)
    while left:
        child = subprocess.run(
            [sys.executable, "-c", _PROBE],
            input=json.dumps([str(path) for path in left]),
            capture_output=True,
            text=True,
            check=False,
        )
        lines = child.stdout.splitlines()
        found.update({path: format for path, format in zip(left, lines, strict=False) if format})
        left = left[len(lines) + 1 :] if len(lines) < len(left) else []  # past the one that it crashed on
    return found


_PROBE = """
import json, sys, warnings
import pillow_heif
from PIL import Image
warnings.simplefilter("ignore")
pillow_heif.register_heif_opener()
for name in json.loads(sys.stdin.read()):
    try:
        with Image.open(name) as picture:
            picture.load()
            print(picture.format, flush=True)
    except Exception:
        print(flush=True)
"""


if __name__ == "__main__":
    main()
