// One translation unit while it is lowered: the ids of its functions and
// globals, their declarations in the program, and which definitions are still
// to be lowered. Whatever lowering refers to is declared here first.
#pragma once

#include "frontend/c/locations.h"
#include "frontend/c/parse.h"
#include "frontend/c/types.h"
#include "ir/program.h"

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace clang {
class APValue;
class CompoundLiteralExpr;
class FunctionDecl;
class IdentifierResolver;
class InitListExpr;
class Stmt;
class StringLiteral;
class VarDecl;
} // namespace clang

namespace mergeproof::frontend::c {

class Adoption;
class BrokenText;
class LayoutUse;
struct VariantText;

class Unit {
public:
  Unit(ir::Context &ir, clang::ASTContext &ast, Locations &where,
       ir::Program &program);

  // The id; declares the function and queues its definition, if it has one
  // here.
  ir::Symbol function(const clang::FunctionDecl &decl);
  ir::Symbol global(const clang::VarDecl &decl);
  ir::Symbol string(const clang::StringLiteral &literal);
  // A compound literal at file scope.
  ir::Symbol literal(const clang::CompoundLiteralExpr &literal);

  bool has(ir::Symbol id) const {
    return program_.functions.count(id) || program_.globals.count(id);
  }
  // As another version of the file has it, with its id there.
  void add(ir::Function function);
  void add(ir::Global global);

  // A constant with the value of the list; empty when it is not constant.
  ir::Symbol table(const clang::InitListExpr &list);
  std::uint64_t global_size(ir::Symbol id) const {
    return program_.globals.at(id).size;
  }

  // The next definition to lower; null when all are done.
  const clang::FunctionDecl *next();

  // What a definition does: itself, or its body in another version.
  const clang::FunctionDecl &body_of(const clang::FunctionDecl &decl) const;

  // A function of another name with the parameters and result of `decl`.
  ir::Symbol declare_as(llvm::StringRef name, const clang::FunctionDecl &decl);
  ir::Function &declared(ir::Symbol id) { return program_.functions.at(id); }
  // What assembly between functions, or an alias, names is used by others.
  void open_to_others();

  ir::Context &context;
  clang::ASTContext &ast;
  Locations &where;
  TypeTable types;
  Volatiles volatiles = Volatiles::Events;
  bool is_whole_program = false;
  bool checks_alignment = false;
  bool has_typed_memory = false; // types tell what may be the same memory
  const std::set<std::string> *own_functions = nullptr; // or null: none
  LayoutUse *layout_use = nullptr; // null: no layouts are given
  Adoption *adoption = nullptr; // of definitions from another version, or null
  const BrokenText *broken = nullptr;         // null: clang understands all
  const VariantText *variant = nullptr;       // null: all is what the tree says
  clang::IdentifierResolver *names = nullptr; // at file scope, for the adoption
  std::set<std::string> named_elsewhere;      // by aliases, in assembly between
                                              // functions and in rejected text

private:
  const std::string &home_of(clang::QualType type,
                             clang::SourceLocation place) const;
  ir::Symbol make_id(const clang::VarDecl &decl);
  void declare(ir::Symbol id, const clang::FunctionDecl &decl);
  bool gives_value(const clang::FunctionDecl &decl);
  void define_allocator(ir::Function &function);
  void initialise(ir::Global &global, const clang::VarDecl &decl);
  void note_unheld(ir::Global &global, const clang::Stmt &part);
  void define(ir::Global &global, const clang::VarDecl &decl);
  void leave_unread(ir::Global &global, const clang::VarDecl &decl);
  bool fill(ir::Global &global, const clang::APValue &value,
            clang::QualType type);

  ir::Program &program_;
  std::map<const clang::FunctionDecl *, ir::Symbol> functions_;
  std::map<const clang::VarDecl *, ir::Symbol> globals_;
  std::map<const clang::CompoundLiteralExpr *, ir::Symbol> literals_;
  std::set<ir::Symbol> ids_;
  std::deque<const clang::FunctionDecl *> queue_;
};

} // namespace mergeproof::frontend::c
