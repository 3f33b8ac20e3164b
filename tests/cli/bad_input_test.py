"""Input nobody wants: a clear message, the right exit code, a valid report, nothing
left behind."""
import os
import pathlib
import shutil

import cli
from cli import CLEAN


class BadRepository(cli.Test):
    def test_no_repository(self):
        self.assert_error(self.tool("check"), "repository", "--files")

    def test_unknown_revision(self):
        self.branches(**{v: CLEAN[v] for v in "OAB"})
        self.assert_error(self.tool("check", "nobody"), "nobody")
        self.assert_error(self.tool("check", "a", "nobody"), "nobody")

    def test_not_a_merge(self):
        self.branches(**{v: CLEAN[v] for v in "OAB"})
        self.assert_error(self.tool("check"), "merge")

    def test_empty_repository(self):
        self.git("init", "-q")
        self.assert_error(self.tool("check"))

    def test_no_c_file(self):
        self.git("init", "-q", "-b", "main")
        self.commit({"README": "1\n", "f.c": CLEAN["O"]})
        self.git("checkout", "-q", "-b", "a")
        self.commit({"A": "a\n"})
        self.git("checkout", "-q", "-b", "b", "main")
        self.commit({"B": "b\n"})
        code, report = self.check("a", "b")
        self.assertEqual((code, report["units"]), (0, []))
        self.assertIn("no C file differs between the versions: nothing to analyse",
                      report["notes"])

    def test_missing_blobs(self):
        self.branches(**{v: CLEAN[v] for v in "OAB"})
        self.git("config", "uploadpack.allowFilter", "true")
        clone = self.root / "partial"
        self.git("clone", "-q", "--bare", "--filter=blob:none", f"file://{self.work}",
                 str(clone))
        shutil.move(self.work, self.root / "offline")
        self.work.mkdir()
        run = self.tool("check", "a", "b", cwd=clone)
        self.assertIn(run.code, (2, 4), run)
        self.assertTrue(run.err or "missing" in run.out, run)

    def test_missing_blobs_of_a_recorded_merge(self):
        self.branches(**{v: CLEAN[v] for v in "OAB"})
        self.git("checkout", "-q", "a")
        self.git("merge", "-q", "--no-edit", "b")
        self.git("config", "uploadpack.allowFilter", "true")
        clone = self.root / "partial"
        self.git("clone", "-q", "--no-checkout", "--filter=blob:none",
                 f"file://{self.work}", str(clone))
        self.assert_error(self.tool("check", cwd=clone), "f.c", "missing")

    def test_a_damaged_object(self):
        self.branches(**{v: CLEAN[v] for v in "OAB"})
        self.git("checkout", "-q", "a")
        self.git("merge", "-q", "--no-edit", "b")
        for version in ("HEAD", "HEAD^1", "HEAD^2", "main"):
            with self.subTest(version):
                name = self.git("rev-parse", version + ":f.c").strip()
                path = self.work / ".git/objects" / name[:2] / name[2:]
                text = path.read_bytes()
                path.chmod(0o644)
                path.write_bytes(b"junk")
                run = self.tool("check")
                path.write_bytes(text)
                self.assert_error(run, "f.c", name[:7])

    def test_a_tests_folder_that_cannot_be_looked_at_costs_no_conflict(self):
        names = self.version_files(cli.CONFLICT)
        (self.work / "mergeproof-tests").symlink_to("mergeproof-tests")
        code, report = self.check("--files", *names)
        self.assertEqual(code, 1, report)
        [conflict] = [c for unit in report["units"] for c in unit["conflicts"]]
        self.assertEqual(conflict["confirmed"], "native")
        self.assertEqual(conflict["test"], "")
        self.assertIn("mergeproof-tests", conflict["no_test"])

    def test_directories_that_cannot_be_written(self):
        self.branches(**{v: CLEAN[v] for v in "OAB"})
        self.write({"file": "text"})
        for option in ("--tests", "--emit-proof"):
            self.assert_error(self.tool("check", "a", "b", option, "file/x"), option, "file/x")


