"""The repository that a benchmark is kept in: trees, commits and merges without a work tree."""
import os
import pathlib
import re
import shutil
import subprocess

WHO = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
       for what, value in (("NAME", "mcon4c"), ("EMAIL", "mcon4c@invalid"),
                           ("DATE", "2000-01-01T00:00:00Z"))}


class Repository:
    """A bare repository that borrows the objects of the source until `close`."""

    def __init__(self, path, source):
        self.path = pathlib.Path(path).resolve()
        self.index = self.path / "mcon4c-index"
        if not self.path.exists():
            subprocess.run(["git", "init", "--quiet", "--bare", self.path], check=True)
            # Files as they are committed: a mutant has a place in their bytes.
            attributes = pathlib.Path(self.path) / "info" / "attributes"
            attributes.parent.mkdir(exist_ok=True)
            attributes.write_text("* -ident -text -eol\n")
        folder = subprocess.run(["git", "-C", source, "rev-parse", "--git-common-dir"],
                                check=True, capture_output=True, text=True).stdout.strip()
        self.source = (pathlib.Path(source) / folder).resolve()
        self.alternates = self.path / "objects/info/alternates"
        self.alternates.write_text(f"{self.source}/objects\n")

    def git(self, *arguments, data=None, is_checked=True, **environment):
        run = subprocess.run(["git", "--git-dir", str(self.path), *arguments], input=data,
                             capture_output=True, env={**os.environ, **WHO, **environment})
        if is_checked and run.returncode != 0:
            raise RuntimeError(f"git {' '.join(arguments)}: {run.stderr.decode()}")
        return run

    def text(self, *arguments, **environment):
        return self.git(*arguments, **environment).stdout.decode(errors="replace").strip()

    def history(self):
        """(commit, parent, message, changed paths) of commits with one parent, newest first."""
        head = subprocess.run(["git", "--git-dir", self.source, "rev-parse", "HEAD"],
                              check=True, capture_output=True, text=True).stdout.strip()
        log = self.text("log", "--no-merges", "--min-parents=1", "--no-renames", "--name-only",
                        "--format=%x01%H%x02%P%x02%B%x02", head)
        for entry in log.split("\x01")[1:]:
            commit, parent, message, paths = entry.split("\x02")
            yield commit, parent, message.strip(), paths.split()

    def files(self, tree):
        """{path: (mode, object)}, without submodules."""
        entries = self.text("ls-tree", "-r", "-z", tree).split("\0")
        split = (entry.split("\t", 1) for entry in entries if entry)
        return {path: (about.split()[0], about.split()[2]) for about, path in split
                if about.split()[1] == "blob"}

    def write_tree(self, files):
        entries = "".join(f"{mode} {blob}\t{path}\0" for path, (mode, blob) in files.items())
        self.index.unlink(missing_ok=True)
        self.git("update-index", "-z", "--index-info", data=entries.encode(),
                 GIT_INDEX_FILE=str(self.index))
        return self.text("write-tree", GIT_INDEX_FILE=str(self.index))

    def with_file(self, tree, path, text):
        files = self.files(tree)
        blob = self.git("hash-object", "-w", "--stdin", data=text).stdout.decode().strip()
        files[path] = (files[path][0], blob)
        return self.write_tree(files)

    def with_tests(self, tree, other, is_test):
        """`tree` with the tests of `other` in place of its own."""
        files = {p: entry for p, entry in self.files(tree).items() if not is_test(p)}
        files.update((p, entry) for p, entry in self.files(other).items() if is_test(p))
        return self.write_tree(files)

    def commit(self, tree, parents, message):
        links = [word for parent in parents for word in ("-p", parent)]
        return self.text("commit-tree", tree, *links, "-m", message)

    def merge(self, ours, theirs):
        """The tree of git's clean merge, or None."""
        run = self.git("merge-tree", "--write-tree", ours, theirs, is_checked=False)
        return run.stdout.decode().split("\n")[0] if run.returncode == 0 else None

    def export(self, tree, folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.index.unlink(missing_ok=True)
        self.git("read-tree", tree, GIT_INDEX_FILE=str(self.index))
        self.git("checkout-index", "--all", GIT_INDEX_FILE=str(self.index),
                 GIT_WORK_TREE=str(folder))

    def changed_lines(self, old, new):
        """{path: [(first, last)]} of changes in lines of `old`; an insertion has the lines
        around it."""
        diff = self.text("diff", "-U0", "--no-renames", "--no-color", old, new)
        found, path = {}, None
        for line in diff.split("\n"):
            if line.startswith("--- "):
                path = line[6:] if line.startswith("--- a/") else None
            place = re.match(r"@@ -(\d+)(?:,(\d+))? ", line)
            if place and path:
                first, count = int(place[1]), int(place[2] or "1")
                last = first + count - 1 if count else first + 1
                found.setdefault(path, []).append((first, last))
        return found

    def keep(self, number, commits):
        for version, commit in commits.items():
            self.git("update-ref", f"refs/mcon4c/{number}/{version}", commit)

    def close(self):
        """Takes what the references need out of the source, and forgets it."""
        self.git("repack", "-a", "-d", "-q")
        self.alternates.unlink()
        self.index.unlink(missing_ok=True)
