"""mergeproof test: tests for a project's own framework, each built and run with it."""
import json
import pathlib
import shutil
import subprocess
import unittest

import cli

SCALE = """unsigned scale(unsigned x) {
  if (x < 5)
    return %s;

  unsigned y = x + 10;

  if (x > 90)
    return %s;
  return y;
}
"""
VERSIONS = [SCALE % v for v in [(1, 2), (7, 2), (1, 8), (1, 8)]]
CRASH = ("int get(const int *p, int n) {\n%s  int k = n;\n\n  k = k + 0;\n\n%s"
         "  return p[k];\n}\n")
GUARD, AGAIN = "  if (!p)\n    return 0;\n", "  if (p == 0)\n    return 0;\n"
CRASHING = [CRASH % v for v in [(GUARD, AGAIN), ("", AGAIN), (GUARD, ""), ("", "")]]
HEADERS = {"gtest": "gtest/gtest.h", "cmocka": "cmocka.h", "check": "check.h"}
# No package of Debian has Unity: what the emitted file uses of it.
UNITY = """#include <stdio.h>
static int unity_failed;
#define UNITY_BEGIN() (unity_failed = 0)
#define RUN_TEST(f) (setUp(), f(), tearDown())
#define TEST_ASSERT_EQUAL_INT(want, got) \\
  do { if ((want) != (got)) { unity_failed++; puts("FAIL"); } } while (0)
#define UNITY_END() (unity_failed)
"""


# What is lost shows only in what a logging function is given, or before one that
# does not return.
CALLS = """#include <stdarg.h>
void log_line(const char *format, ...);
void log_list(const char *format, va_list values);
void fatal(int code) __attribute__((noreturn));
static void warn(const char *format, ...) {
  va_list values;
  va_start(values, format);
  log_list(format, values);
  va_end(values);
}
int scale(int x) {
  %s;

  int y = x / 2;

  return y %s;
}
"""
CALLED = {"log_line(\"%%d of %%d\", x, %d)": (100, 1000), "warn(\"%%d of %%d\", x, %d)": (7, 8),
          "if (x < 0) fatal(%d)": (1, 2)}


def has_header(name):
    run = subprocess.run(["cc", "-E", "-x", "c++" if "gtest" in name else "c", "-"], text=True,
                         input=f"#include <setjmp.h>\n#include <stdarg.h>\n"
                               f"#include <stddef.h>\n#include <stdint.h>\n#include <{name}>\n",
                         capture_output=True)
    return run.returncode == 0


