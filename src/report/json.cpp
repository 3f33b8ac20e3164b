#include "report/json.h"

#include "verdict/unit_result_json.h"

#include <nlohmann/json.hpp>

namespace mergeproof::report {
namespace {

using Json = nlohmann::ordered_json;

const char *to_text(source::Role role) {
  switch (role) {
  case source::Role::Base:
    return "base";
  case source::Role::Parent:
    return "parent";
  case source::Role::Merge:
    return "merge";
  }
  return "";
}

const char *to_text(source::Severity severity) {
  switch (severity) {
  case source::Severity::Note:
    return "note";
  case source::Severity::Warning:
    return "warning";
  case source::Severity::Error:
  case source::Severity::Fatal:
    return "error";
  }
  return "";
}

Json write_finding(const BuildFinding &finding) {
  const source::Diagnostic &diagnostic = finding.diagnostic;
  return {{"severity", to_text(diagnostic.severity)},
          {"file", diagnostic.path},
          {"line", diagnostic.line},
          {"column", diagnostic.column},
          {"category", diagnostic.category},
          {"message", diagnostic.message},
          {"function", diagnostic.function},
          {"text", diagnostic.line_text},
          {"explanation", finding.explanation},
          {"parents", finding.parents}};
}

// Of two versions: a difference has no kind and no parent that lost it.
Json write_comparison(Json unit) {
  if (unit["verdict"] == "proved")
    unit["verdict"] = "equivalent";
  if (unit["verdict"] == "conflict")
    unit["verdict"] = "different";
  unit["differences"] = unit["conflicts"];
  unit.erase("conflicts");
  for (Json &difference : unit["differences"])
    for (const char *field : {"kind", "parent", "inherent"})
      difference.erase(field);
  return unit;
}

Json write_unit(const Report &report, const verdict::UnitResult &unit) {
  Json written = Json::parse(verdict::to_json(unit));
  return is_comparison(report) ? write_comparison(std::move(written)) : written;
}

Json write_summary(const Report &report) {
  Counts counts = count(report);
  Json phases = Json::object();
  for (const Phase &phase : report.phases)
    phases[phase.name] = phase.seconds;
  Json rest{{"unknown", counts.unknown},
            {"not_analysed", counts.not_analysed},
            {"seconds", report.seconds},
            {"phases", phases}};
  Json summary{{"proved", counts.proved},
               {"conflicts", counts.conflicts},
               {"inherent", counts.inherent}};
  if (is_comparison(report))
    summary = {{"equivalent", counts.proved}, {"different", counts.conflicts}};
  summary.update(rest);
  return summary;
}

} // namespace

std::string to_json(const Report &report) {
  Json out{{"schema", "mergeproof-report/1"},
           {"tool", report.tool},
           {"complete", report.is_complete},
           {"versions", Json::array()},
           {"units", Json::array()},
           {"build", Json::array()},
           {"conflicted_files", report.conflicted_files},
           {"notes", report.notes}};
  for (const source::Revision &revision : report.versions)
    out["versions"].push_back({{"id", revision.id},
                               {"role", to_text(revision.role)},
                               {"revision", revision.label}});
  for (const verdict::UnitResult &unit : report.units)
    out["units"].push_back(write_unit(report, unit));
  for (const BuildFinding &finding : report.build)
    out["build"].push_back(write_finding(finding));
  out["summary"] = write_summary(report);
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace mergeproof::report
