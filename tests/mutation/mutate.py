#!/usr/bin/env python3
"""First-order mutants of a C file, with the operators of Major.

  AOR  + - * / %       by each other, also in += and the like
  LOR  & | ^           by each other, also in &=
  SOR  << >>           by each other, also in <<=
  ROR  < <= > >= == != by each other, true, false
  COR  && ||           by each other, either operand, true, false
  ORU  - ~ ! +         removed; - and ~ by each other, + by -; ++ by -- and back
  EVR  a value returned, assigned, passed or initialised with: 0, its negation
  LVR  a literal       0, one more, one less, negated; a text by the empty one
  STD  an assignment, call, step, break, continue or return: left out

Places are those of clang's syntax tree, in bytes, and spelled in the file itself: not what
a macro or a header holds. What does not compile is not left out (see `compiles`).

  mutate.py FILE [-- FLAGS]      lists them
"""
import dataclasses
import hashlib
import json
import os
import pathlib
import subprocess
import sys

CLANG = "clang-19"
STRICT = ["-w", "-Werror=implicit", "-Werror=int-conversion", "-Werror=return-type",
          "-Werror=incompatible-pointer-types", "-Werror=return-mismatch"]
BINARY = {"AOR": ["+", "-", "*", "/", "%"], "LOR": ["&", "|", "^"], "SOR": ["<<", ">>"],
          "ROR": ["<", "<=", ">", ">=", "==", "!="], "COR": ["&&", "||"]}
GROUP = {op: name for name, group in BINARY.items() for op in group}
UNARY = {"-": ["", "~"], "~": ["", "-"], "!": [""], "+": ["", "-"], "++": ["--"],
         "--": ["++"]}
PRECEDENCE = {op: level for level, group in enumerate(
    ["||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<< >>", "+ -", "* / %"])
    for op in group.split()}
# Nodes that stand around an expression and are not written.
UNWRITTEN = {"ImplicitCastExpr", "ConstantExpr", "FullExpr", "ExprWithCleanups"}
ATOMS = {"DeclRefExpr", "ParenExpr", "CallExpr", "MemberExpr", "ArraySubscriptExpr"}
CHOICES = {"ConditionalOperator", "BinaryConditionalOperator"}
LITERALS = {"IntegerLiteral", "FloatingLiteral", "CharacterLiteral", "StringLiteral"}
# What is not evaluated when the program runs.
UNEVALUATED = {"StaticAssertDecl", "UnaryExprOrTypeTraitExpr", "OffsetOfExpr",
               "GCCAsmStmt", "TypeTraitExpr"}
NUMBERS = {"char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool",
           "bool", "__int128"}
QUALIFIERS = {"const", "volatile", "restrict"}


@dataclasses.dataclass(frozen=True)
class Mutant:
    """The bytes from start to end of the file, and what stands there instead."""
    operator: str
    line: int
    start: int
    end: int
    replacement: str


def apply(text, mutant):
    return text[:mutant.start] + mutant.replacement.encode() + text[mutant.end:]


def compiles(text, path, flags=()):
    """Whether bytes that stand for the file at `path` compile."""
    folder = os.path.dirname(path) or "."
    run = subprocess.run([CLANG, "-fsyntax-only", *STRICT, "-x", "c", "-iquote", folder,
                          *flags, "-"], input=text, capture_output=True)
    return run.returncode == 0


def read_tree(path, flags):
    run = subprocess.run([CLANG, "-fsyntax-only", "-w", "-Xclang", "-ast-dump=json", *flags,
                          path], capture_output=True)
    if run.returncode != 0 or not run.stdout:
        raise RuntimeError(f"{path} does not compile: "
                           f"{run.stderr.decode(errors='replace').strip()[:500]}")
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20000))
    return json.loads(run.stdout)


def mark_files(tree):
    """Gives every location its file: clang names it only where it changes."""
    current = ""
    open_nodes = [tree]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, dict):
            if "offset" in node:
                current = node["file"] = node.get("file", current)
            else:
                open_nodes.extend(reversed(node.values()))
        elif isinstance(node, list):
            open_nodes.extend(reversed(node))


def children(node):
    return [child for child in node.get("inner", []) if child.get("kind")]


def written(node):
    """The node that is written where this one stands."""
    while node["kind"] in UNWRITTEN and children(node):
        node = children(node)[0]
    return node


def is_number(node):
    kind = node.get("type", {})
    words = kind.get("desugaredQualType", kind.get("qualType", "")).split()
    return bool(words) and all(word in NUMBERS | QUALIFIERS for word in words)


def binding(node):
    """How tightly an expression holds its operands together: a binary operator's
    precedence, less for what is looser, None for what is no such expression."""
    if node["kind"] in ("BinaryOperator", "CompoundAssignOperator"):
        return PRECEDENCE.get(node["opcode"], -1)
    return -1 if node["kind"] in CHOICES else None


