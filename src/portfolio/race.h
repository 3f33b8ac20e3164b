// Who decides a unit first. A small unit is decided in one process: the search
// for inputs is short, and the engines follow. Of a large one, the search and
// the engines are two processes, side by side as far as there are processors:
// the first answer that is final ends the other. Which of the two it is depends
// on the machine; whether it is proved or a conflict does not, and where both
// are seen, the unit is undecided and the report says that something is wrong.
// Where the search saw an inherent conflict, nothing can be proved: only models
// of a conflict that is not are asked for. Before all that, each unit is asked
// whether it is easy to prove, as long as this takes no more than its share of
// the time. Units with a change of their own are done with before any other is
// looked at. What is done of a unit one after the other has the time of a unit
// together.
#pragma once

#include "portfolio/decide.h"
#include "portfolio/worker.h"

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace mergeproof::portfolio {

class Race {
public:
  using Engines = std::vector<std::shared_ptr<verdict::Engine>>;
  using OnResult = std::function<void(const verdict::UnitResult &)>;

  // All of them outlive it.
  Race(const std::vector<Task> &tasks, const Engines &engines,
       const Options &options, const OnResult &on_result);

  // In the order of the tasks.
  std::vector<verdict::UnitResult> run();

private:
  struct Job {
    std::size_t task = 0;
    Part part = Part::Whole;
  };
  struct State {
    std::optional<verdict::UnitResult> searched, proved, modelled;
    double spent = 0; // seconds, of the unit's
    bool is_decided = false;

    bool is_inherent() const; // as far as the search saw
  };
  void plan();
  void plan(std::size_t begin, std::size_t end); // of tasks
  bool is_needed(std::size_t job) const;
  bool is_late() const; // before it has begun
  std::string directory_of(std::size_t job) const;
  std::string make(std::size_t job, const SayMore &say_more) const;
  JobTime time_of(std::size_t job) const;
  unsigned share_of(std::size_t job) const;
  unsigned seconds_given() const; // to all of run()
  void hear(std::size_t job, const JobOutcome &outcome);
  void take(std::size_t task, Part part, verdict::UnitResult result);
  void decide(std::size_t task, verdict::UnitResult result);

  const std::vector<Task> &tasks_;
  const Engines &engines_;
  const Options &options_;
  const OnResult &on_result_;
  std::vector<Job> jobs_;
  std::vector<State> states_; // by task
  std::vector<verdict::UnitResult> results_;
  double asked_in_vain_ = 0; // seconds, for proofs that are easy
  std::chrono::steady_clock::time_point start_; // of run()
};

} // namespace mergeproof::portfolio
