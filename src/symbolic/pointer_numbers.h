// Which pointers that a call is given, or finds in memory, its code also takes
// for numbers: casts them to one, compares them with one ((T *)-1), or reads
// the bytes that hold them as one (a union of a pointer and an int). Of these
// nothing is assumed; of others, that they are addresses (Universe::axioms).
//
// What is looked at is known when all code has run, what was assumed until then
// may be too much: the run is stale, and another one that begins with the same
// names is not, or knows more of them.
#pragma once

#include "smt/term.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::symbolic {

class PointerNumbers {
public:
  // Of arguments, of all that is loaded, or of everything.
  using Names = std::set<std::string>;

  static Names of_everything();

  // `names`: not null; it is added to.
  PointerNumbers(smt::TermTable &table, std::shared_ptr<Names> names)
      : table_(table), names_(std::move(names)) {}

  // The pointer is taken for a number.
  void look_at(smt::Term pointer);
  // Code that is not looked at takes pointers for numbers.
  void look_at_everything();
  void note_comparison(smt::Term a, smt::Term b, bool is_order);
  // `value` was read at the address, as a pointer or as something else.
  void note_load(smt::Term address, smt::Term value, bool is_pointer);

  // Whether it is an address, as far as is known; that is remembered.
  bool may_assume(smt::Term pointer);
  bool is_stale() const { return is_stale_; }

private:
  struct Piece { // of memory
    smt::Bits offset = 0;
    std::uint32_t bytes = 0;
    bool is_pointer = false;
    bool operator==(const Piece &) const = default;
  };
  enum class Of { Number, Bytes };
  static std::vector<smt::Term> leaves_of(smt::Term term, Of of);
  static std::string name_of(smt::Term leaf);
  void note(const std::string &name);
  void note_places(smt::Term address, std::uint32_t bytes, bool is_pointer);
  void note_piece(smt::Term base, const Piece &piece);

  smt::TermTable &table_;
  std::shared_ptr<Names> names_;
  Names assumed_;
  std::map<smt::Term, std::vector<Piece>> pieces_; // by base
  bool is_stale_ = false;
};

} // namespace mergeproof::symbolic
