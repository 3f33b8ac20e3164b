#include "relational/loops/block_operations.h"

#include "relational/loops/counted_loop.h"
#include "relational/loops/loop_accesses.h"

#include <algorithm>
#include <optional>

namespace mergeproof::relational {
namespace {

using namespace ir;

constexpr Scalar size_scalar = make_int(64);

// A turn that stores once: what it stores, and what it checks.
struct BlockTurn {
  CountedLoop loop;
  const Store *store = nullptr;
  std::vector<const Stmt *> checks;
};

std::optional<BlockTurn> as_block_turn(const Stmt &stmt) {
  std::optional<CountedLoop> loop = as_counted_loop(stmt);
  if (!loop || loop->writes.size() != 1)
    return std::nullopt;
  BlockTurn turn{std::move(*loop), nullptr, {}};
  for (std::size_t i = 0; i + 1 < turn.loop.turn.size(); i++) {
    const Stmt *part = turn.loop.turn[i];
    auto *store = part->as<Store>();
    if ((!store && !part->as<Check>()) || (store && turn.store))
      return std::nullopt;
    if (store)
      turn.store = store;
    else
      turn.checks.push_back(part);
  }
  return turn.store ? std::optional(std::move(turn)) : std::nullopt;
}

// The byte that all bytes of a value are, in every turn; null: there is none.
const Expr *byte_of(Context &context, const Expr *value,
                    const CountedLoop &loop) {
  if (value->kind == ExprKind::Const && !value->type.is_float()) {
    Bits byte = value->bits & 255, all = 0;
    for (std::uint32_t i = 0; i < value->type.bytes(); i++)
      all = all << 8 | byte;
    return all == value->bits ? context.constant(make_int(8), byte) : nullptr;
  }
  std::set<Symbol> read;
  add_variables(value, read);
  bool is_stable = !value->reads_memory && !value->reads_objects &&
                   !read.contains(loop.counter->name);
  return is_stable && value->type == make_int(8) ? value : nullptr;
}

class BlockOperation {
public:
  BlockOperation(Context &context, const BlockTurn &turn, source::Span span)
      : context_(context), turn_(turn), loop_(turn.loop), span_(span),
        goes_(loop_.condition) {}

  // What stands for the loop; nothing: it is no block operation.
  std::optional<Seq> build(const Stmt &loop) {
    const Scalar type = turn_.store->value->type;
    std::optional<Access> to = place_of(turn_.store->address);
    // Every bit counts: not where a bool is made of a byte.
    if (!to || to->size != static_cast<std::int64_t>(type.bytes()) ||
        type.bits != 8 * type.bytes())
      return std::nullopt;
    scale_ = to->size;
    const Stmt *operation = make_operation(*to);
    Seq block;
    if (!operation || !hoist_checks(block))
      return std::nullopt;
    block.push_back(operation);
    const Expr *counter = loop_.counter;
    block.push_back(context_.stmt(
        Assign{counter->name, context_.select(goes_, loop_.bound, counter)},
        span_));
    if (!overlap_)
      return block;
    return Seq{context_.stmt(
        If{context_.binary(Op::And, goes_, overlap_), {&loop}, block}, span_)};
  }

private:
  // Of an address that goes on by as many bytes as it is one of, every turn.
  std::optional<Access> place_of(const Expr *address) const {
    Access access = locate(address, loop_);
    if (!access.base || !access.place || access.place->scale <= 0)
      return std::nullopt;
    access.size = access.place->scale;
    return access;
  }

  const Expr *widened(const Expr *e) const {
    if (e->type.bits == 64)
      return e;
    bool is_signed = loop_.condition->op == Op::SLt;
    return context_.cast(is_signed ? Op::SExt : Op::ZExt, size_scalar, e);
  }

  // Of the turns from here on, where there are some.
  const Expr *count() const {
    const Expr *from = widened(loop_.counter), *to = widened(loop_.bound);
    return loop_.step > 0 ? context_.binary(Op::Sub, to, from)
                          : context_.binary(Op::Sub, from, to);
  }

  const Expr *bytes() const {
    return context_.binary(Op::Mul, count(),
                           context_.constant(size_scalar, Bits(scale_)));
  }

  // Of the bytes that all turns have at an address: it is that of the first.
  const Expr *begin_of(const Expr *address) const {
    if (loop_.step > 0)
      return address;
    const Expr *others = context_.binary(
        Op::Sub, context_.constant(size_scalar, Bits(scale_)), bytes());
    return context_.binary(Op::PtrAdd, address, others);
  }

  const Expr *size_to_change() const {
    return context_.select(goes_, bytes(), context_.constant(size_scalar, 0));
  }

  const Stmt *make_operation(const Access &to) {
    const Expr *value = turn_.store->value;
    const Expr *target = begin_of(turn_.store->address);
    if (const Expr *byte = byte_of(context_, value, loop_))
      return context_.stmt(MemSet{target, byte, size_to_change()}, span_);
    if (value->kind != ExprKind::Load)
      return nullptr;
    std::optional<Access> from = place_of(value->a);
    if (!from || from->size != scale_ || !may_move(to, *from))
      return nullptr;
    const Expr *source = begin_of(value->a);
    if (from->base != to.base)
      overlap_ = is_ahead(target, source);
    return context_.stmt(MemCopy{target, source, size_to_change()}, span_);
  }

