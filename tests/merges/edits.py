"""Edits as people make them, on the trees of program.py.

Each edit takes (rng, program) and changes the program in place; it returns whether it
found a place. These change the meaning, as a rule; those of rewrites.py and
loops.py keep it.
"""
import re

import grow as G
import loops as L
import program as P
import rewrites as R
from places import (advances, after_declarations, blocks_of, expressions, is_call, is_counter,
                    is_divisor, is_pointer, parent_of, pick_function, replaced, rewrite,
                    scope_of, spots, statements, subexpressions)

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": ["-", "|"], "-": ["+"], "*": ["+"], "&": ["|", "^"], "|": ["&", "+"],
              "^": ["+"], "/": ["%"], "%": ["/"], "&&": ["||"], "||": ["&&"],
              "<<": [">>"], ">>": ["<<"], **{c: [d] for c, d in COMPARISONS.items()}}
MOVABLE = ("assign", "step", "pair", "do", "if", "while", "for", "switch")


def change_constant(rng, program):
    def wanted(statement, slot, path, e):
        return e[0] == "num" and not advances(statement) and \
            not is_divisor(statement, slot, path) and \
            not R.is_null(statement, slot, path)
    return rewrite(rng, program, wanted, lambda e: (
        "num", max(0, rng.choice([e[1] + 1, e[1] - 1, e[1] * 2, e[1] + 10]))))


def change_operator(rng, program):
    def wanted(statement, slot, path, e):
        return e[0] == "bin" and e[1] in ARITHMETIC and \
            statement[0] not in ("while", "dowhile") and \
            not (statement[0] == "for" and e[1] in (">", "!=")) and \
            not (e[1] in ("+", "-") and (is_pointer(e[2]) or is_pointer(e[3])))
    return rewrite(rng, program, wanted,
                   lambda e: ("bin", rng.choice(ARITHMETIC[e[1]]), e[2], e[3]))


def extend_condition(rng, program):
    function = pick_function(rng, program)
    ifs = [b[k] for b, k in statements(function.body) if b[k][0] == "if"]
    if not ifs:
        return False
    chosen = rng.choice(ifs)
    more = G.make_condition(rng, scope_of(program, function), 0)
    chosen[1] = ("bin", rng.choice(["&&", "||"]), chosen[1], more)
    return True


def add_guard(rng, program):
    function = pick_function(rng, program)
    scope = scope_of(program, function)
    function.body.insert(after_declarations(function),
                         ["if", G.make_condition(rng, scope), G.leave(rng, scope), []])
    return True


def add_early_return(rng, program):
    function = pick_function(rng, program)
    places = [(b, k) for b, k in spots(function.body, MOVABLE) if not advances(b[k])]
    if not places:
        return False
    block, position = rng.choice(places)
    scope = scope_of(program, function)
    block.insert(position, ["if", G.make_condition(rng, scope, 0), G.leave(rng, scope), []])
    return True


def insert_statement(rng, program):
    function = pick_function(rng, program)
    scope = scope_of(program, function)
    first = after_declarations(function)
    position = rng.randint(first, max(first, len(function.body) - 1))
    function.body[position:position] = G.make_group(rng, scope, 1)
    return True


def delete_statement(rng, program):
    function = pick_function(rng, program)
    places = [(b, k) for b, k in statements(function.body)
              if b[k][0] in ("assign", "step", "pair", "do", "if") and len(b) > 1
              and not (advances(b[k]) and (b[k][0] == "step" or is_counter(b[k][1])))
              and not (advances(b[k]) and b[k][1] == ("var", "c"))
              and not (advances(b[k]) and b[k][3][0] == "bin")]
    if not places:
        return False
    block, position = rng.choice(places)
    del block[position]
    return True


def move_statement(rng, program):
    """To another position of its block."""
    function = pick_function(rng, program)
    places = [(b, k) for b, k in spots(function.body, MOVABLE) if not advances(b[k])]
    if not places:
        return False
    block, position = rng.choice(places)
    statement = block[position]
    goals = [k for k in range(len(block)) if k != position and all(
        s[0] in (*MOVABLE, "note") for s in block[min(k, position):max(k, position) + 1])]
    if not goals:
        return False
    del block[position]
    block.insert(rng.choice(goals), statement)
    return True


def wrap_in_if(rng, program):
    function = pick_function(rng, program)
    places = [(b, k) for b, k in spots(function.body, ("assign", "step", "pair", "do"))
              if not advances(b[k])]
    if not places:
        return False
    block, position = rng.choice(places)
    condition = G.make_condition(rng, scope_of(program, function), 0)
    block[position] = ["if", condition, [block[position]], []]
    return True


def change_loop_bound(rng, program):
    function = pick_function(rng, program)
    loops = [b[k] for b, k in statements(function.body) if b[k][0] == "for"]
    if not loops:
        return False
    loop = rng.choice(loops)
    slot = 4 if loop[4] != ("num", 0) and rng.random() < 0.6 else 2
    numbers = [(p, e) for p, e in subexpressions(loop[slot]) if e[0] == "num" and e[1] > 0]
    if not numbers:
        return False
    path, e = rng.choice(numbers)
    loop[slot] = replaced(loop[slot], path, ("num", max(1, e[1] + rng.choice([-1, 1, 2]))))
    return True


