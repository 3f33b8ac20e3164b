// uses: symbolic ir
// Bytes of structs that no member has.
#include "symbolic/padding.h"

#include <gtest/gtest.h>

namespace mergeproof::symbolic {
namespace {

ir::Type number(std::uint64_t size) {
  ir::Type type;
  type.kind = ir::TypeKind::Int;
  type.size = size;
  return type;
}

struct PaddingTest : testing::Test {
  ir::Type byte = number(1), word = number(4);

  // { u8 at 0; u32 at 4; u8 at 8 }, 12 bytes
  ir::Type padded() const {
    ir::Type type;
    type.kind = ir::TypeKind::Struct;
    type.size = 12;
    for (auto [member, offset] :
         {std::pair{&byte, 0}, {&word, 4}, {&byte, 8}}) {
      ir::Field field;
      field.type = member;
      field.offset = std::uint64_t(offset);
      type.fields.push_back(field);
    }
    return type;
  }
};

TEST_F(PaddingTest, BetweenAndBehindMembers) {
  const std::vector<bool> bytes = bytes_of_members(padded(), 64);
  EXPECT_EQ(bytes, (std::vector<bool>{true, false, false, false, true, true,
                                      true, true, true, false, false, false}));
  EXPECT_TRUE(are_of_members(bytes, 4, 4));
  EXPECT_FALSE(are_of_members(bytes, 0, 2));
  EXPECT_TRUE(are_of_members({}, 0, 8)); // all of them
}

TEST_F(PaddingTest, OfElements) {
  ir::Type inner = padded(), array, outer;
  array.kind = ir::TypeKind::Array;
  array.element = &inner;
  array.count = 2;
  array.size = 24;
  outer.kind = ir::TypeKind::Struct;
  outer.size = 24;
  outer.fields.emplace_back().type = &array;
  const std::vector<bool> bytes = bytes_of_members(outer, 64);
  ASSERT_EQ(bytes.size(), 24u);
  EXPECT_TRUE(bytes[12]);
  EXPECT_FALSE(bytes[13]);
  EXPECT_TRUE(bytes_of_members(outer, 16).empty()); // too large
}

TEST_F(PaddingTest, OfUnionsAndWholeStructsThereIsNone) {
  ir::Type whole, choice = padded();
  whole.kind = ir::TypeKind::Struct;
  whole.size = 4;
  whole.fields.emplace_back().type = &word;
  EXPECT_TRUE(bytes_of_members(whole, 64).empty());
  choice.kind = ir::TypeKind::Union;
  EXPECT_TRUE(bytes_of_members(choice, 64).empty());
  EXPECT_TRUE(bytes_of_members(word, 64).empty());
}

} // namespace
} // namespace mergeproof::symbolic
