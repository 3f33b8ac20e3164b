"""What headers declare that are not on this machine: types, sizes, values."""
import cli

START = "#include <not/there.h>\n"


class MissingHeaders(cli.Test):
    def answer(self, **versions):
        texts = {name: START + text for name, text in versions.items()}
        code, report = self.check("--files", *self.version_files(texts))
        [unit] = [u for u in report["units"] if u["function"] == "f"]
        return code, unit, "\n".join(report["notes"])

    def test_a_macro_is_an_int_that_nobody_changes(self):
        def text(write, plus):
            return (f"struct c {{ unsigned mask, n; }};\nvoid f(struct c *c, int w) {{\n"
                    f"  c->mask = w ? {write} : EV_READ;\n  c->n += {plus};\n}}\n")
        code, unit, notes = self.answer(O=text("EV_WRITE", 1), A=text("EV_READ|EV_WRITE", 1),
                                        B=text("EV_WRITE", 2), M=text("EV_READ|EV_WRITE", 2))
        self.assertEqual((code, unit["verdict"]), (0, "proved"), unit)
        self.assertIn("missing-headers", unit["assumptions"])
        self.assertIn("for ints that nobody changes: EV_READ, EV_WRITE", notes)

    def test_its_value_is_not_known(self):
        first, last = "  if (x == LIMIT)\n    return 1;\n", "  if (x == 2)\n    return 5;\n"
        def text(*parts, add=1):
            return (f"unsigned calls;\nint f(int x) {{\n  calls += {add};\n" + "".join(parts) +
                    "  return 0;\n}\n")
        _, unit, _ = self.answer(O=text(first), A=text(last, first), B=text(first, add=2),
                                 M=text(first, last, add=2))
        self.assertNotEqual(unit["verdict"], "proved", unit)
        _, unit, _ = self.answer(O=text(first), A=text(last, first), B=text(first, add=2),
                                 M=text(last, first, add=2))
        self.assertEqual(unit["verdict"], "proved", unit)

    def test_a_conflict_is_one_whatever_the_values_are(self):
        def text(more, add):
            return (f"unsigned n;\nint f(int x) {{\n  n += {add};\n{more}"
                    f"  return x & FLAG;\n}}\n")
        only_0, all = "  if (FLAG == 0)\n    return 9;\n", "  if (x == 5)\n    return 9;\n"
        _, unit, _ = self.answer(O=text("", 1), A=text(only_0, 1), B=text("", 2), M=text("", 2))
        self.assertEqual(unit["verdict"], "unknown", unit)
        self.assertIn("only with certain values of 'FLAG'", unit["reason"])
        texts = [t.replace("x & FLAG", "x") for t in
                 (text("", 1), text(only_0, 1), text("", 2), text("", 2))]
        _, unit, _ = self.answer(**dict(zip("OABM", texts)))
        self.assertEqual(unit["verdict"], "unknown", unit)
        code, unit, _ = self.answer(O=text("", 1), A=text(all, 1), B=text("", 2), M=text("", 2))
        self.assertEqual((code, unit["verdict"]), (1, "conflict"), unit)
        self.assertTrue(unit["conflicts"][0]["test"], unit)

    def test_what_another_size_would_change_is_no_conflict(self):
        def text(size, at):
            return (f"struct ev;\nchar last(const void *p) {{\n  char b[{size}] = {{0}};\n"
                    f"  __builtin_memcpy(b + {at}, p, sizeof(struct ev));\n  return b[0];\n}}\n"
                    "char f(const void *p) {\n  return last(p);\n}\n")
        _, unit, _ = self.answer(O=text(256, 1), A=text(170, 1), B=text(256, 50), M=text(170, 50))
        self.assertEqual(unit["verdict"], "unknown", unit)

    def test_another_header_is_another_macro(self):
        def text(header, plus):
            return (f"#include <{header}/flags.h>\nint f(int x) {{\n  x = x & FLAG;\n"
                    f"  return x + {plus};\n}}\n")
        _, unit, _ = self.answer(O=text("old", 1), A=text("new", 1), B=text("old", 2),
                                 M=text("old", 2))
        self.assertNotEqual(unit["verdict"], "proved", unit)

    def proved(self, text):
        code, unit, notes = self.answer(O=text(1, 1), A=text(2, 1), B=text(1, 2), M=text(2, 2))
        self.assertEqual((code, unit["verdict"]), (0, "proved"), unit)
        return notes

    def test_the_same_header_by_another_path(self):
        def text(x, y):
            more = "#include <there.h>\n" if y == 2 else ""
            return (f"{more}struct c {{ unsigned x, y; }};\nvoid f(struct c *c, int w) {{\n"
                    f"  c->x = w ? {x} : FLAG;\n  c->y += {y};\n}}\n")
        self.assertIn("that nobody changes: FLAG", self.proved(text))

    def test_parentheses_around_an_argument_cast_nothing(self):
        self.assertIn("that nobody changes: NAME", self.proved(lambda x, y: (
            "struct c { int x, y; };\nvoid g(int, int);\nvoid f(struct c *c) {\n"
            f"  c->x = {x};\n  g((NAME), 0);\n  c->y = {y};\n}}\n")))

    def test_what_c_calls_bool_and_stderr(self):
        notes = self.proved(lambda x, y: (
            "struct c { bool x; int y; };\n"
            f"void f(struct c *c) {{\n  c->x = {x} > 1 ? true : false;\n"
            f"  fflush(stderr);\n  c->y = {y};\n}}\n"))
        self.assertIn("stdbool.h, stdio.h", notes)

    def test_a_tag_that_is_a_type_too(self):
        notes = self.proved(lambda x, y: (
            "struct object;\nstruct c { int x; object *o; int y; };\n"
            f"void f(struct c *c) {{\n  c->x = {x};\n  c->y = {y};\n}}\n"))
        self.assertIn("taken for structs: object", notes)

    def test_a_tag_that_only_parameters_name(self):
        notes = self.proved(lambda x, y: (
            "struct c { int x, y; };\nvoid f(const struct packet *, struct c *);\n"
            f"void f(const struct packet *p, struct c *c) {{\n"
            f"  c->x = {x};\n  c->y = {y} + (p == 0);\n}}\n"))
        self.assertIn("taken for structs: struct packet", notes)

    def rejected(self, body):
        def text(x, y):
            return (f"int g(void *);\nint s(const char *);\nint f(int x, int y) {{\n"
                    f"  x += {x};\n  {body}\n  y += {y};\n  return x ^ y;\n}}\n")
        code, unit, _ = self.answer(O=text(1, 1), A=text(2, 1), B=text(1, 2), M=text(2, 2))
        self.assertEqual((code, unit["verdict"]), (4, "not-analysed"), (body, unit))
        return unit["reason"]

    def test_what_is_no_int_is_not_analysed(self):
        for body in ("HANDLE *H; g(&H);", "NAME = 3;", "NAME.x = 3;", "y += s(NAME \"x\");",
                     "y += s(NAME);", "switch (g(0)) { case NAME: y++; }", "DO_IT;", "(void) DO_IT;",
                     "y ? DO_IT : 0;", "DO_IT, x++;", "x += sizeof(ITEM);", "y = (ITEM) -y;",
                     "y = y < (int) NAME;", "int *z = NAME; y += *z;",
                     "int z[NAME] = {1}; y += z[0];"):
            self.rejected(body)

    def test_small_letters_are_no_macro(self):
        self.assertIn("undeclared identifier 'offset'", self.rejected("x += offset;"))

    def test_a_reason_is_about_what_was_written(self):
        reason = self.rejected("y += s(NAME);\n  offset++;")
        self.assertNotIn("int", reason)
        self.assertIn("NAME", reason)

    def test_a_struct_whose_size_matters(self):
        def text(first, last):
            return ("struct conn { int fd; struct event ev; other_t o; int state; };\n"
                    f"void f(struct conn *c) {{\n  c->fd = {first};\n"
                    f"  event_add(&c->ev, 0);\n  c->state = {last};\n}}\n")
        code, unit, notes = self.answer(O=text(1, 1), A=text(2, 1), B=text(1, 2), M=text(2, 2))
        self.assertEqual((code, unit["verdict"]), (0, "proved"), unit)
        self.assertIn("taken for structs: other_t, struct event, struct other_t", notes)
        code, unit, _ = self.answer(O=text(1, 1), A=text(2, 1), B=text(1, 2), M=text(1, 2))
        self.assertEqual((code, unit["verdict"]), (1, "conflict"), unit)

    def test_where_a_member_lies_behind_a_struct_without_a_layout(self):
        def text(first, last):
            return ("typedef struct group { int a; HANDLE h; OVERLAPPED o; int node; } group_t;\n"
                    f"int f(int *node) {{\n  group_t *g = (group_t *)\n"
                    f"      ((char *) node - __builtin_offsetof(group_t, node));\n"
                    f"  g->a = {first};\n  return {last};\n}}\n")
        code, unit, notes = self.answer(O=text(1, 1), A=text(2, 1), B=text(1, 2), M=text(2, 2))
        self.assertEqual((code, unit["verdict"]), (0, "proved"), unit)
        self.assertIn("taken for structs: HANDLE, OVERLAPPED", notes)

    def test_what_c_and_posix_declare(self):
        def text(first, last):
            return ("struct c { uint16_t port; struct timeval at; };\n"
                    f"int f(struct c *c) {{\n  c->port = {first} + 65536;\n"
                    f"  c->at.tv_sec = SIGPIPE == 13 ? {last} : 0;\n  return c->port;\n}}\n")
        code, unit, notes = self.answer(O=text(1, 1), A=text(2, 1), B=text(1, 2), M=text(2, 2))
        self.assertEqual((code, unit["verdict"]), (0, "proved"), unit)
        self.assertIn("signal.h, stdint.h, sys/time.h", notes)
        self.assertNotIn("taken for", notes)
        code, unit, _ = self.answer(O=text(1, 1), A=text(1, 2), B=text(2, 1), M=text(2, 1))
        self.assertEqual((code, unit["verdict"]), (1, "conflict"), unit)

    def test_a_struct_that_only_one_version_lacks(self):
        size = "struct event { int a; };\n"
        def text(more, size=size):
            return size + f"int f(void) {{\n  struct event e = {{{more}}};\n  return e.a;\n}}\n"
        code, unit, _ = self.answer(O=text(1), A=text(2), B=text(1, ""), M=text(2))
        self.assertEqual((code, unit["verdict"]), (4, "not-analysed"), unit)


cli.main()
