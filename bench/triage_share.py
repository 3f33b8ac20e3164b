#!/usr/bin/env python3
"""What closure hashes and triage cost, against reading the files, for a merge that touches many.

  triage_share.py [--tool build/mergeproof] [--files N]

N files (200) of 40 functions that call each other across files. Each parent changes one function in
every other file. Prints the seconds that `check` spent on both phases and their ratio.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

from check_ratio import ROOT, HEADERS, git

PER_FILE = 40
FUNCTION = """
int work_{file}_{n}(const int *data, unsigned count) {{
  int sum = {value};
  for (unsigned i = 0; i < count; i++)
    sum += data[i] > {n} ? {callee}(data, i) : data[i];
  return sum;
}}
"""


def text(file, files, changed):
    out = HEADERS + '#include "work.h"\n'
    for n in range(PER_FILE):
        callee = f"work_{file}_{n - 1}" if n else f"work_{max(file - 1, 0)}_{PER_FILE - 1}"
        if n == 0 and file == 0:
            callee = "abs_of"
        out += FUNCTION.format(file=file, n=n, callee=callee,
                               value=1000 if changed and n == PER_FILE - 1 else n)
    return out


def write_tree(repository, files, changed):
    declared = "".join(f"int work_{f}_{n}(const int *data, unsigned count);\n"
                       for f in range(files) for n in range(PER_FILE))
    (repository / "work.h").write_text("int abs_of(const int *data, unsigned n);\n" + declared)
    for file in range(files):
        (repository / f"work{file}.c").write_text(text(file, files, file in changed))
    git(repository, "add", ".")
    return git(repository, "write-tree")


def make_repository(repository, files):
    repository.mkdir()
    git(repository, "init", "-q")
    even, odd = set(range(0, files, 2)), set(range(1, files, 2))
    commits = {}
    for name, parents, changed in (("O", "", set()), ("A", "O", even), ("B", "O", odd),
                                   ("M", "AB", even | odd)):
        tree = write_tree(repository, files, changed)
        flags = [f for p in parents for f in ("-p", commits[p])]
        commits[name] = git(repository, "commit-tree", tree, "-m", name, *flags)
    git(repository, "update-ref", "HEAD", commits["M"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / "build/mergeproof")
    parser.add_argument("--files", type=int, default=200)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        repository = pathlib.Path(scratch) / "repository"
        make_repository(repository, args.files)
        report = pathlib.Path(scratch) / "report.json"
        subprocess.run([args.tool.resolve(), "check", "--function", "work_0_0",
                        "--output", f"json={report}"], cwd=repository, capture_output=True)
        summary = json.loads(report.read_text())["summary"]
    phases = summary["phases"]
    print(f"{args.files} files, {args.files * PER_FILE} functions: "
          f"parse {phases['parse']:.2f} s, triage {phases['triage']:.2f} s, "
          f"{100 * phases['triage'] / phases['parse']:.1f} %")


if __name__ == "__main__":
    main()
