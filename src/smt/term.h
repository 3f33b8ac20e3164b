// Terms of the logic that verification conditions are written in: bit-vectors,
// Booleans, byte memories, uninterpreted functions and tokens.
//
// Terms are hash-consed in a TermTable and simplified when made: equal by
// construction is equal by pointer, and most questions end there, before any
// solver. Every simplification is an equivalence of SMT-LIB's semantics, with
// one exception that is an assumption: see Load.
//
//   Memory   a map from 64-bit addresses to bytes; Store and Load are
//            little-endian and as wide as their value
//   Token    an uninterpreted sort: the history of external calls, the set of
//            live objects. Equal tokens: equal histories.
//
// Children have smaller ids than their parents; ids depend only on the order of
// construction, so every walk by id is deterministic.
#pragma once

#include "smt/access_type.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mergeproof::smt {

using Bits = unsigned __int128;

enum class SortKind : std::uint8_t { Bool, BitVec, Memory, Token };

struct Sort {
  SortKind kind = SortKind::Bool;
  std::uint32_t bits = 1;
  bool operator==(const Sort &) const = default;
};
inline constexpr Sort bool_sort = {SortKind::Bool, 1};
inline constexpr Sort memory_sort = {SortKind::Memory, 0};
inline constexpr Sort token_sort = {SortKind::Token, 0};
inline constexpr Sort bv_sort(std::uint32_t bits) {
  return {SortKind::BitVec, bits};
}
inline constexpr std::uint32_t address_bits = 64;

enum class Kind : std::uint8_t {
  Constant, // value; Bool: 0 or 1
  Symbol,   // name: an input, the same in every version that uses the name
  Object,   // name: base address of a memory object; distinct objects differ
  Apply,    // name: uninterpreted function
  Not,
  And,
  Or,
  Ite,
  Equal,
  Add, // n-ary: sum of atoms and constant multiples of atoms
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  BvNot,
  BvAnd,
  BvOr,
  BvXor,
  Shl,
  LShr,
  AShr,
  ULt,
  SLt,
  Extract, // bits [high:low]
  Concat,  // first argument is the high part
  ZeroExtend,
  SignExtend,
  Store, // memory, address, value
  Load   // memory, address
};

// What an Object is: which others it cannot be, and whether inputs point to it.
enum class ObjectClass : std::uint8_t {
  Global, // an input pointer may point to it
  Local,  // made during the call: no input points to it
  Heap
};

struct Node;
using Term = const Node *;

struct Node {
  Kind kind = Kind::Constant;
  Sort sort;
  Bits value = 0;         // Constant; Object: its 64-bit address
  std::uint32_t high = 0; // Extract
  std::uint32_t low = 0;  // Extract
  ObjectClass object = ObjectClass::Global;
  bool is_input = false; // Symbol: a pointer or memory from before the call
  AccessType access = AccessType::Any; // Store; and `name`: Access::member
  std::string_view name;
  std::vector<Term> args;
  std::uint64_t id = 0;
  std::uint64_t hash = 0;

  bool is_true() const {
    return kind == Kind::Constant && sort == bool_sort && value == 1;
  }
  bool is_false() const {
    return kind == Kind::Constant && sort == bool_sort && value == 0;
  }
  bool is_constant() const { return kind == Kind::Constant; }
};

class TermTable {
public:
  TermTable() = default;
  TermTable(const TermTable &) = delete;
  TermTable &operator=(const TermTable &) = delete;

  Term constant(Sort sort, Bits value);
  Term boolean(bool value) { return constant(bool_sort, value); }
  Term symbol(std::string_view name, Sort sort);
  // A pointer argument, or the memory as the call finds it: see Provenance.
  Term input(std::string_view name, Sort sort);
  Term object(std::string_view name, ObjectClass which, std::uint64_t address);
  Term apply(std::string_view name, Sort sort, std::vector<Term> args);

  Term logical_not(Term a);
  Term logical_and(Term a, Term b);
  Term logical_or(Term a, Term b);
  Term implies(Term a, Term b) { return logical_or(logical_not(a), b); }
  Term ite(Term condition, Term yes, Term no);
  Term equal(Term a, Term b);

  Term add(Term a, Term b);
  Term negate(Term a);
  Term subtract(Term a, Term b) { return add(a, negate(b)); }
  Term multiply(Term a, Term b);
  // Kind is one of UDiv … AShr but Add and Mul, or ULt, SLt.
  Term binary(Kind kind, Term a, Term b);
  Term bv_not(Term a);
  Term extract(std::uint32_t high, std::uint32_t low, Term a);
  Term concat(Term high, Term low);
  Term zero_extend(std::uint32_t bits, Term a); // to `bits` bits
  Term sign_extend(std::uint32_t bits, Term a);

  Term store(Term memory, Term address, Term value, Access access = {});
  // Looks through stores to other places. Assumes InObjectArithmetic: an
  // address computed from one Object does not reach another, and one computed
  // from an input does not reach an object that was made during the call.
  // Where store and load say of what they are, by that, too: tells_types_apart.
  Term load(Term memory, Term address, std::uint32_t bits, Access access = {});
  Term plain_load(Term memory, Term address, std::uint32_t bits);

  // Whether some load looked through stores by their types.
  void tell_types_apart() { tells_types_apart_ = true; }
  bool tells_types_apart() const { return tells_types_apart_; }

  std::size_t size() const { return nodes_.size(); }
  std::string_view keep(std::string_view text);

private:
  friend class Linear;
  Term intern(Node node);
  Term simplify_comparison(Kind kind, Term a, Term b);
  Term connective(Kind kind, const std::vector<Term> &args);
  bool absorb(Kind kind, std::vector<Term> &flat);
  Term factored_or(Term a, Term b);
  Term equal_to_zero(Term term, Term zero);
  Term equal_without_minus(Term sum, Term number);
  Term dividend_of_remainder(Term a, Bits &power);
  Term divide_by_power(Kind kind, Term a, Term b);
  Term divide_again(Kind kind, Term a, Term b);
  Term divide_wide(Kind kind, Term a, Term b);
  Term factored_ite(Term condition, Term yes, Term no);
  struct Equal {
    bool operator()(Term a, Term b) const;
  };
  struct Hash {
    std::size_t operator()(Term t) const { return t->hash; }
  };
  std::deque<Node> nodes_;
  std::unordered_set<Term, Hash, Equal> interned_;
  std::unordered_set<std::string> names_;
  bool tells_types_apart_ = false;
};

Bits mask(std::uint32_t bits);
// `value` read as a signed number of `bits` bits.
__int128 to_signed(Bits value, std::uint32_t bits);

// The number -n is, as a number: n; else 0. Products are written with n, for -n
// is full of ones, and multipliers are made bit by bit.
Bits opposite_of_negative(Term term);
// Whether each of the conditions that `wanted` joins is one that `guard` joins.
bool has_conjuncts(Term guard, Term wanted);

// Every term below `roots`, each once, children first.
std::vector<Term> reachable(const std::vector<Term> &roots);

} // namespace mergeproof::smt