def skip_blank(text, at, end):
    """The first place from `at` on that is neither white space nor a comment."""
    while at < end:
        if text[at:at + 2] in (b"/*", b"//"):
            close = b"*/" if text[at:at + 2] == b"/*" else b"\n"
            found = text.find(close, at + 2)
            at = end if found < 0 else found + len(close)
        elif text[at:at + 1].isspace():
            at += 1
        else:
            break
    return min(at, end)


def is_word(byte):
    return byte.isalnum() or byte == "_"


class Finder:
    """Walks the tree of one file and collects its mutants."""

    def __init__(self, path, text):
        self.path, self.text = str(path), text
        self.mutants = []

    def line(self, offset):
        return self.text.count(b"\n", 0, offset) + 1

    def edge(self, location):
        """(start, end, whether a macro is named there) of a token, or None."""
        is_macro = "expansionLoc" in location
        location = location.get("expansionLoc", location)
        if location.get("file") != self.path or "offset" not in location:
            return None
        start = location["offset"]
        end = start + location["tokLen"]
        # What a macro with arguments covers is not told.
        after = skip_blank(self.text, end, len(self.text))
        if is_macro and self.text[after:after + 1] == b"(":
            return None
        return start, end, is_macro

    def span(self, node):
        """(start, end) of what is written for a node; a macro's name stands for it."""
        place = node.get("range", {})
        begin, end = self.edge(place.get("begin", {})), self.edge(place.get("end", {}))
        return (begin[0], end[1]) if begin and end else None

    def place(self, node):
        """Its span, if the node is not within a macro."""
        place = node.get("range", {})
        if all("expansionLoc" in place.get(side, {}) for side in ("begin", "end")):
            return None
        return self.span(node)

    def cut(self, span):
        return self.text[span[0]:span[1]].decode(errors="replace")

    def apart(self, span, replacement):
        """The replacement, with spaces where it would grow together with what is around."""
        around = self.text[span[0] - 1:span[0]], self.text[span[1]:span[1] + 1]
        before, after = (byte.decode(errors="replace") for byte in around)
        if not replacement:
            return " " if is_word(before) and is_word(after) else ""
        first, last = replacement[0], replacement[-1]
        if is_word(before) and is_word(first) or before == first and first in "+-&":
            replacement = f" {replacement}"
        if last == after and last in "+-&" or (last, after) == ("/", "*"):
            replacement += " "
        return replacement

    def add(self, operator, span, replacement, line_at=None):
        if operator != "STD":
            replacement = self.apart(span, replacement)
        line = self.line(span[0] if line_at is None else line_at)
        self.mutants.append(Mutant(operator, line, *span, replacement))

    def operator_span(self, left, right, operator):
        """Where a binary operator is written between its operands, or None."""
        start = skip_blank(self.text, left[1], right[0])
        end = start + len(operator)
        is_there = self.text[start:end] == operator.encode()
        return (start, end) if is_there and skip_blank(self.text, end, right[0]) == right[0] \
            else None

    def swap(self, group, node, above, operator, other):
        """One operator for another, with parentheses where they keep the operands."""
        span, sides = self.place(node), [self.span(side) for side in children(node)]
        if not span or len(sides) != 2 or None in sides:
            return
        at = self.operator_span(*sides, operator)
        if not at:
            return
        old, new = PRECEDENCE.get(operator, -1), PRECEDENCE.get(other, -1)
        inner = [binding(written(side)) for side in children(node)]
        wrap = [inner[0] is not None and inner[0] < new,
                inner[1] is not None and inner[1] <= new and old != new]
        outer = binding(above)
        around = old != new and outer is not None and new <= outer
        if not any(wrap) and not around:
            self.add(group, at, other)
            return
        left, right = (f"({self.cut(side)})" if is_wrapped else self.cut(side)
                       for side, is_wrapped in zip(sides, wrap))
        gaps = self.cut((sides[0][1], at[0])), self.cut((at[1], sides[1][0]))
        whole = f"{left}{gaps[0]}{other}{gaps[1]}{right}"
        self.add(group, span, f"({whole})" if around else whole, at[0])

    def visit_binary(self, node, above):
        operator = node["opcode"]
        plain = operator.removesuffix("=") if node["kind"] == "CompoundAssignOperator" \
            else operator
        group = GROUP.get(plain)
        for other in BINARY.get(group, []):
            if other != plain:
                self.swap(group, node, above, operator, other + operator[len(plain):])
        span = self.place(node)
        if group in ("ROR", "COR") and span:
            sides = [self.span(side) for side in children(node)] if group == "COR" else []
            for value in ["1", "0", *[self.cut(side) for side in sides if side]]:
                self.add(group, span, value)
        if operator == "=":
            self.replace_value(children(node)[1])

    def visit_unary(self, node):
        span, operator = self.place(node), node["opcode"]
        if not span:
            return
        size = len(operator)
        at = (span[1] - size, span[1]) if node.get("isPostfix") else (span[0], span[0] + size)
        if self.cut(at) != operator:
            return
        for other in UNARY.get(operator, []):
            self.add("ORU", at, other)

    def replace_value(self, node):
        value, span = written(node), self.span(node)
        if not span or value["kind"] in LITERALS | {"InitListExpr"}:
            return
        if node.get("castKind") == "NullToPointer":
            return
        self.add("EVR", span, "0")
        if is_number(value):
            text = self.cut(span)
            self.add("EVR", span, f"-{text}" if value["kind"] in ATOMS else f"-({text})")

    def visit_literal(self, node):
        span = self.place(node)
        if not span:
            return
        text = self.cut(span)
        for value in literal_values(node, text):
            if value != text:
                self.add("LVR", span, value)

    def leave_out(self, node, above):
        """Its line, where it has lines of its own; else an empty statement stays."""
        span = self.place(node)
        if not span:
            return
        end = skip_blank(self.text, span[1], len(self.text))
        if self.text[end:end + 1] != b";":
            return
        first = self.text.rfind(b"\n", 0, span[0]) + 1
        after = self.text.find(b"\n", end)
        is_alone = above["kind"] == "CompoundStmt" and after >= 0 and not (
            self.text[first:span[0]].strip() or self.text[end + 1:after].strip())
        self.add("STD", (first, after + 1) if is_alone else span, "", span[0])

    def visit_statement(self, node, above, is_last):
        kind = node["kind"]
        is_step = kind == "UnaryOperator" and node["opcode"] in ("++", "--")
        is_assignment = kind == "CompoundAssignOperator" or node.get("opcode") == "="
        if is_step or is_assignment or kind in ("CallExpr", "BreakStmt", "ContinueStmt"):
            self.leave_out(node, above)
        elif kind == "ReturnStmt" and not is_last:
            self.leave_out(node, above)

    def visit(self, node, above):
        kind = node["kind"]
        if kind in ("BinaryOperator", "CompoundAssignOperator"):
            self.visit_binary(node, above)
        elif kind == "UnaryOperator":
            self.visit_unary(node)
        elif kind in LITERALS:
            self.visit_literal(node)
        elif kind == "ReturnStmt" and children(node):
            self.replace_value(children(node)[0])
        elif kind == "VarDecl" and "init" in node and children(node):
            self.replace_value(children(node)[0])
        elif kind == "CallExpr":
            for argument in children(node)[1:]:
                self.replace_value(argument)
        for number in statement_numbers(node):
            child = node["inner"][number]
            is_last = above["kind"] == "FunctionDecl" and number == len(node["inner"]) - 1
            self.visit_statement(child, node, is_last)

    def walk(self, node, above):
        kind = node.get("kind", "")
        if kind in UNEVALUATED or kind.endswith("Attr"):
            return
        if kind:
            self.visit(node, above)
        below = above if kind in UNWRITTEN else node
        for child in node.get("inner", []) + node.get("array_filler", []):
            self.walk(child, below)


