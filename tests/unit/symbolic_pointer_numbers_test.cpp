// Which pointers are taken for numbers, and when a run has assumed too much.
// uses: symbolic smt
#include "symbolic/pointer_numbers.h"

#include <gtest/gtest.h>

namespace mergeproof::symbolic {
namespace {

using smt::Term;

class PointerNumbersTest : public testing::Test {
protected:
  PointerNumbers make() { return {table_, names_}; }
  Term argument(const char *name) {
    return table_.input(name, smt::bv_sort(64));
  }
  Term at(Term pointer, std::uint64_t offset) {
    return table_.add(pointer, table_.constant(smt::bv_sort(64), offset));
  }
  Term loaded(Term address, std::uint32_t bits) {
    return table_.plain_load(table_.input("memory", smt::memory_sort), address,
                             bits);
  }

  smt::TermTable table_;
  std::shared_ptr<PointerNumbers::Names> names_ =
      std::make_shared<PointerNumbers::Names>();
};

TEST_F(PointerNumbersTest, OfWhatIsCastNothingIsAssumed) {
  PointerNumbers numbers = make();
  Term p = argument("argument 0"), q = argument("argument 1");
  numbers.look_at(at(p, 8));
  EXPECT_FALSE(numbers.may_assume(p));
  EXPECT_TRUE(numbers.may_assume(q));
  EXPECT_FALSE(numbers.is_stale());
}

TEST_F(PointerNumbersTest, WhatWasAssumedBeforeMakesARunStale) {
  PointerNumbers first = make();
  Term p = argument("argument 0");
  EXPECT_TRUE(first.may_assume(p));
  first.look_at(p);
  EXPECT_TRUE(first.is_stale());
  PointerNumbers again = make();
  EXPECT_FALSE(again.may_assume(p));
  again.look_at(p);
  EXPECT_FALSE(again.is_stale());
}

TEST_F(PointerNumbersTest, ComparisonsWithAddressesDoNotCount) {
  PointerNumbers numbers = make();
  Term p = argument("argument 0"), q = argument("argument 1");
  auto number = [&](smt::Bits value) {
    return table_.constant(smt::bv_sort(64), value);
  };
  numbers.note_comparison(p, number(0), false);
  numbers.note_comparison(p, number(1), false);
  numbers.note_comparison(p, q, true);
  EXPECT_TRUE(numbers.may_assume(p));
  numbers.note_comparison(p, number(0xdeadbeef), false);
  EXPECT_FALSE(numbers.may_assume(p));
  EXPECT_TRUE(numbers.may_assume(q));
  numbers.note_comparison(number(1), q, true);
  EXPECT_FALSE(numbers.may_assume(q));
}

TEST_F(PointerNumbersTest, BytesThatAreReadAsSomethingElse) {
  Term p = argument("argument 0");
  for (auto [offset, bits, is_apart] : {std::tuple{0u, 32u, true},
                                        {4u, 32u, true},
                                        {8u, 8u, false},
                                        {15u, 8u, false},
                                        {16u, 64u, true},
                                        {12u, 32u, false}}) {
    names_->clear();
    PointerNumbers numbers = make();
    Term pointer = loaded(at(p, 8), 64);
    numbers.note_load(at(p, 8), pointer, true);
    EXPECT_TRUE(numbers.may_assume(pointer));
    numbers.note_load(at(p, offset), loaded(at(p, offset), bits), false);
    EXPECT_EQ(numbers.may_assume(pointer), is_apart) << offset;
    EXPECT_EQ(numbers.is_stale(), !is_apart) << offset;
  }
}

TEST_F(PointerNumbersTest, AnAddressThatIsOneOfTwo) {
  PointerNumbers numbers = make();
  Term p = argument("argument 0"), q = argument("argument 1");
  Term one = table_.ite(table_.symbol("c", smt::bool_sort), p, at(q, 8));
  Term pointer = loaded(at(q, 16), 64);
  numbers.note_load(at(q, 16), pointer, true);
  EXPECT_TRUE(numbers.may_assume(pointer));
  numbers.note_load(one, loaded(one, 32), false);
  EXPECT_TRUE(numbers.may_assume(pointer));
  numbers.note_load(at(one, 8), loaded(at(one, 8), 32), false);
  EXPECT_FALSE(numbers.may_assume(pointer));
}

TEST_F(PointerNumbersTest, APointerThatIsReadBackAsAnInt) {
  PointerNumbers numbers = make();
  Term p = argument("argument 0"), place = argument("argument 1");
  numbers.note_load(place, table_.extract(31, 0, at(p, 4)), false);
  EXPECT_FALSE(numbers.may_assume(p));
  EXPECT_TRUE(numbers.may_assume(place));
}

TEST_F(PointerNumbersTest, WhereItIsNotKnownWhichNothingIsAssumedOfAny) {
  PointerNumbers numbers = make();
  numbers.look_at(table_.symbol("loop p", smt::bv_sort(64)));
  EXPECT_FALSE(numbers.may_assume(argument("argument 0")));
}

} // namespace
} // namespace mergeproof::symbolic
