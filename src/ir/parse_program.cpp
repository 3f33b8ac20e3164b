#include "ir/parser.h"
#include "ir/type_kind.h"

namespace mergeproof::ir {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t(1) << 28;
constexpr unsigned deepest_type = 100;

void collect_opaque_reasons(Function &f) {
  for_each_stmt(f.body, [&](const Stmt &stmt) {
    if (auto *opaque = stmt.as<Opaque>())
      f.opaque_reasons.push_back(opaque->reason);
  });
}

} // namespace

void Parser::program(Program &program) {
  while (!has_failed() && token_.kind != Token::Kind::End) {
    if (accept("extern")) {
      expect("global");
      global(program, false);
    } else if (accept("global")) {
      global(program, true);
    } else if (accept("declare")) {
      function(program, false);
    } else {
      expect("function");
      function(program, true);
    }
  }
}

const Type *Parser::optional_type() {
  return token_.is('<') ? type() : nullptr;
}

const Type *Parser::type() {
  Type *made = context_.make_type();
  if (depth_ > deepest_type)
    fail("types nested too deep");
  depth_++;
  expect('<');
  bool is_known = false;
  for (int i = 0; i <= int(last_type_kind) && !is_known; i++) {
    made->kind = TypeKind(i);
    is_known = accept(to_text(TypeKind(i)));
  }
  if (!is_known)
    fail("expected a kind of type");
  made->size = count("a size");
  expect('/');
  made->align = static_cast<std::uint32_t>(count("an alignment"));
  made->is_signed = accept("signed");
  made->is_const = accept("const");
  if (token_.kind == Token::Kind::String) {
    made->spelling = token_.text;
    advance();
  }
  if (accept("of"))
    made->element = type();
  if (accept('*'))
    made->count = count("a number of elements");
  expect('>');
  depth_--;
  return made;
}

void Parser::hex_bytes(Global &global, const std::string &digits) {
  if (digits.size() % 2 != 0)
    fail("bytes with half a byte");
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned high = hex_digit(digits[i]), low = hex_digit(digits[i + 1]);
    if (high > 15 || low > 15)
      return fail("expected hexadecimal digits");
    global.bytes.push_back(static_cast<unsigned char>(high * 16 + low));
  }
}

void Parser::bytes(Global &global) {
  expect('[');
  while (!has_failed() && !accept(']')) {
    if (token_.kind == Token::Kind::String) {
      std::string digits = token_.text;
      advance();
      hex_bytes(global, digits);
      continue;
    }
    std::uint64_t zeros = count("bytes");
    if (zeros > most_bytes || global.bytes.size() + zeros > most_bytes)
      return fail("more than " + std::to_string(most_bytes) + " bytes");
    global.bytes.resize(global.bytes.size() + zeros);
  }
}

void Parser::relocations(Global &global) {
  expect('{');
  while (!has_failed() && !accept('}')) {
    Relocation r;
    r.offset = count("an offset");
    expect(':');
    r.symbol = name("a global or function");
    if (accept('+')) {
      bool is_negative = token_.is_negative;
      token_.is_negative = false;
      std::uint64_t addend = count("an addend");
      r.addend = static_cast<std::int64_t>(is_negative ? 0 - addend : addend);
    }
    expect(';');
    global.relocations.push_back(r);
  }
}

void Parser::global(Program &program, bool is_defined) {
  Global g;
  g.id = g.name = name("a global");
  g.is_defined = is_defined;
  expect(':');
  g.size = count("a size");
  expect("align");
  g.align = static_cast<std::uint32_t>(count("an alignment"));
  if (accept("name"))
    g.name = name("a global");
  g.is_static = accept("static");
  g.is_local = accept("local");
  g.is_const = accept("const");
  g.is_thread_local = accept("thread_local");
  g.type = optional_type();
  if (accept('=')) {
    bytes(g);
    if (accept("with"))
      relocations(g);
  }
  expect(';');
  Symbol id = g.id;
  if (!has_failed() && !program.globals.try_emplace(id, std::move(g)).second)
    fail("global '" + std::string(id) + "' is there twice");
}

Variable Parser::variable_declaration() {
  Variable v;
  v.name = name("a variable");
  expect(':');
  v.scalar = scalar();
  if (accept("as"))
    v.source_name = name("a variable");
  if (accept("by_copy"))
    v.passing = Variable::Passing::ByCopy;
  else if (accept("result_address"))
    v.passing = Variable::Passing::ResultAddress;
  v.type = optional_type();
  declared_[v.name] = v.scalar;
  return v;
}

LocalObject Parser::object_declaration() {
  LocalObject o;
  o.name = name("a local object");
  expect(':');
  o.size = count("a size");
  expect("align");
  o.align = static_cast<std::uint32_t>(count("an alignment"));
  if (accept("as"))
    o.source_name = name("a local object");
  o.type = optional_type();
  return o;
}

void Parser::params(Function &f) {
  expect('(');
  while (!has_failed() && !token_.is(')')) {
    if (token_.kind == Token::Kind::Dots) {
      f.is_variadic = true;
      advance();
      break;
    }
    f.params.push_back(variable_declaration());
    if (!token_.is(')'))
      expect(',');
  }
  expect(')');
}

// A variable may be called "local" or "object": then '=' or ':' follows.
void Parser::declarations(Function &f) {
  while (token_.kind == Token::Kind::Name && after_.is_name()) {
    if (accept("local"))
      f.locals.push_back(variable_declaration());
    else if (accept("object"))
      f.objects.push_back(object_declaration());
    else
      return;
    expect(';');
  }
}

void Parser::function(Program &program, bool is_defined) {
  Function f;
  declared_.clear();
  f.id = f.name = name("a function");
  f.is_defined = is_defined;
  if (accept("name"))
    f.name = name("a function");
  f.is_static = accept("static");
  f.is_noreturn = accept("noreturn");
  f.type = optional_type();
  params(f);
  if (token_.kind == Token::Kind::Arrow) {
    advance();
    f.result = scalar();
  }
  if (!is_defined) {
    expect(';');
  } else {
    expect('{');
    declarations(f);
    while (!has_failed() && !accept('}'))
      stmt(f.body);
  }
  collect_opaque_reasons(f);
  Symbol id = f.id;
  if (!has_failed() && !program.functions.try_emplace(id, std::move(f)).second)
    fail("function '" + std::string(id) + "' is there twice");
}

} // namespace mergeproof::ir