class BadFiles(cli.Test):
    def test_absent_and_unreadable_files(self):
        names = self.version_files(CLEAN)
        run = self.tool("check", "--files", *names[:3], "absent.c")
        self.assert_error(run, "absent.c")
        (self.work / "folder").mkdir()
        run = self.tool("check", "--files", *names[:3], "folder")
        self.assert_error(run, "folder")

    def test_broken_code_is_listed_where_it_changed(self):
        broken = {v: t.replace("return 1;", "return 1 +;").replace("return 2;", "return 2 +;")
                  for v, t in CLEAN.items()}
        broken["A"] = broken["A"].replace("int k(", "int k (").replace("1 +", "3 +")
        code, report = self.check("--files", *self.version_files(broken))
        by_name = {u["function"]: u for u in report["units"]}
        self.assertEqual(by_name["f"]["verdict"], "proved", report)
        self.assertEqual(by_name["k"]["verdict"], "not-analysed")
        self.assertIn("expected expression", by_name["k"]["reason"])
        self.assertEqual(code, 4)

    def test_broken_code_that_is_a_parents_is_proved_by_identity(self):
        broken = {v: t.replace("return 1;", "return 1 +;").replace("return 2;", "return 2 +;")
                  for v, t in CLEAN.items()}
        code, report = self.check("--files", *self.version_files(broken))
        self.assertEqual({(u["function"], u["by"]) for u in report["units"]},
                         {("f", "identity"), ("k", "identity")}, report)
        self.assertEqual(code, 0)

    def test_a_caller_of_broken_code_is_not_proved(self):
        text = ("int g(void) {\n  return %s;\n}\n\nint f(int x) {\n"
                "  return x + g() + %d;\n}\n")
        names = self.version_files({
            "O": text % ("1 +", 1), "A": text % ("2 +", 1), "B": text % ("1 +", 2),
            "M": text % ("3 +", 2)})
        code, report = self.check("--files", *names)
        self.assertEqual({u["function"]: u["verdict"] for u in report["units"]},
                         {"f": "unknown", "g": "not-analysed"}, report)
        self.assertEqual(code, 4)

    def test_not_c_at_all(self):
        for text in ("", "\0\0\0", "}}}}{{{{", "\xff\xfe", '"', "/*", "#include",
                     "#define", "int f(", "'" * 1000):
            with self.subTest(text=text[:10]):
                names = self.version_files({"O": CLEAN["O"], "A": text,
                                            "B": CLEAN["B"], "M": CLEAN["M"]})
                code, _ = self.check("--files", *names)
                self.assertIn(code, (0, 1, 3, 4))

    def test_a_file_that_clang_does_not_read_is_not_analysed(self):
        def lose(change, *flags, head="", encoding="utf-8"):
            texts = {v: head + f"int f(int x) {{ return x + {n}; }}\n"
                     for v, n in zip("OABM", (1, change, 1, 1))}
            names = self.version_files(texts)
            for name, text in zip(names, texts.values()):
                (self.work / name).write_text(text, encoding=encoding)
            return self.check("--files", *names, *flags)

        for flags in ["-mfpmath=387"], ["-march=x86-64-v5"], ["extra.c"]:
            code, report = lose(2, "--", *flags)
            self.assertEqual(code, 4, (flags, report))
        code, report = lose(2, encoding="utf-16")
        self.assertEqual(code, 4, report)
        code, report = lose(2, head='int g(void) { return 1; }\nextern "C" {\n')
        self.assertEqual(code, 4, report)
        lost = {u["function"]: u["verdict"] for u in report["units"]}
        self.assertEqual(lost.get("f"), "not-analysed", report)

    def test_a_function_of_20000_lines(self):
        def text(first, last):
            lines = ["int f(int x) {", f"  x += {first};"]
            lines += [f"  if (x == {i}) x ^= {i * 7};" for i in range(20000)]
            return "\n".join(lines + [f"  return x + {last};", "}"]) + "\n"
        names = self.version_files({"O": text(1, 1), "A": text(2, 1),
                                    "B": text(1, 2), "M": text(2, 2)})
        code, report = self.check("--timeout", "20", "--files", *names, timeout=280)
        [unit] = report["units"]
        self.assertIn(unit["verdict"], ("proved", "unknown", "conflict"))
        self.assertIn(code, (0, 1, 3), report)

    def test_10000_nested_parentheses(self):
        def text(n):
            return ("int f(int x) {\n  return " + "(" * 10000 + f"x + {n}" +
                    ")" * 10000 + ";\n}\nint g(void) {\n  return 1;\n}\n")
        names = self.version_files({"O": text(1), "A": text(2), "B": text(1),
                                    "M": text(2)})
        code, report = self.check("--files", *names)
        by_name = {u["function"]: u["verdict"] for u in report["units"]}
        self.assertIn((code, by_name["f"]), ((0, "proved"), (3, "unknown"),
                                             (4, "not-analysed")), report)

    def test_a_type_that_is_very_long_without_its_typedefs(self):
        def text(n):
            types = "".join(f"typedef int (*f{i})(f{i - 1}, f{i - 1});\n"
                            for i in range(1, 40))
            return (f"typedef int (*f0)(int);\n{types}"
                    "int f(f38 a, f39 b, int x) { "
                    f"return b ? b(a, a) : x + {n}; }}\n")
        names = self.version_files({"O": text(1), "A": text(2), "B": text(1),
                                    "M": text(2)})
        code, report = self.check("--files", *names)
        self.assertEqual([u["verdict"] for u in report["units"]], ["proved"])
        self.assertEqual(code, 0)

    def test_deep_expressions_and_blocks(self):
        def text(n):
            return ("int f(int x) {\n  return " + "x + " * 20000 + f"{n};\n}}\n" +
                    "int g(int x) {\n" + "if (x) {" * 200 + "x++;" + "}" * 200 +
                    f"  return x + {n};\n}}\n")
        names = self.version_files({"O": text(1), "A": text(2), "B": text(1),
                                    "M": text(2)})
        code, report = self.check("--files", *names)
        self.assertIn(code, (0, 3, 4), report)
        self.assertEqual(report["summary"]["conflicts"], 0)


class BadDisk(cli.Test):
    def test_read_only_output(self):
        names = self.version_files(CLEAN)
        run = self.tool("check", "--output", "json=/proc/nowhere.json", "--files", *names)
        self.assert_error(run, "/proc/nowhere.json")

    def test_full_standard_output(self):
        names = self.version_files(CLEAN)
        run = self.tool("check", "--output", "json=/dev/full", "--files", *names)
        self.assert_error(run, "/dev/full", "space")

    def test_no_temporary_directory(self):
        names = self.version_files(CLEAN)
        run = self.tool("check", "--files", *names, TMPDIR="/nowhere/at/all")
        self.assertEqual(run.code, 0, run)
        self.assertIn("/nowhere/at/all", run.out)

    def test_no_temporary_directory_for_a_merge_in_memory(self):
        self.branches(**{v: CLEAN[v] for v in "OAB"})
        run = self.tool("check", "a", "b", TMPDIR="/nowhere/at/all")
        self.assert_error(run, "/nowhere/at/all", "TMPDIR")


if __name__ == "__main__":
    cli.main()
