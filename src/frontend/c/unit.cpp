#include "frontend/c/unit.h"

#include "frontend/c/access/layout_use.h"
#include "frontend/c/clang_headers.h"
#include "frontend/c/fold.h"
#include "frontend/c/initialisers.h"
#include "frontend/c/unread/broken_text.h"
#include "frontend/c/versions/adoption.h"
#include "frontend/c/versions/variants.h"
#include "frontend/c/walk.h"
#include "support/hash.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

// Larger ones stay declared only: their contents are an input.
constexpr std::uint64_t max_global_bytes = std::uint64_t(4) << 20;
constexpr std::uint64_t max_run_bytes = std::uint64_t(1) << 30;

std::string hex(std::uint64_t value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format_hex_no_prefix(value, 16);
  return text;
}

struct Allocator {
  std::string_view name;
  ir::Intrinsic intrinsic;
  std::string_view params; // "p": a pointer, "z": as wide
  bool gives_pointer;
};

// `size_bits`: those of size_t.
const Allocator *find_allocator(const ir::Function &function,
                                unsigned size_bits) {
  static const Allocator all[] = {
      {"malloc", ir::Intrinsic::Malloc, "z", true},
      {"calloc", ir::Intrinsic::Calloc, "zz", true},
      {"realloc", ir::Intrinsic::Realloc, "pz", true},
      {"free", ir::Intrinsic::Free, "p", false}};
  const Allocator *found =
      std::find_if(std::begin(all), std::end(all), [&](const Allocator &one) {
        return one.name == function.id;
      });
  if (found == std::end(all) || function.is_static || function.is_variadic ||
      function.params.size() != found->params.size() ||
      function.result.has_value() != found->gives_pointer ||
      (function.result && !function.result->is_pointer()))
    return nullptr;
  for (std::size_t i = 0; i < found->params.size(); i++) {
    const ir::Variable &param = function.params[i];
    bool is_right =
        found->params[i] == 'p'
            ? param.scalar.is_pointer()
            : param.scalar.is_int() && param.scalar.bits == size_bits;
    if (!is_right)
      return nullptr;
  }
  return found;
}

// __builtin_strcmp is strcmp.
std::string name_of(const clang::FunctionDecl &decl) {
  llvm::StringRef prefix = "__builtin_";
  std::string name = decl.getNameAsString();
  unsigned id = decl.getBuiltinID();
  bool is_library = id && decl.getASTContext().BuiltinInfo.isLibFunction(id);
  return is_library && llvm::StringRef(name).starts_with(prefix)
             ? name.substr(prefix.size())
             : name;
}

// As the linker knows it: functions of one name that clang tells apart by their
// parameters (__attribute__((overloadable))) are called as in C++.
std::string linked_name_of(const clang::FunctionDecl &decl) {
  if (!decl.hasAttr<clang::OverloadableAttr>())
    return name_of(decl);
  std::unique_ptr<clang::MangleContext> mangler(
      decl.getASTContext().createMangleContext());
  if (!mangler->shouldMangleDeclName(&decl))
    return name_of(decl);
  std::string name;
  llvm::raw_string_ostream out(name);
  mangler->mangleName(clang::GlobalDecl(&decl), out);
  return name;
}

// "log_it(x) { n += x; }" of old C: as good as void, for to use its result is
// undefined (C11 6.9.1, 12).
bool never_returns_a_value(const clang::FunctionDecl &decl) {
  if (!decl.doesThisDeclarationHaveABody() || decl.isMain())
    return false;
  auto gives_value = [](const clang::Stmt &stmt) {
    const auto *leave = llvm::dyn_cast<clang::ReturnStmt>(&stmt);
    return leave && leave->getRetValue();
  };
  // Most end with it.
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(decl.getBody());
  if (body && !body->body_empty() && gives_value(*body->body_back()))
    return false;
  return !contains(decl.getBody(), gives_value);
}

