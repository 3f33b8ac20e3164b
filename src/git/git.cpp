#include "git/git.h"

#include <algorithm>

namespace mergeproof::git {
namespace {

using support::Completed;
using support::Error;
using support::Result;

bool contains_any(const std::string &text,
                  std::initializer_list<const char *> words) {
  return std::any_of(words.begin(), words.end(), [&](const char *word) {
    return text.find(word) != std::string::npos;
  });
}

std::string first_line(const std::string &text) {
  for (const std::string &line : split(text, '\n')) {
    for (const std::string prefix : {"fatal: ", "error: "})
      if (line.starts_with(prefix))
        return line.substr(prefix.size());
    if (!line.empty() && !line.starts_with("warning: "))
      return line;
  }
  return "no message";
}

std::string hint_for(const std::string &text) {
  if (contains_any(text, {"promisor", "could not fetch", "transport '"}))
    return "; objects are missing in this partial clone: "
           "git fetch --refetch --no-filter";
  if (contains_any(text, {"corrupt", "inflate", "bad object", "unable to read",
                          "hash mismatch", "garbage", "missing"}))
    return "; the repository is damaged or incomplete: git fsck, git fetch";
  if (contains_any(text, {"No space left"}))
    return "; set TMPDIR to a disk with room";
  return {};
}

} // namespace

Git Git::with(const std::vector<std::string> &environment) const {
  Git result = *this;
  result.environment_.insert(result.environment_.end(), environment.begin(),
                             environment.end());
  return result;
}

support::Command Git::command(const std::vector<std::string> &arguments,
                              std::string input) const {
  support::Command command;
  command.argv = {"git",      "-C",
                  directory_, "--no-pager",
                  "-c",       "core.hooksPath=/dev/null",
                  "-c",       "core.fsmonitor=false",
                  "-c",       "core.splitIndex=false",
                  "-c",       "core.untrackedCache=keep"};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.input = std::move(input);
  // No protocol is allowed: git 2.39 does not know GIT_NO_LAZY_FETCH yet.
  command.environment = {"GIT_OPTIONAL_LOCKS=0", "LC_ALL=C",
                         "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
                         "GIT_ALLOW_PROTOCOL=none"};
  command.environment.insert(command.environment.end(), environment_.begin(),
                             environment_.end());
  return command;
}

Result<Completed> Git::run(const std::vector<std::string> &arguments,
                           std::string input) const {
  Result<Completed> done = support::run(command(arguments, std::move(input)));
  if (done && done.value().timed_out)
    return Error{"git " + arguments.front() +
                 " takes too long; is the repository on a slow disk?"};
  return done;
}

Result<std::string> Git::output(const std::vector<std::string> &arguments,
                                std::string input) const {
  Result<Completed> done = run(arguments, std::move(input));
  if (!done)
    return done.error();
  if (!done.value().succeeded())
    return failure(arguments, done.value());
  std::string text = std::move(done.value().out);
  if (text.ends_with('\n'))
    text.pop_back();
  return text;
}

Error failure(const std::vector<std::string> &arguments,
              const Completed &completed) {
  const std::string start = "git " + arguments.front();
  if (completed.signal != 0)
    return {start + " was killed by signal " +
            std::to_string(completed.signal) + "; is there enough memory?"};
  return {start + " failed: " + first_line(completed.err) +
          hint_for(completed.err)};
}

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

} // namespace mergeproof::git
