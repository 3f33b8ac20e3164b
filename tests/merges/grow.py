"""Makes random programs of program.py: free of undefined behaviour where that is easy."""
import program as P

CONSTANTS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 15, 16, 31, 32, 64, 99, 100, 127, 128, 255,
             256, 1000)
COMMON = ("int", "int", "int", "unsigned", "unsigned", "unsigned char", "signed char",
          "short", "unsigned short", "long", "unsigned long", "_Bool")
BOX_SIZE = "sizeof(struct box)"


class Scope:
    """What an expression at one place may name."""

    def __init__(self, program, function):
        self.program, self.function = program, function
        known = program.functions
        self.callees = known[:known.index(function)] if function in known else list(known)
        self.globals = [n for t, n, _, _ in program.scalars if t in P.SCALARS]
        self.scalars = self.globals + [n for t, n in function.params if t in P.SCALARS]
        self.locals = []          # assignable
        self.ints = []            # those of type int: an address of them can be taken
        self.indices = []         # (index variable, array or pointer it is good for)
        self.boxes = [n for t, n in function.params if t == P.BOX]
        self.pointers = [n for t, n in function.params if t == P.INTS and n == "p"]
        self.outs = [n for t, n in function.params if t == P.INTS and n != "p"]
        self.heads = [n for t, n, _, _ in program.scalars if t == P.BOX]
        self.cursors = [n for t, n, _, _ in program.scalars if t == P.INTS]
        self.arrays = [n for n, _ in program.arrays]
        self.tables = [n for n, _ in program.tables if not n.startswith("ends")]
        self.walkers = []         # pointer locals for lists
        self.fresh = 0
        self.has_label = False

    def take_fresh(self):
        self.fresh += 1
        return self.fresh - 1


def take_name(rng, scope, letter):
    """One that no other loop has; see program.py."""
    while True:
        name = f"{letter}{rng.randrange(100)}"
        if name not in scope.program.used:
            scope.program.used.add(name)
            return name


def make_number(rng):
    return ("num", rng.choice(CONSTANTS))


def make_place(rng, scope):
    """Something to read that is not a plain variable, or None."""
    choices = []
    if scope.arrays + scope.tables:
        choices.append(("index", rng.choice(scope.arrays + scope.tables), make_index(rng, scope)))
    if scope.boxes:
        box = rng.choice(scope.boxes)
        choices += [("field", box, rng.choice(P.FIELDS)[0]),
                    ("items", box, make_index(rng, scope))]
    if scope.indices:
        index, array = rng.choice(scope.indices)
        choices.append(("index", array, ("var", index)))
    if scope.outs:
        choices.append(("deref", rng.choice(scope.outs)))
    return rng.choice(choices) if choices else None


def make_index(rng, scope):
    if rng.random() < 0.5 or not scope.scalars:
        return ("num", rng.randrange(P.CELLS))
    return ("bin", "&", ("var", rng.choice(scope.scalars)), ("num", P.CELLS - 1))


def make_expr(rng, scope, depth=2):
    roll = rng.random()
    if depth == 0 or roll < 0.25:
        if scope.scalars and rng.random() < 0.75:
            return ("var", rng.choice(scope.scalars + 2 * scope.locals))
        return make_number(rng)
    if roll < 0.42:
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
    if roll < 0.62:
        return ("cond", make_condition(rng, scope, 0), make_expr(rng, scope, depth - 1),
                make_expr(rng, scope, depth - 1))
    if roll < 0.65:
        return ("cast", rng.choice(P.SCALARS), make_expr(rng, scope, depth - 1))
    if roll < 0.67:
        return ("un", rng.choice("-~!"), make_expr(rng, scope, depth - 1))
    operator = rng.choice(["+", "+", "+", "-", "-", "*", "&", "&", "|", "^"])
    left = make_expr(rng, scope, depth - 1)
    if rng.random() < 0.25:
        left = ("cast", "unsigned", left)  # wraps
    return ("bin", operator, left, make_expr(rng, scope, 0))


