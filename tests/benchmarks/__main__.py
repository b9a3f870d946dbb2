"""Fill in the tables of docs/benchmarks.md from its records: `python -m tests.benchmarks`.

--stale lists the records that are older than the last change of what they measured, and those of benchmarks that are
gone: nothing measures their figures again.
"""

import argparse
import subprocess

from tests.benchmarks.records import PAGE, RECORDS, filled_in, load


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stale", action="store_true", help="list what has to be measured again")
    if not parser.parse_args().stale:
        PAGE.write_text(filled_in(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
        return
    for path in sorted(RECORDS.glob("*.json")):
        record = load(path)
        if not record.measures:
            print(f"{path.stem:24} {record.date} {record.commit}: no benchmark measures it now")
        elif commits := commits_since(record):
            print(
                f"{path.stem:24} {record.date} {record.commit}: {len(commits)} commits since, last {commits[0]}"
            )


def commits_since(record):
    """Commits that changed what was measured, newest first."""
    known = subprocess.run(
        ["git", "merge-base", "--is-ancestor", record.commit, "HEAD"],
        cwd=PAGE.parent,
        capture_output=True,
        check=False,
    )
    since = [f"{record.commit}.."] if known.returncode == 0 else [f"--since={record.date}"]
    command = ["git", "log", "--format=%h %s", *since, "--", *(f":/{path}" for path in record.measures)]
    log = subprocess.run(command, cwd=PAGE.parent, capture_output=True, text=True, check=True)
    return log.stdout.splitlines()


if __name__ == "__main__":
    main()
