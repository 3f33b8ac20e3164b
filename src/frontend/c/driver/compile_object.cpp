#include "frontend/c/driver/compile_object.h"

#include "frontend/c/clang_headers.h"

#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Tool.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/FrontendTool/Utils.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

namespace mergeproof::frontend::c {
namespace {

// What the driver of clang makes of the arguments: one call of the compiler
// proper. Nothing: an error was said, or it would take more than that.
const llvm::opt::ArgStringList *
plan(const clang::driver::Compilation *compilation) {
  if (!compilation || compilation->containsError() ||
      compilation->getJobs().size() != 1)
    return nullptr;
  const clang::driver::Command &job = *compilation->getJobs().begin();
  bool is_clang = llvm::StringRef(job.getCreator().getName()) == "clang";
  return is_clang ? &job.getArguments() : nullptr;
}

} // namespace

std::string compiler_name() {
  return "clang-" + std::to_string(LLVM_VERSION_MAJOR);
}

int compile_object(const std::vector<std::string> &argv) {
  clang::noteBottomOfStack();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  std::vector<const char *> arguments;
  for (const std::string &argument : argv)
    arguments.push_back(argument.c_str());
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options =
      new clang::DiagnosticOptions;
  auto *printer = new clang::TextDiagnosticPrinter(llvm::errs(), options.get());
  printer->setPrefix(llvm::sys::path::filename(argv.front()).str());
  clang::DiagnosticsEngine diagnostics(new clang::DiagnosticIDs, options,
                                       printer);
  // Clang's own headers lie beside the program that a link leads to.
  llvm::SmallString<256> program;
  if (llvm::sys::fs::real_path(argv.front(), program))
    program = argv.front();
  clang::driver::Driver driver(program, llvm::sys::getDefaultTargetTriple(),
                               diagnostics);
  std::unique_ptr<clang::driver::Compilation> compilation(
      driver.BuildCompilation(arguments));
  const llvm::opt::ArgStringList *call = plan(compilation.get());
  if (!call)
    return 1;
  auto *compiler = new clang::CompilerInstance;
  if (!clang::CompilerInvocation::CreateFromArgs(
          compiler->getInvocation(), llvm::ArrayRef(*call).drop_front(),
          diagnostics, argv.front().c_str()))
    return 1;
  compiler->createDiagnostics();
  return clang::ExecuteCompilerInvocation(compiler) ? 0 : 1;
}

} // namespace mergeproof::frontend::c
