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
  if (place.kind != Place::Kind::Memory || type.is_float() || type.bits > 64)
    return opaque_value(place.type, "volatile access to an unusual type");
  check_access(place, types_.size(type));
  Value loaded = load(type, place.address);
  Value held = type.is_pointer()
                   ? fold.cast(Op::PtrToInt, ir::size_scalar, loaded)
                   : fold.resize(loaded, 64, false);
  Value given = intrinsic(ir::Intrinsic::VolatileRead, {place.address, held},
                          ir::size_scalar);
  if (type.is_pointer())
    return fold.cast(Op::IntToPtr, type, given);
  return type == ir::bool_scalar ? fold.binary(Op::Ne, given, fold.size(0))
                                 : fold.resize(given, type.bits, false);
}

void FunctionLowering::write_volatile(const Place &place, Value value) {
  if (place.kind != Place::Kind::Memory || value->type.is_float() ||
      value->type.bits > 64)
    return opaque("volatile access to an unusual type");
  check_access(place, types_.size(value->type));
  Value bits = value->type.is_pointer()
                   ? fold.cast(Op::PtrToInt, ir::size_scalar, value)
                   : fold.resize(value, 64, false);
  intrinsic(ir::Intrinsic::VolatileWrite, {place.address, bits}, {});
  store(place.address, value);
}

} // namespace mergeproof::frontend::c
