#!/usr/bin/env python3
"""Headers, sources, functions and folders keep the sizes of CONTRIBUTING.md.

A function is what clang-format leaves between a line that starts in column 0 and
ends in "{" and the next "}" in column 0, so this needs no compiler and sees
every file; clang_tidy.py counts nesting and parameters.
"""
import collections
import re
import sys

from tree import ROOT, cpp_files, finish

HEADER_LINES, SOURCE_LINES, FUNCTION_LINES, FOLDER_NOUNS = 200, 600, 60, 35
# One class whose methods are the kinds of clang's nodes, declared together.
# Its folder holds a file per group of those kinds.
LARGER = {"src/frontend/c/lowering.h": 280, "src/frontend/c": 45}
TYPE = re.compile(r"^(class|struct|union|enum)\b")
OPEN_ONLY = re.compile(r'^(namespace|extern "C")')
NOUNLESS = {"utils", "util", "common", "helpers", "misc", "core"}


def functions(lines):
    """Yields (line number of the head, length); bodies inside a type are left to
    clang-tidy."""
    start, is_type = None, False
    for number, line in enumerate(lines, 1):
        if start is None:
            ends_head = line.endswith("{") and not line.endswith(("= {", ")"))
            if ends_head and not OPEN_ONLY.match(line) and line[0] not in "#/}":
                start, is_type = number, bool(TYPE.match(line))
        elif line.startswith("}"):
            if not is_type:
                yield start, number - start + 1
            start = None


problems = []
folders = collections.defaultdict(set)
for path in cpp_files("src"):
    name = path.relative_to(ROOT).as_posix()
    lines = path.read_text().splitlines()
    limit = HEADER_LINES if path.suffix == ".h" else SOURCE_LINES
    limit = LARGER.get(name, limit)
    folders[path.parent.relative_to(ROOT).as_posix()].add(path.stem)
    if len(lines) > limit:
        problems.append(f"{name}: {len(lines)} lines, more than {limit}")
    for start, length in functions(lines):
        if length > FUNCTION_LINES:
            problems.append(f"{name}:{start}: function of {length} lines, "
                            f"more than {FUNCTION_LINES}")
for folder, nouns in sorted(folders.items()):
    limit = LARGER.get(folder, FOLDER_NOUNS)
    if len(nouns) > limit:
        problems.append(f"{folder}: {len(nouns)} nouns, more than {limit}: "
                        "look for the one that splits it")
    if folder.split("/")[-1] in NOUNLESS:
        problems.append(f"{folder}: find the noun that this folder is about")
sys.exit(finish("sizes", problems))
