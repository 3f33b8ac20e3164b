// LoopProduct: candidates of the invariant, how the loops go together, and what
// of it holds at the head of every turn, for people.
#include "relational/loops/loop_product.h"
#include "smt/substitution.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace mergeproof::relational {

namespace {

constexpr unsigned most_rate = 16;         // bodies of one lane in a joint turn
constexpr unsigned most_catching_up = 8;   // turns that one lane is behind
constexpr std::size_t most_unchanging = 3; // conditions of one lane
constexpr std::size_t most_entry_tests = 6; // of one lane

bool begins_as_flag(Term first) {
  return first->is_constant() && first->sort.kind == smt::SortKind::BitVec &&
         first->sort.bits > 1 && first->value <= 1;
}

std::vector<Term> parts_of(Term guard) {
  return guard->kind == smt::Kind::And ? guard->args : std::vector<Term>{guard};
}

// The value where the guard holds.
Term value_under(smt::TermTable &table, Term guard, Term value) {
  if (value->is_constant())
    return value;
  smt::Substitution known(table);
  for (Term part : parts_of(guard))
    if (part->kind == smt::Kind::Not)
      known.replace(part->args[0], table.boolean(false));
    else if (!part->is_constant())
      known.replace(part, table.boolean(true));
  return known(value);
}

bool is_0_or_1(Term term) {
  return term->kind == smt::Kind::Ite
             ? is_0_or_1(term->args[1]) && is_0_or_1(term->args[2])
             : term->is_constant() && term->value <= 1;
}

// Whether the value is `old`, or one more, whatever chooses between them.
bool grows_by_one(smt::TermTable &table, Term value, Term old) {
  if (is_0_or_1(table.subtract(value, old)))
    return true;
  return value->kind == smt::Kind::Ite &&
         grows_by_one(table, value->args[1], old) &&
         grows_by_one(table, value->args[2], old);
}

// Where two terms are made of the same, as far as the conditions in them tell:
// enough for them to be equal.
class Likeness {
public:
  explicit Likeness(smt::TermTable &table) : table_(table) {}

  Term of(Term a, Term b) {
    if (a == b)
      return table_.boolean(true);
    if (a->sort != b->sort || seen_.size() >= most_pairs)
      return table_.boolean(false);
    auto [place, is_new] = seen_.try_emplace({a, b}, table_.boolean(false));
    if (!is_new)
      return place->second;
    return seen_[{a, b}] = look(a, b);
  }

private:
  Term look(Term a, Term b) {
    bool is_choice = a->kind == smt::Kind::Ite;
    Term choice = is_choice ? a : b;
    if (choice->kind == smt::Kind::Ite)
      return table_.ite(choice->args[0], side(a, b, choice->args[0], 1),
                        side(a, b, choice->args[0], 2));
    if (a->kind != b->kind || a->name != b->name || a->args.empty() ||
        a->args.size() != b->args.size() || a->high != b->high ||
        a->low != b->low)
      return table_.boolean(false);
    Term all = table_.boolean(true);
    for (std::size_t i = 0; i < a->args.size() && !all->is_false(); i++)
      all = table_.logical_and(all, of(a->args[i], b->args[i]));
    return all;
  }

  Term side(Term a, Term b, Term condition, std::size_t which) {
    auto taken = [&](Term term) {
      return term->kind == smt::Kind::Ite && term->args[0] == condition
                 ? term->args[which]
                 : term;
    };
    return of(taken(a), taken(b));
  }

  static constexpr std::size_t most_pairs = 300;
  smt::TermTable &table_;
  std::map<std::pair<Term, Term>, Term> seen_;
};

} // namespace

// Whether other versions do not have such a loop, not even elsewhere (one of as
// many statements): that the loop is some function says nothing to them, that
// it cannot trap does.
bool LoopProduct::is_inserted() const {
  const std::size_t size = ir::count_statements(loop(0).body);
  bool is_elsewhere = false;
  for (std::size_t v = 0; v < executor_.question_.versions.size(); v++) {
    bool is_here =
        std::any_of(lanes_.begin(), lanes_.end(),
                    [&](const Lane &lane) { return lane.version == v; });
    if (!is_here)
      ir::for_each_stmt(executor_.question_.versions[v].function->body,
                        [&](const ir::Stmt &stmt) {
                          const auto *other = stmt.as<ir::Loop>();
                          is_elsewhere |= other && ir::count_statements(
                                                       other->body) == size;
                        });
  }
  return !is_elsewhere;
}

