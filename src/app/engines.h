// What decides questions: the explicit list of engines, in the order in which
// they are asked, and the bounds of all work.
#pragma once

#include "app/check_options.h"
#include "portfolio/portfolio.h"
#include "verdict/verdict.h"

#include <memory>
#include <string>
#include <vector>

namespace mergeproof::app {

std::vector<std::shared_ptr<verdict::Engine>>
make_engines(const CheckOptions &options);

// Those that only prove.
std::vector<std::shared_ptr<verdict::Engine>> make_proof_engines();

// As many as were asked for, and no more than have a GiB each.
unsigned count_jobs(const CheckOptions &options);

// `temp_directory`: empty when nothing can be run.
portfolio::Options make_portfolio_options(const CheckOptions &options,
                                          const std::string &temp_directory,
                                          const std::string &cache_directory,
                                          portfolio::MadeUp made_up);

} // namespace mergeproof::app
