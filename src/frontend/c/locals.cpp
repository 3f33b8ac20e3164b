#include "frontend/c/locals.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/walk.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

// In order of declaration; what has its address taken; what a goto or a switch
// may jump over.
class LocalFinder {
public:
  std::vector<const clang::VarDecl *> locals;
  std::set<const clang::VarDecl *> address_taken;
  std::set<const clang::VarDecl *> in_switch;
  std::vector<const clang::CallExpr *> stack_allocations;
  bool has_goto = false;

  void visit(const clang::Stmt &stmt) {
    if (const auto *s = llvm::dyn_cast<clang::DeclStmt>(&stmt))
      add(*s, locals);
    else if (const auto *s = llvm::dyn_cast<clang::UnaryOperator>(&stmt))
      s->getOpcode() == clang::UO_AddrOf ? take(s->getSubExpr()) : void();
    else if (const auto *s = llvm::dyn_cast<clang::GCCAsmStmt>(&stmt))
      take_operands(*s);
    else if (const auto *s = llvm::dyn_cast<clang::SwitchStmt>(&stmt))
      add_in_switch(*s);
    else if (const auto *s = llvm::dyn_cast<clang::CallExpr>(&stmt);
             s && s->getBuiltinCallee() == clang::Builtin::BI__builtin_alloca)
      stack_allocations.push_back(s);
    has_goto |= llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(stmt);
  }

private:
  void add(const clang::DeclStmt &stmt,
           std::vector<const clang::VarDecl *> &to) {
    for (const clang::Decl *decl : stmt.decls())
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
          var && var->hasLocalStorage()) {
        to.push_back(var);
        if (var->hasAttr<clang::CleanupAttr>())
          address_taken.insert(var);
      }
  }
  void take(const clang::Expr *expr) {
    expr = expr->IgnoreParenCasts();
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr))
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
        address_taken.insert(var);
  }
  void take_operands(const clang::GCCAsmStmt &stmt) {
    for (unsigned i = 0; i < stmt.getNumOutputs(); i++)
      take(stmt.getOutputExpr(i));
  }
  void add_in_switch(const clang::SwitchStmt &stmt) {
    std::vector<const clang::VarDecl *> found;
    find_beside_cases(stmt.getBody(), found);
    in_switch.insert(found.begin(), found.end());
  }
  // What is declared in statements with cases of the same switch in them.
  bool find_beside_cases(const clang::Stmt *stmt,
                         std::vector<const clang::VarDecl *> &found) {
    if (!stmt || llvm::isa<clang::SwitchStmt, clang::Expr>(stmt))
      return false;
    bool has_case = llvm::isa<clang::SwitchCase>(stmt);
    for (const clang::Stmt *child : stmt->children())
      has_case |= find_beside_cases(child, found);
    if (has_case)
      for (const clang::Stmt *child : stmt->children())
        if (const auto *decl =
                llvm::dyn_cast_or_null<clang::DeclStmt>(without_labels(child)))
          add(*decl, found);
    return has_case;
  }
};

} // namespace

ir::Symbol Locals::unique_name(const std::string &base) {
  int count = name_counts_[base]++;
  std::string name = base.empty() ? "$unnamed" : base;
  return context.symbol(count ? name + "." + std::to_string(count) : name);
}

void Locals::name_locals() {
  LocalFinder finder;
  walk(decl_.getBody(), [&](const clang::Stmt &stmt) { finder.visit(stmt); });
  for (const clang::ParmVarDecl *param : decl_.parameters())
    if (!param->getName().empty())
      names_[param] = unique_name(param->getName().str());
  for (const clang::VarDecl *decl : finder.locals)
    if (!names_.count(decl))
      names_[decl] = unique_name(decl->getName().str());
  address_taken_ = std::move(finder.address_taken);
  jumped_over_ = std::move(finder.in_switch);
  has_goto_ = finder.has_goto;
  for (const clang::CallExpr *call : finder.stack_allocations)
    stack_allocations_.emplace_back(call, make_temporary(ir::pointer_scalar));
}

