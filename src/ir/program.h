// Functions and globals of one version.
//
// Ids are the same in every version: the name for external linkage,
// "path.c:name" for static ones, "path.c:function.name" for static locals (a
// number follows when the function has several of that name), ".str.<hash>" for
// string literals, by content. A renamed file keeps the path it has in the
// merge.
#pragma once

#include "ir/stmt.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::ir {

// A local scalar variable or a parameter. Names are unique in the function.
struct Variable {
  Symbol name;
  Scalar scalar;
  const Type *type = nullptr; // null for temporaries of the front end
  Symbol source_name;         // empty for temporaries
  // Parameters only: the argument is the address of a struct of `type` that was
  // passed by value (the callee owns the copy), or where to write a struct
  // result.
  enum class Passing : std::uint8_t { Direct, ByCopy, ResultAddress };
  Passing passing = Passing::Direct;
  // Parameters only, what C promises of an argument. Not printed.
  bool is_nonnull = false;  // __attribute__((nonnull)), "int a[static 2]"
  bool is_restrict = false; // nothing else leads to what it leads to
};

// A local that lives in memory: its address is taken, or it is an aggregate.
struct LocalObject {
  Symbol name;
  const Type *type = nullptr;
  Symbol source_name;
  std::uint64_t size = 0;
  std::uint32_t align = 1;
};

// Of what a function does on where members of structs lie whose layout is given
// (ir/layout.h), and on how large these are.
struct LayoutDependence {
  bool is_possible = false;
  // Not of itself, but together with others (where it lets addresses of members
  // go, another may tell how far they are apart).
  std::set<std::string> members;  // whose addresses it lets go
  bool compares_pointers = false; // or subtracts them
  bool numbers_pointers = false;  // converts them to numbers
};

// What C leaves to compilers: clang's choice is taken.
struct CompilerChoices {
  bool evaluation_order = false; // of operands of which one calls, say
  bool wide_bit_fields = false;  // how wide those are computed with
  bool promises = false;         // that a pointer is aligned
};

struct Function {
  Symbol id;
  Symbol name; // as in the source
  bool is_static = false;
  bool is_defined = false; // false: declared only, an external
  bool is_variadic = false;
  bool is_noreturn = false;
  // Attributes say what it may return, and on what that depends (const, pure,
  // malloc, returns_nonnull). Not printed.
  bool has_promised_result = false;
  // Runs, or is found, without being called: constructors, `used`, sections.
  // Not printed.
  bool is_entry = false;
  // Runs before main, or after it, in the order of these numbers, and back;
  // 0: it does not. Not printed.
  std::uint32_t constructor = 0, destructor = 0;
  // Inline or weak: other files may define it, too. Not printed.
  bool may_be_repeated = false;
  // Weak: where another file's is not, that one counts, and this is what it
  // does in the version. Not printed.
  bool is_weak = false;
  std::uint64_t linked = 0;
  // An allocator of the C library: its body is made up, and no file writes it.
  // Not printed.
  bool is_allocator = false;
  // It makes pointers that may lead to what others take for something else, by
  // casts or of a union: then its typed accesses tell nothing apart, nor do
  // those of its callers and callees. Not printed.
  bool converts_pointers = false;
  LayoutDependence on_layout; // not printed
  // Of structs that versions lay out differently, where it depends on where
  // members lie (impact/raw_layouts.h), as a hash; 0: none. Not printed.
  std::uint64_t raw_layouts = 0;
  // That its body depends on, perhaps. Not printed.
  CompilerChoices choices;
  // What is said of it beside its code, as a hash: attributes that promise
  // something, how and where it is linked; 0: nothing. Not printed.
  std::uint64_t standing = 0;
  source::Span span; // of the definition
  source::Span end;
  // Of the text inside it that conditions of the preprocessor leave out, and of
  // these conditions; 0: none. Not printed.
  std::uint64_t left_out = 0;
  const Type *type = nullptr;   // Function type
  std::optional<Scalar> result; // none: void or struct (see Passing)
  std::vector<Variable> params;
  std::vector<Variable> locals; // scalars that are not parameters
  std::vector<LocalObject> objects;
  Seq body;
  std::vector<std::string> opaque_reasons; // of the Opaque statements inside
};

// Why a call is opaque that only makes what is written run in another order.
inline constexpr const char *returns_twice_reason = "a call that returns twice";
// Why a call is opaque whose callee another definition may replace.
inline constexpr const char *replaceable_reason = "weak or aliased function";

// Whether a call with that many arguments can be of this function; one that is
// only declared may have more parameters than it says.
bool accepts(const Function &function, std::size_t arguments);

// One of several functions of a name (clang's "overloadable"): its id ends in
// the name that C++ would give it.
bool is_overloaded(const Function &function);

// Bytes of an initialiser from `offset` on hold the address of `symbol` +
// addend: as many as relocation_bytes() says (ir/layout.h).
struct Relocation {
  std::uint64_t offset = 0;
  Symbol symbol; // id of a global or function
  std::int64_t addend = 0;
  bool operator==(const Relocation &) const = default;
};

struct Global {
  Symbol id;
  Symbol name;
  bool is_static = false; // not visible to other translation units
  bool is_local = false;  // static local: not nameable outside its function
  bool is_const = false;
  bool is_thread_local = false;
  // Used under another name or under none: `used`, sections, assembly between
  // functions, aliases, labels.
  bool is_entry = false;
  bool is_defined = false; // false: extern, contents are an input
  const Type *type = nullptr;
  std::uint64_t size = 0;
  std::uint32_t align = 1;
  std::vector<unsigned char> bytes; // size bytes when defined; tentative: zeros
  std::vector<Relocation> relocations;
  // A definition that starts with something that no bytes say (a complex
  // number, more than 4 MiB, an error in it): not is_defined, and what is
  // written there names `named`. Not printed.
  bool is_unheld = false;
  std::vector<Symbol> named;
  bool depends_on_layout = false; // its initial contents; see LayoutDependence
  source::Span span;
};

// The functions and globals that its initial contents name.
std::vector<Symbol> named_by(const Global &global);

// Ordered by id, so that every walk over a program is deterministic.
struct Program {
  std::map<Symbol, Function> functions;
  std::map<Symbol, Global> globals;

  const Function *find_function(Symbol id) const;
  const Function *find_defined(Symbol id) const; // null: also if only declared
  const Global *find_global(Symbol id) const;
};

bool has_same_contents(const Global &a, const Global &b);

// Adds every function and global of `more`: definitions win over declarations.
// Two definitions of one id that differ keep the first; their ids are returned.
std::vector<Symbol> merge_into(Program &program, Program more);

} // namespace mergeproof::ir
