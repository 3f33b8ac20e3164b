// uses: interp verdict ir source support
//
// Law: structured statements do what their graph does. The other side is a
// single loop with a program counter, which needs no insight; cycles with
// several entries are copied, tested by a selector, or both.
#include "interp/machine.h"
#include "ir/make_reducible.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/restructure.h"
#include "ir/verify.h"
#include "laws/random_source.h"

#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

using namespace ir;

constexpr const char *skeleton = "function f(a: i32) -> i32 {\n"
                                 "  local r: i32; local pc: i32;\n"
                                 "  local fuel: i32;\n"
                                 "  r = a; fuel = 40:i32;\n}\n";

class RandomGraph {
public:
  RandomGraph(Context &context, std::uint64_t seed)
      : context_(context), random_(seed) {}

  FlowGraph make() {
    std::size_t count = 2 + random_.below(9);
    graph_.blocks.resize(count + 1);
    graph_.entry = random_.one_in(4) ? random_.below(count) : 0;
    graph_.end = count;
    for (std::size_t i = 0; i < count; i++)
      fill(graph_.blocks[i]);
    return std::move(graph_);
  }

private:
  const Expr *number(std::int64_t value) { return context_.integer(32, value); }
  const Expr *variable(const char *name) {
    return context_.var(context_.symbol(name), make_int(32));
  }
  const Stmt *assign(const char *name, const Expr *value) {
    return context_.stmt(Assign{context_.symbol(name), value});
  }
  const Stmt *trace() {
    const Expr *more = context_.binary(Op::Mul, variable("r"), number(31));
    std::int64_t mark = 1 + static_cast<std::int64_t>(random_.below(99));
    return assign("r", context_.binary(Op::Add, more, number(mark)));
  }
  const Expr *condition() {
    if (random_.one_in(10))
      return context_.boolean(random_.one_in(2));
    std::int64_t bit = std::int64_t(1) << random_.below(6);
    return context_.binary(Op::Eq,
                           context_.binary(Op::And, variable("r"), number(bit)),
                           number(0));
  }

  FlowEdge edge() {
    FlowEdge edge{{}, random_.below(graph_.blocks.size())};
    if (random_.one_in(4))
      edge.code.push_back(trace());
    return edge;
  }

  void fill(FlowBlock &block) {
    if (random_.one_in(8)) { // empty, so perhaps endless when in a cycle
      block.next = FlowEdge{{}, random_.below(graph_.blocks.size())};
      return;
    }
    const Expr *fuel = context_.binary(Op::Sub, variable("fuel"), number(1));
    block.code = {
        assign("fuel", fuel),
        context_.stmt(If{context_.binary(Op::SLt, variable("fuel"), number(0)),
                         {context_.stmt(Return{variable("r")})},
                         {}}),
        trace()};
    if (random_.one_in(3))
      add_exit(block);
    for (std::uint64_t i = random_.below(4); i > 0; i--)
      block.tests.push_back({condition(), edge()});
    if (random_.one_in(10) && block.tests.empty())
      block.code.push_back(context_.stmt(Return{number(7)}));
    else
      block.next = edge();
  }

  // Out of a loop that is inside the block.
  void add_exit(FlowBlock &block) {
    std::string count = std::to_string(exits_++);
    Symbol exit = context_.symbol("exit" + count);
    Symbol loop = context_.symbol("own" + count);
    block.exits[exit] = edge();
    Seq leave = {
        context_.stmt(If{condition(), {context_.stmt(Break{exit})}, {}}),
        context_.stmt(Break{loop})};
    block.code.push_back(context_.stmt(Loop{loop, std::move(leave)}));
    block.code.push_back(trace());
  }

  Context &context_;
  RandomSource random_;
  FlowGraph graph_;
  int exits_ = 0;
};