bool is_entry(const clang::Decl &any) {
  const clang::Decl &decl = *any.getMostRecentDecl(); // has those of all
  return decl.hasAttr<clang::ConstructorAttr>() ||
         decl.hasAttr<clang::DestructorAttr>() ||
         decl.hasAttr<clang::UsedAttr>() || decl.hasAttr<clang::RetainAttr>() ||
         decl.hasAttr<clang::SectionAttr>() ||
         decl.hasAttr<clang::PragmaClangBSSSectionAttr>() ||
         decl.hasAttr<clang::PragmaClangDataSectionAttr>() ||
         (llvm::isa<clang::VarDecl>(decl) &&
          decl.hasAttr<clang::AsmLabelAttr>());
}

bool is_nonnull(const clang::FunctionDecl &decl,
                const clang::ParmVarDecl &param) {
  const auto *decayed = param.getType()->getAs<clang::DecayedType>();
  const auto *array =
      decayed ? decl.getASTContext().getAsArrayType(decayed->getOriginalType())
              : nullptr;
  if (array && array->getSizeModifier() == clang::ArraySizeModifier::Static)
    return true;
  for (const auto *attr : decl.specific_attrs<clang::NonNullAttr>())
    if (attr->isNonNull(param.getFunctionScopeIndex()))
      return param.getType()->isPointerType();
  return param.hasAttr<clang::NonNullAttr>();
}

bool is_promise(clang::attr::Kind kind) {
  switch (kind) {
  case clang::attr::AllocAlign:
  case clang::attr::AllocSize:
  case clang::attr::AsmLabel:
  case clang::attr::AssumeAligned:
  case clang::attr::Const:
  case clang::attr::Constructor:
  case clang::attr::Destructor:
  case clang::attr::GNUInline:
  case clang::attr::NonNull:
  case clang::attr::Pure:
  case clang::attr::Restrict:
  case clang::attr::ReturnsNonNull:
  case clang::attr::ReturnsTwice:
  case clang::attr::Section:
  case clang::attr::Weak:
  case clang::attr::WeakRef:
    return true;
  default:
    return false;
  }
}

std::uint64_t standing_of(const clang::FunctionDecl &any,
                          const ir::Function &function) {
  const clang::FunctionDecl &decl = *any.getMostRecentDecl();
  if (decl.getBuiltinID() != 0 && !decl.getDefinition())
    return 0; // clang knows them, declared or not
  std::set<std::string> said;
  clang::PrintingPolicy policy(decl.getLangOpts());
  for (const clang::Attr *attr : decl.attrs())
    if (is_promise(attr->getKind()) && !attr->isImplicit()) {
      std::string text;
      llvm::raw_string_ostream out(text);
      attr->printPretty(out, policy);
      said.insert(text);
    }
  if (decl.isInlined() && decl.isExternallyVisible())
    said.insert("inline");
  for (std::size_t i = 0; i < function.params.size(); i++) {
    if (function.params[i].is_nonnull)
      said.insert("nonnull " + std::to_string(i));
    if (function.params[i].is_restrict)
      said.insert("restrict " + std::to_string(i));
  }
  std::uint64_t standing = 0;
  for (const std::string &text : said)
    standing = support::mix(standing, support::hash_bytes(text));
  return standing;
}

bool is_static(const clang::NamedDecl &decl) {
  return !decl.isExternallyVisible();
}

// The static function of the unit that the assembler finds under that name;
// null: there is none.
const clang::FunctionDecl *static_definition(clang::ASTContext &ast,
                                             llvm::StringRef name) {
  clang::DeclarationName wanted(&ast.Idents.get(name));
  for (clang::NamedDecl *decl : ast.getTranslationUnitDecl()->lookup(wanted))
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
        function && is_static(*function) && function->getDefinition())
      return function->getDefinition();
  return nullptr;
}

} // namespace

