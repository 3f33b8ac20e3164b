#include "check/build.h"

#include "check/harness_text.h"
#include "support/hash.h"

#include <fstream>
#include <sstream>

namespace mergeproof::check {
namespace {

using support::Done;
using support::Error;
using support::Result;
using support::Status;

Status write_file(const std::string &path, const std::string &text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file)
    return Error{"cannot write " + path + ": is the disk full?"};
  return Done{};
}

std::string read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Gives the unit's address to the driver, whatever its linkage.
std::string epilogue(const ir::Function &unit) {
  return "\nvoid *" + std::string(unit_address) + " = (void *)&" +
         std::string(unit.name) + ";\n";
}

// Functions that the program defines but no object does: inline ones are
// emitted when they are declared again without it.
std::string declare_again(const verdict::VersionOfUnit &version,
                          const Symbols &symbols) {
  std::string text;
  for (const auto &[id, function] : version.program->functions)
    if (function.is_defined && !function.is_static &&
        symbols.undefined.count(std::string(function.name)))
      text += "extern __typeof__(" + std::string(function.name) + ") " +
              std::string(function.name) + ";\n";
  return text;
}

} // namespace

Builder::Builder(const Toolchain &tools, const verdict::Question &question,
                 std::string directory)
    : tools_(tools), question_(question), directory_(std::move(directory)),
      used_globals_(used_globals(question)) {}

// The object is the same for every unit: later ones get a copy.
Status Builder::build_runtime() {
  static std::mutex mutex;
  static std::map<std::string, std::string> objects; // by compiler
  std::lock_guard lock(mutex);
  std::string object = directory_ + "/harness_runtime.o";
  Status header = write_file(directory_ + "/harness.h", harness_header);
  if (!header)
    return header;
  std::string &known = objects[tools_.compiler()];
  if (!known.empty())
    return write_file(object, known);
  std::string source = directory_ + "/harness_runtime.c";
  if (Status written = write_file(source, harness_runtime); !written)
    return written;
  if (Status compiled = tools_.compile_plain(source, object); !compiled)
    return Error{"the replay harness does not compile: " +
                 compiled.error().message};
  known = read_file(object);
  return Done{};
}

Result<std::string> Builder::compile(const std::string &text,
                                     const std::vector<std::string> &flags) {
  std::string key = text;
  for (const std::string &flag : flags)
    key += '\0' + flag;
  {
    std::lock_guard lock(mutex_);
    if (auto found = compiled_.find(key); found != compiled_.end())
      return found->second;
  }
  std::ostringstream name;
  name << directory_ << "/unit_" << std::hex << support::hash_bytes(key);
  Status done = write_file(name.str() + ".c", text);
  if (done)
    done = tools_.compile_checked(name.str() + ".c", name.str() + ".o", flags);
  Result<std::string> object =
      done ? Result<std::string>(name.str() + ".o") : done.error();
  std::lock_guard lock(mutex_);
  compiled_.emplace(key, object);
  return object;
}

Result<Builder::Objects>
Builder::compile_all(const verdict::VersionOfUnit &version,
                     const ReplaySource &source, const std::string &more) {
  Objects objects;
  std::vector<std::string> texts = {source.preprocessed + "\n" + more +
                                    epilogue(*version.function)};
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

Status Builder::link(const std::string &id, const Objects &objects,
                     const Harness &harness) {
  std::vector<std::string> inputs;
  std::string stem = directory_ + "/" + id;
  if (Status done = write_file(stem + "_driver.c", harness.driver.text); !done)
    return done;
  Status done = tools_.compile_plain(stem + "_driver.c", stem + "_driver.o");
  for (std::size_t i = 0; done && i < objects.paths.size(); i++) {
    inputs.push_back(stem + "_" + std::to_string(i) + ".o");
    done = tools_.rename(objects.paths[i], inputs.back(),
                         harness.driver.renamings);
  }
  inputs.push_back(stem + "_driver.o");
  inputs.push_back(directory_ + "/harness_runtime.o");
  return done ? tools_.link(inputs, harness.program) : done;
}

Result<Harness> Builder::build(const verdict::VersionOfUnit &version,
                               const ReplaySource &source) {
  auto objects = complete(version, source);
  if (!objects)
    return objects.error();
  auto driver = make_driver(version, used_globals_, objects.value().symbols);
  if (!driver)
    return driver.error();
  const std::string &id = version.revision.id;
  Harness harness{directory_ + "/" + id + "_harness",
                  std::move(driver.value())};
  if (Status linked = link(id, objects.value(), harness); !linked)
    return Error{"version " + id +
                 " cannot be linked for a run: " + linked.error().message};
  return harness;
}

} // namespace mergeproof::check
