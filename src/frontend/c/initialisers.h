// Constant initialisers, as clang evaluates them, written as the bytes they are
// in memory and the addresses among them.
#pragma once

#include "ir/program.h"

#include <clang/AST/Type.h>

#include <cstdint>
#include <vector>

namespace clang {
class APValue;
class FieldDecl;
} // namespace clang
namespace llvm {
class APInt;
}

namespace mergeproof::frontend::c {

class Unit;

class InitialiserBytes {
public:
  explicit InitialiserBytes(Unit &unit) : unit_(unit) {}

  // False when the value has no bytes (a difference of labels, a vector).
  bool write(const clang::APValue &value, clang::QualType type,
             std::uint64_t offset);

  std::vector<unsigned char> take_bytes() && { return std::move(bytes_); }
  std::vector<ir::Relocation> take_relocations() &&;

private:
  bool write_address(const clang::APValue &value, std::uint64_t offset);
  bool write_array(const clang::APValue &value, clang::QualType type,
                   std::uint64_t offset);
  bool write_struct(const clang::APValue &value, clang::QualType type,
                    std::uint64_t offset);
  bool write_field(const clang::APValue &value, const clang::FieldDecl &field,
                   std::uint64_t record);
  void write_bits(const llvm::APInt &bits, std::uint64_t offset,
                  std::uint64_t size);
  void reserve(std::uint64_t end);

  Unit &unit_;
  std::vector<unsigned char> bytes_;
  std::vector<ir::Relocation> relocations_;
};

} // namespace mergeproof::frontend::c
