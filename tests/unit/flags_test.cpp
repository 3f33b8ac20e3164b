// Flags from compile_commands.json and from what a tree tells.
// uses: frontend/flags source support
#include "frontend/flags/call_texts.h"
#include "frontend/flags/flags.h"
#include "frontend/flags/template_headers.h"
#include "source/memory_tree.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace mergeproof::frontend::flags {
namespace {

using Words = std::vector<std::string>;

CompilationDatabase read(const std::string &json,
                         const std::string &root = "/p") {
  auto database = CompilationDatabase::read(json, root);
  EXPECT_TRUE(database.has_value())
      << (database ? "" : database.error().message);
  return database ? std::move(database).value() : CompilationDatabase();
}

// The flags that one command gives to /p/f.c.
Words filter(const std::string &command, const std::string &directory = "/p") {
  return read(R"([{"file": "/p/f.c", "directory": ")" + directory +
              R"(", "command": ")" + command + R"("}])")
      .flags_for("f.c")
      .args;
}

TEST(CompilationDatabase, KeepsWhatChangesHowAFileIsRead) {
  EXPECT_EQ(filter("ccache gcc -std=c99 -DA=1 -D B -UC -U D -m64 -fshort-enums "
                   "-pthread -x c -Wall -Werror -Wp,-DE=2,-MD -O2 -g -c f.c "
                   "-o f.o -MD -MF -DNOT -MT x -lm -L /lib -march=native "
                   "-include-pch x.pch"),
            (Words{"-std=c99", "-DA=1", "-DB", "-UC", "-UD", "-m64",
                   "-fshort-enums", "-pthread", "-xc", "-DE=2"}));
}

TEST(CompilationDatabase, KnowsTheTarget) {
  EXPECT_EQ(filter("ccache /opt/bin/arm-none-eabi-gcc -mthumb -c f.c"),
            (Words{"--target=arm-none-eabi", "-mthumb"}));
  EXPECT_EQ(filter("clang -target riscv32-elf --target=mips -m32 -c f.c"),
            (Words{"--target=riscv32-elf", "--target=mips", "-m32"}));
  EXPECT_EQ(filter("x86_64-linux-gnu-gcc-12 -c f.c"),
            (Words{"--target=x86_64-linux-gnu"}));
  EXPECT_EQ(filter("avr-gcc -c f.c"), (Words{"--target=avr"}));
  EXPECT_EQ(filter("musl-gcc -c f.c"), Words{});
  EXPECT_EQ(filter("gcc-12 -c f.c"), Words{});
}

TEST(CompilationDatabase, MakesPathsRelativeToTheRoot) {
  EXPECT_EQ(
      filter("cc -I. -I.. -I ../include/ -I/p/src/ -I/p -I/usr/include/x "
             "-isystem /p/third -iquote q -idirafter../late -include "
             "../config.h -I/pq f.c",
             "/p/build"),
      (Words{"-Ibuild", "-I.", "-Iinclude", "-Isrc", "-I.", "-I/usr/include/x",
             "-isystem", "third", "-iquote", "build/q", "-idirafter", "late",
             "-include", "config.h", "-I/pq"}));
}

TEST(CompilationDatabase, SplitsAsAShellDoes) {
  EXPECT_EQ(
      filter(R"(cc -DA='x y' -DB=\\\"s\\\" \"-DC=a\\\\b\\\"c\" -D'E' -DF\\ G)"),
      (Words{"-DA=x y", "-DB=\"s\"", "-DC=a\\b\"c", "-DE", "-DF G"}));
}

TEST(CompilationDatabase, ReadsArguments) {
  const auto database = read(R"([{"file": "src/f.c", "directory": "/p",
    "arguments": ["cc", "-DA=x y", "-I", "inc lude", "-c", "src/f.c"]}])");
  EXPECT_EQ(database.flags_for("src/f.c").args,
            (Words{"-DA=x y", "-Iinc lude"}));
  EXPECT_FALSE(database.flags_for("src/f.c").is_guessed);
}