Value Locals::make_object(const std::string &name, clang::QualType type) {
  ir::LocalObject object;
  object.name = context.symbol(name);
  object.type = types_.type(type);
  object.size = types_.size(type);
  object.align = types_.align(type);
  object_sizes_[object.name] = object.size;
  function.objects.push_back(object);
  return context.local_addr(object.name);
}

// A struct result, an argument by value, a compound literal: alive to the end
// of the scope.
Value Locals::temporary_object(clang::QualType type) {
  std::string name = "$object" + std::to_string(++object_count_);
  Value address = make_object(name, type);
  emit(ir::LocalBegin{address->name});
  scopes_.back().objects.push_back(address->name);
  return address;
}

Locals::Local &Locals::local(const clang::VarDecl &decl) {
  auto [place, is_new] = locals_.try_emplace(&decl);
  if (is_new)
    place->second = make_local(decl);
  return place->second;
}

// Every read of the others comes after their initialiser.
bool Locals::may_be_unassigned(const clang::VarDecl &decl) const {
  bool reads_itself = false;
  walk(decl.getInit(), [&](const clang::Stmt &stmt) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(&stmt);
    reads_itself |= ref && ref->getDecl() == &decl;
  });
  return !decl.hasInit() || reads_itself || has_goto_ ||
         jumped_over_.count(&decl);
}

Locals::Local Locals::make_local(const clang::VarDecl &decl) {
  Local local;
  auto named = names_.find(&decl);
  local.name =
      named != names_.end() ? named->second : unique_name(decl.getName().str());
  auto scalar = types_.scalar(decl.getType());
  ir::Symbol source_name = context.symbol(decl.getName());
  if (decl.getType()->isVariableArrayType()) {
    local.is_object = true;
    local.address = context.var(local.name, ir::pointer_scalar);
    arrays_.insert(local.name);
    clang::QualType element = ast_.getBaseElementType(decl.getType());
    function.locals.push_back(
        {.name = local.name,
         .scalar = ir::pointer_scalar,
         .type = types_.type(ast_.getPointerType(element)),
         .source_name = source_name});
    return local;
  }
  if (!scalar || address_taken_.count(&decl) ||
      types_.unsupported(decl.getType())) {
    local.is_object = true;
    local.address = make_object(std::string(local.name), decl.getType());
    function.objects.back().source_name = source_name;
    if (decl.hasAttrs())
      function.objects.back().align = ast_.getDeclAlign(&decl).getQuantity();
    return local;
  }
  local.scalar = *scalar;
  if (may_be_unassigned(decl)) {
    local.tracked = tracked_count_++;
    flow.assigned.resize(tracked_count_);
  }
  function.locals.push_back({.name = local.name,
                             .scalar = *scalar,
                             .type = types_.type(decl.getType()),
                             .source_name = source_name});
  return local;
}

void Locals::begin_object(const clang::VarDecl &decl) {
  Local &local = this->local(decl);
  if (!local.is_object || arrays_.contains(local.name) ||
      std::exchange(local.has_begun, true))
    return;
  emit(ir::LocalBegin{local.name});
  scopes_.back().objects.push_back(local.name);
}

void Locals::begin_array(ir::Symbol pointer, Value size) {
  emit(ir::Call{pointer, ir::pointer_scalar, {ir::Intrinsic::Malloc}, {size}});
  Value address = context.var(pointer, ir::pointer_scalar);
  emit(ir::Assume{fold.binary(ir::Op::Ne, address, context.null_pointer())});
}

void Locals::end_arrays(std::size_t depth) {
  for (std::size_t i = scopes_.size(); i-- > depth;) {
    for (std::size_t j = scopes_[i].cleanups.size(); j-- > 0;)
      clean_up(*scopes_[i].cleanups[j]);
    for (std::size_t j = scopes_[i].arrays.size(); j-- > 0;)
      emit(ir::Call{{},
                    {},
                    {ir::Intrinsic::Free},
                    {context.var(scopes_[i].arrays[j], ir::pointer_scalar)}});
  }
}

void Locals::end_object(ir::Symbol object) {
  std::vector<ir::Symbol> &objects = scopes_.back().objects;
  auto found = std::find(objects.begin(), objects.end(), object);
  if (found == objects.end())
    return;
  objects.erase(found);
  emit(ir::LocalEnd{object});
}

