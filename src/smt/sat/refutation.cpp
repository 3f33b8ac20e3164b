#include "smt/sat/refutation.h"

#include "smt/abstraction.h"
#include "smt/sat/consistency.h"
#include "smt/sat/elimination.h"
#include "smt/smtlib.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace mergeproof::smt {

namespace {

constexpr std::size_t most_variables_in_parts = 500'000;
constexpr unsigned most_rounds_in_parts = 300;

// Asserts all that is known until nothing can hold.
class Search {
public:
  Search(TermTable &table, const std::vector<Term> &parts)
      : parts_(parts), consistency_(table, blaster_, most_variables_in_parts,
                                    Consistency::Laws::Kept) {
    for (Term part : parts_)
      literals_.push_back(blaster_.literal(part));
    consistency_.add(parts_);
  }

  bool is_refuted(std::uint64_t conflicts) {
    Gates &gates = blaster_.gates();
    for (unsigned round = 0; round < most_rounds_in_parts; round++) {
      if (gates.conflicts() > conflicts ||
          gates.variables() > most_variables_in_parts)
        return false;
      std::vector<Literal> assumed = literals_;
      for (const Consistency::Law &law : consistency_.kept())
        assumed.push_back(law.guard);
      SatResult result = gates.solve(assumed, conflicts - gates.conflicts());
      if (result != SatResult::Sat)
        return result == SatResult::Unsat;
      if (!consistency_.repair())
        return false;
    }
    return false;
  }

  // After is_refuted().
  std::vector<Term> needed_parts() {
    std::vector<Term> needed;
    for (std::size_t i = 0; i < parts_.size(); i++)
      if (blaster_.gates().is_needed(literals_[i]))
        needed.push_back(parts_[i]);
    return needed;
  }
  std::vector<Consistency::Law> needed_laws() {
    std::vector<Consistency::Law> needed;
    for (const Consistency::Law &law : consistency_.kept())
      if (blaster_.gates().is_needed(law.guard))
        needed.push_back(law);
    return needed;
  }

private:
  const std::vector<Term> &parts_;
  Blaster blaster_;
  Consistency consistency_;
  std::vector<Literal> literals_;
};

using Step = Consistency::Step;

Term bytes_of(TermTable &table, Term value, std::uint32_t first,
              std::uint32_t count) {
  return table.extract(8 * (first + count) - 1, 8 * first, value);
}

Term text_of(TermTable &table, const Step &step) {
  Term holds = step.conclusion;
  for (Term condition : step.conditions)
    holds = table.logical_or(holds, table.logical_not(condition));
  return holds;
}

// A step of any terms: what its subjects are given are unknowns, in the order
// in which they are met, so that steps which say the same are one.
class General {
public:
  General(TermTable &table, const Step &step) : table_(table), step_(step) {}

  Term operator()() {
    Step made{{}, number(step_.conclusion, Of::Step), {}};
    for (Term condition : step_.conditions)
      made.conditions.push_back(number(condition, Of::Step));
    return text_of(table_, made);
  }

private:
  enum class Of : std::uint8_t { Step, Argument };

  bool is_subject(Term term) const {
    return std::find(step_.subjects.begin(), step_.subjects.end(), term) !=
           step_.subjects.end();
  }
  Term unknown(Term term) {
    auto [entry, is_new] = unknown_.try_emplace(term, nullptr);
    if (is_new)
      entry->second =
          table_.symbol("any #" + std::to_string(unknown_.size()), term->sort);
    return entry->second;
  }
  Term number(Term term, Of of) {
    auto &known = of == Of::Step ? in_step_ : in_arguments_;
    if (auto found = known.find(term); found != known.end())
      return found->second;
    Term made = nullptr;
    if (of == Of::Step && is_subject(term))
      made = subject(term);
    else if (is_source(term) && !is_equality_of_memories(term))
      made = unknown(term);
    else if (term->kind == Kind::Symbol)
      made = unknown(term);
    else
      made = with_args(term, of);
    return known[term] = made;
  }
  static bool is_equality_of_memories(Term term) {
    return term->kind == Kind::Equal && is_memory(term->args[0]);
  }
  Term with_args(Term term, Of of) {
    std::vector<Term> args;
    for (Term arg : term->args)
      args.push_back(is_memory(arg) ? unknown(arg) : number(arg, of));
    return args == term->args ? term
                              : rebuild(table_, term, args, Loads::AsTheyAre);
  }
  Term subject(Term term) {
    if (term->kind != Kind::Load)
      return with_args(term, Of::Argument);
    Term memory = term->args[0];
    memory = memory->kind == Kind::Apply ? with_args(memory, Of::Argument)
                                         : unknown(memory);
    return table_.plain_load(memory, number(term->args[1], Of::Argument),
                             term->sort.bits);
  }

  TermTable &table_;
  const Step &step_;
  std::unordered_map<Term, Term> in_step_, in_arguments_, unknown_;
};

// What one memory owes a load of so many bytes, whatever it was made of.
class AnyMemory {
public:
  AnyMemory(TermTable &table, std::uint32_t bytes)
      : table_(table), bytes_(bytes), memory_(symbol("memory", memory_sort)),
        address_(symbol("address", bv_sort(address_bits))),
        to_(symbol("place", bv_sort(address_bits))) {}

