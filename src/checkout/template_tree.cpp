#include "checkout/template_tree.h"

#include "support/hash.h"

#include <algorithm>
#include <iterator>

namespace mergeproof::checkout {

TemplateTree::TemplateTree(std::shared_ptr<const source::Tree> own,
                           const ScriptHeaders &made)
    : own_(std::move(own)), headers_(frontend::flags::template_headers(*own_)) {
  for (const auto &[header, asked] : made) {
    if (own_->contains(header) ||
        !headers_.try_emplace(header, asked.script).second)
      continue;
    texts_[header] = frontend::flags::fill_template(
        asked.asked.to_template(), frontend::flags::this_machine());
  }
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
  if (auto text = texts_.find(path); text != texts_.end())
    return "made " + std::to_string(support::hash_bytes(text->second));
  auto found = headers_.find(path);
  if (found == headers_.end())
    return own_->identity(path);
  std::string identity = own_->identity(found->second);
  return identity.empty() ? identity : "made from " + identity;
}

support::Result<std::string> TemplateTree::read(const std::string &path) const {
  if (auto text = texts_.find(path); text != texts_.end())
    return text->second;
  auto found = headers_.find(path);
  if (found == headers_.end())
    return own_->read(path);
  auto text = own_->read(found->second);
  if (!text)
    return text;
  return frontend::flags::fill_template(text.value(),
                                        frontend::flags::this_machine());
}

} // namespace mergeproof::checkout
