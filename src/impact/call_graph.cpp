#include "impact/call_graph.h"

#include "impact/components.h"
#include "ir/signature.h"

#include <algorithm>
#include <unordered_set>

namespace mergeproof::impact {
namespace {

using namespace ir;

class ReferenceWalk {
public:
  explicit ReferenceWalk(References &found) : found_(found) {}

  void visit(const Seq &body) {
    for_each_stmt(body, [&](const Stmt &stmt) {
      for_each_expr(stmt, [&](const Expr *expr) { visit(expr); });
      if (auto *call = stmt.as<Call>())
        visit(*call);
    });
  }

private:
  void visit(const Call &call) {
    if (auto *id = std::get_if<Symbol>(&call.callee.target))
      note_call(*id, call);
    if (auto *target = std::get_if<const Expr *>(&call.callee.target)) {
      IndirectCalls &calls =
          found_.indirect[{call.args.size(), call.signature}];
      calls.call = &call;
      calls.variables.merge(variables_behind(**target));
    }
  }
  void note_call(Symbol callee, const Call &call) {
    found_.callees.insert(callee);
    for (std::size_t i = 0; i < call.args.size(); i++)
      if (call.args[i]->kind != ExprKind::FunctionAddr &&
          call.args[i]->kind != ExprKind::Const)
        found_.computed_arguments[callee].insert(i);
  }
  void visit(const Expr *expr) {
    if (!expr || !seen_.insert(expr).second)
      return;
    if (expr->kind == ExprKind::FunctionAddr)
      found_.addresses.insert(expr->name);
    if (expr->kind == ExprKind::GlobalAddr)
      found_.globals.insert(expr->name);
    visit(expr->a);
    visit(expr->b);
    visit(expr->c);
  }

  References &found_;
  std::unordered_set<const Expr *> seen_;
};

void add_type(const Type *type, std::set<std::string> &types) {
  while (type &&
         (type->kind == TypeKind::Pointer || type->kind == TypeKind::Array))
    type = type->element;
  if (!type || type->spelling.empty())
    return;
  if (type->kind == TypeKind::Struct || type->kind == TypeKind::Union ||
      type->kind == TypeKind::Incomplete)
    types.insert(type->spelling);
}

// What an external function that is given computed arguments may call back.
std::set<std::string> called_back(const Function *callee,
                                  const std::set<std::size_t> &computed) {
  std::set<std::string> signatures;
  if (!callee || callee->is_defined || !callee->type)
    return signatures;
  const std::vector<const Type *> &params = callee->type->params;
  for (std::size_t i : computed)
    if (i < params.size())
      signatures.merge(signatures_behind(params[i]));
  return signatures;
}

class Builder {
public:
  Builder(const Program &program, const IsAllSeen &is_all_seen)
      : program_(program), flow_(program, is_all_seen) {}

  CallGraph run() {
    for (const auto &[id, function] : program_.functions)
      add(id, find_references(function));
    for (const auto &[id, global] : program_.globals)
      for (Symbol named : named_by(global))
        if (program_.find_function(named))
          graph_.address_taken.insert(named);
    for (Symbol id : graph_.address_taken) {
      graph_.nodes.try_emplace(id);
      if (flow_.is_confined(id))
        graph_.confined.insert(id);
    }
    for (auto &[id, node] : graph_.nodes)
      connect(id, node);
    find_cycles();
    number();
    return std::move(graph_);
  }

private:
  void add(Symbol id, References named) {
    for (Symbol callee : named.callees)
      graph_.nodes.try_emplace(callee);
    graph_.address_taken.insert(named.addresses.begin(), named.addresses.end());
    graph_.nodes[id].named = std::move(named);
  }

  void connect(Symbol id, CallNode &node) {
    for (const auto &[kind, calls] : node.named.indirect)
      for (Symbol target : reached_by(*calls.call))
        if (may_come(target, id, calls))
          node.indirect.insert(target);
    for (const auto &[callee, computed] : node.named.computed_arguments)
      for (const std::string &signature :
           called_back(program_.find_function(callee), computed))
        add_fitting(node, signature);
    // Whoever names a function may have it called, cast to whatever type.
    node.indirect.insert(node.named.addresses.begin(),
                         node.named.addresses.end());
    node.callees = node.named.callees;
    node.callees.insert(node.indirect.begin(), node.indirect.end());
    for (Symbol callee : node.callees)
      graph_.nodes.at(callee).callers.insert(id);
  }

