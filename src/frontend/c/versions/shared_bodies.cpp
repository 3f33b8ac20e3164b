#include "frontend/c/versions/shared_bodies.h"

#include "frontend/c/versions/variants.h"
#include "ir/named_symbols.h"

#include <algorithm>
#include <set>

namespace mergeproof::frontend::c {
namespace {

bool is_same_file(const ParseRequest &a, const ParseRequest &b) {
  return a.path == b.path && a.key_path == b.key_path && a.flags == b.flags &&
         a.volatiles == b.volatiles &&
         a.is_whole_program == b.is_whole_program &&
         a.checks_alignment == b.checks_alignment &&
         a.own_functions == b.own_functions &&
         a.disk_directory == b.disk_directory;
}

// What __LINE__ is in a line, from 1.
std::int64_t number_of(const std::vector<unsigned> &numbers,
                       std::int64_t line) {
  auto at = static_cast<std::size_t>(line - 1);
  return at < numbers.size() ? numbers[at] : line;
}

bool is_numbered_alike(const Donor &donor, const Body &body,
                       const BodyPlace &place,
                       const std::vector<unsigned> &numbers) {
  if (donor.numbers.empty() != numbers.empty())
    return false;
  auto begin = donor.text.begin();
  std::int64_t lines = std::count(begin + body.begin, begin + body.end, '\n');
  for (std::int64_t line = place.line; line <= place.line + lines; line++)
    if (number_of(numbers, line) !=
        number_of(donor.numbers, line - place.lines_moved))
      return false;
  return true;
}

// Whether a function that bodies use is missing, a literal has a number that
// counts those before it, or not all was kept that was said.
bool is_entangled(const ParsedUnit &unit) {
  constexpr std::size_t most_said = 1000;
  auto leaks = [](const source::Diagnostic &one) {
    return one.category.starts_with("undefined-in");
  };
  auto is_counted = [](const auto &entry) {
    return entry.first.find(":$literal") != ir::Symbol::npos;
  };
  return unit.diagnostics.size() > most_said ||
         begins_with_error_in_body(unit.diagnostics) ||
         std::any_of(unit.diagnostics.begin(), unit.diagnostics.end(), leaks) ||
         std::any_of(unit.program.globals.begin(), unit.program.globals.end(),
                     is_counted);
}

// What is said of a body is to be said again where its lines are others: so
// nothing that leads to other lines of the file.
void withhold_cross_references(Donor &donor) {
  std::string head, path = donor.request.path;
  std::set<std::string> withheld;
  for (const source::Diagnostic &one : donor.unit.diagnostics) {
    if (one.severity != source::Severity::Note)
      head = one.path == path ? one.function : "";
    else if (one.path == path && one.function != head)
      withheld.insert(head);
  }
  for (Body &body : donor.outline.bodies)
    body.is_shareable &= withheld.count(body.name) == 0;
}

void blank_out(std::string &text, unsigned begin, unsigned end) {
  for (unsigned at = begin; at < end; at++)
    if (text[at] != '\n' && text[at] != '\r')
      text[at] = ' ';
}

// Whether directives may begin or go on there.
bool may_define(const std::string &text, const Extent &where) {
  std::string_view part(text);
  part = part.substr(where.begin, where.end - where.begin);
  return part.find_first_of("#%?\\") != part.npos;
}

std::vector<Extent> sides(const std::vector<TextGap> &gaps,
                          Extent TextGap::*side) {
  std::vector<Extent> extents;
  for (const TextGap &gap : gaps)
    extents.push_back(gap.*side);
  return extents;
}

const source::Diagnostic *
first_error(const std::vector<source::Diagnostic> &said) {
  auto first = std::find_if(said.begin(), said.end(), [](const auto &one) {
    return one.severity >= source::Severity::Error;
  });
  return first == said.end() ? nullptr : &*first;
}

unsigned begin_of_line(const std::string &text, unsigned line) {
  std::size_t begin = 0;
  for (unsigned at = 1; at < line && begin < text.size(); at++)
    begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  return unsigned(begin);
}

// Behind an error clang says less: both have the same first one, or none.
bool begin_with_same_error(const Comparison &comparison,
                           const std::string &text,
                           const std::vector<source::Diagnostic> &said) {
  const Donor &donor = *comparison.donor;
  const source::Diagnostic *here = first_error(donor.unit.diagnostics);
  const source::Diagnostic *there = first_error(said);
  if (!here || !there)
    return here == there;
  if (here->path != there->path || here->category != there->category ||
      here->message != there->message)
    return false;
  unsigned line = begin_of_line(donor.text, here->line);
  return here->path != donor.request.path ||
         place_in_other(comparison.gaps, {line, line + 1}) ==
             begin_of_line(text, there->line);
}

} // namespace

std::vector<unsigned> numbers_of(const LineNumbersOf &numbers,
                                 const std::string &path) {
  const std::vector<unsigned> *found = numbers ? numbers(path) : nullptr;
  return found ? *found : std::vector<unsigned>();
}

const std::set<ir::Symbol> &Donor::names_in(std::size_t body) const {
  auto [place, is_new] = names_.try_emplace(body);
  const ir::Function *function =
      unit.program.find_defined(outline.bodies[body].id);
  if (is_new && function)
    place->second = ir::named_symbols(*function);
  return place->second;
}

void BodyPlan::pass_on(Outline &outline) const {
  for (Body &body : outline.bodies) {
    auto known = bodies.find(body.begin);
    if (known == bodies.end())
      continue;
    const SharedBody &shared = known->second;
    body.uses_line_numbers = shared.body().uses_line_numbers;
    const Extent there = shared.body().extent();
    const Outline &from = shared.donor->outline;
    from.for_each_name_at(there, [&](const NameAt &name) {
      outline.names.push_back({name.at - there.begin + body.begin, name.name});
    });
  }
}

bool begins_with_error_in_body(const std::vector<source::Diagnostic> &said) {
  const source::Diagnostic *first = first_error(said);
  return first && !first->function.empty();
}

bool SharedBodies::is_alike(const Donor &donor, const ParseRequest &request) {
  const source::Tree &tree = *request.tree, &other = *donor.request.tree;
  const ParsedUnit &unit = donor.unit;
  auto is_same = [&](const std::string &path) {
    std::string identity = tree.identity(path);
    return path == request.path ||
           (!identity.empty() && identity == other.identity(path));
  };
  if (!std::all_of(unit.includes.begin(), unit.includes.end(), is_same))
    return false;
  for (const auto *names :
       {&unit.includes, &unit.missing_includes, &unit.probed_includes})
    if (added_.contains_any(tree, other, *names))
      return false;
  return true;
}

void SharedBodies::plan_bodies(const Donor &donor, const ParseRequest &request,
                               const OutlineOf &text, BodyPlan &plan) const {
  const Outline &outline = donor.outline;
  std::vector<TextGap> gaps =
      find_gaps(donor.text, outline.bodies, plan.original);
  ChangedNames here(outline, sides(gaps, &TextGap::here));
  auto names = here.find();
  if (!names)
    return;
  if (std::any_of(gaps.begin(), gaps.end(), [&](const TextGap &gap) {
        return may_define(plan.original, gap.there);
      }))
    names->merge(ChangedNames(text(), sides(gaps, &TextGap::there)).defined());
  names->insert(suspects_.begin(), suspects_.end());
  if (!here.spread(*names))
    return;
  std::vector<unsigned> numbers =
      numbers_of(request.line_numbers, request.path);
  auto places = find_bodies(donor.text, outline.bodies, plan.original, gaps);
  for (std::size_t i = 0; i < places.size(); i++) {
    const Body &body = outline.bodies[i];
    const auto &place = places[i];
    if (place && body.is_shareable && !here.has_use(body, *names) &&
        (!body.uses_line_numbers ||
         is_numbered_alike(donor, body, *place, numbers)))
      plan.bodies.try_emplace(place->begin, SharedBody{&donor, i, *place});
  }
  plan.comparisons.push_back({&donor, std::move(gaps)});
}

std::unique_ptr<const BodyPlan>
SharedBodies::plan(ir::Context &context, const ParseRequest &request,
                   const std::string &text,
                   const clang::LangOptions &language) {
  if (donors_.empty() || !has_plain_lines(text))
    return nullptr;
  auto plan = std::make_unique<BodyPlan>();
  plan->original = plan->text = text;
  std::optional<Outline> outline;
  auto read = [&]() -> const Outline & {
    if (!outline)
      read_outline(context, text, language, outline.emplace());
    return *outline;
  };
  for (const Donor &donor : donors_)
    if (is_same_file(donor.request, request) && is_alike(donor, request))
      plan_bodies(donor, request, read, *plan);
  if (plan->bodies.empty())
    return nullptr;
  for (const auto &[begin, shared] : plan->bodies)
    blank_out(plan->text, begin + 1, shared.place.end);
  return plan;
}

bool SharedBodies::fits(const Comparison &comparison, const BodyPlan &plan,
                        const Outline &read) {
  const std::vector<TextGap> &gaps = comparison.gaps;
  ChangedNames here(comparison.donor->outline, sides(gaps, &TextGap::here));
  ChangedNames there(read, sides(gaps, &TextGap::there));
  auto names = here.find(), others = there.find();
  if (!names || !others || !here.is_alike(there, gaps))
    return false;
  names->insert(others->begin(), others->end());
  bool is_known = here.spread(*names);
  for (const auto &[begin, shared] : plan.bodies)
    if (is_known && shared.donor == comparison.donor &&
        here.has_use(shared.body(), *names)) {
      suspects_.merge(*others);
      return false;
    }
  return is_known;
}

bool SharedBodies::fits(const BodyPlan &plan, const Outline &read,
                        const std::vector<source::Diagnostic> &said) {
  std::map<unsigned, unsigned> places;
  for (const Body &body : read.bodies)
    places.emplace(body.begin, body.end);
  for (const auto &[begin, shared] : plan.bodies)
    if (auto found = places.find(shared.place.begin);
        found == places.end() || found->second != shared.place.end)
      return false;
  for (const Comparison &comparison : plan.comparisons)
    if (!begin_with_same_error(comparison, plan.original, said) ||
        !fits(comparison, plan, read))
      return false;
  return true;
}

std::optional<BodyPlan> plan_variant(const Donor &donor,
                                     const VariantText &variant,
                                     const std::vector<unsigned> &numbers) {
  BodyPlan plan;
  const std::vector<Body> &bodies = donor.outline.bodies;
  std::int64_t line = 1;
  unsigned at = 0; // in that line
  for (std::size_t i = 0; i < bodies.size(); i++) {
    const Body &body = bodies[i];
    auto begin = donor.text.begin();
    line += std::count(begin + at, begin + body.begin, '\n');
    at = body.begin;
    if (std::any_of(variant.variants.begin(), variant.variants.end(),
                    [&](const Variant &other) {
                      return other.here.brace == body.begin;
                    }))
      continue;
    BodyPlace place{.begin = body.begin, .end = body.end};
    place.lines_moved = lines_moved(variant.moves, body.begin);
    place.line = line + place.lines_moved;
    if (body.uses_line_numbers &&
        !is_numbered_alike(donor, body, place, numbers))
      return std::nullopt;
    if (body.is_shareable)
      plan.bodies.try_emplace(body.begin, SharedBody{&donor, i, place});
  }
  return plan;
}

const Donor *SharedBodies::keep(Donor donor) {
  if (!donors_.empty() &&
      !is_same_file(donors_.front().request, donor.request)) {
    variants_.clear();
    donors_.clear();
    suspects_.clear();
  }
  if (donor.outline.bodies.empty() || is_entangled(donor.unit) ||
      !has_plain_lines(donor.text))
    return nullptr;
  donor.numbers = numbers_of(donor.request.line_numbers, donor.request.path);
  withhold_cross_references(donor);
  donors_.push_back(std::move(donor));
  return &donors_.back();
}

std::optional<ParsedUnit>
SharedBodies::take_variant(const ParseRequest &request,
                           const std::string &text) {
  auto found = variants_.find(text);
  if (found == variants_.end())
    return std::nullopt;
  for (KeptVariant &kept : found->second)
    if (is_same_file(kept.donor->request, request) &&
        is_alike(*kept.donor, request)) {
      ParsedUnit unit = std::move(kept.unit);
      variants_.erase(found);
      units_++;
      return unit;
    }
  return std::nullopt;
}

} // namespace mergeproof::frontend::c
