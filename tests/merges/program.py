"""Random small C programs as trees that edits can work on.

Expressions are tuples: ("num", 3), ("var", "x"), ("bin", "+", l, r), ("un", "-", e),
("index", "t0", e), ("field", "s", "a"), ("cond", c, x, y), ("cast", "unsigned", e),
("call", "f0", [args]). A call is only ever the whole right-hand side, so that no order
of evaluation matters. Statements are lists, so that edits can change them in place:

  ["decl", type, name, expr]      ["assign", lvalue, "=" or "+=" …, expr]
  ["if", cond, then, else]        ["for", var, bound, body]  from 0, unsigned, step 1
  ["while", cond, body]           ["switch", expr, [[const, body]…], default]
  ["return", expr]                ["do", call]               ["note", comment]
"""
import copy

SCALARS = ("int", "unsigned", "unsigned char")
CONSTANTS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 15, 16, 31, 32, 64, 99, 100, 127, 128, 255,
             256, 1000)
FIELDS = (("a", "int"), ("b", "unsigned"))
CELLS = 4       # of global arrays and of the array in struct box
STRUCT = ["struct box {", "  int a;", "  unsigned b;", f"  int items[{CELLS}];",
          "  struct box *next;", "};"]
EXTERNALS = {"ext1": ("int", ["int"]), "ext2": ("void", ["int"])}


class Function:
    def __init__(self, name, result, params, is_static):
        self.name, self.result, self.params = name, result, params  # [(type, name)]
        self.is_static = is_static
        self.body = []

    def signature(self):
        params = ", ".join(declare(t, n) for t, n in self.params) or "void"
        return f"{'static ' if self.is_static else ''}{self.result} {self.name}({params})"


class Program:
    def __init__(self):
        self.scalars = []   # [(type, name, initial, is_static)]
        self.arrays = []    # [(name, initial values)], of int
        self.functions = []
        self.focus = ""     # the function that edits prefer

    def clone(self):
        return copy.deepcopy(self)

    def text(self):
        lines = [*STRUCT, ""]
        lines += [f"{result} {name}({', '.join(types)});"
                  for name, (result, types) in EXTERNALS.items()]
        lines.append("")
        for kind, name, value, is_static in self.scalars:
            lines += [f"{'static ' if is_static else ''}{kind} {name} = {value};", ""]
        for name, values in self.arrays:
            lines += [f"int {name}[{CELLS}] = {{{', '.join(map(str, values))}}};", ""]
        for function in self.functions:
            lines += [function.signature() + " {"]
            for statement in function.body:
                lines += [*show_statement(statement, 1), ""]
            lines.pop()
            lines += ["}", ""]
        return "\n".join(lines)


def declare(kind, name):
    return f"{kind}{name}" if kind.endswith("*") else f"{kind} {name}"


def show(e, is_nested=False):
    kind = e[0]
    if kind == "num":
        return str(e[1])
    if kind == "var":
        return e[1]
    if kind == "index":
        return f"{e[1]}[{show(e[2])}]"
    if kind == "items":
        return f"{e[1]}->items[{show(e[2])}]"
    if kind == "field":
        return f"{e[1]}->{e[2]}"
    if kind == "un":
        return f"{e[1]}{show(e[2], True)}"
    if kind == "cast":
        return f"({e[1]}){show(e[2], True)}"
    if kind == "call":
        return f"{e[1]}({', '.join(show(a) for a in e[2])})"
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
    for constant, body in s[2]:
        lines += [f"{pad}case {constant}:", *show_block(body, depth + 1), f"{pad}  break;"]
    if s[3]:
        lines += [f"{pad}default:", *show_block(s[3], depth + 1), f"{pad}  break;"]
    return lines + [f"{pad}}}"]


def show_statement(s, depth):
    pad, kind = "  " * depth, s[0]
    if kind == "decl":
        return [f"{pad}{declare(s[1], s[2])} = {show(s[3])};"]
    if kind == "assign":
        return [f"{pad}{show(s[1])} {s[2]} {show(s[3])};"]
    if kind == "return":
        return [f"{pad}return {show(s[1])};"]
    if kind == "do":
        return [f"{pad}{show(s[1])};"]
    if kind == "note":
        return [f"{pad}// {s[1]}"]
    if kind == "switch":
        return show_switch(s, depth)
    if kind == "for":
        head = f"for (unsigned {s[1]} = 0; {show(s[2])}; {s[1]}++)"
        return [f"{pad}{head} {{", *show_block(s[3], depth + 1), f"{pad}}}"]
    if kind == "while":
        return [f"{pad}while ({show(s[1])}) {{", *show_block(s[2], depth + 1), f"{pad}}}"]
    lines = [f"{pad}if ({show(s[1])}) {{", *show_block(s[2], depth + 1)]
    if s[3]:
        lines += [f"{pad}}} else {{", *show_block(s[3], depth + 1)]
    return lines + [f"{pad}}}"]


