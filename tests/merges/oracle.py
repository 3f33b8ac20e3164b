"""The truth about random merges: runs all versions natively, see oracle.h.

judge(merges, inputs) compiles one program for all merges: the text of every version stands
in it with its names prefixed by macros. A version that does not compile is found by the
line markers and left out together with its merge.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

import program as P

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "programs"))
import narrow  # noqa: E402
COMPILE = ["clang-19", "-std=gnu11", "-O0", "-w", "-fsanitize=undefined",
           "-fsanitize-trap=undefined", "-ferror-limit=0",
           "-ftrivial-auto-var-init=pattern", "-Werror=implicit-function-declaration"]
RUNNER = []  # words in front of a program
HEAD = re.compile(r"^(static )?(\w[\w ]*?(?: \*| ))(\w+)\(([^)]*)\) \{$", re.MULTILINE)
NUMBER = re.compile(r"\b\d+\b")
INITIAL = re.compile(rf"^(?:static )?(?:{'|'.join(P.SCALARS)}) (\w+) = (-?\d+);$",
                     re.MULTILINE)
ARRAY = re.compile(r"^int \w+\[\d\] = .*;$", re.MULTILINE)
STATIC_LOCAL = re.compile(r"^( +static )", re.MULTILINE)
TABLE = re.compile(r"^static const int (\w+)\[\]", re.MULTILINE)
HIDDEN = '__attribute__((section("hidden"))) '

Judged = collections.namedtuple(
    "Judged", "inputs returned violating lost unexpected inherent example")


def signatures(text):
    """{function: (result, ((type, name)…))} of a version's text."""
    found = {}
    for _, result, name, params in HEAD.findall(text):
        split = []
        for param in params.split(", ") if params != "void" else ():
            kind, _, param_name = re.sub(r"(\*+)", r"\1 ", param).rpartition(" ")
            split.append((kind.strip(), param_name))
        found[name] = (result.strip(), tuple(split))
    return found


def shape(signature):
    result, params = signature
    return result, tuple(kind for kind, _ in params)


def letters(params):
    """What each parameter is, for oracle.h."""
    out = ""
    for kind, name in params:
        if kind == P.BOX:
            out += "q" if "s" in out else "s"
        elif kind == P.INTS:
            out += "p" if name == "p" else "o"
        elif kind in (P.BOXES, P.PLACES):
            out += "x" if kind == P.BOXES else "y"
        else:
            out += "n" if out.endswith("p") else "i"
    return out


class Merge:
    """texts: {"O": text, "A": …, "B": …, "M": …}."""

    def __init__(self, name, texts, scalars, arrays, edits=()):
        self.name, self.texts, self.edits = name, texts, edits
        self.scalars, self.arrays = scalars, arrays
        self.signatures = {v: signatures(text) for v, text in texts.items()}
        self.initial = {v: dict(INITIAL.findall(text)) for v, text in texts.items()}
        # The global that pointers of a caller may point to, or None.
        self.reachable = next((name for kind, name, _, is_static in scalars
                               if kind == "int" and not is_static
                               and not self.is_fixed(name)), None)

    def is_fixed(self, name):
        """Whether a global can only hold its initial value when a unit is called: its
        initialiser differs between versions (an assumption), or it is static and
        nobody ever writes it (what it points to is another matter)."""
        if len({self.initial[v].get(name) for v in self.texts}) > 1:
            return True
        is_static = any(s[3] for s in self.scalars if s[1] == name)
        written = re.compile(rf"^ .*(?:(?<!\*)\b{name} [-+^|]?= |\b{name}(?:\+\+|--)|&{name}\b)",
                             re.MULTILINE)
        return is_static and not any(written.search(t) for t in self.texts.values())

    def name_in(self, version, name):
        """What a version calls the merge's function `name`, or None; see
        rewrites.rename_function."""
        for known in (name, f"{name}_impl", name.removesuffix("_impl")):
            if known in self.signatures[version]:
                return known
        return None

    def having(self, name):
        return [v for v in self.texts if self.name_in(v, name)]

    def is_renamed(self, name):
        return any(self.name_in(v, name) != name for v in self.having(name))

    def has_new_signature(self, name):
        return len({shape(self.signatures[v][self.name_in(v, name)])
                    for v in self.having(name)}) > 1

    def units(self):
        """Functions of M with one signature in all versions that have them."""
        for name, signature in self.signatures["M"].items():
            if len(self.having(name)) > 1 and not self.has_new_signature(name):
                yield name, signature, self.having(name)


def write_arguments(params):
    args, seen = [], set()
    for k, (kind, name) in enumerate(params):
        if kind == P.BOX:
            args.append("(void *)run.second_box" if "box" in seen else "(void *)run.first_box")
            seen.add("box")
        elif kind == P.INTS:
            args.append("run.ints" if name == "p" else "run.out")
        elif kind in (P.BOXES, P.PLACES):
            args.append("(void *)run.box_place" if kind == P.BOXES else "run.int_place")
        else:
            args.append(f"({kind})run.scalars[{k}]")
    return ", ".join(args)


def write_global(merge, version, scalar):
    kind, name, _, is_static = scalar
    letter = {"_Bool": "b", P.BOX: "x", P.INTS: "p"}.get(kind, "i")
    place = "0" if name == merge.reachable else f"&{name}"
    return (f"{{{place}, sizeof {name}, '{letter}', {int(merge.is_fixed(name))}, "
            f"{int(not is_static)}, "
            f"{merge.initial[version].get(name, 0)}}}")


