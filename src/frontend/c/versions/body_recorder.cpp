#include "frontend/c/versions/body_recorder.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/unit.h"
#include "frontend/c/unit_lowering.h"
#include "ir/named_symbols.h"

#include <algorithm>
#include <map>

namespace mergeproof::frontend::c {

class BodyRecorder::Listener : public clang::PPCallbacks {
public:
  explicit Listener(BodyRecorder &owner) : owner_(owner) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &,
                    clang::SourceRange, const clang::MacroArgs *) override {
    const clang::IdentifierInfo &id = *name.getIdentifierInfo();
    if (!id.isStr("__LINE__"))
      owner_.has_counter_ |= id.isStr("__COUNTER__") || id.isStr("__TIME__") ||
                             id.isStr("__DATE__") || id.isStr("__TIMESTAMP__");
    else if (auto at = offset(name.getLocation()))
      owner_.line_numbers_.insert(*at);
  }

  void FileChanged(clang::SourceLocation loc, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    owner_.is_renumbered_ |= reason == RenameFile && offset(loc).has_value();
  }

  void PragmaDirective(clang::SourceLocation loc,
                       clang::PragmaIntroducerKind) override {
    if (auto at = offset(loc))
      owner_.pragmas_.insert(*at);
  }

private:
  std::optional<unsigned> offset(clang::SourceLocation loc) const {
    auto [file, at] = owner_.sources_->getDecomposedLoc(
        owner_.sources_->getExpansionLoc(loc));
    return file == owner_.sources_->getMainFileID() ? std::optional(at)
                                                    : std::nullopt;
  }

  BodyRecorder &owner_;
};

std::unique_ptr<clang::PPCallbacks>
BodyRecorder::listen(const clang::SourceManager &sources) {
  sources_ = &sources;
  return std::make_unique<Listener>(*this);
}

namespace {

bool has_one_in(const std::set<unsigned> &offsets, unsigned begin,
                unsigned end) {
  auto first = offsets.lower_bound(begin);
  return first != offsets.end() && *first <= end;
}

// What it declares is declared for the whole file, with its attributes.
bool declares_for_others(const clang::FunctionDecl &decl) {
  for (const clang::Decl *inside : decl.decls()) {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(inside);
    bool is_function = llvm::isa<clang::FunctionDecl>(inside);
    if ((is_function && !inside->isImplicit()) ||
        (var && var->hasExternalStorage()))
      return true;
  }
  return false;
}

// Declared by the first call of it: no builtin, or one of the library.
bool is_undeclared(const clang::Decl &decl) {
  const auto *called = llvm::dyn_cast<clang::FunctionDecl>(&decl);
  if (!called || !called->isImplicit())
    return false;
  unsigned id = called->getBuiltinID();
  return id == 0 ||
         decl.getASTContext().BuiltinInfo.isPredefinedLibFunction(id);
}

template <typename Decls>
void add_undeclared(Decls decls, std::vector<std::string> &names) {
  for (const clang::Decl *decl : decls)
    if (is_undeclared(*decl))
      names.push_back(llvm::cast<clang::FunctionDecl>(decl)->getNameAsString());
}

} // namespace

bool BodyRecorder::is_entangled(const clang::FunctionDecl &decl) const {
  FunctionRange range = range_of(*sources_, decl);
  return declares_for_others(decl) ||
         has_one_in(pragmas_, range.begin, range.end);
}

// None for that of a macro, or of a file that is included.
std::optional<Body>
BodyRecorder::body_of(Unit &unit, const clang::FunctionDecl &decl) const {
  clang::FileID file = sources_->getMainFileID();
  clang::SourceLocation ends[] = {decl.getBody()->getBeginLoc(),
                                  decl.getBody()->getEndLoc()};
  for (clang::SourceLocation end : ends)
    if (!end.isFileID() || sources_->getFileID(end) != file)
      return std::nullopt;
  Body body{.begin = sources_->getFileOffset(ends[0]),
            .end = sources_->getFileOffset(ends[1]),
            .name = decl.getNameAsString(),
            .id = unit.function(decl)};
  llvm::StringRef text = sources_->getBufferData(file);
  if (body.end <= body.begin || text[body.begin] != '{' ||
      text[body.end] != '}') // digraphs
    return std::nullopt;
  body.uses_line_numbers = has_one_in(line_numbers_, body.begin, body.end);
  return body;
}

bool BodyRecorder::is_shareable(const Body &body,
                                const ParsedUnit &parsed) const {
  const ir::Function *lowered = parsed.program.find_defined(body.id);
  llvm::StringRef text = sources_->getBufferData(sources_->getMainFileID());
  bool is_skipped = std::any_of(
      parsed.skipped.begin(), parsed.skipped.end(),
      [&](const SkippedFunction &one) { return one.name == body.name; });
  return lowered && !is_skipped && lowered->left_out == 0 &&
         !(body.uses_line_numbers && is_renumbered_) &&
         !may_have_directive(text.slice(body.begin, body.end));
}

std::vector<Body> BodyRecorder::bodies(Unit &unit,
                                       const ParsedUnit &parsed) const {
  std::vector<Body> found;
  std::map<std::string, int> definitions;
  std::vector<std::string> undeclared;
  for (clang::Decl *decl : unit.ast.getTranslationUnitDecl()->noload_decls()) {
    auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (!function || !unit.where.is_in_main_file(function->getLocation()))
      continue;
    if (is_undeclared(*function))
      undeclared.push_back(function->getNameAsString());
    if (!function->doesThisDeclarationHaveABody())
      continue;
    if (has_counter_ || is_entangled(*function))
      return {};
    add_undeclared(function->decls(), undeclared);
    definitions[function->getNameAsString()]++;
    if (auto body = body_of(unit, *function);
        body && (found.empty() || found.back().end < body->begin))
      found.push_back(std::move(*body));
  }
  for (Body &body : found)
    body.is_shareable = definitions[body.name] == 1 &&
                        is_shareable(body, parsed) &&
                        !names_any(body, undeclared, parsed);
  return found;
}

// A body declares a function for those behind it when it calls one that nobody
// declared: all that name it are read in every version.
bool BodyRecorder::names_any(const Body &body,
                             const std::vector<std::string> &names,
                             const ParsedUnit &parsed) const {
  if (names.empty())
    return false;
  llvm::StringRef text = sources_->getBufferData(sources_->getMainFileID())
                             .slice(body.begin, body.end);
  std::set<ir::Symbol> named;
  if (const ir::Function *lowered = parsed.program.find_defined(body.id))
    named = ir::named_symbols(*lowered);
  return std::any_of(names.begin(), names.end(), [&](const std::string &name) {
    return text.contains(name) || named.count(name);
  });
}

} // namespace mergeproof::frontend::c
