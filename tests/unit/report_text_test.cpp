// uses: report verdict ir source support
#include "report/exit_code.h"
#include "report/text.h"

#include <gtest/gtest.h>

namespace mergeproof::report {
namespace {

using verdict::ConflictKind;
using verdict::UnitAnswer;

verdict::UnitResult make_unit(const char *name, UnitAnswer answer,
                              const char *reason = "") {
  verdict::UnitResult unit;
  unit.function = unit.id = name;
  unit.file = "src/f.c";
  unit.line = 7;
  unit.answer = answer;
  unit.reason = reason;
  return unit;
}

verdict::ConfirmedConflict make_conflict(ConflictKind kind, const char *parent,
                                         bool inherent = false) {
  return {
      .violation = {.kind = kind,
                    .parent = parent,
                    .is_inherent = inherent,
                    .observable = "return value",
                    .values = {{"O", "1"}, {"A", "2"}, {"B", "1"}, {"M", "1"}}},
      .inputs = {{"x", "0"}},
      .confirmed = "native",
      .test = "mergeproof-tests/f.c",
      .run_command = "sh mergeproof-tests/f.sh",
      .locations = {{"A", "src/f.c", 9, "return 2;"}}};
}

Report make_report() {
  Report report;
  report.versions = {{source::Role::Base, "O", "1111"},
                     {source::Role::Parent, "A", "main"},
                     {source::Role::Parent, "B", "topic"},
                     {source::Role::Merge, "M", "2222"}};
  return report;
}

std::string last_line(const std::string &text) {
  std::size_t start = text.rfind('\n', text.size() - 2);
  return text.substr(start + 1, text.size() - start - 2);
}

std::string first_line(const std::string &text) {
  return text.substr(0, text.find('\n'));
}

TEST(ReportText, ConflictLeadsAndCountsEnd) {
  Report report = make_report();
  report.units = {make_unit("g", UnitAnswer::Proved),
                  make_unit("f", UnitAnswer::Conflict),
                  make_unit("h", UnitAnswer::Unknown, "loops differ")};
  report.units[1].conflicts = {make_conflict(ConflictKind::Lost, "A")};
  std::string text = to_text(report, {});
  EXPECT_TRUE(first_line(text).starts_with("CONFLICT: 1 place"));
  EXPECT_EQ(last_line(text),
            "1 proved · 1 conflicts · 1 undecided · 0 not analysed");
  for (const char *part :
       {"lost A f  src/f.c:7", "inputs  x = 0",
        "return value   1  *2  1  1  lost A", "A  src/f.c:9  return 2;",
        "run   sh mergeproof-tests/f.sh", "loops differ"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_EQ(text.find('\033'), std::string::npos);
}

TEST(ReportText, ReasonsInBriefAreWhole) {
  Report report = make_report();
  report.units = {make_unit("f", UnitAnswer::Unknown,
                            "ran out of time (9 s; see --timeout)"),
                  make_unit("g", UnitAnswer::Unknown, "too large; see (1)")};
  std::string text = to_text(report, {});
  EXPECT_NE(text.find("  ran out of time (9 s)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  too large\n"), std::string::npos) << text;
}

TEST(ReportText, OfManyInputsTheFirstAreShown) {
  Report report = make_report();
  report.units = {make_unit("f", UnitAnswer::Conflict)};
  report.units[0].conflicts = {make_conflict(ConflictKind::Lost, "A")};
  auto &inputs = report.units[0].conflicts[0].inputs;
  for (char name = 'a'; name <= 'o'; name++)
    inputs.emplace(std::string(1, name), "0");
  std::string brief = to_text(report, {});
  EXPECT_NE(brief.find("l = 0, and 4 more (-v)"), std::string::npos) << brief;
  std::string full = to_text(report, {.detail = Detail::Full});
  EXPECT_NE(full.find("n = 0, o = 0, x = 0"), std::string::npos) << full;
}

// The line is one of the base, but the change is the merge's.
TEST(ReportText, WhoRemovedALineIsNamed) {
  Report report = make_report();
  report.units = {make_unit("f", UnitAnswer::Conflict)};
  report.units[0].conflicts = {make_conflict(ConflictKind::Lost, "A")};
  report.units[0].conflicts[0].locations = {
      {"O", "src/f.c", 4, "audit(x);", "M"}};
  std::string text = to_text(report, {});
  EXPECT_NE(text.find("M  src/f.c:4  without O's: audit(x);"),
            std::string::npos)
      << text;
}

TEST(ReportText, BothParentsLostIsOneRow) {
  Report report = make_report();
  report.units = {make_unit("f", UnitAnswer::Conflict)};
  report.units[0].conflicts = {make_conflict(ConflictKind::Lost, "A", true),
                               make_conflict(ConflictKind::Lost, "B", true)};
  std::string text = to_text(report, {});
  EXPECT_TRUE(first_line(text).starts_with("INHERENT:"));
  EXPECT_NE(text.find("1  *2  *1  1  lost A, lost B"), std::string::npos)
      << text;
}

TEST(ReportText, WideValuesBecomeBlocks) {
  Report report = make_report();
  report.units = {make_unit("f", UnitAnswer::Conflict)};
  auto conflict = make_conflict(ConflictKind::Unexpected, "");
  conflict.violation.values["M"] = std::string(50, 'x');
  conflict.violation.values["A"] = std::string(50, 'y');
  report.units[0].conflicts = {conflict};
  std::string text = to_text(report, {});
  EXPECT_NE(text.find("\n      M  *xxx"), std::string::npos) << text;
}

TEST(ReportText, NoUnqualifiedProof) {
  Report report = make_report();
  for (int i = 0; i < 3; i++) {
    report.units.push_back(make_unit("f", UnitAnswer::Proved));
    report.units.back().by = i ? "relational" : "identity";
    if (i)
      report.units.back().assumptions = {verdict::Assumption::Termination};
  }
  std::string text = to_text(report, {});
  EXPECT_TRUE(first_line(text).starts_with("CONFLICT-FREE: proved for 3"));
  EXPECT_NE(text.find("2 proofs rest on: termination"), std::string::npos);
  std::string full = to_text(report, {.detail = Detail::Full});
  EXPECT_NE(full.find("(relational)"), std::string::npos);
}

TEST(ReportText, ControlCharactersOfStrangersAreEscaped) {
  Report report = make_report();
  report.notes = {"bad \033[31m name \xc2\x9b"};
  std::string text = to_text(report, {});
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_NE(text.find("\\x1b[31m name \\x9b"), std::string::npos);
}

TEST(ReportText, InterruptedRunsNeverSoundSafe) {
  Report report = make_report();
  report.is_complete = false;
  report.units = {make_unit("f", UnitAnswer::Proved)};
  EXPECT_TRUE(first_line(to_text(report, {})).starts_with("INCOMPLETE"));
}

TEST(ReportPaint, ShortenCountsCodePoints) {
  EXPECT_EQ(shorten("äöü", 3), "äöü");
  EXPECT_EQ(shorten("äöüß", 3), "äö…");
  EXPECT_EQ(width("a…b"), 3u);
}

TEST(ExitCode, WorstFirst) {
  Report report = make_report();
  EXPECT_EQ(exit_code(report, FailOn::Unknown), 0);
  report.units.push_back(make_unit("u", UnitAnswer::Unknown));
  EXPECT_EQ(exit_code(report, FailOn::Unknown), 3);
  report.units.push_back(make_unit("n", UnitAnswer::NotAnalysed));
  EXPECT_EQ(exit_code(report, FailOn::Unknown), 4);
  EXPECT_EQ(exit_code(report, FailOn::Conflict), 0);
  report.units.push_back(make_unit("c", UnitAnswer::Conflict));
  report.units.back().conflicts = {make_conflict(ConflictKind::Lost, "A")};
  EXPECT_EQ(exit_code(report, FailOn::Unknown), 1);
  EXPECT_EQ(exit_code(report, FailOn::Conflict), 1);
  EXPECT_EQ(exit_code(report, FailOn::Never), 0);
}

// Nothing else of such a function is proved.
TEST(ExitCode, InherentAloneIsUndecided) {
  Report report = make_report();
  report.units = {make_unit("f", UnitAnswer::Conflict)};
  report.units[0].conflicts = {make_conflict(ConflictKind::Lost, "A", true)};
  EXPECT_EQ(exit_code(report, FailOn::Unknown), 3);
  EXPECT_EQ(exit_code(report, FailOn::Conflict), 0);
  report.units[0].conflicts.push_back(make_conflict(ConflictKind::Lost, "B"));
  EXPECT_EQ(exit_code(report, FailOn::Unknown), 1);
}

TEST(ReportText, EndsLongListsOfANoteUnlessAllIsAskedFor) {
  Report report = make_report();
  std::string note = "not analysed: ";
  for (int i = 0; i < 100; i++)
    note += (i > 0 ? ", file" : "file") + std::to_string(i) + ".c";
  report.notes = {note};
  std::string brief = to_text(report, {});
  std::size_t shown = 0;
  for (int i = 0; i < 100; i++)
    shown += brief.find("file" + std::to_string(i) + ".c") != std::string::npos;
  EXPECT_GT(shown, 10u);
  EXPECT_LT(shown, 90u);
  std::string rest =
      " and " + std::to_string(100 - shown) + " more (-v lists them)";
  EXPECT_NE(brief.find(rest), std::string::npos) << brief;
  std::string full = to_text(report, {.detail = Detail::Full});
  EXPECT_NE(full.find("file98.c, file99.c"), std::string::npos);
}

} // namespace
} // namespace mergeproof::report
