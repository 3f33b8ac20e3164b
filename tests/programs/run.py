#!/usr/bin/env python3
"""Random programs: what `mergeproof run` prints against a native run.

csmith (Yang et al., Finding and Understanding Bugs in C Compilers, PLDI 2011) and our own
grow.py make programs without undefined behaviour that print checksums. Each is compiled
without optimisation and run; programs that do not end in time are skipped. Then the
interpreter runs it, with a limit of steps. Its answers:

  equal       the same output and status
  limit       it reached the limit of steps
  undefined   it trapped, and sanitizers stop the native program, too
  not run     code that is not lowered, or a library function that is not modelled
  MISMATCH    anything else: a fault of the front end or of the interpreter; or the
              lowered program breaks a rule of the IR, or its text does not read back

The variant "extended" (extended.py) uses long double; what gcc and clang do not agree on is
skipped.

The variants "faulty" and "unset" (fault.py) end with something undefined, of a known kind in
a known line: "trapped" where the sanitizers and the interpreter both stop there. In "unset"
it is the use of memory that was never written, which MSan reports: as in the interpreter,
passing such a value to a function of the program is no use, but in a program that nothing
else stops.

Only a mismatch is a failure; --keep DIR saves its program.

  run.py --tool build/mergeproof [--count N] [--seed S] [--jobs J] [--steps N]
         [--variant NAME]... [--keep DIR] [--m32]

Every variant makes N programs, from seeds S, S + 1, ... With --m32 they are 32-bit programs;
where those do not run (narrow.py) nothing is tried.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import extended
import fault
import grow
import narrow

CSMITH = {
    "plain": [],
    "bitfields": ["--bitfields", "--packed-struct"],
    "unions": ["--unions"],
    "float": ["--float"],
    "builtins": ["--builtins", "--builtin-function-prob", "5"],
    "pointers": ["--max-pointer-depth", "4", "--no-volatiles"],
}
OWN = {"grown": grow.program, "extended": extended.program}
VARIANTS = [*OWN, "faulty", "unset", *CSMITH]
HEADERS = "-I/usr/include/csmith"
SECONDS, LONG_SECONDS = 5, 300
SANITIZE = ["clang-19", "-w", "-O0", "-fsanitize=address,undefined,float-cast-overflow",
            "-fno-sanitize-recover=all"]
MSAN = ["clang-19", "-w", "-O0", "-fsanitize=memory", "-fno-omit-frame-pointer"]
LENIENT_MSAN = [*MSAN, "-fno-sanitize-memory-param-retval"]
Answer = collections.namedtuple("Answer", "variant seed kind detail")


def run(command, folder, seconds, **more):
    """The finished process, or None when it took too long."""
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, timeout=seconds,
                              stdin=subprocess.DEVNULL, **more)
    except subprocess.TimeoutExpired:
        return None


def build(folder, compiler, name):
    made = run([*compiler, HEADERS, "p.c", "-o", name, "-lm"], folder, LONG_SECONDS)
    return made is not None and made.returncode == 0


def is_undefined(options, folder, compiler):
    """Whether sanitizers stop the program."""
    before = []
    if options.m32:
        before = narrow.runner()
        # Emulators do not get along with the address sanitizer.
        compiler = [*SANITIZE, *narrow.FLAGS, "-no-pie",
                    *(["-fno-sanitize=address"] if before else [])]
    if not build(folder, compiler, "checked"):
        return False
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
    checked = run([*before, "./checked", "1"], folder, LONG_SECONDS, env=environment)
    return checked is not None and checked.returncode != 0


def judge(options, folder, native, ours):
    """(kind, detail)."""
    if ours is None:
        return "MISMATCH", "does not end"
    message = ours.stderr.decode(errors="replace").strip().split("\n")[-1]
    message = re.sub(r"^mergeproof: \w+: |[^ ]+\.[ch]:\d+: ", "", message)
    if ours.returncode == 124:
        return "limit", message
    if ours.returncode == 125:
        compiler = MSAN if message == fault.UNSET else SANITIZE
        is_known = is_undefined(options, folder, compiler)
        return "undefined" if is_known else "MISMATCH", "trap: " + message
    if (ours.returncode, ours.stdout) == (native.returncode, native.stdout):
        return "equal", ""
    if ours.returncode == 2 and message:
        return "not run", message
    return "MISMATCH", f"status {ours.returncode}, natively {native.returncode}, " + \
        ("other output" if ours.stdout != native.stdout else "the same output")


def write_program(folder, variant, seed):
    if variant in OWN:
        (pathlib.Path(folder) / "p.c").write_text(OWN[variant](seed))
        return True
    # Options that are csmith's defaults would make the same programs again.
    own_seed = seed * len(CSMITH) + list(CSMITH).index(variant)
    made = run(["csmith", "--seed", str(own_seed), *CSMITH[variant], "-o", "p.c"], folder,
               LONG_SECONDS)
    return made is not None and made.returncode == 0


def sanitizer_line(folder, compiler):
    """Where sanitizers stop the program; None: nowhere."""
    if not build(folder, [*compiler, "-g"], "checked"):
        return None
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
    checked = run(["./checked"], folder, LONG_SECONDS, env=environment)
    found = re.search(rb"p\.c:(\d+)", checked.stderr) if checked else None
    return int(found[1]) if found else None


def try_fault(options, variant, seed, folder):
    text, kind, line = fault.unset_program(seed) if variant == "unset" else fault.program(seed)
    (pathlib.Path(folder) / "p.c").write_text(text)
    compilers = [LENIENT_MSAN, MSAN] if variant == "unset" else [SANITIZE]
    stopped = next(filter(None, (sanitizer_line(folder, one) for one in compilers)), None)
    if stopped != line:
        return Answer(variant, seed, "skipped", f"sanitizers see no {kind}")
    ours = run([options.tool, "run", "p.c", "--steps", str(options.steps)], folder,
               LONG_SECONDS)
    message = ours.stderr.decode().strip() if ours else "does not end"
    if message == f"mergeproof: trapped: p.c:{line}: {kind}":
        return Answer(variant, seed, "trapped", kind)
    if ours and ours.returncode == 2:
        return Answer(variant, seed, "not run", message)
    return Answer(variant, seed, "MISMATCH", f"{kind} in line {line}, but {message}")


def try_program(options, variant, seed):
    with tempfile.TemporaryDirectory(prefix="mergeproof-programs-") as folder:
        answer = try_fault(options, variant, seed, folder) if variant in ("faulty", "unset") \
            else try_sound(options, variant, seed, folder)
        if answer.kind == "MISMATCH" and options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            shutil.copy(pathlib.Path(folder) / "p.c", options.keep / f"{variant}-{seed}.c")
        return answer


def agrees(folder, before, flags, native):
    """Whether the program does the same where the other compiler builds it."""
    # try_sound() takes clang for 32 bits and cc for 64.
    other = ["gcc", "-mfpmath=sse"] if "-m32" in flags else ["clang-19"]
    if not build(folder, [*other, *flags, "-O0", "-w"], "other"):
        return False
    again = run([*before, "./other", "1"], folder, SECONDS)
    return again is not None and \
        (again.returncode, again.stdout) == (native.returncode, native.stdout)


def try_sound(options, variant, seed, folder):
    if not write_program(folder, variant, seed):
        return Answer(variant, seed, "skipped", "csmith fails")
    compiler, before, flags = ["cc"], [], [HEADERS]
    if options.m32:
        compiler, before, flags = narrow.COMPILER, narrow.runner(), [HEADERS, *narrow.FLAGS]
    if not build(folder, [*compiler, "-O0", "-w"], "native"):
        return Answer(variant, seed, "skipped", compiler[0] + " fails")
    native = run([*before, "./native", "1"], folder, SECONDS)
    if native is None:
        return Answer(variant, seed, "skipped", "does not end natively")
    if variant == "extended" and not agrees(folder, before, flags, native):
        return Answer(variant, seed, "skipped", "compilers do not agree")
    ours = run([options.tool, "run", "p.c", "--steps", str(options.steps), "--arg", "1",
                "--", *flags], folder, LONG_SECONDS)
    kind, detail = judge(options, folder, native, ours)
    # What the IR's own rules say of it: it is well-formed, and its text form reads back.
    rules = run([options.tool, "survey", "p.c", "--", *flags], folder, LONG_SECONDS)
    if rules is None or rules.returncode != 0:
        kind, detail = "MISMATCH", "survey: " + (rules.stdout.decode()[-200:] if rules else "")
    return Answer(variant, seed, kind, detail)


def report(variant, answers):
    kinds = collections.Counter(answer.kind for answer in answers)
    print(f"{variant}: " + ", ".join(f"{kinds[kind]} {kind}" for kind in sorted(kinds)))
    reasons = collections.Counter((answer.kind, answer.detail) for answer in answers
                                  if answer.kind not in ("equal", "MISMATCH"))
    for (kind, detail), count in reasons.most_common():
        print(f"  {count} {kind}: {detail}")
    for answer in answers:
        if answer.kind == "MISMATCH":
            print(f"  MISMATCH {variant} --seed {answer.seed}: {answer.detail}")
    sys.stdout.flush()
    return kinds["MISMATCH"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--steps", type=int, default=100_000_000)
    parser.add_argument("--variant", action="append", choices=VARIANTS)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--m32", action="store_true")
    options = parser.parse_args()
    options.tool = options.tool.resolve()
    if options.m32 and narrow.runner() is None:
        print("32-bit programs are not built or do not run here")
        return 0
    if options.m32:
        VARIANTS.remove("faulty")
    mismatches = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for variant in options.variant or VARIANTS:
            seeds = range(options.seed, options.seed + options.count)
            mismatches += report(variant, list(pool.map(
                lambda seed, variant=variant: try_program(options, variant, seed), seeds)))
    return 1 if mismatches else 0


if __name__ == "__main__":
    sys.exit(main())
