#include "frontend/c/parse.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/diagnostics.h"
#include "frontend/c/invocation.h"
#include "frontend/c/locations.h"
#include "frontend/c/lowering.h"
#include "frontend/c/preprocess.h"
#include "frontend/c/tree_file_system.h"
#include "frontend/c/unit_lowering.h"

#include <algorithm>
#include <sys/resource.h>

namespace mergeproof::frontend::c {
namespace {

// Deeply nested code is read and lowered by recursion. A quarter of the address
// space that there may be, at most a gigabyte.
unsigned stack_bytes() {
  constexpr rlim_t least = rlim_t(64) << 20, most = rlim_t(1) << 30;
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return most;
  return static_cast<unsigned>(std::clamp(limit.rlim_cur / 4, least, most));
}

class LoweringConsumer : public clang::ASTConsumer {
public:
  LoweringConsumer(ir::Context &context, const ParseRequest &request,
                   DiagnosticCollector &diagnostics, const LeftOut &left_out,
                   ParsedUnit &parsed)
      : context_(context), request_(request), diagnostics_(diagnostics),
        left_out_(left_out), parsed_(parsed) {}

  void HandleTranslationUnit(clang::ASTContext &ast) override {
    Locations where(context_, ast.getSourceManager(), request_.key_path);
    Unit unit(context_, ast, where, parsed_.program);
    unit.volatiles = request_.volatiles;
    lower_unit(unit, diagnostics_, left_out_, parsed_);
  }

private:
  ir::Context &context_;
  const ParseRequest &request_;
  DiagnosticCollector &diagnostics_;
  const LeftOut &left_out_;
  ParsedUnit &parsed_;
};

class LoweringAction : public clang::ASTFrontendAction {
public:
  LoweringAction(ir::Context &context, const ParseRequest &request,
                 DiagnosticCollector &diagnostics, ParsedUnit &parsed)
      : context_(context), request_(request), diagnostics_(diagnostics),
        parsed_(parsed) {}

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
                                              left_out_, parsed_);
  }

  ir::Context &context_;
  const ParseRequest &request_;
  DiagnosticCollector &diagnostics_;
  LeftOut left_out_;
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

void read_unit(ir::Context &context, const ParseRequest &request,
               ParsedUnit &parsed) {
  if (std::string flag = other_target(request.flags); !flag.empty())
    return report_failure(parsed, request,
                          flag + " asks for another target than x86-64 Linux, "
                                 "which is not analysed");
  llvm::IntrusiveRefCntPtr<TreeFileSystem> files(
      new TreeFileSystem(*request.tree));
  auto invocation = make_invocation(request, files);
  if (!invocation)
    return report_failure(parsed, request, "clang does not accept the flags");
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  DiagnosticCollector diagnostics;
  compiler.createDiagnostics(&diagnostics, /*ShouldOwnClient=*/false);
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.createFileManager(files);
  LoweringAction action(context, request, diagnostics, parsed);
  bool has_started = compiler.ExecuteAction(action);
  parsed.missing_includes = diagnostics.missing_includes();
  parsed.diagnostics = std::move(diagnostics).take();
  if (!files->failure().empty()) {
    parsed.diagnostics.clear();
    report_failure(parsed, request, files->failure());
  }
  if (!has_started && parsed.diagnostics.empty())
    report_failure(parsed, request, "clang could not read the file");
  parsed.includes.assign(files->files_read().begin(),
                         files->files_read().end());
  if (request.wants_preprocessed)
    parsed.preprocessed = preprocess(request);
}

} // namespace

ParsedUnit parse(ir::Context &context, const ParseRequest &request) {
  ParsedUnit parsed;
  llvm::thread reader(std::optional<unsigned>(stack_bytes()), [&] {
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
