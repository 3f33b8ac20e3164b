"""What several files of a program make of each other, and what only made-up
states of it show."""
import cli


def repository(test, **versions):
    """Base on main, a branch for each other version: {name: {file: text}}."""
    test.git("init", "-q", "-b", "main")
    test.commit(versions.pop("O"), "base")
    for name, files in versions.items():
        test.git("checkout", "-q", "-b", name.lower(), "main")
        test.commit(files, name)
    test.git("checkout", "-q", "main")


class Links(cli.Test):
    def answers(self, *arguments):
        code, report = self.check("--no-exec", *arguments)
        return code, {u["function"]: u["verdict"] for u in report["units"]}

    # Natively f(1) is 1 in O, A and B, and 100 in the merge.
    def test_weak_default_meets_the_other_branchs_function(self):
        plain = {"a.c": "int f(int x) { return x; }\n"}
        repository(
            self, O=plain,
            A={"a.c": "__attribute__((weak)) int hook(int x) { return x; }\n"
                      "int f(int x) { return hook(x); }\n"},
            B={"b.c": "int hook(int x) { return x * 100; }\n"})
        code, answers = self.answers("a", "b")
        self.assertNotEqual(code, 0)
        self.assertNotEqual(answers.get("f"), "proved")

    # Natively f(1) is 5 before and 7 after.
    def test_diff_sees_what_that_function_reads(self):
        weak = "__attribute__((weak)) int hook(int x) { return x; }\n"
        step = ("static const int step[] = {{{0}}};\n"
                "int hook(int x) {{ return x * step[0]; }}\n")
        repository(
            self,
            O={"a.c": weak + "int f(int x) { return hook(x); }\n",
               "b.c": step.format(5)},
            A={"b.c": step.format(7)})
        run = self.tool("diff", "--no-exec", "main", "a")
        self.assertNotEqual(run.code, 0, run.out)
        self.assertRegex(run.out, r"(?m)^ +f  a\.c:2$")

    # Natively f(1) is 1 before and 101 after.
    def test_diff_sees_what_takes_the_place_of_a_weak_function(self):
        repository(
            self,
            O={"a.c": "__attribute__((weak)) int hook(int x) { return x; }\n"
                      "int f(int x) { return hook(x); }\n"},
            A={"b.c": "int hook(int x) { return x + 100; }\n"})
        run = self.tool("diff", "--no-exec", "main", "a")
        self.assertNotEqual(run.code, 0, run.out)
        self.assertRegex(run.out, r"(?m)^ +f  a\.c:2$")

    # Natively f(1) is 3 in O and 2 in A: f.c goes on reading where b was.
    def test_another_files_copy_of_a_struct(self):
        copy = "struct s { int a; int b; };\n"
        repository(
            self,
            O={"f.c": copy + "extern struct s S;\n"
                             "int f(int x) { return S.b + x; }\n",
               "u.c": copy + "struct s S = {.a = 1, .b = 2};\n"},
            A={"u.c": "struct s { int pad; int a; int b; };\n"
                      "struct s S = {.a = 1, .b = 2};\n"})
        run = self.tool("diff", "--no-exec", "main", "a")
        self.assertNotEqual(run.code, 0, run.out)

    # Nobody calls adj() with another number than 0 and 1.
    def test_static_function_whose_callers_are_proved(self):
        body = ("  int r = n & 0xff;\n{clamp}  return r;\n}}\n"
                "int inc(int n) {{ return adj(n, 1); }}\n"
                "int keep(int n) {{ return adj(n, 0); }}\n")
        head = "static int adj(int n, int up) {{\n{first}" + body
        before, after = "  if (up) n = n + 1;\n", "  n = n + up;\n"
        clamp = "  if (r > 100) r = 100;\n"
        names = self.version_files(
            {"O": head.format(first=before, clamp=""),
             "A": head.format(first=after, clamp=""),
             "B": head.format(first=before, clamp=clamp),
             "M": head.format(first=after, clamp=clamp)})
        code, report = self.check("--no-exec", "--files", *names)
        self.assertEqual(code, 0, report)
        adj = next(u for u in report["units"] if u["function"] == "adj")
        self.assertEqual((adj["verdict"], adj["by"]), ("proved", "callers"))
        # By its name it is asked itself.
        code, report = self.check("--no-exec", "--function", "adj", "--files",
                                  *names)
        self.assertEqual(code, 1)

    # The state is 0, 1 or 2, whatever is called.
    def test_state_that_nothing_stores(self):
        text = ("enum state {{ IDLE, RUN, DONE }};\nstatic enum state st;\n"
                "void start(void) {{ st = RUN; }}\n"
                "void stop(void) {{ st = DONE; }}\n"
                "int code(void) {{\n{first}{last}  return r;\n}}\n")
        before = ("  int r = st == IDLE ? 1 : st == RUN ? 2 : 3;\n\n\n")
        after = "  int r = st + 1;\n\n\n"
        clamp = "  if (r > 3) r = 3;\n"
        names = self.version_files(
            {"O": text.format(first=before, last=""),
             "A": text.format(first=after, last=""),
             "B": text.format(first=before, last=clamp),
             "M": text.format(first=after, last=clamp)})
        code, report = self.check("--no-exec", "--files", *names)
        self.assertNotEqual(code, 1, report)

    # A constant of another file is what it is there.
    def test_constant_of_a_file_that_is_not_read(self):
        text = ("extern const int on;\nint f(int x) {{\n  int r = {value};\n\n\n"
                "{last}  return r;\n}}\n")
        last = "  if (r == 5)\n    r = 6;\n"
        names = self.version_files(
            {"O": text.format(value="on ? x + 1 : x", last=""),
             "A": text.format(value="x + 1", last=""),
             "B": text.format(value="on ? x + 1 : x", last=last),
             "M": text.format(value="x + 1", last=last)})
        code, report = self.check("--no-exec", "--files", *names)
        self.assertEqual(code, 3, report)

    # printf() of a number returns how long it is.
    def test_result_that_no_function_gives(self):
        text = ("#include <stdio.h>\nint f(int x) {{\n"
                "  int r = printf(\"%d\", x);\n{a}\n\n{b}  return r;\n}}\n")
        names = self.version_files(
            {"O": text.format(a="  if (r > 500) r = 500;\n", b=""),
             "A": text.format(a="", b=""),
             "B": text.format(a="  if (r > 500) r = 500;\n",
                              b="  if (r > 400) r = 400;\n"),
             "M": text.format(a="", b="  if (r > 400) r = 400;\n")})
        code, report = self.check("--no-exec", "--files", *names)
        self.assertNotEqual(code, 1, report)

    # The parents disagree about null, and A's other change is lost.
    def test_inherent_conflict_proves_nothing_else(self):
        text = ("int f(const int *p) {{\n  if (!p)\n    return {null};\n\n\n"
                "  return *p {rest};\n}}\n")
        names = self.version_files(
            {"O": text.format(null=-1, rest="* 1"),
             "A": text.format(null=-2, rest="* 1"),
             "B": text.format(null=-3, rest="* 1"),
             "M": text.format(null=-3, rest="* 1")})
        code, report = self.check("--no-exec", "--files", *names)
        self.assertEqual((code, report["summary"]["inherent"]), (3, 1))
        self.assertEqual(self.check("--no-exec", "--fail-on=conflict",
                                    "--files", *names)[0], 0)


if __name__ == "__main__":
    cli.main()
