#include "git/repository.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <unistd.h>

namespace mergeproof::git {
namespace {

using support::Completed;
using support::Error;
using support::Result;
using Names = std::vector<std::string>;

Error open_error(const std::string &directory, const Names &arguments,
                 const Completed &completed) {
  if (completed.err.find("not a git repository") != std::string::npos)
    return {directory + " is not in a git repository; run mergeproof inside "
                        "one"};
  if (completed.err.find("cannot change to") != std::string::npos)
    return {"no directory " + directory + "; check the path"};
  if (completed.err.find("dubious ownership") != std::string::npos)
    return {directory +
            " belongs to somebody else and git refuses to read it; "
            "git config --global --add safe.directory " +
            directory};
  return failure(arguments, completed);
}

// Not a path: a commit's header, up to the empty line.
Names header_values(const std::string &commit, const std::string &key) {
  Names values;
  for (const std::string &line : split(commit, '\n')) {
    if (line.empty())
      break;
    if (line.starts_with(key + " "))
      values.push_back(line.substr(key.size() + 1));
  }
  return values;
}

// In a hook: GITHEAD_<hash>=<name> for each, and GIT_REFLOG_ACTION=merge
// <name>….
Names merge_heads_of_hook(std::size_t hash_bytes) {
  const char *action = std::getenv("GIT_REFLOG_ACTION");
  if (action == nullptr || !std::string(action).starts_with("merge "))
    return {};
  const std::string prefix = "GITHEAD_";
  std::map<std::string, std::string> hashes;
  for (char **entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t equals = text.find('=');
    if (text.starts_with(prefix) && equals == prefix.size() + hash_bytes * 2)
      hashes[text.substr(equals + 1)] =
          text.substr(prefix.size(), hash_bytes * 2);
  }
  Names heads;
  for (const std::string &name : split(action, ' '))
    if (const auto hash = hashes.find(name); hash != hashes.end())
      heads.push_back(hash->second);
  return heads;
}

} // namespace

Result<Repository> Repository::open(const std::string &directory) {
  Repository repository{Git(directory)};
  const Names arguments = {"rev-parse",
                           "--path-format=absolute",
                           "--git-path",
                           "objects",
                           "--show-object-format",
                           "--is-shallow-repository",
                           "--is-inside-work-tree"};
  const Result<Completed> done = repository.git_.run(arguments);
  if (!done)
    return done.error();
  const Names lines = split(done.value().out, '\n');
  if (!done.value().succeeded() || lines.size() != 4)
    return open_error(directory, arguments, done.value());
  repository.objects_ = lines[0];
  repository.hash_bytes_ = lines[1] == "sha256" ? 32 : 20;
  repository.is_shallow_ = lines[2] == "true";
  if (lines[3] == "true") {
    Result<std::string> top =
        repository.git_.output({"rev-parse", "--show-toplevel"});
    if (!top)
      return top.error();
    repository.work_tree_ = top.value();
  }
  return repository;
}

Result<std::string> Repository::resolve(const std::string &revision) const {
  std::error_code failure;
  const bool is_file = std::filesystem::is_regular_file(revision, failure);
  const Error unknown{"unknown revision '" + revision +
                      (is_file ? "'; files are compared with --files"
                               : "'; see git branch -a")};
  if (revision.empty() || revision.starts_with('-'))
    return unknown;
  const Result<Completed> done =
      git_.run({"rev-parse", "--verify", "-q", revision + "^{commit}"});
  if (!done)
    return done.error();
  if (done.value().succeeded())
    return done.value().out.substr(0, hash_bytes_ * 2);
  const std::string &said = done.value().err;
  if (said.find("ambiguous") != std::string::npos)
    return Error{"revision '" + revision + "' is ambiguous; write more digits"};
  const Result<Completed> other =
      git_.run({"rev-parse", "--verify", "-q", revision});
  if (other && other.value().succeeded())
    return Error{"'" + revision +
                 "' is not a commit, or the commit is missing; name a branch, "
                 "a tag or a commit (git fsck lists what is missing)"};
  return unknown;
}

Result<std::string> Repository::tree_of(const std::string &commit) const {
  return git_.output({"rev-parse", "--verify", commit + "^{tree}"});
}

Result<Names> Repository::short_names(const Names &commits) const {
  if (commits.empty())
    return Names{};
  Names arguments = {"rev-list", "--no-walk=unsorted", "--abbrev-commit"};
  arguments.insert(arguments.end(), commits.begin(), commits.end());
  Names result;
  // One by one when some are equal: rev-list prints each commit once.
  Result<std::string> text = git_.output(arguments);
  if (!text)
    return text.error();
  result = split(text.value(), '\n');
  if (result.size() == commits.size())
    return result;
  result.clear();
  for (const std::string &commit : commits) {
    Result<std::string> name = git_.output({"rev-parse", "--short", commit});
    if (!name)
      return name.error();
    result.push_back(name.value());
  }
  return result;
}

Result<Names> Repository::parents_of(const std::string &commit) const {
  const Result<std::string> text = git_.output({"cat-file", "commit", commit});
  if (!text)
    return text.error();
  Names parents = header_values(text.value(), "parent");
  for (const std::string &parent : parents) {
    const Result<Completed> found = git_.run({"cat-file", "-e", parent});
    if (!found)
      return found.error();
    if (found.value().succeeded())
      continue;
    if (is_shallow_)
      return Error{"the parents of " + commit.substr(0, 12) +
                   " are not in this shallow clone; git fetch --unshallow"};
    return Error{"commit " + parent.substr(0, 12) + ", a parent of " +
                 commit.substr(0, 12) +
                 ", is missing or damaged; git fsck, git fetch"};
  }
  return parents;
}

Result<std::string> Repository::git_path(const std::string &name) const {
  return git_.output(
      {"rev-parse", "--path-format=absolute", "--git-path", name});
}

Names Repository::merge_heads() const {
  const Result<std::string> path = git_path("MERGE_HEAD");
  std::ifstream in(path ? path.value() : "");
  Names heads;
  for (std::string line; std::getline(in, line);)
    heads.push_back(line);
  return heads.empty() ? merge_heads_of_hook(hash_bytes_) : heads;
}

} // namespace mergeproof::git
