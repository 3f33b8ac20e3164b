// LoopProduct: what holds at the head of every turn, for people.
#include "relational/loop_product.h"

#include <map>
#include <set>

namespace mergeproof::relational {

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
    if (!element.is_counter)
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
  text += describe_classes();
  std::set<std::string> facts;
  for (const Fact &fact : facts_)
    facts.insert(fact.text + " in " + place_of(fact.lane));
  for (const std::string &fact : facts)
    text += ", " + fact;
  executor_.loop_notes_[place] = text;
}

} // namespace mergeproof::relational
