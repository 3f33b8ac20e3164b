#!/usr/bin/env python3
"""What the tool says of the merges of make_benchmark.py (README.md here).

Every merge is checked as a user would, in the benchmark's repository, and every test the
tool wrote is run with the command it printed. Exit code 1: a test that does not show what
was promised, a conflict in a merge that changes no behaviour, or a tool that crashed.

  run_benchmark.py --tool PATH BENCHMARK... [--kind three-way] [--count N] [--json FILE]
                   [--table] [--database] [-- OPTIONS of mergeproof check]
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import replay

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOTAL_SECONDS, UNIT_SECONDS, HARD_SECONDS = 60, 20, 180
KINDS = ("three-way", "octopus", "control")
STATES = ("conflict", "undecided", "not analysed", "proved", "failed")


def run_tool(command, log):
    """(exit code, or None when it had to be killed; seconds)"""
    started = time.monotonic()
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, start_new_session=True,
                                   env={**os.environ, "NO_COLOR": "1"})
        code = None
        try:
            code = process.wait(HARD_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        finally:
            if code is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
    return code, time.monotonic() - started


def absolute_flags(flags, tree):
    """Flags of the index are relative to the tree."""
    made, is_path = [], False
    for flag in flags:
        made.append(os.path.join(tree, flag) if is_path else flag)
        is_path = flag in ("-I", "-isystem", "-iquote", "-include")
    return made


def check_out(benchmark, merge, folder):
    """The merge in a work tree, with the compile commands of the build."""
    tree = folder / "tree"
    git = ["git", "-C", str(tree)]
    subprocess.run(["git", "init", "-q", tree], check=True)
    (tree / ".git/objects/info/alternates").write_text(f"{benchmark.resolve()}/objects\n")
    for version in "OABCM":
        name = f"refs/mcon4c/{merge['number']}/{version}"
        found = subprocess.run(["git", "-C", benchmark, "rev-parse", "-q", "--verify", name],
                               capture_output=True, text=True).stdout.strip()
        if found:
            subprocess.run([*git, "update-ref", name, found], check=True)
    subprocess.run([*git, "checkout", "-q", f"refs/mcon4c/{merge['number']}/M"], check=True)
    entries = [{"directory": str(tree), "file": file, "arguments":
                ["cc", *absolute_flags(flags, tree), "-c", file]}
               for file, flags in merge["flags"].items()]
    (tree / "compile_commands.json").write_text(json.dumps(entries))
    return tree


def concerned(merge):
    """Names of the functions that A changes and of those with a mutant."""
    return set(merge["fix_functions"]) | {m["function"] for m in merge["mutants"]} - {""}


def judge_conflicts(report, folder, versions):
    """What became of the test of every conflict."""
    found = []
    for unit in report["units"]:
        for conflict in unit["conflicts"] if unit["verdict"] == "conflict" else []:
            what, results = replay.replay(conflict, folder, versions)
            found.append({"function": unit["function"], "kind": conflict["kind"],
                          "parent": conflict["parent"], "inherent": conflict["inherent"],
                          "observable": conflict["observable"],
                          "owners": sorted({b["owner"] for b in conflict["blame"]}),
                          "test": what, "results": results,
                          "command": conflict.get("run", "")})
    return found


def state_of(report):
    verdicts = {unit["verdict"] for unit in report["units"]}
    if "conflict" in verdicts or report["build"]:
        return "conflict"
    if "unknown" in verdicts:
        return "undecided"
    return "proved" if verdicts <= {"proved"} else "not analysed"


def read_report(merge, report, folder, result):
    names = concerned(merge)
    result["state"] = state_of(report)
    result["units"] = dict(collections.Counter(u["verdict"] for u in report["units"]))
    result["build"] = report["build"]
    result["conflicts"] = judge_conflicts(report, folder, "OABCM")
    result["direct"] = sorted({c["function"] for c in result["conflicts"]} & names)
    result["concerned"] = [
        {key: unit[key] for key in ("function", "verdict", "by", "reason", "why_asked",
                                    "seconds")}
        for unit in report["units"] if unit["function"] in names]
    result["open"] = [{key: unit[key] for key in ("function", "verdict", "reason", "why_asked")}
                      for unit in report["units"] if unit["verdict"] not in ("proved", "conflict")]


def check_merge(args, benchmark, merge, folder):
    """The result for one merge; the report and tests stand in `folder`."""
    place = check_out(benchmark, merge, folder) if args.database else benchmark
    code, seconds = run_tool(
        [args.tool, "check", "-C", place, f"refs/mcon4c/{merge['number']}/M",
         "--total-time", str(TOTAL_SECONDS), "--timeout", str(UNIT_SECONDS), "--output",
         f"json={folder}/report.json", "--tests", f"{folder}/tests", *args.options,
         *(["-p", place] if args.database else [])], folder / "log")
    result = {key: merge.get(key) for key in
              ("number", "kind", "class", "fix", "mutants", "fix_files", "fix_functions",
               "fails_as_base", "branch_passes_its_tests", "harmless", "harmless_file")}
    result |= {"exit": code, "seconds": round(seconds, 2), "state": "failed", "conflicts": [],
               "direct": []}
    path = folder / "report.json"
    if code is None or code < 0 or code == 2 or code > 4 or not path.exists():
        result["message"] = (folder / "log").read_text(errors="replace")[-1000:]
        return result
    read_report(merge, json.loads(path.read_text()), folder, result)
    return result


def complaints(project, result):
    """What must not happen."""
    where = f"{project} {result['number']} ({result['kind']} {result['class']})"
    if result["state"] == "failed":
        yield f"FAILED {where}: exit {result['exit']}: {result['message'][-300:]}"
    for conflict in result["conflicts"]:
        text = f"{conflict['function']} {conflict['kind']} {conflict['parent']}"
        if conflict["test"] == "broken":
            yield f"FALSE ALARM {where}: {text}: test shows {conflict['results']}"
        elif result["kind"] == "control":
            yield f"CONTROL {where}: {text}: {result['harmless']} in {result['harmless_file']}"
    if result["kind"] == "control" and result.get("build"):
        yield f"CONTROL {where}: said not to build: {result['build']}"


def chosen(args, benchmark):
    index = json.loads((benchmark / "index.json").read_text())
    merges = [m for m in index["merges"] if m["kind"] in (args.kind or KINDS)]
    if args.count and len(merges) > args.count:
        merges = random.Random(args.seed).sample(merges, args.count)
    return index["project"], sorted(merges, key=lambda m: m["number"])


def run_project(args, benchmark):
    project, merges = chosen(args, benchmark)
    results, found = [], []
    for merge in merges:
        kept = args.keep and pathlib.Path(args.keep) / f"{project}-{merge['number']}"
        folder = pathlib.Path(kept or tempfile.mkdtemp())
        folder.mkdir(parents=True, exist_ok=True)
        result = check_merge(args, benchmark, merge, folder.resolve())
        if not kept:
            shutil.rmtree(folder)
        results.append(result)
        found += complaints(project, result)
        tests = collections.Counter(c["test"] for c in result["conflicts"])
        print(f"{project} {merge['number']} {merge['kind']} {merge['class']}: "
              f"{result['state']} {result['seconds']} s {dict(tests) or ''}", flush=True)
    return project, results, found


def late(seconds):
    return sorted(seconds)[min(len(seconds) - 1, len(seconds) * 95 // 100)]


def table_rows(answers):
    for project, results, _ in answers:
        for kind in KINDS:
            some = [r for r in results if r["kind"] == kind]
            if some:
                states = collections.Counter(r["state"] for r in some)
                classes = collections.Counter(r["class"] for r in some)
                hits = collections.Counter(r["class"] for r in some if r["state"] == "conflict")
                quiet = [r["state"] for r in some if r["branch_passes_its_tests"]]
                seconds = [r["seconds"] for r in some]
                yield [project, kind, len(some),
                       *(f"{hits[c]}/{classes[c]}" for c in ("DC", "SC", "SM")),
                       f"{quiet.count('conflict')}/{len(quiet)}",
                       *(states[state] for state in STATES),
                       sum(bool(r["direct"]) for r in some),
                       f"{statistics.median(seconds):.1f}", f"{late(seconds):.1f}"]


def why_undetected(result):
    """What the report says of the functions that the changes meet in."""
    if result["state"] == "failed":
        return "the tool failed"
    asked = [u for u in result["concerned"] if u["by"] != "identity"]
    of_these = [u["reason"] for u in asked if u["verdict"] not in ("proved", "conflict")]
    if of_these:
        return f"changed function: {of_these[0]}"
    said = "changed functions proved" if asked else "no changed function meets the other change"
    others = collections.Counter(re.sub(r"\d+", "N", u["reason"]) for u in result["open"])
    return f"{said}; others: {others.most_common(1)[0][0] if others else 'all proved'}"


def print_reasons(answers):
    reasons = collections.Counter(
        re.sub(r"\d+", "N", why_undetected(result)) for _, results, _ in answers
        for result in results if result["kind"] != "control" and result["state"] != "conflict")
    print("\nno conflict found:")
    for reason, number in reasons.most_common():
        print(f"  {number:4} {reason}")


def print_table(answers):
    heads = ["project", "kind", "merges", "DC", "SC", "SM", "quiet B", *STATES, "direct", "median s",
             "p95 s"]
    print(f"\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for row in table_rows(answers):
        print(f"| {' | '.join(str(cell) for cell in row)} |")


def main():
    own, options = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, options = own[:at], own[at + 1:]
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks", nargs="+", type=pathlib.Path)
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / "build/mergeproof")
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--count", type=int, default=0, help="so many of each benchmark")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", help="where all results are written")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--database", action="store_true",
                        help="with the compile commands that the benchmark's build had")
    parser.add_argument("--keep", help="where reports and tests are kept")
    args = parser.parse_args(own)
    args.options, args.tool = options, args.tool.resolve()
    answers = [run_project(args, benchmark.resolve()) for benchmark in args.benchmarks]
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(
            {project: results for project, results, _ in answers}, indent=1))
    if args.table:
        print_table(answers)
        print_reasons(answers)
    found = [text for _, _, texts in answers for text in texts]
    print("\n".join(["", *found, f"complaints: {len(found)}"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
