// uses: ir source support
#include "ir/context.h"
#include "ir/signature.h"

#include <deque>
#include <gtest/gtest.h>

namespace mergeproof {
namespace {

using ir::Type;
using ir::TypeKind;

struct SignatureTest : testing::Test {
  ir::Context context;
  Type integer{.kind = TypeKind::Int, .size = 4};
  Type wide{.kind = TypeKind::Int, .size = 8};
  Type number{.kind = TypeKind::Float, .size = 8};
  Type text{.kind = TypeKind::Pointer, .size = 8, .element = &integer};
  Type node{.kind = TypeKind::Struct, .size = 16, .spelling = "struct node"};
  Type leaf{.kind = TypeKind::Struct, .size = 16, .spelling = "struct leaf"};
  Type to_node{.kind = TypeKind::Pointer, .size = 8, .element = &node};
  Type to_leaf{.kind = TypeKind::Pointer, .size = 8, .element = &leaf};

  static Type function(std::vector<const Type *> params,
                       bool is_variadic = false) {
    return {.kind = TypeKind::Function,
            .params = std::move(params),
            .is_variadic = is_variadic};
  }
  bool fits(const Type &pointer, const Type &own) const {
    ir::Function f;
    f.is_defined = true;
    f.type = &own;
    return ir::fits(ir::signature_text(&pointer), f);
  }
};

TEST_F(SignatureTest, text) {
  EXPECT_EQ(ir::signature_text(nullptr), "");
  Type none = function({}),
       some = function({&to_node, &integer, &number, &leaf, &text}, true);
  EXPECT_EQ(ir::signature_text(&none), "");
  EXPECT_EQ(ir::signature_text(&some), "(p64 struct node,i32,f64,s,p64,...)");
}

TEST_F(SignatureTest, what_programs_do_on_purpose_fits) {
  Type a = function({&to_node, &integer}), b = function({&text, &wide});
  Type unknown = function({}), handle = function({&wide, &integer});
  EXPECT_TRUE(fits(a, a));
  EXPECT_TRUE(fits(b, a));      // a struct for void *, int for long
  EXPECT_TRUE(fits(handle, a)); // a number for a pointer
  EXPECT_TRUE(fits(a, unknown));
  EXPECT_TRUE(fits(unknown, a));
  Type any = function({&to_node}, true);
  EXPECT_TRUE(fits(any, a));
  EXPECT_TRUE(fits(a, any));
}

TEST_F(SignatureTest, what_nobody_does_by_accident_does_not) {
  Type a = function({&to_node, &integer});
  for (const Type &other :
       {function({&to_leaf, &integer}), function({&to_node}),
        function({&to_node, &number}), function({&node, &integer}),
        function({&text, &wide})})
    EXPECT_FALSE(fits(a, other)) << ir::signature_text(&other);
}

// A transparent union is passed as one of its members.
TEST_F(SignatureTest, unions_fit_anything) {
  Type any{.kind = TypeKind::Union, .size = 8, .spelling = "union any"};
  EXPECT_TRUE(fits(function({&to_node}), function({&any})));
  EXPECT_TRUE(fits(function({&any}), function({&number})));
}

// Nothing is known of how a vector is passed.
TEST_F(SignatureTest, what_is_no_scalar_fits_anything) {
  Type vector{.kind = TypeKind::Void, .size = 16};
  EXPECT_TRUE(fits(function({&to_node}), function({&vector})));
  EXPECT_TRUE(fits(function({nullptr}), function({&wide})));
}

TEST_F(SignatureTest, addresses_of_32_bits_are_numbers_of_32_bits) {
  Type narrow{.kind = TypeKind::Pointer, .size = 4, .element = &integer};
  EXPECT_TRUE(fits(function({&integer}), function({&narrow})));
  EXPECT_FALSE(fits(function({&integer}), function({&text})));
}

TEST_F(SignatureTest, functions_behind_members_and_pointers) {
  Type callee = function({&to_leaf});
  Type pointer{.kind = TypeKind::Pointer, .size = 8, .element = &callee};
  node.fields = {{.name = "next", .type = &to_node},
                 {.name = "call", .type = &pointer, .offset = 8}};
  EXPECT_EQ(ir::signatures_behind(&to_node),
            std::set<std::string>{"(p64 struct leaf)"});
  EXPECT_TRUE(ir::signatures_behind(&to_leaf).empty());
}

TEST_F(SignatureTest, a_struct_with_everything_may_hold_any) {
  std::deque<Type> types;
  for (int i = 0; i < 40; i++) {
    types.push_back(
        {.kind = TypeKind::Struct, .spelling = "struct s" + std::to_string(i)});
    Type &record = types.back();
    Type &to = types.emplace_back(
        Type{.kind = TypeKind::Pointer, .size = 8, .element = &record});
    Type &callee = types.emplace_back(function({&to}));
    Type &pointer = types.emplace_back(
        Type{.kind = TypeKind::Pointer, .size = 8, .element = &callee});
    node.fields.push_back({.name = "f", .type = &pointer});
  }
  EXPECT_EQ(ir::signatures_behind(&to_node), std::set<std::string>{""});
}

} // namespace
} // namespace mergeproof
