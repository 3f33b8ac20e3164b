// Builds one witness as a tree of typed cells: every pointer is null, the
// address of a fresh object of its type, or that of an earlier one or a global,
// of an element or a member of it. Lengths beside pointers tend to fit them.
#pragma once

#include "check/constants.h"
#include "check/random.h"
#include "check/signature.h"
#include "verdict/witness.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mergeproof::check {

// How daring the values are.
enum class Mood {
  Zeros,  // zeros, single fresh objects
  Nulls,  // zeros and null pointers
  Small,  // numbers that occur in the code, and lengths that fit
  Usual,  // a mix of all
  Extreme // boundaries and any bits at all
};

// A number of an input, and where it stands: the same wherever inputs have
// something of that name there.
struct MadeNumber {
  std::uint64_t place = 0;
  std::uint64_t value = 0; // zero above its width
  unsigned bits = 0;
};

class InputBuilder {
public:
  InputBuilder(const Constants &constants, Mood mood, std::uint64_t seed)
      : InputBuilder(constants, mood, Random(seed)) {}
  InputBuilder(const Constants &constants, Mood mood, Random random)
      : constants_(constants), mood_(mood), random_(std::move(random)) {}

  // From here on one text is this one, others may be it with a few changes.
  void start_from(std::string text) { start_ = std::move(text); }
  // The one started from, if it was used, else the first that was made.
  const std::optional<std::string> &text() const { return text_; }

  // From here on the numbers at these places are these, as far as they can be.
  void replace(std::map<std::uint64_t, std::uint64_t> numbers) {
    replaced_ = std::move(numbers);
  }
  // The first few hundred that were made.
  const std::vector<MadeNumber> &numbers() const { return numbers_; }

  void add_arguments(const std::vector<Parameter> &parameters);
  void add_global(const std::string &id, const ir::Global &global);
  void add_external(const ir::Function &function, std::uint32_t occurrence);
  bool leads_to(ir::Symbol id) const { return verdict::leads_to(witness_, id); }
  void add_world(); // seed of external results, failing allocations

  // Overwrites an argument that is an integer.
  void set_integer(std::size_t argument, std::int64_t value);

  verdict::Witness take() { return std::move(witness_); }
  Random &random() { return random_; }

private:
  // A cell to fill: `holder` names the bytes, because objects move while others
  // are added.
  enum class Holder { Argument, Object, Global, External, Written };
  struct Cell {
    Holder holder = Holder::Argument;
    std::size_t index = 0;
    std::size_t write = 0; // of the external
    std::string global;
    std::uint64_t offset = 0;
    const ir::Type *type = nullptr;
    const ir::Field *bits = nullptr;
    std::string name; // the field's or parameter's own
    std::string path; // "p->next"
    int depth = 0;
    std::optional<std::uint64_t> length; // of what stands beside it
    bool is_counted = false;             // a pointer with a number beside it
    unsigned null_odds = 0;              // of a pointer; 0: as usual
  };

  verdict::WitnessBytes &bytes_of(const Cell &cell);
  void add_writes(const std::string &name);
  void add_write(std::uint32_t parameter,
                 const verdict::ExternalOutput &output);
  std::vector<unsigned char> make_bytes();
  std::uint64_t number(const Cell &cell, std::uint64_t value, unsigned bits,
                       std::uint64_t at = 0);
  void write_number(const Cell &cell, std::uint64_t value);
  void write(const Cell &cell, std::uint64_t value);
  void write_long_double(const Cell &cell, long double value);
  void fill(const Cell &cell);
  void fill_group(std::vector<Cell> cells);
  void fill_struct(const Cell &cell);
  void fill_array(const Cell &cell);
  void fill_float(const Cell &cell);
  void fill_pointer(const Cell &cell);
  std::uint64_t choose_integer(const Cell &cell);
  std::uint64_t choose_length(const Cell &cell, std::uint64_t length);
  std::uint64_t extreme_integer(std::uint64_t bits);
  bool wants_null(const Cell &cell);
  bool is_only_link(const Cell &cell) const;
  struct Place { // where a pointer may lead
    std::uint32_t object = 0;
    std::int64_t addend = 0;
  };
  static void add_places(const ir::Type *type, const ir::Type *target,
                         Place place, std::vector<Place> &places);
  std::vector<Place> places_in(std::uint32_t object, const ir::Type *target,
                               bool is_inside) const;
  bool point_to_earlier(const Cell &cell);
  bool point_to_function(const Cell &cell);
  bool point_to_global(const Cell &cell);
  void point_to_named(const Cell &cell, ir::Symbol id, ir::Symbol name,
                      std::int64_t addend);
  void point_to_text(const Cell &cell);
  void point_to_buffer(const Cell &cell);
  void point_to_elements(const Cell &cell);
  std::uint32_t add_object(const Cell &cell, std::uint64_t size);
  std::uint64_t pointed_count(const Cell &cell);
  std::uint64_t choose_count(const Cell &cell);
  std::string make_text();
  std::string make_up_text();
  std::string changed_text(std::string text);

  const Constants &constants_;
  Mood mood_;
  Random random_;
  verdict::Witness witness_;
  std::map<std::uint64_t, std::uint64_t> replaced_;
  std::vector<MadeNumber> numbers_;
  std::optional<std::string> start_, text_;
  bool has_started_ = false; // some text is `start_`
  std::vector<const ir::Type *> object_types_;
  std::vector<std::uint64_t> object_counts_; // elements
};

} // namespace mergeproof::check
