"""Edits of edits.py that keep the meaning of a loop and write it otherwise."""
import collections
import copy

import grow as G
import program as P
from places import (expression_slots, is_call, names_in, pick_function, replaced, scope_of,
                    spots, statements, subexpressions, types_of)

# A loop whose one counter grows: block and position of its statement, and its parts.
Up = collections.namedtuple("Up", "block position kind name start condition stride body")
JUMPS = ("break", "continue", "goto", "label")


def stride_of(loop):
    """What is added to the one counter of a loop, or None."""
    if loop[0] == "for":
        if "--" in loop[5] or "-=" in loop[5] or not loop[5]:
            return None
        return int(loop[5].split("= ")[1]) if "=" in loop[5] else 1
    if len(loop[2]) != 1 or len(loop[7]) != 1:
        return None
    step = loop[7][0]
    if step[0] == "step":
        return 1 if step[2] == "++" else None
    return step[3][1] if step[2] == "+=" and step[3][0] == "num" else None


def bounds(condition):
    return bounds(condition[2]) + bounds(condition[3]) if condition[:2] == ("bin", "&&") \
        else [condition]


def is_fixed(e, name, body):
    """Whether an end of a loop stays what it is in the body."""
    changed = {b[k][1][1] for b, k in statements(body)
               if b[k][0] in ("assign", "step") and b[k][1][0] == "var"}
    return all(x[0] in ("num", "bin") or (x[0] == "var" and x[1] in ("n", "p", "t0", "t1", name)
                                          or x[0] == "var" and x[1][0] in "bjk")
               for _, x in subexpressions(e)) and not names_in(e) & changed


def up_loops(function):
    found = []
    for block, position in spots(function.body, ("for", "count")):
        loop = block[position]
        stride = stride_of(loop)
        if not stride or loop[1] == P.BOX:
            continue
        kind, name = ("unsigned", loop[1]) if loop[0] == "for" else (loop[1], loop[2][0])
        condition = loop[2] if loop[0] == "for" else loop[3]
        body = loop[3] if loop[0] == "for" else loop[6]
        if all(c[:2] == ("bin", "<") and c[2] == ("var", name) for c in bounds(condition)) \
                and is_fixed(condition, name, body):
            found.append(Up(block, position, kind, name, loop[4], condition, stride, body))
    return found


def is_plain(up, without=JUMPS):
    """Whether its body can be written twice."""
    return not any(s[0] in P.DECLARATIONS for s in up.body) and \
        not any(b[k][0] in without for b, k in statements(up.body))


def pick(rng, loops):
    return rng.choice(loops) if loops else None


def with_base(e, name, new):
    """The expression with another one for the name, also where the name is text."""
    parts = [with_base(part, name, new) if isinstance(part, tuple)
             else [with_base(item, name, new) for item in part]
             if isinstance(part, list) else part for part in e]
    if e == ("var", name):
        return new
    if e[0] == "deref" and e[1] == name:
        return ("deref", P.show(new, True))
    return tuple(parts)


def copied(body, name, new):
    """The statements with another expression for a counter."""
    body = copy.deepcopy(body)
    for block, position in statements(body):
        for slot in expression_slots(block[position]):
            block[position][slot] = with_base(block[position][slot], name, new)
    return body


def declared(up):
    return ["ptr" if up.kind.endswith("*") else "decl", up.kind, up.name, up.start]


def stepped(up, stride):
    return ["assign", ("var", up.name), "+=", ("num", stride)]


def is_declared(function, name):
    return any(b[k][0] in P.DECLARATIONS and b[k][2] == name
               for b, k in statements(function.body))


def unroll(rng, program):
    """Two turns at once, and what remains."""
    function = pick_function(rng, program)
    up = pick(rng, [u for u in up_loops(function)
                    if is_plain(u) and not is_declared(function, u.name)])
    if not up:
        return False
    after = ("bin", "+", ("var", up.name), ("num", up.stride))
    twice = [*up.body, *copied(up.body, up.name, after), stepped(up, 2 * up.stride)]
    rest = [*copy.deepcopy(up.body), stepped(up, up.stride)]
    up.block[up.position:up.position + 1] = [
        declared(up), ["while", with_base(up.condition, up.name, after), twice],
        [rng.choice(["while", "if"]), up.condition, rest]]
    if up.block[up.position + 2][0] == "if":
        up.block[up.position + 2].append([])
    return True


def again(up, start, condition):
    return ["count", up.kind, [up.name], condition, start, None, up.body,
            [stepped(up, up.stride)]]


def peel_first(rng, program):
    function = pick_function(rng, program)
    up = pick(rng, [u for u in up_loops(function) if is_plain(u)])
    if not up:
        return False
    first = copied(up.body, up.name, up.start)
    holds = with_base(up.condition, up.name, up.start)
    known = up.start[0] == "num" and holds[3][0] == "num" and up.start[1] < holds[3][1]
    loop = again(up, ("bin", "+", up.start, ("num", up.stride)), up.condition)
    up.block[up.position:up.position + 1] = [*first, loop] if known else \
        [["if", holds, first, []], loop]
    return True


