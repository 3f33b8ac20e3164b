#include "frontend/c/versions/preambles.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/invocation.h"
#include "frontend/c/locations.h"
#include "frontend/c/tree_file_system.h"
#include "frontend/c/unit_lowering.h"
#include "frontend/c/versions/preamble.h"

#include <clang/Frontend/PrecompiledPreamble.h>
#include <clang/Serialization/PCHContainerOperations.h>

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

// Versions are read one after the other, file by file.
constexpr std::size_t most_kept = 2;

// How much of the text is directives only and ends outside of all conditions.
unsigned preamble_size(llvm::StringRef text,
                       const clang::LangOptions &language) {
  clang::PreambleBounds bounds = clang::Lexer::ComputePreamble(text, language);
  std::string begin = text.take_front(bounds.Size).str();
  clang::Lexer lexer(clang::SourceLocation(), language, begin.data(),
                     begin.data(), begin.data() + begin.size());
  unsigned depth = 0, size = 0;
  bool is_word_next = false;
  clang::Token token;
  while (!lexer.LexFromRawLexer(token)) {
    if (token.isAtStartOfLine() && token.is(clang::tok::hash) && depth == 0)
      size = unsigned(lexer.getBufferLocation() - begin.data()) -
             token.getLength();
    if (is_word_next && token.is(clang::tok::raw_identifier)) {
      llvm::StringRef word = token.getRawIdentifier();
      depth += word.starts_with("if");
      depth -= word == "endif" && depth > 0;
    }
    is_word_next = token.isAtStartOfLine() && token.is(clang::tok::hash);
  }
  return depth == 0 && bounds.PreambleEndsAtStartOfLine ? bounds.Size : size;
}

// Looks for what a precompiled preamble forgets: stacks that pragmas push to
// and that are popped behind it, "#pragma redefine_extname", "#line".
class MemoryListener : public clang::PPCallbacks {
public:
  MemoryListener(const clang::SourceManager &sources, bool &is_forgetful)
      : sources_(sources), is_forgetful_(is_forgetful) {}

  void PragmaDirective(clang::SourceLocation loc,
                       clang::PragmaIntroducerKind kind) override {
    if (sources_.isWrittenInBuiltinFile(loc))
      return;
    is_forgetful_ |= is_word_open_;
    is_word_open_ = kind == clang::PIK__Pragma;
    if (is_word_open_)
      return;
    auto [file, offset] = sources_.getDecomposedLoc(loc);
    llvm::StringRef text = sources_.getBufferData(file);
    text = text.substr(std::min<std::size_t>(offset, text.size()));
    llvm::StringRef line = text.split('\n').first;
    if (sources_.isInSystemHeader(loc))
      is_forgetful_ |= line.contains("redefine_extname");
    else
      is_forgetful_ |= !is_kept(line);
  }
  void FileChanged(clang::SourceLocation loc, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    is_forgetful_ |= reason == RenameFile &&
                     sources_.getFileEntryForID(sources_.getFileID(loc));
  }
  // Of a pragma whose text nobody sees.
  void PragmaDiagnosticPush(clang::SourceLocation, llvm::StringRef) override {
    depths_["diagnostic"] += is_word_open_;
    is_word_open_ = false;
  }
  void PragmaDiagnosticPop(clang::SourceLocation, llvm::StringRef) override {
    is_forgetful_ |= (depths_["diagnostic"] -= is_word_open_) < 0;
    is_word_open_ = false;
  }
  void PragmaDiagnostic(clang::SourceLocation, llvm::StringRef,
                        clang::diag::Severity, llvm::StringRef) override {
    is_word_open_ = false;
  }
  void EndOfMainFile() override {
    is_forgetful_ |= is_word_open_;
    for (const auto &[stack, depth] : depths_)
      is_forgetful_ |= depth != 0;
  }

private:
  bool is_kept(llvm::StringRef pragma) {
    if (!pragma.consume_front("#") && !pragma.consume_front("%:"))
      return false;
    pragma = pragma.ltrim();
    if (!pragma.consume_front("pragma"))
      return false;
    auto [first, rest] = pragma.trim().split(' ');
    if (first == "once" || first.starts_with("pack"))
      return true;
    if (first != "GCC" && first != "clang")
      return false;
    auto [what, how] = rest.trim().split(' ');
    return what == "system_header" || is_balanced(what, how.trim());
  }

  // "diagnostic push" … "diagnostic pop", and what lies between them.
  bool is_balanced(llvm::StringRef stack, llvm::StringRef how) {
    if (stack != "diagnostic" && stack != "visibility")
      return false;
    int &depth = depths_[stack.str()];
    if (how.starts_with("push"))
      depth++;
    else if (how.starts_with("pop"))
      depth--;
    else
      return stack == "diagnostic" ||
             depth > 0; // a state is kept, its stack not
    return depth >= 0;
  }

  const clang::SourceManager &sources_;
  bool &is_forgetful_;
  std::map<std::string, int> depths_;
  bool is_word_open_ = false; // _Pragma(...), whatever it is about
};

class Maker : public clang::PreambleCallbacks {
public:
  Maker(Preamble &preamble, const DiagnosticCollector &said)
      : preamble_(preamble), said_(said) {}

  void BeforeExecute(clang::CompilerInstance &compiler) override {
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(left_out_.listen(compiler.getSourceManager()));
    preprocessor.addPPCallbacks(std::make_unique<MemoryListener>(
        compiler.getSourceManager(), is_forgetful_));
    if (preamble_.request.line_numbers)
      preprocessor.addPPCallbacks(number_lines(compiler.getSourceManager(),
                                               preamble_.request.line_numbers,
                                               is_numbered_));
  }

