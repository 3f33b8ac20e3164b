// What every version changed, as edits that can be taken back one by one.
//
// The changed functions that the unit reaches are aligned (align); an edit is
// one hole of such an alignment, filled otherwise than the origin fills it. The
// origin is the base, of two compared versions the old one.
//
// Taking back an edit of a parent fills the hole as the origin does, in that
// parent and in the merge: the merge of the versions that are left. Where
// another parent edited the same hole, the merge has that parent's edit then.
// What the merge has from nobody is an edit of the merge.
//
// Not edits, and kept as they are: functions that only some versions define,
// globals, types, signatures.
#pragma once

#include "align/alignment.h"
#include "verdict/question.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace mergeproof::blame {

struct Edit {
  std::size_t version = 0; // whose it is
  ir::Symbol function;
  std::uint32_t hole = 0;
  auto operator<=>(const Edit &) const = default;
};
using Edits = std::set<Edit>;

// Lines of one version; where something was deleted, those of the origin.
struct Lines {
  std::size_t version = 0;
  std::string file;
  unsigned first = 0, last = 0;
};

// A question about versions with less edits, and the programs it is about.
struct Variant {
  verdict::Question question;
  std::vector<std::unique_ptr<ir::Program>> programs;
};

class EditSpace {
public:
  // Has a base, or compares two versions. The question outlives it.
  explicit EditSpace(const verdict::Question &question);

  const Edits &edits() const { return edits_; }

  // Nothing: what is left of some function is none (it uses a name that went
  // with an edit).
  std::optional<Variant> without(const Edits &taken_back) const;

  std::optional<Lines> lines_of(const Edit &edit) const;

private:
  struct Changed {
    std::vector<const ir::Function *> versions;
    align::Alignment alignment;
  };

  void add(ir::Symbol id);
  void find_edits(ir::Symbol id, const Changed &changed);
  const ir::Seq &fill(const Changed &changed, ir::Symbol id,
                      std::size_t version, std::uint32_t hole,
                      const Edits &taken_back) const;
  const ir::Seq &fill_of_merge(const Changed &changed, ir::Symbol id,
                               std::uint32_t hole,
                               const Edits &taken_back) const;
  std::vector<std::size_t> editors(const Changed &changed,
                                   std::uint32_t hole) const;
  std::optional<ir::Function> rebuild(const Changed &changed, ir::Symbol id,
                                      std::size_t version,
                                      const Edits &taken_back) const;

  const verdict::Question &question_;
  std::size_t merge_ = 0; // the last version
  std::map<ir::Symbol, Changed> changed_;
  Edits edits_;
};

} // namespace mergeproof::blame