def change_stride(rng, program):
    function = pick_function(rng, program)
    loops = [b[k] for b, k in statements(function.body)
             if b[k][0] == "for" and ("++" in b[k][5] or "+=" in b[k][5])]
    if not loops:
        return False
    loop = rng.choice(loops)
    loop[5] = f"{loop[1]}++" if "+=" in loop[5] else f"{loop[1]} += {rng.choice([2, 3])}"
    return True


def change_count(rng, program):
    """Where a loop begins or ends, whether it takes the end with it, or its stride."""
    function = pick_function(rng, program)
    loops = [b[k] for b, k in statements(function.body) if b[k][0] == "count"]
    if not loops:
        return False
    loop = rng.choice(loops)
    slot, roll = rng.choice([3, 3, 4]), rng.random()
    if roll < 0.3:
        step = loop[7][0]
        is_down = step[0] == "step" and step[2] == "--" or step[2] == "-="
        if len(loop[7]) > 1 or step[0] == "assign" and step[3][0] != "num":
            return False
        stride = 1 if step[0] == "assign" and rng.random() < 0.5 else rng.choice([2, 3])
        loop[7] = [["assign", step[1], "-=" if is_down else "+=", ("num", stride)]]
        return True
    if roll < 0.45 and loop[3][0] == "bin" and loop[3][1] in ("<", "<=", ">", ">="):
        loop[3] = (*loop[3][:1], COMPARISONS[loop[3][1]], *loop[3][2:])
        return True
    numbers = [(p, e) for p, e in subexpressions(loop[slot]) if e[0] == "num"]
    if not numbers or loop[1] == P.BOX:
        return False
    path, e = rng.choice(numbers)
    loop[slot] = replaced(loop[slot], path, ("num", max(0, e[1] + rng.choice([-1, 1, 1, 2]))))
    return True


def change_allocation(rng, program):
    """Room for one more or less, or memory that is not cleared."""
    function = pick_function(rng, program)
    places = expressions(function, lambda s, slot, path, e: e[0] == "alloc" and "(int)" in e[1])
    if not places:
        return False
    statement, slot, path, e = rng.choice(places)
    if e[1].startswith("calloc") and rng.random() < 0.4:
        text = re.sub(r"^calloc\((\d+), ", r"malloc(\1 * ", e[1])
    else:
        more = rng.choice([-1, 1])
        text = re.sub(r"\d+", lambda m: str(max(1, int(m[0]) + more)), e[1], count=1)
    statement[slot] = replaced(statement[slot], path, ("alloc", text))
    return True


def change_case(rng, program):
    function = pick_function(rng, program)
    switches = [b[k] for b, k in statements(function.body) if b[k][0] == "switch"]
    if not switches:
        return False
    cases = rng.choice(switches)[2]
    unused = [c for c in range(9) if c not in [case[0] for case in cases]]
    rng.choice(cases)[0] = rng.choice(unused)
    return True


def add_loop_exit(rng, program):
    function = pick_function(rng, program)
    loops = [b[k] for b, k in statements(function.body) if b[k][0] in ("for", "count")]
    if not loops:
        return False
    body = blocks_of(rng.choice(loops))[0]
    body.insert(rng.randint(0, len(body)), G.make_exit(rng, scope_of(program, function)))
    return True


def swap_statements(rng, program):
    function = pick_function(rng, program)
    body = function.body
    places = [k for k in range(len(body) - 1)
              if body[k][0] in MOVABLE and body[k + 1][0] in MOVABLE]
    if not places:
        return False
    k = rng.choice(places)
    body[k], body[k + 1] = body[k + 1], body[k]
    return True


def use_parameter(rng, program):
    function = pick_function(rng, program)
    scalars = [n for t, n in function.params if t in P.SCALARS]

    def wanted(statement, slot, path, e):
        return slot == 3 and not path and statement[0] in ("assign", "decl") \
            and not is_call(e) and not is_pointer(e) \
            and not (statement[0] == "assign" and is_pointer(statement[1]))
    places = expressions(function, wanted)
    if not places or not scalars:
        return False
    statement, slot, _, e = rng.choice(places)
    statement[slot] = ("bin", rng.choice(["+", "^"]), e, ("var", rng.choice(scalars)))
    return True


def use_other_global(rng, program):
    names = [n for t, n, _, _ in program.scalars if t in P.SCALARS]
    if len(names) < 2:
        return False
    return rewrite(rng, program, lambda s, slot, path, e: e[0] == "var" and e[1] in names
                   and not (path and parent_of(s, slot, path)[0] == "addr"),
                   lambda e: ("var", rng.choice([n for n in names if n != e[1]])))


def change_return(rng, program):
    function = pick_function(rng, program)
    last = function.body[-1]
    if last[0] != "return" or function.result in ("void", P.BOX):
        return False
    last[1] = ("bin", rng.choice(["+", "-", "^", "&"]), last[1], G.make_number(rng))
    return True


