"""The truth about random merges: runs all versions natively, see oracle.h.

judge(merges, inputs) compiles one program for all merges: the text of every version stands
in it with its names prefixed by macros. A version that does not compile is found by the
line markers and left out together with its merge.
"""
import collections
import pathlib
import re
import subprocess
import tempfile

import program as P

HERE = pathlib.Path(__file__).resolve().parent
COMPILE = ["clang-19", "-std=gnu11", "-O0", "-w", "-fsanitize=undefined",
           "-fsanitize-trap=undefined", "-ferror-limit=0",
           "-ftrivial-auto-var-init=pattern", "-Werror=implicit-function-declaration"]
HEAD = re.compile(r"^(static )?(\w[\w ]*?) (\w+)\(([^)]*)\) \{$", re.MULTILINE)
NUMBER = re.compile(r"\b\d+\b")
INITIAL = re.compile(r"^(?:static )?(?:unsigned char|unsigned|int) (\w+) = (-?\d+);$",
                     re.MULTILINE)
LETTERS = {"int": "i", "unsigned": "u", "unsigned char": "c"}

Judged = collections.namedtuple(
    "Judged", "inputs returned violating lost unexpected inherent example")


def signatures(text):
    """{function: (result, ((type, name)…))} of a version's text."""
    found = {}
    for _, result, name, params in HEAD.findall(text):
        split = []
        for param in params.split(", ") if params != "void" else ():
            kind, _, param_name = param.replace("*", "* ").rpartition(" ")
            split.append((kind.strip(), param_name))
        found[name] = (result, tuple(split))
    return found


def shape(signature):
    result, params = signature
    return result, tuple(kind for kind, _ in params)


def letters(params):
    """What each parameter is, for oracle.h."""
    out = ""
    for kind, _ in params:
        if kind == "struct box *":
            out += "q" if "s" in out else "s"
        elif kind == "int *":
            out += "p"
        elif out.endswith("p") and kind == "unsigned":
            out += "n"
        else:
            out += LETTERS[kind]
    return out


class Merge:
    """texts: {"O": text, "A": …, "B": …, "M": …}."""

    def __init__(self, name, texts, scalars, arrays, edits=()):
        self.name, self.texts, self.edits = name, texts, edits
        self.scalars, self.arrays = scalars, arrays
        self.signatures = {v: signatures(text) for v, text in texts.items()}
        self.initial = {v: dict(INITIAL.findall(text)) for v, text in texts.items()}

    def is_fixed(self, name):
        """Whether a global can only hold its initial value when a unit is called: its
        initialiser differs between versions (an assumption), or it is static and
        nobody ever writes it."""
        if len({self.initial[v].get(name) for v in self.texts}) > 1:
            return True
        is_static = any(s[3] for s in self.scalars if s[1] == name)
        written = re.compile(rf"^ +{name} [-+^|]?= ", re.MULTILINE)
        return is_static and not any(written.search(t) for t in self.texts.values())

    def having(self, name):
        return [v for v in self.texts if name in self.signatures[v]]

    def has_new_signature(self, name):
        return len({shape(self.signatures[v][name]) for v in self.having(name)}) > 1

    def units(self):
        """Functions of M with one signature in all versions that have them."""
        for name, signature in self.signatures["M"].items():
            if len(self.having(name)) > 1 and not self.has_new_signature(name):
                yield name, signature, self.having(name)


def write_version(merge, version):
    prefix = f"{merge.name}{version}_"
    signatures_here = merge.signatures[version]
    names = [*signatures_here, "box", *[s[1] for s in merge.scalars],
             *[name for name, _ in merge.arrays]]
    out = [f"#define {name} {prefix}{name}" for name in names]
    out += [f'#line 1 "{merge.name}{version}.c"', merge.texts[version]]
    for name, (_, params) in signatures_here.items():
        args, seen = [], set()
        for k, (kind, _) in enumerate(params):
            if kind == "struct box *":
                args.append("(void *)run.second_box" if "box" in seen else "(void *)run.first_box")
                seen.add("box")
            elif kind == "int *":
                args.append("run.ints")
            else:
                args.append(f"({kind})run.scalars[{k}]")
        out.append(f"static Value {prefix}call_{name}(void) "
                   f"{{ return (Value){name}({', '.join(args)}); }}")
    globals_ = ", ".join(
        f"{{&{name}, sizeof {name}, {int(merge.is_fixed(name))}, "
        f"{merge.initial[version].get(name, 0)}}}" for _, name, _, _ in merge.scalars)
    array = merge.arrays[0][0] if merge.arrays else "0"
    out.append(f"static const struct Version {prefix}version = {{'{version}', "
               f"{{{globals_}}}, {len(merge.scalars)}, {array}}};")
    out += [f"#undef {name}" for name in names]
    return out


def write_merge(merge):
    lines = [line for version in merge.texts for line in write_version(merge, version)]
    ids = list(merge.texts)
    pool = sorted({n + d for text in merge.texts.values()
                   for n in map(int, NUMBER.findall(text)) for d in (-1, 0, 1)})
    lines.append(f"static struct Version {merge.name}_versions[{len(ids)}];")
    lines.append(f"static const Value {merge.name}_pool[] = {{{', '.join(map(str, pool))}}};")
    units = []
    for name, (_, params), having in merge.units():
        calls = ", ".join(f"{merge.name}{v}_call_{name}" if v in having else "0" for v in ids)
        units.append(f'{{"{merge.name}", "{name}", {{{calls}}}, {merge.name}_versions, '
                     f'{len(ids)}, "{letters(params)}", {merge.name}_pool, {len(pool)}}},')
    copies = [f"  {merge.name}_versions[{k}] = {merge.name}{v}_version;"
              for k, v in enumerate(ids)]
    return lines, units, copies


def write_program(merges, inputs):
    lines, units, copies = ['#include "oracle.h"'], [], []
    for merge in merges:
        for out, more in zip((lines, units, copies), write_merge(merge)):
            out += more
    lines += ['#line 1 "tables.c"', "static const struct Unit units[] = {", *units, "};",
              "int main(void) {", *copies,
              f"  return run_units(units, sizeof units / sizeof *units, {inputs});", "}"]
    return "\n".join(lines) + "\n"


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
        run = subprocess.run([binary], capture_output=True, text=True, timeout=900)
    if run.returncode != 0:
        raise RuntimeError(f"the oracle ended with {run.returncode}")
    results = collections.defaultdict(dict)
    for line in run.stdout.splitlines():
        merge, unit, *numbers, example = line.split("\t")
        results[merge][unit] = Judged(*map(int, numbers), example)
    return dict(results), dict(broken)
