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
  for (const std::set<std::string> &tags : {names.structs, names.tags})
    for (const std::string &tag : tags)
      types.insert("struct " + tag);
  add(types, "types of headers that were not found are taken for structs");
  add(names.values, "names in capitals for ints that nobody changes");
  return text;
}

namespace {

using Unit = std::remove_cvref_t<decltype(*ReadFile().unit)>;
using TextHashes = std::map<std::string, std::uint64_t>;

// By key path: the hash of each version that was read; 0: it has no such text.
std::map<std::string, std::vector<std::uint64_t>>
hashes_of(TextHashes Unit::*texts, const git::MergeInput &input,
          const ParseStore &store, const std::string &key) {
  std::map<std::string, std::vector<std::uint64_t>> hashes;
  for (std::size_t v = 0; v < input.revisions.size(); v++)
    if (const ReadFile *file = store.find(v, key); file && file->unit)
      for (const auto &[path, hash] : (*file->unit).*texts) {
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

// What the merge, the last one, does not have as it should; empty: it does, or
// several parents changed the text.
std::string what_is_lost(const std::vector<source::Revision> &revisions,
                         const std::vector<std::uint64_t> &hashes) {
  std::set<std::uint64_t> changed;
  std::vector<std::string> who;
  for (std::size_t v = 1; v + 1 < revisions.size(); v++)
    if (hashes[v] != hashes[0]) {
      changed.insert(hashes[v]);
      who.push_back(revisions[v].id);
    }
  if (source::is_comparison(revisions))
    return hashes.front() == hashes.back()
               ? ""
               : "it is not the same in both versions";
  if (changed.empty() && hashes.back() != hashes[0])
    return "the merge has there what no parent has";
  return changed.size() == 1 && hashes.back() != *changed.begin()
             ? fmt::format("{} changed it, and the merge does not have that",
                           fmt::join(who, " and "))
             : "";
}

} // namespace

std::string describe_left_out(const git::MergeInput &input,
                              const ParseStore &store,
                              const std::vector<std::string> &keys) {
  std::set<std::string> paths;
  for (const std::string &key : keys)
    for (const auto &[path, own] :
         hashes_of(&Unit::left_out, input, store, key)) {
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
  bool is_comparison = source::is_comparison(input.revisions);
  std::vector<verdict::UnitResult> results;
  std::set<std::string> seen;
  for (const std::string &key : keys) {
    if (!is_read_everywhere(input, store, key))
      continue;
    auto texts = is_comparison ? &Unit::rejected : &Unit::left_out;
    for (const auto &[path, own] : hashes_of(texts, input, store, key)) {
      std::string lost = what_is_lost(input.revisions, own);
      if (lost.empty() || !seen.insert(path).second)
        continue;
      verdict::UnitResult result;
      result.function = between_functions;
      result.id = path + ":" + between_functions;
      result.file = path;
      result.line = 1;
      result.reason =
          fmt::format("assembly{} or text that clang rejects: {}",
                      is_comparison ? "" : ", code that #if leaves out,", lost);
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
