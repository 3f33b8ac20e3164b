"""Edits of edits.py that keep the meaning: renaming, rewriting, extracting."""
import program as P
from places import (after_declarations, blocks_of, expression_slots, expressions, is_call,
                    is_divisor, is_pointer, names_in, parent_of, pick_function, replaced,
                    rewrite, spots, statements, subexpressions, type_of, types_of)

FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def is_null(statement, slot, path):
    """Whether a constant at this place stands for a null pointer."""
    if not path:
        return statement[0] in ("ptr", "return") or \
            (statement[0] == "assign" and is_pointer(statement[1]))
    around = parent_of(statement, slot, path)
    if isinstance(around, list):
        return around[path[-1]] == ("num", 0)
    return around[0] == "bin" and around[1] in ("==", "!=") and \
        (is_pointer(around[2]) or is_pointer(around[3]))


def rename_in(e, old, new):
    if e in (("var", old),):
        return ("var", new)
    return tuple(rename_in(part, old, new) if isinstance(part, tuple)
                 else [rename_in(item, old, new) for item in part]
                 if isinstance(part, list) else part for part in e)


def rename_local(rng, program):
    function = pick_function(rng, program)
    names = [s[2] for s in function.body if s[0] in ("decl", "split")]
    if not names:
        return False
    old = rng.choice(names)
    new = rng.choice(["total", "count", "value", "rest"])
    if new in names:
        return False
    for block, position in statements(function.body):
        statement = block[position]
        for slot in expression_slots(statement):
            statement[slot] = rename_in(statement[slot], old, new)
        if statement[0] in ("decl", "split") and statement[2] == old:
            statement[2] = new
    return True


def rename_counter(rng, program):
    function = pick_function(rng, program)
    loops = [b[k] for b, k in statements(function.body) if b[k][0] == "count"]
    if not loops:
        return False
    loop = rng.choice(loops)
    position = rng.randrange(len(loop[2]))
    old = loop[2][position]
    new = old[0] + str(rng.randrange(100, 200))
    parts = [loop] + [b[k] for block in blocks_of(loop) for b, k in statements(block)]
    if any(new in (s[2] if s[0] == "count" else [s[2]]) for s in parts if len(s) > 2):
        return False
    for statement in parts:
        for slot in expression_slots(statement):
            statement[slot] = rename_base(rename_in(statement[slot], old, new), old, new)
    loop[2][position] = new
    return True


def rename_base(e, old, new):
    """Where the name of a pointer is text."""
    here = e[0] in ("deref", "field", "index", "items") and e[1] == old
    parts = [rename_base(part, old, new) if isinstance(part, tuple)
             else [rename_base(item, old, new) for item in part]
             if isinstance(part, list) else part for part in e]
    return (parts[0], new, *parts[2:]) if here else tuple(parts)


def flip_comparison(rng, program):
    return rewrite(rng, program, lambda s, slot, path, e: e[0] == "bin" and e[1] in FLIPPED
                   and s[0] != "for", lambda e: ("bin", FLIPPED[e[1]], e[3], e[2]))


def de_morgan(rng, program):
    def turned(e):
        other = "||" if e[1] == "&&" else "&&"
        return ("un", "!", ("bin", other, ("un", "!", e[2]), ("un", "!", e[3])))
    return rewrite(rng, program, lambda s, slot, path, e: e[0] == "bin"
                   and e[1] in ("&&", "||") and s[0] == "if", turned)


def spell_out_assignment(rng, program):
    """x += e as x = x + e, x++ as x += 1, and back."""
    function = pick_function(rng, program)
    places = [(b, k) for b, k in spots(function.body, ("step", "assign"))
              if b[k][0] == "step" or (b[k][2] != "=" and not is_call(b[k][3]))]
    if not places:
        return False
    block, position = rng.choice(places)
    chosen = block[position]
    if chosen[0] == "step":
        block[position] = ["assign", chosen[1], f"{chosen[2][0]}=", ("num", 1)]
    elif chosen[3] == ("num", 1) and chosen[2] in ("+=", "-="):
        block[position] = ["step", chosen[1], chosen[2][0] * 2]
    else:
        block[position] = ["assign", chosen[1], "=",
                           ("bin", chosen[2][:-1], chosen[1], chosen[3])]
    return True


