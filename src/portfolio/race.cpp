#include "portfolio/race.h"

#include "check/used_globals.h"
#include "portfolio/combine.h"
#include "verdict/signature.h"
#include "verdict/unit_result_json.h"

#include <algorithm>
#include <filesystem>

namespace mergeproof::portfolio {

namespace {

using verdict::UnitAnswer;
using verdict::UnitResult;

// Of so many units the searches come first, then the proofs.
constexpr std::size_t round = 8;
// What is easy to prove comes before everything else, for such a share of the
// time at most. What is easy is a matter of counts (verdict::Budget): the
// seconds are there for what these do not bound, on a slow machine, too.
constexpr unsigned quick_share = 4, most_quick_seconds = 40;
// Of the time that is left, for one process; and what it always gets. A search
// ends by itself, and is for nothing where it ends before its runs.
constexpr unsigned most_share = 3, most_share_of_search = 2, least_seconds = 2;

UnitResult read_outcome(const Task &task, const JobOutcome &outcome) {
  UnitResult result = make_result(task);
  result.seconds = outcome.seconds;
  if (auto so_far = verdict::from_json(outcome.so_far);
      !outcome.so_far.empty() && so_far) {
    so_far.value().seconds = outcome.seconds;
    return std::move(so_far).value();
  }
  if (!outcome.has_finished) {
    bool has_failed = outcome.was_started && !outcome.has_timed_out;
    result.reason =
        has_failed ? "engine failed: " + outcome.failure : outcome.failure;
    return result;
  }
  auto parsed = verdict::from_json(outcome.text);
  if (!parsed) {
    result.reason = "engine failed: " + parsed.error().message;
    return result;
  }
  result = std::move(parsed).value();
  result.seconds = outcome.seconds;
  return result;
}

constexpr std::size_t large_statements = 300; // of all versions together

// Whether a proof takes long, if there is one, beside running inputs: with the
// functions that it reaches and that differ between the versions.
bool is_large(const verdict::Question &question) {
  auto is_same_everywhere = [&](const ir::Function &function) {
    return question.is_same_everywhere(function.id);
  };
  std::size_t count = 0;
  for (const verdict::VersionOfUnit &version : question.versions)
    for (const ir::Function *function :
         check::reached_functions(version, is_same_everywhere))
      count += ir::count_statements(function->body);
  return count >= large_statements;
}

bool has_two_parts(const Task &task, const Options &options) {
  return !options.lists_paths && !task.is_meeting &&
         !task.question.stands_for_calls &&
         verdict::signature_problem(task.question).empty() &&
         is_large(task.question);
}

} // namespace

Race::Race(const std::vector<Task> &tasks, const Engines &engines,
           const Options &options, const OnResult &on_result)
    : tasks_(tasks), engines_(engines), options_(options),
      on_result_(on_result), states_(tasks.size()), results_(tasks.size()) {
  for (std::size_t task = 0; task < tasks.size(); task++)
    states_[task].spent = tasks[task].spent_seconds;
  plan();
}

void Race::plan() {
  auto unchanged =
      std::find_if(tasks_.begin(), tasks_.end(),
                   [](const Task &task) { return task.is_unchanged; });
  auto changed = std::size_t(unchanged - tasks_.begin());
  plan(0, changed);
  plan(changed, tasks_.size());
}

void Race::plan(std::size_t begin, std::size_t end) {
  std::vector<Job> later;
  bool has_quick =
      std::any_of(engines_.begin(), engines_.end(),
                  [](const auto &engine) { return engine->is_quick(); });
  for (std::size_t task = begin; task < end; task++)
    if (has_quick && !options_.lists_paths && !tasks_[task].is_meeting &&
        !tasks_[task].is_hard)
      jobs_.push_back({task, Part::Quick});
  for (std::size_t task = begin; task < end && !options_.is_quick_only;
       task++) {
    bool has_two = !is_late() && has_two_parts(tasks_[task], options_);
    jobs_.push_back({task, has_two ? Part::Search : Part::Whole});
    if (has_two)
      for (Part part : {Part::Prove, Part::Model})
        later.push_back({task, part});
    if ((task - begin + 1) % round == 0 || task + 1 == end) {
      jobs_.insert(jobs_.end(), later.begin(), later.end());
      later.clear();
    }
  }
}

// Nothing will be asked any more.
bool Race::is_late() const {
  return options_.total_seconds > 0 &&
         options_.used_seconds >= options_.total_seconds;
}

std::string Race::directory_of(std::size_t job) const {
  return options_.temp_directory + "/unit-" + std::to_string(job);
}

std::string Race::make(std::size_t job, const SayMore &say_more) const {
  std::error_code ignored;
  std::filesystem::create_directories(directory_of(job), ignored);
  return verdict::to_json(decide_unit(
      tasks_[jobs_[job].task], jobs_[job].part, engines_, options_,
      directory_of(job),
      [&](const UnitResult &so_far) { say_more(verdict::to_json(so_far)); }));
}

// Nobody takes more than such a share of what is left from the others, unless
// they get by with it.
unsigned Race::share_of(std::size_t job) const {
  auto passed = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::steady_clock::now() - start_);
  unsigned used = unsigned(passed.count()) + options_.used_seconds;
  unsigned left =
      options_.total_seconds - std::min(used, options_.total_seconds);
  auto waiting = static_cast<unsigned>(std::count_if(
      jobs_.begin() + std::ptrdiff_t(job), jobs_.end(), [&](const Job &other) {
        return other.part != Part::Model && !states_[other.task].is_decided;
      }));
  unsigned jobs = std::max(1u, options_.jobs);
  bool is_search = jobs_[job].part == Part::Search;
  return std::max({left / (is_search ? most_share_of_search : most_share),
                   left * jobs / std::max(1u, waiting), least_seconds});
}

