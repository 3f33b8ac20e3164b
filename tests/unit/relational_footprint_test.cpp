// uses: relational symbolic align verdict smt ir source support
//
// What functions touch (relational/footprint.h), and what memory a call can
// depend on and change (smt/memory_part.h).
#include "ir/parse.h"
#include "ir/verify.h"
#include "relational/footprint.h"
#include "smt/memory_change.h"
#include "smt/memory_part.h"

#include <gtest/gtest.h>

namespace mergeproof::relational {
namespace {

// Of f(p, q, n, u), "unknown" if nothing is known.
std::string footprint(const std::string &body, const std::string &others = "") {
  ir::Context context;
  std::string text = "global g: 64 align 4 = [64];\n"
                     "declare log(x: i32);\n" +
                     others +
                     "function f(p: ptr, q: ptr, n: i32, u: i64) -> i32 {\n"
                     "local r: ptr; local s: i32; object o: 16 align 8;\n" +
                     body + " return s; }\n";
  auto parsed = ir::parse_program(context, text);
  EXPECT_TRUE(parsed) << parsed.error().message << "\n" << text;
  ir::Program program = std::move(parsed).value();
  EXPECT_EQ(ir::verify(program), std::vector<std::string>{}) << text;
  Footprints footprints(program);
  const Footprint *found =
      footprints.of(*program.find_function(context.symbol("f")));
  return found ? found->to_text() + (found->asks_objects ? " objects" : "")
               : "unknown";
}

TEST(Footprint, BytesBehindParameters) {
  EXPECT_EQ(footprint("s = load:i32(ptradd(p, 8:i64));"),
            "reads 0[8,12) writes");
  EXPECT_EQ(footprint("store ptradd(q, -4:i64), n;"), "reads writes 1[-4,0)");
  EXPECT_EQ(footprint("s = select(eq(load:i32(p), 0:i32), n, load:i32(q));"),
            "reads 0[0,4) 1[0,4) writes");
  EXPECT_EQ(footprint("check InvalidAccess, valid(p, 4:i64); store p, n;"),
            "reads writes 0[0,4) objects");
  EXPECT_EQ(footprint("memcopy p, q, 12:i64;"), "reads 1[0,12) writes 0[0,12)");
  EXPECT_EQ(footprint("memcopy p, q, u;"), "reads 1[] writes 0[]");
}

TEST(Footprint, PointersThatMove) {
  EXPECT_EQ(footprint("r = p; if eq(n, 0:i32) { r = ptradd(q, 4:i64); } "
                      "store r, n;"),
            "reads writes 0[0,4) 1[4,8)");
  EXPECT_EQ(footprint("store ptradd(p, u), n;"), "reads writes 0[]");
  EXPECT_EQ(footprint("loop L { if eq(n, 0:i32) { break L; } store p, n; "
                      "p = ptradd(p, 4:i64); n = sub(n, 1:i32); }"),
            "reads writes 0[]");
  EXPECT_EQ(footprint("r = ptradd(p, 4:i64); p = ptradd(r, 4:i64); "
                      "s = load:i32(p);"),
            "reads 0[] writes");
}

TEST(Footprint, GlobalsAndOwnObjects) {
  EXPECT_EQ(footprint("store ptradd(@g, 8:i64), load:i32(@g);"),
            "reads g[0,4) writes g[8,12)");
  EXPECT_EQ(footprint("begin o; store ptradd(&o, u), n; s = load:i32(&o);"),
            "reads writes");
}

TEST(Footprint, PointersThatMayLeadAnywhere) {
  for (const char *body :
       {"r = load:ptr(p); store r, n;", "r = inttoptr:ptr(u); store r, n;",
        "begin o; store &o, p; r = load:ptr(&o); store r, n;",
        "r = select(eq(n, 0:i32), p, load:ptr(q)); s = load:i32(r);",
        "r = null; store ptradd(r, u), n;",
        "r = null; r = ptradd(r, 8:i64); store ptradd(r, 8:i64), n;",
        "call log(n); r = 4096:ptr; store r, n;"})
    EXPECT_EQ(footprint(body), "unknown") << body;
  // It is not looked at.
  EXPECT_EQ(footprint("r = load:ptr(p); if eq(r, q) { s = 1:i32; }"),
            "reads 0[0,8) writes");
}

TEST(Footprint, Calls) {
  std::string put = "function h(a: ptr, v: i32) { store ptradd(a, 4:i64), v; "
                    "return; }\n";
  EXPECT_EQ(footprint("call h(ptradd(q, 8:i64), n);", put),
            "reads writes 1[12,16)");
  EXPECT_EQ(footprint("call h(@g, n);", put), "reads writes g[4,8)");
  EXPECT_EQ(footprint("begin o; call h(&o, n);", put), "reads writes");
  EXPECT_EQ(footprint("call h(load:ptr(p), n);", put), "unknown");
  EXPECT_EQ(footprint("call log(n);"), "unknown");
  EXPECT_EQ(footprint("r = call !malloc(8:i64);"), "unknown");
  EXPECT_EQ(footprint("s = call f(p, q, n, u);"), "unknown");
}

class Part : public testing::Test {
protected:
  smt::Term number(std::uint64_t value, std::uint32_t bits = 32) {
    return table.constant(smt::bv_sort(bits), value);
  }
  smt::Term part(smt::Term memory, std::vector<smt::Term> pointers) {
    return smt::MemoryPart(table, memory, std::move(pointers)).part();
  }
  smt::Term whole(smt::Term memory, std::vector<smt::Term> pointers) {
    return smt::MemoryPart(table, memory, std::move(pointers)).whole(now);
  }

