"""Edits as people make them, on the trees of program.py.

Each edit takes (rng, program) and changes the program in place; it returns whether it
found a place. Half of the catalogue keeps the meaning (renaming, rewriting, extracting).
"""
import program as P

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": ["-", "|"], "-": ["+"], "*": ["+"], "&": ["|", "^"], "|": ["&", "+"],
              "^": ["+"], "/": ["%"], "%": ["/"], "&&": ["||"], "||": ["&&"],
              "<<": [">>"], ">>": ["<<"], **{c: [d] for c, d in COMPARISONS.items()}}


def pick_function(rng, program):
    """Mostly the function that all parents work on."""
    same = [f for f in program.functions if f.name == program.focus]
    if same and rng.random() < 0.8:
        return same[0]
    return rng.choice(program.functions)


def blocks_of(statement):
    kind = statement[0]
    if kind == "if":
        return [statement[2], statement[3]]
    if kind == "for":
        return [statement[3]]
    if kind == "while":
        return [statement[2]]
    if kind == "switch":
        return [body for _, body in statement[2]] + [statement[3]]
    return []


def statements(body):
    """Every (block, position) below `body`, outer first."""
    for position, statement in enumerate(body):
        yield body, position
        for block in blocks_of(statement):
            yield from statements(block)


def expression_slots(statement):
    return {"decl": [3], "assign": [1, 3], "if": [1], "for": [2], "while": [1],
            "switch": [1], "return": [1], "do": [1]}.get(statement[0], [])


def subexpressions(e, path=()):
    """Every (path, expression) inside an expression."""
    yield path, e
    for k, part in enumerate(e):
        if isinstance(part, tuple):
            yield from subexpressions(part, (*path, k))
        elif isinstance(part, list):
            for n, item in enumerate(part):
                yield from subexpressions(item, (*path, k, n))


def replaced(e, path, new):
    if not path:
        return new
    k = path[0]
    part = e[k]
    if isinstance(part, list):
        part = [replaced(item, path[2:], new) if n == path[1] else item
                for n, item in enumerate(part)]
    else:
        part = replaced(part, path[1:], new)
    return (*e[:k], part, *e[k + 1:])


def expressions(function, wanted):
    """Every (statement, slot, path, expression) for which wanted(expression)."""
    found = []
    for block, position in statements(function.body):
        statement = block[position]
        for slot in expression_slots(statement):
            for path, e in subexpressions(statement[slot]):
                if wanted(statement, slot, path, e):
                    found.append((statement, slot, path, e))
    return found


def rewrite(rng, program, wanted, change):
    """Replaces one expression that is wanted by change(expression)."""
    function = pick_function(rng, program)
    places = expressions(function, wanted)
    if not places:
        return False
    statement, slot, path, e = rng.choice(places)
    statement[slot] = replaced(statement[slot], path, change(e))
    return True


def is_divisor(statement, slot, path):
    e = statement[slot]
    for k in path[:-1]:
        e = e[k]
    return bool(path) and isinstance(e, tuple) and e[0] == "bin" \
        and e[1] in ("/", "%", "<<", ">>") and path[-1] == 3


def is_call(e):
    return e[0] == "call"


def scope_of(program, function):
    scope = P.Scope(program, function)
    scope.locals = [s[2] for s in function.body if s[0] == "decl"]
    scope.scalars += scope.locals
    return scope


def after_declarations(function):
    return next((k for k, s in enumerate(function.body) if s[0] != "decl"), 0)


# Edits that change the meaning, as a rule.

def change_constant(rng, program):
    def wanted(statement, slot, path, e):
        return e[0] == "num" and not is_divisor(statement, slot, path)
    return rewrite(rng, program, wanted, lambda e: (
        "num", max(0, rng.choice([e[1] + 1, e[1] - 1, e[1] * 2, e[1] + 10]))))


