"""Edits that change no behaviour: a comment, white space, a new name of a local variable."""
import re

import mutate

COMMENT = b" /* as before */"


def line_starts(text):
    starts = [0]
    while (found := text.find(b"\n", starts[-1])) >= 0:
        starts.append(found + 1)
    return starts


def statement_lines(text, lines):
    """(start, end) of covered lines that are whole statements outside of macros."""
    starts = line_starts(text) + [len(text) + 1]
    for number in sorted(lines):
        start, end = starts[number - 1], starts[number] - 1
        before = text[starts[number - 2]:start] if number > 1 else b""
        is_plain = re.fullmatch(rb"[ \t]+[A-Za-z_][^\"'/\\]*;", text[start:end])
        if is_plain and not before.rstrip().endswith(b"\\"):
            yield start, end


def comments(text, lines):
    for _, end in statement_lines(text, lines):
        yield text[:end] + COMMENT + text[end:]


def blanks(text, lines):
    for start, _ in statement_lines(text, lines):
        yield text[:start] + b"  " + text[start:]


def name_place(location, path):
    """(start, end) of a name that is written in the file itself, or None."""
    if "expansionLoc" in location or location.get("file") != path or "offset" not in location:
        return None
    return location["offset"], location["offset"] + location["tokLen"]


def nodes_below(node):
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(mutate.children(node))


def local_places(function, path):
    """{name: places where it is written, None among them for those in macros}, for locals
    that no other local shares its name with."""
    declared, places = {}, {}
    for node in nodes_below(function):
        if node["kind"] in ("VarDecl", "ParmVarDecl") and node.get("name"):
            declared[node["id"]] = node["name"]
            places.setdefault(node["name"], []).append(name_place(node["loc"], path))
    for node in nodes_below(function):
        target = node.get("referencedDecl", {}).get("id")
        if node["kind"] == "DeclRefExpr" and target in declared:
            places[declared[target]].append(name_place(node["range"]["begin"], path))
    names = list(declared.values())
    return {name: where for name, where in places.items() if names.count(name) == 1}


def new_names(text, path, flags):
    """Texts in which one local variable of one function has another name."""
    tree = mutate.read_tree(path, flags)
    mutate.mark_files(tree)
    for function in mutate.children(tree):
        body = [c for c in mutate.children(function) if c["kind"] == "CompoundStmt"]
        begin, end = (name_place(function.get("range", {}).get(side, {}), path)
                      for side in ("begin", "end"))
        if function["kind"] != "FunctionDecl" or not (body and begin and end):
            continue
        for name, places in local_places(function, path).items():
            written = re.findall(rb"\b%s\b" % name.encode(), text[begin[0]:end[1]])
            other = f"{name}_here".encode()
            if None in places or len(set(places)) != len(written) or other in text:
                continue
            changed = text
            for start, stop in sorted(set(places), reverse=True):
                changed = changed[:start] + other + changed[stop:]
            yield changed


def edits(text, path, flags, lines):
    """{kind: texts}"""
    return {"comment": list(comments(text, lines)), "blanks": list(blanks(text, lines)),
            "new name": list(new_names(text, path, flags))}
