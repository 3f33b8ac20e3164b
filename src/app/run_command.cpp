#include "app/run_command.h"

#include "app/file_versions.h"
#include "frontend/c/parse.h"
#include "interp/native_library.h"
#include "support/result.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>

namespace mergeproof::app {
namespace {

using interp::Outcome;
using support::Error;
using support::Status;

constexpr int cannot_run = 2;
constexpr std::uint64_t memory_bytes = std::uint64_t(2) << 30;

// "mergeproof: trapped: f.c:3: division by zero"
int complain(const std::string &what, const std::string &message, int code) {
  std::fflush(stdout);
  std::fprintf(stderr, "mergeproof: %s: %s\n", what.c_str(), message.c_str());
  return code;
}

// A file outside the working directory has its absolute path in the tree, where
// no path begins with '/'.
std::string shown_path(const std::string &path) {
  std::error_code ignored;
  bool is_outside = !std::filesystem::exists(path, ignored) &&
                    std::filesystem::exists("/" + path, ignored);
  return is_outside ? "/" + path : path;
}

bool is_error(const source::Diagnostic &diagnostic) {
  return diagnostic.severity == source::Severity::Error ||
         diagnostic.severity == source::Severity::Fatal;
}

// All files in one program, as the linker sees them.
class Linker {
public:
  Linker(ir::Context &context, const RunOptions &options)
      : context_(context), options_(options) {}

  support::Result<ir::Program> link() {
    for (const std::string &file : options_.files)
      if (Status added = add(file); !added)
        return added.error();
    if (Status complete = check_globals(); !complete)
      return complete.error();
    return std::move(program_);
  }

private:
  Status add(const std::string &file);
  Status check_globals() const;

  ir::Context &context_;
  const RunOptions &options_;
  ir::Program program_;
};

Status Linker::add(const std::string &file) {
  auto named = read_named_file(file, options_.flags);
  if (!named)
    return named.error();
  frontend::c::ParsedUnit unit = frontend::c::parse(
      context_, {.tree = named.value().tree.get(),
                 .path = named.value().path,
                 .key_path = named.value().path,
                 .flags = options_.flags,
                 .volatiles = frontend::c::Volatiles::Plain,
                 .is_whole_program = true});
  if (!unit.failure.empty())
    return Error{file + ": " + unit.failure};
  for (const source::Diagnostic &one : unit.diagnostics)
    if (is_error(one))
      return Error{fmt::format("{}:{}:{}: {}", shown_path(one.path), one.line,
                               one.column, one.message)};
  std::vector<ir::Symbol> clashes =
      ir::merge_into(program_, std::move(unit.program));
  if (!clashes.empty())
    return Error{fmt::format("{} defines '{}', and so does another file", file,
                             clashes.front())};
  return support::Done{};
}

// The contents of the others would be a guess.
Status Linker::check_globals() const {
  for (const auto &[id, global] : program_.globals)
    if (!global.is_defined && !interp::NativeLibrary::defines_global(id))
      return Error{fmt::format("no file defines the variable '{}'", id)};
  return support::Done{};
}

class ProgramRun {
public:
  ProgramRun(ir::Context &context, const ir::Program &program,
             const RunOptions &options)
      : context_(context), options_(options), executable_(program),
        library_(write),
        machine_(executable_, library_,
                 {.steps = options.steps, .memory = memory_bytes}) {}

  int run() {
    const ir::Function *entry = executable_.program().find_function("main");
    if (!entry || !entry->is_defined)
      return complain("error", "no file defines main", cannot_run);
    library_.prepare(executable_, machine_.memory());
    std::vector<ir::Bits> arguments = make_arguments();
    if (entry->params.size() > arguments.size())
      return complain("error", "main takes too many parameters", cannot_run);
    arguments.resize(entry->params.size());
    Outcome outcome = machine_.run(entry->id, arguments);
    int code = report(outcome);
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
      return complain("error", "cannot write to standard output", cannot_run);
    return code;
  }

private:
  static void write(interp::Stream stream, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(),
                stream == interp::Stream::Out ? stdout : stderr);
  }
  std::vector<ir::Bits> make_arguments();
  interp::Address make_object(const void *bytes, std::size_t size);
  int report(const Outcome &outcome);
  std::string place_of(const Outcome &outcome) const;

  ir::Context &context_;
  const RunOptions &options_;
  interp::Executable executable_;
  interp::NativeLibrary library_;
  interp::Machine machine_;
};

interp::Address ProgramRun::make_object(const void *bytes, std::size_t size) {
  interp::Memory &memory = machine_.memory();
  interp::Address object = memory.allocate(interp::Region::Input, size);
  auto *from = static_cast<const unsigned char *>(bytes);
  memory.write(object, {from, from + size});
  return object;
}

// argc, argv, and an empty environment. The program has the name of its first
// file.
std::vector<ir::Bits> ProgramRun::make_arguments() {
  std::vector<std::string> texts = options_.arguments;
  std::filesystem::path name(options_.files.front());
  texts.insert(texts.begin(), name.replace_extension().string());
  std::vector<interp::Address> argv;
  for (const std::string &text : texts)
    argv.push_back(make_object(text.c_str(), text.size() + 1));
  argv.push_back(0);
  interp::Address list =
      make_object(argv.data(), argv.size() * sizeof(interp::Address));
  interp::Address environment = make_object(&argv.back(), sizeof argv.back());
  return {texts.size(), list, environment};
}

// "f.c:3: "
std::string ProgramRun::place_of(const Outcome &outcome) const {
  if (!outcome.where || outcome.where->span.line == 0)
    return {};
  const source::Span &span = outcome.where->span;
  return fmt::format("{}:{}: ", shown_path(context_.files.path(span.file)),
                     span.line);
}

int ProgramRun::report(const Outcome &outcome) {
  std::string place = place_of(outcome);
  switch (outcome.kind) {
  case Outcome::Kind::Returned:
    return static_cast<int>(outcome.value.value_or(0) & 0xff);
  case Outcome::Kind::Exited:
    return outcome.exit_code & 0xff;
  case Outcome::Kind::Trapped:
    return complain("trapped", place + ir::to_text(outcome.trap),
                    outcome.trap == ir::CheckKind::Abort ? program_aborted
                                                         : program_trapped);
  case Outcome::Kind::Stopped:
    return complain("trapped",
                    place + "a function that does not return has returned",
                    program_trapped);
  case Outcome::Kind::Invalid:
    break;
  }
  if (interp::is_limit(outcome))
    return complain("stopped", place + outcome.why, limit_reached);
  return complain("error", place + outcome.why, cannot_run);
}

} // namespace

int run_program(const RunOptions &options) {
  ir::Context context;
  auto program = Linker(context, options).link();
  if (!program)
    return complain("error", program.error().message, cannot_run);
  return ProgramRun(context, program.value(), options).run();
}

} // namespace mergeproof::app
