#include "relational/loops/block_operations.h"

#include "relational/loops/block_turn.h"
#include "relational/loops/loop_accesses.h"

#include <algorithm>
#include <optional>

namespace mergeproof::relational {
namespace {

using namespace ir;

constexpr Scalar size_scalar = make_int(64);

bool reads_any(const Expr *e, const std::set<Symbol> &names) {
  std::set<Symbol> read;
  add_variables(e, read);
  return std::any_of(read.begin(), read.end(),
                     [&](Symbol name) { return names.contains(name); });
}

class BlockOperation {
public:
  BlockOperation(Context &context, const BlockTurn &turn, source::Span span)
      : context_(context), turn_(turn), loop_(turn.loop), span_(span),
        locator_{loop_, loop_.writes, {}} {
    for (const auto &[name, step] : turn_.steps)
      locator_.changing.erase(name);
    for (const Stmt *stmt : turn_.checks) {
      const Expr *condition = stmt->as<Check>()->condition;
      for (const Expr *sum : {exact_sum(condition), exact_index(condition)})
        if (sum)
          locator_.exact.insert(sum);
    }
    if (loop_.condition->op == Op::ULt) // the next number is none too large
      locator_.exact.insert(
          context_.binary(loop_.step > 0 ? Op::Add : Op::Sub, loop_.counter,
                          context_.constant(loop_.counter->type, 1)));
  }

  // What stands for the loop; nothing: it is no block operation.
  std::optional<Seq> build(const Stmt &loop) {
    const Scalar type = turn_.value->type;
    std::optional<Run> to = run_of(turn_.address);
    // Every bit counts: not where a bool is made of a byte.
    if (!to || type.bits != 8 * type.bytes() ||
        std::abs(to->movement) != std::int64_t(type.bytes()))
      return std::nullopt;
    movement_ = to->movement;
    const Stmt *operation = make_operation(*to);
    Seq block;
    if (!operation || !hoist_checks(block) || !are_reads_stable())
      return std::nullopt;
    Seq last{operation};
    add_last_values(last);
    append(block, unless(overlap_, loop, std::move(last)));
    return unless(changed_reads(), loop, std::move(block));
  }

private:
  // Addresses of all turns: base + offset, and further by as much in every one.
  struct Run {
    const Expr *base = nullptr;
    std::int64_t offset = 0, movement = 0;
  };

  std::optional<Run> run_of(const Expr *address) const {
    Access access = locator_.locate(address);
    if (!access.base || !access.place)
      return std::nullopt;
    Run run{access.base, access.place->offset,
            access.place->scale * loop_.step};
    if (auto step = access.base->kind == ExprKind::Var
                        ? turn_.steps.find(access.base->name)
                        : turn_.steps.end();
        step != turn_.steps.end())
      run.movement += step->second;
    else if (reads_any(access.base, loop_.writes))
      return std::nullopt;
    return run;
  }

  // The loop itself where the condition holds and there is a turn.
  Seq unless(const Expr *condition, const Stmt &loop, Seq block) const {
    if (!condition)
      return block;
    return Seq{context_.stmt(If{context_.binary(Op::And, turn_.goes, condition),
                                {&loop},
                                std::move(block)},
                             span_)};
  }
  static void append(Seq &seq, const Seq &more) {
    seq.insert(seq.end(), more.begin(), more.end());
  }

  // All that is read in every turn but what is copied, and is to be the same.
  void note_reads(const Expr *e) {
    if (!e || !e->reads_memory)
      return;
    if (e->kind == ExprKind::Load &&
        std::find(reads_.begin(), reads_.end(), e) == reads_.end())
      reads_.push_back(e);
    for (const Expr *child : {e->a, e->b, e->c})
      note_reads(child);
  }

  bool are_reads_stable() {
    constexpr std::size_t most_reads = 4;
    bool is_copy = turn_.value->kind == ExprKind::Load;
    for (const Expr *e : {turn_.goes, turn_.count, turn_.address,
                          is_copy ? turn_.value->a : turn_.value})
      note_reads(e);
    for (const auto *checks : {&turn_.tests, &turn_.checks})
      for (const Stmt *stmt : *checks)
        note_reads(stmt->as<Check>()->condition);
    return reads_.size() <= most_reads && (goes_up() || reads_.empty()) &&
           std::none_of(reads_.begin(), reads_.end(), [&](const Expr *read) {
             return reads_any(read, loop_.writes);
           });
  }

