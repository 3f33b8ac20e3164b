// One try at a proof, for the engines of this folder.
#pragma once

#include "relational/executor.h"
#include "verdict/verdict.h"

#include <memory>

namespace mergeproof::relational {

class Prover : public verdict::Engine {
public:
  std::string name() const override { return "relational"; }
  void prepare(const verdict::Question &question) override;

protected:
  struct Attempt {
    verdict::Verdict verdict;
    bool may_inline = false; // a callee that was summarised
    bool has_given_up = false;
  };
  // After prepare().
  Attempt try_prove(const verdict::Question &question,
                    const Strategy &strategy) const;

  std::shared_ptr<const symbolic::ProgramUses> uses_; // of the last question
};

} // namespace mergeproof::relational
