// A question whose versions take different parameters, as one whose versions
// all take the parameters that any of them has: a version ignores those that it
// lacks. Parameters correspond by their names in the source.
//
//     O: f(x)      A: f(flags, x)     ->     f(flags, x) in both
//
// What is proved of all values of all of them holds of every call. Assumes
// ParametersByName.
#pragma once

#include "verdict/question.h"

#include <deque>
#include <optional>

namespace mergeproof::relational {

class CommonParameters {
public:
  explicit CommonParameters(const verdict::Question &question);
  CommonParameters(const CommonParameters &) = delete;
  CommonParameters &operator=(const CommonParameters &) = delete;

  // Nothing: they take the same, one of a name has another type, the results
  // differ, or a version may call itself, with parameters of its own. The
  // functions in it live as long as this.
  const std::optional<verdict::Question> &question() const { return result_; }

private:
  bool add(const ir::Variable &param, std::size_t position);
  ir::Function extend(const ir::Function &function) const;

  struct Parameter {
    std::string name; // in the source, or its position
    ir::Variable first;
  };
  const verdict::Question &question_;
  std::vector<Parameter> all_;
  std::deque<ir::Function> functions_;
  std::optional<verdict::Question> result_;
};

} // namespace mergeproof::relational
