#include "app/deciding/reliance.h"

#include <map>

namespace mergeproof::app {
namespace {

using verdict::Assumption;
using verdict::VersionOfUnit;

// With what its code promises.
std::pair<std::uint64_t, bool> standing_of(const ir::Function &function) {
  return {function.standing, function.choices.promises};
}

class RelianceFinder {
public:
  RelianceFinder(const verdict::Question &question,
                 const std::set<ir::Symbol> &unlike)
      : question_(question), unlike_(unlike) {}

  Reliance find() {
    for (const VersionOfUnit &version : question_.versions) {
      if (!unlike_.empty())
        compare_standings(version);
      note_choices(version);
    }
    return std::move(found_);
  }

private:
  void compare_standings(const VersionOfUnit &version) {
    for (const ir::Function *function :
         version.code_index()->reach(*version.function).functions) {
      if (!unlike_.contains(function->id))
        continue;
      if (layouts_.try_emplace(function->id, function->raw_layouts)
              .first->second != function->raw_layouts)
        found_.layout_problem =
            "'" + std::string(function->name) +
            "' depends on where the members of a struct lie (a cast, a number "
            "of bytes), and versions lay that struct out differently";
      auto known = standings_.try_emplace(function->id, standing_of(*function));
      if (known.first->second != standing_of(*function) &&
          found_.problem.empty())
        found_.problem = "the attributes of '" + std::string(function->name) +
                         "', how it is linked, or a struct that clang rejects, "
                         "is not the same in every version: what they promise "
                         "is not analysed";
    }
  }

  // Of what differs between the versions, and what that calls.
  void note_choices(const VersionOfUnit &version) {
    auto index = version.code_index();
    auto is_same = [&](const ir::Function &function) {
      return question_.is_same_everywhere(function.id);
    };
    for (const ir::Function *function :
         index->reach(*version.function, is_same).functions) {
      note(*function);
      if (function->converts_pointers)
        found_.assumptions.insert(Assumption::AccessesAsWritten);
      for (ir::Symbol callee : index->code_of(*function).named)
        if (const ir::Function *called = version.program->find_function(callee))
          note(*called);
    }
  }

  void note(const ir::Function &function) {
    if (function.choices.evaluation_order)
      found_.assumptions.insert(Assumption::EvaluationOrder);
    if (function.choices.wide_bit_fields)
      found_.assumptions.insert(Assumption::WideBitFields);
  }

  const verdict::Question &question_;
  const std::set<ir::Symbol> &unlike_;
  Reliance found_;
  std::map<ir::Symbol, std::pair<std::uint64_t, bool>> standings_;
  std::map<ir::Symbol, std::uint64_t> layouts_;
};

} // namespace

Reliance reliance_of(const verdict::Question &question,
                     const std::set<ir::Symbol> &unlike) {
  return RelianceFinder(question, unlike).find();
}

std::set<ir::Symbol> find_unlike(const std::vector<ir::Program> &programs) {
  auto what_counts = [](const ir::Function &function) {
    return std::pair(standing_of(function), function.raw_layouts);
  };
  std::map<ir::Symbol, decltype(what_counts(ir::Function{}))> first;
  std::set<ir::Symbol> unlike;
  for (const ir::Program &program : programs)
    for (const auto &[id, function] : program.functions)
      if (first.try_emplace(id, what_counts(function)).first->second !=
          what_counts(function))
        unlike.insert(id);
  return unlike;
}

} // namespace mergeproof::app