unsigned Race::seconds_given() const {
  return options_.total_seconds -
         std::min(options_.used_seconds, options_.total_seconds);
}

bool Race::is_needed(std::size_t job) const {
  auto [task, part] = jobs_[job];
  const State &state = states_[task];
  if (state.is_decided)
    return false;
  if ((part == Part::Prove && state.is_inherent()) ||
      (part == Part::Model && state.searched && !state.is_inherent()))
    return false;
  return part != Part::Quick || options_.total_seconds == 0 ||
         asked_in_vain_ * quick_share <=
             seconds_given() * std::max(1u, options_.jobs);
}

JobTime Race::time_of(std::size_t job) const {
  auto [task, part] = jobs_[job];
  auto spent = unsigned(states_[task].spent);
  JobTime time{std::max(options_.timeout_seconds -
                            std::min(spent, options_.timeout_seconds),
                        least_seconds)};
  if (part == Part::Quick)
    time.seconds = std::min(time.seconds, most_quick_seconds);
  if (options_.total_seconds == 0)
    return time;
  unsigned share =
      part != Part::Quick
          ? share_of(job)
          : std::max(1u, seconds_given() * std::max(1u, options_.jobs) /
                             quick_share);
  return share < time.seconds ? JobTime{share, true} : time;
}

bool Race::State::is_inherent() const {
  return searched && searched->answer == UnitAnswer::Conflict;
}

void Race::hear(std::size_t job, const JobOutcome &outcome) {
  std::error_code ignored;
  std::filesystem::remove_all(directory_of(job), ignored);
  auto [task, part] = jobs_[job];
  State &state = states_[task];
  if (state.is_decided) // both ended at once
    return;
  state.spent += outcome.seconds;
  UnitResult result = read_outcome(tasks_[task], outcome);
  if (part == Part::Quick && result.answer != UnitAnswer::Proved) {
    asked_in_vain_ += outcome.seconds;
    results_[task].seconds = state.spent - tasks_[task].spent_seconds;
  } else if (part == Part::Whole || part == Part::Quick) {
    decide(task, std::move(result));
  } else {
    take(task, part, std::move(result));
  }
}

// One of the parts of a unit.
void Race::take(std::size_t task, Part part, UnitResult result) {
  State &state = states_[task];
  (part == Part::Search  ? state.searched
   : part == Part::Prove ? state.proved
                         : state.modelled) = result;
  const auto &other = state.is_inherent() ? state.modelled : state.proved;
  if (state.searched && other)
    decide(task, combine(*state.searched, *other));
  else if (is_final(result))
    decide(task, std::move(result));
}

void Race::decide(std::size_t task, UnitResult result) {
  states_[task].is_decided = true;
  results_[task] = std::move(result);
  on_result_(results_[task]);
}

std::vector<UnitResult> Race::run() {
  start_ = std::chrono::steady_clock::now();
  JobLimits limits{.seconds = options_.timeout_seconds,
                   .total_seconds = options_.total_seconds,
                   .used_seconds = options_.used_seconds,
                   .memory = options_.max_memory};
  run_jobs(jobs_.size(), options_.jobs, limits,
           {[this](std::size_t job, const SayMore &say_more) {
              return make(job, say_more);
            },
            [this](std::size_t job, const JobOutcome &outcome) {
              hear(job, outcome);
            },
            [this](std::size_t job) { return is_needed(job); },
            [this](std::size_t job) { return time_of(job); }});
  std::error_code ignored;
  for (std::size_t job = 0; job < jobs_.size(); job++) // of those stopped
    std::filesystem::remove_all(directory_of(job), ignored);
  return std::move(results_);
}

} // namespace mergeproof::portfolio
