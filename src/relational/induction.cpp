#include "relational/induction.h"

#include "support/hash.h"

#include <algorithm>
#include <set>

namespace mergeproof::relational {

namespace {

using verdict::Facts;
using verdict::FunctionFacts;
using verdict::Question;

constexpr unsigned most_asked = 8;        // comparisons
constexpr std::size_t most_seen = 100;    // looked at
constexpr std::size_t longest_body = 400; // of one version
constexpr std::uint32_t budget_share = 4; // of the question's, for each

std::set<ir::Symbol> callees_of(const ir::Function &function) {
  std::set<ir::Symbol> found;
  ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
    if (auto *call = stmt.as<ir::Call>())
      if (auto *name = std::get_if<ir::Symbol>(&call->callee.target))
        found.insert(*name);
  });
  return found;
}

// Whether calling it may call it again.
bool calls_itself(const verdict::VersionOfUnit &version, ir::Symbol id) {
  std::vector<ir::Symbol> waiting{id};
  std::set<ir::Symbol> seen;
  while (!waiting.empty() && seen.size() < most_seen) {
    const ir::Function *function =
        version.program->find_defined(waiting.back());
    waiting.pop_back();
    if (!function)
      continue;
    for (ir::Symbol callee : callees_of(*function)) {
      if (callee == id)
        return true;
      if (seen.insert(callee).second)
        waiting.push_back(callee);
    }
  }
  return false;
}

// What any of them may do.
FunctionFacts join(const std::vector<const FunctionFacts *> &all) {
  FunctionFacts joined = *all.front();
  for (const FunctionFacts *facts : all) {
    joined.reads_memory |= facts->reads_memory;
    joined.writes_memory |= facts->writes_memory;
    joined.has_events |= facts->has_events;
    joined.calls_back |= facts->calls_back;
    joined.calls_library |= facts->calls_library;
    joined.sets_errno |= facts->sets_errno;
    joined.asks_errno |= facts->asks_errno;
    joined.changes_objects |= facts->changes_objects;
    joined.hands_out.insert(facts->hands_out.begin(), facts->hands_out.end());
    joined.may_trap |= facts->may_trap;
    joined.may_exit |= facts->may_exit;
    joined.is_recursive |= facts->is_recursive;
    joined.reaches_unread_data |= facts->reaches_unread_data;
    joined.globals.include(facts->globals);
  }
  return joined;
}

// The same function in these versions, whatever it does.
void set_same(Question &question, ir::Symbol id,
              const std::vector<std::size_t> &versions) {
  std::vector<const FunctionFacts *> all;
  std::uint64_t high = support::hash_bytes("the same by induction");
  for (std::size_t v : versions) {
    all.push_back(&question.versions[v].facts->at(id));
    high = support::mix(high, all.back()->closure[0]);
    high = support::mix(high, all.back()->closure[1]);
  }
  FunctionFacts joined = join(all);
  joined.closure[0] = high;
  joined.closure[1] = support::mix(high, 1);
  for (std::size_t v : versions) {
    auto facts = std::make_shared<Facts>(*question.versions[v].facts);
    (*facts)[id] = joined;
    question.versions[v].facts = std::move(facts);
  }
}

} // namespace

Induction::Induction(const Question &question, Decide decide)
    : question_(question), decide_(std::move(decide)) {
  for (const verdict::VersionOfUnit &version : question.versions) {
    auto facts = version.facts->find(question.unit);
    is_errno_asked_ |=
        facts == version.facts->end() || facts->second.asks_errno;
  }
  visit(question.unit);
}

void Induction::add_evidence(verdict::Verdict &verdict) const {
  for (const verdict::Verdict &proof : proofs_) {
    verdict.conditions.insert(verdict.conditions.end(),
                              proof.conditions.begin(), proof.conditions.end());
    verdict.assumptions.insert(proof.assumptions.begin(),
                               proof.assumptions.end());
    verdict.explanation.insert(verdict.explanation.begin(),
                               proof.explanation.begin(),
                               proof.explanation.end());
  }
}

// Callees first: what is known of them helps with their callers.
void Induction::visit(ir::Symbol id) {
  if (std::count(seen_.begin(), seen_.end(), id) || !differs(id) ||
      seen_.size() >= most_seen)
    return;
  seen_.push_back(id);
  std::set<ir::Symbol> callees;
  for (const verdict::VersionOfUnit &version : question_.versions)
    if (const ir::Function *function = version.program->find_defined(id))
      callees.merge(callees_of(*function));
  for (ir::Symbol callee : callees)
    visit(callee);
  if (is_candidate(id))
    relate(id);
}

