"""Files that do not differ, and whose functions do: they are read nevertheless."""
import json

import cli

USER = '#include "c.h"\nint f(int x) { return x * %s; }\n'


class Selection(cli.Test):
    def assert_f_is_read(self, base, changed, *flags, verdicts=("different",)):
        """f(), of a file that both versions have, is compared."""
        for name, (old, new) in {"forwards": (base, changed), "back": (changed, base)}.items():
            with self.subTest(name):
                self.tearDown()
                self.setUp()
                self.git("init", "-q", "-b", "main")
                for files in (old, new):
                    for path in self.work.glob("[!.]*.*"):
                        path.unlink()
                    self.commit(files)
                run = self.tool("diff", "HEAD~1", "HEAD", "--no-exec", "--output", "json=-",
                                "--total-time", "30", *flags)
                found = {u["function"]: u["verdict"] for u in json.loads(run.out)["units"]}
                self.assertIn(found.get("f"), verdicts, run)

    def assert_a_header_matters(self, old, new, used, *flags):
        user = used if used.startswith("#") else USER % used
        self.assert_f_is_read({"c.h": old, "f.c": user}, {"c.h": new, "f.c": user}, *flags)

    def test_a_file_that_one_version_has(self):
        for name in ("opt.h", "opt.cfg"):
            ask = (f'#if __has_include("{name}")\n#define K 7\n#else\n#define K 2\n#endif\n'
                   "int f(int x) { return x * K; }\n")
            self.assert_f_is_read({"f.c": ask}, {"f.c": ask, name: "\n"})


if __name__ == "__main__":
    cli.main()
