#include "git/object_overlay.h"

#include <cstdlib>
#include <filesystem>

namespace mergeproof::git {
namespace {

// In the list of alternates ':' separates, and a leading '"' begins C quoting.
std::string quote_alternate(const std::string &path) {
  if (path.find(':') == std::string::npos && !path.starts_with('"'))
    return path;
  std::string quoted = "\"";
  for (const char c : path) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string alternates(const Repository &repository) {
  std::string list = quote_alternate(repository.objects_directory());
  const char *inherited = std::getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES");
  if (inherited != nullptr && *inherited != '\0')
    list += std::string(":") + inherited;
  return list;
}

} // namespace

support::Result<std::shared_ptr<ObjectOverlay>>
ObjectOverlay::create(const Repository &repository) {
  auto directory = support::TempDirectory::create("mergeproof-objects-");
  if (!directory)
    return directory.error();
  const std::string objects = directory.value().path() + "/objects";
  std::error_code error;
  if (!std::filesystem::create_directory(objects, error))
    return support::Error{"cannot make " + objects + ": " + error.message() +
                          "; set TMPDIR to another disk"};
  const std::string date = "2000-01-01T00:00:00Z";
  Git git = repository.git().with(
      {"GIT_OBJECT_DIRECTORY=" + objects,
       "GIT_ALTERNATE_OBJECT_DIRECTORIES=" + alternates(repository),
       "GIT_AUTHOR_NAME=mergeproof", "GIT_AUTHOR_EMAIL=mergeproof@localhost",
       "GIT_COMMITTER_NAME=mergeproof",
       "GIT_COMMITTER_EMAIL=mergeproof@localhost", "GIT_AUTHOR_DATE=" + date,
       "GIT_COMMITTER_DATE=" + date});
  return std::shared_ptr<ObjectOverlay>(
      new ObjectOverlay(std::move(directory).value(), std::move(git)));
}

} // namespace mergeproof::git
