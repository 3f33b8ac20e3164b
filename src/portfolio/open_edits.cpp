#include "portfolio/open_edits.h"

#include "blame/smallest.h"

#include <algorithm>

namespace mergeproof::portfolio {

namespace {

constexpr unsigned most_trials = 24;
constexpr std::uint32_t budget_share = 16; // of the question's, for each

std::string place_of(const verdict::Question &question,
                     const blame::EditSpace &space, const blame::Edit &edit) {
  const std::string &owner = question.versions[edit.version].revision.id;
  auto lines = space.lines_of(edit);
  if (!lines.has_value())
    return owner;
  return owner + " " + lines->file + ":" + std::to_string(lines->first);
}

std::string list(const std::vector<std::string> &places) {
  std::string text;
  for (std::size_t i = 0; i < places.size(); i++)
    text += (i == 0 ? "" : i + 1 == places.size() ? " and " : ", ") + places[i];
  return text;
}

} // namespace

std::string describe_open_edits(const verdict::Question &question,
                                verdict::Engine &engine) {
  bool has_origin = question.has_base() || question.is_comparison();
  bool is_recursive =
      std::any_of(question.versions.begin(), question.versions.end(),
                  [](const auto &version) { return version.may_recur(); });
  if (!has_origin || is_recursive)
    return "";
  blame::EditSpace space(question);
  blame::Edits own;
  for (const blame::Edit &edit : space.edits())
    if (edit.function == question.unit)
      own.insert(edit);
  auto is_open_without = [&](const blame::Edits &taken_back) {
    auto variant = space.without(taken_back);
    if (!variant.has_value())
      return false;
    verdict::Budget &budget = variant->question.budget;
    budget.max_terms /= budget_share;
    budget.asked_terms /= budget_share;
    budget.solver_rlimit /= budget_share;
    return engine.decide(variant->question).answer != verdict::Answer::Proved;
  };
  auto smallest = blame::find_smallest(own, is_open_without, most_trials);
  if (!smallest.has_value())
    return "";
  if (smallest->empty())
    return "; it is open without any edit of its own, too";
  std::vector<std::string> places;
  for (const blame::Edit &edit : *smallest)
    places.push_back(place_of(question, space, edit));
  return std::string("; it depends on the ") +
         (places.size() == 1 ? "edit" : "edits") + " at " + list(places);
}

std::string open_loop(const std::vector<std::string> &explanation) {
  constexpr std::string_view words = "not related ";
  for (const std::string &line : explanation) {
    std::size_t at = line.find(words);
    std::size_t place = line.find(": ");
    if (at == line.npos || place == line.npos)
      continue;
    return "; " + line.substr(0, place + 2) +
           line.substr(at, line.find(", ", at) - at);
  }
  return "";
}

} // namespace mergeproof::portfolio
