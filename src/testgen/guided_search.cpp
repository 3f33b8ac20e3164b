#include "testgen/guided_search.h"

#include "check/interpreter_replay.h"
#include "check/random.h"
#include "check/search.h"
#include "check/used_globals.h"
#include "check/world.h"
#include "interp/oracle.h"
#include "support/hash.h"
#include "testgen/follow_comparison.h"
#include "testgen/number_changes.h"
#include "testgen/text_changes.h"
#include "verdict/observation.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <set>

namespace mergeproof::testgen {

namespace {

using check::InputRecipe;
using verdict::Observation;
using verdict::Violation;
using verdict::Witness;

constexpr unsigned first_inputs = 40; // before any is changed
constexpr unsigned most_endless =
    24; // inputs that some version does not end on
constexpr std::size_t most_inherent = 2;
constexpr std::size_t most_clashing = 16;      // inputs of such, to start from
constexpr std::uint64_t bytes_of_a_step = 32;  // that a run begins with
constexpr std::uint64_t steps_of_a_value = 30; // that is seen where a run ends
constexpr unsigned patience = 4; // such a share of all runs without any news;
                                 // texts are worth more of them

// What all searches for inputs of one question have in common.
struct Subject {
  Subject(const verdict::Question &question, std::uint64_t steps)
      : texts(question.texts), maker(question), changes(maker.constants()),
        world(question), replay(question, steps) {
    for (const verdict::VersionOfUnit &version : question.versions)
      revisions.push_back(version.revision);
    for (const std::string &id : check::used_globals(question))
      for (const verdict::VersionOfUnit &version : question.versions)
        if (const ir::Global *global = version.program->find_global(id))
          first_steps += global->size / bytes_of_a_step;
  }

  const std::vector<std::string> &texts; // of the project's tests
  check::InputMaker maker;
  TextChanges changes;
  check::World world;
  check::InterpreterReplay replay;
  std::vector<source::Revision> revisions;
  std::uint64_t first_steps = 0; // that a run costs before it takes any
};

class GuidedSearch {
public:
  GuidedSearch(const Subject &subject, const SearchBudget &budget)
      : budget_(budget), subject_(subject), texts_(subject.texts),
        revisions_(subject.revisions), random_(budget.seed),
        coverage_(revisions_.size()),
        seen_(revisions_.size(), Table(interp::Coverage::size, 0)),
        nearest_(revisions_.size(), Table(interp::Coverage::size, 0xff)) {}

  SearchResult run() {
    for (unsigned i = 0; i < first_inputs && goes_on(); i++)
      attempt(new_recipe(i % check::InputMaker::moods));
    makes_texts_ = subject_.maker.makes_texts();
    if (makes_texts_)
      try_texts();
    while (goes_on() && !corpus_.empty())
      attempt(changed(pick()));
    result_.is_inherent = result_.found.empty() && !inherent_.empty();
    if (result_.is_inherent)
      result_.found = std::move(inherent_);
    return std::move(result_);
  }

private:
  using Table = std::vector<unsigned char>; // by place of interp::Coverage
  struct Entry {
    InputRecipe recipe;
    std::vector<interp::Comparison> comparisons; // that a run of it made
    bool tells_apart = false;                    // some versions
  };
  // An input on which parents want different things.
  struct Clash {
    double distance = 0; // of these, as numbers
    Entry entry;
  };

  static InputRecipe new_recipe(unsigned mood,
                                std::optional<std::string> text = {}) {
    InputRecipe recipe;
    recipe.mood = mood;
    recipe.text = std::move(text);
    return recipe;
  }

  // Every text that the project's tests have.
  void try_texts() {
    constexpr unsigned usual = 3;
    for (const std::string &text : texts_) {
      if (!goes_on())
        return;
      attempt(new_recipe(usual, text));
    }
  }

  bool goes_on() const {
    return result_.runs < budget_.runs && spent_ < budget_.all_steps &&
           endless_ < most_endless && result_.found.size() < budget_.enough &&
           (makes_texts_ ||
            result_.runs - last_news_ <= budget_.runs / patience);
  }

  // Those that tell versions apart are nearest to a violation; those on which
  // parents want different things, to one where they want the same.
  const Entry &pick() {
    if (!clashing_.empty() && random_.one_in(3))
      return clashing_[random_.below(clashing_.size())].entry;
    std::vector<const Entry *> apart;
    for (const Entry &entry : corpus_)
      if (entry.tells_apart)
        apart.push_back(&entry);
    if (!apart.empty() && random_.one_in(2))
      return *random_.pick(apart);
    std::size_t recent = std::min<std::size_t>(corpus_.size(), 16);
    return random_.one_in(2)
               ? corpus_[corpus_.size() - 1 - random_.below(recent)]
               : random_.pick(corpus_);
  }

