#!/usr/bin/env python3
"""Runs `mergeproof check` on every golden case and compares it with the truth.

Truth comes first: "proved" on a conflict, or a conflict claimed on a conflict-free
merge (for any unit of it), is WRONG and nothing can bless it. Then the answer is
compared with the case's `expect`; --update rewrites `expect` (and `gap`, the reason of
an unknown) where the truth allows it. An unknown that became right is "better": no
failure, --update writes it down.

--laws also asks every case (with --every N, an N-th of them) for what must hold
whatever the truth is:
  (O, A, O) -> A or (O, O, B) -> B, and (O, A, A) -> A are no conflicts,
  swapping the first two parents gives the same answer.

  run_golden.py [--tool build/mergeproof] [--laws] [--every N] [--update] [--jobs N] [CASE…]
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import golden_case

ROOT = golden_case.HERE.parents[1]
ANSWERS = {"proved": "proved", "conflict": "refuted", "unknown": "unknown",
           "not-analysed": "unknown"}
SECONDS = 300
ENVIRONMENT = dict(os.environ, NO_COLOR="1", LC_ALL="C.UTF-8",
                   GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_SYSTEM=os.devnull)
for role in ("AUTHOR", "COMMITTER"):
    ENVIRONMENT[f"GIT_{role}_NAME"] = "golden"
    ENVIRONMENT[f"GIT_{role}_EMAIL"] = "golden@example.org"
    ENVIRONMENT[f"GIT_{role}_DATE"] = "2024-01-01T00:00:00Z"


class Answer:
    """What the tool says about one unit, and whether it claims any conflict."""

    def __init__(self, verdict, reason="", by="", claims=(), seconds=0.0):
        self.verdict, self.reason, self.by = verdict, reason, by
        self.claims = list(claims)
        self.seconds = seconds


def git(folder, *args, stdin=None):
    run = subprocess.run(["git", *args], cwd=folder, env=ENVIRONMENT, text=True,
                         capture_output=True, input=stdin, check=True)
    return run.stdout.strip()


def commit_version(folder, title, version, parents):
    """A commit with exactly these files. Its title keeps equal versions apart: git takes
    the same parent once."""
    git(folder, "read-tree", "--empty")
    for name, text in version.items():
        blob = git(folder, "hash-object", "-w", "--stdin", stdin=text)
        git(folder, "update-index", "--add", "--cacheinfo", f"100644,{blob},{name}")
    tree = git(folder, "write-tree")
    flags = [flag for parent in parents for flag in ("-p", parent)]
    return git(folder, "commit-tree", tree, "-m", title, *flags)


def command_for(versions, folder):
    """The arguments of `check` that pose the case, its files put into `folder`."""
    if all(set(v) == {golden_case.SINGLE} for v in versions.values()):
        names = []
        for version, files in versions.items():
            path = folder / f"{version}.c"
            path.write_text(files[golden_case.SINGLE])
            names.append(path.name)
        return ["--files" if "O" in versions else "--no-base", *names]
    git(folder, "init", "-q", ".")
    base = [commit_version(folder, "O", versions["O"], [])] if "O" in versions else []
    parents = [commit_version(folder, v, files, base)
               for v, files in versions.items() if v not in ("O", "M")]
    merge = commit_version(folder, "M", versions["M"], parents)
    git(folder, "update-ref", "refs/heads/master", merge)
    return [merge]


def read_answer(report, function, seconds):
    claims = [unit["function"] for unit in report["units"]
              if unit["verdict"] == "conflict"]
    claims += [f"build: {finding['message']}" for finding in report.get("build", [])]
    units = [unit for unit in report["units"] if unit["function"] == function]
    if not units:
        return Answer("unknown", "the report does not name the function",
                      claims=claims, seconds=seconds)
    unit = units[0]
    return Answer(ANSWERS[unit["verdict"]], unit.get("reason", ""), unit.get("by", ""),
                  claims, seconds)


def ask(tool, versions, function):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        args = command_for(versions, folder)
        start = time.monotonic()
        try:
            run = subprocess.run(
                [tool, "check", *args, "--jobs", "1", "--timeout", "250", "--tests", "tests",
                 "--output", "json=report.json"], cwd=folder, env=ENVIRONMENT,
                capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return Answer("unknown", f"no answer in {SECONDS} s")
        seconds = time.monotonic() - start
        report = folder / "report.json"
        if not report.exists():
            return Answer("failed", f"exit {run.returncode}: {run.stderr.strip()[-300:]}",
                          seconds=seconds)
        return read_answer(json.loads(report.read_text()), function, seconds)


def verdict_of(case, answer):
    if case.kind == "build" and any(c.startswith("build: ") for c in answer.claims):
        return "refuted"
    return answer.verdict


def contradiction(case, answer):
    """What the truth forbids, or an empty text."""
    verdict = verdict_of(case, answer)
    if verdict == "failed":
        return f"the tool failed: {answer.reason}"
    if case.truth == "conflict" and verdict == "proved":
        return "proved, but the merge has a conflict"
    if case.truth == "conflict-free" and (verdict == "refuted" or answer.claims):
        return f"conflict claimed on a conflict-free merge: {', '.join(answer.claims)}"
    return ""


def update(case, verdict, reason):
    path = case.directory / "case.toml"
    lines = [line for line in path.read_text().splitlines()
             if not re.match(r"gap\s*=", line)]
    new = []
    for line in lines:
        match = re.match(r"(expect)(\s*)=", line)
        if match:
            width = len(match.group(1) + match.group(2))
            new.append(f'{match.group(1)}{match.group(2)}= "{verdict}"')
            if verdict == "unknown":
                text = json.dumps(case.toml.get("gap") or reason or "undecided",
                                  ensure_ascii=False)
                new.append(f"{'gap':<{width}}= {text}")
        else:
            new.append(line)
    path.write_text("\n".join(new) + "\n")


def check_truth(tool, case):
    """(status, answer, detail) of one case."""
    return compare_truth(case, ask(tool, case.versions, case.function))


def compare_truth(case, answer):
    wrong = contradiction(case, answer)
    verdict = verdict_of(case, answer)
    if wrong:
        return "WRONG", answer, wrong
    if verdict != case.expect and case.expect == "unknown":
        return "better", answer, "run --update"
    if verdict != case.expect:
        return "changed", answer, f"expected {case.expect}: {answer.reason}"
    return "ok", answer, answer.reason if verdict == "unknown" else ""


def law_cases(name, versions):
    """(name, versions, whether the answer must equal that for the case itself)."""
    parents = [v for v in versions if v not in ("O", "M")]
    if "O" in versions:
        o, a, b = versions["O"], versions["A"], versions["B"]
        if len(name) % 2: # some cases the one, some the other
            yield "(O,A,O)->A", {"O": o, "A": a, "B": o, "M": a}, False
        else:
            yield "(O,O,B)->B", {"O": o, "A": o, "B": b, "M": b}, False
        yield "(O,A,A)->A", {"O": o, "A": a, "B": a, "M": a}, False
    swapped = dict(versions)
    swapped["A"], swapped["B"] = versions[parents[1]], versions[parents[0]]
    yield "swapped", swapped, True


def check_laws(tool, case):
    """The laws, and the truth."""
    broken = []
    status, answer, detail = check_truth(tool, case)
    first = verdict_of(case, answer)
    for name, versions, is_mirror in law_cases(case.name, case.versions):
        other = ask(tool, versions, case.function)
        if is_mirror and verdict_of(case, other) != first:
            broken.append(f"{name}: {verdict_of(case, other)}, not {first}")
        elif not is_mirror and (other.verdict in ("refuted", "failed") or other.claims):
            broken.append(f"{name}: {other.verdict} {other.reason} "
                          f"{', '.join(other.claims)}")
    return ("WRONG", answer, "; ".join(broken)) if broken else (status, answer, detail)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / "build/mergeproof")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--laws", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    tool = str(args.tool.resolve())
    cases = golden_case.read_cases(args.cases)

    def check(tool, case):
        is_asked = args.laws and golden_case.share(case.name, args.every)
        return (check_laws if is_asked else check_truth)(tool, case)

    counts, verdicts = {}, {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = pool.map(lambda case: check(tool, case), cases)
        for case, (status, answer, detail) in zip(cases, results):
            verdict = verdict_of(case, answer)
            if args.update and status in ("changed", "better"):
                update(case, verdict, answer.reason)
                status = "updated"
            counts[status] = counts.get(status, 0) + 1
            key = f"{case.truth} {verdict}"
            verdicts[key] = verdicts.get(key, 0) + 1
            print(f"{status:8}{case.name:34}{case.truth:15}{verdict:9}"
                  f"{answer.by:12}{answer.seconds:6.2f} s  {detail}".rstrip(), flush=True)
    print("verdicts: " + ", ".join(f"{n} {k}" for k, n in sorted(verdicts.items())))
    print("golden: " + ", ".join(f"{n} {k}" for k, n in sorted(counts.items())))
    return 1 if counts.get("WRONG") or counts.get("changed") else 0


if __name__ == "__main__":
    sys.exit(main())
