#include "check/target.h"

#include "check/sandbox.h"
#include "check/toolchain.h"
#include "support/write_file.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace mergeproof::check {
namespace {

using support::Done;
using support::Error;
using support::Result;
using support::Status;

Status build_trial(const Toolchain &tools, const std::string &program) {
  Status written = support::write_file(
      program + ".c", "#include <stdio.h>\n"
                      "int main(void) { return puts(\"ran\") < 0; }\n");
  if (!written)
    return written;
  std::vector<std::string> argv = {tools.compiler()};
  argv.insert(argv.end(), tools.target_flags().begin(),
              tools.target_flags().end());
  argv.insert(argv.end(), {program + ".c", "-o", program});
  if (auto built = run_tool(argv); !built)
    return Error{"32-bit programs (-m32) are not built here: install "
                 "gcc-multilib, or use --no-exec; " +
                 built.error().message};
  return Done{};
}

bool does_run(const Sandbox &sandbox, const Starter &starter,
              const std::string &program) {
  Starter argv = starter;
  argv.push_back(program);
  auto ran = sandbox.run(argv, std::chrono::seconds(20));
  return ran && ran.value().succeeded() && ran.value().out == "ran\n";
}

Result<Starter> find_starter(const Sandbox &sandbox,
                             const std::string &program) {
  if (does_run(sandbox, {}, program))
    return Starter{};
  std::string emulator = find_program({"qemu-i386", "qemu-i386-static"});
  // A larger stack, which it takes from the limit, is in AddressSanitizer's
  // way.
  Starter starter = {emulator, "-s", std::to_string(8u << 20)};
  if (!emulator.empty() && does_run(sandbox, starter, program))
    return starter;
  return Error{"32-bit programs (-m32) do not run on this kernel: install "
               "qemu-user, or use --no-exec"};
}

} // namespace

Result<Target> target_of(const std::vector<ReplaySource> &sources) {
  auto narrow = std::count_if(
      sources.begin(), sources.end(),
      [](const ReplaySource &source) { return source.is_narrow; });
  if (narrow == 0)
    return Target::Host;
  if (std::size_t(narrow) < sources.size())
    return Error{"only some versions are compiled with -m32"};
  return Target::Narrow;
}

Result<Starter> starter_of(Target target, const Toolchain &tools,
                           const Sandbox &sandbox,
                           const std::string &directory) {
  static std::mutex mutex;
  static std::optional<Starter> known;
  if (target == Target::Host)
    return Starter{};
  std::lock_guard lock(mutex);
  if (known)
    return *known;
  std::string program = directory + "/narrow";
  if (Status built = build_trial(tools, program); !built)
    return built.error();
  auto found = find_starter(sandbox, program);
  if (found)
    known = found.value();
  return found;
}

} // namespace mergeproof::check
