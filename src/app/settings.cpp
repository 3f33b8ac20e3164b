#include "app/settings.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace mergeproof::app {
namespace {

using support::Error;
using support::Result;

constexpr const char *file_name = ".mergeproof.toml";

struct Text {
  std::string path, text;
};

std::optional<std::string> find_upwards() {
  std::error_code problem;
  std::filesystem::path at = std::filesystem::current_path(problem);
  for (; !problem && !at.empty(); at = at.parent_path()) {
    std::error_code ignored;
    if (std::filesystem::exists(at / file_name, ignored))
      return (at / file_name).string();
    if (at == at.parent_path())
      break;
  }
  return std::nullopt;
}

Result<Text> find_text(const source::Tree &merge) {
  if (auto path = find_upwards(); path.has_value()) {
    std::ifstream file(*path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file)
      return Error{"cannot read " + *path};
    return Text{*path, text};
  }
  if (!merge.contains(file_name))
    return Text{};
  auto text = merge.read(file_name);
  if (!text)
    return text.error();
  return Text{std::string(file_name) + " of the merge", text.value()};
}

Error at(const Text &text, const toml::source_region &where,
         const std::string &what) {
  return Error{fmt::format("{}:{}: {}", text.path, where.begin.line, what)};
}

Result<impact::GivenMatches> read_functions(const Text &text,
                                            const toml::node &node) {
  const toml::table *table = node.as_table();
  if (!table)
    return at(text, node.source(), "[functions] must be a table");
  impact::GivenMatches found;
  for (const auto &[old_name, new_name] : *table) {
    if (!new_name.is_string())
      return at(text, new_name.source(),
                "the new name of '" + std::string(old_name.str()) +
                    "' must be a text");
    found[std::string(old_name.str())] = new_name.as_string()->get();
  }
  return found;
}

} // namespace

Result<Settings> read_settings(const source::Tree &merge) {
  auto text = find_text(merge);
  if (!text)
    return text.error();
  toml::parse_result parsed = toml::parse(text.value().text);
  if (!parsed)
    return at(text.value(), parsed.error().source(),
              std::string(parsed.error().description()));
  Settings settings;
  for (const auto &[key, node] : parsed.table()) {
    if (key.str() != "functions")
      return at(text.value(), node.source(),
                "'" + std::string(key.str()) +
                    "' is not known here; known is: functions");
    auto functions = read_functions(text.value(), node);
    if (!functions)
      return functions.error();
    settings.functions = functions.value();
  }
  return settings;
}

} // namespace mergeproof::app
