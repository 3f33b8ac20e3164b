"""Random small C programs as trees that edits can work on; grow.py makes them.

Expressions are tuples: ("num", 3), ("var", "x"), ("bin", "+", l, r), ("un", "-", e),
("index", "t0", e), ("field", "s->next", "a"), ("items", "s", e), ("deref", "out"),
("addr", lvalue), ("alloc", text), ("cond", c, x, y), ("cast", "unsigned", e),
("post", "--", lvalue), ("call", "f0", [args]). A call is only ever the whole right-hand
side, so that no order of evaluation matters. Statements are lists, so that edits can
change them in place:

  ["decl", type, name, expr]      ["static", type, name, value]
  ["ptr", type, name, expr]       ["array", type, name, [values]]   locals, on top
  ["assign", lvalue, "=" or "+=" …, expr]   ["step", lvalue, "++" or "--"]
  ["pair", [assign, assign]]      with a comma between them
  ["if", cond, then, else]        ["while", cond, body]     ["dowhile", cond, body]
  ["for", var, cond, body, start, step]     step is text, "" when cond steps
  ["count", type, names, cond, start, other, body, steps]   for with one counter, or two
                    of them ("other" is what the second starts with, else None)
  ["split", type, name, expr]               a declaration, and below it the assignment
  ["switch", expr, [[const, body, "break" or ""]…], default]
  ["return", expr or None]        ["do", call]              ["note", comment]
  ["break"]  ["continue"]  ["goto", label]  ["label", name]

Names of one of bcjklmwz and a number are counters and pointers of one place;
nothing assigns to them that does not stand there. ("var", "*z3") is what z3 points to.
"""
import copy

SCALARS = ("int", "unsigned", "unsigned char", "signed char", "short", "unsigned short",
           "long", "unsigned long", "_Bool")
BOX, INTS = "struct box *", "int *"
BOXES, PLACES = "struct box **", "int **"   # where a pointer is kept
FIELDS = (("a", "int"), ("b", "unsigned"), ("c", "signed char"), ("on", "_Bool"))
CELLS = 4       # of global arrays and of the array in struct box
STRUCT = ["struct box {", "  int a;", "  unsigned b;", f"  int items[{CELLS}];",
          "  signed char c;", "  _Bool on;", "  struct box *next;", "};"]
EXTERNALS = {"ext1": ("int", ["int"]), "ext2": ("void", ["int"]), "ext3": ("int", [INTS]),
             "ext4": ("void", [BOX])}
DECLARATIONS = ("decl", "split", "static", "ptr", "array")


class Function:
    def __init__(self, name, result, params, is_static):
        self.name, self.result, self.params = name, result, params  # [(type, name)]
        self.is_static = is_static
        self.body = []
        self.twin = None    # (body, another that means the same); of use while body is that

    def signature(self):
        params = ", ".join(declare(t, n) for t, n in self.params) or "void"
        return f"{'static ' if self.is_static else ''}{declare(self.result, self.name)}({params})"


GATHERED = ("long", "int", "unsigned char")     # what every call of gather() passes


class Gather:
    """A helper that mixes what it is passed beyond its parameter. The oracle takes it for
    no unit: its head stands on two lines."""

    def __init__(self, weights, operator, read, through):
        self.weights, self.operator = weights, operator
        self.read = read            # how many of the arguments
        self.through = through      # "list": another function reads them

    def reads(self, place):
        return [f"  sum = sum * {w}u {self.operator} (unsigned)va_arg({place}, "
                f"{'int' if kind == 'unsigned char' else kind});"
                for kind, w in list(zip(GATHERED, self.weights))[:self.read]]

    def text(self):
        head = ["static unsigned gather(int first, ...)", "{", "  va_list rest;",
                "  unsigned sum = (unsigned)first;", "", "  va_start(rest, first);"]
        tail = ["  va_end(rest);", "", "  return sum;", "}", ""]
        if not self.through:
            return [*head, *self.reads("rest"), *tail]
        return ["static unsigned mix(unsigned sum, va_list rest)", "{", *self.reads("rest"),
                "", "  return sum;", "}", "",
                *head, "  sum = mix(sum, rest);", *tail]


class Program:
    def __init__(self):
        self.scalars = []   # [(type, name, initial, is_static)]; pointers among them
        self.arrays = []    # [(name, initial values)], of int; the first has CELLS cells
        self.tables = []    # the same, const; one named "ends…" has a 0 at its end
        self.gather = None  # a Gather, the helper with variable arguments
        self.functions = []
        self.makers = ()    # of groups of statements, beside those of grow.py
        self.used = set()   # names that were taken, see grow.take_name
        self.focus = ""     # the function that edits prefer

    def clone(self):
        return copy.deepcopy(self)

    def text(self):
        lines = ["#include <stdlib.h>", "", *STRUCT, ""]
        if self.gather:
            lines.insert(0, "#include <stdarg.h>")
        lines += [f"{result} {name}({', '.join(types)});"
                  for name, (result, types) in EXTERNALS.items()]
        lines.append("")
        for kind, name, value, is_static in self.scalars:
            lines += [f"{'static ' if is_static else ''}{declare(kind, name)} = {value};", ""]
        for name, values in self.arrays:
            lines += [f"int {name}[{len(values)}] = {{{', '.join(map(str, values))}}};", ""]
        for name, values in self.tables:
            lines += [f"static const int {name}[] = {{{', '.join(map(str, values))}}};", ""]
        if self.gather:
            lines += self.gather.text()
        for function in self.functions:
            lines += [function.signature() + " {"]
            for statement in function.body:
                lines += [*show_statement(statement, 1), ""]
            lines.pop()
            lines += ["}", ""]
        return "\n".join(lines)


