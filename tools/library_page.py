#!/usr/bin/env python3
"""docs/book/library.md: what is known of the C library, from the tables in the sources.

  library_page.py            writes the page
  library_page.py --check    says whether it is as the tables say, and whether every function
                             that a run knows is in the table
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/book/library.md"
ENTRY = re.compile(r'LIBRARY\((\w+), (\w+), (\w+),\s+"((?:[^"\\]|\\.)*)"\)')
HEAD = """# What is known of the C library

One table (`src/ir/library.def`) says of each function what a call may do (*effect*), what a native replay does with it
(*replay*), and whether `mergeproof run` runs it. Functions that are not in it are events that may write whatever their
arguments lead to, and may call functions back; a replay has stubs for them.

| effect | a call that the program does not define itself |
|---|---|
| Pure | is a function of its arguments |
| Reads | is a function of its arguments and the memory they lead to |
| Writes | is an event; reads the memory that its arguments lead to, writes none |
| Changes | is an event that may change the memory that its arguments lead to; calls nobody back |
| Renews | the same, and may change what an earlier call of such a function returned |
| Unknown | is an event that may change the memory that its arguments lead to, and call functions back |

`malloc`, `calloc`, `realloc`, `free`, `memcpy`, `memmove`, `memset`, `strlen`, `abs`, `fabs`, `copysign`, `exit`, `abort`
and failed assertions are lowered: the IR itself knows what they mean, unless the project defines them itself.

| function | effect | replay | run | what it does |
|---|---|---|---|---|
"""


def native_functions():
    names = set()
    for path in (ROOT / "src/interp").glob("library_*.cpp"):
        text = path.read_text()
        names |= set(re.findall(r'\{"(\w+)",', text))
        for name in re.findall(r"^\s+(?:UNARY|BINARY|SCALE|SCALE_LONG|TO_INTEGER)\((\w+)", text,
                               re.M):
            names |= {name, name + "f", name + "l"}
    return names


def modelled_functions():
    names = set()
    for path in (ROOT / "src/interp/models").glob("*.c"):
        if path.stem == "declarations":
            continue
        for line in path.read_text().splitlines():
            found = re.match(r"(?!static|typedef|struct mp_\w+ \{|enum|#)[a-z][\w ]*[ *]+(\w+)\(",
                             line)
            if found and not found[1].startswith("mp_"):
                names.add(found[1])
    return names


def entries():
    return ENTRY.findall((ROOT / "src/ir/library.def").read_text())


def page():
    native, modelled = native_functions(), modelled_functions()
    rows = []
    for name, effect, replay, doc in entries():
        run = "yes" if name in native else "in C" if name in modelled else ""
        real = "the library's" if replay == "Real" else "a stub"
        rows.append(f"| `{name}` | {effect} | {real} | {run} | {doc} |")
    return HEAD + "\n".join(rows) + "\n"


def main():
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page())
        return 0
    known = {entry[0] for entry in entries()}
    missing = sorted((native_functions() | modelled_functions()) - known)
    for name in missing:
        print(f"src/ir/library.def: no entry for {name}, which a run knows")
    is_same = PAGE.exists() and PAGE.read_text() == page()
    if not is_same:
        print("docs/book/library.md is not what the tables say; run tools/library_page.py")
    return 1 if missing or not is_same else 0


if __name__ == "__main__":
    sys.exit(main())