def invert_if(rng, program):
    function = pick_function(rng, program)
    places = [b[k] for b, k in statements(function.body)
              if b[k][0] == "if" and b[k][2] and b[k][3]]
    if not places:
        return False
    chosen = rng.choice(places)
    condition = chosen[1]
    if condition[0] == "bin" and condition[1] in NEGATED:
        chosen[1] = ("bin", NEGATED[condition[1]], condition[2], condition[3])
    else:
        chosen[1] = ("un", "!", condition)
    chosen[2], chosen[3] = chosen[3], chosen[2]
    return True


def early_return_to_else(rng, program):
    """if (c) { return x; } rest  becomes  if (c) { return x; } else { rest }."""
    function = pick_function(rng, program)
    body = function.body
    places = [k for k, s in enumerate(body) if s[0] == "if" and not s[3]
              and s[2] and s[2][-1][0] == "return" and k + 2 == len(body)]
    if not places:
        return False
    k = rng.choice(places)
    body[k][3] = body[k + 1:]
    del body[k + 1:]
    return True


def split_condition(rng, program):
    """if (a && b) { … }  becomes  if (a) { if (b) { … } }."""
    function = pick_function(rng, program)
    places = [b[k] for b, k in spots(function.body, ("if",))
              if b[k][1][:2] == ("bin", "&&") and not b[k][3]]
    if not places:
        return False
    chosen = rng.choice(places)
    inner = ["if", chosen[1][3], chosen[2], []]
    chosen[1], chosen[2] = chosen[1][2], [inner]
    return True


def is_pure(e, known):
    return all(part[0] in ("num", "var", "bin", "cast") and
               (part[0] != "var" or known.get(part[1]) in P.SCALARS)
               for _, part in subexpressions(e))


def local_types(program, function):
    return {n: t for n, t in types_of(program, function).items()
            if t in P.SCALARS and n not in [s[1] for s in program.scalars]}


def extract_helper(rng, program):
    function = pick_function(rng, program)
    position = program.functions.index(function)
    known = local_types(program, function)
    places = [b[k] for b, k in statements(function.body)
              if b[k][0] in ("assign", "decl") and b[k][3][0] == "bin"
              and is_pure(b[k][3], known)]
    if not places:
        return False
    chosen = rng.choice(places)
    names = sorted(names_in(chosen[3]))
    helper = P.Function(f"helper_{rng.randrange(100)}", type_of(chosen[3], known),
                        [(known[n], n) for n in names], True)
    helper.body = [["return", chosen[3]]]
    chosen[3] = ("call", helper.name, [("var", n) for n in names])
    program.functions.insert(position, helper)
    return True


def extract_writer(rng, program):
    """x = e;  becomes  store(&x, …);"""
    function = pick_function(rng, program)
    position = program.functions.index(function)
    known = local_types(program, function)
    ints = [s[2] for s in function.body if s[0] == "decl" and s[1] == "int"]
    places = [(b, k) for b, k in spots(function.body, ("assign",))
              if b[k][1][0] == "var" and b[k][1][1] in ints and b[k][3][0] == "bin"
              and is_pure(b[k][3], known)]
    if not places:
        return False
    block, k = rng.choice(places)
    _, target, operator, e = block[k]
    names = sorted(names_in(e))
    helper = P.Function(f"store_{rng.randrange(100)}", "void",
                        [(P.INTS, "out"), *[(known[n], n) for n in names]], True)
    helper.body = [["assign", ("deref", "out"), operator, e], ["return", None]]
    block[k] = ["do", ("call", helper.name, [("addr", target), *[("var", n) for n in names]])]
    program.functions.insert(position, helper)
    return True


