// Lowers one C function: clang's statements and expressions become IR
// statements, in the order in which clang's own code would run them (the right
// side of an assignment first, then left to right).
//
// Contract: a scalar that is never an operand of & is a Variable, everything
// else a LocalObject. Every undefined operation is preceded by its Check; what
// is not handled becomes Opaque with a reason and a value of 0.
#pragma once

#include "frontend/c/access/place.h"
#include "frontend/c/access/typed_access.h"
#include "frontend/c/jumps.h"
#include "frontend/c/locals.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/StringRef.h>

#include <optional>
#include <set>
#include <unordered_map>

namespace mergeproof::frontend::c {

enum class FloatLimit { Infinity, SmallestNormal };
enum class Wanted { Value, Nothing };
enum class Before { Zero, Unknown }; // what memory to initialise holds
enum class Use { Access, Address };  // of a place: read or written, or only &

class FunctionLowering : public Locals {
public:
  FunctionLowering(Unit &unit, const clang::FunctionDecl &decl,
                   ir::Function &function);
  void run();

private:
  friend class TangleLowering;
  using Expr = clang::Expr;
  using Stmt = clang::Stmt;
  using Known = std::optional<Value>; // none: it is something else

  struct Jump { // where break, continue or goto lead
    ir::Symbol label;
    std::size_t depth = 0; // scopes that stay open
    bool restarts = false; // Continue of a Loop; else Break
  };

  // Functions and locals (lower_function.cpp, locals.cpp).
  void prologue();
  void epilogue();
  void lower_params();
  std::string unsupported_signature() const;
  void declare_local(const clang::VarDecl &decl);
  void initialise(const clang::VarDecl &decl);
  void fix_lengths(clang::QualType type);
  void fix_length(const clang::VariableArrayType &array);
  void declare_array(const clang::VarDecl &decl);
  Value size_of_operand(const clang::UnaryExprOrTypeTraitExpr &expr);
  Value stack_allocation(const clang::CallExpr &expr);

  // Statements (lower_stmt.cpp, lower_loop.cpp, lower_goto.cpp,
  // lower_switch.cpp).
  void statement(const Stmt *stmt);
  void statement_of_kind(const Stmt *stmt);
  void compound(const clang::CompoundStmt &stmt);
  void statements(llvm::ArrayRef<const Stmt *> list);
  void declaration(const clang::DeclStmt &stmt);
  void if_statement(const clang::IfStmt &stmt);
  void return_statement(const clang::ReturnStmt &stmt);
  void while_statement(const clang::WhileStmt &stmt);
  void do_statement(const clang::DoStmt &stmt);
  void for_statement(const clang::ForStmt &stmt);
  void loop_body(const Stmt *body, Jump on_continue);
  void leave_unless(Value condition, ir::Symbol label);
  void go_to(const clang::LabelDecl &label);
  void jump(const std::vector<Jump> &targets, const char *what);
  void switch_statement(const clang::SwitchStmt &stmt);

  struct Region;
  std::optional<std::vector<Region>>
  find_regions(llvm::ArrayRef<const Stmt *> list);
  void statements_in(llvm::ArrayRef<const Stmt *> list, std::size_t begin,
                     std::size_t end, std::vector<Region> &regions);
  void region(llvm::ArrayRef<const Stmt *> list, Region &region,
              std::vector<Region> &regions);
  void begin_declared(llvm::ArrayRef<const Stmt *> list);
  void tangled(llvm::ArrayRef<const Stmt *> list); // lower_tangle.cpp

  struct Segment;
  Value matches(const clang::SwitchCase &label, Value value, bool is_signed);
  void lower_segments(ir::Symbol label, std::vector<Segment> &segments);
  void emit_runs(ir::Symbol label, std::vector<Segment> &segments,
                 Value no_case_matches);
  void emit_run(std::vector<Segment> &segments, std::size_t begin,
                std::size_t end, Value no_case_matches);
  void emit_switch(ir::Symbol label, Value value, bool is_signed,
                   std::vector<Segment> &segments);

