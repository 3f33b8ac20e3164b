// The worker's part of a check: reads the files, puts the versions together,
// sorts their functions, and has the hard ones decided. Says everything through
// events.
#pragma once

#include "app/check_options.h"
#include "app/reading/compile_flags.h"
#include "app/settings.h"
#include "app/supervisor.h"
#include "git/merge.h"

#include <map>
#include <set>
#include <string>

namespace mergeproof::app {

struct AnalysisRequest {
  const CheckOptions *options = nullptr;
  const git::MergeInput *input = nullptr;
  CompileFlags flags;
  std::set<std::string> generated; // headers that a build made, by path
  // Headers that were made up, with the templates they come from.
  std::map<std::string, std::string> templates;
  Settings settings;
  std::string temp_directory; // empty: there is none, nothing can be run
};

void analyse(AnalysisRequest request, EventWriter &events,
             const Setbacks &setbacks);

} // namespace mergeproof::app
