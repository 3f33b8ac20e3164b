// Where the gotos and cases of a function lead that its lists of statements do
// not show. A list is tangled if a label deep in one of its statements is
// jumped to from elsewhere in it, a switch if a case is deep in its body:
//
//   { goto in; while (c) { a; in: b; } }    the while, the list in it and the
//                                           label are entered from outside
//   switch (n) { case 0: do { a; case 1: b; } while (c); }
//
// A goto to a label directly in a list around the goto tangles nothing.
#pragma once

#include <clang/AST/Stmt.h>

#include <map>
#include <set>
#include <vector>

namespace mergeproof::frontend::c {

class Jumps {
public:
  explicit Jumps(const clang::Stmt *body);

  bool is_tangled(llvm::ArrayRef<const clang::Stmt *> list) const {
    return !list.empty() && tangled_lists_.count(list.front());
  }
  bool is_tangled(const clang::SwitchStmt &stmt) const {
    return tangled_switches_.count(&stmt);
  }
  // A jump from outside leads to it or into it, so it is not lowered on its
  // own where the list or switch around that jump is tangled.
  bool is_entered(const clang::Stmt *stmt) const {
    return entered_.count(stmt);
  }

private:
  using Path = std::vector<const clang::Stmt *>; // outermost first
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  // Of statements; or of the segments of a switch.
  struct List {
    std::size_t outer = none;
    std::size_t level = 0; // where its statements are in a path
    const clang::Stmt *first = nullptr;
    const clang::SwitchStmt *segments_of = nullptr;
  };
  struct Label {
    std::size_t list = none;
    bool is_direct = false;
    Path path;
  };
  struct Case {
    const clang::SwitchStmt *of;
    std::size_t level; // behind the switch
    Path path;
  };
  enum class Directly { No, Label, CaseOrLabel };

  void visit(const clang::Stmt *stmt, Directly how = Directly::No);
  void visit_compound(const clang::CompoundStmt &stmt);
  void visit_switch(const clang::SwitchStmt &stmt);
  void visit_case(const clang::SwitchCase &stmt, Directly how);
  void open_list(const clang::Stmt *first, const clang::SwitchStmt *switched);
  void connect(std::size_t from, const Label &label);
  void enter(const Path &path, std::size_t level);

  std::vector<List> lists_;
  std::size_t list_ = none; // being visited
  Path path_;
  std::vector<std::pair<const clang::SwitchStmt *, std::size_t>> switches_;
  std::map<const clang::LabelDecl *, Label> labels_;
  std::vector<std::pair<std::size_t, const clang::LabelDecl *>> gotos_;
  std::vector<Case> cases_;
  std::set<const clang::Stmt *> tangled_lists_, tangled_switches_, entered_;
};

} // namespace mergeproof::frontend::c
