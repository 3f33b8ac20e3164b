// What every proof of this folder's kind rests on.
#pragma once

#include "relational/inquiry.h"

namespace mergeproof::relational {

// Proved, by all refusals of `inquiry`; `asked`: what they were about.
verdict::Verdict make_proof(symbolic::Universe &universe, Inquiry &inquiry,
                            const std::vector<Term> &asked, bool has_traps);

} // namespace mergeproof::relational
