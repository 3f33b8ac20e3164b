// Guesses from #include lines, without a preprocessor: a header that is
// included by a name which the includer's own directory does not explain tells
// a directory of the search path.
#include "frontend/flags/flags.h"
#include "frontend/flags/skip_blanks.h"
#include "support/words.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

namespace mergeproof::frontend::flags {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_files = 400;
constexpr std::size_t max_directories = 48;
constexpr const char *gnu_source = "-D_GNU_SOURCE";

// A directory that holds one of these must not come before the system's.
constexpr std::string_view standard_headers[] = {
    "aio.h",       "alloca.h",      "assert.h",  "complex.h",  "ctype.h",
    "dirent.h",    "dlfcn.h",       "endian.h",  "err.h",      "errno.h",
    "fcntl.h",     "fenv.h",        "float.h",   "fnmatch.h",  "getopt.h",
    "glob.h",      "grp.h",         "iconv.h",   "inttypes.h", "iso646.h",
    "langinfo.h",  "libgen.h",      "limits.h",  "locale.h",   "malloc.h",
    "math.h",      "memory.h",      "netdb.h",   "poll.h",     "pthread.h",
    "pwd.h",       "regex.h",       "sched.h",   "search.h",   "semaphore.h",
    "setjmp.h",    "signal.h",      "spawn.h",   "stdalign.h", "stdarg.h",
    "stdatomic.h", "stdbool.h",     "stddef.h",  "stdint.h",   "stdio.h",
    "stdlib.h",    "stdnoreturn.h", "string.h",  "strings.h",  "syslog.h",
    "termios.h",   "tgmath.h",      "threads.h", "time.h",     "uchar.h",
    "unistd.h",    "utime.h",       "wchar.h",   "wctype.h",   "wordexp.h"};

bool is_standard(std::string_view name) {
  return name.starts_with("sys/") ||
         std::find(std::begin(standard_headers), std::end(standard_headers),
                   name) != std::end(standard_headers);
}

struct Include {
  std::string name;
  bool is_quoted = false;
};

// `#include "name"` or `#include <name>`, with blanks wherever C allows them.
std::optional<Include> parse_include(std::string_view line) {
  line = skip_blanks(line);
  if (!line.starts_with('#'))
    return std::nullopt;
  line = skip_blanks(line.substr(1));
  if (!line.starts_with("include"))
    return std::nullopt;
  line = skip_blanks(line.substr(7));
  if (line.empty() || (line[0] != '"' && line[0] != '<'))
    return std::nullopt;
  const std::size_t end = line.find(line[0] == '"' ? '"' : '>', 1);
  if (end == line.npos || end == 1)
    return std::nullopt;
  return Include{std::string(line.substr(1, end - 1)), line[0] == '"'};
}

std::vector<Include> includes_of(const std::string &text) {
  std::vector<Include> includes;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (auto include =
            parse_include(std::string_view(text).substr(begin, end - begin)))
      includes.push_back(std::move(*include));
    begin = end + 1;
  }
  return includes;
}

char last_but_blanks(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t");
  return last == text.npos ? '\0' : text[last];
}

// Whether the text has a member of that name: "} unix;", "p->unix",
// ".unix = 1". Not "comp.unix.questions".
bool has_member(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != text.npos;
       at = text.find(name, at + 1)) {
    const std::string_view before = text.substr(0, at);
    const std::string_view behind = skip_blanks(text.substr(at + name.size()));
    const char next = behind.empty() ? '\0' : behind[0];
    const char last = last_but_blanks(before);
    const bool is_declared = last == '}' && (next == ';' || next == '[');
    const bool is_set = last == '.' && next == '=';
    const bool is_used =
        before.ends_with("->") && !support::is_part_of_word(next);
    if (is_declared || is_set || is_used)
      return true;
  }
  return false;
}

// The next line of the preprocessor at or behind `at`, without its "#" and the
// blanks around it; `at` moves behind it. None: the text ends.
std::optional<std::string_view> next_directive(std::string_view text,
                                               std::size_t &at) {
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = skip_blanks(text.substr(at, end - at));
    at = end + 1;
    if (line.starts_with('#'))
      return skip_blanks(line.substr(1));
  }
  return std::nullopt;
}

// Whether the text does one thing with that macro and another without it:
// "#ifdef _GNU_SOURCE". Not "#ifndef _GNU_SOURCE", "#define _GNU_SOURCE".
bool has_condition_on(std::string_view text, std::string_view macro) {
  std::size_t at = 0;
  auto directive = next_directive(text, at);
  while (directive) {
    const bool asks =
        (directive->starts_with("if") || directive->starts_with("elif")) &&
        support::has_word(*directive, macro);
    directive = next_directive(text, at);
    if (asks && !(directive && directive->starts_with("define") &&
                  support::has_word(*directive, macro)))
      return true;
  }
  return false;
}

bool is_of_build(const std::string &path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  static const std::set<std::string> names = {
      "Makefile",       "makefile",     "GNUmakefile",  "Makefile.am",
      "Makefile.in",    "configure.ac", "configure.in", "meson.build",
      "CMakeLists.txt", "SConstruct",   "wscript",      "configure"};
  return names.contains(name) || name.ends_with(".mk") ||
         name.ends_with(".cmake");
}

