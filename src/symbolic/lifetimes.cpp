#include "symbolic/lifetimes.h"

#include "smt/memory_change.h"

namespace mergeproof::symbolic {
namespace {

using smt::Kind;
using smt::Term;

enum class Step { Choice, Allocation, Free, End, Other };

Step step_of(Term objects) {
  if (objects->kind == Kind::Ite)
    return Step::Choice;
  if (objects->kind != Kind::Apply)
    return Step::Other;
  if (objects->name.starts_with("$alloc "))
    return Step::Allocation;
  return objects->name == "$free"  ? Step::Free
         : objects->name == "$end" ? Step::End
                                   : Step::Other;
}

bool is_null(Term term) { return term->is_constant() && term->value == 0; }

// Null is never freed: what is there where an allocation did not fail.
Term not_null(Term pointer) {
  while (pointer->kind == Kind::Ite &&
         (is_null(pointer->args[1]) || is_null(pointer->args[2])))
    pointer = pointer->args[is_null(pointer->args[1]) ? 2 : 1];
  return pointer;
}

bool is_heap_object(Term pointer) {
  return pointer->kind == Kind::Object &&
         pointer->object == smt::ObjectClass::Heap;
}

// The objects of the call whose addresses are part of values, or are kept in
// memories, not only written to. Truths hold no addresses.
std::set<Term> kept_objects(std::vector<Term> stack) {
  std::set<Term> kept, seen;
  while (!stack.empty()) {
    Term term = stack.back();
    stack.pop_back();
    if (!term || term->sort == smt::bool_sort || !seen.insert(term).second)
      continue;
    if (is_heap_object(term))
      kept.insert(term);
    bool has_place = term->kind == Kind::Store || term->kind == Kind::Load ||
                     smt::is_change(term);
    for (std::size_t i = 0; i < term->args.size(); i++)
      if (!has_place || i != 1)
        stack.push_back(term->args[i]);
  }
  return kept;
}

} // namespace

std::vector<Term> Lifetimes::rests() {
  std::vector<Term> all;
  for (Term objects : objects_) {
    Done done;
    all.push_back(objects ? rest(objects, done) : nullptr);
  }
  return all;
}

Term Lifetimes::rest(Term objects, Done &done) {
  if (auto known = done.find(objects); known != done.end())
    return known->second;
  Term found = objects;
  switch (step_of(objects)) {
  case Step::Choice: {
    Term yes = rest(objects->args[1], done), no = rest(objects->args[2], done);
    found = universe_.table.ite(objects->args[0], yes, no);
    break;
  }
  case Step::Allocation:
  case Step::Free:
  case Step::End:
    found = rest(objects->args[0], done);
    break;
  case Step::Other:
    if (Universe::are_initial(objects))
      found = universe_.allocations(objects); // the same in all versions
    break;
  }
  return done[objects] = found;
}

void Lifetimes::find_freed(Term objects, std::set<Term> &seen,
                           std::map<std::uint64_t, Term> &freed) {
  if (!seen.insert(objects).second)
    return;
  switch (step_of(objects)) {
  case Step::Choice:
    find_freed(objects->args[1], seen, freed);
    find_freed(objects->args[2], seen, freed);
    break;
  case Step::Free: {
    Term pointer = not_null(objects->args[1]);
    freed.emplace(pointer->id, pointer);
    find_freed(objects->args[0], seen, freed);
    break;
  }
  case Step::Allocation:
  case Step::End:
    find_freed(objects->args[0], seen, freed);
    break;
  case Step::Other:
    break;
  }
}

std::vector<std::vector<Term>> Lifetimes::dead(const std::vector<Term> &left) {
  std::map<std::uint64_t, Term> freed;
  std::set<Term> seen;
  for (Term objects : objects_)
    if (objects)
      find_freed(objects, seen, freed);
  std::vector<std::vector<Term>> all;
  for (const auto &[id, pointer] : freed)
    if (may_be_known(pointer, left))
      all.push_back(dead(pointer));
  return all;
}

bool Lifetimes::may_be_known(Term object, const std::vector<Term> &left) {
  if (left.empty() || !is_heap_object(object))
    return true;
  if (!kept_) {
    std::vector<Term> roots = rests();
    roots.insert(roots.end(), left.begin(), left.end());
    kept_ = kept_objects(std::move(roots));
  }
  return kept_->contains(object);
}

std::vector<Term> Lifetimes::dead(Term object) {
  std::vector<Term> values;
  for (std::size_t v = 0; v < objects_.size(); v++) {
    Done done;
    values.push_back(objects_[v] ? is_dead(v, objects_[v], object, done)
                                 : nullptr);
  }
  return values;
}

Term Lifetimes::is_dead(std::size_t version, Term objects, Term pointer,
                        Done &done) {
  if (auto known = done.find(objects); known != done.end())
    return known->second;
  smt::TermTable &table = universe_.table;
  auto before = [&](std::size_t i) {
    return is_dead(version, objects->args[i], pointer, done);
  };
  Term dead = nullptr;
  switch (step_of(objects)) {
  case Step::Choice: {
    Term yes = before(1), no = before(2);
    dead = table.ite(objects->args[0], yes, no);
    break;
  }
  case Step::Allocation:
    dead = universe_.heap_objects().made(version, objects) == pointer
               ? table.apply("$alloc_fails", smt::bool_sort,
                             {universe_.allocations(objects)})
               : before(0);
    break;
  case Step::Free:
    dead = table.logical_or(table.equal(objects->args[1], pointer), before(0));
    break;
  case Step::End:
    dead = before(0);
    break;
  case Step::Other:
    dead = Universe::are_initial(objects)
               ? table.boolean(is_heap_object(pointer)) // not allocated yet
               : table.apply("$is_dead", smt::bool_sort, {objects, pointer});
    break;
  }
  return done[objects] = dead;
}

} // namespace mergeproof::symbolic
