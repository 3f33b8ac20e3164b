#include "app/reading/compile_flags.h"

#include "support/read_file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace mergeproof::app {
namespace {

namespace fs = std::filesystem;
using frontend::flags::CompilationDatabase;

constexpr const char *file_name = "compile_commands.json";
constexpr std::size_t shown_guesses = 12;        // of directories
constexpr const char *feature = "-D_GNU_SOURCE"; // what glibc can declare

support::Result<CompilationDatabase> read_database(const fs::path &path,
                                                   const std::string &root) {
  auto text = support::read_file(path.string());
  if (!text)
    return text.error();
  auto database = CompilationDatabase::read(text.value(), root);
  if (!database)
    return support::Error{path.string() + ": " + database.error().message};
  return database;
}

std::optional<fs::path> find_database(const std::string &root) {
  std::error_code ignored;
  for (const char *directory : {"", "build"}) {
    fs::path path = fs::path(root) / directory / file_name;
    if (fs::is_regular_file(path, ignored))
      return path;
  }
  return std::nullopt;
}

} // namespace

support::Result<CompileFlags> CompileFlags::choose(const CheckOptions &options,
                                                   const std::string &root) {
  CompileFlags flags;
  flags.user_flags_ = options.flags;
  std::error_code ignored;
  std::string base = root.empty() ? fs::current_path(ignored).string() : root;
  if (!options.database.empty()) {
    fs::path path = options.database;
    if (fs::is_directory(path, ignored))
      path /= file_name;
    auto database = read_database(path, base);
    if (!database)
      return database.error();
    flags.database_ = std::move(database).value();
  } else if (auto found = root.empty() ? std::nullopt : find_database(root)) {
    auto database = read_database(*found, base);
    if (database) {
      flags.database_ = std::move(database).value();
      flags.choice_notes_.push_back("flags for clang come from " +
                                    found->lexically_relative(root).string());
    } else {
      flags.choice_notes_.push_back("not used: " + database.error().message);
    }
  }
  flags.guesses_ = !flags.database_ && options.flags.empty();
  return flags;
}

std::string CompileFlags::macros() const {
  std::set<std::string> words(user_flags_.begin(), user_flags_.end());
  if (database_)
    words.merge(database_->all_words());
  std::string text;
  for (std::string word : words) {
    if (word.starts_with("-D"))
      word.erase(0, 2);
    std::size_t end = word.find('=');
    if (word.starts_with('-') || end == std::string::npos ||
        word.find('\n') != std::string::npos)
      continue;
    word[end] = ' ';
    text += "#define " + word + "\n";
  }
  return text;
}

// A file that the database does not list has its neighbour's flags, and the
// directories of headers that those miss.
std::vector<std::string> CompileFlags::listed_flags(const source::Tree &tree,
                                                    const std::string &path) {
  frontend::flags::Flags listed = database_->flags_for(path);
  guess_notes_.insert(listed.guesses.begin(), listed.guesses.end());
  if (listed.is_guessed) {
    frontend::flags::Flags guessed = frontend::flags::guess_flags(tree, path);
    for (const std::string &flag : guessed.args)
      if (flag.starts_with("-I") &&
          std::find(listed.args.begin(), listed.args.end(), flag) ==
              listed.args.end())
        listed.args.push_back(flag);
    for (const std::string &guess : guessed.guesses)
      if (guess.starts_with("-I"))
        guess_notes_.insert(guess);
  }
  return listed.args;
}

std::vector<std::string> CompileFlags::flags_for(const source::Tree &tree,
                                                 const std::string &path) {
  std::vector<std::string> flags;
  if (database_)
    flags = listed_flags(tree, path);
  flags.insert(flags.end(), user_flags_.begin(), user_flags_.end());
  if (guesses_) {
    auto [place, is_new] = guessed_.try_emplace({&tree, path});
    frontend::flags::Flags &guessed = place->second;
    if (is_new)
      guessed = frontend::flags::guess_flags(tree, path);
    if (!asks_of_glibc_ && std::erase(guessed.args, feature) > 0)
      std::erase_if(guessed.guesses, [](const std::string &guess) {
        return guess.starts_with(feature);
      });
    guess_notes_.insert(guessed.guesses.begin(), guessed.guesses.end());
    flags = guessed.args;
  }
  return flags;
}

void CompileFlags::drop_disagreement(
    std::vector<std::string> &flags,
    const std::vector<std::string> &others) const {
  if (guesses_ && !std::count(others.begin(), others.end(), feature))
    std::erase(flags, feature);
}

std::vector<std::string> CompileFlags::notes() const {
  std::vector<std::string> notes = choice_notes_;
  std::size_t shown = 0;
  for (const std::string &guess : guess_notes_) {
    const bool is_directory =
        guess.starts_with("-I") || guess.starts_with("-iquote");
    if (!is_directory || shown++ < shown_guesses)
      notes.push_back("guessed " + guess);
  }
  if (shown > shown_guesses)
    notes.push_back(fmt::format("guessed {} more flags; give a "
                                "compile_commands.json with -p",
                                shown - shown_guesses));
  if (database_ && !database_->unread().empty())
    notes.push_back(fmt::format("flags are missing: cannot read {}",
                                fmt::join(database_->unread(), ", ")));
  if (database_ && !database_->listed_twice().empty()) {
    const std::set<std::string> &twice = database_->listed_twice();
    notes.push_back(fmt::format(
        "compile_commands.json lists {} with different flags: the first are "
        "used",
        twice.size() == 1 ? *twice.begin()
                          : fmt::format("{} and {} more files", *twice.begin(),
                                        twice.size() - 1)));
  }
  return notes;
}

} // namespace mergeproof::app
