// What memories and functions owe an assignment: a load is what was stored
// there, or what another load found; equal arguments, equal results; equal
// memories hold the same.
//
// Stated lazily (Brummayer, Biere: Lemmas on demand for the extensional theory
// of arrays, JSAT 6, 2009): an assignment of the terms' bits is looked at with
// the addresses that it says, and where it breaks one of these laws, the law is
// added for that place only. All that is added is valid, so it stays for other
// questions.
#pragma once

#include "smt/sat/blaster.h"
#include "smt/simulation.h"

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mergeproof::smt {

// `count` bytes at `address`, and `size` at `to`.
Term are_apart(TermTable &table, Term address, std::uint64_t count, Term to,
               std::uint64_t size);

class Consistency {
public:
  // Written for good, or kept, each behind a literal that has to be assumed.
  enum class Laws : std::uint8_t { Written, Kept };
  // Bytes of a load, under the conditions of the assignment.
  struct Read {
    Term load = nullptr;
    std::uint32_t first = 0, count = 0; // bytes of the load
    std::vector<Term> conditions;       // that led there
    std::vector<Term> through;  // by condition: the memory where it was asked
    Term base = nullptr;        // an unknown memory; or
    Term stored = nullptr;      // what these bytes were stored as, and
    std::uint32_t distance = 0; // how far in there
    bool is_split = false;      // it is neither as a whole
  };
  // What holds of any memories and functions: where the conditions hold, so
  // does the conclusion, about the subjects, which are loads or values of
  // functions; none: memories which differ do so somewhere.
  struct Step {
    std::vector<Term> conditions;
    Term conclusion;
    std::vector<Term> subjects;
  };
  // The same, of loads that lead through many memories.
  struct Law {
    std::vector<Term> conditions;
    Term conclusion;
    std::vector<Read> reads;
    std::optional<Step> last; // what is said where the reads led
    Literal guard = always;
  };
  // `most_variables`: of the SAT solver, until no more laws are written.
  Consistency(TermTable &table, Blaster &blaster, std::size_t most_variables,
              Laws laws = Laws::Written)
      : table_(table), blaster_(blaster), most_variables_(most_variables),
        keeps_laws_(laws == Laws::Kept) {}

  // Of these terms, and of what is below them.
  void add(const std::vector<Term> &terms);
  // After Sat: adds the laws that the assignment breaks; false: it breaks none.
  bool repair();
  // The values of the last assignment; after a repair() that found nothing.
  Simulation values() { return std::move(*values_); }
  const std::vector<Law> &kept() const { return kept_; }

private:
  struct Byte {
    unsigned char value = 0;
    Read read; // that told it
  };
  using Place = std::pair<Term, std::uint64_t>;

  void visit(Term root);
  void assign();
  void check_load(Term load);
  void check(const Read &read);
  void check_stored(const Read &read);
  void check_base(const Read &read);
  Read follow(Term memory, Term address, Read read);
  bool step_over_store(Term &memory, Term address, Read &read);
  void state_equal_bytes(const Read &a, const Read &b, std::uint64_t at);
  void check_apply(Term apply);
  void check_equality(Term equality);
  void check_difference(Term equality);
  Term group(Term base);
  void check_equality_at(Term equality, Term address, std::uint32_t bytes);
  Term unwind(Term memory, std::vector<Term> &stores);
  // The memory that stands for all that have the same arguments.
  Term representative(Term base);
  bool may_be_congruent(Term a, Term b);
  Term congruence(Term a, Term b);
  std::optional<Bits> content(Term memory, Term address);
  void state(Step step);
  bool has_enough() const;
  void write_laws();
  void write(Law &law);
  Term at(Term address, std::uint64_t distance);
  std::uint64_t address_value(Term address) {
    return static_cast<std::uint64_t>(values_->value(address));
  }
  Term bytes_of(Term value, std::uint32_t first, std::uint32_t count);

  TermTable &table_;
  Blaster &blaster_;
  std::size_t most_variables_;
  bool keeps_laws_;
  std::unordered_set<Term> seen_;
  std::vector<Term> loads_, applies_, equalities_, leaves_;
  std::vector<Law> laws_; // that the last assignment breaks
  std::vector<Law> kept_;
  std::unique_ptr<Simulation> values_;
  std::map<Place, Byte> bytes_;
  std::vector<std::pair<Term, Term>> read_; // loads, and the memory they read
  std::map<std::string_view, std::vector<Term>> memories_, results_;
  std::unordered_map<Term, Term> representatives_;
  std::unordered_map<Term, Term> linked_; // bases, by equal memories
};

} // namespace mergeproof::smt
