// Which names mean another thing in a version of a file in which some of the
// text outside of bodies is another one.
//
//     #define LIMIT 4            #define LIMIT 5          LIMIT
//     int table[LIMIT];          int table[LIMIT];        table
//     int first(void) {…}        int first(void) {…}      first, if {…} was
//     int size(void);            int size(void);
//                                int more(void);          more
//
// A name is one of these when text that changed declares it, in one of the
// versions, or text that did not and that uses one of these. Whatever uses none
// of them means the same. So what changed must do no more than to declare
// names, behind the last file that is included.
#pragma once

#include "frontend/c/versions/outline.h"

#include <set>

namespace mergeproof::frontend::c {

using Names = std::set<ir::Symbol>;

// One of two versions, with the gaps where its text is not the other's.
class ChangedNames {
public:
  ChangedNames(const Outline &outline, std::vector<Extent> gaps)
      : outline_(outline), gaps_(std::move(gaps)), changed_(changed_text()) {}

  // What changed text declares or defines; none: it does more.
  std::optional<Names> find() const;
  // As far as macros go.
  Names defined() const;
  // Adds what unchanged text declares by means of these names. Whether that is
  // all: conditions do not use them.
  bool spread(Names &names) const;
  // Whether a body, or what stands before it, uses one of them.
  bool has_use(const Body &body, const Names &names) const;
  // Whether the unchanged items and directives are those of the other one.
  bool is_alike(const ChangedNames &other,
                const std::vector<TextGap> &gaps) const;

private:
  bool is_changed(const Extent &extent) const;
  bool is_changed(const Directive &directive) const;
  bool is_known(const Directive &directive) const;
  std::vector<Extent> changed_text() const;
  bool have_plain_directives() const;
  bool are_balanced() const;
  std::vector<Item> kept_items() const;
  std::vector<Directive> kept_directives() const;

  const Outline &outline_;
  const std::vector<Extent> gaps_;    // in the order of the text
  const std::vector<Extent> changed_; // the same, and whole bodies
};

// What differs in every line.
bool is_line_number(std::string_view name);

} // namespace mergeproof::frontend::c
