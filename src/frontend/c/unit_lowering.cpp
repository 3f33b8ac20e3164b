#include "frontend/c/unit_lowering.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"
#include "frontend/c/unread/broken_types.h"
#include "frontend/c/versions/adoption.h"
#include "frontend/c/versions/preamble.h"
#include "frontend/c/walk.h"
#include "support/hash.h"

namespace mergeproof::frontend::c {
namespace {

std::string fault_of_node(const clang::Stmt &stmt) {
  if (llvm::isa<clang::RecoveryExpr>(stmt))
    return "an expression has an error";
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(&stmt);
      ref && ref->getDecl()->isInvalidDecl())
    return "'" + ref->getDecl()->getNameAsString() +
           "' is declared with an error";
  if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(&stmt))
    for (const clang::Decl *decl : declaration->decls())
      if (decl->isInvalidDecl())
        return "a declaration has an error";
  return "";
}

// The first error inside a body, as clang's tree shows it.
std::string fault_of_body(const clang::Stmt *body) {
  std::string fault;
  walk(body, [&](const clang::Stmt &stmt) {
    if (fault.empty())
      fault = fault_of_node(stmt);
  });
  return fault;
}

// Finds a name that a missing header would define (source/unknown_names.h)
// where it cannot be known to be a number: its value is not used, cast,
// measured or called, it may be a type in parentheses.
class MadeUpNumbers {
public:
  explicit MadeUpNumbers(Unit &unit) : unit_(unit) {}

  // The first one; empty: none.
  std::string misused_in(const clang::Stmt *stmt) {
    look(stmt, false);
    return std::move(misused_);
  }

private:
  // `is_number`: what uses the value takes it for a number.
  void look(const clang::Stmt *stmt, bool is_number) {
    if (!stmt || !misused_.empty())
      return;
    if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) {
      if (!is_number && is_made_up(*name->getDecl()))
        misused_ = name->getDecl()->getNameAsString();
    } else if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(stmt))
      look(cast->getSubExpr(), is_number && keeps_number(cast->getCastKind()));
    else if (const auto *paren = llvm::dyn_cast<clang::ParenExpr>(stmt))
      look(paren->getSubExpr(),
           is_number && !llvm::isa<clang::DeclRefExpr>(paren->getSubExpr()));
    else if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(stmt))
      look_at(*binary, is_number);
    else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(stmt))
      look(unary->getSubExpr(), is_number && unary->isArithmeticOp());
    else if (const auto *either =
                 llvm::dyn_cast<clang::ConditionalOperator>(stmt)) {
      look(either->getCond(), true);
      look(either->getTrueExpr(), is_number);
      look(either->getFalseExpr(), is_number);
    } else
      look_inside(*stmt);
  }

  void look_at(const clang::BinaryOperator &binary, bool is_number) {
    bool is_comma = binary.getOpcode() == clang::BO_Comma;
    bool is_assignment = binary.isAssignmentOp();
    look(binary.getLHS(), is_number && !is_comma && !is_assignment);
    look(binary.getRHS(), is_number || is_assignment);
  }

  void look_inside(const clang::Stmt &stmt) {
    const clang::Stmt *condition = nullptr;
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(&stmt))
      condition = branch->getCond();
    else if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(&stmt))
      condition = loop->getCond();
    else if (const auto *until = llvm::dyn_cast<clang::DoStmt>(&stmt))
      condition = until->getCond();
    else if (const auto *turns = llvm::dyn_cast<clang::ForStmt>(&stmt))
      condition = turns->getCond();
    else if (const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(&stmt))
      condition = choice->getCond();
    bool takes_numbers =
        llvm::isa<clang::ReturnStmt, clang::DeclStmt, clang::InitListExpr,
                  clang::ArraySubscriptExpr, clang::CallExpr>(stmt);
    for (const clang::Stmt *child : stmt.children())
      look_alone(child, takes_numbers || (child && child == condition));
  }

  // Nothing stands behind it that "(NAME)" could cast: "f((NAME), x)".
  void look_alone(const clang::Stmt *stmt, bool is_number) {
    if (const auto *cast =
            llvm::dyn_cast_if_present<clang::ImplicitCastExpr>(stmt))
      return look_alone(cast->getSubExpr(),
                        is_number && keeps_number(cast->getCastKind()));
    const auto *paren = llvm::dyn_cast_if_present<clang::ParenExpr>(stmt);
    look(paren ? paren->IgnoreParens() : stmt, is_number);
  }

  static bool keeps_number(clang::CastKind kind) {
    return kind == clang::CK_LValueToRValue || kind == clang::CK_NoOp ||
           kind == clang::CK_IntegralCast ||
           kind == clang::CK_IntegralToBoolean ||
           kind == clang::CK_IntegralToFloating;
  }

  bool is_made_up(const clang::ValueDecl &decl) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(&decl);
    return variable && variable->hasExternalStorage() &&
           unit_.context.files.path(
               unit_.where.span(variable->getLocation()).file) ==
               source::made_up_header;
  }

  Unit &unit_;
  std::string misused_;
};

