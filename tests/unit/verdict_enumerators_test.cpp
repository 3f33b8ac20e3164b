// uses: verdict ir source support
// Numbers that are enumerators with other numbers in another version.
#include "ir/context.h"
#include "verdict/enumerators.h"

#include <gtest/gtest.h>

namespace mergeproof::verdict {
namespace {

struct Enumerators : testing::Test {
  ir::Context context;

  ir::Type enumeration(ir::Enumerators all) {
    return {.kind = ir::TypeKind::Int,
            .is_signed = true,
            .size = 4,
            .align = 4,
            .enumerators = context.enumerators(std::move(all))};
  }
  ir::Type here = enumeration({{"BOX", 0}, {"LINE", 1}, {"ALL", 2}});
  ir::Type there = enumeration({{"BOX", 0}, {"TEXT", 1}, {"LINE", 2}});
  ir::Type plain = enumeration({});
};

TEST_F(Enumerators, MeanTheSameWhereNoneHasAnotherNumber) {
  EXPECT_TRUE(means_the_same(0, here, there));
  EXPECT_FALSE(means_the_same(1, here, there)); // LINE, which is 2 there
  EXPECT_FALSE(means_the_same(2, here, there)); // LINE there, and 1 here
  EXPECT_TRUE(means_the_same(3, here, there));
  EXPECT_TRUE(means_the_same(1, here, plain));
  ir::Type longer = enumeration({{"BOX", 0}, {"LINE", 1}, {"NEW", 7}});
  EXPECT_TRUE(means_the_same(7, here, longer)); // a new one
}

TEST_F(Enumerators, AreFoundInWhatHoldsThem) {
  auto record = [](const ir::Type &member, bool is_bit_field) {
    ir::Type type{.kind = ir::TypeKind::Struct, .size = 8, .align = 4};
    static const ir::Type number{
        .kind = ir::TypeKind::Int, .is_signed = true, .size = 4, .align = 4};
    type.fields.push_back({.name = "n", .type = &number});
    type.fields.push_back({.name = "kind", .type = &member, .offset = 4});
    if (is_bit_field) {
      type.fields.back().bit_offset = 3;
      type.fields.back().bit_width = 5;
    }
    return type;
  };
  ir::Type a = record(here, false), b = record(there, false);
  EXPECT_TRUE(mean_the_same({1, 0, 0, 0, 0, 0, 0, 0}, &a, &b));
  EXPECT_FALSE(mean_the_same({0, 0, 0, 0, 1, 0, 0, 0}, &a, &b));
  // The second of two.
  EXPECT_FALSE(
      mean_the_same({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0}, &a, &b));
  ir::Type bits = record(here, true), others = record(there, true);
  EXPECT_FALSE(mean_the_same({0, 0, 0, 0, 1 << 3, 0, 0, 0}, &bits, &others));
  EXPECT_TRUE(mean_the_same({0, 0, 0, 0, 1, 0, 0, 0}, &bits, &others));
  ir::Type array{
      .kind = ir::TypeKind::Array, .size = 8, .element = &here, .count = 2};
  ir::Type other = array;
  other.element = &there;
  EXPECT_TRUE(mean_the_same({0, 0, 0, 0, 3, 0, 0, 0}, &array, &other));
  EXPECT_FALSE(mean_the_same({0, 0, 0, 0, 1, 0, 0, 0}, &array, &other));
}

} // namespace
} // namespace mergeproof::verdict
