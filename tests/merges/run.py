#!/usr/bin/env python3
"""Random merges: what the tool says against what native runs show.

Every merge is a random C program, two or three people's edits of it, and git's automatic
merge (now and then one made by hand, with something forgotten). The oracle runs all
versions natively (oracle.py). Two answers of the tool are failures:

  UNSOUND       a unit is called proved, and the oracle has inputs that show a conflict
  FALSE ALARM   a conflict is claimed whose written test does not show it natively, or
                of versions that take different parameters, or a merge is said not to
                build that builds

Failing merges are saved as directories like golden cases (--save). Functions that a parent
renamed are counted apart ("new name"): the tool does not know them again, and has to say so.

With --variadic, programs have a helper that reads variable arguments.

  run.py [--tool build/mergeproof] [--count N] [--seed S] [--jobs J] [--no-exec]
         [--variadic] [--m32] [--oracle-only] [--inputs N] [--save DIR] [--save-open DIR]
"""
import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import edits as E
import oracle
import tool as T
import whole
from places import spots

ROOT = pathlib.Path(__file__).resolve().parents[2]
BATCH = 25
LOOPS = ("count", "for", "while", "dowhile")


def merge_texts(base, ours, theirs):
    with tempfile.TemporaryDirectory() as scratch:
        names = []
        for name, text in (("a", ours), ("o", base), ("b", theirs)):
            path = pathlib.Path(scratch) / name
            path.write_text(text)
            names.append(str(path))
        run = subprocess.run(["git", "merge-file", "-p", *names], capture_output=True,
                             text=True)
    return run.stdout if run.returncode == 0 else None


def make_merge(rng, name, is_variadic):
    """A Merge, or None when git has a textual conflict or nothing was changed."""
    base = whole.make_program(rng, is_variadic)
    if rng.random() < 0.8:
        base.focus = max(rng.sample(base.functions, 2 if base.makers else 1),
                         key=lambda f: len(list(spots(f.body, LOOPS)))).name
    count = 3 if rng.random() < 0.08 else 2
    parents, done = [], []
    keeps = rng.random() < (0.3 if base.makers else 0.15)
    for k in range(count):
        parent = base.clone()
        done.append(E.apply_edits(rng, parent, keeps or (k > 0 and rng.random() < 0.3)))
        parents.append(parent.text())
    texts = {"O": base.text()}
    merged = parents[0]
    for parent in parents[1:]:
        merged = merge_texts(texts["O"], merged, parent)
        if merged is None:
            return None
    if rng.random() < 0.07:
        merged = rng.choice(parents)
        done.append(["forgotten by hand"])
    for k, parent in enumerate(parents):
        texts["ABC"[k]] = parent
    texts["M"] = merged
    if all(text == texts["O"] for text in texts.values()):
        return None
    return oracle.Merge(name, texts, base.scalars, base.arrays, done)


class Tally:
    def __init__(self):
        self.tried = self.clean = self.conflicting = self.units = self.runs = 0
        self.unit_conflicts = 0
        self.broken_merges = self.broken_parents = 0
        self.verdicts = collections.Counter()
        self.reasons = collections.Counter()
        self.by = collections.Counter()
        self.tests = collections.Counter()
        self.seconds = 0.0
        self.failures = []
        self.open = []      # undecided: (merge, why)


def make_batch(rng, args, start, tally):
    count = min(BATCH, args.count - start)
    merges = []
    while len(merges) < count:
        tally.tried += 1
        merge = make_merge(rng, f"m{start + len(merges)}", args.variadic)
        if merge:
            merges.append(merge)
    return merges


def save(directory, merge, why):
    if not directory:
        return
    folder = pathlib.Path(directory) / merge.name
    folder.mkdir(parents=True, exist_ok=True)
    names = {"O": "base", "M": "merge"}
    for version, text in merge.texts.items():
        (folder / f"{names.get(version, version.lower())}.c").write_text(text)
    (folder / "why.txt").write_text(f"{why}\nedits: {merge.edits}\n")


def compare_unit(merge, unit, judged, tally, failures):
    """One unit of the tool's report against the oracle."""
    verdict = unit["verdict"]
    shows = judged is not None and judged.violating > 0
    is_renamed = merge.is_renamed(unit["function"])
    tally.verdicts[f"{verdict}, oracle {'conflict' if shows else 'silent'}"
                   f"{', new name' if is_renamed else ''}"] += 1
    if verdict == "proved":
        tally.by[unit.get("by", "")] += 1
        if shows:
            failures.append(f"UNSOUND {merge.name} {unit['function']} proved by "
                            f"{unit.get('by')}: {judged.example}")
    elif verdict == "conflict" and is_renamed and not shows:
        failures.append(f"FALSE ALARM {merge.name} {unit['function']}: a renamed function is "
                        "taken for another")
    elif verdict == "conflict" and merge.has_new_signature(unit["function"]) and not is_renamed:
        failures.append(f"FALSE ALARM {merge.name} {unit['function']}: a conflict of versions "
                        "that take different parameters")
    elif verdict != "conflict":
        tally.reasons[re.sub(r"\d+", "N", unit.get("reason", ""))[:100]] += 1
        found = f"; oracle: {judged.example}" if shows else ""
        tally.open.append((merge, f"{unit['function']}: {unit.get('reason', '')}{found}"))


