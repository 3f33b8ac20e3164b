#include "frontend/c/versions/body_places.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

// Goes through a text and counts its lines.
class Cursor {
public:
  explicit Cursor(const std::string &text) : text_(text) {}

  void go_to(unsigned at) {
    line_ += std::count(text_.begin() + at_, text_.begin() + at, '\n');
    at_ = at;
  }
  std::int64_t line() const { return line_; }
  unsigned column() const {
    std::size_t end = at_ == 0 ? std::string::npos : text_.rfind('\n', at_ - 1);
    return end == std::string::npos ? at_ : at_ - unsigned(end);
  }

private:
  const std::string &text_;
  unsigned at_ = 0;
  std::int64_t line_ = 1;
};

// Without what is the same at its begin and at its end.
TextGap narrow(const TextGap &gap, const std::string &text,
               const std::string &other) {
  auto [here, there] = gap;
  while (here.begin < here.end && there.begin < there.end &&
         text[here.begin] == other[there.begin]) {
    here.begin++;
    there.begin++;
  }
  while (here.begin < here.end && there.begin < there.end &&
         text[here.end - 1] == other[there.end - 1]) {
    here.end--;
    there.end--;
  }
  return {here, there};
}

} // namespace

std::vector<TextGap> find_gaps(const std::string &text,
                               const std::vector<Body> &bodies,
                               const std::string &other) {
  std::vector<TextGap> gaps = align_lines(text, other);
  for (TextGap &gap : gaps) {
    TextGap narrowed = narrow(gap, text, other);
    bool is_in_body =
        std::any_of(bodies.begin(), bodies.end(), [&](const Body &body) {
          return body.begin < narrowed.here.begin &&
                 narrowed.here.end <= body.end;
        });
    if (is_in_body)
      gap = narrowed;
  }
  return gaps;
}

std::vector<std::optional<BodyPlace>>
find_bodies(const std::string &text, const std::vector<Body> &bodies,
            const std::string &other, const std::vector<TextGap> &gaps) {
  Cursor here(text), there(other);
  std::vector<std::optional<BodyPlace>> places;
  for (const Body &body : bodies) {
    places.emplace_back();
    auto begin = place_in_other(gaps, body.extent());
    if (!begin)
      continue;
    here.go_to(body.begin);
    there.go_to(*begin);
    if (here.column() == there.column())
      places.back() = BodyPlace{.begin = *begin,
                                .end = *begin + (body.end - body.begin),
                                .line = there.line(),
                                .lines_moved = there.line() - here.line()};
  }
  return places;
}

bool has_plain_lines(const std::string &text) {
  for (std::size_t at = 0; (at = text.find('\r', at)) != std::string::npos;
       at++)
    if (at + 1 == text.size() || text[at + 1] != '\n')
      return false;
  return true;
}

} // namespace mergeproof::frontend::c
