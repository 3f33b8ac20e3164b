#include "impact/closure_hash.h"

#include "impact/body_hash.h"
#include "impact/components.h"

#include <cctype>
#include <set>

namespace mergeproof::impact {
namespace {

using namespace ir;

bool is_opaque(const Function &function) {
  bool found = !function.opaque_reasons.empty();
  for_each_stmt(function.body, [&](const Stmt &stmt) {
    found |= stmt.as<Opaque>() != nullptr;
  });
  return found;
}

// A function or a global. Functions without any declaration have neither
// pointer.
struct Item {
  Symbol id;
  const Function *function = nullptr;
  const Global *global = nullptr;
  bool is_opaque = false;
  std::set<std::size_t> reached; // items named, and targets of indirect calls
  bool has_body() const { return function && function->is_defined; }
};

class Computer {
public:
  Computer(const Program &program, const CallGraph &graph,
           const ClosureOptions &options)
      : program_(program), graph_(graph), options_(options) {}

  Closures run() {
    for (const auto &[id, node] : graph_.nodes)
      add_item({.id = id, .function = program_.find_function(id)}, functions_);
    for (const auto &[id, global] : program_.globals)
      add_item({.id = id, .global = &global}, globals_);
    for (Item &item : items_)
      connect(item);
    std::vector<std::vector<std::size_t>> successors;
    successors.reserve(items_.size());
    for (const Item &item : items_)
      successors.emplace_back(item.reached.begin(), item.reached.end());
    own_.resize(items_.size());
    closure_.resize(items_.size());
    for (const auto &component : find_components(successors))
      hash_component(component);
    return collect();
  }

private:
  using Index = std::map<Symbol, std::size_t>;

  void add_item(Item item, Index &index) {
    item.is_opaque = item.has_body() && is_opaque(*item.function);
    index[item.id] = items_.size();
    items_.push_back(std::move(item));
  }

  void connect(Item &item) {
    if (item.global)
      for (Symbol named : named_by(*item.global))
        reach(item, named);
    if (!item.has_body())
      return;
    const CallNode &node = graph_.nodes.at(item.id);
    for (const auto *ids :
         {&node.named.callees, &node.named.addresses, &node.named.globals})
      for (Symbol id : *ids)
        reach(item, id);
    for (Symbol id : node.callees)
      if (!is_elsewhere(id))
        reach(item, id);
    if (item.is_opaque)
      connect_opaque(item);
  }

  bool is_elsewhere(Symbol id) const {
    return options_.is_elsewhere && options_.is_elsewhere(id);
  }

  void connect_opaque(Item &item) {
    if (options_.opaque_references)
      for (Symbol id : options_.opaque_references(*item.function))
        reach(item, id);
    else
      for (std::size_t other = 0; other < items_.size(); other++)
        item.reached.insert(other);
  }

  void reach(Item &item, Symbol id) {
    for (const Index *index : {&functions_, &globals_})
      if (auto found = index->find(id); found != index->end())
        item.reached.insert(found->second);
  }

  Hash128 hash_own(const Item &item, const CalleeHash &callee) const {
    Digest digest(4);
    if (item.has_body())
      digest.add(hash_function(*item.function, callee));
    else if (item.function)
      digest.add(hash_signature(*item.function));
    else if (item.global)
      digest.add(hash_global(*item.global));
    if (!item.has_body())
      digest.add(item.id);
    digest.add(hash_declared(item));
    if (item.is_opaque && !options_.opaque_hash)
      digest.make_incomparable();
    else if (item.is_opaque)
      digest.add(options_.opaque_hash(*item.function));
    return digest.finish();
  }

  std::uint64_t hash_declared(const Item &item) const {
    if (item.function && !item.function->is_defined &&
        options_.declared_function)
      return options_.declared_function(*item.function);
    if (item.global && !item.global->is_defined && options_.declared_global)
      return options_.declared_global(*item.global);
    return 0;
  }

  // Everything inside the component by id, everything below by closure.
  void hash_component(const std::vector<std::size_t> &members) {
    std::set<std::size_t> inside(members.begin(), members.end());
    bool is_cycle =
        members.size() > 1 || items_[members[0]].reached.contains(members[0]);
    CalleeHash callee = [&](Symbol id) -> std::optional<Hash128> {
      std::size_t index = functions_.at(id);
      if (inside.contains(index) || !items_[index].has_body())
        return std::nullopt;
      return closure_[index];
    };
    Digest whole(5);
    for (std::size_t member : members) {
      own_[member] = hash_own(items_[member], {});
      whole.add(hash_own(items_[member], callee));
      if (is_cycle)
        whole.add(items_[member].id);
      add_reached(whole, items_[member], inside);
    }
    for (std::size_t member : members) {
      Digest one(6);
      one.add(whole.finish());
      if (is_cycle)
        one.add(items_[member].id);
      closure_[member] = one.finish();
    }
  }

  // Defined functions that are only called directly are in the body's hash
  // already, without their names: renaming a helper changes nothing.
  void add_reached(Digest &whole, const Item &item,
                   const std::set<std::size_t> &inside) const {
    for (std::size_t index : item.reached) {
      const Item &other = items_[index];
      if (!inside.contains(index) && is_known_by_name(item, other)) {
        whole.add(other.id);
        whole.add(closure_[index]);
      }
    }
  }

  bool is_known_by_name(const Item &item, const Item &other) const {
    if (!item.has_body() || item.is_opaque || !other.has_body())
      return true;
    const CallNode &node = graph_.nodes.at(item.id);
    return node.named.addresses.contains(other.id) ||
           node.indirect.contains(other.id);
  }

  Closures collect() const {
    Closures result;
    for (std::size_t i = 0; i < items_.size(); i++)
      (items_[i].global ? result.globals : result.functions)[items_[i].id] = {
          own_[i], closure_[i]};
    result.is_elsewhere = options_.is_elsewhere;
    return result;
  }

  const Program &program_;
  const CallGraph &graph_;
  const ClosureOptions &options_;
  std::vector<Item> items_;
  Index functions_, globals_;
  std::vector<Hash128> own_, closure_;
};

const Closure *find(const std::map<Symbol, Closure> &map, Symbol id) {
  auto found = map.find(id);
  return found == map.end() ? nullptr : &found->second;
}

} // namespace

const Closure *Closures::find_function(Symbol id) const {
  return find(functions, id);
}

const Closure *Closures::find_global(Symbol id) const {
  return find(globals, id);
}

Closures compute_closures(const Program &program, const CallGraph &graph,
                          const ClosureOptions &options) {
  return Computer(program, graph, options).run();
}

std::vector<Symbol> find_mentioned(const Program &program,
                                   std::string_view text) {
  std::set<std::string_view> words;
  auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t at = 0; at < text.size(); at++) {
    std::size_t begin = at;
    while (at < text.size() && is_word(text[at]))
      at++;
    if (at > begin)
      words.insert(text.substr(begin, at - begin));
  }
  std::vector<Symbol> found;
  for (const auto &[id, function] : program.functions)
    if (words.contains(function.name))
      found.push_back(id);
  for (const auto &[id, global] : program.globals)
    if (words.contains(global.name))
      found.push_back(id);
  return found;
}

} // namespace mergeproof::impact
