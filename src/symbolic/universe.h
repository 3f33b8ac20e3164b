// What all versions of a question share: the term table, the numbering of
// memory objects, the inputs, and the facts that hold of them.
//
// An address is (object number << 32) + offset, as in the interpreter:
//   1 …           objects that inputs point to     (never Object terms)
//   0x20000000 …  functions
//   0x40000000 …  globals
//   0x80000000 …  locals and copies made by the call
//   0xC0000000 …  allocations of the call
#pragma once

#include "ir/program.h"
#include "smt/term.h"
#include "symbolic/exact_sums.h"
#include "symbolic/heap_objects.h"
#include "symbolic/padding.h"
#include "symbolic/pointee.h"
#include "symbolic/pointer_numbers.h"
#include "symbolic/program_uses.h"
#include "symbolic/state.h"
#include "verdict/assumption.h"
#include "verdict/question.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace mergeproof::symbolic {

class Universe {
public:
  // `uses`: of the question's programs. `numbers`: what earlier runs of the
  // question's code took for numbers.
  Universe(const verdict::Question &question,
           std::shared_ptr<const ProgramUses> uses,
           std::shared_ptr<PointerNumbers::Names> numbers =
               std::make_shared<PointerNumbers::Names>());

  const std::shared_ptr<TermTable> owned_table = std::make_shared<TermTable>();
  TermTable &table = *owned_table; // conditions of a proof may need it later
  verdict::Assumptions assumptions;
  Padding padding;
  // Facts about inputs and about how loops ended; every query assumes them.
  std::vector<Term> facts;
  // Once, however often it is said.
  void add_fact(Term fact) {
    if (std::find(facts.begin(), facts.end(), fact) == facts.end())
      facts.push_back(fact);
  }
  // Terms that were read as pointers from memory as the call found it, and
  // where: elsewhere a union may hold something else.
  std::map<Term, Term> input_pointers;
  void note_input_pointer(Term pointer, Term guard) {
    Term &known = input_pointers.try_emplace(pointer, guard).first->second;
    known = table.logical_or(known, guard);
  }
  bool is_input_pointer(Term term) const;
  // The pointer that was given, or found, and that the address is counted from;
  // null: none is known, or code takes it for a number.
  Term given_base(Term address);
  void note_count(Term number) { counts_.insert(number); }
  // That a pointer which the call was given, or found in memory, is declared as
  // one to this, and where; nothing of other terms.
  void note_pointee(Term pointer, const Pointee &pointee, Term guard);
  // The struct that an access under the guard is a part of, where a pointer
  // leads to a whole one: the access is valid where all of it is.
  struct Whole {
    Term pointer = nullptr; // null: none is known
    std::uint64_t size = 0;
  };
  // `place`: where code accesses it; null: not known.
  Whole whole_around(Term at, Term size, Term guard, const ir::Expr *place);
  // Whether accesses of two types are of different places in all versions.
  bool tells_types_apart();
  PointerNumbers pointer_numbers; // no run that is stale in the end proves
  ExactSums exact_sums{table};
  Term function_object(ir::Symbol id);
  Term global_object(ir::Symbol id);
  ir::Symbol global_at(Term object) const; // empty: it is none
  Term local_object(std::string_view name);
  Term heap_object(std::size_t version, Term allocation, Term size);
  const HeapObjects &heap_objects() const { return heap_objects_; }
  // How many allocations led to these objects, whatever their sizes: a token.
  Term allocations(Term objects);

  // The region that holds the object of this global: its own when no pointer
  // can reach it in any version, else the shared one.
  std::string_view region_of_global(ir::Symbol id) const;
  // The memory that region holds when `version` is called.
  Term initial_region(std::string_view region, std::size_t version);
  // The objects when `version` is called: the same where their sizes are.
  Term initial_objects(std::size_t version);
  // Whether `objects` are those of some version.
  static bool are_initial(Term objects);
  // Whether all versions find the same.
  static bool are_of_all(Term objects);
  // Those that outlive the call and that the unit can touch, in any version.
  const std::vector<std::string_view> &lasting_regions() const {
    return lasting_;
  }
  // A constant's own region that no version writes: its contents are no
  // observable but a part of the code that reads them.
  bool is_constant(std::string_view region) const;