// A cell that some parent has changed before the loop, on some paths only, so
// that the merge does not go with that parent, nor the base, on all.
Term LoopProduct::find_split() {
  std::size_t merge = executor_.question_.versions.size() - 1;
  auto of_version = [&](const Cell &cell, std::size_t version) {
    return std::find_if(elements_.begin(), elements_.end(),
                        [&](const Element &e) {
                          return !e.is_counter && e.cell == cell &&
                                 lanes_[e.lane].version == version;
                        });
  };
  auto are_equal = [&](const Element &x, const Element &y) {
    return executor_.are_equal(lanes_[x.lane], x.first, lanes_[y.lane], y.first,
                               "versions enter a loop alike");
  };
  for (const Element &merged : elements_) {
    auto base = of_version(merged.cell, 0);
    if (merged.is_counter || lanes_[merged.lane].version != merge ||
        base == elements_.end())
      continue;
    for (std::size_t parent = 1; parent < merge; parent++) {
      auto own = of_version(merged.cell, parent);
      if (own == elements_.end() || are_equal(*base, *own) ||
          are_equal(*own, merged))
        continue;
      Term same = Likeness(table_).of(base->first, own->first);
      if (!same->is_constant())
        return same;
    }
  }
  return nullptr;
}

void LoopProduct::find_elements() {
  rates_.assign(lanes_.size(), 1);
  for (std::size_t i = 0; i < lanes_.size(); i++)
    for (const Cell &cell :
         executor_.written_cells(lanes_[i], loop(i), frame_)) {
      Element element;
      element.lane = i;
      element.cell = cell;
      element.first =
          executor_.cell_value(lanes_[i].version, lanes_[i].state, cell);
      element.class_id = next_class_++;
      elements_.push_back(element);
    }
}

// What a turn from arbitrary values adds to a cell, if that is a number where
// another turn follows: nothing to memory that is not written before that.
void LoopProduct::find_counters() {
  std::size_t facts = executor_.universe_.facts.size();
  std::size_t conditions = executor_.inquiry_.conditions.size();
  Lanes before = head();
  std::uint64_t next_term = table_.size();
  Turn tried = turn(before, true);
  executor_.universe_.facts.resize(facts);
  executor_.inquiry_.conditions.resize(conditions);
  find_entry_tests(before, tried.lanes, next_term);
  find_steady_stores(before, tried.lanes);
  for (Element &element : elements_) {
    smt::Sort sort = sort_of(element.cell);
    Term old = value_of_element(element, before);
    Term value = value_of_element(element, tried.lanes);
    if (element.cell.kind != Cell::Kind::Variable) {
      element.is_counter = value == old; // written on the way out only
      element.counter = {element.cell.name, element.first, 0};
      continue;
    }
    if (sort.kind != smt::SortKind::BitVec || sort.bits > 64)
      continue;
    Term step = value_under(table_, tried.lanes[element.lane].state.guard,
                            table_.subtract(value, old));
    element.is_tally =
        !element.cell.scalar.is_pointer() && grows_by_one(table_, value, old);
    if (!step->is_constant()) {
      element.trail = find_trail(table_, value, old);
      element.limits = find_limits(value, old, element.first);
      continue;
    }
    element.is_counter = true;
    element.counter = {element.cell.name, element.first, step->value};
  }
}

// What the first turn tested, of the values before it: known after it.
void LoopProduct::find_entry_tests(const Lanes &before, const Lanes &back,
                                   std::uint64_t next_term) {
  smt::Substitution beginning(table_);
  for (const Element &element : elements_)
    beginning.replace(value_of_element(element, before), element.first);
  // What the turn itself made up has no value before it.
  auto is_made_up = [&](Term test) {
    std::vector<Term> below = smt::reachable({test});
    return std::any_of(below.begin(), below.end(), [&](Term term) {
      return term->kind == smt::Kind::Symbol && term->id >= next_term;
    });
  };
  entry_tests_.assign(lanes_.size(), {});
  for (std::size_t i = 0; i < lanes_.size(); i++) {
    std::vector<Term> known = parts_of(before[i].state.guard);
    for (Term part : parts_of(back[i].state.guard)) {
      Term test = beginning(part);
      if (entry_tests_[i].size() < most_entry_tests && !test->is_constant() &&
          !is_made_up(part) &&
          std::find(known.begin(), known.end(), test) == known.end())
        entry_tests_[i].push_back(test);
    }
  }
}

