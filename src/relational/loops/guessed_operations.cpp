#include "relational/loops/guessed_operations.h"

namespace mergeproof::relational {

using smt::Bits;
using smt::Kind;
using smt::Term;
using smt::TermTable;

Bits composed(char operation, Bits a, Bits b) {
  switch (operation) {
  case '+':
    return a + b;
  case '-':
    return a - b;
  case '^':
    return a ^ b;
  case '|':
    return a | b;
  default:
    return a & b;
  }
}

Term composed(TermTable &table, char operation, Term a, Term b) {
  switch (operation) {
  case '+':
    return table.add(a, b);
  case '-':
    return table.subtract(a, b);
  case '^':
    return table.binary(Kind::BvXor, a, b);
  case '|':
    return table.binary(Kind::BvOr, a, b);
  default:
    return table.binary(Kind::BvAnd, a, b);
  }
}

} // namespace mergeproof::relational
