#include "impact/reason.h"

#include <algorithm>
#include <deque>

namespace mergeproof::impact {
namespace {

using namespace ir;

constexpr std::size_t max_named = 4;
constexpr std::string_view not_understood =
    " with code that was not understood";

// A function or global behind a difference, as near to the unit as it is found.
struct Culprit {
  std::string text; // "calls limit() changed"
  std::vector<std::string> parents;
};

const AnalysedVersion *
find_version(const std::vector<AnalysedVersion> &versions,
             const std::string &id) {
  for (const AnalysedVersion &version : versions)
    if (version.revision.id == id)
      return &version;
  return nullptr;
}

// Walks what a function reaches in one version, down to what differs itself.
class CulpritSearch {
public:
  CulpritSearch(const AnalysedVersion &base, const AnalysedVersion &version)
      : base_(base), version_(version) {}

  std::vector<std::string> run(Symbol unit) {
    visit_function(unit, 0);
    for (; !queue_.empty(); queue_.pop_front())
      expand(queue_.front());
    return std::move(found_);
  }

private:
  struct Step {
    Symbol id;
    unsigned distance;
  };

  void expand(const Step &step) {
    const CallNode &node = version_.graph->nodes.at(step.id);
    for (Symbol callee : node.named.callees)
      look(callee, step.distance == 0 ? "calls " : "reaches ",
           step.distance + 1);
    for (Symbol callee : node.indirect)
      look(callee, "may call through a pointer ", step.distance + 1);
    for (Symbol callee : node.named.addresses)
      look(callee, "takes the address of ", step.distance + 1);
    for (Symbol global : node.named.globals)
      look_at_global(global, step.distance == 0 ? "uses " : "reaches ");
  }

  void look(Symbol id, const std::string &verb, unsigned distance) {
    const Closure *own = version_.closures->find_function(id);
    const Closure *other = base_.closures->find_function(id);
    if (!own || !visited_.insert(id).second)
      return;
    if (!own->own.is_comparable())
      found_.push_back(verb + name_of(id) + std::string(not_understood));
    else if (!other)
      found_.push_back(verb + name_of(id) + " added");
    else if (!is_same(own->own, other->own))
      found_.push_back(verb + name_of(id) + " changed");
    else if (!is_same(own->closure, other->closure))
      visit_function(id, distance);
  }

  void visit_function(Symbol id, unsigned distance) {
    if (version_.graph->nodes.contains(id))
      queue_.push_back({id, distance});
  }

  void look_at_global(Symbol id, const std::string &verb) {
    const Closure *own = version_.closures->find_global(id);
    const Closure *other = base_.closures->find_global(id);
    if (!own || !visited_.insert(id).second)
      return;
    std::string text = verb + global_name(id);
    if (!other || !is_same(own->own, other->own))
      found_.push_back(text + (other ? " changed" : " added"));
    else if (!is_same(own->closure, other->closure))
      look_behind_global(id);
  }

  void look_behind_global(Symbol id) {
    for (const Relocation &relocation :
         version_.program->find_global(id)->relocations) {
      look(relocation.symbol, "reaches ", 2);
      look_at_global(relocation.symbol, "reaches ");
    }
  }

  std::string name_of(Symbol id) const {
    const Function *function = version_.program->find_function(id);
    return std::string(function ? function->name : id) + "()";
  }
  std::string global_name(Symbol id) const {
    const Global *global = version_.program->find_global(id);
    return global && !global->name.empty() && !id.starts_with(".str")
               ? std::string(global->name)
               : "a string literal";
  }

  const AnalysedVersion &base_;
  const AnalysedVersion &version_;
  std::deque<Step> queue_;
  std::set<Symbol> visited_;
  std::vector<std::string> found_;
};

class Explanation {
public:
  Explanation(Symbol id, const std::vector<AnalysedVersion> &versions)
      : id_(id), versions_(versions) {}

  std::string with_base(const std::vector<std::string> &influenced_by) {
    if (!closure(versions_.back()).own.is_comparable())
      return "contains code that was not understood";
    if (influenced_by.empty())
      return "changed only in the merge";
    for (const std::string &parent : influenced_by)
      add_parent(parent);
    std::string text = changed_.empty() ? "unchanged here, but "
                                        : "changed by " + join_names(changed_);
    std::string culprits = culprit_text();
    if (!changed_.empty() && !culprits.empty())
      text += "; ";
    return text + culprits + merge_text(influenced_by);
  }

private:
  const Closure &closure(const AnalysedVersion &version) const {
    return *version.closures->find_function(id_);
  }
  void add_parent(const std::string &parent) {
    const AnalysedVersion &base = versions_.front();
    const AnalysedVersion &version = *find_version(versions_, parent);
    if (!is_same(closure(version).own, closure(base).own))
      changed_.push_back(parent);
    for (std::string &text : CulpritSearch(base, version).run(id_))
      add_culprit(std::move(text), parent);
  }

  void add_culprit(std::string text, const std::string &parent) {
    for (Culprit &known : culprits_)
      if (known.text == text)
        return known.parents.push_back(parent);
    culprits_.push_back({std::move(text), {parent}});
  }

  // Direct culprits first; "calls f() changed by A and calls g()…" drops the
  // verb.
  std::string culprit_text() const {
    std::string text, verb;
    for (std::size_t i = 0; i < std::min(culprits_.size(), max_named); i++) {
      const Culprit &culprit = culprits_[i];
      std::string own_verb = culprit.text.substr(0, culprit.text.find(' '));
      bool is_repeated = own_verb == verb;
      if (i > 0)
        text += is_repeated ? " and " : ", ";
      text += is_repeated ? culprit.text.substr(verb.size() + 1) : culprit.text;
      if (!culprit.text.ends_with(not_understood))
        text += " by " + join_names(culprit.parents);
      verb = own_verb;
    }
    if (culprits_.size() > max_named)
      text += " and " + std::to_string(culprits_.size() - max_named) + " more";
    if (text.empty() && changed_.empty())
      return "reaches something that changed";
    return text;
  }

  // One parent alone changed it: then the merge is what is odd.
  std::string merge_text(const std::vector<std::string> &influenced_by) const {
    if (influenced_by.size() > 1)
      return "";
    const AnalysedVersion &base = versions_.front(), &merge = versions_.back();
    if (is_same(closure(merge).closure, closure(base).closure))
      return "; the merge has the base's version";
    return "; the merge has another version than " + influenced_by[0];
  }

  Symbol id_;
  const std::vector<AnalysedVersion> &versions_;
  std::vector<std::string> changed_;
  std::vector<Culprit> culprits_;
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
                         const std::vector<std::string> &influenced_by) {
  if (versions.front().revision.role == source::Role::Base)
    return Explanation(id, versions).with_base(influenced_by);
  return "not in the base; the merge differs from " + join_names(influenced_by);
}

} // namespace mergeproof::impact
