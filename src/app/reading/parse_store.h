// Parses the files of all versions, each distinct one once: where two versions
// have the same file, the same flags and the same of everything it includes,
// they share the result. (Versions that did not touch a file cost nothing.)
#pragma once

#include "app/reading/compile_flags.h"
#include "app/reading/line_numbers.h"
#include "app/supervisor.h"
#include "frontend/c/parse.h"
#include "frontend/c/versions/preambles.h"
#include "frontend/c/versions/shared_bodies.h"
#include "git/merge.h"
#include "ir/context.h"
#include "source/added_files.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

// One file of one version.
struct ReadFile {
  std::shared_ptr<const frontend::c::ParsedUnit> unit; // null: clang failed
  std::string failure;
  std::string path; // in that version's tree
  std::vector<std::string> flags;
  // With names that were made up; null: the version's own.
  std::shared_ptr<const source::Tree> tree;
};

// Who reads, of several perhaps: what it shares between the versions of a file,
// and how it is known what it does. One thread's at a time.
struct FileReader {
  EventWriter &events;
  const SkippedFiles &skipped;
  support::Baton *baton = nullptr; // null: it is the only one
  unsigned readers = 1;
  frontend::c::Preambles preambles = {};
  frontend::c::SharedBodies bodies = {};
};

// Several threads may read, each with a reader of its own; what has the baton
// may use the store, and lays it down while clang is at work.
class ParseStore {
public:
  ParseStore(ir::Context &context, const git::MergeInput &input,
             CompileFlags &flags)
      : context_(context), input_(input), flags_(flags),
        numbers_(std::make_unique<LineNumbers>(input)) {}

  // See ParseRequest; before anything is read.
  void set_own_functions(std::set<std::string> names) {
    own_functions_ = std::move(names);
  }

  // It will not be read, in any version, for that reason.
  void leave(const std::string &key, const std::string &why) {
    left_[key] = why;
  }
  bool has_left_some() const { return !left_.empty(); }

  // Null when the version does not have the file.
  const ReadFile *read(std::size_t version, const std::string &key,
                       FileReader &reader);
  // What missing headers declare and the file needs in every version is made
  // up (checkout/declaring_tree.h), where that lets clang accept more. After
  // the file was read in all versions. The names.
  source::UnknownNames guess_names(const std::string &key, FileReader &reader);
  // What read() answered before.
  const ReadFile *find(std::size_t version, const std::string &key) const;

  // A weak function that another file of the same version defines, too, and not
  // as weak, is that one for who calls it in a program of both: what that does
  // is part of what the weak one stands for. After all was read.
  void link_weak();

  // The same files as they are read with other layouts of structs, by version:
  // those that may know such a struct (`names`). Null: some file cannot be
  // read so, or `is_late` says so before one. The layouts must live as long.
  std::unique_ptr<ParseStore>
  with_layouts(const std::set<std::string> &names,
               const std::vector<ir::RecordLayouts> &layouts,
               FileReader &reader, const std::function<bool()> &is_late) const;
  bool has_layouts() const { return layouts_ != nullptr; }

  template <typename F>
  void for_each(F &&f) const {
    for (const auto &[place, file] : files_)
      f(file);
  }

  // How that file is read; while the store lives.
  frontend::c::LineNumbersOf numbers_of(std::size_t version) const;
  std::vector<frontend::c::OtherVersion> others(const source::Tree *than,
                                                const std::string &key,
                                                const ReadFile &file) const;
  frontend::c::ParseRequest request(std::size_t version, const std::string &key,
                                    const ReadFile &file) const;

  // Tells whether the text of a file of a version has assembly in it, perhaps;
  // while the store lives.
  auto assembly_finder() const {
    return [this](std::size_t version, const std::string &path) {
      auto text = tree(version).read(path);
      return !text || text.value().find("asm") != std::string::npos;
    };
  }

  // Whether everything that it and what it includes of the tree names is in its
  // program, as far as clang found what is included.
  bool is_understood(std::size_t version, const ReadFile &file) const;

  // Whether code may name functions of that file of a version where no program
  // shows it: in assembly, or in what could not be read or lowered, of the file
  // or of one that includes it, as all that were not read may.
  bool hides_names(std::size_t version, const std::string &path) const;

  const source::Tree &tree(std::size_t version) const {
    return *input_.trees[version];
  }

private:
  bool is_same(std::size_t version, const ReadFile &file, std::size_t other,
               const ReadFile &other_file);
  source::UnknownNames unknown_names(const std::string &key) const;
  std::vector<ReadFile> read_with_names(const std::string &key,
                                        const source::UnknownNames &names,
                                        FileReader &reader);
  std::size_t count_texts(const std::string &key) const;
  std::string other_width(const std::vector<std::string> &flags,
                          const std::string &key); // a failure, or empty
  bool read_again(std::size_t version, const std::string &key, ReadFile &file,
                  FileReader &reader);
  void share(const std::string &key, const ReadFile &file, FileReader &reader,
             frontend::c::ParseRequest &wanted) const;
  // `before`: how it was read without names that were made up, or null.
  void parse(std::size_t version, const std::string &key, ReadFile &file,
             FileReader &reader,
             const frontend::c::ParsedUnit *before = nullptr);

  ir::Context &context_;
  const git::MergeInput &input_;
  CompileFlags &flags_;
  std::set<std::string> own_functions_;
  std::unique_ptr<LineNumbers> numbers_;
  std::map<std::pair<std::size_t, std::string>, ReadFile> files_;
  std::optional<std::string> first_key_;    // of the first file that was read
  bool is_narrow_ = false;                  // that one
  std::set<std::string> guessed_for_;       // keys
  std::map<std::string, std::string> left_; // keys, with the reason
  std::vector<std::shared_ptr<const source::Tree>> made_trees_; // readers ask
  source::AddedFiles added_;
  const std::vector<ir::RecordLayouts> *layouts_ = nullptr; // by version
};

} // namespace mergeproof::app