bool has_made_up_names(const clang::SourceManager &sources) {
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end();
       ++file)
    if (std::string_view(llvm::sys::path::filename(file->first.getName())) ==
        source::made_up_header)
      return true;
  return false;
}

class UnitLowering {
public:
  UnitLowering(Unit &unit, DiagnosticCollector &diagnostics,
               const LeftOut &left_out, const Preamble *preamble,
               ParsedUnit &parsed)
      : unit_(unit), diagnostics_(diagnostics), left_out_(left_out),
        preamble_(preamble), parsed_(parsed),
        broken_(diagnostics, unit.ast.getSourceManager(),
                unit.ast.getLangOpts()),
        has_made_up_names_(has_made_up_names(unit.ast.getSourceManager())) {}

  void run() {
    // To look at all that a preamble declares would be to load it.
    clang::TranslationUnitDecl &all = *unit_.ast.getTranslationUnitDecl();
    unit_.broken = diagnostics_.has_errors() ? &broken_ : nullptr;
    if (preamble_ && !preamble_->has_roots)
      add_roots(all.noload_decls());
    else
      add_roots(all.decls());
    diagnostics_.assign_functions(ranges_);
    if (preamble_)
      diagnostics_.assign_functions(preamble_->functions);
    parsed_.probed_includes = left_out_.probed();
    parsed_.left_out = left_out_.hash_outside(ranges_, unit_.ast.getLangOpts());
    note_rejected();
    lower_definitions();
    if (unit_.adoption) {
      unit_.adoption->declare_names(unit_);
      lower_definitions(); // of headers, that they call
    }
    unit_.open_to_others();
  }

private:
  // With assembly, which is not read either.
  void note_rejected() {
    RejectedText own = broken_.outside(ranges_), headers;
    if (preamble_)
      headers = preamble_->rejected;
    for (const RejectedText &text : {own, headers})
      unit_.named_elsewhere.insert(text.words.begin(), text.words.end());
    auto add = [](std::uint64_t &to, std::uint64_t hash) {
      to = support::mix(to, hash);
    };
    for (const auto &hashes : {assembly_, own.hashes, headers.hashes})
      for (const auto &[path, hash] : hashes) {
        add(parsed_.rejected[path], hash);
        add(parsed_.left_out[path], hash);
      }
  }

  void lower_definitions() {
    while (const clang::FunctionDecl *function = unit_.next())
      lower(*function);
  }

  FunctionRange range_of(const clang::FunctionDecl &function) const {
    return c::range_of(unit_.ast.getSourceManager(), function);
  }

  // All of the main file; of other files, what is not static or inline.
  template <typename Decls>
  void add_roots(Decls decls) {
    for (clang::Decl *decl : decls) {
      if (unit_.where.is_in_part(decl->getLocation()))
        continue;
      auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
      if (function && function->doesThisDeclarationHaveABody())
        ranges_.push_back(range_of(*function));
      if (unit_.where.is_in_main_file(decl->getLocation()) || is_root(*decl))
        add_root(*decl);
    }
  }

