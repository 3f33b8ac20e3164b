#include "app/separate_programs.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

namespace mergeproof::app {
namespace {

// Functions that are looked at again, over all programs and versions.
constexpr std::size_t most_functions = 400'000;

// Whether another configuration has the line, too.
bool is_under_no_condition(const std::string &text, std::size_t line) {
  std::istringstream lines(text);
  std::string one;
  int depth = 0;
  for (std::size_t i = 1; i < line && std::getline(lines, one); i++) {
    std::erase_if(one, [](unsigned char c) { return std::isspace(c); });
    depth += one.starts_with("#if");
    depth -= one.starts_with("#endif");
  }
  return depth == 0;
}

bool defines_main(const AssemblyRequest &request, std::size_t version,
                  const ReadFile &file) {
  if (!file.unit)
    return false;
  const ir::Function *found =
      file.unit->program.find_function(request.context->symbol("main"));
  auto text = request.input->trees[version]->read(file.path);
  return found && found->is_defined && text &&
         request.context->files.path(found->span.file) == file.path &&
         is_under_no_condition(text.value(), found->span.line);
}

std::set<std::string> keys_of(const AssemblyRequest &request,
                              const Assembly &assembly) {
  std::set<std::string> keys(request.keys.begin(), request.keys.end());
  keys.insert(assembly.used.begin(), assembly.used.end());
  return keys;
}

// Texts that another file includes are part of that.
std::set<std::string> included_texts(const AssemblyRequest &request,
                                     const std::set<std::string> &keys) {
  std::set<std::string> included;
  const git::MergeInput &input = *request.input;
  for (std::size_t v = 0; v < input.revisions.size(); v++)
    for (const std::string &key : keys)
      if (const ReadFile *file = request.store->find(v, key);
          file && file->unit)
        for (const std::string &path : file->unit->includes)
          if (path != file->path)
            included.insert(input.key_path(input.revisions[v].id, path));
  return included;
}

} // namespace

SeparatePrograms::SeparatePrograms(const AssemblyRequest &request,
                                   const Assembly &assembly)
    : request_(request), assembly_(assembly), mains_(assembly.programs.size()) {
  std::set<std::string> keys = keys_of(request, assembly);
  std::set<std::string> included = included_texts(request, keys);
  for (const std::string &key : keys) {
    bool is_program = !included.contains(key);
    std::vector<std::string> paths(mains_.size());
    for (std::size_t v = 0; v < mains_.size(); v++)
      if (const ReadFile *file = request.store->find(v, key)) {
        is_program &= defines_main(request, v, *file);
        paths[v] = file->path;
      }
    for (std::size_t v = 0; v < mains_.size() && is_program; v++)
      if (!paths[v].empty())
        mains_[v].emplace(paths[v], key);
  }
  note_homes();
}

void SeparatePrograms::note_homes() {
  functions_.resize(mains_.size());
  for (std::size_t v = 0; v < mains_.size(); v++) {
    auto homes = std::make_unique<Homes>();
    for (const auto &[id, function] : assembly_.programs[v].functions)
      if (function.is_defined)
        if (auto home = mains_[v].find(
                request_.context->files.path(function.span.file));
            home != mains_[v].end()) {
          auto [known, is_new] = functions_[v].try_emplace(home->second);
          known->second.push_back(id);
          homes->emplace(id, known->first);
        }
    homes_.push_back(std::move(homes));
  }
}

bool SeparatePrograms::has_difference(
    const std::string &home,
    const std::vector<impact::Closures> &closures) const {
  auto functions = functions_.back().find(home);
  if (functions == functions_.back().end())
    return false;
  for (ir::Symbol id : functions->second) {
    const impact::Closure *merge = closures.back().find_function(id);
    for (const impact::Closures &version : closures)
      if (const impact::Closure *own = version.find_function(id);
          own && merge && !is_same(own->closure, merge->closure))
        return true;
  }
  return false;
}

void SeparatePrograms::refine(std::vector<impact::Closures> &closures,
                              const Compute &compute) const {
  std::set<std::string> homes;
  for (const auto &version : mains_)
    for (const auto &[path, key] : version)
      homes.insert(key);
  if (homes.size() < 2)
    return;
  std::erase_if(homes, [&](const std::string &home) {
    return !has_difference(home, closures);
  });
  std::size_t size = closures.size() * closures.back().functions.size();
  if (homes.size() * size > most_functions)
    return;
  std::vector<impact::Closures> refined = closures;
  for (const std::string &home : homes)
    for (std::size_t v = 0; v < closures.size(); v++) {
      auto functions = functions_[v].find(home);
      if (functions == functions_[v].end())
        continue;
      const Homes &all = *homes_[v];
      impact::Closures own = compute(v, [&](ir::Symbol id) {
        auto other = all.find(id);
        return other != all.end() && other->second != home;
      });
      for (ir::Symbol id : functions->second)
        refined[v].functions[id] = own.functions.at(id);
    }
  closures = std::move(refined);
}

} // namespace mergeproof::app
