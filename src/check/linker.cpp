#include "check/linker.h"

#include "check/toolchain.h"
#include "support/read_file.h"
#include "support/write_file.h"

#include <algorithm>
#include <sstream>

namespace mergeproof::check {
namespace {

using support::Done;
using support::Error;
using support::FileCache;
using support::Result;
using support::Status;

// Stand for the objects, as a file that is there, and for the program.
constexpr const char *objects_name = "/dev/null";
constexpr const char *program_name = "mergeproof-program";

// `compiler`: with the flags of the target.
std::vector<std::string>
compiler_command(const std::vector<std::string> &compiler,
                 const std::string &linker_flag) {
  std::vector<std::string> argv = compiler;
  argv.insert(argv.end(), {"-fsanitize=address,undefined", "-Wl,-z,muldefs"});
  if (!linker_flag.empty())
    argv.push_back(linker_flag);
  argv.insert(argv.end(), {objects_name, "-lm", "-o", program_name});
  return argv;
}

// The words of a command as clang's -### writes it: each in quotes, where a
// backslash makes the next character an ordinary one.
std::vector<std::string> quoted_words(const std::string &line) {
  std::vector<std::string> words;
  bool is_inside = false;
  for (std::size_t i = 0; i < line.size(); i++) {
    if (line[i] == '"') {
      is_inside = !is_inside;
      if (is_inside)
        words.emplace_back();
    } else if (is_inside) {
      i += line[i] == '\\' && i + 1 < line.size();
      words.back() += line[i];
    }
  }
  return words;
}

bool has_both_names(const std::vector<std::string> &command) {
  return std::count(command.begin(), command.end(), objects_name) == 1 &&
         std::count(command.begin(), command.end(), program_name) == 1;
}

// The linker's own command, or empty.
std::vector<std::string> ask(std::vector<std::string> argv) {
  argv.insert(argv.begin() + 1, "-###");
  auto ran = run_tool(std::move(argv));
  if (!ran)
    return {};
  std::istringstream lines(ran.value().err);
  std::vector<std::string> command;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(" \""))
      command = quoted_words(line);
  return has_both_names(command) ? command : std::vector<std::string>();
}

// Gold starts in a tenth of the time of lld, which loads the whole of LLVM.
std::string linker_flag() {
  for (const char *name : {"gold", "lld"})
    if (!find_program({std::string("ld.") + name}).empty())
      return std::string("-fuse-ld=") + name;
  return "";
}

std::vector<std::string>
link_command(const std::vector<std::string> &compiler) {
  if (!is_clang(compiler.front()))
    return compiler_command(compiler, "");
  std::string flag = linker_flag();
  auto own = ask(compiler_command(compiler, flag));
  return own.empty() ? compiler_command(compiler, flag) : own;
}

// What a linker says, without where it and the objects are in this run.
std::string told(std::string message, const std::vector<std::string> &objects) {
  if (std::size_t at = message.rfind("error: "); at != std::string::npos)
    message.erase(0, at);
  for (const std::string &object : objects)
    for (std::size_t at; (at = message.find(object)) != std::string::npos;)
      message.replace(at, object.size(), "an object");
  return message;
}

} // namespace

Result<Linker> Linker::find(const std::string &compiler, const FileCache &cache,
                            const std::vector<std::string> &flags) {
  std::vector<std::string> for_target = {compiler};
  for_target.insert(for_target.end(), flags.begin(), flags.end());
  std::string key = "linker of";
  for (const std::string &word : for_target)
    key += " " + word;
  auto path = cache.get(key, ".link", [&](const std::string &made) {
    std::string words;
    for (const std::string &word : link_command(for_target))
      words += word + '\0';
    return support::write_file(made, words);
  });
  if (!path)
    return path.error();
  auto text = support::read_file(path.value());
  if (!text)
    return text.error();
  std::vector<std::string> command;
  std::istringstream words(text.value());
  for (std::string word; std::getline(words, word, '\0');)
    command.push_back(word);
  return Linker(std::move(command));
}

Status Linker::link(const std::vector<std::string> &objects,
                    const std::string &program) const {
  std::vector<std::string> argv;
  for (const std::string &word : command_) {
    if (word == objects_name)
      argv.insert(argv.end(), objects.begin(), objects.end());
    else
      argv.push_back(word == program_name ? program : word);
  }
  auto ran = run_tool(std::move(argv));
  if (!ran)
    return Error{told(ran.error().message, objects)};
  return Done{};
}

} // namespace mergeproof::check
