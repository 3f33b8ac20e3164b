// uses: symbolic verdict smt ir source support
// Which allocations of several versions make one object.
#include "symbolic/heap_objects.h"

#include <gtest/gtest.h>

namespace mergeproof::symbolic {
namespace {

struct HeapObjectsTest : testing::Test {
  smt::TermTable table;
  HeapObjects objects;
  std::uint64_t made = 0;

  smt::Term token(const char *name) {
    return table.symbol(name, smt::token_sort);
  }
  smt::Term find(std::size_t version, const char *name, std::uint64_t size,
                 const char *number = "first") {
    return objects.find(
        version,
        {token(name), token(number), table.constant(smt::bv_sort(64), size)},
        [&](std::size_t) {
          made++;
          return table.object("heap " + std::to_string(made),
                              smt::ObjectClass::Heap, made << 32);
        });
  }
};

TEST_F(HeapObjectsTest, NumberAndSizeDecide) {
  smt::Term one = find(0, "malloc", 16);
  EXPECT_EQ(find(1, "calloc", 16), one);
  EXPECT_NE(find(2, "malloc of more", 24), one);
  EXPECT_NE(find(3, "malloc later", 16, "second"), one);
}

TEST_F(HeapObjectsTest, AVersionHasEachOnce) {
  smt::Term one = find(0, "malloc", 16), other = find(0, "calloc", 16);
  EXPECT_NE(one, other); // on another path
  EXPECT_EQ(find(0, "malloc", 16), one);
  EXPECT_EQ(find(1, "calloc", 16), other); // the same token first
  EXPECT_EQ(find(1, "realloc", 16), one);
  smt::Term third = find(1, "malloc", 16);
  EXPECT_NE(third, one);
  EXPECT_NE(third, other);
  EXPECT_EQ(made, 3u);
}

TEST_F(HeapObjectsTest, OnlyAVersionsOwnAllocationsAreMade) {
  smt::Term one = find(0, "malloc", 16);
  EXPECT_EQ(objects.made(0, token("malloc")), one);
  EXPECT_EQ(objects.made(1, token("malloc")), nullptr);
  EXPECT_EQ(objects.made(0, token("calloc")), nullptr);
}

} // namespace
} // namespace mergeproof::symbolic
