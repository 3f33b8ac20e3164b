#!/usr/bin/env python3
"""Does `mergeproof diff` prove what is equivalent, and refute what is not?

Every pair (pairs.py) is asked twice: old against new, which are equivalent, and old against
the twin of new, which is not (truth.py shows both natively). Printed are, per category, how
many pairs are proved and how many twins refuted, and the rest with the tool's reasons.

Failures are a WRONG verdict (a pair called different, a twin called equivalent), and a share
of proved pairs below --least.

  run.py --tool build/mergeproof [--jobs N] [--only NAME...] [--least SHARE]
         [--every N] [--seconds N] [--verbose]

Names are those of pairs or categories.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import pairs as P

WANTED = {"new": "equivalent", "twin": "different"}
Answer = collections.namedtuple("Answer", "pair version verdict reason seconds")


def unit_of(report, function):
    """(verdict, reason) of the unit; units of helpers do not count."""
    for unit in report.get("units", []):
        if unit["function"] == function:
            return unit["verdict"], unit.get("reason", "")
    return "no answer", "the unit is not in the report"


def ask(options, pair, version):
    """(verdict, reason)."""
    with tempfile.TemporaryDirectory(prefix="mergeproof-equivalence-") as folder:
        for name in ("old", version):
            (pathlib.Path(folder) / f"{name}.c").write_text(pair.texts[name])
        command = [options.tool, "diff", "--files", "old.c", f"{version}.c", "--function",
                   pair.unit, "--output", "json=-"]
        try:
            ran = subprocess.run(command, cwd=folder, capture_output=True, text=True,
                                 stdin=subprocess.DEVNULL, timeout=options.seconds)
        except subprocess.TimeoutExpired:
            return "no answer", f"not within {options.seconds} s"
    try:
        return unit_of(json.loads(ran.stdout), pair.unit)
    except json.JSONDecodeError:
        message = ran.stderr.strip().split("\n")[-1]
        return "no answer", f"exit code {ran.returncode}: {message}"


def answer(options, pair, version):
    start = time.monotonic()
    verdict, reason = ask(options, pair, version)
    return Answer(pair, version, verdict, reason, time.monotonic() - start)


def is_right(given):
    return given.verdict == WANTED[given.version]


def is_wrong(given):
    return not is_right(given) and given.verdict in WANTED.values()


def print_table(answers):
    kinds = {}
    for given in answers:
        counts = kinds.setdefault(given.pair.category, collections.Counter())
        counts[given.version] += 1
        counts[given.version, "right"] += is_right(given)
    kinds["all"] = sum(kinds.values(), collections.Counter())
    print(f"{'category':24}{'proved':>12}{'refuted twins':>18}")
    for kind, counts in kinds.items():
        proved, refuted = (f"{counts[version, 'right']} / {counts[version]}"
                           for version in ("new", "twin"))
        print(f"{kind:24}{proved:>12}{refuted:>18}")


def print_rest(answers):
    for given in answers:
        if not is_right(given):
            what = "WRONG: " if is_wrong(given) else ""
            print(f"{given.pair.category}: {given.pair.name}: {given.version}: "
                  f"{what}{given.verdict}: {given.reason}")


def print_answer(given):
    print(f"{given.pair.name} {given.version}: {given.verdict}, {given.seconds:.2f} s",
          flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--every", type=int, default=1, help="only every N-th pair")
    parser.add_argument("--least", type=float, default=0, help="share of proved pairs, 0 to 1")
    parser.add_argument("--seconds", type=int, default=300, help="for one answer")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.tool = options.tool.resolve()
    questions = [(pair, version) for pair in P.read_pairs(options.only)[::options.every]
                 for version in WANTED]
    answers = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for given in pool.map(lambda question: answer(options, *question), questions):
            answers.append(given)
            if options.verbose:
                print_answer(given)
    print_table(answers)
    print_rest(answers)
    wrong = sum(map(is_wrong, answers))
    proved = sum(map(is_right, (given for given in answers if given.version == "new")))
    share = proved / max(1, len(answers) // 2)
    print(f"{wrong} wrong verdicts; {100 * share:.1f} % of the pairs are proved")
    return 1 if wrong or share < options.least or not answers else 0


if __name__ == "__main__":
    sys.exit(main())
