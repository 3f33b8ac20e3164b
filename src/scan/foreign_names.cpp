#include "scan/foreign_names.h"

#include "scan/text_index.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace mergeproof::scan {
namespace {

constexpr std::size_t most_files = 2000;

constexpr std::string_view foreign_endings[] = {
    ".cpp", ".cc",  ".cxx", ".c++", ".C",   ".hpp",  ".hh",  ".hxx", ".S",
    ".s",   ".sx",  ".asm", ".y",   ".yy",  ".l",    ".ll",  ".lex", ".re",
    ".rl",  ".m",   ".mm",  ".cu",  ".rs",  ".go",   ".d",   ".f",   ".f90",
    ".zig", ".pyx", ".adb", ".pas", ".nim", ".c.in", ".h.in"};

constexpr std::string_view assembly_endings[] = {".S", ".s", ".sx", ".asm"};

template <typename Endings>
bool ends_with_one(const std::string &path, const Endings &endings) {
  return std::any_of(
      std::begin(endings), std::end(endings),
      [&](std::string_view ending) { return path.ends_with(ending); });
}

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

template <typename F>
void for_each_name(std::string_view text, F &&f) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t start = at;
    while (at < text.size() && is_part_of_name(text[at]))
      at++;
    if (at > start)
      f(text.substr(start, at - start));
    else
      at++;
  }
}

} // namespace

bool is_foreign_source(const std::string &path) {
  return ends_with_one(path, foreign_endings);
}

std::set<std::string> names_written_in(const git::MergeInput &input,
                                       const std::string &key) {
  std::set<std::string> names;
  for (std::size_t v = 0; v < input.trees.size(); v++) {
    std::string path = input.path_of(input.revisions[v].id, key);
    if (!input.trees[v]->contains(path))
      continue;
    if (auto text = input.trees[v]->read(path); text)
      for_each_name(text.value(),
                    [&](std::string_view name) { names.emplace(name); });
  }
  return names;
}

bool ForeignNames::write(const std::string &name) {
  read();
  return all_.contains(name);
}

bool ForeignNames::changed_write(const std::string &name) {
  read();
  return changed_.contains(name);
}

bool ForeignNames::is_wanted(const std::string &path,
                             const std::string &key) const {
  if (sources_ == Sources::Assembly)
    return ends_with_one(path, assembly_endings);
  bool is_left = is_c_text(path) && !is_c_file(path) && !path.ends_with(".h") &&
                 is_left_(key);
  return is_foreign_source(path) || is_left;
}

void ForeignNames::read() {
  if (is_read_)
    return;
  is_read_ = true;
  std::set<std::string> keys;
  for (std::size_t v = 0; v < input_.trees.size(); v++)
    for (const std::string &path : input_.trees[v]->files()) {
      std::string key = input_.key_path(input_.revisions[v].id, path);
      if (is_wanted(path, key))
        keys.insert(key);
    }
  if (keys.size() > most_files)
    all_.are_all = changed_.are_all = false;
  else
    for (const std::string &key : keys)
      for (std::size_t v = 0; v < input_.trees.size(); v++)
        read(v, key);
}

void ForeignNames::read(std::size_t version, const std::string &key) {
  auto identity = [&](std::size_t v) {
    return input_.trees[v]->identity(
        input_.path_of(input_.revisions[v].id, key));
  };
  const std::string own = identity(version);
  bool is_changed = false, was_read = own.empty();
  for (std::size_t v = 0; v < input_.trees.size(); v++) {
    is_changed |= identity(v) != own;
    was_read |= v < version && identity(v) == own;
  }
  if (was_read)
    return;
  auto text = input_.trees[version]->read(
      input_.path_of(input_.revisions[version].id, key));
  if (!text) {
    all_.are_all = false;
    changed_.are_all &= !is_changed;
    return;
  }
  for_each_name(text.value(), [&](std::string_view name) {
    all_.names.emplace(name);
    if (is_changed)
      changed_.names.emplace(name);
  });
}

} // namespace mergeproof::scan
