#include "check/constants.h"

#include "check/driver.h"
#include "check/used_globals.h"
#include "ir/layout.h"
#include "ir/library.h"
#include "ir/signature.h"

#include <algorithm>
#include <map>
#include <set>

namespace mergeproof::check {
namespace {

constexpr std::size_t max_integers = 200;
constexpr std::size_t max_text = 64;

class Miner {
public:
  void mine(const verdict::VersionOfUnit &version) {
    auto index = version.code_index();
    for (const ir::Function *function :
         index->reach(*version.function).functions) {
      if (!function->is_defined) {
        if (!is_library_function(std::string(function->name)) ||
            ir::is_another_function(function->id, *function))
          externals_.emplace(std::string(function->name), function);
        continue;
      }
      const verdict::FunctionCode code = index->code_of(*function);
      allocates_ |= code.allocates;
      integers_.insert(code.integers.begin(), code.integers.end());
    }
  }

  void note_text(const ir::Global &global) {
    std::string text(global.bytes.begin(), global.bytes.end());
    text = text.substr(0, text.find('\0'));
    if (text.size() <= max_text)
      texts_.insert(text);
  }

  void note_texts(const std::vector<std::string> &texts) {
    texts_.insert(texts.begin(), texts.end());
  }

  Constants take() {
    Constants found;
    std::set<std::int64_t> near;
    for (std::int64_t value : integers_)
      for (std::uint64_t delta :
           {std::uint64_t(0), std::uint64_t(1), ~std::uint64_t(0)})
        near.insert(static_cast<std::int64_t>(
            static_cast<std::uint64_t>(value) + delta));
    found.integers.assign(near.begin(), near.end());
    std::stable_sort(found.integers.begin(), found.integers.end(),
                     [](std::int64_t a, std::int64_t b) {
                       return magnitude(a) < magnitude(b);
                     });
    if (found.integers.size() > max_integers)
      found.integers.resize(max_integers);
    found.texts.assign(texts_.begin(), texts_.end());
    found.allocates = allocates_;
    for (const auto &[name, function] : externals_)
      found.externals.push_back(function);
    return found;
  }

private:
  static std::uint64_t magnitude(std::int64_t value) {
    auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? 0 - bits : bits;
  }

  std::set<std::int64_t> integers_{0, 1, 2};
  std::set<std::string> texts_;
  std::map<std::string, const ir::Function *> externals_;
  bool allocates_ = false;
};

// Functions that an input can point to. Those whose address some version takes
// are what a program means by it. Where there are none, others of the unit's
// file will do that other files can name and that do the same in every version:
// proofs take it that nobody points to one that differs
// (function-pointers-known).
class FunctionMiner {
public:
  explicit FunctionMiner(const verdict::Question &question)
      : question_(question), merge_(question.versions.back()) {
    for (const verdict::VersionOfUnit &version : question.versions)
      taken_.push_back(version.code_index());
    for (const ir::Function *function : reached_functions(merge_))
      reached_.insert(function->id);
    for (const verdict::VersionOfUnit &version : question.versions)
      note_names(*version.program);
  }

  std::vector<PointedFunction> mine() const {
    std::vector<PointedFunction> found;
    for (const auto &[id, function] : merge_.program->functions)
      if (found.size() < max_functions && is_usable(function) &&
          (is_in_file(function) || reached_.contains(id)) &&
          (is_taken(id) || (!function.is_static && is_same_everywhere(id))))
        found.push_back({&function, is_taken(id)});
    return found;
  }

private:
  bool is_taken(ir::Symbol id) const {
    return std::any_of(taken_.begin(), taken_.end(), [&](const auto &index) {
      return index->address_taken().contains(id);
    });
  }

  void note_names(const ir::Program &program) {
    std::set<ir::Symbol> met;
    for (const auto &[id, function] : program.functions)
      if (!met.insert(function.name).second)
        ambiguous_.insert(function.name);
  }

  bool is_in_file(const ir::Function &function) const {
    return function.span.file == merge_.function->span.file;
  }

  bool is_same_everywhere(ir::Symbol id) const {
    return merge_.facts && question_.is_same_everywhere(id);
  }

