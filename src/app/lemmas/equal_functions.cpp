#include "app/lemmas/equal_functions.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace mergeproof::app {
namespace {

// In the place of the program's own text, whose parameters stay what that says
// of them: what callers promise is not the text's.
void put(ir::Function text, ir::Program &program) {
  const ir::Function *own = program.find_function(text.id);
  for (std::size_t p = 0; own && p < text.params.size(); p++) {
    bool has_own = p < own->params.size();
    text.params[p].is_nonnull = has_own && own->params[p].is_nonnull;
    text.params[p].is_restrict = has_own && own->params[p].is_restrict;
  }
  program.functions[text.id] = std::move(text);
}

constexpr int most_rounds = 64;
constexpr std::size_t most_asked = 64; // in one round

} // namespace

const impact::Unit *EqualFunctions::find(ir::Symbol unit) const {
  const auto &units = current().triage.units;
  auto found =
      std::find_if(units.begin(), units.end(),
                   [&](const impact::Unit &one) { return one.id == unit; });
  return found == units.end() ? nullptr : &*found;
}

std::vector<const impact::Unit *> EqualFunctions::still_open(
    const std::vector<const impact::Unit *> &units) const {
  std::vector<const impact::Unit *> open;
  for (const impact::Unit *unit : units)
    if (const impact::Unit *now = find(unit->id);
        now && now->kind == impact::UnitKind::Analyse)
      open.push_back(now);
  return open;
}

// Its behaviour is known as far as callers see it.
bool EqualFunctions::may_stand_for_calls(const impact::Lemma &lemma) const {
  for (std::size_t v : {lemma.first, lemma.second}) {
    auto facts = current().facts[v]->find(lemma.function);
    if (facts == current().facts[v]->end() || facts->second.calls_unread ||
        facts->second.reaches_unread_data)
      return false;
  }
  return true;
}

std::vector<impact::Lemma>
EqualFunctions::find(const std::vector<const impact::Unit *> &units) const {
  std::vector<impact::Lemma> lemmas =
      impact::find_lemmas(current().versions, units, failed_);
  std::erase_if(lemmas, [this](const impact::Lemma &lemma) {
    return !may_stand_for_calls(lemma);
  });
  return lemmas;
}

TaskMaker EqualFunctions::maker() const {
  const TaskMaker &own = means_.maker;
  return {own.context,          own.input, own.store,    current(),
          own.shared_directory, own.run,   own.ablation, own.texts};
}

void EqualFunctions::ask(const std::vector<impact::Lemma> &lemmas,
                         Effort effort) {
  std::vector<portfolio::Task> tasks;
  std::vector<impact::LemmaKey> keys;
  TaskMaker maker = this->maker();
  for (const impact::Lemma &lemma : lemmas) {
    impact::LemmaKey key = impact::key_of(current().versions, lemma);
    if (proved_.contains(key) || tasks.size() == most_asked ||
        std::find(keys.begin(), keys.end(), key) != keys.end())
      continue;
    tasks.push_back(maker.compare(lemma.function, lemma.first, lemma.second));
    keys.push_back(key);
  }
  portfolio::Options options = means_.options;
  options.used_seconds = used_seconds();
  options.is_quick_only = effort != Effort::Full;
  std::vector<verdict::UnitResult> results = portfolio::decide_all(
      tasks, means_.engines, options, [](const verdict::UnitResult &) {});
  for (std::size_t i = 0; i < results.size(); i++)
    note(keys[i], std::move(results[i]));
}

void EqualFunctions::note(const impact::LemmaKey &key,
                          verdict::UnitResult result) {
  if (result.answer == verdict::UnitAnswer::Proved) {
    proved_.emplace(key, std::move(result));
    return;
  }
  failed_.insert(key);
  if (result.answer == verdict::UnitAnswer::Conflict)
    different_.insert(key);
  else if (!result.reason.empty())
    unshown_[key] = result.reason;
}

// Whether the function has another version's text already: of a third one it
// would go on to that of a fourth, and back.
bool EqualFunctions::is_changed(const impact::Lemma &lemma) const {
  return std::any_of(changes_.begin(), changes_.end(),
                     [&](const Change &change) {
                       return change.version == lemma.taker() &&
                              change.text.function.id == lemma.function;
                     });
}

// Whether any of them is proved.
bool EqualFunctions::apply(const std::vector<impact::Lemma> &lemmas) {
  std::size_t before = changes_.size();
  for (const impact::Lemma &lemma : lemmas) {
    auto proof = proved_.find(impact::key_of(current().versions, lemma));
    if (proof == proved_.end() || is_changed(lemma))
      continue;
    shown_.push_back({lemma, proof->second});
    changes_.push_back(
        {lemma.taker(), impact::shared_text(current().versions, lemma)});
  }
  if (changes_.size() == before)
    return false;
  set_ = make_version_set(
      means_.request, means_.given, means_.index,
      [this](std::vector<ir::Program> &programs) {
        for (const Change &change : changes_) {
          ir::Program &program = programs[change.version];
          put(change.text.function, program);
          for (const ir::Global &literal : change.text.literals)
            program.globals.try_emplace(literal.id, literal);
        }
      });
  return true;
}

