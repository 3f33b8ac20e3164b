"""Helper functions of the programs of whole.py. Most have a twin: another body that means the
same, a loop for a recursion or a walk over pointers for one by index."""
import copy

import grow as G
import program as P
import shapes as S
from heap import free, is_null, not_null
from shapes import less, num, plus, unsigned, var

DEEPEST = 8


def assign(target, e, operator="="):
    return ["assign", target, operator, e]


def decl(kind, name, e):
    return ["decl", kind, name, e]


def returns(e):
    return ["return", e]


def when(condition, then):
    return ["if", condition, then, []]


def one_less(name):
    return ("bin", "-", var(name), num(1))


def either(left, right):
    return ("bin", "||", left, right)


def too_deep(name):
    return ("bin", ">", var(name), num(DEEPEST))


def is_zero(name):
    return ("bin", "==", var(name), num(0))


def make_mix(rng):
    """How two values become one, as a function of their trees."""
    weight, operator = rng.choice([2, 3, 5, 31]), rng.choice("+^-")
    if rng.random() < 0.25:
        return lambda old, new: ("cond", ("bin", ">", new, old), new, old)
    return lambda old, new: ("bin", operator, ("bin", "*", unsigned(old), num(weight)), new)


def make(rng, name, result, params, bodies):
    """A function of one of these bodies, whose twin is the other."""
    function = P.Function(name, result, params, rng.random() < 0.5)
    one, other = bodies if rng.random() < 0.6 else bodies[::-1]
    function.body, function.twin = one, (copy.deepcopy(one), other)
    return function


def make_array_sum(rng, _, name):
    """From the end: what is behind the first cell comes first."""
    mix, start = make_mix(rng), G.make_number(rng)
    call = ("call", name, [plus(var("p"), num(1)), one_less("n")])
    recursion = [
        decl("int", "v0", start),
        when(either(is_zero("n"), too_deep("n")), [returns(var("v0"))]),
        assign(var("v0"), call),
        returns(mix(var("v0"), ("deref", "p")))]
    back = ["count", "unsigned", ["j1"], ("bin", ">", var("j1"), num(0)), var("n"), None,
            [assign(var("v0"), mix(var("v0"), ("index", "p", one_less("j1"))))],
            [S.step("j1", -1)]]
    loop = [decl("int", "v0", start),
            when(too_deep("n"), [returns(var("v0"))]), back, returns(var("v0"))]
    return make(rng, name, "int", [(P.INTS, "p"), ("unsigned", "n")], (recursion, loop))


def make_array_fold(rng, _, name):
    """From the start, with what was found so far as a parameter, by index or by pointer."""
    mix = make_mix(rng)
    call = ("call", name, [plus(var("p"), num(1)), one_less("n"), mix(var("x0"), ("deref", "p"))])
    recursion = [when(either(is_zero("n"), too_deep("n")), [returns(var("x0"))]), returns(call)]
    index = S.count("j1", num(0), less(var("j1"), var("n")), 1,
                    [assign(var("x0"), mix(var("x0"), ("index", "p", var("j1"))))], "unsigned")
    walk = S.count("w1", var("p"), less(var("w1"), plus(var("p"), var("n"))), 1,
                   [assign(var("x0"), mix(var("x0"), ("deref", "w1")))], P.INTS)
    end = when(too_deep("n"), [returns(var("x0"))])
    loops = [[end, loop, returns(var("x0"))] for loop in (index, walk)]
    bodies = rng.choice([(recursion, loops[0]), (recursion, loops[1]), tuple(loops)])
    return make(rng, name, "int", [(P.INTS, "p"), ("unsigned", "n"), ("int", "x0")], bodies)


