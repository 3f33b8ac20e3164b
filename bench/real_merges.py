#!/usr/bin/env python3
"""What `mergeproof check` says about merges of real repositories, without their builds.

  real_merges.py REPOSITORY... [--tool build/mergeproof] [--count N] [--seed S] [--most-files N]
                 [--total-time S] [--keep DIR] [-- OPTIONS OF CHECK]

Of each repository, up to N (8) merges in which both parents change C files, drawn at random among
those that change at most so many (20). Prints a table of the verdicts, the time of the units that
were tried, and the reasons of what is undecided. --keep holds the reports and the written tests.
Exit code 1: the tool failed, or was killed for its time.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODES = {0, 1, 3, 4}
KILLED_AFTER = 3  # times the limit that the tool was given
COLUMNS = ("merges", "functions", "identity", "proved", "conflict", "inherent", "tried", "not tried",
           "not analysed", "decided", "median s", "95 % s", "merge s")


def git(repository, *args):
    return subprocess.run(["git", "-C", repository, *args], capture_output=True, text=True,
                          errors="replace").stdout


def changed_files(repository, base, tip):
    return set(git(repository, "diff", "--name-only", base, tip, "--", "*.c", "*.h").split("\n")) - {""}


def draw(repository, args):
    """The same merges for the same seed."""
    found = []
    lines = git(repository, "rev-list", "--merges", "--parents", "--all").splitlines()
    random.Random(args.seed).shuffle(lines)
    for line in lines:
        if len(found) == args.count:
            break
        merge, *parents = line.split()
        base = git(repository, "merge-base", *parents).strip() if len(parents) == 2 else ""
        if not base or base in parents:
            continue
        changed = [changed_files(repository, base, parent) for parent in parents]
        if all(changed) and len(changed[0] | changed[1]) <= args.most_files:
            found.append(merge)
    return found


def check(repository, merge, args, directory):
    """The report, or None; and the seconds that it took."""
    report = directory / "report.json"
    started = time.time()
    try:
        code = subprocess.run(
            [args.tool.resolve(), "check", "-C", repository, merge, "--total-time",
             str(args.total_time), "--output", f"json={report}", "--tests", directory / "tests",
             *args.options], capture_output=True, timeout=KILLED_AFTER * args.total_time,
            cwd=directory).returncode
    except subprocess.TimeoutExpired:
        code = "killed"
    seconds = time.time() - started
    if code not in CODES or not report.exists():
        print(f"failed ({code}): {repository} {merge}", flush=True)
        return None, seconds
    return json.loads(report.read_text()), seconds


def kind_of(reason):
    """A reason without the names and numbers in it."""
    reason = re.sub(r"; \d+ inputs were tried.*", "", reason)
    reason = re.sub(r"[\w./-]+:", "", reason)
    reason = re.sub(r"\b[\w.]+\(\)", "f()", reason)
    return re.sub(r"\d+", "N", reason)[:110]


class Tally:
    def __init__(self):
        self.count = collections.Counter()
        self.times, self.merges, self.reasons = [], [], collections.Counter()

    def add(self, report, seconds):
        self.merges.append(seconds)
        self.count["merges"] += 1
        for unit in report["units"]:
            self.count["functions"] += 1
            self.add_unit(unit)

    def add_unit(self, unit):
        verdict, reason = unit["verdict"], unit["reason"]
        if unit["by"] == "identity":
            self.count["identity"] += 1
        elif verdict == "not-analysed":
            self.count["not analysed"] += 1
        elif "--callers" in reason:
            self.count["not tried"] += 1
        else:
            self.count["tried"] += 1
            self.times.append(unit["seconds"])
            self.count[verdict] += 1
        if verdict not in ("proved", "conflict", "inherent"):
            self.reasons[kind_of(reason)] += 1

    def join(self, other):
        self.count += other.count
        self.times += other.times
        self.merges += other.merges
        self.reasons += other.reasons

    def row(self, name):
        decided = sum(self.count[key] for key in ("proved", "conflict", "inherent"))
        share = f"{100 * decided / self.count['tried']:.0f} %" if self.count["tried"] else "-"

        def at(values, part):
            return f"{sorted(values)[int(part * (len(values) - 1))]:.1f}" if values else "-"
        cells = [self.count[key] for key in COLUMNS[:-4]]
        cells += [share, at(self.times, 0.5), at(self.times, 0.95), at(self.merges, 0.5)]
        return f"| {name} | " + " | ".join(map(str, cells)) + " |"


def show(tallies):
    total = Tally()
    print("\n| project | " + " | ".join(COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for name, tally in tallies.items():
        print(tally.row(name))
        total.join(tally)
    print(total.row("all"))
    for reason, count in total.reasons.most_common(25):
        print(f"{count:6} {reason}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / "build/mergeproof")
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-files", type=int, default=20)
    parser.add_argument("--total-time", type=int, default=120)
    parser.add_argument("--keep", type=pathlib.Path)
    arguments, options = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, options = arguments[:at], arguments[at + 1:]
    args = parser.parse_args(arguments, argparse.Namespace(options=options))
    tallies, has_failed = {}, False
    with tempfile.TemporaryDirectory() as scratch:
        for repository in map(pathlib.Path, args.repositories):
            whole = repository.resolve()
            name = whole.parent.name if whole.name in ("repo", ".git") else whole.name
            tally = tallies[name] = Tally()
            for merge in draw(repository, args):
                directory = (args.keep or pathlib.Path(scratch)).resolve() / f"{name}-{merge[:8]}"
                directory.mkdir(parents=True, exist_ok=True)
                report, seconds = check(repository.resolve(), merge, args, directory)
                if report is None:
                    has_failed = True
                    continue
                tally.add(report, seconds)
                units = collections.Counter(unit["verdict"] for unit in report["units"])
                print(f"{name} {merge[:8]} {seconds:.0f} s {dict(units)}", flush=True)
    show(tallies)
    return 1 if has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
