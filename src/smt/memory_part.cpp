#include "smt/memory_part.h"

#include "smt/memory_change.h"
#include "smt/provenance.h"
#include "support/check.h"

#include <algorithm>
#include <utility>

namespace mergeproof::smt {
namespace {

constexpr std::size_t most_writes = 1'024; // that are looked at one by one

bool is_written(Term memory) {
  return memory->kind == Kind::Store || is_change(memory);
}

// The same write onto another memory.
Term write_again(TermTable &table, Term write, Term onto) {
  std::vector<Term> args = write->args;
  if (write->kind == Kind::Store)
    return table.store(onto, args[1], args[2], {write->access, write->name});
  CHECK(is_change(write));
  args[0] = onto;
  return table.apply(write->name, memory_sort, std::move(args));
}

// All that were written onto the memories that it is made of.
std::vector<Term> writes_of(Term memory) {
  std::vector<Term> writes, stack{memory};
  std::unordered_set<Term> seen{memory};
  while (!stack.empty()) {
    Term top = stack.back();
    stack.pop_back();
    std::vector<Term> below;
    if (is_written(top)) {
      writes.push_back(top);
      below = {top->args[0]};
    } else if (top->kind == Kind::Ite) {
      below = {top->args[1], top->args[2]};
    }
    for (Term other : below)
      if (seen.insert(other).second)
        stack.push_back(other);
  }
  return writes;
}

class Without {
public:
  Without(TermTable &table, const IsLeftOut &is_left_out)
      : table_(table), is_left_out_(is_left_out) {}

  Term operator()(Term memory) {
    if (auto known = known_.find(memory); known != known_.end())
      return known->second;
    Term below = memory;
    std::vector<Term> kept;
    for (; is_written(below); below = below->args[0])
      if (!is_left_out_(below))
        kept.push_back(below);
    Term rest = below;
    if (below->kind == Kind::Ite)
      rest = table_.ite(below->args[0], (*this)(below->args[1]),
                        (*this)(below->args[2]));
    for (; !kept.empty(); kept.pop_back())
      rest = write_again(table_, kept.back(), rest);
    return known_[memory] = rest;
  }

private:
  TermTable &table_;
  const IsLeftOut &is_left_out_;
  std::unordered_map<Term, Term> known_;
};

} // namespace

Term memory_without(TermTable &table, Term memory,
                    const IsLeftOut &is_left_out) {
  return Without(table, is_left_out)(memory);
}

MemoryPart::MemoryPart(TermTable &table, Term memory,
                       const std::vector<Term> &pointers)
    : table_(table), memory_(memory) {
  find_left_out(pointers);
}

// A write that stays, at an address of which little is known, may come after
// one that would be left out and hit the same object.
void MemoryPart::find_left_out(const std::vector<Term> &pointers) {
  std::vector<Term> writes = writes_of(memory_);
  if (writes.size() > most_writes)
    return;
  std::vector<Term> staying = pointers; // addresses
  left_out_.insert(writes.begin(), writes.end());
  for (std::size_t k = 0; k < staying.size(); k++)
    for (Term write : writes)
      if (left_out_.count(write) && !are_apart(staying[k], write->args[1])) {
        left_out_.erase(write);
        staying.push_back(write->args[1]);
      }
}

Term MemoryPart::part() {
  return memory_without(table_, memory_, [this](Term write) {
    return left_out_.count(write) > 0;
  });
}

Term MemoryPart::whole(Term now) {
  wholes_.clear();
  return whole(memory_, now);
}

Term MemoryPart::whole(Term memory, Term now) {
  if (auto known = wholes_.find(memory); known != wholes_.end())
    return known->second;
  Term below = memory;
  std::vector<Term> again;
  for (; is_written(below); below = below->args[0])
    if (left_out_.count(below))
      again.push_back(below);
  Term all = now;
  if (below->kind == Kind::Ite)
    all = table_.ite(below->args[0], whole(below->args[1], now),
                     whole(below->args[2], now));
  for (; !again.empty(); again.pop_back())
    all = write_again(table_, again.back(), all);
  return wholes_[memory] = all;
}

} // namespace mergeproof::smt
