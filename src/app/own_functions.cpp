#include "app/own_functions.h"

#include "app/program_assembly.h"

namespace mergeproof::app {

OwnFunctions::OwnFunctions(const AssemblyRequest &request,
                           scan::TextIndex &index)
    : request_(request) {
  if (!request.mentions)
    return;
  for (const std::string &key : request.keys)
    if (is_read(request, key))
      read_.insert(key);
  for (const std::string &key : request.keys)
    add_from(key, index);
}

void OwnFunctions::add_from(const std::string &key, scan::TextIndex &index) {
  auto is_unread = [this](const std::string &other) {
    return !read_.contains(other);
  };
  for (std::size_t v = 0; v < request_.input->revisions.size(); v++) {
    const ReadFile *file = request_.store->find(v, key);
    if (!file || !file->unit)
      continue;
    for (const auto &[id, function] : file->unit->program.functions) {
      if (!function.is_defined || function.is_static || ids_.contains(id))
        continue;
      scan::NameId name = index.names.intern(function.name);
      if (!request_.is_all_scanned ||
          request_.mentions->may_define(
              name, scan::MentionGraph::Evidence::Function, is_unread))
        ids_.insert(id);
    }
  }
}

ir::FunctionIds OwnFunctions::of(const std::string &key,
                                 const ir::Program &program) const {
  ir::FunctionIds ids;
  for (const auto &[id, function] : program.functions) {
    if (!function.is_defined || !ids_.contains(id))
      continue;
    ir::Symbol own =
        request_.context->symbol(key + ":" + std::string(function.name));
    if (own != id)
      ids.emplace(id, own);
  }
  return ids;
}

} // namespace mergeproof::app
