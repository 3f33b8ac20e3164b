#!/usr/bin/env python3
"""Is the table's truth true? Native runs with sanitizers, without the tool.

Every version runs on the same random orders. For an order and an observable with the values
O, A, B and M:

  lost A       A differs from O and from M; likewise lost B
  unexpected   M differs from A and from B
  inherent     A and B both differ from O and from each other: every merge loses something

The textual merge must show a violation; the manual one none, on any order. A case without a
manual merge must show an inherent one, a case with it must not. No run may trap.

  truth.py [--orders N] [--verbose] [CASE...]
"""
import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

import cases

COMPILE = ["clang-19", "-std=gnu17", "-O1", "-g0", "-Wall", "-Wextra", "-Werror",
           "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def run_version(text: str, orders: int):
    """[(order, {observable: value})]"""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "version.c").write_text(text)
        subprocess.run([*COMPILE, "-I", folder, cases.HERE / "drive.c", "-o", folder / "run"],
                       check=True)
        ran = subprocess.run([folder / "run", str(orders)], check=True, capture_output=True,
                             text=True)
    rows = []
    for line in ran.stdout.splitlines():
        order, _, values = line.partition("|")
        rows.append((order, dict(pair.split("=") for pair in values.split())))
    return rows


def violations(o: str, a: str, b: str, m: str):
    if a not in (o, m):
        yield "lost A"
    if b not in (o, m):
        yield "lost B"
    if m not in (a, b):
        yield "unexpected"
    if len({o, a, b}) == 3:
        yield "inherent"


def compare(seen: dict):
    """How often each kind of violation was seen, and the first of any kind."""
    kinds, first = collections.Counter(), ""
    for rows in zip(*(seen[version] for version in "OABM")):
        if len({order for order, _ in rows}) != 1:
            raise SystemExit("the versions saw different orders")
        for name in rows[0][1]:
            values = [row[1][name] for row in rows]
            found = list(violations(*values))
            kinds.update(found)
            if found and not first:
                shown = " ".join(f"{v}={x}" for v, x in zip("OABM", values))
                first = f"{found[0]}: {name} {shown} on {rows[0][0]}"
    return kinds, first


def faults(name: str, merge: str, kinds: dict, has_manual: bool):
    if merge == "text" and not kinds:
        yield f"{name}: the textual merge shows no violation"
    if merge == "manual" and kinds:
        yield f"{name}: the manual merge shows violations"
    if merge == "text" and has_manual and kinds["inherent"]:
        yield f"{name}: an inherent conflict, so the manual merge cannot be correct"
    if merge == "text" and not has_manual and not kinds["inherent"]:
        yield f"{name}: no inherent conflict, and no manual merge"


def judge(name: str, orders: int, verbose: bool):
    seen = {v: run_version(text, orders) for v, text in cases.parents(name).items()}
    texts = cases.merges(name)
    found = []
    for merge, text in texts.items():
        kinds, first = compare({**seen, "M": run_version(text, orders)})
        found += faults(name, merge, kinds, "manual" in texts)
        if verbose or found:
            counts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
            print(f"{name}-{merge}: {counts or 'no violation'}" + (f"; {first}" if first else ""))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--orders", type=int, default=20000)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    names = args.cases or list(cases.CASES)
    found = [fault for name in names for fault in judge(name, args.orders, args.verbose)]
    print("\n".join([*found, f"table 3: {len(names)} cases, {len(found)} problems"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
