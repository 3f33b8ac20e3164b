// <string.h>. Comparisons give the difference of the first bytes that differ,
// as glibc's do on x86-64; on 32-bit x86 only its sign, where letters are not
// folded.
#include "interp/library_function.h"

#include <algorithm>
#include <cctype>

namespace mergeproof::interp {
namespace {

enum class Case { Kept, Folded };

int fold(unsigned char byte, Case letters) {
  return letters == Case::Folded ? std::tolower(byte) : byte;
}

Bits difference(LibraryCall &call, int a, int b, Case letters) {
  bool is_sign = call.memory.pointer_bytes() == 4 && letters == Case::Kept;
  return static_cast<Bits>(is_sign ? (a > b) - (a < b) : a - b);
}

Bits compare_text(LibraryCall &call, std::uint64_t most, Case letters) {
  Address a = call.address(0), b = call.address(1);
  if (a == 0 || b == 0)
    call.trap_access(0);
  for (std::uint64_t i = 0; i < most; i++) {
    int x = fold(call.byte(a + i), letters),
        y = fold(call.byte(b + i), letters);
    if (x != y)
      return difference(call, x, y, letters);
    if (x == 0)
      break;
  }
  return 0;
}

Bits strcmp(LibraryCall &call) {
  return compare_text(call, ~std::uint64_t(0), Case::Kept);
}
Bits strncmp(LibraryCall &call) {
  return compare_text(call, call.size(2), Case::Kept);
}
Bits strcasecmp(LibraryCall &call) {
  return compare_text(call, ~std::uint64_t(0), Case::Folded);
}
Bits strncasecmp(LibraryCall &call) {
  return compare_text(call, call.size(2), Case::Folded);
}

Bits memcmp(LibraryCall &call) {
  std::string a = call.bytes(call.address(0), call.size(2));
  std::string b = call.bytes(call.address(1), call.size(2));
  std::size_t same = 0;
  while (same < a.size() && same < b.size() && a[same] == b[same])
    same++;
  std::size_t used = std::min(same + 1, a.size());
  call.use(call.address(0), used);
  call.use(call.address(1), used);
  for (std::size_t i = same; i < a.size() && i < b.size(); i++)
    if (a[i] != b[i])
      return difference(call, static_cast<unsigned char>(a[i]),
                        static_cast<unsigned char>(b[i]), Case::Kept);
  return 0;
}

Bits strlen(LibraryCall &call) { return call.text(call.address(0)).size(); }

Bits strnlen(LibraryCall &call) {
  return call.text(call.address(0), call.size(1)).size();
}

// What is unset stays so.
Bits copy_bytes(LibraryCall &call) {
  std::uint64_t size = call.size(2);
  call.bytes(call.address(1), size);
  if (!call.has_ended() &&
      !call.memory.move(call.address(0), call.address(1), size))
    call.trap_access(call.address(0));
  return call.bits(0);
}

Bits memset(LibraryCall &call) {
  Address target = call.address(0);
  std::uint64_t size = call.size(2);
  if (!call.has_ended() &&
      !call.memory.fill(target, static_cast<unsigned char>(call.bits(1)), size))
    call.trap_access(target);
  return target;
}

// Whether two ranges of bytes meet; then the copy is undefined.
bool overlap(LibraryCall &call, Address a, std::uint64_t a_size, Address b,
             std::uint64_t b_size) {
  bool meets = a_size && b_size && a < b + b_size && b < a + a_size;
  if (meets && !call.has_ended())
    call.trap(ir::CheckKind::OverlappingCopy);
  return meets;
}

Bits strcpy(LibraryCall &call) {
  std::string text = call.text(call.address(1));
  if (!overlap(call, call.address(0), text.size() + 1, call.address(1),
               text.size() + 1))
    call.write_text(call.address(0), text);
  return call.bits(0);
}

Bits stpcpy(LibraryCall &call) {
  std::string text = call.text(call.address(1));
  if (!overlap(call, call.address(0), text.size() + 1, call.address(1),
               text.size() + 1))
    call.write_text(call.address(0), text);
  return call.bits(0) + text.size();
}

Bits strncpy(LibraryCall &call) {
  std::uint64_t size = call.size(2);
  std::string text = call.text(call.address(1), size);
  overlap(call, call.address(0), size, call.address(1),
          std::min<std::uint64_t>(text.size() + 1, size));
  if (!call.memory.is_writable(call.address(0), size) && size > 0)
    call.trap_access(call.address(0));
  if (!call.has_ended())
    text.resize(size);
  call.write(call.address(0), text);
  return call.bits(0);
}

Bits append(LibraryCall &call, const std::string &text) {
  std::uint64_t before = call.text(call.address(0)).size();
  if (!overlap(call, call.address(0), before + text.size() + 1, call.address(1),
               text.size() + 1))
    call.write_text(call.address(0) + before, text);
  return call.bits(0);
}

Bits strcat(LibraryCall &call) {
  return append(call, call.text(call.address(1)));
}
Bits strncat(LibraryCall &call) {
  return append(call, call.text(call.address(1), call.size(2)));
}

// The first byte of the text that is `wanted`, which may be its end.
Bits strchr(LibraryCall &call) {
  auto wanted = static_cast<unsigned char>(call.bits(1));
  for (Address at = call.address(0); !call.has_ended(); at++) {
    unsigned char byte = call.byte(at);
    if (byte == wanted)
      return at;
    if (byte == 0)
      break;
  }
  return 0;
}

Bits strrchr(LibraryCall &call) {
  std::string text = call.text(call.address(0));
  text.push_back('\0');
  std::size_t found = text.rfind(static_cast<char>(call.bits(1)));
  return found == std::string::npos ? Bits(0) : call.bits(0) + found;
}

Bits memchr(LibraryCall &call) {
  auto wanted = static_cast<unsigned char>(call.bits(1));
  Address start = call.address(0);
  if (start == 0) // not even of no bytes
    call.trap_access(0);
  for (std::uint64_t i = 0; i < call.size(2) && !call.has_ended(); i++)
    if (call.byte(start + i) == wanted)
      return start + i;
  return 0;
}

Bits strstr(LibraryCall &call) {
  std::string text = call.text(call.address(0));
  std::size_t found = text.find(call.text(call.address(1)));
  return found == std::string::npos ? Bits(0) : call.bits(0) + found;
}

std::size_t span_of(const std::string &text, const std::string &set) {
  std::size_t end = text.find_first_not_of(set);
  return end == std::string::npos ? text.size() : end;
}
std::size_t span_without(const std::string &text, const std::string &set) {
  std::size_t end = text.find_first_of(set);
  return end == std::string::npos ? text.size() : end;
}

using Span = std::size_t(const std::string &text, const std::string &set);

// How much of the first text is of the second, or not; what ends it is looked
// at, too.
std::size_t measure(LibraryCall &call, Span span) {
  std::string text = call.rest(call.address(0));
  std::size_t size = span(text, call.text(call.address(1)));
  call.use(call.address(0) + size, 1);
  return size;
}

Bits strspn(LibraryCall &call) { return measure(call, span_of); }
Bits strcspn(LibraryCall &call) { return measure(call, span_without); }
Bits strpbrk(LibraryCall &call) {
  std::string text = call.rest(call.address(0));
  std::size_t found = measure(call, span_without);
  return found == text.size() ? Bits(0) : call.bits(0) + found;
}

Bits duplicate(LibraryCall &call, const std::string &text) {
  Address copy = call.allocate(text.size() + 1);
  if (copy)
    call.write_text(copy, text);
  return copy;
}

Bits strdup(LibraryCall &call) {
  return duplicate(call, call.text(call.address(0)));
}
Bits strndup(LibraryCall &call) {
  return duplicate(call, call.text(call.address(0), call.size(1)));
}

// The next word behind `start`, ended by a 0; `*next` is where the one after it
// is looked for.
Address take_token(LibraryCall &call, Address start, Address *next) {
  std::string set = call.text(call.address(1)), text = call.text(start);
  std::size_t skipped = span_of(text, set);
  std::size_t size = span_without(text.substr(skipped), set);
  Address word = start + skipped;
  *next = word + size;
  if (size == 0)
    return 0;
  if (skipped + size < text.size())
    call.write_number((*next)++, 0, 1);
  return word;
}

Bits strtok(LibraryCall &call) {
  Address start = call.address(0) ? call.address(0) : call.state.token;
  return start ? take_token(call, start, &call.state.token) : 0;
}

Bits strtok_r(LibraryCall &call) {
  Address start = call.address(0), place = call.address(2), next = 0;
  if (!start) {
    call.use(place, call.memory.pointer_bytes());
    start = call.memory.load_pointer(place);
  }
  Address word = start ? take_token(call, start, &next) : 0;
  call.write_pointer(place, next);
  return word;
}

constexpr LibraryFunction text_table[] = {
    {"strcmp", strcmp},           {"strcoll", strcmp},
    {"strncmp", strncmp},         {"strcasecmp", strcasecmp},
    {"strncasecmp", strncasecmp}, {"memcmp", memcmp},
    {"strlen", strlen},           {"strnlen", strnlen},
    {"memcpy", copy_bytes},       {"memmove", copy_bytes},
    {"memset", memset},           {"strcpy", strcpy},
    {"stpcpy", stpcpy},           {"strncpy", strncpy},
    {"strcat", strcat},           {"strncat", strncat},
    {"strchr", strchr},           {"index", strchr},
    {"strrchr", strrchr},         {"rindex", strrchr},
    {"memchr", memchr},           {"strstr", strstr},
    {"strspn", strspn},           {"strcspn", strcspn},
    {"strpbrk", strpbrk},         {"strdup", strdup},
    {"__strdup", strdup},         {"strndup", strndup},
    {"strtok", strtok},           {"strtok_r", strtok_r},
};

} // namespace

std::span<const LibraryFunction> text_functions() { return text_table; }

} // namespace mergeproof::interp
