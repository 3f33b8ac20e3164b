#include "frontend/c/versions/shared_bodies.h"

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

std::vector<unsigned> numbers_of(const ParseRequest &request) {
  const std::vector<unsigned> *numbers =
      request.line_numbers ? request.line_numbers(request.path) : nullptr;
  return numbers ? *numbers : std::vector<unsigned>();
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
  for (Body &body : donor.bodies)
    body.is_shareable &= withheld.count(body.name) == 0;
}

void blank_out(std::string &text, unsigned begin, unsigned end) {
  for (unsigned at = begin; at < end; at++)
    if (text[at] != '\n' && text[at] != '\r')
      text[at] = ' ';
}

} // namespace

const std::set<ir::Symbol> &Donor::names_in(std::size_t body) const {
  auto [place, is_new] = names_.try_emplace(body);
  const ir::Function *function = unit.program.find_defined(bodies[body].id);
  if (is_new && function)
    place->second = ir::named_symbols(*function);
  return place->second;
}

bool BodyPlan::fits(const std::vector<Body> &found) const {
  return std::equal(found.begin(), found.end(), places.begin(), places.end(),
                    [](const Body &body, const BodyPlace &place) {
                      return body.begin == place.begin && body.end == place.end;
                    });
}

void BodyPlan::pass_on(std::vector<Body> &found) const {
  for (Body &body : found)
    if (auto known = bodies.find(body.begin); known != bodies.end())
      body.uses_line_numbers =
          known->second.donor->bodies[known->second.index].uses_line_numbers;
}

bool begins_with_error_in_body(const std::vector<source::Diagnostic> &said) {
  auto first = std::find_if(said.begin(), said.end(), [](const auto &one) {
    return one.severity >= source::Severity::Error;
  });
  return first != said.end() && !first->function.empty();
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

std::unique_ptr<const BodyPlan>
SharedBodies::plan(const ParseRequest &request, const std::string &text,
                   const clang::LangOptions &language) {
  auto plan = std::make_unique<BodyPlan>();
  std::vector<unsigned> numbers = numbers_of(request);
  for (const Donor &donor : donors_) {
    if (!is_same_file(donor.request, request) || !is_alike(donor, request))
      continue;
    auto places = find_bodies(donor.text, donor.bodies, text, language);
    for (std::size_t i = 0; places && i < places->size(); i++) {
      const Body &body = donor.bodies[i];
      const BodyPlace &place = (*places)[i];
      if (place.is_same && body.is_shareable &&
          (!body.uses_line_numbers ||
           is_numbered_alike(donor, body, place, numbers)))
        plan->bodies.try_emplace(place.begin, SharedBody{&donor, i, place});
    }
    if (places)
      plan->places = std::move(*places);
  }
  if (plan->bodies.empty())
    return nullptr;
  plan->original = plan->text = text;
  for (const auto &[begin, shared] : plan->bodies)
    blank_out(plan->text, begin + 1, shared.place.end);
  return plan;
}

void SharedBodies::keep(Donor donor) {
  if (!donors_.empty() && !is_same_file(donors_.front().request, donor.request))
    donors_.clear();
  if (donor.bodies.empty() || is_entangled(donor.unit))
    return;
  donor.numbers = numbers_of(donor.request);
  withhold_cross_references(donor);
  donors_.push_back(std::move(donor));
}

} // namespace mergeproof::frontend::c
