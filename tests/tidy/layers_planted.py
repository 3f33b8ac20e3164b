#!/usr/bin/env python3
"""tools/check_layers.py finds violations that were planted for it."""
import pathlib
import subprocess
import sys
import tempfile

from tree import ROOT, finish

LAYERS = "low:\nhigh: low\nonly: wall/ in low\n"
TREES = {
    "an include that goes up": (
        {"low/a.h": '#include "high/b.h"\n', "high/b.h": ""},
        "low/a.h:1: low may not include high"),
    "a header behind a fence": (
        {"high/b.h": "\n#include <wall/gate.h>\n"},
        "high/b.h:2: only low may include wall/gate.h"),
    "a folder that nobody listed": (
        {"new/c.cpp": "int c;\n"},
        "new/c.cpp: folder is not listed"),
}
CLEAN = {"low/a.h": "#include <wall/gate.h>\n",
         "high/b.cpp": '#include "low/a.h"\n#include "high/b.h"\n', "high/b.h": ""}


def check(files):
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        (root / "layers.txt").write_text(LAYERS)
        for name, text in files.items():
            path = root / "src" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run(
            [sys.executable, ROOT / "tools/check_layers.py", root / "layers.txt",
             root / "src"], capture_output=True, text=True)


problems = []
for title, (files, expected) in TREES.items():
    run = check(files)
    if run.returncode == 0 or expected not in run.stdout:
        problems.append(f"{title}: not found; said: {run.stdout.strip()}")
run = check(CLEAN)
if run.returncode != 0:
    problems.append(f"a clean tree was refused: {run.stdout.strip()}")
sys.exit(finish("layers_planted", problems))
