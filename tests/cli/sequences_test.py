"""Conflicts that only a sequence of calls shows, or a text that the project's tests have."""
import pathlib
import unittest

import cli

TICKET = """int ticket(int step) {
  static int last = 0;

  if (last > %s)
    last = 0;

  if (step < 0 || step > 9)
    return -1;

  last += step%s;
  return last;
}
"""
# Only what table_new() made is a table.
TABLE = """#include <stdlib.h>

struct table {
  int count;
  int keys[4];
};

static int is_table(const struct table *t, int is_new) {
  static const struct table *known[8];
  static unsigned next;
  if (is_new)
    known[next++ & 7] = t;
  for (int i = 0; t && i < 8; i++)
    if (known[i] == t)
      return 1;
  return 0;
}

struct table *table_new(void) {
  struct table *t = calloc(1, sizeof *t);
  return is_table(t, 1) ? t : NULL;
}

int table_put(struct table *t, int key) {
  if (!is_table(t, 0) || t->count >= 4)
    return -1;
  t->keys[t->count++] = %s;
  return 0;
}

int table_sum(const struct table *t) {
  int sum = 0;

  if (!is_table(t, 0))
    return -1;
%s
  for (int i = 0; i < t->count; i++)
    sum += t->keys[i] & 255;

  return sum%s;
}
"""
ONE = "  if (t->count == 1)\n    return t->keys[0] & 255;\n"
# Nobody guesses the text, but a test has it.
DECODE = """unsigned decode(const char *text) {
  unsigned sum = 0;
  while (*text)
    sum = sum * 33 + (unsigned char)*text++;

  if (sum == %du)
    return %s;

  if (sum == 7)
    return 8;

  return sum %% 2%s;
}
"""
WORD = "v1.2-rc"
PARSE = """typedef int (*handler)(void *user, const char *name, int value);

int parse(const char *text, handler handle, void *user) {
  int errors = 0, line = 0;

  while (*text) {
    line++;
    if (handle(user, text, line) == 0)
      errors%s;
    text++;
  }

  return %s;
}
"""


def sum_of(text):
    total = 0
    for byte in text.encode():
        total = (total * 33 + byte) % 2 ** 32
    return total


def decode(known, rest):
    return DECODE % (sum_of(WORD), known, rest)


def cursor(separator):
    """Reads name=number and leaves the cursor behind it."""
    return f"""#include <stdlib.h>

int take(const char **at) {{
  const char *from = *at;
  char *next;
  long number;

  while (**at >= 'a' && **at <= 'z')
    ++*at;
  if (*at == from || !(**at == {separator})) {{
    *at = from;
    return -1;
  }}

  number = strtol(*at + 1, &next, 10);
  if (next == *at + 1) {{
    *at = from;
    return -1;
  }}
  *at = from;

  *at = next;
  return number > 1000 ? 1000 : (int)number;
}}
"""


