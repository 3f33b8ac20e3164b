#include "app/deciding/open_units.h"

#include "impact/order.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace mergeproof::app {

void OpenUnits::say(const verdict::UnitResult &result) {
  if (private_.is_to_wait(result)) {
    waiting_.push_back(result);
    events_.planned(result); // if the run ends before, that is the answer
    return;
  }
  private_.hear(result);
  events_.decided(result);
}

// Of functions that only callers see, now that these are decided.
void OpenUnits::say_waiting() {
  for (verdict::UnitResult &result : std::exchange(waiting_, {})) {
    std::vector<verdict::ConfirmedConflict> conflicts = result.conflicts;
    verdict::UnitResult settled = private_.settle(std::move(result));
    std::error_code ignored;
    if (settled.answer == verdict::UnitAnswer::Proved)
      for (const verdict::ConfirmedConflict &conflict : conflicts)
        if (!conflict.test.empty())
          std::filesystem::remove_all(
              std::filesystem::path(conflict.test).parent_path(), ignored);
    events_.decided(settled);
  }
}

namespace {

verdict::UnitResult not_decided_yet(const TaskMaker &maker,
                                    const impact::Unit &unit) {
  verdict::UnitResult result = maker.describe(unit);
  result.reason = "the run ended before it was decided";
  return result;
}

} // namespace

void OpenUnits::announce(const TaskMaker &maker,
                         const std::vector<const impact::Unit *> &open) {
  for (const impact::Unit *unit : open)
    events_.planned(not_decided_yet(maker, *unit));
}

portfolio::Task OpenUnits::plan_unit(const impact::Unit &unit,
                                     const Ease &ease) {
  planned_.push_back({not_decided_yet(*maker_, unit), &unit});
  portfolio::Task task = maker_->make(unit);
  task.eased = ease(unit.id);
  return task;
}

void OpenUnits::say_left(const impact::Unit &unit) {
  verdict::UnitResult result = maker_->describe(unit);
  result.reason =
      unit.distance > options_.depth
          ? fmt::format("unchanged, and more than {} calls away from the "
                        "changes (--depth)",
                        options_.depth)
          : fmt::format("unchanged, and not among the {} such functions "
                        "nearest to the changes (--callers)",
                        options_.max_callers);
  say(result);
}

void OpenUnits::plan(const TaskMaker &maker,
                     std::vector<const impact::Unit *> open, const Ease &ease) {
  maker_.emplace(maker);
  const VersionSet &set = maker.set;
  if (!options_.shows_paths && options_.functions.empty())
    private_.take_from(open, set.versions, maker.context.files,
                       [&](std::size_t version, const std::string &path) {
                         return maker.store.hides_names(version, path);
                       });
  impact::UnitOrder order = impact::order_units(
      open, *set.versions.back().graph,
      {.most = options_.max_callers, .depth = options_.depth});
  for (const impact::Unit *unit : order.asked)
    tasks_.push_back(plan_unit(*unit, ease));
  for (const impact::PrivateUnit &known : private_.units())
    private_tasks_.push_back(plan_unit(*known.unit, ease));
  for (const impact::Unit *unit : order.left)
    say_left(*unit);
}

void OpenUnits::plan_meetings(const std::vector<const impact::Unit *> &units) {
  for (const impact::Unit *unit : units) {
    meetings_.push_back(maker_->make(*unit));
    met_[std::string(unit->id)] = unit;
    meetings_.back().is_meeting = true;
    meetings_.back().why_asked =
        fmt::format("{}, and called with what others changed",
                    unit->influenced_by.size() == 1
                        ? "changed by " + unit->influenced_by.front()
                        : "changed");
  }
}

void OpenUnits::say_decided(verdict::UnitResult result) {
  for (const Planned &planned : planned_) {
    if (planned.result.id != result.id)
      continue;
    result.file = planned.result.file;
    result.line = planned.result.line;
    locator().add_locations(result, *planned.unit);
    bool is_open = result.answer == verdict::UnitAnswer::Unknown;
    if (std::string missing =
            is_open && equal_ ? equal_->missing_for(planned.unit->id) : "";
        !missing.empty())
      result.reason += "; " + missing;
  }
  say(result);
}