std::string join(const std::string &directory, const std::string &name) {
  return (fs::path(directory) / name).lexically_normal().string();
}

std::string shown(const std::string &directory) {
  return directory.empty() ? "." : directory;
}

// Directories of what is no part of the project proper, or is for another
// system: they hold other headers of the same names.
bool is_beside(const fs::path &component) {
  static const std::set<std::string> names = {
      "3rdparty", "contrib", "contribs",    "deps",       "doc",
      "docs",     "example", "examples",    "extern",     "external",
      "fuzz",     "msvc",    "sample",      "samples",    "test",
      "testing",  "tests",   "third-party", "thirdparty", "third_party",
      "vendor",   "win32",   "windows"};
  return names.contains(component.string());
}

class Guesser {
public:
  Guesser(const source::Tree &tree, const std::string &path)
      : tree_(tree), path_(path) {
    for (const std::string &file : tree.files())
      by_name_[file.substr(file.rfind('/') + 1)].push_back(file);
  }

  Flags run() {
    flags_.is_guessed = true;
    flags_.args = {"-std=gnu11", gnu_source};
    flags_.guesses = {"-std=gnu11: the usual dialect",
                      "-D_GNU_SOURCE: what glibc can declare"};
    add_directory("", Include{}, "the root of the tree");
    include_in_front();
    follow(path_);
    while (!queue_.empty()) {
      const std::string file = queue_.front();
      queue_.pop_front();
      if (const auto text = tree_.read(file)) {
        undefine_names(text.value());
        ask_less_of_glibc(file, text.value());
        for (const Include &include : includes_of(text.value())) {
          resolve(file, include);
          guess_configured(include, text.value());
        }
      }
    }
    return std::move(flags_);
  }

private:
  void follow(const std::string &file) {
    if (seen_.size() < max_files && seen_.insert(file).second)
      queue_.push_back(file);
  }

  // Who asks for _GNU_SOURCE copes with its absence, and may not have tried it:
  // strerror_r() is another function then.
  void ask_less_of_glibc(const std::string &file, const std::string &text) {
    const auto flag = std::find(flags_.args.begin(), flags_.args.end(),
                                std::string(gnu_source));
    if (flag == flags_.args.end() || !has_condition_on(text, "_GNU_SOURCE") ||
        does_build_ask_for_it())
      return;
    flags_.args.erase(flag);
    std::erase_if(flags_.guesses, [](const std::string &guess) {
      return guess.starts_with(gnu_source);
    });
    flags_.guesses.push_back("no " + std::string(gnu_source) + ": " + file +
                             " has conditions on it");
  }

  // "-include $(top_builddir)/config.h", where the build of all files says so.
  void include_in_front() {
    for (const std::string &script : tree_.files()) {
      if (script.find('/') != script.npos || !is_of_build(script))
        continue;
      const auto text = tree_.read(script);
      const auto header =
          text ? header_in_front(text.value()) : std::optional<std::string>();
      if (!header)
        continue;
      flags_.args.insert(flags_.args.end(), {"-include", *header});
      flags_.guesses.push_back("-include " + *header + ": " + script +
                               " has that flag");
      return follow(*header);
    }
  }

  // Not "-include rules.mk", which is for make, nor "--with-includes".
  std::optional<std::string> header_in_front(std::string_view text) const {
    constexpr std::string_view flag = "-include";
    for (std::size_t at = text.find(flag); at != text.npos;
         at = text.find(flag, at + 1)) {
      const std::string_view line =
          text.substr(at, std::min(text.find('\n', at), text.size()) - at);
      const bool is_whole =
          (at == 0 ||
           (text[at - 1] != '-' && !support::is_part_of_word(text[at - 1]))) &&
          line.size() > flag.size() &&
          !support::is_part_of_word(line[flag.size()]);
      const std::size_t end = line.find(".h");
      if (!is_whole || end == line.npos ||
          (end + 2 < line.size() && support::is_part_of_word(line[end + 2])))
        continue;
      const std::size_t begin = line.find_last_of("/ '\",", end) + 1;
      if (auto header =
              find_header(std::string(line.substr(begin, end + 2 - begin))))
        return header;
    }
    return std::nullopt;
  }

  // As far as the texts of the build around the file say it by name.
  bool does_build_ask_for_it() const {
    return std::any_of(
        tree_.files().begin(), tree_.files().end(), [&](const auto &file) {
          const std::string place = file.substr(0, file.rfind('/') + 1);
          const auto text = is_of_build(file) && path_.starts_with(place)
                                ? tree_.read(file)
                                : support::Result<std::string>(std::string());
          return text &&
                 (text.value().find("GNU_SOURCE") != std::string::npos ||
                  text.value().find("AC_USE_SYSTEM_EXTENSIONS") !=
                      std::string::npos);
        });
  }