class Scope:
    """What an expression at one place may name."""

    def __init__(self, program, function):
        self.program, self.function = program, function
        known = program.functions
        self.callees = known[:known.index(function)] if function in known else known
        self.scalars = [n for _, n, _, _ in program.scalars]
        self.scalars += [n for t, n in function.params if t in SCALARS]
        self.locals = []          # assignable
        self.indices = []         # (index variable, array or pointer it is good for)
        self.boxes = [n for t, n in function.params if t == "struct box *"]
        self.pointers = [n for t, n in function.params if t == "int *"]
        self.fresh = 0


def make_number(rng):
    return ("num", rng.choice(CONSTANTS))


def make_place(rng, scope):
    """Something to read that is not a plain variable, or None."""
    choices = []
    if scope.program.arrays:
        choices.append(("index", rng.choice(scope.program.arrays)[0], make_index(rng, scope)))
    if scope.boxes:
        box = rng.choice(scope.boxes)
        choices += [("field", box, rng.choice(FIELDS)[0]),
                    ("items", box, make_index(rng, scope))]
    if scope.indices:
        index, array = rng.choice(scope.indices)
        choices.append(("index", array, ("var", index)))
    return rng.choice(choices) if choices else None


def make_index(rng, scope):
    if rng.random() < 0.5 or not scope.scalars:
        return ("num", rng.randrange(CELLS))
    return ("bin", "&", ("var", rng.choice(scope.scalars)), ("num", CELLS - 1))


def make_expr(rng, scope, depth=2):
    roll = rng.random()
    if depth == 0 or roll < 0.25:
        if scope.scalars and rng.random() < 0.75:
            return ("var", rng.choice(scope.scalars + 2 * scope.locals))
        return make_number(rng)
    if roll < 0.4:
        place = make_place(rng, scope)
        if place:
            return place
    if roll < 0.5:
        return ("bin", rng.choice(["/", "%"]), make_expr(rng, scope, depth - 1),
                ("num", rng.choice([2, 3, 5, 10, 16])))
    if roll < 0.58:
        return ("bin", rng.choice(["<<", ">>"]),
                ("cast", "unsigned", make_expr(rng, scope, depth - 1)),
                ("num", rng.randrange(1, 5)))
    if roll < 0.63:
        return ("cond", make_condition(rng, scope, 0), make_expr(rng, scope, depth - 1),
                make_expr(rng, scope, depth - 1))
    operator = rng.choice(["+", "+", "+", "-", "-", "*", "&", "&", "|", "^"])
    return ("bin", operator, make_expr(rng, scope, depth - 1), make_expr(rng, scope, 0))


def make_condition(rng, scope, depth=1):
    if depth and rng.random() < 0.25:
        return ("bin", rng.choice(["&&", "||"]), make_condition(rng, scope, 0),
                make_condition(rng, scope, 0))
    if scope.boxes and rng.random() < 0.15:
        return ("bin", "!=", ("var", rng.choice(scope.boxes)), ("num", 0))
    return ("bin", rng.choice(["<", "<=", ">", ">=", "==", "!="]),
            make_expr(rng, scope, 1), make_number(rng))


def make_target(rng, scope):
    choices = [("var", n) for n in scope.locals] * 4
    choices += [("var", n) for _, n, _, _ in scope.program.scalars]
    if scope.program.arrays:
        choices.append(("index", rng.choice(scope.program.arrays)[0], make_index(rng, scope)))
    for box in scope.boxes:
        choices += [("field", box, rng.choice(FIELDS)[0]), ("items", box, make_index(rng, scope))]
    for index, array in scope.indices:
        choices.append(("index", array, ("var", index)))
    return rng.choice(choices)


def make_variable(rng, scope):
    """A target whose address nothing computes: a call may be assigned to it."""
    return ("var", rng.choice(scope.locals + [n for _, n, _, _ in scope.program.scalars]))


def make_assign(rng, scope):
    return ["assign", make_target(rng, scope), rng.choice(["=", "=", "=", "+=", "-=", "^=", "|="]),
            make_expr(rng, scope)]