def peel_last(rng, program):
    function = pick_function(rng, program)
    up = pick(rng, [u for u in up_loops(function) if is_plain(u) and u.stride == 1
                    and u.start[0] == "num" and u.condition[3][0] == "num"
                    and u.start[1] < u.condition[3][1]])
    if not up:
        return False
    last = ("num", up.condition[3][1] - 1)
    loop = again(up, up.start, ("bin", "<", ("var", up.name), last))
    up.block[up.position:up.position + 1] = [loop, *copied(up.body, up.name, last)]
    return True


def counts_of(function, kinds=("int", "unsigned")):
    """Those with one counter that jumps may leave alone."""
    return [u for u in up_loops(function)
            if u.block[u.position][0] == "count" and u.kind in kinds]


def replace_all(body, wanted, new):
    """How often it was found."""
    found = 0
    for block, position in statements(body):
        statement = block[position]
        for slot in expression_slots(statement):
            while True:
                path = next((p for p, e in subexpressions(statement[slot]) if e == wanted), None)
                if path is None:
                    break
                statement[slot] = replaced(statement[slot], path, new)
                found += 1
    return found


def reduce_strength(rng, program):
    """i * 3 becomes a sum that grows by 3."""
    function = pick_function(rng, program)
    for up in counts_of(function):
        products = [e for b, k in statements(up.body) for slot in expression_slots(b[k])
                    for _, e in subexpressions(b[k][slot])
                    if e[:3] == ("bin", "*", ("var", up.name)) and e[3][0] == "num"]
        if not products:
            continue
        e = rng.choice(products)
        name = G.take_name(rng, scope_of(program, function), "m")
        replace_all(up.body, e, ("var", name))
        up.block[up.position][7].append(["assign", ("var", name), "+=",
                                         ("num", e[3][1] * up.stride)])
        up.block.insert(up.position, ["decl", up.kind, name, ("bin", "*", up.start, e[3])])
        return True
    return False


def walk_by_pointer(rng, program):
    """t[i] becomes *w; the counter stays."""
    function = pick_function(rng, program)
    for up in counts_of(function):
        elements = [e for b, k in statements(up.body) for slot in expression_slots(b[k])
                    for _, e in subexpressions(b[k][slot])
                    if e[0] == "index" and e[2] == ("var", up.name)
                    and e[1] in ("t0", "t1", "p")]
        if not elements:
            continue
        e = rng.choice(elements)
        name = G.take_name(rng, scope_of(program, function), "w")
        replace_all(up.body, e, ("deref", name))
        up.block[up.position][7].append(["assign", ("var", name), "+=", ("num", up.stride)])
        up.block.insert(up.position, ["ptr", P.INTS, name, ("bin", "+", ("var", e[1]), up.start)])
        return True
    return False


def walk_by_index(rng, program):
    """*w becomes t[i]."""
    function = pick_function(rng, program)
    up = pick(rng, [u for u in counts_of(function, (P.INTS,)) if u.start[0] == "var"])
    if not up or up.condition[3][:3] != ("bin", "+", up.start) or \
            any(("var", up.name) == e for b, k in statements(up.body)
                for slot in expression_slots(b[k]) for _, e in subexpressions(b[k][slot])):
        return False
    name = G.take_name(rng, scope_of(program, function), "j")
    replace_all(up.body, ("deref", up.name), ("index", up.start[1], ("var", name)))
    end = up.condition[3][3]
    up.block[up.position] = [
        "count", "unsigned" if end == ("var", "n") else "int", [name],
        ("bin", "<", ("var", name), end), ("num", 0), None, up.body,
        [["assign", ("var", name), "+=", ("num", up.stride)]]]
    return True


def has_continue(body):
    return any(b[k][0] == "continue" for b, k in statements(body))


def count_to_while(rng, program):
    """Also those that count down, or two counters."""
    function = pick_function(rng, program)
    places = [(b, k) for b, k in spots(function.body, ("count",))
              if not has_continue(b[k][6])
              and not any(is_declared(function, name) for name in b[k][2])]
    if not places:
        return False
    block, position = rng.choice(places)
    _, kind, names, condition, start, other, body, steps = block[position]
    what = "ptr" if kind.endswith("*") else "decl"
    heads = [[what, kind, n, e] for n, e in zip(names, (start, other))]
    block[position:position + 1] = [*heads, ["while", condition, [*body, *steps]]]
    return True