class Emit(cli.Test):
    def emit(self, versions, *arguments):
        names = [f"{name}.c" for name in "OABM"]
        for name, text in zip(names, versions):
            (self.work / name).write_text(text)
        run = self.tool("test", "--files", *names, *arguments, "--output", "json=-")
        return run, json.loads(run.out)

    def passes(self, command, version):
        """Whether the printed command says that the test passes on a version."""
        run = subprocess.run(["sh", "-c", command.replace('M.c', f'{version}.c')],
                             cwd=self.work, capture_output=True, text=True)
        for problem in ("fatal error", "undefined reference", "ld returned"):
            self.assertNotIn(problem, run.stderr)
        return run.returncode == 0

    def check_framework(self, name):
        if not has_header(HEADERS[name]):
            self.fail(f"{HEADERS[name]} is not installed")
        run, report = self.emit(VERSIONS, "--emit", name, "--out", "made")
        self.assertEqual(run.code, 1, run)
        [conflict] = [c for c in report["units"][0]["conflicts"] if c["kind"] == "lost"]
        folder = pathlib.Path(conflict["test"]).parent
        [runner] = (self.work / folder).glob(f"test_scale_lost_A_{name}.*")
        self.assertIn("The merge lost this change of parent A.", runner.read_text())
        self.assertTrue(str(folder).startswith("made/"), folder)
        shown = {v: self.passes(conflict["run"], v) for v in "OABM"}
        self.assertEqual(shown, {"O": False, "A": True, "B": False, "M": False})

    def test_gtest(self):
        self.check_framework("gtest")

    def test_cmocka(self):
        self.check_framework("cmocka")

    def test_check(self):
        self.check_framework("check")

    def test_what_externals_are_given(self):
        for call, values in CALLED.items():
            with self.subTest(call):
                versions = [CALLS % (call % values[a], b)
                            for a, b in [(0, ""), (1, ""), (0, "+ 1"), (0, "+ 1")]]
                _, report = self.emit(versions, "--out", "made")
                [unit] = [u for u in report["units"] if u["function"] == "scale"]
                conflict = unit["conflicts"][0]
                self.assertEqual(conflict["observable"], "external calls", unit)
                shown = {v: self.passes(conflict["run"], v) for v in "OABM"}
                self.assertEqual(shown, {"O": False, "A": True, "B": False, "M": False})

    def test_unity(self):
        _, report = self.emit(VERSIONS, "--emit", "unity")
        conflict = report["units"][0]["conflicts"][0]
        folder = self.work / pathlib.Path(conflict["test"]).parent
        (folder / "unity.h").write_text(UNITY)
        command = conflict["run"].replace("-lunity", "-I.")
        shown = {v: self.passes(command, v) for v in "OABM"}
        self.assertEqual(shown, {"O": False, "A": True, "B": False, "M": False})

    def test_a_crash_fails_one_case_and_not_the_program(self):
        run, report = self.emit(CRASHING, "--emit", "cmocka")
        self.assertEqual(run.code, 1, run)
        conflict = report["units"][0]["conflicts"][0]
        self.assertIn("trapped", conflict["values"]["M"])
        flags = " -fsanitize=address,undefined -fno-sanitize-recover=all "
        command = conflict["run"].replace("cc -w", "cc -w" + flags)
        command = command.replace("&& cc ", "&& cc" + flags).replace(flags * 2, flags)
        self.assertTrue(self.passes(command, "A"))
        self.assertFalse(self.passes(command, "M"))

    def test_calls_before_an_exit(self):
        text = ("#include <stdio.h>\n#include <stdlib.h>\n"
                "int f(int x) {\n  if (x == 3) {\n    putchar('%s');\n    exit(1);\n  }\n\n"
                "  int y = x;\n\n  return y < 90 ? 0 : %s;\n}\n")
        versions = [text % v for v in [("a", 1), ("b", 1), ("a", 2), ("a", 2)]]
        _, report = self.emit(versions)
        conflict = report["units"][0]["conflicts"][0]
        self.assertEqual(conflict["observable"], "external calls")
        self.assertTrue(self.passes(conflict["run"], "A"), conflict)
        self.assertFalse(self.passes(conflict["run"], "M"))

    def test_two_files_that_define_one_name(self):
        text = ('int g(int);\nchar name[50];\nint f(int x) {\n  if (x > 5)\n    x = g(x);\n'
                '%s\n  int y = 100 / (x - 3);\n\n  return y;\n}\n')
        kept = text % "  if (x == 3)\n    return 0;"
        self.branches(O=text % "", A=kept, B=(text % "").replace("return y", "return y + 1"))
        self.git("checkout", "-q", "main")
        for branch in ("a", "b"):
            self.git("checkout", "-q", branch)
            self.commit({"g.c": "char name[50];\nint g(int x) { return x + 1; }\n"})
        self.merge_as((text % "").replace("return y", "return y + 1"), "a", "b")
        _, report = self.check()
        [unit] = [u for u in report["units"] if u["function"] == "f"]
        command = unit["conflicts"][0]["run"]
        self.assertIn("-fsanitize=address", command)
        self.assertIn(" M_2.c ", command)
        self.assertTrue(self.passes(command.replace("M_2.c", "A_2.c"), "A"))
        self.assertFalse(self.passes(command, "M"))

    def passes_where_promised(self, texts):
        """Of the only conflict: the versions that pass its printed command."""
        _, report = self.emit(texts)
        conflict = report["units"][0]["conflicts"][0]
        return conflict, [v for v in "OABM" if self.passes(conflict["run"], v)]

    def test_leaks_and_what_is_no_trap_fail_no_version(self):
        text = ("#include <stdlib.h>\n#include <string.h>\nint *make(const int *from, int n) {\n"
                "  int *made = malloc(4);\n  if (!made)\n    return 0;\n"
                "  memcpy(made, from, n ? 4 : 0);\n%s\n  int k = n;\n\n%s"
                "  *made = 100 / k;\n  return made;\n}\n")
        first, second = "  if (n == 0)\n    return made;\n", "  if (k == 0)\n    return made;\n"
        texts = [text % v for v in [(first, second), ("", second), (first, ""), ("", "")]]
        conflict, passing = self.passes_where_promised(texts)
        self.assertIn("trapped", conflict["values"]["M"])
        self.assertIn("-fno-sanitize=", conflict["run"])
        self.assertEqual(passing, ["O", "A", "B"])

    def test_unions_are_compared_by_their_bytes(self):
        text = ("struct value {\n  int kind;\n  union {\n    double number;\n    long whole;\n"
                "  };\n};\nvoid set(struct value *v, long k) {\n  v->kind = %s;\n"
                "\n  v->number = 1;\n\n  v->whole = %s;\n}\n")
        texts = [text % v for v in [(1, "k"), (2, "k"), (1, "k + 1"), (2, "k")]]
        conflict, passing = self.passes_where_promised(texts)
        self.assertEqual(conflict["parent"], "B")
        self.assertEqual(passing, ["B"])

    def test_a_union_without_a_name_is_set_in_its_place(self):
        text = ("struct v {\n  int t;\n  union {\n    int x;\n    char raw[4];\n  };\n};\n"
                "int f(const struct v *v) {\n  return v->t == 1 ? v->x%s : 0;\n}\n\n"
                "int g(int x) {\n  return x%s;\n}\n")
        texts = [text % v for v in [("", ""), (" - v->raw[2]", ""), ("", " + 1"), ("", " + 1")]]
        conflict, passing = self.passes_where_promised(texts)
        self.assertIn("&in_v->x", (self.work / conflict["test"]).read_text())
        self.assertEqual(passing, ["A"])

    def check_needs_clang(self, head, body):
        """The command names the compiler that takes what `body % number` has."""
        text = head + "int f(int x) {\n" + body + "}\n\nint g(int x) {\n  return x + %d;\n}\n"
        texts = [text % v for v in [(1, 1), (2, 1), (1, 2), (1, 2)]]
        conflict, passing = self.passes_where_promised(texts)
        self.assertRegex(conflict["run"], r"&& clang\S* -w ")
        self.assertRegex((self.work / conflict["test"]).read_text(), r"\n \*   clang\S* -w ")
        self.assertEqual(passing, ["A"])

    def test_functions_that_only_clang_has(self):
        self.check_needs_clang("", "  return (int)__builtin_rotateleft32(x, 5) + %d;\n")

    def test_what_only_clang_compiles(self):
        self.check_needs_clang("", "  int *_Nonnull p = &x;\n  return *p + %d;\n")

    def test_headers_of_clang(self):
        self.check_needs_clang("#include <emmintrin.h>\n",
                               "  return _mm_cvtsi128_si32(_mm_set1_epi32(x)) + %d;\n")

    def test_names_that_the_unit_has(self):
        text = ("static int failures;\nstruct setup {\n  int v;\n};\n"
                "void set_up(struct setup *s) {\n  s->v = %d;\n  failures++;\n}\n\n"
                "int expect_int(int leave) {\n  return leave + %d;\n}\n")
        texts = [text % v for v in [(1, 1), (2, 1), (1, 2), (1, 2)]]
        conflict, passing = self.passes_where_promised(texts)
        self.assertEqual(passing, ["A"])
        self.assertIn("test_expect_int(", (self.work / conflict["test"]).read_text())

    def test_a_trap_that_a_compiler_could_leave_out(self):
        conflict, _ = self.passes_where_promised(CRASHING)
        command = conflict["run"].replace(" -w ", " -w -O2 ")
        self.assertIn("null", conflict["values"]["M"])
        self.assertTrue(self.passes(command, "A"))
        self.assertFalse(self.passes(command, "M"))

    def test_a_program_by_itself(self):
        _, report = self.emit(VERSIONS)
        conflict = report["units"][0]["conflicts"][0]
        self.assertNotIn("TEST_FUNCTION", (self.work / conflict["test"]).read_text())
        self.assertTrue(self.passes(conflict["run"], "A"))
        self.assertFalse(self.passes(conflict["run"], "M"))

    def test_inputs_are_simple(self):
        _, report = self.emit(VERSIONS)
        conflict = report["units"][0]["conflicts"][0]
        self.assertEqual(conflict["inputs"]["x"], "0")

    def test_an_unknown_framework(self):
        run = self.tool("test", "--emit", "junit")
        self.assertEqual(run.code, 2)
        self.assertIn("--emit", run.err)


if __name__ == "__main__":
    cli.main()
