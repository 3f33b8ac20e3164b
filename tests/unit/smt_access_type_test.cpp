// Loads that look through stores by what is declared to be there, and through
// changes of new objects.
// uses: smt
#include "smt/memory_change.h"
#include "smt/term.h"

#include <gtest/gtest.h>

namespace mergeproof::smt {
namespace {

class AccessTypeTest : public testing::Test {
protected:
  Term pointer(const char *name) { return table_.input(name, bv_sort(64)); }
  Term number(std::uint32_t bits, Bits value) {
    return table_.constant(bv_sort(bits), value);
  }
  Term load(Term memory, Term address, AccessType type,
            const char *member = "") {
    return table_.load(memory, address, 32, {type, member});
  }
  Term store(Term memory, Term address, Term value, AccessType type,
             const char *member = "") {
    return table_.store(memory, address, value, {type, member});
  }

  TermTable table_;
  Term memory_ = table_.input("memory", memory_sort);
  Term p_ = pointer("argument 0"), q_ = pointer("argument 1");
};

TEST_F(AccessTypeTest, AStoreOfAnotherTypeIsLookedThrough) {
  Term written = store(memory_, p_, number(64, 1), AccessType::Pointer);
  Term before = table_.plain_load(memory_, q_, 32);
  EXPECT_EQ(load(written, q_, AccessType::Int32), before);
  EXPECT_TRUE(table_.tells_types_apart());
}

TEST_F(AccessTypeTest, AStoreOfAnotherMemberIsLookedThrough) {
  Term written =
      store(memory_, p_, number(32, 1), AccessType::Int32, "struct node+8");
  Term before = table_.plain_load(memory_, q_, 32);
  Term seen = table_.ite(table_.equal(q_, p_), number(32, 1), before);
  EXPECT_EQ(load(written, q_, AccessType::Int32, "struct node+12"), before);
  EXPECT_EQ(load(written, q_, AccessType::Int32, "struct node+8"), seen);
  EXPECT_EQ(load(written, q_, AccessType::Int32, "struct other+12"), seen);
  EXPECT_EQ(load(written, q_, AccessType::Int32), seen);
}

TEST_F(AccessTypeTest, NothingIsAssumedOfUntypedAccesses) {
  Term typed = store(memory_, p_, number(64, 1), AccessType::Pointer);
  Term untyped = table_.store(memory_, p_, number(64, 1));
  EXPECT_EQ(load(typed, q_, AccessType::Any), table_.plain_load(typed, q_, 32));
  EXPECT_EQ(load(untyped, q_, AccessType::Int32),
            table_.plain_load(untyped, q_, 32));
  EXPECT_FALSE(table_.tells_types_apart());
}

TEST_F(AccessTypeTest, AStoreOfTheSameTypeIsSeenWholeOrNotAtAll) {
  Term written = store(memory_, p_, number(32, 7), AccessType::Int32);
  Term before = table_.plain_load(memory_, q_, 32);
  EXPECT_EQ(load(written, q_, AccessType::Int32),
            table_.ite(table_.equal(q_, p_), number(32, 7), before));
}

// A pool that keeps its link where a number was: what is known to overlap does,
// whatever the types.
TEST_F(AccessTypeTest, WhatOverlapsForCertainIsRead) {
  Term link = table_.add(p_, number(64, 4));
  Term written =
      store(memory_, p_, number(64, 0x500000006), AccessType::Pointer);
  EXPECT_EQ(load(written, p_, AccessType::Int32), number(32, 6));
  EXPECT_EQ(load(written, link, AccessType::Int32), number(32, 5));
  EXPECT_FALSE(table_.tells_types_apart());
}

TEST_F(AccessTypeTest, ManyStoresThatMayBeTheSameStayAQuestion) {
  Term written = memory_;
  for (int i = 0; i < 50; i++)
    written = store(written, pointer(std::to_string(i).c_str()), number(32, 7),
                    AccessType::Int32);
  Term value = load(written, q_, AccessType::Int32);
  unsigned depth = 0;
  for (; value->kind == Kind::Ite; depth++)
    value = value->args[2];
  EXPECT_GT(depth, 2u);
  EXPECT_LT(depth, 20u);
  EXPECT_EQ(value->args[0]->kind, Kind::Store);
}

TEST_F(AccessTypeTest, ANewObjectIsZeroWhereItWasCleared) {
  Term object = table_.object("new", ObjectClass::Heap, Bits(0xC0000000) << 32);
  Term now = cleared(table_, memory_, object, number(64, 64));
  Term inside = table_.add(object, table_.symbol("offset", bv_sort(64)));
  EXPECT_EQ(load(now, inside, AccessType::Any), number(32, 0));
  EXPECT_EQ(load(now, p_, AccessType::Any), table_.plain_load(memory_, p_, 32));
  Term written = table_.store(now, object, number(32, 5));
  EXPECT_EQ(load(written, object, AccessType::Any), number(32, 5));
}

} // namespace
} // namespace mergeproof::smt