// How many bodies of each lane make a joint turn: where a counter of the same
// name has different steps, as many as give the same step.
void LoopProduct::choose_rates() {
  std::map<std::string_view, std::map<std::size_t, std::uint64_t>> steps;
  for (const Element &element : elements_) {
    if (!element.is_counter || element.counter.step == 0)
      continue;
    __int128 step =
        smt::to_signed(element.counter.step, element.first->sort.bits);
    if (step < 0)
      step = -step;
    constexpr __int128 most_step = __int128(64) * most_rate;
    if (step <= most_step)
      steps[element.cell.name][element.lane] = std::uint64_t(step);
  }
  for (const auto &[name, by_lane] : steps) {
    if (by_lane.size() < lanes_.size())
      continue;
    std::uint64_t common = 1, most = 0;
    for (const auto &[lane, step] : by_lane) {
      common = std::lcm(common, step);
      most = std::max(most, common / step);
    }
    std::uint64_t least = UINT64_MAX;
    for (const auto &[lane, step] : by_lane) {
      most = std::max(most, common / step);
      least = std::min(least, step);
    }
    if (common / least > most_rate)
      continue;
    bool is_even = true;
    for (const auto &[lane, step] : by_lane) {
      rates_[lane] = unsigned(common / step);
      is_even &= rates_[lane] == 1;
    }
    if (!is_even)
      break;
  }
  for (Element &element : elements_)
    if (element.counter.step != 0)
      element.counter.step = element.counter.step * rates_[element.lane] &
                             smt::mask(element.first->sort.bits);
}

// The first test that leaves the loop and has the variable of the cell in it;
// null: there is none.
const ir::Expr *LoopProduct::find_exit(const Element &element) {
  std::vector<const ir::Expr *> conditions;
  collect_conditions(
      executor_.plugged(lanes_[element.lane], loop(element.lane).body, frame_),
      conditions);
  for (const ir::Expr *condition : conditions)
    if (find_variable(condition, element.cell.name))
      return condition;
  return nullptr;
}

// Pointers, and what falls without being tested, are hard to bound.
bool LoopProduct::is_bounded(const Element &element) {
  std::uint32_t bits = element.first->sort.bits;
  bool is_rising = smt::to_signed(element.counter.step, bits) > 0;
  if (bits < 64 && is_rising)
    return true;
  const ir::Expr *test = find_exit(element);
  return test && (is_rising ||
                  !find_variable(test, element.cell.name)->type.is_pointer());
}

// Lanes whose counter begins where that of another is after some turns run
// these turns first (peeled loops), if the same test ends both: else the
// counters of the same turn may be apart.
void LoopProduct::catch_up() {
  for (const Element &element : elements_) {
    const ir::Expr *test = find_exit(element);
    if (!element.is_counter || element.counter.step == 0 || !test)
      continue;
    unsigned behind = 0;
    for (const Element &other : elements_) {
      if (!other.is_counter || other.cell.name != element.cell.name ||
          other.first->sort != element.first->sort || find_exit(other) != test)
        continue;
      Term distance = table_.subtract(other.first, element.first);
      if (!distance->is_constant())
        continue;
      std::uint32_t bits = element.first->sort.bits;
      __int128 step =
          smt::to_signed(element.counter.step, bits) / rates_[element.lane];
      __int128 far = smt::to_signed(distance->value, bits);
      if (step != 0 && far % step == 0 && far / step > 0 &&
          far / step <= most_catching_up)
        behind = std::max(behind, unsigned(far / step));
    }
    if (behind == 0)
      continue;
    for (unsigned turn = 0; turn < behind; turn++)
      if (!lanes_[element.lane].state.is_dead())
        one_turn(lanes_, element.lane);
    for (Element &moved : elements_)
      if (moved.lane == element.lane) {
        moved.first = value_of_element(moved, lanes_);
        moved.counter.first = moved.first;
      }
  }
}

