#include "check/test_build.h"

#include "check/driver.h"
#include "ir/named_symbols.h"
#include "support/read_file.h"
#include "support/two_at_a_time.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

namespace mergeproof::check {
namespace {

using std::to_string;
using support::Completed;
using support::Result;
using support::Status;

constexpr auto timeout = std::chrono::seconds(10);

bool is_data(const verdict::Question &question, const std::string &name) {
  for (const verdict::VersionOfUnit &version : question.versions)
    for (const auto &[id, global] : version.program->globals)
      if (global.name == name)
        return true;
  return false;
}

// The project's own; what the system has is not to be replaced.
bool is_of_project(const verdict::Question &question,
                   const ir::Program &program, ir::Symbol id) {
  source::FileId file = 0;
  if (auto known = program.functions.find(id); known != program.functions.end())
    file = known->second.span.file;
  else if (const ir::Global *global = program.find_global(id))
    file = global->span.file;
  return file != 0 && !question.context->files.path(file).starts_with('/');
}

// With external linkage, by the unit's file. gcc keeps those that nothing
// calls.
std::set<std::string>
named_by_static_functions(const verdict::Question &question,
                          const verdict::VersionOfUnit &version) {
  std::set<std::string> names;
  auto is_plain = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c));
  };
  for (const auto &[id, function] : version.program->functions) {
    if (!function.is_static || !function.is_defined ||
        function.span.file != version.function->span.file)
      continue;
    for (ir::Symbol named : ir::named_symbols(function))
      if (std::all_of(named.begin(), named.end(), is_plain) &&
          is_of_project(question, *version.program, named))
        names.emplace(named);
  }
  return names;
}

} // namespace

std::vector<std::string> other_files(const std::string &version,
                                     const ReplaySource &source) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < source.others.size(); i++)
    names.push_back(version + "_" + to_string(i + 2) + ".c");
  return names;
}

std::vector<std::string> flags_to_tell(const ReplaySource &source) {
  std::vector<std::string> flags = source.flags;
  std::erase(flags, "-std=gnu11"); // a guess, and a compiler's default
  return flags;
}

Result<TestBuild> TestBuild::create(TestFiles files, Target target,
                                    const std::string &scratch,
                                    const std::string &cache) {
  auto tools = Toolchain::find(target);
  if (!tools)
    return tools.error();
  auto sandbox = Sandbox::create(scratch);
  if (!sandbox)
    return sandbox.error();
  auto starter = starter_of(target, tools.value(), sandbox.value(), scratch);
  if (!starter)
    return starter.error();
  support::FileCache objects(cache.empty() ? scratch : cache);
  auto linker = Linker::find(tools.value().compiler(), objects,
                             tools.value().target_flags());
  if (!linker)
    return linker.error();
  return TestBuild(std::move(files), scratch, std::move(objects),
                   std::move(tools.value()), std::move(linker.value()),
                   std::move(sandbox.value()), std::move(starter.value()));
}

Result<std::vector<std::string>>
TestBuild::compile(const std::string &version, const ReplaySource &source,
                   const std::vector<std::string> &defines) {
  std::vector<std::string> flags = source.flags;
  flags.push_back("-DUNIT=\"" + version + ".c\"");
  flags.insert(flags.end(), defines.begin(), defines.end());
  auto object =
      object_of(files_.name + ".c", version + ".c", flags, Checks::On);
  if (!object)
    return object.error();
  std::vector<std::string> objects = {object.value()};
  for (const std::string &file : other_files(version, source)) {
    auto other = object_of(file, "", source.flags, Checks::On);
    if (!other)
      return other.error();
    objects.push_back(other.value());
  }
  return objects;
}

Result<std::string> TestBuild::object_of(const std::string &file,
                                         const std::string &more,
                                         const std::vector<std::string> &flags,
                                         Checks checks) {
  std::string path = files_.directory + "/" + file;
  std::string key =
      tools_.identity() + (checks == Checks::On ? " checked" : " plain");
  for (const std::string &flag : flags)
    key += '\0' + flag;
  for (const std::string &part : {file, more}) {
    if (part.empty())
      continue;
    auto text = support::read_file(files_.directory + "/" + part);
    if (!text)
      return text.error();
    key += '\0' + text.value();
  }
  return cache_.get(key, ".o", [&](const std::string &object) {
    return checks == Checks::On ? tools_.compile_checked(path, object, flags)
                                : tools_.compile_plain(path, object);
  });
}

