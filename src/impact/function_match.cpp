#include "impact/function_match.h"

#include "impact/likeness.h"
#include "ir/signature.h"

#include <algorithm>
#include <set>

namespace mergeproof::impact {

namespace {

using ir::Function;
using ir::Program;
using ir::Symbol;

constexpr unsigned least_likeness = 60;          // percent
constexpr unsigned least_of_namesakes = 40;      // the same, of one name
constexpr std::size_t most_comparisons = 20'000; // of bodies

class Matcher {
public:
  Matcher(const std::vector<const Program *> &versions,
          const GivenMatches &given)
      : versions_(versions), given_(given) {}

  FunctionMatches run() {
    collect();
    take_given();
    for (Symbol gone : gone_)
      for (Symbol added : added_)
        add_candidate(gone, added);
    take_best();
    std::sort(result_.matches.begin(), result_.matches.end(),
              [](const auto &a, const auto &b) { return a.new_id < b.new_id; });
    return std::move(result_);
  }

private:
  const Program &origin() const { return *versions_.front(); }
  const Program &merge() const { return *versions_.back(); }

  void collect() {
    for (const auto &[id, function] : origin().functions)
      if (function.is_defined && !merge().find_function(id))
        gone_.insert(id);
    for (const auto &[id, function] : merge().functions)
      if (function.is_defined && !origin().find_function(id))
        added_.insert(id);
  }

  bool can_be(Symbol gone, Symbol added) const {
    return std::all_of(
        versions_.begin(), versions_.end(), [&](const Program *version) {
          const Function *old = version->find_function(gone);
          const Function *now = version->find_function(added);
          return old ? old->is_defined && !now : now && now->is_defined;
        });
  }

  static Symbol find(const std::set<Symbol> &ids, const Program &program,
                     const std::string &wanted) {
    for (Symbol id : ids)
      if (id == wanted || program.find_function(id)->name == wanted)
        return id;
    return {};
  }

  void take_given() {
    for (const auto &[old_name, new_name] : given_) {
      Symbol gone = find(gone_, origin(), old_name);
      Symbol added = find(added_, merge(), new_name);
      bool is_none = new_name.empty();
      if (!is_none && (gone.empty() || added.empty() || !can_be(gone, added)))
        result_.problems.push_back(
            old_name + " = " + new_name +
            ": every version must define exactly one of the two, the first the "
            "old one, the last the new one, and not mention the other");
      else if (!is_none)
        take(gone, added, likeness_.of(versions_, gone, added), true);
      gone_.erase(gone); // no guess instead
    }
  }

  void add_candidate(Symbol gone, Symbol added) {
    const Function &old = *origin().find_function(gone);
    const Function &now = *merge().find_function(added);
    bool has_same_name = old.name == now.name;
    if ((!has_same_name && !ir::takes_the_same(old, now)) ||
        comparisons_++ >= most_comparisons || !can_be(gone, added))
      return;
    bool is_tiny = likeness_.is_tiny(old);
    unsigned alike = likeness_.of(versions_, gone, added);
    if (alike >= (has_same_name ? least_of_namesakes : least_likeness) &&
        (has_same_name || !is_tiny))
      candidates_.push_back({alike + (has_same_name ? 101u : 0u), gone, added});
  }

  // One that two others are as much like is nobody's.
  bool is_ambiguous(std::size_t k) const {
    const Candidate &mine = candidates_[k];
    return std::any_of(
        candidates_.begin(), candidates_.end(), [&](const Candidate &other) {
          return &other != &mine && other.rank >= mine.rank &&
                 (other.gone == mine.gone || other.added == mine.added) &&
                 gone_.count(other.gone) && added_.count(other.added);
        });
  }

  void take_best() {
    std::stable_sort(
        candidates_.begin(), candidates_.end(),
        [](const Candidate &a, const Candidate &b) { return a.rank > b.rank; });
    for (std::size_t k = 0; k < candidates_.size(); k++) {
      const Candidate candidate = candidates_[k];
      if (gone_.count(candidate.gone) && added_.count(candidate.added) &&
          !is_ambiguous(k))
        take(candidate.gone, candidate.added,
             candidate.rank > 100 ? candidate.rank - 101 : candidate.rank,
             false);
    }
  }

  void take(Symbol gone, Symbol added, unsigned alike, bool is_given) {
    result_.matches.push_back({gone, added, origin().find_function(gone)->name,
                               merge().find_function(added)->name, alike,
                               is_given});
    gone_.erase(gone);
    added_.erase(added);
  }

  struct Candidate {
    unsigned rank = 0; // likeness; above 100: the same name, too
    Symbol gone, added;
  };

  const std::vector<const Program *> &versions_;
  const GivenMatches &given_;
  FunctionMatches result_;
  std::set<Symbol> gone_, added_;
  Likeness likeness_;
  std::vector<Candidate> candidates_;
  std::size_t comparisons_ = 0;
};

} // namespace

FunctionMatches match_functions(const std::vector<const Program *> &versions,
                                const GivenMatches &given) {
  return Matcher(versions, given).run();
}

} // namespace mergeproof::impact
