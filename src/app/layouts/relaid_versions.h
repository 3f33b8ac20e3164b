// The versions once more, with one layout of the structs that they declare with
// other members: a function that only names members is the same there, wherever
// these lie.
#pragma once

#include "app/tasks.h"
#include "impact/common_layouts.h"

#include <functional>
#include <memory>

namespace mergeproof::app {

class RelaidVersions {
public:
  // Null: no struct differs, some file cannot be read so, or it is late.
  static std::unique_ptr<RelaidVersions>
  make(const AssemblyRequest &request, const VersionSet &set,
       const impact::GivenMatches &given, scan::TextIndex &index,
       FileReader &reader, const std::function<bool()> &is_late);

  // Takes out of `open` what is the same as in a parent here. `maker`, as
  // below: of the versions as they are.
  std::vector<verdict::UnitResult>
  settle(std::vector<const impact::Unit *> &open, const TaskMaker &maker) const;
  // None: what the unit does may depend on layouts, or nothing is known.
  std::optional<portfolio::Eased> ease(const TaskMaker &maker,
                                       ir::Symbol unit) const;

private:
  RelaidVersions() = default;
  const impact::Unit *find(ir::Symbol unit) const;
  bool depends_on_layout(ir::Symbol unit, std::size_t version) const;
  bool depends_on_layout(const ir::Function &function) const;

  impact::CommonLayouts common_;
  std::unique_ptr<ParseStore> store_;
  std::unique_ptr<VersionSet> set_;
};

} // namespace mergeproof::app
