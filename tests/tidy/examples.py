#!/usr/bin/env python3
"""Runs the examples in the documents.

A block that starts with ```console and whose line above is <!-- run --> is executed
in one scratch directory per document: lines that start with "$ " are commands (bash),
the lines below a command are what it prints. "…" in an expected line stands for any
text in it, a line that is only "…" for any number of lines. A command ending in
"# exit N" must end with N. <!-- file NAME --> above any other block writes the block to
a file.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from tree import ROOT, finish

BLOCK = re.compile(r"<!-- (run|file (\S+)) -->\n```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXIT = re.compile(r"\s+# exit (\d+)$")


def commands(text):
    """Yields (command, expected exit code, expected lines)."""
    current = None
    for line in text.splitlines():
        if line.startswith("$ "):
            if current:
                yield current
            code = EXIT.search(line)
            current = (EXIT.sub("", line[2:]), int(code.group(1)) if code else 0, [])
        elif current:
            current[2].append(line)
    if current:
        yield current


def pattern(lines):
    parts = []
    for line in lines:
        if line.strip() == "…":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*?".join(re.escape(p.rstrip() if i else p)
                                    for i, p in enumerate(line.rstrip().split("…"))) + r"[ ]*\n")
    return re.compile("".join(parts) + r"\Z")


def run_document(path, environment):
    with tempfile.TemporaryDirectory() as scratch:
        for kind, name, body in BLOCK.findall(path.read_text()):
            if name:
                target = pathlib.Path(scratch) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(body)
                continue
            for command, code, expected in commands(body):
                run = subprocess.run(["bash", "-c", command], cwd=scratch, text=True,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                     env=environment)
                where = f"{path.relative_to(ROOT)}: $ {command}"
                if run.returncode != code:
                    yield f"{where}\n  exit {run.returncode}, not {code}:\n{run.stdout}"
                elif expected and not pattern(expected).match(run.stdout):
                    yield f"{where}\n  printed:\n{run.stdout}"


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    environment = dict(os.environ, NO_COLOR="1", LC_ALL="C.UTF-8",
                       GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_SYSTEM=os.devnull,
                       PATH=f"{program.parent}:{os.environ['PATH']}")
    for role in ("AUTHOR", "COMMITTER"):
        environment[f"GIT_{role}_NAME"] = "example"
        environment[f"GIT_{role}_EMAIL"] = "example@example.org"
        environment[f"GIT_{role}_DATE"] = "2024-01-01T00:00:00Z"
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    problems = [p for path in documents for p in run_document(path, environment)]
    return finish("examples", problems)


if __name__ == "__main__":
    sys.exit(main())