TEST(CompilationDatabase, GivesUnlistedFilesTheFlagsOfTheNearest) {
  const auto database = read(R"([
    {"file": "top.c", "directory": "/p", "command": "cc -DTOP"},
    {"file": "a/a.c", "directory": "/p", "command": "cc -DA"},
    {"file": "a/plus.cc", "directory": "/p", "command": "cc -DPLUS"},
    {"file": "a/b/d/deep.c", "directory": "/p", "command": "cc -DDEEP"}])");
  const auto flags = [&](const std::string &path) {
    return database.flags_for(path).args;
  };
  EXPECT_EQ(flags("a/new.c"), Words{"-DA"});
  EXPECT_EQ(flags("a/new.cc"), Words{"-DPLUS"});
  EXPECT_EQ(flags("a/c/new.c"), Words{"-DA"});
  EXPECT_EQ(flags("a/b/new.c"), Words{"-DDEEP"});
  EXPECT_EQ(flags("z/new.c"), Words{"-DTOP"});
  const Flags guessed = database.flags_for("a/new.c");
  EXPECT_TRUE(guessed.is_guessed);
  EXPECT_EQ(guessed.guesses,
            Words{"flags of a/a.c, the nearest file in compile_commands.json"});
}

TEST(CompilationDatabase, TellsWhatIsListedTwice) {
  auto twice = [](const std::string &second) {
    return read(R"([{"directory":"/p","file":"a.c","command":"cc -DV=1 a.c"},
                    {"directory":"/p","file":"a.c","command":"cc )" +
                    second + R"( a.c"}])",
                "/p")
        .listed_twice();
  };
  EXPECT_EQ(twice("-DV=2"), std::set<std::string>{"a.c"});
  EXPECT_TRUE(twice("-DV=1 -o other.o").empty());
}

TEST(CompilationDatabase, KeepsTheFirstOfSeveralCommands) {
  const auto database = read(R"([
    {"file": "f.c", "directory": "/p", "command": "cc -DFIRST"},
    {"file": "/p/./f.c", "directory": "/p", "command": "cc -DSECOND"}])");
  EXPECT_EQ(database.flags_for("f.c").args, Words{"-DFIRST"});
}

TEST(CompilationDatabase, ExplainsWhatIsBroken) {
  for (const char *text : {"", "[{", "{}", "[1]", "[{\"directory\": \"/p\"}]",
                           "\"x\"", "[{\"file\": 3}]"}) {
    const auto database = CompilationDatabase::read(text, "/p");
    ASSERT_FALSE(database.has_value()) << text;
    EXPECT_NE(database.error().message.find("make it again"),
              std::string::npos);
  }
  EXPECT_TRUE(read("[]").empty());
  EXPECT_TRUE(read("[]").flags_for("f.c").args.empty());
}

TEST(CompilationDatabase, OtherWaysToWriteAFlag) {
  EXPECT_EQ(filter("cc -Wp,-MD,x.d,-DA=2 -Wp,-D,B=2 -Wp,-U,C -c f.c"),
            (Words{"-DA=2", "-DB=2", "-UC"}));
  EXPECT_EQ(filter("cc -Xpreprocessor -DA=2 -Xpreprocessor -D "
                   "-Xpreprocessor B f.c"),
            (Words{"-DA=2", "-DB"}));
  EXPECT_EQ(filter("cc --define-macro A=2 --define-macro=B --undefine-macro=C "
                   "--std=c99 f.c"),
            (Words{"-DA=2", "-DB", "-UC", "-std=c99"}));
  EXPECT_EQ(filter("cc --include=pre.h --include two.h --imacros=m.h "
                   "--include-directory=inc --include-directory-after late"),
            (Words{"-include", "pre.h", "-include", "two.h", "-imacros", "m.h",
                   "-Iinc", "-idirafter", "late"}));
  EXPECT_EQ(filter("sh -c 'gcc -DA=2 -c f.c'"), (Words{"-DA=2"}));
}

TEST(CompilationDatabase, SurvivesOddCommands) {
  EXPECT_EQ(filter(""), Words{});
  EXPECT_EQ(filter("cc -I"), Words{});
  EXPECT_EQ(filter("cc -D"), Words{});
  EXPECT_EQ(filter("cc 'open -DA"), Words{});
  EXPECT_EQ(filter("cc -o"), Words{});
}