def hoist_expression(rng, program):
    """A part of an expression gets a name before its statement."""
    function = pick_function(rng, program)
    known = types_of(program, function)
    places = []
    for block, position in spots(function.body, ("assign", "return", "if")):
        slot = 3 if block[position][0] == "assign" else 1
        if not block[position][slot]:
            continue
        for path, e in subexpressions(block[position][slot]):
            if e[0] == "bin" and type_of(e, known) and is_safe(e) and \
                    not is_conditional(block[position][slot], path):
                places.append((block, position, slot, path, e))
    if not places:
        return False
    block, position, slot, path, e = rng.choice(places)
    taken = {b[k][2] for b, k in statements(function.body) if b[k][0] in P.DECLARATIONS}
    name = next(n for n in map("early{}".format, range(99)) if n not in taken)
    block[position][slot] = replaced(block[position][slot], path, ("var", name))
    block.insert(position, ["decl", type_of(e, known), name, e])
    return True


def is_safe(e):
    """Whether it can be computed before what stands beside it."""
    return all(part[0] in ("num", "var", "bin", "cast", "index", "items", "field", "deref")
               for _, part in subexpressions(e))


def is_conditional(e, path):
    """Whether the part at `path` is computed only sometimes."""
    for k in path:
        if isinstance(e, tuple) and (e[0] == "cond" or
                                     (e[0] == "bin" and e[1] in ("&&", "||") and k == 3)):
            return True
        e = e[k]
    return False


def name_constant(rng, program):
    """A constant becomes a local with a name."""
    function = pick_function(rng, program)
    places = expressions(function, lambda s, slot, path, e: e[0] == "num" and s[0] != "decl"
                         and slot == 3 and path and not is_null(s, slot, path))
    if not places or "'limit'" in repr(function.body):
        return False
    statement, slot, path, e = rng.choice(places)
    statement[slot] = replaced(statement[slot], path, ("var", "limit"))
    function.body.insert(0, ["decl", "int", "limit", e])
    return True


def for_to_while(rng, program):
    function = pick_function(rng, program)
    places = [(b, k) for b, k in spots(function.body, ("for",))
              if not any(c[n][0] == "continue" for c, n in statements(b[k][3]))]
    if not places:
        return False
    block, position = rng.choice(places)
    _, index, condition, body, start, step = block[position]
    tail = []
    if step:
        number = int(step.split("= ")[1]) if "=" in step else 1
        sign = "-=" if "--" in step else "+="
        tail = [["assign", ("var", index), sign, ("num", number)]]
    block[position:position + 1] = [["decl", "unsigned", index, start],
                                    ["while", condition, body + tail]]
    return True


def reorder_declarations(rng, program):
    function = pick_function(rng, program)
    body = function.body
    for k in range(after_declarations(function) - 1):
        if body[k][0] != "decl" or body[k + 1][0] != "decl":
            continue
        if body[k][2] not in names_in(body[k + 1][3]) and not is_call(body[k][3]) \
                and not is_call(body[k + 1][3]):
            body[k], body[k + 1] = body[k + 1], body[k]
            return True
    return False


def split_declaration(rng, program):
    """int x = e;  becomes  int x; x = e;"""
    function = pick_function(rng, program)
    places = [b[k] for b, k in statements(function.body) if b[k][0] == "decl"]
    if not places:
        return False
    rng.choice(places)[0] = "split"
    return True


def names_of_assign(s):
    return names_in(s[1]) | names_in(s[3])


def swap_independent(rng, program):
    """Two assignments that have nothing to do with each other change places."""
    function = pick_function(rng, program)
    known = local_types(program, function)
    places = [(b, k) for b, k in statements(function.body)
              if k + 1 < len(b) and all(
                  s[0] == "assign" and s[1][0] == "var" and s[1][1] in known and
                  not is_call(s[3]) for s in b[k:k + 2])
              and b[k][1][1] not in names_of_assign(b[k + 1])
              and b[k + 1][1][1] not in names_of_assign(b[k])]
    if not places:
        return False
    block, k = rng.choice(places)
    block[k], block[k + 1] = block[k + 1], block[k]
    return True


