// The contract of a merge over symbolic results (ARCHITECTURE, section 1; TOM,
// Theorem 1: SafeMerge's formula misses conflicts, all three parts must hold).
#pragma once

#include "relational/executor.h"
#include "symbolic/lifetimes.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::relational {

// One way in which the merge could be wrong, and the condition under which it
// is.
struct Claim {
  std::string observable; // "return value", "memory", "external calls"…
  std::string rule;       // "lost A", "unexpected"
  Term violation = nullptr;
  // If these cannot be (there are some), the claim holds, too: the violation of
  // each byte of a value, whose parts versions may have changed apart.
  std::vector<Term> parts;
};

class Contract {
public:
  Contract(symbolic::Universe &universe, const Executor::Result &result,
           const ir::Function &unit)
      : Contract(universe, universe.question(), result, unit) {}
  // `result` has an entry for each version of `question`, which outlives this.
  Contract(symbolic::Universe &universe, const verdict::Question &question,
           const Executor::Result &result, const ir::Function &unit);

  // Claims whose violation is not false by construction.
  const std::vector<Claim> &claims() const { return claims_; }
  // What holds on every input that counts: every version ends, and not all of
  // base and parents trap.
  const std::vector<Term> &domain() const { return domain_; }
  bool has_traps() const { return has_traps_; }

private:
  struct End {
    Term traps, exits, returns, code, outcome;
    Term world; // the external calls, however it ends
  };
  using Values = std::vector<Term>; // by version
  void find_ends();
  void add_domain();
  // Values are compared where both versions return, or also where both exit.
  enum class Where { Returned, Exited };
  void ask(const std::string &observable, const Values &values,
           Where where = Where::Returned);
  // By the id of the address and the width, so that the order is the same
  // everywhere.
  struct WrittenPlace {
    Term address = nullptr;
    std::uint32_t bits = 0;
    smt::Access access = {}; // that all writes are
  };
  using Places =
      std::map<std::pair<std::uint64_t, std::uint32_t>, WrittenPlace>;
  Term outlives(Term address);
  // What the versions wrote to one and the same memory.
  struct Written {
    Places places;
    std::map<std::uint64_t, Term> objects; // new ones, by id: somewhere in them
    bool is_all = true;
  };
  Written written_to(const Values &memories) const;
  void note_write(Term memory, Written &written) const;
  void ask_places(const std::string &observable, const Values &memories,
                  const Places &places);
  void ask_objects(const std::string &observable, const Values &memories,
                   const std::map<std::uint64_t, Term> &objects);
  Values memories_of(std::string_view region) const;
  // Whether somebody may read there after the call.
  bool may_be_read(Term address);
  // What nobody can read any more is the same.
  Values readable(Term address, Values values);
  void ask_lifetimes();
  void ask_memory();
  void ask_result_object(const ir::Function &unit);
  Term is_same(std::size_t v, std::size_t w, const Values &values, Where where);
  void claim(const std::string &observable, const std::string &rule, Term term);

  symbolic::Universe &universe_;
  TermTable &table_;
  const verdict::Question &question_;
  const Executor::Result &result_;
  std::vector<End> ends_;
  symbolic::Lifetimes lifetimes_;
  std::vector<Term> left_;      // see Lifetimes::may_be_known
  std::map<Term, Values> dead_; // by object: whether it is freed in the end
  std::vector<Claim> claims_;
  std::vector<Term> domain_;
  bool has_traps_ = false;
};

} // namespace mergeproof::relational
