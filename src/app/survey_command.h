// `mergeproof survey`: which functions of the code below the working directory
// are understood, and why the others are not.
#pragma once

#include <string>
#include <vector>

namespace mergeproof::app {

struct SurveyOptions {
  std::vector<std::string>
      paths;            // C files, or directories with them; none: all
  std::string database; // as in CheckOptions
  std::vector<std::string> flags; // clang's, after --
  std::string json_file;          // empty: none
  bool is_verbose = false;
  unsigned jobs = 1;
};

int run_survey(const SurveyOptions &options);

} // namespace mergeproof::app