  // Whether the address of a function that differs between versions is taken;
  // which of these a call through a pointer could reach; whether a pointer to
  // functions of these signatures could point to one.
  bool is_changed_function_reachable() const {
    return !uses_->changed_functions().empty();
  }
  const ProgramUses &uses() const { return *uses_; }
  const std::vector<ir::Symbol> &changed_callees(const ir::Call &call) const {
    return uses_->changed_callees(call);
  }
  bool may_be_changed(const std::set<std::string> &signatures) const {
    return uses_->may_be_changed(signatures);
  }
  // That a pointer may lead to, by id.
  const std::set<ir::Symbol> &changed_functions() const {
    return uses_->changed_functions();
  }
  bool is_changed_function(ir::Symbol id) const {
    return uses_->changed_functions().count(id);
  }
  // Whether `terms` hold the address of such a function.
  bool mention_changed_function(const std::vector<Term> &terms);
  // Whether they hold the address of any function.
  bool mention_function(const std::vector<Term> &terms);

  // Whether all versions that have it begin with the same contents.
  bool has_same_initialiser(ir::Symbol global) const {
    return uses_->has_same_initialiser(global);
  }
  // Whether what some version does may depend on errno.
  bool asks_errno() const;
  // Whether a call of a function that does this is an event: also what only
  // sets errno, where that is asked for.
  bool has_events(const verdict::FunctionFacts &facts) const {
    return facts.has_events || (facts.sets_errno && asks_errno());
  }

  // The number of an address belongs to an object that an input points to, and
  // to none of the program's.
  Term is_input_number(Term number);

  // What must hold of the inputs among `reachable`, which is closed under
  // arguments: pointers into memory as the call found it do not point to
  // objects made later.
  std::vector<Term> axioms(const std::vector<Term> &reachable);
  // Whether some term tests a pointer for a marker: then less is assumed of all
  // pointers, and the axioms of a part of a question can say more than its own.
  bool tests_markers(const std::vector<Term> &reachable) const;

  const verdict::Question &question() const { return question_; }

private:
  struct KnownPointee {
    Pointee pointee;
    Term guard = nullptr;
  };
  Term is_small(Term size), is_whole(Term pointer, std::uint64_t size);
  Term is_aligned(Term pointer, std::uint32_t alignment);
  bool is_known_whole(const Pointee &pointee), asks_size(std::uint64_t size);
  Term leads_to(Term pointer, const Pointee &pointee);
  bool looks_at_top(Term term) const;
  Term is_no_object_of_call(Term pointer);
  Term number(const std::string &name, smt::ObjectClass which,
              std::uint64_t first);
  void find_named();
  Term initialised(Term memory, const ir::Global &global);
  bool is_fixed(const ir::Global &global) const;
  const ir::Global *find_global(ir::Symbol id, std::size_t version) const;
  Term initial_shared(std::size_t version);

  const verdict::Question &question_;
  std::map<Term, KnownPointee> pointees_;
  std::set<Term> counts_; // symbols that are no addresses
  std::optional<MemberPlaces> members_;
  std::optional<std::set<ir::Bits>> compared_; // see compared_numbers
  std::optional<bool> do_types_agree_;
  std::map<Term, ir::Symbol> globals_; // by object
  std::map<std::string, Term> objects_;
  std::map<std::uint64_t, std::uint64_t> next_;
  std::map<Term, Term> allocations_; // of objects
  HeapObjects heap_objects_;
  std::shared_ptr<const ProgramUses> uses_;
  std::set<ir::Symbol> named_; // globals that the unit's closure names
  bool may_touch_any_ = false; // global of the program
  std::map<std::string_view, ir::Symbol> global_of_region_;
  std::vector<std::string_view> lasting_;
  // Terms without addresses of changed functions, of any function.
  std::unordered_set<Term> mention_no_changed_, mention_none_;
};

} // namespace mergeproof::symbolic
