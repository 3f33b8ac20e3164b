#include "app/reading/reading_notes.h"

#include "checkout/declaring_tree.h"
#include "scan/foreign_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace mergeproof::app {

std::string describe_missing_headers(const git::MergeInput &input,
                                     const ParseStore &store,
                                     const std::vector<std::string> &keys) {
  std::set<std::string> missing;
  for (const std::string &key : keys)
    for (std::size_t v = 0; v < input.revisions.size(); v++)
      if (const ReadFile *file = store.find(v, key); file && file->unit)
        missing.insert(file->unit->missing_includes.begin(),
                       file->unit->missing_includes.end());
  if (missing.empty())
    return "";
  std::size_t shown = std::min<std::size_t>(missing.size(), 10);
  std::vector<std::string> names(
      missing.begin(), std::next(missing.begin(), std::ptrdiff_t(shown)));
  return fmt::format("{} not found: {}{}; what is declared there is unknown",
                     missing.size() == 1 ? "a header was" : "headers were",
                     fmt::join(names, ", "),
                     shown < missing.size()
                         ? fmt::format(" and {} more", missing.size() - shown)
                         : "");
}

std::string describe_made_up(const source::UnknownNames &all) {
  source::UnknownNames names = checkout::without_standard(all);
  std::string text;
  auto add = [&](const std::set<std::string> &some, std::string_view what) {
    if (!some.empty())
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", what,
                          fmt::join(some, ", "));
  };
  add(checkout::standard_headers_of(all),
      "included in front of files, for headers that were not found");
  std::set<std::string> types = names.types;
  for (const std::string &tag : names.structs)
    types.insert("struct " + tag);
  add(types, "types of headers that were not found are taken for structs");
  add(names.values, "names in capitals for ints that nobody changes");
  return text;
}

namespace {

// By key path: the hash of each version that was read; 0: it leaves nothing
// out.
using LeftOutTexts = std::map<std::string, std::vector<std::uint64_t>>;

LeftOutTexts left_out_of(const git::MergeInput &input, const ParseStore &store,
                         const std::string &key) {
  LeftOutTexts hashes;
  for (std::size_t v = 0; v < input.revisions.size(); v++)
    if (const ReadFile *file = store.find(v, key); file && file->unit)
      for (const auto &[path, hash] : file->unit->left_out) {
        auto &own = hashes[input.key_path(input.revisions[v].id, path)];
        own.resize(input.revisions.size());
        own[v] = hash;
      }
  return hashes;
}

bool is_read_everywhere(const git::MergeInput &input, const ParseStore &store,
                        const std::string &key) {
  for (std::size_t v = 0; v < input.revisions.size(); v++)
    if (const ReadFile *file = store.find(v, key); !file || !file->unit)
      return false;
  return true;
}

// Parents whose change the merge, the last one, does not have, where no other
// parent changed anything; "" for the merge alone: it has what none has.
std::vector<std::string>
losers_of(const std::vector<source::Revision> &revisions,
          const std::vector<std::uint64_t> &hashes) {
  std::set<std::uint64_t> changed;
  std::vector<std::string> who;
  for (std::size_t v = 1; v + 1 < revisions.size(); v++)
    if (hashes[v] != hashes[0]) {
      changed.insert(hashes[v]);
      who.push_back(revisions[v].id);
    }
  bool is_merge_alone = changed.empty() && hashes.back() != hashes[0];
  if (is_merge_alone)
    return {""};
  bool is_lost = changed.size() == 1 && hashes.back() != *changed.begin();
  return is_lost ? who : std::vector<std::string>{};
}

} // namespace

std::string describe_left_out(const git::MergeInput &input,
                              const ParseStore &store,
                              const std::vector<std::string> &keys) {
  std::set<std::string> paths;
  for (const std::string &key : keys)
    for (const auto &[path, own] : left_out_of(input, store, key)) {
      std::set<std::uint64_t> seen;
      for (std::size_t v = 0; v < own.size(); v++)
        if (const ReadFile *file = store.find(v, key); file && file->unit)
          seen.insert(own[v]);
      if (seen.size() > 1)
        paths.insert(path);
    }
  return paths.empty()
             ? ""
             : fmt::format("not analysed, between functions: assembly, code "
                           "that #if leaves out, or text that clang rejects, "
                           "and that differs, in {}",
                           fmt::join(paths, ", "));
}

