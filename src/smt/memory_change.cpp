#include "smt/memory_change.h"

namespace mergeproof::smt {

namespace {

constexpr std::string_view prefix = "$in ";
constexpr std::string_view whole = "object";
constexpr std::string_view zero = "zero";

} // namespace

Term change(TermTable &table, std::string_view name, Term memory, Term address,
            const std::vector<Term> &rest) {
  std::vector<Term> args{memory, address};
  args.insert(args.end(), rest.begin(), rest.end());
  return table.apply(std::string(prefix) + std::string(name), memory_sort,
                     std::move(args));
}

Term change_to(TermTable &table, Term memory, Term address, Term now) {
  return change(table, whole, memory, address, {now});
}

Term cleared(TermTable &table, Term memory, Term object, Term size) {
  return change(table, zero, memory, object, {size});
}

bool is_change(Term memory) {
  return memory->kind == Kind::Apply && memory->sort == memory_sort &&
         memory->name.starts_with(prefix);
}

bool is_change_to(Term memory) {
  return is_change(memory) && memory->name.substr(prefix.size()) == whole;
}

bool is_cleared(Term memory) {
  return is_change(memory) && memory->name.substr(prefix.size()) == zero;
}

} // namespace mergeproof::smt
