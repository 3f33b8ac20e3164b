// Names in sources that are not C: assembly, C++, grammars. What C declares may
// be defined there.
#pragma once

#include "git/merge.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::scan {

// By its name: "u.cpp", "u.S", "u.y", "u.c.in".
bool is_foreign_source(const std::string &path);

// All names that a text of any language (a key path) writes in some version.
std::set<std::string> names_written_in(const git::MergeInput &input,
                                       const std::string &key);

class ForeignNames {
public:
  // Also C texts that no C file includes (`is_left`, by key path): something
  // else may. Reads them when first asked; `input` must live as long.
  using FileTest = std::function<bool(const std::string &key)>;
  enum class Sources { All, Assembly }; // in assembly, others do not count
  ForeignNames(const git::MergeInput &input, FileTest is_left,
               Sources sources = Sources::All)
      : input_(input), is_left_(std::move(is_left)), sources_(sources) {}

  // Whether one of them writes the name, in some version. True where one cannot
  // be read, or there are too many.
  bool write(const std::string &name);
  // One that is not the same in all versions.
  bool changed_write(const std::string &name);

private:
  struct Names {
    std::set<std::string, std::less<>> names;
    bool are_all = true;
    bool contains(const std::string &name) const {
      return !are_all || names.contains(name);
    }
  };
  bool is_wanted(const std::string &path, const std::string &key) const;
  void read();
  void read(std::size_t version, const std::string &key);

  const git::MergeInput &input_;
  FileTest is_left_;
  Sources sources_;
  bool is_read_ = false;
  Names all_, changed_;
};

} // namespace mergeproof::scan
