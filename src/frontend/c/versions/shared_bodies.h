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
// body means is decided by its text and by what stands before and behind it;
// so bodies are shared between texts that are the same outside of bodies and
// whose includes are the same. All versions are of one Context.
#pragma once

#include "frontend/c/parse.h"
#include "frontend/c/versions/bodies.h"
#include "source/added_files.h"

#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::frontend::c {

// A version that was read, and may give bodies to others.
struct Donor {
  ParseRequest request; // the tree must live
  std::string text;
  std::vector<Body> bodies;
  std::vector<unsigned> numbers; // of its lines; empty: their own
  ParsedUnit unit;

  // What the body's function names; worked out once.
  const std::set<ir::Symbol> &names_in(std::size_t body) const;

private:
  mutable std::map<std::size_t, std::set<ir::Symbol>> names_;
};

struct SharedBody {
  const Donor *donor = nullptr;
  std::size_t index = 0; // in donor->bodies
  BodyPlace place;       // in the new text
};

// How to read one version.
struct BodyPlan {
  std::string original;
  std::string text;                      // without the shared bodies
  std::vector<BodyPlace> places;         // of all bodies
  std::map<unsigned, SharedBody> bodies; // by the offset of the first brace

  // Whether the bodies that were found lie where the texts let expect them.
  bool fits(const std::vector<Body> &found) const;
  // Says of the bodies that clang did not see what is known of them.
  void pass_on(std::vector<Body> &found) const;
};

// Whether the first error stands in a function: clang says less of functions
// behind an error, and other versions do not have this one, though they are the
// same outside of bodies. Nothing is shared with such a version.
bool begins_with_error_in_body(const std::vector<source::Diagnostic> &said);

class SharedBodies {
public:
  // Null: nothing of the text is shared. Good until the next keep().
  std::unique_ptr<const BodyPlan> plan(const ParseRequest &request,
                                       const std::string &text,
                                       const clang::LangOptions &language);
  void keep(Donor donor);
  // How many bodies have been given to other versions.
  unsigned shared() const { return shared_; }
  void count_shared(std::size_t bodies) { shared_ += unsigned(bodies); }

private:
  bool is_alike(const Donor &donor, const ParseRequest &request);

  std::list<Donor> donors_; // of one file
  unsigned shared_ = 0;
  source::AddedFiles added_;
};

} // namespace mergeproof::frontend::c
