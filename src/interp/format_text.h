// Writes text as printf does.
//
// An integer may be wider than its conversion, whose low bits count then, as in
// the registers of x86-64; on a 32-bit target it may not. A narrower one, or
// one of another kind, traps with VariadicArgument. Wide characters and
// numbered arguments are refused.
#pragma once

#include "interp/library_call.h"

namespace mergeproof::interp {

// What stands for the conversions of a format, in order.
class FormatArguments {
public:
  virtual ~FormatArguments() = default;
  // None: there are no more.
  virtual std::optional<Argument> next() = 0;
};

// The arguments of a call from one on.
class CallArguments : public FormatArguments {
public:
  CallArguments(const ExternalCall &call, std::size_t first)
      : call_(call), next_(first) {}
  std::optional<Argument> next() override;

private:
  const ExternalCall &call_;
  std::size_t next_;
};

// What a va_list still holds; the list goes on behind what was read.
class ListArguments : public FormatArguments {
public:
  ListArguments(Memory &memory, Address list) : memory_(memory), list_(list) {}
  std::optional<Argument> next() override;

private:
  // A list is a pointer, and this one a copy of it.
  bool is_pointer() const { return memory_.pointer_bytes() == 4; }

  Memory &memory_;
  Address list_;
};

std::string format_text(LibraryCall &call, const std::string &format,
                        FormatArguments &arguments);

} // namespace mergeproof::interp
