#include "verdict/code_index.h"

#include "ir/stmt_visit.h"

#include <algorithm>
#include <unordered_map>

namespace mergeproof::verdict {
namespace {

std::int64_t signed_value(const ir::Expr &constant) {
  auto value = static_cast<std::uint64_t>(constant.bits);
  unsigned width = constant.type.bits;
  if (width >= 64)
    return static_cast<std::int64_t>(value);
  std::uint64_t sign = std::uint64_t(1) << (width - 1);
  return static_cast<std::int64_t>((value ^ sign) - sign);
}

template <typename T>
void keep_each_once(std::vector<T> &values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// Looks at one function.
class Reader {
public:
  Reader(std::set<ir::Symbol> &address_taken, std::set<ir::Symbol> &exposed)
      : address_taken_(address_taken), exposed_(exposed) {}

  FunctionCode read(const ir::Function &function) {
    ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
      if (const auto *call = stmt.as<ir::Call>())
        note(*call);
      ir::for_each_expr(stmt,
                        [&](const ir::Expr *expr) { visit(expr, false); });
    });
    keep_each_once(code_.named);
    keep_each_once(code_.integers);
    return std::move(code_);
  }

private:
  void note(const ir::Call &call) {
    if (const auto *id = std::get_if<ir::Symbol>(&call.callee.target))
      code_.named.push_back(*id);
    else if (const auto *known =
                 std::get_if<ir::Intrinsic>(&call.callee.target))
      code_.allocates |= *known == ir::Intrinsic::Malloc ||
                         *known == ir::Intrinsic::Calloc ||
                         *known == ir::Intrinsic::Realloc;
  }

  // `is_place`: only read or asked about there.
  void visit(const ir::Expr *expr, bool is_place) {
    if (!expr)
      return;
    unsigned &seen = seen_[expr];
    unsigned use = is_place ? 1 : 2;
    if (seen & use)
      return;
    bool is_new = seen == 0;
    seen |= use;
    if (is_new)
      note(*expr);
    if (!is_place && expr->kind == ir::ExprKind::GlobalAddr)
      exposed_.insert(expr->name);
    is_place |=
        expr->kind == ir::ExprKind::Load || expr->kind == ir::ExprKind::Valid;
    for (const ir::Expr *part : {expr->a, expr->b, expr->c})
      visit(part, is_place);
  }

  void note(const ir::Expr &expr) {
    if (expr.kind == ir::ExprKind::FunctionAddr)
      address_taken_.insert(expr.name);
    if (expr.kind == ir::ExprKind::GlobalAddr ||
        expr.kind == ir::ExprKind::FunctionAddr)
      code_.named.push_back(expr.name);
    if (expr.kind == ir::ExprKind::Const && expr.type.is_int() &&
        expr.type.bits > 1 && expr.type.bits <= 64)
      code_.integers.push_back(signed_value(expr));
  }

  std::set<ir::Symbol> &address_taken_, &exposed_;
  FunctionCode code_;
  std::unordered_map<const ir::Expr *, unsigned> seen_; // as a place, or not
};

} // namespace

CodeIndex::CodeIndex(const ir::Program &program) : program_(program) {
  nodes_.reserve(program.functions.size() + program.globals.size());
  for (const auto &[id, function] : program.functions) {
    functions_.emplace_hint(functions_.end(), id, std::uint32_t(nodes_.size()));
    nodes_.push_back({.function = &function});
  }
  for (const auto &[id, global] : program.globals) {
    globals_.emplace_hint(globals_.end(), id, std::uint32_t(nodes_.size()));
    nodes_.push_back({.global = &global});
  }
}

CodeIndex::CodeIndex(const ir::Program &program, const CodeIndex &other)
    : CodeIndex(program) {
  address_taken_ = other.address_taken_;
  exposed_ = other.exposed_;
  for (Node &node : nodes_) {
    if (!node.function)
      continue;
    auto known = other.functions_.find(node.function->id);
    if (known == other.functions_.end())
      continue;
    const Node &same = other.nodes_[known->second];
    node.is_read = same.is_read && same.function->body == node.function->body;
    if (node.is_read) {
      node.code = same.code;
      number(node.code.named, node.named);
    }
  }
}

