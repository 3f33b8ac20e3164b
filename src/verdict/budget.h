// How much work an engine may do on a question. Counts, never seconds: the same
// input gives the same answer everywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

namespace mergeproof::verdict {

// What all engines together may still do on a question, in Z3's resource units
// and what takes about as long. Shared by the copies of a budget; not by
// threads.
class Effort {
public:
  explicit Effort(std::uint64_t most) : left_(most) {}
  void spend(std::uint64_t units) { left_ -= std::min(left_, units); }
  bool is_over() const { return left_ == 0; }

private:
  std::uint64_t left_;
};

struct Budget {
  std::uint64_t solver_rlimit = 5'000'000; // Z3 resource units per query
  std::uint32_t inline_depth = 8;
  std::uint32_t max_terms = 1'000'000;
  // Loop turns, when looking for a counterexample; 0: none is looked for.
  std::uint32_t unroll = 6;
  std::uint32_t queries = 200;
  std::uint64_t asked_terms = 4'000'000; // of all queries together
  std::uint32_t patience = 3;     // unanswered queries before limits shrink
  std::uint64_t total_rlimit = 0; // of all queries of a run; 0: no limit
  std::shared_ptr<Effort> effort; // of all runs; null: no limit

  // For what is easy to prove; no inputs are looked for.
  void make_small(std::uint64_t most_effort = small_effort) {
    solver_rlimit /= 16;
    max_terms /= 4;
    asked_terms /= 4;
    queries /= 2;
    patience = 1;
    total_rlimit = 4 * solver_rlimit;
    effort = std::make_shared<Effort>(most_effort);
    unroll = 0;
  }

  // The same, and inputs are looked for.
  void make_small_with_models() {
    std::uint32_t turns = unroll;
    make_small();
    unroll = turns;
  }

  static constexpr std::uint64_t small_effort = 4'000'000;
  static constexpr std::uint64_t least_effort = small_effort / 10;
};

} // namespace mergeproof::verdict
