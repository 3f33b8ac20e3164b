#include "smt/substitution.h"

namespace mergeproof::smt {

namespace {

Term rebuild_nary(TermTable &table, Term term, const std::vector<Term> &args) {
  Term result = args[0];
  for (std::size_t i = 1; i < args.size(); i++)
    result = term->kind == Kind::And  ? table.logical_and(result, args[i])
             : term->kind == Kind::Or ? table.logical_or(result, args[i])
                                      : table.add(result, args[i]);
  return result;
}

} // namespace

Term rebuild(TermTable &table, Term term, const std::vector<Term> &args,
             Loads loads) {
  switch (term->kind) {
  case Kind::Constant:
  case Kind::Symbol:
  case Kind::Object:
    return term;
  case Kind::Apply:
    return table.apply(term->name, term->sort, args);
  case Kind::Not:
    return table.logical_not(args[0]);
  case Kind::And:
  case Kind::Or:
  case Kind::Add:
    return rebuild_nary(table, term, args);
  case Kind::Ite:
    return table.ite(args[0], args[1], args[2]);
  case Kind::Equal:
    return table.equal(args[0], args[1]);
  case Kind::Mul:
    return table.multiply(args[0], args[1]);
  case Kind::BvNot:
    return table.bv_not(args[0]);
  case Kind::Extract:
    return table.extract(term->high, term->low, args[0]);
  case Kind::Concat:
    return table.concat(args[0], args[1]);
  case Kind::ZeroExtend:
    return table.zero_extend(term->sort.bits, args[0]);
  case Kind::SignExtend:
    return table.sign_extend(term->sort.bits, args[0]);
  case Kind::Store:
    return table.store(args[0], args[1], args[2], {term->access, term->name});
  case Kind::Load:
    return loads == Loads::AsTheyAre
               ? table.plain_load(args[0], args[1], term->sort.bits)
               : table.load(args[0], args[1], term->sort.bits);
  default:
    return table.binary(term->kind, args[0], args[1]);
  }
}

Term Substitution::operator()(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    Term top = stack.back();
    std::size_t before = stack.size();
    if (!known_.count(top))
      for (Term arg : top->args)
        if (!known_.count(arg))
          stack.push_back(arg);
    if (stack.size() > before)
      continue;
    stack.pop_back();
    if (known_.count(top))
      continue;
    std::vector<Term> args;
    for (Term arg : top->args)
      args.push_back(known_.at(arg));
    known_[top] = args == top->args ? top : rebuild(table_, top, args, loads_);
  }
  return known_.at(root);
}

} // namespace mergeproof::smt