  bool may_come(Symbol target, Symbol caller,
                const IndirectCalls &calls) const {
    return !flow_.is_confined(target) ||
           std::any_of(calls.variables.begin(), calls.variables.end(),
                       [&](Symbol variable) {
                         return flow_.may_hold(caller, variable, target);
                       });
  }

  // Functions whose address is taken that a call through a pointer may be of;
  // found once for all calls with as many arguments and this signature.
  const std::vector<Symbol> &reached_by(const Call &call) {
    auto [place, is_new] =
        reached_.try_emplace({call.args.size(), call.signature});
    if (is_new)
      for (Symbol target : graph_.address_taken)
        if (const Function *function = program_.find_function(target);
            !function || may_call(call, *function))
          place->second.push_back(target);
    return place->second;
  }

  void add_fitting(CallNode &node, const std::string &signature) {
    auto [place, is_new] = fitting_.try_emplace(signature);
    if (is_new)
      for (Symbol target : graph_.address_taken)
        if (const Function *function = program_.find_function(target);
            !flow_.is_confined(target) &&
            (!function || fits(signature, *function)))
          place->second.push_back(target);
    node.indirect.insert(place->second.begin(), place->second.end());
  }

  void find_cycles() {
    std::vector<Symbol> ids;
    std::map<Symbol, std::size_t> index;
    for (const auto &[id, node] : graph_.nodes) {
      index[id] = ids.size();
      ids.push_back(id);
    }
    std::vector<std::vector<std::size_t>> successors(ids.size());
    for (const auto &[id, node] : graph_.nodes)
      for (Symbol callee : node.callees)
        successors[index.at(id)].push_back(index.at(callee));
    for (const auto &members : find_components(successors)) {
      std::vector<Symbol> &component = graph_.components.emplace_back();
      for (std::size_t member : members) {
        CallNode &node = graph_.nodes.at(ids[member]);
        node.is_recursive =
            members.size() > 1 || node.callees.contains(ids[member]);
        component.push_back(ids[member]);
      }
    }
  }

  void number() {
    std::map<Symbol, std::vector<Symbol>> calls, names;
    for (const auto &[id, node] : graph_.nodes) {
      calls[id].assign(node.callees.begin(), node.callees.end());
      std::vector<Symbol> &named = names[id];
      for (const auto *ids :
           {&node.named.callees, &node.named.addresses, &node.named.globals})
        named.insert(named.end(), ids->begin(), ids->end());
    }
    for (const auto &[id, global] : program_.globals)
      for (Symbol named : named_by(global))
        names[id].push_back(named);
    graph_.calls = NumberedGraph(calls);
    graph_.names = NumberedGraph(names);
  }

  const Program &program_;
  const FunctionFlow flow_;
  std::map<std::pair<std::size_t, Symbol>, std::vector<Symbol>> reached_;
  std::map<std::string, std::vector<Symbol>> fitting_;
  CallGraph graph_;
};

} // namespace

std::set<Symbol> reach(const CallGraph &graph,
                       const std::vector<Symbol> &from) {
  return graph.calls.reach(from);
}

std::set<Symbol> reach_by_name(const CallGraph &graph,
                               const std::vector<Symbol> &from) {
  return graph.names.reach(from);
}

References find_references(const Function &function) {
  References found;
  ReferenceWalk(found).visit(function.body);
  for (const auto *list : {&function.params, &function.locals})
    for (const Variable &variable : *list)
      add_type(variable.type, found.types);
  for (const LocalObject &object : function.objects)
    add_type(object.type, found.types);
  return found;
}

CallGraph make_call_graph(const Program &program,
                          const IsAllSeen &is_all_seen) {
  return Builder(program, is_all_seen).run();
}

} // namespace mergeproof::impact