Words guess_args(std::map<std::string, std::string> files) {
  Words args =
      guess_flags(source::MemoryTree(std::move(files)), "src/f.c").args;
  EXPECT_EQ(args[0], "-std=gnu11");
  EXPECT_EQ(args[1], "-D_GNU_SOURCE");
  args.erase(args.begin(), args.begin() + 2);
  return args;
}

TEST(GuessFlags, FindsDirectoriesOfHeaders) {
  const source::MemoryTree tree(
      {{"src/f.c",
        "#include \"own.h\"\n # include <api/a.h>\n#include <zlib.h>"},
       {"src/own.h", "#  include \"deep.h\"\n"},
       {"include/api/a.h", "#include <api/b.h>\n"},
       {"include/api/b.h", ""},
       {"lib/deep/deep.h", "#include \"last.h\""},
       {"lib/last/last.h", ""}});
  const Flags flags = guess_flags(tree, "src/f.c");
  EXPECT_TRUE(flags.is_guessed);
  EXPECT_EQ(flags.args, (Words{"-std=gnu11", "-D_GNU_SOURCE", "-I.",
                               "-Iinclude", "-Ilib/deep", "-Ilib/last"}));
  EXPECT_EQ(flags.guesses[3], "-Iinclude: holds api/a.h");
  EXPECT_EQ(flags.guesses.size(), 6u);
}

TEST(GuessFlags, SaysWhereElseAHeaderIs) {
  const source::MemoryTree tree({{"f.c", "#include \"cfg.h\"\n"},
                                 {"arch/arm/cfg.h", ""},
                                 {"arch/x86/cfg.h", ""}});
  const Flags flags = guess_flags(tree, "f.c");
  EXPECT_EQ(flags.guesses.back(),
            "-Iarch/arm: holds cfg.h, as arch/x86 does, too");
}

TEST(GuessFlags, PrefersTheNearestHeader) {
  EXPECT_EQ(guess_args({{"src/f.c", "#include \"x.h\"\n"},
                        {"other/include/x.h", ""},
                        {"src/inc/x.h", ""},
                        {"src/sub/x.h", ""}}),
            (Words{"-I.", "-Isrc/inc"}));
}

TEST(GuessFlags, PrefersTheProjectToWhatLiesBesideIt) {
  EXPECT_EQ(guess_args({{"src/f.c", "#include \"x.h\"\n"},
                        {"contrib/kernel/include/x.h", ""},
                        {"lib/x.h", ""}}),
            (Words{"-I.", "-Ilib"}));
  EXPECT_EQ(guess_args({{"src/f.c", "#include \"x.h\"\n"},
                        {"src/test/x.h", ""},
                        {"lib/x.h", ""}}),
            (Words{"-I.", "-Isrc/test"}));
}

Words guess_of_text(const std::string &text, const std::string &build = "") {
  return guess_flags(source::MemoryTree({{"src/f.c", "#include \"f.h\"\n"},
                                         {"Makefile", build},
                                         {"src/f.h", text}}),
                     "src/f.c")
      .args;
}

TEST(GuessFlags, AsksLessOfGlibcWhereATextCopesWithout) {
  const Words all = {"-std=gnu11", "-D_GNU_SOURCE", "-I."};
  const Words less = {"-std=gnu11", "-I."};
  EXPECT_EQ(guess_of_text("#ifndef _GNU_SOURCE\n#define r(b) strerror_r(b)\n"
                          "#else\n#define r(b) ((b) = strerror_r(b))\n#endif"),
            less);
  EXPECT_EQ(guess_of_text("# if defined(__linux__) && defined(_GNU_SOURCE)\n"
                          "int x;\n#endif\n"),
            less);
  EXPECT_EQ(guess_of_text("#ifdef _GNU_SOURCE\nint x;\n#endif\n",
                          "CFLAGS += -D_GNU_SOURCE\n"),
            all);
  EXPECT_EQ(guess_of_text("#ifndef _GNU_SOURCE\n\n# define _GNU_SOURCE\n"
                          "#endif\n#include <string.h>\n"),
            all);
  EXPECT_EQ(guess_of_text("#define _GNU_SOURCE 1\n/* if _GNU_SOURCE */\n"
                          "#ifdef MY_GNU_SOURCE\n#endif\n"),
            all);
}