  // Whether a turn of one array reads what no earlier turn has written.
  bool may_move(const Access &to, const Access &from) const {
    std::int64_t ahead = to.place->offset - from.place->offset;
    return from.base != to.base || (loop_.step > 0 ? ahead <= 0 : ahead >= 0);
  }

  // Whether turns read what earlier ones wrote.
  const Expr *is_ahead(const Expr *target, const Expr *source) const {
    const Expr *low = loop_.step > 0 ? source : target;
    const Expr *high = loop_.step > 0 ? target : source;
    const Expr *end = context_.binary(Op::PtrAdd, low, bytes());
    return context_.binary(Op::And, context_.binary(Op::ULt, low, high),
                           context_.binary(Op::ULt, high, end));
  }

  // False: some check is about one turn only.
  bool hoist_checks(Seq &block) const {
    for (const Stmt *stmt : turn_.checks) {
      auto *check = stmt->as<Check>();
      if (counts_on(check->condition))
        continue;
      const Expr *condition = hoisted(check->condition);
      if (!condition)
        return false;
      block.push_back(context_.stmt(
          Check{check->kind,
                context_.binary(Op::Or, context_.unary(Op::Not, goes_),
                                condition)},
          stmt->span));
    }
    return true;
  }

  // Whether it says that the next value of the counter is none too large, as
  // the test of the loop does.
  bool counts_on(const Expr *condition) const {
    const Expr *over =
        condition->kind == ExprKind::Unary ? condition->a : nullptr;
    if (!over || condition->op != Op::Not || over->kind != ExprKind::Binary ||
        over->a != loop_.counter || over->b->kind != ExprKind::Const ||
        loop_.condition->op != Op::SLt)
      return false;
    Bits one =
        loop_.step > 0 ? 1 : context_.integer(over->b->type.bits, -1)->bits;
    return (over->op == Op::SAddOverflow && over->b->bits == one) ||
           (over->op == Op::SSubOverflow && loop_.step < 0 &&
            over->b->bits == 1);
  }

  // What says it of all turns.
  const Expr *hoisted(const Expr *condition) const {
    if (condition->kind == ExprKind::Valid)
      return hoisted_validity(condition);
    std::set<Symbol> read;
    add_variables(condition, read);
    bool is_stable = !condition->reads_memory && !condition->reads_objects &&
                     !read.contains(loop_.counter->name);
    return is_stable ? condition : nullptr;
  }

  const Expr *hoisted_validity(const Expr *condition) const {
    std::optional<Access> access = place_of(condition->a);
    bool is_one = condition->b->kind == ExprKind::Const &&
                  condition->b->bits == Bits(scale_);
    return access && access->size == scale_ && is_one
               ? context_.valid(begin_of(condition->a), bytes())
               : nullptr;
  }

  Context &context_;
  const BlockTurn &turn_;
  const CountedLoop &loop_;
  source::Span span_;
  const Expr *goes_;
  std::int64_t scale_ = 0;
  const Expr *overlap_ = nullptr; // where it is no block operation
};

class Rewriting {
public:
  explicit Rewriting(Context &context) : context_(context) {}

  Seq run(const Seq &seq) {
    Seq result;
    for (const Stmt *stmt : seq)
      add(*stmt, result);
    return result;
  }
  std::size_t count() const { return count_; }

private:
  void add(const Stmt &stmt, Seq &result) {
    if (auto *branch = stmt.as<If>()) {
      result.push_back(context_.stmt(
          If{branch->condition, run(branch->then_body), run(branch->else_body)},
          stmt.span));
    } else if (auto *block = stmt.as<Block>()) {
      result.push_back(
          context_.stmt(Block{block->label, run(block->body)}, stmt.span));
    } else if (auto *loop = stmt.as<Loop>()) {
      add_loop(stmt, *loop, result);
    } else {
      result.push_back(&stmt);
    }
  }

  void add_loop(const Stmt &stmt, const Loop &loop, Seq &result) {
    std::optional<BlockTurn> turn = as_block_turn(stmt);
    std::optional<Seq> block =
        turn ? BlockOperation(context_, *turn, stmt.span).build(stmt)
             : std::nullopt;
    if (!block) {
      result.push_back(
          context_.stmt(Loop{loop.label, run(loop.body)}, stmt.span));
      return;
    }
    result.insert(result.end(), block->begin(), block->end());
    count_++;
  }

  Context &context_;
  std::size_t count_ = 0;
};

} // namespace

BlockOperations with_block_operations(Context &context,
                                      const Function &function) {
  BlockOperations result{function, 0};
  Rewriting rewriting(context);
  result.function.body = rewriting.run(function.body);
  result.count = rewriting.count();
  return result;
}

} // namespace mergeproof::relational
