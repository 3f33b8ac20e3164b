// An engine's answer to a Question, with the evidence that `check` confirms
// before anything leaves the tool.
//
//   Proved   conditions: SMT-LIB 2 scripts, each must be unsatisfiable. May be
//   empty:
//            then every observable was equal by construction of terms.
//   Refuted  candidates: inputs; believed only after a replay showed the
//   difference Unknown  reason (a user reads it); candidates may still be tried
#pragma once

#include "verdict/assumption.h"
#include "verdict/path_table.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mergeproof::verdict {

enum class Answer { Proved, Refuted, Unknown };

struct VerificationCondition {
  std::string name;   // "return value", "loop at src/f.c:12 keeps x"
  std::string smtlib; // complete script, ends with (check-sat)
  // Who found the answer; the others are asked again.
  enum class FoundBy : std::uint8_t { Z3, Cvc5, Bits };
  FoundBy by = FoundBy::Z3;
  // The same in scripts that are easier, all of which must be unsatisfiable;
  // empty: there are none. For what nobody confirms as a whole; may be null.
  std::function<std::vector<std::string>()> in_parts;
};

struct [[nodiscard]] Verdict {
  Answer answer = Answer::Unknown;
  std::string reason;
  bool is_final = false; // Unknown, and no other engine could say more
  Assumptions assumptions;
  std::vector<VerificationCondition> conditions;
  std::vector<Witness> candidates;
  // How it came about, one line each: the loops and what holds of them.
  std::vector<std::string> explanation;
  std::shared_ptr<const PathTable> paths; // where asked for, and could be made
};

inline Verdict make_unknown(std::string reason) {
  return {.answer = Answer::Unknown,
          .reason = std::move(reason),
          .is_final = false,
          .assumptions = {},
          .conditions = {},
          .candidates = {},
          .explanation = {},
          .paths = nullptr};
}

class Engine {
public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  // Once, before questions about the programs of this one: work that all of
  // them share.
  virtual void prepare(const Question &) {}
  virtual Verdict decide(const Question &question) = 0;
  // Whether a small budget makes it soon say what is easy to prove.
  virtual bool is_quick() const { return false; }
};

} // namespace mergeproof::verdict
