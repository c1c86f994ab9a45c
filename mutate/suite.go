package mutate

import (
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/types"
)

// suite adds the mutants of a suite.
func (l *lister) suite(s *checker.Suite) {
	file := s.File.Tree.File.Name()
	pinned := pinnedTexts(s)
	form := func(u *ast.Unit, f ast.CheckForm, at edit.Address, inCheck bool) {
		if f != nil {
			r := reformer{l, s, u, f, at.To("form"), pinned}
			r.form(f, inCheck)
		}
	}
	checks := func(u *ast.Unit, list []*ast.Check, at edit.Address) {
		for _, c := range list {
			l.add(CheckDropped, at.To(c.Name.Name), u, c, "")
			form(u, c.Form, at.To(c.Name.Name), true)
		}
	}
	for _, u := range s.File.Defines {
		d := u.Node.(*ast.Define)
		form(u, d.Form, edit.At("define", d.Name.Name).In(file), false)
	}
	if u := s.File.Common; u != nil {
		checks(u, u.Node.(*ast.Common).Checks.Checks, edit.At("common").In(file))
	}
	for _, k := range s.Cases {
		if u := k.Decl.Checks; u != nil {
			checks(u, u.Node.(*ast.Checks).Checks, edit.At("case", k.Decl.Name().Name, "check").In(file))
		}
	}
}

// A reformer adds the mutants of one form of a check.
type reformer struct {
	*lister
	suite  *checker.Suite
	unit   *ast.Unit
	whole  ast.CheckForm
	at     edit.Address
	pinned map[string][]string
}

// replace adds the mutant with another text for a part of the form.
func (r *reformer) replace(o Operator, part ast.Node, by string) {
	r.add(o, r.at, r.unit, r.whole, spliced(r.unit, r.whole, part, by))
}

// counterparts are the words that a form may have in place of its own.
var counterparts = map[forms.Form]forms.Form{
	forms.NoCall: forms.Call, forms.EveryCall: forms.Call, forms.And: forms.Or,
	forms.After: forms.Follows, forms.Follows: forms.After, forms.Before: forms.Precedes, forms.Precedes: forms.Before,
	forms.EachAfter: forms.After,
}

// checkCounterparts are those of forms that cannot be a target or an anchor with
// the other word.
var checkCounterparts = map[forms.Form]forms.Form{forms.Call: forms.NoCall, forms.Or: forms.And}

// form adds the mutants of a form, and of those in it. inCheck says that it is a
// condition of its own, and no target or anchor.
func (r *reformer) form(f ast.CheckForm, inCheck bool) {
	switch f := f.(type) {
	case *ast.Atom:
		r.word(f.Form, f.Keyword, inCheck)
		for _, p := range f.Pins {
			r.pin(f.Tool.Name, p.Name.Name, p, p.AllTests())
		}
	case *ast.Combination:
		r.word(f.Form, f.Keyword, inCheck)
		for _, o := range f.Operands {
			r.form(o, inCheck)
		}
	case *ast.Temporal:
		r.word(f.Form, f.Keyword, inCheck)
		text := r.unit.Text
		r.replace(SidesExchanged, f, "("+f.Form.String()+" "+text(f.Anchor)+" "+text(f.Target)+")")
		r.form(f.Target, false)
		r.form(f.Anchor, false)
	case *ast.Count:
		r.count(f)
		r.form(f.Target, false)
	case *ast.Answered:
		r.replace(FormChanged, f, r.unit.Text(f.Call))
		r.form(f.Call, false)
		for _, p := range f.Pins {
			r.pin(f.Call.Tool.Name, "result "+p.Pointer(), p, p.AllTests())
		}
	}
}

// word exchanges the word of a form for its counterpart.
func (r *reformer) word(f forms.Form, keyword *ast.Ident, inCheck bool) {
	other := counterparts[f]
	if other == forms.None && inCheck {
		other = checkCounterparts[f]
	}
	if other != forms.None {
		r.replace(FormChanged, keyword, other.String())
	}
}

// count makes a count weaker by one.
func (r *reformer) count(c *ast.Count) {
	n := c.Limit()
	switch {
	case c.Form == forms.AtMost:
		r.replace(FormChanged, c.Number, strconv.Itoa(n+1))
	case c.Form == forms.AtLeast && n > 1:
		r.replace(FormChanged, c.Number, strconv.Itoa(n-1))
	}
}

// pin adds the mutants of a pinned argument, or of a part of an answer: without
// it, and with another value in each of its tests.
func (r *reformer) pin(tool, argument string, pin ast.Node, tests []*ast.Test) {
	r.replace(PinChanged, pin, "")
	for _, t := range tests {
		for _, v := range t.Values {
			lit, ok := v.(*ast.Literal)
			if !ok || t.Kind == forms.TestLike {
				continue
			}
			if other := r.otherValue(tool, argument, lit); other != "" {
				r.replace(PinChanged, lit, other)
			}
		}
	}
}

// otherValue returns another value for a pin: of a text the next one that the
// schema lists, or that the suite pins in the same place.
func (r *reformer) otherValue(tool, argument string, lit *ast.Literal) string {
	switch v := lit.Value.(type) {
	case types.Boolean:
		return types.Boolean(!v).String()
	case types.Number:
		return moved(v, 1, lit.Real)
	case types.Text:
		names := r.pinned[tool+" "+argument]
		if t := r.suite.Tools.Lookup(tool); t != nil && t.Param(argument) != nil && t.Param(argument).Schema.Enum != nil {
			names = textsOf(t.Param(argument).Schema.Enum)
		}
		if other := next(names, string(v)); other != "" {
			return types.Quote(other)
		}
		// Any text that is not the pinned one will do.
		return types.Quote(string(v) + "'")
	}
	return ""
}

// textsOf returns the texts among values.
func textsOf(values []types.Value) []string {
	var list []string
	for _, v := range values {
		if t, ok := v.(types.Text); ok {
			list = append(list, string(t))
		}
	}
	return list
}

// pinnedTexts returns the texts that the checks of a suite pin, by the tool and
// its argument, each once, in their order.
func pinnedTexts(s *checker.Suite) map[string][]string {
	all := make(map[string][]string)
	note := func(a *ast.Atom) {
		for _, p := range a.Pins {
			lit, _ := p.Value.(*ast.Literal)
			if lit == nil {
				continue
			}
			of := a.Tool.Name + " " + p.Name.Name
			if t, ok := lit.Value.(types.Text); ok && !slices.Contains(all[of], string(t)) {
				all[of] = append(all[of], string(t))
			}
		}
	}
	for _, k := range s.Cases {
		for _, c := range k.Checks {
			for a := range ast.Each[*ast.Atom](c.Form) {
				note(a)
			}
		}
	}
	return all
}
