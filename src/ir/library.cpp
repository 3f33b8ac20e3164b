#include "ir/library.h"

#include "ir/signature.h"

#include <algorithm>
#include <map>

namespace mergeproof::ir {

std::span<const LibraryEntry> library_table() {
  static constexpr LibraryEntry entries[] = {
#define LIBRARY(name, effect, replay, doc)                                     \
  {#name, LibraryEffect::effect, LibraryReplay::replay, doc},
#include "ir/library.def"
  };
  return entries;
}

bool is_function_of_arguments(LibraryEffect effect) {
  return effect == LibraryEffect::Pure || effect == LibraryEffect::Reads ||
         effect == LibraryEffect::Local || effect == LibraryEffect::Sets;
}

bool may_call_functions(LibraryEffect effect, Symbol name) {
  return effect == LibraryEffect::Unknown &&
         std::string_view(name) != "__errno_location";
}

bool may_ask_errno(LibraryEffect effect, Symbol name, bool is_variadic) {
  std::string_view text = name;
  return effect == LibraryEffect::Unknown || is_variadic || text == "perror" ||
         text.find("printf") != std::string_view::npos;
}

namespace {

// To what is only read, and is no struct of the program's; streams are written.
bool is_read_only(const Type &pointer) {
  const Type *element = pointer.element;
  bool is_struct = element && (element->kind == TypeKind::Struct ||
                               element->kind == TypeKind::Union ||
                               element->kind == TypeKind::Incomplete);
  if (is_struct)
    return std::string_view(pointer.spelling).find("FILE") !=
           std::string_view::npos;
  bool is_const = element && element->is_const;
  return is_const || std::string_view(pointer.spelling).starts_with("const ");
}

// Whether the library's function may have these parameters, where a call of it
// is known to write nothing: another one that has its name may.
bool is_like_library(LibraryEffect effect, const Function &declared) {
  bool is_pure = effect == LibraryEffect::Pure;
  if (!is_pure && effect != LibraryEffect::Reads &&
      effect != LibraryEffect::Writes)
    return true;
  bool has_pointers = false, is_like = !declared.params.empty();
  for (const Variable &param : declared.params) {
    bool is_pointer = param.type && param.type->kind == TypeKind::Pointer;
    has_pointers |= is_pointer;
    is_like &= param.passing == Variable::Passing::Direct &&
               (!is_pointer || (!is_pure && is_read_only(*param.type)));
  }
  return is_like && (has_pointers || effect != LibraryEffect::Reads);
}

} // namespace

namespace {

const LibraryEffect *find_effect(Symbol name) {
  static const std::map<std::string_view, LibraryEffect> table = [] {
    std::map<std::string_view, LibraryEffect> effects;
    for (const LibraryEntry &entry : library_table())
      effects.emplace(entry.name, entry.effect);
    return effects;
  }();
  auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

} // namespace

bool is_another_function(Symbol name, const Function &declared) {
  const LibraryEffect *effect = find_effect(name);
  return effect && !is_like_library(*effect, declared);
}

LibraryEffect library_effect(Symbol name, const Function *declared) {
  const LibraryEffect *effect = find_effect(name);
  bool is_another =
      declared && ((declared->type && takes_functions(*declared->type)) ||
                   is_another_function(name, *declared));
  return !effect || is_another ? LibraryEffect::Unknown : *effect;
}

bool may_leave_anything(const Function &declared, std::string_view path) {
  return !path.starts_with('/') &&
         library_effect(declared.name, &declared) == LibraryEffect::Unknown;
}

std::optional<ResultRange> system_result(const Function &declared,
                                         std::string_view header) {
  struct Entry {
    std::string_view header;
    ResultRange range;
  };
  static const std::map<std::string_view, Entry> results = {
#define SYSTEM_RESULT(header, name, least, most)                               \
  {#name, {"/" header, {least, most}}},
#include "ir/system_results.def"
  };
  auto found = results.find(declared.name);
  bool is_number = declared.result && !declared.result->is_pointer() &&
                   (declared.result->bits == 32 || declared.result->bits == 64);
  bool is_known = found != results.end() && is_number && !declared.is_static &&
                  header.starts_with('/') &&
                  header.ends_with(found->second.header);
  return is_known ? std::optional(found->second.range) : std::nullopt;
}

} // namespace mergeproof::ir
