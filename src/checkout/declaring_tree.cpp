#include "checkout/declaring_tree.h"

#include "checkout/standard_names.h"
#include "support/hash.h"

#include <algorithm>

namespace mergeproof::checkout {
namespace {

const std::string header_path(source::made_up_header);

} // namespace

DeclaringTree::DeclaringTree(const source::Tree &own,
                             const source::UnknownNames &names)
    : own_(own), files_(own.files()) {
  for (const std::string &header : standard_headers_of(names))
    text_ += "#include <" + header + ">\n";
  source::UnknownNames others = without_standard(names);
  for (const std::string &tag : others.tags)
    text_ += "struct " + tag + ";\n";
  for (const std::string &type : others.types)
    text_ += "typedef struct " + type + " " + type + ";\n";
  std::size_t words = 16; // no two have the same size
  for (const std::string &tag : others.structs)
    text_ += "struct " + tag + " { long unknown_[" + std::to_string(words++) +
             "]; };\n";
  for (const std::string &value : others.values)
    text_ += "extern const int " + value + ";\n";
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

std::set<std::string> standard_headers_of(const source::UnknownNames &names) {
  std::set<std::string> headers;
  auto add = [&](const std::set<std::string> &some, const char *tag) {
    for (const std::string &name : some)
      headers.emplace(standard_header_of(tag + name));
  };
  add(names.types, "");
  add(names.values, "");
  add(names.structs, "struct ");
  add(names.tags, "struct ");
  headers.erase("");
  return headers;
}

source::UnknownNames without_standard(source::UnknownNames names) {
  auto is_standard = [](const std::string &name) {
    return !standard_header_of(name).empty();
  };
  std::erase_if(names.types, is_standard);
  std::erase_if(names.values, is_standard);
  for (std::set<std::string> *tags : {&names.structs, &names.tags})
    std::erase_if(*tags, [](const std::string &tag) {
      return !standard_header_of("struct " + tag).empty();
    });
  return names;
}

std::vector<std::string> DeclaringTree::include_flags() {
  return {"-include", header_path};
}

} // namespace mergeproof::checkout