def make_pointer_condition(rng, scope):
    """About addresses, or None."""
    boxes = scope.boxes + scope.heads
    if not boxes:
        return None
    box = rng.choice(boxes)
    others = [("var", b) for b in boxes if b != box] + [("num", 0)] * 2
    if box in scope.boxes and rng.random() < 0.3:
        others += [("field", box, "next")]
    return ("bin", rng.choice(["!=", "=="]), ("var", box), rng.choice(others))


def make_condition(rng, scope, depth=1):
    if depth and rng.random() < 0.25:
        return ("bin", rng.choice(["&&", "||"]), make_condition(rng, scope, 0),
                make_condition(rng, scope, 0))
    if rng.random() < 0.15:
        condition = make_pointer_condition(rng, scope)
        if condition:
            return condition
    return ("bin", rng.choice(["<", "<=", ">", ">=", "==", "!="]),
            make_expr(rng, scope, 1), make_number(rng))


def make_target(rng, scope):
    choices = [("var", n) for n in scope.locals] * 4
    choices += [("var", n) for n in scope.globals]
    if scope.arrays:
        choices.append(("index", rng.choice(scope.arrays), make_index(rng, scope)))
    for box in scope.boxes:
        choices += [("field", box, rng.choice(P.FIELDS)[0]), ("items", box, make_index(rng, scope))]
    choices += [("index", a, ("var", i)) for i, a in scope.indices
                if a in scope.arrays + scope.pointers]
    choices += [("deref", n) for n in scope.outs] * 2
    return rng.choice(choices)


def make_variable(rng, scope):
    """A target whose address nothing computes: a call may be assigned to it."""
    return ("var", rng.choice(scope.locals + scope.globals))


def make_assign(rng, scope):
    roll = rng.random()
    if roll < 0.08:
        return ["step", make_target(rng, scope), rng.choice(["++", "--"])]
    if roll < 0.11:
        return ["pair", [make_plain_assign(rng, scope), make_plain_assign(rng, scope)]]
    return make_plain_assign(rng, scope)


def make_plain_assign(rng, scope):
    return ["assign", make_target(rng, scope),
            rng.choice(["=", "=", "=", "+=", "-=", "^=", "|="]), make_expr(rng, scope)]


def make_address(rng, scope):
    """Where an int can be read and written."""
    choices = [("addr", ("var", n)) for n in scope.ints] * 3
    choices += [("var", n) for n in scope.outs + scope.pointers]
    choices += [("addr", ("field", b, "a")) for b in scope.boxes]
    choices += [("addr", ("index", a, make_index(rng, scope))) for a in scope.arrays]
    choices += [("addr", ("var", n)) for t, n, _, _ in scope.program.scalars if t == "int"]
    return rng.choice(choices) if choices else ("num", 0)


def make_external(rng, scope):
    roll = rng.random()
    if roll < 0.35:
        return ["do", ("call", "ext2", [make_expr(rng, scope, 1)])]
    if roll < 0.6:
        return ["assign", make_variable(rng, scope), "=",
                ("call", "ext1", [make_expr(rng, scope, 1)])]
    if roll < 0.8 or not scope.boxes:
        return ["assign", make_variable(rng, scope), "=",
                ("call", "ext3", [make_address(rng, scope)])]
    return ["do", ("call", "ext4", [("var", rng.choice(scope.boxes))])]


def make_places(scope, kind):
    """Where pointers are kept."""
    if kind == P.PLACES:
        return [("addr", ("var", n)) for n in scope.cursors]
    return [("addr", ("var", n)) for n in scope.heads + scope.walkers] + \
        [("addr", ("field", b, "next")) for b in scope.boxes]


