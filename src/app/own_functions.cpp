#include "app/own_functions.h"

#include "app/program_assembly.h"

#include <algorithm>

namespace mergeproof::app {
namespace {

// The C file whose text has the function or variable, by the id that it got
// there: static ones are called after it.
std::string text_of(std::string_view id) {
  std::size_t end = id.rfind(".c:");
  return std::string(id.substr(0, end == id.npos ? 0 : end + 2));
}

bool is_variable(const ir::Global &global) {
  return global.is_defined && !global.is_const;
}

bool share_one(const std::set<ir::Symbol> &a, const std::set<ir::Symbol> &b) {
  return std::any_of(a.begin(), a.end(),
                     [&](ir::Symbol id) { return b.contains(id); });
}

} // namespace

SharedTexts::SharedTexts(const AssemblyRequest &request) {
  for (std::size_t v = 0; v < request.input->revisions.size(); v++) {
    std::vector<Unit> units = units_of(request, v);
    for (std::size_t i = 0; i < units.size(); i++)
      for (std::size_t k = 0; k < i; k++)
        split(units[i], units[k]);
  }
}

void SharedTexts::split(const Unit &a, const Unit &b) {
  std::set<std::string> both;
  std::set_intersection(a.texts.begin(), a.texts.end(), b.texts.begin(),
                        b.texts.end(), std::inserter(both, both.end()));
  if (!both.empty() && !share_one(a.functions, b.functions))
    split_.merge(both);
}

std::vector<SharedTexts::Unit>
SharedTexts::units_of(const AssemblyRequest &request, std::size_t version) {
  std::set<std::string> keys(request.keys.begin(), request.keys.end());
  for (const auto &[key, names] : request.definitions)
    keys.insert(key);
  std::vector<Unit> units;
  for (const std::string &key : keys) {
    const ReadFile *file = request.store->find(version, key);
    if (!file || !file->unit)
      continue;
    Unit unit;
    bool has_data = false;
    for (const auto &[id, global] : file->unit->program.globals) {
      has_data |= global.is_defined && !global.is_static && !global.is_local;
      if (std::string text = text_of(id); is_variable(global) && !text.empty())
        unit.texts.insert(text);
    }
    if (unit.texts.empty())
      continue;
    for (const auto &[id, function] : file->unit->program.functions)
      if (function.is_defined && !function.is_static &&
          !function.may_be_repeated)
        unit.functions.insert(id);
    if (!unit.functions.empty() || has_data) // else nothing leads to it
      units.push_back(std::move(unit));
  }
  return units;
}

std::string SharedTexts::own_id(const std::string &key, ir::Symbol id) const {
  std::string text = text_of(id);
  if (text.empty() || text == key || !split_.contains(text))
    return {};
  return key + std::string(id.substr(text.size()));
}

OwnFunctions::OwnFunctions(const AssemblyRequest &request,
                           scan::TextIndex &index)
    : request_(request), index_(index), texts_(request),
      assembly_(
          *request.input, [](const std::string &) { return false; },
          scan::ForeignNames::Sources::Assembly) {
  if (!request.mentions)
    return;
  for (const std::string &key : request.keys)
    if (is_read(request, key))
      read_.insert(key);
  note_files();
  for (const std::string &key : request.keys)
    add_from(key);
}

void OwnFunctions::note_files() {
  std::set<std::string> keys(request_.keys.begin(), request_.keys.end());
  for (const auto &[key, names] : request_.definitions)
    keys.insert(key);
  const git::MergeInput &input = *request_.input;
  for (const std::string &key : keys)
    for (std::size_t v = 0; v < input.revisions.size(); v++)
      if (const ReadFile *file = request_.store->find(v, key);
          file && file->unit) {
        for (const std::string &path : file->unit->includes)
          included_.insert(input.key_path(input.revisions[v].id, path));
        note_hidden(key, v, *file);
      }
}

namespace {

bool may_define(const scan::TextItem &item) {
  return item.is_function || item.has_initialiser || item.has_quoted_name;
}

} // namespace

void OwnFunctions::note_hidden(const std::string &key, std::size_t version,
                               const ReadFile &file) {
  const scan::TextFile *text =
      index_.file(request_.store->tree(version), file.path);
  if (!text)
    return;
  std::set<std::string> known;
  for (const auto &[id, function] : file.unit->program.functions)
    if (function.is_defined)
      known.emplace(function.name);
  for (const auto &[id, global] : file.unit->program.globals)
    if (global.is_defined)
      known.emplace(global.name);
  std::optional<std::string> written;
  auto is_there = [&](const scan::TextItem &item, const std::string &name) {
    if (!item.is_odd)
      return true;
    if (!written) {
      auto read = request_.store->tree(version).read(file.path);
      written = read ? read.value() : std::string();
    }
    return written->empty() || scan::has_definition_form(*written, name);
  };
  for (const scan::TextItem &item : text->items)
    if (may_define(item) && !item.is_static)
      for (scan::NameId id : item.names)
        if (const std::string &name = index_.names.text(id);
            !known.contains(name) && is_there(item, name))
          hidden_[name].insert(key);
}

bool OwnFunctions::is_hidden_in_others(const std::string &key,
                                       const std::string &name) const {
  auto found = hidden_.find(name);
  return found != hidden_.end() &&
         std::any_of(found->second.begin(), found->second.end(),
                     [&](const std::string &other) { return other != key; });
}

// "#include "lib.c"" in another file, perhaps under other macros.
bool OwnFunctions::is_text_of_others(const std::string &key) const {
  std::set<std::string> includers =
      request_.mentions->includers(key.substr(key.rfind('/') + 1));
  return std::any_of(
      includers.begin(), includers.end(), [&](const std::string &other) {
        return !included_.contains(other) && !read_.contains(other);
      });
}

bool OwnFunctions::has_others(const std::string &key,
                              const ir::Function &function) {
  if (!request_.mentions)
    return false;
  if (!request_.is_all_scanned)
    return true;
  auto is_unread = [&](const std::string &other) {
    return other != key && !read_.contains(other);
  };
  auto is_seen = [this](const std::string &other) {
    return included_.contains(other);
  };
  std::string text(function.name);
  scan::NameId name = index_.names.intern(text);
  const scan::MentionGraph &mentions = *request_.mentions;
  const std::string &home = request_.context->files.path(function.span.file);
  return mentions.may_define(name, scan::MentionGraph::Evidence::Function,
                             is_unread) ||
         mentions.may_define_in_text(name, is_seen, home) ||
         is_hidden_in_others(key, text) || is_text_of_others(key) ||
         assembly_.write(text);
}

bool OwnFunctions::has_others(const std::string &key,
                              const ir::Global &global) {
  if (!request_.mentions || !global.is_const || global.is_static)
    return false;
  auto [place, is_new] = constants_.try_emplace({key, global.id}, true);
  if (!is_new || !request_.is_all_scanned)
    return place->second;
  const std::string &home = request_.context->files.path(global.span.file);
  auto is_unread = [&](const std::string &other) {
    return other != key && other != home && !read_.contains(other) &&
           !included_.contains(other);
  };
  std::string text(global.name);
  scan::NameId name = index_.names.intern(text);
  place->second = request_.mentions->may_define_data(name, is_unread) ||
                  is_hidden_in_others(key, text) || is_text_of_others(key) ||
                  assembly_.write(text);
  return place->second;
}

void OwnFunctions::add_from(const std::string &key) {
  for (std::size_t v = 0; v < request_.input->revisions.size(); v++) {
    const ReadFile *file = request_.store->find(v, key);
    if (!file || !file->unit)
      continue;
    for (const auto &[id, function] : file->unit->program.functions)
      if (function.is_defined && !function.is_static && !ids_.contains(id) &&
          !function.is_allocator && has_others(key, function))
        ids_.insert(id);
  }
}

ir::SymbolIds OwnFunctions::of(const std::string &key,
                               const ir::Program &program) const {
  ir::SymbolIds ids;
  for (const auto &[id, function] : program.functions) {
    std::string own = texts_.own_id(key, id);
    if (own.empty() && function.is_defined && ids_.contains(id))
      own = key + ":" + std::string(function.name);
    if (!own.empty() && own != id)
      ids.emplace(id, request_.context->symbol(own));
  }
  for (const auto &[id, global] : program.globals)
    if (std::string own = texts_.own_id(key, id);
        is_variable(global) && !own.empty())
      ids.emplace(id, request_.context->symbol(own));
  return ids;
}

} // namespace mergeproof::app