  void AfterExecute(clang::CompilerInstance &compiler) override {
    const clang::SourceManager &sources = compiler.getSourceManager();
    std::vector<FunctionRange> ranges;
    for (clang::Decl *decl :
         compiler.getASTContext().getTranslationUnitDecl()->decls()) {
      preamble_.has_roots |= is_root(*decl);
      auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
      if (function && function->doesThisDeclarationHaveABody())
        ranges.push_back(range_of(sources, *function));
    }
    std::multimap<std::string, clang::FileID> entries = entries_of(sources);
    for (const FunctionRange &range : ranges) {
      std::string path = path_of(sources, range.file);
      auto [first, last] = entries.equal_range(path);
      is_repeated_ |= std::any_of(first, last, [&](const auto &entry) {
        return entry.second != range.file &&
               !left_out_.is_left_out(entry.second, range.begin);
      });
      preamble_.functions.push_back({path, range.begin, range.end, range.name});
    }
    preamble_.left_out = left_out_.record(ranges, compiler.getLangOpts());
    preamble_.rejected =
        BrokenText(said_, sources, compiler.getLangOpts()).outside(ranges);
    preamble_.rejected.hashes.erase( // read again
        path_of(sources, sources.getMainFileID()));
  }

  // A function is not the only one at its place, a number is not that of every
  // version, or what a pragma says is lost.
  bool is_doubtful() const {
    return is_repeated_ || is_numbered_ || is_forgetful_;
  }

private:
  // A header that is entered again has several.
  static std::multimap<std::string, clang::FileID>
  entries_of(const clang::SourceManager &sources) {
    std::multimap<std::string, clang::FileID> entries;
    for (unsigned i = 0; i < sources.local_sloc_entry_size(); i++) {
      const clang::SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry(i);
      if (!entry.isFile() || !entry.getFile().getContentCache().OrigEntry)
        continue;
      clang::FileID file = sources.getFileID(
          clang::SourceLocation::getFromRawEncoding(entry.getOffset()));
      entries.emplace(path_of(sources, file), file);
    }
    return entries;
  }

  Preamble &preamble_;
  const DiagnosticCollector &said_;
  LeftOut left_out_;
  bool is_numbered_ = false, is_repeated_ = false, is_forgetful_ = false;
};

void compile(Preamble &preamble) {
  const ParseRequest &request = preamble.request;
  support::Pause pause(request.baton);
  pause.begin();
  llvm::IntrusiveRefCntPtr<TreeFileSystem> files(
      new TreeFileSystem(*request.tree));
  auto invocation = make_invocation(request, files);
  if (!invocation)
    return;
  clang::PreambleBounds bounds(
      preamble_size(preamble.text, invocation->getLangOpts()),
      /*PreambleEndsAtStartOfLine=*/true);
  if (bounds.Size == 0)
    return;
  DiagnosticCollector said;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
      clang::CompilerInstance::createDiagnostics(
          &invocation->getDiagnosticOpts(), &said,
          /*ShouldOwnClient=*/false);
  diagnostics->setFatalsAsError(true);
  Maker maker(preamble, said);
  auto buffer =
      llvm::MemoryBuffer::getMemBufferCopy(preamble.text, request.path);
  auto compiled = clang::PrecompiledPreamble::Build(
      *invocation, buffer.get(), bounds, *diagnostics, files,
      std::make_shared<clang::PCHContainerOperations>(),
      /*StoreInMemory=*/true, /*StoragePath=*/"", maker);
  preamble.said = std::move(said).record();
  if (!compiled || !preamble.said.is_complete() || maker.is_doubtful() ||
      !files->failure().empty())
    return;
  preamble.includes = files->files_read();
  preamble.includes.erase(request.path);
  preamble.compiled =
      std::make_unique<clang::PrecompiledPreamble>(std::move(*compiled));
}

} // namespace

Preamble::Preamble() = default;
Preamble::~Preamble() = default;
Preambles::Preambles() = default;
Preambles::~Preambles() = default;

// The text begins alike, and every header that was looked for is found at the
// same place with the same text.
bool Preambles::fits(const Preamble &preamble, const ParseRequest &request,
                     const std::string &text) {
  const ParseRequest &made_for = preamble.request;
  if (request.path != made_for.path || request.flags != made_for.flags)
    return false;
  if (!preamble.compiled)
    return true; // other versions have hardly a better one
  unsigned size = preamble.compiled->getBounds().Size;
  if (text.compare(0, size, preamble.text, 0, size) != 0 || text.size() < size)
    return false;
  if (request.tree == made_for.tree)
    return true;
  auto is_same = [&](const std::string &path) {
    std::string identity = request.tree->identity(path);
    return !identity.empty() && identity == made_for.tree->identity(path);
  };
  return std::all_of(preamble.includes.begin(), preamble.includes.end(),
                     is_same) &&
         !added_.contains_any(*request.tree, *made_for.tree,
                              preamble.includes) &&
         !added_.contains_any(*request.tree, *made_for.tree,
                              preamble.left_out.probed) &&
         !added_.contains_any(*request.tree, *made_for.tree,
                              preamble.said.missing);
}

const Preamble *Preambles::find(const ParseRequest &request,
                                const std::string &text) {
  auto found =
      std::find_if(made_.begin(), made_.end(), [&](const Preamble &preamble) {
        return fits(preamble, request, text);
      });
  if (found == made_.end()) {
    made_.emplace_front();
    made_.front().request = request;
    made_.front().text = text;
    compile(made_.front());
    if (made_.size() > most_kept)
      made_.pop_back();
  } else {
    made_.splice(made_.begin(), made_, found);
    shared_ += made_.front().compiled != nullptr;
  }
  return made_.front().compiled ? &made_.front() : nullptr;
}

} // namespace mergeproof::frontend::c