def make_arguments(rng, scope, callee):
    """Arguments for a call, or None when there is no pointer to pass."""
    args = []
    for kind, name in callee.params:
        if kind == P.BOX:
            if not scope.boxes:
                return None
            args.append(("var", rng.choice(scope.boxes)))
        elif kind == P.INTS and name == "p":
            if not scope.pointers + scope.arrays:
                return None
            args.append(("var", rng.choice(scope.pointers + scope.arrays)))
        elif kind == P.INTS:
            args.append(make_address(rng, scope))
        elif kind in (P.BOXES, P.PLACES):
            places = make_places(scope, kind)
            if not places:
                return None
            args.append(rng.choice(places))
        elif name == "n" and args and args[-1][0] == "var" and callee.params[0][1] != "n":
            args.append(("var", "n") if args[-1][1] == "p" else ("num", P.CELLS))
        else:
            args.append(make_expr(rng, scope, 1))
    return args


def make_gathered(rng, scope):
    """A call with variable arguments."""
    args = [make_expr(rng, scope, 1) for _ in range(1 + len(P.GATHERED))]
    return ["assign", make_variable(rng, scope), "=", ("call", "gather", args)]


def make_call(rng, scope):
    if scope.program.gather and rng.random() < 0.5:
        return make_gathered(rng, scope)
    if not scope.callees or rng.random() < 0.35:
        return make_external(rng, scope)
    return make_own_call(rng, scope)


def make_own_call(rng, scope):
    """Of a function of the program."""
    callee = rng.choice(scope.callees)
    args = make_arguments(rng, scope, callee)
    if args is None:
        return make_assign(rng, scope)
    call = ("call", callee.name, args)
    if callee.result == "void":
        return ["do", call]
    if callee.result == P.BOX:
        heads = scope.heads + scope.walkers
        return ["assign", ("var", rng.choice(heads)), "=", call] if heads else ["do", call]
    return ["assign", make_variable(rng, scope), "=", call]


def make_exit(rng, scope):
    """What leaves a loop turn, when something holds."""
    kinds = [["break"], ["break"], ["continue"]]
    return ["if", make_condition(rng, scope, 0), [rng.choice(kinds)], []]


def make_loop_head(rng, scope, index):
    """(condition, start, step, what the index is good for)."""
    limit = rng.choice([2, 3, 4, 8])
    good_for = scope.arrays + scope.tables if limit <= P.CELLS else []
    var, roll = ("var", index), rng.random()
    ends = [n for n, _ in scope.program.tables if n.startswith("ends")]
    if ends and roll < 0.15:
        table = rng.choice(ends)
        return (("bin", "!=", ("index", table, var), ("num", 0)), ("num", 0), f"{index}++", [table])
    if scope.pointers and roll < 0.6:
        return (("bin", "&&", ("bin", "<", var, ("var", "n")), ("bin", "<", var, ("num", 8))),
                ("num", 0), f"{index}++", list(scope.pointers))
    if roll < 0.72:
        return (("bin", ">", ("post", "--", var), ("num", 0)), ("num", limit), "", good_for)
    if roll < 0.8:
        return (("bin", ">", var, ("num", 0)), ("num", limit - 1), f"{index}--", good_for)
    step = f"{index} += 2" if roll < 0.86 else f"{index}++"
    return (("bin", "<", var, ("num", limit)), ("num", rng.choice([0, 0, 0, 1])), step, good_for)


def make_loop(rng, scope, depth):
    index = f"i{scope.take_fresh()}"
    condition, start, step, good_for = make_loop_head(rng, scope, index)
    added = [(index, array) for array in good_for]
    scope.indices += added
    scope.scalars.append(index)
    body = make_block(rng, scope, depth - 1, 2)
    if rng.random() < 0.3:
        body.insert(rng.randint(0, len(body)), make_exit(rng, scope))
    scope.scalars.remove(index)
    scope.indices = [entry for entry in scope.indices if entry not in added]
    return ["for", index, condition, body, start, step]


def make_while(rng, scope):
    if not scope.locals:
        return make_assign(rng, scope)
    name = rng.choice(scope.locals)
    condition = ("bin", ">", ("var", name), ("num", rng.choice([3, 9, 100])))
    body = [["assign", ("var", name), "=",
             ("bin", "/", ("var", name), ("num", rng.choice([2, 3, 10])))]]
    if rng.random() < 0.3:
        body.insert(0, make_plain_assign(rng, scope))
        if body[0][1] == ("var", name):
            del body[0]
    return [rng.choice(["while", "while", "dowhile"]), condition, body]