Unit::Unit(ir::Context &ir, clang::ASTContext &ast, Locations &where,
           ir::Program &program)
    : context(ir), ast(ast), where(where), types(ir, ast), program_(program) {}

ir::Symbol Unit::function(const clang::FunctionDecl &any) {
  const clang::FunctionDecl *first = any.getCanonicalDecl();
  auto [place, is_new] = functions_.try_emplace(first);
  if (!is_new)
    return place->second;
  // The last one: it takes the place of a gnu_inline one.
  const clang::FunctionDecl *decl = any.getMostRecentDecl()->getDefinition();
  if (!decl)
    decl = any.getMostRecentDecl();
  std::string id = linked_name_of(*decl);
  const auto *label = decl->getAttr<clang::AsmLabelAttr>();
  if (label && !any.getDefinition() &&
      !ast.getSourceManager().isInSystemHeader(decl->getLocation())) {
    id = label->getLabel().str(); // what the linker looks for
    if (const clang::FunctionDecl *own = static_definition(ast, id)) {
      ir::Symbol known = function(*own);
      return functions_[first] = known;
    }
  }
  if (is_static(*decl))
    id = where.key_path(decl->getLocation()) + ":" + id;
  // Clang rejects a second meaning of a name; ids stay different.
  if (program_.globals.count(context.symbol(id)))
    id += "()";
  ir::Symbol symbol = place->second = context.symbol(id);
  if (adoption && decl->doesThisDeclarationHaveABody())
    if (auto known = adoption->definition(*this, *decl)) {
      add(std::move(*known));
      return symbol;
    }
  declare(symbol, *decl);
  if (decl->doesThisDeclarationHaveABody())
    queue_.push_back(decl);
  else if (!is_whole_program &&
           ast.getSourceManager().isInSystemHeader(decl->getLocation()) &&
           !(own_functions && own_functions->contains(id)))
    define_allocator(program_.functions.at(symbol));
  return symbol;
}

const clang::FunctionDecl &
Unit::body_of(const clang::FunctionDecl &decl) const {
  const Variant *other = variant ? variant->find(decl) : nullptr;
  return other ? *other->decl : decl;
}

void Unit::add(ir::Function function) {
  program_.functions.emplace(function.id, std::move(function));
}

void Unit::add(ir::Global global) {
  program_.globals.emplace(global.id, std::move(global));
}

ir::Symbol Unit::declare_as(llvm::StringRef name,
                            const clang::FunctionDecl &decl) {
  ir::Symbol id = context.symbol(name);
  if (!program_.functions.count(id)) {
    declare(id, decl);
    program_.functions.at(id).name = id;
  }
  return id;
}