def make_list_sum(rng, _, name):
    mix, start = make_mix(rng), G.make_number(rng)
    end = either(is_null(var("s")), either(is_zero("n"), too_deep("n")))
    field = rng.choice([("field", "s", "a"), ("field", "s", "a"), ("items", "s", num(2))])
    if rng.random() < 0.5:
        call = ("call", name, [("field", "s", "next"), one_less("n")])
        body = [decl("int", "v0", start), when(end, [returns(var("v0"))]),
                assign(var("v0"), call), returns(mix(var("v0"), field))]
        function = P.Function(name, "int", [(P.BOX, "s"), ("unsigned", "n")], rng.random() < 0.5)
        function.body = body
        return function
    call = ("call", name, [("field", "s", "next"), one_less("n"), mix(var("x0"), field)])
    recursion = [when(end, [returns(var("x0"))]), returns(call)]
    loop = [["while", ("un", "!", end), [assign(var("x0"), mix(var("x0"), field)),
                                         assign(var("s"), ("field", "s", "next")),
                                         assign(var("n"), num(1), "-=")]],
            returns(var("x0"))]
    return make(rng, name, "int", [(P.BOX, "s"), ("unsigned", "n"), ("int", "x0")],
                (recursion, loop))


def make_numbers(rng, _, name):
    """Digits, a common divisor, a power, or what grows like rabbits."""
    mix, start, by = make_mix(rng), G.make_number(rng), rng.choice([2, 10, 16])
    n, x, v, w = var("n"), var("x0"), var("v0"), var("v1")
    rest = ("bin", "%", n, num(by))
    digits = ([when(is_zero("n"), [returns(x)]),
               returns(("call", name, [("bin", "/", n, num(by)), mix(x, rest)]))],
              [["while", ("bin", "!=", n, num(0)),
                [assign(x, mix(x, rest)), assign(n, num(by), "/=")]], returns(x)])
    divisor = ([when(is_zero("x0"), [returns(n)]),
                returns(("call", name, [x, ("bin", "%", n, x)]))],
               [["while", ("bin", "!=", x, num(0)),
                 [decl("unsigned", "v0", ("bin", "%", n, x)), assign(n, x), assign(x, v)]],
                returns(n)])
    power = ([decl("unsigned", "v0", start),
              when(either(is_zero("n"), too_deep("n")), [returns(v)]),
              assign(v, ("call", name, [one_less("n"), x])), returns(("bin", "*", v, x))],
             [decl("unsigned", "v0", start), when(too_deep("n"), [returns(v)]),
              ["while", ("bin", "!=", n, num(0)), [assign(v, x, "*="), ["step", n, "--"]]],
              returns(v)])
    few = either(less(n, num(2)), too_deep("n"))
    grows = ([when(few, [returns(x)]),
              decl("unsigned", "v0", num(0)), decl("unsigned", "v1", num(0)),
              assign(v, ("call", name, [one_less("n"), x])),
              assign(w, ("call", name, [("bin", "-", n, num(2)), x])), returns(plus(v, w))],
             [decl("unsigned", "v0", x), decl("unsigned", "v1", x), when(few, [returns(x)]),
              ["while", ("bin", ">", n, num(1)),
               [assign(w, v, "+="), assign(v, ("bin", "-", w, v)), ["step", n, "--"]]],
              returns(w)])
    return make(rng, name, "unsigned", [("unsigned", "n"), ("unsigned", "x0")],
                rng.choice([digits, divisor, power, grows]))


def make_pusher(rng, _, name):
    """Puts a new node in front, or behind the last."""
    node = [decl("int", "v0", num(1)),
            ["ptr", P.BOX, "c1", ("alloc", f"calloc(1, {G.BOX_SIZE})")],
            when(either(is_null(var("c1")), is_null(var("at"))), [returns(num(0))]),
            assign(("field", "c1", "a"), var("x0"))]
    front = [assign(("field", "c1", "next"), var("*at")), assign(var("*at"), var("c1"))]
    step = assign(var("at"), ("addr", ("field", "(*at)", "next")))
    behind = [["while", not_null(var("*at")), [step, assign(var("v0"), num(1), "+=")]],
              assign(var("*at"), var("c1"))]
    function = P.Function(name, "int", [(P.BOXES, "at"), ("int", "x0")], rng.random() < 0.5)
    function.body = [*node, *rng.choice([front, front, behind]), returns(var("v0"))]
    return function


