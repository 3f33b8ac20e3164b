"""mergeproof survey: which functions of a directory are understood, and why not."""
import json

import cli


class Survey(cli.Test):
    def write(self, files):
        for name, text in files.items():
            path = self.work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def test_counts_by_reason(self):
        self.write({
            "a.c": "int good(int x) { return x; }\n"
                   'int odd(int x) { __asm__("nop" : "+r"(x)); return x; }\n',
            "lib/b.c": '#include "b.h"\nint bad(void) { return nowhere; }\n'
                       "static int fine(void) { return inner(); }\n"
                       "int user(void) { return fine(); }\n",
            "lib/b.h": "static inline int inner(void) { return 1; }\n"
                       "static inline int lost(void) { return elsewhere; }\n"})
        run = self.tool("survey", "-v", "--json", self.root / "s.json")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("5 functions in 2 files · 3 understood (60.0 %) · 1 opaque · "
                      "1 rejected by clang · 0 files not read", run.out)
        self.assertIn("1  inline assembly  (a.c:2 odd)", run.out)
        report = json.loads((self.root / "s.json").read_text())
        self.assertEqual(report["summary"], {"functions": 5, "understood": 3, "opaque": 1,
                                             "rejected": 1})
        [bad] = report["files"]["lib/b.c"]["rejected"]
        self.assertEqual((bad["function"], bad["line"]), ("bad", 2))
        self.assertIn("nowhere", bad["reason"])

    def test_some_paths_and_flags(self):
        self.write({"a.c": "int f(void) { return X; }\n", "lib/b.c": "int g(void) { return 1; }\n"})
        self.assertIn("1 functions in 1 files · 1 understood",
                      self.tool("survey", "lib").out)
        self.assertIn("1 functions in 1 files · 0 understood",
                      self.tool("survey", "a.c").out)
        self.assertIn("1 functions in 1 files · 1 understood",
                      self.tool("survey", "a.c", "--", "-DX=1").out)

    def test_flags_and_headers_of_a_build(self):
        self.write({"src/a.c": '#include "config.h"\nint f(void) { return LIMIT; }\n',
                    "build/include/config.h": "#define LIMIT 3\n",
                    "build/compile_commands.json": json.dumps([{
                        "directory": str(self.work / "build"), "file": "../src/a.c",
                        "command": "cc -Iinclude -c ../src/a.c"}])})
        self.assertIn("1 understood", self.tool("survey", "src", "-p", "build").out)
        self.write({"tests/t.c": '#include "unit.h"\nint t(void) { return UNIT; }\n',
                    "tests/unit/unit.h": "#define UNIT 1\n"})
        self.assertIn("2 understood", self.tool("survey", "src", "tests", "-p", "build").out)

    def test_files_that_others_include_are_parts_of_them(self):
        self.write({"a.c": '#define N 3\n#include "part.c"\n',
                    "part.c": "int f(void) { return N; }\nint g(void) { return 1; }\n"})
        out = self.tool("survey").out
        self.assertIn("not counted: 1 functions that clang rejects in files that others include",
                      out)
        self.assertIn("1 functions in 2 files · 1 understood (100.0 %)", out)

    def test_templates_of_headers(self):
        self.write({"src/a.c": '#ifdef HAVE_CONFIG_H\n#include "config.h"\n#endif\n'
                               "#ifdef HAVE_UNISTD_H\nint f(void) { return SIZEOF_LONG; }\n"
                               "#endif\n#ifndef WITH_TLS\nint g(void) { return sizeof VERSION; }\n"
                               "#endif\n",
                    "config.h.in": "#undef HAVE_UNISTD_H\n#undef HAVE_NOWHERE_H\n"
                                   "#undef SIZEOF_LONG\n#cmakedefine WITH_TLS\n"
                                   '#define VERSION "@VERSION@"\n'})
        self.assertIn("2 functions in 1 files · 2 understood", self.tool("survey").out)

    def test_nothing_to_read(self):
        run = self.tool("survey")
        self.assertEqual(run.code, 2)
        self.assertIn("no C file", run.err)
        run = self.tool("survey", "nowhere")
        self.assertEqual(run.code, 2)
        self.assertIn("there is no nowhere", run.err)

    def test_files_that_cannot_be_read(self):
        self.write({"a.c": "int f(void) { return 1; }\n", "b.c": "int g(void) { return 1; }\n"})
        run = self.tool("survey", "--", "-mx32")
        self.assertEqual(run.code, 4, run.err)
        self.assertIn("not read: b.c: -mx32 asks for another target", run.out)
        self.assertIn("2 files not read", run.out)


if __name__ == "__main__":
    cli.main()