std::vector<verdict::UnitResult>
describe_lost_text(const git::MergeInput &input, const ParseStore &store,
                   const std::vector<std::string> &keys) {
  std::vector<verdict::UnitResult> results;
  if (source::is_comparison(input.revisions))
    return results;
  std::set<std::string> seen;
  for (const std::string &key : keys) {
    if (!is_read_everywhere(input, store, key))
      continue;
    for (const auto &[path, own] : left_out_of(input, store, key)) {
      std::vector<std::string> who = losers_of(input.revisions, own);
      if (who.empty() || !seen.insert(path).second)
        continue;
      verdict::UnitResult result;
      result.function = between_functions;
      result.id = path + ":" + between_functions;
      result.file = path;
      result.line = 1;
      result.reason = fmt::format(
          "assembly, code that #if leaves out, or text that clang rejects: {}",
          who.front().empty()
              ? "the merge has there what no parent has"
              : fmt::format("{} changed it, and the merge does not have that",
                            fmt::join(who, " and ")));
      results.push_back(std::move(result));
    }
  }
  return results;
}

std::string
describe_foreign(const git::MergeInput &input,
                 const std::map<std::string, std::string> &templates) {
  auto is_template = [&](const std::string &key) {
    return std::any_of(templates.begin(), templates.end(),
                       [&](const auto &entry) { return entry.second == key; });
  };
  std::set<std::string> changed;
  for (const auto &[id, changes] : input.changes)
    for (const auto &[key, kind] : changes)
      if (scan::is_foreign_source(key) && !is_template(key))
        changed.insert(key);
  return changed.empty()
             ? ""
             : fmt::format("changed, and not analysed, for it is not C: {}",
                           fmt::join(changed, ", "));
}

std::string
describe_templates(const ParseStore &store,
                   const std::map<std::string, std::string> &templates) {
  std::set<std::string> used;
  store.for_each([&](const ReadFile &file) {
    if (!file.unit)
      return;
    for (const std::string &path : file.unit->includes)
      if (auto found = templates.find(path); found != templates.end())
        used.insert(path + " from " + found->second);
  });
  return used.empty()
             ? ""
             : fmt::format("not built, so made up: {}", fmt::join(used, ", "));
}

std::string header_of_some(const git::MergeInput &input,
                           const ParseStore &store, const std::string &key) {
  std::vector<std::string> found;
  for (std::size_t v = 0; v < input.revisions.size(); v++)
    if (const ReadFile *file = store.find(v, key); file && file->unit)
      found.insert(found.end(), file->unit->includes.begin(),
                   file->unit->includes.end());
  for (std::size_t v = 0; v < input.revisions.size(); v++) {
    const ReadFile *file = store.find(v, key);
    if (!file || !file->unit)
      continue;
    for (const std::string &header : file->unit->missing_includes)
      if (std::any_of(found.begin(), found.end(), [&](const std::string &path) {
            return path == header || path.ends_with("/" + header);
          }))
        return fmt::format("{} was not found in {}, as it was elsewhere: what "
                           "it declares there is unknown",
                           header, input.revisions[v].id);
  }
  return "";
}

verdict::Assumptions
assumptions_of(const WhatWasRead &files,
               const std::function<void(const std::string &)> &note) {
  verdict::Assumptions assumptions;
  if (files.asked_about > 1 || !files.definitions->empty())
    assumptions.insert(verdict::Assumption::DefinitionsInTree);
  std::set<std::string> used;
  files.store->for_each([&](const ReadFile &file) {
    if (!file.unit)
      return;
    if (!file.unit->missing_includes.empty())
      assumptions.insert(verdict::Assumption::MissingHeaders);
    if (file.unit->uses_line_numbers)
      assumptions.insert(verdict::Assumption::LineNumbers);
    for (const std::string &path : file.unit->includes)
      if (files.generated->contains(path))
        used.insert(path);
  });
  std::string made_up = describe_templates(*files.store, *files.templates);
  note(made_up);
  if (!made_up.empty())
    assumptions.insert(verdict::Assumption::TemplateHeaders);
  if (used.empty())
    return assumptions;
  assumptions.insert(verdict::Assumption::GeneratedHeadersSame);
  note(fmt::format("made by a build, used as in the work tree: {}",
                   fmt::join(used, ", ")));
  return assumptions;
}

} // namespace mergeproof::app
