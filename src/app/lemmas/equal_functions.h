// Functions that do the same in two versions, though their text is not the
// same, and the versions with one text for both: there identity settles who
// only calls them (impact/lemmas.h).
#pragma once

#include "app/tasks.h"
#include "impact/lemmas.h"
#include "portfolio/portfolio.h"

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace mergeproof::app {

class EqualFunctions {
public:
  // What it asks with; what is referred to outlives the object.
  struct Means {
    AssemblyRequest request;
    const impact::GivenMatches &given;
    scan::TextIndex &index;
    TaskMaker maker; // of the versions as they are
    std::vector<std::shared_ptr<verdict::Engine>> engines;
    portfolio::Options options; // limits of all questions together
  };
  explicit EqualFunctions(const Means &means) : means_(means) {}

  // What is easy to prove of functions that are no open units themselves; of
  // these, too; what takes its time, but for open units: about these, a more
  // telling question is asked anyway.
  enum class Effort { Small, SmallWithUnits, Full };

  // Shows what helps to settle units, callees first, as far as the time goes.
  void show(const std::vector<const impact::Unit *> &units, Effort effort);
  unsigned used_seconds() const; // by show()

  // Takes out of `open` what is the same as in a parent now.
  std::vector<verdict::UnitResult>
  settle(std::vector<const impact::Unit *> &open) const;
  // What was not shown, and would settle the unit, or be a step towards that;
  // empty: nothing that is known of.
  std::string missing_for(ir::Symbol unit) const;
  // None: it reaches nothing that was shown, or it is no unit there.
  std::optional<portfolio::Eased> ease(ir::Symbol unit) const;

private:
  struct Shown {
    impact::Lemma lemma;
    verdict::UnitResult proof;
  };
  const VersionSet &current() const { return set_ ? *set_ : means_.maker.set; }
  std::vector<const impact::Unit *>
  still_open(const std::vector<const impact::Unit *> &units) const;
  std::vector<impact::Lemma>
  find(const std::vector<const impact::Unit *> &units) const;
  bool may_stand_for_calls(const impact::Lemma &lemma) const;
  bool show_some(const std::vector<const impact::Unit *> &units, Effort effort);
  void ask(const std::vector<impact::Lemma> &lemmas, Effort effort);
  void note(const impact::LemmaKey &key, verdict::UnitResult result);
  bool apply(const std::vector<impact::Lemma> &lemmas);
  TaskMaker maker() const; // of the versions with the changes
  std::vector<const Shown *> used_by(ir::Symbol unit) const;
  bool rest_on(ir::Symbol unit, portfolio::Eased &proofs) const;
  bool asks_errno(ir::Symbol unit) const;
  const impact::Unit *find(ir::Symbol unit) const;
  std::string describe(const impact::Lemma &lemma) const;
  bool is_changed(const impact::Lemma &lemma) const;

  Means means_;
  std::map<impact::LemmaKey, verdict::UnitResult> proved_;
  std::set<impact::LemmaKey> failed_;    // with the effort of now
  std::set<impact::LemmaKey> different_; // of these, those that are wrong
  std::map<impact::LemmaKey, std::string> unshown_; // others, and why
  std::vector<Shown> shown_;
  struct Change {
    std::size_t version;
    impact::SharedText text;
  };
  std::vector<Change> changes_;
  std::unique_ptr<VersionSet> set_; // with the changes; null: none yet
  std::chrono::steady_clock::duration used_{}; // in show()
};

} // namespace mergeproof::app
