#!/usr/bin/env python3
"""Establishes the truth of every golden case without the program under test.

Each version is compiled by clang with address and undefined-behaviour sanitizers into
an executable of its own, together with the case's drive.c, and run on the driver's
inputs. The contract of ARCHITECTURE.md is then evaluated on what was seen:

  lost(k)      parent k changed an observable and the merge does not have it
  unexpected   the merge does what no parent does

Versions that lack the function are not asked; inputs on which the base and every
parent trap, or some version does not terminate, are left out. A case with truth
"conflict" must show a violation (of its `kind`, if it names one: "lost A",
"unexpected", "inherent", "build"), a "conflict-free" one must show none. For the latter
the inputs are evidence, not proof: `by` also gives the argument.

With --recent N only those cases run that the last N commits or the work tree changed,
and a quarter of the others; half of them, where what judges changed; all, where the history
does not tell.

  truth.py [--verbose] [--jobs N] [--recent N] [CASE…]
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

import golden_case
from golden_case import HERE

COMPILE = ["clang-19", "-std=gnu11", "-O1", "-g0", "-w",
           "-Werror=implicit-function-declaration",
           "-Werror=incompatible-function-pointer-types"]
LINK = ["-fuse-ld=lld"]  # the faster one
UNDEFINED = ["-fsanitize=undefined", "-fsanitize-trap=undefined"]
ADDRESS = ["-fsanitize=address"]
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS="abort_on_error=1:detect_leaks=0:symbolize=0:"
                   "handle_abort=0:log_path=/dev/null:max_allocation_size_mb=64:"
                   "allocator_may_return_null=1")
NOT_THERE = "-"
JUDGES = {"truth.py", "golden_case.py", "drive.h"}


def c_files(version):
    return sorted(name for name in version if name.endswith(".c"))


def defines(folder, version, function):
    """Whether some file of the version defines the function."""
    for name in c_files(version):
        target = folder / (name.replace("/", "_") + ".o")
        run = subprocess.run([*COMPILE, "-femit-all-decls", "-I", folder, "-c",
                              folder / name, "-o", target],
                             capture_output=True, text=True)
        if run.returncode != 0:
            raise golden_case.CaseError(f"{name} does not compile:\n{run.stderr}")
        symbols = subprocess.run(["nm", target], capture_output=True, text=True).stdout
        if any(line.split()[-2:] in (["T", function], ["t", function])
               for line in symbols.splitlines()):
            return True
    return False


def builds(case, version):
    """Whether the version compiles and its files agree on each other's functions."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        golden_case.write_version(version, folder)
        declared, defined = set(), set()
        for name in c_files(version):
            target = folder / (name.replace("/", "_") + ".o")
            run = subprocess.run([*COMPILE, "-I", folder, "-c", folder / name,
                                  "-o", target], capture_output=True)
            if run.returncode != 0:
                return False
            for line in subprocess.run(["nm", target], capture_output=True,
                                       text=True).stdout.splitlines():
                (declared if line.split()[-2] == "U" else defined).add(line.split()[-1])
        return not declared & set(case.toml.get("own", [])) - defined


def touches_memory(case):
    """Whether an address can go wrong; a child without that sanitizer starts faster."""
    return any(sign in text for version in case.versions.values()
               for text in version.values() for sign in ("[", "->", "*"))


def parse(output):
    """[(input text, {observable: value})], one per input."""
    runs, inputs, values, has_returned = [], [], {}, False
    for line in output.splitlines():
        word, _, rest = line.partition(" ")
        if word == "in":
            inputs.append("=".join(rest.split(" ", 1)))
        elif word == "ob":
            name, _, value = rest.partition("\t")
            values[name] = value
        elif line == "returned":
            has_returned = True
        elif word == "end":
            outcome = "returned" if has_returned else rest
            runs.append((", ".join(inputs),
                         dict(values, outcome=outcome) if has_returned
                         else {"outcome": outcome}))
            inputs, values, has_returned = [], {}, False
    return runs


def run_version(case, version, scratch):
    """What the version does on every input; None when it lacks the function."""
    folder = pathlib.Path(scratch)
    golden_case.write_version(version, folder)
    program = folder / "drive.exe"
    sanitize = UNDEFINED + (ADDRESS if touches_memory(case) else [])
    run = subprocess.run([*COMPILE, *LINK, *sanitize, "-I", folder, "-I", HERE,
                          case.directory / "drive.c", "-o", program],
                         capture_output=True, text=True)
    if run.returncode != 0:
        if not defines(folder, version, case.function):
            return None
        raise golden_case.CaseError(f"drive.c does not compile:\n{run.stderr}")
    run = subprocess.run([program], capture_output=True, text=True, timeout=600,
                         env=ENVIRONMENT)
    if run.returncode != 0:
        raise golden_case.CaseError(f"the driver failed: {run.stderr}")
    return parse(run.stdout)