def statement_numbers(node):
    """Which of its children are statements and not values."""
    kind, inner = node["kind"], node.get("inner", [])
    last = len(inner) - 1
    if kind == "CompoundStmt":
        numbers = range(len(inner))
    elif kind == "IfStmt":
        numbers = [last - 1, last] if node.get("hasElse") else [last]
    elif kind == "DoStmt":
        numbers = [0]
    elif kind in ("ForStmt", "WhileStmt", "SwitchStmt", "CaseStmt", "DefaultStmt", "LabelStmt"):
        numbers = [last]
    else:
        numbers = []
    return [number for number in numbers if inner[number].get("kind")]


def literal_values(node, text):
    kind = node["kind"]
    if kind == "StringLiteral":
        return ['""'] if text.startswith('"') and text != '""' else []
    if kind == "FloatingLiteral":
        return ["0.0", f"({text} + 1)", f"({text} - 1)", f"-{text}"]
    value = int(node["value"])
    if kind == "CharacterLiteral":
        return [str(number) for number in (0, value + 1, value - 1, -value) if number != value]
    suffix = text[len(text.rstrip("uUlL")):]
    form = "#x" if text[:2].lower() == "0x" else "d"
    numbers = dict.fromkeys([0, value + 1, value - 1, -value])
    return [f"{number:{form}}{suffix}" for number in numbers if number != value]


def find_mutants(path, flags=(), lines=None):
    """The mutants of a file in the order of their places, those of `lines` only when given.
    No two make the same text, and none makes the file's own."""
    path = str(path)
    text = pathlib.Path(path).read_bytes()
    tree = read_tree(path, flags)
    mark_files(tree)
    finder = Finder(path, text)
    finder.walk(tree, tree)
    known, found = {hashlib.sha1(text).digest()}, []
    for mutant in sorted(finder.mutants, key=dataclasses.astuple):
        if lines is not None and mutant.line not in lines:
            continue
        digest = hashlib.sha1(apply(text, mutant)).digest()
        if digest not in known:
            known.add(digest)
            found.append(mutant)
    return sorted(found, key=lambda m: (m.start, m.end, m.operator, m.replacement))


def main():
    path, *flags = sys.argv[1:]
    for mutant in find_mutants(path, [flag for flag in flags if flag != "--"]):
        print(mutant.operator, mutant.line, mutant.start, mutant.end, repr(mutant.replacement))


if __name__ == "__main__":
    main()
