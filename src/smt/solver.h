// Questions to Z3: can all assertions hold at once?
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

// Questions share the translation of their terms, so one solver serves a whole
// term table. Answers depend on the sequence of questions, which is the same on
// every machine.
class Solver {
public:
  Solver();
  ~Solver();
  Solver(const Solver &) = delete;
  Solver &operator=(const Solver &) = delete;

  Answer check(const std::vector<Term> &assertions, std::uint64_t rlimit);

  // The same, but an unanswered question does not count as one.
  Answer try_check(const std::vector<Term> &assertions, std::uint64_t rlimit) {
    return ask(assertions, rlimit);
  }

  // The same, in one way only: for what is easy.
  Answer probe(const std::vector<Term> &assertions, std::uint64_t rlimit);

  // How many questions ended Unknown so far.
  unsigned unanswered() const { return unanswered_; }
  // Resource units that all questions took together.
  std::uint64_t spent() const { return spent_; }
  // Clauses that Z3 made for them: writing numbers as bits takes time, and no
  // units.
  std::uint64_t clauses() const { return clauses_; }

private:
  enum class Core { General, Tactics };
  Answer ask(const std::vector<Term> &assertions, std::uint64_t rlimit);
  Answer ask(const std::vector<Term> &assertions, std::uint64_t rlimit,
             Core core);
  void note_spent(std::uint32_t count) {
    spent_ += count - last_count_;
    last_count_ = count;
  }

  class Translation;
  const std::shared_ptr<Translation> &translation(); // made when first asked
  std::shared_ptr<Translation> translation_;         // models have it, too
  bool met_limit_ = false;
  unsigned unanswered_ = 0;
  std::uint64_t spent_ = 0, clauses_ = 0;
  std::uint32_t last_count_ = 0; // Z3's own, which counts on and wraps around
};

// Whether an SMT-LIB script with one (check-sat) holds, as Z3 reads it: with
// nothing of what questions of a Solver had before. Unknown also where it
// cannot be read.
Satisfiability check_script(const std::string &script, std::uint64_t rlimit);

} // namespace mergeproof::smt
