"""Asks the tool about one merge, and runs the tests it wrote against every version."""
import json
import os
import subprocess

SECONDS = 600


def check(tool, merge, folder, is_interpreted):
    """(report, problems): the JSON report or None, and what is wrong with its tests."""
    names = []
    for version, text in merge.texts.items():
        (folder / f"{version}.c").write_text(text)
        names.append(f"{version}.c")
    flags = ["--no-exec"] if is_interpreted else []
    try:
        run = subprocess.run(
            [tool, "check", "--files", *names, "--jobs", "1", "--tests", "tests",
             "--output", "json=report.json", *flags], cwd=folder, capture_output=True,
            text=True, timeout=SECONDS, env=dict(os.environ, NO_COLOR="1"))
    except subprocess.TimeoutExpired:
        return None, [f"FAILED {merge.name}: no answer in {SECONDS} s"]
    report = folder / "report.json"
    if not report.exists():
        return None, [f"FAILED {merge.name}: exit {run.returncode}: "
                      f"{run.stderr.strip()[-300:]}"]
    return json.loads(report.read_text()), []
