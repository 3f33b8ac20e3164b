#include "frontend/flags/flags.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <string_view>
#include <tuple>

namespace mergeproof::frontend::flags {
namespace {

namespace fs = std::filesystem;
using support::Error;
using support::Result;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

constexpr const char *how_to_make_one =
    "; make it again: cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or bear -- "
    "make";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// Splits a command as a POSIX shell does, without expansions.
class ShellWords {
public:
  explicit ShellWords(const std::string &text) : text_(text) {}

  Words split() {
    Words words;
    while (skip_blanks())
      words.push_back(word());
    return words;
  }

private:
  bool skip_blanks() {
    while (place_ < text_.size() && is_blank(text_[place_]))
      ++place_;
    return place_ < text_.size();
  }

  std::string word() {
    std::string word;
    while (place_ < text_.size() && !is_blank(text_[place_])) {
      const char c = text_[place_++];
      if (c == '\'')
        word += single_quoted();
      else if (c == '"')
        word += double_quoted();
      else if (c == '\\' && place_ < text_.size())
        word += text_[place_++];
      else
        word += c;
    }
    return word;
  }

  std::string single_quoted() {
    const std::size_t end = std::min(text_.find('\'', place_), text_.size());
    const std::string quoted = text_.substr(place_, end - place_);
    place_ = end + 1;
    return quoted;
  }

  std::string double_quoted() {
    std::string quoted;
    while (place_ < text_.size() && text_[place_] != '"') {
      const bool is_escape =
          text_[place_] == '\\' && place_ + 1 < text_.size() &&
          std::string_view("\"\\$`").find(text_[place_ + 1]) !=
              std::string_view::npos;
      place_ += is_escape ? 1 : 0;
      quoted += text_[place_++];
    }
    ++place_;
    return quoted;
  }

  const std::string &text_;
  std::size_t place_ = 0;
};

// Paths of one entry as paths of the tree.
struct Place {
  std::string directory; // of the entry
  std::string root;

  // Relative to the root when inside it, else absolute.
  std::string in_tree(const std::string &path) const {
    fs::path full = (fs::path(directory) / path).lexically_normal();
    if (!full.has_filename() && full.has_relative_path())
      full = full.parent_path(); // "dir/" is "dir"
    const fs::path top = fs::path(root).lexically_normal();
    const std::string inside = full.lexically_relative(top).string();
    const bool is_outside =
        inside.empty() || inside == ".." || inside.starts_with("../");
    return is_outside ? full.string() : inside;
  }
};

constexpr std::array path_flags = {"-isystem", "-iquote",  "-idirafter",
                                   "-include", "-imacros", "-I"};
constexpr std::array value_flags = {"-D", "-U", "-x"};
// Their value is the next word, which must not be taken for a flag.
constexpr std::array dropped_with_value = {
    "-o",           "-MF",       "-MT",       "-MQ",         "-L",
    "-l",           "-T",        "-u",        "-z",          "-e",
    "-B",           "-A",        "-F",        "-framework",  "-arch",
    "-Xclang",      "-Xlinker",  "--param",   "-Xassembler", "-wrapper",
    "-aux-info",    "-isysroot", "--sysroot", "-iprefix",    "-iwithprefix",
    "-include-pch", "-mllvm"};
constexpr std::array kept_whole = {"-ansi",     "-pthread",
                                   "-nostdinc", "-trigraphs",
                                   "-undef",    "-traditional-cpp"};
constexpr std::array kept_prefixes = {"-std=", "-m", "-f", "--target="};

template <std::size_t n>
bool is_one_of(const std::array<const char *, n> &flags,
               const std::string &word) {
  return std::find(flags.begin(), flags.end(), word) != flags.end();
}

// Other ways to write a flag: "--define-macro=V" and "--define-macro V" are
// -DV.
constexpr std::pair<const char *, const char *> long_flags[] = {
    {"--define-macro", "-D"},
    {"--undefine-macro", "-U"},
    {"--include-directory-after", "-idirafter"},
    {"--include-directory", "-I"},
    {"--include", "-include"},
    {"--imacros", "-imacros"},
    {"--language", "-x"}};

// The short flag, and its value, if it is in the same word; none: it is no long
// one.
Words shortened(const std::string &word) {
  for (const auto &[name, flag] : long_flags) {
    const std::string start = name + std::string("=");
    if (word == name)
      return {flag};
    if (word.starts_with(start))
      return {flag, word.substr(start.size())};
  }
  if (word.starts_with("--std="))
    return {word.substr(1)};
  return {};
}

// Flags for the preprocessor stand by themselves, long ones are short, and what
// a shell is given is the command.
Words plain(const Words &words) {
  const std::string first =
      words.empty() ? "" : fs::path(words[0]).filename().string();
  if (words.size() > 2 && (first == "sh" || first == "bash") &&
      words[1] == "-c")
    return plain(ShellWords(words[2]).split());
  Words made;
  for (const std::string &word : words) {
    if (word.starts_with("-Wp,")) {
      for (std::size_t begin = 4; begin < word.size();) {
        const std::size_t end = std::min(word.find(',', begin), word.size());
        made.push_back(word.substr(begin, end - begin));
        begin = end + 1;
      }
    } else if (const Words known = shortened(word); !known.empty()) {
      made.insert(made.end(), known.begin(), known.end());
    } else if (word != "-Xpreprocessor") {
      made.push_back(word);
    }
  }
  return made;
}

// Goes through one command and keeps what changes how a file is read.
class FlagFilter {
public:
  FlagFilter(Words words, const Place &place)
      : words_(std::move(words)), place_(place) {}

