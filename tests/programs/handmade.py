#!/usr/bin/env python3
"""Programs written by hand for the corners of C: what `mergeproof run` says against native runs.

handmade/sound_*.txt hold programs without undefined behaviour, handmade/undefined_*.txt such
that end with something undefined, in the line with /*UB kind*/. A program begins at

    //// name [flag...]       of the compiler; and of the test:
                              NOTRUN  not everything in it is lowered or modelled (yet)
                              SILENT  the interpreter does not notice (docs/book/run.md)
                              ALIGN   only with --check-alignment
    -m32 among the flags: a 32-bit program; left out where those do not run (narrow.py).
    //+ file.c                begins another file of it; handmade/p.h lies beside them

A sound program has to print and return what it does natively, compiled by gcc or clang (where
they differ, what C leaves open is meant). An undefined one has to stop in its line.

  handmade.py --tool build/mergeproof [--only NAME]
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

import narrow

HERE = pathlib.Path(__file__).resolve().parent / "handmade"
COMPILERS = [["gcc", "-O0", "-w"], ["clang-19", "-O0", "-w"]]
MARKS = {"NOTRUN", "SILENT", "ALIGN"}
STEPS, SECONDS = "200000000", 120


class Program:
    def __init__(self, kind, head, body):
        self.kind = kind
        self.name, *words = head.split()
        self.flags = [word for word in words if word not in MARKS]
        self.marks = set(words) & MARKS
        parts = re.split(r"^//\+ (\S+)\n", body, flags=re.M)
        self.files = {"m.c": parts[0], **dict(zip(parts[1::2], parts[2::2]))}
        self.lines = [number for number, line in enumerate(parts[0].split("\n"), 1)
                      if "/*UB" in line]

    def sources(self):
        return [name for name in self.files if name.endswith(".c")]

    def write(self, folder):
        (folder / "p.h").write_text((HERE / "p.h").read_text())
        for name, text in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)


def programs():
    for path in sorted(HERE.glob("*.txt")):
        kind = path.stem.split("_")[0]
        for part in re.split(r"^//// ", path.read_text(), flags=re.M)[1:]:
            yield Program(kind, *part.split("\n", 1))


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS,
                          stdin=subprocess.DEVNULL, check=False)


def native_answers(program, folder):
    for number, compiler in enumerate(COMPILERS):
        binary = f"./native{number}"
        made = run([*compiler, *program.flags, *program.sources(), "-o", binary, "-lm"], folder)
        if made.returncode == 0:
            before = narrow.runner() if "-m32" in program.flags else []
            ended = run([*before, binary], folder)
            code = ended.returncode if ended.returncode >= 0 else 128 - ended.returncode
            yield code, ended.stdout


def judge_sound(program, ours, message, folder):
    """What is wrong; empty: nothing."""
    if "NOTRUN" in program.marks:
        return "" if ours.returncode == 2 and message else "it runs now: remove NOTRUN"
    expected = list(native_answers(program, folder))
    if not expected:
        return "no compiler takes it"
    if (ours.returncode, ours.stdout) in expected:
        return ""
    return f"status {ours.returncode}, {message or ours.stdout[-200:]!r}, natively {expected}"


def judge_undefined(program, ours, message):
    found = re.search(r"trapped: m\.c:(\d+): ", message)
    stops = found is not None and int(found[1]) in program.lines
    if "SILENT" in program.marks:
        return "it stops now: remove SILENT" if stops else ""
    return "" if stops else f"status {ours.returncode}, {message!r}, not line {program.lines}"


def check(tool, program):
    with tempfile.TemporaryDirectory(prefix="mergeproof-handmade-") as name:
        folder = pathlib.Path(name)
        program.write(folder)
        more = ["--check-alignment"] if "ALIGN" in program.marks else []
        ours = run([tool, "run", *program.sources(), "--steps", STEPS, *more, "--",
                    *program.flags], folder)
        lines = ours.stderr.decode(errors="replace").splitlines()
        message = next((line for line in reversed(lines) if line.startswith("mergeproof: ")), "")
        if program.kind == "sound":
            return judge_sound(program, ours, message, folder)
        return judge_undefined(program, ours, message)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, required=True)
    parser.add_argument("--only")
    options = parser.parse_args()
    tool = options.tool.resolve()
    chosen = [one for one in programs() if options.only in (None, one.name) and
              ("-m32" not in one.flags or narrow.runner() is not None)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        faults = list(pool.map(lambda one: check(tool, one), chosen))
    for program, fault in zip(chosen, faults):
        if fault:
            print(f"{program.kind} {program.name}: {fault}")
    marked = sum(bool(one.marks & {"NOTRUN", "SILENT"}) for one in chosen)
    print(f"handmade: {len(chosen)} programs, {marked} marked, {sum(map(bool, faults))} wrong")
    return 1 if any(faults) or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
