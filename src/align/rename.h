// Changes the names of a function's parameters, locals, objects and labels.
//
// Names without an entry in the renaming stay. What does not change stays the
// same pointer. Globals, functions and source names are not touched.
#pragma once

#include "align/alignment.h"
#include "ir/context.h"
#include "ir/program.h"

#include <unordered_map>

namespace mergeproof::align {

class Renamer {
public:
  Renamer(ir::Context &context, const Renaming &renaming)
      : context_(context), renaming_(renaming) {}

  ir::Symbol operator()(ir::Symbol name) const;
  const ir::Expr *operator()(const ir::Expr *expr);
  const ir::Stmt *operator()(const ir::Stmt *stmt);
  ir::Seq operator()(const ir::Seq &seq);

private:
  const ir::Expr *rebuild(const ir::Expr &expr);
  const ir::Expr *rebuild(const ir::Expr &expr, const ir::Expr *a,
                          const ir::Expr *b, const ir::Expr *c);

  ir::Context &context_;
  const Renaming &renaming_;
  std::unordered_map<const ir::Expr *, const ir::Expr *> memo_;
};

// The whole function in the names of an alignment: params, locals, objects,
// body. `rename(context, *versions[v], alignment.renames[v]).body` is
// `plug(context, alignment.skeleton, alignment.edits[v])`.
ir::Function rename(ir::Context &context, const ir::Function &function,
                    const Renaming &renaming);

} // namespace mergeproof::align
