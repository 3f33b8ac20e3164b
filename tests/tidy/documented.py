#!/usr/bin/env python3
"""The documents name what the code has.

  folders       every folder of src/ stands in ARCHITECTURE.md, and in layers.txt
                unless it is a part of a module that does
  assumptions   every entry of assumption.def has a section in docs/assumptions.md
"""
import re
import sys

from tree import ROOT, finish, modules

ENTRY = re.compile(r'^ASSUMPTION\((\w+),\s*"([^"]+)"', re.MULTILINE)


def folders():
    architecture = (ROOT / "ARCHITECTURE.md").read_text()
    layers = {line.split(":")[0].strip()
              for line in (ROOT / "layers.txt").read_text().splitlines()
              if ":" in line and not line.startswith(("#", "only:"))}
    for module in modules():
        if f"`{module}`" not in architecture:
            yield f"ARCHITECTURE.md: says nothing of `{module}`"
        inside = module.rpartition("/")[0]
        if module not in layers and inside not in layers:
            yield f"layers.txt: does not list {module}"


def assumptions():
    page = (ROOT / "docs/assumptions.md").read_text()
    sections = set(re.findall(r"^## `([^`]+)`", page, re.MULTILINE))
    known = {text for _, text in
             ENTRY.findall((ROOT / "src/verdict/assumption.def").read_text())}
    for text in sorted(known - sections):
        yield f"docs/assumptions.md: no section for {text}"
    for text in sorted(sections - known):
        yield f"docs/assumptions.md: {text} is not in assumption.def"


CHECKS = {"folders": folders, "assumptions": assumptions}
wanted = sys.argv[1:] or list(CHECKS)
sys.exit(finish(" ".join(wanted), [p for name in wanted for p in CHECKS[name]()]))
