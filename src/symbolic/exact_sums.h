// Sums, differences and multiples of signed numbers that code was told not to
// overflow: where a path goes on behind such a check, the number with more bits
// is that of its parts with more bits, so that p[i + 1] is one behind p[i]. And
// unsigned numbers that were shown to be neither the greatest nor 0, with one
// added or taken away.
#pragma once

#include "ir/op_class.h"
#include "smt/term.h"

#include <map>
#include <vector>

namespace mergeproof::symbolic {

class ExactSums {
public:
  explicit ExactSums(smt::TermTable &table) : table_(table) {}

  // `condition`: a op b does not overflow.
  void note(ir::Op op, smt::Term a, smt::Term b, smt::Term condition);
  // The number with `bits` bits and a sign, where `guard` holds.
  smt::Term sign_extend(std::uint32_t bits, smt::Term number,
                        smt::Term guard) const;

  // Where `guard` holds, `number` is `wide`, which has more bits, with a sign
  // or without one.
  void note_wide(smt::Term number, bool is_signed, smt::Term wide,
                 smt::Term guard);
  // Nothing is known of it any more: what said so was assumed for a while.
  void forget_wide(smt::Term number) {
    wide_.erase({number, true});
    wide_.erase({number, false});
  }
  // Where `guard` holds, `number` can be changed by `step`, 1 or -1, without
  // wrapping around.
  void note_step(smt::Term number, int step, smt::Term guard);
  // The same of a number without a sign.
  smt::Term zero_extend(std::uint32_t bits, smt::Term number,
                        smt::Term guard) const;

private:
  struct Wide {
    smt::Term number, guard;
  };
  smt::Term plainly(std::uint32_t bits, smt::Term number, bool is_signed,
                    smt::Term guard) const;
  struct Step {
    smt::Term from;
    int by;
    smt::Term guard;
  };
  struct Parts {
    ir::Op op;
    smt::Term a, b, condition;
  };
  smt::Term extend(std::uint32_t bits, smt::Term number, smt::Term guard,
                   unsigned depth) const;

  smt::TermTable &table_;
  std::map<smt::Term, std::vector<Parts>> parts_;   // by what they make
  std::map<smt::Term, Step> steps_;                 // likewise
  std::map<std::pair<smt::Term, bool>, Wide> wide_; // with a sign
};

} // namespace mergeproof::symbolic
