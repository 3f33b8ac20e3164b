#include "frontend/c/versions/changed_names.h"

namespace mergeproof::frontend::c {
namespace {

using Kind = Directive::Kind;

bool is_condition(const Directive &directive) {
  return directive.kind == Kind::Open || directive.kind == Kind::Middle ||
         directive.kind == Kind::Close;
}

bool uses_any(const Outline &outline, const Extent &where, const Names &names) {
  bool has_one = false;
  outline.for_each_name(
      where, [&](ir::Symbol name) { has_one |= names.count(name) > 0; });
  return has_one;
}

bool has_line_number(const Outline &outline, const Extent &where) {
  bool has_one = false;
  outline.for_each_name(
      where, [&](ir::Symbol name) { has_one |= is_line_number(name); });
  return has_one;
}

} // namespace

bool is_line_number(std::string_view name) {
  return name == "__LINE__" || name == "__builtin_LINE" ||
         name == "__builtin_source_location";
}

bool ChangedNames::is_changed(const Extent &extent) const {
  return std::any_of(gaps_.begin(), gaps_.end(),
                     [&](const Extent &gap) { return touches(gap, extent); });
}

// What a body that changed does may have changed with it, line for line.
std::vector<Extent> ChangedNames::changed_text() const {
  std::vector<Extent> changed;
  for (const Body &body : outline_.bodies)
    if (is_changed(body.extent()))
      changed.push_back(body.extent());
  std::size_t bodies = changed.size();
  for (const Extent &gap : gaps_)
    if (std::none_of(changed.begin(), changed.begin() + bodies,
                     [&](const Extent &body) {
                       return body.begin < gap.begin && gap.end < body.end;
                     }))
      changed.push_back(gap);
  return changed;
}

bool ChangedNames::is_changed(const Directive &directive) const {
  return std::any_of(
      changed_.begin(), changed_.end(),
      [&](const Extent &extent) { return touches(extent, directive.where); });
}

bool ChangedNames::have_plain_directives() const {
  for (const Directive &directive : outline_.directives)
    if (is_changed(directive) && directive.kind != Kind::Definition &&
        !is_condition(directive))
      return false;
  for (unsigned pragma : outline_.pragmas)
    if (is_changed(Extent{pragma, pragma + 1}))
      return false;
  return true;
}

// Conditions that changed text opens end in it.
bool ChangedNames::are_balanced() const {
  for (const Extent &changed : changed_) {
    int depth = 0;
    for (const Directive &directive : outline_.directives) {
      if (!touches(changed, directive.where))
        continue;
      depth += directive.kind == Kind::Open;
      depth -= directive.kind == Kind::Close;
      if (depth < (directive.kind == Kind::Middle ? 1 : 0))
        return false;
    }
    if (depth != 0)
      return false;
  }
  return true;
}

// What a file that is included makes of changed names is not known, nor what
// macros in conditions were where a preamble was read.
bool ChangedNames::is_known(const Directive &directive) const {
  bool is_lost =
      directive.kind == Kind::Include ||
      (is_condition(directive) && directive.where.begin < outline_.preamble);
  return !is_lost || directive.where.end <= gaps_.front().begin;
}

Names ChangedNames::defined() const {
  Names names;
  for (const Directive &directive : outline_.directives)
    if (directive.kind == Kind::Definition && is_changed(directive))
      names.insert(directive.name);
  return names;
}

std::optional<Names> ChangedNames::find() const {
  if (!outline_.is_traceable)
    return std::nullopt;
  if (gaps_.empty())
    return Names();
  if (!have_plain_directives() || !are_balanced())
    return std::nullopt;
  Names names = defined();
  for (const Item &item : outline_.items)
    if (is_changed(item.where)) {
      if (item.reaches_further)
        return std::nullopt;
      names.insert(item.declared.begin(), item.declared.end());
    }
  return names;
}

bool ChangedNames::spread(Names &names) const {
  std::vector<const Item *> rest;
  for (const Item &item : outline_.items)
    if (has_line_number(outline_, item.where))
      names.insert(item.declared.begin(), item.declared.end());
    else if (!is_changed(item.where))
      rest.push_back(&item);
  for (std::size_t before = 0; before != names.size();) {
    before = names.size();
    for (const Directive &directive : outline_.directives)
      if (directive.kind == Kind::Definition &&
          uses_any(outline_, directive.where, names))
        names.insert(directive.name);
    for (const Item *item : rest)
      if (uses_any(outline_, item->where, names)) {
        if (item->reaches_further)
          return false;
        names.insert(item->declared.begin(), item->declared.end());
      }
  }
  return gaps_.empty() ||
         std::none_of(outline_.directives.begin(), outline_.directives.end(),
                      [&](const Directive &directive) {
                        return directive.kind != Kind::Definition &&
                               !is_changed(directive) &&
                               (uses_any(outline_, directive.where, names) ||
                                has_line_number(outline_, directive.where) ||
                                (!names.empty() && !is_known(directive)));
                      });
}

bool ChangedNames::has_use(const Body &body, const Names &names) const {
  if (names.empty())
    return false;
  for (const Item &item : outline_.items)
    if (item.where.begin <= body.begin && body.begin <= item.where.end + 1 &&
        uses_any(outline_, item.where, names))
      return true;
  return names.count(body.name) || uses_any(outline_, body.extent(), names);
}

std::vector<Item> ChangedNames::kept_items() const {
  std::vector<Item> kept;
  for (const Item &item : outline_.items)
    if (!is_changed(item.where))
      kept.push_back(item);
  return kept;
}

std::vector<Directive> ChangedNames::kept_directives() const {
  std::vector<Directive> kept;
  for (const Directive &directive : outline_.directives)
    if (!is_changed(directive))
      kept.push_back(directive);
  return kept;
}

bool ChangedNames::is_alike(const ChangedNames &other,
                            const std::vector<TextGap> &gaps) const {
  auto is_at = [&](const Extent &here, const Extent &there) {
    auto place = place_in_other(gaps, here);
    return place && *place == there.begin &&
           here.end - here.begin == there.end - there.begin;
  };
  auto is_same_item = [&](const Item &here, const Item &there) {
    return is_at(here.where, there.where) && here.declared == there.declared &&
           here.reaches_further == there.reaches_further;
  };
  auto is_same_directive = [&](const Directive &here, const Directive &there) {
    return is_at(here.where, there.where) && here.kind == there.kind;
  };
  std::vector<Item> items = kept_items(), others = other.kept_items();
  std::vector<Directive> directives = kept_directives(),
                         other_directives = other.kept_directives();
  return std::equal(items.begin(), items.end(), others.begin(), others.end(),
                    is_same_item) &&
         std::equal(directives.begin(), directives.end(),
                    other_directives.begin(), other_directives.end(),
                    is_same_directive);
}

} // namespace mergeproof::frontend::c
