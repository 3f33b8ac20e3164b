#include "symbolic/narrow.h"

#include "ir/layout.h"
#include "smt/address_number.h"

#include <unordered_map>

namespace mergeproof::symbolic {
namespace {

using smt::Kind;
using smt::Term;
using smt::TermTable;

constexpr std::size_t most_joins = 64;
constexpr smt::Sort number_sort = smt::bv_sort(ir::narrow_address_bits);
constexpr smt::Sort address_sort = smt::bv_sort(smt::address_bits);

// One of the functions, applied to what an if-then-else joins.
class Conversion {
public:
  Conversion(TermTable &table, smt::Sort to, std::string_view name,
             std::string_view inverse)
      : table_(table), to_(to), name_(name), inverse_(inverse) {}

  Term of(Term term) {
    if (term->is_constant() && term->value <= smt::mask(number_sort.bits))
      return table_.constant(to_, term->value);
    if (term->kind == Kind::Apply && term->name == inverse_)
      return term->args[0];
    if (term->kind == Kind::Ite && done_.size() < most_joins)
      return of_join(term);
    return table_.apply(name_, to_, {term});
  }

private:
  // Terms are graphs: `done_` holds what shared parts became.
  Term of_join(Term term) {
    if (auto known = done_.find(term); known != done_.end())
      return known->second;
    Term yes = of(term->args[1]), no = of(term->args[2]);
    return done_[term] = table_.ite(term->args[0], yes, no);
  }

  TermTable &table_;
  smt::Sort to_;
  std::string_view name_, inverse_;
  std::unordered_map<Term, Term> done_;
};

} // namespace

Term to_number(TermTable &table, Term address) {
  return Conversion(table, number_sort, smt::address_to_number,
                    smt::number_to_address)
      .of(address);
}

Term to_address(TermTable &table, Term number) {
  return Conversion(table, address_sort, smt::number_to_address,
                    smt::address_to_number)
      .of(number);
}

} // namespace mergeproof::symbolic
