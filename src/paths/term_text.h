// Terms as a reader of the source would write them: parameters by their names,
// memory by access paths, calls by the functions' names.
//
//   argument 0 + 8 in the memory of the call    p->next
//   ULt x 8                                     x <u 8
//
// For people only: what cannot be said shortly ends in "…".
#pragma once

#include "symbolic/universe.h"

#include <string>
#include <vector>

namespace mergeproof::paths {

class TermText {
public:
  explicit TermText(const symbolic::Universe &universe);

  // "x > 0 && p->next == 0"; true: "always".
  std::string condition(smt::Term guard) const;
  // `is_signed`: how constants of its width are shown.
  std::string value(smt::Term term, bool is_signed = true) const;
  // "p->x = 3", "limit = n" for what `memory` differs in from the memory that
  // the call found; empty: in nothing.
  std::vector<std::string> writes(smt::Term memory, smt::Term initial) const;
  // The external calls, first to last: "printf("…", x)".
  std::vector<std::string> events(smt::Term world) const;

private:
  std::string text(smt::Term term, unsigned depth) const;
  std::string operation(smt::Term term, unsigned depth) const;
  std::string infix(smt::Term term, const char *op, unsigned depth) const;
  std::string extended(smt::Term term, unsigned depth) const;
  std::string sum(smt::Term term, unsigned depth) const;
  std::string applied(smt::Term term, unsigned depth) const;
  std::string call(const std::string &name, smt::Term term,
                   unsigned depth) const;
  std::string symbol(smt::Term term) const;
  std::string object_name(smt::Term object) const;
  std::string negated(smt::Term term, unsigned depth) const;
  std::string connective(smt::Term term, bool is_negated, unsigned depth) const;
  std::string comparison(smt::Term term, bool is_negated, unsigned depth) const;
  std::string constant(smt::Term term) const;
  std::string place(smt::Term address, std::uint32_t bits,
                    unsigned depth) const;
  std::string part_of(const std::string &base, const ir::Type *type,
                      std::uint64_t offset, std::uint32_t bits) const;
  std::string known_place(smt::Term base, std::uint64_t offset,
                          std::uint32_t bits, unsigned depth) const;
  const ir::Type *pointee(smt::Term pointer) const;

  const symbolic::Universe &universe_;
  const ir::Function &unit_;
  const ir::Program &program_;
};

} // namespace mergeproof::paths