def change_contract(rng, program):
    """A function returns more, and one of its callers takes that off again."""
    function = pick_function(rng, program)
    last = function.body[-1]
    callers = [(b, k) for other in program.functions
               for b, k in spots(other.body, ("assign",))
               if is_call(b[k][3]) and b[k][3][1] == function.name]
    if last[0] != "return" or function.result not in ("int", "unsigned", "long") or not callers:
        return False
    more = ("num", rng.choice([1, 2, 10]))
    last[1] = ("bin", "+", last[1], more)
    block, position = rng.choice(callers)
    block.insert(position + 1, ["assign", block[position][1], "-=", more])
    return True


def add_null_check(rng, program):
    """On entry, or around one statement."""
    function = pick_function(rng, program)
    scope = scope_of(program, function)
    names = scope.boxes + scope.outs + scope.heads
    if not names:
        return False
    name = rng.choice(names)
    if rng.random() < 0.5:
        function.body.insert(after_declarations(function), [
            "if", ("bin", "==", ("var", name), ("num", 0)), G.leave(rng, scope), []])
        return True
    places = [(b, k) for b, k in spots(function.body, ("assign", "step"))
              if not advances(b[k]) and (b[k][1][:2] == ("field", name) or
                                         b[k][1] == ("deref", name))]
    if not places:
        return False
    block, position = rng.choice(places)
    block[position] = ["if", ("bin", "!=", ("var", name), ("num", 0)), [block[position]], []]
    return True


def add_case(rng, program):
    function = pick_function(rng, program)
    switches = [b[k] for b, k in statements(function.body) if b[k][0] == "switch"]
    if not switches:
        return False
    chosen = rng.choice(switches)
    unused = [c for c in range(8) if c not in [case[0] for case in chosen[2]]]
    chosen[2].append([rng.choice(unused), [G.make_assign(rng, scope_of(program, function))],
                      "break"])
    return True


def change_fall_through(rng, program):
    function = pick_function(rng, program)
    cases = [case for b, k in statements(function.body) if b[k][0] == "switch"
             for case in b[k][2]]
    if not cases:
        return False
    chosen = rng.choice(cases)
    chosen[2] = "" if chosen[2] else "break"
    return True


def change_initial(rng, program):
    places = [k for k, s in enumerate(program.scalars) if s[0] in P.SCALARS]
    k = rng.choice(places)
    kind, name, value, is_static = program.scalars[k]
    program.scalars[k] = (kind, name, 1 - value if kind == "_Bool" else value + 1, is_static)
    return True


def change_table(rng, program):
    """One element changes, or the table gets another one before its end, or loses one."""
    if not program.tables:
        return False
    name, values = rng.choice(program.tables)
    k = rng.randrange(len(values) - 1)
    if name.startswith("ends") and rng.random() < 0.6:
        if rng.random() < 0.6:
            values.insert(k, rng.choice(G.CONSTANTS[1:]))
        else:
            del values[k]
    else:
        values[k] += rng.choice([1, 10])
    return True


def change_gather(rng, program):
    """The helper with variable arguments weighs or reads them otherwise."""
    if not program.gather:
        return False
    gather, roll = program.gather, rng.random()
    if roll < 0.5:
        gather.weights[rng.randrange(gather.read)] += rng.choice([1, 5])
    elif roll < 0.7:
        gather.operator = rng.choice([o for o in "+^-" if o != gather.operator])
    elif roll < 0.85:
        gather.read = 2 if gather.read == 3 else 3
    else:
        gather.through = "" if gather.through else "list"
    return True


VARIADIC = (change_gather,) * 12
CHANGING = (change_constant, change_constant, change_operator, change_operator,
            extend_condition, add_guard, add_early_return, insert_statement,
            insert_statement, delete_statement, move_statement, wrap_in_if,
            change_loop_bound, change_stride, add_loop_exit, change_count, change_count,
            change_count, change_allocation, change_case, swap_statements, use_parameter,
            use_other_global, change_return, change_contract, add_null_check, add_case,
            change_fall_through, change_initial, change_table)


KEEPING = R.KEEPING + L.KEEPING
LOOP_KEEPING = (*L.KEEPING, R.take_twin, R.take_twin, R.inline_helper, R.rename_counter,
                R.swap_independent, R.switch_to_ifs, R.split_declaration)
LOOP_CHANGING = (change_count, change_count, change_allocation, change_case, add_loop_exit,
                 change_constant, change_operator, delete_statement, insert_statement,
                 add_early_return)


def apply_edits(rng, program, keeps_meaning):
    """One to three edits; returns their names."""
    done = []
    for _ in range(rng.choice([1, 2, 3, 3])):
        is_kept = keeps_meaning or rng.random() < 0.25
        pool = KEEPING if is_kept else CHANGING
        if program.makers and rng.random() < 0.5:
            pool = LOOP_KEEPING if is_kept else LOOP_CHANGING
        if program.gather and not is_kept:
            pool += VARIADIC
        for _ in range(20):
            edit = rng.choice(pool)
            if edit(rng, program):
                done.append(edit.__name__)
                break
    return done
