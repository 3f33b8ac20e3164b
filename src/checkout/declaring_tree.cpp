#include "checkout/declaring_tree.h"

#include "support/hash.h"

#include <algorithm>

namespace mergeproof::checkout {
namespace {

constexpr const char *header_path = ".mergeproof-types.h";

} // namespace

DeclaringTree::DeclaringTree(const source::Tree &own,
                             const std::set<std::string> &types)
    : own_(own), files_(own.files()) {
  for (const std::string &type : types)
    text_ += "typedef struct " + type + " " + type + ";\n";
  files_.insert(std::upper_bound(files_.begin(), files_.end(), header_path),
                header_path);
}

bool DeclaringTree::contains(const std::string &path) const {
  return path == header_path || own_.contains(path);
}

std::string DeclaringTree::identity(const std::string &path) const {
  return path == header_path ? std::to_string(support::hash_bytes(text_))
                             : own_.identity(path);
}

support::Result<std::string>
DeclaringTree::read(const std::string &path) const {
  return path == header_path ? text_ : own_.read(path);
}

std::vector<std::string> DeclaringTree::include_flags() {
  return {"-include", header_path};
}

} // namespace mergeproof::checkout