def shown(values, observable):
    if values["outcome"] != "returned":
        return values["outcome"]
    return values.get(observable, NOT_THERE)


def violations(seen):
    """seen: {version id: {observable: value}}. Yields (kind, parent, observable)."""
    parents = [v for v in seen if v not in ("O", "M")]
    if not parents or "M" not in seen:
        return
    if any(values["outcome"] == "timeout" for values in seen.values()):
        return
    if all(values["outcome"] == "trapped" for v, values in seen.items() if v != "M"):
        return
    for observable in sorted(set().union(*seen.values())):
        value = {v: shown(values, observable) for v, values in seen.items()}
        changed = {value[p] for p in parents if "O" in seen and value[p] != value["O"]}
        is_inherent = len(changed) > 1
        for parent in parents:
            if "O" in seen and value[parent] != value["O"] \
                    and value[parent] != value["M"]:
                yield ("inherent" if is_inherent else f"lost {parent}", observable, value)
        if all(value["M"] != value[p] for p in parents):
            yield ("inherent" if is_inherent else "unexpected", observable, value)


def judge_build(case):
    bad = [v for v in case.versions if v != "M" and not builds(case, case.versions[v])]
    if bad:
        return f"version {bad[0]} does not build", ""
    if builds(case, case.versions["M"]):
        return "the merge builds", ""
    return "", "the merge does not build"


def judge(case):
    """(problem or "", summary)."""
    if case.kind == "build":
        return judge_build(case)
    runs = {}
    for version, files in case.versions.items():
        with tempfile.TemporaryDirectory() as scratch:
            seen = run_version(case, files, scratch)
        if seen is not None:
            runs[version] = seen
    if "M" not in runs:
        return "the merge lacks the function", ""
    counts = {len(seen) for seen in runs.values()}
    if len(counts) != 1 or not counts.pop():
        return "the versions saw different numbers of inputs", ""
    found = {}
    outcomes = {}
    for n, (inputs, _) in enumerate(runs["M"]):
        seen = {v: runs[v][n][1] for v in runs}
        for values in seen.values():
            outcomes[values["outcome"]] = outcomes.get(values["outcome"], 0) + 1
        for kind, observable, value in violations(seen):
            found.setdefault(kind, []).append((inputs, observable, value))
    total = len(runs["M"])
    summary = f"{total} inputs, " + (", ".join(
        f"{len(rows)} {kind}" for kind, rows in sorted(found.items())) or "no violation")
    example = next(iter(found.values()))[0] if found else None
    if example:
        inputs, observable, value = example
        summary += f"; e.g. {inputs or 'no inputs'}: {observable} " + \
            " ".join(f"{v}={x}" for v, x in value.items())
    if outcomes.get("returned", 0) * 2 < sum(outcomes.values()):
        return f"most runs do not return: {outcomes}", summary
    if case.truth == "conflict-free" and found:
        return "claimed conflict-free, shows a conflict", summary
    if case.truth == "conflict" and not found:
        return "claimed a conflict, shows none", summary
    if case.kind and case.kind not in found:
        return f"no violation of kind {case.kind}", summary
    if "inherent" in found and len(found) == 1 and case.kind != "inherent":
        return "every violation is inherent: kind = inherent", summary
    return "", summary


def judge_safely(case):
    try:
        return judge(case)
    except (golden_case.CaseError, subprocess.TimeoutExpired) as error:
        return str(error), ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--recent", type=int)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    cases = golden_case.read_cases(args.cases)
    recent = golden_case.changed_names(args.recent) if args.recent else None
    if recent is not None:
        every = 2 if recent & JUDGES else 4
        cases = [case for case in cases
                 if case.name in recent or golden_case.share(case.name, every)]
    problems = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for case, (problem, summary) in zip(cases, pool.map(judge_safely, cases)):
            if problem:
                problems += 1
                print(f"{case.name}: {problem}\n  {summary}")
            elif args.verbose:
                print(f"{case.name} ({case.truth}): {summary}")
    truths = [case.truth for case in cases]
    print(f"truth: {len(cases)} cases, {truths.count('conflict')} conflicts, "
          f"{truths.count('conflict-free')} conflict-free, {problems} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
