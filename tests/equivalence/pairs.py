"""The pairs of <category>.txt.

  === name
  unit: NAME        the function that is compared; f without this line
  --- old           a translation unit; so are new and twin
  --- new           does the same as old on all inputs
  --- twin          new with one token changed; does something else
  --- drive         void drive(void): one random call (drive.h); natively only
"""
import dataclasses
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
VERSIONS = ("old", "new", "twin")
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|\s+
                   |(?P<token>[A-Za-z_]\w*|\.?\d[\w.]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'
                   |<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||[^\s])""",
                   re.VERBOSE | re.DOTALL)


@dataclasses.dataclass
class Pair:
    category: str
    name: str
    unit: str
    texts: dict     # of the versions, and "drive"


def parse_pair(category, text):
    head, *sections = re.split(r"^--- (\w+)\n", text, flags=re.MULTILINE)
    lines = head.split("\n")
    unit = next((line[5:].strip() for line in lines if line.startswith("unit:")), "f")
    texts = dict(zip(sections[::2], sections[1::2]))
    if set(texts) != {*VERSIONS, "drive"}:
        raise ValueError(f"{category}: {lines[0]}: sections are {sorted(texts)}")
    return Pair(category, lines[0].strip(), unit,
                {section: body.strip("\n") + "\n" for section, body in texts.items()})


def read_pairs(only=()):
    """Of all categories; with `only`, those of these names or categories."""
    pairs = []
    for path in sorted(p for p in HERE.glob("*.txt") if p.stem != "late_differences"):
        _, *texts = re.split(r"^=== ", path.read_text(), flags=re.MULTILINE)
        pairs += [parse_pair(path.stem, text) for text in texts]
    names = [pair.name for pair in pairs]
    if len(set(names)) < len(names):
        raise ValueError(f"twice: {sorted({name for name in names if names.count(name) > 1})}")
    return [pair for pair in pairs if not only or {pair.name, pair.category} & set(only)]


def tokens(text):
    return [found["token"] for found in TOKEN.finditer(text) if found["token"]]


def changed_tokens(pair):
    """(in new, in twin) of every token that differs; None: not the same number of them."""
    new, twin = tokens(pair.texts["new"]), tokens(pair.texts["twin"])
    if len(new) != len(twin):
        return None
    return [(a, b) for a, b in zip(new, twin) if a != b]
