#include "ir/stmt.h"

#include "ir/context.h"
#include "support/hash.h"

namespace mergeproof::ir {
namespace {

using support::hash_bytes;
using support::mix;

std::uint64_t hash_of(const Expr *e) { return e ? e->hash : 0; }

std::uint64_t hash_of(const Seq &seq) {
  std::uint64_t h = seq.size();
  for (const Stmt *stmt : seq)
    h = mix(h, stmt->hash);
  return h;
}

std::uint64_t hash_of(const Callee &callee) {
  return std::visit(
      Overloaded{
          [](Symbol name) { return hash_bytes(name); },
          [](const Expr *through) { return mix(1, through->hash); },
          [](Intrinsic which) { return mix(2, std::uint64_t(which)); },
      },
      callee.target);
}

std::uint64_t hash_call(const Call &s) {
  std::uint64_t h = mix(hash_bytes(s.result), hash_of(s.callee));
  if (!s.result.empty())
    h = mix(h, std::uint64_t(s.result_type.kind) << 16 | s.result_type.bits);
  for (const Expr *arg : s.args)
    h = mix(h, arg->hash);
  return mix(h, s.is_variadic);
}

struct NodeHash {
  std::uint64_t operator()(const Assign &s) const {
    return mix(hash_bytes(s.target), hash_of(s.value));
  }
  std::uint64_t operator()(const Store &s) const {
    return mix(hash_of(s.address), hash_of(s.value));
  }
  std::uint64_t operator()(const MemCopy &s) const {
    return mix(mix(hash_of(s.target), hash_of(s.source)), hash_of(s.size));
  }
  std::uint64_t operator()(const MemSet &s) const {
    return mix(mix(hash_of(s.target), hash_of(s.byte)), hash_of(s.size));
  }
  std::uint64_t operator()(const Call &s) const { return hash_call(s); }
  std::uint64_t operator()(const Check &s) const {
    return mix(std::uint64_t(s.kind), hash_of(s.condition));
  }
  std::uint64_t operator()(const Assume &s) const {
    return hash_of(s.condition);
  }
  std::uint64_t operator()(const If &s) const {
    return mix(mix(hash_of(s.condition), hash_of(s.then_body)),
               hash_of(s.else_body));
  }
  std::uint64_t operator()(const Loop &s) const {
    return mix(hash_bytes(s.label), hash_of(s.body));
  }
  std::uint64_t operator()(const Block &s) const {
    return mix(hash_bytes(s.label), hash_of(s.body));
  }
  std::uint64_t operator()(const Break &s) const { return hash_bytes(s.label); }
  std::uint64_t operator()(const Continue &s) const {
    return hash_bytes(s.label);
  }
  std::uint64_t operator()(const Return &s) const { return hash_of(s.value); }
  std::uint64_t operator()(const LocalBegin &s) const {
    return hash_bytes(s.object);
  }
  std::uint64_t operator()(const LocalEnd &s) const {
    return hash_bytes(s.object);
  }
  std::uint64_t operator()(const Opaque &s) const {
    return hash_bytes(s.reason);
  }
  std::uint64_t operator()(const Hole &s) const { return s.index; }
};

bool is_same_callee(const Callee &a, const Callee &b) {
  return a.target == b.target;
}

struct IsSameNode {
  bool operator()(const Assign &a, const Assign &b) const {
    return a.target == b.target && a.value == b.value;
  }
  bool operator()(const Store &a, const Store &b) const {
    return a.address == b.address && a.value == b.value && a.access == b.access;
  }
  bool operator()(const MemCopy &a, const MemCopy &b) const {
    return a.target == b.target && a.source == b.source && a.size == b.size;
  }
  bool operator()(const MemSet &a, const MemSet &b) const {
    return a.target == b.target && a.byte == b.byte && a.size == b.size;
  }
  bool operator()(const Call &a, const Call &b) const {
    return a.result == b.result &&
           (a.result.empty() || a.result_type == b.result_type) &&
           is_same_callee(a.callee, b.callee) && a.args == b.args &&
           a.is_variadic == b.is_variadic;
  }
  bool operator()(const Check &a, const Check &b) const {
    return a.kind == b.kind && a.condition == b.condition;
  }
  bool operator()(const Assume &a, const Assume &b) const {
    return a.condition == b.condition;
  }
  bool operator()(const If &a, const If &b) const {
    return a.condition == b.condition && is_same(a.then_body, b.then_body) &&
           is_same(a.else_body, b.else_body);
  }
  bool operator()(const Loop &a, const Loop &b) const {
    return a.label == b.label && is_same(a.body, b.body);
  }
  bool operator()(const Block &a, const Block &b) const {
    return a.label == b.label && is_same(a.body, b.body);
  }
  bool operator()(const Break &a, const Break &b) const {
    return a.label == b.label;
  }
  bool operator()(const Continue &a, const Continue &b) const {
    return a.label == b.label;
  }
  bool operator()(const Return &a, const Return &b) const {
    return a.value == b.value;
  }
  bool operator()(const LocalBegin &a, const LocalBegin &b) const {
    return a.object == b.object;
  }
  bool operator()(const LocalEnd &a, const LocalEnd &b) const {
    return a.object == b.object;
  }
  bool operator()(const Opaque &a, const Opaque &b) const {
    return a.reason == b.reason;
  }
  bool operator()(const Hole &a, const Hole &b) const {
    return a.index == b.index;
  }
  template <typename A, typename B>
  bool operator()(const A &, const B &) const {
    return false;
  }
};

} // namespace

const Stmt *Context::stmt(StmtNode node, source::Span span) {
  std::uint64_t hash = mix(node.index() + 1, std::visit(NodeHash{}, node));
  return &stmt_store_.emplace_back(Stmt{std::move(node), span, hash});
}

Children children(const Stmt &stmt) {
  return std::visit(
      Overloaded{
          [](const If &s) { return Children{&s.then_body, &s.else_body}; },
          [](const Loop &s) { return Children{&s.body, nullptr}; },
          [](const Block &s) { return Children{&s.body, nullptr}; },
          [](const auto &) { return Children{}; },
      },
      stmt.node);
}

bool is_same(const Stmt &a, const Stmt &b) {
  return &a == &b ||
         (a.hash == b.hash && std::visit(IsSameNode{}, a.node, b.node));
}

bool is_same(const Seq &a, const Seq &b) {
  if (a.size() != b.size())
    return false;
  for (std::size_t i = 0; i < a.size(); i++)
    if (!is_same(*a[i], *b[i]))
      return false;
  return true;
}

std::size_t count_statements(const Seq &seq) {
  std::size_t count = 0;
  for_each_stmt(seq, [&](const Stmt &) { count++; });
  return count;
}

} // namespace mergeproof::ir
