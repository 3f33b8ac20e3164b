"""Files that do not differ, and whose functions do: they are read nevertheless."""
import json

import cli

USER = '#include "c.h"\nint f(int x) { return x * %s; }\n'
NDEBUG = ('#include "c.h"\n#include <assert.h>\nstatic int calls;\n'
          "int f(int x) { assert(++calls); return calls + x; }\n")


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

    def assert_pointer_is_followed(self, body, more="", given="f"):
        """A changes one(), B other(); u(), which nobody changes, calls both, the former through a
        member that holds it once init() of another file ran."""
        header = ("struct ops { int (*run)(int); int (*go)(int); };\nint one(int x);\n"
                  "int other(int x);\nvoid reg(struct ops *o, int (*f)(int));\n")
        files = {"ops.h": header, "one.c": "int one(int x) { return x; }\n",
                 "other.c": "int other(int x) { return x; }\n",
                 "u.c": '#include "ops.h"\nint u(struct ops *o, int x) '
                        "{ return o->run(x) + other(x); }\n",
                 "init.c": '#include "ops.h"\n%svoid init(struct ops *o) { %s }\n' % (more, body),
                 "reg.c": '#include "ops.h"\nvoid reg(struct ops *o, int (*%s)(int)) '
                          "{ o->run = %s; }\n" % (given, given)}
        self.start_again()
        self.git("init", "-q", "-b", "main")
        self.commit(files)
        for branch, name in (("a", "one"), ("b", "other")):
            self.git("checkout", "-q", "-b", branch, "main")
            self.commit({f"{name}.c": f"int {name}(int x) {{ return x + 1; }}\n"})
        _, report = self.check("a", "b", "--no-exec", "--timeout", "2")
        found = {u["function"]: u["by"] for u in report["units"]}
        self.assertIn("u", found, body)
        self.assertNotEqual(found["u"], "identity", body)

    def test_what_is_stored_in_members_is_followed(self):
        for body, more in (("reg(o, one);", ""), ("int (*f)(int) = one; o->run = f;", ""),
                           ("int (**p)(int) = &o->run; *p = one;", ""),
                           ("void *p = (void *)&o->run; *(int (**)(int))p = one;", ""),
                           ("*cell(o) = one;",
                            "static int (**cell(struct ops *o))(int) { return &o->run; }\n"),
                           ("o->run = o->go ? o->go : one;", ""),
                           ("o->run = first.go;", "static struct ops first = {.go = one};\n")):
            self.assert_pointer_is_followed(body, more)
        self.assert_pointer_is_followed("reg(o, one);", given="other")  # no function there

    def assert_a_header_matters(self, old, new, used, *flags):
        user = used if used.startswith("#") else USER % used
        self.assert_f_is_read({"c.h": old, "f.c": user}, {"c.h": new, "f.c": user}, *flags)

    def test_macros_that_only_the_system_asks_for(self):
        self.assert_a_header_matters("\n", "#define NDEBUG\n", NDEBUG)
        self.assert_a_header_matters("#define K 1\n", "#define K 1\n#define SYSLOG_NAMES\n",
                                     '#include "c.h"\n#include <syslog.h>\nint f(int x) {\n'
                                     "#ifdef INTERNAL_NOPRI\n  return x * 2;\n#endif\n"
                                     "  return x;\n}\n")

    def test_what_is_asked_of_glibc(self):
        self.assert_a_header_matters("#define _GNU_SOURCE\n", "#define _POSIX_C_SOURCE 200809L\n",
                                     '#include "c.h"\n#include <string.h>\n'
                                     "int f(void) { return sizeof(strerror_r(0, 0, 0)); }\n")

    def test_macros_behind_all_headers_of_the_system(self):
        late = "#include <stdlib.h>\n#include <assert.h>\n#include \"c.h\"\nint f(void) { return 1; }\n"
        self.git("init", "-q", "-b", "main")
        self.commit({"c.h": "\n", "f.c": late})
        self.commit({"c.h": "#define NDEBUG\n#define SIZE 8\n"})
        self.assertEqual(self.tool("diff", "--dump", "files", "HEAD~1", "HEAD").out, "")

    def test_a_file_that_one_version_has(self):
        for name in ("opt.h", "opt.cfg"):
            ask = (f'#if __has_include("{name}")\n#define K 7\n#else\n#define K 2\n#endif\n'
                   "int f(int x) { return x * K; }\n")
            self.assert_f_is_read({"f.c": ask}, {"f.c": ask, name: "\n"})

    def test_macros_of_the_command_line(self):
        self.assert_a_header_matters("#define KK 3\n", "#define KK 4\n", "VAL", "--", "-DVAL=KK")
        self.assert_a_header_matters("#define KK 3\n", "#define KK 4\n",
                                     '#include "c.h"\n#if VAL == 3\n#define K 1\n#else\n'
                                     "#define K 2\n#endif\nint f(int x) { return x * K; }\n",
                                     "--", "-DVAL=KK")

    def test_names_however_they_are_written(self):
        self.assert_a_header_matters("%:define K 3\n", "%:define K 4\n", "K")
        self.assert_a_header_matters("#define LONG\\\nNAME 3\n", "#define LONG\\\nNAME 4\n",
                                     "LONGNA\\\nME")
        self.assert_a_header_matters("#define \\u00e9k 3\n", "#define \\u00e9k 4\n", "\u00e9k")

    def test_names_that_macros_put_together(self):
        get = "#define V_%s %s\n#define GET(n) V_##n\n"
        self.assert_a_header_matters(get % ("one", 1), get % ("one", 5), "GET(one)")
        self.assert_a_header_matters(get % (1, 1), get % (1, 5), "GET(1)")
        wide = "#define V_one_end %s\n#define GET(n) V_##n##_end\n#define ALL GET(one)\n"
        self.assert_a_header_matters(wide % 1, wide % 5, "ALL")

    def test_functions_of_other_languages(self):
        user = "int h(int);\nint f(int x) { return h(x); }\n"
        for name, text in {"h.S": ".globl h\nh: lea %s(%%rdi),%%eax\n ret\n",
                           "h.cc": 'extern "C" int h(int x) { return x + %s; }\n'}.items():
            self.assert_f_is_read({"f.c": user, name: text % 1}, {"f.c": user, name: text % 2},
                                  verdicts=("unknown",))


if __name__ == "__main__":
    cli.main()