  // Whether turns may change what they read; null: they cannot. What is read
  // lies in the object that is written, else an earlier turn would trap.
  const Expr *changed_reads() const {
    const Expr *any = nullptr;
    for (const Expr *read : reads_) {
      const Expr *one = meets(read);
      any = any ? context_.binary(Op::Or, any, one) : one;
    }
    return any;
  }

  // Going up. (Sums of addresses may wrap, distances do not.)
  const Expr *meets(const Expr *read) const {
    const Expr *begin = turn_.address;
    const Expr *is_ahead = context_.binary(Op::ULe, begin, read->a);
    const Expr *ahead = distance(begin, read->a);
    const Expr *reaches = context_.binary(Op::ULt, ahead, bytes());
    if (const Expr *few = has_few_turns())
      reaches = context_.binary(Op::Or, context_.unary(Op::Not, few), reaches);
    const Expr *begins_inside =
        context_.binary(Op::ULt, distance(read->a, begin),
                        number(std::int64_t(read->type.bytes())));
    const Expr *until = context_.select(
        is_ahead, context_.binary(Op::Add, ahead, number(1)), number(1));
    return context_.binary(Op::And,
                           context_.select(is_ahead, reaches, begins_inside),
                           context_.valid(begin, until));
  }

  const Expr *distance(const Expr *from, const Expr *to) const {
    return context_.binary(Op::Sub,
                           context_.cast(Op::PtrToInt, size_scalar, to),
                           context_.cast(Op::PtrToInt, size_scalar, from));
  }

  // Whether all turns have less than 2^63 bytes; null: they do.
  const Expr *has_few_turns() const {
    const std::int64_t size = std::abs(movement_);
    return size > 1 && loop_.counter->type.bits > 32
               ? context_.binary(Op::ULe, turn_.count, number(INT64_MAX / size))
               : nullptr;
  }

  bool goes_up() const { return movement_ > 0; }
  const Expr *number(std::int64_t value) const {
    return context_.integer(64, value);
  }
  const Expr *bytes() const {
    return context_.binary(Op::Mul, turn_.count, number(std::abs(movement_)));
  }

  // Of the bytes that all turns have at an address: it is that of the first.
  const Expr *begin_of(const Expr *address) const {
    if (goes_up())
      return address;
    const Expr *others = context_.binary(Op::Sub, number(-movement_), bytes());
    return context_.binary(Op::PtrAdd, address, others);
  }

  const Expr *size_to_change() const {
    return context_.select(turn_.goes, bytes(), number(0));
  }

  // The byte that all bytes of the value are, in every turn; null: there is
  // none.
  const Expr *byte_of_all() const {
    const Expr *value = turn_.value;
    if (value->kind != ExprKind::Const) {
      bool is_stable = !value->reads_objects &&
                       !reads_any(value, loop_.writes) &&
                       value->kind != ExprKind::Load;
      return is_stable && value->type == make_int(8) ? value : nullptr;
    }
    Bits byte = value->bits & 255, all = 0;
    for (std::uint32_t i = 0; i < value->type.bytes(); i++)
      all = all << 8 | byte;
    return all == value->bits ? context_.constant(make_int(8), byte) : nullptr;
  }

  const Stmt *make_operation(const Run &to) {
    const Expr *target = begin_of(turn_.address);
    if (const Expr *byte = byte_of_all())
      return context_.stmt(MemSet{target, byte, size_to_change()}, span_);
    if (turn_.value->kind != ExprKind::Load)
      return nullptr;
    std::optional<Run> from = run_of(turn_.value->a);
    if (!from || from->movement != movement_ || !may_move(to, *from))
      return nullptr;
    const Expr *source = begin_of(turn_.value->a);
    if (from->base != to.base)
      overlap_ = is_ahead(target, source);
    return context_.stmt(MemCopy{target, source, size_to_change()}, span_);
  }

