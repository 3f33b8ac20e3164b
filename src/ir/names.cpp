#include "ir/stmt.h"

namespace mergeproof::ir {

const char *to_text(Op op) {
  switch (op) {
  case Op::None:
    return "none";
#define UNARY_OP(name, text)                                                   \
  case Op::name:                                                               \
    return text;
#define BINARY_OP(name, text) UNARY_OP(name, text)
#define CAST_OP(name, text) UNARY_OP(name, text)
#include "ir/expr.def"
  }
  return "none";
}

const char *to_text(CheckKind kind) {
  switch (kind) {
#define CHECK_KIND(name, text, sanitizer)                                      \
  case CheckKind::name:                                                        \
    return text;
#include "ir/check_kind.def"
  }
  return "";
}

const char *to_text(Intrinsic intrinsic) {
  switch (intrinsic) {
#define INTRINSIC(name, text)                                                  \
  case Intrinsic::name:                                                        \
    return text;
#include "ir/intrinsic.def"
  }
  return "";
}

} // namespace mergeproof::ir
