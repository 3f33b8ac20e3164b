// The units that triage leaves open, until they are decided: what is asked
// about them, in which order, and what is said of each.
#pragma once

#include "app/change_locator.h"
#include "app/engines.h"
#include "app/events.h"
#include "app/lemmas/equal_functions.h"
#include "app/tasks.h"
#include "portfolio/private_functions.h"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

class OpenUnits {
public:
  OpenUnits(const CheckOptions &options, EventWriter &events)
      : options_(options), events_(events), engines_(make_engines(options)) {}

  // Of any unit; who decides others hears it, too.
  void say(const verdict::UnitResult &result);

  // For whoever hears of it when the run ends before they are decided.
  void announce(const TaskMaker &maker,
                const std::vector<const impact::Unit *> &open);

  // An easier question about a unit; or none.
  using Ease = std::function<std::optional<portfolio::Eased>(ir::Symbol unit)>;
  // What is open, and what `maker` refers to, outlive this.
  void plan(const TaskMaker &maker, std::vector<const impact::Unit *> open,
            const Ease &ease);
  // Of functions that are decided, but called with what others changed
  // (impact/meetings.h).
  void plan_meetings(const std::vector<const impact::Unit *> &units);
  const std::vector<portfolio::Task> &tasks() const { return tasks_; }

  // `equal`: null: no functions are compared.
  void decide(const portfolio::Options &options, EqualFunctions *equal);

private:
  portfolio::Task plan_unit(const impact::Unit &unit, const Ease &ease);
  void say_left(const impact::Unit &unit);
  void say_decided(verdict::UnitResult result);
  void say_waiting();
  void decide_easy(EqualFunctions *equal);
  enum class Own { Changed, Same }; // the text of units
  void prove_easy(Own own);
  void use(EqualFunctions *equal, EqualFunctions::Effort effort);
  void decide_rest();
  void decide_private();
  void decide_meetings();
  void forget(const std::set<std::string> &decided);
  portfolio::Options options_now() const;
  ChangeLocator locator() const {
    return {maker_->context, maker_->input, maker_->store, maker_->set};
  }

  struct Planned {
    verdict::UnitResult result; // before anything was asked
    const impact::Unit *unit;
  };

  const CheckOptions &options_;
  EventWriter &events_;
  std::vector<std::shared_ptr<verdict::Engine>> engines_;
  std::optional<TaskMaker> maker_;
  std::vector<portfolio::Task> tasks_, private_tasks_, meetings_;
  std::vector<Planned> planned_;                    // those of all tasks
  std::map<std::string, const impact::Unit *> met_; // of meetings, by id
  portfolio::PrivateFunctions private_;
  std::vector<verdict::UnitResult> waiting_; // for verdicts on their callers
  const EqualFunctions *equal_ = nullptr;    // or null
  portfolio::Options limits_;
  std::chrono::steady_clock::time_point start_; // of the run
};

} // namespace mergeproof::app
