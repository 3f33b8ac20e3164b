"""mergeproof paths: path conditions, the rules on sets, and the verdict."""
import json

import cli

BASE = """int div(int x, int y) {
  if (y == 0)
    return 0;

  if (y != 0)
    return x / y;
  else
    return 0;
}
"""
FIRST = "int div(int x, int y) {\n  if (y != 0)\n    return x / y;\n  else\n    return 0;\n}\n"
SECOND = "int div(int x, int y) {\n  if (y == 0)\n    return 0;\n\n  return x / y;\n}\n"
NEITHER = "int div(int x, int y) {\n  return x / y;\n}\n"

CLAMP = "int clamp(int x) {\n  if (x > %s)\n    return %s;\n  if (x < %s)\n    return %s;\n  return x;\n}\n"
SUM = """int sum(const unsigned char *v, int n) {
  int s = 0;
  if (n < 0)
    return %s;

  for (int i = 0; i < n; i++)
    s += v[i];

  return s == 0 ? %s : s;
}
"""
VERSIONS = [SUM % v for v in [(-1, 0), (-2, 0), (-1, 9), (-2, 9)]]


class Paths(cli.Test):
    def paths(self, versions, *arguments):
        names = []
        for name, text in zip("OABCM" if len(versions) == 5 else "OABM", versions):
            (self.work / f"{name}.c").write_text(text)
            names.append(f"{name}.c")
        run = self.tool("paths", "--files", *names, "--no-exec", *arguments,
                        "--output", "json=-")
        return run, json.loads(run.out)

    def broken(self, unit):
        return {rule["rule"]: rule["broken"] for rule in unit["paths"]["rules"]}

    def test_the_papers_example(self):
        run, report = self.paths([BASE, FIRST, SECOND, NEITHER])
        self.assertEqual(run.code, 1, run)
        [unit] = report["units"]
        self.assertEqual((unit["verdict"], unit["by"]), ("conflict", "paths"))
        broken = self.broken(unit)
        self.assertEqual((broken["CF-A"], broken["CF-B"]), ([], []))
        [zero] = [e["number"] for e in unit["paths"]["versions"][0]["elements"]
                  if e["condition"] == "y == 0"]
        self.assertIn(zero, broken["CF-AB"])
        merge = unit["paths"]["versions"][3]
        self.assertEqual(merge["version"], "M")
        self.assertNotIn(zero, [e["number"] for e in merge["elements"]])
        self.assertEqual(merge["incomplete"], "")

    def test_a_merge_with_both_changes_is_proved(self):
        versions = [CLAMP % v for v in [(9, 9, 0, 0), (9, 8, 0, 0), (9, 9, 0, 1), (9, 8, 0, 1)]]
        run, report = self.paths(versions)
        self.assertEqual(run.code, 0, run)
        [unit] = report["units"]
        self.assertEqual((unit["verdict"], unit["by"]), ("proved", "paths"))
        self.assertEqual(unit["recheck"], "by construction")
        self.assertNotIn("termination", unit["assumptions"])
        self.assertEqual(unit["paths"]["violated"], 0)
        self.assertEqual(unit["paths"]["elements"], 5)

    def test_a_lost_change_breaks_the_rule_of_its_parent(self):
        versions = [CLAMP % v for v in [(9, 9, 0, 0), (9, 8, 0, 0), (9, 9, 0, 1), (9, 8, 0, 0)]]
        run, report = self.paths(versions)
        self.assertEqual(run.code, 1, run)
        [unit] = report["units"]
        broken = self.broken(unit)
        self.assertEqual((broken["CF-A"], broken["CF-AB"]), ([], []))
        [lost] = broken["CF-B"]
        [element] = [e for e in unit["paths"]["versions"][2]["elements"] if e["number"] == lost]
        self.assertEqual(element["effect"], "returns 1")
        self.assertEqual(unit["conflicts"][0]["parent"], "B")

    def test_an_octopus(self):
        versions = [CLAMP % v for v in [(9, 9, 0, 0), (9, 8, 0, 0), (9, 9, 0, 1), (9, 9, 0, 0),
                                        (9, 8, 0, 1)]]
        _, report = self.paths(versions)
        [unit] = report["units"]
        self.assertEqual(sorted(self.broken(unit)), ["CF-A", "CF-ABC", "CF-B", "CF-C"])
        self.assertEqual(unit["paths"]["violated"], 0)

    def test_a_bound_that_was_met_is_said(self):
        run, report = self.paths(VERSIONS, "--bound", "2")
        self.assertEqual(run.code, 3, run)
        [unit] = report["units"]
        self.assertEqual(unit["verdict"], "unknown")
        self.assertIn("a loop takes more than 2 turns", unit["reason"])
        for version in unit["paths"]["versions"]:
            self.assertIn("a loop takes more than 2 turns", version["incomplete"])

    def test_a_loop_with_an_end_is_followed_to_it(self):
        versions = [text.replace("i < n", "i < 12").replace("v[i]", "i & n")
                    for text in VERSIONS]
        run, report = self.paths(versions, "--bound", "2")
        self.assertEqual(run.code, 0, run)
        [unit] = report["units"]
        self.assertEqual([v["incomplete"] for v in unit["paths"]["versions"]], [""] * 4)
        self.assertEqual(unit["paths"]["violated"], 0)

    def test_a_function_that_identity_settles(self):
        versions = [NEITHER, NEITHER, SECOND, SECOND]
        run, report = self.paths(versions)
        self.assertEqual(report["units"][0]["by"], "identity")
        run, report = self.paths(versions, "--function", "div")
        self.assertEqual(run.code, 0, run)
        self.assertEqual(report["units"][0]["by"], "paths")
        self.assertEqual(report["units"][0]["paths"]["violated"], 0)

    def test_conditions_name_what_the_source_names(self):
        text = ("struct node { struct node *next; int value; };\n"
                "int f(struct node *p) {\n  if (!p)\n    return %s;\n\n  p->value = %s;\n"
                "  return 1;\n}\n")
        versions = [text % v for v in [(0, 1), (2, 1), (0, 3), (2, 3)]]
        _, report = self.paths(versions)
        [unit] = report["units"]
        merge = {e["condition"]: e["effect"] for e in unit["paths"]["versions"][3]["elements"]}
        self.assertEqual(merge["p == NULL"], "returns 2")
        self.assertEqual(merge["p != NULL && valid(p)"], "p->value = 3; returns 1", merge)

    def test_a_struct_that_the_versions_lay_out_differently(self):
        text = "struct s { int a; %s int b; };\nunsigned f(const struct s *p) { return p->b%s; }\n"
        versions = [text % v for v in [("", ""), ("char c;", ""), ("", " + 1u"),
                                       ("char c;", " + 1u")]]
        run, report = self.paths(versions)
        self.assertNotEqual(report["units"][0]["verdict"], "conflict", run)
        files = [f"{name}.c" for name in "OABM"]
        check = self.tool("check", "--files", *files, "--no-exec")
        self.assertNotEqual(check.code, 1, check)

    def test_conditions_say_which_numbers_are_unsigned(self):
        text = ("static int twice(int x) { return 2 * (x & 7) %s; }\n"
                "int f(unsigned u, int x) {\n  if (u > 3000000000u)\n    return %s;\n\n"
                "  unsigned char c = x;\n  if (c > 200)\n    return 3;\n"
                "  return (twice(x) - 1) * 5;\n}\n")
        versions = [text % v for v in [("", 1), ("", 2), ("+ 1", 1), ("+ 1", 2)]]
        _, report = self.paths(versions)
        unit = next(u for u in report["units"] if u["function"] == "f")
        shown = " ".join(e["condition"] + " " + e["effect"]
                         for e in unit["paths"]["versions"][0]["elements"])
        self.assertIn("3000000000 <u u", shown)
        self.assertIn("200 < (uint8)x", shown)
        self.assertNotIn("M.c(", shown)

    def test_a_bound_must_be_a_number(self):
        run = self.tool("paths", "--bound", "0")
        self.assertEqual(run.code, 2)
        self.assertIn("--bound", run.err)


if __name__ == "__main__":
    cli.main()
