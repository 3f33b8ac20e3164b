#include "checkout/template_tree.h"

#include "frontend/flags/template_headers.h"
#include "ir/library.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace mergeproof::checkout {
namespace {

bool has_function(const std::string &name) {
  static const std::set<std::string_view> names = [] {
    std::set<std::string_view> all;
    for (const ir::LibraryEntry &entry : ir::library_table())
      all.insert(entry.name);
    return all;
  }();
  return names.contains(name);
}

} // namespace

TemplateTree::TemplateTree(std::shared_ptr<const source::Tree> own)
    : own_(std::move(own)), headers_(frontend::flags::template_headers(*own_)) {
  std::vector<std::string> added;
  for (const auto &[header, made_from] : headers_)
    added.push_back(header);
  std::set_union(own_->files().begin(), own_->files().end(), added.begin(),
                 added.end(), std::back_inserter(files_));
}

bool TemplateTree::contains(const std::string &path) const {
  return headers_.contains(path) || own_->contains(path);
}

std::string TemplateTree::identity(const std::string &path) const {
  auto found = headers_.find(path);
  if (found == headers_.end())
    return own_->identity(path);
  std::string identity = own_->identity(found->second);
  return identity.empty() ? identity : "made from " + identity;
}

support::Result<std::string> TemplateTree::read(const std::string &path) const {
  auto found = headers_.find(path);
  if (found == headers_.end())
    return own_->read(path);
  auto text = own_->read(found->second);
  if (!text)
    return text;
  return frontend::flags::fill_template(
      text.value(), {frontend::flags::has_system_header, has_function});
}

} // namespace mergeproof::checkout
