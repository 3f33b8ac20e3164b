"""A golden case: a directory with versions of a program and what is true of their merge.

  base.c a.c b.c [c.c …] [merge.c]     or base/ a/ b/ [c/ …] [merge/] with several files
  case.toml                            why, truth, by, expect [, function, kind, gap, base]
  drive.c                              runs a version natively on many inputs (truth.py)

A version is a map from file name to text; a single file is called "version.c". The
default merge is git's: parents are merged one after the other with `git merge-file`.
"""
import pathlib
import subprocess
import tempfile
import tomllib
import zlib

HERE = pathlib.Path(__file__).resolve().parent
TRUTHS = ("conflict", "conflict-free")
EXPECTS = ("refuted", "proved", "unknown")
SINGLE = "version.c"


class CaseError(Exception):
    pass


def merge_texts(base, ours, theirs):
    """git's automatic merge of three texts; raises on a textual conflict."""
    with tempfile.TemporaryDirectory() as scratch:
        names = []
        for name, text in (("ours", ours), ("base", base), ("theirs", theirs)):
            path = pathlib.Path(scratch) / name
            path.write_text(text)
            names.append(str(path))
        run = subprocess.run(["git", "merge-file", "-p", *names],
                             capture_output=True, text=True)
    if run.returncode != 0:
        raise CaseError("textual conflict: the case needs a merge.c")
    return run.stdout


def merge_versions(base, parents):
    merged = parents[0]
    for parent in parents[1:]:
        names = sorted(set(base) | set(merged) | set(parent))
        result = {}
        for name in names:
            text = merge_texts(base.get(name, ""), merged.get(name, ""),
                               parent.get(name, ""))
            if name in merged and name in parent or name not in base:
                result[name] = text
        merged = result
    return merged


class Case:
    def __init__(self, directory):
        self.directory = directory
        self.name = directory.name
        self.toml = tomllib.loads((directory / "case.toml").read_text())
        self.truth = self.toml["truth"]
        self.expect = self.toml["expect"]
        self.function = self.toml.get("function", "f")
        self.kind = self.toml.get("kind", "")
        self.has_base = self.toml.get("base", True)
        self.is_multi_file = (directory / "a").is_dir()
        self.check_fields()
        self.versions = self.read_versions()

    def check_fields(self):
        for field in ("why", "truth", "by", "expect"):
            if not self.toml.get(field):
                raise CaseError(f"case.toml lacks `{field}`")
        if self.truth not in TRUTHS or self.expect not in EXPECTS:
            raise CaseError("case.toml: unknown truth or expect")
        if self.expect == "unknown" and not self.toml.get("gap"):
            raise CaseError("case.toml: expect = unknown needs a gap")

    def read(self, name):
        if self.is_multi_file:
            folder = self.directory / name
            return {p.relative_to(folder).as_posix(): p.read_text()
                    for p in sorted(folder.rglob("*.[ch]"))} or None
        path = self.directory / f"{name}.c"
        return {SINGLE: path.read_text()} if path.exists() else None

    def read_versions(self):
        """Versions by id, in the order O, A, B, …, M."""
        found = {}
        if self.has_base:
            found["O"] = self.read("base")
        for name in "abcdefgh":
            version = self.read(name)
            if version is None:
                break
            found[name.upper()] = version
        merge = self.read("merge")
        if merge is None:
            if not self.has_base:
                raise CaseError("a merge without a base needs a merge.c")
            merge = merge_versions(found["O"], [found[p] for p in self.parents(found)])
        found["M"] = merge
        return found

    @staticmethod
    def parents(versions):
        return [v for v in versions if v not in ("O", "M")]


def write_version(version, folder):
    for name, text in version.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def read_cases(names=()):
    found = []
    for path in sorted(HERE.glob("*/case.toml")):
        if names and path.parent.name not in names:
            continue
        try:
            found.append(Case(path.parent))
        except (CaseError, tomllib.TOMLDecodeError, KeyError) as error:
            raise SystemExit(f"{path.parent.name}: {error}")
    return found


def changed_names(commits):
    """Names of the cases and scripts here that the last `commits` commits or the work tree
    changed; None: the history does not tell."""
    run = subprocess.run(["git", "-C", str(HERE), "diff", "--name-only", "--relative",
                          f"HEAD~{commits}"], capture_output=True, text=True)
    new = subprocess.run(["git", "-C", str(HERE), "ls-files", "--others",
                          "--exclude-standard"], capture_output=True, text=True)
    paths = [pathlib.PurePosixPath(line)
             for line in (run.stdout + new.stdout).splitlines()]
    if run.returncode != 0:
        return None
    return {path.parts[0] for path in paths}


def share(name, every):
    """Whether a case is one of the `every`-th part that is looked at in any case."""
    return zlib.crc32(name.encode()) % every == 0
