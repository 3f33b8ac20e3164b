// Library functions that are given texts: whatever is in them, the first byte
// is looked at, or written.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"
#include "frontend/c/parse.h"

#include <map>

namespace mergeproof::frontend::c {
namespace {

using ir::Op;

using Texts = std::map<std::string, const char *>;

// By parameter. "t": its first byte is read or written; "n": if the count, the
// last parameter, is not 0; "m": as many bytes as that says; "-": nothing is
// known.
const Texts &functions_of_texts() {
  static const Texts known = {
      {"strcmp", "tt"},    {"strcoll", "tt"},      {"strcasecmp", "tt"},
      {"strcpy", "tt"},    {"stpcpy", "tt"},       {"strcat", "tt"},
      {"strncmp", "nn-"},  {"strncasecmp", "nn-"}, {"strncpy", "nn-"},
      {"stpncpy", "nn-"},  {"strncat", "tn-"},     {"memcmp", "mm-"},
      {"strnlen", "n-"},   {"strchr", "t-"},       {"strrchr", "t-"},
      {"strchrnul", "t-"}, {"strstr", "tt"},       {"strdup", "t"},
      {"memchr", "n--"},   {"rawmemchr", "t-"},    {"memrchr", "n--"},
      {"strspn", "tt"},    {"strcspn", "tt"},      {"strpbrk", "tt"},
      {"index", "t-"},     {"rindex", "t-"},       {"strcasestr", "tt"},
      {"atoi", "t"},       {"atol", "t"},          {"atoll", "t"},
      {"atof", "t"},       {"strtol", "t--"},      {"strtoul", "t--"},
      {"strtoll", "t--"},  {"strtoull", "t--"},    {"strtod", "t-"},
      {"strtof", "t-"},    {"puts", "t"},          {"fputs", "t-"}};
  return known;
}

} // namespace

std::set<std::string> text_functions() {
  std::set<std::string> names;
  for (const auto &[name, texts] : functions_of_texts())
    names.insert(name);
  return names;
}

void FunctionLowering::check_texts(const clang::FunctionDecl &callee,
                                   const ir::Call &call) {
  if (!callee.getIdentifier() || !callee.isExternallyVisible() ||
      callee.isDefined())
    return;
  llvm::StringRef name = callee.getName();
  name.consume_front("__builtin_");
  auto known = functions_of_texts().find(name.str());
  if (known == functions_of_texts().end() ||
      (unit.own_functions && unit.own_functions->contains(name.str())))
    return;
  llvm::StringRef texts = known->second;
  if (call.args.size() != texts.size())
    return;
  for (std::size_t i = 0; i < call.args.size(); i++) {
    if (texts[i] == '-' || !call.args[i]->type.is_pointer())
      continue;
    Value count = fold.size(1);
    if (texts[i] == 'm')
      count = fold.resize(call.args.back(), 64, false);
    if (texts[i] == 'n')
      count = fold.select(fold.binary(Op::Eq,
                                      fold.resize(call.args.back(), 64, false),
                                      fold.size(0)),
                          fold.size(0), fold.size(1));
    check_range(call.args[i], count);
  }
}

} // namespace mergeproof::frontend::c
