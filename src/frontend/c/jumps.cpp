#include "frontend/c/jumps.h"

#include "frontend/c/clang_headers.h"

namespace mergeproof::frontend::c {

Jumps::Jumps(const clang::Stmt *body) {
  visit(body);
  for (auto [from, label] : gotos_)
    if (auto found = labels_.find(label); found != labels_.end())
      connect(from, found->second);
  entered_.insert(tangled_switches_.begin(), tangled_switches_.end());
  for (const Case &one : cases_)
    if (entered_.count(one.of))
      enter(one.path, one.level);
}

void Jumps::visit(const clang::Stmt *stmt, Directly how) {
  if (!stmt)
    return;
  path_.push_back(stmt);
  if (const auto *s = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    visit_compound(*s);
  } else if (const auto *s = llvm::dyn_cast<clang::SwitchStmt>(stmt)) {
    visit_switch(*s);
  } else if (const auto *s = llvm::dyn_cast<clang::SwitchCase>(stmt)) {
    visit_case(*s, how);
  } else if (const auto *s = llvm::dyn_cast<clang::LabelStmt>(stmt)) {
    bool is_direct = how != Directly::No;
    labels_[s->getDecl()] = {list_, is_direct, path_};
    visit(s->getSubStmt(), is_direct ? Directly::Label : Directly::No);
  } else {
    if (const auto *s = llvm::dyn_cast<clang::GotoStmt>(stmt))
      gotos_.emplace_back(list_, s->getLabel());
    for (const clang::Stmt *child : stmt->children())
      visit(child);
  }
  path_.pop_back();
}

void Jumps::open_list(const clang::Stmt *first,
                      const clang::SwitchStmt *switched) {
  lists_.push_back({list_, path_.size(), first, switched});
  list_ = lists_.size() - 1;
}

void Jumps::visit_compound(const clang::CompoundStmt &stmt) {
  std::size_t outer = list_;
  open_list(stmt.body_empty() ? nullptr : *stmt.body_begin(), nullptr);
  for (const clang::Stmt *item : stmt.body())
    visit(item, Directly::Label);
  list_ = outer;
}

// As switch_statement cuts it into segments.
void Jumps::visit_switch(const clang::SwitchStmt &stmt) {
  visit(stmt.getInit());
  visit(stmt.getCond());
  std::size_t outer = list_;
  open_list(nullptr, &stmt);
  std::size_t whole = list_;
  switches_.emplace_back(&stmt, path_.size());
  std::vector<const clang::Stmt *> list = {stmt.getBody()};
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(stmt.getBody());
  if (body) {
    list.assign(body->body_begin(), body->body_end());
    path_.push_back(body);
  }
  for (const clang::Stmt *item : list) {
    if (llvm::isa<clang::SwitchCase>(item)) {
      const clang::Stmt *first = item;
      while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(first))
        first = label->getSubStmt();
      list_ = whole;
      open_list(first, nullptr);
    }
    visit(item, Directly::CaseOrLabel);
  }
  if (body)
    path_.pop_back();
  switches_.pop_back();
  list_ = outer;
}

void Jumps::visit_case(const clang::SwitchCase &stmt, Directly how) {
  auto [of, level] = switches_.back();
  cases_.push_back({of, level, path_});
  if (how != Directly::CaseOrLabel)
    tangled_switches_.insert(of);
  visit(stmt.getSubStmt(), how);
}

void Jumps::enter(const Path &path, std::size_t level) {
  entered_.insert(path.begin() + level, path.end());
}

void Jumps::connect(std::size_t from, const Label &label) {
  std::size_t common = label.list;
  while (from != common)
    if (from > common) // a list is numbered behind those around it
      from = lists_[from].outer;
    else
      common = lists_[common].outer;
  const List &list = lists_[common];
  enter(label.path, list.level);
  if (label.is_direct && label.list == common && !list.segments_of)
    return;
  if (list.segments_of)
    tangled_switches_.insert(list.segments_of);
  else
    tangled_lists_.insert(list.first);
}

} // namespace mergeproof::frontend::c
