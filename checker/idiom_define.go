package checker

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A condition is worth a name from this many names and values in it, and from
// this many times that it is written out.
const (
	namedLeaves = 4
	namedTimes  = 3
)

// A condition is an expression that transitions write out several times, with
// the arguments in it in place of each other.
type condition struct {
	key    string
	leaves int
	at     []occurrence
}

// An occurrence is where a condition is written out.
type occurrence struct {
	unit   *ast.Unit
	expr   *ast.Op
	params []*Param // in the order in which the condition names them
}

// repeatedConditions returns the conditions that the transitions repeat, larger
// ones first. A definition is written out before anything else is found out, so
// that it says exactly what the conditions say.
func (m *Model) repeatedConditions() []*condition {
	found := make(map[string]*condition)
	for _, t := range m.Transitions {
		// Use the source tree, not the expanded declaration: the fix edits the text.
		decl, ok := t.Unit.Node.(*ast.Transition)
		if !ok {
			continue
		}
		for _, b := range []*ast.Block{decl.Pre, decl.Post} {
			if b == nil {
				continue
			}
			for e := range ast.Each[*ast.Op](b) {
				m.note(found, t.Unit, e)
			}
		}
	}
	list := slices.SortedFunc(maps.Values(found), func(a, b *condition) int {
		return cmp.Or(cmp.Compare(b.leaves, a.leaves), cmp.Compare(a.key, b.key))
	})
	return withoutInner(list)
}

// note adds an expression to the conditions, if it can be one.
func (m *Model) note(found map[string]*condition, u *ast.Unit, e *ast.Op) {
	if m.TypeOf(u, e) != types.Bool {
		return
	}
	leaves, params, ok := m.nameable(u, e)
	if !ok || leaves < namedLeaves {
		return
	}
	// Two conditions are the same if they agree after their arguments are numbered in order of
	// occurrence.
	key := ast.Source(abstract(e, params))
	// The types are part of the key, since a definition declares those of its locals.
	for _, p := range params {
		key += " " + p.Type.String()
	}
	if found[key] == nil {
		found[key] = &condition{key: key, leaves: leaves}
	}
	found[key].at = append(found[key].at, occurrence{u, e, params})
}

// nameable counts the leaves of an expression and lists its arguments. It
// reports whether a definition may have the expression as its body.
func (m *Model) nameable(u *ast.Unit, e ast.Expr) (leaves int, params []*Param, ok bool) {
	ok = true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		// A definition may contain none of these.
		case *ast.NextRef, *ast.ResultRef, *ast.SeenExpr, *ast.Quantified:
			ok = false
		case *ast.Ref:
			leaves++
			switch m.ObjectOf(u, n).(type) {
			case *Var, *Const, *Definition:
			default:
				ok = false // a name that a quantifier binds
			}
		case *ast.Literal:
			leaves++
		case *ast.ParamRef:
			leaves++
			p, _ := m.ObjectOf(u, n.Local).(*Param)
			if p == nil || p.Type == types.Invalid {
				ok = false
			} else if !slices.Contains(params, p) {
				params = append(params, p)
			}
		}
		return ok
	})
	return leaves, params, ok
}

// abstract returns an expression with numbers in place of its arguments.
func abstract(e ast.Expr, params []*Param) ast.Expr {
	c := ast.Copier{Replace: func(e ast.Expr) ast.Expr {
		if p, ok := e.(*ast.ParamRef); ok {
			i := slices.IndexFunc(params, func(q *Param) bool { return q.Name() == p.Local.Name })
			return &ast.Ref{Name: fmt.Sprintf("?%d", i)}
		}
		return nil
	}}
	return c.Expr(e)
}

// withoutInner returns the conditions that occur often enough outside of larger
// ones in the list.
func withoutInner(list []*condition) (kept []*condition) {
	taken := make(map[*ast.Unit][]ast.Range)
	for _, c := range list {
		// The list is sorted by size, so the occurrences in taken are at least as large as this
		// one.
		outer := slices.DeleteFunc(c.at, func(o occurrence) bool {
			return slices.ContainsFunc(taken[o.unit], func(r ast.Range) bool {
				return r.Start <= o.expr.Start && o.expr.End <= r.End
			})
		})
		// Its occurrences are not added to taken: a smaller condition inside may still be frequent
		// enough.
		if c.at = outer; len(outer) < namedTimes {
			continue
		}
		for _, o := range outer {
			taken[o.unit] = append(taken[o.unit], o.expr.Range)
		}
		kept = append(kept, c)
	}
	return kept
}