TEST(GuessFlags, UndefinesWordsOfGnuDialectsThatNameMembers) {
  EXPECT_EQ(guess_args({{"src/f.c", "#include \"f.h\"\nint g(struct s *p)\n"
                                    "{ return p->linux; }\n"},
                        {"src/f.h", "struct s { int linux;\n"
                                    "  struct { int x; } unix;\n};\n"}}),
            (Words{"-I.", "-Ulinux", "-Uunix"}));
  EXPECT_EQ(
      guess_args({{"src/f.c", "#if defined(unix) // comp.unix.x, on linux.\n"
                              "int x = unix;\n#endif\n"}}),
      Words{"-I."});
}

TEST(GuessFlags, NeverHidesSystemHeaders) {
  EXPECT_EQ(guess_args({{"src/f.c", "#include <string.h>\n"},
                        {"compat/string.h", ""}}),
            Words{"-I."});
  EXPECT_EQ(guess_args({{"src/f.c", "#include \"x.h\"\n"},
                        {"compat/string.h", ""},
                        {"compat/x.h", ""}}),
            (Words{"-I.", "-iquote", "compat"}));
}

TEST(GuessFlags, NamesGeneratedHeaders) {
  const source::MemoryTree tree(
      {{"src/f.c", "#include \"config.h\"\n#include \"config.h\"\n"},
       {"config.h.in", ""}});
  const Flags flags = guess_flags(tree, "src/f.c");
  EXPECT_EQ(flags.guesses.back(),
            "config.h is generated from config.h.in: not found");
  EXPECT_EQ(std::count(flags.guesses.begin(), flags.guesses.end(),
                       flags.guesses.back()),
            1);
}

TEST(GuessFlags, EndsOnCyclesAndMissingFiles) {
  EXPECT_EQ(
      guess_args({{"src/f.c", "#include \"f.c\"\n#include \"../../x.h\"\n"
                              "#include MACRO\n#include \"\n#include <"}}),
      Words{"-I."});
  EXPECT_EQ(guess_args({}), Words{"-I."});
}

ConfiguredFor machine() {
  return {[](const std::string &name) {
            return name == "unistd.h" || name == "sys/time.h";
          },
          [](const std::string &name) { return name == "strdup"; }};
}

TEST(TemplateHeaders, AnswerWhatIsAskedOfTheMachine) {
  EXPECT_EQ(fill_template("#undef HAVE_UNISTD_H\n"
                          "#undef HAVE_SYS_TIME_H\n"
                          "#undef HAVE_NOWHERE_H\n"
                          "# undef HAVE_STRDUP\n"
                          "#undef HAVE_DECL_STRDUP\n"
                          "#undef HAVE_DECL_STRLCPY\n"
                          "#undef SIZEOF_LONG\n"
                          "#cmakedefine WITH_TLS\n"
                          "#cmakedefine HAVE_STRDUP 7\n"
                          "#cmakedefine01 HAVE_STRDUP\n"
                          "#cmakedefine01 WITH_TLS\n"
                          "#mesondefine HAVE_UNISTD_H\n",
                          machine()),
            "#define HAVE_UNISTD_H 1\n"
            "#define HAVE_SYS_TIME_H 1\n"
            "\n"
            "#define HAVE_STRDUP 1\n"
            "#define HAVE_DECL_STRDUP 1\n"
            "#define HAVE_DECL_STRLCPY 0\n"
            "#define SIZEOF_LONG 8\n"
            "\n"
            "#define HAVE_STRDUP 7\n"
            "#define HAVE_STRDUP 1\n"
            "#define WITH_TLS 0\n"
            "#define HAVE_UNISTD_H 1\n");
}

TEST(TemplateHeaders, LeaveTheRestAsItIs) {
  EXPECT_EQ(fill_template("#define VERSION \"@V@ a\"\n#define N @N@\n"
                          "int x; /* a@b.c */ // ${y} $z\n#if @A@ > 1",
                          machine()),
            "#define VERSION \" a\"\n#define N 0\n"
            "int x; /* a@b.c */ // 0 $z\n#if 0 > 1\n");
  EXPECT_EQ(fill_template("", machine()), "");
}