def inline_helper(rng, program):
    """A call of what only returns an expression becomes that expression."""
    function = pick_function(rng, program)
    known = {f.name: f for f in program.functions if f is not function and len(f.body) == 1
             and f.body[0][0] == "return" and f.result in P.SCALARS
             and is_pure(f.body[0][1], dict((n, t) for t, n in f.params))}
    places = [b[k] for b, k in statements(function.body)
              if b[k][0] in ("assign", "decl") and is_call(b[k][3]) and b[k][3][1] in known
              and all(is_safe(a) for a in b[k][3][2])]
    if not places:
        return False
    chosen = rng.choice(places)
    callee, args = known[chosen[3][1]], chosen[3][2]
    e = callee.body[0][1]
    for k, (_, name) in enumerate(callee.params):
        e = rename_in(e, name, f"#{k}")
    for k, ((kind, _), arg) in enumerate(zip(callee.params, args)):
        for path in [p for p, x in subexpressions(e) if x == ("var", f"#{k}")]:
            e = replaced(e, path, ("cast", kind, arg))
    chosen[3] = ("cast", callee.result, e)
    return True


def switch_to_ifs(rng, program):
    """Where no case falls through, and none jumps."""
    function = pick_function(rng, program)
    places = [(b, k) for b, k in spots(function.body, ("switch",))
              if all(case[2] or (case[1] and case[1][-1][0] == "return") for case in b[k][2])
              and not any(c[n][0] in ("break", "continue") for body in blocks_of(b[k])
                          for c, n in statements(body))]
    if not places:
        return False
    block, position = rng.choice(places)
    _, e, cases, tail = block[position]
    name = f"k{rng.randrange(100, 200)}"
    for constant, body, _ in reversed(cases):
        tail = [["if", ("bin", "==", ("var", name), ("num", constant)), body, tail]]
    kind = type_of(e, types_of(program, function)) or "long"
    block[position:position + 1] = [["decl", kind, name, e], *tail]
    return True


def take_twin(rng, program):
    """A recursion becomes a loop, or the other way round; see helpers.py."""
    functions = [f for f in program.functions if f.twin and f.body == f.twin[0]]
    if not functions:
        return False
    function = rng.choice(functions)
    function.body, function.twin = function.twin[1], None
    return True


def comment(rng, program):
    function = pick_function(rng, program)
    function.body.insert(rng.randrange(len(function.body)),
                         ["note", rng.choice(["checked", "see above", "cheap"])])
    return True


def add_parameter(rng, program):
    """A static function gets a parameter for one of its constants."""
    statics = [f for f in program.functions if f.is_static]
    if not statics:
        return False
    function = rng.choice(statics)
    places = expressions(function, lambda s, slot, path, e: e[0] == "num" and path
                         and s[0] in ("assign", "return") and not is_null(s, slot, path)
                         and not is_divisor(s, slot, path))
    if not places or ("int", "extra") in function.params:
        return False
    statement, slot, path, e = rng.choice(places)
    statement[slot] = replaced(statement[slot], path, ("var", "extra"))
    function.params.append(("int", "extra"))
    for other in program.functions:
        calls = expressions(other, lambda s, k, p, x: is_call(x) and x[1] == function.name)
        for call_statement, call_slot, call_path, call in calls:
            call_statement[call_slot] = replaced(
                call_statement[call_slot], call_path, ("call", call[1], [*call[2], e]))
    return True


def rename_function(rng, program):
    """Breaks the build of a merge whose other parent adds a call."""
    function = pick_function(rng, program)
    if not function.is_static:
        return False
    old, function.name = function.name, function.name + "_impl"
    for other in program.functions:
        calls = expressions(other, lambda s, k, p, x: is_call(x) and x[1] == old)
        for statement, slot, path, call in calls:
            statement[slot] = replaced(statement[slot], path, ("call", function.name, call[2]))
    return True


KEEPING = (rename_local, flip_comparison, de_morgan, spell_out_assignment, invert_if,
           early_return_to_else, split_condition, extract_helper, extract_writer,
           hoist_expression, name_constant, for_to_while, reorder_declarations, comment,
           add_parameter, rename_function, rename_counter, split_declaration,
           swap_independent, inline_helper, switch_to_ifs, take_twin, take_twin)
