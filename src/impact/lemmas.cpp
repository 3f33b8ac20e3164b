#include "impact/lemmas.h"

#include "impact/body_hash.h"
#include "ir/named_symbols.h"

#include <algorithm>
#include <map>
#include <optional>

namespace mergeproof::impact {
namespace {

using ir::Symbol;
using source::Role;

constexpr std::size_t most_parents = 4;
// Lemmas for one unit, and two versions.
constexpr std::size_t most_awaited = 64;

bool is_literal(Symbol id) { return id.starts_with(".str."); }

const Closures &closures_for(const AnalysedVersion &version,
                             bool is_everywhere) {
  return is_everywhere && version.from_inputs ? *version.from_inputs
                                              : *version.closures;
}

bool has_function(const AnalysedVersion &version, Symbol id) {
  return version.program->find_function(id) != nullptr;
}

// What units reach in each version, by numbers that all versions share.
class Reached {
public:
  using Number = NumberedGraph::Number;

  explicit Reached(const std::vector<AnalysedVersion> &versions)
      : versions_(versions), numbers_(versions.size()),
        known_(versions.size()) {
    std::set<Symbol> all;
    for (const AnalysedVersion &version : versions)
      all.insert(graph_of(version).symbols().begin(),
                 graph_of(version).symbols().end());
    symbols_.assign(all.begin(), all.end());
    for (std::size_t v = 0; v < versions.size(); v++) {
      auto place = symbols_.begin();
      for (Symbol symbol : graph_of(versions[v]).symbols()) {
        place = std::lower_bound(place, symbols_.end(), symbol);
        numbers_[v].push_back(Number(place - symbols_.begin()));
      }
    }
  }

  std::size_t size() const { return symbols_.size(); }
  Symbol symbol(Number number) const { return symbols_[number]; }

  const std::vector<Number> &of(std::size_t version, Symbol unit) {
    auto [known, is_new] = known_[version].try_emplace(unit);
    if (is_new) {
      known->second = graph_of(versions_[version]).reach_numbers(unit);
      for (Number &number : known->second)
        number = numbers_[version][number];
    }
    return known->second;
  }

private:
  static const NumberedGraph &graph_of(const AnalysedVersion &version) {
    return version.from_inputs ? version.graph->names : version.graph->calls;
  }

  const std::vector<AnalysedVersion> &versions_;
  std::vector<Symbol> symbols_; // sorted
  std::vector<std::vector<Number>> numbers_;
  std::vector<std::map<Symbol, std::vector<Number>>> known_;
};

// Two versions, and what differs between them.
class Pair {
public:
  Pair(const std::vector<AnalysedVersion> &versions, std::size_t first,
       std::size_t second, const std::set<LemmaKey> &failed, Reached &reached)
      : versions_(versions), first_(first), second_(second), failed_(failed),
        reached_(reached), kinds_(reached.size()) {}

  // Functions that keep the unit from being the same in both; none: it is not
  // for functions alone, or one of them cannot be shown to be the same.
  std::optional<std::set<Symbol>> between(Symbol unit) {
    const auto &here = reached_.of(first_, unit);
    const auto &there = reached_.of(second_, unit);
    if (std::any_of(here.begin(), here.end(), [this](Reached::Number number) {
          return kind_of(number).has_other_data;
        }))
      return std::nullopt;
    std::vector<Reached::Number> both;
    std::set_intersection(here.begin(), here.end(), there.begin(), there.end(),
                          std::back_inserter(both));
    std::set<Symbol> found;
    for (Reached::Number number : both)
      if (const Kind &kind = kind_of(number); !kind.is_same) {
        if (!kind.may_be_shown)
          return std::nullopt;
        found.insert(reached_.symbol(number));
      }
    bool is_for_functions = !found.empty() && found.size() <= most_awaited;
    return is_for_functions ? std::optional(found) : std::nullopt;
  }

  // Whose text both may have.
  const std::optional<Lemma> &lemma_of(Symbol id) {
    auto [known, is_new] = lemmas_.try_emplace(id);
    if (is_new)
      known->second = make_lemma(id);
    return known->second;
  }

private:
  struct Kind {
    bool is_known = false;
    bool is_same = false, may_be_shown = false; // the function
    bool has_other_data = false;                // it names data that differs
  };

  const Kind &kind_of(Reached::Number number) {
    Kind &kind = kinds_[number];
    if (!kind.is_known) {
      Symbol id = reached_.symbol(number);
      bool is_same = is_own_same(id);
      kind = {true, is_same, !is_same && may_be_shown(id), !has_same_data(id)};
    }
    return kind;
  }

