#include "frontend/flags/template_headers.h"

#include "frontend/flags/configure_scripts.h"
#include "frontend/flags/skip_blanks.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

namespace mergeproof::frontend::flags {
namespace {

constexpr std::string_view endings[] = {".in", ".cmake.in", ".cmake", ".meson"};

// The header that a template makes; "" for other files.
std::string header_of(const std::string &path) {
  std::string best;
  for (std::string_view ending : endings)
    if (path.ends_with(ending)) {
      std::string header = path.substr(0, path.size() - ending.size());
      if (header.ends_with(".h") &&
          (best.empty() || header.size() < best.size()))
        best = header;
    }
  if (path.ends_with(".hin")) // "config.hin"
    best = path.substr(0, path.size() - 2);
  return best;
}

std::string_view take_word(std::string_view &text) {
  text = skip_blanks(text);
  std::size_t size = 0;
  while (size < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[size])) ||
          text[size] == '_'))
    size++;
  std::string_view word = text.substr(0, size);
  text.remove_prefix(size);
  return word;
}

// "@EVENT__ssize_t@": the type that the project would have another for.
std::optional<std::string> word_of_c(std::string_view place) {
  std::size_t project = place.rfind("__");
  if (project != place.npos)
    place.remove_prefix(project + 2);
  bool is_small = std::none_of(place.begin(), place.end(), [](unsigned char c) {
    return std::isupper(c) != 0;
  });
  bool is_word = place == "inline" || (is_small && place.ends_with("_t"));
  return is_word ? std::optional(std::string(place)) : std::nullopt;
}

// "@NAME@" and "${NAME}" are nothing in a literal, else what the machine makes
// of the name, or 0.
std::string fill_places(std::string_view line, const ConfiguredFor &machine) {
  std::string filled;
  bool is_in_text = false;
  for (std::size_t at = 0; at < line.size(); at++) {
    std::size_t end = line.npos;
    if (line[at] == '"')
      is_in_text = !is_in_text;
    if (line[at] == '@')
      end = line.find('@', at + 1);
    else if (line.substr(at, 2) == "${")
      end = line.find('}', at + 2);
    std::string_view rest = line.substr(line[at] == '$' ? at + 2 : at + 1);
    std::string_view name = take_word(rest);
    if (end == line.npos || name.empty()) {
      filled.push_back(line[at]);
      continue;
    }
    if (!is_in_text)
      filled += word_of_c(name).value_or(value_of(name, machine).value_or("0"));
    at = end;
  }
  return filled;
}

// "${SIZEOF_LONG_CODE}": a line of CMake's check_type_size().
std::optional<std::string> fill_code(std::string_view line,
                                     const ConfiguredFor &machine) {
  constexpr std::string_view ending = "_CODE";
  if (!line.starts_with("${") && !line.starts_with('@'))
    return std::nullopt;
  line.remove_prefix(line[0] == '@' ? 1 : 2);
  std::string_view name = take_word(line);
  if (!name.ends_with(ending))
    return std::nullopt;
  name.remove_suffix(ending.size());
  auto value = value_of(name, machine);
  return value ? "#define " + std::string(name) + " " + *value : "";
}

std::string fill_line(std::string_view line, const ConfiguredFor &machine) {
  std::string_view rest = skip_blanks(line);
  if (auto code = fill_code(rest, machine))
    return *code;
  if (!rest.starts_with('#'))
    return fill_places(line, machine);
  rest.remove_prefix(1);
  std::string_view directive = take_word(rest);
  bool is_conditional =
      directive == "cmakedefine" || directive == "mesondefine";
  if (directive == "cmakedefine01") {
    std::string name(take_word(rest));
    auto value = value_of(name, machine);
    return "#define " + name + " " + (value && *value != "0" ? "1" : "0");
  }
  if (directive != "undef" && !is_conditional)
    return fill_places(line, machine);
  std::string name(take_word(rest));
  auto value = value_of(name, machine);
  if (!value)
    return "";
  // "#cmakedefine X value"
  rest = skip_blanks(rest);
  bool has_value = is_conditional && !rest.empty() && rest[0] != '/';
  return "#define " + name + " " +
         (has_value ? fill_places(rest, machine) : *value);
}

} // namespace

std::map<std::string, std::string> template_headers(const source::Tree &tree) {
  std::map<std::string, std::string> headers;
  for (const std::string &path : tree.files())
    if (std::string header = header_of(path);
        !header.empty() && !tree.contains(header))
      headers.try_emplace(header, path);
  for (const MadeHeader &made : headers_of_scripts(tree))
    if (!made.made_from.empty() && !tree.contains(made.header))
      headers.try_emplace(made.header, made.made_from);
  return headers;
}

std::map<std::string, ScriptHeader> script_headers(const source::Tree &tree) {
  std::map<std::string, ScriptHeader> headers;
  const std::map<std::string, std::string> filled = template_headers(tree);
  for (const MadeHeader &made : headers_of_scripts(tree))
    if (made.made_from.empty() && !tree.contains(made.header) &&
        !filled.contains(made.header) && !headers.contains(made.header))
      headers[made.header] = {made.script, asked_by_script(made.script, tree)};
  return headers;
}

std::string fill_template(const std::string &text,
                          const ConfiguredFor &machine) {
  std::string filled;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    filled +=
        fill_line(std::string_view(text).substr(begin, end - begin), machine);
    filled += '\n';
    begin = end + 1;
  }
  return filled;
}

} // namespace mergeproof::frontend::flags
