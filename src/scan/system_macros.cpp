#include "scan/system_macros.h"

#include <algorithm>
#include <cctype>

namespace mergeproof::scan {
namespace {

// "_GNU_SOURCE", "__STDC_FORMAT_MACROS"; <assert.h> has an exception.
bool is_for_the_system(const std::string &name) {
  bool is_reserved = name.size() > 1 && name[0] == '_' &&
                     (name[1] == '_' ||
                      std::isupper(static_cast<unsigned char>(name[1])) != 0);
  return is_reserved || name == "NDEBUG";
}

bool has(const std::vector<NameId> &names, NameId name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// "#ifndef SIZE", "#define SIZE 8", "#endif" asks for its own.
bool defines(const TextFile &text, NameId name) {
  return std::any_of(text.items.begin(), text.items.end(),
                     [&](const TextItem &item) {
                       return item.is_macro && has(item.names, name);
                     });
}

void erase_mentioned(const TextFile &text, std::set<NameId> &macros) {
  for (NameId name : text.directive_mentions)
    if (macros.contains(name) && !defines(text, name))
      macros.erase(name);
  for (const TextItem &item : text.items)
    for (NameId name : item.mentions)
      if (macros.contains(name) && !has(item.names, name))
        macros.erase(name);
}

} // namespace

bool asks_of_glibc(const std::string &macro) {
  return is_for_the_system(macro) && macro.ends_with("_SOURCE");
}

std::set<NameId> system_macros(std::set<NameId> macros,
                               const std::vector<const TextFile *> &texts,
                               const NameTable &names) {
  std::set<NameId> found;
  for (NameId name : macros)
    if (is_for_the_system(names.text(name)))
      found.insert(name);
  for (const TextFile *text : texts) {
    if (macros.empty())
      break;
    erase_mentioned(*text, macros);
  }
  found.merge(macros);
  return found;
}

} // namespace mergeproof::scan