// The limits, with what is used of them.
portfolio::Options OpenUnits::options_now() const {
  portfolio::Options options = limits_;
  options.used_seconds = unsigned((std::chrono::steady_clock::now() - start_) /
                                  std::chrono::seconds(1));
  return options;
}

void OpenUnits::forget(const std::set<std::string> &decided) {
  std::erase_if(tasks_, [&](const portfolio::Task &task) {
    return decided.contains(std::string(task.question.unit));
  });
}

void OpenUnits::prove_easy(Own own) {
  std::set<std::string> proved;
  std::vector<portfolio::Task> some;
  std::copy_if(tasks_.begin(), tasks_.end(), std::back_inserter(some),
               [own](const portfolio::Task &task) {
                 return task.is_unchanged == (own == Own::Same);
               });
  portfolio::Options options = options_now();
  options.is_quick_only = true;
  auto results = portfolio::decide_all(some, engines_, options,
                                       [&](const verdict::UnitResult &result) {
                                         proved.insert(result.id);
                                         say_decided(result);
                                       });
  for (std::size_t i = 0; i < some.size(); i++)
    for (portfolio::Task &task : tasks_)
      if (task.question.unit == some[i].question.unit)
        task.spent_seconds += results[i].seconds;
  forget(proved);
}

// Functions that keep what is left from being easy.
void OpenUnits::use(EqualFunctions *equal, EqualFunctions::Effort effort) {
  if (!equal || tasks_.empty())
    return;
  std::vector<const impact::Unit *> open;
  for (const portfolio::Task &task : tasks_)
    for (const Planned &planned : planned_)
      if (planned.unit->id == task.question.unit &&
          (!options_.is_comparison || planned.unit->is_unchanged))
        open.push_back(planned.unit);
  equal->show(open, effort);
  std::set<std::string> settled;
  for (const verdict::UnitResult &result : equal->settle(open)) {
    settled.insert(result.id);
    say(result);
  }
  forget(settled);
  for (portfolio::Task &task : tasks_)
    if (!task.eased || task.eased->is_enough) {
      task.eased = equal->ease(task.question.unit);
      if (task.eased) // what the texts that it has no more say of inputs
        task.eased->question.others = task.question.versions;
    }
}

void OpenUnits::decide_easy(EqualFunctions *equal) {
  prove_easy(Own::Changed);
  use(equal, EqualFunctions::Effort::SmallWithUnits);
  prove_easy(Own::Same);
  use(equal, EqualFunctions::Effort::Full);
  for (portfolio::Task &task : tasks_)
    task.is_hard = true;
}

void OpenUnits::decide_rest() {
  portfolio::decide_all(
      tasks_, engines_, options_now(),
      [&](const verdict::UnitResult &result) { say_decided(result); });
}

void OpenUnits::decide_private() {
  std::vector<verdict::UnitResult> planned;
  for (const Planned &one : planned_)
    planned.push_back(one.result);
  for (const auto &kept : private_.settle(planned, private_tasks_))
    say(kept);
  portfolio::Options options = options_now();
  options.test_directory.clear();
  portfolio::decide_all(private_tasks_, engines_, options,
                        [&](const verdict::UnitResult &result) {
                          say_decided(private_.judge(result));
                        });
}

// Only what is found is said: that nothing was is no answer.
void OpenUnits::decide_meetings() {
  portfolio::Options options = options_now();
  if (options_.writes_tests)
    options.sequences /= 2;
  else
    options.look_briefly();
  if (options.total_seconds > 0 &&
      options.used_seconds >= options.total_seconds)
    return;
  auto say_found = [&](verdict::UnitResult result) {
    if (result.answer != verdict::UnitAnswer::Conflict)
      return;
    result.file = maker_->input.key_path(
        maker_->set.versions.back().revision.id, result.file);
    locator().add_locations(result, *met_.at(result.id));
    result.id += " in a sequence of calls";
    say(result);
  };
  portfolio::decide_all(meetings_, engines_, options, say_found);
}

void OpenUnits::decide(const portfolio::Options &options,
                       EqualFunctions *equal) {
  limits_ = options;
  equal_ = equal;
  start_ = std::chrono::steady_clock::now() -
           std::chrono::seconds(options.used_seconds);
  if (!options_.shows_paths)
    decide_easy(equal);
  decide_rest();
  decide_private();
  say_waiting();
  decide_meetings();
}

} // namespace mergeproof::app