// Equal when the loop begins: the same cell and shown equal, or, for variables
// that some lane does not have or begins otherwise, the same term.
void LoopProduct::find_classes() {
  for (std::size_t k = 0; k < elements_.size(); k++) {
    const Element &element = elements_[k];
    if (element.is_counter || join_class(k, false))
      continue;
    bool is_other_one = std::any_of(
        elements_.begin(), elements_.begin() + std::ptrdiff_t(k),
        [&](const Element &earlier) { return earlier.cell == element.cell; });
    if (element.cell.kind == Cell::Kind::Variable &&
        (is_other_one || !has_partners(element.cell)))
      join_class(k, true);
  }
}

// Whether the element is equal to all before it in the leader's class where
// both lanes are here.
bool LoopProduct::begins_like(std::size_t leader, std::size_t k) {
  const Element &element = elements_[k], &first = elements_[leader];
  for (std::size_t m = leader; m < k; m++) {
    const Element &member = elements_[m];
    if (!member.is_counter && member.class_id == first.class_id &&
        !is_covered(first.lane, member.lane, element.lane) &&
        !executor_.are_equal(lanes_[member.lane], member.first,
                             lanes_[element.lane], element.first,
                             "versions enter a loop alike"))
      return false;
  }
  return true;
}

// Puts the element to earlier ones: of the same cell, or, where some lane does
// not have that, of another with the same first term.
bool LoopProduct::join_class(std::size_t k, bool is_stranger) {
  Element &element = elements_[k];
  std::set<int> tried;
  for (std::size_t earlier = 0; earlier < k; earlier++) {
    const Element &leader = elements_[earlier];
    bool is_like = is_stranger ? leader.cell.kind == Cell::Kind::Variable &&
                                     leader.first == element.first
                               : leader.cell == element.cell;
    if (leader.is_counter || !is_like ||
        leader.first->sort != element.first->sort ||
        !tried.insert(leader.class_id).second)
      continue;
    if (!begins_like(earlier_of_class(earlier), k))
      continue;
    element.class_id = leader.class_id;
    return true;
  }
  return false;
}

std::size_t LoopProduct::earlier_of_class(std::size_t k) const {
  std::size_t first = 0;
  while (elements_[first].is_counter ||
         elements_[first].class_id != elements_[k].class_id)
    first++;
  return first;
}

// Whether every lane's loop changes the cell.
bool LoopProduct::has_partners(const Cell &cell) const {
  std::set<std::size_t> lanes;
  for (const Element &element : elements_)
    if (element.cell == cell && !element.is_counter)
      lanes.insert(element.lane);
  return lanes.size() == lanes_.size();
}

// Conditions of branches that have the same value in every turn.
std::vector<Term> LoopProduct::unchanging_conditions(std::size_t i) {
  Lanes one = head(), other = head();
  std::vector<Term> found;
  const symbolic::FrameNames &names = executor_.names(lanes_[i], frame_);
  ir::for_each_stmt(
      executor_.plugged(lanes_[i], loop(i).body, frame_),
      [&](const ir::Stmt &stmt) {
        auto *branch = stmt.as<ir::If>();
        if (!branch || found.size() >= most_unchanging)
          return;
        auto in = [&](const Lanes &lanes) {
          return executor_.machine(lanes[i]).evaluate(branch->condition,
                                                      lanes[i].state, names);
        };
        Term value = in(one);
        bool mentions_turn = false;
        for (Term below : smt::reachable({value}))
          mentions_turn |= below == turn_;
        if (!value->is_constant() && !mentions_turn && value == in(other))
          found.push_back(value);
      });
  return found;
}

// Of pointers that follow links, and what other lanes have of these.
void LoopProduct::find_trails(FactFinder &finder) {
  for (const Element &element : elements_) {
    if (!element.trail || element.is_counter)
      continue;
    Trail trail = *element.trail;
    trail.variable = element.cell.name;
    trail.first = element.first;
    symbolic::Machine &machine = executor_.machine(lanes_[element.lane]);
    finder.add_readable(element.lane, trail, machine);
    for (const Element &other : elements_) {
      if (other.lane == element.lane || other.is_counter ||
          other.cell.kind != Cell::Kind::Variable ||
          !other.cell.scalar.is_pointer())
        continue;
      finder.add_target(element.lane, trail, machine, other.lane,
                        other.cell.name);
      if (other.first->is_constant() && other.first->value == 0)
        finder.add_follower(element.lane, trail, other.lane, other.cell.name);
    }
  }
}