def make_walk(rng, scope):
    """Along a list; one that ends."""
    if not scope.walkers or not scope.boxes + scope.heads:
        return [make_assign(rng, scope)]
    walker = rng.choice(scope.walkers)
    start = rng.choice(scope.boxes + scope.heads)
    inner = [b for b in scope.boxes]
    scope.boxes = [walker]
    body = [make_assign(rng, scope)]
    if rng.random() < 0.4:
        body.append(["if", make_condition(rng, scope, 0), [["break"]], []])
    scope.boxes = inner
    body.append(["assign", ("var", walker), "=", ("field", walker, "next")])
    return [["assign", ("var", walker), "=", ("var", start)],
            ["while", ("bin", "!=", ("var", walker), ("num", 0)), body]]


def make_next(rng, scope):
    """Something about the node behind one, when there is one."""
    if not scope.boxes:
        return [make_assign(rng, scope)]
    box = rng.choice(scope.boxes)
    old = scope.boxes
    scope.boxes = [f"{box}->next"]
    body = make_block(rng, scope, 0, 2)
    scope.boxes = old
    condition = ("bin", "!=", ("field", box, "next"), ("num", 0))
    if rng.random() < 0.5:
        condition = ("bin", "&&", ("bin", "!=", ("var", box), ("num", 0)), condition)
    return [["if", condition, body, []]]


def leave(rng, scope):
    """Ends the function early, through its label if it has one."""
    if scope.has_label and scope.locals and rng.random() < 0.6:
        return [["assign", ("var", scope.locals[0]), "=", make_number(rng)], ["goto", "done"]]
    if scope.function.result == "void":
        return [["return", None]]
    return [["return", ("num", 0) if scope.function.result == P.BOX
             else make_expr(rng, scope, 1)]]


def make_box(rng, scope):
    """Allocates a box and keeps it somewhere, or frees it again."""
    if not scope.walkers:
        return [make_assign(rng, scope)]
    name = scope.walkers[-1]
    var = ("var", name)
    is_clear = rng.random() < 0.5
    out = [["assign", var, "=", ("alloc", f"calloc(1, {BOX_SIZE})" if is_clear
                                 else f"malloc({BOX_SIZE})")],
           ["if", ("bin", "==", var, ("num", 0)), leave(rng, scope), []]]
    fields = ["a"] if is_clear else ["a", "b", "c", "on"]
    out += [["assign", ("field", name, f), "=", make_expr(rng, scope, 1)] for f in fields]
    if not is_clear:
        out += [["assign", ("items", name, ("num", k)), "=", make_number(rng)]
                for k in range(P.CELLS)]
    link = rng.choice([("var", b) for b in scope.boxes + scope.heads] + [("num", 0)])
    out.append(["assign", ("field", name, "next"), "=", link])
    fates = [["assign", ("var", h), "=", var] for h in scope.heads] * 2
    fates += [["assign", ("field", b, "next"), "=", var] for b in scope.boxes
              if link == ("num", 0)]
    if scope.function.result == P.BOX:
        fates += [["return", var]] * 3
    else:
        fates += [["do", ("call", "free", [var])]]
    return [*out, rng.choice(fates)]


def make_buffer(rng, scope):
    """An allocated array: filled, read, and freed or kept."""
    if not scope.cursors:
        return make_box(rng, scope)
    name = rng.choice(scope.cursors)
    count = rng.choice([2, 3, 4])
    index = f"i{scope.take_fresh()}"
    fill = ["for", index, ("bin", "<", ("var", index), ("num", count)),
            [["assign", ("index", name, ("var", index)), "=",
              ("bin", "+", ("cast", "unsigned", make_expr(rng, scope, 1)), ("var", index))]],
            ("num", 0), f"{index}++"]
    out = [["assign", ("var", name), "=", ("alloc", f"malloc({count} * sizeof(int))")],
           ["if", ("bin", "==", ("var", name), ("num", 0)), leave(rng, scope), []], fill]
    if rng.random() < 0.4:
        out += [["assign", ("var", rng.choice(scope.locals or scope.globals)), "=",
                 ("index", name, ("num", rng.randrange(count)))],
                ["do", ("call", "free", [("var", name)])],
                ["assign", ("var", name), "=", ("num", 0)]]
    return out


