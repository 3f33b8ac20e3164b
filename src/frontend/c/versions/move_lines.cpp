#include "frontend/c/versions/move_lines.h"

namespace mergeproof::frontend::c {
namespace {

class Mover {
public:
  Mover(ir::Context &context, LineMove move) : context_(context), move_(move) {}

  ir::Seq seq(const ir::Seq &statements) {
    ir::Seq moved;
    moved.reserve(statements.size());
    for (const ir::Stmt *stmt : statements)
      moved.push_back(context_.stmt(
          std::visit([&](const auto &s) { return node(s); }, stmt->node),
          move_(stmt->span)));
    return moved;
  }

private:
  ir::StmtNode node(const ir::If &s) {
    return ir::If{s.condition, seq(s.then_body), seq(s.else_body)};
  }
  ir::StmtNode node(const ir::Loop &s) {
    return ir::Loop{s.label, seq(s.body)};
  }
  ir::StmtNode node(const ir::Block &s) {
    return ir::Block{s.label, seq(s.body)};
  }
  template <typename Leaf>
  ir::StmtNode node(const Leaf &s) {
    return s;
  }

  ir::Context &context_;
  LineMove move_;
};

} // namespace

source::Span LineMove::operator()(source::Span span) const {
  if (span.file == file && span.line != 0)
    span.line = static_cast<std::uint32_t>(span.line + lines);
  return span;
}

ir::Function move_lines(ir::Context &context, const ir::Function &function,
                        LineMove move) {
  ir::Function moved = function;
  moved.span = move(function.span);
  moved.end = move(function.end);
  if (move.lines != 0)
    moved.body = Mover(context, move).seq(function.body);
  return moved;
}

} // namespace mergeproof::frontend::c
