"""A full and a read-only disk for temporary files; needs the right to mount."""
import subprocess

import cli
from cli import CONFLICT


class FullDisk(cli.Test):
    def setUp(self):
        super().setUp()
        self.disk = self.root / "disk"
        self.disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", self.disk],
                       check=True)
        self.addCleanup(subprocess.run, ["umount", self.disk], check=True)

    def names(self):
        return self.version_files(CONFLICT)

    def test_full(self):
        names = self.names()
        try:
            (self.disk / "filler").write_bytes(b"x" * (1 << 20))
        except OSError:
            pass
        code, report = self.check("--files", *names, TMPDIR=str(self.disk))
        self.assertIn(code, (1, 3), report)
        self.assertEqual(len(report["units"]), 2)
        self.assertEqual([p.name for p in self.disk.iterdir()], ["filler"])

    def test_read_only(self):
        names = self.names()
        subprocess.run(["mount", "-o", "remount,ro", self.disk], check=True)
        code, report = self.check("--files", *names, TMPDIR=str(self.disk))
        self.assertEqual(code, 1, report)
        self.assertTrue(any("TMPDIR" in note for note in report["notes"]), report)

    def test_tests_cannot_be_written(self):
        names = self.names()
        subprocess.run(["mount", "-o", "remount,ro", self.disk], check=True)
        code, report = self.check("--files", *names, "--tests", self.disk / "tests")
        self.assertEqual(code, 1, report)
        self.assertEqual(len(report["units"]), 2)
        self.assertTrue(any("nothing is written" in note for note in report["notes"]), report)


if __name__ == "__main__":
    cli.main()