TEST(TemplateHeaders, AreThoseThatTheTreeLacks) {
  source::MemoryTree tree(
      std::map<std::string, std::string>{{"config.h.in", ""},
                                         {"a/x.h.cmake.in", ""},
                                         {"a/config.hin", ""},
                                         {"made.h", ""},
                                         {"made.h.in", ""},
                                         {"Makefile.in", ""},
                                         {"f.c.in", ""}});
  using Headers = std::map<std::string, std::string>;
  EXPECT_EQ(template_headers(tree), (Headers{{"config.h", "config.h.in"},
                                             {"a/x.h", "a/x.h.cmake.in"},
                                             {"a/config.h", "a/config.hin"}}));
}

TEST(TemplateHeaders, AnswerUnderNamesOfProjectsAndOfCMake) {
  EXPECT_EQ(fill_template("#cmakedefine EVENT__HAVE_STRDUP 1\n"
                          "#cmakedefine DONT_HAVE_STRDUP 1\n"
                          "#define EVENT__SIZEOF_LONG @EVENT__SIZEOF_LONG@\n"
                          "#define EVENT__ssize_t @EVENT__ssize_t@\n"
                          "${SIZEOF_CURL_OFF_T_CODE}\n"
                          "${SIZEOF_STRANGE_CODE}\n"
                          "#undef HAVE_LITTLE_ENDIAN\n"
                          "#cmakedefine SEND_TYPE_ARG2 ${SEND_TYPE_ARG2}\n",
                          machine()),
            "#define EVENT__HAVE_STRDUP 1\n"
            "\n"
            "#define EVENT__SIZEOF_LONG 8\n"
            "#define EVENT__ssize_t ssize_t\n"
            "#define SIZEOF_CURL_OFF_T 8\n"
            "\n"
            "#define HAVE_LITTLE_ENDIAN 1\n"
            "#define SEND_TYPE_ARG2 void *\n");
}

TEST(TemplateHeaders, LieWhereScriptsSay) {
  source::MemoryTree tree(std::map<std::string, std::string>{
      {"CMakeLists.txt",
       "configure_file(\"${CMAKE_CURRENT_SOURCE_DIR}/cmake.h.in\"\n"
       "  ${PROJECT_BINARY_DIR}/gen/config.h @ONLY)\n"
       "configure_file(own.h copy.h COPYONLY)\n"
       "configure_file(lost.h.in lost.h)\n"},
      {"cmake.h.in", ""},
      {"own.h", ""},
      {"src/configure.ac", "dnl AC_CONFIG_HEADERS([no.h])\n"
                           "AC_CONFIG_HEADERS([auto/c.h:c.in other.h])\n"},
      {"src/c.in", ""},
      {"sub/meson.build", "configure_file(input: 'x.in',\n  output : 'x.h')"},
      {"sub/x.in", ""}});
  using Headers = std::map<std::string, std::string>;
  EXPECT_EQ(template_headers(tree), (Headers{{"cmake.h", "cmake.h.in"},
                                             {"gen/config.h", "cmake.h.in"},
                                             {"src/auto/c.h", "src/c.in"},
                                             {"sub/x.h", "sub/x.in"}}));
  EXPECT_TRUE(script_headers(tree).empty());
}

TEST(ScriptHeaders, AreThoseWithoutATemplate) {
  source::MemoryTree tree(std::map<std::string, std::string>{
      {"configure.ac", "AC_CONFIG_HEADERS([config.h])\nAC_DEFINE(OWN)\n"},
      {"include/meson.build",
       "configure_file(output: 'm.h', configuration: c)\n"},
      {"meson.build", "c.set('ROOT', 1)\n"}});
  std::map<std::string, ScriptHeader> headers = script_headers(tree);
  ASSERT_EQ(headers.size(), 2U);
  EXPECT_EQ(headers.at("config.h").script, "configure.ac");
  EXPECT_TRUE(headers.at("config.h").asked.lines.contains("#undef OWN"));
  EXPECT_EQ(headers.at("include/m.h").asked.to_template(),
            "#define ROOT 1\n#undef HAVE_M_H\n#undef HAVE_ROOT\n#undef ROOT\n");
}

