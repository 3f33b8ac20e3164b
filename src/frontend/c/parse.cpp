#include "frontend/c/parse.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/diagnostics.h"
#include "frontend/c/invocation.h"
#include "frontend/c/locations.h"
#include "frontend/c/lowering.h"
#include "frontend/c/preamble.h"
#include "frontend/c/preambles.h"
#include "frontend/c/preprocess.h"
#include "frontend/c/tree_file_system.h"
#include "frontend/c/unit_lowering.h"

#include <clang/Frontend/PrecompiledPreamble.h>

#include <algorithm>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace mergeproof::frontend::c {
namespace {

rlim_t used_bytes() {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

// Deeply nested code is read and lowered by recursion. A third of the address
// space that is left, at most a gigabyte; 0: too little is left.
unsigned stack_bytes() {
  constexpr rlim_t least = rlim_t(32) << 20, most = rlim_t(1) << 30;
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return most;
  rlim_t used = std::min(used_bytes(), limit.rlim_cur);
  rlim_t share = std::min((limit.rlim_cur - used) / 3, most);
  return share < least ? 0 : static_cast<unsigned>(share);
}

class LoweringConsumer : public clang::ASTConsumer {
public:
  LoweringConsumer(ir::Context &context, const ParseRequest &request,
                   DiagnosticCollector &diagnostics, const LeftOut &left_out,
                   const Preamble *preamble, ParsedUnit &parsed)
      : context_(context), request_(request), diagnostics_(diagnostics),
        left_out_(left_out), preamble_(preamble), parsed_(parsed) {}

  void HandleTranslationUnit(clang::ASTContext &ast) override {
    parsed_.is_lowered = true;
    Locations where(context_, ast.getSourceManager(), request_.key_path);
    Unit unit(context_, ast, where, parsed_.program);
    unit.volatiles = request_.volatiles;
    unit.is_whole_program = request_.is_whole_program;
    unit.checks_alignment = request_.checks_alignment;
    unit.own_functions = request_.own_functions;
    lower_unit(unit, diagnostics_, left_out_, preamble_, parsed_);
  }

private:
  ir::Context &context_;
  const ParseRequest &request_;
  DiagnosticCollector &diagnostics_;
  const LeftOut &left_out_;
  const Preamble *preamble_;
  ParsedUnit &parsed_;
};

class LoweringAction : public clang::ASTFrontendAction {
public:
  LoweringAction(ir::Context &context, const ParseRequest &request,
                 DiagnosticCollector &diagnostics, const Preamble *preamble,
                 ParsedUnit &parsed)
      : context_(context), request_(request), diagnostics_(diagnostics),
        left_out_(preamble ? &preamble->left_out : nullptr),
        preamble_(preamble), parsed_(parsed) {}

private:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef) override {
    compiler.getPreprocessor().addPPCallbacks(
        left_out_.listen(compiler.getSourceManager()));
    if (request_.line_numbers)
      compiler.getPreprocessor().addPPCallbacks(
          number_lines(compiler.getSourceManager(), request_.line_numbers,
                       parsed_.uses_line_numbers));
    return std::make_unique<LoweringConsumer>(context_, request_, diagnostics_,
                                              left_out_, preamble_, parsed_);
  }

  ir::Context &context_;
  const ParseRequest &request_;
  DiagnosticCollector &diagnostics_;
  LeftOut left_out_;
  const Preamble *preamble_;
  ParsedUnit &parsed_;
};

void report_failure(ParsedUnit &parsed, const ParseRequest &request,
                    std::string message) {
  parsed.failure = message;
  parsed.diagnostics.push_back({.severity = source::Severity::Fatal,
                                .path = request.path,
                                .category = "frontend",
                                .message = std::move(message)});
}

bool is_error(const source::Diagnostic &diagnostic) {
  return diagnostic.severity >= source::Severity::Error &&
         !diagnostic.category.ends_with("file_not_found");
}

std::string first_error(const std::vector<source::Diagnostic> &diagnostics) {
  for (const source::Diagnostic &diagnostic : diagnostics)
    if (is_error(diagnostic))
      return diagnostic.message;
  return "it does not say why";
}

// UTF-16, a comment that never ends.
bool is_nothing_left(const ParsedUnit &parsed) {
  auto is_defined = [](const auto &entry) { return entry.second.is_defined; };
  return std::any_of(parsed.diagnostics.begin(), parsed.diagnostics.end(),
                     is_error) &&
         parsed.skipped.empty() &&
         std::none_of(parsed.program.functions.begin(),
                      parsed.program.functions.end(), is_defined) &&
         std::none_of(parsed.program.globals.begin(),
                      parsed.program.globals.end(), is_defined);
}

// From now on the invocation reads the main file behind its preamble.
const Preamble *
use_preamble(const ParseRequest &request, clang::CompilerInvocation &invocation,
             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &files) {
  if (!request.preambles)
    return nullptr;
  auto text = request.tree->read(request.path);
  if (!text)
    return nullptr;
  const Preamble *preamble = request.preambles->find(request, text.value());
  if (preamble)
    preamble->compiled->AddImplicitPreamble(
        invocation, files,
        llvm::MemoryBuffer::getMemBufferCopy(text.value(), request.path)
            .release());
  return preamble;
}

void note_includes(const TreeFileSystem &files, const Preamble *preamble,
                   const std::string &path, ParsedUnit &parsed) {
  std::set<std::string> read = files.files_read();
  if (preamble) {
    read.insert(preamble->includes.begin(), preamble->includes.end());
    read.insert(path);
  }
  parsed.includes.assign(read.begin(), read.end());
}

void read_unit(ir::Context &context, const ParseRequest &request,
               ParsedUnit &parsed) {
  if (std::string flag = other_target(request.flags); !flag.empty())
    return report_failure(parsed, request,
                          flag + " asks for another target than x86-64 Linux, "
                                 "which is not analysed");
  llvm::IntrusiveRefCntPtr<TreeFileSystem> files(
      new TreeFileSystem(*request.tree, request.disk_directory));
  auto invocation = make_invocation(request, files);
  if (!invocation)
    return report_failure(parsed, request, "clang does not accept the flags");
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> seen = files;
  const Preamble *preamble = use_preamble(request, *invocation, seen);
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  DiagnosticCollector diagnostics;
  compiler.createDiagnostics(&diagnostics, /*ShouldOwnClient=*/false);
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.createFileManager(seen);
  LoweringAction action(context, request, diagnostics, preamble, parsed);
  compiler.ExecuteAction(action);
  parsed.missing_includes = diagnostics.missing_includes();
  parsed.diagnostics = std::move(diagnostics).take();
  if (!files->failure().empty()) {
    parsed.diagnostics.clear();
    report_failure(parsed, request, files->failure());
  } else if (!parsed.is_lowered || is_nothing_left(parsed))
    report_failure(parsed, request,
                   "clang could not read the file: " +
                       first_error(parsed.diagnostics));
  if (!parsed.missing_includes.empty())
    parsed.unknown = source::find_unknown_names(parsed.diagnostics);
  note_includes(*files, preamble, request.path, parsed);
  if (request.wants_preprocessed)
    parsed.preprocessed = preprocess(request);
}

} // namespace

ParsedUnit parse(ir::Context &context, const ParseRequest &request) {
  ParsedUnit parsed;
  unsigned stack = stack_bytes();
  if (stack == 0) {
    report_failure(parsed, request,
                   "too little memory is left to read it; see "
                   "--max-memory");
    return parsed;
  }
  llvm::thread reader(std::optional<unsigned>(stack), [&] {
    clang::noteBottomOfStack();
    try {
      read_unit(context, request, parsed);
    } catch (const std::exception &error) {
      report_failure(parsed, request, error.what());
    }
  });
  reader.join();
  return parsed;
}

} // namespace mergeproof::frontend::c