def make_global_use(rng, scope):
    """Stores into a global pointer, or reads and writes through one."""
    if scope.cursors and (rng.random() < 0.5 or not scope.heads):
        name = rng.choice(scope.cursors)
        if rng.random() < 0.4:
            choices = [("addr", ("index", a, make_index(rng, scope))) for a in scope.arrays]
            choices += [("var", n) for n in scope.outs + scope.pointers] + [("num", 0)]
            return [["assign", ("var", name), "=", rng.choice(choices)]]
        return [["if", ("bin", "!=", ("var", name), ("num", 0)),
                 [["assign", ("deref", name), rng.choice(["=", "^=", "|="]),
                   make_expr(rng, scope, 1)]], []]]
    if not scope.heads:
        return [make_assign(rng, scope)]
    name = rng.choice(scope.heads)
    if rng.random() < 0.4:
        links = [("var", b) for b in scope.boxes] + [("num", 0)]
        return [["assign", ("var", name), "=", rng.choice(links)]]
    old, scope.boxes = scope.boxes, [name]
    body = make_block(rng, scope, 0, 2)
    scope.boxes = old
    return [["if", ("bin", "!=", ("var", name), ("num", 0)), body, []]]


def make_simple(rng, scope, depth):
    roll = rng.random()
    if depth == 0 or roll < 0.4:
        return make_assign(rng, scope)
    if roll < 0.54:
        return ["if", make_condition(rng, scope), make_block(rng, scope, depth - 1, 2),
                make_block(rng, scope, depth - 1, 1) if rng.random() < 0.5 else []]
    if roll < 0.6:
        return ["if", make_condition(rng, scope), leave(rng, scope), []]
    if roll < 0.76:
        return make_call(rng, scope)
    if roll < 0.89:
        return make_loop(rng, scope, depth)
    if roll < 0.94:
        return make_while(rng, scope)
    return ["switch", make_expr(rng, scope, 1),
            [[c, make_block(rng, scope, 0, 1), rng.choice(["break", "break", ""])]
             for c in sorted(rng.sample(range(6), rng.choice([2, 3])))],
            make_block(rng, scope, 0, 1)]


def make_group(rng, scope, depth):
    """Statements that belong together."""
    if scope.program.makers and scope.locals and rng.random() < 0.5:
        return rng.choice(scope.program.makers)(rng, scope)
    if rng.random() < 0.72:
        return [make_simple(rng, scope, depth)]
    makers = [make_walk, make_walk, make_next, make_next, make_box, make_global_use,
              make_global_use, make_buffer]
    return rng.choice(makers)(rng, scope)


def make_block(rng, scope, depth, most):
    return [make_simple(rng, scope, depth) for _ in range(rng.randint(1, most))]


def make_params(rng):
    params = []
    for k in range(rng.randint(1, 2)):
        params.append((rng.choice(COMMON), f"x{k}"))
    roll = rng.random()
    if roll < 0.4:
        params.append((P.BOX, "s"))
        if rng.random() < 0.4:
            params.append((P.BOX, "q"))
    elif roll < 0.55:
        params += [(P.INTS, "p"), ("unsigned", "n")]
    if rng.random() < 0.2:
        params.append((P.INTS, "out"))
    return params