def make_call(rng, scope):
    callees = scope.callees
    if not callees or rng.random() < 0.3:
        if rng.random() < 0.5:
            return ["do", ("call", "ext2", [make_expr(rng, scope, 1)])]
        return ["assign", make_variable(rng, scope), "=",
                ("call", "ext1", [make_expr(rng, scope, 1)])]
    callee = rng.choice(callees)
    args = []
    for kind, _ in callee.params:
        if kind in SCALARS:
            args.append(make_expr(rng, scope, 1))
        else:
            pool = scope.boxes if kind == "struct box *" else scope.pointers
            if not pool:
                return make_assign(rng, scope)
            args.append(("var", rng.choice(pool)))
    return ["assign", make_variable(rng, scope), "=", ("call", callee.name, args)]


def make_loop(rng, scope, depth):
    index = f"i{scope.fresh}"
    scope.fresh += 1
    limit = rng.choice([2, 3, 4, 8])
    bound = ("bin", "<", ("var", index), ("num", limit))
    good_for = [n for n, _ in scope.program.arrays] if limit <= CELLS else []
    if scope.pointers and rng.random() < 0.6:
        bound = ("bin", "&&", ("bin", "<", ("var", index), ("var", "n")),
                 ("bin", "<", ("var", index), ("num", 8)))
        good_for = list(scope.pointers)
    added = [(index, array) for array in good_for]
    scope.indices += added
    scope.scalars.append(index)
    body = make_block(rng, scope, depth - 1, 2)
    scope.scalars.remove(index)
    scope.indices = [entry for entry in scope.indices if entry not in added]
    return ["for", index, bound, body]


def make_while(rng, scope):
    if not scope.locals:
        return make_assign(rng, scope)
    name = rng.choice(scope.locals)
    return ["while", ("bin", ">", ("var", name), ("num", rng.choice([3, 9, 100]))),
            [["assign", ("var", name), "=", ("bin", "/", ("var", name), ("num", rng.choice([2, 3, 10])))]]]


def make_statement(rng, scope, depth):
    roll = rng.random()
    if depth == 0 or roll < 0.4:
        return make_assign(rng, scope)
    if roll < 0.55:
        return ["if", make_condition(rng, scope), make_block(rng, scope, depth - 1, 2),
                make_block(rng, scope, depth - 1, 1) if rng.random() < 0.5 else []]
    if roll < 0.6:
        return ["if", make_condition(rng, scope), [["return", make_expr(rng, scope, 1)]], []]
    if roll < 0.75:
        return make_call(rng, scope)
    if roll < 0.88:
        return make_loop(rng, scope, depth)
    if roll < 0.93:
        return make_while(rng, scope)
    return ["switch", make_expr(rng, scope, 1),
            [[c, make_block(rng, scope, 0, 1)] for c in sorted(rng.sample(range(6), 2))],
            make_block(rng, scope, 0, 1)]


def make_block(rng, scope, depth, most):
    return [make_statement(rng, scope, depth) for _ in range(rng.randint(1, most))]


def make_params(rng):
    params = []
    for k in range(rng.randint(1, 2)):
        params.append((rng.choice(SCALARS), f"x{k}"))
    roll = rng.random()
    if roll < 0.3:
        params.append(("struct box *", "s"))
        if rng.random() < 0.3:
            params.append(("struct box *", "q"))
    elif roll < 0.5:
        params += [("int *", "p"), ("unsigned", "n")]
    return params


def make_function(rng, program, name):
    function = Function(name, rng.choice(["int", "int", "unsigned"]), make_params(rng),
                        rng.random() < 0.3)
    scope = Scope(program, function)
    for k in range(rng.randint(1, 3)):
        function.body.append(["decl", rng.choice(SCALARS), f"v{k}", make_expr(rng, scope)])
        scope.locals.append(f"v{k}")
    scope.scalars += scope.locals
    for _ in range(rng.randint(2, 5)):
        function.body.append(make_statement(rng, scope, 2))
    function.body.append(["return", make_result(rng, scope)])
    return function


def make_result(rng, scope):
    """Mostly an expression that every local matters to."""
    if rng.random() < 0.2:
        return make_expr(rng, scope)
    result = ("cast", "unsigned", ("var", scope.locals[0]))
    for name in scope.locals[1:]:
        result = ("bin", "+", ("bin", "*", result, ("num", 3)), ("var", name))
    return result


def make_program(rng):
    program = Program()
    for k in range(rng.randint(1, 3)):
        program.scalars.append((rng.choice(SCALARS), f"g{k}", rng.choice([0, 1, 5]),
                                rng.random() < 0.3))
    if rng.random() < 0.6:
        program.arrays.append(("t0", [rng.choice(CONSTANTS) for _ in range(CELLS)]))
    for k in range(rng.randint(2, 4)):
        program.functions.append(make_function(rng, program, f"f{k}"))
    return program
