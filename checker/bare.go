package checker

import (
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
)

// An operator without parentheses around it and its operands, as in
// `(pre loans < 3)` or `(pre not paid)`, is a name beside other expressions. It
// is reported once, with the form that is right, and nothing is said of what
// is beside it.

// bare reports the operators that are names in a list of expressions: the
// operands of head, or clauses if it is nil. It returns false where there are none.
func (t *typer) bare(list []ast.Expr, head *ast.Op) bool {
	first := -1
	// The first operator is the one that is reported.
	for i, e := range list {
		if t.bareOperator(e) != "" {
			first = i
			break
		}
	}
	if first < 0 {
		return false
	}
	p := bareOperator{At: t.span(list[first]), Op: t.bareOperator(list[first])}
	r := infixReader{t: t, list: list}
	for r.at < len(list) && !r.failed {
		start := r.at
		text := r.expr(0)
		// A single expression is no infix notation, and keeps its text.
		if r.at > start+1 && !r.failed {
			from, to := list[start].Pos(), list[r.at-1].Pos()
			p.Edits = append(p.Edits, diag.Edit{Span: t.unit.Fragment.Source.Span(from.Start, to.End), New: text})
		}
	}
	if r.failed {
		p.Edits = nil
	}
	p.Several = r.operators > 1
	if head != nil && strength(head.Op.String()) == strength(p.Op) {
		p.Several, p.Edits = true, t.chained(list, head, p.Op)
	}
	// The clauses beside the operators are unknown, so lints about them are left out.
	t.garbled = true
	t.report(p)
	// The operands are checked all the same, for names that are not declared.
	for i, e := range list {
		if t.bareOperator(e) == "" && !(i > 0 && t.namesArgument(list[i-1], e)) {
			t.check(e, nil)
		}
	}
	return true
}

// namesArgument reports whether an expression is the name of an argument after a
// bare `param`, which reads it.
func (t *typer) namesArgument(before, e ast.Expr) bool {
	ref, ok := e.(*ast.Ref)
	if !ok || t.bareOperator(before) == "" || ours(t.bareOperator(before)) != ops.Param {
		return false
	}
	p := t.param(ref.Name)
	if p != nil {
		t.read[p] = true
	}
	return p != nil
}

// chained returns the edits that make one comparison of `(< a b < c)`, and two of
// `(< a b <= c)`: an operator between the operands of its like joins them.
func (t *typer) chained(list []ast.Expr, head *ast.Op, op string) []diag.Edit {
	file := t.unit.Fragment.Source
	if len(list) == 4 && op != head.Op.String() && t.bareOperator(list[2]) != "" {
		left, middle, right := t.span(list[0]).Text(), t.span(list[1]).Text(), t.span(list[3]).Text()
		text := "(and " + prefixed(head.Op.String(), left, middle) + " " + prefixed(op, middle, right) + ")"
		return []diag.Edit{{Span: t.span(head), New: text}}
	}
	var edits []diag.Edit
	for i, e := range list {
		if word := t.bareOperator(e); word != "" && (i == 0 || word != head.Op.String()) {
			return nil
		} else if word != "" {
			edits = append(edits, diag.Edit{Span: file.Span(list[i-1].Pos().End, e.Pos().End)})
		}
	}
	return edits
}

// bareOperator returns the operator of ours that an undeclared name is, or "".
func (t *typer) bareOperator(e ast.Expr) string {
	ref, ok := e.(*ast.Ref)
	if !ok || t.named(ref.Name) != nil {
		return ""
	}
	return ast.OperatorFor(ref.Name)
}

// ours returns the operator that reads an operand of `!=` and `in`, too, or the
// operator itself.
func ours(op string) ops.Op {
	switch op {
	case "!=":
		return ops.Equal
	case "in":
		return ops.Contains
	}
	return ops.Lookup(op)
}

// strength is how strongly an operator binds in infix notation.
func strength(op string) int { return ours(op).Info().Infix }

// operands is the number of operands after an operator in prefix notation.
func operands(op ops.Op) int {
	switch {
	case op == ops.None || op.Family() == ops.Literal:
		return 0
	case op.Info().Max == 1:
		return 1
	}
	return 2
}

// An infixReader reads a list of expressions as infix notation.
type infixReader struct {
	t         *typer
	list      []ast.Expr
	at        int
	operators int
	failed    bool
}

// peek returns the operator that is next, or "".
func (r *infixReader) peek() string {
	if r.at >= len(r.list) {
		return ""
	}
	return r.t.bareOperator(r.list[r.at])
}

// expr reads an expression whose operators bind at least so strongly, and
// returns its text in our notation.
func (r *infixReader) expr(least int) string {
	left := r.operand()
	for {
		op := r.peek()
		// An operator that begins a line is likely in prefix notation, but `and` and the weaker ones join lines.
		if op == "" || strength(op) == 0 || strength(op) < least || r.at+1 >= len(r.list) || r.failed || strength(op) > ops.And.Info().Infix && r.beginsLine() {
			return left
		}
		r.at, r.operators = r.at+1, r.operators+1
		// The operators bind to the left, so the right side has to bind more strongly.
		left = prefixed(op, left, r.expr(strength(op)+1))
	}
}

// operand reads a term, or an operator in prefix notation with its operands.
func (r *infixReader) operand() string {
	if r.at >= len(r.list) {
		r.failed = true
		return ""
	}
	op := r.peek()
	r.at++
	if op == "" {
		return r.t.span(r.list[r.at-1]).Text()
	}
	r.operators++
	word := ours(op)
	// A list of clauses is a conjunction already, so the operator is left out.
	if word == ops.And {
		return r.expr(0) // adjacent clauses are joined
	}
	var args []string
	for range operands(word) {
		// A `not` takes a whole comparison, and ends before `and`.
		if word == ops.Not {
			args = append(args, r.expr(ops.And.Info().Infix+1))
		} else {
			args = append(args, r.operand())
		}
	}
	// An operator without operands cannot be written in our notation.
	if len(args) == 0 {
		r.failed = true
		return ""
	}
	return prefixed(op, args...)
}

// beginsLine reports whether nothing is before the next expression on its line,
// so that an operator there has its operands after it.
func (r *infixReader) beginsLine() bool {
	text := r.t.unit.Fragment.Source.Text()[:r.list[r.at].Pos().Start]
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:]) == "" && strings.Contains(text, "\n")
}

func prefixed(op string, args ...string) string {
	switch op {
	case "!=":
		return "(not (= " + strings.Join(args, " ") + "))"
	case "in":
		return "(contains " + args[1] + " " + args[0] + ")"
	}
	return "(" + op + " " + strings.Join(args, " ") + ")"
}

// bareOperator is an operator without parentheses around it and its operands.
type bareOperator struct {
	At      source.Span
	Op      string // of ours
	Several bool   // there are several operators
	Edits   []diag.Edit
}

// Diagnose implements [diag.Problem].
func (p bareOperator) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0129", p.At, "the operator `%s` takes parentheses around it and its operands", p.At.Text())
	d.Notef("an expression is a name, a literal, or `(OPERATOR OPERAND …)`")
	if len(p.Edits) == 0 {
		return d
	}
	level := diag.Suggestion
	// Only a single comparison leaves no doubt about what was meant.
	if strength(p.Op) == ops.Equal.Info().Infix && !p.Several {
		level = diag.Certain
	}
	message := "leave it out"
	if p.Edits[0].New != "" {
		message = "write `" + diag.Excerpt(p.Edits[0].New) + "`"
	}
	d.Fix(message, p.Edits...).As(level)
	return d
}