Result<std::string>
TestBuild::elsewhere(const verdict::Question &question,
                     const std::vector<ReplaySource> &sources) {
  std::set<std::string> missing;
  auto compiled = support::two_at_a_time(sources.size(), [&](std::size_t v) {
    return compile(question.versions[v].revision.id, sources[v], {});
  });
  for (std::size_t v = 0; v < sources.size(); v++) {
    auto &objects = compiled[v];
    if (!objects)
      continue;
    auto symbols = tools_.symbols_of(objects.value());
    if (!symbols)
      return symbols.error();
    missing.merge(symbols.value().undefined);
    for (const std::string &name :
         named_by_static_functions(question, question.versions[v]))
      if (!symbols.value().defined.count(name))
        missing.insert(name);
  }
  std::string text;
  for (const std::string &name : missing) {
    if (is_library_function(name) || name == "fork" || name == "waitpid" ||
        name == "printf" || name.starts_with("__"))
      continue;
    bool data = is_data(question, name);
    text += "__attribute__((weak)) " +
            (data ? "char " + name + "[4096];\n"
                  : "void " + name + "(void) { __builtin_trap(); }\n");
  }
  return text;
}

Result<std::string> TestBuild::link(const std::string &version,
                                    const ReplaySource &source,
                                    const std::vector<std::string> &defines) {
  auto objects = compile(version, source, defines);
  if (!objects)
    return objects.error();
  std::string elsewhere = files_.directory + "/elsewhere.c";
  if (std::filesystem::exists(elsewhere)) {
    auto object = object_of("elsewhere.c", "", {}, Checks::Off);
    if (!object)
      return object.error();
    objects.value().push_back(object.value());
  }
  std::string program = scratch_ + "/" + version + "_test";
  if (Status linked = linker_.link(objects.value(), program); !linked)
    return linked.error();
  return program;
}

Result<Completed> TestBuild::run(const std::string &version,
                                 const ReplaySource &source,
                                 const std::vector<std::string> &defines) {
  auto all = run_again(version, source, defines, 1);
  if (!all)
    return all.error();
  return all.value().front();
}

Result<std::vector<Completed>>
TestBuild::run_again(const std::string &version, const ReplaySource &source,
                     const std::vector<std::string> &defines, unsigned times) {
  auto program = link(version, source, defines);
  if (!program)
    return program.error();
  std::vector<Completed> all;
  for (unsigned turn = 0; turn < times; turn++) {
    auto ran = start(program.value(), turn);
    if (!ran)
      return ran.error();
    all.push_back(std::move(ran).value());
  }
  return all;
}

Result<Completed> TestBuild::start(const std::string &program,
                                   unsigned turn) const {
  std::string fill = std::to_string((turn * 85 + 190) % 256);
  std::vector<std::string> argv = {
      "/bin/sh", "-c",
      "ulimit -t 10 -c 0 -f 2048; ASAN_OPTIONS=\"$ASAN_OPTIONS:"
      "malloc_fill_byte=" +
          fill +
          ":max_malloc_fill_size=65536\"; export ASAN_OPTIONS; "
          "exec \"$@\"",
      "test"};
  argv.insert(argv.end(), starter_.begin(), starter_.end());
  argv.push_back(program);
  return sandbox_.run(argv, timeout);
}

// What run_command of check/test_writer.h writes, but for a framework.
Result<Completed>
TestBuild::run_made_by(const std::string &compiler, const std::string &version,
                       const ReplaySource &source,
                       const std::vector<std::string> &checks) {
  std::string program = scratch_ + "/" + version + "_told";
  std::string folder = files_.directory + "/";
  std::vector<std::string> argv = {compiler, "-w", "-o", program};
  argv.insert(argv.end(), checks.begin(), checks.end());
  for (const std::string &flag : flags_to_tell(source))
    argv.push_back(flag);
  argv.push_back("-DUNIT=\"" + version + ".c\"");
  argv.push_back(files_.path());
  if (std::filesystem::exists(folder + "elsewhere.c"))
    argv.push_back(folder + "elsewhere.c");
  for (const std::string &file : other_files(version, source))
    argv.push_back(folder + file);
  if (!source.others.empty())
    argv.emplace_back("-Wl,-z,muldefs");
  argv.emplace_back("-lm");
  if (auto made = run_tool(std::move(argv)); !made)
    return made.error();
  return start(program, 0);
}

std::string TestBuild::compiler() const {
  return std::filesystem::path(tools_.compiler()).filename().string();
}

} // namespace mergeproof::check
