#include "relational/inlined_question.h"

#include "relational/inline_calls.h"
#include "relational/library_bodies.h"
#include "relational/loops/block_operations.h"
#include "relational/loops/fuse_loops.h"
#include "relational/tail_recursion.h"

#include <algorithm>

namespace mergeproof::relational {

InlinedQuestion::InlinedQuestion(const verdict::Question &question, Which which)
    : question_(question) {
  for (std::size_t v = 0; v < question.versions.size(); v++) {
    const verdict::VersionOfUnit &version = question.versions[v];
    const ir::Function *unit = without_recursion(*version.function);
    functions_.push_back(
        inline_calls(*question.context, *version.program, *unit,
                     [&](const ir::Call &, const ir::Function *callee) {
                       return callee ? body_of(v, *callee, which) : nullptr;
                     }));
    question_.versions[v].function = &functions_.back();
  }
}

bool InlinedQuestion::fuse_loops() {
  bool has_fused = false;
  for (std::size_t v = 0; v < functions_.size(); v++)
    if (auto fused =
            relational::fuse_loops(*question_.context, functions_[v])) {
      functions_[v] = std::move(*fused);
      has_fused = true;
    }
  return has_fused;
}

bool InlinedQuestion::use_block_operations() {
  std::vector<BlockOperations> changed;
  for (const ir::Function &function : functions_)
    changed.push_back(with_block_operations(*question_.context, function));
  bool is_alike = std::all_of(changed.begin(), changed.end(),
                              [&](const BlockOperations &other) {
                                return other.count == changed.front().count;
                              });
  if (is_alike)
    return false;
  for (std::size_t v = 0; v < functions_.size(); v++)
    functions_[v] = std::move(changed[v].function);
  return true;
}

bool InlinedQuestion::use_library_bodies() {
  std::vector<std::map<std::string, std::size_t>> counts;
  for (const verdict::VersionOfUnit &version : question_.versions)
    counts.push_back(count_library_calls(*version.program, *version.function));
  std::set<std::string> names;
  for (const auto &some : counts)
    for (const auto &[name, count] : some)
      for (const auto &others : counts) {
        auto there = others.find(name);
        if (there == others.end() || there->second != count)
          names.insert(name);
      }
  // Some file that was not read may define it.
  std::erase_if(names, [&](const std::string &name) {
    return !question_.holds_for_everyone([&](const auto &version) {
      auto known = version.facts->find(question_.context->symbol(name));
      return known == version.facts->end() ||
             (!known->second.calls_unread &&
              known->second.is_same_closure(known->second));
    });
  });
  for (std::size_t v = 0; v < functions_.size() && !names.empty(); v++)
    functions_[v] =
        with_library_bodies(*question_.context, *question_.versions[v].program,
                            functions_[v], names);
  return !names.empty();
}

// As a loop, where it calls itself last; else the function.
const ir::Function *
InlinedQuestion::without_recursion(const ir::Function &function) {
  auto [place, is_new] = loops_.try_emplace(&function, std::nullopt);
  if (is_new)
    place->second = as_loop(*question_.context, function);
  const std::optional<ir::Function> &loop = place->second;
  return loop.has_value() ? &loop.value() : &function;
}

const ir::Function *InlinedQuestion::body_of(std::size_t version,
                                             const ir::Function &callee,
                                             Which which) {
  const verdict::Facts &facts = *question_.versions[version].facts;
  auto known = facts.find(callee.id);
  if (known == facts.end() || known->second.has_opaque)
    return nullptr;
  const ir::Function *body = without_recursion(callee);
  bool is_asked =
      which == Which::All && (!known->second.is_recursive || body != &callee);
  return has_changed(callee.id) || is_asked ? body : nullptr;
}

bool InlinedQuestion::has_changed(ir::Symbol callee) const {
  const verdict::FunctionFacts *first = nullptr;
  for (const verdict::VersionOfUnit &version : question_.versions) {
    auto facts = version.facts->find(callee);
    const ir::Function *function = version.program->find_function(callee);
    if (!function || !function->is_defined || facts == version.facts->end() ||
        (first && !first->is_same_closure(facts->second)))
      return true;
    first = &facts->second;
  }
  return false;
}

} // namespace mergeproof::relational
