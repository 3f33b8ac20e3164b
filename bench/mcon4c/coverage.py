"""Which lines of which functions a test run executed."""
import collections
import json
import os
import pathlib
import subprocess

PROFDATA, COV = "llvm-profdata-19", "llvm-cov-19"


def binaries(folder):
    """The programs and shared libraries below a folder."""
    found = []
    for path in pathlib.Path(folder).rglob("*"):
        if path.is_file() and not path.is_symlink() and path.suffix not in (".o", ".a"):
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    found.append(path)
    return found


def relative(name, tree):
    path = os.path.normpath(os.path.join(tree, name))
    return os.path.relpath(path, tree) if path.startswith(f"{tree}/") else None


def covered_lines(report, tree):
    lines, current = collections.defaultdict(set), None
    for line in report.split("\n"):
        if line.startswith("SF:"):
            current = relative(line[3:], tree)
        elif line.startswith("DA:") and current:
            number, count = line[3:].split(",")[:2]
            if int(count) > 0:
                lines[current].add(int(number))
    return lines


def function_extents(report, tree):
    """{path: {(name, first line, last line)}}"""
    extents = collections.defaultdict(set)
    for function in json.loads(report)["data"][0]["functions"]:
        path = relative(function["filenames"][0], tree)
        first, _, last, *_ = function["regions"][0]
        if path:
            extents[path].add((function["name"].split(":")[-1], first, last))
    return extents


def measure(tree, profiles):
    """(covered lines, extents of functions) by file, or empty ones."""
    raw = sorted(str(path) for path in pathlib.Path(profiles).glob("*.profraw"))
    programs = binaries(tree)
    if not raw or not programs:
        return {}, {}
    data = pathlib.Path(profiles) / "all.profdata"
    subprocess.run([PROFDATA, "merge", "--failure-mode=all", "-o", data, *raw],
                   capture_output=True)
    objects = [word for program in programs[1:] for word in ("-object", str(program))]

    def export(form):
        return subprocess.run([COV, "export", f"-format={form}", f"-instr-profile={data}",
                               str(programs[0]), *objects], capture_output=True).stdout
    lcov, full = export("lcov").decode(errors="replace"), export("text")
    return (covered_lines(lcov, str(tree)), function_extents(full, str(tree))) if full \
        else ({}, {})
