// Versions of a file, read with what versions share and without.
#pragma once

#include "frontend/c/parse.h"
#include "laws/unit_text.h"
#include "source/memory_tree.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mergeproof::tests {

using Files = std::map<std::string, std::string>;

class FileVersions {
public:
  FileVersions(std::string path, std::vector<std::string> flags,
               std::vector<Files> files)
      : path_(std::move(path)), flags_(std::move(flags)) {
    for (Files &one : files)
      trees_.push_back(std::make_unique<source::MemoryTree>(std::move(one)));
  }

  // share(request) says what they share.
  template <typename F>
  void expect_no_difference(F &&share, bool has_others = false) const {
    ir::Context shared;
    for (const auto &tree : trees_) {
      ir::Context alone;
      frontend::c::ParseRequest request{.tree = tree.get(),
                                        .path = path_,
                                        .key_path = path_,
                                        .flags = flags_};
      std::string whole = describe(alone, frontend::c::parse(alone, request));
      if (has_others)
        for (std::size_t i = std::size_t(&tree - trees_.data()) + 1;
             i < trees_.size(); i++)
          request.others.push_back({trees_[i].get(), {}});
      share(request);
      std::string with = describe(shared, frontend::c::parse(shared, request));
      EXPECT_NE(with.find("function "), std::string::npos) << with;
      EXPECT_EQ(first_difference(whole, with), "");
    }
  }

private:
  static std::string first_difference(const std::string &one,
                                      const std::string &other) {
    if (one == other)
      return "";
    std::size_t at = 0;
    while (at < one.size() && at < other.size() && one[at] == other[at])
      at++;
    at = at < 60 ? 0 : at - 60;
    return one.substr(at, 300) + "\n  instead of\n" + other.substr(at, 300);
  }

  std::string path_;
  std::vector<std::string> flags_;
  std::vector<std::unique_ptr<source::MemoryTree>> trees_;
};

} // namespace mergeproof::tests
