// Puts the functions of a BodyPlan into a unit that clang reads without their
// bodies.
#pragma once

#include "frontend/c/versions/move_lines.h"
#include "frontend/c/versions/shared_bodies.h"

#include <set>

namespace clang {
class FunctionDecl;
}

namespace mergeproof::frontend::c {

class Unit;

class Adoption {
public:
  explicit Adoption(const BodyPlan &plan) : plan_(plan) {}

  // The definition as the other version has it, at its place here; none when
  // it is not shared.
  std::optional<ir::Function> definition(Unit &unit,
                                         const clang::FunctionDecl &decl);
  bool is_adopted(const clang::FunctionDecl &decl) const {
    return adopted_.count(&decl) > 0;
  }

  // Declares what the adopted functions name and the unit does not have yet.
  void declare_names(Unit &unit);

  // Whether all went well. If not, the file is to be read without a plan.
  bool is_complete() const {
    return !has_failed_ && adopted_.size() == plan_.bodies.size();
  }

  // What clang says of these functions is what it said of them in the other
  // version.
  void correct(const std::string &path, ParsedUnit &parsed) const;

private:
  struct Wanted { // a name, of a function that came from there
    ir::Symbol name;
    const SharedBody *from = nullptr;
    auto operator<=>(const Wanted &) const = default;
  };
  const SharedBody *find(Unit &unit, const clang::FunctionDecl &decl) const;
  void want(ir::Symbol name, const SharedBody &from);
  bool declare(Unit &unit, const Wanted &wanted);
  bool has_same_result(Unit &unit, const Wanted &wanted);
  const SharedBody *find_at(const Donor &donor, std::uint32_t line) const;
  bool declare_function(Unit &unit, const ir::Function &known,
                        const LineMove &move);
  bool declare_global(Unit &unit, const ir::Global &known, const Wanted &wanted,
                      const LineMove &move);
  LineMove move_of(Unit &unit, const SharedBody &shared) const;

  const BodyPlan &plan_;
  std::map<const clang::FunctionDecl *, const SharedBody *> adopted_;
  std::set<ir::Symbol> seen_;
  std::vector<Wanted> wanted_;
  bool has_failed_ = false;
};

} // namespace mergeproof::frontend::c
