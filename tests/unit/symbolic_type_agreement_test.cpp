// Whether versions mean the same by a type.
// uses: symbolic verdict ir
#include "ir/context.h"
#include "symbolic/type_agreement.h"

#include <gtest/gtest.h>

namespace mergeproof::symbolic {
namespace {

// Versions of `void f(T *p)`.
class TypeAgreementTest : public testing::Test {
protected:
  const ir::Type *scalar(ir::TypeKind kind, std::uint64_t size) {
    ir::Type *type = context_.make_type();
    type->kind = kind;
    type->size = size;
    return type;
  }
  const ir::Type *pointer(const ir::Type *to) {
    ir::Type *type = context_.make_type();
    type->kind = ir::TypeKind::Pointer;
    type->size = 8;
    type->element = to;
    return type;
  }
  const ir::Type *record(const std::vector<const ir::Type *> &members) {
    ir::Type *type = context_.make_type();
    type->kind = ir::TypeKind::Struct;
    type->spelling = "struct s";
    for (const ir::Type *member : members) {
      type->fields.push_back({.type = member, .offset = type->size});
      type->size += member->size;
    }
    return type;
  }
  bool agree(const std::vector<const ir::Type *> &pointees) {
    std::vector<ir::Program> programs(pointees.size());
    verdict::Question question;
    for (std::size_t v = 0; v < pointees.size(); v++) {
      ir::Symbol id = context_.symbol(names_[v % names_.size()]);
      ir::Function &function = programs[v].functions[id];
      function.id = id;
      ir::Variable param;
      param.name = context_.symbol("p");
      param.type = pointer(pointees[v]);
      function.params.push_back(param);
      verdict::VersionOfUnit version;
      version.program = &programs[v];
      version.function = &function;
      question.versions.push_back(version);
    }
    return do_types_agree(question);
  }

  ir::Context context_;
  std::vector<std::string> names_ = {"f"}; // of the unit, in turn
  const ir::Type *number_ = scalar(ir::TypeKind::Int, 4);
  const ir::Type *large_ = scalar(ir::TypeKind::Int, 8);
  const ir::Type *real_ = scalar(ir::TypeKind::Float, 4);
};

TEST_F(TypeAgreementTest, WhatIsTheSameAgrees) {
  EXPECT_TRUE(agree({number_, scalar(ir::TypeKind::Int, 4), number_}));
  EXPECT_TRUE(agree({record({number_, real_}), record({number_, real_})}));
}

// In an array, a member more moves the next element.
TEST_F(TypeAgreementTest, MembersAddedBehindTheOthersDoNotAgree) {
  const ir::Type *old = record({number_, real_});
  EXPECT_FALSE(agree({old, record({number_, real_, large_}), old}));
}

TEST_F(TypeAgreementTest, MembersThatMoveOrBecomeOthersDoNot) {
  const ir::Type *old = record({number_, real_});
  EXPECT_FALSE(agree({old, old, record({real_, number_})}));
  EXPECT_FALSE(agree({old, record({number_, number_}), old}));
  EXPECT_FALSE(agree({old, record({large_, real_}), old}));
  EXPECT_FALSE(agree({old, record({number_, number_, real_})}));
}

TEST_F(TypeAgreementTest, ParametersThatLeadElsewhereDoNot) {
  EXPECT_FALSE(agree({number_, large_}));
  EXPECT_FALSE(agree({number_, real_, number_}));
  EXPECT_TRUE(agree({number_, scalar(ir::TypeKind::Void, 0)}));
}

// A branch may rename the unit.
TEST_F(TypeAgreementTest, ParametersOfARenamedUnitAreCompared) {
  names_ = {"f", "g"};
  EXPECT_FALSE(agree({number_, large_}));
  EXPECT_TRUE(agree({number_, number_}));
}

// struct s { struct s *next; }
TEST_F(TypeAgreementTest, TypesThatLeadToThemselvesEnd) {
  auto list = [&](const ir::Type *value) {
    auto *type = context_.make_type();
    type->kind = ir::TypeKind::Struct;
    type->spelling = "struct list";
    type->size = 16;
    type->fields = {{.type = pointer(type), .offset = 0},
                    {.type = value, .offset = 8}};
    return type;
  };
  EXPECT_TRUE(agree({list(number_), list(number_)}));
  EXPECT_FALSE(agree({list(number_), list(real_)}));
}

} // namespace
} // namespace mergeproof::symbolic
