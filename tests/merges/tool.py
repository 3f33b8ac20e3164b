"""Asks the tool about one merge, and runs the tests it wrote on every version."""
import json
import os
import subprocess

SECONDS = 600
COMPILE = ["clang-19", "-w", "-O0", "-fsanitize=address,undefined",
           "-fno-sanitize-recover=all"]
ENVIRONMENT = dict(os.environ, NO_COLOR="1",
                   ASAN_OPTIONS="detect_leaks=0:log_path=/dev/null",
                   UBSAN_OPTIONS="log_path=/dev/null")


def passes(test, version):
    """Whether the written test passes on a version; None when it does not compile."""
    folder = test.parent
    program = folder / f"run_{version}"
    extra = [folder / "elsewhere.c"] if (folder / "elsewhere.c").exists() else []
    run = subprocess.run([*COMPILE, f'-DUNIT="{version}.c"', test, *extra, "-o", program],
                         cwd=folder, capture_output=True)
    if run.returncode != 0:
        return None
    try:
        return subprocess.run([program], cwd=folder, capture_output=True, timeout=20,
                              env=ENVIRONMENT).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def broken_promise(conflict, results):
    """What the written test should have shown and did not, or an empty text."""
    if None in results.values():
        return f"does not compile for {[v for v, r in results.items() if r is None]}"
    parents = [r for v, r in results.items() if v not in ("O", "M")]
    if conflict["kind"] == "lost":
        is_kept = results[conflict["parent"]] and not results["M"] \
            and not results.get("O", False)
    else:
        is_kept = (all(parents) and not results["M"]) or \
            (not any(parents) and results["M"])
    return "" if is_kept else f"shows {results}"


def check_tests(merge, report, folder):
    """Yields (what became of it, where) for the test of every conflict."""
    for unit in report["units"]:
        for conflict in unit.get("conflicts", []):
            where = f"{merge.name} {unit['function']} {conflict['kind']} {conflict['parent']}"
            if conflict["confirmed"] != "native":
                continue
            if not conflict.get("test"):
                yield "no test", where
                continue
            test = folder / conflict["test"]
            results = {v: passes(test, v) for v in merge.texts
                       if (test.parent / f"{v}.c").exists()}
            wrong = broken_promise(conflict, results)
            yield ("broken" if wrong else "kept"), f"{where}: test {wrong}"


def check(tool, merge, folder, is_interpreted, compiler_flags=()):
    """(report, [(what became of a test, where)], failure).

    The report is None when the tool failed; then `failure` says how.
    """
    names = []
    for version, text in merge.texts.items():
        (folder / f"{version}.c").write_text(text)
        names.append(f"{version}.c")
    flags = ["--no-exec"] if is_interpreted else []
    try:
        run = subprocess.run(
            [tool, "check", "--files", *names, "--jobs", "1", "--tests", "tests",
             "--output", "json=report.json", *flags,
             *(["--", *compiler_flags] if compiler_flags else [])], cwd=folder,
            capture_output=True, text=True, timeout=SECONDS, env=ENVIRONMENT)
    except subprocess.TimeoutExpired:
        return None, [], f"FAILED {merge.name}: no answer in {SECONDS} s"
    path = folder / "report.json"
    if not path.exists():
        return None, [], (f"FAILED {merge.name}: exit {run.returncode}: "
                          f"{run.stderr.strip()[-300:]}")
    report = json.loads(path.read_text())
    return report, list(check_tests(merge, report, folder)), ""
