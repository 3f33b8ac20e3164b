// One question to Z3: can all assertions hold at once?
//
// Limits are resource counts, so an answer does not depend on the machine.
// Every exception of Z3 is caught here and becomes Unknown.
#pragma once

#include "smt/term.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mergeproof::smt {

enum class Satisfiability { Sat, Unsat, Unknown };

// Values of terms in a satisfying assignment. Terms that the assertions do not
// constrain get some value; the same term always the same.
class Model {
public:
  virtual ~Model() = default;
  // Bool and bit-vector terms of the table that was asked about.
  virtual std::optional<Bits> value(Term term) = 0;
};

struct Answer {
  Satisfiability result = Satisfiability::Unknown;
  std::shared_ptr<Model> model; // when Sat
  std::string reason;           // when Unknown
};

class Solver {
public:
  Solver();
  ~Solver();
  Solver(const Solver &) = delete;
  Solver &operator=(const Solver &) = delete;

  Answer check(const std::vector<Term> &assertions, std::uint64_t rlimit);

private:
  class Translation;
  std::unique_ptr<Translation> translation_;
};

} // namespace mergeproof::smt
