// What is known of the C library's functions, by name (ir/library.def).
#pragma once

#include "ir/program.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mergeproof::ir {

// Unknown: an event that may change the memory that its arguments reach, and
// that may call functions back. The others call nobody.
enum class LibraryEffect {
  Unknown,
  Pure,
  Reads,
  Local,
  Sets,
  Writes,
  Changes,
  Renews
};

// Whether what runs is decided by the arguments and the memory they reach
// alone, and nothing else but errno is changed: no event.
bool is_function_of_arguments(LibraryEffect effect);

// Whether an external function of this effect may call functions of the
// program: where errno is, is unknown otherwise, and yet the library's.
bool may_call_functions(LibraryEffect effect, Symbol name);

// Whether what a call does may depend on errno: of unknown functions, and of
// those that print what a format says (%m).
bool may_ask_errno(LibraryEffect effect, Symbol name, bool is_variadic);

// What a native replay does with a call that nobody defines: the library's
// function runs, or a stub with a result that the replay chooses.
enum class LibraryReplay { Real, Stub };

struct LibraryEntry {
  std::string_view name;
  LibraryEffect effect;
  LibraryReplay replay;
  std::string_view doc;
};

std::span<const LibraryEntry> library_table();

// Whether a function that is only declared has the name of one of the library's
// and is another: it takes what leads to what it may write, where the library's
// writes nothing, `int index(struct list *, int *)`.
bool is_another_function(Symbol name, const Function &declared);

// Of a function that is only declared (null: not even that). One that the
// program defines is its own, and so is one of such a name that takes what
// leads to a function: `void listen(void (*heard)(int))`.
LibraryEffect library_effect(Symbol name, const Function *declared);

// Whether a function that is only declared, in the file of that path, may leave
// anything where its arguments lead: not so the system's, which mean something
// by what they leave.
bool may_leave_anything(const Function &declared, std::string_view path);

// What POSIX and C let a function of the system return (ir/system_results.def),
// signed; `header`: the path of the file that declares it. Nothing: anything.
struct ResultRange {
  std::int64_t least = 0, most = 0;
};
std::optional<ResultRange> system_result(const Function &declared,
                                         std::string_view header);

} // namespace mergeproof::ir
