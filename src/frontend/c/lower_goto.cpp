// goto, as far as it is structured. A label in a list of statements that is
//
//   jumped to from earlier statements   ends a Block around them: Break
//   jumped to from later statements     starts a Loop that ends in a Break:
//   Continue
//
// Blocks are made longer, at their start, until all regions nest. Where that is
// not enough, the list is tangled.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"
#include "frontend/c/walk.h"

#include <algorithm>

namespace mergeproof::frontend::c {

// Statements [begin, end) of a list.
struct FunctionLowering::Region {
  std::size_t begin = 0;
  std::size_t end = 0;
  const clang::LabelDecl *label = nullptr;
  bool is_loop = false;
  bool is_open = false;
};

namespace {

using Targets = std::set<const clang::LabelDecl *>;

Targets gotos_in(const clang::Stmt *stmt) {
  Targets targets;
  walk(stmt, [&](const clang::Stmt &inner) {
    if (const auto *jump = llvm::dyn_cast<clang::GotoStmt>(&inner))
      targets.insert(jump->getLabel());
  });
  return targets;
}

using Labels = std::vector<std::pair<std::size_t, const clang::LabelDecl *>>;

Labels labels_of(llvm::ArrayRef<const clang::Stmt *> list) {
  Labels labels;
  for (std::size_t i = 0; i < list.size(); i++)
    for (const auto *label = llvm::dyn_cast<clang::LabelStmt>(list[i]); label;
         label = llvm::dyn_cast<clang::LabelStmt>(label->getSubStmt()))
      labels.emplace_back(i, label->getDecl());
  return labels;
}

} // namespace

// None when they do not nest.
std::optional<std::vector<FunctionLowering::Region>>
FunctionLowering::find_regions(llvm::ArrayRef<const Stmt *> list) {
  Labels labels = labels_of(list);
  std::vector<Region> blocks, loops;
  if (labels.empty())
    return blocks;
  std::vector<Targets> gotos;
  for (const Stmt *stmt : list)
    gotos.push_back(gotos_in(stmt));
  for (auto [at, label] : labels) {
    std::size_t first = at, last = at;
    for (std::size_t i = 0; i < list.size(); i++)
      if (gotos[i].count(label)) {
        first = std::min(first, i);
        last = std::max(last, i + 1);
      }
    if (last > at)
      loops.push_back({at, last, label, true});
    if (first < at)
      blocks.push_back({first, at, label, false});
  }
  auto overlap = [](const Region &a, const Region &b) {
    return a.begin < b.begin && b.begin < a.end && a.end < b.end;
  };
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (Region &a : loops)
      for (Region &b : loops)
        if (overlap(a, b))
          a.end = b.end, has_changed = true;
    for (Region &b : blocks)
      for (const std::vector<Region> *others : {&loops, &blocks})
        for (const Region &a : *others)
          if (overlap(a, b))
            b.begin = a.begin, has_changed = true;
  }
  for (const Region &b : blocks)
    for (const Region &l : loops)
      if (overlap(b, l)) // a jump into a loop
        return std::nullopt;
  blocks.insert(blocks.end(), loops.begin(), loops.end());
  return blocks;
}

void FunctionLowering::statements(llvm::ArrayRef<const Stmt *> list) {
  auto regions = find_regions(list);
  if (!regions || jumps_.is_tangled(list))
    return tangled(list);
  statements_in(list, 0, list.size(), *regions);
}

void FunctionLowering::statements_in(llvm::ArrayRef<const Stmt *> list,
                                     std::size_t begin, std::size_t end,
                                     std::vector<Region> &regions) {
  for (std::size_t i = begin; i < end;) {
    Region *next = nullptr;
    for (Region &one : regions)
      if (!one.is_open && one.begin == i && one.end <= end &&
          (!next || one.end > next->end))
        next = &one;
    if (next) {
      next->is_open = true;
      region(list, *next, regions);
      i = next->end;
      continue;
    }
    // What cannot be reached is dropped, but for the objects it declares.
    if (flow.is_reachable || llvm::isa<clang::DeclStmt>(list[i]))
      statement(list[i]);
    i++;
  }
}

void FunctionLowering::region(llvm::ArrayRef<const Stmt *> list, Region &region,
                              std::vector<Region> &regions) {
  if (region.is_loop && !flow.is_reachable)
    return;
  auto &open = region.is_loop ? backward_ : forward_;
  ir::Symbol label = make_label(region.is_loop ? "loop" : "block");
  begin_declared(list.slice(region.begin, region.end - region.begin));
  open[region.label] = {label, scopes_.size(), region.is_loop};
  ir::Seq body = collect([&] {
    statements_in(list, region.begin, region.end, regions);
    if (region.is_loop && flow.is_reachable)
      break_to(label);
  });
  open.erase(region.label);
  if (region.is_loop)
    emit_loop(label, std::move(body));
  else
    emit_block(label, std::move(body));
}

// Objects declared in statements that a jump may skip live from before the
// jump.
void FunctionLowering::begin_declared(llvm::ArrayRef<const Stmt *> list) {
  for (const Stmt *stmt : list)
    if (const auto *declaration =
            llvm::dyn_cast<clang::DeclStmt>(without_labels(stmt)))
      for (const clang::Decl *decl : declaration->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
          if (var->hasLocalStorage() &&
              !var->getType()->isVariablyModifiedType())
            begin_object(*var);
}

void FunctionLowering::go_to(const clang::LabelDecl &label) {
  bool is_backward = backward_.count(&label);
  auto &open = is_backward ? backward_ : forward_;
  auto found = open.find(&label);
  if (found == open.end())
    return opaque("goto into a statement expression");
  end_objects(found->second.depth);
  if (is_backward)
    continue_to(found->second.label);
  else
    break_to(found->second.label);
}

} // namespace mergeproof::frontend::c
