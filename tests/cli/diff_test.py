"""mergeproof diff and explain: two versions, and how a verdict came about."""
import json

import cli

SUM = """unsigned sum(const unsigned *v, unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++)
    s += v[i];
  return s;
}
"""
WALK = """unsigned sum(const unsigned *v, unsigned n) {
  unsigned s = 0;
  while (n-- > 0)
    s += *v++;
  return s;
}
"""
HALF = "int half(int x) { return x / 2; }\n"
SHIFT = "int half(int x) { return x >> 1; }\n"
KEPT = "int kept(int x) { return x + 1; }\n"


class Diff(cli.Test):
    def files(self, **files):
        for name, text in files.items():
            (self.work / f"{name}.c").write_text(text)

    def diff(self, *arguments):
        run = self.tool("diff", *arguments, "--output", "json=-")
        return run, json.loads(run.out)

    def test_equivalent(self):
        self.files(old=SUM + KEPT, new=WALK + KEPT)
        run, report = self.diff("--files", "old.c", "new.c", "--no-exec")
        self.assertEqual(run.code, 0, run)
        self.assertEqual([(u["function"], u["verdict"]) for u in report["units"]],
                         [("sum", "equivalent")])  # only what differs
        self.assertEqual([v["id"] for v in report["versions"]], ["old", "new"])
        self.assertEqual(report["summary"]["equivalent"], 1)
        self.assertIn("run as one", report["units"][0]["explanation"][0])
        out = self.tool("diff", "--files", "old.c", "new.c", "--no-exec").out
        self.assertTrue(out.startswith("EQUIVALENT: proved for 1 function"), out)
        self.assertIn("1 equivalent · 0 different · 0 undecided · 0 not analysed", out)

    def test_different(self):
        self.files(old=HALF, new=SHIFT)
        run, report = self.diff("--files", "old.c", "new.c")
        self.assertEqual(run.code, 1, run)
        [unit] = report["units"]
        self.assertEqual(unit["verdict"], "different")
        self.assertNotIn("conflicts", unit)
        [difference] = unit["differences"]
        self.assertEqual(set(difference["values"]), {"old", "new"})
        x = int(difference["inputs"]["x"])
        self.assertTrue(x < 0 and x % 2 != 0, x)
        self.assertTrue((self.work / difference["test"]).exists(), difference)
        self.assertIn("-DUNIT='\"new.c\"'", difference["run"])

    def test_a_trap_is_a_difference(self):
        self.files(old="int f(int *p) { return *p; }\n",
                   new="int f(int *p) { return p ? *p : 0; }\n")
        run, report = self.diff("--files", "old.c", "new.c", "--no-exec")
        self.assertEqual(run.code, 1, run)
        [difference] = report["units"][0]["differences"]
        self.assertTrue(difference["values"]["old"].startswith("trapped"), difference)

    # No search finds the keys, or every version traps where it could show.
    def test_what_is_freed_in_the_end(self):
        def version(frees, fails):
            return ("#include <stdlib.h>\nchar *kept;\n"
                    "#define RARE (c * c * c * 2654435761u == 0x123456789abcdef1ul)\n"
                    "void make(unsigned long c) {\n  char *p = malloc(16);\n  kept = p;\n"
                    f"  if (p{frees}) free(p);\n}}\n"
                    "char *give(unsigned long c) {\n  char *p = malloc(16);\n"
                    f"  if (p{frees}) free(p);\n  return p;\n}}\n"
                    f"void drop(char *p, unsigned long c) {{\n  if (p{frees}) free(p);\n}}\n"
                    "char *grow(char *b, size_t n) {\n  char *p = realloc(b, n);\n"
                    f"  if (!p) {{\n    {fails}return 0;\n  }}\n  return p;\n}}\n"
                    "int both(char *a, char *b) {\n  " +
                    ("free(a);\n  free(b);" if fails else "free(b);\n  free(a);") +
                    "\n  return 1;\n}\n")
        self.files(old=version(" && RARE", "free(b);\n    "), new=version(" && c > c", ""))
        _, report = self.diff("--files", "old.c", "new.c", "--no-exec")
        verdicts = {u["function"]: u["verdict"] for u in report["units"]}
        for name in ["make", "give", "drop", "grow"]:
            self.assertNotEqual(verdicts[name], "equivalent", report)
        self.assertEqual(verdicts["grow"], "different")
        self.assertEqual(verdicts["both"], "equivalent")

    def test_functions_of_one_version(self):
        self.files(old=KEPT + HALF, new=KEPT + SUM)
        run, report = self.diff("--files", "old.c", "new.c", "--no-exec")
        self.assertEqual(run.code, 3, run)
        [unit] = report["units"]
        self.assertEqual((unit["function"], unit["reason"]), (
            "half", "only in the old version: there is nothing to compare with"))
        self.assertIn("1 function is only in the new version: there is nothing to compare with",
                      report["notes"])

    def test_revisions(self):
        self.git("init", "-q", "-b", "main")
        self.files(f=SUM)
        self.git("add", "f.c")
        self.git("commit", "-qm", "first")
        self.git("tag", "first")
        self.files(f=WALK)
        self.git("commit", "-qam", "second")
        for names in (["first", "main"], ["first..main"], ["first.."]):
            run, report = self.diff(*names, "--no-exec")
            self.assertEqual(run.code, 0, run)
            self.assertEqual([u["verdict"] for u in report["units"]], ["equivalent"])
        self.assert_error(self.tool("diff", "first", "nowhere"), "nowhere")
        self.assert_error(self.tool("diff", "f.c", "f.c"), "--files")

    def test_explain(self):
        self.files(O=SUM, A=WALK, M=WALK)
        run = self.tool("explain", "sum", "--files", "O.c", "O.c", "A.c", "M.c", "--no-exec")
        self.assertEqual(run.code, 0, run)
        self.assertIn("identity", run.out)
        self.files(M=WALK.replace("while", "for").replace("(n-- > 0)", "(; n; n--)"))
        run = self.tool("explain", "sum", "--files", "O.c", "O.c", "A.c", "M.c", "--no-exec")
        self.assertEqual(run.code, 0, run)
        self.assertRegex(run.out, r"loop at old:3, new:3: run (in step|as one)")
        self.assertRegex(run.out, r"[AB] \(old\) and [BM] \(new\)")
        self.assertIn("termination: inputs on which some version does not terminate", run.out)

    def test_callers_of_what_does_the_same(self):
        sums = """unsigned sums(const unsigned *v, unsigned n) {
  unsigned s = 0;
  for (unsigned k = 0; k < n; k++)
    s += sum(v, k);
  return s;
}
"""
        self.files(old=SUM + sums, new=WALK + sums)
        run, report = self.diff("--files", "old.c", "new.c", "--no-exec")
        self.assertEqual(run.code, 0, run)
        by_name = {u["function"]: u for u in report["units"]}
        self.assertEqual(by_name["sums"]["verdict"], "equivalent")
        self.assertEqual(by_name["sums"]["explanation"][0],
                         "sum() does the same in old and new")
        self.assertNotIn("types-tell-memory-apart", by_name["sums"]["assumptions"])

    def test_who_uses_a_changed_variable_or_macro_is_compared(self):
        self.git("init", "-q")
        self.commit({"f.c": "extern int limit;\nint f(int i) { return i < limit ? 1 : 3; }\n",
                     "t.c": "int limit = 8;\n", "size.h": "#define SIZE 8\n",
                     "s.c": "#include \"size.h\"\nint s(void) { return SIZE; }\n"})
        self.commit({"t.c": "int limit = 16;\n", "size.h": "#define SIZE 9\n"})
        run, report = self.diff("HEAD~1", "HEAD", "--no-exec")
        self.assertEqual(run.code, 1, run)
        self.assertEqual([(u["function"], u["verdict"]) for u in report["units"]],
                         [("f", "different"), ("s", "different")])

    def test_a_renamed_function_that_a_header_declares(self):
        self.git("init", "-q")
        text = "#include \"a.h\"\nint %s(int x) { int y = x * 3 + 1; if (y > 10) y -= 4; return y%s; }\n"
        user = "#include \"a.h\"\nint user(int x) { return %s(x); }\n"
        self.commit({"a.c": text % ("scan", ""), "b.c": user % "scan", "a.h": "int scan(int x);\n"})
        self.commit({"a.c": text % ("parse", " + 0"), "b.c": user % "parse", "a.h": "int parse(int x);\n"})
        run, report = self.diff("HEAD~1", "HEAD", "--no-exec")
        self.assertEqual(run.code, 0, run)
        self.assertTrue([note for note in report["notes"] if "is taken for the former scan()" in note], report)

    def test_a_variable_that_too_many_use(self):
        self.git("init", "-q")
        user = "#include \"t.h\"\nint f%d(int i) { return i < limit ? 1 : 3; }\n"
        self.commit({**{f"f{i}.c": user % i for i in range(120)}, "t.h": "extern int limit;\n",
                     "t.c": "#include \"t.h\"\nint limit = 8;\n"})
        self.commit({"t.c": "#include \"t.h\"\nint limit = 9;\n"})
        run, report = self.diff("HEAD~1", "HEAD", "--no-exec", "--function", "limit")
        self.assertEqual(run.code, 3, run)
        [unit] = report["units"]
        self.assertIn("their functions were not compared", unit["reason"])
        # Where all of them were read, they say what it means.
        for i in range(3, 120):
            (self.work / f"f{i}.c").unlink()
        self.commit({"t.c": "#include \"t.h\"\nint limit = 8;\n"})
        self.commit({"t.c": "#include \"t.h\"\nint limit = 9;\n"})
        _, report = self.diff("HEAD~1", "HEAD", "--no-exec")
        self.assertEqual([(u["function"], u["verdict"]) for u in report["units"]],
                         [(f"f{i}", "different") for i in range(3)])

    def test_a_renamed_function_that_others_still_call(self):
        self.git("init", "-q")
        text = "int %s(int x) { int y = x * 3 + 1; if (y > 10) y -= 4; return y; }\n"
        self.commit({"a.c": text % "scan", "b.c": "int scan(int x);\nint user(int x) { return scan(x) + 1; }\n"})
        self.commit({"a.c": text % "parse"})
        run, report = self.diff("HEAD~1", "HEAD", "--no-exec")
        self.assertNotEqual(run.code, 0, run)
        self.assertFalse([note for note in report["notes"] if "is taken for" in note], report)

    def test_a_helper_with_another_result_is_its_callers_matter(self):
        caller = "int low(int x) { return clip(x & 7); }\n"
        # What cannot be lowered, or is rejected, may call it, too.
        unread = ["int far(int x) { _Complex double c = clip(x); return c != 0; }\n",
                  "int far(int x) { int in(int y) { return clip(y); } return in(x); }\n"]
        for other in ["", *unread]:
            rest = caller + other
            self.files(old="static int clip(int x) { return x; }\n" + rest,
                       new="static long clip(int x) { return x == 99 ? 1 : x; }\n" + rest)
            _, report = self.diff("--files", "old.c", "new.c", "--no-exec")
            verdicts = {u["function"]: u["verdict"] for u in report["units"]}
            self.assertEqual(verdicts["low"], "equivalent")
            self.assertEqual(verdicts["clip"], "unknown" if other else "equivalent")

    def test_an_unknown_names_the_edits_it_depends_on(self):
        def version(reset="", other="", more=""):
            return ("volatile unsigned *control;\nstatic unsigned count, seen;\n\nunsigned start(unsigned mode) {\n"
                    f"  seen = mode{other};\n  *control = mode & 7;{reset}\n  return ++count{more};\n}}\n")
        texts = dict(O=version(), A=version(reset=" *control = 0;"), B=version(other=" + 1", more=" + 1"),
                     M=version(" *control = 0;", " + 1", " + 1"))
        self.files(**texts)
        files = ["--files", "O.c", "A.c", "B.c", "M.c", "--no-exec"]
        run = self.tool("explain", "start", *files)
        self.assertEqual(run.code, 3, run)
        self.assertIn("; it depends on the edits at A M.c:6 and B M.c:5; ", run.out)
        self.assertNotIn("it depends", self.tool("check", *files).out)

    def test_what_compilers_choose_is_assumed(self):
        """gcc does the first of each pair in another way than clang."""
        pairs = {
            "evaluation-order": ("int get(void);\nint two(int a, int b);\n",
                                 "return two(get(), get());",
                                 "int a = get(); int b = get(); return two(a, b);"),
            "wide-bit-fields": ("struct part { unsigned long at : 40, more : 24; };\n",
                                "return ((struct part *)out)->at << 30 != 0;",
                                "unsigned long at = ((struct part *)out)->at; return at << 30 != 0;"),
            "accesses-as-written": ("#include <string.h>\n",
                                    "*it = 1; float x = 0; memcpy(out, &x, 4); return *it;",
                                    "*it = 1; *(float *)out = 0; return *it;")}
        for assumption, (head, old, new) in pairs.items():
            self.files(old=f"{head}int f(int *it, void *out) {{ {old} }}\n", new=f"{head}int f(int *it, void *out) {{ {new} }}\n")
            run, report = self.diff("--files", "old.c", "new.c", "--no-exec")
            [unit] = report["units"]
            self.assertEqual(unit["verdict"], "equivalent", run)
            self.assertIn(assumption, unit["assumptions"])
            same = f"{head}int f(int x) {{ return x + x; }}\n"
            self.files(old=same, new=same.replace("x + x", "2 * x"))
            _, report = self.diff("--files", "old.c", "new.c", "--no-exec")
            self.assertNotIn(assumption, report["units"][0]["assumptions"])

    def test_promises_that_only_one_version_makes(self):
        for old, new in (("static int f(int x)", "__attribute__((const)) static int f(int x)"),
                         ("int g(int *a, int *b)", "int g(int *restrict a, int *restrict b)"),
                         ("int g(int *a", "__attribute__((nonnull)) int g(int *a"),
                         ("int g(int *a", "__attribute__((weak)) int g(int *a"),
                         ("*b = 2;", "b = __builtin_assume_aligned(b, 16); *b = 2;")):
            text = ("static int k;\nstatic int f(int x) { k++; return x; }\n"
                    "int g(int *a, int *b) { *a = f(1); *b = 2; return *a + f(1) + k; }\n")
            self.assertIn(old, text)
            self.files(old=text, new=text.replace(old, new))
            run, report = self.diff("--files", "old.c", "new.c", "--no-exec")
            self.assertEqual(run.code, 3, (new, run))
            reasons = [unit["reason"] for unit in report["units"]]
            self.assertTrue(any("what they promise is not analysed" in why for why in reasons), reasons)

    def test_data_that_no_function_names(self):
        text = ('static const int first __attribute__((section("tab"), used)) = 1;\n'
                "int level = 3;\nint shown = 1;\nint f(int x) { return x + shown; }\n")
        for old, new, expected in (("= 1;\nint level", "= 3;\nint level", ["first"]),
                                   ("level = 3", "level = 4", ["level"]),
                                   ("level = 3", "level = 3, other = 2", []),
                                   ("level = 3", 'level = 3, more __attribute__((section("rows"))) = 2', ["more"]),
                                   ("shown = 1", "shown = 2", ["f"])):
            self.assertIn(old, text)
            self.files(old=text, new=text.replace(old, new))
            _, report = self.diff("--files", "old.c", "new.c", "--no-exec")
            self.assertEqual([unit["function"] for unit in report["units"]], expected, new)

    def test_flags_and_attributes_that_clang_does_not_heed(self):
        text = "struct s { int x : 3; };\nint f(struct s *p) { return p->x; }\n"
        self.files(old=text, new=text.replace("p->x", "p->x + 1"))
        for flag in ("-funsigned-bitfields", "-fsso-struct=big-endian", "-fexec-charset=IBM1047"):
            run = self.tool("diff", "--output", "json=-", "--files", "old.c", "new.c", "--no-exec", "--", flag)
            report = json.loads(run.out)
            self.assertEqual([unit["verdict"] for unit in report["units"]], ["not-analysed"], run)
            self.assertIn(flag, report["units"][0]["reason"])
        self.files(new=text.replace("};", '} __attribute__((scalar_storage_order("big-endian")));'))
        _, report = self.diff("--files", "old.c", "new.c", "--no-exec")
        self.assertEqual([unit["verdict"] for unit in report["units"]], ["not-analysed"])
        self.assertIn("scalar_storage_order", report["units"][0]["reason"])

    def test_ablations_prove_the_same_or_less(self):
        self.files(old=HALF, new="int half(int y) { int z = y / 2; return z; }\n")
        for mode in ("full", "no-dependence", "product"):
            run, report = self.diff("--files", "old.c", "new.c", "--no-exec",
                                    f"--relational={mode}")
            self.assertEqual(report["units"][0]["verdict"], "equivalent", mode)


if __name__ == "__main__":
    cli.main()
