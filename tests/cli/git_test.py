"""check on repositories: every way to name a merge, and nothing is touched."""
import hashlib
import json
import pathlib

import cli
from cli import CLEAN, CONFLICT


def snapshot(folder):
    """Names and bytes of everything in a folder."""
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest()
            for p in sorted(folder.rglob("*")) if p.is_file()}


class Git(cli.Test):
    def make(self, versions=CONFLICT):
        self.branches(**{v: versions[v] for v in "OAB"})
        return self.merge_as(versions["M"], "a", "b")

    def test_head_is_the_default(self):
        merge = self.make()
        code, report = self.check()
        self.assertEqual(code, 1)
        self.assertEqual([v["role"] for v in report["versions"]],
                         ["base", "parent", "parent", "merge"])
        for version in report["versions"]:
            self.assertTrue(version["revision"])
        self.assertTrue(merge)

    def test_clean_merge(self):
        self.make(CLEAN)
        code, report = self.check()
        self.assertEqual((code, report["summary"]["proved"]), (0, 2))

    def test_named_merge_from_below_and_with_C(self):
        merge = self.make()
        (self.work / "deep" / "er").mkdir(parents=True)
        self.git("checkout", "-q", "main")
        self.assertEqual(self.check(merge, cwd=self.work)[0], 1)
        self.assertEqual(self.check("-C", self.work, "m", cwd=self.root)[0], 1)
        self.assertEqual(self.check("m", cwd=self.work / "deep" / "er")[0], 1)

    def test_headers_that_nobody_made(self):
        text = ('#include "config.h"\n#include <nowhere/tls.h>\n'
                "static int level(TLS *t, int x) { return tls_level(t) + x; }\n\n\n\n\n"
                "#ifdef HAVE_UNISTD_H\nint f(TLS *t, int x) { return level(t, x); }\n#endif\n")
        self.git("init", "-q", "-b", "main")
        self.commit({"config.h.in": "#undef HAVE_UNISTD_H\n", "a.c": text})
        self.git("checkout", "-q", "-b", "a", "main")
        self.commit({"a.c": text.replace("+ x;", "+ x * 2;")})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"a.c": text.replace("(t, x);", "(t, x + 1);")})
        _, report = self.check("a", "b", "--no-exec")
        found = {u["function"]: u for u in report["units"]}
        self.assertEqual(found["f"]["verdict"], "conflict", report)
        self.assertLessEqual({"template-headers", "missing-headers"},
                             set(found["level"]["assumptions"]))
        notes = "\n".join(report["notes"])
        self.assertIn("not built, so made up: config.h from config.h.in", notes)
        self.assertIn("taken for structs: TLS", notes)
        # A type that the merge alone does not know is its own fault.
        lost = "typedef struct own OWN;\n"
        self.git("checkout", "-q", "main")
        self.commit({"a.c": lost + text + "\n\n\n\nint g(int x) { return x; }\n"})
        self.git("checkout", "-q", "-b", "c", "main")
        self.commit({"a.c": text + "\n\n\n\nint g(int x) { return x; }\n"})
        self.git("checkout", "-q", "-b", "d", "main")
        self.commit({"a.c": lost + text + "\n\n\n\nint g(int x) { return x; }\n\n\n"
                            "int h(OWN *o) { return o != 0; }\n"})
        code, report = self.check("c", "d", "--no-exec")
        self.assertIn("OWN", json.dumps(report["build"]), report)

    def test_a_template_changes_the_header_that_it_makes(self):
        body = "int f(int x) { return x + V; }\n"
        flag = "AM_CPPFLAGS = -include $(top_builddir)/config.h\n"
        for files in ({"f.c": '#include "config.h"\n' + body},
                      {"f.c": body, "Makefile.am": flag}):
            with self.subTest(files):
                self.tearDown()
                self.setUp()
                self.git("init", "-q", "-b", "main")
                self.commit({"config.h.in": "#define V 1\n#define W 1\n", **files})
                self.git("checkout", "-q", "-b", "a", "main")
                self.commit({"config.h.in": "#define V 2\n#define W 1\n"})
                self.git("checkout", "-q", "-b", "b", "main")
                self.commit({"z.c": "int z(void) { return 3; }\n"})
                self.git("checkout", "-q", "b")
                self.git("merge", "-q", "-s", "ours", "-m", "lost", "a")
                _, report = self.check("--no-exec")
                found = {u["function"]: u["verdict"] for u in report["units"]}
                self.assertEqual(found.get("f"), "conflict", report)

    def test_a_header_without_a_template_is_what_scripts_ask(self):
        text = ("#ifdef HAVE_CONFIG_H\n#include \"config.h\"\n#endif\n"
                "#ifdef HAVE_STDBOOL_H\n#include <stdbool.h>\n#endif\n"
                "#ifdef HAVE_NO_SUCH_THING_H\n#error no\n#endif\n"
                "#ifndef HAVE_STRDUP\n#error no strdup\n#endif\n\n"
                "static bool odd(int x) { return x & 1; }\n\n\n\n\n"
                "int f(int x) { return odd(x) ? 3 : VALUE; }\n")
        script = ("AC_CONFIG_HEADERS([config.h])\nAC_HEADER_STDBOOL\n"
                  "AC_CHECK_HEADERS([no_such_thing.h])\n%s\n"
                  "AH_BOTTOM([#define VALUE 4])\n")
        self.git("init", "-q", "-b", "main")
        self.commit({"configure.ac": script % "AC_CHECK_FUNCS([strdup])", "a.c": text})
        self.git("checkout", "-q", "-b", "a", "main")
        self.commit({"a.c": text.replace("x & 1", "x % 2 != 0")})
        self.git("checkout", "-q", "-b", "b", "main")
        # One guess for all versions: how a script asks makes none differ.
        self.commit({"configure.ac": script % "MY_FUNCTIONS([strdup])",
                     "a.c": text.replace("? 3 :", "? 5 :")})
        code, report = self.check("a", "b")
        found = {u["function"]: u["verdict"] for u in report["units"]}
        self.assertEqual((code, found["f"]), (0, "proved"), report)
        notes = "\n".join(report["notes"])
        self.assertIn("not built, so made up: config.h from configure.ac", notes)
        self.assertIn("guessed -DHAVE_CONFIG_H: config.h is there", notes)
        [unit] = [u for u in report["units"] if u["function"] == "f"]
        self.assertIn("template-headers", unit["assumptions"])

    def test_a_function_of_the_library_may_be_the_projects(self):
        start = "#include <stdlib.h>\nint f(int x) { if (x < -9 || x > 9) return 0; return %s; }\n"
        for own in ("int abs(int x) { return x + 1; }\n",
                    "#define myabs abs\nint myabs(int x) { return x + 1; }\n",
                    "int my(int x) { return x + 1; }\n"
                    "int abs(int x) __attribute__((alias(\"my\")));\n"):
            with self.subTest(own):
                self.tearDown()
                self.setUp()
                self.git("init", "-q", "-b", "main")
                self.commit({"f.c": start % "x", "lib.c": own})
                self.git("checkout", "-q", "-b", "a", "main")
                self.commit({"f.c": start % "x < 0 ? -x : x"})
                self.git("checkout", "-q", "-b", "b", "main")
                self.commit({"f.c": start % "abs(x)"})
                self.git("merge", "-q", "-s", "ours", "-m", "ours", "a")
                _, report = self.check("--no-exec")
                found = {u["function"]: u["verdict"] for u in report["units"]}
                self.assertNotEqual(found.get("f"), "proved", report)

    def test_two_branches_in_memory(self):
        self.branches(**{v: CLEAN[v] for v in "OAB"})
        before = snapshot(self.work)
        code, report = self.check("a", "b")
        self.assertEqual((code, report["summary"]["proved"]), (0, 2), report)
        self.assertEqual(snapshot(self.work), before)

    def test_nothing_is_touched(self):
        self.make()
        (self.work / "f.c").write_text("/* not committed */\n")
        before = snapshot(self.work)
        code, _ = self.check("--tests", self.root / "tests")
        self.assertEqual(code, 1)
        self.assertEqual(snapshot(self.work), before)

    def test_octopus(self):
        parts = {name: f"int {name}(void) {{\n  return 0;\n}}\n\n" for name in "xyz"}
        text = {v: "".join(parts[n].replace("0", "1") if n == v else parts[n]
                           for n in "xyz") for v in "xyz"}
        self.branches(O="".join(parts.values()), A=text["x"], B=text["y"], C=text["z"])
        merged = "".join(parts.values()).replace("0", "1")
        self.merge_as(merged, "a", "b", "c")
        code, report = self.check()
        self.assertEqual([v["id"] for v in report["versions"]], list("OABCM"))
        self.assertEqual((code, report["summary"]["proved"]), (0, 3), report)
        code, report = self.check("a", "b", "c")
        self.assertEqual((code, report["summary"]["proved"]), (0, 3), report)

    def test_merge_in_progress(self):
        self.branches(**{v: CLEAN[v] for v in "OAB"})
        self.git("checkout", "-q", "a")
        self.git("merge", "-q", "--no-commit", "b")
        before = snapshot(self.work)
        code, report = self.check()
        self.assertEqual((code, report["summary"]["proved"]), (0, 2), report)
        self.assertEqual(snapshot(self.work), before)

    def test_textual_conflicts_are_listed_and_the_rest_analysed(self):
        self.branches(**{v: CLEAN[v] for v in "OAB"})
        for branch, text in (("a", "1"), ("b", "2")):
            self.git("checkout", "-q", branch)
            self.commit({"both.c": f"int both(void) {{ return {text}; }}\n"})
        code, report = self.check("a", "b")
        self.assertEqual(report["conflicted_files"], ["both.c"])
        self.assertEqual({u["function"] for u in report["units"]
                          if u["verdict"] == "proved"}, {"f", "k"})
        self.assertEqual(code, 4)

    def test_bare_and_linked_worktree(self):
        self.make()
        bare = self.root / "bare.git"
        self.git("clone", "-q", "--bare", str(self.work), str(bare))
        tests = ["--tests", self.root / "tests"]
        self.assertEqual(self.check(*tests, "m", cwd=bare)[0], 1)
        linked = self.root / "linked"
        self.git("worktree", "add", "-q", "--detach", str(linked), "m")
        self.assertEqual(self.check(*tests, cwd=linked)[0], 1)

    def test_renamed_file(self):
        self.branches(O=CLEAN["O"], B=CLEAN["B"])
        self.git("checkout", "-q", "-b", "a", "main")
        self.git("mv", "f.c", "g.c")
        self.commit({"g.c": CLEAN["A"]})
        code, report = self.check("a", "b")
        self.assertEqual({(u["file"], u["verdict"]) for u in report["units"]},
                         {("g.c", "proved")}, report)
        self.assertEqual(code, 0)

    def test_changes_meet_in_an_untouched_caller(self):
        low = {v: "int low(void) {\n  return %d;\n}\n" % n
               for v, n in (("O", 8), ("A", 9))}
        high = {v: "int high(void) {\n  return %d;\n}\n" % n
                for v, n in (("O", 8), ("B", 7))}
        caller = ("int low(void);\nint high(void);\nint room(void) {\n"
                  "  int cells[2] = {0, 0};\n  return cells[low() - high()];\n}\n")
        self.git("init", "-q", "-b", "main")
        self.commit({"low.c": low["O"], "high.c": high["O"], "caller.c": caller,
                     "other.c": "int other(void) { return 0; }\n"})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"low.c": low["A"]})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"high.c": high["B"]})
        code, report = self.check("a", "b")
        by_name = {u["function"]: u for u in report["units"]}
        self.assertEqual(set(by_name), {"low", "high", "room"})
        self.assertEqual(by_name["room"]["verdict"], "conflict", report)
        self.assertEqual(code, 1)

    def merge_with_level(self, **files):
        """A merge that loses what A does above level 100."""
        caller = ("#include \"level.h\"\nint f(int x) {\n  int r = x %% 5;\n"
                  "  if (level() > 100)\n    r = %d;\n  int s = 6;\n\n\n\n"
                  "  return r + s + %d;\n}\n")
        self.git("init", "-q", "-b", "main")
        self.commit({f"{name}.c": '#include "level.h"\n' + text
                     for name, text in files.items()})
        self.commit({"level.h": "int level(void);\n", "f.c": caller % (2, 1)})
        for branch, values in (("a", (3, 1)), ("b", (2, 4))):
            self.git("checkout", "-q", "-b", branch, "main")
            self.commit({"f.c": caller % values})
        self.merge_as(caller % (2, 4), "a", "b")
        code, report = self.check()
        [unit] = report["units"]
        return unit

    def test_a_callee_is_read_from_an_untouched_file(self):
        level = "static int state;\nint level(void) { return state & %d; }\n"
        unit = self.merge_with_level(level=level % 7)
        self.assertEqual(unit["verdict"], "proved", unit)
        self.assertIn("definitions-in-tree", unit["assumptions"])

    def test_a_callee_from_an_untouched_file_shows_a_loss(self):
        level = ("static int state;\nvoid set(int to) { state = to; }\n"
                 "int level(void) { return state & %d; }\n")
        unit = self.merge_with_level(level=level % 255)
        self.assertEqual(unit["verdict"], "conflict", unit)
        self.assertIn("state", str(unit["conflicts"][0]["inputs"]))

    def test_code_that_is_not_understood_may_do_anything_to_a_callees_state(self):
        text = ("static int state;\nint level(void) { return state & %d; }\n"
                "void set(int to) { __asm__ volatile(\"\"); state = to; }\n")
        unit = self.merge_with_level(level=text % 7)
        self.assertEqual(unit["verdict"], "proved", unit)

    def test_a_callee_of_code_that_is_not_understood(self):
        text = ("static int state;\nvoid set(int to) { state = to; }\n"
                "int level(void) { __asm__ volatile(\"\"); return state; }\n")
        unit = self.merge_with_level(level=text)
        self.assertNotEqual(unit["verdict"], "proved", unit)

    def test_code_that_clang_rejects_may_do_anything(self):
        rejected = "{ state = missing(to)->x; return state; }\n"
        one = ("static int state;\nint level(void) { return state & 7; }\n"
               f"int set(int to) {rejected}")
        two = f"static int state, to;\nint level(void) {rejected}"
        unit = self.merge_with_level(level=one)
        self.assertEqual(unit["verdict"], "proved", unit)
        self.tearDown()
        self.setUp()
        unit = self.merge_with_level(level=two)
        self.assertNotEqual(unit["verdict"], "proved", unit)

    def test_a_change_of_an_enumerator_that_the_merge_lost(self):
        use = '#include "h.h"\nint z(int k) {\n  return k == RED;\n}\n'
        other = "int other(void) {\n  return %d;\n}\n"
        self.git("init", "-q", "-b", "main")
        self.commit({"h.h": "enum K { RED, BLUE };\n", "use.c": use,
                     "f.c": other % 1})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"f.c": other % 2})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"h.h": "enum K { BLUE, RED };\n"})
        self.merge_as(other % 2, "a", "b")
        code, report = self.check()
        by_name = {u["function"]: u["verdict"] for u in report["units"]}
        self.assertEqual(by_name.get("z"), "conflict", report)

    def test_results_of_a_function_of_several_programs_are_not_made_up(self):
        unit = self.merge_with_level(one="int level(void) { return 1; }\n",
                                     two="int level(void) { return 2; }\n")
        self.assertEqual(unit["verdict"], "unknown", unit)
        self.assertIn("made-up results of level()", unit["reason"])

    def lose_both(self, *, also, user, **files):
        """What is said of each function where the merge has c.c as it was before a and b
        changed it, each its own way, and a changed d.c."""
        clip = user.replace("return r;", "if (r < 0) r = -r; return r;")
        self.git("init", "-q", "-b", "main")
        self.commit({"c.c": user, "d.c": also % "", **files})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"c.c": clip, "d.c": also % " + 1"})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"c.c": user.replace("return r;", "return r > 5 ? 7 : r;")})
        self.git("checkout", "-q", "a")
        self.git("merge", "-q", "-s", "ours", "-m", "m", "b")
        self.write({"c.c": user})
        self.git("commit", "-q", "--amend", "-a", "-m", "m")
        code, report = self.check("--no-exec")
        return {u["id"]: u["verdict"] for u in report["units"]}

    def test_which_of_two_definitions_a_third_file_calls_is_not_known(self):
        # For f.c's f both changes of g are idle; for z.c's f they are not.
        found = self.lose_both(
            also="int f(int x) { return x & 1; }\nint fa(int x) { return f(x)%s; }\n",
            user="int f(int x);\nint g(int x) {\n  int r = f(x);\n  return r;\n}\n",
            **{"z.c": "int f(int x) { return x; }\n"})
        self.assertEqual(found, {"g": "unknown", "fa": "proved", "d.c:f": "proved"})

    def test_which_of_two_definitions_is_called_however_the_other_hides(self):
        user = "int f(int x);\nint g(int x) {\n  int r = f(x);\n  return r;\n}\n"
        also = "int f(int x) { return x & 1; }\nint fa(int x) { return x%s; }\n"
        other = "int f(int x) { return x; }\n"
        ways = {
            "header": {"z.c": '#include "z.h"\n', "z.h": other},
            "header of a file that is not C": {"z.pc": '#include "z.h"\n', "z.h": other},
            "name of a macro": {"z.c": "#define DEF(n) int n(int x)\nDEF(f) { return x; }\n"},
            "condition": {"z.c": "#ifdef OTHER\n" + other + "#endif\n"},
            "condition in a file that is read": {"c.c": "#ifdef OTHER\n" + other + "#endif\n"
                                                        + user},
            "label": {"z.c": 'int z(int x) __asm__("f");\nint z(int x) { return x; }\n'},
            "alias": {"z.c": "static int z(int x) { return x; }\n"
                             'int f(int x) __attribute__((alias("z")));\n'},
            "pragma": {"z.c": "#pragma redefine_extname z f\nint z(int x) { return x; }\n"},
            "prefix": {"z.c": "#define z f\nint z(int x) { return x; }\n"},
            "label in a header": {"z.c": '#include "z.h"\nint z(int x) { return x; }\n',
                                  "z.h": 'int z(int x) __asm__("f");\n'},
            "assembly": {"z.S": ".globl f\nf: movl %edi, %eax\n  ret\n"},
            "rejected by clang": {"z.c": "int f(int x) { return missing(x)->y; }\n"},
            "text under other macros": {
                "z.c": '#define MASK 255\n#include "d.c"\n',
                "d.c": "#ifndef MASK\n#define MASK 1\n#endif\n"
                       + also.replace("x & 1", "x & MASK")}}
        for name, files in ways.items():
            with self.subTest(name):
                self.start_again()
                found = self.lose_both(also=files.pop("d.c", also),
                                       user=files.pop("c.c", user), **files)
                self.assertEqual(found.get("g", "unknown"), "unknown")
        for files in ({"z.c": '#include "z.h"\nint z(int x) { return f(x); }\n',
                       "z.h": "int f(int x);\n"},
                      {"z.c": "static int f(int x) { return x; }\nint z(void) { return f(1); }\n"},
                      {"z.c": "struct s { int (*f)(int); };\n"
                              "int z(struct s *s, int x) { return s->f(x); }\n"}):
            with self.subTest(files):
                self.start_again()
                self.assertEqual(self.lose_both(also=also, user=user, **files)["g"], "proved")

    def test_data_that_several_files_define(self):
        user = "%s\nint g(int x) {\n  int r = %s;\n  return r;\n}\n"
        ways = {
            "number": ("extern const int n;", "n & x", "const int n = 1;",
                       "const int n = 255;"),
            "table": ("extern const int n[2];", "n[x & 1]", "const int n[2] = {0, 1};",
                      "const int n[2] = {-7, 9};"),
            "pointer": ("extern int (*const n)(int);", "n(x)",
                        "static int one(int x) { return x & 1; }\nint (*const n)(int) = one;",
                        "static int all(int x) { return x; }\nint (*const n)(int) = all;")}
        for name, (declared, used, one, two) in ways.items():
            for files, verdict in (({}, "proved"), ({"z.c": two + "\n"}, "unknown")):
                with self.subTest(name, verdict=verdict):
                    self.start_again()
                    found = self.lose_both(also=one + "\nint fa(int x) { return x%s; }\n",
                                           user=user % (declared, used), **files)
                    self.assertEqual(found["g"], verdict)
        one, two = "const int n = 1;\n", "const int n = 255;\n"
        for name, files in (("header", {"z.c": '#include "z.h"\n', "z.h": two}),
                            ("condition", {"z.c": "#if 0\n" + two + "#endif\n"}),
                            ("macro", {"z.c": "#define VAR(n) const int n = 255\nVAR(n);\n"}),
                            ("assembly", {"z.S": ".globl n\nn: .long 255\n"})):
            with self.subTest(name):
                self.start_again()
                found = self.lose_both(also=one + "int fa(int x) { return x%s; }\n",
                                       user=user % ("extern const int n;", "n & x"), **files)
                self.assertEqual(found["g"], "unknown")
        table = "extern const int n;\nconst int *const t[] = {&n};\n"
        self.start_again()
        found = self.lose_both(also=one + "int fa(int x) { return x%s; }\n",
                               user=user % ("extern const int n;", "n & x"), **{"z.c": table})
        self.assertEqual(found["g"], "proved")

    def test_a_file_calls_its_own_function(self):
        found = self.lose_both(
            also="int fa(int x) { return x%s; }\n",
            user="int f(int x) { return x & 1; }\n"
                 "int g(int x) {\n  int r = f(x);\n  return r;\n}\n",
            **{"z.c": "int f(int x) { return x; }\n"})
        self.assertEqual(found, {"g": "proved", "fa": "proved", "c.c:f": "proved"})

    def call_one_of_two(self, changed_by_a):
        """What is said of g, which calls one of two f and which b changed; a changed others."""
        files = {"d.c": "int f(int x) { return x & 1; }\nint d(int x) { return f(x); }\n",
                 "z.c": "int f(int x) { return x; }\nint z(int x) { return f(x); }\n",
                 "c.c": "int f(int x);\nint g(int x) {\n  return f(x);\n}\n\n\n\n"
                        "int k(int x) {\n  return x;\n}\n",
                 "Makefile": "all: c.c d.c\n\tcc -o all c.c d.c\n"}
        self.start_again()
        self.git("init", "-q", "-b", "main")
        self.commit(files)
        self.git("checkout", "-q", "-b", "a")
        for name, (old, new) in changed_by_a.items():
            self.assertIn(old, files[name])
            self.commit({name: files[name].replace(old, new)})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"c.c": files["c.c"].replace("return f(x)", "return f(x) + 1")})
        code, report = self.check("a", "b", "--no-exec")
        [unit] = [u for u in report["units"] if u["function"] == "g"]
        return unit

    def test_a_change_of_one_of_two_definitions(self):
        k = {"c.c": ("return x;", "return x + 1;")}
        for other in ({"z.c": ("return x;", "return x ^ 1;")},
                      {"d.c": ("x & 1", "x & 3")},
                      {"d.c": ("int f(int x) { return x & 1; }", "int f(int x);")},
                      {"Makefile": ("c.c d.c\n\t", "c.c z.c\n\t")}):
            with self.subTest(other):
                unit = self.call_one_of_two({**k, **other})
                self.assertNotEqual(unit["verdict"], "proved", unit)

    def include_as_text(self, low, high):
        """What is said of g, whose callees are in low.c and in high.c, which includes low.c as
        text; b changed g, and a changed what the dictionaries say."""
        files = {"low.c": "static int bit(int x) { return x & 1; }\n"
                          "#ifndef PART\nint f(int x) { return bit(x); }\n#endif\n",
                 "high.c": '#define PART\n#include "low.c"\nint h(int x) { return bit(x) + 1; }\n',
                 "c.c": "int f(int x);\nint h(int x);\n"
                        "int g(int x) {\n  return f(x) + h(x);\n}\n"}
        self.start_again()
        self.git("init", "-q", "-b", "main")
        self.commit(files)
        self.git("checkout", "-q", "-b", "a")
        self.commit({"low.c": files["low.c"].replace(*low),
                     "high.c": files["high.c"].replace(*high)})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"c.c": files["c.c"].replace("f(x) + h(x)", "h(x) + f(x) + 1")})
        code, report = self.check("a", "b", "--no-exec")
        [unit] = [u for u in report["units"] if u["function"] == "g"]
        return unit["verdict"], unit["by"]

    def test_a_text_that_another_file_includes_is_read_for_its_definitions(self):
        same = ("", "")
        self.assertEqual(self.include_as_text(same, ("bit(x) + 1", "(bit(x)) + 1")),
                         ("proved", "identity"))
        for low, high in ((("x & 1", "x & 3"), same), (same, ("+ 1", "+ 2"))):
            self.assertNotEqual(self.include_as_text(low, high)[1], "identity")

    def run_tests_of(self, also="", lib=("", "")):
        """What is said of one_test.c's main; a changed one() there (and lib.c), b changed two()
        in two_test.c."""
        program = ("#include \"run.h\"\n%sstatic int %s(int x) { return lib(x) %s; }\n"
                   "int main(void) { return run(%s); }\n")
        files = {"run.h": "int run(int (*f)(int));\nint lib(int x);\n",
                 "run.c": '#include "run.h"\nint run(int (*f)(int)) { return f(1); }\n',
                 "lib.c": "int lib(int x) { return x; }\n",
                 "one_test.c": program % (also, "one", "", "one"),
                 "two_test.c": program % ("", "two", "", "two")}
        self.start_again()
        self.git("init", "-q", "-b", "main")
        self.commit(files)
        self.git("checkout", "-q", "-b", "a")
        self.commit({"one_test.c": program % (also, "one", "+ 1", "one"),
                     "run.c": files["run.c"] + "/* seen by a */\n",
                     "lib.c": files["lib.c"].replace(*lib)})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"two_test.c": program % ("", "two", "+ 2", "two")})
        code, report = self.check("a", "b", "--no-exec")
        return {u["id"]: (u["verdict"], u["by"]) for u in report["units"]}

    def test_programs_do_not_call_each_other_through_pointers(self):
        found = self.run_tests_of()
        self.assertEqual(found["one_test.c:main"], ("proved", "identity"))
        self.assertEqual(found["two_test.c:main"], ("proved", "identity"))
        self.assertEqual(found["run"], ("proved", "identity"))  # both have it
        found = self.run_tests_of(lib=("return x;", "return x + 3;"))
        self.assertEqual(found["one_test.c:main"], ("proved", "identity"))
        self.assertNotEqual(found["two_test.c:main"][1], "identity")
        self.assertNotEqual(found["run"][1], "identity")
        text = '#define main two_main\n#include "two_test.c"\n#undef main\n'
        found = self.run_tests_of(also=text)
        self.assertNotEqual(found["one_test.c:main"][1], "identity")

    def test_what_is_no_main_makes_no_program(self):
        for main in ("__attribute__((weak)) int main(void) { return 0; }\n",
                     "#pragma weak main\nint main(void) { return 0; }\n",
                     "#define MAIN int main(void)\nMAIN { return 0; }\n",
                     "/*\n#endif\n*/\n#ifndef LIB\nint main(void) { return 0; }\n#endif\n",
                     "#\\\nifndef LIB\nint main(void) { return 0; }\n#endif\n",
                     "/* x */ #ifndef LIB\nint main(void) { return 0; }\n#endif\n",
                     "#ifdef LIB\n#define main run\n#endif\nint main(void) { return 0; }\n",
                     '#include "names.h"\nint main(void) { return 0; }\n'):
            init = ('#include "ops.h"\nstatic int loc(int x) { return one(x); }\n'
                    "void init(struct ops *o) { o->run = loc; }\n" + main)
            use = ('#include "ops.h"\nint u(struct ops *o, int x) { return o->run(x) + g(x); }\n'
                   "int main(void) { struct ops o; init(&o); return u(&o, 1); }\n")
            self.start_again()
            self.git("init", "-q", "-b", "main")
            self.commit({"ops.h": "struct ops { int (*run)(int); };\nint one(int x);\n"
                                  "int g(int x);\nvoid init(struct ops *o);\n",
                         "names.h": "#ifdef LIB\n#  define\tmain run\n#endif\n",
                         "one.c": "int one(int x) { return x; }\n",
                         "g.c": "int g(int x) { return x; }\n", "init.c": init, "use.c": use})
            self.git("checkout", "-q", "-b", "a")
            self.commit({"one.c": "int one(int x) { return x + 1; }\n"})
            self.git("checkout", "-q", "-b", "b", "main")
            self.commit({"g.c": "int g(int x) { return x + 2; }\n"})
            _, report = self.check("a", "b", "--no-exec", "--timeout", "2")
            found = {u["function"]: u["by"] for u in report["units"]}
            self.assertIn("u", found, main)
            self.assertNotEqual(found["u"], "identity", main)

    def test_a_file_with_errors_that_only_pointers_reach_is_left_out_of_runs(self):
        unit = ('#include "h.h"\nint f(struct hooks *h, int x) {\n  x = x & %d;\n\n\n'
                "  if (h->done)\n    h->done(h);\n\n\n  return x + %d;\n}\n")
        adapter = ('#include "h.h"\nstruct ev { int a; };\n'
                   "static void fine(void *p) { (void)p; }\n"
                   "void odd(struct ev *e) { e->fd = 1; }\n"
                   "int start(struct hooks *h) { h->done = fine; return f(h, 3); }\n")
        header = "struct hooks { void (*done)(void *); };\nint f(struct hooks *h, int x);\n"
        self.git("init", "-q", "-b", "main")
        self.commit({"h.h": header, "f.c": unit % (255, 1), "adapter.c": adapter})
        for branch, values in (("a", (127, 1)), ("b", (255, 2))):
            self.git("checkout", "-q", "-b", branch, "main")
            self.commit({"f.c": unit % values})
        self.merge_as(unit % (255, 2), "a", "b")
        _, report = self.check("--function", "f")
        [found] = report["units"]
        self.assertEqual(found["verdict"], "conflict", found)
        self.assertEqual(found["conflicts"][0]["confirmed"], "native", found)

    def test_a_static_function_of_a_header_is_in_many_files(self):
        unit = ('#include "h.h"\nint all(int x) { return run(h, x); }\n'
                "int f(const struct ops *o, int x) { return o->fn(x) + (x & %d); }\n")
        self.git("init", "-q", "-b", "main")
        self.commit({"h.h": "struct ops { int (*fn)(int); };\nint k(int x);\n"
                            "static inline int h(int x) { return k(x & 15); }\n"
                            "static inline int run(int (*t)(int), int x) { return t(x); }\n",
                     "k.c": "int k(int x) { return x + 1; }\n", "f.c": unit % 7,
                     "store.cpp": '#include "h.h"\nvoid put(ops *o) { o->fn = h; }\n'})
        self.git("checkout", "-q", "-b", "a", "main")
        self.commit({"k.c": "int k(int x) { return x + 2; }\n"})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"f.c": unit % 3})
        self.git("checkout", "-q", "-B", "m", "b")
        self.git("merge", "-q", "--no-commit", "-s", "ours", "a")
        self.commit({})
        run = self.tool("check", "--dump", "closure")
        self.assertIn("\nf: analyse", "\n" + run.out, run)

    def test_a_file_that_another_language_includes_is_not_all_that_names_its_functions(self):
        unit = ('#include "h.h"\nint f(const struct ops *o, int x) { return o->fn(x) + (x & %d); }\n')
        table = ('#include "h.h"\nstatic int h(int x) { return k(x & 15); }\n'
                 "static int run(int (*t)(int), int x) { return t(x); }\n"
                 "int all(int x) { return run(h, x); }\n")
        self.git("init", "-q", "-b", "main")
        self.commit({"h.h": "struct ops { int (*fn)(int); };\nint k(int x);\nint all(int x);\n",
                     "some_table.c": table, "k.c": "int k(int x) { return x + 1; }\n",
                     "f.c": unit % 7 + "int g(int x) { return all(x); }\n"})
        def kind_with(name, text):
            self.git("checkout", "-q", "-B", "base", "main")
            self.commit({name: text})
            self.git("checkout", "-q", "-B", "a", "base")
            self.commit({"k.c": "int k(int x) { return x + 2; }\n"})
            self.git("checkout", "-q", "-B", "b", "base")
            self.commit({"f.c": unit % 3 + "int g(int x) { return all(x); }\n"})
            self.git("merge", "-q", "--no-commit", "-s", "ours", "a")
            self.commit({})
            run = self.tool("check", "--dump", "closure")
            return [line for line in run.out.split("\n") if line.startswith("f: ")][0]
        self.assertIn("identity", kind_with("readme.txt", '#include "some_table.c"\n'))
        put = '#include "some_table.c"\nvoid put(ops *o) { o->fn = h; }\n'
        for name in ["x.cpp", "x.mm", "x.inc"]:
            self.assertIn("analyse", kind_with(name, put), name)

    def test_definitions_that_are_not_c(self):
        sources = {"u.cpp": 'extern "C" int un(int x) { return x / %s; }\n',
                   "u.S": "un: movl $%s, %%eax; ret\n", "u.y": "%%%%\nint un(int x) { return %s; }\n",
                   "u.inc": "int un(int x) { return x / %s; }\n"}
        for name, text in sources.items():
            with self.subTest(name):
                self.start_again()
                user = "int un(int);\nint f(int x) { return un(x); }\nint z(int x) { return %s; }\n"
                self.git("init", "-q", "-b", "main")
                self.commit({"a.c": user % "x", name: text % 2})
                self.git("checkout", "-q", "-b", "a")
                self.commit({name: text % 3})
                self.git("checkout", "-q", "-b", "b", "main")
                self.commit({"a.c": user % "x + 1"})
                self.git("merge", "-q", "--no-commit", "a")
                self.commit({name: text % 4})
                code, report = self.check("--no-exec")
                found = {u["function"]: u["verdict"] for u in report["units"]}
                self.assertEqual(found.get("f", "unknown"), "unknown", report)
                self.assertTrue(any(name in note for note in report["notes"]), report)

    def meet_in_a_file_that_is_not_read(self, between):
        """What is said of f, which b changed and which calls between's u; a changed g."""
        first = "int u(int x);\nint f(int x) {\n  return u(x)%s;\n}\n"
        low = "int g(int x) {\n  return %s;\n}\n"
        self.git("init", "-q", "-b", "main")
        self.commit({"f.c": first % "", "g.c": low % "x", **between("main")})
        for branch, added, value in (("a", "", "x ^ 1"), ("b", " ^ 2", "x")):
            self.git("checkout", "-q", "-b", branch, "main")
            self.commit({"f.c": first % added, "g.c": low % value, **between(branch)})
        code, report = self.check("a", "b", "--no-exec", "--callers", "0")
        [unit] = [u for u in report["units"] if u["function"] == "f"]
        return unit

    def test_a_function_of_a_file_too_far_away_may_reach_changes(self):
        # u is part of a program of its own, and there are many nearer callers.
        text = "int g(int x);\nint u(int x) { return g(x); }\nint main(void) { return u(0); }\n"
        near = {f"near{i}.c": "int g(int x);\nint u(int x);\nint f(int x);\n"
                              f"int near{i}(int x) {{ return g(x) + f(x); }}\n"
                for i in range(40)}
        unit = self.meet_in_a_file_that_is_not_read(lambda branch: {"z.c": text, **near})
        self.assertNotEqual(unit["verdict"], "proved", unit)

    def test_a_function_of_a_file_with_conflicts_is_changed(self):
        unit = self.meet_in_a_file_that_is_not_read(
            lambda branch: {"z.c": "int u(int x) { return x + %d; /* %s */ }\n"
                                   % (len(branch), branch)})
        self.assertNotEqual(unit["verdict"], "proved", unit)

    def test_definitions_in_disguise_are_not_the_same(self):
        forms = {"attribute": "__attribute__((noinline)) int g(int x) { return %s; }\n",
                 "macro": "#define API(t) t\nAPI(int) g(int x) { return %s; }\n",
                 "made by a macro": "#define DEF(n) int n(int x)\nDEF(g) { return %s; }\n",
                 "parentheses": "int (g)(int x) { return %s; }\n",
                 "between two bodies": "#define NEXT return 0; } int g(int x) {\n"
                                       "static int k(void) { NEXT return %s; }\n"}
        program = ("int g(int x);\nint u(int x) { return g(x); }\n"
                   "int main(void) { return u(0); }\n")
        near = {f"near{i}.c": f"int u(int x);\nint near{i}(int x) {{ return u(x); }}\n"
                for i in range(30)}
        for name, form in forms.items():
            with self.subTest(name):
                self.tearDown()
                self.setUp()
                first = "int u(int x);\nint f(int x) {\n  return u(x)%s;\n}\n"
                self.git("init", "-q", "-b", "main")
                self.commit({"f.c": first % "", "g.c": form % "x", "z.c": program, **near})
                for branch, added, value in (("a", "", "x ^ 1"), ("b", " ^ 2", "x")):
                    self.git("checkout", "-q", "-b", branch, "main")
                    self.commit({"f.c": first % added, "g.c": form % value})
                code, report = self.check("a", "b", "--no-exec", "--callers", "0")
                [unit] = [u for u in report["units"] if u["function"] == "f"]
                self.assertNotEqual(unit["verdict"], "proved", unit)

    def test_callers_of_odd_definitions_are_found(self):
        caller = "int g(int x);\nint h(int x);\nint u(int x) { return g(x) * h(x); }\n"
        forms = {"attribute": {"g.c": "__attribute__((cold)) int g(int x) { return x + %d; }\n"},
                 "macro": {"g.c": "#define API(t) t\nAPI(int) g(int x) { return x + %d; }\n"},
                 "moved condition": {"g.c": "int g(int x) {\n#if %d > 1\n  x++;\n#endif\n"
                                            "  return x;\n}\n"},
                 "included": {"g.c": '#include "low.c"\nint g(int x) { return low(x); }\n',
                              "low.c": "static int low(int x) { return x + %d; }\n"}}
        for name, files in forms.items():
            with self.subTest(name):
                self.tearDown()
                self.setUp()
                text = lambda n: {k: v % n if "%" in v else v for k, v in files.items()}
                self.git("init", "-q", "-b", "main")
                self.commit({"u.c": caller, "h.c": "int h(int x) { return x; }\n", **text(1)})
                self.git("checkout", "-q", "-b", "a")
                self.commit(text(2))
                self.git("checkout", "-q", "-b", "b", "main")
                self.commit({"h.c": "int h(int x) { return x + 1; }\n"})
                code, report = self.check("a", "b", "--no-exec")
                found = {u["function"]: u["verdict"] for u in report["units"]}
                self.assertEqual(found.get("u"), "conflict", report)

    def test_callers_in_untouched_files_are_found_however_they_call(self):
        ways = {
            "table of const pointers": {
                "t.c": "int lev(int x), top(int x);\n"
                       "int (*const table[])(int) = {lev, top};\n",
                "b.c": "extern int (*const table[])(int);\n"
                       "int user(int x) { return table[0](table[1](x)); }\n"},
            "static table": {
                "t.c": "int lev(int x), top(int x);\ntypedef int (*call)(int);\n"
                       "static int (*const table[])(int) = {lev, top};\n"
                       "call get(int i) { return table[i]; }\n",
                "b.c": "typedef int (*call)(int);\ncall get(int i);\n"
                       "int user(int x) { return get(0)(get(1)(x)); }\n"},
            "field of a table": {
                "t.c": "struct ops { int (*run)(int); };\nint lev(int x);\n"
                       "const struct ops table = {lev};\n",
                "b.c": "struct ops { int (*run)(int); };\nint top(int x);\n"
                       "int user(const struct ops *o, int x) { return o->run(top(x)); }\n"},
            "field that is set": {
                "t.c": "struct ops { int (*run)(int); };\nint lev(int x);\n"
                       "void fill(struct ops *o) { o->run = lev; }\n",
                "b.c": "struct ops { int (*run)(int); };\nint top(int x);\n"
                       "int user(const struct ops *o, int x) { return (*o->run)(top(x)); }\n"},
            "list of names": {
                "ops.def": "OP(lev)\nOP(top)\n",
                "b.c": "#define OP(name) int name(int x);\n#include \"ops.def\"\n#undef OP\n"
                       "#define OP(name) name,\nstatic int (*table[])(int) = {\n"
                       "#include \"ops.def\"\n};\n"
                       "int user(int x) { return table[0](table[1](x)); }\n"},
            "included body": {
                "body.inc": "int user(int x) { return lev(top(x)); }\n",
                "b.c": "int lev(int x), top(int x);\n#include \"body.inc\"\n"},
            "odd extension": {
                "body.hh": "int user(int x) { return lev(top(x)); }\n",
                "b.c": "int lev(int x), top(int x);\n#include \"body.hh\"\n"},
            "included expression": {
                "body.txt": "lev(top(x))\n",
                "b.c": "int lev(int x), top(int x);\nint user(int x) { return\n"
                       "#include \"body.txt\"\n;\n}\n"},
            "alias": {
                "a.c": "int second(int) __attribute__((alias(\"lev\")));\n",
                "b.c": "int second(int x), top(int x);\n"
                       "int user(int x) { return second(top(x)); }\n"},
            "label": {
                "b.c": "int second(int x) __asm__(\"lev\");\nint top(int x);\n"
                       "int user(int x) { return second(top(x)); }\n"},
            "label of a definition": {
                "a.c": "int lev(int x) __asm__(\"other_lev\");\n",
                "b.c": "int other_lev(int x), top(int x);\n"
                       "int user(int x) { return other_lev(top(x)); }\n"},
            "pragma": {
                "a.c": "#pragma redefine_extname lev other_lev\n",
                "b.c": "int other_lev(int x), top(int x);\n"
                       "int user(int x) { return other_lev(top(x)); }\n"},
            "prefix": {
                "a.c": "#include \"a.h\"\n", "a.h": "#define lev other_lev\n",
                "b.c": "int other_lev(int x), top(int x);\n"
                       "int user(int x) { return other_lev(top(x)); }\n"}}
        changed = ("int lev(int x) { return x == 1 ? %d : 0; }\n\n\n\n\n"
                   "int top(int x) { return %d; }\n")
        for name, files in ways.items():
            with self.subTest(name):
                self.tearDown()
                self.setUp()
                head = files.get("a.c", "")
                self.git("init", "-q", "-b", "main")
                self.commit({**files, "a.c": head + changed % (5, 0)})
                for branch, values in (("a", (6, 0)), ("b", (5, 1))):
                    self.git("checkout", "-q", "-b", branch, "main")
                    self.commit({"a.c": head + changed % values})
                code, report = self.check("a", "b", "--no-exec")
                found = {u["function"]: u["verdict"] for u in report["units"]}
                self.assertIn(found.get("user"), ("conflict", "unknown"), report)

    def test_definitions_are_found_however_they_are_written(self):
        # Where a 0 becomes 1, and how an untouched file uses it.
        ways = {
            "odd name": ("int error(int x) { return 0; }", "int error(int);", "error(x)"),
            "name in parentheses": ("int (lev)(int x) { return 0; }", "int lev(int);", "lev(x)"),
            "made by a macro": ("#define FN(n) int n(int x)\nFN(lev) { return 0; }",
                                "int lev(int);", "lev(x)"),
            "second declarator": ("int one = 1, two = 0;", "extern int two;", "two"),
            "attribute": ("int two __attribute__((aligned(16))) = 0;", "extern int two;", "two"),
            "variable of a macro": ("#define VAR(t, n) t n\nVAR(int, two) = 0;",
                                    "extern int two;", "two"),
            "brace of a macro": ("#define BEGIN {\nint lev(int x) BEGIN return 0; }",
                                 "int lev(int);", "lev(x)"),
            "bodies that a macro ends": ("#define NEXT(n) return 1; } int n(int x) {\n"
                                         "int one(int x) { NEXT(lev) return 0; }",
                                         "int lev(int);", "lev(x)"),
            "comment with a brace": ("// table { \\\n  more {\nint lev(int x) { return 0; }",
                                     "int lev(int);", "lev(x)")}
        for name, (base, declared, used) in ways.items():
            with self.subTest(name):
                self.start_again()
                changed = "1".join(base.rsplit("0", 1))
                self.assert_user_is_asked(
                    {"a.c": base + "\n"}, {"a.c": changed + "\n"},
                    f"int top(int);\n{declared}\nint user(int x) {{ return {used} && top(x); }}\n")

    def test_what_headers_say_is_found_however_they_say_it(self):
        ways = {
            "second constant": ("static const int one = 1, two = 0;", "two = 0", "two = 1", "two"),
            "nested enumerator": ("struct s { enum e { E0, E1 = 0 } kind; };", "E1 = 0",
                                  "E1 = 1", "E1"),
            "attribute": ("enum e { E1 __attribute__((unused)) = 0 };", "= 0", "= 1", "E1"),
            "nested struct": ("struct s { struct in { char c[2]; } in; };", "c[2]", "c[1]",
                              "(sizeof(struct in) == 1)"),
            "list": ("#define LIST(X) X(E0) X(E1)\n#define AS(n) n,\n"
                     "enum e { LIST(AS) };", "X(E0) X(E1)", "X(E1) X(E0)", "(E0 == 1)"),
            "names of a macro": ("#define NAMES(a, b) enum { a, b }\nNAMES(E0, E1);",
                                 "E0, E1", "E1, E0", "(E0 == 1)"),
            "pragma": ("#pragma pack(push, 8)\nstruct s { char c; int i; };\n#pragma pack(pop)",
                       "push, 8", "push, 1", "(sizeof(struct s) == 5)"),
            "order": ("#define K 1\n#undef K\n#define K 0\n",
                      "#define K 1\n#undef K\n#define K 0\n",
                      "#define K 0\n#undef K\n#define K 1\n", "K"),
            "increment": ("#define STEP(i, j) (i++ + j)", "i++ + j", "i + ++j", "STEP(x, y)"),
            "keyword": ("#define int int", "#define int int", "#define int short",
                        "(sizeof(int) == 2)")}
        for name, (base, old, new, used) in ways.items():
            with self.subTest(name):
                self.start_again()
                self.assert_user_is_asked(
                    {"a.h": base + "\n"}, {"a.h": base.replace(old, new) + "\n"},
                    f'#include "a.h"\nextern __typeof__(0) top(__typeof__(0));\n'
                    f"__typeof__(0) user(__typeof__(0) x) {{\n  __typeof__(0) y = 0;\n"
                    f"  return {used} && y + top(x);\n}}\n")
        for name, include in (("other name", '#include "a.txt"'),
                              ("computed", '#define FILE "a.txt"\n#include FILE')):
            with self.subTest(name):
                self.start_again()
                self.assert_user_is_asked(
                    {"a.txt": "0\n"}, {"a.txt": "1\n"},
                    f"int top(int);\nstatic const int two =\n{include}\n;\n"
                    "int user(int x) { return two && top(x); }\n")

    def assert_user_is_asked(self, base, changed, user):
        """A changes a file, B another one, and user() of a third is 1 in the merge only."""
        top = "int top(int x) { return %d; }\n"
        files = {**base, "t.c": top % 0, "u.c": user}
        self.git("init", "-q", "-b", "main")
        self.commit(files)
        self.git("checkout", "-q", "-b", "a")
        self.commit({**files, **changed})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({**files, "t.c": top % 1})
        code, report = self.check("a", "b", "--no-exec")
        found = {u["function"]: u["verdict"] for u in report["units"]}
        self.assertIn(found.get("user"), ("conflict", "unknown"), report)

    def test_both_branches_define_a_name(self):
        for text in ("int fresh(int x) { return x; }\n", "int fresh = 1;\n"):
            with self.subTest(text):
                self.start_again()
                files = {"a.c": "int one(void) { return 1; }\n",
                         "b.c": "int two(void) { return 2; }\n"}
                self.git("init", "-q", "-b", "main")
                self.commit(files)
                for branch in "ab":
                    self.git("checkout", "-q", "-b", branch, "main")
                    self.commit({branch + ".c": files[branch + ".c"] + text})
                code, report = self.check("a", "b", "--no-exec")
                self.assertEqual(code, 3, report)
                [unit] = [u for u in report["units"] if u["function"] == "fresh"]
                self.assertIn("a.c and b.c define it", unit["reason"])

    def test_a_table_names_what_the_other_branch_removed(self):
        files = {"a.c": "int old(int x) { return x; }\nint k(int x) { return x; }\n",
                 "b.c": "int w(int x) { return x; }\n"}
        self.git("init", "-q", "-b", "main")
        self.commit(files)
        self.git("checkout", "-q", "-b", "a")
        self.commit({"a.c": "int k(int x) { return x; }\n"})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"b.c": "int old(int);\nint (*const tab[])(int) = {old};\n" + files["b.c"]})
        code, report = self.check("a", "b", "--no-exec")
        self.assertEqual(code, 3, report)
        [unit] = [u for u in report["units"] if u["function"] == "tab"]
        self.assertIn("names old(), which a parent removed", unit["reason"])

    def test_what_the_merge_alone_does(self):
        files = {"k.h": "#define K 1\n", "c.c": '#include "k.h"\nint c(void) { return K; }\n',
                 "d.c": "int d(void) { return 1; }\n",
                 "f.c": "int f(int x) { return x; }\n\n\n\nint g(int x) { return x; }\n"}
        self.git("init", "-q", "-b", "main")
        self.commit(files)
        self.git("checkout", "-q", "-b", "a")
        self.commit({"f.c": files["f.c"].replace("int f(int x) { return x", "int f(int x) { return -x")})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"f.c": files["f.c"].replace("int g(int x) { return x", "int g(int x) { return -x")})
        self.git("merge", "-q", "--no-commit", "a")
        self.write({"k.h": "#define K 2\n"})
        self.git("rm", "-q", "d.c")
        self.git("commit", "-q", "-a", "-m", "merge")
        code, report = self.check("--no-exec")
        found = {u["function"]: u for u in report["units"]}
        self.assertEqual(found["c"]["verdict"], "conflict", report)
        self.assertEqual((found["d"]["verdict"], found["d"]["reason"]),
                         ("unknown", "every parent has it, and the merge does not"))

    def test_as_many_jobs_as_one_likes(self):
        self.branches(**{v: cli.LIMIT[v] for v in "OAB"})
        for jobs in ("1", "4", "32"):
            code, report = self.check("a", "b", "-j", jobs)
            self.assertEqual(code, 1, report)

    def test_a_header_that_another_file_asks_for(self):
        ask = ("#if __has_include(\"cfg.h\")\n#include \"cfg.h\"\n#else\n#define K 1\n#endif\n"
               "int lev(int x);\nint user(int x) { return lev(K); }\n")
        self.git("init", "-q", "-b", "main")
        self.commit({"a.c": "int lev(int x) { return x == 8 ? 5 : 0; }\n", "b.c": ask})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"a.c": "int lev(int x) { return x == 8 ? 6 : 0; }\n"})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"cfg.h": "#define K 8\n"})
        code, report = self.check("a", "b", "--no-exec")
        found = {u["function"]: u["verdict"] for u in report["units"]}
        self.assertEqual(found.get("user"), "conflict", report)

    def test_a_header_that_comes_before_another(self):
        self.git("init", "-q", "-b", "main")
        self.commit({"a.c": "int lev(int x) { return x == 8 ? 5 : 0; }\n",
                     "inc/k.h": "#define K 1\n", "other.txt": "#define K 8\n",
                     "src/b.c": "#include \"k.h\"\nint lev(int x);\n"
                                "int user(int x) { return lev(K); }\n"})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"a.c": "int lev(int x) { return x == 8 ? 6 : 0; }\n"})
        self.git("checkout", "-q", "-b", "b", "main")
        self.git("mv", "other.txt", "src/k.h")
        self.git("commit", "-q", "-m", "a nearer header")
        code, report = self.check("a", "b", "--no-exec")
        found = {u["function"]: u["verdict"] for u in report["units"]}
        self.assertEqual(found.get("user"), "conflict", report)

    def test_a_header_that_no_file_includes(self):
        lev = "inline int lev(int x) { return x == %d; }\n\n\n\n#define K %d\n"
        files = {"a.c": "int f(void) { return 0; }\n"}
        self.git("init", "-q", "-b", "main")
        self.commit({**files, "k.h": lev % (0, 0)})
        self.git("checkout", "-q", "-b", "a")
        self.commit({**files, "k.h": lev % (1, 0)})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({**files, "k.h": lev % (0, 1)})
        code, report = self.check("a", "b", "--no-exec")
        self.assertIn("not analysed, no C file includes it: k.h", report["notes"])

    def test_a_weak_function_may_be_replaced(self):
        weak = ("__attribute__((weak)) int lev(int x) { return x ^ %d; }\n\n\n\n"
                "int f(int x) { return lev(x)%s; }\n")
        self.git("init", "-q", "-b", "main")
        self.commit({"a.c": weak % (1, ""), "b.c": "int lev(int x) { return x; }\n"})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"a.c": weak % (2, "")})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"a.c": weak % (1, " ^ 0")})
        code, report = self.check("a", "b")
        self.assertEqual(code, 3, report)

    def test_functions_behind_data_that_is_not_read(self):
        use = ("extern int (*table[])(int);\nint f(int x) {\n"
               "  int r = table[0](x);\n  return r%s;\n}\n")
        data = "int g(int x);\nint h(int x);\nint (*table[])(int) = {%s};\n"
        self.git("init", "-q", "-b", "main")
        self.commit({"f.c": use % "", "z.c": data % "g, g"})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"z.c": data % "h, g"})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"f.c": use % " ^ 2", "z.c": data % "g, h"})
        code, report = self.check("a", "b", "--no-exec")
        self.assertNotEqual({u["function"]: u["verdict"] for u in report["units"]}["f"],
                            "proved", report)

    def test_a_header_that_one_branch_makes_in_its_build(self):
        use = '#include "p.h"\nint use(int x) {\n  return parse(x)%s;\n}\n'
        other = '#include "p.h"\nint other(int x) {\n  return x%s;\n}\n'
        self.git("init", "-q", "-b", "main")
        self.commit({"use.c": use % "", "other.c": other % "", "p.h": "int parse(int x);\n"})
        self.git("checkout", "-q", "-b", "a")
        self.git("rm", "-q", "p.h")  # generated from now on
        self.commit({"use.c": '#include "q.h"\n' + (use % "").split("\n", 1)[1],
                     "q.h": "int parse(int x);\n", "other.c": other % " + 1"})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"use.c": use % " ^ 1"})
        code, report = self.check("a", "b")
        self.assertEqual((report["build"], report["summary"]["conflicts"]), ([], 0), report)

    def test_headers_made_by_a_build(self):
        text = '#include "config.h"\nint f(int x) {\n  int r = x%s;\n\n  return r * limit%s;\n}\n'
        self.git("init", "-q", "-b", "main")
        self.commit({"f.c": text % ("", ""), ".gitignore": "build\n"})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"f.c": text % (" + 1", "")})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"f.c": text % ("", " + 0")})
        build = self.work / "build"
        build.mkdir()
        (build / "config.h").write_text("#define limit 3\n")
        code, report = self.check("a", "b", "--no-exec")
        self.assertEqual(report["units"][0]["verdict"], "not-analysed", report)
        (build / "compile_commands.json").write_text(json.dumps([{
            "directory": str(build), "file": "../f.c", "command": "cc -I. -c ../f.c"}]))
        before = snapshot(self.work)
        code, report = self.check("a", "b", "--no-exec")
        self.assertEqual((code, report["units"][0]["verdict"]), (0, "proved"), report)
        self.assertIn("generated-headers-same", report["units"][0]["assumptions"])
        self.assertTrue(any("build/config.h" in note for note in report["notes"]), report)
        self.assertEqual(snapshot(self.work), before)

    def test_a_header_of_one_and_a_use_of_the_other(self):
        header = "int scale(int x);\n"
        new_header = "int scale(int x, int y);\n"
        lib = '#include "scale.h"\nint scale(int x) {\n  return x;\n}\n'
        new_lib = '#include "scale.h"\nint scale(int x, int y) {\n  return x * y;\n}\n'
        use = '#include "scale.h"\nint use(int x) {\n  return x;\n}\n'
        self.git("init", "-q", "-b", "main")
        self.commit({"scale.h": header, "scale.c": lib, "use.c": use})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"scale.h": new_header, "scale.c": new_lib})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"use.c": use.replace("return x", "return scale(x)")})
        code, report = self.check("a", "b")
        self.assertEqual(code, 1)
        [finding] = report["build"]
        self.assertEqual((finding["file"], finding["parents"]), ("use.c", ["A", "B"]))

    def test_a_use_in_a_new_file_of_what_the_other_renamed(self):
        header, body = "int area(int w);\n", '#include "h.h"\nint area(int w) { return w; }\n'
        self.git("init", "-q", "-b", "main")
        self.commit({"h.h": header, "i.c": body})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"h.h": header.replace("area", "surface"),
                     "i.c": body.replace("area", "surface")})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"n.c": '#include "h.h"\nint n(void) { return area(3); }\n'})
        code, report = self.check("a", "b", "--no-exec")
        self.assertEqual(code, 1, report)
        [finding] = report["build"]
        self.assertEqual(finding["parents"], ["A", "B"], finding)
        self.assertIn("A removed the declaration of 'area'", finding["explanation"])

    def test_allocators_are_those_of_the_library(self):
        library = ("#include <stdlib.h>\n"
                   "static struct { void *(*get)(size_t); void (*drop)(void *); } hooks =\n"
                   "    { malloc, free };\n"
                   "void reset(void) { hooks.get = malloc; hooks.drop = free; }\n"
                   "void *make(void) { return hooks.get(8); }\n\n\n\n"
                   "int area(int w) { return w; }\n\n\n\n"
                   "int edge(int w) { return w; }\n")
        check = ('#include "lib.c"\n'
                 "int main(void) { reset(); return area(0) + edge(0) + !make(); }\n")
        self.git("init", "-q", "-b", "main")
        self.commit({"lib.c": library, "one.c": check, "two.c": check + "int two;\n",
                     "overrides.h": "#ifndef FREE\n#include <stdlib.h>\n"
                                    "#define FREE(ptr) free(ptr)\n#else\n"
                                    "extern void FREE(void* ptr);\n#endif\n"
                                    "#define free own_free\nvoid own_free(void * mem);\n"})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"lib.c": library.replace("area(int w) { return w", "area(int w) { return 2 * w")})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"lib.c": library.replace("edge(int w) { return w", "edge(int w) { return 4 * w")})
        _, report = self.check("a", "b", "--no-exec")
        for unit in report["units"]:
            if unit["function"] in ("reset", "make"):
                self.assertEqual((unit["verdict"], unit["by"]), ("proved", "identity"), unit)
        self.assertEqual({u["id"] for u in report["units"] if u["function"] == "make"}, {"make"})

    def make_included_twice(self, more):
        """Two files include a third with a variable; `more` is added to the two."""
        user = ("void raise(void);\nint level_of_b(void);\n"
                "static int low(int x) { return 10; }\n\n\n\n\n"
                "static int high(int x) { return 20; }\n\n\n\n\n"
                "int use(void) {\n  raise();\n  int x = level_of_b();\n"
                "  return x == 5 ? 1 : low(x) + high(x);\n}\n")
        self.git("init", "-q", "-b", "main")
        self.commit({"level.c": "static int level;\nstatic int get(void) { return level; }\n",
                     "a.c": '#include "level.c"\nvoid raise(void) { level = 5; }\n' + more,
                     "b.c": '#include "level.c"\nint level_of_b(void) { return get(); }\n' + more,
                     "use.c": user})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"use.c": user.replace("return 10", "return x ? 10 : 11")})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"use.c": user.replace("return 20", "return x ? 20 : 21")})

    def test_variables_of_an_included_file_are_copies(self):
        self.make_included_twice("")
        _, report = self.check("a", "b", "--no-exec")
        [unit] = [u for u in report["units"] if u["function"] == "use"]
        self.assertEqual(unit["verdict"], "conflict", unit)

    def test_a_file_that_programs_include_has_its_variables_once(self):
        self.make_included_twice("int main(void) { return get(); }\n")
        run = self.tool("check", "a", "b", "--dump=ir")
        self.assertIn('@"level.c:level"', run.out)
        self.assertNotIn('"a.c:level"', run.out)

    def check_two_changes(self, files, *changes):
        """The verdicts by function; each branch makes one change: (file, old, new)."""
        self.git("init", "-q", "-b", "main")
        self.commit(files)
        for name, (file, old, new) in zip("ab", changes):
            self.git("checkout", "-q", "-b", name, "main")
            self.assertIn(old, files[file])
            self.commit({file: files[file].replace(old, new)})
        _, report = self.check("a", "b", "--no-exec", "--total-time", "20")
        return {unit["function"]: unit["verdict"] for unit in report["units"]}

    def test_a_tree_that_takes_longer_to_read_than_there_is_time(self):
        """What both branches changed is read first; what was not read is said to be so."""
        body = "".join(f"int f{{0}}_{i}(int x) {{{{ return x * {i} + {{0}}; }}}}\n" for i in range(1500))
        files = {f"a{i:02}.c": body.format(i) for i in range(80)}
        files["z.c"] = "int z(int x) { return x + 1; }\n\n\n\nint zz(int x) { return x - 1; }\n"
        self.git("init", "-q", "-b", "main")
        self.commit(files)
        for branch, old, new in (("a", "x + 1", "x + 2"), ("b", "x - 1", "x - 2")):
            self.git("checkout", "-q", "-b", branch, "main")
            changed = {"z.c": files["z.c"].replace(old, new)}
            if branch == "a":
                changed |= {file: text.replace("x * 7 ", "x * 8 ")
                            for file, text in files.items() if file != "z.c"}
            self.commit(changed)
        _, report = self.check("a", "b", "--no-exec", "--total-time", "1")
        verdicts = {unit["function"]: unit["verdict"] for unit in report["units"]}
        self.assertEqual((verdicts["z"], verdicts["zz"]), ("proved", "proved"))
        [unread] = [unit for unit in report["units"] if unit["file"] == "a79.c"]
        self.assertEqual((unread["verdict"], unread["function"]), ("not-analysed", "(whole file)"))
        self.assertIn("(--total-time)", unread["reason"])

    def test_members_that_lie_elsewhere(self):
        """One branch adds a member in front of the others, the other changes who uses them. What
        may read another member by its place is undecided."""
        found = self.check_two_changes(
            {"rare.h": "struct rare { int first; int second; };\nint raw(void *p);\n"
                       "int get(struct rare *r);\n",
             "get.c": '#include "rare.h"\nint get(struct rare *r) { return r->second; }\n',
             "raw.c": '#include "rare.h"\nint raw(void *p) { return ((int *)p)[1]; }\n',
             "use.c": '#include "rare.h"\nint seven(void) { return 5; }\n\n\n\n'
                      "int use(struct rare *r) {\n  r->second = seven();\n  return get(r);\n}\n"
                      "int use_raw(struct rare *r) {\n"
                      "  r->second = seven();\n  return raw(r);\n}\n"},
            ("rare.h", "{ int", "{ long more; int"), ("use.c", "return 5", "return 7"))
        self.assertEqual(found["use"], "proved", found)
        self.assertNotEqual(found["use_raw"], "proved", found)

    def test_constants_that_an_untouched_file_includes(self):
        found = self.check_two_changes(
            {"font.h": "extern const unsigned char font[3];\n",
             "data.h": "const unsigned char font[3] = {1, 2, 3};\n",
             "font.c": '#include "font.h"\n#include "data.h"\n',
             "f.c": '#include "font.h"\nint vis(int x) { return x + 1; }\n\n\n\n'
                    "int f(int x) { return vis(x) * font[0]; }\n"},
            ("f.c", "x + 1", "x + 2"), ("data.h", "{1,", "{5,"))
        self.assertEqual(found["f"], "unknown", found)

    def test_inline_functions_below_what_is_not_understood(self):
        found = self.check_two_changes(
            {"m.h": "int k(int x);\nstatic inline int below(int x) { return k(x); }\n",
             "k.c": "int k(int x) { return x * 1; }\n",
             "f.c": '#include "m.h"\nint vis(int x) { return x + 1; }\n\n\n\n'
                    "int f(int x) {\n  void *t[] = {&&a, &&b};\n  goto *t[x > 0];\n"
                    "a: return 0;\nb: return vis(x) * below(x);\n}\n"},
            ("f.c", "x + 1", "x + 2"), ("k.c", "x * 1", "x * 5"))
        self.assertEqual(found["f"], "unknown", found)

    def test_namespaces_that_a_condition_leaves_out(self):
        condition = "#if defined(__cplusplus) && !defined(FLAT)\n"
        found = self.check_two_changes(
            {"f.c": "int vis(int x) { return x + 1; }\n\n\n\nint hid(int x);\n"
                    "int f(int x) { return vis(x) * hid(x); }\n",
             "hid.h": condition + "namespace util {\n#endif\n"
                      "int hid(int x) { return scale(x); }\n" + condition + "}\n#endif\n",
             "k.h": "static int scale(int x) { return x * 1; }\n",
             "k.c": '#include "k.h"\n#include "hid.h"\n'},
            ("f.c", "x + 1", "x + 2"), ("k.h", "x * 1", "x * 5"))
        self.assertIn(found["f"], ("unknown", "conflict"), found)

    def test_an_allocator_of_the_project(self):
        found = self.check_two_changes(
            {"f.c": "#include <stdlib.h>\nextern int used;\n"
                    "struct { void *(*get)(size_t); } hooks = { malloc };\n"
                    "int vis(int x) { return x + 1; }\n\n\n\n"
                    "int f(int x) { used = 0; hooks.get(4); return vis(x) * used; }\n",
             "latest/alloc.c": "#include <stddef.h>\nint used;\nstatic char pool[4096];\n"
                               "void *malloc(size_t n) { used += 1; return pool; }\n"},
            ("f.c", "x + 1", "x + 2"), ("latest/alloc.c", "used += 1", "used += 5"))
        self.assertIn(found["f"], ("unknown", "conflict"), found)

    def test_versions_agree_on_what_is_asked_of_glibc(self):
        found = self.check_two_changes(
            {"f.h": "#include <fcntl.h>\n",
             "f.c": '#include "f.h"\n#ifdef F_SETPIPE_SZ\nint hid(int x) { return x * 1; }\n'
                    "#else\nint hid(int x) { return x * 2; }\n#endif\n\n\n"
                    "int f(int x) { return hid(x); }\n"},
            ("f.h", "#include", "#ifdef _GNU_SOURCE\n#endif\n#include"),
            ("f.c", "x * 2", "x * 3"))
        self.assertEqual(set(found.values()), {"proved"}, found)

    def test_a_function_made_static_in_its_header(self):
        def header(kind, body):
            return (f"int half(int x);\n{kind}int twice(int x) {{\n  {body}\n"
                    "  x = x > 9 ? 9 : x;\n  return half(x) + x;\n}\n")
        user = ('#include "twice.h"\nint half(int x) { return x; }\n\n\n\n'
                "int main(void) { return twice(0); }\n")
        self.git("init", "-q", "-b", "main")
        self.commit({"twice.h": header("", "x = x < 0 ? 0 : x;"), "use.c": user})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"use.c": user.replace("return x;", "return x / 2;")})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"twice.h": header("static ", "x = x < 0 ? 0 : x;")})
        code, report = self.check("a", "b", "--no-exec")
        self.assertEqual(code, 0, report)
        [unit] = [u for u in report["units"] if u["function"] == "twice"]
        self.assertEqual(unit["verdict"], "proved", unit)

    def test_headers_meet_in_an_untouched_file(self):
        self.git("init", "-q", "-b", "main")
        self.commit({"one.h": "int one(void);\n", "two.h": "int two(void);\n",
                     "use.c": '#include "one.h"\n#include "two.h"\n'
                              "int use(void) {\n  return 0;\n}\n"})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"one.h": "int one(void);\nint size(void);\n"})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"two.h": "int two(void);\nextern long size;\n"})
        run = self.tool("check", "--dump=files", "a", "b")
        self.assertEqual(run.out, "related use.c\n")
        code, report = self.check("a", "b")
        self.assertEqual((code, len(report["build"])), (1, 1), report)


class Database(cli.Test):
    def test_flags_come_from_the_database(self):
        text = {v: t.replace("return 2", "return TWO") for v, t in CLEAN.items()}
        self.branches(**{v: text[v] for v in "OAB"})
        self.write({"out/compile_commands.json":
                    '[{"directory": "%s", "file": "f.c", "command": '
                    '"cc -DTWO=2 -c f.c"}]' % self.work})
        code, report = self.check("-p", "out", "a", "b")
        self.assertEqual((code, report["summary"]["proved"]), (0, 2), report)

    def test_broken_databases(self):
        self.branches(**{v: CLEAN[v] for v in "OAB"})
        self.assert_error(self.tool("check", "-p", "nowhere", "a", "b"), "nowhere")
        for text in ("", "{", "[1]", '{"a": 1}', '[{"file": 3}]'):
            self.write({"out/compile_commands.json": text})
            run = self.tool("check", "-p", "out", "a", "b")
            self.assert_error(run, "compile_commands.json")
        self.write({"compile_commands.json": "{"})
        code, report = self.check("a", "b")
        self.assertEqual(code, 0)
        self.assertTrue(any("compile_commands.json" in n for n in report["notes"]))


if __name__ == "__main__":
    cli.main()
