#include "scan/pasted_names.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace mergeproof::scan {
namespace {

using Texts = std::vector<std::pair<std::string, NameId>>; // sorted

Texts texts_of(const std::set<NameId> &ids, const NameTable &names,
               bool is_reversed) {
  Texts texts;
  for (NameId id : ids) {
    const std::string &text = names.text(id);
    texts.emplace_back(
        is_reversed ? std::string(text.rbegin(), text.rend()) : text, id);
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

template <typename F>
void for_each_with(const Texts &texts, const std::string &begin, F &&f) {
  auto at =
      std::lower_bound(texts.begin(), texts.end(), std::pair(begin, NameId(0)));
  for (; at != texts.end() && at->first.starts_with(begin); ++at)
    f(at->second);
}

} // namespace

PastedNames::PastedNames(const std::vector<const TextItem *> &items,
                         const NameTable &names) {
  find_macros(items);
  if (!made_.empty())
    find_names(items, names);
}

void PastedNames::find_macros(const std::vector<const TextItem *> &items) {
  std::unordered_map<NameId, std::set<NameId>> written_by;
  std::set<NameId> waiting;
  for (const TextItem *item : items) {
    if (!item->is_macro)
      continue;
    NameId macro = item->names.front();
    for (NameId name : item->mentions)
      written_by[name].insert(macro);
    for (const Ends &ends : item->pasted) {
      macros_[macro].insert(ends);
      made_[ends];
      waiting.insert(macro);
    }
  }
  while (!waiting.empty()) {
    NameId name = *waiting.begin();
    waiting.erase(waiting.begin());
    auto writers = written_by.find(name);
    if (writers == written_by.end())
      continue;
    const std::set<Ends> own = macros_[name];
    for (NameId macro : writers->second) {
      std::set<Ends> &known = macros_[macro];
      std::size_t before = known.size();
      known.insert(own.begin(), own.end());
      if (known.size() > before)
        waiting.insert(macro);
    }
  }
}

void PastedNames::find_names(const std::vector<const TextItem *> &items,
                             const NameTable &names) {
  std::set<NameId> defined;
  for (const TextItem *item : items)
    defined.insert(item->names.begin(), item->names.end());
  const Texts texts = texts_of(defined, names, false);
  const Texts reversed = texts_of(defined, names, true);
  for (auto &[ends, made] : made_) {
    const std::string &begin = names.text(ends.first);
    const std::string &end = names.text(ends.second);
    auto add = [&, &made = made](NameId id) {
      std::string_view text = names.text(id);
      if (text.size() <= begin.size() + end.size() || !text.ends_with(end))
        return;
      text = text.substr(begin.size(), text.size() - begin.size() - end.size());
      if (const NameId *between = names.find(text))
        made.emplace(*between, id);
    };
    if (!begin.empty())
      for_each_with(texts, begin, add);
    else
      for_each_with(reversed, std::string(end.rbegin(), end.rend()), add);
  }
}

std::vector<NameId>
PastedNames::made_of(const std::vector<NameId> &mentions) const {
  std::vector<NameId> found;
  std::set<Ends> all;
  for (NameId name : mentions)
    if (auto macro = macros_.find(name); macro != macros_.end())
      all.insert(macro->second.begin(), macro->second.end());
  for (const Ends &ends : all)
    if (const Made &made = made_.at(ends); !made.empty())
      for (NameId name : mentions)
        if (auto known = made.find(name); known != made.end())
          found.push_back(known->second);
  return found;
}

} // namespace mergeproof::scan