  void add_root(clang::Decl &decl) {
    if (const auto *code = llvm::dyn_cast<clang::FileScopeAsmDecl>(&decl))
      add_assembly(*code);
    if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(&decl)) {
      if (function->doesThisDeclarationHaveABody())
        add_definition(*function);
      if (const auto *alias = function->getAttr<clang::AliasAttr>())
        define_alias(unit_.function(*function), id_of(alias->getAliasee()));
      if (const auto *made = function->getAttr<clang::IFuncAttr>())
        define_alias(unit_.function(*function), id_of(made->getResolver()),
                     Target::Resolver);
    } else if (auto *var = llvm::dyn_cast<clang::VarDecl>(&decl)) {
      if (const auto *alias = var->getAttr<clang::AliasAttr>())
        unit_.named_elsewhere.insert(alias->getAliasee().str());
      if (var->isThisDeclarationADefinition() !=
              clang::VarDecl::DeclarationOnly &&
          !var->isInvalidDecl())
        unit_.global(*var);
    }
  }

  void add_assembly(const clang::FileScopeAsmDecl &decl) {
    const clang::SourceManager &sources = unit_.ast.getSourceManager();
    std::uint64_t &hash =
        assembly_[path_of(sources, sources.getFileID(sources.getExpansionLoc(
                                       decl.getLocation())))];
    std::string text = decl.getAsmString()->getString().str();
    hash = support::mix(hash, support::hash_bytes(text));
    auto is_part = [](char c) { return clang::isAsciiIdentifierContinue(c); };
    for (auto at = text.begin(); at != text.end();) {
      auto begin = std::find_if(at, text.end(), is_part);
      at = std::find_if_not(begin, text.end(), is_part);
      std::string word(begin, at);
      std::uint64_t &known = parsed_.assembled[word];
      known = support::mix(known, support::hash_bytes(text));
      unit_.named_elsewhere.insert(std::move(word));
    }
  }

  // Others know "int a(int) __asm__("b")" as b().
  void add_definition(const clang::FunctionDecl &decl) {
    ir::Symbol id = unit_.function(decl);
    if (const auto *label = decl.getAttr<clang::AsmLabelAttr>())
      define_alias(unit_.declare_as(label->getLabel(), decl), id);
  }

  // "int b(int) __attribute__((alias("a")))": what calls it calls a().
  enum class Target { Same, Resolver };
  void define_alias(ir::Symbol id, ir::Symbol target,
                    Target kind = Target::Same) {
    ir::Function &function = unit_.declared(id);
    if (function.is_defined)
      return;
    ir::Context &context = unit_.context;
    ir::Call call;
    call.callee.target = target;
    call.is_variadic = function.is_variadic;
    bool is_opaque = function.is_variadic || kind == Target::Resolver;
    for (const ir::Variable &param : function.params)
      call.args.push_back(context.var(param.name, param.scalar));
    ir::Return leave;
    if (function.result) {
      call.result = context.symbol("$result1");
      call.result_type = *function.result;
      function.locals.push_back(
          {.name = call.result, .scalar = *function.result});
      leave.value = context.var(call.result, *function.result);
    }
    if (is_opaque)
      function.opaque_reasons = {ir::replaceable_reason};
    if (is_opaque)
      function.body.push_back(
          context.stmt(ir::Opaque{ir::replaceable_reason}, function.span));
    function.body.push_back(context.stmt(std::move(call), function.span));
    function.body.push_back(context.stmt(leave, function.span));
    function.is_defined = true;
  }

  ir::Symbol id_of(llvm::StringRef name) {
    for (clang::Decl *decl : unit_.ast.getTranslationUnitDecl()->decls())
      if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
          function && function->getName() == name)
        return unit_.function(*function);
    return unit_.context.symbol(name);
  }

  std::string error_in(const FunctionRange &range) const {
    return diagnostics_.has_errors()
               ? diagnostics_.first_error(
                     range, path_of(unit_.ast.getSourceManager(), range.file))
               : "";
  }

  std::string fault_of(const clang::FunctionDecl &function) {
    if (std::string error = error_in(range_of(function)); !error.empty())
      return error;
    if (function.isInvalidDecl())
      return "the declaration has an error";
    if (has_made_up_names_)
      if (std::string misused =
              MadeUpNumbers(unit_).misused_in(function.getBody());
          !misused.empty())
        return "use of undeclared identifier '" + misused + "'";
    if (!diagnostics_.has_errors())
      return "";
    std::string fault = fault_of_body(function.getBody());
    std::string number = broken_types_.in(function.getBody()).enumerator;
    return fault.empty() && !number.empty()
               ? "'" + number + "' is declared with an error"
               : fault;
  }

  void lower(const clang::FunctionDecl &defined) {
    ir::Symbol id = unit_.function(defined);
    const clang::FunctionDecl &decl = unit_.body_of(defined);
    std::string fault = fault_of(decl);
    if (decl.isMultiVersion())
      fault = "one of several functions of this name";
    if (!fault.empty()) {
      parsed_.skipped.push_back({defined.getNameAsString(), fault,
                                 unit_.where.span(decl.getBeginLoc())});
      return;
    }
    ir::Function &function = unit_.declared(id);
    if (diagnostics_.has_errors())
      if (std::uint64_t structs = broken_types_.in(decl.getBody()).structs)
        function.standing = support::mix(function.standing, structs);
    function.left_out =
        left_out_.hash_in(range_of(decl), unit_.ast.getLangOpts());
    const ir::Function declared = function;
    try {
      FunctionLowering(unit_, decl, function).run();
    } catch (const std::exception &error) {
      // A bug of ours costs this function, not the unit.
      function = declared;
      parsed_.skipped.push_back(
          {defined.getNameAsString(),
           std::string("lowering failed: ") + error.what(),
           unit_.where.span(decl.getBeginLoc())});
    }
  }

  Unit &unit_;
  DiagnosticCollector &diagnostics_;
  const LeftOut &left_out_;
  const Preamble *preamble_;
  ParsedUnit &parsed_;
  BrokenText broken_;
  BrokenTypes broken_types_{broken_};
  const bool has_made_up_names_;
  std::vector<FunctionRange> ranges_;             // of definitions
  std::map<std::string, std::uint64_t> assembly_; // of files, by path
};

} // namespace

