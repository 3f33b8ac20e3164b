// LoopProduct: variables that change with others.
#include "relational/loops/loop_product.h"

#include <algorithm>
#include <map>
#include <set>

namespace mergeproof::relational {

namespace {

bool is_variable(smt::Sort sort) {
  return sort.kind == smt::SortKind::BitVec && sort.bits > 1 && sort.bits <= 64;
}

} // namespace

// Whether the turn gives both the same, which had one value before it.
bool LoopProduct::is_partner(const Element &x, const Element &y,
                             const Lanes &back) {
  return x.class_id == y.class_id && is_free(x) && is_free(y) &&
         value_of_element(x, back) == value_of_element(y, back);
}

// One of each lane: another relation would say nothing new.
bool LoopProduct::has_all_partners(const Element &element, const Lanes &back) {
  std::set<std::size_t> lanes;
  for (const Element &other : elements_)
    if (is_partner(element, other, back))
      lanes.insert(other.lane);
  return lanes.size() == lanes_.size();
}

// Of lanes that are here together, after a first turn; false: none.
bool LoopProduct::find_relations(const Lanes &back) {
  std::set<Term> seen;
  bool has_found = false;
  for (const Lane &lane : lanes_)
    if (seen.insert(lane.state.guard).second)
      has_found |= find_relations(lane.state.guard, back);
  return has_found;
}

LoopProduct::ChangingHere LoopProduct::changing_here(Term here,
                                                     const Lanes &back) {
  ChangingHere found;
  found.goes_on = table_.boolean(true);
  auto is_known = [&](const Element &element) {
    return std::any_of(found.elements.begin(), found.elements.end(),
                       [&](std::size_t other) {
                         return is_partner(elements_[other], element, back);
                       });
  };
  for (std::size_t k = 0; k < elements_.size(); k++) {
    const Element &element = elements_[k];
    if (lanes_[element.lane].state.guard != here || element.is_counter ||
        element.cell.kind != Cell::Kind::Variable ||
        !is_variable(element.first->sort) || is_known(element))
      continue;
    found.elements.push_back(k);
    found.variables.push_back({.first = element.first,
                               .head = value_of_element(element, head_),
                               .after = value_of_element(element, back),
                               .is_pointer = element.cell.scalar.is_pointer(),
                               .is_wanted = !has_all_partners(element, back)});
    found.goes_on =
        table_.logical_and(found.goes_on, back[element.lane].state.guard);
  }
  return found;
}

bool LoopProduct::find_relations(Term here, const Lanes &back) {
  const ChangingHere changing = changing_here(here, back);
  if (std::none_of(changing.variables.begin(), changing.variables.end(),
                   [](const auto &variable) { return variable.is_wanted; }))
    return false;
  auto guessed = guess_relations(changing.variables, changing.goes_on);
  std::vector<std::pair<std::size_t, LinearRelation>> relations;
  for (std::size_t i = 0; i < guessed.size(); i++) {
    if (!guessed[i])
      continue;
    for (LinearRelation::Part &part : guessed[i]->parts)
      part.variable = changing.elements[part.variable];
    for (std::size_t k = 0; k < elements_.size(); k++)
      if (lanes_[elements_[k].lane].state.guard == here &&
          is_partner(elements_[changing.elements[i]], elements_[k], back))
        relations.emplace_back(k, *guessed[i]);
  }
  for (auto &[k, relation] : relations)
    elements_[k].relation = std::move(relation);
  return !relations.empty();
}

// What the relation says that it is, `more` turns after the head.
Term LoopProduct::related_value(const Element &element, const Lanes &at,
                                unsigned more) {
  const LinearRelation &relation = *element.relation;
  std::uint32_t bits = element.first->sort.bits;
  auto times = [&](Term change, std::int64_t factor) {
    return table_.multiply(
        change, table_.constant(smt::bv_sort(bits),
                                smt::Bits(factor) & smt::mask(bits)));
  };
  Term value = element.first;
  if (relation.per_turn != 0)
    value = table_.add(
        value, times(turns(table_, turn_, bits, more), relation.per_turn));
  for (const LinearRelation::Part &part : relation.parts) {
    const Element &other = elements_[part.variable];
    value = table_.add(
        value, times(widen_change(table_, value_of_element(other, at),
                                  other.first, bits, relation.is_signed),
                     part.factor));
  }
  return value;
}

bool LoopProduct::keeps_relation(const Element &element, const Lanes &back,
                                 Term complete) {
  Term value = value_of_element(element, back);
  Term expected = related_value(element, back, 1);
  return value == expected ||
         executor_.inquiry_.refute(
             {complete, back[element.lane].state.guard,
              table_.logical_not(table_.equal(value, expected))},
             "a loop keeps " + std::string(element.cell.name));
}

bool LoopProduct::is_widened(const Element &element) const {
  const std::vector<LinearRelation::Part> &parts = element.relation->parts;
  return std::any_of(parts.begin(), parts.end(), [&](const auto &part) {
    return elements_[part.variable].first->sort.bits < element.first->sort.bits;
  });
}

// What does not go with another is tried with the other way to widen numbers;
// then it may still go with others that do not, either.
bool LoopProduct::drop_relations(const Lanes &back, Term complete) {
  std::map<std::size_t, std::vector<std::size_t>>
      broken; // by what they go with
  for (std::size_t k = 0; k < elements_.size(); k++)
    if (const auto &relation = elements_[k].relation;
        relation && !keeps_relation(elements_[k], back, complete))
      broken[relation->parts[0].variable].push_back(k);
  for (const auto &[base, others] : broken) {
    bool may_change_sign =
        std::all_of(others.begin(), others.end(), [&](std::size_t k) {
          return is_widened(elements_[k]) && !elements_[k].has_other_sign;
        });
    if (may_change_sign)
      change_signs(others);
    else
      relate_among(others);
  }
  return !broken.empty();
}

void LoopProduct::change_signs(const std::vector<std::size_t> &others) {
  for (std::size_t k : others) {
    elements_[k].has_other_sign = true;
    elements_[k].relation->is_signed = !elements_[k].relation->is_signed;
  }
}

// Elements that were thought to go with one other: with the first of them that
// counts, which goes with none. (Of relations with more than one other nothing
// is made.)
void LoopProduct::relate_among(const std::vector<std::size_t> &others) {
  auto first = std::find_if(others.begin(), others.end(), [&](std::size_t k) {
    return !elements_[k].cell.scalar.is_pointer();
  });
  const std::size_t leader = first == others.end() ? others.front() : *first;
  const LinearRelation led = *elements_[leader].relation;
  elements_[leader].relation.reset();
  for (std::size_t k : others) {
    Element &element = elements_[k];
    if (k == leader)
      continue;
    const LinearRelation old = *std::exchange(element.relation, std::nullopt);
    const std::int64_t by = led.parts[0].factor;
    if (led.parts.size() > 1 || old.parts.size() > 1 ||
        old.parts[0].factor % by != 0 ||
        lanes_[element.lane].state.guard !=
            lanes_[elements_[leader].lane].state.guard)
      continue;
    const std::int64_t factor = old.parts[0].factor / by;
    element.relation =
        LinearRelation{.parts = {{leader, factor}},
                       .per_turn = old.per_turn - factor * led.per_turn,
                       .is_signed = old.is_signed};
    element.has_other_sign = false;
  }
}

// "d of new:3 goes by 4 with n of old:3"
std::string LoopProduct::describe_relation(const Element &element) const {
  std::string text = std::string(element.cell.name) + " of " +
                     place_of(element.lane) + " goes";
  if (element.relation->per_turn != 0)
    text += " by " + std::to_string(element.relation->per_turn) + " a turn and";
  for (const LinearRelation::Part &part : element.relation->parts) {
    const Element &other = elements_[part.variable];
    text += (&part == element.relation->parts.data() ? " by " : ", by ") +
            std::to_string(part.factor) + " with " +
            std::string(other.cell.name) + " of " + place_of(other.lane);
  }
  return text;
}

} // namespace mergeproof::relational
