package property

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/types"
)

// A Relaxation is a property in which no steps have to agree, so that a few truth
// values say what matters of a trace. It holds wherever the property does of which it
// is made; or, if it is made of one that has to fail, it fails wherever that does.
//
// To break a conditional form, one target suffices, and to fulfil a positive one, a
// pair of steps: its variables are Fixed, each to some value that the trace does not
// change. Where a form has to be kept for all values, and these are few, it is kept
// for each. Else it is kept for those that checks name, and as if its steps agreed.
type Relaxation struct {
	Property *Property
	Of       map[*Basic]*Property // by basic form of the property it is made of
	Exact    bool                 // it holds nowhere else, for some values of what is fixed

	want   bool
	fix    bool
	values Values
}

// Values returns the values of a variable where a pattern binds it, and whether these
// are all: else they are some that matter.
type Values func(p *Pattern, v Var) (list []types.Value, all bool)

// Relax relaxes a property that has to hold, or to fail. Unless fix is set, no
// variables are fixed.
func Relax(p *Property, want, fix bool, values Values) *Relaxation {
	r := &Relaxation{Of: make(map[*Basic]*Property), Exact: true, want: want, fix: fix, values: values}
	r.Property = r.of(p)
	return r
}

func (r *Relaxation) of(p *Property) *Property {
	if p.Basic != nil {
		r.Of[p.Basic] = r.basic(p)
		return r.Of[p.Basic]
	}
	out := &Property{Op: p.Op, Node: p.Node}
	out.Parts = lists.Map(p.Parts, r.of)
	return out
}

func (r *Relaxation) basic(p *Property) *Property {
	b := p.Basic
	if !b.Joins() {
		return p
	}
	vars, exact := b.agreeing()
	list, all := r.each(b, vars)
	each := &Property{Op: forms.And, Node: p.Node}
	if b.Form.Positive() {
		each.Op = forms.Or
	}
	// Where the variables say all, the form is written out for each of their values.
	for _, row := range list {
		if exact {
			each.Parts = append(each.Parts, &Property{Basic: b.with(vars, row), Node: p.Node})
		}
	}
	if all && exact {
		return each
	}
	out := b.with(nil, nil)
	// To hold, a positive form needs one pair of steps; to fail, a negative form needs one, too.
	some := b.Form.Positive() == r.want // one pair of steps, or one target, is asked for
	if some && r.fix && len(vars) > 0 {
		out.Fixed = vars
		r.Exact = r.Exact && exact
		return &Property{Basic: out, Node: p.Node}
	}
	r.Exact = false
	switch {
	case !some && (b.Form.Positive() || b.Form == forms.AtMost || b.Forbid):
		return each // and nothing of other values
	case b.Form == forms.AtMost || b.Forbid:
	case b.Form.Positive():
	case some:
		out.Form, out.Anchor = forms.NoCall, nil
	case b.Form == forms.EachAfter:
		out.Form = forms.After
	}
	if !some {
		return &Property{Op: forms.And, Parts: append(each.Parts, &Property{Basic: out, Node: p.Node}), Node: p.Node}
	}
	return &Property{Basic: out, Node: p.Node}
}

// agreeing returns variables on which steps that the form compares have to agree, and
// whether these are all.
func (b *Basic) agreeing() (vars []string, exact bool) {
	for i, p := range b.Target {
		if vars = common(vars, p.Variables()); i == 0 {
			vars = p.Variables()
		}
	}
	exact = true
	switch {
	case b.Form == forms.AtMost || b.Form == forms.EachAfter:
		for _, p := range b.Target {
			exact = exact && len(p.Variables()) == len(vars)
		}
	case b.Form.Positive():
		for _, q := range b.Anchor {
			vars = common(vars, q.Variables())
		}
		for _, p := range b.Target {
			for _, q := range b.Anchor {
				exact = exact && len(common(p.Variables(), q.Variables())) == len(vars)
			}
		}
	default:
		vars = common(vars, variables(b.Anchor)) // the target binds all of them
	}
	return vars, exact
}

func common(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(v string) bool { return !slices.Contains(b, v) })
}

// mostRows is for how many values a form is written out.
const mostRows = 16

// each returns rows of values of variables with which a target may agree with another
// step, and whether these are all.
func (r *Relaxation) each(b *Basic, vars []string) (rows [][]types.Value, all bool) {
	if len(vars) == 0 {
		return nil, false
	}
	rows, all = [][]types.Value{nil}, true
	// A positive form needs both steps, so that the values of either side are enough.
	for _, v := range vars {
		list, ok := r.ofAll(b.Target, v)
		if others, few := r.ofAll(b.Anchor, v); !ok && b.Form.Positive() && few {
			list, ok = others, true
		} else if !ok {
			list = append(list, slices.DeleteFunc(others, func(x types.Value) bool { return types.Contains(list, x) })...)
		}
		all = all && ok
		var longer [][]types.Value
		for _, row := range rows {
			for _, x := range list {
				longer = append(longer, append(slices.Clip(row), x))
			}
		}
		if rows = longer; len(rows) > mostRows {
			return nil, false
		}
	}
	return rows, all
}

// ofAll returns values that some patterns may bind to a variable, and whether these
// are all.
func (r *Relaxation) ofAll(patterns []*Pattern, name string) (list []types.Value, all bool) {
	all = true
	for _, p := range patterns {
		i := slices.IndexFunc(p.Vars, func(v Var) bool { return v.Name == name })
		if i < 0 {
			all = false // an answer binds it
			continue
		}
		some, ok := r.values(p, p.Vars[i])
		all = all && ok
		for _, x := range some {
			if !types.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	return list, all
}

// with returns a basic form whose steps need not agree, with values of some of its
// variables.
func (b *Basic) with(vars []string, row []types.Value) *Basic {
	out := *b
	out.Apart = true
	for _, list := range []*[]*Pattern{&out.Target, &out.Anchor} {
		some := lists.Map(*list, func(p *Pattern) *Pattern { return p.with(vars, row) })
		*list = some
	}
	return &out
}

func (p *Pattern) with(vars []string, row []types.Value) *Pattern {
	tests := func(had []Test, bound []Var) []Test {
		list := slices.Clone(had)
		for _, v := range bound {
			if i := slices.Index(vars, v.Name); i >= 0 {
				list = append(list, Test{Of: v.Of, Kind: forms.TestEqual, Values: row[i : i+1]})
			}
		}
		return list
	}
	out := *p
	out.Tests = tests(p.Tests, p.Vars)
	if p.Answer != nil {
		a := *p.Answer
		a.Tests = tests(a.Tests, a.Vars)
		out.Answer = &a
	}
	return &out
}
