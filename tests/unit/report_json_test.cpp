// uses: report verdict ir source support
#include "report/json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mergeproof::report {
namespace {

TEST(ReportJson, HasTheFieldsThatScriptsRelyOn) {
  Report report;
  report.tool = "mergeproof 0.1.0";
  report.versions = {{source::Role::Base, "O", "base.c"},
                     {source::Role::Merge, "M", "merge.c"}};
  verdict::UnitResult unit;
  unit.function = "f";
  unit.answer = verdict::UnitAnswer::NotAnalysed;
  report.units = {unit};
  report.build = {{.diagnostic = {.path = "f.c",
                                  .line = 3,
                                  .category = "implicit-function-declaration",
                                  .message = "call to \xff"},
                   .explanation = "A renamed g",
                   .parents = {"A", "B"}}};
  report.notes = {"a note"};
  auto json = nlohmann::json::parse(to_json(report));
  EXPECT_EQ(json["schema"], "mergeproof-report/1");
  EXPECT_EQ(json["tool"], "mergeproof 0.1.0");
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["versions"][1]["role"], "merge");
  EXPECT_EQ(json["versions"][1]["revision"], "merge.c");
  EXPECT_EQ(json["units"][0]["verdict"], "not-analysed");
  EXPECT_EQ(json["build"][0]["line"], 3);
  EXPECT_EQ(json["build"][0]["parents"][1], "B");
  EXPECT_EQ(json["summary"]["conflicts"], 1);
  EXPECT_EQ(json["summary"]["not_analysed"], 1);
  EXPECT_EQ(json["notes"][0], "a note");
}

TEST(ReportJson, AnEmptyReportIsValid) {
  auto json = nlohmann::json::parse(to_json({}));
  EXPECT_TRUE(json["units"].is_array());
  EXPECT_EQ(json["summary"]["proved"], 0);
}

} // namespace
} // namespace mergeproof::report
