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

  // How many bodies were given to other versions where one is read after the
  // other.
  unsigned expect_no_difference() {
    unsigned shared = expect_no_difference_where(false).shared();
    units_ = expect_no_difference_where(true).units();
    return shared;
  }
  // How many units were read with those of another version.
  unsigned units() const { return units_; }

private:
  frontend::c::SharedBodies &expect_no_difference_where(bool has_others) {
    frontend::c::Preambles preambles;
    frontend::c::SharedBodies &bodies = bodies_[has_others];
    versions_.expect_no_difference(
        [&](frontend::c::ParseRequest &request) {
          request.preambles = &preambles;
          request.bodies = &bodies;
        },
        has_others);
    return bodies;
  }

  FileVersions versions_;
  frontend::c::SharedBodies bodies_[2];
  unsigned units_ = 0;
};

inline unsigned shared_between(const std::vector<std::string> &texts,
                               const std::string &header = "") {
  std::vector<Files> files;
  for (const std::string &text : texts)
    files.push_back({{"f.c", text}, {"h.h", header}});
  return BodyVersions(std::move(files)).expect_no_difference();
}

// Of all versions but the first one.
inline unsigned units_between(const std::vector<std::string> &texts,
                              const std::string &header = "") {
  std::vector<Files> files;
  for (const std::string &text : texts)
    files.push_back({{"f.c", text}, {"h.h", header}});
  BodyVersions versions(std::move(files));
  versions.expect_no_difference();
  return versions.units();
}

} // namespace mergeproof::tests