  // GNU dialects have 1 for these words: a text that names something so is
  // built with another one.
  void undefine_names(const std::string &text) {
    for (const char *name : {"unix", "linux"}) {
      const std::string flag = std::string("-U") + name;
      if (std::count(flags_.args.begin(), flags_.args.end(), flag) ||
          !has_member(text, name))
        continue;
      flags_.args.push_back(flag);
      flags_.guesses.push_back(flag + ": a member of a struct is called so");
    }
  }

  // "#ifdef HAVE_CONFIG_H" around the include of a header that is there.
  void guess_configured(const Include &include, const std::string &text) {
    bool is_asked = include.name.ends_with("config.h") &&
                    text.find("HAVE_CONFIG_H") != std::string::npos;
    if (!is_asked || is_configured_ || !find_header(include.name))
      return;
    is_configured_ = true;
    flags_.args.push_back("-DHAVE_CONFIG_H");
    flags_.guesses.push_back("-DHAVE_CONFIG_H: " + include.name + " is there");
  }

  void resolve(const std::string &includer, const Include &include) {
    const std::string own = fs::path(includer).parent_path().string();
    if (include.is_quoted && tree_.contains(join(own, include.name)))
      return follow(join(own, include.name));
    for (const auto &[directory, is_for_quotes] : directories_)
      if ((include.is_quoted || !is_for_quotes) &&
          tree_.contains(join(directory, include.name)))
        return follow(join(directory, include.name));
    if (!include.is_quoted && is_standard(include.name))
      return;
    if (const auto file = find_header(include.name)) {
      const std::size_t length = file->size() - include.name.size();
      add_directory(file->substr(0, length == 0 ? 0 : length - 1), include,
                    "holds " + include.name + also_in(*file, include.name));
      return follow(*file);
    }
    note_generated(include.name);
  }

  // The nearest file of the tree whose path ends with the name.
  std::optional<std::string> find_header(const std::string &name) const {
    const auto same_name = by_name_.find(name.substr(name.rfind('/') + 1));
    if (same_name == by_name_.end())
      return std::nullopt;
    std::optional<std::string> best;
    for (const std::string &file : same_name->second) {
      const bool fits = file == name || file.ends_with("/" + name);
      if (fits && (!best || rank(file) < rank(*best)))
        best = file;
    }
    return best;
  }

  // ", as lib/posix does, too": where a build may mean another file.
  std::string also_in(const std::string &chosen,
                      const std::string &name) const {
    std::optional<std::string> other;
    for (const std::string &file :
         by_name_.at(name.substr(name.rfind('/') + 1)))
      if (file != chosen && (file == name || file.ends_with("/" + name)) &&
          (!other || rank(file) < rank(*other)))
        other = file;
    if (!other)
      return "";
    const std::size_t length = other->size() - name.size();
    return ", as " + shown(other->substr(0, length == 0 ? 0 : length - 1)) +
           " does, too";
  }

  // Smaller is more likely: near to the file, in the project proper, in a
  // directory for headers, shallow.
  std::tuple<std::ptrdiff_t, bool, bool, std::size_t, std::string>
  rank(const std::string &file) const {
    const fs::path here = fs::path(path_).parent_path();
    const fs::path there = fs::path(file).parent_path();
    const auto parted =
        std::mismatch(here.begin(), here.end(), there.begin(), there.end());
    return {std::distance(parted.first, here.end()),
            std::any_of(parted.second, there.end(), is_beside),
            there.string().find("inc") == std::string::npos,
            static_cast<std::size_t>(std::distance(there.begin(), there.end())),
            file};
  }

  void add_directory(const std::string &directory, const Include &include,
                     const std::string &reason) {
    if (directories_.size() >= max_directories)
      return;
    const bool hides_system =
        std::any_of(std::begin(standard_headers), std::end(standard_headers),
                    [&](std::string_view name) {
                      return tree_.contains(join(directory, std::string(name)));
                    });
    const bool is_for_quotes =
        hides_system && (include.is_quoted || include.name.empty());
    directories_.emplace_back(directory, is_for_quotes);
    const std::string text = shown(directory);
    if (is_for_quotes)
      flags_.args.insert(flags_.args.end(), {"-iquote", text});
    else
      flags_.args.push_back("-I" + text);
    flags_.guesses.push_back((is_for_quotes ? "-iquote " : "-I") + text + ": " +
                             reason);
  }

  void note_generated(const std::string &name) {
    for (const char *ending : {".in", ".cmake", ".cmake.in", ".meson", "in"})
      if (const auto file = find_header(name + ending);
          file && generated_.insert(name).second)
        flags_.guesses.push_back(name + " is generated from " + *file +
                                 ": not found");
  }

  const source::Tree &tree_;
  const std::string &path_;
  std::map<std::string, std::vector<std::string>> by_name_;
  std::deque<std::string> queue_;
  std::set<std::string> seen_;
  std::set<std::string> generated_;
  bool is_configured_ = false;
  std::vector<std::pair<std::string, bool>> directories_;
  Flags flags_;
};

} // namespace

Flags guess_flags(const source::Tree &tree, const std::string &path) {
  return Guesser(tree, path).run();
}

} // namespace mergeproof::frontend::flags