def compare(merge, report, judged, broken, tally, tests):
    failures = [f"FALSE ALARM {where}" for what, where in tests if what == "broken"]
    tally.tests.update(what for what, _ in tests)
    tally.seconds += report["summary"]["seconds"]
    if broken:
        builds = "M" not in broken
        if not builds and not report.get("build") and \
                any(u["verdict"] == "proved" and u.get("by") != "identity"
                    for u in report["units"]):
            failures.append(f"UNSOUND {merge.name}: proofs about a merge that does not build")
        tally.verdicts["build finding" if report.get("build") else
                       "merge does not build, not reported"] += 1
        return failures
    if report.get("build"):
        failures.append(f"FALSE ALARM {merge.name}: said not to build: "
                        f"{report['build'][0]['message']}")
    for unit in report["units"]:
        compare_unit(merge, unit, judged.get(unit["function"]), tally, failures)
    return failures


def ask_tool(args, merge):
    """See tool.check."""
    with tempfile.TemporaryDirectory() as scratch:
        return T.check(args.tool, merge, pathlib.Path(scratch), args.no_exec or args.m32,
                       oracle.narrow.FLAGS if args.m32 else [])


def run_batch(args, merges, tally):
    results, broken = oracle.judge(merges, args.inputs)
    for merge in merges:
        if merge.name in broken:
            if broken[merge.name] == {"M"}:
                tally.broken_merges += 1
            else:
                tally.broken_parents += 1
                print(f"{merge.name}: a parent does not compile: {broken[merge.name]} "
                      f"{merge.edits}")
            continue
        judged = results.get(merge.name, {})
        tally.clean += 1
        tally.units += len(judged)
        tally.runs += sum(j.inputs for j in judged.values())
        tally.unit_conflicts += sum(j.violating > 0 for j in judged.values())
        tally.conflicting += any(j.violating for j in judged.values())
    if args.oracle_only:
        return
    asked = [m for m in merges if broken.get(m.name, {"M"}) == {"M"}]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        answers = pool.map(lambda merge: ask_tool(args, merge), asked)
        for merge, (report, tests, failure) in zip(asked, answers):
            if report is None:
                failures = [failure]
            else:
                failures = compare(merge, report, results.get(merge.name, {}),
                                   broken.get(merge.name), tally, tests)
            if failures:
                save(args.save, merge, "\n".join(failures))
                tally.failures += failures
                print("\n".join(failures), flush=True)
    for merge, why in tally.open:
        save(args.save_open, merge, why)
    tally.open.clear()


def print_summary(args, tally):
    merges = tally.clean + tally.broken_merges
    print(f"random merges: {merges} merges (seed {args.seed}), {tally.tried} tried, "
          f"{tally.broken_merges} do not build, {tally.broken_parents} with broken parents")
    print(f"oracle: {tally.runs} inputs on {tally.units} units; {tally.conflicting} merges "
          f"({100 * tally.conflicting // max(1, tally.clean)} %) and {tally.unit_conflicts} "
          "units show a conflict")
    if args.oracle_only:
        return
    total = max(1, sum(n for k, n in tally.verdicts.items()))
    for text, number in sorted(tally.verdicts.items()):
        print(f"  {number:6} {100 * number / total:5.1f} %  {text}")
    print(f"  tests of conflicts: {dict(tally.tests)}; "
          f"{tally.seconds / max(1, merges):.2f} s per merge")
    print("  proofs by: " + ", ".join(f"{n} {k}" for k, n in tally.by.most_common()))
    for text, number in tally.reasons.most_common(12):
        print(f"  {number:6} unknown: {text}")
    print(f"failures: {len(tally.failures)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / "build/mergeproof")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--inputs", type=int, default=400)
    parser.add_argument("--no-exec", action="store_true")
    parser.add_argument("--variadic", action="store_true")
    parser.add_argument("--m32", action="store_true",
                        help="32-bit programs, interpreted by the tool")
    parser.add_argument("--oracle-only", action="store_true")
    parser.add_argument("--save", default="")
    parser.add_argument("--save-open", default="", help="where undecided merges are saved")
    args = parser.parse_args()
    args.tool = args.tool.resolve()
    if args.m32 and not oracle.use_32_bits():
        print("no 32-bit program runs on this machine")
        return 0
    rng = random.Random(args.seed)
    tally = Tally()
    for start in range(0, args.count, BATCH):
        merges = make_batch(rng, args, start, tally)
        run_batch(args, merges, tally)
    print_summary(args, tally)
    if tally.broken_parents:
        return 1
    if args.oracle_only:
        share = tally.conflicting / max(1, tally.clean)
        return 0 if 0.1 < share < 0.9 else 1
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
