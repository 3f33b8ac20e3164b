"""Loops of many shapes, for the programs of whole.py: strided, nested, counting down, with
two counters, with jumps, over pointers, with a switch inside."""
import grow as G
import program as P


def var(name):
    return ("var", name)


def num(value):
    return ("num", value)


def less(left, right):
    return ("bin", "<", left, right)


def plus(left, right):
    return ("bin", "+", left, right)


def unsigned(e):
    return ("cast", "unsigned", e)


def step(name, stride=1):
    if stride in (1, -1):
        return ["step", var(name), "++" if stride > 0 else "--"]
    return ["assign", var(name), "+=" if stride > 0 else "-=", num(abs(stride))]


def count(name, start, condition, stride, body, kind="int"):
    return ["count", kind, [name], condition, start, None, body, [step(name, stride)]]


def arrays_of(scope):
    """(name, how many cells) of what can be read by index."""
    lengths = {n: len(v) for n, v in scope.program.arrays + scope.program.tables}
    return [(n, lengths.get(n, P.CELLS)) for n in scope.arrays + scope.tables]


def guarded_of(scope):
    """Those of which an access behind the end is seen: pointers can walk over them."""
    return [(n, len(v)) for n, v in scope.program.arrays]


def make_target(rng, scope):
    return var(rng.choice(scope.locals * 3 + scope.globals))


def make_turn(rng, scope, reads, writes=()):
    """What one turn of a loop does with what it can read and write."""
    target, e = make_target(rng, scope), rng.choice(reads)
    roll = rng.random()
    if roll < 0.2 and writes:
        return ["assign", rng.choice(writes), rng.choice(["=", "=", "+=", "^="]),
                rng.choice([unsigned(var(rng.choice(scope.scalars))),
                            G.make_expr(rng, scope, 1)])]
    if roll < 0.4:
        return ["assign", target, "=",
                plus(("bin", "*", unsigned(target), num(rng.choice([3, 5]))), e)]
    if roll < 0.55:
        best = ["assign", target, "=", e]
        return ["if", ("bin", rng.choice("<>"), e, target), [best], []]
    if roll < 0.65:
        return ["if", ("bin", rng.choice(["<", ">", "==", "!="]), e, G.make_number(rng)),
                [["assign", target, "+=", num(1)]], []]
    if roll < 0.8:
        return ["assign", target, "=", ("bin", rng.choice("+^-"), unsigned(target), e)]
    return ["assign", target, rng.choice(["+=", "^=", "-="]),
            rng.choice([e, unsigned(e), plus(e, G.make_expr(rng, scope, 0))])]


def make_turns(rng, scope, reads, writes=()):
    return [make_turn(rng, scope, reads, writes) for _ in range(rng.randint(1, 2))]


def make_range(rng, name, limit):
    """(start, condition, stride) of a counter that stays below `limit`."""
    counter, roll = var(name), rng.random()
    if roll < 0.45:
        return num(rng.choice([0, 0, 0, 1])), less(counter, num(limit)), 1
    if roll < 0.7:
        return num(rng.choice([0, 0, 1])), less(counter, num(limit)), rng.choice([2, 2, 3])
    if roll < 0.85:
        return num(limit - 1), ("bin", ">=", counter, num(0)), rng.choice([-1, -1, -2])
    return num(limit - 1), ("bin", ">", counter, num(0)), rng.choice([-1, -2])


def reads_of(rng, scope, name, limit):
    """What a loop with this counter may read, and what it may write."""
    fitting = [(n, c) for n, c in arrays_of(scope) if c >= limit]
    reads = [("index", n, var(name)) for n, _ in fitting] * 2
    writes = [("index", n, var(name)) for n, _ in fitting if n not in scope.tables]
    writes += [("items", b, var(name)) for b in scope.boxes if limit <= P.CELLS]
    reads += writes
    reads.append(("bin", "*", var(name), num(rng.choice([2, 3, 5, 10]))))
    reads.append(("bin", rng.choice("+^&"), var(name), G.make_expr(rng, scope, 0)))
    return reads, writes


