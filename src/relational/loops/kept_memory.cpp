// LoopProduct: memory that another version keeps in variables.
#include "relational/loops/kept_memory.h"

#include "relational/loops/loop_product.h"

#include <algorithm>

namespace mergeproof::relational {

namespace {

constexpr std::size_t most_places = 6; // that one loop keeps

bool has_any(Term term, const std::set<Term> &changing) {
  std::vector<Term> below = smt::reachable({term});
  return std::any_of(below.begin(), below.end(),
                     [&](Term part) { return changing.contains(part); });
}

smt::Access access_of(Term store) { return {store->access, store->name}; }

} // namespace

std::vector<Term> steady_stores(Term before, Term after,
                                const std::set<Term> &changing) {
  std::vector<Term> found, stack{after};
  std::set<Term> seen{before};
  while (!stack.empty()) {
    Term top = stack.back();
    stack.pop_back();
    if (!seen.insert(top).second)
      continue;
    if (top->kind == smt::Kind::Store) {
      stack.push_back(top->args[0]);
      bool is_known = std::any_of(found.begin(), found.end(), [&](Term other) {
        return other->args[1] == top->args[1];
      });
      if (!is_known && !has_any(top->args[1], changing))
        found.push_back(top);
    } else if (top->kind == smt::Kind::Ite) {
      stack.push_back(top->args[1]);
      stack.push_back(top->args[2]);
    }
  }
  std::sort(found.begin(), found.end(),
            [](Term a, Term b) { return a->args[1]->id < b->args[1]->id; });
  return found;
}

// By memory element: what its lane stores to, and the lane that does not.
struct LoopProduct::KeptPlaces {
  Element *element = nullptr;
  std::size_t other = 0;
  std::vector<Term> stores;
};

// Stores of a turn from `before`, by memory.
void LoopProduct::find_steady_stores(const Lanes &before, const Lanes &after) {
  std::set<Term> changing;
  for (const Element &element : elements_)
    changing.insert(value_of_element(element, before));
  for (Element &element : elements_)
    if (element.cell.kind == Cell::Kind::Region)
      element.stores =
          steady_stores(value_of_element(element, before),
                        value_of_element(element, after), changing);
}

// Memories of lanes that store where some other lane does not: each lane is one
// of a memory, or one of the other.
std::vector<LoopProduct::KeptPlaces> LoopProduct::find_kept_places() {
  std::vector<KeptPlaces> found;
  auto is_taken = [&](const Element &element, std::size_t other) {
    return std::any_of(
        found.begin(), found.end(), [&](const KeptPlaces &known) {
          return known.element == &element || known.element->lane == other ||
                 known.other == element.lane;
        });
  };
  for (Element &element : elements_)
    for (std::size_t i = 0; i < lanes_.size(); i++) {
      std::vector<Term> stores = element.stores;
      for (const Element &other : elements_)
        if (other.lane == i && other.cell == element.cell)
          std::erase_if(stores, [&](Term store) {
            return std::any_of(
                other.stores.begin(), other.stores.end(),
                [&](Term known) { return known->args[1] == store->args[1]; });
          });
      bool is_other = lanes_[i].version != lanes_[element.lane].version;
      if (is_other && is_free(element) && !stores.empty() &&
          stores.size() <= most_places && !is_taken(element, i))
        found.push_back({&element, i, std::move(stores)});
    }
  return found;
}

// Where the other lane is, if it need not be where the memory's lane is.
Term LoopProduct::find_kept_split() {
  for (const KeptPlaces &places : find_kept_places()) {
    Term guard = lanes_[places.other].state.guard;
    if (!smt::has_conjuncts(lanes_[places.element->lane].state.guard, guard))
      return guard;
  }
  return nullptr;
}

// Before other relations are looked for: variables read from such memory have
// them then.
void LoopProduct::find_kept_memory() {
  std::vector<KeptPlaces> all = find_kept_places();
  std::erase_if(all, [&](const KeptPlaces &places) {
    return !smt::has_conjuncts(lanes_[places.element->lane].state.guard,
                               lanes_[places.other].state.guard);
  });
  if (all.empty())
    return;
  const Tried tried = try_turn();
  for (const KeptPlaces &places : all)
    keep_memory(places, tried);
}

// In variables that held at every head what is at these places.
void LoopProduct::keep_memory(const KeptPlaces &places, const Tried &tried) {
  Element &element = *places.element;
  std::vector<Term> asked;
  for (Term store : places.stores)
    asked.push_back(table_.load(value_of_element(element, tried.before),
                                store->args[1], store->args[2]->sort.bits,
                                access_of(store)));
  for (const Element &other : elements_)
    asked.push_back(other.cell.kind == Cell::Kind::Variable
                        ? value_of_element(other, tried.before)
                        : turn_);
  const Rows rows =
      rows_of_first_turns(tried, lanes_[element.lane].state.guard, asked);
  KeptMemory memory{.lane = places.other, .parts = {}};
  for (std::size_t i = 0; i < places.stores.size(); i++) {
    Term store = places.stores[i];
    const Element *variable =
        variable_like(rows, i, places, store->args[2]->sort);
    if (!variable)
      return;
    memory.parts.push_back({store->args[1], variable->cell.name,
                            store->args[2]->sort, access_of(store)});
  }
  element.kept = std::move(memory);
  Term begins = table_.equal(element.first, kept_value(element, lanes_));
  if (!executor_.inquiry_.refute(
          {lanes_[element.lane].state.guard, table_.logical_not(begins)},
          "a loop begins with memory in variables"))
    element.kept.reset();
}

// A variable of the other lane with the values of what was asked as `load`.
const LoopProduct::Element *LoopProduct::variable_like(const Rows &rows,
                                                       std::size_t load,
                                                       const KeptPlaces &places,
                                                       smt::Sort sort) const {
  for (std::size_t k = 0; k < elements_.size() && !rows.empty(); k++) {
    const Element &element = elements_[k];
    if (element.lane == places.other &&
        element.cell.kind == Cell::Kind::Variable &&
        element.first->sort == sort &&
        std::all_of(rows.begin(), rows.end(), [&](const auto &row) {
          return row[load] == row[places.stores.size() + k];
        }))
      return &element;
  }
  return nullptr;
}

Term LoopProduct::kept_value(const Element &element, const Lanes &at) {
  const KeptMemory &kept = *element.kept;
  const Lane &lane = at[kept.lane];
  Term memory = executor_.cell_value(lane.version, lane.state, element.cell);
  for (const KeptMemory::Part &part : kept.parts)
    memory = table_.store(
        memory, part.address,
        value_in(table_, lane.state, part.variable, part.sort), part.access);
  return memory;
}

bool LoopProduct::drop_kept_memory(const Lanes &back, Term complete) {
  bool has_dropped = false;
  for (Element &element : elements_) {
    if (!element.kept)
      continue;
    Term value = value_of_element(element, back);
    Term expected = kept_value(element, back);
    if (value == expected ||
        executor_.inquiry_.refute(
            {complete, back[element.lane].state.guard,
             table_.logical_not(table_.equal(value, expected))},
            "a loop keeps memory in variables"))
      continue;
    element.kept.reset();
    element.class_id = next_class_++;
    has_dropped = true;
  }
  return has_dropped;
}

} // namespace mergeproof::relational
