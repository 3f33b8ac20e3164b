#!/usr/bin/env python3
"""Every C++ file looks as .clang-format says. `--fix` rewrites instead."""
import subprocess
import sys

from tree import ROOT, cpp_files, finish

files = [str(path) for path in cpp_files()]
if "--fix" in sys.argv[1:]:
    sys.exit(subprocess.run(["clang-format-19", "-i", *files], cwd=ROOT).returncode)

problems = []
for start in range(0, len(files), 50):
    run = subprocess.run(
        ["clang-format-19", "--dry-run", "-Werror", *files[start:start + 50]],
        cwd=ROOT, capture_output=True, text=True)
    problems += [line for line in run.stderr.splitlines() if ": error:" in line]
    if run.returncode and not problems:
        problems.append(run.stderr.strip())
if problems:
    problems.append("run: python3 tests/tidy/format.py --fix")
sys.exit(finish("format", problems))
