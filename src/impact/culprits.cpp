#include "impact/culprits.h"

#include <deque>

namespace mergeproof::impact {
namespace {

using namespace ir;

// Walks what a function reaches in one version, down to what differs itself.
class CulpritSearch {
public:
  CulpritSearch(const AnalysedVersion &base, const AnalysedVersion &version)
      : base_(base), version_(version) {}

  std::vector<Culprit> run(Symbol unit) {
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
      look_at_global(global, step.distance == 0 ? "uses " : "reaches ",
                     step.distance + 1);
  }

  void look(Symbol id, const std::string &verb, unsigned distance) {
    const Closure *own = version_.closures->find_function(id);
    const Closure *other = base_.closures->find_function(id);
    if (!own || !visited_.insert(id).second)
      return;
    if (!own->own.is_comparable())
      found_.push_back(
          {id, distance, verb + name_of(id) + std::string(not_understood)});
    else if (!other)
      found_.push_back({id, distance, verb + name_of(id) + " added"});
    else if (!is_same(own->own, other->own))
      found_.push_back({id, distance, verb + name_of(id) + " changed"});
    else if (!is_same(own->closure, other->closure))
      visit_function(id, distance);
  }

  void visit_function(Symbol id, unsigned distance) {
    if (version_.graph->nodes.contains(id))
      queue_.push_back({id, distance});
  }

  void look_at_global(Symbol id, const std::string &verb, unsigned distance) {
    const Closure *own = version_.closures->find_global(id);
    const Closure *other = base_.closures->find_global(id);
    if (!own || !visited_.insert(id).second)
      return;
    std::string text = verb + global_name(id);
    if (!other || !is_same(own->own, other->own))
      found_.push_back({id, distance, text + (other ? " changed" : " added")});
    else if (!is_same(own->closure, other->closure))
      look_behind_global(id, distance + 1);
  }

  void look_behind_global(Symbol id, unsigned distance) {
    for (const Relocation &relocation :
         version_.program->find_global(id)->relocations) {
      look(relocation.symbol, "reaches ", distance);
      look_at_global(relocation.symbol, "reaches ", distance);
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
  std::vector<Culprit> found_;
};

} // namespace

std::vector<Culprit> find_culprits(Symbol unit, const AnalysedVersion &base,
                                   const AnalysedVersion &version) {
  return CulpritSearch(base, version).run(unit);
}

std::vector<Influence>
find_influences(Symbol unit, const std::vector<AnalysedVersion> &versions,
                const AnalysedVersion &reference,
                const std::vector<std::string> &parents) {
  std::vector<Influence> influences;
  for (const std::string &parent : parents)
    for (const AnalysedVersion &version : versions) {
      if (version.revision.id != parent)
        continue;
      const Closure *own = version.closures->find_function(unit);
      const Closure *other = reference.closures->find_function(unit);
      influences.push_back(
          {.parent = parent,
           .is_own = !is_same(own->own, other->own),
           .culprits = find_culprits(unit, reference, version)});
    }
  return influences;
}

} // namespace mergeproof::impact
