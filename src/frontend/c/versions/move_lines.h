// A function of a program in another version of its file, where the lines of
// its text are others and nothing else is.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

namespace mergeproof::frontend::c {

// Spans in `file`, and those alone, lie `lines` further down (or up, when that
// is negative).
struct LineMove {
  source::FileId file = 0;
  std::int64_t lines = 0;

  source::Span operator()(source::Span span) const;
};

ir::Function move_lines(ir::Context &context, const ir::Function &function,
                        LineMove move);

} // namespace mergeproof::frontend::c
