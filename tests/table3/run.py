#!/usr/bin/env python3
"""SafeMerge's Table 3 with C functions: what the tool says of textual and manual merges.

  run.py [--tool build/mergeproof] [--timeout S] [--native] [CASE...]

Prints a row for every case: the lines of the function, the verdicts and the milliseconds of
the decision. A textual merge must be refuted and a manual one proved; anything else makes
the exit code 1. Conflicts are confirmed by the interpreter, with --native by the compiler.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import cases

ROOT = cases.HERE.parents[1]


def ask(tool: pathlib.Path, texts: dict, options: list, limit: int):
    """(verdict, reason, milliseconds)"""
    with tempfile.TemporaryDirectory() as scratch:
        for version, text in texts.items():
            (pathlib.Path(scratch) / f"{version}.c").write_text(text)
        command = [tool, "check", "--files", *(f"{v}.c" for v in texts), "--function",
                   cases.FUNCTION, "--timeout", str(limit), "--output", "json=-", *options]
        try:
            ran = subprocess.run(command, cwd=scratch, capture_output=True, text=True,
                                 timeout=limit + 60)
        except subprocess.TimeoutExpired:
            return "timeout", "", (limit + 60) * 1000
    try:
        units = json.loads(ran.stdout)["units"]
    except (json.JSONDecodeError, KeyError):
        return "missing", ran.stderr.strip(), 0
    unit = next((unit for unit in units if unit["function"] == cases.FUNCTION), None)
    if not unit:
        return "missing", "no such unit", 0
    return unit["verdict"], unit["reason"], round(unit["seconds"] * 1000)


def row(name: str, answers: dict, lines: int):
    shown = [f"{name:9}{cases.CASES[name]:53}{lines:6}"]
    for merge in cases.MERGES:
        verdict, _, milliseconds = answers.get(merge, ("-", "", "-"))
        shown.append(f"{verdict:>13}{milliseconds:>8}")
    return "".join(shown)


def wrong(name: str, answers: dict, known: list):
    """One line for every answer that is not what the table says, nor a known gap."""
    for merge, (verdict, reason, _) in answers.items():
        is_known = verdict == "unknown" and f"{name}-{merge}" in known
        if verdict != cases.EXPECTED[merge] and not is_known:
            yield f"{name}-{merge}: {verdict}, not {cases.EXPECTED[merge]}: {reason}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / "build/mergeproof")
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--open", nargs="*", default=[], help="known gaps, as B6-text")
    parser.add_argument("--native", action="store_true")
    args = parser.parse_args()
    options = [] if args.native else ["--no-exec"]
    problems = []
    print(f"{'name':9}{'description':53}{'lines':>6}{'text':>13}{'ms':>8}{'manual':>13}{'ms':>8}")
    for name in args.cases or cases.CASES:
        parents, merges = cases.parents(name), cases.merges(name)
        answers = {merge: ask(args.tool.resolve(), {**parents, "M": text}, options, args.timeout)
                   for merge, text in merges.items()}
        print(row(name, answers, cases.function_lines(parents["O"])), flush=True)
        problems += wrong(name, answers, args.open)
    print("\n".join([*problems, f"table 3: {len(problems)} wrong or missing"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
