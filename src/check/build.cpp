#include "check/build.h"

#include "check/harness_text.h"
#include "support/check.h"
#include "support/write_file.h"

#include <cstdio>
#include <filesystem>

namespace mergeproof::check {
namespace {

using support::Done;
using support::Error;
using support::Result;
using support::Status;
using support::write_file;

// Gives the addresses of static functions to the driver.
std::string epilogue(const ReplaySource &source, const ir::Function &unit) {
  std::string text = "\n";
  std::set<std::string> names(source.statics.begin(), source.statics.end());
  if (unit.is_static)
    names.insert(std::string(unit.name));
  for (const std::string &name : names)
    text += "void *" + std::string(address_of_static) + name + " = (void *)&" +
            name + ";\n";
  return text;
}

// The sandbox shows the unit's directory, not the one that units share.
Status show_in(const std::string &path, const std::string &program) {
  std::error_code failed;
  std::filesystem::remove(path, failed);
  std::filesystem::create_hard_link(program, path, failed);
  if (failed)
    std::filesystem::copy_file(program, path, failed);
  if (failed)
    return Error{"cannot write " + path + ": " + failed.message()};
  return Done{};
}

// Functions that the program defines but no object does: inline ones are
// emitted when they are declared again without it.
std::string declare_again(const verdict::VersionOfUnit &version,
                          const Symbols &symbols) {
  std::string text;
  for (const auto &[id, function] : version.program->functions)
    if (function.is_defined && !function.is_static &&
        !ir::is_overloaded(function) &&
        (symbols.undefined.count(std::string(function.name)) ||
         (&function == version.function &&
          !symbols.defined.count(std::string(function.name)))))
      text += "extern __typeof__(" + std::string(function.name) + ") " +
              std::string(function.name) + ";\n";
  return text;
}

} // namespace

Builder::Builder(const Toolchain &tools, const verdict::Question &question,
                 std::string directory, const std::string &cache)
    : tools_(tools), directory_(std::move(directory)),
      shared_(cache.empty() ? directory_ : cache),
      used_globals_(used_globals(question)), unit_text_(question.unit_text),
      callers_(question.callers), cache_(shared_) {}

Result<std::string> Builder::make_runtime() {
  if (!tools_.target_flags().empty())
    return compile_plain(std::string(harness_source()));
  return cache_.get("harness runtime", ".o", [](const std::string &made) {
    return write_file(made, std::string(harness_runtime()));
  });
}

Status Builder::build_runtime() {
  // Others may be reading the header: it appears as a whole.
  std::string header = shared_ + "/harness.h";
  std::string unfinished = directory_ + "/harness.h.new";
  if (Status written = write_file(unfinished, harness_header); !written)
    return written;
  if (std::rename(unfinished.c_str(), header.c_str()) != 0)
    return Error{"cannot write " + header};
  auto object = make_runtime();
  if (!object)
    return object.error();
  runtime_ = object.value();
  auto linker = Linker::find(tools_.compiler(), cache_, tools_.target_flags());
  if (!linker)
    return linker.error();
  linker_ = std::move(linker.value());
  return Done{};
}

Result<std::string> Builder::compile(const std::string &text,
                                     const std::vector<std::string> &flags) {
  std::string key = tools_.identity() + '\0' + text;
  for (const std::string &flag : flags)
    key += '\0' + flag;
  return cache_.get(key, ".o", [&](const std::string &object) {
    Status done = write_file(object + ".c", text);
    return done ? tools_.compile_checked(object + ".c", object, flags) : done;
  });
}

Result<std::string> Builder::compile_plain(const std::string &text) {
  std::string key = tools_.identity() + std::string("\0plain\0", 7) + text;
  return cache_.get(key, ".o", [&](const std::string &object) {
    Status done = write_file(object + ".c", text);
    return done ? tools_.compile_plain(object + ".c", object) : done;
  });
}

Result<std::string> Builder::rename(const std::string &object,
                                    const std::vector<Renaming> &names) {
  std::string key = object;
  for (const Renaming &name : names)
    key += '\0' + name.from + '\0' + name.to;
  if (names.empty())
    return object;
  return cache_.get(key, ".o", [&](const std::string &renamed) {
    return tools_.rename(object, renamed, names);
  });
}

Result<Builder::Objects>
Builder::compile_all(const verdict::VersionOfUnit &version,
                     const ReplaySource &source, const std::string &more) {
  if (ir::is_overloaded(*version.function))
    return Error{"its name alone does not say which of several functions of "
                 "this name is to be called"};
  Objects objects;
  std::vector<std::string> texts = {source.preprocessed + "\n" + unit_text_ +
                                    more + epilogue(source, *version.function)};
  texts.insert(texts.end(), source.others.begin(), source.others.end());
  for (const std::string &text : texts) {
    auto object = compile(text, source.flags);
    if (!object)
      return Error{"version " + version.revision.id +
                   " does not compile for a run: " + object.error().message};
    objects.paths.push_back(object.value());
  }
  auto symbols = tools_.symbols_of(objects.paths);
  if (!symbols)
    return symbols.error();
  objects.symbols = std::move(symbols.value());
  return objects;
}

Result<Builder::Objects>
Builder::complete(const verdict::VersionOfUnit &version,
                  const ReplaySource &source) {
  auto objects = compile_all(version, source, "");
  if (!objects)
    return objects;
  std::string more = declare_again(version, objects.value().symbols);
  if (more.empty())
    return objects;
  auto again = compile_all(version, source, more);
  return again ? std::move(again) : std::move(objects);
}

// Versions of equal objects are one program.
Result<std::string> Builder::link(const Objects &objects,
                                  const Driver &driver) {
  std::vector<std::string> inputs;
  for (const std::string &object : objects.paths) {
    auto renamed = rename(object, driver.renamings);
    if (!renamed)
      return renamed.error();
    inputs.push_back(renamed.value());
  }
  auto compiled = compile_plain(driver.text);
  if (!compiled)
    return compiled.error();
  inputs.push_back(compiled.value());
  inputs.push_back(runtime_);
  std::string key = "harness";
  for (const std::string &input : inputs)
    key += '\0' + input;
  return cache_.get(key, "_harness", [&](const std::string &program) {
    return linker_->link(inputs, program);
  });
}

Result<Harness> Builder::build(const verdict::VersionOfUnit &version,
                               const ReplaySource &source) {
  CHECK(linker_);
  auto objects = complete(version, source);
  if (!objects)
    return objects.error();
  auto driver = make_driver(version, used_globals_, objects.value().symbols,
                            callers_.get());
  if (!driver)
    return driver.error();
  auto program = link(objects.value(), driver.value());
  const std::string &id = version.revision.id;
  Harness harness{directory_ + "/" + id + "_harness",
                  std::move(driver.value())};
  if (!program)
    return Error{"version " + id +
                 " cannot be linked for a run: " + program.error().message};
  if (Status shown = show_in(harness.program, program.value()); !shown)
    return shown.error();
  return harness;
}

} // namespace mergeproof::check
