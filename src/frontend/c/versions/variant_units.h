// The units of the versions whose bodies clang read with those of a first one
// (variants.h).
#pragma once

#include "frontend/c/versions/shared_bodies.h"
#include "frontend/c/versions/variants.h"

#include <functional>
#include <optional>
#include <vector>

namespace clang {
class ASTContext;
}

namespace mergeproof::frontend::c {

class Unit;

// By VariantText. What clang says is not in them yet, nor what they include.
using VariantUnits = std::vector<std::optional<ParsedUnit>>;

// What lowering a unit takes beside the tree.
struct UnitMeans {
  ir::Context &context;
  clang::ASTContext &ast;
  const ParseRequest &request;
  DiagnosticCollector &diagnostics;
  const LeftOut &left_out;
  const Preamble *preamble = nullptr;
  std::function<void(Unit &)> set_up;
};

// After the donor was lowered; `line_numbers`: offsets in its text where they
// are used.
VariantUnits lower_variants(const UnitMeans &means, const Donor &donor,
                            const Variants &variants,
                            const std::set<unsigned> &line_numbers);

// Completes them with what is known of the donor now, and hands them over.
void keep_variants(VariantUnits units, const Variants &variants,
                   const Donor &donor, SharedBodies &bodies);

} // namespace mergeproof::frontend::c
