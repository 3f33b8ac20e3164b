"""Merges of 32-bit programs: check, diff, paths and test with -m32."""
import json
import pathlib
import sys
import unittest

import cli

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "programs"))
import narrow  # noqa: E402

LIST = """#include <stdlib.h>

struct node { struct node *next; long value; char tag; };
struct node *head;

int push(long value) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return FULL;

  n->value = value;
  n->next = head;
  n->tag = TAG;
  head = n;
  return 0;
}
"""
CALLED = """struct word { union { void *p; unsigned char b[4]; } u; long n; };

int apply(int (*f)(struct word *, int), struct word *w, int x) {
  if (!f || !w)
    return NONE;

  w->n += STEP;

  return f(w, x) + w->u.b[2];
}
"""


def versions(text, o, a, b, m):
    def filled(words):
        made = text
        for name, word in words.items():
            made = made.replace(name, word)
        return made
    return {v: filled({**o, **w}) for v, w in zip("OABM", ({}, a, b, m))}


class Narrow(cli.Test):
    def verdict(self, texts, *options, code=None):
        found, report = self.check("--files", *self.version_files(texts), *options)
        if code is not None:
            self.assertEqual(found, code, report)
        [unit] = report["units"]
        return unit

    def test_long_has_32_bits(self):
        carry = versions("unsigned long f(unsigned long x, int y) {\n  x += ADDED;\n\n"
                         "  return y > 3 ? LIMIT : x;\n}\n",
                         {"ADDED": "0", "LIMIT": "7"}, {"ADDED": "(1UL << 16 << 16)"},
                         {"LIMIT": "8"}, {"LIMIT": "8"})
        self.assertEqual(self.verdict(carry, "--no-exec", code=1)["verdict"], "conflict")
        self.assertEqual(self.verdict(carry, "--no-exec", "--", "-m32", code=0)["verdict"],
                         "proved")

    def test_a_change_that_64_bits_do_not_see(self):
        size = versions("int f(char *p, int y) {\n  int n = SIZE;\n\n  return y > 3 ? LIMIT : n;\n}\n",
                        {"SIZE": "8", "LIMIT": "7"}, {"SIZE": "sizeof p"}, {"LIMIT": "8"},
                        {"LIMIT": "8"})
        self.assertEqual(self.verdict(size, "--no-exec", code=0)["verdict"], "proved")
        unit = self.verdict(size, "--no-exec", "--", "-m32", code=1)
        self.assertEqual(unit["conflicts"][0]["parent"], "A")
        self.assertEqual(unit["conflicts"][0]["values"]["A"], "4")

    def test_lists(self):
        o, tag, full = {"FULL": "-1", "TAG": "'a'"}, {"TAG": "'b'"}, {"FULL": "-2"}
        kept = versions(LIST, o, full, tag, {**full, **tag})
        self.assertEqual(self.verdict(kept, "--no-exec", "--", "-m32", code=0)["verdict"], "proved")
        unit = self.verdict(versions(LIST, o, full, tag, full), "--no-exec", "--", "-m32", code=1)
        seen = unit["conflicts"][0]
        self.assertEqual((seen["parent"], seen["observable"]), ("B", "global head->tag"))
        self.assertEqual(seen["values"], {"O": "97", "A": "97", "B": "98", "M": "97"})

    def test_callbacks_and_unions(self):
        o, none, step = {"NONE": "0", "STEP": "1"}, {"NONE": "-1"}, {"STEP": "2"}
        unit = self.verdict(versions(CALLED, o, none, step, none), "--no-exec", "--", "-m32", code=1)
        self.assertEqual({c["parent"] for c in unit["conflicts"]}, {"B"})

    def test_a_marker_is_no_address(self):
        marked = versions("struct map { char *at; };\n\nint use(const struct map *m, int x) {\n"
                          "  TEST\n\n  return m->at && x < LIMIT ? 1 : LEAST;\n}\n",
                          {"TEST": "if (m->at == (char *)-1) return 9;", "LIMIT": "5",
                           "LEAST": "0"}, {"LIMIT": "6"}, {"LEAST": "2"},
                          {"TEST": "", "LIMIT": "6", "LEAST": "2"})
        self.assertNotEqual(self.verdict(marked, "--no-exec", "--", "-m32")["verdict"], "proved")

    @unittest.skipIf(narrow.runner() is None, "nothing runs 32-bit programs here")
    def test_conflicts_are_run(self):
        o, tag, full = {"FULL": "-1", "TAG": "'a'"}, {"TAG": "'b'"}, {"FULL": "-2"}
        unit = self.verdict(versions(LIST, o, full, tag, full), "--", "-m32", code=1)
        seen = unit["conflicts"][0]
        self.assertEqual((seen["parent"], seen["observable"]), ("B", "global head->tag"))
        self.assertEqual(seen["confirmed"], "native")
        self.assertIn("-m32", seen["run"])
        o, none, step = {"NONE": "0", "STEP": "1"}, {"NONE": "-1"}, {"STEP": "2"}
        unit = self.verdict(versions(CALLED, o, none, step, none), "--", "-m32", code=1)
        self.assertEqual({c["parent"] for c in unit["conflicts"]}, {"B"})

    def test_diff_and_paths(self):
        text = "long f(long x) {\n  if (x > 10)\n    return x TERM;\n  return 0;\n}\n"
        self.write({"old.c": text.replace("TERM", ""),
                    "same.c": text.replace("TERM", "+ (long)(1UL << 16 << 16)"),
                    "new.c": text.replace("TERM", "- 1")})
        def diff(new):
            return self.tool("diff", "--no-exec", "--files", "old.c", new, "--", "-m32").code
        self.assertEqual((diff("same.c"), diff("new.c")), (0, 1))
        run = self.tool("paths", "--files", "old.c", "new.c", "old.c", "new.c", "--", "-m32")
        self.assertTrue(run.out.startswith("CONFLICT-FREE: "), run)

    def test_files_of_two_widths(self):
        text = "int NAME(int x) {\n  x += 1;\n\n  return x;\n}\n"
        files = {f"{n}.c": text.replace("NAME", n) for n in "fg"}
        self.git("init", "-q", "-b", "main")
        self.commit({**files, ".gitignore": "compile_commands.json\n"})
        self.git("checkout", "-q", "-b", "a")
        self.commit({n: t.replace("+= 1", "+= 2") for n, t in files.items()})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({n: t.replace("return x", "return x + 0") for n, t in files.items()})
        self.write({"compile_commands.json": json.dumps(
            [{"directory": str(self.work), "file": f"{n}.c", "command": f"cc {flag} -c {n}.c"}
             for n, flag in (("f", "-m32"), ("g", "-m64"))])})
        _, report = self.check("a", "b", "--no-exec")
        verdicts = {u["function"]: u for u in report["units"]}
        self.assertEqual(verdicts["f"]["verdict"], "proved", report)
        other = verdicts["(whole file)"]
        self.assertEqual((other["file"], other["verdict"]), ("g.c", "not-analysed"))
        self.assertIn("f.c is compiled with -m32 and g.c is not", other["reason"])


cli.main()
