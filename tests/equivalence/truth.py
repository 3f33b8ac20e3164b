#!/usr/bin/env python3
"""Are the pairs what they say they are? Native runs, without the tool.

Every version is compiled with its drive and sanitizers, and run on the same seeds. For each
pair:

  * old and new show the same on every seed, or trap both;
  * the twin shows something else, or traps, on a seed where old returns;
  * the twin differs from new in one token;
  * old returns on most seeds, so that the drive says something.

Equivalence on the inputs that were not tried is an argument of whoever wrote the pair.

  truth.py [--seeds N] [--jobs J] [--cc COMPILER] [--verbose] [--only NAME...]
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

import pairs as P

FLAGS = ["-std=gnu17", "-g0", "-O0", "-Wall", "-Wno-unused", "-fsanitize=address,undefined",
         "-fno-sanitize-recover=all"]
OPTIONS = {"ASAN_OPTIONS": "detect_leaks=0:symbolize=0:detect_stack_use_after_return=1",
           "UBSAN_OPTIONS": "symbolize=0"}
LEAST_RETURNS = 0.3


def build(options, pair, version, folder):
    """What the compiler complains of."""
    text = f"{pair.texts[version]}\n#include \"drive.h\"\n{pair.texts['drive']}"
    (folder / f"{version}.c").write_text(text)
    made = subprocess.run([options.cc, *FLAGS, f"-I{P.HERE}", f"{version}.c", "-o", version],
                          cwd=folder, capture_output=True, text=True)
    return made.stderr.strip()


def results(options, version, folder):
    """What each seed showed."""
    ran = subprocess.run([f"./{version}", str(options.seeds)], cwd=folder, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         env={**os.environ, **OPTIONS})
    return {seed: rest for seed, _, rest in
            (line.partition(" ") for line in ran.stdout.split("\n")) if rest}


def differing(one, other, skipped):
    """The first seed at which they differ, both ending, with what they show; how many."""
    seeds = [seed for seed in one if seed in other and one[seed] != other[seed]
             and one[seed] not in skipped and "endless" not in (one[seed], other[seed])]
    first = f"seed {seeds[0]}: {one[seeds[0]]} | {other[seeds[0]]}" if seeds else ""
    return first, len(seeds)


def judge(options, pair, folder):
    """(faults, remark)."""
    changed = P.changed_tokens(pair)
    faults = [] if changed is not None and len(changed) == 1 else [f"tokens: {changed}"]
    for version in P.VERSIONS:
        complaint = build(options, pair, version, folder)
        if complaint:
            return faults + [f"{version}: {complaint}"], ""
    old, new, twin = (results(options, version, folder) for version in P.VERSIONS)
    returns = sum(shown not in ("trap", "endless") for shown in old.values())
    if returns < LEAST_RETURNS * options.seeds:
        faults.append(f"old returns on {returns} seeds only")
    if len(old) < options.seeds or len(new) < options.seeds:
        faults.append("seeds are missing")
    if "endless" in (*old.values(), *new.values()):
        faults.append("old or new does not end on some seed")
    first, count = differing(old, new, ())
    if count:
        faults.append(f"old and new differ on {count} seeds: {first}")
    first, count = differing(old, twin, ("trap",))
    if not count:
        faults.append("the twin shows the same")
    traps = sum(shown == "trap" for shown in old.values())
    return faults, f"{traps} trap, twin differs on {count}; {changed}: {first}"


def try_pair(options, pair):
    with tempfile.TemporaryDirectory(prefix="mergeproof-equivalence-") as folder:
        return judge(options, pair, pathlib.Path(folder))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=3000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--every", type=int, default=1, help="only every N-th pair")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    pairs = P.read_pairs(options.only)[::options.every]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        judged = pool.map(lambda pair: try_pair(options, pair), pairs)
        for pair, (faults, remark) in zip(pairs, judged):
            failed += bool(faults)
            for fault in faults:
                print(f"{pair.category}: {pair.name}: {fault}", flush=True)
            if options.verbose:
                print(f"{pair.category}: {pair.name}: {remark}", flush=True)
    print(f"{len(pairs)} pairs, {failed} of them not as they should be")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
