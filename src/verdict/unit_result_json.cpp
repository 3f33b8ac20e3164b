#include "verdict/unit_result_json.h"

#include <nlohmann/json.hpp>

namespace mergeproof::verdict {
namespace {

using Json = nlohmann::ordered_json;

constexpr UnitAnswer all_answers[] = {UnitAnswer::Proved, UnitAnswer::Conflict,
                                      UnitAnswer::Unknown,
                                      UnitAnswer::NotAnalysed};

Json write_texts(const std::map<std::string, std::string> &texts) {
  Json out = Json::object();
  for (const auto &[name, text] : texts)
    out[name] = text;
  return out;
}

std::map<std::string, std::string> read_texts(const Json &in) {
  std::map<std::string, std::string> texts;
  for (const auto &[name, text] : in.items())
    texts[name] = text.get<std::string>();
  return texts;
}

Json write_location(const CodeLocation &location) {
  Json out = {{"version", location.version},
              {"file", location.file},
              {"line", location.line},
              {"text", location.text}};
  if (!location.removed_by.empty())
    out["removed_by"] = location.removed_by;
  return out;
}

CodeLocation read_location(const Json &in) {
  return {.version = in.at("version"),
          .file = in.at("file"),
          .line = in.at("line"),
          .text = in.at("text"),
          .removed_by = in.value("removed_by", "")};
}

Json write_edit(const BlamedEdit &edit) {
  return {{"owner", edit.owner},       {"version", edit.version},
          {"function", edit.function}, {"file", edit.file},
          {"line", edit.first},        {"last_line", edit.last}};
}

BlamedEdit read_edit(const Json &in) {
  return {.owner = in.at("owner"),
          .version = in.at("version"),
          .function = in.at("function"),
          .file = in.at("file"),
          .first = in.at("line"),
          .last = in.at("last_line")};
}

Json write_conflict(const ConfirmedConflict &conflict) {
  const Violation &violation = conflict.violation;
  Json out{{"kind", to_text(violation.kind)},
           {"parent", violation.parent},
           {"inherent", violation.is_inherent},
           {"observable", violation.observable},
           {"inputs", write_texts(conflict.inputs)},
           {"sequence", conflict.sequence},
           {"values", write_texts(violation.values)},
           {"stubs", conflict.stubs},
           {"confirmed", conflict.confirmed},
           {"test", conflict.test},
           {"run", conflict.run_command},
           {"no_test", conflict.no_test},
           {"blame", Json::array()},
           {"blame_needed", conflict.is_blame_needed},
           {"locations", Json::array()}};
  for (const BlamedEdit &edit : conflict.blame)
    out["blame"].push_back(write_edit(edit));
  for (const CodeLocation &location : conflict.locations)
    out["locations"].push_back(write_location(location));
  return out;
}

ConfirmedConflict read_conflict(const Json &in) {
  ConfirmedConflict conflict;
  Violation &violation = conflict.violation;
  bool is_lost = in.at("kind") == to_text(ConflictKind::Lost);
  violation.kind = is_lost ? ConflictKind::Lost : ConflictKind::Unexpected;
  violation.parent = in.at("parent");
  violation.is_inherent = in.at("inherent");
  violation.observable = in.at("observable");
  violation.values = read_texts(in.at("values"));
  conflict.inputs = read_texts(in.at("inputs"));
  conflict.sequence = in.at("sequence");
  conflict.stubs = in.at("stubs");
  conflict.confirmed = in.at("confirmed");
  conflict.test = in.at("test");
  conflict.run_command = in.at("run");
  conflict.no_test = in.at("no_test");
  for (const Json &edit : in.at("blame"))
    conflict.blame.push_back(read_edit(edit));
  conflict.is_blame_needed = in.at("blame_needed");
  for (const Json &location : in.at("locations"))
    conflict.locations.push_back(read_location(location));
  return conflict;
}

Json write_paths(const PathTable &table) {
  Json out{{"elements", table.elements},
           {"violated", table.violated()},
           {"undecided", table.undecided},
           {"versions", Json::array()},
           {"rules", Json::array()}};
  for (const PathsOfVersion &version : table.versions) {
    Json elements = Json::array();
    for (const PathElement &element : version.elements)
      elements.push_back({{"number", element.number},
                          {"condition", element.condition},
                          {"effect", element.effect}});
    out["versions"].push_back({{"version", version.version},
                               {"elements", elements},
                               {"incomplete", version.why_incomplete}});
  }
  for (const PathRule &rule : table.rules)
    out["rules"].push_back({{"rule", rule.name}, {"broken", rule.broken}});
  return out;
}

PathTable read_paths(const Json &in) {
  PathTable table;
  table.elements = in.at("elements");
  table.undecided = in.at("undecided");
  for (const Json &version : in.at("versions")) {
    PathsOfVersion &paths = table.versions.emplace_back();
    paths.version = version.at("version");
    paths.why_incomplete = version.at("incomplete");
    for (const Json &element : version.at("elements"))
      paths.elements.push_back({element.at("condition"), element.at("effect"),
                                element.at("number")});
  }
  for (const Json &rule : in.at("rules"))
    table.rules.push_back({rule.at("rule"), rule.at("broken")});
  return table;
}

UnitAnswer read_answer(const Json &in) {
  for (UnitAnswer answer : all_answers)
    if (in == to_text(answer))
      return answer;
  throw std::invalid_argument("no verdict is called " + in.dump());
}

UnitResult read_unit(const Json &in) {
  UnitResult result;
  result.function = in.at("function");
  result.id = in.at("id");
  result.file = in.at("file");
  result.line = in.at("line");
  result.answer = read_answer(in.at("verdict"));
  result.by = in.at("by");
  result.reason = in.at("reason");
  result.why_asked = in.at("why_asked");
  result.recheck = in.at("recheck");
  result.seconds = in.at("seconds");
  for (const Json &line : in.at("explanation"))
    result.explanation.push_back(line);
  for (const Json &text : in.at("assumptions"))
    if (auto known = find_assumption(text.get<std::string>()))
      result.assumptions.insert(*known);
  for (const Json &conflict : in.at("conflicts"))
    result.conflicts.push_back(read_conflict(conflict));
  if (auto paths = in.find("paths"); paths != in.end())
    result.paths = read_paths(*paths);
  return result;
}

} // namespace

const char *to_text(UnitAnswer answer) {
  switch (answer) {
  case UnitAnswer::Proved:
    return "proved";
  case UnitAnswer::Conflict:
    return "conflict";
  case UnitAnswer::Unknown:
    return "unknown";
  case UnitAnswer::NotAnalysed:
    return "not-analysed";
  }
  return "";
}

const char *to_text(ConflictKind kind) {
  switch (kind) {
  case ConflictKind::Lost:
    return "lost";
  case ConflictKind::Unexpected:
    return "unexpected";
  }
  return "";
}

std::string to_json(const UnitResult &result) {
  Json out{{"function", result.function},
           {"id", result.id},
           {"file", result.file},
           {"line", result.line},
           {"verdict", to_text(result.answer)},
           {"by", result.by},
           {"reason", result.reason},
           {"why_asked", result.why_asked},
           {"assumptions", Json::array()},
           {"recheck", result.recheck},
           {"conflicts", Json::array()},
           {"explanation", result.explanation},
           {"seconds", result.seconds}};
  for (Assumption assumption : result.assumptions)
    out["assumptions"].push_back(to_text(assumption));
  for (const ConfirmedConflict &conflict : result.conflicts)
    out["conflicts"].push_back(write_conflict(conflict));
  if (result.paths)
    out["paths"] = write_paths(*result.paths);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

support::Result<UnitResult> from_json(const std::string &text) {
  try {
    return read_unit(Json::parse(text));
  } catch (const std::exception &error) {
    return support::Error{std::string("not a unit's result: ") + error.what()};
  }
}

} // namespace mergeproof::verdict
