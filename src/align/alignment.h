// All versions of one function as edits of one program with holes (SafeMerge,
// sections 3 and 6).
//
//     O             A             B             skeleton
//     x = a;        x = a;        x = a;        x = a;
//     y = x + 1;    y = x + 2;    y = x + 1;    [0]
//     return y;     return y;     return y+z;   [1]
//
// Laws (verify() lists what is broken; align() never breaks one):
//  * plugging edits[v] into the skeleton gives version v back, node for node up
//    to spans, with the names of renames[v]; undoing the renaming gives exactly
//    the body of version v;
//  * holes are numbered depth-first from 0, and every edit fills every hole (an
//    empty fill is a deletion); fills contain no holes, two holes are never
//    neighbours;
//  * renames are total (every parameter, local, object and label of version v
//  has
//    an entry) and injective;
//  * a name that several versions use after renaming is the same kind of thing
//  in
//    all of them: a parameter, a local, an object or a label, with the same
//    scalar and passing, the same size and alignment.
//
// An object whose size changed therefore has two names, and code that uses it
// is in holes. A shared parameter name says that the parameters correspond, not
// that they stand at the same position: arguments are Function::params[i] of
// each version. No holes means equal bodies, not equal signatures. Spans of the
// skeleton are those of the first version that has the statement; walk
// plug(skeleton, edits[v]) beside version v's body for its own spans.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

#include <map>
#include <string>
#include <vector>

namespace mergeproof::align {

using Edit = std::vector<ir::Seq>;                 // by hole
using Renaming = std::map<ir::Symbol, ir::Symbol>; // original -> aligned name

struct Alignment {
  ir::Seq skeleton;              // with ir::Hole statements
  std::vector<Edit> edits;       // by version
  std::vector<Renaming> renames; // by version

  std::vector<std::string>
  verify(ir::Context &context,
         const std::vector<const ir::Function *> &versions) const;
};

// Any number of versions, at least one, in any order; the names of the first
// version are kept. Deterministic.
Alignment align(ir::Context &context,
                const std::vector<const ir::Function *> &versions);

// ApplyEdit (SafeMerge, Fig. 6): every Hole i of `skeleton` replaced by
// edit[i]. Statements without holes stay the same pointers.
ir::Seq plug(ir::Context &context, const ir::Seq &skeleton, const Edit &edit);

std::uint32_t count_holes(const ir::Seq &skeleton);

} // namespace mergeproof::align
