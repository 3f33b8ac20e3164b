// Runs a job in a forked process with limits and hears one text from it, and
// what it says before, in case it is stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mergeproof::portfolio {

struct JobLimits {
  unsigned seconds = 60;      // for one job
  unsigned total_seconds = 0; // for all of them; 0: no limit
  unsigned used_seconds = 0;  // of these, before
  std::uint64_t memory = 0;   // bytes of address space; 0: none
};

// Of one job; no more than the limits give.
struct JobTime {
  unsigned seconds = 0;
  bool is_share = false; // of the time for all of them
};

struct JobOutcome {
  bool was_started = true;
  bool has_timed_out = false;
  bool has_finished = false; // then `text` is what the job returned
  std::string text;
  std::string so_far;  // where it has not finished: the last that it said
  std::string failure; // "ran out of time (60 s; …)", "was ended by signal 11"
  double seconds = 0;
};

// Called in the child with what is known by now; not an empty text.
using SayMore = std::function<void(const std::string &)>;

struct JobWork {
  // Runs in the child and gives the text; an exception ends the child as a
  // failure. Texts have no form feed in them.
  std::function<std::string(std::size_t, const SayMore &)> make;
  // Called here, in the order in which the jobs end.
  std::function<void(std::size_t, const JobOutcome &)> done;
  // Whether anybody still wants the job's answer: asked before it starts, and
  // of those that run after another one ended; they are stopped then, and not
  // heard of.
  std::function<bool(std::size_t)> is_needed;
  // What a job has, asked when it starts; none: what the limits give.
  std::function<JobTime(std::size_t)> time = nullptr;
};

// Runs jobs 0 … count-1, at most `parallel` at once.
void run_jobs(std::size_t count, unsigned parallel, const JobLimits &limits,
              const JobWork &work);

} // namespace mergeproof::portfolio
