// What the directives at the top of a file make, its includes above all, read
// once for all versions of the file that begin alike (clang's precompiled
// preambles, in memory).
//
//   Preambles preambles;
//   request.preambles = &preambles;
//   parse(context, request);   // O: makes one
//   request.tree = A;
//   parse(context, request);   // finds it
//
// A unit that was read with a preamble is the same as one that was read
// without: what clang says of it, a header that is missing, is said again.
// Where that is not certain (a header that defines functions comes twice) the
// file is read as a whole.
#pragma once

#include "frontend/c/parse.h"
#include "source/added_files.h"

#include <list>
#include <string>

namespace mergeproof::frontend::c {

struct Preamble;

class Preambles {
public:
  Preambles();
  ~Preambles();
  Preambles(const Preambles &) = delete;
  Preambles &operator=(const Preambles &) = delete;

  // The preamble of that file; null when it has none that can be shared. Lives
  // until the next call.
  const Preamble *find(const ParseRequest &request, const std::string &text);
  // How often one that another version had made was found.
  unsigned shared() const { return shared_; }

private:
  bool fits(const Preamble &preamble, const ParseRequest &request,
            const std::string &text);
  std::list<Preamble> made_; // the last used first
  unsigned shared_ = 0;
  source::AddedFiles added_;
};

} // namespace mergeproof::frontend::c
