// Whether two programs are the same, up to spans and the members of types.
#pragma once

#include "ir/program.h"

#include <algorithm>

namespace mergeproof::tests {

inline bool is_same_type(const ir::Type *a, const ir::Type *b) {
  if (!a || !b)
    return a == b;
  return a->kind == b->kind && a->is_signed == b->is_signed &&
         a->is_const == b->is_const && a->size == b->size &&
         a->align == b->align && a->spelling == b->spelling;
}

inline bool is_same_variable(const ir::Variable &a, const ir::Variable &b) {
  return a.name == b.name && a.scalar == b.scalar &&
         a.source_name == b.source_name && a.passing == b.passing &&
         is_same_type(a.type, b.type);
}

inline bool is_same_object(const ir::LocalObject &a, const ir::LocalObject &b) {
  return a.name == b.name && a.source_name == b.source_name &&
         a.size == b.size && a.align == b.align && is_same_type(a.type, b.type);
}

template <typename T, typename F>
bool is_same_list(const std::vector<T> &a, const std::vector<T> &b, F is_same) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same);
}

inline bool is_same_function(const ir::Function &a, const ir::Function &b) {
  return a.id == b.id && a.name == b.name && a.is_static == b.is_static &&
         a.is_defined == b.is_defined && a.is_variadic == b.is_variadic &&
         a.is_noreturn == b.is_noreturn && a.result == b.result &&
         a.opaque_reasons == b.opaque_reasons && is_same_type(a.type, b.type) &&
         is_same_list(a.params, b.params, is_same_variable) &&
         is_same_list(a.locals, b.locals, is_same_variable) &&
         is_same_list(a.objects, b.objects, is_same_object) &&
         ir::is_same(a.body, b.body);
}

inline bool is_same_global(const ir::Global &a, const ir::Global &b) {
  return a.id == b.id && a.name == b.name && a.is_static == b.is_static &&
         a.is_local == b.is_local && a.is_const == b.is_const &&
         a.is_thread_local == b.is_thread_local &&
         a.is_defined == b.is_defined && a.size == b.size &&
         a.align == b.align && a.bytes == b.bytes &&
         a.relocations == b.relocations && is_same_type(a.type, b.type);
}

inline bool is_same_program(const ir::Program &a, const ir::Program &b) {
  return std::equal(a.functions.begin(), a.functions.end(), b.functions.begin(),
                    b.functions.end(),
                    [](const auto &x, const auto &y) {
                      return is_same_function(x.second, y.second);
                    }) &&
         std::equal(a.globals.begin(), a.globals.end(), b.globals.begin(),
                    b.globals.end(), [](const auto &x, const auto &y) {
                      return is_same_global(x.second, y.second);
                    });
}

} // namespace mergeproof::tests