def change_operator(rng, program):
    def wanted(statement, slot, path, e):
        return e[0] == "bin" and e[1] in ARITHMETIC and statement[0] != "while"
    return rewrite(rng, program, wanted,
                   lambda e: ("bin", rng.choice(ARITHMETIC[e[1]]), e[2], e[3]))


def extend_condition(rng, program):
    function = pick_function(rng, program)
    ifs = [b[k] for b, k in statements(function.body) if b[k][0] == "if"]
    if not ifs:
        return False
    chosen = rng.choice(ifs)
    more = P.make_condition(rng, scope_of(program, function), 0)
    chosen[1] = ("bin", rng.choice(["&&", "||"]), chosen[1], more)
    return True


def add_guard(rng, program):
    function = pick_function(rng, program)
    scope = scope_of(program, function)
    function.body.insert(after_declarations(function),
                         ["if", P.make_condition(rng, scope),
                          [["return", P.make_number(rng)]], []])
    return True


def insert_statement(rng, program):
    function = pick_function(rng, program)
    scope = scope_of(program, function)
    first = after_declarations(function)
    position = rng.randint(first, max(first, len(function.body) - 1))
    function.body.insert(position, P.make_statement(rng, scope, 1))
    return True


def delete_statement(rng, program):
    function = pick_function(rng, program)
    places = [(b, k) for b, k in statements(function.body)
              if b[k][0] in ("assign", "do", "if") and len(b) > 1]
    if not places:
        return False
    block, position = rng.choice(places)
    del block[position]
    return True


def change_loop_bound(rng, program):
    function = pick_function(rng, program)
    loops = [b[k] for b, k in statements(function.body) if b[k][0] == "for"]
    if not loops:
        return False
    loop = rng.choice(loops)
    numbers = [(p, e) for p, e in subexpressions(loop[2]) if e[0] == "num"]
    path, e = rng.choice(numbers)
    loop[2] = replaced(loop[2], path, ("num", max(1, e[1] + rng.choice([-1, 1, 2]))))
    return True


def swap_statements(rng, program):
    function = pick_function(rng, program)
    first = after_declarations(function)
    places = range(first, len(function.body) - 2)
    if not places:
        return False
    k = rng.choice(places)
    body = function.body
    body[k], body[k + 1] = body[k + 1], body[k]
    return True


def use_parameter(rng, program):
    function = pick_function(rng, program)
    scalars = [n for t, n in function.params if t in P.SCALARS]

    def wanted(statement, slot, path, e):
        return slot == 3 and not path and statement[0] in ("assign", "decl") \
            and not is_call(e)
    places = expressions(function, wanted)
    if not places or not scalars:
        return False
    statement, slot, _, e = rng.choice(places)
    statement[slot] = ("bin", rng.choice(["+", "^"]), e, ("var", rng.choice(scalars)))
    return True


def change_return(rng, program):
    function = pick_function(rng, program)
    last = function.body[-1]
    if last[0] != "return":
        return False
    last[1] = ("bin", rng.choice(["+", "-", "^", "&"]), last[1], P.make_number(rng))
    return True


def add_case(rng, program):
    function = pick_function(rng, program)
    switches = [b[k] for b, k in statements(function.body) if b[k][0] == "switch"]
    if not switches:
        return False
    chosen = rng.choice(switches)
    unused = [c for c in range(8) if c not in [case[0] for case in chosen[2]]]
    chosen[2].append([rng.choice(unused), [P.make_assign(rng, scope_of(program, function))]])
    return True


def change_initial(rng, program):
    k = rng.randrange(len(program.scalars))
    kind, name, value, is_static = program.scalars[k]
    program.scalars[k] = (kind, name, value + 1, is_static)
    return True


# Edits that keep the meaning.

def rename_in(e, old, new):
    if e in (("var", old),):
        return ("var", new)
    return tuple(rename_in(part, old, new) if isinstance(part, tuple)
                 else [rename_in(item, old, new) for item in part]
                 if isinstance(part, list) else part for part in e)


