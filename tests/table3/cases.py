"""SafeMerge's Table 3 on a C function: pairs of patches whose textual merge is wrong.

Every case is a directory with a.c b.c (all have the same base.c), and manual.c where a correct merge exists.
The merge "text" is what `git merge-file` makes of the first three.

The paper gives no programs, only the descriptions below; it has a manual merge for B1, B2
and B6 and calls the others conflicts: no merge keeps what both parents did. Its B4 is such
a conflict, as the refactoring also changes what is done. B4_pure is the same interference
with a refactoring that changes nothing, so that a correct merge exists.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "golden"))
import golden_case  # noqa: E402

FUNCTION = "price_order"
CASES = {
    "B1": "patch gets duplicated in merge",
    "B2": "semantically same, syntactically different patches",
    "B3": "inconsistent changes in assignment",
    "B4": "interference between refactoring and insertion",
    "B4_pure": "the same, the refactoring changes nothing",
    "B5": "interference between insertion and deletion",
    "B6": "one patch supersedes the other",
    "B7": "inconsistent patches due to off-by-one error",
}
MERGES = ("text", "manual")
EXPECTED = {"text": "conflict", "manual": "proved"}


def parents(name):
    """The texts of base, A and B."""
    return {version: (HERE / file).read_text() for version, file in (
        ("O", "base.c"), ("A", f"{name}/a.c"), ("B", f"{name}/b.c"))}


def merges(name):
    """The texts of the merges by their name; "manual" only where there is one."""
    texts = parents(name)
    found = {"text": golden_case.merge_texts(texts["O"], texts["A"], texts["B"])}
    manual = HERE / name / "manual.c"
    if manual.exists():
        found["manual"] = manual.read_text()
    return found


def function_lines(text):
    """How long the function is, from its head to its closing brace."""
    lines = text.splitlines()
    first = next(n for n, line in enumerate(lines)
                 if FUNCTION + "(" in line and line[0] not in " /")
    return lines.index("}", first) - first + 1