void Unit::declare(ir::Symbol id, const clang::FunctionDecl &decl) {
  ir::Function function;
  function.id = id;
  function.name = context.symbol(name_of(decl));
  function.is_static = is_static(decl);
  function.is_variadic = decl.isVariadic();
  function.is_noreturn = decl.isNoReturn();
  function.has_promised_result = decl.hasAttr<clang::ConstAttr>() ||
                                 decl.hasAttr<clang::PureAttr>() ||
                                 decl.hasAttr<clang::RestrictAttr>() ||
                                 decl.hasAttr<clang::ReturnsNonNullAttr>();
  function.is_entry = is_entry(decl);
  if (const auto *before = decl.getAttr<clang::ConstructorAttr>())
    function.constructor =
        static_cast<std::uint32_t>(before->getPriority()) + 1;
  if (const auto *after = decl.getAttr<clang::DestructorAttr>())
    function.destructor = static_cast<std::uint32_t>(after->getPriority()) + 1;
  function.is_weak = decl.hasAttr<clang::WeakAttr>();
  function.may_be_repeated =
      decl.isInlined() || decl.hasAttr<clang::WeakAttr>();
  function.span = where.span(decl.getBeginLoc());
  function.end = where.span(body_of(decl).getEndLoc());
  function.type = types.type(decl.getType());
  clang::QualType result = decl.getReturnType();
  if (!result->isVoidType() && gives_value(decl))
    function.result = types.scalar(result);
  if (result->isRecordType())
    function.params.push_back(
        {.name = context.symbol("$result"),
         .scalar = ir::pointer_scalar,
         .type = types.type(result),
         .passing = ir::Variable::Passing::ResultAddress});
  std::map<std::string, int> seen;
  for (const clang::ParmVarDecl *param : decl.parameters()) {
    std::string name = param->getNameAsString();
    if (name.empty())
      name = "$param" + std::to_string(param->getFunctionScopeIndex() + 1);
    ir::Variable variable;
    variable.source_name = context.symbol(param->getName());
    variable.name = context.symbol(name);
    variable.type = types.type(param->getType());
    variable.scalar =
        types.scalar(param->getType()).value_or(ir::pointer_scalar);
    if (param->getType()->isRecordType())
      variable.passing = ir::Variable::Passing::ByCopy;
    variable.is_nonnull = is_nonnull(decl, *param);
    variable.is_restrict = param->getType().isRestrictQualified();
    function.params.push_back(variable);
  }
  function.standing = standing_of(decl, function);
  program_.functions.emplace(id, std::move(function));
}

bool Unit::gives_value(const clang::FunctionDecl &decl) {
  if (adoption && adoption->is_adopted(decl)) // its body is not here
    return program_.functions.at(function(decl)).result.has_value();
  return !never_returns_a_value(body_of(decl));
}

// Calls of allocators are intrinsics (lower_library.cpp); what others call
// through a pointer (`hooks.allocate = malloc`) has to be one, too.
void Unit::define_allocator(ir::Function &function) {
  const Allocator *known =
      find_allocator(function, types.scalar(ast.getSizeType())->bits);
  if (!known)
    return;
  ir::Call call{.callee = {known->intrinsic}};
  for (const ir::Variable &param : function.params) {
    const ir::Expr *value = context.var(param.name, param.scalar);
    call.args.push_back(
        param.scalar.is_int() ? Fold(context).resize(value, 64, false) : value);
  }
  const ir::Expr *made = nullptr;
  if (function.result) {
    call.result = context.symbol("$made");
    call.result_type = *function.result;
    made = context.var(call.result, call.result_type);
    function.locals.push_back(
        {.name = call.result, .scalar = call.result_type});
  }
  function.body = {context.stmt(std::move(call)),
                   context.stmt(ir::Return{made})};
  function.is_defined = function.may_be_repeated = true;
  function.is_allocator = true;
}

const clang::FunctionDecl *Unit::next() {
  if (queue_.empty())
    return nullptr;
  const clang::FunctionDecl *decl = queue_.front();
  queue_.pop_front();
  return decl;
}

// What static data of that type is called after. Every file that includes a
// header has its own; C files that others include are those of a test, mostly.
const std::string &Unit::home_of(clang::QualType type,
                                 clang::SourceLocation place) const {
  const std::string &file = where.key_path(place);
  bool is_copied = !type.isConstQualified() && !file.ends_with(".c");
  return is_copied ? where.main_key() : file;
}

ir::Symbol Unit::make_id(const clang::VarDecl &decl) {
  std::string name = decl.getNameAsString();
  if (decl.isStaticLocal()) {
    const auto *function =
        llvm::dyn_cast<clang::FunctionDecl>(decl.getParentFunctionOrMethod());
    name = (function ? function->getNameAsString() + "." : "") + name;
  }
  if (is_static(decl))
    name = home_of(decl.getType(), decl.getLocation()) + ":" + name;
  if (program_.functions.count(context.symbol(name)))
    name += "=";
  std::string id = name;
  for (int number = 2; decl.isStaticLocal() && ids_.count(context.symbol(id));
       number++)
    id = name + "." + std::to_string(number);
  ids_.insert(context.symbol(id));
  return context.symbol(id);
}