  Words run() {
    note_target();
    for (next_ = 0; next_ < words_.size();)
      take(words_[next_++]);
    return std::move(kept_);
  }

private:
  // "arm-none-eabi-gcc": the compiler's name tells the target.
  void note_target() {
    static const std::regex cross(
        R"(^([a-z0-9_]+-[a-z0-9_-]+|avr|msp430|m68k|sh|xtensa|bpf|mips|arm))"
        R"(-(gcc|cc|clang)(-[0-9.]+)?$)");
    for (const std::string &word : words_) { // "ccache", then the compiler
      if (word.starts_with('-'))
        return;
      std::smatch match;
      const std::string name = fs::path(word).filename().string();
      if (std::regex_match(name, match, cross))
        kept_.push_back("--target=" + match[1].str());
    }
  }
  void take(const std::string &word) {
    if (word == "-target" && next_ < words_.size()) {
      kept_.push_back("--target=" + words_[next_++]);
    } else if (is_one_of(dropped_with_value, word)) {
      ++next_;
    } else if (word.ends_with("=native")) {
      // -march=native: another machine would read another program
    } else if (const char *flag = flag_of(path_flags, word)) {
      take_path(flag, word);
    } else if (const char *flag = flag_of(value_flags, word)) {
      if (auto value = value_of(flag, word))
        kept_.push_back(flag + *value);
    } else if (is_one_of(kept_whole, word) || has_kept_prefix(word)) {
      kept_.push_back(word);
    }
  }

  template <std::size_t n>
  static const char *flag_of(const std::array<const char *, n> &flags,
                             const std::string &word) {
    for (const char *flag : flags)
      if (word.starts_with(flag))
        return flag;
    return nullptr;
  }

  static bool has_kept_prefix(const std::string &word) {
    return flag_of(kept_prefixes, word) != nullptr;
  }

  // Of "-Ivalue" or "-I value"; none at the end of the command.
  std::optional<std::string> value_of(const std::string &flag,
                                      const std::string &word) {
    if (word.size() > flag.size())
      return word.substr(flag.size());
    if (next_ == words_.size())
      return std::nullopt;
    return words_[next_++];
  }

  void take_path(const std::string &flag, const std::string &word) {
    const auto value = value_of(flag, word);
    if (!value)
      return;
    if (flag == "-I") {
      kept_.push_back(flag + place_.in_tree(*value));
    } else {
      kept_.push_back(flag);
      kept_.push_back(place_.in_tree(*value));
    }
  }