void LoopProduct::find_facts() {
  FactFinder finder(table_, turn_);
  for (std::size_t i = 0; i < lanes_.size(); i++)
    finder.add_conditions(i, executor_.plugged(lanes_[i], loop(i).body, frame_),
                          executor_.machine(lanes_[i]),
                          executor_.names(lanes_[i], frame_));
  for (const Element &element : elements_) {
    if (element.is_counter && element.counter.step != 0 && is_bounded(element))
      finder.add_counter(element.lane, element.counter);
    if (element.is_counter && element.counter.step != 0 &&
        element.cell.scalar.is_pointer())
      finder.add_object(element.lane, element.counter);
  }
  for (const Element &element : elements_)
    if (!element.is_counter && element.cell.kind == Cell::Kind::Variable) {
      finder.add_unchanged(element.lane, element.cell.name, element.first);
      if (element.is_tally && rates_[element.lane] == 1)
        finder.add_tally(element.lane, element.cell.name, element.first);
      finder.add_limits(element.lane, element.cell.name, element.first->sort,
                        element.limits);
      if (begins_as_flag(element.first)) {
        finder.add_flag(element.lane, element.cell.name, element.first->sort);
        finder.add_alternating(element.lane, element.cell.name, element.first);
      }
    }
  for (std::size_t i = 0; i < lanes_.size(); i++) {
    for (Term test : entry_tests_[i])
      finder.add_entry_test(i, test);
    for (Term condition : unchanging_conditions(i))
      for (const Element &element : elements_)
        if (element.lane == i && !element.is_counter &&
            element.cell.kind == Cell::Kind::Variable)
          for (Term side : {condition, table_.logical_not(condition)})
            finder.add_unchanged_where(i, side, element.cell.name,
                                       element.first);
  }
  find_trails(finder);
  for (Fact &fact : finder.take())
    spare_.push_back(std::move(fact));
  add_spare_facts();
}

// "old:12"
std::string LoopProduct::place_of(std::size_t i) const {
  const verdict::Question &question = executor_.question_;
  return question.versions[lanes_[i].version].revision.id + ":" +
         std::to_string(loops_[i]->span.line);
}

// "equal: s (old, new); not related: t (old)"
std::string LoopProduct::describe_classes() const {
  std::map<int, std::vector<const Element *>> classes;
  for (const Element &element : elements_)
    if (is_free(element))
      classes[element.class_id].push_back(&element);
  std::string equal, alone;
  for (const auto &[id, members] : classes) {
    std::string &text = members.size() > 1 ? equal : alone;
    std::set<std::string> who;
    for (const Element *element : members) {
      std::string name(element->cell.name);
      who.insert((name.empty() ? "memory" : name) + " of " +
                 place_of(element->lane));
    }
    for (const std::string &one : who)
      text +=
          (&one == &*who.begin() ? (text.empty() ? "" : "; ") : " = ") + one;
  }
  return (equal.empty() ? "" : ", equal " + equal) +
         (alone.empty() ? "" : ", not related " + alone);
}

void LoopProduct::note() const {
  std::string place, text = "run as one";
  for (std::size_t i = 0; i < lanes_.size(); i++) {
    place += (i == 0 ? "loop at " : ", ") + place_of(i);
    if (rates_[i] > 1)
      text += ", " + std::to_string(rates_[i]) + " turns of " + place_of(i) +
              " at a time";
  }
  for (const Element &element : elements_)
    if (element.is_counter && element.counter.step != 0)
      text += ", " + std::string(element.cell.name) + " of " +
              place_of(element.lane) + " counts by " +
              std::to_string(std::int64_t(smt::to_signed(
                  element.counter.step, element.first->sort.bits)));
  for (const Element &element : elements_)
    if (element.relation)
      text += ", " + describe_relation(element);
    else if (element.kept)
      text += ", memory of " + place_of(element.lane) + " is that of " +
              place_of(element.kept->lane) + " but for its variables";
  text += describe_classes();
  std::set<std::string> facts;
  for (const Fact &fact : facts_)
    facts.insert(fact.text + " in " + place_of(fact.lane));
  for (const std::string &fact : facts)
    text += ", " + fact;
  executor_.loop_notes_[place] = text;
}

} // namespace mergeproof::relational