FunctionRange range_of(const clang::SourceManager &sources,
                       const clang::FunctionDecl &function) {
  FunctionRange range;
  std::tie(range.file, range.begin) =
      sources.getDecomposedLoc(sources.getExpansionLoc(function.getBeginLoc()));
  auto [file, end] = sources.getDecomposedLoc(
      sources.getExpansionRange(function.getEndLoc()).getEnd());
  range.end = file == range.file ? end : range.begin;
  range.name = function.getNameAsString();
  return range;
}

bool is_root(const clang::Decl &decl) {
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&decl)) {
    bool is_definition = function->doesThisDeclarationHaveABody() &&
                         function->isExternallyVisible() &&
                         !function->isInlined();
    return is_definition || function->hasAttr<clang::AliasAttr>() ||
           function->hasAttr<clang::IFuncAttr>();
  }
  const auto *var = llvm::dyn_cast<clang::VarDecl>(&decl);
  return llvm::isa<clang::FileScopeAsmDecl>(decl) ||
         (var && var->isExternallyVisible() &&
          var->isThisDeclarationADefinition() !=
              clang::VarDecl::DeclarationOnly);
}

void lower_unit(Unit &unit, DiagnosticCollector &diagnostics,
                const LeftOut &left_out, const Preamble *preamble,
                ParsedUnit &parsed) {
  UnitLowering(unit, diagnostics, left_out, preamble, parsed).run();
}

} // namespace mergeproof::frontend::c
