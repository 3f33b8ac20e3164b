#!/usr/bin/env python3
"""Merges of two mutants: what the tool says against what native runs show.

The experiment of "Detecting Semantic Conflicts using Symbolic Execution", section VI-A,
for C: base is a subject, the parents are two of its first-order mutants (mutate.py), the
merge is git's. There a person classified ten merges; here native runs on dense inputs
classify all (truth.py). Ordered pairs of different mutants are drawn at random until
--count of them merge cleanly, or all are taken (--all). Wrong answers, and exit code 1, are

  UNSOUND       proved, and an input of the subject's driver shows a conflict
  FALSE ALARM   a conflict is claimed, and neither the driver's inputs nor those of the
                report, nor a test that the tool writes, show one on the four versions
  FAILED        no answer

  run.py --tool build/mergeproof [--subject NAME...] [--count N --seed S | --all]
         [--no-exec] [--timeout S] [--jobs N] [--json FILE] [--table FILE]
         [--save DIR] [--save-open DIR]

--timeout is the tool's; --save keeps what is wrong, --save-open what is undecided, and
conflicts that only the tool's own inputs show.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import answer as A
import mutate
import truth

HERE = pathlib.Path(__file__).resolve().parent


class Subject:
    """One file of subjects/: its mutants, and what was found about merges of them."""

    def __init__(self, name, folder):
        self.name = name
        self.path = HERE / "subjects" / f"{name}.c"
        self.text = self.path.read_bytes()
        self.mutants = mutate.find_mutants(self.path)
        self.folder = pathlib.Path(folder) / name
        self.folder.mkdir()
        self.truth = truth.Truth(name, self.folder)
        self.compiling = {}
        self.seen = set()
        self.counts = collections.Counter()
        self.reasons = collections.Counter()
        self.seconds = []

    def compiles(self, mutant):
        if mutant not in self.compiling:
            text = mutate.apply(self.text, mutant)
            self.compiling[mutant] = mutate.compiles(text, str(self.path))
        return self.compiling[mutant]

    def merge(self, ours, theirs):
        """git's merge of two texts, None where it is not clean."""
        names = [self.folder / name for name in ("ours", "base", "theirs")]
        for name, text in zip(names, (ours, self.text, theirs)):
            name.write_bytes(text)
        ran = subprocess.run(["git", "merge-file", "-p", *names], capture_output=True)
        return ran.stdout if ran.returncode == 0 else None


def draw_pairs(options, subjects):
    """Ordered pairs of mutants, all of them in order or in random order."""
    if options.all:
        for subject in subjects:
            for ours in subject.mutants:
                for theirs in subject.mutants:
                    if ours != theirs:
                        yield subject, ours, theirs
        return
    rng = random.Random(options.seed)
    drawn = set()
    while len(drawn) < sum(len(s.mutants) * (len(s.mutants) - 1) for s in subjects):
        subject = rng.choice(subjects)
        pair = subject, *rng.sample(subject.mutants, 2)
        if pair not in drawn:
            drawn.add(pair)
            yield pair


def make_merge(subject, ours, theirs):
    """The Merge of two mutants, or None; what became of the pair is counted."""
    counts = subject.counts
    counts["pairs"] += 1
    if not subject.compiles(ours) or not subject.compiles(theirs):
        counts["not compiling"] += 1
        return None
    parents = [mutate.apply(subject.text, mutant) for mutant in (ours, theirs)]
    merged = subject.merge(*parents)
    if merged is None:
        counts["textual conflict"] += 1
        return None
    texts = (subject.text, *parents, merged)
    if texts in subject.seen:
        counts["repeated"] += 1
        return None
    subject.seen.add(texts)
    counts["clean"] += 1
    counts["trivial"] += merged in texts[:3]
    return A.Merge(f"{subject.name}-{counts['clean']}", subject.name,
                   dict(zip(A.VERSIONS, (text.decode() for text in texts))),
                   [describe(mutant) for mutant in (ours, theirs)])


def make_merges(options, subjects):
    made = 0
    for subject, ours, theirs in draw_pairs(options, subjects):
        merge = make_merge(subject, ours, theirs)
        if merge:
            made += 1
            yield subject, merge
        if not options.all and made == options.count:
            return


def judge(options, subject, merge, violations, answer):
    """(how the answer is counted, what speaks against it)."""
    if violations is None:
        is_right = answer.verdict == "build"
        return ("right" if is_right else "undecided"), ""
    if answer.verdict == "proved":
        return ("unsound", str(violations[0])) if violations else ("right", "")
    if answer.verdict == "conflict":
        if violations:
            return "right", ""
        shown = A.replay(subject.truth, merge, answer.inputs)
        if shown:
            return "outside", shown
        is_real, shown = A.reproduce(options.tool, merge)
        return ("outside" if is_real else "false alarm"), shown
    return ("undecided" if answer.verdict == "unknown" else "failed"), answer.reason


