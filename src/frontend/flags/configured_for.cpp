#include "frontend/flags/configured_for.h"

#include <algorithm>
#include <cctype>
#include <dlfcn.h>
#include <filesystem>
#include <utility>

namespace mergeproof::frontend::flags {
namespace {

// Sizes and alignments on x86-64 Linux, by the name that autoconf asks with.
constexpr std::pair<std::string_view, int> sizes[] = {
    {"CHAR", 1},         {"SHORT", 2},          {"INT", 4},
    {"LONG", 8},         {"LONG_LONG", 8},      {"VOID_P", 8},
    {"SIZE_T", 8},       {"SSIZE_T", 8},        {"OFF_T", 8},
    {"TIME_T", 8},       {"FLOAT", 4},          {"DOUBLE", 8},
    {"PID_T", 4},        {"LONG_DOUBLE", 16},   {"WCHAR_T", 4},
    {"INT64_T", 8},      {"UINTPTR_T", 8},      {"UNSIGNED_LONG", 8},
    {"UNSIGNED_INT", 4}, {"UNSIGNED_SHORT", 2}, {"UNSIGNED_CHAR", 1},
    {"SIGNED_CHAR", 1},  {"UNSIGNED", 4},       {"UNSIGNED_LONG_LONG", 8},
    {"SHORT_INT", 2},    {"LONG_INT", 8},       {"LONG_LONG_INT", 8},
    {"VOIDP", 8},        {"PTRDIFF_T", 8},      {"INTMAX_T", 8},
    {"INT32_T", 4},      {"INT16_T", 2},        {"INT8_T", 1},
    {"UINT64_T", 8},     {"UINT32_T", 4},       {"SOCKLEN_T", 4},
    {"INO_T", 8},        {"DEV_T", 8},          {"UID_T", 4},
    {"GID_T", 4},        {"MODE_T", 4},         {"PTHREAD_T", 8}};

// Of a C compiler and a glibc of this century, with whatever it declares.
constexpr std::string_view always[] = {"STDC_HEADERS",
                                       "_GNU_SOURCE",
                                       "_ALL_SOURCE",
                                       "__EXTENSIONS__",
                                       "_POSIX_PTHREAD_SEMANTICS",
                                       "_TANDEM_SOURCE",
                                       "HAVE_LONG_LONG",
                                       "HAVE_LONG_LONG_INT",
                                       "HAVE_UNSIGNED_LONG_LONG_INT",
                                       "HAVE_LONGLONG",
                                       "HAVE_ALLOCA",
                                       "HAVE_VA_COPY",
                                       "HAVE___VA_COPY",
                                       "HAVE__BOOL",
                                       "HAVE_STDARG_H",
                                       "HAVE_STDBOOL_H",
                                       "HAVE_STDDEF_H",
                                       "HAVE_FLOAT_H",
                                       "STRERROR_R_CHAR_P",
                                       "HAVE_GLIBC_STRERROR_R",
                                       "HAVE_FCNTL_O_NONBLOCK",
                                       "HAVE_IOCTL_FIONBIO",
                                       "HAVE_IPV6",
                                       "HAVE_ENVIRON_DECL",
                                       "TIME_WITH_SYS_TIME",
                                       "UNIX"};

// HAVE_..., where the system's headers declare that type.
constexpr std::string_view types[] = {"BOOL_T",
                                      "CLOCKID_T",
                                      "IN_ADDR_T",
                                      "IN_PORT_T",
                                      "INT8_T",
                                      "INT16_T",
                                      "INT32_T",
                                      "INT64_T",
                                      "INTMAX_T",
                                      "INTPTR_T",
                                      "MODE_T",
                                      "OFF_T",
                                      "PID_T",
                                      "PTRDIFF_T",
                                      "SA_FAMILY_T",
                                      "SIG_ATOMIC_T",
                                      "SIZE_T",
                                      "SOCKLEN_T",
                                      "SSIZE_T",
                                      "STRUCT_ADDRINFO",
                                      "STRUCT_IN6_ADDR",
                                      "STRUCT_SOCKADDR_IN6",
                                      "STRUCT_SOCKADDR_STORAGE",
                                      "STRUCT_SOCKADDR_UN",
                                      "STRUCT_TIMESPEC",
                                      "STRUCT_TIMEVAL",
                                      "SUSECONDS_T",
                                      "U_CHAR",
                                      "U_INT",
                                      "U_INT8_T",
                                      "U_INT16_T",
                                      "U_INT32_T",
                                      "U_INT64_T",
                                      "U_LONG",
                                      "U_SHORT",
                                      "UINT8_T",
                                      "UINT16_T",
                                      "UINT32_T",
                                      "UINT64_T",
                                      "UINTMAX_T",
                                      "UINTPTR_T",
                                      "USECONDS_T",
                                      "WCHAR_T"};

// What parameters of functions of C and POSIX are of.
constexpr std::pair<std::string_view, std::string_view> texts[] = {
    {"GETGROUPS_T", "gid_t"},
    {"RECV_TYPE_ARG1", "int"},
    {"RECV_TYPE_ARG2", "void *"},
    {"RECV_TYPE_ARG3", "size_t"},
    {"RECV_TYPE_ARG4", "int"},
    {"RECV_TYPE_RETV", "ssize_t"},
    {"RETSIGTYPE", "void"},
    {"SELECT_TYPE_ARG1", "int"},
    {"SELECT_TYPE_ARG234", "(fd_set *)"},
    {"SELECT_TYPE_ARG5", "(struct timeval *)"},
    {"SEND_QUAL_ARG2", "const"},
    {"SEND_TYPE_ARG1", "int"},
    {"SEND_TYPE_ARG2", "void *"},
    {"SEND_TYPE_ARG3", "size_t"},
    {"SEND_TYPE_ARG4", "int"},
    {"SEND_TYPE_RETV", "ssize_t"}};

template <std::size_t N>
bool is_among(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return lower;
}

// HAVE_SYS_TIME_H -> "sys/time.h" and "sys_time.h".
bool asks_for_header(std::string_view rest, const ConfiguredFor &machine) {
  if (!rest.ends_with("_H"))
    return false;
  std::string name = to_lower(rest.substr(0, rest.size() - 2));
  if (machine.has_header(name + ".h"))
    return true;
  for (std::size_t at = 0; (at = name.find('_', at)) != name.npos; at++) {
    std::string path = name;
    path[at] = '/';
    if (machine.has_header(path + ".h"))
      return true;
  }
  return false;
}

// "EVENT__HAVE_POLL" asks what HAVE_POLL does; "DONT_HAVE_POLL" does not.
std::string_view without_project(std::string_view macro) {
  for (std::string_view begin : {"HAVE_", "SIZEOF_"}) {
    std::size_t at = macro.find(begin);
    if (at == macro.npos || at == 0 || macro[at - 1] != '_')
      continue;
    std::string_view project = macro.substr(0, at);
    if (project.find("NO") == project.npos &&
        project.find("DONT") == project.npos)
      return macro.substr(at);
  }
  return macro;
}

// "ENDIAN_LITTLE", "WORDS_LITTLEENDIAN": what projects call this machine. Not
// the number that <endian.h> gives a byte order.
bool is_little_endian(std::string_view macro) {
  const bool has_both =
      macro.find("LITTLE") != macro.npos && macro.find("ENDIAN") != macro.npos;
  return has_both && macro != "LITTLE_ENDIAN" && macro != "__LITTLE_ENDIAN" &&
         macro.find("NOT") == macro.npos;
}

// A type of the project is named after what it is: "CURL_OFF_T".
std::optional<int> size_of(std::string_view type) {
  for (const auto &[known, size] : sizes)
    if (type == known)
      return size;
  if (type.ends_with("_SOCKET_T"))
    return 4;
  return type.ends_with("_OFF_T") ? std::optional(8) : std::nullopt;
}

bool has_system_header(const std::string &name) {
  std::error_code ignored;
  return std::filesystem::exists("/usr/include/" + name, ignored) ||
         std::filesystem::exists("/usr/include/x86_64-linux-gnu/" + name,
                                 ignored);
}

// Of glibc alone, where it is: other libraries of this process are no question.
bool has_system_function(const std::string &name) {
  static void *const libraries[] = {
      dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD),
      dlopen("libm.so.6", RTLD_LAZY | RTLD_NOLOAD)};
  return std::any_of(
      std::begin(libraries), std::end(libraries), [&](void *library) {
        return dlsym(library ? library : RTLD_DEFAULT, name.c_str()) != nullptr;
      });
}

} // namespace

