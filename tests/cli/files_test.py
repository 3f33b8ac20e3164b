"""check --files and --no-base: verdicts, exit codes, outputs, options."""
import json
import pathlib
import re
import shutil
import subprocess

import cli
from cli import CLEAN, CONFLICT


class Files(cli.Test):
    def test_clean_merge_is_proved(self):
        code, report = self.check("--files", *self.version_files(CLEAN))
        self.assertEqual(code, 0)
        self.assertEqual(report["summary"]["proved"], 2)
        self.assertEqual([v["id"] for v in report["versions"]], list("OABM"))
        self.assertEqual([v["role"] for v in report["versions"]],
                         ["base", "parent", "parent", "merge"])
        self.assertTrue(report["complete"])
        self.assertFalse((self.work / "mergeproof-tests").exists())
        for unit in report["units"]:
            self.assertEqual(unit["by"], "identity")
            self.assertTrue(unit["assumptions"])

    def kind_of_f(self, versions):
        """What triage makes of f()."""
        run = self.tool("check", "--dump", "closure", "--files", *self.version_files(versions))
        self.assertEqual(run.code, 0, run)
        return re.search(r"^f: (\w+)", run.out, re.MULTILINE).group(1)

    def test_names_that_the_program_does_not_show(self):
        # A's change of h() is lost; f() calls it where something stores it.
        def kind_with(channel):
            def version(add, mask):
                return (channel[0] + "struct ops { int (*fn)(int); };\n"
                        f"static int h(int x) {{ return (x & 15) + {add}; }}\n"
                        "static int run(int (*t)(int), int x) { return t(x); }\n"
                        "int all(int x) { return run(h, x); }\n" + channel[1] +
                        f"\nint f(const struct ops *o, int x) {{ return o->fn(x) + (x & {mask}); }}"
                        "\n")
            return self.kind_of_f(dict(O=version(1, 7), A=version(2, 7), B=version(1, 3),
                                       M=version(1, 3)))
        self.assertEqual(kind_with(("", "")), "identity")
        missing = '#include "generated.h"\n'
        for channel in [
                ("", "struct { int n; int (*fn[])(int); } t = { 1, { h } };"),
                ("", "struct { _Complex double c; int (*fn)(int); } t = { 1, h };"),
                ("", "struct ops t[800000] = { [5] = { h } };"),
                ("", "void *get(int i) { static void *t[] = { &&x, (void *)h }; x: return t[i]; }"),
                ("", "void put(struct ops *o) { __asm__(\"\" :: \"r\"(h), \"r\"(o)); }"),
                ("#define P(a, b) a##b\n", "void put(struct ops *o) { gen_t q; o->fn = P(, h); }"),
                ("", "inline int put(int (*t)(int)) { return 1; } int k(void) { return put(h); }"),
                (missing, "struct ops t = { GEN_NUM(3), WRAP(h) };"),
                (missing, "REGISTER(h);"),
                (missing, "")]:
            self.assertNotEqual(kind_with(channel), "identity", channel)

    def test_initial_contents_that_no_bytes_say(self):
        # A changes what t starts with, B f(); the merge has only B's.
        def unit(text, changed=2):
            def version(value, mask):
                return (text % value + f"\nint f(int x) {{ return t.n + (x & {mask}); }}\n"
                        f"int apart(int x) {{ return x + {mask}; }}\n")
            _, report = self.check("--no-exec", "--timeout", "9", "--files", *self.version_files(
                dict(O=version(1, 7), A=version(changed, 7), B=version(1, 3), M=version(1, 3))))
            by_name = {u["function"]: u for u in report["units"]}
            self.assertEqual(by_name["apart"]["verdict"], "proved", report)
            return by_name["f"]["verdict"], by_name["f"]["reason"], by_name.get("t")
        for text in ["struct { _Complex double c; int n; } t = {1, %d};",
                     "struct { int big[1500000]; int n; } t = {.n = %d};",
                     "int h(void); struct { int n; int (*fn[])(void); } t = {%d, {h}};",
                     "typedef int v4 __attribute__((vector_size(16)));\n"
                     "struct { v4 c; int n; } t = {{1}, %d};",
                     "#define VALUE %d\nstruct { _Complex double c; int n; } t = {1, VALUE};"]:
            verdict, reason, data = unit(text)
            self.assertEqual(verdict, "unknown", text)
            self.assertIn("t starts with may differ", reason)
            self.assertIn("A may have changed its initial value", data["reason"])
            self.assertEqual(unit(text, changed=1)[::2], ("proved", None), text)

    def test_macros_of_flags_that_a_file_undoes(self):
        def version(mask, other):
            return ("#undef LIMITED\n#include <stdlib.h>\nint f(int x) {\n#ifdef LIMITED\n"
                    f"  return 0;\n#else\n  return x & {mask};\n#endif\n}}\n"
                    f"int g(int x) {{ return x & {other}; }}\n")
        code, report = self.check("--no-exec", "--files", *self.version_files(
            dict(O=version(7, 1), A=version(3, 1), B=version(7, 2), M=version(7, 2))),
            "--", "-DLIMITED")
        self.assertEqual(code, 1)
        self.assertEqual([u["function"] for u in report["units"] if u["verdict"] == "conflict"],
                         ["f"])

    def test_functions_that_only_such_contents_name(self):
        def version(add, mask):
            return ("struct ops { _Complex double c; int (*fn)(int); };\n"
                    f"static int h(int x) {{ return (x & 15) + {add}; }}\n"
                    "struct ops t = {1, h};\n"
                    f"int f(struct ops *o, int x) {{ return o->fn(x) + (x & {mask}); }}\n")
        self.assertNotEqual(self.kind_of_f(dict(O=version(1, 7), A=version(2, 7), B=version(1, 3),
                                                M=version(1, 3))), "identity")

    def test_what_two_branches_add_or_one_renames_may_be_handed_in(self):
        def version(more, init, mask):
            return ("struct ops { int (*fn)(int); };\nstatic int quiet(int x) { return x & 1; }\n" +
                    more + f"\nstatic struct ops cur;\nvoid init(void) {{ cur.fn = {init}; }}\n"
                    f"int f(int x) {{ return cur.fn(x) + (x & {mask}); }}\n")
        def loud(add):
            return f"static int loud(int x) {{ return (x & 31) + {add}; }}"
        base, added = version("", "quiet", 7), version(loud(40), "loud", 7)
        self.assertEqual(self.kind_of_f(dict(O=base, A=added, B=base, M=added)), "identity")
        self.assertNotEqual(self.kind_of_f(dict(O=base, A=added, B=version(loud(50), "loud", 7),
                                                M=added)), "identity")
        def old(add):
            return f"static int level(int x) {{ return x + {add}; }}"
        new = "static long count_weighted(int x) { long n = 3; while (x-- > 1) n += x; return n; }"
        as_new = version(new, "(int (*)(int))count_weighted", 7)
        self.assertNotEqual(
            self.kind_of_f(dict(O=version(old(1), "level", 7), A=version(old(9), "level", 7),
                                B=as_new, M=as_new)), "identity")

    def test_conflicts_say_what_they_need_of_stubs(self):
        def version(read, result):
            return (f"int sensor(int channel);\nint level(int channel) {{\n  int v = {read};\n\n"
                    f"  v = v > 100 ? 100 : v;\n\n  return {result};\n}}\n")
        first = "sensor(channel)"
        def stubs(read_of_a, merged):
            texts = dict(O=version(first, "v"), A=version(read_of_a, "v"),
                         B=version(first, "v * 2"), M=merged)
            code, report = self.check("--files", *self.version_files(texts))
            self.assertEqual(code, 1)
            return {c["kind"] + c["parent"]: c["stubs"] for c in report["units"][0]["conflicts"]}

        # Any result shows that B's factor is gone, but zero; -5 is gone for any.
        self.assertEqual(stubs("sensor(channel) - 5", version(first, "v * 2"))["lostA"], [])
        self.assertEqual(stubs("sensor(channel) + 0", version(first, "v"))["lostB"], ["sensor"])
        texts = dict(O=version(first, "v"), A=version("sensor(channel) + 0", "v"),
                     B=version(first, "v * 2"), M=version(first, "v"))
        printed = self.tool("check", "--files", *self.version_files(texts)).out
        self.assertIn("rests on what a stub of sensor does", printed)

    def test_what_reads_memory_that_was_never_set_is_no_conflict(self):
        def version(start, result):
            return (f"int f(int x) {{\n  int kept{start};\n\n  if (x > 5)\n    kept = x;\n\n"
                    f"  return {result};\n}}\n")
        def check(start):
            texts = dict(O=version(" = 0", "kept"), A=version(start, "kept"),
                         B=version(" = 0", "kept + 0"), M=version(" = 3", "kept + 0"))
            return self.check("--files", *self.version_files(texts))[1]["units"][0]

        unit = check("")
        self.assertEqual(unit["verdict"], "unknown")
        self.assertIn("only where A reads memory that was never set", unit["reason"])
        self.assertEqual(check(" = 1")["verdict"], "conflict")

    def test_another_target_is_not_analysed(self):
        for flags in (["--target=arm-none-eabi"], ["-target", "riscv32-elf"]):
            code, report = self.check("--files", *self.version_files(CLEAN), "--", *flags)
            self.assertEqual(code, 4, flags)
            [unit] = report["units"]
            self.assertEqual(unit["verdict"], "not-analysed", flags)
            self.assertIn("another target", unit["reason"])
        code, _ = self.check("--files", *self.version_files(CLEAN), "--", "-m64",
                             "--target=x86_64-pc-linux-gnu")
        self.assertEqual(code, 0)

    def test_code_that_conditions_leave_out(self):
        def version(there, here, top=1):
            return (f"#include <not-there.h>\n#ifdef _WIN32\nint top = {top};\n#endif\n"
                    f"int f(int a) {{\n#ifdef _WIN32\n  a += {there};\n#endif\n"
                    f"  a ^= {here};\n  return a;\n}}\n")
        def check(merge):
            texts = dict(O=version(1, 1), A=version(2, 1, 3), B=version(1, 2), M=merge)
            return self.check("--files", *self.version_files(texts))

        code, report = check(version(2, 2, 3))
        self.assertEqual(code, 0)
        self.assertIn("one-configuration", report["units"][0]["assumptions"])
        self.assertIn("missing-headers", report["units"][0]["assumptions"])
        self.assertTrue(any("code that #if leaves out" in note
                            for note in report["notes"]), report["notes"])
        f = "int f(int a) {\n  return a;\n}\n"
        added = f + "#ifdef _WIN32\nint there;\n#endif\n"
        names = self.version_files(dict(O=f, A=added, B=f + "int k;\n", M=f + "int k;\n"))
        _, report = self.check("--files", *names)
        self.assertTrue(any("code that #if leaves out" in note
                            for note in report["notes"]), report["notes"])
        assembly = f + '__asm__(".globl x");\n'
        names = self.version_files(dict(O=f, A=assembly, B=f + "int k;\n", M=f + "int k;\n"))
        _, report = self.check("--files", *names)
        self.assertTrue(any("assembly" in note for note in report["notes"]), report["notes"])
        for merge in version(1, 2), version(5, 2):
            code, report = check(merge)
            self.assertEqual(code, 3)
            units = {u["function"]: u for u in report["units"]}
            self.assertEqual(units["f"]["verdict"], "unknown")
            self.assertIn("A changed code in it that #if leaves out here",
                          units["f"]["reason"])
            self.assertIn("A changed it, and the merge does not have that",
                          units["(between functions)"]["reason"])

    def test_long_files_share_line_numbers(self):
        def version(first, last, more):
            return (first + "void log_at(int line);\n" +
                    "".join(f"extern int v{n};\n" for n in range(2500)) +
                    f"int f(int x) {{\n  x += {more};\n  log_at(__LINE__);\n  return x;\n}}\n"
                    f"int k(void) {{\n  return {last};\n}}\n")
        texts = dict(O=version("", 1, 1), A=version("extern int a;\n", 2, 1),
                     B=version("", 1, 2), M=version("extern int a;\n", 2, 2))
        code, report = self.check("--files", *self.version_files(texts))
        self.assertEqual((code, report["summary"]["proved"]), (0, 2), report)

    def test_lost_change_is_a_conflict_with_a_test(self):
        code, report = self.check("--files", *self.version_files(CONFLICT))
        self.assertEqual(code, 1)
        [unit] = [u for u in report["units"] if u["verdict"] == "conflict"]
        self.assertEqual((unit["function"], unit["file"]), ("f", "M.c"))
        conflict = unit["conflicts"][0]
        self.assertEqual((conflict["kind"], conflict["parent"]), ("lost", "A"))
        self.assertFalse(conflict["inherent"])
        self.assertEqual(conflict["values"]["O"], conflict["values"]["M"])
        self.assertNotEqual(conflict["values"]["A"], conflict["values"]["M"])
        self.assertEqual(conflict["confirmed"], "native")
        self.assertEqual([(at["version"], at["line"], at["text"])
                          for at in conflict["locations"]],
                         [("A", 2, "return x + 1;"), ("M", 2, "return x;")])
        test = self.work / conflict["test"]
        self.assertTrue(test.exists(), conflict)
        self.assertIn("int ", test.read_text())

    def test_tests_are_never_overwritten(self):
        names = self.version_files(CONFLICT)
        tests = []
        for _ in range(2):
            _, report = self.check("--files", *names, "--tests", "own")
            tests += [c["test"] for u in report["units"] for c in u["conflicts"]]
        self.assertTrue(all(t.startswith("own/") for t in tests), tests)
        self.assertEqual(len(set(tests)), len(tests))

    def test_text_leads_with_the_verdict(self):
        run = self.tool("check", "--files", *self.version_files(CONFLICT))
        self.assertEqual(run.code, 1)
        self.assertTrue(run.out.startswith("CONFLICT"), run.out)
        self.assertIn("lost A", run.out)
        self.assertNotIn("\033", run.out)

    def test_callers_beyond_the_nearest_are_undecided(self):
        source = ("static int x(int v) { return v + %d; }\n"
                  "static int y(int v) { return v * %d; }\n"
                  "int near(int v) { return x(v & 7) + y(v & 7); }\n"
                  "int far(int v) { return near(v) + 1; }\n")
        names = []
        for name, values in zip("OABM", ((1, 1), (2, 1), (1, 2), (2, 2))):
            names.append(f"{name}.c")
            (self.work / names[-1]).write_text(source % values)
        code, report = self.check("--files", *names, "--callers", "1")
        reasons = {u["function"]: u["reason"] for u in report["units"]}
        self.assertNotIn("--callers", reasons["near"])
        self.assertIn("not among the 1 such functions nearest", reasons["far"])
        _, report = self.check("--files", *names)
        self.assertFalse([u for u in report["units"]
                          if "--callers" in u["reason"]])

    def test_no_exec_interprets(self):
        code, report = self.check("--no-exec", "--files",
                                  *self.version_files(CONFLICT))
        self.assertEqual(code, 1)
        confirmed = {c["confirmed"] for u in report["units"] for c in u["conflicts"]}
        self.assertEqual(confirmed, {"interpreter"})

    def test_fail_on(self):
        names = self.version_files(CONFLICT)
        for fail_on, code in (("conflict", 1), ("unknown", 1), ("never", 0)):
            run = self.tool("check", f"--fail-on={fail_on}", "--files", *names)
            self.assertEqual(run.code, code, fail_on)

    def test_function_restricts(self):
        names = self.version_files(CONFLICT)
        code, report = self.check("--function", "k", "--files", *names)
        self.assertEqual((code, [u["function"] for u in report["units"]]), (0, ["k"]))
        run = self.tool("check", "--function", "nobody", "--files", *names)
        self.assert_error(run, "nobody")

    def test_outputs(self):
        names = self.version_files(CLEAN)
        run = self.tool("check", "--output", "json=-", "--files", *names)
        self.assertEqual(json.loads(run.out)["schema"], "mergeproof-report/1")
        run = self.tool("check", "--output", "text=a.txt", "--output", "json=a.json",
                        "--files", *names)
        self.assertEqual((self.work / "a.txt").read_text(), run.out)
        json.loads((self.work / "a.json").read_text())
        run = self.tool("check", "--output", "json=no/where.json", "--files", *names)
        self.assert_error(run, "no/where.json")
        self.assertIn("proved", run.out)

    def test_flags_after_dashes_and_headers(self):
        text = '#include "lib.h"\nint f(void) {\n  return LIB + FLAG;\n}\n'
        self.write({"inc/lib.h": "#define LIB 3\n", "f.c": text})
        code, report = self.check("--files", *["f.c"] * 4, "--", "-Iinc", "-DFLAG=2")
        self.assertEqual((code, report["summary"]["proved"]), (0, 0))
        self.write({"g.c": text.replace("FLAG;", "FLAG + 1;")})
        code, report = self.check("--files", "f.c", "g.c", "f.c", "g.c", "--",
                                  "-Iinc", "-DFLAG=2")
        self.assertEqual((code, report["summary"]["proved"]), (0, 1), report)

    def test_no_base(self):
        names = self.version_files({v: CLEAN[v] for v in "ABM"})
        code, report = self.check("--no-base", *names)
        self.assertEqual([v["id"] for v in report["versions"]], list("ABM"))
        self.assertEqual(code, 0, report)

    def test_octopus(self):
        names = self.version_files({
            "O": CLEAN["O"], "A": CLEAN["A"], "B": CLEAN["B"], "C": CLEAN["O"],
            "M": CLEAN["M"]})
        code, report = self.check("--files", *names)
        self.assertEqual([v["id"] for v in report["versions"]], list("OABCM"))
        self.assertEqual(code, 0, report)

    def test_build_conflict(self):
        use = "int use(void) {\n  return 0;\n}\n"
        old = "static int help(int x) {\n  return x;\n}\n\n"
        new = "static int help(int x, int y) {\n  return x + y;\n}\n\n"
        keep = "int keep(void) {\n  return help(1);\n}\n\n"
        new_keep = keep.replace("help(1)", "help(1, 0)")
        new_use = use.replace("return 0", "return help(2)")
        names = self.version_files({
            "O": old + keep + use, "A": new + new_keep + use,
            "B": old + keep + new_use, "M": new + new_keep + new_use})
        code, report = self.check("--files", *names)
        self.assertEqual(code, 1)
        [finding] = report["build"]
        self.assertEqual(finding["severity"], "error")
        self.assertEqual(finding["function"], "use")
        self.assertEqual(finding["parents"], ["A", "B"])
        [lost] = [u for u in report["units"] if u["function"] == "use"]
        self.assertEqual(lost["verdict"], "not-analysed")

    def test_a_warning_that_a_parent_has_is_nothing_new(self):
        def version(line):
            return ("void foo(char *v, int k);\n"
                    "void f(unsigned char *v, int k, int j) {\n  " + line + "\n}\n")
        names = self.version_files({
            "O": version("foo(v, k + j);"), "A": version("foo(v, k + 0 + j);"),
            "B": version("foo(v, k + (int)j);"), "M": version("foo(v, k + 0 + (int)j);")})
        code, report = self.check("--files", *names)
        self.assertEqual((code, report["build"]), (0, []), report)

    def test_a_prototype_that_loses_noreturn(self):
        text = "%svoid die(int);\nunsigned f(unsigned x) { if (x > 100) die(1); return x + %d; }\n"
        never = "__attribute__((noreturn)) "
        names = self.version_files({"O": text % ("", 1), "A": text % ("", 2),
                                    "B": text % (never, 1), "M": text % ("", 2)})
        code, report = self.check("--files", *names)
        self.assertEqual(code, 0, report)

    def test_globals_that_not_every_version_has(self):
        def version(name, result, define="static int lim = 4;"):
            return (define + "\nint fa(int x) {\n  int over = x > NAME;\n"
                    "  int r = 0;\n\n  if (over)\n    r = RESULT;\n  return r;\n}\n"
                    "void set(int v) { NAME = v; }\n"
                    ).replace("NAME", name).replace("RESULT", str(result))
        for name, define in (("limit", "static int limit = 4;"),
                             ("st.lim", "static struct { int lim; } st = {4};")):
            names = self.version_files({
                "O": version("lim", 5), "A": version(name, 5, define),
                "B": version("lim", 6), "M": version(name, 6, define)})
            code, report = self.check("--files", *names)
            self.assertNotIn("conflict", [u["verdict"] for u in report["units"]], report)

    def test_dumps(self):
        names = self.version_files(CONFLICT)
        for step, part in (("git", "modified M.c"), ("files", "touched M.c"),
                           ("ir", "function f"), ("closure", "closure"),
                           ("align", "hole 0"), ("questions", "O, A, B, M")):
            run = self.tool("check", f"--dump={step}", "--files", *names)
            self.assertEqual(run.code, 0, run)
            self.assertIn(part, run.out)

    def test_proofs_are_kept(self):
        versions = {v: text.replace("return x", "if (x > 3) return 7; return x")
                    for v, text in CLEAN.items()}
        versions["M"] = versions["M"].replace("x > 3", "!(x <= 3)")
        self.check("--emit-proof", "proofs", "--files", *self.version_files(versions))
        code, report = self.check("--files", *self.version_files(versions))
        self.assertEqual(code, 0, report)

    def test_locations_reach_into_callees(self):
        text = {"O": (8, 4), "A": (9, 4), "B": (8, 5), "M": (9, 5)}
        names = self.version_files({
            v: "static int low(void) {\n  return %d;\n}\n"
               "static int high(void) {\n  return %d;\n}\n"
               "int room(void) {\n  int cells[14] = {0};\n"
               "  return cells[low() + high()];\n}\n" % n for v, n in text.items()})
        code, report = self.check("--files", *names)
        [unit] = [u for u in report["units"] if u["function"] == "room"]
        self.assertEqual((code, unit["verdict"]), (1, "conflict"), report)
        self.assertEqual([(at["version"], at["line"])
                          for at in unit["conflicts"][0]["locations"]],
                         [("A", 2), ("B", 5)])

    def test_blame_leaves_out_what_does_not_matter(self):
        number = {"O": (8, 0, 4, 0), "A": (9, 1, 4, 0), "B": (8, 0, 5, 2), "M": (9, 1, 5, 2)}
        names = self.version_files({
            v: "int log_size, log_rate;\nint room(void) {\n  int cells[14] = {0};\n  int low = %d;\n"
               "  cells[0] = low;\n  log_size = %d;\n  cells[1] = low;\n  int high = %d;\n"
               "  cells[2] = high;\n  log_rate = %d;\n  return cells[low + high];\n}\n" % n
            for v, n in number.items()})
        code, report = self.check("--files", *names)
        [unit] = [u for u in report["units"] if u["function"] == "room"]
        self.assertEqual((code, unit["verdict"]), (1, "conflict"), report)
        [conflict] = unit["conflicts"]
        self.assertEqual([(edit["owner"], edit["version"], edit["line"]) for edit in conflict["blame"]],
                         [("A", "A", 4), ("B", "B", 8)])
        self.assertEqual([(at["version"], at["line"]) for at in conflict["locations"]],
                         [("A", 4), ("B", 8)])

    def test_the_reason_names_what_is_not_understood(self):
        text = ("static int low(int x) {{\n  __asm__ volatile(\"nop\" : \"+r\"(x) : : \"memory\");\n  return x;\n}}\n"
                "static int mid(int x) {{\n  return low(x) + {0};\n}}\n"
                "int f(int n) {{\n  int s = 0;\n  for (int i = 0; i < n; i++)\n    s += mid(i);\n"
                "  return s + {1};\n}}\n")
        names = self.version_files({"O": text.format(1, 1), "A": text.format(2, 1),
                                    "B": text.format(1, 2), "M": text.format(2, 2)})
        code, report = self.check("--files", *names, "--no-exec", "--function", "f")
        [unit] = report["units"]
        self.assertEqual((code, unit["verdict"]), (3, "unknown"), report)
        self.assertIn("mid() reaches M.c:low(), which contains code that is not understood (inline assembly)",
                      unit["reason"])

    def test_a_renamed_function(self):
        def version(name, factor, most):
            return (f"int total;\nint {name}(int x, int k)\n{{\n  int r = x * {factor};\n  total++;\n"
                    f"  r = r + k;\n  total += r;\n  if (r > {most})\n    r = {most};\n"
                    f"  return r;\n}}\nint use(int x) {{ return {name}(x, 3); }}\n")
        texts = {"O": version("scale", 2, 100), "A": version("stretch", 2, 100),
                 "B": version("scale", 2, 50), "M": version("stretch", 2, 50)}
        code, report = self.check("--files", *self.version_files(texts))
        self.assertEqual(code, 0, report)
        self.assertEqual([(u["function"], u["verdict"]) for u in report["units"]],
                         [("stretch", "proved"), ("use", "proved")])
        self.assertTrue(any("stretch() is taken for the former scale()" in note
                            for note in report["notes"]), report["notes"])
        # What differs is seen by running both, under their names.
        texts["M"] = texts["A"]
        code, report = self.check("--files", *self.version_files(texts), "--function", "stretch")
        [unit] = report["units"]
        self.assertEqual((code, unit["verdict"]), (1, "conflict"), report)
        [conflict] = unit["conflicts"]
        self.assertEqual((conflict["kind"], conflict["parent"]), ("lost", "B"))
        self.assertTrue((self.work / conflict["test"]).exists(), conflict)
        # The project may know better.
        settings = self.work / ".mergeproof.toml"
        settings.write_text('[functions]\nscale = ""\n')
        code, report = self.check("--files", *self.version_files(texts), "--function", "stretch")
        [unit] = report["units"]
        self.assertEqual((code, unit["verdict"]), (3, "unknown"), report)
        settings.write_text('[functions]\nscale = "use"\n')
        _, report = self.check("--files", *self.version_files(texts))
        self.assertTrue(any("not followed in .mergeproof.toml: scale = use" in note
                            for note in report["notes"]), report["notes"])
        for text, message in (("[functions]\nscale = 3\n", ":2: the new name of 'scale'"),
                              ("[functio\n", ".mergeproof.toml:1: "),
                              ("[x]\n", "'x' is not known here")):
            settings.write_text(text)
            run = self.tool("check", "--files", *self.version_files(texts))
            self.assertEqual(run.code, 2, run)
            self.assertIn(message, run.err)

    def test_same_input_same_answer(self):
        names = self.version_files(CONFLICT)
        seen = set()
        for _ in range(2):
            code, report = self.check("--files", *names)
            self.assertEqual(code, 1, report)
            self.assertTrue((self.work / "mergeproof-tests").exists(), report)
            shutil.rmtree(self.work / "mergeproof-tests")
            report["summary"].update(seconds=0, phases={})
            for unit in report["units"]:
                unit["seconds"] = 0
            seen.add(json.dumps(report))
        self.assertEqual(len(seen), 1)


class GeneratedTest(cli.Test):
    def test_the_command_of_the_report_runs(self):
        head = "#include <math.h>\n#include <stdlib.h>\n#include <wchar.h>\n"
        signs = {v: head + "char least = %s;\nint f(char c) {\n  return c < 0 ? %s : %s;\n}\n" % n
                 for v, n in {"O": (0, 1, 2), "A": (0, 1, 3), "B": (1, 1, 2),
                              "M": (1, 1, 2)}.items()}
        for versions, flags in ((CONFLICT, []), (signs, []), (signs, ["-funsigned-char"])):
            names = self.version_files(versions)
            _, report = self.check("--files", *names, "--", *flags)
            [conflict] = [c for u in report["units"] for c in u["conflicts"]][:1]
            self.assertTrue(conflict["run"], conflict)
            run = subprocess.run(["sh", "-c", conflict["run"]], cwd=self.work,
                                 env=self.environment, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, timeout=120)
            self.assertNotIn("error:", run.stdout)
            self.assertEqual(run.returncode, 1, run.stdout)
            for flag in flags:
                self.assertIn(flag, conflict["run"])


if __name__ == "__main__":
    cli.main()
