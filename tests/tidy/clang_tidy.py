#!/usr/bin/env python3
"""clang-tidy over the sources, with a cache of clean results by content.

A file is run again when it, a header of ours, .clang-tidy or its compile command
changed. Without --all only the checks of QUICK run, and files that include clang's own
headers are left out (half a minute each); tests/tidy/sizes.py still reads those. With
--recent N only files run that one of the last N commits, or no commit yet, changed; in a
tree without that history, all. `make tidy` runs everything of .clang-tidy on everything.
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import time

from tree import ROOT, cpp_files, finish

QUICK = ("-*,readability-identifier-naming,readability-function-size,misc-unused-*,"
         "misc-definitions-in-headers,modernize-use-override,modernize-use-nullptr,"
         "performance-*,-performance-enum-size,"
         "-performance-inefficient-vector-operation,"
         "-performance-inefficient-string-concatenation")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
SLOW = re.compile(r'#\s*include\s*[<"](clang|llvm)/')


def closure(path, seen):
    """`path` and every header of ours that it includes, however deep."""
    if path in seen or not path.is_file():
        return seen
    seen.add(path)
    for name in INCLUDE.findall(path.read_text()):
        for folder in (ROOT / "src", path.parent):
            closure(folder / name, seen)
    return seen


def key(path, command, checks):
    digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes() + command.encode()
                            + " ".join(checks).encode())
    for part in sorted(closure(path, set())):
        digest.update(str(part.relative_to(ROOT)).encode() + part.read_bytes())
    return digest.hexdigest()


def tidy(path, build, checks):
    run = subprocess.run(["clang-tidy-19", "--quiet", "-p", str(build),
                          "--extra-arg=-Wno-ignored-gch",
                          "--extra-arg=-Wno-unknown-warning-option", *checks, str(path)],
                         capture_output=True, text=True)
    if run.returncode == 0:
        return ""
    found = [line for line in run.stdout.splitlines()
             if re.search(r": (error|warning):", line)]
    return "\n".join(found).replace(f"{ROOT}/", "") or run.stderr[-2000:]


def own_commands(build):
    """The compile command of each source, by path; a source that is compiled together
    with others (MERGEPROOF_UNITY) is compiled as those are."""
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        sources = [file] if "Unity" not in file.parts else [
            pathlib.Path(name) for name in INCLUDE.findall(file.read_text())]
        for source in sources:
            commands[str(source)] = {
                **entry, "file": str(source),
                "command": entry["command"].replace(str(file), str(source))}
    return commands


def recent_files(count):
    """What the last `count` commits and the work tree changed; None: not known."""
    run = subprocess.run(["git", "-C", str(ROOT), "diff", "--name-only", f"HEAD~{count}"],
                         capture_output=True, text=True)
    return set(run.stdout.splitlines()) if run.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--recent", type=int)
    parser.add_argument("--times", action="store_true")
    args = parser.parse_args()
    commands = own_commands(args.build)
    cache = args.build / "tidy-cache"
    cache.mkdir(exist_ok=True)
    database = cache / "compile_commands.json"
    database.write_text(json.dumps(list(commands.values())))
    checks = [] if args.all else [f"--checks={QUICK}"]
    recent = recent_files(args.recent) if args.recent else None
    todo = []
    for path in cpp_files("src"):
        if str(path) not in commands:
            continue
        if recent is not None and str(path.relative_to(ROOT)) not in recent:
            continue
        is_slow = any(SLOW.search(p.read_text()) for p in closure(path, set()))
        stamp = cache / key(path, commands[str(path)]["command"], checks)
        if not stamp.exists() and (args.all or not is_slow):
            todo.append((path, stamp))

    problems = []

    def work(item):
        path, stamp = item
        start = time.monotonic()
        found = tidy(path, cache, checks)
        if not found:
            stamp.touch()
        if args.times:
            print(f"{time.monotonic() - start:6.1f} s {path.relative_to(ROOT)}")
        return found

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        problems = [found for found in pool.map(work, todo) if found]
    print(f"clang-tidy: {len(todo)} files run")
    return finish("tidy", sorted(set("\n".join(problems).splitlines())))


if __name__ == "__main__":
    sys.exit(main())
