// One try at a proof, for the engines of this folder.
#pragma once

#include "relational/executor.h"
#include "verdict/verdict.h"

#include <memory>

namespace mergeproof::relational {

bool has_loops(const verdict::Question &question); // the unit itself

class Prover : public verdict::Engine {
public:
  std::string name() const override { return "relational"; }
  void prepare(const verdict::Question &question) override;
  bool is_quick() const override { return true; }

protected:
  struct Attempt {
    verdict::Verdict verdict;
    bool may_inline = false;       // a callee that was summarised
    TakenApart apart{true, false}; // as long as nothing was tried
    bool has_given_up = false;
    // Pointers that code takes for numbers, as far as it was run.
    std::shared_ptr<const symbolic::PointerNumbers::Names> numbers;
  };
  // After prepare().
  Attempt try_prove(const verdict::Question &question,
                    const Strategy &strategy) const;
  Attempt try_prove(const verdict::Question &question, const Strategy &strategy,
                    symbolic::Padding &padding) const;

  Attempt try_once(symbolic::Universe &universe,
                   const Strategy &strategy) const;
  Attempt try_apart(const verdict::Question &question) const;
  Attempt try_together(const verdict::Question &question,
                       const Attempt &apart) const;
  Attempt try_blocks(const verdict::Question &question,
                     const Strategy &strategy) const;
  Attempt try_library_bodies(const verdict::Question &question,
                             const Strategy &strategy) const;
  Attempt try_fused(const verdict::Question &question, Strategy strategy) const;
  // Shared code once for all versions, loops in lock step.
  Attempt try_alike(const verdict::Question &question) const;
  // Bodies of callees, first those of changed ones, take part in the alignment;
  // at last the versions side by side. Unknown for large functions.
  verdict::Verdict prove_inlined(const verdict::Question &question) const;

  std::shared_ptr<const symbolic::ProgramUses> uses_; // of the last question
  // Known from the start, of versions that are not compared.
  symbolic::PointerNumbers::Names numbers_;
};

} // namespace mergeproof::relational