  std::optional<Lemma> make_lemma(Symbol id) const {
    for (auto [from, to] : {std::pair(first_, second_), {second_, first_}})
      if (has_same_names(id, versions_[from], versions_[to]) &&
          has_same_pointers(id))
        return Lemma{id, first_, second_, from};
    return std::nullopt;
  }

  const AnalysedVersion &a() const { return versions_[first_]; }
  const AnalysedVersion &b() const { return versions_[second_]; }

  bool is_own_same(Symbol id) const {
    const Closure *x = a().closures->find_function(id);
    const Closure *y = b().closures->find_function(id);
    return x && y &&
           (is_same(x->own, y->own) || is_same(x->closure, y->closure));
  }

  // Callers see no difference but in what it does.
  bool may_be_shown(Symbol id) const {
    const ir::Function *x = a().program->find_defined(id);
    const ir::Function *y = b().program->find_defined(id);
    if (!x || !y)
      return false;
    LemmaKey key = key_of(versions_, {id, first_, second_, 0});
    return key.first_closure.is_comparable() &&
           key.second_closure.is_comparable() && x->left_out == y->left_out &&
           x->opaque_reasons.empty() && y->opaque_reasons.empty() &&
           x->is_entry == y->is_entry && x->constructor == y->constructor &&
           x->destructor == y->destructor &&
           is_same(hash_signature(*x), hash_signature(*y)) &&
           !failed_.contains(key);
  }

  bool has_same_data(Symbol id) const {
    auto node = a().graph->nodes.find(id);
    return node == a().graph->nodes.end() ||
           std::all_of(node->second.named.globals.begin(),
                       node->second.named.globals.end(), [this](Symbol global) {
                         return !has_other_contents(global);
                       });
  }

  bool has_other_contents(Symbol global) const {
    const Closure *x = a().closures->find_global(global);
    const Closure *y = b().closures->find_global(global);
    return x && y && !is_same(x->own, y->own);
  }

  // What the text names is the same there, but for calls of itself.
  static bool has_same_names(Symbol id, const AnalysedVersion &from,
                             const AnalysedVersion &to) {
    std::set<Symbol> named =
        ir::named_symbols(*from.program->find_function(id));
    return std::all_of(named.begin(), named.end(), [&](Symbol other) {
      if (other == id)
        return true;
      const Closure *x = from.closures->find_function(other);
      const Closure *y = to.closures->find_function(other);
      if (x || y)
        return x && y && has_function(from, other) && has_function(to, other) &&
               is_same(x->closure, y->closure);
      x = from.closures->find_global(other);
      y = to.closures->find_global(other);
      return x && (y ? is_same(x->closure, y->closure)
                     : is_literal(other) && !to.program->find_global(other));
    });
  }

  // Whatever a caller may hand in: calls through pointers reach the same
  // functions.
  bool has_same_pointers(Symbol id) const {
    std::set<Symbol> reached = reach(*a().graph, {id});
    reached.merge(reach(*b().graph, {id}));
    return std::all_of(reached.begin(), reached.end(), [this](Symbol other) {
      return whom_pointers_reach(a(), other) == whom_pointers_reach(b(), other);
    });
  }

  static const std::set<Symbol> &
  whom_pointers_reach(const AnalysedVersion &version, Symbol id) {
    static const std::set<Symbol> nobody;
    auto node = version.graph->nodes.find(id);
    return node == version.graph->nodes.end() ? nobody : node->second.indirect;
  }

  const std::vector<AnalysedVersion> &versions_;
  const std::size_t first_, second_;
  const std::set<LemmaKey> &failed_;
  Reached &reached_;
  std::vector<Kind> kinds_;
  std::map<Symbol, std::optional<Lemma>> lemmas_;
};

class LemmaFinder {
public:
  LemmaFinder(const std::vector<AnalysedVersion> &versions,
              const std::set<LemmaKey> &failed)
      : versions_(versions), failed_(failed), reached_(versions) {}

  void add(const Unit &unit) {
    std::optional<Way> best;
    for (const auto &pairs : ways(unit.id)) {
      auto way = follow(unit.id, pairs);
      if (way && !way->empty() && (!best || cost_of(*way) < cost_of(*best)))
        best = std::move(way);
    }
    if (best)
      for (const auto &[function, pair] : *best)
        if (auto lemma = pair_of(pair).lemma_of(function))
          votes_[{function, pair}] = {*lemma,
                                      votes_[{function, pair}].second + 1};
  }

  std::vector<Lemma> take() const {
    std::vector<std::pair<Lemma, int>> sorted;
    for (const auto &[key, vote] : votes_)
      sorted.push_back(vote);
    std::stable_sort(
        sorted.begin(), sorted.end(),
        [](const auto &a, const auto &b) { return a.second > b.second; });
    std::vector<Lemma> lemmas;
    lemmas.reserve(sorted.size());
    for (const auto &[lemma, votes] : sorted)
      lemmas.push_back(lemma);
    return lemmas;
  }

private:
  using Places = std::pair<std::size_t, std::size_t>; // the lower first
  using Way = std::set<std::pair<Symbol, Places>>;    // lemmas to show