ir::Symbol Unit::global(const clang::VarDecl &any) {
  const clang::VarDecl *first = any.getCanonicalDecl();
  if (auto found = globals_.find(first); found != globals_.end())
    return found->second;
  const clang::VarDecl *decl = any.getDefinition();
  if (!decl)
    decl = const_cast<clang::VarDecl &>(any).getActingDefinition();
  if (!decl)
    decl = any.getMostRecentDecl();
  ir::Symbol id = globals_[first] = make_id(*decl);
  ir::Global global;
  global.id = id;
  global.name = context.symbol(decl->getNameAsString());
  global.is_static = is_static(*decl);
  global.is_local = decl->isStaticLocal();
  global.is_const = decl->getType().isConstQualified();
  global.is_entry = is_entry(*decl);
  global.is_thread_local = decl->getTLSKind() != clang::VarDecl::TLS_None;
  global.type = types.type(decl->getType());
  global.size =
      decl->getType()->isIncompleteType() ? 0 : types.size(decl->getType());
  global.align = std::max<std::uint32_t>(types.align(decl->getType()), 1);
  global.span = where.span(decl->getLocation());
  define(program_.globals.emplace(id, std::move(global)).first->second, *decl);
  return id;
}

void Unit::define(ir::Global &global, const clang::VarDecl &decl) {
  if (decl.isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly)
    return;
  if (broken && broken->has_error(decl))
    return leave_unread(global, decl);
  initialise(global, decl);
  const clang::Expr *initialiser = decl.getAnyInitializer();
  global.depends_on_layout = layout_use && layout_use->depends(decl);
  if (!global.is_defined && initialiser)
    note_unheld(global, *initialiser);
}

// What it begins with may stand where clang did not look; it names what it has
// words for, but what is declared beside it.
void Unit::leave_unread(ir::Global &global, const clang::VarDecl &decl) {
  global.is_unheld = true;
  for (const std::string &word : broken->words_of(decl))
    for (clang::NamedDecl *named :
         ast.getTranslationUnitDecl()->lookup(&ast.Idents.get(word)))
      if (auto *callee = llvm::dyn_cast<clang::FunctionDecl>(named))
        global.named.push_back(function(*callee));
      else if (auto *other = llvm::dyn_cast<clang::VarDecl>(named);
               other && other->getOuterLocStart() != decl.getOuterLocStart())
        global.named.push_back(this->global(*other));
}

// Its initial contents are not in the program; what they name is.
void Unit::note_unheld(ir::Global &global, const clang::Stmt &part) {
  global.is_unheld = true;
  if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(&part)) {
    if (const auto *callee =
            llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()))
      global.named.push_back(function(*callee));
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable && variable->hasGlobalStorage())
      global.named.push_back(this->global(*variable));
  }
  for (const clang::Stmt *child : part.children())
    if (child)
      note_unheld(global, *child);
}

void Unit::initialise(ir::Global &global, const clang::VarDecl &decl) {
  if (global.size > (is_whole_program ? max_run_bytes : max_global_bytes) ||
      decl.isInvalidDecl() || decl.getType()->isIncompleteType())
    return;
  if (decl.getType().isVolatileQualified())
    global.is_const = false;
  const clang::Expr *initialiser = decl.getAnyInitializer();
  if (!initialiser) {
    global.is_defined = true;
    global.bytes.assign(global.size, 0);
    return;
  }
  if (initialiser->containsErrors())
    return;
  if (const clang::APValue *value = decl.evaluateValue())
    fill(global, *value, decl.getType());
}

