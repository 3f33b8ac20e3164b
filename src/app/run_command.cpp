#include "app/run_command.h"

#include "app/linked_program.h"
#include "interp/native_library.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace mergeproof::app {
namespace {

using interp::Outcome;

constexpr int cannot_run = 2;
constexpr std::uint64_t memory_bytes = std::uint64_t(2) << 30;
constexpr std::uint32_t call_depth = 150'000;

// "mergeproof: trapped: f.c:3: division by zero"
int complain(const std::string &what, const std::string &message, int code) {
  if (code != program_aborted)
    std::fflush(stdout);
  std::fprintf(stderr, "mergeproof: %s: %s\n", what.c_str(), message.c_str());
  return code;
}

class ProgramRun {
public:
  ProgramRun(ir::Context &context, const LinkedProgram &linked,
             const RunOptions &options)
      : context_(context), options_(options), linked_(linked),
        executable_(linked.program), library_(write, read, flush, buffer),
        machine_(executable_, library_,
                 {.steps = options.steps,
                  .memory = memory_bytes,
                  .call_depth = call_depth,
                  .unset = notices_unset() ? interp::Unset::Noticed
                                           : interp::Unset::Ignored}) {}

  int run() {
    const ir::Function *entry = executable_.program().find_function("main");
    if (!entry || !entry->is_defined)
      return complain("error", "no file defines main", cannot_run);
    library_.prepare(executable_, machine_.memory());
    arguments_ = make_arguments();
    if (entry->params.size() > arguments_.size())
      return complain("error", "main takes too many parameters", cannot_run);
    Outcome outcome = run_all(*entry);
    int code = report(outcome);
    bool is_aborted = outcome.kind == Outcome::Kind::Trapped &&
                      outcome.trap == ir::CheckKind::Abort;
    if (is_aborted || library_.is_left_at_once()) // buffers are lost, natively
      ::_exit(code);
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
      return complain("error", "cannot write to standard output", cannot_run);
    return code;
  }

private:
  // A number for an address of a 32-bit program is not made bit by bit.
  bool notices_unset() const {
    return !options_.ignores_unset && executable_.pointer_bytes() == 8;
  }
  static void write(interp::Stream stream, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(),
                stream == interp::Stream::Out ? stdout : stderr);
  }
  static int read() { return std::getchar(); }
  static void flush() { std::fflush(stdout); }
  static void buffer(int mode, std::size_t size) {
    std::setvbuf(stdout, nullptr, mode, size);
  }
  Outcome run_all(const ir::Function &entry);
  Outcome run_function(ir::Symbol id);
  std::vector<ir::Bits> make_arguments();
  interp::Address make_object(const void *bytes, std::size_t size);
  int report(const Outcome &outcome);
  std::string place_of(const Outcome &outcome) const;

  ir::Context &context_;
  const RunOptions &options_;
  const LinkedProgram &linked_;
  std::vector<ir::Bits> arguments_; // of main
  interp::Executable executable_;
  interp::NativeLibrary library_;
  interp::Machine machine_;
};

bool has_ended_well(const Outcome &outcome) {
  return outcome.kind == Outcome::Kind::Returned ||
         outcome.kind == Outcome::Kind::Exited;
}

// With as many of main's arguments as it takes.
Outcome ProgramRun::run_function(ir::Symbol id) {
  const ir::Function &function = *executable_.program().find_function(id);
  std::vector<ir::Bits> arguments = arguments_;
  arguments.resize(function.params.size());
  return machine_.run(id, arguments);
}

// Constructors, main, what atexit() was given, destructors.
Outcome ProgramRun::run_all(const ir::Function &entry) {
  Outcome outcome;
  for (ir::Symbol id : linked_.constructors)
    if (outcome.kind == Outcome::Kind::Returned)
      outcome = run_function(id);
  if (outcome.kind == Outcome::Kind::Returned)
    outcome = run_function(entry.id);
  std::vector<ir::Symbol> last = linked_.destructors;
  std::reverse(last.begin(), last.end());
  while (has_ended_well(outcome) && !library_.is_left_at_once()) {
    std::optional<interp::Address> handler = library_.next_exit_handler();
    const ir::Function *function =
        handler ? executable_.function_at(*handler) : nullptr;
    ir::Symbol id = function ? function->id : ir::Symbol();
    if (!handler && !last.empty()) {
      id = last.back();
      last.pop_back();
    }
    if (id.empty())
      break;
    Outcome later = run_function(id);
    if (later.kind != Outcome::Kind::Returned)
      outcome = later;
  }
  return outcome;
}

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
  auto make_pointers = [&](const std::vector<interp::Address> &pointers) {
    auto bytes = machine_.memory().pointers_text(pointers);
    return make_object(bytes.data(), bytes.size());
  };
  interp::Address list = make_pointers(argv), environment = make_pointers({0});
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
  auto program = link_program(context, options);
  if (!program)
    return complain("error", program.error().message, cannot_run);
  return ProgramRun(context, program.value(), options).run();
}

} // namespace mergeproof::app
