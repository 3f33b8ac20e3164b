#include "impact/closure_hash.h"

#include "impact/body_hash.h"
#include "impact/components.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <unordered_map>

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
  const CallNode *node = nullptr; // of a body
  bool is_opaque = false;
  std::vector<std::size_t> named;  // items that it names; in order
  std::vector<std::size_t> called; // targets of its calls; in order
  BodyHash body;                   // with all that it is by itself
  bool has_body() const { return function && function->is_defined; }
};

using Index = std::unordered_map<Symbol, std::size_t>;

void make_set(std::vector<std::size_t> &items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

} // namespace

class ClosureItems {
public:
  ClosureItems(const Program &program, const CallGraph &graph,
               const ClosureOptions &options)
      : options_(options) {
    for (const auto &[id, node] : graph.nodes)
      add({.id = id, .function = program.find_function(id), .node = &node},
          functions_);
    for (const auto &[id, global] : program.globals)
      add({.id = id, .global = &global}, globals_);
    for (Item &item : all_) {
      connect(item);
      item.body = hash(item);
    }
  }

  const std::vector<Item> &all() const { return all_; }
  std::size_t of_function(Symbol id) const { return functions_.at(id); }

private:
  void add(Item item, Index &index) {
    item.is_opaque = item.has_body() && is_opaque(*item.function);
    index[item.id] = all_.size();
    all_.push_back(std::move(item));
  }

  void connect(Item &item) const {
    if (item.global)
      for (Symbol named : named_by(*item.global))
        find(named, item.named);
    if (item.has_body()) {
      const References &named = item.node->named;
      for (const auto *ids : {&named.callees, &named.addresses, &named.globals})
        for (Symbol id : *ids)
          find(id, item.named);
      for (Symbol id : item.node->callees)
        find(id, item.called);
    }
    if (item.is_opaque)
      connect_opaque(item);
    make_set(item.named);
    make_set(item.called);
  }

  void connect_opaque(Item &item) const {
    if (options_.opaque_references)
      for (Symbol id : options_.opaque_references(*item.function))
        find(id, item.named);
    else
      for (std::size_t other = 0; other < all_.size(); other++)
        item.named.push_back(other);
  }

  void find(Symbol id, std::vector<std::size_t> &found) const {
    for (const Index *index : {&functions_, &globals_})
      if (auto known = index->find(id); known != index->end())
        found.push_back(known->second);
  }

  BodyHash hash(const Item &item) const {
    BodyHash body;
    Digest digest(4);
    if (item.has_body()) {
      body = hash_body(*item.function);
      digest.add(body.text);
    } else if (item.function)
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
    return {digest.finish(), std::move(body.callees)};
  }

  std::uint64_t hash_declared(const Item &item) const {
    if (item.function && !item.function->is_defined &&
        options_.declared_function)
      return options_.declared_function(*item.function);
    if (item.global && !item.global->is_defined && options_.declared_global)
      return options_.declared_global(*item.global);
    return 0;
  }

  const ClosureOptions options_;
  std::vector<Item> all_;
  Index functions_, globals_;
};

namespace {

// Closures of one part of the program.
class Run {
public:
  Run(const ClosureItems &items, const IsElsewhere &is_elsewhere)
      : items_(items), all_(items.all()), successors_(all_.size()),
        own_(all_.size()), closure_(all_.size()) {
    std::vector<bool> is_here(all_.size(), true);
    if (is_elsewhere)
      for (std::size_t i = 0; i < all_.size(); i++)
        is_here[i] = all_[i].global || !is_elsewhere(all_[i].id);
    for (std::size_t i = 0; i < all_.size(); i++) {
      successors_[i] = all_[i].named;
      for (std::size_t target : all_[i].called)
        if (is_here[target])
          successors_[i].push_back(target);
      make_set(successors_[i]);
    }
  }

  Closures run() {
    for (const auto &component : find_components(successors_))
      hash_component(component);
    Closures result;
    for (std::size_t i = 0; i < all_.size(); i++) {
      auto &known = all_[i].global ? result.globals : result.functions;
      known.emplace_hint(known.end(), all_[i].id,
                         Closure{own_[i], closure_[i]});
    }
    return result;
  }

private:
  bool reaches(std::size_t from, std::size_t to) const {
    return std::binary_search(successors_[from].begin(),
                              successors_[from].end(), to);
  }

  // With its callees, by closure where that is known and `by_closure`.
  Hash128 hash(const Item &item, const std::set<std::size_t> &inside,
               bool by_closure) const {
    Digest digest(7);
    digest.add(item.body.text);
    for (Symbol id : item.body.callees) {
      std::size_t index = items_.of_function(id);
      bool is_known =
          by_closure && !inside.contains(index) && all_[index].has_body();
      digest.add(std::uint64_t(is_known));
      if (is_known)
        digest.add(closure_[index]);
      else
        digest.add(id);
    }
    return digest.finish();
  }

  // Everything inside the component by id, everything below by closure.
  void hash_component(const std::vector<std::size_t> &members) {
    std::set<std::size_t> inside(members.begin(), members.end());
    bool is_cycle = members.size() > 1 || reaches(members[0], members[0]);
    Digest whole(5);
    for (std::size_t member : members) {
      const Item &item = all_[member];
      own_[member] = hash(item, inside, false);
      whole.add(hash(item, inside, true));
      if (is_cycle)
        whole.add(item.id);
      add_reached(whole, member, inside);
    }
    for (std::size_t member : members) {
      Digest one(6);
      one.add(whole.finish());
      if (is_cycle)
        one.add(all_[member].id);
      closure_[member] = one.finish();
    }
  }

  // Defined functions that are only called directly are in the body's hash
  // already, without their names: renaming a helper changes nothing.
  void add_reached(Digest &whole, std::size_t from,
                   const std::set<std::size_t> &inside) const {
    for (std::size_t index : successors_[from]) {
      const Item &other = all_[index];
      if (!inside.contains(index) && is_known_by_name(all_[from], other)) {
        whole.add(other.id);
        whole.add(closure_[index]);
      }
    }
  }

  bool is_known_by_name(const Item &item, const Item &other) const {
    if (!item.has_body() || item.is_opaque || !other.has_body())
      return true;
    return item.node->named.addresses.contains(other.id) ||
           item.node->indirect.contains(other.id);
  }

  const ClosureItems &items_;
  const std::vector<Item> &all_;
  std::vector<std::vector<std::size_t>> successors_;
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

ClosureComputer::ClosureComputer(const Program &program, const CallGraph &graph,
                                 const ClosureOptions &options)
    : items_(std::make_unique<const ClosureItems>(program, graph, options)) {}
ClosureComputer::ClosureComputer(ClosureComputer &&) noexcept = default;
ClosureComputer::~ClosureComputer() = default;

Closures ClosureComputer::run(const IsElsewhere &is_elsewhere) const {
  Closures result = Run(*items_, is_elsewhere).run();
  result.is_elsewhere = is_elsewhere;
  return result;
}

Closures compute_closures(const Program &program, const CallGraph &graph,
                          const ClosureOptions &options) {
  return ClosureComputer(program, graph, options).run();
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
