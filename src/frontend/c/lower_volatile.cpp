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
  if (place.kind != Place::Kind::Memory || type.bits > 64)
    return opaque_value(place.type, "volatile access to an unusual type");
  check_access(place, types_.size(type));
  bool is_float = type.is_float();
  Value loaded = load(is_float ? ir::make_int(type.bits) : type, place.address);
  Value held = type.is_pointer()
                   ? fold.cast(Op::PtrToInt, ir::size_scalar, loaded)
                   : fold.resize(loaded, 64, false);
  Value given = intrinsic(ir::Intrinsic::VolatileRead, {place.address, held},
                          ir::size_scalar);
  if (type.is_pointer())
    return fold.cast(Op::IntToPtr, type, given);
  if (type == ir::bool_scalar)
    return fold.binary(Op::Ne, given, fold.size(0));
  Value bits = fold.resize(given, type.bits, false);
  if (!is_float)
    return bits;
  Value object = temporary_object(place.type.getUnqualifiedType());
  store(object, bits);
  return load(type, object);
}

void FunctionLowering::write_volatile(const Place &place, Value value) {
  if (place.kind != Place::Kind::Memory || value->type.bits > 64)
    return opaque("volatile access to an unusual type");
  check_access(place, types_.size(value->type));
  Value whole = value;
  if (value->type.is_float()) {
    Value object = temporary_object(place.type.getUnqualifiedType());
    store(object, value);
    whole = load(ir::make_int(value->type.bits), object);
  }
  Value bits = whole->type.is_pointer()
                   ? fold.cast(Op::PtrToInt, ir::size_scalar, whole)
                   : fold.resize(whole, 64, false);
  intrinsic(ir::Intrinsic::VolatileWrite, {place.address, bits}, {});
  store(place.address, value);
}

} // namespace mergeproof::frontend::c
