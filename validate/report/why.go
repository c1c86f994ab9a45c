package report

import (
	"fmt"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// The longest texts that a sentence quotes, in cells.
const (
	maxClause = 60
	maxValue  = 40
)

// why says in words why a rule of the model does not hold, from the values
// that occur in it.
func why(b interp.Broken) string {
	switch b.Kind {
	case interp.Implicit, interp.Domain:
		// The interpreter words these itself.
		return report.Visible(b.Why)
	case interp.Answered:
		return "`" + report.Visible(b.Leaf) + "`: " + report.Visible(b.Why)
	case interp.Frame:
		text := "`" + report.Visible(b.Leaf) + "` keeps its value, for nothing in `post` mentions it"
		if len(b.Values) == 2 && b.Values[0].Value != nil && b.Values[1].Value != nil {
			text = fmt.Sprintf("`%s` goes from %s to %s, and nothing in `post` mentions it", report.Visible(b.Leaf),
				shorten(report.Visible(b.Values[0].Value.String()), maxValue), shorten(report.Visible(b.Values[1].Value.String()), maxValue))
		}
		return text
	}
	return whyFalse(b.Text(), b.Expr, b.Reason())
}

// whyFalse says why a clause does not hold: "`in_stock` is false" where that is
// all there is to say, else the clause and the reason.
func whyFalse(text string, e ast.Expr, reason string) string {
	if plain(e) && reason != "" {
		return report.Visible(reason)
	}
	out := "`" + shorten(report.Visible(text), maxClause) + "` does not hold"
	if reason != "" {
		out += ": " + report.Visible(reason)
	}
	return out
}

// plain reports whether a clause is an operand by itself, membership in a set,
// the negation of such, or an operand that is compared with true or false, so
// that its reason says everything.
func plain(e ast.Expr) bool {
	op, ok := e.(*ast.Op)
	if !ok {
		return true
	}
	switch {
	case op.Op == ops.Not:
		return plain(op.Args[0])
	case op.Op != ops.Equal || len(op.Args) != 2:
		return false
	}
	// A comparison with true or false says no more than the operand.
	return truth(op.Args[0]) || truth(op.Args[1])
}

func truth(e ast.Expr) bool {
	l, ok := e.(*ast.Literal)
	if !ok {
		return false
	}
	_, ok = l.Value.(types.Boolean)
	return ok
}

// rule names what is broken, for a mark in a table.
func rule(b interp.Broken) string {
	text := "`" + shorten(report.Visible(b.Text()), maxClause) + "`"
	if b.Kind == interp.Implicit {
		return fmt.Sprintf("%s cannot be assigned", text)
	}
	return text + " does not hold"
}
