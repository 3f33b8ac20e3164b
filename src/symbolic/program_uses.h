// What the programs of a merge do with functions and globals as a whole: found
// once for all questions about the same programs.
#pragma once

#include "ir/program.h"
#include "verdict/question.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::symbolic {

class ProgramUses {
public:
  explicit ProgramUses(const verdict::Question &question);

  // Whether it was made of the programs that this question is about.
  bool is_of(const verdict::Question &question) const;

  // Static globals that no pointer can reach, in any version, with the names of
  // their regions.
  const std::map<ir::Symbol, std::string> &own() const { return own_; }
  bool is_written(ir::Symbol global) const { return written_.count(global); }
  // Const wherever it is, and written nowhere.
  bool is_constant(ir::Symbol global) const;
  // Whether every version that has it gives it the same contents.
  bool has_same_initialiser(ir::Symbol global) const {
    return !differing_.count(global);
  }
  const std::set<ir::Symbol> &differing_globals() const { return differing_; }
  // Those that pointers may reach and that are not as large in every version.
  const std::set<ir::Symbol> &resized_globals() const { return resized_; }
  // Functions whose address is taken and that behave differently in some
  // versions.
  const std::set<ir::Symbol> &changed_functions() const { return changed_; }
  // Those that a call through a pointer may reach; found once for all calls
  // with as many arguments and this signature.
  const std::vector<ir::Symbol> &changed_callees(const ir::Call &call) const;
  // Whether, in some version, it or what it calls takes pointers for numbers:
  // casts one to an integer, or compares it with a number.
  bool takes_numbers(ir::Symbol function) const {
    return number_takers_.count(function);
  }
  // The same of code; calls through pointers may reach any such function.
  bool takes_numbers(const ir::Seq &body) const;
  // The same of the unit in versions that are not compared.
  bool do_others_take_numbers() const { return do_others_take_numbers_; }
  // Whether a pointer to functions of one of these signatures may point to one.
  bool may_be_changed(const std::set<std::string> &signatures) const;

private:
  void find_own(const std::vector<verdict::VersionOfUnit> &versions,
                const std::set<ir::Symbol> &escaping);
  void find_changed(const std::vector<verdict::VersionOfUnit> &versions,
                    const std::set<ir::Symbol> &candidates);
  void find_differing(const std::vector<verdict::VersionOfUnit> &versions);

  void find_number_takers();

  using Test = std::function<bool(const ir::Function &)>;
  bool is_in_some(ir::Symbol id, const Test &test) const;

  std::vector<const ir::Program *> programs_;
  std::map<ir::Symbol, std::string> own_;
  std::set<ir::Symbol> written_, differing_, resized_, changed_;
  std::set<ir::Symbol> number_takers_;
  bool do_others_take_numbers_ = false;
  mutable std::map<std::pair<std::size_t, ir::Symbol>, std::vector<ir::Symbol>>
      callees_;
};

} // namespace mergeproof::symbolic
