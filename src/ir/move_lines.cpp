#include "ir/move_lines.h"

namespace mergeproof::ir {
namespace {

class Mover {
public:
  Mover(Context &context, LineMove move) : context_(context), move_(move) {}

  Seq seq(const Seq &statements) {
    Seq moved;
    moved.reserve(statements.size());
    for (const Stmt *stmt : statements)
      moved.push_back(context_.stmt(
          std::visit([&](const auto &s) { return node(s); }, stmt->node),
          move_(stmt->span)));
    return moved;
  }

private:
  StmtNode node(const If &s) {
    return If{s.condition, seq(s.then_body), seq(s.else_body)};
  }
  StmtNode node(const Loop &s) { return Loop{s.label, seq(s.body)}; }
  StmtNode node(const Block &s) { return Block{s.label, seq(s.body)}; }
  template <typename Leaf>
  StmtNode node(const Leaf &s) {
    return s;
  }

  Context &context_;
  LineMove move_;
};

} // namespace

source::Span LineMove::operator()(source::Span span) const {
  if (span.file == file && span.line != 0)
    span.line = static_cast<std::uint32_t>(span.line + lines);
  return span;
}

Function move_lines(Context &context, const Function &function, LineMove move) {
  Function moved = function;
  moved.span = move(function.span);
  moved.end = move(function.end);
  if (move.lines != 0)
    moved.body = Mover(context, move).seq(function.body);
  return moved;
}

} // namespace mergeproof::ir
