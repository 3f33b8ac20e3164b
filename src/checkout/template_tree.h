// A version with the headers that its templates would make, or its build
// scripts without a template, where no build has made them
// (frontend/flags/template_headers.h).
#pragma once

#include "frontend/flags/template_headers.h"
#include "source/tree.h"

#include <map>
#include <memory>
#include <string>

namespace mergeproof::checkout {

class TemplateTree : public source::Tree {
public:
  using ScriptHeaders = std::map<std::string, frontend::flags::ScriptHeader>;

  // `made`: of scripts; those that the version has otherwise are left out.
  TemplateTree(std::shared_ptr<const source::Tree> own,
               const ScriptHeaders &made);

  const std::vector<std::string> &files() const override { return files_; }
  bool contains(const std::string &path) const override;
  std::string identity(const std::string &path) const override;
  support::Result<std::string> read(const std::string &path) const override;

  // Headers, with the templates and the scripts that they are made up from.
  const std::map<std::string, std::string> &headers() const { return headers_; }

private:
  std::shared_ptr<const source::Tree> own_;
  std::map<std::string, std::string> headers_;
  std::map<std::string, std::string> texts_; // of headers that scripts make
  std::vector<std::string> files_;
};

} // namespace mergeproof::checkout
