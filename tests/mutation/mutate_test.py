#!/usr/bin/env python3
"""Exactly which mutants every operator makes of a text."""
import pathlib
import tempfile
import unittest

import mutate


def find(text, operator=None, lines=None):
    """[what a mutant makes of the line it is in] in order, of one operator."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "subject.c"
        path.write_text(text)
        found = mutate.find_mutants(path, lines=lines)
    made = []
    for mutant in found:
        if operator in (None, mutant.operator):
            whole = mutate.apply(text.encode(), mutant).decode()
            made.append((mutant.line, whole.split("\n")[mutant.line - 1].strip()))
    return made


def of_body(body, operator):
    """The same for the only line of a function."""
    text = f"int f(int a, int b, int *p) {{\n{body}\n  return a;\n}}\n"
    return [line for number, line in find(text, operator) if number == 2]


class Operators(unittest.TestCase):
    maxDiff = None

    def expect(self, body, operator, *lines):
        self.assertEqual(of_body(body, operator), list(lines))

    def test_arithmetic(self):
        self.expect("a = a + b;", "AOR", "a = a % b;", "a = a * b;", "a = a - b;", "a = a / b;")
        self.expect("a *= b;", "AOR", "a %= b;", "a += b;", "a -= b;", "a /= b;")

    def test_arithmetic_keeps_operands(self):
        self.expect("a = a - b * a;", "AOR", "a = a % (b * a);", "a = a * (b * a);",
                    "a = a / (b * a);", "a = a + b * a;", "a = a - (b + a);",
                    "a = a - (b - a);", "a = a - b % a;", "a = a - b / a;")

    def test_bitwise(self):
        self.expect("a = a & b;", "LOR", "a = a ^ b;", "a = a | b;")
        self.expect("a |= b;", "LOR", "a &= b;", "a ^= b;")

    def test_shift(self):
        self.expect("a = b << a;", "SOR", "a = b >> a;")
        self.expect("a >>= b;", "SOR", "a <<= b;")

    def test_relation(self):
        self.expect("if (a < b) a++;", "ROR", "if (0) a++;", "if (1) a++;", "if (a != b) a++;",
                    "if (a <= b) a++;", "if (a == b) a++;", "if (a > b) a++;",
                    "if (a >= b) a++;")

    def test_condition(self):
        self.expect("if (a && b) a++;", "COR", "if (0) a++;", "if (1) a++;", "if (a) a++;",
                    "if (b) a++;", "if (a || b) a++;")

    def test_condition_keeps_operands(self):
        self.expect("if (a && (b || *p)) a++;", "COR", "if ((b || *p)) a++;", "if (0) a++;",
                    "if (1) a++;", "if (a) a++;", "if (a || (b || *p)) a++;",
                    "if (a && (*p)) a++;", "if (a && (0)) a++;", "if (a && (1)) a++;",
                    "if (a && (b)) a++;", "if (a && (b && *p)) a++;")

    def test_unary(self):
        self.expect("a = -b;", "ORU", "a = b;", "a = ~b;")
        self.expect("a = ~b;", "ORU", "a = b;", "a = -b;")
        self.expect("a = +b;", "ORU", "a = b;", "a = -b;")
        self.expect("if (!a) b++;", "ORU", "if (a) b++;", "if (!a) b--;")
        self.expect("--a;", "ORU", "++a;")

    def test_tokens_stay_apart(self):
        self.expect("a = a-++b;", "ORU", "a = a- --b;")
        self.expect("a = a-*p;", "AOR", "a = a%*p;", "a = a**p;", "a = a+*p;", "a = a/ *p;")
        self.expect("return-b;", "ORU", "return b;", "return~b;")

    def test_value(self):
        self.expect("return a + b;", "EVR", "return -(a + b);", "return 0;")
        self.expect("a = b;", "EVR", "a = -b;", "a = 0;")
        self.expect("int c = *p; a = c;", "EVR", "int c = -(*p); a = c;", "int c = 0; a = c;",
                    "int c = *p; a = -c;", "int c = *p; a = 0;")
        self.expect("p = &a;", "EVR", "p = 0;")
        self.expect("f(a, 1, p);", "EVR", "f(-a, 1, p);", "f(0, 1, p);", "f(a, 1, 0);")

    def test_literal(self):
        self.expect("a = 5;", "LVR", "a = -5;", "a = 0;", "a = 4;", "a = 6;")
        self.expect("a = 1;", "LVR", "a = -1;", "a = 0;", "a = 2;")
        self.expect("a = 0;", "LVR", "a = -1;", "a = 1;")
        self.expect("a = 0x10u;", "LVR", "a = -0x10u;", "a = 0x0u;", "a = 0x11u;", "a = 0xfu;")
        self.expect("a = 'b';", "LVR", "a = -98;", "a = 0;", "a = 97;", "a = 99;")
        self.expect('const char *s = "x";', "LVR", 'const char *s = "";')

    def test_statement(self):
        self.expect("if (a) b = 1;", "STD", "if (a) ;")
        self.expect("while (a) { a--; break; }", "STD", "while (a) { ; break; }",
                    "while (a) { a--; ; }")
        self.expect("if (a) return b; else f(a, b, p);", "STD",
                    "if (a) ; else f(a, b, p);", "if (a) return b; else ;")
        self.expect("(void)b;", "STD")


class Places(unittest.TestCase):
    def test_own_line_goes(self):
        text = "int f(int a) {\n  a++;\n  a += 2; // two\n  return a;\n}\n"
        self.assertEqual(find(text, "STD"), [(2, "a += 2; // two"), (3, "; // two")])

    def test_last_return_stays(self):
        self.assertEqual(find("int f(int a) {\n  return a;\n}\n", "STD"), [])

    def test_macros(self):
        text = ("#define LIMIT 10\n#define NEXT(x) ((x) + 1)\n"
                "int f(int a) {\n  if (a < LIMIT)\n    return NEXT(a) - a;\n  return 3;\n}\n")
        self.assertEqual([line for line in find(text) if line[0] == 4],
                         [(4, f"if ({condition})") for condition in (
                             "0", "1", "a != LIMIT", "a <= LIMIT", "a == LIMIT", "a > LIMIT",
                             "a >= LIMIT")])
        self.assertEqual(find(text, "AOR"), [])
        self.assertEqual(find(text, "LVR"),
                         [(6, f"return {n};") for n in ("-3", "0", "2", "4")])

    def test_headers(self):
        text = '#include "other.h"\nint f(int a) {\n  return other(a);\n}\n'
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "subject.c"
            path.write_text(text)
            (path.parent / "other.h").write_text(
                "static int other(int a) {\n  return a + 1;\n}\n")
            found = mutate.find_mutants(path)
            made = [mutate.apply(text.encode(), m) for m in found]
            self.assertTrue(all(mutate.compiles(t, str(path)) for t in made))
        self.assertEqual({m.line for m in found}, {3})
        self.assertEqual([(m.operator, m.replacement) for m in found],
                         [("EVR", "-other(a)"), ("EVR", "0"), ("EVR", "-a"), ("EVR", "0")])

    def test_not_evaluated(self):
        text = "_Static_assert(1 + 1 == 2, \"\");\nint f(void) {\n  return sizeof(3 + 4);\n}\n"
        self.assertEqual([line for _, line in find(text)],
                         ["return -(sizeof(3 + 4));", "return 0;"])

    def test_lines(self):
        text = "int f(int a) {\n  a++;\n  a--;\n  return a;\n}\n"
        self.assertEqual(find(text, lines={3}), [(3, "return a;"), (3, "a++;")])

    def test_texts_differ(self):
        text = "int f(int a) {\n  return a == 0 || a == 1 ? -1 : (a & 1) + 1;\n}\n"
        made = find(text)
        self.assertEqual(len(made), len(set(made)))

    def test_does_not_compile(self):
        with self.assertRaises(RuntimeError):
            find("int f(int a) {\n  return b;\n}\n")
        self.assertFalse(mutate.compiles(b"int f(void) { return g(); }", "f.c"))
        self.assertFalse(mutate.compiles(b"int *f(void) { return 1; }", "f.c"))


if __name__ == "__main__":
    unittest.main()