// __attribute__((cleanup(f))): f(&x).
void Locals::clean_up(const clang::VarDecl &decl) {
  const clang::FunctionDecl *cleaner =
      decl.getAttr<clang::CleanupAttr>()->getFunctionDecl();
  emit(ir::Call{{}, {}, {unit.function(*cleaner)}, {local(decl).address}});
}

bool Locals::has_arrays() const {
  return std::any_of(scopes_.begin(), scopes_.end(), [](const Scope &scope) {
    return !scope.arrays.empty() || !scope.cleanups.empty();
  });
}

void Locals::end_objects(std::size_t depth) {
  end_arrays(depth); // which may still use objects
  for (std::size_t i = scopes_.size(); i-- > depth;)
    for (std::size_t j = scopes_[i].objects.size(); j-- > 0;)
      emit(ir::LocalEnd{scopes_[i].objects[j]});
}

void Locals::close_scope() {
  // Everything dies with the frame: the outermost scopes need no end.
  if (flow.is_reachable && scopes_.size() > 2)
    end_objects(scopes_.size() - 1);
  else if (flow.is_reachable)
    end_arrays(scopes_.size() - 1);
  scopes_.pop_back();
}

ir::Symbol Locals::flag_of(const Local &local) {
  ir::Symbol flag = context.symbol(std::string(local.name) + "$init");
  flags_.insert(flag);
  return flag;
}

void Locals::set_assigned(const Local &local, bool is_assigned) {
  if (local.tracked < 0)
    return;
  assign(flag_of(local), context.boolean(is_assigned));
  flow.assigned.resize(tracked_count_);
  flow.assigned[local.tracked] = is_assigned;
}

void Locals::check_assigned(Local &local) {
  flow.assigned.resize(tracked_count_);
  if (local.tracked < 0 || flow.assigned[local.tracked] || !flow.is_reachable)
    return;
  ir::Symbol flag = flag_of(local);
  flags_read_.insert(flag);
  check(ir::CheckKind::UninitialisedRead, context.var(flag, ir::bool_scalar));
  flow.assigned[local.tracked] = true;
}

namespace {

// The sequence without assignments to `dropped`.
ir::Seq without(ir::Context &context, const ir::Seq &seq,
                const std::set<ir::Symbol> &dropped) {
  ir::Seq result;
  for (const ir::Stmt *stmt : seq) {
    if (const auto *assign = stmt->as<ir::Assign>())
      if (dropped.count(assign->target))
        continue;
    ir::StmtNode node = stmt->node;
    if (auto *branch = std::get_if<ir::If>(&node)) {
      branch->then_body = without(context, branch->then_body, dropped);
      branch->else_body = without(context, branch->else_body, dropped);
      if (branch->then_body.empty() && branch->else_body.empty())
        continue;
    } else if (auto *loop = std::get_if<ir::Loop>(&node)) {
      loop->body = without(context, loop->body, dropped);
    } else if (auto *block = std::get_if<ir::Block>(&node)) {
      block->body = without(context, block->body, dropped);
    } else {
      result.push_back(stmt);
      continue;
    }
    result.push_back(context.stmt(std::move(node), stmt->span));
  }
  return result;
}

} // namespace

// A flag that no check reads says nothing: every read was seen to be assigned.
void Locals::remove_unread_flags() {
  std::set<ir::Symbol> unread;
  for (ir::Symbol flag : flags_)
    if (!flags_read_.count(flag))
      unread.insert(flag);
  if (!unread.empty())
    function.body = without(context, function.body, unread);
  loc = decl_.getLocation();
  for (ir::Symbol flag : flags_read_)
    function.locals.push_back(
        {.name = flag, .scalar = ir::bool_scalar, .type = nullptr});
  // A jump may enter a scope behind the declaration.
  if (!has_goto_ && jumped_over_.empty())
    return;
  ir::Seq first = collect([&] {
    for (ir::Symbol flag : flags_read_)
      assign(flag, context.boolean(false));
  });
  function.body.insert(function.body.begin(), first.begin(), first.end());
}

} // namespace mergeproof::frontend::c
