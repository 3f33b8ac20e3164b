// The locals of a function: which live in memory, what they are called, until
// when they live, and whether they have been assigned.
//
// A scalar whose address is never taken is a Variable, everything else a
// LocalObject. Names are the source's; the second x is x.1. A variable that may
// be read before it is assigned gets a flag x$init of 1 bit; flags that no
// check reads are removed at the end.
#pragma once

#include "frontend/c/arithmetic.h"

#include <set>
#include <unordered_map>

namespace mergeproof::frontend::c {

class Locals : public Arithmetic {
protected:
  Locals(Unit &unit, const clang::FunctionDecl &decl, ir::Function &function)
      : Arithmetic(unit, function), decl_(decl) {}

  // A local or parameter: a variable, or an object at an address.
  struct Local {
    ir::Symbol name;
    bool is_object = false;
    Value address = nullptr; // of an object
    ir::Scalar scalar;       // of a variable
    int tracked = -1;        // index in Flow::assigned
    bool has_begun = false;  // LocalBegin was written in advance
  };

  void name_locals();
  Local &local(const clang::VarDecl &decl);
  Value make_object(const std::string &name, clang::QualType type);
  Value temporary_object(clang::QualType type);
  void begin_object(const clang::VarDecl &decl);
  // Memory of `size` bytes that lives to the end of a scope; `pointer` is the
  // variable that leads to it.
  void begin_array(ir::Symbol pointer, Value size);
  void set_assigned(const Local &local, bool is_assigned);
  void check_assigned(Local &local);
  void remove_unread_flags();

  void open_scope() { scopes_.emplace_back(); }
  void close_scope();
  void end_objects(std::size_t depth); // of scopes deeper than that
  void end_arrays(std::size_t depth);
  void end_object(ir::Symbol object); // before its scope ends
  bool has_arrays() const; // or what else is to be done at the end of a scope

  const clang::FunctionDecl &decl_;
  std::unordered_map<const clang::VarDecl *, Local> locals_;
  std::unordered_map<const clang::VarDecl *, ir::Symbol> names_;
  std::set<const clang::VarDecl *> address_taken_;
  std::map<ir::Symbol, std::uint64_t> object_sizes_;
  std::set<ir::Symbol> arrays_; // pointers to arrays of variable length
  bool has_goto_ = false;
  // Calls of alloca, with the variable that leads to its memory; null before.
  std::vector<std::pair<const clang::CallExpr *, ir::Symbol>>
      stack_allocations_;
  struct Scope {
    std::vector<ir::Symbol> objects;
    std::vector<ir::Symbol> arrays; // pointers to those of variable length
    std::vector<const clang::VarDecl *> cleanups; // to be called for at its end
  };
  std::vector<Scope> scopes_;

private:
  void clean_up(const clang::VarDecl &decl);
  ir::Symbol unique_name(const std::string &base);
  Local make_local(const clang::VarDecl &decl);
  bool may_be_unassigned(const clang::VarDecl &decl) const;
  ir::Symbol flag_of(const Local &local);

  std::map<std::string, int> name_counts_;
  std::set<const clang::VarDecl *> jumped_over_;
  int tracked_count_ = 0;
  int object_count_ = 0;
  std::set<ir::Symbol> flags_read_, flags_;
};

} // namespace mergeproof::frontend::c
