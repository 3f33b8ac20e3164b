"""--help, --version, and command lines that make no sense."""
import cli


class Help(cli.Test):
    def test_version(self):
        run = self.tool("--version")
        self.assertEqual(run.code, 0)
        self.assertRegex(run.out, r"^mergeproof \d+\.\d+\.\d+\n$")

    def test_help_has_examples(self):
        for arguments, example in ((["--help"], "mergeproof check main topic"),
                                   (["check", "--help"], "mergeproof check main topic"),
                                   (["diff", "--help"], "mergeproof diff main..topic"),
                                   (["explain", "--help"], "mergeproof explain sum --files"),
                                   (["run", "--help"], "mergeproof run f.c"),
                                   (["survey", "--help"], "mergeproof survey -p build")):
            run = self.tool(*arguments)
            self.assertEqual(run.code, 0, run)
            self.assertIn("Examples:", run.out)
            self.assertIn(example, run.out)
            self.assertIn("Exit codes:", run.out)

    def test_every_option_is_explained(self):
        run = self.tool("check", "--help")
        for option in ("--files", "--no-base", "--function", "-p", "-j", "--timeout", "--total-time",
                       "--max-memory", "--fail-on", "--dump", "--no-exec",
                       "--emit-proof", "--output", "--tests", "-C", "-v"):
            self.assertRegex(run.out, rf"(?m)^ +\S*{option}\b.*")

    def test_every_option_of_run_is_explained(self):
        run = self.tool("run", "--help")
        for option in ("FILE", "--arg", "--steps", "-C"):
            self.assertRegex(run.out, rf"(?m)^ +\S*{option}\b.*")

    def test_nonsense(self):
        for arguments, part in (
                ([], "subcommand"), (["chekc"], "chekc"),
                (["check", "--frobnicate"], "--frobnicate"),
                (["check", "--fail-on=often"], "--fail-on"),
                (["check", "--output", "pdf=x"], "--output"),
                (["check", "--output", "json"], "--output"),
                (["check", "--dump", "soul"], "--dump"),
                (["check", "-j", "0"], "-j"),
                (["check", "--timeout", "soon"], "--timeout"),
                (["check", "--files", "O.c", "A.c", "M.c"], "--files"),
                (["check", "--no-base", "A.c", "M.c"], "--no-base"),
                (["check", "--relational=half"], "--relational"),
                (["diff"], "two versions"), (["diff", "HEAD"], "two versions"),
                (["diff", "--files", "a.c"], "--files"),
                (["diff", "HEAD", "--files", "a.c", "b.c"], "--files"),
                (["explain"], "FUNCTION"),
                (["check", "HEAD", "--files", "O.c", "A.c", "B.c", "M.c"], "--files"),
                (["check", "-C", "nowhere"], "nowhere")):
            with self.subTest(arguments=arguments):
                self.assert_error(self.tool(*arguments), part)


if __name__ == "__main__":
    cli.main()
