#include "symbolic/text_facts.h"

namespace mergeproof::symbolic {
namespace {

using smt::Kind;
using smt::Term;

constexpr std::size_t most_facts = 32;

std::size_t count_addends(Term sum) {
  return sum->kind == Kind::Add ? sum->args.size() : 1;
}

} // namespace

std::vector<Term> text_facts(smt::TermTable &table,
                             const std::vector<Term> &reachable) {
  std::vector<Term> lengths, bytes, facts;
  for (Term term : reachable)
    if (term->kind == Kind::Apply && term->name == "$strlen")
      lengths.push_back(term);
    else if (term->kind == Kind::Load && term->sort == smt::bv_sort(8))
      bytes.push_back(term);
  for (Term length : lengths)
    for (Term byte : bytes) {
      Term text = length->args[1], place = byte->args[1];
      if (length->args[0] != byte->args[0] || facts.size() >= most_facts)
        continue;
      Term distance = table.subtract(place, text);
      bool is_known =
          place == text || count_addends(distance) < count_addends(place);
      if (!is_known)
        continue;
      Term is_before = table.binary(Kind::ULt, distance, length);
      Term is_end = table.equal(byte, table.constant(byte->sort, 0));
      facts.push_back(table.implies(is_before, table.logical_not(is_end)));
      Term end = table.load(length->args[0], table.add(text, length), 8);
      if (end != byte)
        facts.push_back(table.implies(
            is_end, table.equal(end, table.constant(end->sort, 0))));
    }
  return facts;
}

} // namespace mergeproof::symbolic
