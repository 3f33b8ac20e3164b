#include "source/added_files.h"

namespace mergeproof::source {
namespace {

std::string last_component(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

} // namespace

bool AddedFiles::contains(const Tree &tree, const Tree &than,
                          const std::string &path) {
  auto [place, is_new] = added_.try_emplace({&tree, &than});
  if (is_new)
    for (const std::string &file : tree.files())
      if (!than.contains(file))
        place->second.insert(last_component(file));
  return place->second.contains(last_component(path));
}

} // namespace mergeproof::source
