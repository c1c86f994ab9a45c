package ast

import (
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// results reads the names that a transition gives to parts of the answer.
func (b *builder) results(f *syntax.Form, head *Ident) *Results {
	r := &Results{Headed: Headed{rangeOf(f), head}}
	for _, item := range f.Items[1:] {
		bind := b.resultBind(item)
		if bind == nil {
			b.partial = true
			continue
		}
		r.Binds = append(r.Binds, bind)
	}
	return r
}

// resultBind reads (PATH LOCAL) or (PATH LOCAL TYPE); it returns nil after a
// report.
func (b *builder) resultBind(f *syntax.Form) *ResultBind {
	n := len(f.Items)
	if !f.IsList() || n < 2 || n > 3 || !isPath(f.Items[0]) || f.Items[1].Kind != syntax.Ident {
		b.report(badResult{At: b.at(f), Text: b.text(f), Single: isPath(f)})
		return nil
	}
	bind := &ResultBind{Range: rangeOf(f)}
	if path := f.Items[0]; path.Kind == syntax.Ident {
		bind.Path = b.ident(path)
	} else if l := b.str(path); b.isPointer(l) {
		bind.Path = l
	} else {
		return nil
	}
	bind.Local = b.declare(f.Items[1], "the name that the transition gives the part of the answer")
	if n == 3 {
		bind.Type = b.typ(f.Items[2])
	}
	return bind
}

// isPath reports whether a form can be the path of a part of an answer.
func isPath(f *syntax.Form) bool { return f.Kind == syntax.Ident || f.Kind == syntax.String }

// badResult is a part of `results` that binds nothing.
type badResult struct {
	At     source.Span
	Text   string
	Single bool // it is a path by itself
}

// Diagnose implements [diag.Problem].
func (p badResult) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0105", p.At, "expected `(PATH LOCAL)` or `(PATH LOCAL TYPE)`, found `%s`", diag.Excerpt(p.Text))
	d.Notef("PATH is the name of a part of the answer, or a JSON Pointer; LOCAL is its name in this transition")
	if p.Single && syntax.IsIdent(p.Text) {
		d.Replace("give it a local name", "("+p.Text+" "+p.Text+")").As(diag.Certain)
	}
	return d
}

// seenExpr reads (seen VARIABLE).
func (b *builder) seenExpr(f *syntax.Form, head *Ident) Expr {
	p := b.match(f, shape{form: "seen", parts: []string{"a state variable, or a field of one"}, say: "(seen VARIABLE)"})
	e := &SeenExpr{Headed: Headed{rangeOf(f), head}, Of: b.expr(p[0])}
	b.seen = append(b.seen, e)
	return e
}