  // Alike for its callers in every version, and the only one of its name there.
  bool is_usable(const ir::Function &function) const {
    if (question_.never_pointed_to.contains(function.id))
      return false;
    if (function.id == question_.unit || function.name == "main" ||
        function.is_variadic || ambiguous_.contains(function.name) ||
        (function.is_static && !is_in_file(function)))
      return false;
    return std::all_of(question_.versions.begin(), question_.versions.end(),
                       [&](const verdict::VersionOfUnit &version) {
                         const ir::Function *here =
                             version.program->find_defined(function.id);
                         return here && here->name == function.name &&
                                ir::takes_the_same(*here, function) &&
                                here->opaque_reasons.empty();
                       });
  }

  static constexpr std::size_t max_functions = 64;
  const verdict::Question &question_;
  const verdict::VersionOfUnit &merge_;
  std::vector<std::shared_ptr<const verdict::CodeIndex>> taken_; // by version
  std::set<ir::Symbol> reached_, ambiguous_;
};

// Whether some parameter or global is, or leads to, a pointer to a function.
bool takes_functions(const verdict::Question &question,
                     const std::set<std::string> &globals) {
  const verdict::VersionOfUnit &merge = question.versions.back();
  if (!merge.function)
    return false;
  auto leads_on = [](const ir::Type *type) {
    return type && !ir::signatures_behind(type).empty();
  };
  return std::any_of(
             merge.function->params.begin(), merge.function->params.end(),
             [&](const ir::Variable &param) { return leads_on(param.type); }) ||
         std::any_of(
             globals.begin(), globals.end(), [&](const std::string &id) {
               const ir::Global *global = merge.program->find_global(id);
               return global && leads_on(global->type);
             });
}

} // namespace

bool is_callable_as(const ir::Function &function, const ir::Type &type) {
  const ir::Type *result = type.element;
  bool returns = result && result->is_scalar();
  if (function.params.size() != type.params.size() ||
      returns != function.result.has_value() ||
      (returns && result->scalar() != *function.result))
    return false;
  for (std::size_t i = 0; i < type.params.size(); i++)
    if (function.params[i].passing != ir::Variable::Passing::Direct ||
        !type.params[i]->is_scalar() ||
        type.params[i]->scalar() != function.params[i].scalar)
      return false;
  return ir::fits(ir::signature_text(&type), function);
}

namespace {

bool is_alike_everywhere(const verdict::Question &question,
                         const ir::Global &global) {
  return std::all_of(question.versions.begin(), question.versions.end(),
                     [&](const verdict::VersionOfUnit &version) {
                       auto *other = version.program->find_global(global.id);
                       return other && other->is_defined && !other->is_static &&
                              other->type &&
                              ir::is_same_layout(other->type, global.type);
                     });
}

std::vector<const ir::Global *>
mine_globals(const verdict::Question &question,
             const std::set<std::string> &used) {
  constexpr std::size_t most = 16;
  std::vector<const ir::Global *> found;
  for (const std::string &id : used) {
    const ir::Global *global =
        question.versions.back().program->find_global(id);
    if (found.size() < most && global && global->type && global->size > 0 &&
        !global->is_const && !global->is_thread_local &&
        is_alike_everywhere(question, *global))
      found.push_back(global);
  }
  return found;
}

} // namespace

Constants mine_constants(const verdict::Question &question) {
  Miner miner;
  std::set<std::string> used = used_globals(question);
  for (const verdict::VersionOfUnit &version : question.versions) {
    miner.mine(version);
    for (const std::string &id : used)
      if (const ir::Global *global = version.program->find_global(id))
        if (id.starts_with(".str."))
          miner.note_text(*global);
  }
  miner.note_texts(question.texts);
  Constants constants = miner.take();
  if (takes_functions(question, used))
    constants.functions = FunctionMiner(question).mine();
  if (question.callers)
    for (const auto &[id, function] : question.callers->functions)
      constants.callers.push_back(&function);
  constants.globals = mine_globals(question, used);
  const verdict::ExternalOutputs outputs(question);
  for (const ir::Function *function : constants.externals)
    if (auto of = outputs.of(std::string(function->name)); !of.empty())
      constants.outputs[std::string(function->name)] = std::move(of);
  return constants;
}

} // namespace mergeproof::check
