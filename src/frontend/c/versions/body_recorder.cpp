#include "frontend/c/versions/body_recorder.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/unit.h"

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

BodyRecorder::Seen BodyRecorder::seen_in(unsigned begin, unsigned end) const {
  auto is_inside = [&](const std::set<unsigned> &offsets) {
    auto first = offsets.lower_bound(begin);
    return first != offsets.end() && *first <= end;
  };
  return {is_inside(line_numbers_), is_inside(pragmas_)};
}

std::vector<Body> BodyRecorder::bodies(Unit &unit,
                                       const ParsedUnit &parsed) const {
  std::vector<Body> found;
  if (has_counter_)
    return found;
  const clang::SourceManager &sources = unit.ast.getSourceManager();
  llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  std::map<std::string, int> named;
  std::set<std::string> skipped;
  for (const SkippedFunction &one : parsed.skipped)
    skipped.insert(one.name);
  for (clang::Decl *decl : unit.ast.getTranslationUnitDecl()->noload_decls()) {
    auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (!function || !function->doesThisDeclarationHaveABody() ||
        !unit.where.is_in_main_file(function->getLocation()))
      continue;
    Body body{.name = function->getNameAsString()};
    named[body.name]++;
    clang::SourceLocation ends[] = {function->getBody()->getBeginLoc(),
                                    function->getBody()->getEndLoc()};
    if (!ends[0].isFileID() || !ends[1].isFileID() ||
        sources.getFileID(ends[0]) != sources.getMainFileID() ||
        sources.getFileID(ends[1]) != sources.getMainFileID())
      continue; // of a macro, or of a file that is included
    body.begin = sources.getFileOffset(ends[0]);
    body.end = sources.getFileOffset(ends[1]);
    body.definition =
        sources.getFileOffset(sources.getExpansionLoc(function->getBeginLoc()));
    if (body.end <= body.begin || text[body.begin] != '{' ||
        text[body.end] != '}' ||
        (!found.empty() && found.back().end >= body.begin))
      continue;
    Seen seen = seen_in(body.begin, body.end);
    body.id = unit.function(*function);
    body.uses_line_numbers = seen.has_line_number;
    const ir::Function *lowered = parsed.program.find_defined(body.id);
    body.is_shareable = lowered && !seen.has_pragma &&
                        !skipped.count(body.name) && lowered->left_out == 0 &&
                        !may_have_directive(std::string_view(text).substr(
                            body.begin, body.end - body.begin));
    found.push_back(std::move(body));
  }
  for (Body &body : found)
    body.is_shareable &= named[body.name] == 1;
  return found;
}

} // namespace mergeproof::frontend::c
