// One function of a random program; see random_program.h.
#pragma once

#include "ir/context.h"
#include "ir/program.h"
#include "laws/random_expr.h"
#include "laws/random_source.h"

#include <string>
#include <vector>

namespace mergeproof::tests {

// The few source types that random programs use.
struct RandomTypes {
  const ir::Type *int_type, *long_type, *void_type, *pointer_type, *table_type,
      *limits_type;

  explicit RandomTypes(ir::Context &context)
      : int_type(make_int(context, 4, "int")),
        long_type(make_int(context, 8, "long")),
        void_type(
            make(context, {.kind = ir::TypeKind::Void, .spelling = "void"})),
        pointer_type(make(context, {.kind = ir::TypeKind::Pointer,
                                    .size = 8,
                                    .align = 8,
                                    .element = int_type,
                                    .spelling = "int *"})),
        table_type(make_array(context, 8, "int[8]")),
        limits_type(make_array(context, 4, "const int[4]")) {}

  static const ir::Type *make_function(ir::Context &context,
                                       const ir::Type *result,
                                       std::vector<const ir::Type *> params) {
    return make(context, {.kind = ir::TypeKind::Function,
                          .element = result,
                          .params = std::move(params)});
  }

private:
  static const ir::Type *make(ir::Context &context, ir::Type type) {
    ir::Type *made = context.make_type();
    *made = std::move(type);
    return made;
  }
  static const ir::Type *make_int(ir::Context &context, std::uint64_t size,
                                  const char *spelling) {
    return make(context, {.kind = ir::TypeKind::Int,
                          .is_signed = true,
                          .size = size,
                          .align = std::uint32_t(size),
                          .spelling = spelling});
  }
  const ir::Type *make_array(ir::Context &context, std::uint64_t count,
                             const char *spelling) const {
    return make(context, {.kind = ir::TypeKind::Array,
                          .size = 4 * count,
                          .align = 4,
                          .element = int_type,
                          .count = count,
                          .spelling = spelling});
  }
};

class RandomFunction {
public:
  struct Shape {
    std::string id;
    unsigned size = 20;
    bool has_memory = true;
    bool has_externals = true;
    bool has_variadic = false;
    std::vector<std::string> callees; // (i32, i64) -> i32
  };

  RandomFunction(ir::Context &context, const RandomTypes &types,
                 RandomSource &random, const Shape &shape)
      : context_(context), types_(types), random_(random), shape_(shape),
        exprs_(context, random), budget_(int(shape.size)) {}

  ir::Function make_unit() {
    exprs_.has_pointer = shape_.has_memory;
    return finish({make_param("p", ir::pointer_scalar, types_.pointer_type),
                   make_param("a", ir::make_int(32), types_.int_type),
                   make_param("b", ir::make_int(32), types_.int_type),
                   make_param("c", ir::size_scalar, types_.long_type)});
  }

  ir::Function make_helper() {
    return finish({make_param("x", ir::make_int(32), types_.int_type),
                   make_param("y", ir::size_scalar, types_.long_type)});
  }

private:
  using Expr = const ir::Expr *;

  ir::Variable make_param(const char *name, ir::Scalar scalar,
                          const ir::Type *type) {
    ir::Symbol symbol = context_.symbol(name);
    if (scalar == ir::make_int(32))
      exprs_.narrow.push_back(symbol);
    if (scalar == ir::size_scalar)
      exprs_.wide.push_back(symbol);
    return {
        .name = symbol, .scalar = scalar, .type = type, .source_name = symbol};
  }

  ir::Symbol make_local(const std::string &name, ir::Scalar scalar) {
    ir::Symbol symbol = context_.symbol(name);
    locals_.push_back(
        {.name = symbol,
         .scalar = scalar,
         .type = scalar.bits == 64 ? types_.long_type : types_.int_type,
         .source_name = symbol});
    return symbol;
  }

  void add(ir::Seq &seq, ir::StmtNode node) {
    seq.push_back(context_.stmt(std::move(node)));
  }

  ir::Function finish(std::vector<ir::Variable> params) {
    ir::Function f;
    f.id = f.name = context_.symbol(shape_.id);
    f.is_defined = true;
    f.result = ir::make_int(32);
    std::vector<const ir::Type *> param_types;
    for (const ir::Variable &param : params)
      param_types.push_back(param.type);
    f.type = types_.make_function(context_, types_.int_type, param_types);
    f.params = std::move(params);
    add_declarations(f);
    while (budget_ > 0)
      statement(f.body, 0);
    add_end(f.body);
    f.locals = std::move(locals_);
    return f;
  }

