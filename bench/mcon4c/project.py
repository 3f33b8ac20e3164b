"""A project as its user describes it, and a workshop that builds and tests trees of it."""
import dataclasses
import fnmatch
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tomllib

FIX = (r"\b(fix(es|ed|ing)?|bugs?|crash(es|ed)?|overflows?|leaks?|regressions?|wrong(ly)?|"
       r"incorrect(ly)?|invalid|broken|segfaults?|out[- ]of[- ]bounds|corrects?)\b")
# Appended to every call of the compiler: old code has to build, and quickly.
LENIENT = ["-w", "-Wno-error", "-O0", "-g"]
COVERAGE = ["-fprofile-instr-generate", "-fcoverage-mapping",
            "-mllvm", "-runtime-counter-relocation"]
C_NAMES = ("cc", "gcc", "clang", "c99", "c89", "clang-19")
CXX_NAMES = ("c++", "g++", "clang++")
WRAPPER = """#!/bin/sh
if [ -n "$MCON4C_CALLS" ]; then
  {{ printf '%s\\0' "$PWD" "$@"; printf '\\1\\0'; }} >> "$MCON4C_CALLS"
fi
exec {compiler} "$@" $MCON4C_FLAGS
"""
# How crashes are named; lines are left out, as they differ between versions.
CRASH = (r"^SUMMARY: ((?!Undefined)\w+Sanitizer: [\w-]+)(?:.* in (\w+))?|"
         r"^\S+: (runtime error: .*)$|\b(Segmentation fault|Aborted)\b")
OUTPUT_BYTES = 4 << 20
FILE_BYTES = 512 << 20
MEMORY_BYTES = 8 << 30


@dataclasses.dataclass
class Project:
    name: str
    build: str
    test: str
    tests: list = dataclasses.field(default_factory=lambda: ["test*", "*/test*", "t/*"])
    code: list = dataclasses.field(default_factory=lambda: ["*.c", "*.h"])
    failure: str = ""
    fix: str = FIX
    cflags: str = ""
    build_seconds: int = 120
    test_seconds: int = 60

    def is_test(self, path):
        return any(fnmatch.fnmatch(path, pattern) for pattern in self.tests)

    def is_code(self, path):
        return not self.is_test(path) and \
            any(fnmatch.fnmatch(path, pattern) for pattern in self.code)


def read_project(path, given):
    """The project of a TOML file (or of no file), with what was given besides."""
    values = tomllib.loads(pathlib.Path(path).read_text()) if path else {}
    values.update({key: value for key, value in given.items() if value})
    known = {field.name for field in dataclasses.fields(Project)}
    unknown = sorted(set(values) - known)
    missing = sorted({"name", "build", "test"} - set(values))
    if unknown or missing:
        raise SystemExit(f"project: unknown {unknown}, missing {missing}")
    return Project(**values)


@dataclasses.dataclass
class Outcome:
    """What became of a test run: which tests failed, by name where names are known."""
    is_passed: bool
    failures: set


def named_failures(pattern, output):
    """The groups of every match, or all of it, without addresses."""
    found = set()
    for match in re.finditer(pattern, output, re.MULTILINE):
        text = " in ".join(filter(None, match.groups())) or match.group()
        found.add(re.sub(r"0x[0-9a-f]+|\b\d{6,}\b", "0x", text.strip()))
    return found


class Workshop:
    """One folder in which one tree at a time is built and tested.

    Compilers are called through wrappers that stand first in PATH: they append flags and
    note the calls, so that coverage and compile commands need no help from the project.
    """

    def __init__(self, project, scratch, compiler="clang-19"):
        self.project = project
        self.scratch = pathlib.Path(scratch).resolve()
        self.tree = self.scratch / "tree"
        self.calls = self.scratch / "calls"
        self.profiles = self.scratch / "profiles"
        self.bin = self.scratch / "bin"
        self.changed_tests = []     # what the fix changes, for build and test commands
        self.bin.mkdir(parents=True, exist_ok=True)
        cxx = compiler.replace("clang", "clang++")
        for names, real in ((C_NAMES, compiler), (CXX_NAMES, cxx)):
            for name in names:
                path = self.bin / name
                path.write_text(WRAPPER.format(compiler=shutil.which(real) or real))
                path.chmod(0o755)

    def environment(self, is_covered):
        flags = [*LENIENT, self.project.cflags, *(COVERAGE if is_covered else [])]
        env = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}", "LC_ALL": "C",
               "CC": "cc", "CXX": "c++", "MCON4C_FLAGS": " ".join(flags),
               "MCON4C_CALLS": str(self.calls), "ASAN_OPTIONS": "detect_leaks=0",
               "MCON4C_CHANGED_TESTS": " ".join(self.changed_tests)}
        if is_covered:
            env["LLVM_PROFILE_FILE"] = f"{self.profiles}/%c%m.profraw"
        return env

    def run(self, command, seconds, is_covered):
        """(exit code or None when it took too long, what it printed)"""
        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
            if "-fsanitize" not in self.project.cflags:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        log = self.scratch / "log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                ["bash", "-c", command], cwd=self.tree, stdin=subprocess.DEVNULL, stdout=out,
                stderr=subprocess.STDOUT, env=self.environment(is_covered),
                start_new_session=True, preexec_fn=limit)
            try:
                code = process.wait(seconds)
            except subprocess.TimeoutExpired:
                code = None
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        with log.open("rb") as printed:
            return code, printed.read(OUTPUT_BYTES).decode(errors="replace")

    def build(self, is_covered=False):
        self.calls.unlink(missing_ok=True)
        shutil.rmtree(self.profiles, ignore_errors=True)
        code, _ = self.run(self.project.build, self.project.build_seconds, is_covered)
        return code == 0

    def test(self, is_covered=False):
        code, output = self.run(self.project.test, self.project.test_seconds, is_covered)
        failures = set()
        if code != 0:
            failures = named_failures(self.project.failure or r"(?!)", output) | \
                named_failures(CRASH, output)
            failures = failures or {"no answer in time" if code is None else f"exit {code}"}
        return Outcome(code == 0, failures)

    def compile_calls(self):
        """(folder, arguments) of every call of a compiler in the last build."""
        if not self.calls.exists():
            return []
        calls = self.calls.read_bytes().decode(errors="replace").split("\0\1\0")
        return [(words[0], words[1:]) for words in (c.split("\0") for c in calls) if words[0]]

    def flags_of(self):
        """{file: flags that say how it is read}, with paths relative to the tree."""
        found = {}
        for folder, arguments in self.compile_calls():
            flags, sources = self.read_call(pathlib.Path(folder), arguments)
            for source in sources:
                found.setdefault(source, flags)
        return found

    def read_call(self, folder, arguments):
        flags, sources = [], []
        words = iter(arguments)
        for word in words:
            option = next((o for o in ("-I", "-D", "-U", "-isystem", "-iquote", "-include")
                           if word.startswith(o)), "")
            if option:
                value = word[len(option):] or next(words, "")
                is_path = option not in ("-D", "-U")
                flags += [option, self.relative(folder / value) if is_path else value]
            elif word.startswith("-std=") or word == "-ansi":
                flags.append(word)
            elif word.endswith((".c", ".h")):
                sources.append(self.relative(folder / word))
        return flags, sources

    def relative(self, path):
        path = os.path.normpath(path)
        return os.path.relpath(path, self.tree) if path.startswith(f"{self.tree}") else path
