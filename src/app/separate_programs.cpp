#include "app/separate_programs.h"

#include "scan/text_lexer.h"

#include <algorithm>
#include <optional>
#include <set>

namespace mergeproof::app {
namespace {

// Functions that are looked at again, over all programs and versions.
constexpr std::size_t most_functions = 400'000;

struct MainText {
  // By line that says `main` in code: under how many conditions.
  std::map<std::size_t, int> depths;
  bool is_macro = false; // "#define main other"
};

MainText find_main(const std::string &text) {
  scan::Lexer lexer(text);
  MainText found;
  int depth = 0;
  for (scan::Token token = lexer.next(false);
       token.kind != scan::TokenKind::End; token = lexer.next(false)) {
    auto before = std::string_view(text).substr(
        0, static_cast<std::size_t>(token.text.data() - text.data()));
    if (token.text == "main")
      found.depths[1 + static_cast<std::size_t>(std::count(
                           before.begin(), before.end(), '\n'))] = depth;
    if (!token.is('#'))
      continue;
    std::string_view directive = lexer.next(true).text;
    depth += directive.starts_with("if");
    depth -= directive == "endif";
    found.is_macro |= directive == "define" && lexer.next(true).text == "main";
    lexer.skip_line();
  }
  return found;
}

// Whether another configuration has the line, too, and it says `main`.
bool is_main_everywhere(const std::string &text, std::size_t line) {
  const MainText found = find_main(text);
  auto known = found.depths.find(line);
  return !found.is_macro && known != found.depths.end() && known->second == 0;
}

// In another configuration, by what is included.
bool may_rename_main(const AssemblyRequest &request, std::size_t version,
                     const frontend::c::ParsedUnit &unit) {
  return std::any_of(unit.includes.begin(), unit.includes.end(),
                     [&](const auto &path) {
                       auto text = request.input->trees[version]->read(path);
                       return !text || find_main(text.value()).is_macro;
                     });
}

bool defines_main(const AssemblyRequest &request, std::size_t version,
                  const ReadFile &file) {
  if (!file.unit)
    return false;
  const ir::Function *found =
      file.unit->program.find_function(request.context->symbol("main"));
  auto text = request.input->trees[version]->read(file.path);
  return found && found->is_defined && !found->is_weak && text &&
         request.context->files.path(found->span.file) == file.path &&
         is_main_everywhere(text.value(), found->span.line) &&
         !may_rename_main(request, version, *file.unit);
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

// Where a function of the file is not in all versions as in the merge.
std::set<std::string> SeparatePrograms::changed_homes(
    const std::vector<impact::Closures> &closures) const {
  std::set<std::string> changed;
  auto own_of = [&](std::size_t v, ir::Symbol id) {
    const impact::Closure *closure = closures[v].find_function(id);
    return closure ? std::optional(closure->own) : std::nullopt;
  };
  for (std::size_t v = 0; v < closures.size(); v++)
    for (const auto &[home, functions] : functions_[v])
      for (ir::Symbol id : functions) {
        auto own = own_of(v, id), merge = own_of(closures.size() - 1, id);
        if (!own || !merge || !is_same(*own, *merge))
          changed.insert(home);
      }
  return changed;
}

std::vector<std::vector<impact::Closures>>
SeparatePrograms::of_each(const std::vector<impact::Closures> &closures,
                          const Compute &compute) const {
  std::set<std::string> changed = changed_homes(closures);
  std::size_t size = closures.size() * closures.back().functions.size();
  if (changed.empty() || (changed.size() + 1) * size > most_functions)
    return {};
  std::vector<std::vector<impact::Closures>> found;
  auto add = [&](const std::string &home) { // or of the unchanged ones
    std::vector<impact::Closures> &versions = found.emplace_back();
    for (std::size_t v = 0; v < closures.size(); v++)
      versions.push_back(compute(v, [&, &all = *homes_[v]](ir::Symbol id) {
        auto place = all.find(id);
        return place != all.end() && place->second != home &&
               (!home.empty() || changed.contains(std::string(place->second)));
      }));
  };
  add({});
  for (const std::string &home : changed)
    add(home);
  return found;
}

} // namespace mergeproof::app
