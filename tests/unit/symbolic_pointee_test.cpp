// What declared types say of pointers.
// uses: symbolic verdict ir
#include "ir/context.h"
#include "symbolic/pointee.h"

#include <gtest/gtest.h>

namespace mergeproof::symbolic {
namespace {

struct PointeeTest : testing::Test {
  ir::Type *scalar(ir::TypeKind kind, std::uint64_t size) {
    ir::Type *type = context.make_type();
    type->kind = kind;
    type->size = size;
    type->align = static_cast<std::uint32_t>(size);
    return type;
  }
  ir::Type *pointer(const ir::Type *to) {
    ir::Type *type = scalar(ir::TypeKind::Pointer, 8);
    type->element = to;
    return type;
  }
  // struct node { struct node *next; int key; char *text; }, and a union.
  PointeeTest() {
    node->kind = ir::TypeKind::Struct;
    node->size = 24;
    node->align = 8;
    node->fields = {{.name = "next", .type = pointer(node), .offset = 0},
                    {.name = "key", .type = number, .offset = 8},
                    {.name = "text", .type = pointer(byte), .offset = 16}};
    either->kind = ir::TypeKind::Union;
    either->size = either->align = 8;
    either->fields = {{.name = "node", .type = pointer(node), .offset = 0}};
    variables["p"] = pointer(node);
    variables["bytes"] = pointer(byte);
    variables["u"] = pointer(either);
  }
  const ir::Expr *variable(const char *name) {
    return context.var(context.symbol(name), ir::pointer_scalar);
  }
  const ir::Expr *at(const ir::Expr *address, std::uint64_t offset) {
    return context.binary(ir::Op::PtrAdd, address,
                          context.constant(ir::size_scalar, offset));
  }
  const ir::Expr *loaded(const ir::Expr *address) {
    return context.load(ir::pointer_scalar, address);
  }
  Pointee found_at(const ir::Expr *address) {
    return pointee_of(declared_at(address, program, variables));
  }

  ir::Context context;
  ir::Program program;
  ir::Type *byte = scalar(ir::TypeKind::Int, 1);
  ir::Type *number = scalar(ir::TypeKind::Int, 4);
  ir::Type *node = context.make_type();
  ir::Type *either = context.make_type();
  std::map<ir::Symbol, const ir::Type *> variables;
};

TEST_F(PointeeTest, MembersThatArePointersToStructsLeadToWholeOnes) {
  const ir::Expr *next = variable("p");
  EXPECT_EQ(found_at(next).whole_size, 24u);
  EXPECT_EQ(found_at(next).alignment, 8u);
  EXPECT_EQ(found_at(loaded(next)).whole_size, 24u); // p->next->next
}

TEST_F(PointeeTest, OfWhatIsNotDeclaredAsOneNothingIsKnown) {
  for (const ir::Expr *address :
       {at(variable("p"), 8), at(variable("p"), 4), at(variable("p"), 16),
        at(variable("p"), 24), at(variable("p"), ~std::uint64_t(0) - 7),
        variable("bytes"), at(variable("bytes"), 8), variable("u"),
        variable("other")}) {
    EXPECT_EQ(found_at(address).whole_size, 0u);
    EXPECT_EQ(found_at(address).alignment, 1u);
  }
}

// What is sent and stored may end early.
TEST_F(PointeeTest, StructsOfBytesNeedNotBeWhole) {
  node->align = 1;
  EXPECT_EQ(pointee_of(variables["p"]).whole_size, 0u);
}

TEST_F(PointeeTest, ElementsThatAreNotThereAreNotDeclared) {
  ir::Type *array = context.make_type();
  array->kind = ir::TypeKind::Array;
  array->element = pointer(node);
  array->count = 2;
  array->size = 16;
  ir::Global &table = program.globals[context.symbol("table")];
  table.id = context.symbol("table");
  table.type = array;
  const ir::Expr *start = context.global_addr(table.id);
  EXPECT_EQ(found_at(at(start, 8)).whole_size, 24u);
  EXPECT_EQ(found_at(at(start, 16)).whole_size, 0u);
}

TEST_F(PointeeTest, AMemberOfARecordByItsName) {
  auto member = [&](const char *text) { return context.symbol(text); };
  node->spelling = "struct node";
  EXPECT_TRUE(is_member_at(member("struct node+8"), *node, 8));
  EXPECT_FALSE(is_member_at(member("struct node+8"), *node, 16));
  EXPECT_FALSE(is_member_at(member("struct knode+8"), *node, 8));
  EXPECT_FALSE(is_member_at(member("struct node+8"), *number, 8));
  EXPECT_FALSE(is_member_at(member("node+8"), *node, 8)); // a typedef's
  EXPECT_FALSE(is_member_at({}, *node, 0));
  node->spelling = "const struct node";
  EXPECT_TRUE(is_member_at(member("struct node+8"), *node, 8));
}

} // namespace
} // namespace mergeproof::symbolic