def make_popper(rng, program, name):
    """Takes the first node off, if it is wanted, and says what it held."""
    function = P.Function(name, "int", [(P.BOXES, "at"), ("int", "x0")], rng.random() < 0.5)
    wanted = ("bin", rng.choice(["<", ">", "!="]), ("field", "(*at)", "a"), var("x0"))
    out = [["ptr", P.BOX, "c1", var("*at")],
           assign(var("v0"), ("field", "c1", rng.choice("abc"))),
           assign(var("*at"), ("field", "c1", "next"))]
    if rng.random() < 0.6:
        out.append(free(var("c1")))
    there = not_null(var("*at"))
    function.body = [decl("int", "v0", G.make_number(rng)),
                     [rng.choice(["if", "while"]), ("bin", "&&", there, wanted), out],
                     returns(var("v0"))]
    if function.body[1][0] == "if":
        function.body[1].append([])
    return function


def make_mover(rng, _, name):
    """Reads through a pointer to a pointer, and moves that on."""
    function = P.Function(name, "int", [(P.PLACES, "at"), ("unsigned", "n")],
                          rng.random() < 0.5)
    element = ("deref", "*at")
    body = [assign(var("v0"), make_mix(rng)(var("v0"), element)),
            assign(var("*at"), plus(var("*at"), num(1)))]
    if rng.random() < 0.4:
        body.insert(1, assign(element, ("bin", rng.choice("+^"), unsigned(element), var("n"))))
    few = ("bin", "&&", less(var("j1"), var("n")), less(var("j1"), num(4)))
    loop = S.count("j1", num(0), few, 1, body, "unsigned")
    function.body = [decl("int", "v0", num(0)),
                     when(is_null(var("*at")), [returns(G.make_number(rng))]),
                     rng.choice([loop, when(("bin", ">", var("n"), num(0)), body)]),
                     returns(var("v0"))]
    return function


def make_chooser(rng, program, name):
    """A small switch that returns from its cases."""
    function = P.Function(name, "int", [("int", "x0"), ("int", "x1")], rng.random() < 0.6)
    scope = G.Scope(program, function)
    cases = [[c, [returns(rng.choice([G.make_number(rng), G.make_expr(rng, scope, 1)]))], ""]
             for c in sorted(rng.sample(range(8), rng.choice([3, 4])))]
    chosen = rng.choice([var("x0"), ("bin", "&", var("x0"), num(7)),
                         ("bin", "%", var("x0"), num(5))])
    function.body = [["switch", chosen, cases, []], returns(G.make_expr(rng, scope, 1))]
    return function


def make_formula(rng, program, name):
    """One expression, that a caller can write itself as well."""
    kinds = [rng.choice(["int", "unsigned", "short", "unsigned char", "long"]) for _ in range(2)]
    function = P.Function(name, rng.choice(kinds), [(t, f"x{k}") for k, t in enumerate(kinds)],
                          rng.random() < 0.7)
    e = ("bin", rng.choice("+-*^&"), unsigned(var("x0")), num(rng.choice([2, 3, 10])))
    function.body = [returns(("bin", rng.choice("+-^"), e, var("x1")))]
    return function


def make_clamp(rng, program, name):
    """Early returns, one after the other."""
    function = P.Function(name, "int", [("int", "x0"), ("int", "x1")], rng.random() < 0.6)
    scope = G.Scope(program, function)
    function.body = [when(G.make_condition(rng, scope, 0), [returns(G.make_expr(rng, scope, 1))])
                     for _ in range(rng.randint(1, 3))]
    function.body.append(returns(G.make_expr(rng, scope, 1)))
    return function


MAKERS = (make_array_sum, make_array_fold, make_list_sum, make_numbers, make_numbers,
          make_pusher, make_popper, make_mover, make_chooser, make_clamp, make_formula)
