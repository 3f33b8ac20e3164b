"""Where things are, and the C++ files that are ours."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def cpp_files(*folders):
    """Sorted .h and .cpp files under the given folders of the repository."""
    found = []
    for folder in folders or ("src", "tests", "bench"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".h", ".cpp"):
                found.append(path)
    return sorted(found)


def modules():
    """Folders of src/ that hold C++ files, as layers.txt names them."""
    return sorted({p.parent.relative_to(ROOT / "src").as_posix()
                   for p in cpp_files("src")})


def finish(name, problems):
    """Prints what was found; the exit code of the test."""
    print("\n".join(problems) or f"{name}: ok")
    return 1 if problems else 0
