// Functions that only their callers can see (impact/private_units.h): the merge
// keeps them where it keeps the callers. Helpers that one parent made, or that
// take other parameters in some version, are asked after these; others before,
// and what they do by themselves counts where a caller is not kept.
#pragma once

#include "impact/private_units.h"
#include "portfolio/portfolio.h"
#include "verdict/unit_result.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::portfolio {

class PrivateFunctions {
public:
  // Takes those that are asked last out of `units`.
  void take_from(std::vector<const impact::Unit *> &units,
                 const std::vector<impact::AnalysedVersion> &versions,
                 const source::FileTable &files,
                 const impact::HidesNames &hides_names);

  // Every verdict on another function, as it is final. Of several on one of
  // that id one that is no proof counts.
  void hear(const verdict::UnitResult &result);

  // Those whose callers are all kept, directly or by way of each other, as they
  // were `planned`: proved by these, on what their proofs rest on. Takes them
  // out of `tasks`.
  std::vector<verdict::UnitResult>
  settle(const std::vector<verdict::UnitResult> &planned,
         std::vector<Task> &tasks) const;
  // Whether a verdict on it is to wait for those on its callers.
  bool is_to_wait(const verdict::UnitResult &result) const;
  // Proved by the callers, if they are all kept.
  verdict::UnitResult settle(verdict::UnitResult result) const;
  // Of the others: what they do by themselves is no conflict.
  verdict::UnitResult judge(verdict::UnitResult unit) const;

  // That are asked last.
  std::vector<impact::PrivateUnit> units() const;

private:
  std::set<ir::Symbol> kept_units() const;
  verdict::UnitResult prove(verdict::UnitResult unit) const;
  const impact::PrivateUnit *find(ir::Symbol id) const;
  void add_assumptions(const impact::PrivateUnit &unit,
                       std::set<ir::Symbol> &seen,
                       verdict::Assumptions &all) const;
  std::string describe_callers(const impact::PrivateUnit &unit) const;

  std::vector<impact::PrivateUnit> units_;
  bool is_comparison_ = false;                       // of two versions
  std::map<std::string, verdict::UnitResult> heard_; // by id
};

} // namespace mergeproof::portfolio
