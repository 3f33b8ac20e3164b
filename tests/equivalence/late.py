#!/usr/bin/env python3
"""Is nothing proved of pairs whose difference shows too late to be found by running?

Pairs of late_differences.txt: "equivalent" is a failure, whatever else is said. In turn forwards
and backwards, or in both directions.

  late.py --tool build/mergeproof [--both] [--every N]
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PAIRS = pathlib.Path(__file__).resolve().parent / "late_differences.txt"


def read_pairs():
    """Yields (name, old, new)."""
    for part in re.split(r"(?m)^=== ", PAIRS.read_text())[1:]:
        name, rest = part.split("\n", 1)
        old, new = re.fullmatch(r".*?--- old\n(.*?)--- new\n(.*)", rest, re.DOTALL).groups()
        yield name, old, new


def verdicts(tool, old, new):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("old", old), ("new", new)):
            (pathlib.Path(folder) / f"{name}.c").write_text(text)
        ran = subprocess.run([tool, "diff", "--files", "old.c", "new.c", "--function", "f",
                              "--no-exec", "--output", "json=-"], cwd=folder,
                             capture_output=True, text=True)
    return [unit["verdict"] for unit in json.loads(ran.stdout)["units"]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, required=True)
    parser.add_argument("--both", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="only every N-th pair")
    args = parser.parse_args()
    tool = args.tool.resolve()
    failures = 0
    pairs = list(read_pairs())[::args.every]
    asked = [(name, *texts) for number, (name, old, new) in enumerate(pairs)
             for way, texts in enumerate(((old, new), (new, old)))
             if args.both or way == number % 2]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (name, *_), given in zip(asked, pool.map(lambda a: verdicts(tool, *a[1:]), asked)):
            is_wrong = len(given) != 1 or given[0] == "equivalent"
            failures += is_wrong
            print(f"{name}: {', '.join(given)}{'  WRONG' if is_wrong else ''}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
