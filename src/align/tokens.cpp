#include "align/tokens.h"

#include "support/hash.h"

#include <algorithm>
#include <utility>

namespace mergeproof::align {
namespace {

using namespace ir;
using support::hash_bytes;
using support::mix;

// Hashes one statement without what is nested in it, both ways at once.
class TokenHash {
public:
  TokenHash(Token &token, const NameTable &names, const Renaming &params)
      : token_(token), names_(names), params_(params) {}

  void add(std::uint64_t value) {
    token_.named = mix(token_.named, value);
    token_.anonymous = mix(token_.anonymous, value);
  }
  void add(Scalar type) { add(std::uint64_t(type.kind) << 16 | type.bits); }

  void add_name(Symbol name) {
    auto at = std::find(token_.names.begin(), token_.names.end(), name);
    std::uint64_t place = static_cast<std::uint64_t>(at - token_.names.begin());
    auto info = names_.find(name);
    std::uint64_t open =
        mix(place, info == names_.end() ? 0 : role(info->second));
    token_.anonymous = mix(token_.anonymous, open);
    token_.named = mix(token_.named, is_kept(info) ? shown(name) : open);
    token_.names.push_back(name);
  }

  void add(const Expr *e) {
    if (!e)
      return add(std::uint64_t(0));
    add(std::uint64_t(e->kind) << 8 | std::uint64_t(e->op));
    add(e->type);
    if (e->kind == ExprKind::Const) {
      add(static_cast<std::uint64_t>(e->bits));
      return add(static_cast<std::uint64_t>(e->bits >> 64));
    }
    if (e->kind == ExprKind::Var || e->kind == ExprKind::LocalAddr)
      return add_name(e->name);
    if (e->kind == ExprKind::GlobalAddr || e->kind == ExprKind::FunctionAddr)
      return add(hash_bytes(e->name));
    for (const Expr *child : {e->a, e->b, e->c})
      if (child)
        add(child);
  }

  void operator()(const Assign &s) { add(s.value), add_name(s.target); }
  void operator()(const Call &s) {
    std::visit(Overloaded{[&](Symbol id) { add(hash_bytes(id)); },
                          [&](const Expr *through) { add(through); },
                          [&](Intrinsic which) { add(std::uint64_t(which)); }},
               s.callee.target);
    add(hash_bytes(s.signature));
    for (const Expr *arg : s.args)
      add(arg);
    if (!s.result.empty())
      add(s.result_type), add_name(s.result);
  }
  void operator()(const Check &s) {
    add(std::uint64_t(s.kind)), add(s.condition);
  }
  void operator()(const Break &s) { add_name(s.label); }
  void operator()(const Continue &s) { add_name(s.label); }
  void operator()(const LocalBegin &s) { add_name(s.object); }
  void operator()(const LocalEnd &s) { add_name(s.object); }
  void operator()(const Opaque &s) { add(hash_bytes(s.reason)); }
  void operator()(const Loop &) { token_.is_mark = true; }
  void operator()(const Block &) { token_.is_mark = true; }
  template <typename T>
  void operator()(const T &) {} // expressions only

private:
  using Found = NameTable::const_iterator;

  bool is_kept(Found info) const {
    return info != names_.end() && info->second.is_source_name;
  }
  std::uint64_t shown(Symbol name) const {
    auto aligned = params_.find(name);
    return hash_bytes(aligned == params_.end() ? name : aligned->second);
  }
  static std::uint64_t role(const NameInfo &info) {
    std::uint64_t h = info.roles.size();
    for (const NameRole &role : info.roles) {
      h = mix(h, std::uint64_t(role.kind) << 40 |
                     std::uint64_t(role.scalar) << 32 |
                     std::uint64_t(role.passing) << 16 | role.bits);
      h = mix(mix(h, role.size), role.align);
    }
    return h;
  }

  Token &token_;
  const NameTable &names_;
  const Renaming &params_;
};

bool has_own_case(const StmtNode &node) {
  return std::holds_alternative<Assign>(node) ||
         std::holds_alternative<Call>(node) ||
         std::holds_alternative<Check>(node);
}

class Tokenizer {
public:
  Tokenizer(const NameTable &names, const Renaming &params)
      : names_(names), params_(params) {}

  void append(const Seq &seq) {
    for (const Stmt *stmt : seq)
      append(*stmt);
  }
  std::vector<Token> tokens;

private:
  void append(const Stmt &stmt) {
    Token &token = start(stmt.node.index() + 1);
    TokenHash hash(token, names_, params_);
    std::visit(hash, stmt.node);
    if (!has_own_case(stmt.node))
      for_each_expr(stmt, [&](const Expr *expr) { hash.add(expr); });
    if (auto *loop = stmt.as<Loop>())
      append_labelled(loop_, loop->label, loop->body);
    if (auto *block = stmt.as<Block>())
      append_labelled(block_, block->label, block->body);
    if (auto *branch = stmt.as<If>()) {
      append(branch->then_body);
      start(mark_else).is_mark = true;
      append(branch->else_body);
      start(mark_end).is_mark = true;
    }
  }
  void append_labelled(Symbol &current, Symbol label, const Seq &body) {
    Symbol outer = std::exchange(current, label);
    append(body);
    current = outer;
    start(mark_end).is_mark = true;
  }
  Token &start(std::uint64_t kind) {
    return tokens.emplace_back(Token{.named = kind,
                                     .anonymous = kind,
                                     .names = {},
                                     .loop = loop_,
                                     .block = block_});
  }

  static constexpr std::uint64_t mark_else = 101, mark_end = 102;
  const NameTable &names_;
  const Renaming &params_;
  Symbol loop_, block_;
};

} // namespace

std::vector<Token> tokenize(const Function &function, const NameTable &names,
                            const Renaming &params) {
  Tokenizer tokenizer(names, params);
  tokenizer.append(function.body);
  return std::move(tokenizer.tokens);
}

} // namespace mergeproof::align