def make_counted(rng, scope):
    name = G.take_name(rng, scope, "j")
    if scope.pointers and rng.random() < 0.5:
        element = ("index", scope.pointers[0], var(name))
        condition = ("bin", "&&", less(var(name), var("n")), less(var(name), num(8)))
        return [count(name, num(rng.choice([0, 0, 1])), condition, rng.choice([1, 1, 1, 2, 3]),
                      make_turns(rng, scope, [element], [element]), "unsigned")]
    limit = rng.choice([P.CELLS, P.CELLS, 3, 6, 2 * P.CELLS])
    reads, writes = reads_of(rng, scope, name, limit)
    start, condition, stride = make_range(rng, name, limit)
    body = make_turns(rng, scope, reads, writes)
    if rng.random() < 0.25:
        body.insert(rng.randint(0, len(body)),
                    ["if", ("bin", rng.choice(["==", ">", "<"]), rng.choice(reads),
                            G.make_number(rng)), [[rng.choice(["break", "continue"])]], []])
    return [count(name, start, condition, stride, body)]


def make_nested(rng, scope):
    outer, inner = G.take_name(rng, scope, "j"), G.take_name(rng, scope, "k")
    rows = rng.choice([2, 3, 4])
    columns = rng.choice([2, 2, 3, 4])
    place = plus(("bin", "*", var(outer), num(columns)), var(inner))
    big = [n for n, c in arrays_of(scope) if c >= rows * columns]
    reads = [("index", n, place) for n in big] * 2
    reads += [("index", n, var(inner)) for n, c in arrays_of(scope) if c >= columns]
    reads += [place, ("bin", "^", var(outer), var(inner))]
    writes = [("index", n, place) for n in big if n not in scope.tables]
    end = var(outer) if rng.random() < 0.25 else num(columns)
    stride = rng.choice([1, 1, 2])
    body = [count(inner, num(0), less(var(inner), end), stride,
                  make_turns(rng, scope, reads, writes))]
    if rng.random() < 0.4:
        body.insert(rng.choice([0, 1]), make_turn(rng, scope, [var(outer), *reads[-1:]][:1]))
    return [count(outer, num(0), less(var(outer), num(rows)), 1, body)]


def make_two_counters(rng, scope):
    """From both ends towards the middle, or at two speeds."""
    first, last = G.take_name(rng, scope, "j"), G.take_name(rng, scope, "k")
    names = [(n, c) for n, c in arrays_of(scope) if n not in scope.tables]
    if not names:
        return make_counted(rng, scope)
    array, cells = rng.choice(names)
    left, right = ("index", array, var(first)), ("index", array, var(last))
    if rng.random() < 0.5:
        keep = make_target(rng, scope)
        body = [["assign", keep, "=", left], ["assign", left, "=", right],
                ["assign", right, "=", keep]]
        if rng.random() < 0.4:
            body = [["if", ("bin", ">", left, right), body, []]]
    else:
        reads = [("bin", rng.choice("^&|"), left, right), left, right]
        body = make_turns(rng, scope, reads, [left])
    if rng.random() < 0.7:
        return [["count", "int", [first, last], less(var(first), var(last)), num(0),
                 num(cells - 1), body, [step(first), step(last, -1)]]]
    return [["count", "int", [first, last], less(var(last), num(cells)), num(0), num(0), body,
             [step(first), step(last, 2)]]]


def make_do_while(rng, scope):
    name = G.take_name(rng, scope, "k")
    limit = rng.choice([2, 3, P.CELLS])
    reads, writes = reads_of(rng, scope, name, limit)
    stride = rng.choice([1, 1, 2])
    body = [*make_turns(rng, scope, reads, writes), step(name, stride)]
    return [["decl", rng.choice(["int", "unsigned"]), name, num(0)],
            ["dowhile", less(var(name), num(limit)), body]]


