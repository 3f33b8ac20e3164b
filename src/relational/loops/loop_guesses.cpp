// LoopProduct: relations between versions that the first turns suggest.
#include "relational/loops/guessed_facts.h"
#include "relational/loops/loop_product.h"

#include <algorithm>
#include <map>
#include <set>

namespace mergeproof::relational {

namespace {

constexpr std::size_t most_sampled_terms = 4'000; // of a joint turn
constexpr std::size_t most_unchanged = 6;         // variables of a lane
constexpr std::size_t most_later_facts = 12;
constexpr std::size_t most_wanted_facts = 64;

bool is_number(smt::Sort sort) {
  return sort.kind == smt::SortKind::BitVec && sort.bits > 1 && sort.bits <= 64;
}

} // namespace

// Variables whose equality with those of another lane is not known, or none.
bool LoopProduct::has_open_variables() const {
  auto is_open = [&](const Element &element) {
    if (!is_free(element) || element.cell.kind != Cell::Kind::Variable)
      return false;
    std::set<std::size_t> lanes;
    for (const Element &other : elements_)
      if (is_free(other) && other.class_id == element.class_id)
        lanes.insert(other.lane);
    return lanes.size() < lanes_.size();
  };
  return std::any_of(elements_.begin(), elements_.end(), is_open);
}

// A joint turn from a head where nothing but counters is related.
LoopProduct::Tried LoopProduct::try_turn() {
  std::size_t facts = executor_.universe_.facts.size();
  std::size_t conditions = executor_.inquiry_.conditions.size();
  Lanes before = lanes_;
  for (const Element &element : elements_)
    executor_.set_cell(
        before[element.lane].state, element.cell,
        element.is_counter
            ? value_of(table_, element.counter, turn_, 0)
            : executor_.fresh("some " + std::string(element.cell.name),
                              sort_of(element.cell)));
  Lanes after = turn(before, true).lanes;
  executor_.universe_.facts.resize(facts);
  executor_.inquiry_.conditions.resize(conditions);
  return {before, after};
}

std::vector<ChangingCell> LoopProduct::changing_cells(const Tried &tried) {
  Term one = table_.constant(turn_->sort, 1);
  std::vector<ChangingCell> cells{
      {table_.constant(turn_->sort, 0), turn_, table_.add(turn_, one)}};
  for (const Element &element : elements_)
    if (!element.is_counter)
      cells.push_back({element.first, value_of_element(element, tried.before),
                       value_of_element(element, tried.after)});
  return cells;
}

// What changes, and some of what does not.
std::vector<SampledVariable> LoopProduct::variables_to_sample() {
  std::vector<SampledVariable> variables;
  for (std::size_t i = 0; i < lanes_.size(); i++) {
    const ir::Seq &body = executor_.plugged(lanes_[i], loop(i).body, frame_);
    std::set<std::string_view> changing;
    for (const Element &element : elements_)
      if (element.lane == i && element.cell.kind == Cell::Kind::Variable) {
        changing.insert(element.cell.name);
        if (is_number(element.first->sort))
          variables.push_back(
              {.lane = i,
               .name = element.cell.name,
               .first = element.first,
               .is_wanted = is_free(element),
               .is_unsigned = is_extended(body, element.cell.name)});
      }
    std::size_t unchanged = 0;
    for (const auto &[name, value] : lanes_[i].state.variables)
      if (!changing.contains(name) && is_number(value->sort) &&
          !value->is_constant() && unchanged++ < most_unchanged)
        variables.push_back(
            {.lane = i, .name = name, .first = value, .is_unchanged = true});
  }
  return variables;
}

// The guard; where the lanes that are here then complete the turn; and what the
// turn changes.
std::vector<Term> LoopProduct::terms_of_turn(const Tried &tried, Term guard) {
  Term goes_on = table_.boolean(true);
  for (std::size_t i = 0; i < lanes_.size(); i++)
    if (smt::has_conjuncts(guard, lanes_[i].state.guard))
      goes_on = table_.logical_and(goes_on, tried.after[i].state.guard);
  std::vector<Term> terms{guard, goes_on};
  for (const ChangingCell &cell : changing_cells(tried))
    terms.push_back(cell.after);
  return terms;
}

// Of the lanes that are here where the guard holds. None: the turn is too
// large.
Rows LoopProduct::rows_of_first_turns(const Tried &tried, Term guard,
                                      const std::vector<Term> &asked) {
  const std::vector<Term> terms = terms_of_turn(tried, guard);
  if (smt::reachable(terms).size() > most_sampled_terms)
    return {};
  return reach_heads(changing_cells(tried), terms[0], terms[1], asked);
}

void LoopProduct::guess_relations_of_first_turns() {
  has_guessed_ = true;
  const Tried tried = try_turn();
  std::vector<Term> asked;
  std::vector<SampledVariable> variables = variables_to_sample();
  for (const SampledVariable &variable : variables) {
    asked.push_back(value_in(table_, tried.before[variable.lane].state,
                             variable.name, variable.first->sort));
    asked.push_back(variable.first);
  }
  Term here = table_.boolean(true);
  for (const Lane &lane : lanes_)
    here = table_.logical_and(here, lane.state.guard);
  for (const auto &row : rows_of_first_turns(tried, here, asked))
    for (std::size_t k = 0; k < variables.size(); k++) {
      variables[k].values.push_back(row[2 * k]);
      variables[k].firsts.push_back(row[2 * k + 1]);
    }
  if (variables.empty() || variables.front().values.empty())
    return;
  split_by_samples(variables);
  symbolic::Machine &machine = executor_.machine(lanes_[0]);
  Guesses guesses =
      guess_relations(table_, variables, numbers_in(terms_of_turn(tried, here)),
                      [&machine](smt::Kind less, Term a, Term b) {
                        return machine.is_below(less, a, b);
                      });
  for (const GuessedRelation &relation : guesses.relations)
    if (!set_relation(variables, relation))
      guesses.facts.push_back(relation.fact);
  spare_.insert(spare_.begin(), std::make_move_iterator(guesses.facts.begin()),
                std::make_move_iterator(guesses.facts.end()));
}

// Classes that were split may stay with what is guessed then.
void LoopProduct::guess_again() {
  if (has_guessed_ || lanes_.size() < 2)
    return;
  for (Element &element : elements_)
    if (is_free(element))
      element.class_id = next_class_++;
  find_classes();
  guess_relations_of_first_turns();
}

LoopProduct::Element *LoopProduct::element_of(const SampledVariable &variable) {
  auto found = std::find_if(
      elements_.begin(), elements_.end(), [&](const Element &element) {
        return element.cell.kind == Cell::Kind::Variable &&
               element.lane == variable.lane &&
               element.cell.name == variable.name;
      });
  return found == elements_.end() ? nullptr : &*found;
}

// What was seen to differ is not of one class.
void LoopProduct::split_by_samples(
    const std::vector<SampledVariable> &variables) {
  std::map<std::pair<int, std::vector<smt::Bits>>, int> classes;
  std::set<int> seen;
  for (const SampledVariable &variable : variables) {
    Element *element = element_of(variable);
    if (!element || !is_free(*element))
      continue;
    auto [place, is_new] =
        classes.try_emplace({element->class_id, variable.values}, 0);
    if (is_new)
      place->second = seen.insert(element->class_id).second ? element->class_id
                                                            : next_class_++;
    element->class_id = place->second;
  }
}

// Writes a class by another one, if that can be done: false if not.
bool LoopProduct::set_relation(const std::vector<SampledVariable> &variables,
                               const GuessedRelation &guessed) {
  Element *one = element_of(variables[guessed.variable]);
  Element *other = element_of(variables[guessed.other]);
  if (!one || !other || !is_free(*one) || !is_free(*other) ||
      one->class_id == other->class_id)
    return false;
  const auto base = std::size_t(other - elements_.data());
  const int related = one->class_id;
  Term here = lanes_[other->lane].state.guard;
  bool is_possible =
      std::all_of(elements_.begin(), elements_.end(), [&](const Element &e) {
        bool is_one = is_free(e) && e.class_id == related;
        bool is_base =
            e.relation &&
            std::any_of(e.relation->parts.begin(), e.relation->parts.end(),
                        [&](const LinearRelation::Part &part) {
                          return elements_[part.variable].class_id == related;
                        });
        return !is_base && (!is_one || lanes_[e.lane].state.guard == here);
      });
  if (is_possible)
    for (Element &e : elements_)
      if (is_free(e) && e.class_id == related)
        e.relation = LinearRelation{.parts = {{base, guessed.factor}},
                                    .is_signed = guessed.is_signed};
  return is_possible;
}

// What begins to hold with the loop. What says nothing at the head is no
// candidate, and what says the same as another there is not yet one: a class
// that both are about may be split.
void LoopProduct::add_spare_facts() {
  Lanes at = head();
  std::set<Term> seen{table_.boolean(true)};
  auto is_new = [&](const Fact &fact) {
    Term says = fact.says(table_, at, 0);
    return !says->is_false() && seen.insert(says).second;
  };
  std::vector<Fact> known = std::move(facts_), wanted, rest;
  std::for_each(known.begin(), known.end(), is_new);
  for (Fact &fact : spare_)
    (wanted.size() < most_wanted_facts && is_new(fact) ? wanted : rest)
        .push_back(std::move(fact));
  spare_ = std::move(rest);
  facts_ = std::move(wanted);
  const std::vector<Fact> tried = facts_;
  std::vector<Term> &assumed = executor_.universe_.facts;
  assumed.push_back(table_.equal(turn_, table_.constant(smt::bv_sort(64), 0)));
  drop_facts(lanes_, 0, table_.boolean(true));
  assumed.pop_back();
  add_later_facts(tried);
  facts_.insert(facts_.begin(), known.begin(), known.end());
}

// Of what does not hold at the beginning, once and where something is open:
// that it holds once a turn is over (`i <= n` behind `i < n`, whatever n is).
void LoopProduct::add_later_facts(const std::vector<Fact> &tried) {
  if (has_later_facts_ || !has_open_variables())
    return;
  has_later_facts_ = true;
  std::size_t count = 0;
  for (const Fact &fact : tried) {
    bool is_kept =
        std::any_of(facts_.begin(), facts_.end(), [&](const Fact &kept) {
          return kept.lane == fact.lane && kept.text == fact.text;
        });
    if (is_kept || fact.other || count++ >= most_later_facts)
      continue;
    auto at = [=, &table = table_, turn = turn_,
               says = fact.at](const State &state, unsigned more) {
      Term begins = table.equal(turns(table, turn, turn->sort.bits, more),
                                table.constant(turn->sort, 0));
      return table.logical_or(begins, says(state, more));
    };
    facts_.push_back({fact.lane, fact.text + " once a turn is over", at});
  }
}

} // namespace mergeproof::relational
