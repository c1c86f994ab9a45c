package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// Limits of a reason: parts that are listed, and characters of a value and of
// a clause that are shown.
const (
	maxParts      = 4
	maxShownValue = 40
	maxShownText  = 60
)

// Reason says in words why the rule does not hold, by the values that decide it:
// "`stock` is 0", "`U7` is not in `flown`". Of alternatives none of which holds
// it names the one that lacks the fewest conditions, and what that lacks. It is
// empty where no value decides.
func (b Broken) Reason() string {
	if b.reason == nil {
		return b.Why
	}
	return b.reason()
}

// WhyGoal says why a clause of a goal does not hold in a state, like
// [Broken.Reason].
func (x *Machine) WhyGoal(suite *checker.Suite, u *ast.Unit, e ast.Expr, s State) string {
	return x.goalScope(suite, u, s).reason(e)
}

// reason says why an expression is false.
func (s *scope) reason(e ast.Expr) string {
	r := reasoning{s}
	var parts []string
	parts = lists.Include(parts, r.why(e, true)...)
	if more := len(parts) - maxParts; more > 0 {
		parts = append(parts[:maxParts], fmt.Sprintf("and %d more conditions", more))
	}
	return strings.Join(parts, ", ")
}

// A reasoning explains expressions in a scope.
type reasoning struct {
	*scope
}

// why returns what keeps an expression from being true, or false, as it is
// wanted to be.
func (r reasoning) why(e ast.Expr, want bool) []string {
	switch e := e.(type) {
	case *ast.Op:
		switch e.Op {
		case ops.Not:
			return r.why(e.Args[0], !want)
		case ops.Implies:
			return append(r.why(e.Args[1], want), r.guard(e.Args[0], want)...)
		case ops.If:
			return append(r.why(e.Args[0], !r.truth(e.Args[0])), r.why(r.branch(e), want)...)
		case ops.And, ops.Or:
			// An `and` that should hold needs all of its operands, and so does an `or` that should fail.
			if (e.Op == ops.And) == want {
				return r.all(e.Args, want)
			}
			return r.nearest(e.Args, want)
		}
	case *ast.Contains:
		return r.membership(e, want)
	case *ast.Quantified:
		if e.Op.Info().Result == ops.Truth {
			return r.members(e, want)
		}
	}
	return r.operandsOf(e)
}

// guard returns what decides the guard of an implication that lacks the expected truth value:
// one that should be true has a guard that holds, one that should be false has
// one that may not.
func (r reasoning) guard(e ast.Expr, want bool) []string {
	if want {
		return r.why(e, false)
	}
	if r.truth(e) {
		return nil
	}
	return r.why(e, true)
}

// all returns what is wrong with operands all of which need the expected truth value.
func (r reasoning) all(list []ast.Expr, want bool) (parts []string) {
	for _, x := range list {
		if r.truth(x) != want {
			parts = append(parts, r.why(x, want)...)
		}
	}
	return parts
}

// nearest returns what is wrong with alternatives: with each of a few simple
// ones, else with the one that lacks the fewest conditions.
func (r reasoning) nearest(list []ast.Expr, want bool) []string {
	best, least, simple := list[0], r.lacks(list[0], want), len(list) <= 3
	for _, x := range list {
		if n := r.lacks(x, want); n < least {
			best, least = x, n
		}
		simple = simple && isAtom(x)
	}
	if simple {
		return r.all(list, want)
	}
	parts := r.why(best, want)
	if len(list) == 1 || len(parts) == 0 {
		return parts
	}
	text := fmt.Sprintf("the nearest of %d alternatives is `%s`, where ", len(list), diag.Cut(ast.Source(best), maxShownText))
	if isAtom(best) {
		text = fmt.Sprintf("the nearest of %d alternatives: ", len(list))
	}
	return append([]string{text + parts[0]}, parts[1:]...)
}

// lacks returns how many conditions would have to change at least for an
// expression to have the expected truth value.
func (r reasoning) lacks(e ast.Expr, want bool) int {
	if r.truth(e) == want {
		return 0
	}
	op, ok := e.(*ast.Op)
	if !ok || isAtom(e) {
		return 1
	}
	switch op.Op {
	case ops.Not:
		return r.lacks(op.Args[0], !want)
	case ops.If:
		return r.lacks(r.branch(op), want)
	case ops.Implies:
		guard, then := r.lacks(op.Args[0], !want), r.lacks(op.Args[1], want)
		// An implication that should hold needs one change. One that should fail needs both.
		if want {
			return min(guard, then)
		}
		return guard + then
	}
	sum, each := 0, make([]int, len(op.Args))
	for i, x := range op.Args {
		each[i] = r.lacks(x, want)
		sum += each[i]
	}
	if (op.Op == ops.And) == want {
		return sum
	}
	return slices.Min(each)
}

// isAtom reports whether an expression has no conditions in it.
func isAtom(e ast.Expr) bool {
	op, ok := e.(*ast.Op)
	if !ok {
		return true
	}
	switch op.Op {
	case ops.Not:
		return isAtom(op.Args[0])
	case ops.And, ops.Or, ops.Implies, ops.If:
		return false
	}
	return true
}

// membership says whether a value is in a set.
func (r reasoning) membership(e *ast.Contains, want bool) []string {
	set, elem := diag.Cut(ast.Source(e.Array), maxShownText), ast.Source(e.Elem)
	value := r.term(e.Elem)
	switch {
	case value == nil:
		return []string{"`" + elem + "` has no value"}
	case r.term(e.Array) == nil:
		return []string{"`" + set + "` has no value"}
	case want && isDict(r.term(e.Array)):
		return []string{fmt.Sprintf("`%s` is no key of `%s`", shownValue(value), set)}
	case want:
		return []string{fmt.Sprintf("`%s` is not in `%s`", shownValue(value), set)}
	case isDict(r.term(e.Array)):
		return []string{fmt.Sprintf("`%s` is a key of `%s`", shownValue(value), set)}
	}
	return []string{fmt.Sprintf("`%s` is in `%s`", shownValue(value), set)}
}

// operandsOf says what the operands of an atom are.
func (r reasoning) operandsOf(e ast.Expr) (parts []string) {
	for _, x := range operandsIn(e) {
		if r.unbound(x) {
			continue
		}
		value := "has no value"
		if v := r.term(x); v != nil {
			value = "is " + diag.Cut(sourceText(v), maxShownValue)
		} else if of := r.lengths(x); of != "" {
			value += ": " + of
		} else if lacks := r.lacksKey(x); lacks != "" {
			value += ": " + lacks
		}
		parts = append(parts, fmt.Sprintf("`%s` %s", ast.Source(x), value))
	}
	return parts
}

// shownValue is a value as a sentence shows it: a text without its quotes.
func shownValue(v types.Value) string {
	if t, ok := v.(types.Text); ok {
		return diag.Cut(string(t), maxShownValue)
	}
	return diag.Cut(sourceText(v), maxShownValue)
}

// sourceText writes a value as in a model, or as JSON where a part of it has no
// value.
func sourceText(v types.Value) string {
	if odd(v) {
		return string(ToJSON(v))
	}
	return v.String()
}
