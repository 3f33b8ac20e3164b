#include "check/search.h"

#include "check/fit_witness.h"
#include "check/used_globals.h"
#include "ir/layout.h"

#include <algorithm>

namespace mergeproof::check {
namespace {

using verdict::Witness;

constexpr std::uint64_t max_global = 4096; // bytes
constexpr std::uint32_t listed_results = 3;

} // namespace

class InputMaker::Parts {
public:
  Parts(const verdict::Question &question, std::uint64_t seed)
      : parameters_(signature_of(*reference(question).function).parameters),
        pointer_bytes_(ir::pointer_bytes(*reference(question).program)),
        constants_(mine_constants(question)), seed_(seed) {
    for (const std::string &id : used_globals(question))
      if (const ir::Global *global = find_global(question, id))
        globals_.push_back({id, global});
    for (std::size_t i = 0; i < parameters_.size(); i++)
      if (parameters_[i].type->kind == ir::TypeKind::Int &&
          parameters_[i].type->size <= 8)
        integers_.push_back(i);
  }

  Witness make(unsigned number, unsigned count) const {
    InputBuilder builder(constants_, mood_of(number),
                         support::mix(seed_, number));
    builder.add_arguments(parameters_);
    builder.add_world();
    add_globals(builder, number);
    add_externals(builder, number);
    bool has_others = integers_.size() < parameters_.size();
    if (number >= 2 && number < 2 + count / 3 && !(has_others && number % 2))
      enumerate_integers(builder, number - 2);
    return finish(builder);
  }

  Witness follow(InputRecipe &recipe, std::uint64_t seed) const {
    InputBuilder builder(constants_, static_cast<Mood>(recipe.mood % moods),
                         Random(std::move(recipe.choices), seed));
    if (recipe.text)
      builder.start_from(std::move(*recipe.text));
    builder.replace(recipe.replaced);
    builder.add_arguments(parameters_);
    builder.add_world();
    add_globals(builder, recipe.mood + 2);
    add_externals(builder, recipe.mood + 2);
    const Random &random = builder.random();
    recipe.choices.assign(random.script().begin(),
                          random.script().begin() +
                              std::ptrdiff_t(random.count()));
    recipe.text = builder.text();
    recipe.numbers = builder.numbers();
    return finish(builder);
  }

  const Constants &constants() const { return constants_; }

  bool makes_texts() const {
    constexpr std::uint64_t tries = 8;
    bool does = false;
    for (std::uint64_t seed = 0; seed < tries; seed++) {
      InputBuilder builder(constants_, Mood::Usual, seed);
      builder.add_arguments(parameters_);
      does |= builder.text().has_value();
    }
    return does;
  }

private:
  struct Input {
    std::string id;
    const ir::Global *global;
  };

  Witness finish(InputBuilder &builder) const {
    Witness witness = builder.take();
    witness.pointer_bytes = pointer_bytes_;
    return witness;
  }

  static bool is_input(const ir::Global &global) {
    return global.type && global.size > 0 && global.size <= max_global &&
           !global.is_local && !global.is_thread_local &&
           !(global.is_const && global.is_defined) && !global.name.empty() &&
           global.relocations.empty() && // tables of functions stay whole
           global.name.front() != '.';
  }

  // As the merge lays it out, if it has it.
  static const ir::Global *find_global(const verdict::Question &question,
                                       const std::string &id) {
    const auto &versions = question.versions;
    for (auto version = versions.rbegin(); version != versions.rend();
         ++version)
      if (const ir::Global *global = version->program->find_global(id))
        return is_input(*global) && !is_only_read(*version, *global) ? global
                                                                     : nullptr;
    return nullptr;
  }

  static Mood mood_of(unsigned number) {
    if (number < 2)
      return number == 0 ? Mood::Zeros : Mood::Nulls;
    switch (number % 16) {
    case 0:
      return Mood::Extreme;
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
      return Mood::Small;
    default:
      return Mood::Usual;
    }
  }

  void add_globals(InputBuilder &builder, unsigned number) const {
    for (const Input &input : globals_) {
      bool is_open = !input.global->is_defined;
      if (number >= 2 && builder.random().one_in(is_open ? 2 : 4))
        builder.add_global(input.id, *input.global);
    }
  }

  void add_externals(InputBuilder &builder, unsigned number) const {
    if (number < 2)
      return;
    for (const ir::Function *function : constants_.externals)
      for (std::uint32_t k = 0; k < listed_results; k++)
        if (builder.random().one_in(2))
          builder.add_external(*function, k);
    for (const ir::Function *function : constants_.callers)
      for (std::uint32_t k = 0;
           k < listed_results && builder.leads_to(function->id); k++)
        if (builder.random().one_in(2))
          builder.add_external(*function, k);
  }

  // Walks through the constants with a different step for every parameter, so
  // that all meet each alone and many meet in pairs.
  void enumerate_integers(InputBuilder &builder, unsigned number) const {
    std::uint64_t n = constants_.integers.size();
    for (std::size_t j = 0; j < integers_.size(); j++) {
      std::uint64_t at = number * (2 * j + 1) + number / n * (j * j + 1) + j;
      builder.set_integer(integers_[j], constants_.integers[at % n]);
    }
  }

  std::vector<Parameter> parameters_;
  std::uint64_t pointer_bytes_;
  Constants constants_;
  std::uint64_t seed_;
  std::vector<Input> globals_;
  std::vector<std::size_t> integers_; // parameters that are integers
};

InputMaker::InputMaker(const verdict::Question &question, std::uint64_t seed)
    : parts_(std::make_unique<Parts>(question, seed)) {}

InputMaker::~InputMaker() = default;

Witness InputMaker::make(InputRecipe &recipe, std::uint64_t seed) const {
  return parts_->follow(recipe, seed);
}

const Constants &InputMaker::constants() const { return parts_->constants(); }

bool InputMaker::makes_texts() const { return parts_->makes_texts(); }

std::vector<Witness> InputMaker::candidates(unsigned count) const {
  std::vector<Witness> made;
  unsigned attempts = 2 * count;
  for (unsigned number = 0; number < attempts && made.size() < count;
       number++) {
    Witness witness = parts_->make(number, count);
    if (std::find(made.begin(), made.end(), witness) == made.end())
      made.push_back(std::move(witness));
  }
  return made;
}

std::vector<Witness> make_candidates(const verdict::Question &question,
                                     unsigned count, std::uint64_t seed) {
  return InputMaker(question, seed).candidates(count);
}

} // namespace mergeproof::check
