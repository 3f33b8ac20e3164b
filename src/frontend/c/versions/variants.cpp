#include "frontend/c/versions/variants.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/locations.h"
#include "frontend/c/unit_lowering.h"
#include "frontend/c/versions/body_places.h"
#include "frontend/c/versions/body_recorder.h"
#include "frontend/c/versions/changed_names.h"
#include "frontend/c/walk.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

bool is_blank_behind(const std::string &text, unsigned at) {
  std::size_t next = text.find_first_not_of(" \t\r", at);
  return next == std::string::npos || text[next] == '\n';
}

bool lies_in(const Extent &inner, const Definition &definition) {
  return definition.brace < inner.begin && inner.end < definition.end;
}

// Where it is in the other text; none: its head is another one, or what stands
// behind it is in the same line.
std::optional<Definition> place_there(const Definition &here,
                                      const std::vector<TextGap> &gaps,
                                      const std::string &first,
                                      const std::string &other) {
  auto head = place_in_other(gaps, here.head());
  auto last = place_in_other(gaps, {here.end - 1, here.end});
  if (!head || !last || !is_blank_behind(first, here.end) ||
      !is_blank_behind(other, *last + 1))
    return std::nullopt;
  return Definition{*head, *head + (here.name - here.begin),
                    *head + (here.brace - here.begin), *last + 1};
}

// By offset in the first text, how many lines further down all is from there.
LineMoves moves_of(const std::string &first, const std::string &text,
                   const std::vector<TextGap> &gaps) {
  LineMoves moves;
  auto lines = [](const std::string &in, const Extent &extent) {
    return std::count(in.begin() + extent.begin, in.begin() + extent.end, '\n');
  };
  std::int64_t moved = 0;
  for (const TextGap &gap : gaps) {
    moved += lines(text, gap.there) - lines(first, gap.here);
    moves[gap.here.end] = moved;
  }
  return moves;
}

// The text up to there, of which nothing but the definition is left: in its
// line and column.
std::string alone(const std::string &text, const Definition &definition) {
  std::string part = text.substr(0, definition.end);
  for (unsigned at = 0; at < definition.begin; at++)
    if (part[at] != '\n' && part[at] != '\r')
      part[at] = ' ';
  return part + "\n";
}

bool has_inherited_attributes(const clang::FunctionDecl &decl) {
  return decl.hasAttrs() &&
         std::any_of(decl.getAttrs().begin(), decl.getAttrs().end(),
                     [](const clang::Attr *attr) {
                       const auto *one =
                           llvm::dyn_cast<clang::InheritableAttr>(attr);
                       return one && one->isInherited();
                     });
}

// What a body has of its function's name, for itself or for the whole program,
// or of its place; a call of itself clang would speak of.
bool uses_own_name(const clang::FunctionDecl &decl,
                   const clang::FunctionDecl &original) {
  for (const clang::Decl *inside : decl.decls())
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(inside);
        var && !var->hasLocalStorage())
      return true;
  return contains(decl.getBody(), [&](const clang::Stmt &stmt) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(&stmt);
    return llvm::isa<clang::PredefinedExpr, clang::SourceLocExpr>(stmt) ||
           (ref &&
            ref->getDecl()->getCanonicalDecl() == original.getCanonicalDecl());
  });
}

bool is_like(const clang::ASTContext &ast, const clang::FunctionDecl &original,
             const clang::FunctionDecl &other) {
  return ast.hasSameType(original.getType(), other.getType()) &&
         original.getStorageClass() == other.getStorageClass() &&
         original.isInlineSpecified() == other.isInlineSpecified() &&
         !original.isMain() && original.getBuiltinID() == 0 &&
         !original.isMultiVersion() && !has_inherited_attributes(original) &&
         !uses_own_name(other, original);
}

// Its braces.
bool is_at(const clang::SourceManager &sources, const clang::FunctionDecl &decl,
           clang::FileID file, const Definition &place) {
  if (!decl.doesThisDeclarationHaveABody())
    return false;
  clang::SourceLocation begin = decl.getBody()->getBeginLoc(),
                        end = decl.getBody()->getEndLoc();
  return begin.isFileID() && end.isFileID() &&
         sources.getDecomposedLoc(begin) == std::pair(file, place.brace) &&
         sources.getDecomposedLoc(end) == std::pair(file, place.end - 1);
}

} // namespace