// definition returns a name for a condition, the clause that defines it, and
// what is written in place of each occurrence.
func (m *Model) definition(c *condition) (name, clause string, uses []string) {
	// The first occurrence gives the definition its names; the others agree with it by key.
	first := c.at[0]
	name = m.freeName(words(first.expr))
	locals := make([]string, len(first.params))
	var declared strings.Builder
	for i, p := range first.params {
		local := p.Name()
		// A local must not clash with a global name (MC0211) or with another local.
		for m.scope[local] != nil || slices.Contains(locals[:i], local) {
			local += "_"
		}
		locals[i] = local
		if i > 0 {
			declared.WriteString(" ")
		}
		declared.WriteString("(" + local + " " + p.Type.String() + ")")
	}
	copier := ast.Copier{Replace: func(e ast.Expr) ast.Expr {
		if p, ok := e.(*ast.ParamRef); ok {
			i := slices.IndexFunc(first.params, func(q *Param) bool { return q.Name() == p.Local.Name })
			return &ast.Ref{Name: locals[i]}
		}
		return nil
	}}
	clause = "(define " + name + " (" + declared.String() + ") " + ast.Source(copier.Expr(first.expr)) + ")"
	for _, o := range c.at {
		use := name
		// The parameters of each occurrence are in the order of first use, as those of the
		// definition are.
		if len(o.params) > 0 {
			use = "(" + name
			for _, p := range o.params {
				use += " (param " + p.Name() + ")"
			}
			use += ")"
		}
		uses = append(uses, use)
	}
	return name, clause, uses
}

// freeName returns a name of the words given that the model does not have.
func (m *Model) freeName(words []string) string {
	words = words[:min(len(words), 4)]
	base := cmp.Or(strings.Join(words, "_"), "condition")
	name := base
	for i := 2; m.scope[name] != nil || m.tools[name] != nil || ops.Lookup(name) != 0 || keywords.Lookup(name) != 0; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	return name
}

var identifier = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

// words returns what an expression is about: the names in it, and the strings
// that are like names.
func words(e ast.Expr) (list []string) {
	add := func(word string) {
		if identifier.MatchString(word) && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ref:
			add(n.Name)
		case *ast.Op:
			if n.Op == ops.Not && len(n.Args) == 1 {
				// `not` may repeat: it keeps `not_a_not_b` apart from `not_a_b`.
				list = append(list, "not")
			}
		case *ast.Literal:
			if text, ok := n.Value.(types.Text); ok {
				add(string(text))
			}
		}
		return true
	})
	return list
}

// nameConditions returns the findings about repeated conditions.
func (m *Model) nameConditions() (list []diag.Diagnostic) {
	place, ok := m.declarationsEnd()
	if !ok {
		return nil
	}
	for _, c := range m.repeatedConditions() {
		name, clause, uses := m.definition(c)
		p := repeatedCondition{Times: len(c.at), Name: name, Clause: clause, Place: place, Uses: uses}
		p.At = lists.Map(c.at, func(o occurrence) source.Span { return o.unit.Span(o.expr) })
		list = append(list, diag.Of(p))
	}
	return list
}

// declarationsEnd returns the end of the line of the last declaration before the
// first transition.
func (m *Model) declarationsEnd() (source.Span, bool) {
	var last *ast.Unit
clauses:
	// A file without errors has exactly one model.
	for _, u := range m.File.Models[0].Clauses {
		switch u.Node.(type) {
		case *ast.Const, *ast.Var, *ast.Definition:
			last = u
		case *ast.Transition:
			break clauses
		}
	}
	if last == nil {
		return source.Span{}, false
	}
	at := m.File.Tree.Resolve(last.Span(last.Node))
	text := at.File.Text()
	line, _, _ := strings.Cut(text[at.End:], "\n")
	// A comment at the end of the line belongs to the declaration, so the insertion comes after it.
	if rest := strings.TrimSpace(line); rest != "" && rest[0] != ';' {
		line = "" // more is written after it
	}
	end := at.End + len(strings.TrimRight(line, " \t\r"))
	return at.File.Span(end, end), true
}

// repeatedCondition is a condition that several transitions write out.
type repeatedCondition struct {
	At           []source.Span
	Place        source.Span // where a definition goes
	Times        int
	Name, Clause string
	Uses         []string
}

// Diagnose implements [diag.Problem].
func (p repeatedCondition) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0830", p.At[0], "this condition is written out %d times", p.Times)
	d.Also(p.At[1], "here again")
	d.Notef("`(define NAME (…) EXPR)` gives an expression a name; it means what is written out")
	edits := []diag.Edit{{Span: p.Place, New: "\n\n  " + p.Clause}}
	for i, s := range p.At {
		edits = append(edits, diag.Edit{Span: s, New: p.Uses[i]})
	}
	d.Fix(fmt.Sprintf("define it as `%s`", p.Name), edits...)
	return d
}
