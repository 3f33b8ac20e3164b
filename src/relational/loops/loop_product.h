// Loops of several versions run as one (SafeMerge, Fig. 8 rules 3 to 5), also
// where they do not run in lock step.
//
//   while every version that is here completes its part of a turn:
//     each runs its own body, `rate` times      (unrolled: 1 against 4 bodies)
//   then each goes on from there: leaves, or has turns left  (remainder loops)
//
// A version may be in the product several times, under conditions that exclude
// each other (a loop in both branches of an `if`), and with a condition of its
// own: what is said of two lanes holds where both are here.
//
// The invariant is the greatest that is inductive among the candidates
// (Houdini, SafeMerge section 7):
//   * equal values of cells, also of different names, as classes of a partition
//     with one symbol each;
//   * counters: cells that grow by a constant in every turn are written by the
//     number of turns, which all lanes share, so that linear relations between
//     counters (a pointer and an index, 4 * i and a sum of fours) need no
//     search;
//   * variables that change with others (linear_relations.h), written by these;
//   * memory that another lane keeps in variables, written by its memory and
//     these (kept_memory.h);
//   * facts of single lanes (loop_facts.h), and of two (guessed_facts.h).
//
// Partial correctness: assumes Termination.
#pragma once

#include "relational/executor.h"
#include "relational/leaves.h"
#include "relational/loops/guessed_facts.h"
#include "relational/loops/loop_element.h"

#include <vector>

namespace mergeproof::relational {

class LoopProduct {
public:
  LoopProduct(Executor &executor, Frame &frame);

  // Lane i stands before loops[i]; all are alive. On return every lane with
  // true is behind its loop; the others stand before a later turn of it. At
  // least one is behind, unless `split` is set.
  std::vector<bool>
  run(Lanes &lanes, const std::vector<const ir::Stmt *> &loops, bool may_split);
  // Set: nothing was done, because what is equal when the loops begin depends
  // on this condition. Lanes where it holds and lanes where it does not are to
  // be run as different ones.
  Term split() const { return split_; }

private:
  using Element = LoopElement;
  // In lanes that are in the loop under one condition.
  struct ChangingHere {
    std::vector<ChangingVariable> variables;
    std::vector<std::size_t> elements; // by variable: the first of its partners
    Term goes_on = nullptr;            // all complete the turn
  };
  struct Turn {
    Lanes lanes; // where the next turn begins; the guards say whether it does
    std::vector<Leaves> leaves; // by lane
  };

  struct Tried { // a turn of each by itself, from symbols of its own
    Lanes before, after;
  };

  bool is_alike() const;
  bool is_inserted() const;
  bool unroll(std::size_t i);
  bool finish_in_few(std::size_t i);
  void run_alone(std::size_t i);
  void run_rest(std::size_t i);
  void relate(const std::vector<std::size_t> &who);
  void find_elements();
  void find_counters();
  void find_entry_tests(const Lanes &before, const Lanes &back,
                        std::uint64_t next_term);
  void choose_rates();
  void catch_up();
  bool is_bounded(const Element &element);
  const ir::Expr *find_exit(const Element &element);
  void find_classes();
  bool begins_like(std::size_t leader, std::size_t k);
  bool join_class(std::size_t k, bool is_stranger);
  std::size_t earlier_of_class(std::size_t k) const;
  bool has_partners(const Cell &cell) const;
  void find_trails(FactFinder &finder);
  void find_facts();
  void add_spare_facts();
  void add_later_facts(const std::vector<Fact> &tried);
  std::vector<Term> unchanging_conditions(std::size_t i);
  void find_invariant();
  void finish(const std::vector<std::size_t> &who);
  Term left_elsewhere();
  void leave_with_the_others(std::size_t i, Term elsewhere);
  void split_by_exit(const std::vector<std::size_t> &who);

