#include "app/build_findings.h"

#include "impact/build_conflicts.h"

namespace mergeproof::app {
namespace {

impact::BuildVersion make_version(const git::MergeInput &input,
                                  const ParseStore &store, std::size_t version,
                                  const std::vector<std::string> &keys) {
  impact::BuildVersion made;
  made.revision = input.revisions[version];
  for (const std::string &key : keys)
    if (const ReadFile *file = store.find(version, key); file && file->unit)
      made.units[key] = {.diagnostics = file->unit->diagnostics,
                         .includes = file->unit->includes,
                         .missing_includes = file->unit->missing_includes};
  made.read = [&tree = store.tree(version)](
                  const std::string &path) -> std::optional<std::string> {
    if (!tree.contains(path))
      return std::nullopt;
    auto text = tree.read(path);
    if (!text)
      return std::nullopt;
    return std::move(text).value();
  };
  return made;
}

} // namespace

std::vector<report::BuildFinding>
find_build_findings(const git::MergeInput &input, const ParseStore &store,
                    const std::vector<std::string> &keys) {
  std::vector<impact::BuildVersion> versions;
  for (std::size_t v = 0; v < input.revisions.size(); v++)
    versions.push_back(make_version(input, store, v, keys));
  std::vector<report::BuildFinding> findings;
  for (impact::BuildConflict &conflict : impact::find_build_conflicts(versions))
    findings.push_back({.diagnostic = std::move(conflict.diagnostic),
                        .explanation = std::move(conflict.explanation),
                        .parents = std::move(conflict.parents)});
  return findings;
}

} // namespace mergeproof::app
