// What an engine is asked: did the merge keep what every parent did to `unit`?
//
// The versions are in a fixed order: base (if there is one), parents in git's
// order, merge last. A version that lacks the unit is not in the list; without
// a base only `unexpected` is asked (ARCHITECTURE, section 1).
#pragma once

#include "ir/context.h"
#include "ir/global_set.h"
#include "ir/program.h"
#include "source/revision.h"
#include "verdict/budget.h"
#include "verdict/code_index.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mergeproof::verdict {

// What is known of a function with everything it can reach, in one version. Two
// functions with equal, non-zero closures behave the same.
struct FunctionFacts {
  std::uint64_t closure[2] = {0, 0};
  bool reads_memory = true; // memory that outlives the call
  bool writes_memory = true;
  bool has_events = true; // calls externals that are events
  bool calls_back =
      true; // calls externals that may call the program's functions
  bool calls_library = true;   // or externals
  bool sets_errno = true;      // by library functions that are no events
  bool asks_errno = true;      // what it does may depend on errno
  bool changes_objects = true; // allocates or frees
  // Signatures (ir/signature.h) of functions whose addresses it may give to
  // externals, as far as types tell; "": any.
  std::set<std::string> hands_out = {""};
  bool may_trap = true;
  bool may_exit = true; // exit() or an external that does not return
  bool is_recursive = true;
  bool has_opaque = true;
  ir::Symbol opaque_in; // with has_opaque: whose own body has such code, or ""
  // Calls functions of the project that were not read: they may touch every
  // global.
  bool calls_unread = false;
  // Reaches data that was not read and that leads to functions, that several
  // files define, or that the system's functions write when it calls them.
  bool reaches_unread_data = false;
  // That it can name, with its callees; with has_opaque: any.
  ir::GlobalSet globals;

  bool is_same_closure(const FunctionFacts &other) const {
    return closure[0] == other.closure[0] && closure[1] == other.closure[1] &&
           (closure[0] | closure[1]) != 0;
  }
};
using Facts = std::map<ir::Symbol, FunctionFacts>; // by function id

struct VersionOfUnit {
  source::Revision revision;
  const ir::Program *program = nullptr;
  const ir::Function *function = nullptr; // defined in *program
  std::shared_ptr<const Facts> facts;     // of the functions of *program
  std::shared_ptr<const CodeIndex> code = nullptr; // of *program, if known

  // Whether a call of it may call it, or something else, again.
  bool may_recur() const {
    auto known = facts->find(function->id);
    return known == facts->end() || known->second.is_recursive;
  }
  std::shared_ptr<const CodeIndex> code_index() const {
    if (!code)
      return std::make_shared<CodeIndex>(*program);
    return code->is_of(*program) ? code
                                 : std::make_shared<CodeIndex>(*program, *code);
  }
};

// What the relational engine leaves out, to measure what it is worth
// (SafeMerge, section 8.3). NoDependence: shared code becomes functions of
// everything, not only of what it depends on. Product: the versions' bodies
// side by side, no shared code.
enum class Ablation { Full, NoDependence, Product };

struct Question {
  ir::Context *context = nullptr;
  ir::Symbol unit; // function id
  std::vector<VersionOfUnit> versions;
  // Versions of the same merge that are not compared. Inputs are such as all of
  // them can be in: what these do with globals counts, and what they declare.
  // Without a function where they lack the unit.
  std::vector<VersionOfUnit> others;
  // Pairs of versions that did something else on some input that was tried.
  std::set<std::pair<std::size_t, std::size_t>> seen_to_differ;
  Budget budget;
  Ablation ablation = Ablation::Full;
  // Texts that the project's own tests are made of: inputs start from them.
  std::vector<std::string> texts;
  // Functions whose addresses are followed wherever they go
  // (impact/function_flow.h), and never come to what the unit calls: no pointer
  // of an input leads to them.
  std::set<ir::Symbol> never_pointed_to;
  // Functions of the C library that are C themselves: what runs call where a
  // version only has the system's declaration. No proof looks into them. Null:
  // none.
  std::shared_ptr<const ir::Program> library;
  // Functions of callers that no version has: what pointers of an input may
  // point to (check/callers_functions.h). Null: none.
  std::shared_ptr<const ir::Program> callers;
  // C text of the unit, where no version defines it: a sequence of calls
  // (testgen/sequence.h), the same for all. Empty: the versions define it.
  std::string unit_text;
  // Of two versions, whether a call of the one may stand for a call of the
  // other, whoever calls: which objects live afterwards counts, too, and of
  // what is handed in nothing is assumed.
  bool stands_for_calls = false;

  bool is_comparison() const {
    return versions.size() == 2 &&
           versions.front().revision.id == source::old_id;
  }
  // The versions, then the others.
  std::vector<VersionOfUnit> everyone() const {
    std::vector<VersionOfUnit> all = versions;
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }
  // Whether it holds of the unit in all of them that have it.
  template <typename Test>
  bool holds_for_everyone(const Test &test) const {
    auto holds = [&](const VersionOfUnit &version) {
      return !version.function || test(version);
    };
    return std::all_of(versions.begin(), versions.end(), holds) &&
           std::all_of(others.begin(), others.end(), holds);
  }
  // Whether the function, with everything it can reach, is the same in all
  // versions.
  bool is_same_everywhere(ir::Symbol id) const {
    const Facts &merge = *versions.back().facts;
    auto here = merge.find(id);
    return here != merge.end() &&
           std::all_of(versions.begin(), versions.end(),
                       [&](const VersionOfUnit &version) {
                         auto there = version.facts->find(id);
                         return there != version.facts->end() &&
                                there->second.is_same_closure(here->second);
                       });
  }
  bool has_base() const {
    return !versions.empty() &&
           versions.front().revision.role == source::Role::Base;
  }
};

// Whether two versions of the unit do the same.
inline Question compare_two(const Question &question, std::size_t v,
                            std::size_t w) {
  Question two = question;
  two.versions = {question.versions[v], question.versions[w]};
  two.versions[0].revision.role = source::Role::Parent;
  two.versions[0].revision.id = source::old_id;
  two.versions[1].revision.role = source::Role::Merge;
  two.versions[1].revision.id = source::new_id;
  for (std::size_t k = 0; k < question.versions.size(); k++)
    if (k != v && k != w)
      two.others.push_back(question.versions[k]);
  two.seen_to_differ.clear();
  return two;
}

} // namespace mergeproof::verdict
