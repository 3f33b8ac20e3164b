// The command line. The only place that knows how options are spelled.
#pragma once

#include "app/check_options.h"
#include "app/run_command.h"
#include "app/survey_command.h"

#include <string>
#include <variant>

namespace mergeproof::app {

// The command line was answered while it was read (--help, --version, an
// error): there is nothing left but to exit.
struct Finished {
  int exit_code = 0;
};

// -C has been followed when this returns.
using Command = std::variant<CheckOptions, RunOptions, SurveyOptions, Finished>;
Command read_command_line(int argc, char **argv);

inline constexpr const char *tool_name = "mergeproof " MERGEPROOF_VERSION;
inline constexpr int usage_error = 2;

} // namespace mergeproof::app
