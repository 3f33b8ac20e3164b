// A cell that the loop of one lane changes, and what is known of it at the head
// of every turn (loop_product.h).
#pragma once

#include "relational/loops/kept_memory.h"
#include "relational/loops/linear_relations.h"
#include "relational/loops/loop_facts.h"
#include "relational/slice.h"

#include <optional>
#include <vector>

namespace mergeproof::relational {

struct LoopElement {
  std::size_t lane = 0;
  Cell cell;
  Term first = nullptr;
  bool is_counter = false; // by 0, too: is what it was at every head
  bool is_tally = false;   // a turn adds 1, or nothing
  Counter counter;
  // Of a variable: how it changes with other elements, which have no relation
  // and whose lanes are here where this one's is.
  std::optional<LinearRelation> relation;
  std::optional<KeptMemory> kept;
  std::vector<Term> stores;    // of memory: steady_stores() of a turn
  bool has_other_sign = false; // both ways to widen were tried
  std::optional<Trail> trail;  // its link and offset
  Limits limits;
  int class_id = 0; // equal: the same symbol at the head
};

} // namespace mergeproof::relational