void CodeIndex::look_at_all() const {
  if (has_all_)
    return;
  has_all_ = true;
  for (std::uint32_t n = 0; n < nodes_.size(); n++)
    read(n);
}

const CodeIndex::Node &CodeIndex::read(std::uint32_t n) const {
  Node &node = nodes_[n];
  if (node.is_read)
    return node;
  node.is_read = true;
  if (node.function) {
    node.code = Reader(address_taken_, exposed_).read(*node.function);
    number(node.code.named, node.named);
    return node;
  }
  std::vector<ir::Symbol> named = ir::named_by(*node.global);
  address_taken_.insert(named.begin(), named.end());
  exposed_.insert(named.begin(), named.end());
  number(named, node.named);
  return node;
}

const CodeIndex::Node *CodeIndex::find(const ir::Function &function) const {
  auto own = functions_.find(function.id);
  bool is_own =
      own != functions_.end() && nodes_[own->second].function == &function;
  return is_own ? &read(own->second) : nullptr;
}

const std::optional<StoredValues> &
CodeIndex::stored_values(ir::Symbol global) const {
  look_at_all();
  auto [place, is_new] = stored_.try_emplace(global);
  if (auto node = globals_.find(global); is_new && node != globals_.end())
    place->second = find_stored(node->second, {});
  return place->second;
}

std::optional<StoredValues>
CodeIndex::stored_values(ir::Symbol global, const StoredValues &others) const {
  look_at_all();
  auto node = globals_.find(global);
  return node == globals_.end() ? std::nullopt
                                : find_stored(node->second, others);
}

// What nobody understands may store to what its file has.
std::optional<StoredValues>
CodeIndex::find_stored(std::uint32_t node, const StoredValues &others) const {
  const ir::Global &global = *nodes_[node].global;
  std::vector<const ir::Function *> users;
  for (const Node &other : nodes_) {
    bool is_user = std::find(other.named.begin(), other.named.end(), node) !=
                   other.named.end();
    bool is_hidden = other.function &&
                     !other.function->opaque_reasons.empty() &&
                     other.function->span.file == global.span.file;
    if (is_hidden || (is_user && !other.function))
      return std::nullopt;
    if (is_user)
      users.push_back(other.function);
  }
  return verdict::stored_values(users, global, others);
}

void CodeIndex::number(const std::vector<ir::Symbol> &names,
                       Numbers &nodes) const {
  for (ir::Symbol name : names)
    for (const auto *known : {&functions_, &globals_})
      if (auto node = known->find(name); node != known->end())
        nodes.push_back(node->second);
}

CodeIndex::Reach CodeIndex::reach(const ir::Function &from,
                                  const IsLeftOut &is_left_out) const {
  Reach reach{{&from}, {}};
  std::vector<bool> seen(nodes_.size());
  Numbers waiting;
  auto add = [&](std::uint32_t n) {
    const Node &node = nodes_[n];
    if (seen[n] || node.function == &from)
      return;
    seen[n] = true;
    if (node.function && is_left_out && is_left_out(*node.function))
      return;
    if (node.function)
      reach.functions.push_back(node.function);
    else
      reach.globals.push_back(node.global);
    waiting.push_back(n);
  };
  Numbers own;
  if (const Node *known = find(from))
    own = known->named;
  else
    number(code_of(from).named, own);
  std::for_each(own.begin(), own.end(), add);
  while (!waiting.empty()) {
    const Node &next = read(waiting.back());
    waiting.pop_back();
    std::for_each(next.named.begin(), next.named.end(), add);
  }
  return reach;
}

FunctionCode CodeIndex::code_of(const ir::Function &function) const {
  if (const Node *known = find(function))
    return known->code;
  std::set<ir::Symbol> address_taken, exposed;
  return Reader(address_taken, exposed).read(function);
}

} // namespace mergeproof::verdict