def save(folder, merge, why):
    if folder:
        place = pathlib.Path(folder) / merge.name
        place.mkdir(parents=True, exist_ok=True)
        for version, text in merge.texts.items():
            (place / f"{version}.c").write_text(text)
        (place / "why.txt").write_text(f"{why}\n")


def describe(mutant):
    return f"{mutant.operator} line {mutant.line}: {mutant.replacement.strip()!r}"


def check_merge(options, subject, merge):
    """A record of one merge: truth, answer and how they agree."""
    violations = subject.truth.violations([text.encode() for text in merge.texts.values()])
    shown = "does not compile" if violations is None else \
        "conflict" if violations else "conflict-free"
    answer = A.ask(options.tool, merge, options.flags)
    result, against = judge(options, subject, merge, violations, answer)
    return {"merge": merge.name, "edits": merge.edits, "truth": shown,
            "shown": str(violations[0]) if violations else "",
            **answer._asdict(), "result": result, "against": against}


def count_merge(options, subject, merge, record):
    result, shown = record["result"], record["truth"]
    for key in (f"truth {shown}", result, f"{result}, truth {shown}"):
        subject.counts[key] += 1
    subject.seconds.append(record["seconds"])
    if result == "undecided":
        subject.reasons[re.sub(r"\d+", "N", record["reason"])[:110]] += 1
    if result in ("undecided", "outside"):
        save(options.save_open, merge, json.dumps(record, indent=2))
    elif result in WRONG:
        print(f"{result.upper()} {merge.name}: {' and '.join(merge.edits)}: "
              f"{record['against']}", flush=True)
        save(options.save, merge, json.dumps(record, indent=2))


WRONG = ("unsound", "false alarm", "failed")
COLUMNS = ["subject", "mutants", "pairs", "textual conflicts", "clean", "trivial",
           "conflict", "conflict-free", "right", "outside", "undecided", "wrong",
           "precision", "recall", "proved", "median s", "95 % s"]


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def row(name, mutants, counts, seconds):
    """`outside` are real conflicts that no dense input shows; precision and recall are
    those of claimed conflicts, `proved` is the share of the conflict-free merges."""
    conflicts = counts["truth conflict"] + counts["outside"]
    free = counts["truth conflict-free"] - counts["outside"]
    claimed = counts["right, truth conflict"] + counts["outside"]
    ordered = sorted(seconds) or [0]
    times = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.95)]
    numbers = [counts[key] for key in ("pairs", "textual conflict", "clean", "trivial")]
    return [name, mutants, *numbers, conflicts, free, counts["right"], counts["outside"],
            counts["undecided"], sum(counts[key] for key in WRONG),
            share(claimed, claimed + counts["false alarm"]), share(claimed, conflicts),
            share(counts["right, truth conflict-free"], free),
            *[f"{time:.2f}" for time in times]]


def make_table(subjects):
    rows = [row(s.name, len(s.mutants), s.counts, s.seconds) for s in subjects]
    rows.append(row("all", sum(len(s.mutants) for s in subjects),
                    sum((s.counts for s in subjects), collections.Counter()),
                    [time for s in subjects for time in s.seconds]))
    lines = [COLUMNS, ["---", *["---:"] * (len(COLUMNS) - 1)], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def print_rest(subjects):
    counts = sum((s.counts for s in subjects), collections.Counter())
    for key in ("not compiling", "repeated", "truth does not compile"):
        if counts[key]:
            print(f"{counts[key]} pairs: {key}")
    for subject in subjects:
        for reason, number in subject.reasons.most_common():
            print(f"{number:5} undecided, {subject.name}: {reason}")
    for key in WRONG:
        print(f"{key}: {counts[key]}")


def run(options, subjects):
    records = []
    merges = list(make_merges(options, subjects))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        checked = pool.map(lambda merge: check_merge(options, *merge), merges)
        for (subject, merge), record in zip(merges, checked):
            count_merge(options, subject, merge, record)
            records.append(record)
            if options.json:
                options.json.write_text(json.dumps(records, indent=1))
    return records


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, required=True)
    parser.add_argument("--subject", nargs="+", default=[])
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--no-exec", action="store_true")
    parser.add_argument("--timeout", type=int, default=60, help="seconds, of the tool")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--save", metavar="DIR")
    parser.add_argument("--save-open", metavar="DIR")
    options = parser.parse_args()
    options.tool = options.tool.resolve()
    options.flags = ["--timeout", str(options.timeout)] + ["--no-exec"] * options.no_exec
    names = options.subject or sorted(p.stem for p in (HERE / "subjects").glob("*.c"))
    with tempfile.TemporaryDirectory(prefix="mergeproof-mutation-") as folder:
        subjects = [Subject(name, folder) for name in names]
        records = run(options, subjects)
    table = make_table(subjects)
    print(table)
    print_rest(subjects)
    if options.table:
        options.table.write_text(table + "\n")
    wrong = sum(record["result"] in WRONG for record in records)
    print(f"{len(records)} merges, {wrong} wrong")
    return 1 if wrong or not records else 0


if __name__ == "__main__":
    sys.exit(main())