  InputRecipe changed(const Entry &entry) {
    InputRecipe recipe = entry.recipe;
    constexpr unsigned tries = 4;
    if (!entry.comparisons.empty() && random_.one_in(2))
      for (unsigned i = 0; i < tries; i++)
        if (follow_comparison(recipe, random_.pick(entry.comparisons), random_))
          return recipe;
    if (makes_texts_ && !random_.one_in(3)) {
      recipe.text = subject_.changes.change(
          recipe.text.value_or(texts_.empty() ? "" : random_.pick(texts_)),
          known_texts_, random_);
      if (random_.one_in(2))
        return recipe;
    }
    bool has_changed = false;
    if (random_.one_in(3))
      for (std::uint64_t left = 1 + random_.below(3); left > 0; left--)
        has_changed |=
            change_number(recipe, subject_.maker.constants(), random_);
    for (std::uint64_t left = has_changed ? 0 : 1 + random_.below(4); left > 0;
         left--)
      change(recipe);
    return recipe;
  }

  void change(InputRecipe &recipe) {
    auto &choices = recipe.choices;
    std::size_t at = random_.below(choices.size());
    auto place = choices.begin() + std::ptrdiff_t(at);
    std::uint64_t kind = choices.empty() ? 0 : random_.below(8);
    if (kind == 0 && !texts_.empty() && random_.one_in(2))
      recipe.text = random_.pick(texts_);
    else if (kind == 0)
      recipe.mood = unsigned(random_.below(check::InputMaker::moods));
    else if (kind <= 2)
      choices[at] = random_.next();
    else if (kind == 3)
      choices[at] = random_.below(32);
    else if (kind == 4)
      choices[at] += random_.one_in(2) ? 1 : ~std::uint64_t(0);
    else if (kind == 5)
      choices.erase(place);
    else if (kind == 6)
      choices.insert(place, random_.next());
    else
      splice(choices, at);
  }

  // A part of another one, at the same place.
  void splice(std::vector<std::uint64_t> &choices, std::size_t at) {
    const auto &other = random_.pick(corpus_).recipe.choices;
    std::size_t end = std::min({choices.size(), other.size(),
                                at + 1 + std::size_t(random_.below(12))});
    for (std::size_t i = at; i < end; i++)
      choices[i] = other[i];
  }

  void attempt(InputRecipe recipe) {
    Witness witness = subject_.maker.make(recipe, random_.next());
    subject_.world.make_possible(witness);
    result_.runs++;
    spent_ += subject_.first_steps;
    for (interp::Coverage &coverage : coverage_)
      coverage.clear();
    std::vector<Observation> seen = subject_.replay.run(witness, &coverage_);
    bool is_new = false;
    for (std::size_t v = 0; v < revisions_.size(); v++) {
      is_new |= note_coverage(v);
      spent_ += seen[v].values.size() * steps_of_a_value;
    }
    auto unclear = std::find_if(
        seen.begin(), seen.end(),
        [](const Observation &observation) { return !observation.is_valid; });
    if (unclear != seen.end()) {
      endless_ += unclear->why.starts_with(interp::out_of_steps);
      return;
    }
    Entry entry{std::move(recipe), {}, false};
    is_new |= note_pattern(seen, entry.tells_apart);
    std::vector<Violation> broken = judge(witness, seen);
    if (!is_new && broken.empty())
      return;
    entry.comparisons = comparisons();
    if (!broken.empty())
      note_clash(entry, broken.front());
    if (!is_new)
      return;
    last_news_ = result_.runs;
    if (entry.recipe.text)
      known_texts_.push_back(*entry.recipe.text);
    corpus_.push_back(std::move(entry));
  }

  // Of all versions, each once, as far as they are kept.
  std::vector<interp::Comparison> comparisons() const {
    std::vector<interp::Comparison> all;
    for (const interp::Coverage &coverage : coverage_)
      for (const interp::Comparison &one : coverage.comparisons())
        if (std::find(all.begin(), all.end(), one) == all.end())
          all.push_back(one);
    return all;
  }

  // Whether this version went through something new, or more or less often.
  bool note_coverage(std::size_t version) {
    bool is_new = false;
    const interp::Coverage &coverage = coverage_[version];
    spent_ += coverage.steps();
    Table &seen = seen_[version];
    for (std::uint32_t place : coverage.places()) {
      unsigned char times = std::bit_floor(coverage.count(place));
      is_new |= (seen[place] & times) == 0;
      seen[place] |= times;
    }
    Table &nearest = nearest_[version];
    for (std::uint32_t place : coverage.compared()) {
      is_new |= coverage.distance(place) < nearest[place];
      nearest[place] = std::min(nearest[place], coverage.distance(place));
    }
    return is_new;
  }

