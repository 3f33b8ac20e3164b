#include "interp/compile.h"

#include "support/check.h"
#include "support/hash.h"

#include <unordered_map>

namespace mergeproof::interp {
namespace {

using Kind = Instruction::Kind;

class Compiler {
public:
  Compiler(const ir::Function &function, const Layout &layout)
      : layout_(layout), code_(std::make_unique<Code>()) {
    code_->function = &function;
    code_->key = support::hash_bytes(function.id);
  }

  std::unique_ptr<Code> run() {
    const ir::Function &f = *code_->function;
    for (const auto *list : {&f.params, &f.locals})
      for (const ir::Variable &v : *list)
        slots_.emplace(v.name, code_->slots++);
    code_->first_object = code_->slots;
    for (const ir::LocalObject &object : f.objects) {
      objects_.emplace(object.name, code_->slots++);
      sizes_.emplace(object.name, object.size);
    }
    seq(f.body);
    emit({.kind = Kind::Return});
    return std::move(code_);
  }

private:
  // An enclosing Loop or Block: where `continue` goes, and the jumps that wait
  // to hear where it ends.
  struct Scope {
    ir::Symbol label;
    std::uint32_t start;
    std::vector<std::uint32_t> breaks;
  };

  std::uint32_t here() const {
    return std::uint32_t(code_->instructions.size());
  }

  std::uint32_t emit(Instruction instruction) {
    instruction.stmt = stmt_;
    code_->instructions.push_back(instruction);
    return here() - 1;
  }

  void land(std::uint32_t jump) { code_->instructions[jump].to = here(); }

  std::uint32_t slot_of(const std::map<ir::Symbol, std::uint32_t> &slots,
                        ir::Symbol name) {
    auto found = slots.find(name);
    CHECK(found != slots.end());
    return found->second;
  }

  const Node *node(const ir::Expr *e) {
    if (!e)
      return nullptr;
    if (auto found = nodes_.find(e); found != nodes_.end())
      return found->second;
    Node made{.kind = e->kind, .op = e->op, .type = e->type, .bits = e->bits};
    resolve(*e, made);
    made.a = node(e->a);
    made.b = node(e->b);
    made.c = node(e->c);
    if (e->a)
      made.operand = e->a->type;
    return nodes_[e] = &code_->nodes.emplace_back(made);
  }

  void resolve(const ir::Expr &e, Node &made) {
    if (e.kind == ir::ExprKind::Var) {
      made.slot = slot_of(slots_, e.name);
    } else if (e.kind == ir::ExprKind::LocalAddr) {
      made.kind = ir::ExprKind::Var;
      made.slot = slot_of(objects_, e.name);
    } else if (e.kind == ir::ExprKind::GlobalAddr) {
      made.kind = ir::ExprKind::Const;
      made.bits = layout_.global_address(e.name);
    } else if (e.kind == ir::ExprKind::FunctionAddr) {
      made.kind = ir::ExprKind::Const;
      made.bits = layout_.function_address(e.name);
    }
  }

  void seq(const ir::Seq &statements) {
    for (const ir::Stmt *statement : statements) {
      stmt_ = statement;
      std::visit([&](const auto &s) { add(s); }, statement->node);
    }
  }

  void add(const ir::Assign &s) {
    emit({.kind = Kind::Assign,
          .slot = slot_of(slots_, s.target),
          .x = node(s.value)});
  }
  void add(const ir::Store &s) {
    emit({.kind = Kind::Store, .x = node(s.address), .y = node(s.value)});
  }
  void add(const ir::MemCopy &s) {
    emit({.kind = Kind::MemCopy,
          .x = node(s.target),
          .y = node(s.source),
          .z = node(s.size)});
  }
  void add(const ir::MemSet &s) {
    emit({.kind = Kind::MemSet,
          .x = node(s.target),
          .y = node(s.byte),
          .z = node(s.size)});
  }
  void add(const ir::Call &s) {
    CallSite &site = code_->calls.emplace_back();
    site.call = &s;
    if (!s.result.empty())
      site.slot = slot_of(slots_, s.result);
    if (auto *name = std::get_if<ir::Symbol>(&s.callee.target))
      site.callee = layout_.function_address(*name);
    if (auto *through = std::get_if<const ir::Expr *>(&s.callee.target))
      site.through = node(*through);
    for (const ir::Expr *arg : s.args)
      site.args.push_back(node(arg));
    emit({.kind = Kind::Call, .call = &site});
  }
  void add(const ir::Check &s) {
    emit({.kind = Kind::Check, .x = node(s.condition)});
  }
  void add(const ir::Assume &s) {
    emit({.kind = Kind::Assume, .x = node(s.condition)});
  }
  void add(const ir::If &s) {
    std::uint32_t to_else =
        emit({.kind = Kind::JumpUnless, .x = node(s.condition)});
    seq(s.then_body);
    if (s.else_body.empty())
      return land(to_else);
    std::uint32_t to_end = emit({.kind = Kind::Jump});
    land(to_else);
    seq(s.else_body);
    land(to_end);
  }
  void add(const ir::Loop &s) {
    scopes_.push_back({s.label, here(), {}});
    seq(s.body);
    emit({.kind = Kind::Jump, .to = scopes_.back().start});
    close();
  }
  void add(const ir::Block &s) {
    scopes_.push_back({s.label, here(), {}});
    seq(s.body);
    close();
  }
  void close() {
    for (std::uint32_t jump : scopes_.back().breaks)
      land(jump);
    scopes_.pop_back();
  }
  Scope &scope(ir::Symbol label) {
    for (auto place = scopes_.rbegin(); place != scopes_.rend(); ++place)
      if (place->label == label)
        return *place;
    support::fail_check("the label encloses", __FILE__, __LINE__);
  }
  void add(const ir::Break &s) {
    std::uint32_t jump = emit({.kind = Kind::Jump});
    scope(s.label).breaks.push_back(jump);
  }
  void add(const ir::Continue &s) {
    emit({.kind = Kind::Jump, .to = scope(s.label).start});
  }
  void add(const ir::Return &s) {
    emit({.kind = Kind::Return, .x = node(s.value)});
  }
  void add(const ir::LocalBegin &s) {
    emit({.kind = Kind::Begin,
          .slot = slot_of(objects_, s.object),
          .size = sizes_.at(s.object)});
  }
  void add(const ir::LocalEnd &s) {
    emit({.kind = Kind::End, .slot = slot_of(objects_, s.object)});
  }
  void add(const ir::Opaque &) { emit({.kind = Kind::Opaque}); }
  void add(const ir::Hole &) {
    support::fail_check("no hole in a program that runs", __FILE__, __LINE__);
  }

  const Layout &layout_;
  std::unique_ptr<Code> code_;
  const ir::Stmt *stmt_ = nullptr;
  std::vector<Scope> scopes_;
  std::map<ir::Symbol, std::uint32_t> slots_, objects_;
  std::map<ir::Symbol, std::uint64_t> sizes_;
  std::unordered_map<const ir::Expr *, const Node *> nodes_;
};

} // namespace

std::unique_ptr<Code> compile(const ir::Function &function,
                              const Layout &layout) {
  return Compiler(function, layout).run();
}

} // namespace mergeproof::interp
