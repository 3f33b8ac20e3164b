#include "relational/external.h"

#include "ir/signature.h"
#include "symbolic/escape.h"

#include <algorithm>

namespace mergeproof::relational {

namespace {

// Text and other constants: what a call reads there is the same everywhere.
bool is_constant_memory(const ir::Expr *arg, const ir::Program &program) {
  const ir::Expr *root = symbolic::root_of(arg);
  if (!root || root->kind != ir::ExprKind::GlobalAddr)
    return false;
  const ir::Global *global = program.find_global(root->name);
  return global && global->is_const && global->is_defined;
}

bool is_read_only_param(const ir::Function *declared, std::size_t index) {
  if (!declared || !declared->type || index >= declared->type->params.size())
    return false;
  const ir::Type *param = declared->type->params[index];
  return param && param->kind == ir::TypeKind::Pointer && param->element &&
         param->element->is_const;
}

bool names_function(const ir::Expr *expr) {
  if (!expr)
    return false;
  return expr->kind == ir::ExprKind::FunctionAddr || names_function(expr->a) ||
         names_function(expr->b) || names_function(expr->c);
}

} // namespace

bool may_call_back(const ir::Call &call, const ir::Function *declared) {
  if (std::any_of(call.args.begin(), call.args.end(), names_function))
    return true;
  return declared && declared->type && ir::takes_functions(*declared->type);
}

Reach reach_of(const ir::Call &call, const ir::Function *declared,
               ir::LibraryEffect effect, const ir::Program &program) {
  Reach reach;
  for (std::size_t i = 0; i < call.args.size(); i++) {
    if (!call.args[i]->type.is_pointer() ||
        call.args[i]->kind == ir::ExprKind::FunctionAddr ||
        is_constant_memory(call.args[i], program))
      continue;
    reach.reads = true;
    reach.writes |= !is_read_only_param(declared, i);
  }
  reach.reads &= effect != ir::LibraryEffect::Pure;
  reach.writes &= effect == ir::LibraryEffect::Unknown ||
                  effect == ir::LibraryEffect::Changes;
  return reach;
}

} // namespace mergeproof::relational