def write_version(merge, version):
    prefix = f"{merge.name}{version}_"
    signatures_here = merge.signatures[version]
    names = [*signatures_here, "box", "ext4", "gather", "mix",
             *[s[1] for s in merge.scalars]]
    names = [name for name in names if name != merge.reachable]
    text = ARRAY.sub("", STATIC_LOCAL.sub(rf"\1{HIDDEN}", merge.texts[version]))
    out = [f"#define {name} {prefix}{name}" for name in names]
    out += [f"#define {name} (*(int (*)[{len(values)}])run.{place})"
            for (name, values), place in zip(merge.arrays, ("array", "long_array"))]
    for name in set(TABLE.findall(text)):
        out.append(f"#define {name} {prefix}{name}")
        names.append(name)
    if merge.reachable:
        out.append(f"#define {merge.reachable} (*run.global)")
        names.append(merge.reachable)
        text = re.sub(rf"^int {merge.reachable} = .*;$", "", text, flags=re.MULTILINE)
    out += [f'#line 1 "{merge.name}{version}.c"', text]
    out.append("void ext4(struct box *place) { on_box(place); }")
    for name, (result, params) in signatures_here.items():
        call = f"{name}({write_arguments(params)})"
        call = f"{call}; return 0;" if result == "void" else f"return (Value){call};"
        out.append(f"static Value {prefix}call_{name}(void) {{ {call} }}")
    globals_ = ", ".join(write_global(merge, version, s) for s in merge.scalars)
    out.append(f"static const struct Version {prefix}version = {{'{version}', "
               f"{{{globals_}}}, {len(merge.scalars)}}};")
    out += [f"#undef {name}" for name in [*names, *[n for n, _ in merge.arrays]]]
    return out


def write_merge(merge):
    lines = [line for version in merge.texts for line in write_version(merge, version)]
    ids = list(merge.texts)
    pool = sorted({n + d for text in merge.texts.values()
                   for n in map(int, NUMBER.findall(text)) for d in (-1, 0, 1)})
    lines.append(f"static struct Version {merge.name}_versions[{len(ids)}];")
    lines.append(f"static const Value {merge.name}_pool[] = {{{', '.join(map(str, pool))}}};")
    units = []
    for name, (result, params), having in merge.units():
        calls = ", ".join(f"{merge.name}{v}_call_{merge.name_in(v, name)}" if v in having
                          else "0" for v in ids)
        units.append(f'{{"{merge.name}", "{name}", {{{calls}}}, {merge.name}_versions, '
                     f'{len(ids)}, "{letters(params)}", '
                     f"'{'x' if result == P.BOX else 'i'}', {merge.name}_pool, {len(pool)}}},")
    copies = [f"  {merge.name}_versions[{k}] = {merge.name}{v}_version;"
              for k, v in enumerate(ids)]
    return lines, units, copies


def write_program(merges, inputs):
    lines = ['#include "oracle.h"', *[f"#define {name} oracle_{name}"
                                      for name in ("malloc", "calloc", "free")]]
    units, copies = [], []
    for merge in merges:
        for out, more in zip((lines, units, copies), write_merge(merge)):
            out += more
    lines += ['#line 1 "tables.c"', "static const struct Unit units[] = {", *units, "};",
              "int main(void) {", *copies,
              f"  return run_units(units, sizeof units / sizeof *units, {inputs});", "}"]
    return "\n".join(lines) + "\n"


def use_32_bits():
    """Makes all later judgements of 32-bit programs. False: none runs here."""
    if narrow.runner() is None:
        return False
    COMPILE.extend([*narrow.FLAGS, "-no-pie"])
    RUNNER.extend(narrow.runner())
    return True


def judge(merges, inputs):
    """({merge name: {function: Judged}}, {merge name: versions that do not compile})."""
    broken = collections.defaultdict(set)
    left = list(merges)
    with tempfile.TemporaryDirectory() as scratch:
        source, binary = pathlib.Path(scratch) / "batch.c", pathlib.Path(scratch) / "batch"
        while left:
            source.write_text(write_program(left, inputs))
            run = subprocess.run([*COMPILE, "-I", HERE, source, "-o", binary],
                                 capture_output=True, text=True)
            if run.returncode == 0:
                break
            bad = set(re.findall(r"^(m\d+)([A-Z])\.c:\d+:\d+: (?:fatal )?error:", run.stderr,
                                 re.MULTILINE))
            if not bad:
                raise RuntimeError(f"the batch does not compile:\n{run.stderr[:2000]}")
            for name, version in bad:
                broken[name].add(version)
            left = [merge for merge in left if merge.name not in broken]
        if not left:
            return {}, dict(broken)
        run = subprocess.run([*RUNNER, binary], capture_output=True, text=True, timeout=900)
    if run.returncode != 0:
        raise RuntimeError(f"the oracle ended with {run.returncode}")
    results = collections.defaultdict(dict)
    for line in run.stdout.splitlines():
        merge, unit, *numbers, example = line.split("\t")
        results[merge][unit] = Judged(*map(int, numbers), example)
    return dict(results), dict(broken)
