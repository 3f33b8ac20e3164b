#include "impact/reason.h"

#include "impact/culprits.h"

#include <algorithm>

namespace mergeproof::impact {
namespace {

using namespace ir;

constexpr std::size_t max_named = 4;

// A culprit's text, and the parents whose it is.
struct Cause {
  std::string text;
  std::vector<std::string> parents;
};

class Explanation {
public:
  Explanation(Symbol id, const std::vector<AnalysedVersion> &versions)
      : id_(id), versions_(versions) {}

  std::string with_base(const std::vector<Influence> &influences) {
    if (!closure(versions_.back()).own.is_comparable())
      return "contains code that was not understood";
    if (influences.empty())
      return "changed only in the merge";
    for (const Influence &influence : influences)
      add_parent(influence);
    std::string text = changed_.empty() ? "unchanged here, but "
                                        : "changed by " + join_names(changed_);
    std::string causes = cause_text();
    if (!changed_.empty() && !causes.empty())
      text += "; ";
    return text + causes + merge_text(influences);
  }

private:
  const Closure &closure(const AnalysedVersion &version) const {
    return *version.closures->find_function(id_);
  }
  void add_parent(const Influence &influence) {
    if (influence.is_own)
      changed_.push_back(influence.parent);
    for (const Culprit &culprit : influence.culprits)
      add_cause(culprit.text, influence.parent);
  }

  void add_cause(const std::string &text, const std::string &parent) {
    auto known = std::find_if(causes_.begin(), causes_.end(),
                              [&](const Cause &c) { return c.text == text; });
    if (known == causes_.end())
      causes_.push_back({text, {parent}});
    else if (known->parents.back() != parent) // two string literals of one
      known->parents.push_back(parent);
  }

  // Direct causes first; "calls f() changed by A and calls g()…" drops the
  // verb.
  std::string cause_text() const {
    std::string text, verb;
    for (std::size_t i = 0; i < std::min(causes_.size(), max_named); i++) {
      const Cause &cause = causes_[i];
      std::string own_verb = cause.text.substr(0, cause.text.find(' '));
      bool is_repeated = own_verb == verb;
      if (i > 0)
        text += is_repeated ? " and " : ", ";
      text += is_repeated ? cause.text.substr(verb.size() + 1) : cause.text;
      if (!cause.text.ends_with(not_understood))
        text += " by " + join_names(cause.parents);
      verb = own_verb;
    }
    if (causes_.size() > max_named)
      text += " and " + std::to_string(causes_.size() - max_named) + " more";
    if (text.empty() && changed_.empty())
      return "reaches something that changed";
    return text;
  }

  // One parent alone changed it: then the merge is what is odd.
  std::string merge_text(const std::vector<Influence> &influences) const {
    if (influences.size() > 1)
      return "";
    const AnalysedVersion &base = versions_.front(), &merge = versions_.back();
    if (is_same(closure(merge).closure, closure(base).closure))
      return "; the merge has the base's version";
    return "; the merge has another version than " + influences[0].parent;
  }

  Symbol id_;
  const std::vector<AnalysedVersion> &versions_;
  std::vector<std::string> changed_;
  std::vector<Cause> causes_;
};

} // namespace

std::string join_names(const std::vector<std::string> &names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); i++) {
    if (i > 0)
      text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

std::string explain_unit(Symbol id,
                         const std::vector<AnalysedVersion> &versions,
                         const std::vector<Influence> &influences) {
  if (versions.front().revision.role == source::Role::Base)
    return Explanation(id, versions).with_base(influences);
  if (versions.front().revision.id == source::old_id)
    return "";
  std::vector<std::string> parents;
  for (const Influence &influence : influences)
    parents.push_back(influence.parent);
  return "not in the base; the merge differs from " + join_names(parents);
}

} // namespace mergeproof::impact
