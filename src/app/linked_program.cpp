#include "app/linked_program.h"

#include "app/file_versions.h"
#include "frontend/c/parse.h"
#include "interp/library_models.h"
#include "interp/native_library.h"
#include "interp/reach.h"
#include "interp/real_library.h"
#include "ir/layout.h"
#include "ir/rename_symbols.h"
#include "source/memory_tree.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <tuple>

namespace mergeproof::app {
namespace {

using frontend::c::ParsedUnit;
using support::Error;
using support::Result;
using support::Status;

constexpr const char *models_path = "<C library>.c";

bool is_error(const source::Diagnostic &diagnostic) {
  return diagnostic.severity == source::Severity::Error ||
         diagnostic.severity == source::Severity::Fatal;
}

bool is_strong(const ir::Function &function) {
  return function.is_defined && !function.is_static &&
         !function.may_be_repeated;
}

void undefine(ir::Function &function) {
  function.is_defined = false;
  function.body.clear();
  function.opaque_reasons.clear();
}

struct Unit {
  std::string key; // its path
  ir::Program program;
};

class Linker {
public:
  Linker(ir::Context &context, const RunOptions &options)
      : context_(context), options_(options) {}

  Result<LinkedProgram> link();

private:
  Status parse_all();
  Result<Unit> parse(const std::string &file);
  void collect_own_functions();
  void settle_names();
  Status merge();
  void add_models();
  Status check_globals() const;
  void order_entries();