def declare_locals(rng, function, scope):
    for k in range(rng.randint(1, 3)):
        kind = rng.choice(COMMON)
        function.body.append(["decl", kind, f"v{k}", make_expr(rng, scope)])
        scope.locals.append(f"v{k}")
        scope.ints += [f"v{k}"] if kind == "int" else []
    scope.scalars += scope.locals
    if rng.random() < 0.15:
        name = "kept"
        function.body.append(["static", rng.choice(COMMON), name, rng.choice([0, 1])])
        scope.locals.append(name)
        scope.scalars.append(name)
    if rng.random() < 0.2:
        function.body.append(["array", "int", "local",
                              [rng.choice(CONSTANTS) for _ in range(P.CELLS)]])
        scope.arrays = [*scope.arrays, "local"]
    if scope.boxes + scope.heads and rng.random() < 0.5:
        function.body.append(["ptr", P.BOX, "c", ("num", 0)])
        scope.walkers.append("c")
    if scope.ints and rng.random() < 0.2:
        function.body.append(["ptr", P.INTS, "r", ("addr", ("var", scope.ints[0]))])
        scope.outs.append("r")


def make_function(rng, program, name):
    result = rng.choice(["int", "int", "int", "unsigned", "unsigned", "long", "short", "_Bool"])
    params = make_params(rng)
    if rng.random() < 0.07:
        result = "void"
    elif rng.random() < 0.1 and any(t == P.BOX for t, _ in params):
        result = P.BOX
    function = P.Function(name, result, params, rng.random() < 0.3)
    scope = Scope(program, function)
    declare_locals(rng, function, scope)
    if program.gather and rng.random() < 0.6:
        function.body.append(make_gathered(rng, scope))
    scope.has_label = rng.random() < 0.2
    for _ in range(rng.randint(2, 5)):
        function.body += make_group(rng, scope, 2)
    if scope.has_label:
        function.body += [["label", "done"], make_assign(rng, scope)]
    function.body.append(["return", make_result(rng, scope)])
    return function


def make_result(rng, scope):
    """Mostly an expression that every local matters to."""
    if scope.function.result == "void":
        return None
    if scope.function.result == P.BOX:
        return rng.choice([("var", b) for b in scope.boxes + scope.walkers + scope.heads])
    if rng.random() < 0.2:
        return make_expr(rng, scope)
    result = ("cast", "unsigned", ("var", scope.locals[0]))
    for name in scope.locals[1:]:
        result = ("bin", "+", ("bin", "*", result, ("num", 3)), ("var", name))
    return result


def make_recursive(rng, program, name):
    """A function that calls itself, at most eight deep."""
    function = P.Function(name, "int", [("unsigned", "n"), ("int", "x0")], rng.random() < 0.6)
    scope = Scope(program, function)
    first = ["decl", "int", "v0", make_expr(rng, scope, 1)]
    scope.scalars.append("v0")
    scope.locals.append("v0")
    function.body = [
        first,
        ["if", ("bin", "||", ("bin", "==", ("var", "n"), ("num", 0)),
                ("bin", ">", ("var", "n"), ("num", 8))), [["return", make_number(rng)]], []],
        make_assign(rng, scope),
        ["assign", ("var", "v0"), "=",
         ("call", name, [("bin", "-", ("var", "n"), ("num", 1)), make_expr(rng, scope, 1)])],
        ["return", ("bin", rng.choice("+^"), ("cast", "unsigned", ("var", "v0")), ("var", "n"))]]
    return function


def make_writer(rng, program, name):
    """A helper that writes through its pointer."""
    params = [(P.INTS, "out"), (rng.choice(COMMON), "x0")]
    function = P.Function(name, "void", params, rng.random() < 0.7)
    scope = Scope(program, function)
    for _ in range(rng.randint(1, 2)):
        target = ["assign", ("deref", "out"), rng.choice(["=", "=", "^="]), make_expr(rng, scope)]
        function.body.append(target if rng.random() < 0.6 else
                             ["if", make_condition(rng, scope), [target], []])
    function.body.append(["return", None])
    return function


def make_gather(rng):
    return P.Gather([rng.choice((1, 2, 3, 10)) for _ in P.GATHERED], rng.choice("+^-"),
                    rng.choice((2, 3, 3)), rng.choice(("", "list")))
