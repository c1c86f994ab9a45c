package modeltest

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// MutatedModel draws a project like another one, but for one change in its model,
// or nil if none of a few tries has no errors.
func MutatedModel(t *rapid.T, p *Project) *Project {
	for range 8 {
		text := modelMutation(t, p)
		if text == p.ModelText {
			continue
		}
		if q, err := p.With(text, p.SuiteText); err == nil {
			return q
		}
	}
	return nil
}

// modelMutation draws the text of a model like another one.
func modelMutation(t *rapid.T, p *Project) string {
	if len(p.Model.Transitions) == 0 || len(p.Model.Vars) == 0 {
		return p.ModelText
	}
	tr := rapid.SampledFrom(p.Model.Transitions).Draw(t, "transition")
	b := tr.Decl.Pre
	if rapid.IntRange(0, 2).Draw(t, "section") == 0 {
		b = tr.Decl.Post
	}
	at := func(n ast.Node) source.Span { return p.Model.File.Tree.Resolve(tr.Unit.Span(n)) }
	into := func(s source.Span, text string) string { return p.ModelText[:s.Start] + text + p.ModelText[s.End:] }
	end := func(n ast.Node) source.Span {
		s := at(n)
		return s.File.Span(s.End-1, s.End-1)
	}
	exprs := slices.Collect(ast.Each[ast.Expr](tr.Decl))
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	switch {
	case kind <= 3 && len(exprs) > 1:
		return into(at(rapid.SampledFrom(exprs).Draw(t, "place")), tr.Unit.Text(rapid.SampledFrom(exprs).Draw(t, "other")))
	case kind <= 5 && len(b.Exprs) > 0:
		return into(at(rapid.SampledFrom(b.Exprs).Draw(t, "clause")), "")
	case kind == 6 && len(b.Exprs) > 0:
		e := rapid.SampledFrom(b.Exprs).Draw(t, "clause")
		return into(at(e), "(not "+tr.Unit.Text(e)+")")
	case kind == 7:
		with := strings.Replace(into(end(tr.Decl.Pre), " (= fresh true)"), "(model", "(model (var fresh Bool)", 1)
		return with
	case kind == 8:
		return into(at(tr.Decl), "")
	}
	return addedName(t, p)
}

// addedName gives an enum of a variable one more name.
func addedName(t *rapid.T, p *Project) string {
	v := rapid.SampledFrom(p.Model.Vars).Draw(t, "variable")
	e, ok := v.Decl.Type.(*ast.EnumType)
	if !ok {
		return p.ModelText
	}
	s := p.Model.File.Tree.Resolve(v.Unit.Span(e))
	return p.ModelText[:s.End-1] + fmt.Sprintf(" %q", "another") + p.ModelText[s.End-1:]
}
