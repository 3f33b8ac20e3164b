#include "frontend/flags/template_headers.h"

#include "frontend/flags/skip_blanks.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

namespace mergeproof::frontend::flags {
namespace {

constexpr std::string_view endings[] = {".in", ".cmake.in", ".cmake", ".meson"};

// Sizes and alignments on x86-64 Linux, by the name that autoconf asks with.
constexpr std::pair<std::string_view, int> sizes[] = {
    {"CHAR", 1},         {"SHORT", 2},          {"INT", 4},
    {"LONG", 8},         {"LONG_LONG", 8},      {"VOID_P", 8},
    {"SIZE_T", 8},       {"SSIZE_T", 8},        {"OFF_T", 8},
    {"TIME_T", 8},       {"FLOAT", 4},          {"DOUBLE", 8},
    {"PID_T", 4},        {"LONG_DOUBLE", 16},   {"WCHAR_T", 4},
    {"INT64_T", 8},      {"UINTPTR_T", 8},      {"UNSIGNED_LONG", 8},
    {"UNSIGNED_INT", 4}, {"UNSIGNED_SHORT", 2}, {"UNSIGNED_CHAR", 1},
    {"SIGNED_CHAR", 1}};

constexpr std::string_view always[] = {"STDC_HEADERS",
                                       "_GNU_SOURCE",
                                       "_ALL_SOURCE",
                                       "__EXTENSIONS__",
                                       "_POSIX_PTHREAD_SEMANTICS",
                                       "_TANDEM_SOURCE",
                                       "HAVE_LONG_LONG",
                                       "HAVE_LONG_LONG_INT",
                                       "HAVE_STDBOOL_H"};

std::string to_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return lower;
}

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

// HAVE_SYS_TIME_H -> "sys/time.h" and "sys_time.h".
bool asks_for_header(std::string_view rest, const ConfiguredFor &machine) {
  if (!rest.ends_with("_H"))
    return false;
  std::string name = to_lower(rest.substr(0, rest.size() - 2));
  if (machine.has_header(name + ".h"))
    return true;
  for (std::size_t at = 0; (at = name.find('_', at)) != name.npos; at++) {
    std::string path = name;
    path[at] = '/';
    if (machine.has_header(path + ".h"))
      return true;
  }
  return false;
}

// What the machine makes of the name: nothing, or its value.
std::optional<std::string> value_of(std::string_view name,
                                    const ConfiguredFor &machine) {
  if (std::find(std::begin(always), std::end(always), name) != std::end(always))
    return "1";
  for (std::string_view prefix : {"SIZEOF_", "ALIGNOF_"})
    if (name.starts_with(prefix))
      for (const auto &[type, size] : sizes)
        if (name.substr(prefix.size()) == type)
          return std::to_string(size);
  if (name.starts_with("HAVE_DECL_"))
    return machine.has_function(to_lower(name.substr(10))) ? "1" : "0";
  if (name.starts_with("HAVE_") &&
      (asks_for_header(name.substr(5), machine) ||
       machine.has_function(to_lower(name.substr(5)))))
    return "1";
  if (name == "PACKAGE" || name == "VERSION" || name.starts_with("PACKAGE_"))
    return "\"\"";
  return std::nullopt;
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

// "@NAME@" and "${NAME}" are nothing in a literal, else 0.
std::string fill_places(std::string_view line) {
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
    bool is_place = end != line.npos && !take_word(rest).empty();
    if (!is_place) {
      filled.push_back(line[at]);
      continue;
    }
    if (!is_in_text)
      filled.push_back('0');
    at = end;
  }
  return filled;
}

std::string fill_line(std::string_view line, const ConfiguredFor &machine) {
  std::string_view rest = skip_blanks(line);
  if (!rest.starts_with('#'))
    return fill_places(line);
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
    return fill_places(line);
  std::string name(take_word(rest));
  auto value = value_of(name, machine);
  if (!value)
    return "";
  // "#cmakedefine X value"
  rest = skip_blanks(rest);
  bool has_value = is_conditional && !rest.empty() && rest[0] != '/';
  return "#define " + name + " " + (has_value ? fill_places(rest) : *value);
}

} // namespace

std::map<std::string, std::string> template_headers(const source::Tree &tree) {
  std::map<std::string, std::string> headers;
  for (const std::string &path : tree.files())
    if (std::string header = header_of(path);
        !header.empty() && !tree.contains(header))
      headers.try_emplace(header, path);
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

bool has_system_header(const std::string &name) {
  std::error_code ignored;
  return std::filesystem::exists("/usr/include/" + name, ignored) ||
         std::filesystem::exists("/usr/include/x86_64-linux-gnu/" + name,
                                 ignored);
}

} // namespace mergeproof::frontend::flags
