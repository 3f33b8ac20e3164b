// Questions about sequences of calls.
#pragma once

#include "testgen/make_sequences.h"

#include <deque>
#include <memory>
#include <vector>

namespace mergeproof::testgen {

// A question about each sequence, on programs that have it. The question that
// it was made from outlives it.
class SequenceQuestions {
public:
  SequenceQuestions(const verdict::Question &question,
                    const std::vector<UnitSequence> &sequences);
  struct Asked {
    verdict::Question whole;
    std::vector<verdict::Question> without;
    ir::Symbol unit;                 // that the sequence was made for
    std::vector<ir::Symbol> callees; // by id
    bool may_release = false;
  };
  std::size_t size() const { return asked_.size(); }
  const Asked &operator[](std::size_t number) const { return asked_[number]; }

private:
  verdict::Question ask(const verdict::Question &question,
                        const Sequence &sequence);
  std::vector<std::unique_ptr<ir::Program>> programs_; // by version
  std::deque<Asked> asked_;
};

} // namespace mergeproof::testgen
