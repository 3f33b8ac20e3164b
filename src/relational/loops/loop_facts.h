// Candidates for what holds at the head of every turn of a loop, beyond the
// equality of cells (SafeMerge, section 7: the predicates that Houdini starts
// from).
//
// Taken from the loop itself: its conditions, in both polarities and with their
// borders moved by one (`i < n` suggests `i <= n`); and from its counters: that
// they did not wrap yet, and that they did not fall below where they began.
#pragma once

#include "relational/frame.h"
#include "symbolic/machine.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mergeproof::relational {

// A cell that grows by the same amount in every turn: its value at the head is
// first + step * turns, modulo 2^bits.
struct Counter {
  std::string_view variable;
  Term first = nullptr;
  smt::Bits step = 0; // per joint turn
};

// The number of joint turns before, as a term of `bits` bits, plus `more`.
Term turns(TermTable &table, Term turn, std::uint32_t bits, unsigned more);
Term value_of(TermTable &table, const Counter &counter, Term turn,
              unsigned more);

// What the variable is in a state of its lane.
Term value_in(TermTable &table, const State &state, std::string_view variable,
              smt::Sort sort);

// Conditions that decide whether the turn is left, outside of inner loops; of
// what && and || join, also the parts.
void collect_conditions(const ir::Seq &body,
                        std::vector<const ir::Expr *> &found);
// The variable, if it is in the expression, or null.
const ir::Expr *find_variable(const ir::Expr *e, std::string_view name);
// Whether the variable, or what is made of it, becomes a number with more bits
// and without a sign.
bool is_extended(const ir::Seq &body, std::string_view variable);

// A pointer to where a pointer is, which is followed in every turn that moves
// it: `p = &(*p)->next`. Another version may keep what p leads to, and what it
// has left: `prev = cur, cur = cur->next`.
struct Trail {
  std::string_view variable;
  Term first = nullptr;
  Term link = nullptr;      // *p at the head, a Load
  std::uint64_t offset = 0; // of the next link in what it leads to
};
// Of `value`, which a turn gives to a variable that was `old`.
std::optional<Trail> find_trail(TermTable &table, Term value, Term old);

// What a variable never leaves, as far as what a turn gives it suggests: the
// constants it is given or compared with (`if (delay > 1000) delay = 1000`),
// the bits that are set in it (`flags |= 4`). Candidates.
struct Limits {
  std::set<smt::Bits> least, most;         // signed
  std::optional<smt::Bits> zero_bits = {}; // that are never set
};
// Of `value`, which a turn gives to a variable that was `old`, and is `first`,
// a constant, at the beginning.
Limits find_limits(Term value, Term old, Term first);

struct Fact {
  std::size_t lane = 0;
  std::string text; // for people
  // What it says of a state of its lane, `more` turns after the head. Refers to
  // the table, and to the machine and names it was made with.
  std::function<Term(const State &, unsigned more)> at;
  // Set: it says this instead, where both lanes are here.
  std::optional<std::size_t> other = std::nullopt;
  std::function<Term(const State &, const State &other)> of_both = {};
  // Set: it says that a counter with more bits, with a sign or without one, is
  // this one.
  struct Wide {
    std::string_view variable;
    bool is_signed;
    Counter counter;
  };
  std::optional<Wide> wide = std::nullopt;

  // Of all lanes, wherever they are.
  Term says(TermTable &table, const Lanes &lanes, unsigned more) const;
};

class FactFinder {
public:
  FactFinder(TermTable &table, Term turn) : table_(table), turn_(turn) {}

  // Of the conditions around the exits of `body`, which has no holes.
  void add_conditions(std::size_t lane, const ir::Seq &body,
                      symbolic::Machine &machine,
                      const symbolic::FrameNames &names);
  void add_counter(std::size_t lane, const Counter &counter);
  void add_object(std::size_t lane, const Counter &counter);
  void add_tally(std::size_t lane, std::string_view variable, Term first);
  // That a variable is 0 or 1.
  void add_flag(std::size_t lane, std::string_view variable, smt::Sort sort);
  // That a variable stays within its limits.
  void add_limits(std::size_t lane, std::string_view variable, smt::Sort sort,
                  const Limits &limits);
  // That a variable is 0 and 1 in turn; `first` is one of them.
  void add_alternating(std::size_t lane, std::string_view variable, Term first);
  // That a variable is what it was when the loop began.
  void add_unchanged(std::size_t lane, std::string_view variable, Term first);
  // That a variable is what it was wherever an unchanging condition holds.
  void add_unchanged_where(std::size_t lane, Term condition,
                           std::string_view variable, Term first);
  // That the next link can be read once a turn is over.
  void add_readable(std::size_t lane, const Trail &trail,
                    symbolic::Machine &machine);
  // That a variable of another lane is what the trail leads to.
  void add_target(std::size_t lane, const Trail &trail,
                  symbolic::Machine &machine, std::size_t other,
                  std::string_view variable);
  // That the trail is at its beginning where a variable of another lane is
  // null, and else in what that leads to.
  void add_follower(std::size_t lane, const Trail &trail, std::size_t other,
                    std::string_view variable);
  // That it holds once a turn is over.
  void add_entry_test(std::size_t lane, Term test);

  std::vector<Fact> take() { return std::move(facts_); }

private:
  using Operands = std::function<std::pair<Term, Term>(const State &)>;
  using Texts = std::pair<std::string, std::string>; // of the operands
  void add_comparison(std::size_t lane, bool is_signed, const Texts &operation,
                      const Operands &operands, symbolic::Machine &machine);
  void add_wrap(std::size_t lane, const Counter &counter, bool is_signed);
  void add_border(std::size_t lane, const Counter &counter, bool is_signed);

  TermTable &table_;
  Term turn_;
  std::vector<Fact> facts_;
};

} // namespace mergeproof::relational
