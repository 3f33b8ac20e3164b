#include "app/link_clashes.h"

#include <fmt/format.h>
#include <set>

namespace mergeproof::app {
namespace {

struct Definition {
  ir::Symbol name;
  unsigned line = 0;
  bool is_function = false;
};
using ByFile = std::map<std::string, Definition>;  // by key path
using Definitions = std::map<std::string, ByFile>; // by id

class Finder {
public:
  Finder(const ir::Context &context, const ParseStore &store)
      : context_(context), store_(store) {}

  Definitions definitions(std::size_t version,
                          const std::vector<std::string> &keys) const {
    Definitions found;
    for (const std::string &key : keys) {
      const ReadFile *file = store_.find(version, key);
      if (!file || !file->unit)
        continue;
      for (const auto &[id, function] : file->unit->program.functions)
        if (function.is_defined && !function.is_static &&
            !function.may_be_repeated && is_in(function.span, *file))
          found[std::string(id)][key] = {function.name, function.span.line,
                                         true};
      for (const auto &[id, global] : file->unit->program.globals)
        if (global.is_defined && !global.is_static && is_in(global.span, *file))
          found[std::string(id)][key] = {global.name, global.span.line, false};
    }
    return found;
  }

private:
  bool is_in(const source::Span &span, const ReadFile &file) const {
    return context_.files.path(span.file) == file.path;
  }

  const ir::Context &context_;
  const ParseStore &store_;
};

// Files of programs of their own.
bool are_apart(const ByFile &files, const Definitions &all) {
  auto mains = all.find("main");
  if (mains == all.end())
    return false;
  std::size_t own = 0;
  for (const auto &[key, definition] : files)
    own += mains->second.contains(key);
  return own > 1;
}

// A table of the merge that names a function which a parent removed.
void find_dangling(const ir::Context &context, const git::MergeInput &input,
                   const VersionSet &set,
                   std::map<std::string, LinkClash> &clashes) {
  const ir::Program &merge = *set.versions.back().program;
  for (const auto &[id, global] : merge.globals)
    for (const ir::Relocation &relocation : global.relocations) {
      const ir::Function *named = merge.find_function(relocation.symbol);
      bool was_defined = false, is_gone = false;
      for (std::size_t v = 0; v + 1 < set.versions.size(); v++) {
        const ir::Function *before =
            set.versions[v].program->find_function(relocation.symbol);
        was_defined |= before && before->is_defined;
        is_gone |= !before || !before->is_defined;
      }
      if (named && !named->is_defined && was_defined && is_gone)
        clashes[std::string(id)] = {
            std::string(global.name),
            fmt::format("it names {}(), which a parent removed and the merge "
                        "does not define",
                        named->name),
            input.key_path(input.revisions.back().id,
                           context.files.path(global.span.file)),
            global.span.line};
    }
}

} // namespace

std::map<std::string, LinkClash>
find_link_clashes(const ir::Context &context, const git::MergeInput &input,
                  const ParseStore &store, const std::vector<std::string> &keys,
                  const VersionSet &set) {
  Finder finder(context, store);
  std::vector<Definitions> versions;
  for (std::size_t v = 0; v < input.revisions.size(); v++)
    versions.push_back(finder.definitions(v, keys));
  std::map<std::string, LinkClash> clashes;
  for (const auto &[id, files] : versions.back()) {
    bool is_new = files.size() > 1 && !are_apart(files, versions.back());
    for (std::size_t v = 0; v + 1 < versions.size(); v++)
      if (auto own = versions[v].find(id); own != versions[v].end())
        is_new &= own->second.size() < 2;
    if (!is_new)
      continue;
    std::vector<std::string> names;
    for (const auto &[key, definition] : files)
      names.push_back(key);
    const auto &[key, first] = *files.begin();
    clashes[id] = {std::string(first.name),
                   fmt::format("{} define it, and no parent has both: linked "
                               "into one program, they clash",
                               fmt::join(names, " and ")),
                   key, first.line, first.is_function};
  }
  find_dangling(context, input, set, clashes);
  return clashes;
}

verdict::UnitResult describe(const std::string &id, const LinkClash &clash) {
  verdict::UnitResult result;
  result.function = clash.name;
  result.id = id;
  result.file = clash.file;
  result.line = clash.line;
  result.reason = clash.reason;
  return result;
}

} // namespace mergeproof::app
