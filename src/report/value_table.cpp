#include "report/value_table.h"

#include "report/paint.h"

#include <algorithm>

namespace mergeproof::report {
namespace {

using Cells = std::vector<std::string>;

std::string show_value(const ValueRow &row, const std::string &version,
                       const TableLayout &layout) {
  auto found = row.values.find(version);
  if (found == row.values.end())
    return "";
  std::string value =
      shorten(make_printable(found->second), layout.longest_value);
  return row.odd.contains(version) ? "*" + value : value;
}

std::string pad(const std::string &text, std::size_t columns) {
  std::size_t used = width(text);
  return used >= columns ? text : text + std::string(columns - used, ' ');
}

std::string join(const Cells &cells, const std::vector<std::size_t> &widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); i++)
    line += pad(cells[i], widths[i]) + (i == 0 ? "   " : "  ");
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::vector<Cells> make_cells(const std::vector<ValueRow> &rows,
                              const TableLayout &layout) {
  std::vector<Cells> table;
  Cells head{""};
  head.insert(head.end(), layout.versions.begin(), layout.versions.end());
  head.emplace_back();
  table.push_back(std::move(head));
  for (const ValueRow &row : rows) {
    Cells cells{make_printable(row.observable)};
    for (const std::string &version : layout.versions)
      cells.push_back(show_value(row, version, layout));
    cells.push_back(row.verdict);
    table.push_back(std::move(cells));
  }
  return table;
}

std::vector<std::string> lay_out_blocks(const std::vector<ValueRow> &rows,
                                        const TableLayout &layout) {
  std::vector<std::string> lines;
  for (const ValueRow &row : rows) {
    lines.push_back(make_printable(row.observable) + ": " + row.verdict);
    for (const std::string &version : layout.versions) {
      std::string value = show_value(row, version, layout);
      if (!value.empty())
        lines.push_back("  " + version + "  " + value);
    }
  }
  return lines;
}

} // namespace

std::vector<std::string> lay_out(const std::vector<ValueRow> &rows,
                                 const TableLayout &layout) {
  std::vector<Cells> table = make_cells(rows, layout);
  std::vector<std::size_t> widths(table.front().size(), 0);
  for (const Cells &cells : table)
    for (std::size_t i = 0; i < cells.size(); i++)
      widths[i] = std::max(widths[i], width(cells[i]));
  std::size_t total = 2 * widths.size();
  for (std::size_t one : widths)
    total += one;
  if (total > layout.columns)
    return lay_out_blocks(rows, layout);
  std::vector<std::string> lines;
  for (const Cells &cells : table)
    lines.push_back(join(cells, widths));
  return lines;
}

} // namespace mergeproof::report
