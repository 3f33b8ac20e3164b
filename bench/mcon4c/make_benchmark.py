#!/usr/bin/env python3
"""Conflicting merges of C, made from the bug fixes of a repository (README.md here).

O is the parent of a fix, A the fix, B is O with one mutant of a line that the fix's test
executes, M is git's merge of A and B. Kept are merges that build and on which a test of A
fails that O fails and A passes. Octopus merges have a second mutant C; merges to compare
with have a B that changes no behaviour, and A's tests pass on them.

  make_benchmark.py SOURCE OUTPUT --config FILE.toml [--per-commit N] [--seed N] ...
  make_benchmark.py SOURCE OUTPUT --name N --build CMD --test CMD --tests GLOB ...
"""
import argparse
import collections
import dataclasses
import json
import pathlib
import random
import re
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/mutation"))

import coverage  # noqa: E402
import harmless  # noqa: E402
import mutate  # noqa: E402
from project import Workshop, read_project  # noqa: E402
from repository import Repository  # noqa: E402

CLASSES = ("SM", "SC", "DC")
TRIES_FOR_ONE = 8
OCTOPUS_TRIES = 5
CONTROL_TRIES = 6


class Skip(Exception):
    """Why a commit gives no merges."""


@dataclasses.dataclass
class Fix:
    commit: str
    base: str       # O and A as commits of the benchmark, without their history
    fixed: str
    failures: set   # tests of A that fail on O
    lines: dict     # {file: lines of O that A's tests execute}
    functions: dict  # {file: extents of O's functions}
    changed: dict   # {file: line ranges of O that A changes}
    flags: dict     # {file: compile flags}
    mutants: list = dataclasses.field(default_factory=list)     # (file, Mutant)

    def function_at(self, path, line):
        inside = [f for f in self.functions.get(path, ()) if f[1] - 1 <= line <= f[2]]
        return min(inside, key=lambda f: f[2] - f[1])[0] if inside else ""

    def changed_functions(self, path):
        return sorted({f[0] for first, last in self.changed.get(path, ())
                       for f in self.functions.get(path, ())
                       if first <= f[2] and last >= f[1] - 1})

    def classify(self, path, line):
        if path not in self.changed:
            return "DC"
        same = self.function_at(path, line) in self.changed_functions(path)
        return "SM" if same else "SC"