  // Values (lower_expr.cpp, lower_cast.cpp, lower_arithmetic.cpp,
  // lower_logic.cpp, lower_assign.cpp).
  Value value(const Expr *expr);
  Value value_of_kind(const Expr *expr);
  Value condition(const Expr *expr);
  void discard(const Expr *expr);
  void discard_place(const Expr *expr);
  Known constant(const Expr *expr);
  Value reference(const clang::DeclRefExpr &expr);
  Value cast(const clang::CastExpr &expr);
  Value unary(const clang::UnaryOperator &expr);
  Value binary(const clang::BinaryOperator &expr);
  Value compare(const clang::BinaryOperator &expr);
  void check_array_offset(const Expr *pointer, Value index,
                          clang::QualType index_type, ir::Op direction);
  Value logical(const clang::BinaryOperator &expr);
  Value conditional(const clang::AbstractConditionalOperator &expr);
  void conditional_effect(const clang::AbstractConditionalOperator &expr);
  Value condition_of(const clang::AbstractConditionalOperator &expr);
  Value statement_expression(const clang::StmtExpr &expr, Value target);
  Value assignment(const clang::BinaryOperator &expr, Wanted wanted);
  Value compound_assignment(const clang::CompoundAssignOperator &expr,
                            Wanted wanted);
  Value increment(const clang::UnaryOperator &expr, Wanted wanted);
  bool assign_call(const clang::VarDecl &decl, const Expr *call);
  Value written(const Place &place, Value value, Wanted wanted);

  // Places (lower_place.cpp).
  Place place(const Expr *expr, Use use = Use::Access);
  Place place_of_kind(const Expr *expr, Use use);
  Place named_place(const clang::ValueDecl &decl, clang::QualType type);
  Place subscript(const clang::ArraySubscriptExpr &expr, Use use);
  std::optional<std::uint64_t> known_length(const Expr *pointer) const;
  Place array_element(const Expr *array, const clang::ArraySubscriptExpr &expr,
                      Use use);
  Place member(const clang::MemberExpr &expr);
  Place compound_literal(const clang::CompoundLiteralExpr &expr);
  Place memory(Value address, clang::QualType type);
  Place opaque_place(clang::QualType type, const std::string &reason);
  Place field_of(Place record, const clang::FieldDecl &field);
  Value address_of(const Expr *expr);
  Value read(const Place &place);
  void write(const Place &place, Value value);
  Value read_bits(const Place &place);
  Value cut_bits(const Place &place, Value value);
  void check_alignment(Value pointer, std::uint32_t align);
  void check_access(const Place &place, std::uint64_t size);
  bool is_in_object(Value address, std::uint64_t size);
  bool is_object_address(Value address);

  // Volatile objects (lower_volatile.cpp).
  bool is_volatile(const Place &place);
  Value read_volatile(const Place &place, ir::Scalar type);
  void write_volatile(const Place &place, Value value);

  // Aggregates (lower_aggregate.cpp): written to memory that is known to be
  // valid.
  void aggregate(const Expr *expr, Value target);
  void aggregate_of_kind(const Expr *expr, Value target);
  void aggregate_conditional(const clang::AbstractConditionalOperator &expr,
                             Value target);
  void cast_to_union(const clang::CastExpr &expr, Value target);
  Value aggregate_address(const Expr *expr);
  Value assign_aggregate(const clang::BinaryOperator &expr);
  void copy_from(const Place &source, Value target);
  void initialise_memory(const Expr *expr, clang::QualType type, Value target);
  void initialiser_list(const clang::InitListExpr &list, Value target);
  void initialise_array(const clang::InitListExpr &list, Value target);
  void initialise_record(const clang::InitListExpr &list, Value target);
  void initialise_part(const Expr *expr, const Place &part,
                       Before memory = Before::Zero);
  void clear(const clang::InitListExpr &list, Value target);
  bool initialise_from_constant(const clang::InitListExpr &list, Value target);
  void string_into(const clang::StringLiteral &text, clang::QualType type,
                   Value target);

