#include "git/index_tree.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace mergeproof::git {
namespace {

namespace fs = std::filesystem;
using support::Done;
using support::Error;
using support::Result;
using support::Status;

// Unresolved paths and the mode of their first stage.
Result<std::map<std::string, std::string>> list_unmerged(const Git &git) {
  const Result<std::string> text =
      git.output({"ls-files", "--unmerged", "--full-name", "-z", ":/"});
  if (!text)
    return text.error();
  std::map<std::string, std::string> modes;
  for (const std::string &line : split(text.value(), '\0')) {
    const std::size_t tab = line.find('\t');
    if (tab != std::string::npos)
      modes.try_emplace(line.substr(tab + 1), line.substr(0, line.find(' ')));
  }
  return modes;
}

// As git would store it: with autocrlf, line ends are "\n" there.
std::string normalise_line_ends(const Git &git, std::string text) {
  const Result<std::string> mode = git.output({"config", "core.autocrlf"});
  if (!mode || (mode.value() != "true" && mode.value() != "input"))
    return text;
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n')
      result += text[i];
  return result;
}

// Builds the instructions for `git update-index --index-info`.
class Resolver {
public:
  Resolver(const Repository &repository, const Git &git)
      : repository_(repository), git_(git) {}

  Status resolve(const std::string &path, const std::string &mode) {
    const std::string none(repository_.hash_bytes() * 2, '0');
    instructions += "0 " + none + "\t" + path + '\0';
    if (mode == "160000") // a submodule's commit is no text
      return Done{};
    const fs::path file = fs::path(repository_.work_tree()) / path;
    std::error_code ignored;
    if (!fs::is_regular_file(fs::symlink_status(file, ignored)))
      return Done{};
    std::ifstream in(file, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), {});
    if (!in)
      return Error{"cannot read " + file.string() + "; check its permissions"};
    text = normalise_line_ends(git_, std::move(text));
    if (has_conflict_markers(text))
      conflicted_files.push_back(path);
    const Result<std::string> hash =
        git_.output({"hash-object", "-w", "--stdin"}, std::move(text));
    if (!hash)
      return hash.error();
    instructions += "100644 " + hash.value() + " 0\t" + path + '\0';
    return Done{};
  }

  std::string instructions;
  std::vector<std::string> conflicted_files;

private:
  const Repository &repository_;
  const Git &git_;
};

Result<std::string> copy_index(const Repository &repository,
                               const ObjectOverlay &overlay) {
  const Result<std::string> index = repository.git_path("index");
  if (!index)
    return index.error();
  std::string copy = overlay.directory() + "/index";
  std::error_code error;
  fs::copy_file(index.value(), copy, error);
  if (error)
    return Error{"cannot copy " + index.value() + ": " + error.message() +
                 "; set TMPDIR to a disk with room"};
  return copy;
}

bool begins_line(const std::string &text, std::size_t place) {
  return place == 0 || text[place - 1] == '\n';
}

// Where a line that begins with `marker` begins, at or after `from`.
std::size_t find_line(const std::string &text, const std::string &marker,
                      std::size_t from) {
  std::size_t place = text.find(marker, from);
  while (place != std::string::npos && !begins_line(text, place))
    place = text.find(marker, place + 1);
  return place;
}

} // namespace

Result<TreeMerge> write_index_tree(const Repository &repository,
                                   const ObjectOverlay &overlay) {
  const Result<std::string> index = copy_index(repository, overlay);
  if (!index)
    return index.error();
  const Git git = overlay.git().with({"GIT_INDEX_FILE=" + index.value()});
  const auto unmerged = list_unmerged(git);
  if (!unmerged)
    return unmerged.error();
  Resolver resolver(repository, git);
  for (const auto &[path, mode] : unmerged.value())
    if (Status resolved = resolver.resolve(path, mode); !resolved)
      return resolved.error();
  if (!resolver.instructions.empty()) {
    const Result<std::string> updated = git.output(
        {"update-index", "-z", "--index-info"}, resolver.instructions);
    if (!updated)
      return updated.error();
  }
  Result<std::string> tree = git.output({"write-tree", "--missing-ok"});
  if (!tree)
    return tree.error();
  return TreeMerge{.tree = tree.value(),
                   .conflicted_files = resolver.conflicted_files};
}

bool has_conflict_markers(const std::string &text) {
  std::size_t place = 0;
  for (const char *marker : {"<<<<<<< ", "=======", ">>>>>>> "}) {
    place = find_line(text, marker, place);
    if (place == std::string::npos)
      return false;
  }
  return true;
}

} // namespace mergeproof::git
