// Accesses of volatile objects: plain ones with an event at each, because the
// world may watch and change such an object. Not those of local objects, which
// nobody but signal handlers and other threads could find (NoConcurrency).
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

using ir::Op;

bool FunctionLowering::is_volatile(const Place &place) {
  Value root = place.address;
  while (root && root->op == Op::PtrAdd)
    root = root->a;
  return unit.volatiles == Volatiles::Events &&
         place.type.isVolatileQualified() &&
         place.kind != Place::Kind::Variable &&
         root->kind != ir::ExprKind::LocalAddr;
}

Value FunctionLowering::read_volatile(const Place &place, ir::Scalar type) {
  if (place.kind != Place::Kind::Memory || !type.is_int() || type.bits > 64)
    return opaque_value(place.type, "volatile access to an unusual type");
  check_access(place, type.bytes());
  Value held = fold.resize(context.load(type, place.address), 64, false);
  Value given = intrinsic(ir::Intrinsic::VolatileRead, {place.address, held},
                          ir::size_scalar);
  return type == ir::bool_scalar ? fold.binary(Op::Ne, given, fold.size(0))
                                 : fold.resize(given, type.bits, false);
}

void FunctionLowering::write_volatile(const Place &place, Value value) {
  if (place.kind != Place::Kind::Memory || !value->type.is_int() ||
      value->type.bits > 64)
    return opaque("volatile access to an unusual type");
  check_access(place, value->type.bytes());
  intrinsic(ir::Intrinsic::VolatileWrite,
            {place.address, fold.resize(value, 64, false)}, {});
  emit(ir::Store{place.address, value});
}

} // namespace mergeproof::frontend::c
