#include "frontend/c/versions/body_recorder.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/unit.h"
#include "frontend/c/unit_lowering.h"
#include "frontend/c/versions/changed_names.h"
#include "frontend/c/versions/variants.h"
#include "ir/named_symbols.h"

#include <algorithm>
#include <map>

namespace mergeproof::frontend::c {

class BodyRecorder::Listener : public clang::PPCallbacks {
public:
  Listener(BodyRecorder &owner, const clang::Preprocessor &preprocessor)
      : owner_(owner), preprocessor_(preprocessor) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &,
                    clang::SourceRange, const clang::MacroArgs *) override {
    const clang::IdentifierInfo &id = *name.getIdentifierInfo();
    owner_.has_counter_ |= id.isStr("__COUNTER__") || id.isStr("__TIME__") ||
                           id.isStr("__DATE__") || id.isStr("__TIMESTAMP__");
    if (preprocessor_.isInPrimaryFile())
      owner_.note(name.getLocation(), id);
  }

  void SourceRangeSkipped(clang::SourceRange range,
                          clang::SourceLocation) override {
    auto begin = owner_.offset(range.getBegin());
    auto end = owner_.offset(range.getEnd());
    if (begin && end)
      owner_.skipped_.push_back({*begin, *end});
  }

  void FileChanged(clang::SourceLocation loc, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    owner_.is_renumbered_ |=
        reason == RenameFile && owner_.offset(loc).has_value();
  }

  void PragmaDirective(clang::SourceLocation loc,
                       clang::PragmaIntroducerKind) override {
    if (auto at = owner_.offset(loc))
      owner_.pragmas_.insert(*at);
  }

private:
  BodyRecorder &owner_;
  const clang::Preprocessor &preprocessor_;
};

void BodyRecorder::listen(clang::Preprocessor &preprocessor,
                          Variants *variants) {
  sources_ = &preprocessor.getSourceManager();
  preprocessor.addPPCallbacks(std::make_unique<Listener>(*this, preprocessor));
  preprocessor.setTokenWatcher(
      [this, &preprocessor, variants](const clang::Token &token) {
        if (preprocessor.isInPrimaryFile())
          hear(token);
        if (variants)
          variants->hear(token, preprocessor);
      });
}

std::optional<unsigned> BodyRecorder::offset(clang::SourceLocation loc) const {
  auto [file, at] = sources_->getDecomposedLoc(sources_->getExpansionLoc(loc));
  return file == sources_->getMainFileID() ? std::optional(at) : std::nullopt;
}

// Of the names in the text itself only those that know where they stand.
void BodyRecorder::hear(const clang::Token &token) {
  if (token.isAnnotation() || token.isLiteral())
    return;
  const clang::IdentifierInfo *name = token.getIdentifierInfo();
  if (name && (token.getLocation().isMacroID() ||
               name->getName().starts_with("__builtin_")))
    note(token.getLocation(), *name);
}

void BodyRecorder::note(clang::SourceLocation loc,
                        const clang::IdentifierInfo &name) {
  auto at = offset(loc);
  if (!at)
    return;
  heard_.push_back({*at, &name});
  if (is_line_number(name.getName()))
    line_numbers_.insert(*at);
}

namespace {

bool has_one_in(const std::set<unsigned> &offsets, unsigned begin,
                unsigned end) {
  auto first = offsets.lower_bound(begin);
  return first != offsets.end() && *first <= end;
}

} // namespace

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

namespace {

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

// None for that of a macro, or of a file that is included, or where the
// function begins in one.
std::optional<Body>
BodyRecorder::body_of(Unit &unit, const clang::FunctionDecl &decl) const {
  clang::FileID file = sources_->getMainFileID();
  clang::SourceLocation ends[] = {decl.getBody()->getBeginLoc(),
                                  decl.getBody()->getEndLoc()};
  if (!offset(decl.getBeginLoc()))
    return std::nullopt;
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

Outline BodyRecorder::outline(Unit &unit, const ParsedUnit &parsed) const {
  Outline outline;
  outline.bodies = bodies(unit, parsed);
  if (outline.bodies.empty())
    return outline;
  outline.items = items(unit, outline.bodies);
  outline.skipped = skipped_;
  outline.pragmas.assign(pragmas_.begin(), pragmas_.end());
  for (const Heard &heard : heard_)
    outline.names.push_back(
        {heard.at, unit.context.symbol(heard.name->getName())});
  return outline;
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

std::vector<Item> BodyRecorder::items(Unit &unit,
                                      const std::vector<Body> &bodies) const {
  std::vector<Item> all;
  for (clang::Decl *decl : unit.ast.getTranslationUnitDecl()->noload_decls())
    if (auto item = item_of(unit, *decl, bodies))
      all.push_back(std::move(*item));
  std::stable_sort(all.begin(), all.end(), [](const Item &a, const Item &b) {
    return a.where.begin < b.where.begin;
  });
  std::vector<Item> merged; // "int a, *b;"
  for (Item &item : all) {
    if (merged.empty() || merged.back().where.end <= item.where.begin) {
      merged.push_back(std::move(item));
      continue;
    }
    Item &last = merged.back();
    last.where.end = std::max(last.where.end, item.where.end);
    last.reaches_further |= item.reaches_further;
    last.declared.insert(last.declared.end(), item.declared.begin(),
                         item.declared.end());
  }
  return merged;
}

std::optional<Item>
BodyRecorder::item_of(Unit &unit, const clang::Decl &decl,
                      const std::vector<Body> &bodies) const {
  if (decl.isImplicit() || decl.getBeginLoc().isInvalid())
    return std::nullopt;
  auto begin = offset(decl.getBeginLoc());
  if (!begin)
    return std::nullopt;
  clang::SourceLocation last =
      sources_->getExpansionRange(decl.getEndLoc()).getEnd();
  auto end = offset(last);
  Item item{.where = {*begin, *begin + 1}};
  item.reaches_further = !end || *end < *begin;
  if (end)
    item.where.end = std::max(*begin, *end) +
                     clang::Lexer::MeasureTokenLength(last, *sources_,
                                                      unit.ast.getLangOpts());
  for (const Body &body : bodies)
    if (item.where.begin < body.begin && body.end < item.where.end)
      item.where.end = body.begin;
  add_declared(unit, decl, item);
  return item;
}

// Members are known by what they are members of.
void BodyRecorder::add_declared(Unit &unit, const clang::Decl &decl,
                                Item &item) const {
  if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(&decl))
    if (const clang::IdentifierInfo *name = named->getIdentifier();
        name && !llvm::isa<clang::FieldDecl, clang::IndirectFieldDecl>(decl))
      item.declared.push_back(unit.context.symbol(name->getName()));
  item.reaches_further |=
      decl.hasAttr<clang::AsmLabelAttr>() || decl.hasAttr<clang::AliasAttr>() ||
      decl.hasAttr<clang::IFuncAttr>() || decl.hasAttr<clang::WeakRefAttr>() ||
      decl.hasAttr<clang::OverloadableAttr>() ||
      llvm::isa<clang::FileScopeAsmDecl>(decl);
  const auto *tag = llvm::dyn_cast<clang::TagDecl>(&decl);
  if (!tag)
    return;
  for (const clang::TagDecl *other : tag->redecls())
    item.reaches_further |= !offset(other->getLocation());
  for (const clang::Decl *inside : tag->decls())
    add_declared(unit, *inside, item);
}

} // namespace mergeproof::frontend::c