def invert_loop(rng, program):
    """while (c) { … }  becomes  if (c) { do { … } while (c); }, and back."""
    function = pick_function(rng, program)
    places = [(b, k) for b, k in spots(function.body, ("while", "dowhile"))
              if not any(c[n][0] in JUMPS or c[n][0] in P.DECLARATIONS
                         for c, n in statements(b[k][2]))]
    if not places:
        return False
    block, position = rng.choice(places)
    kind, condition, body = block[position]
    if kind == "while":
        block[position] = ["if", condition, [["dowhile", condition, body]], []]
    else:
        block[position:position + 1] = [*copy.deepcopy(body), ["while", condition, body]]
    return True


def assigned_in(body):
    """Names of variables that are changed, or None when something else is done, too."""
    names = set()
    for block, position in statements(body):
        s = block[position]
        if s[0] in ("assign", "step") and s[1][0] == "var":
            names.add(s[1][1])
        if s[0] not in ("assign", "step", "if", "note", "count") or \
                (s[0] in ("assign", "step") and s[1][0] != "var") or \
                any(is_call(e) for slot in expression_slots(s)
                    for _, e in subexpressions(s[slot])):
            return None
    return names


def added_to(s):
    """(variable, what is added to it so that it wraps), or None."""
    if s[0] != "assign" or s[1][0] != "var" or is_call(s[3]):
        return None
    if s[2] in ("+=", "^=") and s[3][:2] == ("cast", "unsigned"):
        return s[1][1], s[3]
    if s[2] == "=" and s[3][0] == "bin" and s[3][1] in "+^" and \
            s[3][2] == ("cast", "unsigned", s[1]):
        return s[1][1], s[3][3]
    return None


def reverse_loop(rng, program):
    """Sums do not care for the order."""
    function = pick_function(rng, program)
    ups = [u for u in counts_of(function, ("int",))
           if u.stride == 1 and u.start[0] == "num" and u.condition[3][0] == "num"
           and all(added_to(s) for s in u.body)]
    ups = [u for u in ups if not {s[1][1] for s in u.body} &
           {n for s in u.body for n in names_in(added_to(s)[1])}]
    up = pick(rng, ups)
    if not up:
        return False
    up.block[up.position] = [
        "count", "int", [up.name], ("bin", ">=", ("var", up.name), up.start),
        ("num", up.condition[3][1] - 1), None, up.body, [["step", ("var", up.name), "--"]]]
    return True


def names_of(statement):
    """Everything that a statement names."""
    found = set()
    for block, position in statements([statement]):
        for slot in expression_slots(block[position]):
            for _, e in subexpressions(block[position][slot]):
                found |= {part for part in e[1:2] if isinstance(part, str)}
    return found


def split_loop(rng, program):
    """One loop for each half of the body."""
    function = pick_function(rng, program)
    ups = []
    for up in counts_of(function):
        halves = [assigned_in(up.body[:1]), assigned_in(up.body[1:])]
        rest = {n for s in up.body[1:] for n in names_of(s)}
        if len(up.body) > 1 and is_plain(up) and None not in halves and \
                not halves[0] & rest and not halves[1] & names_of(up.body[0]):
            ups.append(up)
    up = pick(rng, ups)
    if not up:
        return False
    loop = up.block[up.position]
    second = copy.deepcopy(loop)
    loop[6], second[6] = up.body[:1], second[6][1:]
    up.block.insert(up.position + 1, second)
    return True


def extract_loop(rng, program):
    """A loop that changes one local becomes a function that returns it."""
    function = pick_function(rng, program)
    known = types_of(program, function)
    shared = {n for _, n, _, _ in program.scalars} | {n for n, _ in program.arrays} | \
        {n for n, _ in program.tables}
    own = {s[2] for s in function.body if s[0] in ("decl", "split")}
    places = []
    for block, position in spots(function.body, ("count",)):
        loop = block[position]
        changed = assigned_in([loop])
        inside = {n for b, k in statements([loop]) if b[k][0] == "count" for n in b[k][2]}
        needed = {n for n in names_of(loop) if n.isidentifier()}
        needed -= inside | shared | set(P.SCALARS)
        result = (changed or set()) - inside
        if changed and len(result) == 1 and result <= own and needed <= set(known):
            places.append((block, position, *result, sorted(needed - result)))
    if not places:
        return False
    block, position, result, needed = rng.choice(places)
    name = f"loop_{rng.randrange(100)}"
    helper = P.Function(name, known[result], [(known[n], n) for n in [result, *needed]], True)
    helper.body = [block[position], ["return", ("var", result)]]
    block[position] = ["assign", ("var", result), "=",
                       ("call", name, [("var", n) for n in [result, *needed]])]
    program.functions.insert(program.functions.index(function), helper)
    return True


KEEPING = (unroll, unroll, peel_first, peel_last, reduce_strength, walk_by_pointer,
           walk_by_index, count_to_while, count_to_while, invert_loop, reverse_loop,
           split_loop, extract_loop, extract_loop)
