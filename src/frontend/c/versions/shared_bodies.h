// Function bodies that several versions of a file have: parsed and lowered for
// the first of them.
//
//   SharedBodies bodies;
//   request.bodies = &bodies;
//   parse(context, request);   // O: as ever, and kept
//   request.tree = A;
//   parse(context, request);   // clang sees what is the same as blanks
//
// A unit that was read so is the one that would have been read without. What a
// body means is decided by its text and by what the names in it mean; so bodies
// are shared between versions whose includes are the same, where nothing that
// changed outside of bodies reaches a name of theirs (changed_names.h). That is
// seen for certain when clang has read what changed. All versions are of one
// Context.
#pragma once

#include "frontend/c/parse.h"
#include "frontend/c/versions/body_places.h"
#include "frontend/c/versions/changed_names.h"
#include "source/added_files.h"

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::frontend::c {

struct VariantText;

// A version that was read, and may give bodies to others.
struct Donor {
  ParseRequest request; // the tree must live
  std::string text;
  Outline outline;
  std::vector<unsigned> numbers; // of its lines; empty: their own
  ParsedUnit unit;

  // What the body's function names; worked out once.
  const std::set<ir::Symbol> &names_in(std::size_t body) const;

private:
  mutable std::map<std::size_t, std::set<ir::Symbol>> names_;
};

struct SharedBody {
  const Donor *donor = nullptr;
  std::size_t index = 0; // of the body in its outline
  BodyPlace place;       // in the new text

  const Body &body() const { return donor->outline.bodies[index]; }
};

// What differs from another version.
struct Comparison {
  const Donor *donor = nullptr;
  std::vector<TextGap> gaps;
};

// How to read one version.
struct BodyPlan {
  std::string original;
  std::string text;                      // without the shared bodies
  std::map<unsigned, SharedBody> bodies; // by the offset of the first brace
  std::vector<Comparison> comparisons;

  // Says of the bodies that clang did not see what is known of them.
  void pass_on(Outline &outline) const;
};

// How to take over what a variant of the donor has of it, in the donor's own
// text; none: a number of a line is another one there.
std::optional<BodyPlan> plan_variant(const Donor &donor,
                                     const VariantText &variant,
                                     const std::vector<unsigned> &numbers);

// Whether the first error stands in a function: clang says less of functions
// behind an error, and other versions do not have this one, though they are the
// same outside of bodies. Nothing is shared with such a version.
bool begins_with_error_in_body(const std::vector<source::Diagnostic> &said);

// What __LINE__ is in the lines of the file; empty: their own numbers.
std::vector<unsigned> numbers_of(const LineNumbersOf &numbers,
                                 const std::string &path);

class SharedBodies {
public:
  // Null: nothing of the text is shared. Good until the next keep().
  std::unique_ptr<const BodyPlan> plan(ir::Context &context,
                                       const ParseRequest &request,
                                       const std::string &text,
                                       const clang::LangOptions &language);
  // Whether what clang read otherwise leaves the bodies of the plan their
  // meaning. If not, and suspects() grew, a new plan is a better one.
  bool fits(const BodyPlan &plan, const Outline &read,
            const std::vector<source::Diagnostic> &said);
  std::size_t suspects() const { return suspects_.size(); }
  // Null: it has nothing to give to others.
  const Donor *keep(Donor donor);
  // A unit of another version, with that text, that was read with the donor.
  void keep_variant(const Donor &donor, const std::string &text,
                    ParsedUnit unit) {
    variants_[text].push_back({&donor, std::move(unit)});
  }
  unsigned units() const { return units_; } // that were taken
  // The unit of that version, if it was; to be taken once.
  std::optional<ParsedUnit> take_variant(const ParseRequest &request,
                                         const std::string &text);
  // How many bodies have been given to other versions.
  unsigned shared() const { return shared_; }
  void count_shared(std::size_t bodies) { shared_ += unsigned(bodies); }

private:
  using OutlineOf = std::function<const Outline &()>; // made when it is asked

  bool is_alike(const Donor &donor, const ParseRequest &request);
  void plan_bodies(const Donor &donor, const ParseRequest &request,
                   const OutlineOf &text, BodyPlan &plan) const;
  bool fits(const Comparison &comparison, const BodyPlan &plan,
            const Outline &read);

  std::list<Donor> donors_; // of one file
  struct KeptVariant {
    const Donor *donor = nullptr;
    ParsedUnit unit;
  };
  std::map<std::string, std::vector<KeptVariant>> variants_; // by text
  Names suspects_; // what a version was seen to declare otherwise
  unsigned shared_ = 0, units_ = 0;
  source::AddedFiles added_;
};

} // namespace mergeproof::frontend::c