ConfiguredFor this_machine() {
  return {has_system_header, has_system_function};
}

std::optional<std::string> value_of(std::string_view macro,
                                    const ConfiguredFor &machine) {
  macro = without_project(macro);
  if (is_among(always, macro) || is_little_endian(macro))
    return "1";
  for (const auto &[known, text] : texts)
    if (macro == known)
      return std::string(text);
  for (std::string_view prefix : {"SIZEOF_", "ALIGNOF_"})
    if (macro.starts_with(prefix))
      if (auto size = size_of(macro.substr(prefix.size())))
        return std::to_string(*size);
  if (macro.starts_with("HAVE_DECL_"))
    return machine.has_function(to_lower(macro.substr(10))) ? "1" : "0";
  if (macro.starts_with("HAVE_") &&
      (asks_for_header(macro.substr(5), machine) ||
       is_among(types, macro.substr(5)) ||
       machine.has_function(to_lower(macro.substr(5)))))
    return "1";
  if (macro == "PACKAGE" || macro == "VERSION" || macro.starts_with("PACKAGE_"))
    return "\"\"";
  return std::nullopt;
}

std::string to_macro(std::string_view name) {
  std::string macro;
  for (unsigned char c : name)
    macro.push_back(c == '*'          ? 'P'
                    : std::isalnum(c) ? static_cast<char>(std::toupper(c))
                                      : '_');
  return macro;
}

} // namespace mergeproof::frontend::flags