// loop { if pc == 0 { block 0; pc = its target; continue } … return r }
Seq with_program_counter(Context &context, const FlowGraph &graph) {
  Symbol counter = context.symbol("pc"), loop = context.symbol("machine");
  auto to = [&](std::size_t target) {
    return context.stmt(Assign{
        counter, context.integer(32, static_cast<std::int64_t>(target))});
  };
  auto go = [&](const FlowEdge &edge) {
    Seq seq = edge.code;
    seq.push_back(to(edge.target));
    seq.push_back(context.stmt(Continue{loop}));
    return seq;
  };
  Seq body;
  for (std::size_t i = 0; i < graph.blocks.size(); i++) {
    const FlowBlock &block = graph.blocks[i];
    if (i == graph.end)
      continue;
    Seq seq = replace_statements(
        context, block.code, [&](const Stmt &stmt) -> std::optional<Seq> {
          const auto *leave = stmt.as<Break>();
          if (!leave || !block.exits.count(leave->label))
            return std::nullopt;
          return go(block.exits.at(leave->label));
        });
    for (const FlowTest &test : block.tests)
      seq.push_back(context.stmt(If{test.condition, go(test.edge), {}}));
    if (block.next)
      for (const Stmt *stmt : go(*block.next))
        seq.push_back(stmt);
    const Expr *here =
        context.binary(Op::Eq, context.var(counter, make_int(32)),
                       context.integer(32, static_cast<std::int64_t>(i)));
    body.push_back(context.stmt(If{here, std::move(seq), {}}));
  }
  body.push_back(context.stmt(Break{loop}));
  return {to(graph.entry), context.stmt(Loop{loop, std::move(body)})};
}

Seq restructured(Context &context, FlowGraph graph, Function &function,
                 std::size_t max_copied) {
  int labels = 0, selectors = 0;
  auto make_label = [&](const char *kind) {
    return context.symbol(kind + std::to_string(++labels));
  };
  auto make_selector = [&] {
    Symbol name = context.symbol("selector" + std::to_string(++selectors));
    function.locals.push_back(
        {.name = name, .scalar = selector_scalar, .source_name = {}});
    return name;
  };
  simplify(graph);
  make_reducible(context, graph,
                 {.max_copied = max_copied,
                  .make_label = make_label,
                  .make_selector = make_selector});
  return restructure(context, graph, make_label);
}

// Results for some arguments, or "endless".
std::string behaviour(Context &context, Program program, const Seq &body) {
  Function &function = program.functions.at("f");
  function.body.insert(function.body.end(), body.begin(), body.end());
  function.body.push_back(
      context.stmt(Return{context.var(context.symbol("r"), make_int(32))}));
  std::string text;
  for (const std::string &fault : verify(program))
    text += fault + "\n";
  interp::Executable executable(program);
  for (unsigned a = 0; a < 12; a++) {
    interp::NoExternals externals;
    interp::Machine machine(executable, externals, {.steps = 20'000});
    interp::Outcome outcome = machine.run("f", {a * 5});
    text += outcome.value ? std::to_string(static_cast<int>(*outcome.value))
                          : std::string("endless");
    text += " ";
  }
  return text;
}

TEST(Restructure, DoesWhatTheGraphDoes) {
  for (std::uint64_t seed = 1; seed <= 1500; seed++) {
    Context context;
    Program program = parse_program(context, skeleton).value();
    FlowGraph graph = RandomGraph(context, seed).make();
    std::string expected =
        behaviour(context, program, with_program_counter(context, graph));
    for (std::size_t max_copied : {0, 12, 1000}) {
      Program other = program;
      Seq body =
          restructured(context, graph, other.functions.at("f"), max_copied);
      EXPECT_EQ(behaviour(context, other, body), expected)
          << "seed " << seed << ", " << max_copied << "\n"
          << print(body) << "\n"
          << print(with_program_counter(context, graph));
      if (HasFailure())
        return;
    }
  }
}

} // namespace
} // namespace mergeproof::tests