  Term find_split();
  Turn turn(Lanes lanes, bool alone);
  std::vector<std::vector<std::size_t>> companies() const;
  void joint_turn(Lanes &lanes, const std::vector<std::size_t> &who,
                  bool alone);
  bool is_one_loop(const std::vector<std::size_t> &who) const;
  bool has_inner_loops(const std::vector<std::size_t> &who) const;
  void one_turn(Lanes &lanes, std::size_t i);
  Lanes head();
  Term all_complete(const Lanes &back);
  Term any_here();
  bool drop_counters(const Lanes &back, Term complete);
  bool find_relations(const Lanes &back);
  bool find_relations(Term here, const Lanes &back);
  ChangingHere changing_here(Term here, const Lanes &back);
  bool is_partner(const Element &x, const Element &y, const Lanes &back);
  bool has_all_partners(const Element &element, const Lanes &back);
  Term related_value(const Element &element, const Lanes &at, unsigned more);
  bool keeps_relation(const Element &element, const Lanes &back, Term complete);
  bool is_widened(const Element &element) const;
  bool drop_relations(const Lanes &back, Term complete);
  void change_signs(const std::vector<std::size_t> &others);
  void relate_among(const std::vector<std::size_t> &others);
  struct KeptPlaces;
  void find_steady_stores(const Lanes &before, const Lanes &after);
  std::vector<KeptPlaces> find_kept_places();
  Term find_kept_split();
  void find_kept_memory();
  std::vector<Term> terms_of_turn(const Tried &tried, Term guard);
  Rows rows_of_first_turns(const Tried &tried, Term guard,
                           const std::vector<Term> &asked);
  const Element *variable_like(const Rows &rows, std::size_t load,
                               const KeptPlaces &places, smt::Sort sort) const;
  void keep_memory(const KeptPlaces &places, const Tried &tried);
  Term kept_value(const Element &element, const Lanes &at);
  bool drop_kept_memory(const Lanes &back, Term complete);
  bool has_open_variables() const;
  Tried try_turn();
  std::vector<ChangingCell> changing_cells(const Tried &tried);
  std::vector<SampledVariable> variables_to_sample();
  void guess_relations_of_first_turns();
  void guess_again();
  Element *element_of(const SampledVariable &variable);
  void split_by_samples(const std::vector<SampledVariable> &variables);
  bool set_relation(const std::vector<SampledVariable> &variables,
                    const GuessedRelation &guessed);
  bool split_classes(const Lanes &back, Term complete);
  bool is_covered(std::size_t leader, std::size_t a, std::size_t b) const;
  bool stays_equal(const Element &x, const Element &y, const Lanes &back,
                   Term complete);
  bool split_class(int id, const Lanes &back, Term complete);
  bool keeps(const Fact &fact, Term broken, unsigned more, Term complete);
  bool drop_facts(const Lanes &at, unsigned more, Term complete);
  std::vector<Term> broken(const Lanes &at, unsigned more);
  void assume_facts(const Lanes &head);
  void note_steps(const Lanes &head);
  void assume_beginning(const Lanes &head, Cell::Kind kind);
  Term value_of_element(const Element &element, const Lanes &at);
  std::vector<int> class_ids() const;
  // A symbol at the head, that of its class.
  static bool is_free(const Element &element) {
    return !element.is_counter && !element.relation && !element.kept;
  }
  void note() const;
  std::string place_of(std::size_t i) const;
  std::string describe_classes() const;
  std::string describe_relation(const Element &element) const;
  const ir::Loop &loop(std::size_t i) const {
    return *loops_[i]->as<ir::Loop>();
  }
  std::string label(std::size_t i) const { return std::string(loop(i).label); }

  Executor &executor_;
  Frame &frame_;
  TermTable &table_;
  Lanes lanes_;
  std::vector<const ir::Stmt *> loops_;
  std::vector<bool> is_done_;
  bool may_split_ = false;
  Term split_ = nullptr;
  bool is_inside_ = false; // another loop, whose invariant is looked for
  std::vector<unsigned> rates_;
  std::vector<Element> elements_;
  bool has_guessed_ = false, has_later_facts_ = false;
  std::vector<Fact> facts_, spare_;            // spare: not yet candidates
  std::vector<std::vector<Term>> entry_tests_; // by lane
  Lanes head_;
  Turn last_;
  Term turn_ = nullptr;
  int next_class_ = 0;
  std::vector<Term> widened_; // counters whose wide ones are noted
};

} // namespace mergeproof::relational
