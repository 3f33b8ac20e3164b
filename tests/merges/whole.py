"""Whole random programs: half of them with the loops, lists and helpers of shapes.py,
heap.py and helpers.py."""
import grow as G
import heap
import helpers
import program as P
import shapes


def make_globals(rng, program):
    for k in range(rng.randint(1, 3)):
        program.scalars.append((rng.choice(G.COMMON), f"g{k}", rng.choice([0, 1, 5]),
                                rng.random() < 0.3))
    program.scalars = [(t, n, int(bool(v)) if t == "_Bool" else v, s)
                       for t, n, v, s in program.scalars]
    rich = bool(program.makers)
    if rng.random() < (0.5 if rich else 0.35):
        program.scalars.append((P.BOX, "head", 0, rng.random() < 0.5))
    if rng.random() < 0.2:
        program.scalars.append((P.INTS, "cursor", 0, rng.random() < 0.5))
    if rng.random() < (0.8 if rich else 0.5):
        program.arrays.append(("t0", [rng.choice(G.CONSTANTS) for _ in range(P.CELLS)]))
        if rich and rng.random() < 0.5:
            program.arrays.append(("t1", [rng.choice(G.CONSTANTS) for _ in range(2 * P.CELLS)]))
    if rng.random() < 0.25:
        program.tables.append(("table", [rng.choice(G.CONSTANTS) for _ in range(P.CELLS)]))
    if rng.random() < 0.2:
        program.tables.append(("ends", [*rng.sample(G.CONSTANTS[1:], 3), 0]))


def make_program(rng, is_variadic=False):
    program = P.Program()
    if is_variadic:
        program.gather = G.make_gather(rng)
    if rng.random() < 0.5:
        program.makers = shapes.MAKERS + heap.MAKERS
    make_globals(rng, program)
    for k in range(rng.randint(2, 4)):
        roll = rng.random()
        maker = G.make_writer if roll < 0.12 else G.make_recursive if roll < 0.2 \
            else G.make_function
        if program.makers and (k == 0 or rng.random() < 0.3):
            maker = rng.choice(helpers.MAKERS)
        program.functions.append(maker(rng, program, f"f{k}"))
    return program