  // Makes what the function did show: calls a helper, and mixes all variables.
  void add_end(ir::Seq &body) {
    if (!shape_.callees.empty())
      call(body, {context_.symbol(shape_.callees.back())});
    if (shape_.has_variadic)
      variadic_call(body);
    Expr mixed = context_.cast(ir::Op::Trunc, ir::make_int(32),
                               context_.var(wide_local_, ir::size_scalar));
    for (ir::Symbol v : assignable_)
      mixed = context_.binary(
          ir::Op::Add,
          context_.binary(ir::Op::Mul, mixed, context_.integer(32, 31)),
          context_.var(v, ir::make_int(32)));
    add(body, ir::Return{mixed});
  }

  void add_declarations(ir::Function &f) {
    for (unsigned i = 0; i < 3; i++) {
      ir::Symbol v = make_local("v" + std::to_string(i), ir::make_int(32));
      add(f.body, ir::Assign{v, exprs_.narrow_value(1)});
      exprs_.narrow.push_back(v);
      assignable_.push_back(v);
    }
    wide_local_ = make_local("w0", ir::size_scalar);
    add(f.body, ir::Assign{wide_local_, exprs_.wide_value(1)});
    exprs_.wide.push_back(wide_local_);
    exprs_.has_globals = shape_.has_memory;
    if (!shape_.has_memory)
      return;
    exprs_.array = context_.symbol("array");
    f.objects.push_back({.name = exprs_.array,
                         .type = types_.table_type,
                         .source_name = exprs_.array,
                         .size = 32,
                         .align = 4});
    add(f.body, ir::LocalBegin{exprs_.array});
    add(f.body, ir::MemSet{context_.local_addr(exprs_.array),
                           context_.integer(8, 0), context_.integer(64, 32)});
  }

  void statement(ir::Seq &seq, unsigned depth) {
    budget_--;
    bool is_leaf = depth >= 3 || budget_ < 2;
    switch (random_.below(is_leaf ? 6 : 11)) {
    case 0:
    case 1:
      return add(seq, ir::Assign{random_.element(assignable_),
                                 exprs_.narrow_value(3)});
    case 2:
      return add(seq, ir::Assign{wide_local_, exprs_.wide_value(3)});
    case 3:
      return shape_.has_memory ? access(seq) : statement(seq, depth);
    case 4:
      return shape_.has_externals ? external(seq) : statement(seq, depth);
    case 5:
      return jump(seq, depth);
    case 6:
    case 7:
      return branch(seq, depth);
    case 8:
      return loop(seq, depth);
    case 9:
      return choice(seq, depth);
    default:
      return helper_call(seq);
    }
  }

  // A store or a load, guarded.
  void access(ir::Seq &seq) {
    Expr address = exprs_.address();
    add(seq, ir::Check{ir::CheckKind::InvalidAccess,
                       context_.valid(address, context_.integer(64, 4))});
    if (random_.one_in(3))
      add(seq, ir::Assign{random_.element(assignable_),
                          context_.load(ir::make_int(32), address)});
    else
      add(seq, ir::Store{address, exprs_.narrow_value(2)});
  }

  void external(ir::Seq &seq) {
    if (random_.one_in(2))
      return add(seq, ir::Call{.result = random_.element(assignable_),
                               .result_type = ir::make_int(32),
                               .callee = {context_.symbol("ext_read")}});
    add(seq, ir::Call{.callee = {context_.symbol("ext_log")},
                      .args = {exprs_.narrow_value(2)}});
  }

  // Now and then with one argument less than it says.
  void variadic_call(ir::Seq &seq) {
    std::uint64_t count = random_.below(4);
    std::vector<Expr> args = {
        context_.integer(32, std::int64_t(count + random_.one_in(12)))};
    for (std::uint64_t i = 0; i < count; i++)
      args.push_back(random_.one_in(3) ? exprs_.wide_value(2)
                                       : exprs_.narrow_value(2));
    add(seq, ir::Call{.result = random_.element(assignable_),
                      .result_type = ir::make_int(32),
                      .callee = {context_.symbol("gather")},
                      .args = std::move(args),
                      .is_variadic = true});
  }

  void helper_call(ir::Seq &seq) {
    if (shape_.has_variadic && random_.one_in(2))
      return variadic_call(seq);
    if (shape_.callees.empty())
      return;
    ir::Callee callee{context_.symbol(random_.element(shape_.callees))};
    if (random_.one_in(4))
      callee = {context_.function_addr(std::get<ir::Symbol>(callee.target))};
    call(seq, callee);
  }

