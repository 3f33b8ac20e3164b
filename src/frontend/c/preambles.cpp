#include "frontend/c/preambles.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/invocation.h"
#include "frontend/c/locations.h"
#include "frontend/c/preamble.h"
#include "frontend/c/tree_file_system.h"
#include "frontend/c/unit_lowering.h"

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

// Pragmas of which a precompiled preamble keeps all that they say.
bool is_kept(llvm::StringRef pragma) {
  if (!pragma.consume_front("#") && !pragma.consume_front("%:"))
    return false; // _Pragma
  pragma = pragma.ltrim();
  if (!pragma.consume_front("pragma"))
    return false;
  auto [first, rest] = pragma.trim().split(' ');
  llvm::StringRef second = rest.ltrim();
  bool is_for_compiler = first == "GCC" || first == "clang";
  return first == "once" || first.starts_with("pack") ||
         first.starts_with("push_macro") || first.starts_with("pop_macro") ||
         (is_for_compiler && (second.starts_with("diagnostic") ||
                              second.starts_with("visibility") ||
                              second.starts_with("system_header")));
}

// Looks for others: "#pragma redefine_extname" would be forgotten.
class PragmaListener : public clang::PPCallbacks {
public:
  PragmaListener(const clang::SourceManager &sources, bool &has_other)
      : sources_(sources), has_other_(has_other) {}

  void PragmaDirective(clang::SourceLocation loc,
                       clang::PragmaIntroducerKind) override {
    auto [file, offset] = sources_.getDecomposedLoc(loc);
    llvm::StringRef text = sources_.getBufferData(file);
    text = text.substr(std::min<std::size_t>(offset, text.size()));
    llvm::StringRef line = text.split('\n').first;
    bool is_systems =
        sources_.isInSystemHeader(loc) && !line.contains("redefine_extname");
    has_other_ |= !is_systems && (!loc.isFileID() || !is_kept(line));
  }

private:
  const clang::SourceManager &sources_;
  bool &has_other_;
};

class Maker : public clang::PreambleCallbacks {
public:
  explicit Maker(Preamble &preamble) : preamble_(preamble) {}

  void BeforeExecute(clang::CompilerInstance &compiler) override {
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(left_out_.listen(compiler.getSourceManager()));
    preprocessor.addPPCallbacks(std::make_unique<PragmaListener>(
        compiler.getSourceManager(), has_other_pragmas_));
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
    std::map<std::string, clang::FileID> files = first_entries(sources);
    for (const FunctionRange &range : ranges) {
      std::string path = path_of(sources, range.file);
      is_repeated_ |= files[path] != range.file;
      preamble_.functions.push_back({path, range.begin, range.end, range.name});
    }
    preamble_.left_out = left_out_.record(ranges, compiler.getLangOpts());
  }

  // A function is not known by its place, a number is not that of every
  // version, or what a pragma says is lost.
  bool is_doubtful() const {
    return is_repeated_ || is_numbered_ || has_other_pragmas_;
  }

private:
  // Of files that are entered again, the first time.
  static std::map<std::string, clang::FileID>
  first_entries(const clang::SourceManager &sources) {
    std::map<std::string, clang::FileID> files;
    for (unsigned i = 0; i < sources.local_sloc_entry_size(); i++) {
      const clang::SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry(i);
      if (!entry.isFile() || !entry.getFile().getContentCache().OrigEntry)
        continue;
      clang::FileID file = sources.getFileID(
          clang::SourceLocation::getFromRawEncoding(entry.getOffset()));
      files.try_emplace(path_of(sources, file), file);
    }
    return files;
  }

  Preamble &preamble_;
  LeftOut left_out_;
  bool is_numbered_ = false, is_repeated_ = false, has_other_pragmas_ = false;
};

void compile(Preamble &preamble) {
  const ParseRequest &request = preamble.request;
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
  Maker maker(preamble);
  auto buffer =
      llvm::MemoryBuffer::getMemBufferCopy(preamble.text, request.path);
  auto compiled = clang::PrecompiledPreamble::Build(
      *invocation, buffer.get(), bounds, *diagnostics, files,
      std::make_shared<clang::PCHContainerOperations>(),
      /*StoreInMemory=*/true, /*StoragePath=*/"", maker);
  if (!compiled || !said.is_empty() || maker.is_doubtful() ||
      !files->failure().empty())
    return;
  preamble.includes = files->files_read();
  preamble.includes.erase(request.path);
  preamble.compiled =
      std::make_unique<clang::PrecompiledPreamble>(std::move(*compiled));
}

std::string last_component(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

} // namespace

Preamble::Preamble() = default;
Preamble::~Preamble() = default;
Preambles::Preambles() = default;
Preambles::~Preambles() = default;

const std::set<std::string> &Preambles::added_names(const source::Tree &tree,
                                                    const source::Tree &than) {
  auto [place, is_new] = added_.try_emplace({&tree, &than});
  if (is_new)
    for (const std::string &path : tree.files())
      if (!than.contains(path))
        place->second.insert(last_component(path));
  return place->second;
}

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
  const std::set<std::string> &added =
      added_names(*request.tree, *made_for.tree);
  auto is_added = [&](const std::string &name) {
    return added.contains(last_component(name));
  };
  auto is_same = [&](const std::string &path) {
    std::string identity = request.tree->identity(path);
    return !identity.empty() && !is_added(path) &&
           identity == made_for.tree->identity(path);
  };
  return std::all_of(preamble.includes.begin(), preamble.includes.end(),
                     is_same) &&
         std::none_of(preamble.left_out.probed.begin(),
                      preamble.left_out.probed.end(), is_added);
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
