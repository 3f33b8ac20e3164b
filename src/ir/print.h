// The text form of the IR: deterministic, readable, and enough for parse() to
// build the same program again, up to spans and the members of struct types.
//
//   global count: 4 align 4 <int 4/4 signed "int"> = [4];
//   function f(p: ptr <pointer 8/8 "int *">, n: i32) -> i32 {
//     local t: i32;
//     object buffer: 16 align 4;
//     begin buffer;
//     loop L1 {
//       if slt(t, n) { } else {
//         break L1;
//       }
//       t = add(t, load:i32(ptradd(p, 4:i64)));
//       check NullPointer, ne(p, null);
//       x = call log(t, "odd name", ...);
//     }
//     return t;
//   }
//
// Grammar ({x} any number, [x] optional; blanks and #-comments separate):
//   program  = {global | function}
//   global   = ["extern"] "global" name ":" size "align" n {flag} [type]
//              ["=" bytes ["with" "{" {offset ":" name ["+" n] ";"} "}"]] ";"
//   bytes    = "[" {"hex digits" | count of zero bytes} "]"
//   function = ("function" | "declare") name {flag} [type]
//              "(" [variable {"," variable}] ["," "..."] ")" ["->" scalar]
//              (";" | "{" {"local" variable ";" | "object" object ";"}
//               {stmt} "}")
//   flag     = "name" name | "static" | "local" | "const" | "thread_local"
//            | "noreturn"
//   variable = name ":" scalar ["as" name] ["by_copy" | "result_address"]
//   [type] object   = name ":" size "align" n ["as" name] [type] type     = "<"
//   kind size "/" align {"signed" | "const"} [string]
//              ["of" type ["*" count]] ">"
//   stmt     = name [":" scalar] "=" (expr | call) ";" | call ";"
//            | ("store" | "typed_store" [member]) expr "," expr ";"
//            | "memcopy" expr "," expr "," expr ";"
//            | "memset" expr "," expr "," expr ";" | "assume" expr ";"
//            | "check" kind "," expr ";" | "if" expr seq ["else" seq]
//            | "loop" name seq | "block" name seq | "break" name ";"
//            | "continue" name ";" | "return" [expr] ";" | "begin" name ";"
//            | "end" name ";" | "opaque" string ";" | "hole" n ";"
//   seq      = "{" {stmt} "}"
//   call     = "call" (name | "[" expr "]" | "!" intrinsic)
//              "(" [expr {"," expr}] [[","] "..."] ")"
//   expr     = number ":" scalar | "true" | "false" | "null"
//            | name [":" scalar]            a variable; scalar when undeclared
//            | "@" name | "&" name | "$" name   global, local object, function
//            | op "(" expr {"," expr} ")"   also select and valid
//            | op ":" scalar "(" expr ")"   casts and load
//            | "typed_load" ":" scalar [member] "(" expr ")"
//   member   = "[" name "]"
//   scalar   = "i" n | "ptr" | "f" n
//   name     = letters, digits, "_.$" not starting with a digit or "$", or a
//              string
// Floats are written as the hexadecimal digits of their bits.
#pragma once

#include "ir/program.h"

#include <string>

namespace mergeproof::ir {

std::string to_text(Scalar scalar);

std::string print(const Expr &expr);
std::string print(const Stmt &stmt);
std::string print(const Seq &seq);
std::string print(const Function &function);
std::string print(const Global &global);
std::string print(const Program &program);

// `name` as the text form writes it: bare, or quoted with escapes.
std::string print_name(std::string_view name);

} // namespace mergeproof::ir
