#include "frontend/flags/configure_scripts.h"

#include "frontend/flags/call_texts.h"

#include <algorithm>
#include <filesystem>

namespace mergeproof::frontend::flags {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_scripts = 100;

// The path that the script at `script` means.
std::string join(const std::string &script, std::string_view path) {
  return (fs::path(script).parent_path() / path).lexically_normal().string();
}

bool is_header(std::string_view path) {
  return path.ends_with(".h") && path.find_first_of("$@") == path.npos;
}

// "${CMAKE_CURRENT_BINARY_DIR}/config.h": "config.h".
std::string without_variables(std::string path) {
  while (path.starts_with("${") && path.find('}') != path.npos)
    path.erase(0, path.find('}') + 1);
  path.erase(0, std::min(path.find_first_not_of('/'), path.size()));
  return path;
}

// Reads scripts of the tree, one after the other.
class Reader {
public:
  explicit Reader(const source::Tree &tree) : tree_(tree) {}

  void read(const std::string &script) {
    const std::string name = script.substr(script.rfind('/') + 1);
    const bool is_autoconf = name == "configure.ac" || name == "configure.in";
    if (!is_autoconf && name != "CMakeLists.txt" && name != "meson.build")
      return;
    if (scripts_++ >= max_scripts)
      return;
    auto text = tree_.read(script);
    if (!text)
      return;
    if (is_autoconf)
      read_autoconf(script, text.value());
    else if (name == "CMakeLists.txt")
      read_cmake(script, text.value());
    else
      read_meson(script, text.value());
  }

  std::vector<MadeHeader> take() { return std::move(found_); }

private:
  void read_autoconf(const std::string &script, std::string_view text) {
    const std::string code = without_comments(text, "dnl");
    bool is_first = true; // the one that autoheader writes a template for
    for (const CallText &call : calls_in(code))
      if (call.name.starts_with("AC_CONFIG_HEADER") ||
          call.name == "AM_CONFIG_HEADER")
        for (const std::string &word :
             words_of_list(first_argument(call.arguments))) {
          add_autoconf(script, word, is_first);
          is_first = false;
        }
  }

  void add_autoconf(const std::string &script, const std::string &word,
                    bool is_first) {
    const std::size_t colon = word.find(':');
    const std::string header = word.substr(0, colon);
    std::string from =
        colon == word.npos ? header + ".in" : word.substr(colon + 1);
    from = join(script, from.substr(0, from.find(':')));
    if (tree_.contains(from))
      add(script, header, from);
    else if (is_first)
      add(script, header, "");
  }

  void read_cmake(const std::string &script, std::string_view text) {
    for (const CallText &call : calls_in(text)) {
      if (call.name != "configure_file" && call.name != "CONFIGURE_FILE")
        continue;
      const std::vector<std::string> words = words_of_list(call.arguments);
      if (words.size() < 2)
        continue;
      const std::string from = without_variables(words[0]);
      const std::string near = join(script, from);
      add_filled(script, without_variables(words[1]),
                 tree_.contains(near) ? near : from);
    }
  }

  void read_meson(const std::string &script, std::string_view text) {
    for (const CallText &call : calls_in(text)) {
      if (call.name != "configure_file")
        continue;
      const std::string header = keyword(call.arguments, "output");
      const std::string from = keyword(call.arguments, "input");
      if (!from.empty())
        add_filled(script, header, join(script, from));
      else if (call.arguments.find("configuration") != text.npos)
        add(script, header, "");
    }
  }

  // A header that is copied has nothing to fill.
  void add_filled(const std::string &script, const std::string &header,
                  const std::string &from) {
    if (!from.ends_with(".h") && tree_.contains(from))
      add(script, header, from);
  }

  void add(const std::string &script, const std::string &header,
           const std::string &from) {
    if (is_header(header))
      found_.push_back({join(script, header), from, script});
  }

  const source::Tree &tree_;
  std::vector<MadeHeader> found_;
  std::size_t scripts_ = 0;
};

} // namespace

std::vector<MadeHeader> headers_of_scripts(const source::Tree &tree) {
  Reader reader(tree);
  for (const std::string &path : tree.files())
    reader.read(path);
  return reader.take();
}

} // namespace mergeproof::frontend::flags
