// Evaluates expressions and effects of one version over a State.
//
// The meaning of an operation is the interpreter's, with these abstractions,
// all of them the same function in every version (so equal inputs give equal
// results, and nothing else is known): floats, copies of unknown length,
// externals, validity of pointers that came from outside.
#pragma once

#include "ir/program.h"
#include "symbolic/state.h"
#include "symbolic/universe.h"

#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mergeproof::symbolic {

// A local object of a running function, by its aligned name.
struct FrameObject {
  std::string_view key; // unique among the frames that run
  std::uint64_t size = 0;
  bool is_private = false; // a region of its own
  bool is_kept = false;    // its address may be looked at after its end
};

struct FrameNames {
  std::map<ir::Symbol, FrameObject> objects;
  std::map<ir::Symbol, const ir::Type *> types; // of variables, or null
  // What the frame was passed beyond its parameters, in the shared region.
  FrameObject variadic;
};

// An access that needs a region: where, and the memory's name there.
struct Place {
  std::string_view region;
  Term address;
};

class Machine {
public:
  Machine(Universe &universe, std::size_t version)
      : universe_(universe), table_(universe.table), version_(version) {}

  Term evaluate(const ir::Expr *e, const State &state, const FrameNames &names);
  // For memory to hold it.
  Term evaluate_stored(const ir::Expr *e, const State &state,
                       const FrameNames &names);

  // Not to constants. What a caller hands in may be one: where calls are stood
  // for, a version may write to it only where the other does, too.
  Term may_write(const State &state, const FrameNames &names,
                 const ir::Expr *address);
  // So many bytes: none may be written anywhere.
  Term may_write(const State &state, const FrameNames &names,
                 const ir::Expr *address, const ir::Expr *size);
  // `value`: that of the statement.
  void store(State &state, const FrameNames &names, const ir::Store &stmt,
             Term value);
  Term where_some(Term memory, Term size,
                  const std::function<Term(Term)> &change);
  void copy(State &state, const FrameNames &names, const ir::MemCopy &stmt);
  void fill(State &state, const FrameNames &names, const ir::MemSet &stmt);
  void begin_local(State &state, const FrameObject &object);
  void end_local(State &state, const FrameObject &object);
  // Writes the records of ir/variadic.h; `types` and `values` are parallel.
  void begin_variadic(State &state, const FrameObject &object,
                      const std::vector<ir::Scalar> &types,
                      const std::vector<Term> &values);

  // malloc, calloc, realloc: the pointer. `previous` is realloc's, else null.
  Term allocate(State &state, ir::Intrinsic which,
                const std::vector<Term> &args);
  Term can_free(const State &state, Term pointer);
  // The condition under which free(pointer) is allowed; frees.
  Term release(State &state, Term pointer);

  Place place_of(const ir::Expr *address, const State &state,
                 const FrameNames &names);
  Term region(const State &state, std::string_view name);
  // What code says of an address; null: it is not known.
  struct Origin {
    Term base = nullptr; // the given pointer that it is counted from
    const ir::Expr *place = nullptr;
  };
  Term valid(const State &state, Term address, Term size, Origin from);
  void set_object_size(Term object, Term size) { sizes_[object] = size; }

  // a < b: of addresses in one object, as far as can be seen, by where they are
  // in it, of all else as numbers.
  Term is_below(smt::Kind less, Term a, Term b);

private:
  // A pointer in memory as the call found it.
  void note_found(Term pointer, const ir::Expr *load, const State &state,
                  const FrameNames &names);
  smt::Access access_of(ir::Scalar type, const ir::Access &access);
  Term evaluate_unary(const ir::Expr *e, Term a);
  Term evaluate_binary(const ir::Expr *e, Term a, Term b, Term guard);
  Term evaluate_bool(ir::Op op, Term a, Term b);
  Term evaluate_cast(const ir::Expr *e, Term a);
  Term narrow(Term address);
  Term widen(Term number);
  Term overflow(ir::Op op, Term a, Term b, Term guard);
  Term float_op(const ir::Expr *e, std::vector<Term> args);
  Term to_value(Term t, ir::Scalar scalar); // a loaded or unset value
  // `is_pointer`: it holds one, perhaps as a number of 32 bits.
  Term load(const ir::Expr *e, const State &state, const FrameNames &names,
            bool is_pointer);
  void note_comparison(Term a, Term b, bool is_order);
  Term is_null_by_base(Term a, Term b);
  Term evaluate_between(const ir::Expr *e, const State &state,
                        const FrameNames &names);
  Term evaluate_converted(const ir::Expr *e, const State &state,
                          const FrameNames &names);
  std::vector<bool> members_in(const std::vector<const ir::Expr *> &places,
                               Term size, const FrameNames &names);
  Term address_of(std::uint64_t value) {
    return table_.constant(smt::bv_sort(64), value);
  }
  Term is_inside(Term object, Term address, Term length, Term size);
  Term is_live(Term object, Term objects);
  Term base_of(const ir::Expr *address, const State &state,
               const FrameNames &names);
  Term valid_input(Term objects, Term address, Term size, Term base);
  Term is_other_object(Term freed, Term address);
  Term can_free_input(Term objects, Term pointer);
  Term is_too_large(Term count, Term size);
  Term valid_object(const State &state, Term object, Term address, Term size);
  // Terms are graphs: `done` holds what shared parts became.
  using Done = std::map<Term, Term>;
  Term make_live(Term object, Term objects, Done &done);
  Term make_valid_input(Term objects, Term address, Term size, Term base);
  Term make_valid(const State &state, Term address, Term size, Origin from,
                  Done &done);
  Term make_can_free(const State &state, Term pointer, Done &done);

  Universe &universe_;
  TermTable &table_;
  std::size_t version_;
  std::map<Term, Term> sizes_; // of objects made by the call
  std::map<std::array<Term, 4>, Term> valid_inputs_; // asked before
  std::map<std::array<Term, 2>, Term> can_free_inputs_;
};

} // namespace mergeproof::symbolic