TEST(CallTexts, EndWhereTheirOwnParenthesisDoes) {
  std::vector<std::string> seen;
  for (const CallText &call : calls_in("a(b (1), c) x) d ((2)) e(3"))
    seen.push_back(std::string(call.name) + ": " + std::string(call.arguments));
  EXPECT_EQ(seen, (Words{"a: b (1), c", "b: 1", "d: (2)", "e: 3"}));
  // A script of nothing but these takes no longer than others.
  std::string deep;
  for (int i = 0; i < 300'000; i++)
    deep += "a(";
  EXPECT_LE(calls_in(deep).size(), 100u);
}

TEST(ScriptHeaders, AskWhatAutoconfAsks) {
  const AskedMacros asked = asked_by_autoconf(
      "AC_HEADER_STDBOOL\n"
      "AC_CHECK_HEADERS([sys/time.h \\\n  x-y.h], [AC_DEFINE([FOUND], 1)])\n"
      "MY_CHECK_FUNCS(strdup)\n"
      "AC_CHECK_TYPES([struct timeval, ssize_t], [], [], [#include <x.h>])\n"
      "AC_CHECK_SIZEOF(long long)\n"
      "AC_DEFINE_UNQUOTED([DIR], [\"$dir\"], [where])\n"
      "dnl AC_DEFINE(NOT_THIS)\n"
      "AH_BOTTOM([#ifdef HAVE_STRDUP\n#include \"x.h\"\n#endif])\n");
  for (const char *line :
       {"#undef HAVE_STDBOOL_H", "#undef HAVE_SYS_TIME_H", "#undef HAVE_X_Y_H",
        "#undef FOUND", "#undef HAVE_STRDUP", "#undef HAVE_STRUCT_TIMEVAL",
        "#undef HAVE_SSIZE_T", "#undef SIZEOF_LONG_LONG", "#define DIR \"\"",
        "#undef HAVE_UNISTD_H", "#undef PACKAGE_VERSION"})
    EXPECT_TRUE(asked.lines.contains(line)) << line;
  EXPECT_FALSE(asked.lines.contains("#undef NOT_THIS"));
  EXPECT_TRUE(asked.to_template().ends_with(
      "#ifdef HAVE_STRDUP\n#include \"x.h\"\n#endif\n"));
}

TEST(ScriptHeaders, AskWhatMesonAsks) {
  const AskedMacros asked =
      asked_by_meson("conf.set('SURE', true) # conf.set('COMMENT', 1)\n"
                     "if x\n  conf.set('MAYBE', 1)\nendif\n"
                     "conf.set_quoted('DIR', dir)\n"
                     "foreach h : ['sys/time.h', 'strdup']\n");
  for (const char *line : {"#define SURE 1", "#undef MAYBE", "#define DIR \"\"",
                           "#undef HAVE_SYS_TIME_H", "#undef HAVE_STRDUP"})
    EXPECT_TRUE(asked.lines.contains(line)) << line;
  EXPECT_FALSE(asked.lines.contains("#define MAYBE 1"));
  EXPECT_FALSE(asked.lines.contains("#undef COMMENT"));
}

TEST(GuessFlags, IncludeInFrontWhatTheBuildIncludes) {
  source::MemoryTree tree(std::map<std::string, std::string>{
      {"Makefile.am", "-include rules.mk\nx = --with-includes y.h\n"
                      "AM_CPPFLAGS = -include $(top_builddir)/config.h -I.\n"},
      {"config.h", "#include \"y.h\"\n"},
      {"a/y.h", ""},
      {"src/f.c", ""}});
  const Flags flags = guess_flags(tree, "src/f.c");
  const auto at = std::find(flags.args.begin(), flags.args.end(), "-include");
  ASSERT_NE(at, flags.args.end());
  EXPECT_EQ(*std::next(at), "config.h");
  EXPECT_EQ(std::count(flags.args.begin(), flags.args.end(), "-Ia"), 1);
  EXPECT_EQ(std::count(flags.guesses.begin(), flags.guesses.end(),
                       "-include config.h: Makefile.am has that flag"),
            1);
}

} // namespace
} // namespace mergeproof::frontend::flags
