#!/usr/bin/env python3
"""How long `check` takes, against what clang needs to read the same four versions.

Two merges that touch one file of 200 functions:

  identity    each parent changes functions of its own: everything is proved by closure hashes
  ten units   both parents change the same ten functions, in different statements

  check_ratio.py [--tool build/mergeproof] [--runs N]

Prints the median seconds of `mergeproof check`, of `clang-19 -fsyntax-only` on the four versions
one after the other, and their ratio.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
FUNCTIONS, UNITS = 200, 10
HEADERS = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
FUNCTION = """
int work_{n}(const int *data, unsigned count, int limit) {{
  int low = {low};
  unsigned seen = 0;

  for (unsigned i = 0; i < count; i++) {{
    if (data[i] > limit)
      seen++;
  }}

  if (seen > 100)
    return {high};

  return low / 2;
}}
"""


def version(changed_low=(), changed_high=()):
    return HEADERS + "".join(
        FUNCTION.format(n=n, low=n + (1000 if n in changed_low else 0),
                        high=n + (2000 if n in changed_high else 0))
        for n in range(FUNCTIONS))


def merges():
    some, others = set(range(UNITS)), set(range(100, 100 + UNITS))
    yield "identity", {"O": version(), "A": version(some), "B": version(others),
                       "M": version(some | others)}
    yield "ten units", {"O": version(), "A": version(some), "B": version((), some),
                        "M": version(some, some)}


def git(folder, *args):
    environment = dict(os.environ, GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_SYSTEM=os.devnull)
    for role in ("AUTHOR", "COMMITTER"):
        environment[f"GIT_{role}_NAME"] = "bench"
        environment[f"GIT_{role}_EMAIL"] = "bench@example.org"
    return subprocess.run(["git", *args], cwd=folder, check=True, capture_output=True,
                          text=True, env=environment).stdout.strip()


def make_repository(folder, texts):
    """A repository whose HEAD merges A and B; also the versions as files beside it."""
    repository = folder / "repository"
    repository.mkdir()
    git(repository, "init", "-q")
    commits = {}
    for name, parents in (("O", []), ("A", ["O"]), ("B", ["O"]), ("M", ["A", "B"])):
        (folder / f"{name}.c").write_text(texts[name])
        (repository / "work.c").write_text(texts[name])
        git(repository, "add", "work.c")
        tree = git(repository, "write-tree")
        flags = [f for p in parents for f in ("-p", commits[p])]
        commits[name] = git(repository, "commit-tree", tree, "-m", name, *flags)
    git(repository, "update-ref", "HEAD", commits["M"])
    return repository


def seconds(command, folder):
    start = time.monotonic()
    run = subprocess.run(command, cwd=folder, capture_output=True)
    return time.monotonic() - start, run.returncode


def measure(tool, runs, texts):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        repository = make_repository(folder, texts)
        checks, reads = [], []
        for _ in range(runs):
            took, code = seconds([tool, "check", "--output", "json=../report.json"], repository)
            if code == 2 or code > 127:
                raise SystemExit(f"check ended with {code}")
            checks.append(took)
            reads.append(sum(seconds(["clang-19", "-fsyntax-only", f"{v}.c"], folder)[0]
                             for v in "OABM"))
        summary = json.loads((folder / "report.json").read_text())["summary"]
    return statistics.median(checks), statistics.median(reads), summary


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / "build/mergeproof")
    parser.add_argument("--runs", type=int, default=7)
    args = parser.parse_args()
    print(f"{'merge':12}{'check':>9}{'clang':>9}{'ratio':>8}   (medians of {args.runs} runs)")
    for name, texts in merges():
        check, read, summary = measure(str(args.tool.resolve()), args.runs, texts)
        print(f"{name:12}{check:8.2f}s{read:8.2f}s{check / read:8.2f}   "
              f"{summary['proved']} proved, {summary['conflicts']} conflicts, "
              f"{summary['unknown']} undecided")


if __name__ == "__main__":
    main()
