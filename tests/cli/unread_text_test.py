"""What stands between functions and is in no tree: what clang rejects there,
and assembly; and data of the system, which its functions write."""
import cli

# The header of the macro is nowhere; natively it is one of sections.
TABLE = """#include <board/flash.h>
static const unsigned char gamma_of[4] IN_FLASH = {{0, 3, {0}, 255}};
int bright(int i) {{ return gamma_of[i & 3]; }}
int other(int x) {{ return x * {1}; }}
"""
HOOK = """#include <board/flash.h>
static int one(int x) {{ return x + 1; }}
static int two(int x) {{ return x + 2; }}
int (*hook)(int) IN_RAM = {0};
int call(int x) {{ return hook(x); }}
int sum(int x) {{ return one(x) + two(x); }}
int other(int x) {{ return x * {1}; }}
"""
COMMAND = """#include <board/command.h>
COMMAND(save, {0})
int other(int x) {{ return x * {1}; }}
"""
ASSEMBLY = """int code(void);
__asm__(".globl code\\ncode: movl ${0}, %eax\\nret");
int use(int x) {{ return code() + x; }}
int other(int x) {{ return x * {1}; }}
"""
BYTES = """extern const unsigned char blob[];
__asm__(".globl blob\\nblob: .byte {0}\\n.text");
int first(void) {{ return blob[0]; }}
int other(int x) {{ return x * {1}; }}
"""
LIMITS = """#include <board/limits.h>
enum limit {{ LOW, HIGH VALUE_OF({0}), TOP }};
int most(int x) {{ return x {1} HIGH; }}
"""
RECORD = """#include <board/layout.h>
struct record {{ char kind; int size {0}; int last; }};
struct file {{ struct record first[2]; int used; }};
int used(struct file *f) {{ return f->used; }}
"""
ZONE = "#include <time.h>\nlong zone(void) {{ {0} }}\n"


class UnreadText(cli.Test):
    def merge(self, text, base, changed, merged):
        """A changes the first blank, B the second one; (code, verdicts)."""
        files = [self.file(f"{name}.c", text.format(*blanks))
                 for name, blanks in (("o", (base, 2)), ("a", (changed, 2)),
                                      ("b", (base, 3)), ("m", (merged, 3)))]
        code, report = self.check("--no-exec", "--files", *files)
        return code, {u["function"]: u["verdict"] for u in report["units"]}

    def diff(self, old, new):
        return self.tool("diff", "--no-exec", "--files",
                         self.file("old.c", old), self.file("new.c", new))

    def file(self, name, text):
        self.write({name: text})
        return name

    def test_a_table_whose_macro_is_missing(self):
        code, verdicts = self.merge(TABLE, 20, 40, 20)
        self.assertEqual(code, 3)
        self.assertNotEqual(verdicts.get("bright"), "proved")
        code, verdicts = self.merge(TABLE, 20, 40, 40)
        self.assertEqual(code, 0)
        self.assertEqual(verdicts.get("other"), "proved")

    # It is not zero.
    def test_nobody_knows_what_the_table_holds(self):
        text = TABLE.format(20, 2)
        run = self.diff(text, text.replace("gamma_of[i & 3];", "0;"))
        self.assertEqual(run.code, 3, run.out)

    def test_a_pointer_to_functions(self):
        code, _ = self.merge(HOOK, "one", "two", "one")
        self.assertEqual(code, 3)
        run = self.diff(HOOK.format("one", 2), HOOK.format("two", 2))
        self.assertEqual(run.code, 3, run.out)

    def test_what_a_macro_may_define(self):
        code, verdicts = self.merge(COMMAND, 20, 4, 20)
        self.assertEqual(code, 3)
        self.assertEqual(verdicts.get("(between functions)"), "unknown")
        code, verdicts = self.merge(COMMAND, 20, 4, 4)
        self.assertEqual((code, verdicts.get("other")), (0, "proved"))

    # Natively, with B's product of A's number, the merge is neither's.
    def test_an_enumerator_whose_macro_is_missing(self):
        files = [self.file(f"{name}.c", LIMITS.format(*blanks))
                 for name, blanks in (("o", (3, "+")), ("a", (5, "+")), ("b", (3, "*")), ("m", (5, "*")))]
        _, report = self.check("--no-exec", "--files", *files)
        self.assertEqual([unit["verdict"] for unit in report["units"]], ["not-analysed"])

    # With alignment, `used` lies elsewhere.
    def test_a_struct_whose_macro_is_missing(self):
        run = self.diff(RECORD.format(""), RECORD.format("ALIGNED_TO(16)"))
        self.assertEqual(run.code, 3, run.out)
        self.assertRegex(run.out, r"(?m)^ +used  new\.c:4$")

    # Its macro may define a function that sets it.
    def test_a_flag_that_rejected_text_names(self):
        text = "#include <board/command.h>\nstatic int is_on;\nSWITCH(is_on);\nint f(int x) {{ return {} ? 2 * x : x; }}\n"
        run = self.diff(text.format("is_on == 1"), text.format("is_on"))
        self.assertNotEqual(run.code, 0, run.out)

    def test_assembly_alone(self):
        text = 'static int one(int x) {{ return x + 1; }}\nstatic int two(int x) {{ return x + 2; }}\n' \
               'int (*const both[])(int) = {{one, two}};\n__asm__(".globl api\\n.set api, {}");\n'
        run = self.diff(text.format("one"), text.format("two"))
        self.assertEqual(run.code, 3, run.out)
        self.assertIn("(between functions)", run.out)

    # Natively use(1) is 21 in O, 5 in A and 21 in the merge.
    def test_assembly_defines_a_function(self):
        code, verdicts = self.merge(ASSEMBLY, 20, 4, 20)
        self.assertEqual(code, 3)
        self.assertNotEqual(verdicts.get("use"), "proved")
        run = self.diff(ASSEMBLY.format(20, 2), ASSEMBLY.format(4, 2))
        self.assertEqual(run.code, 3, run.out)

    # Natively first() is 20, and 4.
    def test_assembly_defines_data(self):
        run = self.diff(BYTES.format(20, 2), BYTES.format(4, 2))
        self.assertEqual(run.code, 3, run.out)

    # Natively 18000 and 0, with TZ=EST5.
    def test_a_function_of_the_system_writes_its_data(self):
        run = self.diff(ZONE.format("tzset(); return timezone;"),
                        ZONE.format("long z = timezone; tzset(); return z;"))
        self.assertEqual(run.code, 3, run.out)


if __name__ == "__main__":
    cli.main()