  smt::TermTable table;
  smt::Term m = table.input("memory", smt::memory_sort);
  smt::Term now = table.symbol("now", smt::memory_sort);
  smt::Term p = table.input("p", smt::bv_sort(64));
  smt::Term any = table.symbol("any", smt::bv_sort(64));
  smt::Term c = table.symbol("c", smt::bool_sort);
  smt::Term x = table.object("x", smt::ObjectClass::Local,
                             std::uint64_t(0x80000000) << 32);
  smt::Term y = table.object("y", smt::ObjectClass::Local,
                             std::uint64_t(0x80000001) << 32);
  smt::Term g = table.object("g", smt::ObjectClass::Global,
                             std::uint64_t(0x40000000) << 32);
};

TEST_F(Part, OtherObjectsAreLeftOut) {
  smt::Term behind_p = table.store(m, p, number(1));
  smt::Term memory = table.store(behind_p, x, number(2));
  EXPECT_EQ(part(memory, {p}), behind_p);
  EXPECT_EQ(whole(memory, {p}), table.store(now, x, number(2)));
  EXPECT_EQ(part(memory, {x}), table.store(m, x, number(2)));
  EXPECT_EQ(whole(memory, {x}), table.store(now, p, number(1)));
  EXPECT_EQ(part(memory, {p, x}), memory);
}

TEST_F(Part, InputsMayPointToGlobals) {
  smt::Term memory = table.store(m, g, number(1));
  EXPECT_EQ(part(memory, {p}), memory);
  EXPECT_EQ(part(memory, {any}), memory);
  EXPECT_EQ(part(memory, {x}), m);
}

// What stays may have hit the object after it was written.
TEST_F(Part, StoresOfWhichLittleIsKnown) {
  smt::Term memory = table.store(table.store(m, x, number(1)), any, number(2));
  EXPECT_EQ(part(memory, {p}), memory);
  EXPECT_EQ(whole(memory, {p}), now);
  smt::Term joined = table.store(table.ite(c, table.store(m, x, number(1)), m),
                                 any, number(2));
  EXPECT_EQ(whole(joined, {p}), now);
}

TEST_F(Part, JoinedMemories) {
  smt::Term memory =
      table.ite(c, table.store(m, x, number(1)), table.store(m, y, number(2)));
  EXPECT_EQ(part(memory, {p}), m);
  EXPECT_EQ(whole(memory, {p}), table.ite(c, table.store(now, x, number(1)),
                                          table.store(now, y, number(2))));
}

TEST_F(Part, ChangesOfWholeObjects) {
  smt::Term changed =
      smt::change_to(table, table.store(m, y, number(7)), x, now);
  EXPECT_EQ(table.load(changed, y, 32), number(7));
  EXPECT_EQ(table.load(changed, table.add(x, number(4, 64)), 32),
            table.load(now, table.add(x, number(4, 64)), 32));
  EXPECT_EQ(table.load(changed, any, 32), table.plain_load(changed, any, 32));
  smt::Term filled = smt::change(table, "fill", m, x, {number(0, 8)});
  EXPECT_EQ(table.load(filled, y, 32), table.load(m, y, 32));
  EXPECT_EQ(table.load(filled, x, 32), table.plain_load(filled, x, 32));
  EXPECT_EQ(part(changed, {y}), table.store(m, y, number(7)));
}

} // namespace
} // namespace mergeproof::relational
