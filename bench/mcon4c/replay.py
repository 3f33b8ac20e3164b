"""Runs the tests that the tool wrote for its conflicts, as its report says to run them."""
import os
import pathlib
import re
import shlex
import subprocess

SECONDS = 30
SANITIZED = "cc -fsanitize=address,undefined -fno-sanitize-recover=all"
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS="detect_leaks=0", LC_ALL="C")


def passes(command, folder):
    """Whether a test passes; None when it does not compile."""
    compiling, running = command.rsplit("&& ", 1)
    if subprocess.run(["bash", "-c", compiling.rstrip().rstrip("&")], cwd=folder,
                      capture_output=True, stdin=subprocess.DEVNULL).returncode != 0:
        return None
    where = shlex.split(command)[1]
    try:
        return subprocess.run(["bash", "-c", running], cwd=pathlib.Path(folder) / where,
                              capture_output=True, stdin=subprocess.DEVNULL,
                              timeout=SECONDS, env=ENVIRONMENT).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def command_for(command, place, version):
    """The merge's command for another version, whose program may have other files."""
    others = sorted(place.glob(f"{version}_*.c"), key=lambda file: (len(file.name), file.name))
    command = re.sub(r"( M_\d+\.c)+", "".join(f" {file.name}" for file in others), command)
    return re.sub(r"\bM\.c", f"{version}.c", command)


def results_of(command, folder, versions):
    place = pathlib.Path(folder) / shlex.split(command)[1]
    return {version: passes(command_for(command, place, version), folder)
            for version in versions if (place / f"{version}.c").exists()}


def is_kept(conflict, results):
    """Whether the versions pass and fail as the conflict says."""
    if None in results.values() or "M" not in results:
        return False
    parents = [passed for version, passed in results.items() if version not in ("O", "M")]
    if conflict["kind"] == "lost":
        return bool(results.get(conflict["parent"])) and not results["M"] \
            and not results.get("O", False)
    return (all(parents) and not results["M"]) or (not any(parents) and results["M"])


def replay(conflict, folder, versions):
    """(what became of its test, results by version)

    "kept", "kept with sanitizers" (plain runs do not show it), "broken", or why there is
    none to run.
    """
    if not conflict.get("run"):
        return f"no test, {conflict['confirmed']}", {}
    results = results_of(conflict["run"], folder, versions)
    if is_kept(conflict, results):
        return "kept", results
    watched = results_of(conflict["run"].replace("&& cc ", f"&& {SANITIZED} ", 1), folder,
                         versions)
    return ("kept with sanitizers" if is_kept(conflict, watched) else "broken"), \
        {"plain": results, "sanitized": watched}
