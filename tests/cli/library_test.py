"""Library functions in runs of the interpreter: they do what they do natively."""
import unittest

import cli

# Numbers of a text, in the way of glibc's headers: isdigit() reads a table.
NUMBERS = """#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

long total(const char *text) {
  long sum = 0;
  while (*text) {
    char *end;
    while (isspace((unsigned char)*text))
      text++;
    if (!isdigit((unsigned char)*text) || strchr("05", *text))
      return %s;
    errno = 0;
    long next = strtol(text, &end, 10);
    if (errno == ERANGE)
      return -2;
    sum += next%s;
    text = end;
  }
  return sum;
}
"""
HOOKS = """#include <stdlib.h>

struct hooks {
  void *(*allocate)(size_t size);
  void (*release)(void *memory);
};
static struct hooks hooks = {malloc, free};

int *make(int x) {
  int *made = hooks.allocate(sizeof *made);
  if (!made)
    return NULL;
  if (x %s 0) {
    hooks.release(made);
    return NULL;
  }
  *made = x;
  return made;
}
"""


class Library(cli.Test):
    def check_numbers(self, *flags):
        texts = [NUMBERS % v for v in [("-1", ""), ("-1", " % 1000"), ("-9", ""), ("-9", "")]]
        names = self.version_files(dict(zip("OABM", texts)))
        code, report = self.check("--files", *names, "--function", "total", *flags)
        self.assertEqual(code, 1)
        [unit] = report["units"]
        return [c for c in unit["conflicts"] if c["parent"] == "A"]

    def test_what_reads_tables_and_texts_runs(self):
        [found] = self.check_numbers("--no-exec")
        self.assertEqual((found["observable"], found["confirmed"]),
                         ("return value", "interpreter"))
        values = {version: int(value) for version, value in found["values"].items()}
        self.assertEqual(values["O"], values["M"])
        self.assertGreaterEqual(values["O"], 1000)
        self.assertNotIn("other external calls", found["inputs"])

    def test_it_is_what_happens_natively(self):
        [found] = self.check_numbers()
        self.assertEqual((found["observable"], found["confirmed"]), ("return value", "native"))

    # What M does differs from B by a test of errno that is always true.
    def test_a_failed_allocation_sets_errno(self):
        text = ("#include <errno.h>\n#include <stdlib.h>\nint f(int n) {\n  int r;\n"
                "  char *p = malloc(8);\n  if (!p)\n    return %s;\n  *p = (char)n;\n"
                "  r = *p%s;\n  free(p);\n  return r;\n}\n")
        texts = [text % v for v in [("-1", ""), ("-1", " + 1"), ("-errno", ""),
                                    ("errno == ENOMEM ? -ENOMEM : -5", " + 1")]]
        names = self.version_files(dict(zip("OABM", texts)))
        _, report = self.check("--files", *names, "--no-exec")
        self.assertEqual(report["summary"]["conflicts"], 0)

    # No test sees that strspn() could have read on.
    def test_no_more_of_a_text_is_read_than_natively(self):
        text = ("#include <string.h>\nint f(int x) {\n  char b[2];\n  b[0] = '1';\n"
                "  b[1] = %s;\n  return (int)strspn(b, \"0123456789\") + x%s;\n}\n")
        texts = [text % v for v in [("0", ""), ("0", " % 7"), ("'x'", ""), ("'x'", " % 7")]]
        names = self.version_files(dict(zip("OABM", texts)))
        _, report = self.check("--files", *names, "--no-exec")
        self.assertEqual(report["summary"]["conflicts"], 0)

    def test_allocators_behind_pointers_allocate(self):
        names = self.version_files({"O": HOOKS % "<", "N": HOOKS % "<="})
        run = self.tool("diff", "--files", *names, "--no-exec")
        self.assertEqual(run.code, 1, run)
        self.assertIn("fresh object", run.out)
        # The same, written otherwise: the objects are new ones in both.
        same = HOOKS.replace("if (!made)\n    return NULL;\n  if (x %s 0)",
                             "if (made == NULL)\n    return made;\n  if (0 %s x)")
        names = self.version_files({"O": HOOKS % "<", "N": same % ">"})
        run = self.tool("diff", "--files", *names)
        self.assertEqual(run.code, 0, run)
        self.assertIn("1 equivalent", run.out)


if __name__ == "__main__":
    cli.main()
