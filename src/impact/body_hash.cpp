#include "impact/body_hash.h"

#include <unordered_map>

namespace mergeproof::impact {
namespace {

using namespace ir;

std::uint64_t code(Scalar scalar) {
  return std::uint64_t(scalar.kind) << 16 | scalar.bits;
}

class BodyWalk {
public:
  explicit BodyWalk(const Function &function) : function_(function) {
    for (const Variable &param : function.params)
      number(param.name);
  }

  void add(const Seq &seq) {
    digest_.add(seq.size());
    for (const Stmt *stmt : seq) {
      digest_.add(stmt->node.index());
      std::visit(*this, stmt->node);
    }
  }
  BodyHash finish() {
    digest_.add(hash_signature(function_));
    digest_.add(std::uint64_t(function_.choices.promises) << 2 |
                std::uint64_t(function_.choices.evaluation_order) << 1 |
                std::uint64_t(function_.choices.wide_bit_fields));
    return {digest_.finish(), std::move(callees_)};
  }

  void operator()(const Assign &s) { add(s.value), add_name(s.target); }
  void operator()(const Store &s) { add(s.address), add(s.value); }
  void operator()(const MemCopy &s) {
    add(s.target), add(s.source), add(s.size);
  }
  void operator()(const MemSet &s) { add(s.target), add(s.byte), add(s.size); }
  void operator()(const Call &s) {
    digest_.add(s.callee.target.index());
    std::visit(
        Overloaded{[&](Symbol id) { callees_.push_back(id); },
                   [&](const Expr *through) { add(through); },
                   [&](Intrinsic which) { digest_.add(std::uint64_t(which)); }},
        s.callee.target);
    digest_.add(s.args.size() << 1 | std::uint64_t(s.is_variadic));
    for (const Expr *arg : s.args)
      add(arg);
    digest_.add(s.result.empty() ? 0 : code(s.result_type) + 1);
    if (!s.result.empty())
      add_name(s.result);
  }
  void operator()(const Check &s) {
    digest_.add(std::uint64_t(s.kind));
    add(s.condition);
  }
  void operator()(const Assume &s) { add(s.condition); }
  void operator()(const If &s) {
    add(s.condition), add(s.then_body), add(s.else_body);
  }
  void operator()(const Loop &s) { add_name(s.label), add(s.body); }
  void operator()(const Block &s) { add_name(s.label), add(s.body); }
  void operator()(const Break &s) { add_name(s.label); }
  void operator()(const Continue &s) { add_name(s.label); }
  void operator()(const Return &s) {
    digest_.add(std::uint64_t(s.value != nullptr));
    if (s.value)
      add(s.value);
  }
  void operator()(const LocalBegin &s) { add_object(s.object); }
  void operator()(const LocalEnd &s) { add_object(s.object); }
  void operator()(const Opaque &s) { digest_.add(s.reason); }
  void operator()(const Hole &) { digest_.make_incomparable(); }

private:
  std::uint64_t number(Symbol name) {
    return numbers_.try_emplace(name, numbers_.size()).first->second;
  }
  void add_name(Symbol name) { digest_.add(number(name)); }
  void add_object(Symbol name) { digest_.add(hash_object(name)); }

  Hash128 hash_object(Symbol name) {
    Digest digest(number(name));
    for (const LocalObject &object : function_.objects)
      if (object.name == name)
        digest.add(object.size), digest.add(object.align);
    return digest.finish();
  }

  void add(const Expr *expr) { digest_.add(hash(expr)); }

  // Names get their numbers at the first visit, so the hash of an expression
  // that was seen once never changes.
  Hash128 hash(const Expr *e) {
    if (auto known = memo_.find(e); known != memo_.end())
      return known->second;
    Digest digest(std::uint64_t(e->kind) << 8 | std::uint64_t(e->op));
    digest.add(code(e->type));
    if (e->kind == ExprKind::Const) {
      digest.add(static_cast<std::uint64_t>(e->bits));
      digest.add(static_cast<std::uint64_t>(e->bits >> 64));
    } else if (e->kind == ExprKind::Var) {
      digest.add(number(e->name));
    } else if (e->kind == ExprKind::LocalAddr) {
      digest.add(hash_object(e->name));
    } else {
      digest.add(e->name);
    }
    for (const Expr *child : {e->a, e->b, e->c})
      if (child)
        digest.add(hash(child));
    return memo_.emplace(e, digest.finish()).first->second;
  }

  const Function &function_;
  Digest digest_{1};
  std::vector<Symbol> callees_;
  std::unordered_map<Symbol, std::uint64_t> numbers_;
  std::unordered_map<const Expr *, Hash128> memo_;
};

} // namespace

BodyHash hash_body(const Function &function) {
  BodyWalk walk(function);
  walk.add(function.body);
  return walk.finish();
}

Hash128 hash_signature(const Function &function) {
  Digest digest(2);
  digest.add(function.params.size());
  for (const Variable &param : function.params) {
    bool by_address = param.passing != Variable::Passing::Direct;
    digest.add(code(param.scalar));
    digest.add(std::uint64_t(param.passing));
    digest.add(by_address && param.type ? param.type->size : 0);
  }
  digest.add(function.result ? code(*function.result) + 1 : 0);
  digest.add(std::uint64_t(function.is_entry) << 2 |
             std::uint64_t(function.is_variadic) << 1 |
             std::uint64_t(function.is_noreturn));
  digest.add(function.standing);
  digest.add(function.raw_layouts);
  digest.add(function.linked);
  return digest.finish();
}

Hash128 hash_global(const Global &global) {
  Digest digest(3);
  digest.add(global.size);
  digest.add(global.align);
  digest.add(std::uint64_t(global.is_entry) << 3 |
             std::uint64_t(global.is_const) << 2 |
             std::uint64_t(global.is_thread_local) << 1 |
             std::uint64_t(global.is_defined));
  digest.add({reinterpret_cast<const char *>(global.bytes.data()),
              global.bytes.size()});
  digest.add(global.relocations.size());
  for (const Relocation &relocation : global.relocations) {
    digest.add(relocation.offset);
    digest.add(relocation.symbol);
    digest.add(static_cast<std::uint64_t>(relocation.addend));
  }
  return digest.finish();
}

} // namespace mergeproof::impact