  // Pairs of versions that must be the same for identity to settle it
  // (triage.h).
  std::vector<std::vector<Places>> ways(Symbol unit) const {
    std::size_t merge = versions_.size() - 1;
    bool has_base = versions_.front().revision.role == Role::Base;
    std::size_t parents = merge - has_base;
    std::vector<std::vector<Places>> found;
    if (parents == 0 || parents > most_parents ||
        !versions_[merge].program->find_defined(unit))
      return found;
    for (std::size_t choice = 1; choice < std::size_t(1) << parents; choice++) {
      std::vector<Places> pairs;
      bool is_possible = true;
      for (std::size_t p = 0; p < parents; p++) {
        bool is_merges = choice >> p & 1;
        if (!has_base && !is_merges)
          continue;
        Places pair =
            is_merges ? Places(p + has_base, merge) : Places(0, p + has_base);
        is_possible &= is_defined(unit, pair);
        pairs.push_back(pair);
      }
      if (is_possible)
        found.push_back(std::move(pairs));
    }
    return found;
  }

  bool is_defined(Symbol unit, Places pair) const {
    return versions_[pair.first].program->find_defined(unit) &&
           versions_[pair.second].program->find_defined(unit);
  }

  std::optional<Way> follow(Symbol unit, const std::vector<Places> &pairs) {
    Way way;
    for (Places pair : pairs) {
      if (is_same_already(unit, pair))
        continue;
      auto functions = pair_of(pair).between(unit);
      if (!functions)
        return std::nullopt;
      for (Symbol function : *functions)
        way.insert({function, pair});
    }
    return way;
  }

  // How much text the lemmas are about.
  std::size_t cost_of(const Way &way) {
    std::size_t statements = 0;
    for (const auto &[function, pair] : way)
      for (std::size_t v : {pair.first, pair.second})
        statements += statements_of(function, v);
    return statements;
  }

  std::size_t statements_of(Symbol function, std::size_t version) {
    auto [known, is_new] = statements_.try_emplace({function, version});
    if (is_new)
      known->second = ir::count_statements(
          versions_[version].program->find_function(function)->body);
    return known->second;
  }

  bool is_same_already(Symbol unit, Places pair) const {
    bool is_everywhere =
        std::all_of(versions_.begin(), versions_.end(),
                    [&](const AnalysedVersion &version) {
                      return version.program->find_defined(unit) != nullptr;
                    });
    auto closure = [&](std::size_t v) {
      return closures_for(versions_[v], is_everywhere)
          .find_function(unit)
          ->closure;
    };
    return is_same(closure(pair.first), closure(pair.second));
  }

  Pair &pair_of(Places places) {
    return pairs_
        .try_emplace(places, versions_, places.first, places.second, failed_,
                     reached_)
        .first->second;
  }

  const std::vector<AnalysedVersion> &versions_;
  const std::set<LemmaKey> &failed_;
  Reached reached_;
  std::map<std::pair<Symbol, std::size_t>, std::size_t> statements_;
  std::map<Places, Pair> pairs_;
  std::map<std::pair<Symbol, Places>, std::pair<Lemma, int>> votes_;
};

} // namespace

LemmaKey key_of(const std::vector<AnalysedVersion> &versions,
                const Lemma &lemma) {
  auto closure = [&](std::size_t v) {
    return versions[v].closures->find_function(lemma.function)->closure;
  };
  return {lemma.function, lemma.first, lemma.second, closure(lemma.first),
          closure(lemma.second)};
}

std::vector<Lemma> find_lemmas(const std::vector<AnalysedVersion> &versions,
                               const std::vector<const Unit *> &units,
                               const std::set<LemmaKey> &failed) {
  LemmaFinder finder(versions, failed);
  for (const Unit *unit : units)
    finder.add(*unit);
  return finder.take();
}

SharedText shared_text(const std::vector<AnalysedVersion> &versions,
                       const Lemma &lemma) {
  const ir::Program &from = *versions[lemma.donor].program;
  const ir::Program &to = *versions[lemma.taker()].program;
  const ir::Function &taker = *to.find_function(lemma.function);
  SharedText text{*from.find_function(lemma.function), {}};
  text.function.span = taker.span;
  text.function.end = taker.end;
  for (Symbol id : ir::named_symbols(text.function))
    if (is_literal(id) && !to.find_global(id))
      text.literals.push_back(*from.find_global(id));
  return text;
}

} // namespace mergeproof::impact