class Maker:
    def __init__(self, args, project, repository, workshop):
        self.args, self.project = args, project
        self.repository, self.workshop = repository, workshop
        self.path = repository.path / "index.json"
        self.index = json.loads(self.path.read_text()) if self.path.exists() else {
            "project": project.name, "seed": args.seed, "build": project.build,
            "test": project.test, "cflags": project.cflags, "commits": [], "merges": []}

        if args.retry_skipped:
            self.index["commits"] = [entry for entry in self.index["commits"]
                                     if "skipped" not in entry]

    def save(self):
        self.path.write_text(json.dumps(self.index, indent=1))

    def add(self, kind, fix, commits, mutants, **about):
        number = len(self.index["merges"]) + 1
        self.repository.keep(number, commits)
        first = mutants[0] if mutants else None
        self.index["merges"].append({
            "number": number, "kind": kind, "fix": fix.commit,
            "class": fix.classify(first["file"], first["line"]) if first else "",
            "mutants": mutants, "fix_files": sorted(fix.changed),
            "fix_functions": sorted({f for p in fix.changed for f in fix.changed_functions(p)}),
            "flags": fix.flags, **about})

    def is_built(self, tree, is_covered=False):
        self.repository.export(tree, self.workshop.tree)
        return self.workshop.build(is_covered)

    def candidates(self):
        wanted = re.compile(self.project.fix, re.IGNORECASE)
        done = {entry["commit"] for entry in self.index["commits"]}
        for commit, parent, message, paths in self.repository.history():
            has_code = any(self.project.is_code(path) for path in paths)
            tests = [path for path in paths if self.project.is_test(path)]
            if has_code and tests and wanted.search(message) and commit not in done:
                self.workshop.changed_tests = tests
                yield commit, parent, message.split("\n")[0]

    def examine(self, commit, parent):
        """The Fix of a commit; raises Skip."""
        tree, old = f"{commit}^{{tree}}", f"{parent}^{{tree}}"
        if not self.is_built(tree):
            raise Skip("A does not build")
        if not self.workshop.test().is_passed:
            raise Skip("A fails its own tests")
        mixed = self.repository.with_tests(old, commit, self.project.is_test)
        if not self.is_built(mixed, is_covered=True):
            raise Skip("A's tests do not build on O")
        flags = self.workshop.flags_of()
        outcome = self.workshop.test(is_covered=True)
        if outcome.is_passed:
            raise Skip("A's tests pass on O")
        lines, functions = coverage.measure(self.workshop.tree, self.workshop.profiles)
        present = self.repository.files(old)
        lines = {p: n for p, n in lines.items() if p in present and self.project.is_code(p)}
        if not lines:
            raise Skip("no line of O is covered")
        changed = {p: ranges for p, ranges in self.repository.changed_lines(old, tree).items()
                   if self.project.is_code(p)}
        base = self.repository.commit(old, [], f"O: before {commit}")
        fixed = self.repository.commit(tree, [base], f"A: {commit}")
        fix = Fix(commit, base, fixed, outcome.failures, lines, functions, changed, flags)
        self.find_mutants(fix)
        return fix

    def flags_here(self, fix, path):
        """Compile flags of a file in the workshop; those of some other file if it has none."""
        flags = fix.flags.get(path) or next(iter(fix.flags.values()), [])
        place = self.workshop.tree
        here, is_path = [], False
        for flag in flags:
            here.append(str(place / flag) if is_path else flag)
            is_path = flag in ("-I", "-isystem", "-iquote", "-include")
        return ["-x", "c", "-I", str(place), *here]

    def find_mutants(self, fix):
        """Uses the tree of O that stands in the workshop."""
        for path, lines in sorted(fix.lines.items()):
            try:
                found = mutate.find_mutants(self.workshop.tree / path,
                                            self.flags_here(fix, path), lines)
            except (RuntimeError, RecursionError) as error:
                print(f"  no mutants of {path}: {str(error)[:200]}")
                continue
            fix.mutants += [(path, mutant) for mutant in found]
        if not fix.mutants:
            raise Skip("no mutants")

    def in_turn(self, rng, fix):
        """Mutants, the classes in turn, one of a line before the second of any line."""
        order = {name: [] for name in CLASSES}
        for path, mutant in rng.sample(fix.mutants, len(fix.mutants)):
            order[fix.classify(path, mutant.line)].append((path, mutant))
        for name, found in order.items():
            seen = collections.Counter()
            ranks = {}
            for path, mutant in found:
                ranks[path, mutant] = seen[path, mutant.line], seen[mutant.operator]
                seen[path, mutant.line] += 1
                seen[mutant.operator] += 1
            order[name] = sorted(found, key=ranks.get)
        while any(order.values()):
            for name in CLASSES:
                if order[name]:
                    yield order[name].pop(0)

    def mutated(self, fix, path, text, what):
        tree = self.repository.with_file(fix.base, path, text)
        return self.repository.commit(tree, [fix.base], what)

    def source(self, fix, path):
        return self.repository.git("show", f"{fix.base}:{path}").stdout

    def outcome_of(self, tree):
        """What A's tests say of a merged tree, or None when it does not build."""
        return self.workshop.test() if self.is_built(tree) else None

    def describe(self, fix, path, mutant):
        text = self.source(fix, path)
        return {"file": path, "line": mutant.line, "operator": mutant.operator,
                "function": fix.function_at(path, mutant.line),
                "before": text[mutant.start:mutant.end].decode(errors="replace"),
                "after": mutant.replacement}

    def branch(self, fix, path, mutant):
        text = mutate.apply(self.source(fix, path), mutant)
        return self.mutated(fix, path, text, f"{mutant.operator} {path}:{mutant.line}")

    def is_conflict(self, fix, outcome):
        return not outcome.is_passed and \
            (self.args.any_failure or bool(outcome.failures & fix.failures))

    def try_three_way(self, fix, path, mutant):
        """(why it is kept or not, commits of the merge, its failures)"""
        branch = self.branch(fix, path, mutant)
        tree = self.repository.merge(fix.fixed, branch)
        if tree is None:
            return "textual conflict", None, None
        outcome = self.outcome_of(tree)
        if outcome is None:
            return "does not build", None, None
        if outcome.is_passed:
            return "tests pass", None, None
        if not self.is_conflict(fix, outcome):
            return "another test fails", None, None
        if self.args.quiet_branch and not self.passes_own_tests(fix, branch):
            return "B fails its own tests", None, None
        merge = self.repository.commit(tree, [fix.fixed, branch], "M")
        return "kept", {"O": fix.base, "A": fix.fixed, "B": branch, "M": merge}, outcome.failures

    def passes_own_tests(self, fix, branch):
        outcome = self.outcome_of(f"{branch}^{{tree}}")
        return outcome is not None and outcome.is_passed

    def try_octopus(self, rng, fix, commits, path, mutant):
        others = [other for where, other in fix.mutants
                  if where == path and other.line != mutant.line]
        first = self.repository.merge(fix.fixed, commits["B"])
        joined = self.repository.commit(first, [fix.fixed, commits["B"]], "A and B")
        for other in rng.sample(others, min(len(others), OCTOPUS_TRIES)):
            third = self.branch(fix, path, other)
            tree = self.repository.merge(joined, third)
            outcome = self.outcome_of(tree) if tree else None
            if outcome is None or not self.is_conflict(fix, outcome):
                continue
            merge = self.repository.commit(tree, [fix.fixed, commits["B"], third], "M")
            self.add("octopus", fix, {**commits, "C": third, "M": merge},
                     [self.describe(fix, path, mutant), self.describe(fix, path, other)],
                     failures=sorted(outcome.failures))
            return

    def make_conflicts(self, rng, fix, tally):
        kept = 0
        for path, mutant in self.in_turn(rng, fix):
            if kept >= self.args.per_commit or \
                    sum(tally.values()) >= self.args.per_commit * TRIES_FOR_ONE:
                return
            result, commits, failures = self.try_three_way(fix, path, mutant)
            tally[result] += 1
            if not commits:
                continue
            kept += 1
            self.add("three-way", fix, commits, [self.describe(fix, path, mutant)],
                     failures=sorted(failures), fails_as_base=failures == fix.failures,
                     branch_passes_its_tests=self.passes_own_tests(fix, commits["B"]))
            if not self.args.no_octopus:
                self.try_octopus(rng, fix, commits, path, mutant)

    def harmless_texts(self, rng, fix):
        """(kind, file, text), the kinds in turn, files that A changes first."""
        paths = sorted(fix.lines, key=lambda path: (path not in fix.changed, path))
        for path in paths[:2]:
            self.repository.export(fix.base, self.workshop.tree)
            try:
                found = harmless.edits(self.source(fix, path), str(self.workshop.tree / path),
                                       self.flags_here(fix, path), fix.lines[path])
            except (RuntimeError, RecursionError):
                continue
            found = dict(rng.sample(sorted(found.items()), len(found)))
            for texts in found.values():
                rng.shuffle(texts)
            for place in range(CONTROL_TRIES):
                for kind, texts in found.items():
                    if place < len(texts):
                        yield kind, path, texts[place]

    def make_controls(self, rng, fix):
        made = set()
        for kind, path, text in self.harmless_texts(rng, fix):
            if len(made) >= self.args.controls:
                return
            if kind in made:
                continue
            branch = self.mutated(fix, path, text, f"harmless: {kind} in {path}")
            tree = self.repository.merge(fix.fixed, branch)
            outcome = self.outcome_of(tree) if tree else None
            if outcome and outcome.is_passed:
                made.add(kind)
                merge = self.repository.commit(tree, [fix.fixed, branch], "M")
                self.add("control", fix, {"O": fix.base, "A": fix.fixed, "B": branch,
                                          "M": merge}, [], harmless=kind, harmless_file=path)

    def work(self, commit, parent, subject):
        started, tally = time.monotonic(), collections.Counter()
        entry = {"commit": commit, "subject": subject}
        before = len(self.index["merges"])
        try:
            fix = self.examine(commit, parent)
            rng = random.Random(f"{self.args.seed} {commit}")
            self.make_conflicts(rng, fix, tally)
            self.make_controls(rng, fix)
            entry |= {"tests": sorted(fix.failures), "mutants": len(fix.mutants),
                      "tried": dict(tally)}
        except Skip as reason:
            entry["skipped"] = str(reason)
        entry["seconds"] = round(time.monotonic() - started, 1)
        self.index["commits"].append(entry)
        self.save()
        print(f"{commit[:10]} {entry.get('skipped', dict(tally))} "
              f"+{len(self.index['merges']) - before} ({entry['seconds']} s) {subject[:50]}",
              flush=True)

    def summary(self):
        kinds = collections.Counter(f"{m['kind']} {m['class']}".strip()
                                    for m in self.index["merges"])
        skipped = collections.Counter(c["skipped"] for c in self.index["commits"]
                                      if "skipped" in c)
        return f"{self.index['project']}: {len(self.index['commits'])} fixes, " \
               f"skipped {dict(skipped)}, merges {dict(kinds)}"


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", help="a git repository")
    parser.add_argument("output", help="the benchmark: a bare repository with an index.json")
    parser.add_argument("--config", help="TOML with name, build, test, ...")
    for name in ("name", "build", "test", "failure", "fix", "cflags"):
        parser.add_argument(f"--{name}", default="")
    for name in ("tests", "code"):
        parser.add_argument(f"--{name}", action="append", metavar="GLOB")
    for name in ("build-seconds", "test-seconds"):
        parser.add_argument(f"--{name}", type=int)
    parser.add_argument("--per-commit", type=int, default=5)
    parser.add_argument("--controls", type=int, default=3,
                        help="harmless merges of a fix, of different kinds")
    parser.add_argument("--no-octopus", action="store_true")
    parser.add_argument("--any-failure", action="store_true",
                        help="any failing test makes a conflict, not only those O fails")
    parser.add_argument("--quiet-branch", action="store_true",
                        help="keep only mutants that B's own tests do not see")
    parser.add_argument("--max-fixes", type=int, default=10**6)
    parser.add_argument("--seconds", type=int, default=10**6, help="no commit is begun after")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--retry-skipped", action="store_true",
                        help="of a benchmark that is there, after a change of the commands")
    parser.add_argument("--compiler", default="clang-19", help="a clang")
    parser.add_argument("--scratch", help="where trees are built (a temporary folder)")
    args = parser.parse_args()
    keys = ("name", "build", "test", "failure", "fix", "cflags", "tests", "code",
            "build_seconds", "test_seconds")
    return args, read_project(args.config, {key: getattr(args, key) for key in keys})


def main():
    args, project = read_arguments()
    started, usable = time.monotonic(), 0
    with tempfile.TemporaryDirectory(dir=args.scratch) as scratch:
        repository = Repository(args.output, args.source)
        maker = Maker(args, project, repository, Workshop(project, scratch, args.compiler))
        for commit, parent, subject in maker.candidates():
            if time.monotonic() - started > args.seconds or usable >= args.max_fixes:
                break
            maker.work(commit, parent, subject)
            usable += "skipped" not in maker.index["commits"][-1]
        maker.save()
        repository.close()
    print(maker.summary())
    return 0


if __name__ == "__main__":
    sys.exit(main())