def rename_local(rng, program):
    function = pick_function(rng, program)
    names = [s[2] for s in function.body if s[0] == "decl"]
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
        if statement[0] == "decl" and statement[2] == old:
            statement[2] = new
    return True


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
    function = pick_function(rng, program)
    places = [b[k] for b, k in statements(function.body)
              if b[k][0] == "assign" and b[k][2] != "=" and not is_call(b[k][3])]
    if not places:
        return False
    chosen = rng.choice(places)
    chosen[3] = ("bin", chosen[2][:-1], chosen[1], chosen[3])
    chosen[2] = "="
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


def extract_helper(rng, program):
    position = rng.randrange(len(program.functions))
    function = program.functions[position]
    known = {n: t for t, n in function.params if t in P.SCALARS}
    known.update({s[2]: s[1] for s in function.body if s[0] == "decl"})

    def is_pure(e):
        return all(part[0] in ("num", "var", "bin", "cast") and
                   (part[0] != "var" or part[1] in known) for _, part in subexpressions(e))
    places = [b[k] for b, k in statements(function.body)
              if b[k][0] in ("assign", "decl") and b[k][3][0] == "bin" and is_pure(b[k][3])
              and b[k][3][1] not in ("&&", "||")]
    if not places:
        return False
    chosen = rng.choice(places)
    if "(unsigned)" in P.show(chosen[3]) or any(
            known.get(e[1]) == "unsigned" for _, e in subexpressions(chosen[3])
            if e[0] == "var"):
        result = "unsigned"
    else:
        result = "int"
    names = sorted({e[1] for _, e in subexpressions(chosen[3]) if e[0] == "var"})
    helper = P.Function(f"helper_{rng.randrange(100)}", result,
                        [(known[n], n) for n in names], True)
    helper.body = [["return", chosen[3]]]
    chosen[3] = ("call", helper.name, [("var", n) for n in names])
    program.functions.insert(position, helper)
    return True


def name_constant(rng, program):
    """A constant becomes a local with a name."""
    function = pick_function(rng, program)
    places = expressions(function, lambda s, slot, path, e: e[0] == "num" and s[0] != "decl"
                         and slot == 3 and path)
    taken = [s[2] for s in function.body if s[0] == "decl"]
    if not places or "limit" in taken:
        return False
    statement, slot, path, e = rng.choice(places)
    statement[slot] = replaced(statement[slot], path, ("var", "limit"))
    function.body.insert(0, ["decl", "int", "limit", e])
    return True


def reorder_declarations(rng, program):
    function = pick_function(rng, program)
    body = function.body
    count = after_declarations(function)
    for k in range(count - 1):
        used = {e[1] for _, e in subexpressions(body[k + 1][3]) if e[0] == "var"}
        if body[k][2] not in used and not is_call(body[k][3]) and not is_call(body[k + 1][3]):
            body[k], body[k + 1] = body[k + 1], body[k]
            return True
    return False


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
                         and s[0] in ("assign", "return"))
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


CHANGING = (change_constant, change_operator, extend_condition, add_guard, insert_statement,
            delete_statement, change_loop_bound, swap_statements, use_parameter,
            change_return, add_case, change_initial)
KEEPING = (rename_local, flip_comparison, de_morgan, spell_out_assignment, invert_if,
           early_return_to_else, extract_helper, name_constant, reorder_declarations,
           comment, add_parameter, rename_function)


def apply_edits(rng, program, keeps_meaning):
    """One to three edits; returns their names."""
    done = []
    for _ in range(rng.choice([1, 2, 2, 3])):
        pool = KEEPING if keeps_meaning or rng.random() < 0.2 else CHANGING
        for _ in range(20):
            edit = rng.choice(pool)
            if edit(rng, program):
                done.append(edit.__name__)
                break
    return done
