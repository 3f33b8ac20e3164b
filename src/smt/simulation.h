// The values of terms under one made-up assignment: what differs under some is
// not equal, and need not be asked of a solver.
//
// Symbols get a value by their name and the seed, uninterpreted functions a
// hash of their arguments. With `likely` values, what terms compare with say,
// every other number and byte is one of these, and words may be negative.
// Memories are compared by how they were made, so that two that are equal may
// seem to differ; never the other way for what is loaded from them.
#pragma once

#include "smt/term.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mergeproof::smt {

class Simulation {
public:
  explicit Simulation(std::uint64_t seed, std::vector<Bits> likely = {});
  // What nothing is assigned to may be zero, too.
  enum class Rest : std::uint8_t { MadeUp, Zeros };
  Simulation(std::uint64_t seed, Rest rest) : seed_(seed), rest_(rest) {}

  // Of a symbol; before anything is asked of what it is in.
  void assign(Term symbol, Bits value) { known_[symbol] = value; }

  // Of a memory: what `memory` is in another one, which outlives this one.
  void assign_memory(Term symbol, Simulation &other, Term memory) {
    assign(symbol, other.value(memory));
    taken_[symbol] = {&other, memory};
  }

  // What a memory that is no store holds there.
  void assign_byte(Term memory, std::uint64_t address, unsigned char value) {
    bytes_[{this->value(memory), address}] = value;
  }

  // Of any sort; of memories and tokens a hash.
  Bits value(Term term);

private:
  Bits compute(Term term);
  Bits leaf(Term term) const;
  Bits apply(Term term);
  Bits operation(Term term);
  unsigned char byte_at(Term memory, std::uint64_t address);
  unsigned char likely_byte(std::uint64_t hash, std::uint64_t address) const;
  unsigned char likely_character(std::uint64_t text,
                                 std::uint64_t random) const;
  Bits arg(Term term, std::size_t i) const { return known_.at(term->args[i]); }

  std::uint64_t seed_;
  std::vector<Bits> likely_;
  std::vector<unsigned char> characters_; // of these, in order
  Rest rest_ = Rest::MadeUp;
  std::map<std::pair<Bits, std::uint64_t>, unsigned char> bytes_;
  std::unordered_map<Term, std::pair<Simulation *, Term>> taken_;
  std::unordered_map<Term, Bits> known_;
};

} // namespace mergeproof::smt