def make_search(rng, scope):
    """The first element that is wanted, or how far it went."""
    names = arrays_of(scope)
    if not names:
        return make_do_while(rng, scope)
    name = G.take_name(rng, scope, "k")
    array, cells = rng.choice(names)
    element = ("index", array, var(name))
    wanted = ("bin", rng.choice(["==", ">", "<", "=="]), element, G.make_expr(rng, scope, 0))
    target = make_target(rng, scope)
    if rng.random() < 0.4:
        loop = ["while", ("bin", "&&", less(var(name), num(cells)),
                          ("bin", "!=", element, G.make_number(rng))), [step(name)]]
        return [["decl", "int", name, num(0)], loop,
                ["assign", target, rng.choice(["=", "+=", "^="]), var(name)]]
    found = rng.choice([[["assign", target, "=", var(name)], ["break"]],
                        [["assign", target, "+=", unsigned(element)], ["break"]],
                        G.leave(rng, scope)])
    return [["decl", "int", name, num(0)],
            ["while", less(var(name), num(cells)), [["if", wanted, found, []], step(name)]]]


def make_pointer_walk(rng, scope):
    names = guarded_of(scope)
    if not names and not scope.pointers:
        return make_counted(rng, scope)
    walker = G.take_name(rng, scope, "w")
    if scope.pointers and (not names or rng.random() < 0.5):
        array, end = scope.pointers[0], var("n")
    else:
        array, cells = rng.choice(names)
        end = num(cells)
    element = ("deref", walker)
    comparison = rng.choice(["<", "<", "!="])
    stride = 1 if comparison == "!=" else rng.choice([1, 1, 2, 3])
    body = make_turns(rng, scope, [element], [element])
    if rng.random() < 0.25:
        body.insert(0, ["if", ("bin", rng.choice(["==", "<"]), element, G.make_number(rng)),
                        [[rng.choice(["break", "continue"])]], []])
    return [count(walker, var(array), ("bin", comparison, var(walker), plus(var(array), end)),
                  stride, body, P.INTS)]


def make_machine(rng, scope):
    """A switch in a loop, over elements or the counter."""
    name = G.take_name(rng, scope, "j")
    limit = rng.choice([3, P.CELLS])
    reads, _ = reads_of(rng, scope, name, limit)
    chosen = ("bin", "&", rng.choice(reads), num(3))
    cases = [[c, [make_turn(rng, scope, [*reads, G.make_number(rng)])],
              rng.choice(["break", "break", "break", ""])]
             for c in sorted(rng.sample(range(4), rng.choice([2, 3])))]
    default = [make_turn(rng, scope, reads)] if rng.random() < 0.6 else []
    return [count(name, num(0), less(var(name), num(limit)), 1,
                  [["switch", chosen, cases, default]])]


def make_shrinking(rng, scope):
    """Digits, bits or halves of a value that a loop takes apart."""
    name = G.take_name(rng, scope, "k")
    by = rng.choice([2, 4, 10, 16])
    start = rng.choice([unsigned(var(rng.choice(scope.scalars))),
                        ("bin", "&", unsigned(G.make_expr(rng, scope, 1)), num(255))])
    part = rng.choice([("bin", "%", var(name), num(by)), ("bin", "&", var(name), num(1))])
    body = [*make_turns(rng, scope, [part]),
            ["assign", var(name), "=", ("bin", "/", var(name), num(by))]]
    return [["decl", "unsigned", name, start],
            [rng.choice(["while", "while", "dowhile"]), ("bin", "!=", var(name), num(0)), body]]


def make_helped(rng, scope):
    """A call of a function of the program, mostly before something else."""
    if not scope.callees:
        return make_counted(rng, scope)
    calls = [G.make_own_call(rng, scope)]
    return calls if rng.random() < 0.3 else calls + make_counted(rng, scope)


MAKERS = (make_counted, make_counted, make_counted, make_nested, make_two_counters,
          make_do_while, make_search, make_pointer_walk, make_pointer_walk, make_machine,
          make_shrinking, make_helped, make_helped, make_helped)
