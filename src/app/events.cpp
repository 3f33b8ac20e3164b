#include "app/events.h"

#include "support/child_process.h"
#include "verdict/unit_result_json.h"

#include <nlohmann/json.hpp>

namespace mergeproof::app {
namespace {

using Json = nlohmann::ordered_json;

std::string to_line(const Json &json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string make_line(const char *event, const verdict::UnitResult &unit) {
  return to_line(
      {{"event", event}, {"unit", Json::parse(verdict::to_json(unit))}});
}

std::string make_line(const char *event, const VersionedFile &file) {
  return to_line(
      {{"event", event}, {"version", file.first}, {"file", file.second}});
}

Json write_diagnostic(const source::Diagnostic &diagnostic) {
  return {{"severity", static_cast<int>(diagnostic.severity)},
          {"path", diagnostic.path},
          {"line", diagnostic.line},
          {"column", diagnostic.column},
          {"category", diagnostic.category},
          {"message", diagnostic.message},
          {"function", diagnostic.function},
          {"line_text", diagnostic.line_text}};
}

source::Diagnostic read_diagnostic(const Json &json) {
  return {.severity =
              static_cast<source::Severity>(json.at("severity").get<int>()),
          .path = json.at("path"),
          .line = json.at("line"),
          .column = json.at("column"),
          .category = json.at("category"),
          .message = json.at("message"),
          .function = json.at("function"),
          .line_text = json.at("line_text")};
}

report::BuildFinding read_finding(const Json &json) {
  return {.diagnostic = read_diagnostic(json.at("diagnostic")),
          .explanation = json.at("explanation"),
          .parents = json.at("parents")};
}

} // namespace

void EventWriter::write_line(std::string line) {
  line += '\n';
  std::string_view left = line;
  while (!left.empty()) {
    ssize_t written = support::write_quietly(fd_, left);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return;
    left.remove_prefix(static_cast<std::size_t>(written));
  }
}

void EventWriter::reading(const VersionedFile &file) {
  write_line(make_line("reading", file));
}

void EventWriter::has_read(const VersionedFile &file) {
  write_line(make_line("has-read", file));
}

void EventWriter::note(const std::string &text) {
  write_line(to_line({{"event", "note"}, {"text", text}}));
}

void EventWriter::spent(const std::string &phase, double seconds) {
  write_line(
      to_line({{"event", "spent"}, {"phase", phase}, {"seconds", seconds}}));
}

void EventWriter::finding(const report::BuildFinding &finding) {
  write_line(to_line({{"event", "finding"},
                      {"diagnostic", write_diagnostic(finding.diagnostic)},
                      {"explanation", finding.explanation},
                      {"parents", finding.parents}}));
}

void EventWriter::planned(const verdict::UnitResult &unit) {
  write_line(make_line("planned", unit));
}

void EventWriter::decided(const verdict::UnitResult &unit) {
  write_line(make_line("decided", unit));
}

void EventWriter::failed(const std::string &message) {
  write_line(to_line({{"event", "failed"}, {"message", message}}));
}

void EventWriter::done() { write_line(to_line({{"event", "done"}})); }

void RunRecord::feed(std::string_view bytes) {
  partial_ += bytes;
  std::size_t start = 0;
  for (std::size_t end = partial_.find('\n'); end != std::string::npos;
       start = end + 1, end = partial_.find('\n', start))
    read_line(partial_.substr(start, end - start));
  partial_.erase(0, start);
}

void RunRecord::read_line(const std::string &line) {
  Json json = Json::parse(line, nullptr, false);
  CHECK(json.is_object());
  std::string event = json.at("event");
  if (event == "reading")
    reading.emplace(json.at("version"), json.at("file"));
  else if (event == "has-read")
    reading.erase({json.at("version"), json.at("file")});
  else if (event == "note")
    notes.push_back(json.at("text"));
  else if (event == "spent")
    phases.push_back({json.at("phase"), json.at("seconds")});
  else if (event == "finding")
    build.push_back(read_finding(json));
  else if (event == "failed")
    failure = json.at("message");
  else if (event == "done")
    is_done = true;
  if (!json.contains("unit"))
    return;
  auto unit = verdict::from_json(json.at("unit").dump());
  CHECK(unit.has_value());
  if (event == "planned") {
    planned[unit.value().id] = unit.value();
  } else {
    planned.erase(unit.value().id);
    units.push_back(unit.value());
  }
}

} // namespace mergeproof::app