  // Calls (lower_call.cpp, lower_builtin.cpp, lower_library.cpp).
  Value call(const clang::CallExpr &expr, Wanted wanted);
  Value plain_call(const clang::CallExpr &expr, Wanted wanted);
  void call_into(const clang::CallExpr &expr, Value target);
  ir::Callee callee(const clang::CallExpr &expr, Value through);
  void check_float_library(const clang::FunctionDecl &callee);
  Value arguments_and_call(const clang::CallExpr &expr,
                           std::optional<ir::Scalar> result,
                           Value aggregate_target);
  Value argument(const Expr *expr, const clang::FunctionDecl *callee,
                 unsigned index);
  Value to_parameter(Value argument, clang::QualType type,
                     const clang::FunctionDecl *decl, unsigned index);
  Value builtin(const clang::CallExpr &expr, unsigned id, Wanted wanted);
  Known control_builtin(const clang::CallExpr &expr, unsigned id);
  Known float_builtin(const clang::CallExpr &expr, unsigned id);
  Known bit_builtin(const clang::CallExpr &expr, unsigned id);
  Known overflow_builtin(const clang::CallExpr &expr, unsigned id);
  Value checked_arithmetic(const clang::CallExpr &expr, ir::Op op);
  Known library(const clang::CallExpr &expr, const clang::FunctionDecl &decl,
                Wanted wanted);
  Known allocation(const clang::CallExpr &expr,
                   const clang::FunctionDecl &decl);
  Known memory_function(const clang::CallExpr &expr,
                        const clang::FunctionDecl &decl, Wanted wanted);
  Known absolute_value(const clang::CallExpr &expr,
                       const clang::FunctionDecl &decl);
  const clang::FunctionDecl *character_function(llvm::StringRef name);
  Value table_index(const clang::ArraySubscriptExpr &element);
  Value call_of(const clang::FunctionDecl &callee, Value argument);
  Known character_class(const clang::BinaryOperator &expr);
  Known changed_character(const Expr *expr);
  Known byte_function(const clang::CallExpr &expr);
  void check_apart(Value to, Value from, Value size);
  void check_range(Value address, Value size);
  void check_texts(const clang::FunctionDecl &callee, const ir::Call &call);
  bool lacks_result(ir::Symbol callee);
  void miss_return();
  Value intrinsic(ir::Intrinsic which, std::vector<Value> args,
                  std::optional<ir::Scalar> result);
  std::vector<Value> values(const clang::CallExpr &expr, std::size_t count);
  std::vector<Value> sized_values(const clang::CallExpr &expr,
                                  std::size_t count);
  void stop_here(ir::CheckKind kind);

  // Variable arguments (lower_variadic.cpp).
  bool has_known_lists() const;
  void begin_variadic();
  bool has_pointer_lists() const;
  Place cursor_of(const Expr *list);
  Known variadic_builtin(const clang::CallExpr &expr, unsigned id);
  Value variadic_argument(const clang::VAArgExpr &expr);
  Value unknown_object_size(const clang::CallExpr &expr);
  Value offset_of(const clang::OffsetOfExpr &expr);
  void assembly(const clang::AsmStmt &stmt);
  Value next_variadic(Place cursor, ir::Scalar scalar);
  void variadic_struct(const clang::VAArgExpr &expr, Value target);
  void pass_variadic_struct(const clang::CallExpr &expr, clang::QualType type,
                            Value copy, std::vector<Value> &args);

  // Floats and their bits (lower_float.cpp).
  Value float_bits(Value number);
  Value has_sign(Value number);
  Value float_of_bits(Value bits, ir::Scalar scalar);
  Value is_nan(Value v);
  Value is_infinite(Value v);
  Value is_normal(Value v);
  Value float_limit(ir::Scalar scalar, FloatLimit which);
  Value rounding_mode();
  Known float_test(const clang::CallExpr &expr, unsigned id);
  Known float_comparison(const clang::CallExpr &expr, unsigned id);
  Known float_sign(const clang::CallExpr &expr, llvm::StringRef name);
  Value infinity_sign(Value v);
  Value classify_float(const clang::CallExpr &expr);

  // Atomic operations, as plain ones (lower_atomic.cpp).
  struct Update;
  Value atomic(const clang::AtomicExpr &expr);
  Value atomic_update(const Place &place, const Update &update, Value operand);
  Value compare_and_swap(const Place &place, Value expected, Value desired,
                         Place *seen);
  Place pointed(Value pointer, clang::QualType type);
  Known sync_builtin(const clang::CallExpr &expr, unsigned id);
  Value sync_operation(const clang::CallExpr &expr, llvm::StringRef name);

  Jumps jumps_;
  TypedAccess typed_access_;
  unsigned depth_ = 0;
  Value variadic_ = nullptr; // the variable arguments, where a list begins
  std::vector<Jump> breaks_, continues_;
  std::map<const clang::LabelDecl *, Jump> forward_, backward_;
  std::unordered_map<const clang::OpaqueValueExpr *, Value> bound_;
};

} // namespace mergeproof::frontend::c
