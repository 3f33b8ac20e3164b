#include "relational/common_parameters.h"

#include "align/names.h"
#include "verdict/signature.h"

#include <algorithm>

namespace mergeproof::relational {

namespace {

std::string name_of(const ir::Variable &param, std::size_t position) {
  return param.source_name.empty() ? "#" + std::to_string(position)
                                   : std::string(param.source_name);
}

bool takes_the_same(const ir::Variable &a, const ir::Variable &b) {
  bool is_copy = a.passing != ir::Variable::Passing::Direct;
  std::uint64_t x = a.type ? a.type->size : 0, y = b.type ? b.type->size : 0;
  return a.scalar == b.scalar && a.passing == b.passing && (!is_copy || x == y);
}

} // namespace

CommonParameters::CommonParameters(const verdict::Question &question)
    : question_(question) {
  if (!verdict::has_other_parameters(question))
    return;
  for (std::size_t v = question.versions.size(); v-- > 0;) {
    const verdict::VersionOfUnit &version = question.versions[v];
    if (version.function->is_variadic || version.may_recur())
      return;
    for (std::size_t i = 0; i < version.function->params.size(); i++)
      if (!add(version.function->params[i], i))
        return;
  }
  result_ = question;
  for (verdict::VersionOfUnit &version : result_->versions) {
    functions_.push_back(extend(*version.function));
    version.function = &functions_.back();
  }
}

// False: one of that name takes something else.
bool CommonParameters::add(const ir::Variable &param, std::size_t position) {
  std::string name = name_of(param, position);
  auto known =
      std::find_if(all_.begin(), all_.end(),
                   [&](const Parameter &other) { return other.name == name; });
  if (known != all_.end())
    return takes_the_same(known->first, param);
  all_.push_back({name, param});
  return true;
}

ir::Function CommonParameters::extend(const ir::Function &function) const {
  ir::Function extended = function;
  extended.params.clear();
  align::NameTable taken = align::collect_names(function);
  for (const Parameter &wanted : all_) {
    bool is_own = false;
    for (std::size_t i = 0; i < function.params.size() && !is_own; i++)
      if (name_of(function.params[i], i) == wanted.name) {
        extended.params.push_back(function.params[i]);
        is_own = true;
      }
    if (is_own)
      continue;
    ir::Variable ignored = wanted.first;
    std::string name = "ignored " + wanted.name;
    while (taken.count(name))
      name += "'";
    ignored.name = question_.context->symbol(name);
    extended.params.push_back(ignored);
  }
  return extended;
}

} // namespace mergeproof::relational
