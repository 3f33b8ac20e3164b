// Symbolic runs of versions of a random program, held against the interpreter:
// for an input, what the interpreter says of every version must be a solution
// of the run's terms, and where nothing is abstracted the only one.
#pragma once

#include "interp/oracle.h"
#include "laws/program_facts.h"
#include "laws/random_program.h"
#include "laws/random_witness.h"
#include "relational/inquiry.h"
#include "smt/solver.h"

#include <array>
#include <memory>

namespace mergeproof::tests {

using smt::Term;

inline constexpr std::uint64_t solver_limit = 2'000'000;
inline constexpr std::uint64_t input_object = 1; // that p points to

// Some versions of a random program.
struct Versions {
  ir::Context context;
  std::vector<ir::Program> programs;
  verdict::Question question;

  Versions(const RandomOptions &options, std::size_t count) {
    std::uint64_t seed = options.seed;
    programs.push_back(make_random_program(context, options));
    for (std::uint64_t v = 1; v < count; v++)
      programs.push_back(
          mutate(context, programs[v == 3 ? 1 : 0], 3 * seed + v));
    question.context = &context;
    question.unit = context.symbol("unit");
    question.budget.unroll = 9; // random loops have at most seven turns
    for (std::size_t v = 0; v < count; v++)
      question.versions.push_back({{role_of(v, count), id_of(v, count), ""},
                                   &programs[v],
                                   programs[v].find_function(question.unit),
                                   make_facts(programs[v])});
  }

private:
  static source::Role role_of(std::size_t v, std::size_t count) {
    bool has_base = count > 2;
    return v + 1 == count       ? source::Role::Merge
           : v == 0 && has_base ? source::Role::Base
                                : source::Role::Parent;
  }
  static std::string id_of(std::size_t v, std::size_t count) {
    if (count == 2)
      return v == 0 ? source::old_id : source::new_id;
    return v + 1 == count ? "M" : std::array{"O", "A", "B"}[v];
  }
};

inline std::uint64_t number_of(const std::vector<unsigned char> &bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | bytes[i];
  return value;
}

// What a symbolic run says of versions, and what is possible in it.
class SymbolicRun {
public:
  explicit SymbolicRun(const verdict::Question &question)
      : question_(question),
        universe_(question, std::make_shared<symbolic::ProgramUses>(question)) {
  }
  virtual ~SymbolicRun() = default;

  // The input, and everything the run says of it.
  std::vector<Term> input(const verdict::Witness &witness) {
    smt::TermTable &table = universe_.table;
    std::vector<Term> all;
    const auto &params = question_.versions[0].function->params;
    for (std::size_t i = 0; i < params.size(); i++) {
      std::string name = "argument " + std::to_string(i);
      if (params[i].scalar.is_pointer()) {
        bool is_null = witness.arguments[i].pointers.empty();
        all.push_back(table.equal(table.input(name, smt::bv_sort(64)),
                                  address(is_null ? 0 : input_object << 32)));
      } else {
        smt::Sort sort = smt::bv_sort(params[i].scalar.bits);
        all.push_back(table.equal(
            table.symbol(name, sort),
            table.constant(sort, number_of(witness.arguments[i].bytes))));
      }
    }
    const auto &bytes = witness.objects[0].contents.bytes;
    add_size(address(input_object << 32), bytes.size(), all);
    Term memory = table.input("memory", smt::memory_sort);
    add_bytes(memory, address(input_object << 32), bytes, all);
    add_globals(witness, all);
    return all;
  }