  // Bytes of it are what a load of them finds.
  Term part(std::uint32_t first, std::uint32_t count) const {
    Term there = table_.add(address_, number(first));
    return table_.equal(bytes_of(table_, load(memory_), first, count),
                        table_.plain_load(memory_, there, 8 * count));
  }
  Term choice() const {
    Term other = symbol("other memory", memory_sort);
    Term condition = symbol("condition", bool_sort);
    Term chosen = load(table_.ite(condition, memory_, other));
    return table_.equal(chosen,
                        table_.ite(condition, load(memory_), load(other)));
  }
  // What was stored elsewhere does not matter.
  Term behind_store(std::uint32_t size) const {
    Term apart = are_apart(table_, address_, bytes_, to_, size);
    return table_.implies(apart,
                          table_.equal(load(store(size)), load(memory_)));
  }
  Term stored(std::uint32_t size, std::uint32_t distance) const {
    Term here = table_.equal(address_, table_.add(to_, number(distance)));
    return table_.implies(
        here, table_.equal(load(store(size)),
                           bytes_of(table_, value(size), distance, bytes_)));
  }

private:
  Term symbol(std::string_view name, Sort sort) const {
    return table_.symbol("any " + std::string(name), sort);
  }
  Term number(std::uint64_t value) const {
    return table_.constant(bv_sort(address_bits), value);
  }
  Term value(std::uint32_t size) const {
    return symbol("value of " + std::to_string(size), bv_sort(8 * size));
  }
  Term store(std::uint32_t size) const {
    return table_.store(memory_, to_, value(size));
  }
  Term load(Term memory) const {
    return table_.plain_load(memory, address_, 8 * bytes_);
  }

  TermTable &table_;
  std::uint32_t bytes_;
  Term memory_, address_, to_;
};

// The laws as terms: of what they were met at, and of anything.
class Statements {
public:
  explicit Statements(TermTable &table) : table_(table) {}

  void add(const Consistency::Law &law) {
    for (const Consistency::Read &read : law.reads)
      add(read);
    if (!law.last)
      return;
    said_.push_back(text_of(table_, *law.last));
    if (!law.last->subjects.empty())
      say_of_any(General(table_, *law.last)());
  }
  const std::vector<Term> &said() const { return said_; }
  const std::vector<Term> &of_any() const { return of_any_; }

private:
  // From the load to where it leads, one memory at a time.
  void add(const Consistency::Read &read) {
    AnyMemory any(table_, read.count);
    Term known = in(read, read.load->args[0]);
    say({}, bytes_of(table_, read.load, read.first, read.count), known);
    say_of_any(AnyMemory(table_, read.load->sort.bits / 8)
                   .part(read.first, read.count));
    for (std::size_t i = 0; i < read.through.size(); i++) {
      Term memory = read.through[i];
      bool is_last = i + 1 == read.through.size();
      bool is_stored = is_last && read.stored;
      Term next = is_stored
                      ? read.stored
                      : in(read, is_last ? read.base : read.through[i + 1]);
      say({read.conditions[i]}, known, next);
      std::uint32_t size =
          memory->kind == Kind::Store ? memory->args[2]->sort.bits / 8 : 0;
      say_of_any(size == 0   ? any.choice()
                 : is_stored ? any.stored(size, read.distance)
                             : any.behind_store(size));
      known = next;
    }
  }
  Term in(const Consistency::Read &read, Term memory) {
    Term first = table_.constant(bv_sort(address_bits), read.first);
    return table_.plain_load(memory, table_.add(read.load->args[1], first),
                             8 * read.count);
  }
  void say(std::vector<Term> conditions, Term a, Term b) {
    said_.push_back(
        text_of(table_, {std::move(conditions), table_.equal(a, b), {}}));
  }
  void say_of_any(Term law) {
    if (!law->is_true() && seen_.insert(law).second)
      of_any_.push_back(law);
  }

  TermTable &table_;
  std::vector<Term> said_, of_any_;
  std::unordered_set<Term> seen_;
};

} // namespace

std::optional<Refutation> refute_in_parts(TermTable &table,
                                          const std::vector<Term> &assertions,
                                          std::uint64_t conflicts) {
  Elimination eliminated(table, parts_of(assertions));
  Search search(table, eliminated.parts());
  if (!search.is_refuted(conflicts))
    return std::nullopt;
  Refutation found;
  std::vector<Term> claims = search.needed_parts();
  Statements laws(table);
  for (const Consistency::Law &law : search.needed_laws())
    laws.add(law);
  claims.insert(claims.end(), laws.said().begin(), laws.said().end());
  found.laws = laws.of_any();
  found.claims = Abstraction(table, Abstraction::Of::Sources)(claims);
  return found;
}

std::vector<std::string> to_smtlib(TermTable &table, const Refutation &parts,
                                   const std::string &comment) {
  std::vector<std::string> scripts{
      to_smtlib(parts.claims, comment + ", of numbers only")};
  for (Term law : parts.laws)
    scripts.push_back(to_smtlib({table.logical_not(law)},
                                comment + ", a law of memories or functions"));
  return scripts;
}

} // namespace mergeproof::smt
