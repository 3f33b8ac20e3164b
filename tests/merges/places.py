"""Finds the places in trees of program.py where an edit can work, and changes them there."""
import re

import grow as G
import program as P

COUNTER = re.compile(r"^\*?[bcjklmwz]\d+$")      # see program.py
POINTER = re.compile(r"^\*?[bclwz]\d+$")
RANKS = {"long": 2, "unsigned long": 3, "unsigned": 1}


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
    if kind == "count":
        return [statement[6], statement[7]]
    if kind in ("while", "dowhile"):
        return [statement[2]]
    if kind == "pair":
        return [statement[1]]
    if kind == "switch":
        return [case[1] for case in statement[2]] + [statement[3]]
    return []


def statements(body):
    """Every (block, position) below `body`, outer first."""
    for position, statement in enumerate(body):
        yield body, position
        for block in blocks_of(statement):
            yield from statements(block)


def spots(body, kinds):
    """Those whose statement is of one of `kinds` and not part of a pair or a loop's head."""
    for position, statement in enumerate(body):
        if statement[0] in kinds:
            yield body, position
        if statement[0] != "pair":
            for block in blocks_of(statement)[:1 if statement[0] == "count" else None]:
                yield from spots(block, kinds)


def expression_slots(statement):
    kind = statement[0]
    if kind == "return" and not statement[1]:
        return []
    if kind == "count":
        return [3, 4, 5] if statement[5] else [3, 4]
    return {"decl": [3], "split": [3], "ptr": [3],
            "assign": [1, 3], "step": [1], "if": [1], "for": [2, 4],
            "while": [1], "dowhile": [1], "switch": [1], "return": [1], "do": [1]}.get(kind, [])


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


def parent_of(statement, slot, path):
    e = statement[slot]
    for k in path[:-1]:
        e = e[k]
    return e


def is_divisor(statement, slot, path):
    e = parent_of(statement, slot, path)
    return bool(path) and isinstance(e, tuple) and e[0] == "bin" \
        and e[1] in ("/", "%", "<<", ">>") and path[-1] == 3


def is_call(e):
    return e[0] == "call"


def is_counter(e):
    """Whether an expression is the counter of a loop, or a pointer that walks."""
    return e[0] == "var" and bool(COUNTER.match(e[1]))


def advances(statement):
    """Whether a loop may depend on this assignment to end."""
    if statement[0] == "step":
        return is_counter(statement[1])
    return statement[0] == "assign" and \
        (is_pointer(statement[1]) or is_counter(statement[1]) or
         statement[1] == ("var", "c") or
         statement[3][:2] == ("bin", "/") and statement[3][2] == statement[1])


def is_pointer(e):
    """Whether an expression of a generated program has a pointer's value."""
    return e[0] in ("addr", "alloc") or (e[0] == "field" and e[2] == "next") or \
        (e[0] == "var" and (e[1] in ("s", "q", "p", "out", "r", "c", "head", "cursor", "at",
                                     "*at", "t0", "t1") or bool(POINTER.match(e[1]))))


def scope_of(program, function):
    scope = G.Scope(program, function)
    declared = function.body[:after_declarations(function)]
    scope.locals = [s[2] for s in declared if s[0] in ("decl", "split", "static")
                    and not is_counter(("var", s[2]))]
    scope.ints = [s[2] for s in declared if s[0] == "decl" and s[1] == "int"
                  and s[2] in scope.locals]
    scope.scalars += scope.locals
    for s in declared:
        if s[0] == "array":
            scope.arrays = [*scope.arrays, s[2]]
        elif s[0] == "ptr" and not is_counter(("var", s[2])):
            (scope.walkers if s[1] == P.BOX else scope.outs).append(s[2])
    scope.has_label = any(s[0] == "label" for s in function.body)
    scope.fresh = 10 + sum(1 for b, k in statements(function.body) if b[k][0] == "for")
    return scope


def after_declarations(function):
    return next((k for k, s in enumerate(function.body)
                 if s[0] not in (*P.DECLARATIONS, "note")), len(function.body))


def types_of(program, function):
    known = {n: t for t, n, _, _ in program.scalars}
    known.update({n: t for t, n in function.params})
    known.update({s[2]: s[1] for s in function.body
                  if s[0] in ("decl", "split", "static", "ptr")})
    for block, position in statements(function.body):
        statement = block[position]
        if statement[0] == "for":
            known[statement[1]] = "unsigned"
        elif statement[0] == "count":
            known.update({name: statement[1] for name in statement[2]})
    return known


def promoted(kind):
    return kind if kind in RANKS else "int"


def type_of(e, known):
    """The type of an expression that has no pointers in it, else None."""
    kind = e[0]
    if kind in ("num", "index", "items", "deref"):
        return "int"
    if kind == "var":
        return known.get(e[1]) if known.get(e[1]) in P.SCALARS else None
    if kind == "field":
        return dict(P.FIELDS).get(e[2])
    if kind == "cast":
        return e[1]
    if kind == "un":
        inner = type_of(e[2], known)
        return inner and ("int" if e[1] == "!" else promoted(inner))
    if kind not in ("bin", "cond"):
        return None
    left, right = type_of(e[2], known), type_of(e[3], known)
    if kind == "bin" and e[1] in ("&&", "||", "<", "<=", ">", ">=", "==", "!="):
        return "int"
    if not left or not right:
        return None
    if kind == "bin" and e[1] in ("<<", ">>"):
        return promoted(left)
    return max(promoted(left), promoted(right), key=lambda t: RANKS.get(t, 0))


def names_in(e):
    return {x[1] for _, x in subexpressions(e) if x[0] == "var"}