const Variant *VariantText::find(const clang::FunctionDecl &original) const {
  for (const Variant &variant : variants)
    if (variant.original == &original)
      return &variant;
  return nullptr;
}

Variants::Variants(const std::string &first,
                   const std::vector<std::string> &others,
                   const clang::LangOptions &language)
    : first_(first) {
  if (others.empty() || !has_plain_lines(first))
    return;
  std::vector<Definition> known = find_definitions(first, language);
  for (std::size_t i = 0; i < others.size(); i++)
    add(i, others[i], known, language);
}

void Variants::add(std::size_t version, const std::string &text,
                   const std::vector<Definition> &known,
                   const clang::LangOptions &language) {
  std::vector<Body> bodies;
  for (const Definition &one : known)
    bodies.push_back({.begin = one.brace, .end = one.end - 1});
  VariantText added{.version = version,
                    .text = text,
                    .gaps = find_gaps(first_, bodies, text)};
  std::map<unsigned, Definition> changed;
  bool is_alike = has_plain_lines(text);
  for (const TextGap &gap : added.gaps) {
    auto one =
        std::find_if(known.begin(), known.end(),
                     [&](const Definition &d) { return lies_in(gap.here, d); });
    is_alike &= one != known.end();
    if (is_alike)
      changed.emplace(one->end, *one);
  }
  for (const auto &[end, here] : changed) {
    auto there = place_there(here, added.gaps, first_, text);
    if (!is_alike || !there || !is_self_contained(first_, here, language) ||
        !is_self_contained(text, *there, language)) {
      is_alike = false;
      break;
    }
    std::size_t size = first_.find_first_of("( \t\n", here.name) - here.name;
    added.variants.push_back({here, *there, first_.substr(here.name, size)});
  }
  is_complete_ &= is_alike;
  if (!is_alike)
    return;
  added.moves = moves_of(first_, text, added.gaps);
  for (std::size_t i = 0; i < added.variants.size(); i++)
    at_.emplace(added.variants[i].here.end - 1, std::pair(texts_.size(), i));
  texts_.push_back(std::move(added));
}

class Variants::Listener : public clang::PPCallbacks {
public:
  Listener(Variants &owner, const clang::SourceManager &sources)
      : owner_(owner), sources_(sources) {}

  void PragmaDirective(clang::SourceLocation loc,
                       clang::PragmaIntroducerKind) override {
    owner_.is_disturbed_ |= owner_.has(file_of(loc));
  }
  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &,
                    clang::SourceRange, const clang::MacroArgs *) override {
    if (owner_.files_.empty())
      return;
    llvm::StringRef word = name.getIdentifierInfo()->getName();
    if (is_line_number(word))
      owner_.numbered_.insert(file_of(name.getLocation()));
  }

private:
  clang::FileID file_of(clang::SourceLocation loc) const {
    return sources_.getFileID(sources_.getExpansionLoc(loc));
  }
  Variants &owner_;
  const clang::SourceManager &sources_;
};

void Variants::listen(clang::Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(
      std::make_unique<Listener>(*this, preprocessor.getSourceManager()));
}

void Variants::hear(const clang::Token &token,
                    clang::Preprocessor &preprocessor) {
  clang::SourceLocation loc = token.getLocation();
  if (!names_.empty()) {
    if (auto found = names_.find(loc.getRawEncoding()); found != names_.end()) {
      // The parser has not seen it yet.
      const_cast<clang::Token &>(token).setIdentifierInfo(found->second);
      names_.erase(found);
    }
  }
  if (at_.empty() || token.isNot(clang::tok::r_brace) || !loc.isFileID() ||
      !preprocessor.isInPrimaryFile())
    return;
  unsigned at = preprocessor.getSourceManager().getFileOffset(loc);
  auto [first, last] = at_.equal_range(at);
  for (auto one = first; one != last; ++one) {
    VariantText &text = texts_[one->second.first];
    enter(text, text.variants[one->second.second], token, preprocessor);
  }
  at_.erase(first, last);
}

