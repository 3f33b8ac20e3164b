"""What the tool says of one merge, and whether a conflict that it claims is real."""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "merges"))

import tool as T  # noqa: E402

VERSIONS = "OABM"

# verdict: proved, conflict, unknown, build (the merge is said not to build) or failed.
# seconds are those of the processor; inputs are those of the conflicts.
Answer = collections.namedtuple("Answer", "verdict reason seconds inputs")
Merge = collections.namedtuple("Merge", "name function texts edits")
NODE = re.compile(r"\{ \.value = (-?\d+), \.next = (null|&(\S+)) \}")


def run_tool(command, folder):
    """(seconds of the processor, standard error)."""
    with open(folder / "error.txt", "w+") as error:
        running = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=error)
        limit = threading.Timer(T.SECONDS, running.kill)
        limit.start()
        _, status, used = os.wait4(running.pid, 0)
        limit.cancel()
        running.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, (folder / "error.txt").read_text()


def read_report(report, function):
    """(verdict, reason, inputs of conflicts)."""
    if report.get("build"):
        return "build", report["build"][0]["message"], []
    for unit in report.get("units", []):
        if unit["function"] == function:
            return unit["verdict"], unit.get("reason", ""), \
                [conflict["inputs"] for conflict in unit.get("conflicts", [])]
    return "failed", "the function is not in the report", []


def ask(tool, merge, flags):
    with tempfile.TemporaryDirectory(prefix="mergeproof-mutation-") as scratch:
        folder = pathlib.Path(scratch)
        for version, text in merge.texts.items():
            (folder / f"{version}.c").write_text(text)
        seconds, error = run_tool(
            [tool, "check", "--files", *[f"{version}.c" for version in merge.texts],
             "--function", merge.function, "--jobs", "1", "--tests", "tests", "--output",
             "json=report.json", *flags], folder)
        try:
            report = json.loads((folder / "report.json").read_text())
        except (OSError, json.JSONDecodeError):
            return Answer("failed", f"no report: {error.strip()[-300:]}", seconds, [])
    verdict, reason, inputs = read_report(report, merge.function)
    return Answer(verdict, reason, seconds, inputs)


def list_values(inputs, label):
    """The values of the list that an object leads to, or None."""
    values = []
    while label and len(values) < 100:
        contents = inputs.get(label, "")
        node = NODE.fullmatch(contents)
        if node:
            values.append(node[1])
        elif contents != "null" and not contents.startswith("&"):
            return None
        label = node[3] if node else contents.removeprefix("&") if contents != "null" else ""
    return values


def object_values(inputs, label):
    contents = inputs.get(label, "")
    if contents.startswith('"'):
        plain = re.sub(r"\\(.)", lambda m: "?" if m[1] == "?" else m[0], contents)
        return [str(ord(c)) for c in json.loads(plain)] + ["0"]
    numbers = contents.strip("{ }").split(", ")
    is_plain = all(re.fullmatch(r"-?\d+", number) for number in numbers)
    return numbers if is_plain else list_values(inputs, label)


def driver_arguments(inputs):
    """An input of the report as arguments of a subject's driver (drive.h), or None where
    it has what they cannot say."""
    arguments = []
    for name, value in inputs.items():
        if name.startswith("*"):
            continue
        if re.fullmatch(r"-?\d+", value):
            arguments.append(f"{name}={value}")
        elif value == "null":
            arguments.append(f"no {name}=1")
        elif name.startswith("allocation"):
            arguments.append("allocation fails=1")
        elif value.startswith("&"):
            values = object_values(inputs, value[1:])
            if value != f"&*{name}" or values is None:
                return None
            arguments += [f"{name}={','.join(values)}", f"room of {name}={len(values)}"]
    return arguments


def replay(truth, merge, inputs):
    """The rule that an input of the report breaks natively, or None."""
    texts = [text.encode() for text in merge.texts.values()]
    for each in inputs:
        arguments = driver_arguments(each)
        found = arguments and truth.replay(texts, arguments)
        if found:
            return f"{' '.join(arguments)}: {found}"
    return None


def reproduce(tool, merge):
    """(whether a test that the tool writes shows the conflict on the versions, what it
    showed)."""
    with tempfile.TemporaryDirectory(prefix="mergeproof-mutation-") as folder:
        report, tests, failure = T.check(tool, merge, pathlib.Path(folder), False)
    if report is None:
        return False, failure
    verdict, reason, _ = read_report(report, merge.function)
    mine = [(what, where) for what, where in tests if f" {merge.function} " in where]
    shown = "; ".join(f"{what}: {where}" for what, where in mine)
    return any(what == "kept" for what, _ in mine), \
        f"run natively: {verdict} {reason} {shown}"