  const Words words_;
  const Place &place_;
  std::size_t next_ = 0;
  Words kept_;
};

std::string text_at(const Json &entry, const char *key) {
  const auto value = entry.find(key);
  return value != entry.end() && value->is_string() ? value->get<std::string>()
                                                    : std::string();
}

Words command_of(const Json &entry) {
  const auto arguments = entry.find("arguments");
  if (arguments == entry.end() || !arguments->is_array())
    return ShellWords(text_at(entry, "command")).split();
  Words words;
  for (const Json &argument : *arguments)
    if (argument.is_string())
      words.push_back(argument.get<std::string>());
  return words;
}

// "@x.rsp" stands for the words of that file (gcc's manual, Overall Options).
class ResponseFiles {
public:
  ResponseFiles(std::string directory, std::set<std::string> &unread)
      : directory_(std::move(directory)), unread_(unread) {}

  Words expand(const Words &words, unsigned depth = 0) {
    constexpr unsigned deepest = 10;
    Words expanded;
    for (const std::string &word : words) {
      if (!word.starts_with('@') || word.size() == 1) {
        expanded.push_back(word);
        continue;
      }
      const std::string path = (fs::path(directory_) / word.substr(1)).string();
      std::error_code ignored; // a directory cannot be read
      std::ifstream file;
      if (fs::is_regular_file(path, ignored))
        file.open(path, std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      if (!file.is_open() || depth == deepest) {
        unread_.insert(path);
        continue;
      }
      for (std::string &more : expand(ShellWords(text).split(), depth + 1))
        expanded.push_back(std::move(more));
    }
    return expanded;
  }

private:
  std::string directory_;
  std::set<std::string> &unread_;
};

// How near an entry is to a file that has none; smaller is nearer.
std::tuple<bool, std::ptrdiff_t, std::ptrdiff_t>
distance(const std::string &entry, const std::string &path) {
  const fs::path there(entry);
  const fs::path here(path);
  const fs::path from = here.parent_path();
  const fs::path to = there.parent_path();
  const auto parted =
      std::mismatch(from.begin(), from.end(), to.begin(), to.end());
  return {there.extension() != here.extension(),
          std::distance(parted.first, from.end()),
          std::distance(parted.second, to.end())};
}

} // namespace

Result<CompilationDatabase>
CompilationDatabase::read(const std::string &json_text,
                          const std::string &root) {
  const Json json = Json::parse(json_text, nullptr, false);
  if (json.is_discarded())
    return Error{std::string("compile_commands.json is not valid JSON") +
                 how_to_make_one};
  if (!json.is_array())
    return Error{
        std::string("compile_commands.json is not a list of commands") +
        how_to_make_one};
  CompilationDatabase database;
  for (const Json &entry : json) {
    if (!entry.is_object() || text_at(entry, "file").empty())
      return Error{std::string("compile_commands.json has an entry without a "
                               "file") +
                   how_to_make_one};
    std::string directory = text_at(entry, "directory");
    directory = (fs::path(root) / directory).string();
    const Place place{.directory = directory, .root = root};
    // Files built several times keep their first flags.
    std::string path = place.in_tree(text_at(entry, "file"));
    ResponseFiles responses(directory, database.unread_);
    Words command = responses.expand(command_of(entry));
    std::vector<std::string> flags = FlagFilter(plain(command), place).run();
    auto [known, is_new] = database.entries_.try_emplace(path, flags);
    if (!is_new && known->second != flags)
      database.twice_.insert(path);
  }
  return database;
}

std::set<std::string> CompilationDatabase::all_words() const {
  std::set<std::string> words;
  for (const auto &[path, args] : entries_)
    words.insert(args.begin(), args.end());
  return words;
}

Flags CompilationDatabase::flags_for(const std::string &path) const {
  if (const auto entry = entries_.find(path); entry != entries_.end())
    return {.args = entry->second};
  if (entries_.empty())
    return {.is_guessed = true};
  const auto nearest = std::min_element(
      entries_.begin(), entries_.end(), [&](const auto &a, const auto &b) {
        return distance(a.first, path) < distance(b.first, path);
      });
  return {.args = nearest->second,
          .is_guessed = true,
          .guesses = {"flags of " + nearest->first +
                      ", the nearest file in compile_commands.json"}};
}

} // namespace mergeproof::frontend::flags
