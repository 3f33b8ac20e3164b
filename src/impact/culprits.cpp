#include "impact/culprits.h"

#include <deque>
#include <unordered_map>
#include <utility>

namespace mergeproof::impact {

using namespace ir;

namespace {

enum class Way { Call, Pointer, Address, Global, Behind };
enum class Kind { Same, NotUnderstood, Added, Changed, ReachesChange };

// To something that differs, itself or in what it reaches.
struct Edge {
  std::size_t node; // a number for its id
  Symbol id;
  Way way;
  Kind kind;
  bool is_global = false;
};

Kind compare_own(const Closure &own, const Closure *other) {
  if (!other)
    return Kind::Added;
  if (!is_same(own.own, other->own))
    return Kind::Changed;
  return is_same(own.closure, other->closure) ? Kind::Same
                                              : Kind::ReachesChange;
}

} // namespace

class Differences {
public:
  Differences(const AnalysedVersion &base, const AnalysedVersion &version)
      : base_(base), version_(version) {}

  const AnalysedVersion &version() const { return version_; }

  std::size_t number(Symbol id) {
    auto [place, is_new] = numbers_.try_emplace(id, nodes_.size());
    if (is_new)
      nodes_.push_back({.id = id});
    return place->second;
  }
  // Whether the search that began last has not been there.
  void begin_search() { search_++; }
  bool visit(std::size_t node) {
    return std::exchange(nodes_[node].visited_by, search_) != search_;
  }

  const std::vector<Edge> &from_function(std::size_t number) {
    Node &known = nodes_[number];
    auto node = version_.graph->nodes.find(known.id);
    if (std::exchange(known.has_function, true) ||
        node == version_.graph->nodes.end())
      return known.from_function;
    std::vector<Edge> &edges = known.from_function;
    for (Symbol callee : node->second.named.callees)
      add_function(edges, callee, Way::Call);
    for (Symbol callee : node->second.indirect)
      if (!is_elsewhere(callee))
        add_function(edges, callee, Way::Pointer);
    for (Symbol callee : node->second.named.addresses)
      add_function(edges, callee, Way::Address);
    for (Symbol global : node->second.named.globals)
      add_global(edges, global, Way::Global);
    return edges;
  }

  const std::vector<Edge> &from_global(std::size_t number) {
    Node &known = nodes_[number];
    if (!std::exchange(known.has_global, true))
      for (Symbol named : named_by(*version_.program->find_global(known.id))) {
        add_function(known.from_global, named, Way::Behind);
        add_global(known.from_global, named, Way::Behind);
      }
    return known.from_global;
  }

private:
  bool is_elsewhere(Symbol id) const {
    const Closures &closures = *version_.closures;
    return closures.is_elsewhere && closures.is_elsewhere(id);
  }

  void add_function(std::vector<Edge> &edges, Symbol id, Way way) {
    const Closure *own = version_.closures->find_function(id);
    if (!own)
      return;
    Kind kind = own->own.is_comparable()
                    ? compare_own(*own, base_.closures->find_function(id))
                    : Kind::NotUnderstood;
    if (kind != Kind::Same)
      edges.push_back({.node = number(id), .id = id, .way = way, .kind = kind});
  }

  void add_global(std::vector<Edge> &edges, Symbol id, Way way) {
    const Closure *own = version_.closures->find_global(id);
    if (!own)
      return;
    Kind kind = compare_own(*own, base_.closures->find_global(id));
    if (kind != Kind::Same)
      edges.push_back({.node = number(id),
                       .id = id,
                       .way = way,
                       .kind = kind,
                       .is_global = true});
  }

  // Of a function and of a global of that id, worked out when first asked for.
  struct Node {
    Symbol id;
    std::size_t visited_by = 0;
    bool has_function = false, has_global = false;
    std::vector<Edge> from_function = {}, from_global = {};
  };

  const AnalysedVersion base_, version_;
  std::unordered_map<Symbol, std::size_t> numbers_;
  std::deque<Node> nodes_; // references stay valid
  std::size_t search_ = 0;
};

namespace {

// Walks what a function reaches in one version, down to what differs itself.
class CulpritSearch {
public:
  explicit CulpritSearch(Differences &differences)
      : differences_(differences), version_(differences.version()) {}

  std::vector<Culprit> run(Symbol unit) {
    differences_.begin_search();
    queue_.push_back({differences_.number(unit), 0});
    for (; !queue_.empty(); queue_.pop_front())
      for (const Edge &edge : differences_.from_function(queue_.front().node))
        follow(edge, queue_.front().distance);
    return std::move(found_);
  }

private:
  struct Step {
    std::size_t node;
    unsigned distance;
  };

  static const char *verb(Way way, bool is_far) {
    switch (way) {
    case Way::Call:
      return is_far ? "reaches " : "calls ";
    case Way::Pointer:
      return "may call through a pointer ";
    case Way::Address:
      return "takes the address of ";
    case Way::Global:
      return is_far ? "reaches " : "uses ";
    case Way::Behind:
      break;
    }
    return "reaches ";
  }

  static std::string change(Kind kind) {
    return kind == Kind::NotUnderstood ? std::string(not_understood)
           : kind == Kind::Added       ? " added"
                                       : " changed";
  }

  void follow(const Edge &edge, unsigned from) {
    if (!differences_.visit(edge.node))
      return;
    if (edge.kind != Kind::ReachesChange)
      found_.push_back(
          {edge.id, from + 1,
           verb(edge.way, from > 0) + name_of(edge) + change(edge.kind)});
    else if (!edge.is_global)
      queue_.push_back({edge.node, from + 1});
    else
      for (const Edge &behind : differences_.from_global(edge.node))
        follow(behind, from + 1);
  }

  std::string name_of(const Edge &edge) const {
    return edge.is_global ? global_name(edge.id) : function_name(edge.id);
  }
  std::string function_name(Symbol id) const {
    const Function *function = version_.program->find_function(id);
    return std::string(function ? function->name : id) + "()";
  }
  std::string global_name(Symbol id) const {
    const Global *global = version_.program->find_global(id);
    return global && !global->name.empty() && !id.starts_with(".str")
               ? std::string(global->name)
               : "a string literal";
  }

  Differences &differences_;
  const AnalysedVersion &version_;
  std::deque<Step> queue_;
  std::vector<Culprit> found_;
};

} // namespace

InfluenceFinder::InfluenceFinder() = default;
InfluenceFinder::~InfluenceFinder() = default;

std::vector<Influence>
InfluenceFinder::find(Symbol unit, const std::vector<AnalysedVersion> &versions,
                      const AnalysedVersion &reference,
                      const std::vector<std::string> &parents) {
  std::vector<Influence> influences;
  for (const std::string &parent : parents)
    for (const AnalysedVersion &version : versions) {
      if (version.revision.id != parent)
        continue;
      std::unique_ptr<Differences> &differences =
          known_[{reference.closures, version.closures}];
      if (!differences)
        differences = std::make_unique<Differences>(reference, version);
      const Closure *own = version.closures->find_function(unit);
      const Closure *other = reference.closures->find_function(unit);
      influences.push_back({.parent = parent,
                            .is_own = !is_same(own->own, other->own),
                            .culprits = CulpritSearch(*differences).run(unit)});
    }
  return influences;
}

} // namespace mergeproof::impact
