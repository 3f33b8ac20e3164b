// A version with the headers that its templates would make, where no build has
// made them (frontend/flags/template_headers.h).
#pragma once

#include "source/tree.h"

#include <map>
#include <memory>
#include <string>

namespace mergeproof::checkout {

class TemplateTree : public source::Tree {
public:
  explicit TemplateTree(std::shared_ptr<const source::Tree> own);

  const std::vector<std::string> &files() const override { return files_; }
  bool contains(const std::string &path) const override;
  std::string identity(const std::string &path) const override;
  support::Result<std::string> read(const std::string &path) const override;

  // Headers, with the templates that they are made up from.
  const std::map<std::string, std::string> &headers() const { return headers_; }

private:
  std::shared_ptr<const source::Tree> own_;
  std::map<std::string, std::string> headers_;
  std::vector<std::string> files_;
};

} // namespace mergeproof::checkout