  ir::Context &context_;
  const RunOptions &options_;
  std::vector<Unit> units_;
  std::set<std::string> own_functions_;
  LinkedProgram linked_;
};

Result<LinkedProgram> Linker::link() {
  if (Status parsed = parse_all(); !parsed)
    return parsed.error();
  collect_own_functions();
  if (!own_functions_.empty())
    if (Status parsed = parse_all(); !parsed)
      return parsed.error();
  order_entries();
  settle_names();
  if (Status merged = merge(); !merged)
    return merged.error();
  add_models();
  if (Status complete = check_globals(); !complete)
    return complete.error();
  return std::move(linked_);
}

Status Linker::parse_all() {
  units_.clear();
  for (const std::string &file : options_.files) {
    auto unit = parse(file);
    if (!unit)
      return unit.error();
    units_.push_back(std::move(unit).value());
  }
  return support::Done{};
}

Result<Unit> Linker::parse(const std::string &file) {
  auto named = read_named_file(file, options_.flags);
  if (!named)
    return named.error();
  std::error_code ignored;
  ParsedUnit unit = frontend::c::parse(
      context_,
      {.tree = named.value().tree.get(),
       .path = named.value().path,
       .key_path = named.value().path,
       .flags = options_.flags,
       .volatiles = frontend::c::Volatiles::Plain,
       .is_whole_program = true,
       .checks_alignment = options_.checks_alignment,
       .own_functions = &own_functions_,
       .disk_directory = std::filesystem::current_path(ignored).string()});
  if (!unit.failure.empty())
    return Error{file + ": " + unit.failure};
  for (const source::Diagnostic &one : unit.diagnostics)
    if (is_error(one))
      return Error{fmt::format("{}:{}:{}: {}", shown_path(one.path), one.line,
                               one.column, one.message)};
  return Unit{named.value().path, std::move(unit.program)};
}

// The library's meaning is not that of a function that the program defines.
void Linker::collect_own_functions() {
  const std::set<std::string> &known = frontend::c::lowered_library();
  for (const Unit &unit : units_)
    for (const auto &[id, function] : unit.program.functions)
      if (function.is_defined && !function.is_static &&
          known.contains(std::string(id)))
        own_functions_.insert(std::string(id));
}

// Every file has static functions and variables of its own, also those of what
// it includes; of the others a strong definition wins, or else the first.
void Linker::settle_names() {
  std::set<ir::Symbol> strong, taken;
  for (const Unit &unit : units_)
    for (const auto &[id, function] : unit.program.functions)
      if (is_strong(function))
        strong.insert(id);
  for (Unit &unit : units_) {
    ir::SymbolIds renamed;
    for (auto &[id, function] : unit.program.functions) {
      if (function.is_static && !id.starts_with(unit.key + ":"))
        renamed[id] = context_.symbol(fmt::format("{}@{}", id, unit.key));
      bool is_other = function.may_be_repeated && !function.is_static &&
                      function.is_defined;
      if (is_other && (strong.contains(id) || !taken.insert(id).second))
        undefine(function);
    }
    for (const auto &[id, global] : unit.program.globals)
      if ((global.is_static || global.is_local) && !global.is_const &&
          !id.starts_with(unit.key + ":"))
        renamed[id] = context_.symbol(fmt::format("{}@{}", id, unit.key));
    if (!renamed.empty() && units_.size() > 1)
      unit.program =
          ir::rename_symbols(context_, std::move(unit.program), renamed);
  }
}

Status Linker::merge() {
  for (std::size_t i = 0; i < units_.size(); i++) {
    std::vector<ir::Symbol> clashes =
        ir::merge_into(linked_.program, std::move(units_[i].program));
    if (!clashes.empty())
      return Error{fmt::format("{} defines '{}', and so does another file",
                               options_.files[i], clashes.front())};
  }
  return support::Done{};
}

// What the program calls, no file defines, and the interpreter does not do
// itself.
void Linker::add_models() {
  auto is_missing = [](const auto &entry) {
    return !entry.second.is_defined &&
           !interp::NativeLibrary::defines_function(entry.first);
  };
  const auto &functions = linked_.program.functions;
  const auto &globals = linked_.program.globals;
  if (std::none_of(functions.begin(), functions.end(), is_missing) &&
      std::all_of(globals.begin(), globals.end(),
                  [](const auto &entry) { return entry.second.is_defined; }))
    return;
  ir::Program models =
      parse_library(context_, frontend::c::are_narrow(options_.flags));
  for (auto &[id, function] : models.functions)
    if (auto found = functions.find(id);
        found != functions.end() && found->second.is_defined)
      undefine(function);
  for (auto &[id, global] : models.globals)
    if (auto found = globals.find(id);
        found != globals.end() && found->second.is_defined)
      global.is_defined = false;
  ir::merge_into(linked_.program, std::move(models));
}

// The contents of the others would be a guess.
Status Linker::check_globals() const {
  for (const auto &[id, global] : linked_.program.globals)
    if (!global.is_defined && !interp::NativeLibrary::defines_global(id))
      return Error{
          global.is_static
              ? fmt::format(
                    "the initialiser of the variable '{}' is not understood",
                    id)
              : fmt::format("no file defines the variable '{}'", id)};
  return support::Done{};
}

// By priority, then in the order of files and lines; and the other way round.
void Linker::order_entries() {
  using Entry = std::tuple<std::uint32_t, std::size_t, unsigned, ir::Symbol>;
  std::vector<Entry> before, after;
  for (std::size_t i = 0; i < units_.size(); i++)
    for (const auto &[id, function] : units_[i].program.functions) {
      if (function.is_defined && function.constructor)
        before.emplace_back(function.constructor, i, function.span.line, id);
      if (function.is_defined && function.destructor)
        after.emplace_back(function.destructor, i, function.span.line, id);
    }
  std::sort(before.begin(), before.end());
  std::sort(after.rbegin(), after.rend());
  for (const Entry &entry : before)
    linked_.constructors.push_back(std::get<3>(entry));
  for (const Entry &entry : after)
    linked_.destructors.push_back(std::get<3>(entry));
}

} // namespace

ir::Program parse_library(ir::Context &context, bool is_narrow) {
  source::MemoryTree tree(std::map<std::string, std::string>{
      {models_path, interp::library_models}});
  std::vector<std::string> flags = {"-std=gnu11", "-fno-builtin", "-fwrapv"};
  if (is_narrow)
    flags.emplace_back("-m32");
  frontend::c::ParseRequest request{.tree = &tree,
                                    .path = models_path,
                                    .key_path = models_path,
                                    .flags = flags,
                                    .volatiles = frontend::c::Volatiles::Plain,
                                    .is_whole_program = true};
  return frontend::c::parse(context, request).program;
}

std::shared_ptr<const ir::Program>
library_of(ir::Context &context, const std::vector<ir::Program> &programs) {
  std::set<ir::Symbol> wanted;
  for (const ir::Program &program : programs)
    for (const auto &[id, function] : program.functions)
      if (interp::runs_as_c(function, context.files))
        wanted.insert(id);
  if (wanted.empty())
    return nullptr;
  bool are_narrow = std::any_of(
      programs.begin(), programs.end(), [](const ir::Program &program) {
        return ir::pointer_bytes(program) * 8 == ir::narrow_address_bits;
      });
  return std::make_shared<const ir::Program>(
      interp::reachable_part(parse_library(context, are_narrow), wanted));
}

std::string shown_path(const std::string &path) {
  std::error_code ignored;
  bool is_outside = !std::filesystem::exists(path, ignored) &&
                    std::filesystem::exists("/" + path, ignored);
  return is_outside ? "/" + path : path;
}

Result<LinkedProgram> link_program(ir::Context &context,
                                   const RunOptions &options) {
  return Linker(context, options).link();
}

} // namespace mergeproof::app