void Variants::enter(VariantText &text, Variant &variant,
                     const clang::Token &brace,
                     clang::Preprocessor &preprocessor) {
  clang::SourceManager &sources = preprocessor.getSourceManager();
  clang::IdentifierInfo &name = *preprocessor.getIdentifierInfo(variant.name);
  if (name.hasMacroDefinition() || name.isKeyword(preprocessor.getLangOpts())) {
    text.is_usable = false;
    return;
  }
  std::string path = sources.getPresumedLoc(brace.getLocation()).getFilename();
  variant.file =
      sources.createFileID(llvm::MemoryBuffer::getMemBufferCopy(
                               alone(text.text, variant.there), path),
                           clang::SrcMgr::C_User, 0, 0, brace.getLocation());
  files_.insert(variant.file);
  clang::SourceLocation at = sources.getLocForStartOfFile(variant.file)
                                 .getLocWithOffset(int(variant.there.name));
  // No text has such a name.
  names_[at.getRawEncoding()] = preprocessor.getIdentifierInfo(
      variant.name + "'" + std::to_string(files_.size()));
  is_disturbed_ |=
      preprocessor.EnterSourceFile(variant.file, nullptr, brace.getLocation());
}

Variant *Variants::find(clang::FileID file) {
  for (VariantText &text : texts_)
    for (Variant &variant : text.variants)
      if (variant.file == file)
        return &variant;
  return nullptr;
}

// The definition that a variant stands for, or what is declared by the first
// use of it, in a body that others do not have.
void Variants::note_first(const clang::ASTContext &ast,
                          const clang::FunctionDecl &decl) {
  const clang::SourceManager &sources = ast.getSourceManager();
  unsigned at =
      sources.getFileOffset(sources.getExpansionLoc(decl.getLocation()));
  for (VariantText &text : texts_)
    for (Variant &variant : text.variants)
      if (decl.isImplicit())
        text.is_usable &= !variant.here.body().contains(at);
      else if (is_at(sources, decl, sources.getMainFileID(), variant.here) &&
               decl.getName() == variant.name)
        variant.original = &decl;
}

// Whether it is the one that was to be read there.
bool Variants::note(const clang::ASTContext &ast, const clang::Decl &decl) {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::FileID file =
      sources.getFileID(sources.getExpansionLoc(decl.getLocation()));
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&decl);
  if (!has(file)) {
    if (function && file == sources.getMainFileID())
      note_first(ast, *function);
    return true;
  }
  Variant *variant = find(file);
  if (!function || variant->decl || decl.isInvalidDecl() ||
      !is_at(sources, *function, file, variant->there) ||
      declares_for_others(*function))
    return false;
  variant->decl = function;
  return true;
}

bool Variants::says_anything(DiagnosticCollector &said) {
  for (VariantText &text : texts_)
    for (Variant &variant : text.variants)
      if (variant.file.isValid()) {
        auto heard = said.forget(variant.file, variant.there.brace);
        if (heard.has_error)
          return true;
        text.is_usable &= !heard.is_behind;
      }
  return false;
}

bool Variants::settle(const clang::ASTContext &ast, DiagnosticCollector &said) {
  if (files_.empty())
    return true;
  if (is_disturbed_ || !names_.empty() || says_anything(said))
    return false;
  for (const clang::Decl *decl : ast.getTranslationUnitDecl()->noload_decls())
    if (decl->getLocation().isValid() && !note(ast, *decl))
      return false;
  for (VariantText &text : texts_)
    for (const Variant &variant : text.variants) {
      if (variant.file.isInvalid()) {
        text.is_usable = false;
        continue;
      }
      if (!variant.decl || !variant.original)
        return false;
      const clang::SourceManager &sources = ast.getSourceManager();
      bool is_sound =
          said.first_error(range_of(sources, *variant.original),
                           path_of(sources, sources.getMainFileID()))
              .empty();
      text.is_usable &= is_sound && !numbered_.contains(variant.file) &&
                        is_like(ast, *variant.original, *variant.decl);
    }
  return true;
}

} // namespace mergeproof::frontend::c
