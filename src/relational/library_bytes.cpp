#include "relational/library_bytes.h"

namespace mergeproof::relational {

namespace {

using smt::Kind;
using smt::Term;

constexpr unsigned most_looked_at = 32;

// The bytes that a call looks at.
class Bytes {
public:
  Bytes(symbolic::Universe &universe, const std::vector<Term> &inputs)
      : table(universe.table), inputs_(inputs) {}

  Term at(std::size_t argument, unsigned i) {
    Term place = address(argument, i);
    return table.load(inputs_.back(), place, 8);
  }
  Term address(std::size_t argument, unsigned i) {
    return table.add(inputs_[argument],
                     table.constant(inputs_[argument]->sort, i));
  }
  Term is_zero(Term term) {
    return table.equal(term, table.constant(term->sort, 0));
  }

  smt::TermTable &table;

private:
  const std::vector<Term> &inputs_;
};

bool looks_at_few(const std::vector<Term> &inputs) {
  return inputs.size() == 4 && inputs[3]->sort == smt::memory_sort &&
         inputs[0]->sort == smt::bv_sort(64) && inputs[2]->is_constant() &&
         inputs[2]->value <= most_looked_at;
}

enum class End { AtZero, AtCount };

// From the last byte to the first: a byte that differs decides, and a 0 that
// does not ends.
void assume_order(symbolic::Universe &universe, const std::vector<Term> &inputs,
                  Term result, End end) {
  Bytes bytes(universe, inputs);
  smt::TermTable &table = bytes.table;
  Term is_same = table.boolean(true), is_less = table.boolean(false);
  for (auto i = static_cast<unsigned>(inputs[2]->value); i-- > 0;) {
    Term a = bytes.at(0, i), b = bytes.at(1, i);
    Term is_equal = table.equal(a, b);
    if (end == End::AtZero) {
      Term is_end = bytes.is_zero(a);
      is_same = table.logical_or(is_end, is_same);
      is_less = table.logical_and(table.logical_not(is_end), is_less);
    }
    is_same = table.logical_and(is_equal, is_same);
    is_less = table.ite(is_equal, is_less, table.binary(Kind::ULt, a, b));
  }
  Term zero = table.constant(result->sort, 0);
  universe.add_fact(table.equal(table.equal(result, zero), is_same));
  universe.add_fact(
      table.equal(table.binary(Kind::SLt, result, zero), is_less));
}

void assume_first_place(symbolic::Universe &universe,
                        const std::vector<Term> &inputs, Term result) {
  Bytes bytes(universe, inputs);
  smt::TermTable &table = bytes.table;
  Term wanted = table.extract(7, 0, inputs[1]);
  Term place = table.constant(result->sort, 0);
  for (auto i = static_cast<unsigned>(inputs[2]->value); i-- > 0;)
    place = table.ite(table.equal(bytes.at(0, i), wanted), bytes.address(0, i),
                      place);
  // What goes around the end of the numbers of an object is no place in it, and
  // assume_place() says that the result is one.
  auto object_of = [&](Term address) { return table.extract(63, 32, address); };
  Term last = bytes.address(0, most_looked_at);
  Term is_inside = table.equal(object_of(inputs[0]), object_of(last));
  universe.add_fact(table.implies(is_inside, table.equal(result, place)));
}

} // namespace

void assume_bytes(symbolic::Universe &universe, std::string_view name,
                  const std::vector<Term> &inputs, Term result) {
  if (!looks_at_few(inputs) || result->sort.kind != smt::SortKind::BitVec)
    return;
  bool is_pair = inputs[1]->sort == inputs[0]->sort;
  if (name == "memcmp" && is_pair)
    assume_order(universe, inputs, result, End::AtCount);
  else if (name == "strncmp" && is_pair)
    assume_order(universe, inputs, result, End::AtZero);
  else if (name == "memchr" && result->sort == inputs[0]->sort &&
           inputs[1]->sort.bits >= 8 && inputs[1]->sort.bits <= 32)
    assume_first_place(universe, inputs, result);
}

} // namespace mergeproof::relational
