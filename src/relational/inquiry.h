// Questions to the solver during one run: what they assume, how long they may
// take, in which order simpler questions are asked first; and the conditions
// that a proof made of their answers rests on.
#pragma once

#include "relational/frame.h"
#include "smt/abstraction.h"
#include "smt/sat/sat_solver.h"
#include "smt/simulation.h"
#include "smt/solver.h"
#include "verdict/verdict.h"

#include <string>
#include <vector>

namespace mergeproof::relational {

class Inquiry {
public:
  enum class Patience { Usual, Long }; // how many questions in all
  Inquiry(symbolic::Universe &universe, Patience patience);

  // Whether assertions cannot hold together; remembers the question as a
  // condition of the proof when they cannot. Throws GiveUp.
  bool refute(const std::vector<Term> &assertions, const std::string &name);
  // Who asks for less gets answers sooner: for no model at all, or for one that
  // need know no more than some Bool terms. There may be more all the same.
  struct Need {
    enum class Of { Answer, Values, Model };
    Of of = Of::Model;
    std::vector<Term> values;
    static Need answer() { return {Of::Answer, {}}; }
    static Need model() { return {Of::Model, {}}; }
    static Need values_of(std::vector<Term> terms) {
      return {Of::Values, std::move(terms)};
    }
  };
  smt::Answer ask(const std::vector<Term> &assertions, const std::string &name,
                  const Need &need = Need::model());
  // The same, where it is easy to see: for what is done otherwise if not.
  bool refute_soon(const std::vector<Term> &assertions,
                   const std::string &name);
  enum class Attempt { Early, Last }; // an early one may go unanswered
  // The same, but first with what speaks of numbers only: less is assumed, and
  // memory is what makes questions hard.
  smt::Answer ask_numbers_first(const std::vector<Term> &assertions,
                                const std::string &name, Attempt attempt,
                                const Need &need);
  // Whether what speaks of numbers among `assertions` cannot hold together, by
  // itself: nothing else is assumed.
  bool refute_alone(const std::vector<Term> &assertions,
                    const std::string &name);
  // The same, with what all facts say of numbers.
  bool refute_with_numbers(const std::vector<Term> &assertions,
                           const std::string &name);
  // Facts and axioms that every question about `assertions` assumes, and they.
  std::vector<Term> with_facts(const std::vector<Term> &assertions);
  // Whether they are equal where `guard` holds, if that is easy to see: never
  // throws, and no proof fails for it.
  bool is_easily_equal(Term guard, Term a, Term b, const std::string &name);

  // Counts what was done since the last time. Throws GiveUp when all that the
  // engines may do is done.
  void count_effort();

  std::vector<verdict::VerificationCondition> conditions;
  unsigned vain_endings = 0;       // loops that did not end when asked
  bool is_about_invariant = false; // candidates are asked: short questions

private:
  bool seem_equal(Term guard, Term a, Term b);
  bool refute_numbers(const std::vector<Term> &assertions,
                      const std::string &name);
  void count_question(); // throws GiveUp when there were too many
  smt::Answer ask_solver(const std::vector<Term> &all, const std::string &name,
                         std::uint64_t limit, Attempt attempt,
                         const Need &need = Need::model());
  smt::Answer ask_rest(const std::vector<Term> &all, const std::string &name,
                       std::uint64_t limit, Attempt attempt, const Need &need);
  smt::Answer ask_whole(const std::vector<Term> &all, const std::string &name,
                        std::uint64_t limit, Attempt attempt, const Need &need);
  smt::SatSolver::Reply ask_by_bits(const std::vector<Term> &all,
                                    std::uint64_t conflicts);
  smt::Answer ask_others(const std::vector<Term> &all, const std::string &name,
                         std::uint64_t limit, const Need &need);
  using FoundBy = verdict::VerificationCondition::FoundBy;
  // Of the proof: the terms cannot hold together.
  void add_condition(const std::vector<Term> &terms, const std::string &name,
                     FoundBy by);
  smt::Answer note_by_bits(const smt::SatSolver::Reply &reply,
                           const std::string &name);
  std::vector<std::vector<Term>> weaken(const std::vector<Term> &all);
  bool refute_weaker(std::vector<std::vector<Term>> &weaker,
                     const std::string &name, std::uint64_t limit);
  smt::Answer ask_second(const std::vector<Term> &all, const std::string &name,
                         std::uint64_t limit, const Need &need);
  std::vector<Term> under(const std::vector<Term> &all, Term condition,
                          bool holds);
  bool refute_by_cases(const std::vector<Term> &all, const std::string &name,
                       unsigned depth);
  std::uint64_t limit_of_question() const;
  std::uint64_t limit_of_others(const std::vector<Term> &all,
                                std::uint64_t limit) const;
  // Only what is easy is asked about: Budget::make_small().
  bool is_brief() const { return universe_.question().budget.unroll == 0; }

  symbolic::Universe &universe_;
  TermTable &table_;
  bool is_patient_;
  smt::Solver solver_;
  smt::SatSolver by_bits_;
  smt::Abstraction without_arithmetic_, without_tables_, only_numbers_;
  std::vector<smt::Simulation> simulations_;
  std::uint64_t vain_units_ = 0; // that the second solver found nothing in
  unsigned open_by_bits_ = 0;    // questions that stayed open
  std::size_t most_terms_by_bits_ = 20'000;
  unsigned vain_ = 0; // questions about easy equalities that stayed open
  std::uint32_t queries_ = 0;
  std::uint64_t asked_terms_ = 0;  // of all questions so far
  std::uint64_t second_units_ = 0; // that the second solver has used
  std::uint64_t counted_ = 0;      // of the effort
};

} // namespace mergeproof::relational
