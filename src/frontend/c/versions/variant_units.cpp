#include "frontend/c/versions/variant_units.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/unit.h"
#include "frontend/c/unit_lowering.h"
#include "frontend/c/versions/adopted_diagnostics.h"
#include "frontend/c/versions/adoption.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

bool is_in_body(const Outline &outline, unsigned at) {
  return std::any_of(
      outline.bodies.begin(), outline.bodies.end(),
      [&](const Body &body) { return body.extent().contains(at); });
}

std::optional<ParsedUnit> lower(const UnitMeans &means, const Donor &donor,
                                const Variants &variants,
                                const VariantText &text,
                                const OtherVersion &version) {
  auto plan = plan_variant(
      donor, text, numbers_of(version.line_numbers, means.request.path));
  if (!plan)
    return std::nullopt;
  ParsedUnit parsed;
  Locations where(means.context, means.ast.getSourceManager(),
                  means.request.key_path);
  where.set_parts(variants.files());
  where.set_moves(text.moves);
  Unit unit(means.context, means.ast, where, parsed.program);
  means.set_up(unit);
  Adoption adoption(*plan);
  unit.adoption = &adoption;
  unit.variant = &text;
  lower_unit(unit, means.diagnostics, means.left_out, means.preamble, parsed);
  parsed.is_lowered = true;
  return adoption.is_complete() ? std::optional(std::move(parsed))
                                : std::nullopt;
}

} // namespace

VariantUnits lower_variants(const UnitMeans &means, const Donor &donor,
                            const Variants &variants,
                            const std::set<unsigned> &line_numbers) {
  VariantUnits units(variants.texts().size());
  if (donor.outline.bodies.empty() ||
      !std::all_of(line_numbers.begin(), line_numbers.end(),
                   [&](unsigned at) { return is_in_body(donor.outline, at); }))
    return units;
  for (std::size_t i = 0; i < units.size(); i++)
    if (const VariantText &text = variants.texts()[i]; text.is_usable)
      units[i] = lower(means, donor, variants, text,
                       means.request.others[text.version]);
  return units;
}

void keep_variants(VariantUnits units, const Variants &variants,
                   const Donor &donor, SharedBodies &bodies) {
  const ParsedUnit &first = donor.unit;
  for (std::size_t i = 0; i < units.size(); i++) {
    if (!units[i])
      continue;
    const VariantText &text = variants.texts()[i];
    ParsedUnit &unit = *units[i];
    auto said = move_diagnostics(first.diagnostics, text, donor.request.path,
                                 donor.text);
    if (!said)
      continue;
    unit.diagnostics = std::move(*said);
    unit.includes = first.includes;
    unit.missing_includes = first.missing_includes;
    unit.uses_line_numbers = first.uses_line_numbers;
    if (!unit.missing_includes.empty())
      unit.unknown = source::find_unknown_names(unit.diagnostics);
    bodies.keep_variant(donor, text.text, std::move(unit));
  }
}

} // namespace mergeproof::frontend::c
