package checker

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// lintChecks looks for checks that are brittle, accidental or superfluous.
func lintChecks(u *ast.Unit, info *unitInfo, checks []*ast.Check, o Options) {
	l := checkLinter{unit: u, info: info, checks: checks, options: o}
	first := make(map[string]*ast.Check)
	// The text tells whether two checks say the same.
	for _, c := range checks {
		text := u.Compact(c.Form)
		if had := first[text]; had != nil {
			info.report(repeatedCheck{At: u.Span(c), First: u.Span(had)})
			continue
		}
		first[text] = c
		l.check(c)
	}
}

type checkLinter struct {
	unit    *ast.Unit
	info    *unitInfo
	checks  []*ast.Check
	options Options

	// once has the first limit of each tool to one call: before and after
	// limits of the same tool say the same.
	once map[string]source.Span
}

func (l *checkLinter) check(c *ast.Check) {
	for _, a := range Atoms(c.Form) {
		l.freeText(a)
	}
	switch f := c.Form.(type) {
	case *ast.Temporal:
		if target, anchor, ok := f.Patterns(); ok && f.Form != forms.EachAfter {
			l.temporal(f, target, anchor)
		}
	case *ast.Atom:
		if f.Form == forms.Call {
			l.forbidden(c, f)
		}
	}
}

func (l *checkLinter) temporal(f *ast.Temporal, target, anchor *ast.Atom) {
	if f.Form.Positive() {
		l.conditional(f, target, anchor)
		return
	}
	// One pattern that implies the other has calls that are target and anchor at once.
	forward, backward := implies(target, anchor), implies(anchor, target)
	switch {
	case target.No && (forward || backward):
		l.onceOnly(f, target, anchor)
	case !target.No && backward:
		l.info.report(selfAnchored{At: l.unit.Span(f.Keyword), Form: l.unit.Span(f), Keyword: f.Form.String(),
			Tool: target.Tool.Name, Instead: strings.Replace(l.unit.Compact(target), "(call ", "(no_call ", 1)})
	}
}

func (l *checkLinter) onceOnly(f *ast.Temporal, target, anchor *ast.Atom) {
	key := l.unit.Compact(f.Target) + l.unit.Compact(f.Anchor)
	if l.once == nil {
		l.once = make(map[string]source.Span)
	}
	if _, said := l.once[key]; said {
		return // before and after say the same: one finding
	}
	p := onceOnly{At: l.unit.Span(f.Keyword), Form: l.unit.Span(f), Tool: target.Tool.Name}
	// The short form says the same only if both patterns are equal.
	if pattern := l.unit.Compact(anchor); !l.options.Strict && strings.Replace(l.unit.Compact(target), "(no_call ", "(call ", 1) == pattern {
		p.Instead = "(at_most 1 " + pattern + ")"
	}
	for _, c := range l.checks {
		// The other of the pair is shown in the same finding.
		g, ok := c.Form.(*ast.Temporal)
		if ok && g != f && g.Target != nil && g.Anchor != nil && l.unit.Compact(g.Target)+l.unit.Compact(g.Anchor) == key {
			p.Other = l.unit.Span(g.Keyword)
		}
	}
	l.once[key] = p.At
	l.info.report(p)
}

// conditional reports a positive order of two calls of which another check of
// the case shows that one is optional: it is an alternative of an `or`.
func (l *checkLinter) conditional(f *ast.Temporal, target, anchor *ast.Atom) {
	for _, a := range []*ast.Atom{target, anchor} {
		option := l.optional(a)
		// A call that another check requires anyway is no option.
		if option == nil || l.required(a) {
			continue
		}
		earlier, later := target, anchor
		if f.Form.AnchorFirst() {
			earlier, later = later, earlier
		}
		l.info.report(conditionalOrder{At: l.unit.Span(f.Keyword), Form: l.unit.Span(f), Because: l.unit.Span(option),
			Keyword: f.Form.String(), Tool: a.Tool.Name,
			Instead: "(after " + l.unit.Compact(later) + " " + l.unit.Compact(earlier) + ")"})
		return
	}
}

// optional returns a call of the tool of a that is one alternative of
// several, or nil.
func (l *checkLinter) optional(a *ast.Atom) *ast.Atom {
	for _, c := range l.checks {
		or, ok := c.Form.(*ast.Combination)
		if !ok || or.Form != forms.Or || len(or.Operands) < 2 {
			continue
		}
		for _, b := range alternatives(or) {
			if b.Form == forms.Call && sameTool(a, b) {
				return b
			}
		}
	}
	return nil
}

// alternatives returns the patterns that an `or` has as operands, nested ones
// included.
func alternatives(or *ast.Combination) (list []*ast.Atom) {
	for _, o := range or.Operands {
		switch o := o.(type) {
		case *ast.Atom:
			list = append(list, o)
		case *ast.Combination:
			if o.Form == forms.Or {
				list = append(list, alternatives(o)...)
			}
		}
	}
	return list
}

// required reports whether some check by itself requires a call of a's tool.
func (l *checkLinter) required(a *ast.Atom) bool {
	for _, c := range l.checks {
		if b, ok := c.Form.(*ast.Atom); ok && b.Form == forms.Call && sameTool(a, b) {
			return true
		}
	}
	return false
}

// forbidden reports a required call that another check forbids.
func (l *checkLinter) forbidden(c *ast.Check, call *ast.Atom) {
	for _, other := range l.checks {
		if b, ok := other.Form.(*ast.Atom); ok && b.No && implies(call, b) {
			l.info.report(unsatisfiable{At: l.unit.Span(c.Form), Other: l.unit.Span(b), Tool: call.Tool.Name})
			return
		}
	}
}

func sameTool(a, b *ast.Atom) bool {
	return a.Tool != nil && b.Tool != nil && a.Tool.Name == b.Tool.Name
}

// caller returns whose calls a pattern says that it sees; "" for those of the
// owner of its tool.
func caller(a *ast.Atom) string {
	if a.By == nil || a.By.Who == nil {
		return ""
	}
	return a.By.Who.Name
}

// implies reports whether every call that matches p matches q: q pins
// nothing that p does not pin to the same value.
func implies(p, q *ast.Atom) bool {
	if !sameTool(p, q) || caller(p) != caller(q) {
		return false
	}
	return !slices.ContainsFunc(q.Pins, func(want *ast.Pin) bool { return !pinned(p, want) })
}

func pinned(a *ast.Atom, want *ast.Pin) bool {
	for _, pin := range a.Pins {
		// The first pin of a name is compared; a second one is an error.
		if pin.Name == nil || want.Name == nil || pin.Name.Name != want.Name.Name {
			continue
		}
		// Pins with tests are not compared.
		if pin.Value == nil || want.Value == nil {
			return false
		}
		v, w := ValueOf(pin.Value), ValueOf(want.Value)
		return v != nil && w != nil && types.Equal(v, w)
	}
	return false
}
