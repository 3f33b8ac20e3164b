#include "frontend/c/invocation.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/tree_file_system.h"

namespace mergeproof::frontend::c {
namespace {

// Flags that write files, change the target, or silence what we want to hear.
// Optimisation would replace library functions by other definitions of them.
bool is_unwanted(const std::string &flag) {
  static const std::set<std::string> whole = {"-w",
                                              "-c",
                                              "-S",
                                              "-E",
                                              "-M",
                                              "-MM",
                                              "-MD",
                                              "-MMD",
                                              "-MP",
                                              "-MG",
                                              "-pipe",
                                              "-save-temps",
                                              "-flto",
                                              "-v",
                                              "-###",
                                              "-Werror",
                                              "-fsyntax-only",
                                              "-emit-llvm",
                                              "-fPIC",
                                              "-fpic",
                                              "-fPIE",
                                              "-fpie"};
  return whole.count(flag) || flag.starts_with("-Werror=") ||
         flag.starts_with("-Wl,") || flag.starts_with("-fsanitize") ||
         flag.starts_with("-fplugin") || flag.starts_with("-mtune=") ||
         flag.starts_with("-flto=") || flag.starts_with("-g") ||
         flag.starts_with("--target=") || flag == "-march=native" ||
         flag.starts_with("-O");
}

bool takes_unwanted_value(const std::string &flag) {
  return flag == "-o" || flag == "-MF" || flag == "-MT" || flag == "-MQ" ||
         flag == "-include-pch" || flag == "-Xclang" || flag == "-target";
}

std::vector<std::string> make_args(const ParseRequest &request) {
  std::vector<std::string> args = {"clang",
                                   "-fsyntax-only",
                                   "-resource-dir",
                                   MERGEPROOF_CLANG_RESOURCE_DIR,
                                   "--target=x86_64-unknown-linux-gnu",
                                   "-Wall",
                                   "-Wextra",
                                   "-Wconditional-uninitialized",
                                   "-Wno-unused-parameter",
                                   "-Wno-missing-field-initializers",
                                   "-Wno-sign-compare"};
  for (std::size_t i = 0; i < request.flags.size(); i++) {
    const std::string &flag = request.flags[i];
    if (takes_unwanted_value(flag))
      i++;
    else if (!is_unwanted(flag))
      args.push_back(flag);
  }
  // Older C is C: what only newer compilers refuse is warned of, and code that
  // has it is analysed.
  args.insert(args.end(),
              {"-Wno-error=implicit-function-declaration",
               "-Wno-error=implicit-int", "-Wno-error=int-conversion",
               "-Wno-error=incompatible-function-pointer-types",
               "-Wno-error=return-mismatch"});
  // What nothing in a file uses is nobody's error, and a body that is not read
  // again uses nothing.
  args.insert(args.end(),
              {"-Wno-unused-function", "-Wno-unused-variable",
               "-Wno-unused-const-variable", "-Wno-unused-but-set-variable",
               "-Wno-unused-but-set-parameter",
               "-Wno-unneeded-internal-declaration"});
  args.insert(args.end(), {"-Wno-error", "-Wno-unknown-warning-option",
                           "-Qunused-arguments", "-ferror-limit=0",
                           "-fbracket-depth=100000", "-fno-spell-checking",
                           "-fno-caret-diagnostics", "-fno-color-diagnostics",
                           "-x", "c", "--", request.path});
  return args;
}

// Or for what only other compilers make of C, and clang does not even mention.
bool asks_for_another_target(const std::string &flag) {
  bool is_other_charset = flag.starts_with("-fexec-charset=") &&
                          !llvm::StringRef(flag).ends_with_insensitive("utf-8");
  return flag == "-mx32" || flag == "-m16" || flag == "-mthumb" ||
         flag == "-mabi=ilp32" || flag == "-funsigned-bitfields" ||
         flag == "-fno-signed-bitfields" || flag == "-m128bit-long-double" ||
         flag == "-m96bit-long-double" || flag == "-mpc32" ||
         flag == "-mpc64" || flag.starts_with("-fsso-struct=") ||
         flag.starts_with("-fwide-exec-charset=") || is_other_charset;
}

} // namespace

std::string other_target(const std::vector<std::string> &flags) {
  for (std::size_t i = 0; i < flags.size(); i++) {
    std::string target;
    if (flags[i] == "-target" && i + 1 < flags.size())
      target = flags[i + 1];
    else if (flags[i].starts_with("--target="))
      target = flags[i].substr(9);
    bool is_ours = target.empty() || (target.starts_with("x86_64-") &&
                                      target.find("linux") != target.npos);
    if (!is_ours || asks_for_another_target(flags[i]))
      return flags[i];
  }
  return "";
}

bool are_narrow(const std::vector<std::string> &flags) {
  bool is_narrow = false;
  for (const std::string &flag : flags)
    if (flag == "-m32" || flag == "-m64")
      is_narrow = flag == "-m32";
  return is_narrow;
}

std::shared_ptr<clang::CompilerInvocation>
make_invocation(const ParseRequest &request,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  std::vector<std::string> args = make_args(request);
  std::vector<const char *> pointers;
  for (const std::string &arg : args)
    pointers.push_back(arg.c_str());
  // Flags of other compilers are no reason to stop: unknown ones are skipped.
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> silent(
      new clang::DiagnosticsEngine(new clang::DiagnosticIDs,
                                   new clang::DiagnosticOptions,
                                   new clang::IgnoringDiagConsumer));
  clang::CreateInvocationOptions options;
  options.Diags = silent;
  options.VFS = files;
  options.RecoverOnError = true;
  std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(pointers, options);
  if (!invocation || invocation->getFrontendOpts().Inputs.size() != 1 ||
      invocation->getFrontendOpts().Inputs[0].getFile() != request.path)
    return nullptr; // the flags name other files
  invocation->getDependencyOutputOpts() = {};
  invocation->getPreprocessorOpts().ImplicitPCHInclude.clear();
  invocation->getFrontendOpts().ProgramAction =
      clang::frontend::ParseSyntaxOnly;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getFileSystemOpts().WorkingDir = tree_root;
  return invocation;
}

} // namespace mergeproof::frontend::c
