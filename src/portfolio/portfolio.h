// Decides units: engines, then re-check of proofs and replay of candidates.
// Each unit runs in a forked process with limits; a crash, a kill or a broken
// invariant becomes unknown (engine failed) and never touches another unit.
#pragma once

#include "check/replay.h"
#include "check/test_framework.h"
#include "portfolio/findings.h"
#include "verdict/unit_result.h"
#include "verdict/verdict.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::portfolio {

// A question that is easier to prove, and whose proof is one of the task's:
// with one layout of the structs that versions declare differently
// (impact/common_layouts.h), or one text of functions that were shown to do the
// same (impact/lemmas.h).
struct Eased {
  verdict::Question question;
  verdict::Assumptions assumptions; // that a proof of it rests on, too
  std::vector<std::string> explanation;
  std::string recheck;    // of what it rests on; empty: it was not proved
  bool is_enough = false; // what is not proved of it is not proved of the task
};

// Who vouches for both of two proofs (see UnitResult::recheck; empty: none).
std::string weaker_recheck(const std::string &a, const std::string &b);

struct Task {
  verdict::Question question;
  // One per version of the question, asked for only when something is replayed
  // (in the unit's own process). Empty result: replay natively is not possible.
  // `also`: functions that the question's own text calls (unit_text).
  std::function<std::vector<check::ReplaySource>(
      const std::vector<ir::Symbol> &also)>
      sources;
  std::optional<Eased> eased;
  std::string why_asked;
  std::string proof_name; // of its files (--emit-proof); empty: the unit's id
  verdict::Assumptions assumptions; // that any proof of it rests on
  // Nothing is proved: only sequences of calls are tried in which changes of
  // several parents meet (testgen::SequencePurpose::Meeting).
  bool is_meeting = false;
  bool is_hard = false;      // it is not easy to prove: that was tried
  double spent_seconds = 0;  // of its time, before
  bool is_unchanged = false; // differs only by what it calls
  std::string caveat;        // why a proof would not be enough; empty: it is
  std::string layout_caveat; // the same, of one that takes members for bytes
};

enum class Execution { Native, InterpreterOnly };

struct Options {
  Execution execution = Execution::Native;
  unsigned jobs = 1;
  unsigned timeout_seconds = 60; // per unit
  unsigned total_seconds = 0;    // for all units; 0: no limit
  unsigned used_seconds = 0;     // of these, before
  std::uint64_t max_memory = std::uint64_t(3) << 30; // per unit, bytes
  std::string test_directory; // where tests are written; empty: none written
  check::TestFramework framework = check::TestFramework::Assert; // of these
  unsigned test_runs = 2;      // of a written test on each version
  bool is_quick_only = false;  // what is not easy to prove stays undecided
  bool lists_paths = false;    // the first engine is asked in any case
  std::string proof_directory; // --emit-proof; empty: none
  std::string temp_directory;  // private, exists
  std::string cache_directory; // exists; for what units can share; or empty
  bool explains = false;       // an unknown names the edits it depends on
  unsigned candidates = 240;   // inputs tried by native search
  unsigned sequences = 8;      // of calls that lead to a unit, at most
  unsigned sequence_runs = 400;
  std::uint64_t sequence_steps = 2'000'000;
  // Calls that nobody makes may well do what no branch does where one branch
  // changed one of them, and another branch another: that is what both
  // together mean. What is lost there is shown to those who look for tests;
  // that the merge alone differs from all others, to everybody.
  bool shows_compositions = false;
  // Of the search that is guided by what runs go through and compare.
  unsigned guided_runs = 9'000;
  std::uint64_t guided_steps = 30'000'000;
  MadeUp made_up;

  // For what is proved, and only looked at in case.
  void look_briefly() {
    sequences = 4;
    sequence_runs = 200;
    sequence_steps = 500'000;
  }
  // For those who want tests rather than an answer soon.
  void look_longer() {
    candidates = 1'000;
    sequences = 16;
    shows_compositions = true;
    sequence_runs = 5'000;
    sequence_steps = 40'000'000;
    guided_runs = 50'000;
    guided_steps = 300'000'000;
    test_runs = 5;
  }
};

// Results in the order of the tasks; `on_result` hears each as it is final. Of
// what Options::is_quick_only leaves undecided, only the seconds are said.
std::vector<verdict::UnitResult>
decide_all(const std::vector<Task> &tasks,
           const std::vector<std::shared_ptr<verdict::Engine>> &engines,
           const Options &options,
           const std::function<void(const verdict::UnitResult &)> &on_result);

} // namespace mergeproof::portfolio
