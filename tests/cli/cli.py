"""What the CLI tests share: a scratch directory with a private TMPDIR that must be
empty after every test, git repositories made on the fly, and running the tool.

    class Help(cli.Test):
        def test_version(self):
            self.assertEqual(self.tool("--version").code, 0)
    cli.main()
"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = None
Run = collections.namedtuple("Run", "code out err")

# Both parents change f; SafeMerge's favourite: each adds a check of its own.
CONFLICT = {
    "O": "int f(int x) {\n  return x;\n}\n\nint k(void) {\n  return 1;\n}\n",
    "A": "int f(int x) {\n  return x + 1;\n}\n\nint k(void) {\n  return 1;\n}\n",
    "B": "int f(int x) {\n  return x;\n}\n\nint k(void) {\n  return 2;\n}\n",
    "M": "int f(int x) {\n  return x;\n}\n\nint k(void) {\n  return 2;\n}\n",
}
CLEAN = dict(CONFLICT, M="int f(int x) {\n  return x + 1;\n}\n\n"
                         "int k(void) {\n  return 2;\n}\n")

# A raises a limit, B adds a buffer of the old size: git merges it cleanly.
LIMIT = {
    "O": "#define SIZE 8\n\nint limit(void) {\n  return 8;\n}\n\n"
         "int last(void) {\n  return 0;\n}\n",
    "A": "#define SIZE 8\n\nint limit(void) {\n  return 9;\n}\n\n"
         "int last(void) {\n  return 0;\n}\n",
    "B": "#define SIZE 8\n\nint limit(void) {\n  return 8;\n}\n\n"
         "int last(void) {\n  int room[SIZE];\n"
         "  for (int i = 0; i < limit(); i++)\n    room[i] = i;\n"
         "  return room[0];\n}\n",
}


class Test(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="mergeproof-cli-")
        self.addCleanup(self.scratch.cleanup)
        self.root = pathlib.Path(self.scratch.name)
        self.temp = self.root / "tmp"
        self.work = self.root / "work"
        self.temp.mkdir()
        self.work.mkdir()
        self.environment = {
            **os.environ, "TMPDIR": str(self.temp), "LC_ALL": "C.UTF-8",
            "HOME": str(self.root), "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "c", "GIT_COMMITTER_EMAIL": "c@example.org",
            "GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z",
            "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z"}
        for name in [n for n in self.environment if n.startswith("GIT_DIR")]:
            del self.environment[name]

    def tearDown(self):
        left = sorted(p.name for p in self.temp.iterdir())
        self.assertEqual(left, [], "left behind in TMPDIR")

    def start_again(self):
        self.tearDown()
        self.setUp()

    def tool(self, *arguments, cwd=None, timeout=300, **environment):
        """Runs the tool; text that is not UTF-8 fails the test."""
        run = subprocess.run(
            [TOOL, *map(str, arguments)], cwd=cwd or self.work, timeout=timeout,
            env={**self.environment, **environment}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return Run(run.returncode, run.stdout.decode(), run.stderr.decode())

    def check(self, *arguments, **more):
        """(exit code, report as a dict); the report must be there."""
        target = self.root / "report.json"
        target.unlink(missing_ok=True)
        run = self.tool("check", "--output", f"json={target}", *arguments, **more)
        self.assertTrue(target.exists(), run)
        report = json.loads(target.read_text())
        self.assertEqual(report["schema"], "mergeproof-report/1")
        self.check_counts(report, run.out)
        return run.code, report

    def check_counts(self, report, text):
        summary = report["summary"]
        last = text.rstrip("\n").split("\n")[-1]
        self.assertEqual(
            last, "{proved} proved · {conflicts} conflicts · {unknown} undecided · "
                  "{not_analysed} not analysed".format(**summary))
        verdicts = collections.Counter(u["verdict"] for u in report["units"])
        self.assertEqual(verdicts["proved"], summary["proved"])
        self.assertEqual(verdicts["unknown"], summary["unknown"])
        self.assertEqual(verdicts["not-analysed"], summary["not_analysed"])
        self.assertEqual(verdicts["conflict"] + len(report["build"]),
                         summary["conflicts"] + summary["inherent"])

    def assert_error(self, run, *parts):
        """Exit code 2 and one message on standard error that holds the parts."""
        self.assertEqual(run.code, 2, run)
        self.assertTrue(run.err.startswith("mergeproof: error: "), run.err)
        self.assertEqual(run.err.count("mergeproof: error: "), 1, run.err)
        for part in parts:
            self.assertIn(part, run.err)

    def write(self, files, folder=None):
        for name, text in files.items():
            path = (folder or self.work) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def version_files(self, versions):
        """Writes {"O": text…} and gives the names in order."""
        names = {v: f"{v}.c" for v in versions}
        self.write({names[v]: text for v, text in versions.items()})
        return list(names.values())

    def git(self, *arguments, cwd=None, check=True):
        run = subprocess.run(["git", *arguments], cwd=cwd or self.work,
                             env=self.environment, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                             text=True)
        if check:
            self.assertEqual(run.returncode, 0, run.stdout)
        return run.stdout.strip()

    def commit(self, files, message="m"):
        self.write(files)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def branches(self, **versions):
        """A repository: base on main (O), one branch a version, lower case."""
        self.git("init", "-q", "-b", "main")
        self.commit({"f.c": versions.pop("O")}, "base")
        for name, text in versions.items():
            self.git("checkout", "-q", "-b", name.lower(), "main")
            self.commit({"f.c": text}, name)
        self.git("checkout", "-q", "main")

    def merge_as(self, text, *branches):
        """A merge commit of the branches whose f.c is `text`; on branch m."""
        self.git("checkout", "-q", "-B", "m", branches[0])
        self.git("merge", "-q", "--no-commit", "-s", "ours", *branches[1:])
        return self.commit({"f.c": text}, "merge")


def main():
    global TOOL
    TOOL = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