  // Whether a turn of one array reads what no earlier turn has written.
  bool may_move(const Run &to, const Run &from) const {
    std::int64_t ahead = to.offset - from.offset;
    return from.base != to.base || (goes_up() ? ahead <= 0 : ahead >= 0);
  }

  // Whether turns read what earlier ones wrote.
  const Expr *is_ahead(const Expr *target, const Expr *source) const {
    const Expr *low = goes_up() ? source : target;
    const Expr *high = goes_up() ? target : source;
    return context_.binary(
        Op::And, context_.binary(Op::ULt, low, high),
        context_.binary(Op::ULt, distance(low, high), bytes()));
  }

  void add_check(Seq &block, CheckKind kind, const Expr *condition,
                 source::Span span) const {
    block.push_back(context_.stmt(
        Check{kind, context_.binary(Op::Or, context_.unary(Op::Not, turn_.goes),
                                    condition)},
        span));
  }

  // False: some check is about one turn only.
  bool hoist_checks(Seq &block) const {
    for (const Stmt *stmt : turn_.tests) {
      if (reads_any(stmt->as<Check>()->condition, loop_.writes))
        return false;
      block.push_back(stmt);
    }
    if (const Expr *few = has_few_turns())
      add_check(block, CheckKind::InvalidAccess, few, span_);
    for (const Stmt *stmt : turn_.checks) {
      auto *check = stmt->as<Check>();
      if (counts_on(check->condition) || is_seen_by_another(*check))
        continue;
      const Expr *condition = hoisted(check->condition);
      if (!condition)
        return false;
      add_check(block, check->kind, condition, stmt->span);
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
    Bits added = context_.integer(over->b->type.bits, loop_.step)->bits;
    return (over->op == Op::SAddOverflow && over->b->bits == added) ||
           (over->op == Op::SSubOverflow && loop_.step < 0 &&
            over->b->bits == 1);
  }

  // That a pointer is not null, where the same turn checks what it points to.
  bool is_seen_by_another(const Check &check) const {
    const Expr *test = check.condition;
    if (test->kind != ExprKind::Binary || test->op != Op::Ne ||
        !test->a->type.is_pointer() || test->b != context_.null_pointer())
      return false;
    return std::any_of(
        turn_.checks.begin(), turn_.checks.end(), [&](const Stmt *stmt) {
          const Expr *other = stmt->as<Check>()->condition;
          return other->kind == ExprKind::Valid && other->a == test->a;
        });
  }

  // What says it of all turns. No turn ends the life of an object.
  const Expr *hoisted(const Expr *condition) const {
    if (!reads_any(condition, loop_.writes))
      return condition;
    if (condition->kind == ExprKind::Valid)
      return hoisted_validity(condition);
    if (!exact_sum(condition) && !is_index(condition))
      return nullptr;
    const Expr *both =
        context_.binary(Op::And, condition, in_last_turn(condition));
    return may_wrap(condition)
               ? context_.binary(Op::And, both, keeps_order(condition->a))
               : both;
  }

  // The sum of the counter and a constant that the condition says is exact. In
  // all turns if in the first and in the last, as those between are between.
  const Expr *exact_sum(const Expr *condition) const {
    const Expr *over =
        condition->kind == ExprKind::Unary ? condition->a : nullptr;
    if (!over || condition->op != Op::Not || over->kind != ExprKind::Binary ||
        over->a != loop_.counter || over->b->kind != ExprKind::Const ||
        loop_.condition->op != Op::SLt)
      return nullptr;
    return over->op == Op::SAddOverflow
               ? context_.binary(Op::Add, over->a, over->b)
           : over->op == Op::SSubOverflow
               ? context_.binary(Op::Sub, over->a, over->b)
               : nullptr;
  }

  // What is less than a small number does not wrap where a small constant is
  // taken off: `v[i - 1]` of a number without sign.
  const Expr *exact_index(const Expr *condition) const {
    constexpr Bits small = Bits(1) << 30;
    auto is_small = [](const Expr *e) {
      return e->kind == ExprKind::Const && e->bits <= small;
    };
    bool is_bound =
        condition->kind == ExprKind::Binary &&
        (condition->op == Op::ULt || condition->op == Op::ULe) &&
        is_small(condition->b) && condition->a->kind == ExprKind::Cast &&
        condition->a->op == Op::ZExt && loop_.condition->op == Op::ULt;
    const Expr *sum = is_bound ? condition->a->a : nullptr;
    bool is_difference = sum && sum->kind == ExprKind::Binary &&
                         sum->op == Op::Sub && sum->a == loop_.counter &&
                         sum->type.bits == 32 && is_small(sum->b);
    return is_difference ? sum : nullptr;
  }

  // Whether it says that a number which goes with the counter is an index: it
  // is between the first and the last one then in all turns, too.
  bool is_index(const Expr *condition) const {
    constexpr Bits most_bound = Bits(1) << 62;
    bool is_bound = condition->kind == ExprKind::Binary &&
                    (condition->op == Op::ULt || condition->op == Op::ULe) &&
                    condition->b->kind == ExprKind::Const &&
                    condition->b->type == size_scalar &&
                    condition->b->bits < most_bound;
    std::optional<Access::Place> place =
        is_bound ? locator_.place_of(condition->a) : std::nullopt;
    return place && place->scale > 0 &&
           (place->scale == 1 || loop_.counter->type.bits <= 32);
  }

  // Of an index.
  bool may_wrap(const Expr *condition) const {
    return loop_.condition->op == Op::ULt && loop_.counter->type.bits > 32 &&
           is_index(condition);
  }
  const Expr *keeps_order(const Expr *index) const {
    const Expr *last = in_last_turn(index);
    return loop_.step > 0 ? context_.binary(Op::ULe, index, last)
                          : context_.binary(Op::ULe, last, index);
  }

  const Expr *in_last_turn(const Expr *condition) const {
    const Expr *last =
        context_.binary(loop_.step > 0 ? Op::Sub : Op::Add, loop_.bound,
                        context_.constant(loop_.bound->type, 1));
    Plugged plugged(context_);
    plugged.set(loop_.counter->name, last);
    return plugged(condition);
  }

  const Expr *hoisted_validity(const Expr *condition) const {
    std::optional<Run> run = run_of(condition->a);
    bool is_one = run && run->movement == movement_ &&
                  condition->b == number(std::abs(movement_));
    return is_one ? context_.valid(begin_of(condition->a), bytes()) : nullptr;
  }

  // First those that others are made of.
  void add_last_values(Seq &block) const {
    Symbol counter = loop_.counter->name;
    for (bool is_counter : {false, true})
      for (const auto &[name, value] : turn_.after)
        if ((name == counter) == is_counter)
          block.push_back(context_.stmt(Assign{name, value}, span_));
  }

  Context &context_;
  const BlockTurn &turn_;
  const CountedLoop &loop_;
  source::Span span_;
  std::int64_t movement_ = 0; // of what is written, in bytes a turn
  Locator locator_;
  const Expr *overlap_ = nullptr; // where turns read what earlier ones copied
  std::vector<const Expr *> reads_;
};

class Rewriting {
public:
  Rewriting(Context &context, const Function &function) : context_(context) {
    note_reads(function.body, reads_);
  }

  Seq run(const Seq &seq) {
    Seq result;
    for (const Stmt *stmt : seq)
      add(*stmt, result);
    return result;
  }
  std::size_t count() const { return count_; }

private:
  using Reads = std::map<Symbol, std::size_t>; // in how many statements

  static void note_reads(const Seq &seq, Reads &reads) {
    for_each_stmt(seq, [&](const Stmt &stmt) {
      std::set<Symbol> read;
      for_each_expr(stmt, [&](const Expr *e) { add_variables(e, read); });
      for (Symbol name : read)
        reads[name]++;
    });
  }

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
    Reads here;
    note_reads(Seq{&stmt}, here);
    std::optional<BlockTurn> turn = as_block_turn(
        context_, stmt, [&](Symbol name) { return reads_[name] > here[name]; });
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
  Reads reads_;
  std::size_t count_ = 0;
};

} // namespace

BlockOperations with_block_operations(Context &context,
                                      const Function &function) {
  BlockOperations result{function, 0};
  Rewriting rewriting(context, function);
  result.function.body = rewriting.run(function.body);
  result.count = rewriting.count();
  return result;
}

} // namespace mergeproof::relational