def declare(kind, name):
    return f"{kind}{name}" if kind.endswith("*") else f"{kind} {name}"


def show_call(e):
    args = [show(a) for a in e[2]]
    if e[1] == "gather":    # of the types that it reads, whatever the arguments have become
        args[1:] = [f"({kind})({a})" for kind, a in zip(GATHERED, args[1:])]
    return f"{e[1]}({', '.join(args)})"


LEAVES = {"num": lambda e: str(e[1]), "var": lambda e: e[1], "alloc": lambda e: e[1],
          "deref": lambda e: f"*{e[1]}", "field": lambda e: f"{e[1]}->{e[2]}",
          "index": lambda e: f"{e[1]}[{show(e[2])}]",
          "items": lambda e: f"{e[1]}->items[{show(e[2])}]",
          "post": lambda e: f"{show(e[2])}{e[1]}",
          "addr": lambda e: f"&{show(e[1])}",
          "call": show_call}


def show(e, is_nested=False):
    kind = e[0]
    if kind in LEAVES:
        return LEAVES[kind](e)
    if kind == "un":
        return f"{e[1]}{show(e[2], True)}"
    if kind == "cast":
        return f"({e[1]}){show(e[2], True)}"
    if kind == "cond":
        text = f"{show(e[1], True)} ? {show(e[2], True)} : {show(e[3], True)}"
    else:
        text = f"{show(e[2], True)} {e[1]} {show(e[3], True)}"
    return f"({text})" if is_nested else text


def show_block(statements, depth):
    return [line for s in statements for line in show_statement(s, depth)]


def show_switch(s, depth):
    pad = "  " * depth
    lines = [f"{pad}switch ({show(s[1])}) {{"]
    for constant, body, end in s[2]:
        lines += [f"{pad}case {constant}:", *show_block(body, depth + 1)]
        lines += [f"{pad}  {end};"] if end else []
    if s[3]:
        lines += [f"{pad}default:", *show_block(s[3], depth + 1), f"{pad}  break;"]
    return lines + [f"{pad}}}"]


def show_count(s, depth):
    pad = "  " * depth
    first = f"{declare(s[1], s[2][0])} = {show(s[4])}"
    other = f", {'*' if s[1].endswith('*') else ''}{s[2][1]} = {show(s[5])}" if s[5] else ""
    steps = ", ".join(show_assign(x) if x[0] == "assign" else show_step(x) for x in s[7])
    return [f"{pad}for ({first}{other}; {show(s[3])}; {steps}) {{",
            *show_block(s[6], depth + 1), f"{pad}}}"]


def show_assign(s):
    return f"{show(s[1])} {s[2]} {show(s[3])}"


def show_step(s):
    return f"{s[2]}({show(s[1])})" if s[1][0] == "deref" else f"{show(s[1])}{s[2]}"


LINES = {"decl": lambda s: f"{declare(s[1], s[2])} = {show(s[3])};",
         "ptr": lambda s: f"{declare(s[1], s[2])} = {show(s[3])};",
         "static": lambda s: f"static {declare(s[1], s[2])} = {s[3]};",
         "array": lambda s: f"{s[1]} {s[2]}[{len(s[3])}] = {{{', '.join(map(str, s[3]))}}};",
         "assign": lambda s: f"{show_assign(s)};",
         "step": lambda s: f"{show_step(s)};",
         "pair": lambda s: ", ".join(show_assign(part) for part in s[1]) + ";",
         "return": lambda s: f"return {show(s[1])};" if s[1] else "return;",
         "do": lambda s: f"{show(s[1])};", "note": lambda s: f"// {s[1]}",
         "break": lambda s: "break;", "continue": lambda s: "continue;",
         "goto": lambda s: f"goto {s[1]};", "label": lambda s: f"{s[1]}:"}


def show_statement(s, depth):
    pad, kind = "  " * depth, s[0]
    if kind in LINES:
        return [("" if kind == "label" else pad) + LINES[kind](s)]
    if kind == "split":
        return [f"{pad}{declare(s[1], s[2])};", f"{pad}{s[2]} = {show(s[3])};"]
    if kind == "switch":
        return show_switch(s, depth)
    if kind == "count":
        return show_count(s, depth)
    if kind == "for":
        head = f"for (unsigned {s[1]} = {show(s[4])}; {show(s[2])}; {s[5]}"
        return [f"{pad}{head.rstrip()}) {{", *show_block(s[3], depth + 1), f"{pad}}}"]
    if kind == "while":
        return [f"{pad}while ({show(s[1])}) {{", *show_block(s[2], depth + 1), f"{pad}}}"]
    if kind == "dowhile":
        return [f"{pad}do {{", *show_block(s[2], depth + 1), f"{pad}}} while ({show(s[1])});"]
    lines = [f"{pad}if ({show(s[1])}) {{", *show_block(s[2], depth + 1)]
    if s[3]:
        lines += [f"{pad}}} else {{", *show_block(s[3], depth + 1)]
    return lines + [f"{pad}}}"]