  // That the version does what was observed.
  Term does(std::size_t version, const verdict::Observation &seen) {
    smt::TermTable &table = universe_.table;
    const relational::Leave &end = result_.returned[version];
    Term traps = table.boolean(false);
    for (Term trap : result_.endings[version].traps)
      traps = table.logical_or(traps, trap);
    if (seen.has_trapped())
      return table.logical_and(traps, table.logical_not(end.state.guard));
    Term returns = table.logical_and(end.state.guard, table.logical_not(traps));
    if (!end.value)
      return returns;
    Term all = table.logical_and(
        returns, equals(end.value, seen.values.at("return value")));
    Term counter =
        universe_.global_object(question_.context->symbol("counter"));
    if (auto found = seen.values.find("global counter");
        found != seen.values.end())
      all = table.logical_and(
          all, equals(load(end.state, "counter", counter), found->second));
    if (auto found = seen.values.find("p[1]"); found != seen.values.end())
      all = table.logical_and(
          all, equals(load(end.state, "", address((input_object << 32) + 4)),
                      found->second));
    return all;
  }

  smt::Satisfiability check(const std::vector<Term> &all) {
    for (Term term : all)
      if (term->is_false())
        return smt::Satisfiability::Unsat;
    return solver_.try_check(inquiry().with_facts(all), solver_limit).result;
  }

  Term negated(Term term) { return universe_.table.logical_not(term); }

  // Whether the terms hold no abstraction, nor memory that nothing set.
  bool is_concrete(const std::vector<Term> &terms) const {
    for (Term term : smt::reachable(terms))
      if ((term->kind == smt::Kind::Apply && term->name != "$size") ||
          (term->kind == smt::Kind::Symbol &&
           (term->name.starts_with("fresh ") ||
            term->name.starts_with("unset "))))
        return false;
    return true;
  }

protected:
  virtual relational::Inquiry &inquiry() = 0;

  const verdict::Question &question_;
  symbolic::Universe universe_;
  relational::RunResult result_;

private:
  Term address(std::uint64_t value) {
    return universe_.table.constant(smt::bv_sort(64), value);
  }

  Term equals(Term value, const std::string &text) {
    return universe_.table.equal(
        value, universe_.table.constant(value->sort,
                                        smt::Bits(__int128(std::stoll(text))) &
                                            smt::mask(value->sort.bits)));
  }

  Term load(const symbolic::State &state, const std::string &global,
            Term where) {
    std::string_view region =
        global.empty()
            ? symbolic::shared_region
            : universe_.region_of_global(question_.context->symbol(global));
    return universe_.table.load(state.regions.at(region), where, 32);
  }

  void add_size(Term object, std::uint64_t size, std::vector<Term> &all) {
    smt::TermTable &table = universe_.table;
    Term known =
        table.apply("$size", smt::bv_sort(32), {table.extract(63, 32, object)});
    all.push_back(table.equal(known, table.constant(smt::bv_sort(32), size)));
  }

  void add_bytes(Term memory, Term begin,
                 const std::vector<unsigned char> &bytes,
                 std::vector<Term> &all) {
    smt::TermTable &table = universe_.table;
    for (std::size_t i = 0; i < bytes.size(); i++)
      all.push_back(
          table.equal(table.plain_load(memory, table.add(begin, address(i)), 8),
                      table.constant(smt::bv_sort(8), bytes[i])));
  }

  void add_globals(const verdict::Witness &witness, std::vector<Term> &all) {
    smt::TermTable &table = universe_.table;
    for (const auto &[id, global] : question_.versions[0].program->globals) {
      auto given = witness.globals.find(std::string(id));
      std::string_view region = universe_.region_of_global(id);
      Term memory = table.input(
          region.empty() ? "memory" : "memory of " + std::string(region),
          smt::memory_sort);
      Term begin = universe_.global_object(id);
      add_size(begin, global.size, all);
      if (global.relocations.empty()) {
        add_bytes(memory, begin,
                  given == witness.globals.end() ? global.bytes
                                                 : given->second.bytes,
                  all);
        continue;
      }
      const ir::Relocation &to = global.relocations[0];
      all.push_back(table.equal(table.plain_load(memory, begin, 64),
                                table.add(universe_.global_object(to.symbol),
                                          address(std::uint64_t(to.addend)))));
    }
  }

  smt::Solver solver_;
};

} // namespace mergeproof::tests