// The contents are an input when the value cannot be written as bytes.
bool Unit::fill(ir::Global &global, const clang::APValue &value,
                clang::QualType type) {
  InitialiserBytes bytes(*this);
  // A flexible array member may make the object larger than its type.
  if (!bytes.write(value, type, 0))
    return false;
  std::vector<unsigned char> contents = std::move(bytes).take_bytes();
  global.size = std::max<std::uint64_t>(global.size, contents.size());
  contents.resize(global.size, 0);
  global.is_defined = true;
  global.bytes = std::move(contents);
  global.relocations = std::move(bytes).take_relocations();
  return true;
}

ir::Symbol Unit::string(const clang::StringLiteral &literal) {
  llvm::StringRef text = literal.getBytes();
  unsigned width = literal.getCharByteWidth();
  std::uint64_t hash = support::mix(
      support::hash_bytes(std::string_view(text.data(), text.size())), width);
  ir::Symbol id = context.symbol(".str." + hex(hash));
  if (program_.globals.count(id))
    return id;
  ir::Global global;
  global.id = global.name = id;
  global.is_static = global.is_const = global.is_defined = true;
  global.bytes.assign(text.begin(), text.end());
  global.bytes.resize(text.size() + width, 0);
  global.size = global.bytes.size();
  global.align = width;
  clang::QualType element =
      ast.getAsArrayType(literal.getType())->getElementType();
  clang::QualType type =
      ast.getConstantArrayType(element, llvm::APInt(64, global.size / width),
                               nullptr, clang::ArraySizeModifier::Normal, 0);
  global.type = types.type(type);
  program_.globals.emplace(id, std::move(global));
  return id;
}

ir::Symbol Unit::literal(const clang::CompoundLiteralExpr &literal) {
  auto [place, is_new] = literals_.try_emplace(&literal);
  if (!is_new)
    return place->second;
  std::string id = home_of(literal.getType(), literal.getBeginLoc()) +
                   ":$literal" + std::to_string(literals_.size());
  ir::Symbol symbol = place->second = context.symbol(id);
  ir::Global &global = program_.globals[symbol];
  global.id = global.name = symbol;
  global.is_static = global.is_local = true;
  global.is_const = literal.getType().isConstQualified();
  global.type = types.type(literal.getType());
  global.size = types.size(literal.getType());
  global.align = std::max<std::uint32_t>(types.align(literal.getType()), 1);
  global.span = where.span(literal.getBeginLoc());
  clang::Expr::EvalResult result;
  bool is_held = literal.getInitializer()->EvaluateAsRValue(result, ast) &&
                 !result.HasSideEffects &&
                 fill(global, result.Val, literal.getType());
  if (!is_held)
    note_unheld(global, *literal.getInitializer());
  return symbol;
}

ir::Symbol Unit::table(const clang::InitListExpr &list) {
  clang::Expr::EvalResult result;
  if (list.isValueDependent() || !list.EvaluateAsRValue(result, ast) ||
      result.HasSideEffects)
    return {};
  ir::Global global;
  global.type = types.type(list.getType());
  global.size = types.size(list.getType());
  global.align = std::max<std::uint32_t>(types.align(list.getType()), 1);
  if (!fill(global, result.Val, list.getType()))
    return {};
  std::uint64_t hash = support::hash_bytes(
      std::string_view(reinterpret_cast<const char *>(global.bytes.data()),
                       global.bytes.size()));
  for (const ir::Relocation &one : global.relocations)
    hash = support::mix(support::mix(hash, support::hash_bytes(one.symbol)),
                        one.offset ^ static_cast<std::uint64_t>(one.addend));
  global.id = global.name = context.symbol(".table." + hex(hash));
  global.is_static = global.is_const = global.is_local = true;
  global.span = where.span(list.getBeginLoc());
  ir::Symbol id = global.id;
  program_.globals.try_emplace(id, std::move(global));
  return id;
}

void Unit::open_to_others() {
  for (auto &[id, global] : program_.globals)
    global.is_entry |= named_elsewhere.contains(std::string(global.name));
}

} // namespace mergeproof::frontend::c
