#include "app/scanned_texts.h"

#include "app/text_index.h"

namespace mergeproof::app {
namespace {

constexpr std::size_t most_texts = 6000;

std::set<std::string> all_texts(const git::MergeInput &input) {
  const std::string &id = input.revisions.back().id;
  std::set<std::string> all;
  for (const std::string &path : input.trees.back()->files())
    if (is_c_text(path))
      all.insert(input.key_path(id, path));
  return all;
}

std::string directory_of(const std::string &key) {
  return key.substr(0, key.rfind('/') + 1);
}

} // namespace

std::set<std::string> scanned_texts(const git::MergeInput &input,
                                    const std::set<std::string> &touched) {
  std::set<std::string> all = all_texts(input);
  if (all.size() <= most_texts)
    return all;
  std::set<std::string> directories;
  for (const std::string &key : touched)
    directories.insert(directory_of(key));
  std::erase_if(all, [&](const std::string &key) {
    return !directories.contains(directory_of(key));
  });
  return all;
}

bool is_scan_partial(const git::MergeInput &input) {
  return all_texts(input).size() > most_texts;
}

} // namespace mergeproof::app