// Whether there may be more to show.
bool EqualFunctions::show_some(const std::vector<const impact::Unit *> &units,
                               Effort effort) {
  if (means_.options.total_seconds > 0 &&
      used_seconds() >= means_.options.total_seconds)
    return false;
  std::vector<const impact::Unit *> open = still_open(units);
  std::vector<impact::Lemma> lemmas = find(open);
  if (effort != Effort::SmallWithUnits)
    std::erase_if(lemmas, [&](const impact::Lemma &lemma) {
      return std::any_of(
          open.begin(), open.end(),
          [&](const impact::Unit *unit) { return unit->id == lemma.function; });
    });
  if (lemmas.empty())
    return false;
  std::size_t failed = failed_.size();
  ask(lemmas, effort);
  return apply(lemmas) || failed_.size() > failed;
}

void EqualFunctions::show(const std::vector<const impact::Unit *> &units,
                          Effort effort) {
  if (effort == Effort::Full) // the others have the same budget
    failed_ = different_;
  bool may_go_on = true;
  for (int round = 0; round < most_rounds && may_go_on; round++) {
    auto start = std::chrono::steady_clock::now();
    may_go_on = show_some(units, effort);
    used_ += std::chrono::steady_clock::now() - start;
  }
}

unsigned EqualFunctions::used_seconds() const {
  return unsigned(used_ / std::chrono::seconds(1));
}

std::vector<const EqualFunctions::Shown *>
EqualFunctions::used_by(ir::Symbol unit) const {
  std::vector<const Shown *> used;
  for (const Shown &shown : shown_)
    for (std::size_t v : {shown.lemma.first, shown.lemma.second})
      if (impact::reach(means_.maker.set.graphs[v], {unit})
              .contains(shown.lemma.function)) {
        used.push_back(&shown);
        break;
      }
  return used;
}

bool EqualFunctions::asks_errno(ir::Symbol unit) const {
  const auto &all = means_.maker.set.facts;
  return std::any_of(all.begin(), all.end(), [&](const auto &facts) {
    auto known = facts->find(unit);
    return known != facts->end() && known->second.asks_errno;
  });
}

// The proof calls the two old and new.
std::string EqualFunctions::describe(const impact::Lemma &lemma) const {
  const auto &versions = means_.maker.set.versions;
  const std::string &first = versions[lemma.first].revision.id;
  const std::string &second = versions[lemma.second].revision.id;
  bool is_so_already = first == source::old_id;
  return fmt::format(
      "{}() does the same in {}{} and {}{}",
      versions[lemma.first].program->find_function(lemma.function)->name, first,
      is_so_already ? "" : " (old)", second, is_so_already ? "" : " (new)");
}

// False: it looks at what the proofs leave open, or there are none.
bool EqualFunctions::rest_on(ir::Symbol unit, portfolio::Eased &proofs) const {
  std::vector<const Shown *> used = used_by(unit);
  for (const Shown *shown : used) {
    const verdict::Assumptions &more = shown->proof.assumptions;
    if (more.contains(verdict::Assumption::LibraryStateStays) &&
        asks_errno(unit))
      return false;
    proofs.assumptions.insert(more.begin(), more.end());
    proofs.recheck =
        portfolio::weaker_recheck(proofs.recheck, shown->proof.recheck);
    proofs.explanation.push_back(describe(shown->lemma));
    for (const std::string &line : shown->proof.explanation)
      proofs.explanation.push_back("  " + line);
  }
  return !used.empty();
}

std::vector<verdict::UnitResult>
EqualFunctions::settle(std::vector<const impact::Unit *> &open) const {
  std::vector<verdict::UnitResult> settled;
  if (!set_)
    return settled;
  std::erase_if(open, [&](const impact::Unit *unit) {
    const impact::Unit *now = find(unit->id);
    portfolio::Eased proofs;
    if (!now || now->kind != impact::UnitKind::Identity ||
        !now->left_out_problem.empty() || !rest_on(unit->id, proofs))
      return false;
    verdict::UnitResult result = proved_by_identity(
        means_.maker.describe(*unit), *now,
        *set_->versions.back().program->find_function(unit->id),
        means_.maker.run);
    result.by = "relational";
    result.recheck = proofs.recheck;
    result.assumptions.insert(proofs.assumptions.begin(),
                              proofs.assumptions.end());
    result.explanation = std::move(proofs.explanation);
    result.reason += "; " + result.explanation.front();
    settled.push_back(std::move(result));
    return true;
  });
  return settled;
}

std::string EqualFunctions::missing_for(ir::Symbol unit) const {
  const impact::Unit *now = unshown_.empty() ? nullptr : find(unit);
  if (!now || now->kind != impact::UnitKind::Analyse)
    return "";
  for (const impact::Lemma &lemma :
       impact::find_lemmas(current().versions, {now}, different_))
    if (auto why = unshown_.find(impact::key_of(current().versions, lemma));
        why != unshown_.end())
      return fmt::format("it is not shown that {} ({})", describe(lemma),
                         why->second);
  return "";
}

std::optional<portfolio::Eased> EqualFunctions::ease(ir::Symbol unit) const {
  const impact::Unit *now = set_ ? find(unit) : nullptr;
  portfolio::Eased eased;
  if (!now || now->kind != impact::UnitKind::Analyse ||
      !now->left_out_problem.empty() || !rest_on(unit, eased))
    return std::nullopt;
  eased.question = maker().make(*now).question;
  eased.is_enough = true;
  return eased;
}

} // namespace mergeproof::app