bool Induction::differs(ir::Symbol id) const {
  const FunctionFacts *first = nullptr;
  for (const verdict::VersionOfUnit &version : question_.versions) {
    auto facts = version.facts->find(id);
    if (!version.program->find_defined(id) || facts == version.facts->end())
      continue;
    if (first && !first->is_same_closure(facts->second))
      return true;
    first = &facts->second;
  }
  return false;
}

bool Induction::is_candidate(ir::Symbol id) const {
  bool is_recursive = false;
  for (const verdict::VersionOfUnit &version : question_.versions) {
    auto found = version.facts->find(id);
    const ir::Function *function = version.program->find_defined(id);
    if (!function || found == version.facts->end() ||
        ir::count_statements(function->body) > longest_body)
      return false;
    const FunctionFacts &facts = found->second;
    if (facts.has_opaque || facts.calls_unread || facts.changes_objects ||
        (facts.sets_errno && is_errno_asked_))
      return false;
    is_recursive |= calls_itself(version, id);
  }
  return is_recursive;
}

void Induction::relate(ir::Symbol id) {
  std::size_t count = question_.versions.size();
  Classes classes(count);
  bool is_any_same = false;
  for (std::size_t v = 0; v < count; v++) {
    classes[v] = v;
    for (std::size_t w = 0; w < v && classes[v] == v; w++)
      if (classes[w] == w && are_same(id, w, v)) {
        classes[v] = w;
        is_any_same = true;
      }
  }
  if (!is_any_same)
    return;
  has_found_ = true;
  if (id == question_.unit)
    is_settled_ = settles(classes);
  else
    make_same(id, classes);
}

Question Induction::compare(ir::Symbol id, std::size_t v, std::size_t w) const {
  Question question = compare_two(question_, v, w);
  question.unit = id;
  question.stands_for_calls =
      question_.stands_for_calls || id != question_.unit;
  for (auto *versions : {&question.versions, &question.others})
    for (verdict::VersionOfUnit &version : *versions)
      version.function = version.program->find_defined(id);
  question.budget.max_terms /= budget_share;
  question.budget.asked_terms /= budget_share;
  question.budget.solver_rlimit /= budget_share;
  set_same(question, id, {0, 1});
  return question;
}

bool Induction::are_same(ir::Symbol id, std::size_t v, std::size_t w) {
  const FunctionFacts &a = question_.versions[v].facts->at(id);
  if (a.is_same_closure(question_.versions[w].facts->at(id)))
    return true;
  if (++asked_ > most_asked)
    return false;
  verdict::Verdict verdict = decide_(compare(id, v, w));
  // Recursive calls do not find what the program starts with.
  if (verdict.answer != verdict::Answer::Proved ||
      verdict.assumptions.contains(
          verdict::Assumption::GlobalsStartAsInitialised))
    return false;
  verdict.explanation = {std::string(id) + "() of " +
                         question_.versions[v].revision.id + " and " +
                         question_.versions[w].revision.id +
                         ": the same, by induction on its calls"};
  proofs_.push_back(std::move(verdict));
  return true;
}

void Induction::make_same(ir::Symbol id, const Classes &classes) {
  for (std::size_t leader = 0; leader < classes.size(); leader++) {
    std::vector<std::size_t> members;
    for (std::size_t v = 0; v < classes.size(); v++)
      if (classes[v] == leader)
        members.push_back(v);
    if (members.size() > 1)
      set_same(question_, id, members);
  }
}

// The rule of identity, on classes (impact/triage.h).
bool Induction::settles(const Classes &classes) const {
  std::size_t merge = classes.size() - 1;
  if (question_.is_comparison())
    return classes[0] == classes[merge];
  bool is_merge_somebodys = false;
  for (std::size_t v = question_.has_base(); v < merge; v++) {
    bool is_merges = classes[v] == classes[merge];
    is_merge_somebodys |= is_merges;
    if (question_.has_base() && !is_merges && classes[v] != classes[0])
      return false;
  }
  return is_merge_somebodys;
}

} // namespace mergeproof::relational
