#include "frontend/c/access/compiler_choices.h"
#include "frontend/c/access/layout_use.h"
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

FunctionLowering::FunctionLowering(Unit &unit, const clang::FunctionDecl &decl,
                                   ir::Function &function)
    : Locals(unit, decl, function), jumps_(decl.getBody()),
      typed_access_(unit.ast) {
  loc = decl.getLocation();
}

void FunctionLowering::run() {
  function.is_defined = true;
  function.converts_pointers = converts_pointers(decl_.getBody());
  function.choices = compiler_choices(decl_);
  if (unit.layout_use)
    function.on_layout = unit.layout_use->dependence(decl_);
  std::string reason = unsupported_signature();
  if (!reason.empty()) {
    opaque(reason);
    if (function.result)
      emit(ir::Return{zero(*function.result)});
    return;
  }
  prologue();
  statement(decl_.getBody());
  epilogue();
}

// Why no call of this function can be described; empty when it can.
std::string FunctionLowering::unsupported_signature() const {
  if (const char *reason = types_.unsupported(decl_.getReturnType()))
    return reason;
  for (const clang::ParmVarDecl *param : decl_.parameters()) {
    if (const char *reason = types_.unsupported(param->getType()))
      return reason;
    if (param->getType()->isRecordType() && !complete_record(param->getType()))
      return "parameter of incomplete type";
  }
  if (decl_.hasAttr<clang::NakedAttr>())
    return "naked function";
  return "";
}

void FunctionLowering::prologue() {
  name_locals();
  open_scope();
  for (const auto &[call, pointer] : stack_allocations_) {
    assign(pointer, context.null_pointer());
    scopes_.back().arrays.push_back(pointer);
  }
  lower_params();
  begin_variadic();
}

void FunctionLowering::lower_params() {
  std::size_t hidden = function.params.size() - decl_.getNumParams();
  for (unsigned i = 0; i < decl_.getNumParams(); i++) {
    const clang::ParmVarDecl *param = decl_.getParamDecl(i);
    ir::Variable &variable = function.params[hidden + i];
    if (!param->getName().empty())
      variable.name = names_.at(param);
    Value argument = context.var(variable.name, variable.scalar);
    Local local;
    local.name = variable.name;
    local.scalar = variable.scalar;
    if (variable.passing == ir::Variable::Passing::ByCopy) {
      local.is_object = true;
      local.address = argument;
    } else if (address_taken_.count(param)) {
      local.is_object = true;
      local.address =
          make_object(std::string(variable.name) + ".addr", param->getType());
      emit(ir::LocalBegin{local.address->name});
      store(local.address, argument);
    }
    locals_.emplace(param, local);
  }
  for (const clang::ParmVarDecl *param : decl_.parameters()) {
    // "int a[next()]" is a pointer, and its length is computed nevertheless.
    if (const auto *array =
            ast_.getAsVariableArrayType(param->getOriginalType());
        array && array->getSizeExpr() &&
        array->getSizeExpr()->HasSideEffects(ast_))
      value(array->getSizeExpr());
    fix_lengths(param->getType());
  }
}

namespace {

// "switch (e) {…}" with a case for every enumerator: nothing is behind it.
bool ends_with_whole_switch(const clang::Stmt *body) {
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
  const auto *last =
      block ? llvm::dyn_cast_or_null<clang::SwitchStmt>(block->body_back())
            : nullptr;
  return last && last->isAllEnumCasesCovered();
}

} // namespace

// Defined as long as nobody uses the value (C11 6.9.1, 12).
void FunctionLowering::miss_return() {
  if (ends_with_whole_switch(decl_.getBody()))
    check(ir::CheckKind::MissingReturn, context.boolean(false));
  else
    opaque("the end of a function that returns values elsewhere");
}

void FunctionLowering::epilogue() {
  loc = decl_.getEndLoc();
  clang::QualType type = decl_.getReturnType();
  if (flow.is_reachable && (function.result || type->isRecordType())) {
    if (decl_.isMain())
      emit(ir::Return{zero(*function.result)});
    else
      miss_return();
  }
  remove_unread_flags();
}

} // namespace mergeproof::frontend::c