  void call(ir::Seq &seq, const ir::Callee &callee) {
    Expr narrow = exprs_.narrow_value(2), wide = exprs_.wide_value(2);
    add(seq, ir::Call{.result = random_.element(assignable_),
                      .result_type = ir::make_int(32),
                      .callee = callee,
                      .args = {narrow, wide}});
  }

  // Leaves an enclosing statement, or the function, under a condition.
  void jump(ir::Seq &seq, unsigned depth) {
    if (depth == 0 || random_.one_in(6)) {
      if (!random_.one_in(3))
        return statement(seq, depth);
      return guarded(seq, ir::Return{exprs_.narrow_value(2)});
    }
    if (breakable_.empty())
      return;
    guarded(seq, ir::Break{random_.element(breakable_)});
  }

  void guarded(ir::Seq &seq, ir::StmtNode node) {
    ir::Seq body;
    add(body, std::move(node));
    add(seq, ir::If{exprs_.condition(2), std::move(body), {}});
  }

  ir::Seq some_statements(unsigned depth) {
    ir::Seq seq;
    for (std::uint64_t i = 0, n = 1 + random_.below(3); i < n; i++)
      statement(seq, depth + 1);
    return seq;
  }

  void branch(ir::Seq &seq, unsigned depth) {
    Expr condition = exprs_.condition(2);
    ir::Seq yes = some_statements(depth);
    ir::Seq no = random_.one_in(2) ? some_statements(depth) : ir::Seq{};
    add(seq, ir::If{condition, std::move(yes), std::move(no)});
  }

  ir::Symbol make_label() {
    return context_.symbol("L" + std::to_string(labels_++));
  }

  // for (k = 0; k < bound; k++) body, with `break` and `continue`.
  void loop(ir::Seq &seq, unsigned depth) {
    ir::Symbol label = make_label(), next = make_label();
    ir::Symbol k =
        make_local("k" + std::to_string(counters_++), ir::make_int(32));
    Expr counter = context_.var(k, ir::make_int(32));
    add(seq, ir::Assign{k, context_.integer(32, 0)});
    ir::Seq turn, leave;
    add(leave, ir::Break{label});
    add(turn, ir::If{context_.binary(ir::Op::ULt, counter, exprs_.bound()),
                     {},
                     leave});
    exprs_.narrow.push_back(k);
    Expr increment =
        context_.binary(ir::Op::Add, counter, context_.integer(32, 1));
    if (random_.one_in(3)) {
      ir::Seq skip;
      add(skip, ir::Assign{k, increment});
      add(skip, ir::Continue{label});
      add(turn, ir::If{exprs_.condition(2), std::move(skip), {}});
    }
    breakable_.insert(breakable_.end(), {label, next});
    add(turn, ir::Block{next, some_statements(depth)});
    breakable_.resize(breakable_.size() - 2);
    exprs_.narrow.pop_back();
    add(turn, ir::Assign{k, increment});
    add(seq, ir::Loop{label, std::move(turn)});
  }

  // switch (v) { case 0: …; [break;] case 1: … }
  void choice(ir::Seq &seq, unsigned depth) {
    ir::Symbol out = make_label(), first = make_label(), second = make_label();
    Expr value = context_.var(random_.element(exprs_.narrow), ir::make_int(32));
    ir::Seq inner;
    for (auto [label, number] : {std::pair{first, 0}, {second, 1}}) {
      ir::Seq go;
      add(go, ir::Break{label});
      Expr is_it =
          context_.binary(ir::Op::Eq, value, context_.integer(32, number));
      add(inner, ir::If{is_it, std::move(go), {}});
    }
    add(inner, ir::Break{out});
    ir::Seq middle;
    add(middle, ir::Block{first, std::move(inner)});
    breakable_.push_back(out);
    for (const ir::Stmt *stmt : some_statements(depth))
      middle.push_back(stmt);
    if (random_.one_in(2))
      add(middle, ir::Break{out});
    ir::Seq outer;
    add(outer, ir::Block{second, std::move(middle)});
    for (const ir::Stmt *stmt : some_statements(depth))
      outer.push_back(stmt);
    breakable_.pop_back();
    add(seq, ir::Block{out, std::move(outer)});
  }

  ir::Context &context_;
  const RandomTypes &types_;
  RandomSource &random_;
  const Shape &shape_;
  RandomExpr exprs_;
  int budget_;
  unsigned labels_ = 0, counters_ = 0;
  std::vector<ir::Variable> locals_;
  std::vector<ir::Symbol> assignable_, breakable_;
  ir::Symbol wide_local_;
};

} // namespace mergeproof::tests
