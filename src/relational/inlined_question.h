// A question whose units have the bodies of callees in the place of calls, so
// that code which versions moved into helpers, or out of them, is aligned.
#pragma once

#include "verdict/question.h"

#include <deque>
#include <map>
#include <optional>

namespace mergeproof::relational {

class InlinedQuestion {
public:
  // Changed: callees that do not behave the same in every version, or that some
  // version lacks. All: also the others, but recursive ones.
  enum class Which { Changed, All };
  InlinedQuestion(const verdict::Question &question, Which which);
  InlinedQuestion(const InlinedQuestion &) = delete;
  InlinedQuestion &operator=(const InlinedQuestion &) = delete;

  const verdict::Question &question() const { return question_; }
  // Puts loops together (fuse_loops.h); whether there were some.
  bool fuse_loops();
  // Makes loops that copy or fill memory statements (block_operations.h), where
  // that makes versions more alike: some have other such loops than others.
  bool use_block_operations();
  // Bodies in the place of calls of the library (library_bodies.h), of those
  // functions that some versions call more often than others; whether there are
  // some.
  bool use_library_bodies();

private:
  bool has_changed(ir::Symbol callee) const;
  const ir::Function *body_of(std::size_t version, const ir::Function &callee,
                              Which which);
  const ir::Function *without_recursion(const ir::Function &function);

  verdict::Question question_;
  std::deque<ir::Function> functions_;
  std::map<const ir::Function *, std::optional<ir::Function>> loops_;
};

} // namespace mergeproof::relational
