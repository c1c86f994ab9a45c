// Package plan finds the shortest or cheapest compliant traces of a case, and
// what all its compliant traces have in common.
//
// A plan is a run of the model that passes the checks and reaches the goal. The
// first plan is the smallest witness of [validate.Session.Ask], which also finds
// everything else here: a question is asked of a copy of the case with one more
// check, made by [edit.Apply] in memory.
//
// # Several plans
//
// Another plan has another sequence of calls, up to the values that do not matter
// (see [validate.Witness]). Of each plan so far one check forbids the traces that
// contain it: those that lack none of its calls and first make them in the same
// order. So a plan with a superfluous call is no plan of its own, and each plan
// is as short as those allow that come before it.
//
// # Costs
//
// Where tools have costs, the model of the copy has a counter: each call adds its
// cost, and the goal bounds the sum. Each plan found lowers the bound, until there
// is none. So the cheapest plan is known to be the cheapest up to the bound K, or,
// where the last question is proved, of every length. Of several plans that cost
// the same the shortest is found.
//
// # What all plans have in common
//
// A call is necessary if no compliant trace lacks it. Necessary calls are calls of
// the first plan, with the values that matter or, where others do as well, of the
// tool alone.
//
// The order of the plans relates necessary calls: a → b says that no compliant
// trace makes its first b before its first a. Every trace makes all of these calls,
// so that this is a partial order. Two calls exclude each other if each is in some
// compliant trace and both are in none; these are looked for among the calls of
// the plans and of the traces that lack a call of the first plan.
//
// Each of these claims is proved by its own question, and says whether it holds for
// every length or up to the bound. What a trace found earlier refutes is not asked.
// A question without an answer is listed, and nothing is claimed of it.
//
// This package is not part of the supported API, and may change.
package plan
