"""Memory from malloc in random programs: buffers, and lists that are built, walked, cut and
freed."""
import grow as G
import program as P
import shapes as S
from shapes import num, plus, unsigned, var

NULL = num(0)


def is_null(e):
    return ("bin", "==", e, NULL)


def not_null(e):
    return ("bin", "!=", e, NULL)


def free(e):
    return ["do", ("call", "free", [e])]


def make_fill(rng, scope, buffer, cells):
    name = G.take_name(rng, scope, "j")
    value = rng.choice([unsigned(G.make_expr(rng, scope, 1)),
                        ("bin", "*", var(name), num(rng.choice([2, 3, 7])))])
    return S.count(name, num(0), S.less(var(name), num(cells)), 1,
                   [["assign", ("index", buffer, var(name)), "=",
                     rng.choice([plus(unsigned(value), var(name)), value])]])


def make_use(rng, scope, buffer, cells):
    """A loop over the buffer, by index or by pointer."""
    if rng.random() < 0.4:
        walker = G.take_name(rng, scope, "w")
        element = ("deref", walker)
        return S.count(walker, var(buffer), S.less(var(walker), plus(var(buffer), num(cells))),
                       rng.choice([1, 1, 2]), S.make_turns(rng, scope, [element], [element]),
                       P.INTS)
    name = G.take_name(rng, scope, "j")
    element = ("index", buffer, var(name))
    start, condition, stride = S.make_range(rng, name, cells)
    return S.count(name, start, condition, stride,
                   S.make_turns(rng, scope, [element], [element]))


def make_buffer(rng, scope):
    """Filled, worked on, read and freed."""
    buffer = G.take_name(rng, scope, "b")
    cells = rng.choice([2, 3, 4, 4, 6])
    is_clear = rng.random() < 0.3
    text = f"calloc({cells}, sizeof(int))" if is_clear else f"malloc({cells} * sizeof(int))"
    out = [["ptr", P.INTS, buffer, ("alloc", text)],
           ["if", is_null(var(buffer)), G.leave(rng, scope), []]]
    if not is_clear or rng.random() < 0.5:
        out.append(make_fill(rng, scope, buffer, cells))
    for _ in range(rng.randint(1, 2)):
        out.append(make_use(rng, scope, buffer, cells))
    if rng.random() < 0.5:
        out.append(["assign", S.make_target(rng, scope), "+=",
                    unsigned(("index", buffer, num(rng.randrange(cells))))])
    if scope.cursors and rng.random() < 0.3:
        return [*out, ["assign", var(rng.choice(scope.cursors)), "=", var(buffer)]]
    return [*out, free(var(buffer))]


def make_build(rng, scope, first):
    """A list of a few nodes; shorter when there is no memory."""
    name, node = G.take_name(rng, scope, "j"), G.take_name(rng, scope, "c")
    value = rng.choice([G.make_expr(rng, scope, 1), var(name),
                        ("bin", "*", var(name), num(rng.choice([2, 3, 10]))),
                        unsigned(("bin", "+", unsigned(G.make_expr(rng, scope, 0)), var(name)))])
    body = [["ptr", P.BOX, node, ("alloc", f"calloc(1, {G.BOX_SIZE})")],
            ["if", is_null(var(node)), rng.choice([[["break"]], G.leave(rng, scope)]), []],
            ["assign", ("field", node, "a"), "=", value],
            ["assign", ("field", node, "next"), "=", var(first)],
            ["assign", var(first), "=", var(node)]]
    start, condition, stride = S.make_range(rng, name, rng.choice([2, 3, 4]))
    return S.count(name, start, condition, stride, body)


def make_list_walk(rng, scope, start):
    walker = G.take_name(rng, scope, "w")
    fields = [("field", walker, "a"), ("field", walker, "a"), ("items", walker, num(1))]
    body = S.make_turns(rng, scope, fields, fields[:1])
    if rng.random() < 0.25:
        body.insert(0, ["if", ("bin", rng.choice(["==", "<"]), fields[0], G.make_number(rng)),
                        [[rng.choice(["break", "continue"])]], []])
    loop = S.count(walker, start, not_null(var(walker)), 1, body, P.BOX)
    loop[7] = [["assign", var(walker), "=", ("field", walker, "next")]]
    return loop


def make_cut(rng, scope, place):
    """Takes some nodes out of a list, through the pointer that leads to each."""
    at, node = G.take_name(rng, scope, "z"), G.take_name(rng, scope, "c")
    here = f"(*{at})"
    wanted = ("bin", rng.choice(["==", "<", ">", "=="]), ("field", here, "a"),
              G.make_expr(rng, scope, 0))
    out = [["ptr", P.BOX, node, var(f"*{at}")],
           ["assign", var(f"*{at}"), "=", ("field", node, "next")]]
    if rng.random() < 0.7:
        out.append(free(var(node)))
    if rng.random() < 0.4:
        out.append(["break"])
    step = ["assign", var(at), "=", ("addr", ("field", here, "next"))]
    return [["ptr", P.BOXES, at, ("addr", place)],
            ["while", not_null(var(f"*{at}")), [["if", wanted, out, [step]]]]]


def make_free_all(rng, scope, first):
    node = G.take_name(rng, scope, "c")
    return ["while", not_null(var(first)),
            [["ptr", P.BOX, node, var(first)],
             ["assign", var(first), "=", ("field", node, "next")],
             free(var(node))]]


def make_list(rng, scope):
    """Built, walked, perhaps cut, and freed or kept."""
    first = G.take_name(rng, scope, "l")
    old = scope.walkers
    out = [["ptr", P.BOX, first, NULL], make_build(rng, scope, first)]
    if rng.random() < 0.3:
        out += make_cut(rng, scope, var(first))
    scope.walkers = [first]
    if rng.random() < 0.4:
        out.append(G.make_call(rng, scope))
    scope.walkers = old
    out.append(make_list_walk(rng, scope, var(first)))
    fates = [["assign", var(h), "=", var(first)] for h in scope.heads]
    fates += [["if", not_null(var(b)), [["assign", ("field", b, "next"), "=", var(first)]], []]
              for b in scope.boxes]
    if scope.function.result == P.BOX:
        fates += [["return", var(first)]] * 2
    if not fates or rng.random() < 0.6:
        return [*out, make_free_all(rng, scope, first)]
    return [*out, rng.choice(fates)]


def make_walk(rng, scope):
    """Along a list that the caller has, or a cut of it."""
    starts = [var(b) for b in scope.boxes + scope.heads]
    if not starts:
        return make_list(rng, scope)
    start = rng.choice(starts)
    if rng.random() < 0.3:
        return make_cut(rng, scope, start)
    return [make_list_walk(rng, scope, start)]


MAKERS = (make_buffer, make_list, make_walk, make_walk)