  // Which versions do the same, by kind of observable: a pattern not seen
  // before is worth keeping.
  bool note_pattern(const std::vector<Observation> &seen, bool &tells_apart) {
    bool is_new = false;
    for (const std::string &name : verdict::differing_observables(seen)) {
      std::uint64_t pattern = support::hash_bytes(name);
      for (std::size_t v = 0; v < seen.size(); v++) {
        std::size_t like = 0;
        while (value_of(seen[like], name) != value_of(seen[v], name))
          like++;
        tells_apart |= like > 0 && v > 0 && like == v;
        pattern = support::mix(pattern, like);
      }
      is_new |= patterns_.insert(pattern).second;
    }
    return is_new;
  }

  static std::string_view value_of(const Observation &seen,
                                   const std::string &name) {
    auto found = seen.values.find(name);
    return found == seen.values.end() ? std::string_view() : found->second;
  }

  // The rules that are broken, if they are inherent ones.
  std::vector<Violation> judge(const Witness &witness,
                               const std::vector<Observation> &seen) {
    auto broken = verdict::find_violations(revisions_, seen);
    if (broken.empty())
      return {};
    bool is_inherent = std::all_of(broken.begin(), broken.end(),
                                   [](const verdict::Violation &violation) {
                                     return violation.is_inherent;
                                   });
    if (!is_inherent)
      result_.found.push_back(witness);
    else if (inherent_.size() < most_inherent)
      inherent_.push_back(witness);
    return is_inherent ? std::move(broken) : std::vector<Violation>();
  }

  // The nearer to each other what the parents want, the better.
  void note_clash(const Entry &entry, const Violation &violation) {
    Clash clash{distance(violation), entry};
    auto at = std::upper_bound(
        clashing_.begin(), clashing_.end(), clash,
        [](const Clash &a, const Clash &b) { return a.distance < b.distance; });
    clashing_.insert(at, std::move(clash));
    if (clashing_.size() > most_clashing)
      clashing_.pop_back();
  }

  double distance(const Violation &violation) const {
    double least = std::numeric_limits<double>::max(), most = -least;
    for (const source::Revision &revision : revisions_) {
      auto value = violation.values.find(revision.id);
      if (revision.role != source::Role::Parent ||
          value == violation.values.end())
        continue;
      char *end = nullptr;
      double number = std::strtod(value->second.c_str(), &end);
      if (value->second.empty() || *end)
        return std::numeric_limits<double>::max();
      least = std::min(least, number);
      most = std::max(most, number);
    }
    return most - least;
  }

  SearchBudget budget_;
  const Subject &subject_;
  const std::vector<std::string> &texts_;
  const std::vector<source::Revision> &revisions_;
  check::Random random_;
  std::vector<interp::Coverage> coverage_; // by version, of one input
  bool makes_texts_ = false;
  std::vector<Entry> corpus_;
  std::vector<std::string> known_texts_; // of the corpus
  // By version and place: how often, as the powers of two below that.
  std::vector<Table> seen_;
  // By version and place: the least Coverage::distance.
  std::vector<Table> nearest_;
  std::set<std::uint64_t> patterns_;
  std::uint64_t spent_ = 0; // steps
  unsigned endless_ = 0;
  unsigned last_news_ = 0; // the run that went through something new
  std::vector<Witness> inherent_;
  std::vector<Clash> clashing_; // nearest first
  SearchResult result_;
};

} // namespace

// A search that has gone astray seldom finds back: several short ones find more
// than a long one.
SearchResult search_guided(const verdict::Question &question,
                           const SearchBudget &budget) {
  constexpr unsigned most_searches = 3, least_runs = 1'000; // of each
  unsigned searches = std::clamp(budget.runs / least_runs, 1u, most_searches);
  Subject subject(question, budget.steps);
  SearchResult all;
  std::vector<verdict::Witness> inherent;
  for (unsigned i = 0; i < searches && all.found.size() < budget.enough; i++) {
    SearchBudget part = budget;
    part.runs /= searches;
    part.all_steps /= searches;
    part.enough -= all.found.size();
    part.seed = i == 0 ? budget.seed : support::mix(budget.seed, i);
    SearchResult result = GuidedSearch(subject, part).run();
    all.runs += result.runs;
    auto &found = result.is_inherent ? inherent : all.found;
    found.insert(found.end(), result.found.begin(), result.found.end());
  }
  all.is_inherent = all.found.empty() && !inherent.empty();
  if (all.is_inherent)
    all.found = std::move(inherent);
  return all;
}

} // namespace mergeproof::testgen
