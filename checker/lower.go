package checker

import (
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
)

// Property returns what a check of a case demands, with the names of groups
// resolved. The check has no errors.
func (s *Suite) Property(c *ast.Check) *property.Property {
	l := lowering{groups: s.groups, owner: s.Owner}
	return l.form(c.Form)
}

// Group returns the patterns of the group with a name, nil if there is no such
// group.
func (s *Suite) Group(name string) ast.CheckForm {
	if g := s.groups[name]; g != nil {
		return g.decl.Form
	}
	return nil
}

// UnitOf returns the unit that a check of a case, or a node in one, is in: a
// pattern may be of a group, and a check one of all cases.
func (s *Suite) UnitOf(k *Case, n ast.Node) *ast.Unit {
	// A check that all cases share, and a pattern of a group, have units of their own.
	if u := s.shared[n]; u != nil {
		return u
	}
	return k.Decl.Checks
}

// lowering makes properties of check forms.
type lowering struct {
	groups map[string]*group
	owner  func(tool string) tool.Owner
}

func (l *lowering) form(f ast.CheckForm) *property.Property {
	p := &property.Property{Node: f}
	switch f := f.(type) {
	case *ast.Combination:
		p.Op = f.Form
		p.Parts = lists.Map(f.Operands, l.form)
		return p
	case *ast.Atom:
		p.Basic = &property.Basic{Form: f.Form, Target: []*property.Pattern{l.pattern(f)}}
	case *ast.Temporal:
		p.Basic = &property.Basic{Form: f.Form, Forbid: forbids(f.Target), Target: l.patterns(f.Target), Anchor: l.patterns(f.Anchor)}
	case *ast.Count:
		p.Basic = &property.Basic{Form: f.Form, Limit: f.Limit(), Target: l.patterns(f.Target)}
	case *ast.Answered:
		p.Basic = &property.Basic{Form: forms.Answered, Target: l.patterns(f)}
	}
	p.Basic.Node = f
	return p
}

// forbids reports whether a target is of no-calls.
func forbids(f ast.CheckForm) bool {
	atoms := Atoms(f)
	return len(atoms) > 0 && atoms[0].No
}

// patterns returns the patterns of a target or an anchor, in source order, with
// those of a group in place of its name.
func (l *lowering) patterns(f ast.CheckForm) (list []*property.Pattern) {
	switch f := f.(type) {
	case *ast.Atom:
		return []*property.Pattern{l.pattern(f)}
	case *ast.Combination:
		for _, o := range f.Operands {
			list = append(list, l.patterns(o)...)
		}
	case *ast.GroupRef:
		// A group that is not there has been reported.
		if g := l.groups[f.Name]; g != nil {
			return l.patterns(g.decl.Form)
		}
	case *ast.Answered:
		p := l.pattern(f.Call)
		p.Answer = &property.Answer{Node: f}
		for _, pin := range f.Pins {
			tests, vars := lowerTests(pin.Pointer(), pin.AllTests())
			p.Answer.Tests, p.Answer.Vars = append(p.Answer.Tests, tests...), append(p.Answer.Vars, vars...)
		}
		return []*property.Pattern{p}
	}
	return list
}

// pattern returns the pattern of a call.
func (l *lowering) pattern(a *ast.Atom) *property.Pattern {
	p := &property.Pattern{Tool: a.Tool.Name, Node: a}
	for _, pin := range a.Pins {
		tests, vars := lowerTests(pin.Name.Name, pin.AllTests())
		p.Tests, p.Vars = append(p.Tests, tests...), append(p.Vars, vars...)
	}
	return l.owned(p, a)
}

// lowerTests returns the tests and variables of an argument, or of a part of
// an answer.
func lowerTests(of string, list []*ast.Test) (tests []property.Test, vars []property.Var) {
	for _, t := range list {
		// A variable is no test: it is bound.
		if t.Kind == forms.TestVariable {
			vars = append(vars, property.Var{Of: of, Name: strings.TrimPrefix(t.Variable.Name, "?")})
			continue
		}
		test := property.Test{Of: of, Kind: t.Kind, Node: t}
		test.Values = lists.Map(t.Values, ValueOf)
		tests = append(tests, test)
	}
	return tests, vars
}