class Sequences(cli.Test):
    def find(self, report, function):
        return [unit for unit in report["units"]
                if unit["function"] == function and unit["verdict"] == "conflict"]

    def test_state_that_no_input_reaches(self):
        texts = [TICKET % v for v in [(99, ""), (99, " + 1"), (3, ""), (3, " + 1")]]
        names = self.version_files(dict(zip("OABM", texts)))
        code, report = self.check("--files", *names, "--function", "ticket")
        self.assertEqual(code, 1)
        [unit] = self.find(report, "ticket")
        conflict = unit["conflicts"][0]
        self.assertEqual(conflict["confirmed"], "native")
        self.assertEqual(conflict["sequence"].count("ticket("), 3)
        test = (self.work / conflict["test"]).read_text()
        self.assertIn(conflict["sequence"], test)

    def test_objects_come_from_the_functions_that_make_them(self):
        texts = [TABLE % v for v in [("key", "", ""), ("key", "", " + t->count"),
                                     ("key", ONE, ""), ("key", ONE, " + t->count")]]
        names = self.version_files(dict(zip("OABM", texts)))
        code, report = self.check("--files", *names, "--function", "table_sum")
        self.assertEqual(code, 1)
        [unit] = self.find(report, "table_sum")
        sequence = unit["conflicts"][0]["sequence"]
        for call in ("table_new()", "table_put(made1, key)", "return table_sum(made1)"):
            self.assertIn(call, sequence)
        self.assertTrue(pathlib.Path(self.work / unit["conflicts"][0]["test"]).exists())

    def test_changes_that_only_a_caller_of_both_sees(self):
        texts = [TABLE % v for v in [("key", "", ""), ("key", "", " * 2"),
                                     ("key > 9 ? 256 : key", "", ""),
                                     ("key > 9 ? 256 : key", "", " * 2")]]
        names = self.version_files(dict(zip("OABM", texts)))
        code, report = self.check("--files", *names)
        self.assertEqual((code, self.find(report, "table_sum")), (0, []))
        run = self.tool("test", "--files", *names, "--output", "json=report.json")
        [unit] = self.find(cli.json.loads((self.work / "report.json").read_text()),
                           "table_sum")
        self.assertIn("in a sequence of calls", unit["id"])
        self.assertTrue(unit["conflicts"][0]["inherent"])
        self.assertIn("table_put(made1, key);", run.out)

    def test_functions_of_several_files(self):
        header = ("struct table {\n  int count;\n  int keys[4];\n};\n"
                  "struct table *table_new(void);\n"
                  "int table_put(struct table *t, int key);\n"
                  "int table_sum(const struct table *t);\n")
        table = ('#include <stdlib.h>\n#include "table.h"\n'
                 "struct table *table_new(void) { return calloc(1, sizeof(struct table)); }\n"
                 "int table_put(struct table *t, int key) {\n  if (t->count >= 4)\n"
                 "    return -1;\n  t->keys[t->count++] = %s;\n  return 0;\n}\n")
        total = ('#include "table.h"\nint table_sum(const struct table *t) {\n  int sum = 0;\n'
                 "  for (int i = 0; i < t->count; i++)\n    sum += t->keys[i] & 255;\n"
                 "  return sum%s;\n}\n")
        self.git("init", "-q", "-b", "main")
        self.commit({"table.h": header, "table.c": table % "key", "sum.c": total % ""}, "base")
        self.git("checkout", "-q", "-b", "a")
        self.commit({"sum.c": total % " * 2"}, "a")
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"table.c": table % "key > 9 ? 256 : key"}, "b")
        self.git("checkout", "-q", "-b", "m", "a")
        self.git("merge", "-q", "b", "-m", "merge")
        self.tool("test", "m", "--output", "json=report.json")
        [unit] = self.find(cli.json.loads((self.work / "report.json").read_text()),
                           "table_sum")
        self.assertEqual(unit["conflicts"][0]["confirmed"], "native")
        self.assertIn("struct table *table_new(void);", unit["conflicts"][0]["sequence"])

    # A caller of both would see a difference, and it is not this function's.
    def test_what_differs_itself_is_not_called_with_another(self):
        body = ("(struct list *l, unsigned at, int item) {\n"
                "  if (l->n >= 64 || at %s l->n)\n    return;\n%s  l->items[at] = item;\n"
                "  l->n++;\n}\n")
        text = "#include <string.h>\nstruct list { unsigned n; int items[64]; };\n"
        loop = ("  for (unsigned i = l->n; i > at; i--)\n    l->items[i] = l->items[i - 1];\n")
        call = ("  memmove(&l->items[at + 1], &l->items[at], (l->n - at) * sizeof(int));\n")
        for name, move, order in ("old", loop, ">"), ("new", call, ">="):
            (self.work / f"{name}.c").write_text(
                text + "void put" + body % (">", move) + "void push" + body % (order, move))
        self.tool("diff", "--files", "old.c", "new.c", "--no-exec", "--timeout", "20",
                  "--output", "json=report.json")
        report = cli.json.loads((self.work / "report.json").read_text())
        verdicts = {unit["function"]: unit["verdict"] for unit in report["units"]}
        self.assertEqual(verdicts["push"], "different")
        self.assertNotEqual(verdicts["put"], "different")

    # What was closed is not looked into: who does that is wrong, not the merge.
    def test_nobody_goes_on_with_what_was_given_back(self):
        text = ("#include <stdlib.h>\nstruct box { char *buf; int n; };\n"
                "struct box *box_new(void) {\n  struct box *b = calloc(1, sizeof *b);\n"
                "  if (b && !(b->buf = calloc(1, 8))) {\n    free(b);\n    b = NULL;\n  }\n"
                "  return b;\n}\n"
                "void box_close(struct box *b) {\n  b->n = 0;\n%s}\n"
                "int box_get(struct box *b) {\n  return b->n%s;\n}\n")
        texts = [text % v for v in [("", ""), ("  free(b->buf);\n", ""), ("", " + b->buf[0]"),
                                    ("  free(b->buf);\n", " + b->buf[0]")]]
        names = self.version_files(dict(zip("OABM", texts)))
        code, report = self.check("--files", *names)
        self.assertEqual((code, report["summary"]["conflicts"]), (0, 0))

    def test_functions_are_given_callbacks(self):
        texts = [PARSE % v for v in [("++", "errors"), (" += 2", "errors"),
                                     ("++", "errors ? line : 0"),
                                     (" += 2", "errors ? line : 0")]]
        names = self.version_files(dict(zip("OABM", texts)))
        code, report = self.check("--files", *names)
        self.assertEqual(code, 1)
        [unit] = self.find(report, "parse")
        [conflict] = [c for c in unit["conflicts"] if c["parent"] == "A"][:1]
        self.assertRegex(conflict["inputs"]["handle"], "^&callback_[12]$")
        self.assertEqual(conflict["confirmed"], "native")
        test = (self.work / conflict["test"]).read_text()
        self.assertRegex(test, r"int callback_[12]\(void \*a0, const char \*a1, int a2\) {")

    def test_texts_of_the_tests(self):
        base, left = decode("1", ""), decode("2", "")
        right = decode("1", " + 5")
        self.git("init", "-q", "-b", "main")
        test = f'#include "decode.h"\nint main(void) {{ return decode("{WORD}") != 1; }}\n'
        header = {"decode.h": "unsigned decode(const char *text);\n"}
        self.commit({"decode.c": base, "tests/test_decode.c": test, **header}, "base")
        for branch, text in (("a", left), ("b", right)):
            self.git("checkout", "-q", "-b", branch, "main")
            self.commit({"decode.c": text}, branch)
        self.git("checkout", "-q", "-b", "m", "a")
        self.git("merge", "-q", "--no-commit", "-s", "ours", "b")
        self.commit({"decode.c": right}, "merge") # A's change is lost
        code, report = self.check("m", "--function", "decode")
        self.assertEqual(code, 1, report)
        [unit] = self.find(report, "decode")
        [shown] = {value for conflict in unit["conflicts"]
                   for name, value in conflict["inputs"].items() if name == "*text"
                   and conflict["parent"] == "A"}
        self.assertIn(WORD, shown)

    def test_texts_behind_pointers_are_found_shown_and_written(self):
        base, left = cursor("'='"), cursor("'=' || **at == ':'")
        right = base.replace("  *at = next;\n", "")
        self.git("init", "-q", "-b", "main")
        test = ('int take(const char **at);\nint main(void) { const char *at = "size=12;"; '
                "return take(&at) != 12; }\n")
        self.commit({"cursor.c": base, "tests/test_cursor.c": test}, "base")
        for branch, text in (("a", left), ("b", right)):
            self.git("checkout", "-q", "-b", branch, "main")
            self.commit({"cursor.c": text}, branch)
        self.git("checkout", "-q", "-b", "m", "a")
        self.git("merge", "-q", "-m", "m", "b")
        code, report = self.check("m", "--function", "take")
        self.assertEqual(code, 1, report)
        [unit] = self.find(report, "take")
        conflict = next(c for c in unit["conflicts"] if c["parent"] == "A")
        # What only A takes, and the place where A leaves the cursor.
        text = next(value for name, value in conflict["inputs"].items() if '"' in value)
        self.assertRegex(text, r"^\"[a-z]+:[0-9]")
        self.assertTrue((self.work / conflict["test"]).exists(), conflict)


if __name__ == "__main__":
    cli.main()
