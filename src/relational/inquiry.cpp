#include "relational/inquiry.h"

#include "smt/sat/refutation.h"
#include "smt/second_solver.h"
#include "smt/smtlib.h"
#include "smt/substitution.h"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

namespace mergeproof::relational {

namespace {

// Candidates of an invariant are many, and most that are hard do not hold.
// Of the budget of the contract, for what loops keep, and for a first try.
constexpr std::uint64_t invariant_share = 4, early_share = 16;
constexpr unsigned most_cases = 3; // conditions that a question is split by
constexpr std::size_t most_conditions = 12; // that are tried for that
constexpr std::uint64_t impatient_share = 10;
constexpr std::uint64_t weaker_share = 4; // of the budget of the contract
constexpr unsigned lost_share = 4; // patiences until nothing more is asked
// What Z3 answers at all it mostly answers at once: cvc5, whose units are
// longer and which does not even begin with too few, comes before the rest.
constexpr std::uint64_t brief_rlimit = 30'000, least_limit = 75'000;
constexpr std::uint64_t product_weight = 4; // of products and divisions
constexpr std::uint64_t second_share = 25, least_second_rlimit = 50'000;
// Where much depends on the answer.
constexpr std::uint64_t decisive_rlimit = 120'000;
constexpr std::uint64_t least_decisive_limit = 1'000'000;
constexpr std::uint64_t units_of_a_term = 10;  // to make it and to ask of it
constexpr std::uint64_t units_of_a_clause = 2; // 500,000 take a second
constexpr std::uint64_t most_vain_units = 1'000'000; // until it is not asked
constexpr std::size_t longest_script = 400'000;      // that it is given
constexpr std::uint32_t product_share = 5;           // times as many questions
constexpr std::size_t most_split_terms = 2'000; // of a question that is split
constexpr std::size_t most_swept_terms =
    30'000; // of a run with easy equalities
constexpr std::size_t simulations = 12;
constexpr std::uint64_t easy_share = 500; // of the budget of the contract
constexpr std::size_t most_easy_terms = 1'000;
// Of few terms: two ways to round up to a multiple take Z3 100,000 units, a
// tenth of a second, and what is built on them far more.
constexpr std::size_t few_terms = 100;
constexpr std::uint64_t rlimit_of_few = 150'000;
constexpr unsigned most_vain = 3;
// The solver by bits: conflicts of a question, and of one that may stay open.
constexpr std::uint64_t most_conflicts = 10'000, few_conflicts = 500;
constexpr std::uint64_t conflicts_in_parts =
    20'000; // for what others leave open
constexpr std::uint64_t others_share = 3;
constexpr unsigned most_open_by_bits = 4; // until smaller ones only are asked

bool is_about_numbers(Term term) {
  std::vector<Term> below = smt::reachable({term});
  return std::none_of(below.begin(), below.end(), [](Term part) {
    return part->kind == smt::Kind::Apply ||
           part->sort.kind == smt::SortKind::Memory ||
           part->sort.kind == smt::SortKind::Token;
  });
}

// What speaks of numbers alone.
std::vector<Term> about_numbers(const std::vector<Term> &all) {
  std::vector<Term> simple;
  for (Term term : all) {
    std::vector<Term> parts =
        term->kind == smt::Kind::And ? term->args : std::vector<Term>{term};
    std::copy_if(parts.begin(), parts.end(), std::back_inserter(simple),
                 is_about_numbers);
  }
  return simple;
}

constexpr int most_digits = 4; // of a factor: as many additions

// Digits 1 and -1 of a number as a sum of powers of two (smt::Words::times).
int digits_of(Term factor) {
  smt::Bits number = smt::opposite_of_negative(factor);
  number = number == 0 ? factor->value : number;
  smt::Bits digits = number ^ (3 * number);
  return std::popcount(std::uint64_t(digits)) +
         std::popcount(std::uint64_t(digits >> 64));
}

bool is_product(Term term) {
  bool is_division =
      term->kind == smt::Kind::UDiv || term->kind == smt::Kind::SDiv ||
      term->kind == smt::Kind::URem || term->kind == smt::Kind::SRem;
  if (term->kind != smt::Kind::Mul)
    return is_division;
  auto is_simple = [](Term factor) {
    return factor->is_constant() && digits_of(factor) <= most_digits;
  };
  return !is_simple(term->args[0]) && !is_simple(term->args[1]);
}

// Conditions that values are chosen by, the most used first.
std::vector<Term> used_conditions(const std::vector<Term> &terms) {
  std::map<std::uint64_t, std::pair<unsigned, Term>> counts;
  for (Term term : smt::reachable(terms))
    if (term->kind == smt::Kind::Ite) {
      auto &[count, condition] = counts[term->args[0]->id];
      count++;
      condition = term->args[0];
    }
  std::vector<std::pair<unsigned, Term>> counted;
  for (const auto &[id, entry] : counts)
    counted.push_back(entry);
  std::stable_sort(counted.begin(), counted.end(),
                   [](auto &a, auto &b) { return a.first > b.first; });
  std::vector<Term> found;
  for (const auto &[count, condition] : counted)
    if (found.size() < most_conditions)
      found.push_back(condition);
  return found;
}

// Of some Bool terms, and nothing else.
class KnownValues : public smt::Model {
public:
  KnownValues(const std::vector<Term> &terms, const std::vector<bool> &values) {
    for (std::size_t i = 0; i < terms.size(); i++)
      values_[terms[i]] = values[i];
  }
  std::optional<smt::Bits> value(Term term) override {
    auto found = values_.find(term);
    if (found == values_.end())
      return std::nullopt;
    return found->second;
  }

private:
  std::unordered_map<Term, smt::Bits> values_;
};

} // namespace

Inquiry::Inquiry(symbolic::Universe &universe, Patience patience)
    : universe_(universe), table_(universe.table),
      is_patient_(patience == Patience::Long), by_bits_(universe.table),
      without_arithmetic_(universe.table, smt::Abstraction::Of::All),
      without_tables_(universe.table, smt::Abstraction::Of::Tables),
      only_numbers_(universe.table, smt::Abstraction::Of::Sources) {}

bool Inquiry::is_easily_equal(Term guard, Term a, Term b,
                              const std::string &name) {
  if (vain_ >= most_vain || table_.size() > most_swept_terms ||
      !seem_equal(guard, a, b))
    return false;
  std::vector<Term> all = universe_.facts;
  all.push_back(guard);
  all.push_back(table_.logical_not(table_.equal(a, b)));
  std::vector<Term> below = smt::reachable(all);
  if (below.size() > most_easy_terms)
    return false;
  if (below.size() <= few_terms && refute_numbers(all, name))
    return true;
  for (Term axiom : universe_.axioms(below))
    all.push_back(axiom);
  std::uint64_t limit = universe_.question().budget.solver_rlimit / easy_share;
  smt::Answer answer = ask_solver(all, name, limit, Attempt::Early);
  vain_ += answer.result != smt::Satisfiability::Unsat;
  return answer.result == smt::Satisfiability::Unsat;
}

// Whether what they say of numbers cannot hold together, wherever these come
// from.
bool Inquiry::refute_numbers(const std::vector<Term> &assertions,
                             const std::string &name) {
  std::vector<Term> numbers = only_numbers_(assertions);
  if (solver_.probe(numbers, rlimit_of_few).result !=
      smt::Satisfiability::Unsat)
    return false;
  conditions.push_back({name, smt::to_smtlib(numbers, name)});
  return true;
}

// Whether they may be equal where `guard` holds.
bool Inquiry::seem_equal(Term guard, Term a, Term b) {
  while (simulations_.size() < simulations)
    simulations_.emplace_back(simulations_.size() + 1);
  return std::all_of(simulations_.begin(), simulations_.end(),
                     [&](smt::Simulation &simulation) {
                       return simulation.value(guard) == 0 ||
                              simulation.value(a) == simulation.value(b);
                     });
}

std::vector<Term> Inquiry::with_facts(const std::vector<Term> &assertions) {
  std::vector<Term> all = universe_.facts;
  all.insert(all.end(), assertions.begin(), assertions.end());
  std::vector<Term> reachable = smt::reachable(all);
  asked_terms_ += reachable.size();
  if (asked_terms_ > universe_.question().budget.asked_terms)
    throw GiveUp{"the functions are too large: more than " +
                     std::to_string(universe_.question().budget.asked_terms) +
                     " terms in all questions to the solver",
                 GiveUp::Kind::Limit};
  for (Term axiom : universe_.axioms(reachable))
    all.push_back(axiom);
  return all;
}

// A unit with questions too hard for the solver usually has more of them.
std::uint64_t Inquiry::limit_of_question() const {
  std::uint64_t limit = universe_.question().budget.solver_rlimit;
  if (is_about_invariant)
    limit /= invariant_share;
  if (solver_.unanswered() >= universe_.question().budget.patience)
    limit /= impatient_share;
  return limit;
}

// What stays open by bits others know only where numbers are multiplied: of 150
// such questions without products, they answered three.
std::uint64_t Inquiry::limit_of_others(const std::vector<Term> &all,
                                       std::uint64_t limit) const {
  std::vector<Term> below = smt::reachable(all);
  return std::any_of(below.begin(), below.end(), is_product)
             ? limit
             : limit / others_share;
}

bool Inquiry::refute(const std::vector<Term> &assertions,
                     const std::string &name) {
  return ask(assertions, name, Need::answer()).result ==
         smt::Satisfiability::Unsat;
}

bool Inquiry::refute_soon(const std::vector<Term> &assertions,
                          const std::string &name) {
  count_question();
  return ask_solver(with_facts(assertions), name,
                    limit_of_question() / early_share, Attempt::Early,
                    Need::answer())
             .result == smt::Satisfiability::Unsat;
}

void Inquiry::count_effort() {
  const std::shared_ptr<verdict::Effort> &effort =
      universe_.question().budget.effort;
  if (!effort)
    return;
  std::uint64_t now = solver_.spent() + by_bits_.spent() +
                      units_of_a_clause * solver_.clauses() +
                      second_share * second_units_ +
                      units_of_a_term * (table_.size() + asked_terms_);
  effort->spend(now - counted_);
  counted_ = now;
  if (effort->is_over())
    throw GiveUp{"the questions about it take too long", GiveUp::Kind::Limit};
}

void Inquiry::count_question() {
  count_effort();
  std::uint32_t most = universe_.question().budget.queries;
  if (is_patient_)
    most *= product_share;
  if (++queries_ > most)
    throw GiveUp{"too many questions to the solver", GiveUp::Kind::Limit};
  if (solver_.unanswered() >= lost_share * universe_.question().budget.patience)
    throw GiveUp{"the questions about it are too hard for the solver",
                 GiveUp::Kind::Limit};
  std::uint64_t total = universe_.question().budget.total_rlimit;
  if (total != 0 && solver_.spent() > total)
    throw GiveUp{"the questions about it take the solver too long",
                 GiveUp::Kind::Limit};
}

smt::Answer Inquiry::ask(const std::vector<Term> &assertions,
                         const std::string &name, const Need &need) {
  for (Term assertion : assertions)
    if (assertion->is_false())
      return {smt::Satisfiability::Unsat, nullptr, ""};
  count_question();
  std::vector<Term> all = with_facts(assertions);
  std::uint64_t limit = limit_of_question();
  smt::SatSolver::Reply reply = ask_by_bits(all, few_conflicts);
  if (reply.result == smt::Satisfiability::Sat)
    return {reply.result, reply.model, ""};
  if (reply.result == smt::Satisfiability::Unknown)
    return ask_others(all, name, limit_of_others(all, limit), need);
  // What others find hard they confirm in the way that they find it themselves.
  if (!weaken(reply.core).empty())
    if (smt::Answer answer = ask_others(reply.core, name, limit, need);
        answer.result != smt::Satisfiability::Unknown)
      return answer;
  return note_by_bits(reply, name);
}

// Z3 and cvc5.
smt::Answer Inquiry::ask_others(const std::vector<Term> &all,
                                const std::string &name, std::uint64_t limit,
                                const Need &need) {
  if (is_about_invariant)
    return ask_rest(all, name, limit, Attempt::Last, need);
  std::uint64_t early = is_brief() ? limit : limit / early_share;
  std::vector<std::vector<Term>> weaker = weaken(all);
  smt::Answer refuted{smt::Satisfiability::Unsat, nullptr, ""};
  if (refute_weaker(weaker, name, early))
    return refuted;
  smt::Answer answer = ask_whole(all, name, early, Attempt::Early, need);
  if (answer.result != smt::Satisfiability::Unknown || is_brief())
    return answer;
  bool is_hard_to_confirm = !weaken(all).empty();
  if (!is_hard_to_confirm)
    if (smt::SatSolver::Reply reply = ask_by_bits(all, most_conflicts);
        reply.result != smt::Satisfiability::Unknown)
      return note_by_bits(reply, name);
  if (refute_weaker(weaker, name, limit / weaker_share) ||
      refute_by_cases(all, name, 0))
    return refuted;
  answer = ask_whole(all, name, limit, Attempt::Last, need);
  if (answer.result != smt::Satisfiability::Unknown || !is_hard_to_confirm)
    return answer;
  return note_by_bits(ask_by_bits(all, most_conflicts), name);
}

bool Inquiry::refute_alone(const std::vector<Term> &assertions,
                           const std::string &name) {
  std::vector<Term> simple = about_numbers(assertions);
  if (!is_about_numbers(assertions.back()))
    return false;
  std::uint64_t limit =
      universe_.question().budget.solver_rlimit / invariant_share;
  return ask_solver(simple, name, limit, Attempt::Early).result ==
         smt::Satisfiability::Unsat;
}

bool Inquiry::refute_with_numbers(const std::vector<Term> &assertions,
                                  const std::string &name) {
  std::vector<Term> all = universe_.facts;
  all.insert(all.end(), assertions.begin(), assertions.end());
  return refute_alone(all, name);
}

smt::Answer Inquiry::ask_numbers_first(const std::vector<Term> &assertions,
                                       const std::string &name, Attempt attempt,
                                       const Need &need) {
  std::vector<Term> all = universe_.facts;
  all.insert(all.end(), assertions.begin(), assertions.end());
  std::vector<Term> simple = about_numbers(all);
  if (is_about_numbers(assertions.back())) {
    std::uint64_t limit =
        universe_.question().budget.solver_rlimit / invariant_share;
    smt::Answer answer = ask_solver(simple, name, limit, Attempt::Early);
    if (answer.result == smt::Satisfiability::Unsat)
      return answer;
  }
  if (attempt == Attempt::Last)
    return ask(assertions, name, need);
  count_question();
  return ask_solver(with_facts(assertions), name, limit_of_question(), attempt,
                    need);
}

// Without what is hard for solvers, the weakest first: where one of them cannot
// hold, neither can all of it.
std::vector<std::vector<Term>> Inquiry::weaken(const std::vector<Term> &all) {
  std::vector<std::vector<Term>> found;
  for (smt::Abstraction *weaken : {&without_arithmetic_, &without_tables_}) {
    if (!weaken->is_worth_it(all))
      continue;
    std::vector<Term> abstract = (*weaken)(all);
    if (found.empty() || abstract != found.back())
      found.push_back(std::move(abstract));
  }
  return found;
}

// Whether one of them cannot hold; those that can are taken out.
bool Inquiry::refute_weaker(std::vector<std::vector<Term>> &weaker,
                            const std::string &name, std::uint64_t limit) {
  for (auto at = weaker.begin(); at != weaker.end();) {
    smt::SatSolver::Reply reply = ask_by_bits(*at, few_conflicts);
    if (reply.result == smt::Satisfiability::Unsat) {
      note_by_bits(reply, name);
      return true;
    }
    if (reply.result == smt::Satisfiability::Sat) {
      at = weaker.erase(at);
      continue;
    }
    smt::Answer answer = solver_.try_check(*at, limit);
    if (answer.result == smt::Satisfiability::Unsat) {
      add_condition(*at, name, FoundBy::Z3);
      return true;
    }
    at = answer.result == smt::Satisfiability::Sat ? weaker.erase(at) : at + 1;
  }
  return false;
}

smt::SatSolver::Reply Inquiry::ask_by_bits(const std::vector<Term> &all,
                                           std::uint64_t conflicts) {
  std::size_t terms = smt::reachable(all).size();
  if (terms > most_terms_by_bits_)
    return {};
  const bool is_long = conflicts > few_conflicts;
  if (without_arithmetic_.is_worth_it(all))
    conflicts /= product_weight;
  smt::SatSolver::Reply reply = by_bits_.check(all, conflicts);
  if (reply.result == smt::Satisfiability::Unknown && is_long &&
      ++open_by_bits_ >= most_open_by_bits)
    most_terms_by_bits_ = std::min(most_terms_by_bits_, terms - 1);
  return reply;
}

void Inquiry::add_condition(const std::vector<Term> &terms,
                            const std::string &name, FoundBy by) {
  conditions.push_back({name, smt::to_smtlib(terms, name), by,
                        [table = universe_.owned_table, terms, name] {
                          auto found = smt::refute_in_parts(*table, terms,
                                                            conflicts_in_parts);
                          return found ? smt::to_smtlib(*table, *found, name)
                                       : std::vector<std::string>();
                        }});
}

smt::Answer Inquiry::note_by_bits(const smt::SatSolver::Reply &reply,
                                  const std::string &name) {
  if (reply.result == smt::Satisfiability::Unsat)
    add_condition(reply.core, name, FoundBy::Bits);
  return {reply.result, reply.model, ""};
}

smt::Answer Inquiry::ask_solver(const std::vector<Term> &all,
                                const std::string &name, std::uint64_t limit,
                                Attempt attempt, const Need &need) {
  smt::SatSolver::Reply reply = ask_by_bits(all, few_conflicts);
  if (reply.result == smt::Satisfiability::Sat ||
      (reply.result == smt::Satisfiability::Unsat && weaken(all).empty()))
    return note_by_bits(reply, name);
  return ask_rest(all, name, limit_of_others(all, limit), attempt, need);
}

smt::Answer Inquiry::ask_rest(const std::vector<Term> &all,
                              const std::string &name, std::uint64_t limit,
                              Attempt attempt, const Need &need) {
  std::vector<std::vector<Term>> weaker = weaken(all);
  if (refute_weaker(weaker, name, limit))
    return {smt::Satisfiability::Unsat, nullptr, ""};
  return ask_whole(all, name, limit, attempt, need);
}

smt::Answer Inquiry::ask_whole(const std::vector<Term> &all,
                               const std::string &name, std::uint64_t limit,
                               Attempt attempt, const Need &need) {
  smt::Answer answer;
  bool has_products = without_arithmetic_.is_worth_it(all);
  if (limit >= least_limit && vain_units_ <= most_vain_units &&
      (!has_products || attempt == Attempt::Last)) {
    answer = solver_.probe(all, brief_rlimit);
    std::uint64_t before = vain_units_;
    if (answer.result == smt::Satisfiability::Unknown)
      if (smt::Answer second = ask_second(all, name, limit, need);
          second.result == smt::Satisfiability::Unsat ||
          (second.result == smt::Satisfiability::Sat &&
           (second.model || need.of == Need::Of::Answer)))
        return second;
    if (has_products) // its units take longer
      vain_units_ += (vain_units_ - before) * product_weight;
  }
  if (answer.result == smt::Satisfiability::Unknown)
    answer = attempt == Attempt::Last ? solver_.check(all, limit)
                                      : solver_.try_check(all, limit);
  if (answer.result == smt::Satisfiability::Unsat)
    add_condition(all, name, FoundBy::Z3);
  return answer;
}

// What the other solver says; of a model it knows the values that are needed.
smt::Answer Inquiry::ask_second(const std::vector<Term> &all,
                                const std::string &name, std::uint64_t limit,
                                const Need &need) {
  std::string script = smt::to_smtlib(all, name, need.values);
  if (script.size() > longest_script)
    return {};
  bool is_decisive = !is_about_invariant && limit >= least_decisive_limit;
  smt::SecondOpinion opinion = smt::ask_second_solver(
      script, std::max(limit / second_share,
                       is_decisive ? decisive_rlimit : least_second_rlimit));
  second_units_ += opinion.spent;
  if (opinion.result == smt::Satisfiability::Unknown)
    vain_units_ += opinion.spent;
  if (opinion.result == smt::Satisfiability::Unsat)
    add_condition(all, name, FoundBy::Cvc5);
  std::shared_ptr<smt::Model> model;
  if (opinion.result == smt::Satisfiability::Sat && !need.values.empty() &&
      opinion.values.size() == need.values.size())
    model = std::make_shared<KnownValues>(need.values, opinion.values);
  return {opinion.result, model, ""};
}

std::vector<Term> Inquiry::under(const std::vector<Term> &all, Term condition,
                                 bool holds) {
  smt::Substitution known(table_);
  known.replace(condition, table_.boolean(holds));
  std::vector<Term> part{holds ? condition : table_.logical_not(condition)};
  for (Term term : all) {
    part.push_back(known(term));
    if (part.back()->is_false())
      return {part.back()};
  }
  return part;
}

// With the condition known, terms that were built in different branches are
// often the same.
bool Inquiry::refute_by_cases(const std::vector<Term> &all,
                              const std::string &name, unsigned depth) {
  if (smt::reachable(all).size() > most_split_terms)
    return false;
  std::vector<Term> cases[2];
  std::size_t least = SIZE_MAX;
  if (depth < most_cases)
    for (Term condition : used_conditions(all)) {
      std::vector<Term> yes = under(all, condition, true);
      std::vector<Term> no = under(all, condition, false);
      std::size_t size = smt::reachable(yes).size() + smt::reachable(no).size();
      if (size >= least)
        continue;
      least = size;
      cases[0] = std::move(yes);
      cases[1] = std::move(no);
    }
  if (least == SIZE_MAX)
    return false;
  for (const std::vector<Term> &part : cases) {
    if (part.front()->is_false())
      continue;
    smt::Answer answer = ask_solver(
        part, name, limit_of_question() / early_share, Attempt::Early);
    if (answer.result == smt::Satisfiability::Sat ||
        (answer.result == smt::Satisfiability::Unknown &&
         !refute_by_cases(part, name, depth + 1)))
      return false;
  }
  return true;
}

} // namespace mergeproof::relational
