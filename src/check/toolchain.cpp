#include "check/toolchain.h"

#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace mergeproof::check {
namespace {

using support::Command;
using support::Completed;
using support::Done;
using support::Error;
using support::Result;
using support::Status;

constexpr auto timeout = std::chrono::minutes(2);

std::vector<std::string> sanitizer_flags(const std::string &compiler) {
  std::vector<std::string> flags = {trap_sanitizers, no_traps,
                                    "-fno-sanitize-recover=all"};
  if (is_clang(compiler))
    flags.insert(flags.end(),
                 {"-fno-sanitize=function", "-ftrivial-auto-var-init=zero",
                  "-Wno-error=implicit-function-declaration",
                  "-Wno-error=implicit-int", "-Wno-error=int-conversion",
                  "-Wno-error=incompatible-function-pointer-types"});
  return flags;
}

BuiltInCompiler &built_in() {
  static BuiltInCompiler compiler;
  return compiler;
}

// The first line that says what is wrong.
std::string first_error(const Completed &ran) {
  std::istringstream lines(ran.err);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error") != std::string::npos ||
        line.find("undefined") != std::string::npos)
      return line;
    if (first.empty())
      first = line;
  }
  return ran.timed_out ? "ran out of time" : first;
}

Status to_status(const Result<Completed> &ran) {
  if (!ran)
    return ran.error();
  return Done{};
}

// One line of `readelf -sW`: number, value, size, type, binding, visibility,
// section, name.
void read_symbol(const std::string &line, Symbols &symbols) {
  std::istringstream words(line);
  std::string number, value, size, type, binding, visibility, section, name;
  if (!(words >> number >> value >> size >> type >> binding >> visibility >>
        section >> name) ||
      binding == "LOCAL" || number == "Num:")
    return;
  (section == "UND" ? symbols.undefined : symbols.defined).insert(name);
}

} // namespace

void use_built_in(BuiltInCompiler compiler) {
  built_in() = std::move(compiler);
}

Result<Completed> run_tool(std::vector<std::string> argv,
                           support::ProgramBody body) {
  Command command;
  command.body = body;
  command.argv = std::move(argv);
  command.timeout = timeout;
  auto ran = support::run(command);
  if (ran && !ran.value().succeeded())
    return Error{command.argv.front() + ": " + first_error(ran.value())};
  return ran;
}

bool is_clang(const std::string &compiler) {
  return compiler.find("clang") != std::string::npos;
}

std::string find_program(const std::vector<std::string> &names) {
  const char *path = std::getenv("PATH");
  for (const std::string &name : names) {
    std::istringstream folders(path ? path : "/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
      std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
      if (access(candidate.c_str(), X_OK) == 0)
        return candidate;
    }
  }
  return "";
}

Result<Toolchain> Toolchain::find(Target target) {
  Toolchain tools;
  if (target == Target::Narrow)
    tools.target_flags_ = {"-m32"};
  tools.compiler_ = find_program({"clang-19", "clang-20", "clang-18",
                                  "clang-17", "clang-16", "clang", "cc"});
  // Starts in a tenth of the time of an nm, which loads the whole of LLVM.
  tools.readelf_ = find_program({"readelf"});
  tools.objcopy_ = find_program({"llvm-objcopy-19", "llvm-objcopy", "objcopy"});
  if (tools.compiler_.empty() || tools.readelf_.empty() ||
      tools.objcopy_.empty())
    return Error{
        "running code needs clang, readelf and objcopy: install clang-19 and "
        "binutils, or use --no-exec"};
  return tools;
}

// Flags of another compiler that this one refuses are left out.
Status Toolchain::compile_checked(const std::string &source,
                                  const std::string &object,
                                  const std::vector<std::string> &flags) const {
  std::vector<std::string> kept = flags;
  // Else two files that define the same names (-z muldefs) lose each other's
  // texts.
  if (is_clang(compiler_))
    kept.push_back("-fno-sanitize-address-globals-dead-stripping");
  while (true) {
    Status done = compile_with(source, object, kept);
    if (done || std::erase_if(kept, [&](const std::string &flag) {
                  return done.error().message.find("'" + flag + "'") !=
                         std::string::npos;
                }) == 0)
      return done;
  }
}

Status Toolchain::compile_with(const std::string &source,
                               const std::string &object,
                               const std::vector<std::string> &flags) const {
  std::vector<std::string> argv = {compiler_};
  argv.insert(argv.end(), flags.begin(), flags.end());
  for (const std::string &flag : sanitizer_flags(compiler_))
    argv.push_back(flag);
  argv.insert(argv.end(), {"-O0", "-w", "-fno-builtin", "-fno-lto", "-x", "c",
                           "-c", source, "-o", object});
  return compile(std::move(argv));
}

Status Toolchain::compile_plain(const std::string &source,
                                const std::string &object) const {
  std::vector<std::string> argv = {compiler_};
  argv.insert(argv.end(), target_flags_.begin(), target_flags_.end());
  argv.insert(argv.end(), {"-O1", "-w", "-fno-builtin", "-x", "c", "-c", source,
                           "-o", object});
  return compile(std::move(argv));
}

Status Toolchain::compile(std::vector<std::string> argv) const {
  const BuiltInCompiler &known = built_in();
  bool is_known = compiler_.ends_with("/" + known.name) && !known.name.empty();
  return to_status(run_tool(std::move(argv), is_known ? known.body : nullptr));
}

std::string Toolchain::identity() const {
  std::string text = compiler_;
  for (const std::string &flag : target_flags_)
    text += " " + flag;
  return text;
}

Result<Symbols>
Toolchain::symbols_of(const std::vector<std::string> &objects) const {
  std::vector<std::string> argv = {readelf_, "-sW"};
  argv.insert(argv.end(), objects.begin(), objects.end());
  auto ran = run_tool(std::move(argv));
  if (!ran)
    return ran.error();
  Symbols symbols;
  std::istringstream lines(ran.value().out);
  for (std::string line; std::getline(lines, line);)
    read_symbol(line, symbols);
  for (const std::string &name : symbols.defined)
    symbols.undefined.erase(name);
  return symbols;
}

Status Toolchain::rename(const std::string &object, const std::string &renamed,
                         const std::vector<Renaming> &names) const {
  std::vector<std::string> argv = {objcopy_};
  for (const Renaming &name : names)
    argv.push_back("--redefine-sym=" + name.from + "=" + name.to);
  argv.insert(argv.end(), {object, renamed});
  return to_status(run_tool(std::move(argv)));
}

} // namespace mergeproof::check
