// Versions of f.c that share preambles and bodies.
#pragma once

#include "frontend/c/versions/preambles.h"
#include "frontend/c/versions/shared_bodies.h"
#include "laws/file_versions.h"

namespace mergeproof::tests {

class BodyVersions {
public:
  explicit BodyVersions(std::vector<Files> files,
                        std::vector<std::string> flags = {"-std=gnu17"})
      : versions_("f.c", std::move(flags), std::move(files)) {}

  // How many bodies were given to other versions.
  unsigned expect_no_difference() {
    versions_.expect_no_difference([&](frontend::c::ParseRequest &request) {
      request.preambles = &preambles_;
      request.bodies = &bodies_;
    });
    return bodies_.shared();
  }

private:
  FileVersions versions_;
  frontend::c::Preambles preambles_;
  frontend::c::SharedBodies bodies_;
};

inline unsigned shared_between(const std::vector<std::string> &texts,
                               const std::string &header = "") {
  std::vector<Files> files;
  for (const std::string &text : texts)
    files.push_back({{"f.c", text}, {"h.h", header}});
  return BodyVersions(std::move(files)).expect_no_difference();
}

} // namespace mergeproof::tests
