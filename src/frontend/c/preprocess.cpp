#include "frontend/c/preprocess.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/invocation.h"
#include "frontend/c/locations.h"
#include "frontend/c/tree_file_system.h"

namespace mergeproof::frontend::c {
namespace {

class PrintAction : public clang::PreprocessorFrontendAction {
public:
  PrintAction(const ParseRequest &request, std::string &text)
      : request_(request), text_(text) {}

private:
  void ExecuteAction() override {
    clang::CompilerInstance &compiler = getCompilerInstance();
    clang::PreprocessorOutputOptions options;
    options.ShowCPP = true;
    options.ShowLineMarkers = true;
    bool is_used = false;
    if (request_.line_numbers)
      compiler.getPreprocessor().addPPCallbacks(number_lines(
          compiler.getSourceManager(), request_.line_numbers, is_used));
    llvm::raw_string_ostream out(text_);
    clang::DoPrintPreprocessedInput(compiler.getPreprocessor(), &out, options);
  }

  const ParseRequest &request_;
  std::string &text_;
};

} // namespace

std::string preprocess(const ParseRequest &request) {
  llvm::IntrusiveRefCntPtr<TreeFileSystem> files(
      new TreeFileSystem(*request.tree));
  auto invocation = make_invocation(request, files);
  if (!invocation)
    return "";
  invocation->getFrontendOpts().ProgramAction =
      clang::frontend::PrintPreprocessedInput;
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(new clang::IgnoringDiagConsumer,
                             /*ShouldOwnClient=*/true);
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.createFileManager(files);
  std::string text;
  PrintAction action(request, text);
  compiler.ExecuteAction(action);
  std::string root(tree_root);
  root.push_back('/');
  for (std::size_t at = 0; (at = text.find(root, at)) != std::string::npos;)
    text.erase(at, root.size());
  return text;
}

} // namespace mergeproof::frontend::c
