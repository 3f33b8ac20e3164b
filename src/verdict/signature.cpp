#include "verdict/signature.h"

#include "ir/signature.h"

namespace mergeproof::verdict {

namespace {

// What a caller makes of a wider result depends on it.
bool is_signed(const ir::Function &function) {
  const ir::Type *type = function.type ? function.type->element : nullptr;
  return type && type->kind == ir::TypeKind::Int && type->is_signed;
}

bool is_same_result(const ir::Function &a, const ir::Function &b) {
  return a.result == b.result && is_signed(a) == is_signed(b);
}

bool is_same_signature(const ir::Function &a, const ir::Function &b) {
  return ir::takes_the_same(a, b) && is_signed(a) == is_signed(b);
}

} // namespace

bool has_other_parameters(const Question &question) {
  const ir::Function &merge = *question.versions.back().function;
  bool is_other = false;
  for (const VersionOfUnit &version : question.versions) {
    if (version.function->is_entry != merge.is_entry ||
        !is_same_result(*version.function, merge))
      return false;
    is_other |= !is_same_signature(*version.function, merge);
  }
  return is_other;
}

std::string signature_problem(const Question &question) {
  const VersionOfUnit &merge = question.versions.back();
  for (const VersionOfUnit &version : question.versions)
    if (version.function->is_entry != merge.function->is_entry)
      return "whether it runs without being called (a constructor, a section) "
             "differs between " +
             version.revision.id + " and " + merge.revision.id;
    else if (!is_same_signature(*version.function, *merge.function))
      return "its parameters or result differ between " + version.revision.id +
             " and " + merge.revision.id +
             "; what that means shows in its callers";
  return "";
}

} // namespace mergeproof::verdict
