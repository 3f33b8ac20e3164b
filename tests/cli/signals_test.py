"""Ctrl-C and dead workers: a valid report of what was done, no process and no file
left behind."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import cli


def children(pid):
    """Process ids of the children."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            if int(stat.rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
    return found


def is_alive(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def is_tool(pid):
    """And not a git."""
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{pid}/comm").read_text() == "mergeproof\n"
    return False


def heed_signals():
    """What a shell starts in the background ignores some."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


def hard(first, last):
    """Takes a solver, or clang, longer than the test waits."""
    lines = ["unsigned f(unsigned x, unsigned y) {", f"  x += {first};"]
    for i in range(3000):
        lines.append(f"  if (x * y * x % {i + 3}u == {i}u) x = x * {i + 7}u / (y | 1);")
    return "\n".join([*lines, f"  return x + {last};", "}",
                      "int easy(void) {", "  return 1;", "}"]) + "\n"


class Signals(cli.Test):
    def popen(self, *arguments):
        self.report = self.root / "report.json"
        process = subprocess.Popen(
            [cli.TOOL, "check", "--output", f"json={self.report}", *arguments],
            cwd=self.work, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            preexec_fn=heed_signals)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process

    def start(self):
        names = self.version_files({"O": hard(1, 1), "A": hard(2, 1),
                                    "B": hard(1, 2), "M": hard(2, 2)})
        return self.popen("--timeout", "600", "--files", *names)

    def wait_for_worker(self, process):
        for _ in range(600):
            workers = [pid for pid in children(process.pid) if is_tool(pid)]
            time.sleep(0.05)  # what becomes a git has the tool's name before
            workers = [pid for pid in workers if is_tool(pid)]
            if workers:
                return workers[0]
            if process.poll() is not None:
                break
            time.sleep(0.02)
        self.fail("no worker was started")

    def wait_for_engine(self, worker):
        """The unit's own process, below the worker."""
        for _ in range(3000):
            engines = children(worker)
            if engines:
                return engines
            time.sleep(0.02)
        self.fail("no engine was started")

    def finish(self, process):
        out, err = process.communicate(timeout=120)
        return process.returncode, out.decode(), err.decode()

    def test_interrupt(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start()
            worker = self.wait_for_worker(process)
            engines = self.wait_for_engine(worker)
            process.send_signal(number)
            code, out, err = self.finish(process)
            self.assertEqual(code, 128 + number, err)
            report = json.loads(self.report.read_text())
            self.assertFalse(report["complete"])
            self.assertIn("INCOMPLETE", out)
            by_name = {u["function"]: u["verdict"] for u in report["units"]}
            self.assertEqual(by_name, {"easy": "proved", "f": "unknown"})
            self.assertEqual([p for p in [worker, *engines] if is_alive(p)], [])
            self.assertEqual(list(self.temp.iterdir()), [])

    def test_interrupt_at_once(self):
        process = self.start()
        self.wait_for_worker(process)
        process.send_signal(signal.SIGINT)
        code, _, err = self.finish(process)
        self.assertEqual(code, 130, err)
        self.assertFalse(json.loads(self.report.read_text())["complete"])

    def test_worker_dies_while_clang_reads(self):
        # Each file keeps clang busy for a second or two; the first is killed.
        bomb = "#define D0 1\n" + "".join(
            f"#define D{i} D{i - 1}, D{i - 1}\n" for i in range(1, 22))
        text = {v: bomb + f"int t[] = {{D21}};\nint f(void) {{\n  return {n};\n}}\n"
                for v, n in zip("OABM", (1, 2, 1, 2))}
        names = self.version_files(text)
        process = self.popen("--files", *names)
        worker = self.wait_for_worker(process)
        time.sleep(0.5)
        os.kill(worker, signal.SIGKILL)
        code, _, err = self.finish(process)
        report = json.loads(self.report.read_text())
        self.assertEqual(code, 4, err)
        self.assertTrue(report["complete"])
        [unit] = report["units"]
        self.assertEqual((unit["function"], unit["verdict"]), ("f", "not-analysed"))
        self.assertRegex(unit["reason"], "in O: clang did not survive.*signal 9")

    def test_worker_dies_while_clang_reads_several(self):
        """Which of them it was is not known: they are read again, one after the other."""
        # Each keeps clang busy for a second or two: once, for all versions.
        bomb = "#define D0 1\n" + "".join(
            f"#define D{i} D{i - 1}, D{i - 1}\n" for i in range(1, 21))
        texts = {f"{name}.c": bomb + f"int {name}_t[] = {{D20}};\n"
                 f"int {name}(int x) {{\n  return x + 1;\n}}\n\n\n\n"
                 f"int {name}{name}(int x) {{\n  return x - 1;\n}}\n" for name in "fg"}
        self.git("init", "-q", "-b", "main")
        self.commit(texts)
        for branch, old, new in (("a", "+ 1", "+ 2"), ("b", "- 1", "- 2")):
            self.git("checkout", "-q", "-b", branch, "main")
            self.commit({file: text.replace(old, new) for file, text in texts.items()})
        process = self.popen("a", "b", "--no-exec", "-j", "2")
        worker = self.wait_for_worker(process)
        time.sleep(0.5)
        os.kill(worker, signal.SIGKILL)
        code, _, err = self.finish(process)
        report = json.loads(self.report.read_text())
        self.assertEqual(code, 0, err)
        self.assertTrue(report["complete"])
        self.assertEqual({u["function"]: u["verdict"] for u in report["units"]},
                         dict.fromkeys(("f", "ff", "g", "gg"), "proved"))

    def test_worker_dies_later(self):
        process = self.start()
        worker = self.wait_for_worker(process)
        engines = self.wait_for_engine(worker)
        os.kill(worker, signal.SIGKILL)
        code, _, err = self.finish(process)
        report = json.loads(self.report.read_text())
        self.assertEqual(code, 4, err)
        self.assertIn("signal 9", err)
        self.assertFalse(report["complete"])
        by_name = {u["function"]: u["verdict"] for u in report["units"]}
        self.assertEqual(by_name, {"easy": "proved", "f": "unknown"})
        self.assertEqual([p for p in engines if is_alive(p)], [])

    def test_killed(self):
        process = self.start()
        worker = self.wait_for_worker(process)
        engines = self.wait_for_engine(worker)
        process.kill()
        self.finish(process)
        left = [worker, *engines]
        for _ in range(200):
            left = [p for p in left if is_alive(p)]
            if not left:
                break
            time.sleep(0.02)
        self.assertEqual(left, [])
        for folder in self.temp.iterdir():  # nobody could
            shutil.rmtree(folder)

    def test_engine_dies(self):
        process = self.start()
        worker = self.wait_for_worker(process)
        self.wait_for_engine(worker)
        while process.poll() is None:  # one may start after the other
            for engine in children(worker):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(engine, signal.SIGKILL)
            time.sleep(0.02)
        code, _, err = self.finish(process)
        report = json.loads(self.report.read_text())
        [unit] = [u for u in report["units"] if u["function"] == "f"]
        self.assertEqual(unit["verdict"], "unknown")
        self.assertRegex(unit["reason"], "engine failed")
        self.assertEqual(code, 3, err)


if __name__ == "__main__":
    cli.main()
