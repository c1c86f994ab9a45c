package checker

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/parallel"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/published"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/tool"
)

// scope maps names to variables, constants and definitions.
type scope map[string]Object

// CheckModel checks a model file against tool schemas, which may be nil.
// Findings about units of prev, an earlier result for the same file or nil,
// are used again where neither the unit nor what it asked for changed. It
// takes time linear in the file, and for an edit time linear in the number
// of units plus that of checking the units concerned.
func CheckModel(f *ast.File, tools *tool.Set, opts Options, prev *Model) *Model {
	// The schemas determine types throughout, so nothing of prev holds with others.
	if prev != nil && prev.Tools != tools {
		prev = nil
	}
	m := &Model{File: f, Tools: tools, Options: opts, scope: make(scope)}
	m.family = newFamily(m)
	c := modelChecker{Model: m, prev: prev}
	// The order matters: each step looks names up that the steps before it enter.
	c.declare()
	// Names in unreadable parts come after declarations, which take precedence.
	c.words()
	c.speller = newSpeller(c.scope, sortedKeys(c.defined))
	// Hidden variables enter the scope before expressions are typed, since `seen` looks them up
	// there.
	c.see(c.clauses(), prev)
	// Definitions come before transitions, which expand them.
	c.definitions()
	c.check()
	c.index()
	// All ties are known now, so the assignments to hidden variables can be built.
	c.remember()
	c.lint()
	c.finish()
	return m
}

// A modelChecker is one run of [CheckModel].
type modelChecker struct {
	*Model
	prev    *Model
	found   []diag.Diagnostic    // with positions in fragments
	defined map[string]*ast.Unit // the definitions, by name
}

func (c *modelChecker) report(p diag.Problem) { c.found = append(c.found, diag.Of(p)) }

// clauses returns the units of the model.
func (c *modelChecker) clauses() []*ast.Unit {
	return lists.FlatMap(c.File.Models, func(m *ast.Model) []*ast.Unit { return m.Clauses })
}

// declare fills the scope with the variables and constants, and collects the
// definitions.
func (c *modelChecker) declare() {
	clauses := c.clauses()
	c.units = make(map[*ast.Unit]*unitInfo, len(clauses))
	c.defined = make(map[string]*ast.Unit)
	for _, u := range clauses {
		switch n := u.Node.(type) {
		case *ast.Var, *ast.Const:
		case *ast.Definition:
			// A definition enters the scope later, in resolve. Until then defined reserves its
			// name.
			if n.Name != nil && c.first(n.Name.Name, u.Span(n.Name)) {
				c.defined[n.Name.Name] = u
			}
			continue
		default:
			continue
		}
		// An unchanged clause keeps its unit, and with it the objects that other units compare by
		// pointer.
		info := c.prev.declared(u)
		if info == nil {
			info = declare(u)
		}
		c.units[u] = info
		if info.declares != nil {
			c.enter(info.declares)
		}
	}
}

// declared returns what is known of a declaration from an earlier run. It
// depends on nothing but the unit.
func (m *Model) declared(u *ast.Unit) *unitInfo {
	if m == nil {
		return nil
	}
	return m.units[u]
}

// first reports a name that is declared already, of which it returns false.
func (c *modelChecker) first(name string, at source.Span) bool {
	if first := c.scope[name]; first != nil {
		c.report(redeclared{At: at, Name: name, First: first.Declared()})
		return false
	}
	if u := c.defined[name]; u != nil {
		c.report(redeclared{At: at, Name: name, First: u.Span(u.Node.(*ast.Definition).Name)})
		return false
	}
	return true
}

func (c *modelChecker) enter(o Object) {
	if !c.first(o.Name(), o.Declared()) {
		return
	}
	c.scope[o.Name()] = o
	switch o := o.(type) {
	case *Var:
		c.Vars = append(c.Vars, o)
	case *Const:
		c.Consts = append(c.Consts, o)
	}
}

// check checks the transitions, each by itself.
func (c *modelChecker) check() {
	var units []*ast.Unit
	for _, u := range c.clauses() {
		if _, ok := u.Node.(*ast.Transition); ok {
			units = append(units, u)
		}
	}
	// With an identical scope, even units with findings hold: no suggestion can change.
	same := c.sameScope()
	infos := make([]*unitInfo, len(units))
	// Transitions do not depend on each other. Each call writes its own slot; c.units is filled
	// after.
	parallel.For(len(units), func(i int) {
		if had := c.prev.declared(units[i]); had != nil && (same || had.stillHolds(c.scope.named)) {
			infos[i] = had
			return
		}
		infos[i] = checkTransition(units[i], c.speller, c.Tools)
	})
	for i, u := range units {
		c.units[u] = infos[i]
	}
}

// sameScope reports whether the scope is that of the earlier run.
func (c *modelChecker) sameScope() bool {
	if c.prev == nil || len(c.prev.scope) != len(c.scope) {
		return false
	}
	for name, o := range c.scope {
		// Objects are compared by identity: an edited declaration gives a new one.
		if c.prev.scope[name] != o {
			return false
		}
	}
	return true
}

// named returns what has a name; nil if nothing does.
func (s scope) named(name string) Object { return s[name] }

// stillHolds reports whether what was found out about a unit is still true, if resolve returns what
// each name means now. A unit with findings is always checked again: a finding may suggest a name that
// the unit never asked for.
func (u *unitInfo) stillHolds(resolve func(string) Object) bool {
	if len(u.diagnostics) > 0 {
		return false
	}
	for name, o := range u.asked {
		if resolve(name) != o {
			return false
		}
	}
	return true
}

// index makes the transitions known by their tools.
func (c *modelChecker) index() {
	clauses := c.clauses()
	c.tools = make(map[string]*Transition, len(clauses))
	for _, u := range clauses {
		t, ok := c.units[u].declaresTransition()
		if !ok {
			continue
		}
		// The first transition of a tool counts. The second one is checked, but not entered.
		if first := c.tools[t.Name()]; first != nil {
			c.report(secondTransition{At: t.Declared(), Tool: t.Name(), First: first.Declared()})
			continue
		}
		c.tools[t.Name()] = t
		c.Transitions = append(c.Transitions, t)
	}
}

func (u *unitInfo) declaresTransition() (*Transition, bool) {
	if u == nil {
		return nil, false
	}
	t, ok := u.declares.(*Transition)
	return t, ok
}

// finish makes the list of diagnostics.
func (c *modelChecker) finish() {
	for _, u := range c.clauses() {
		if info := c.units[u]; info != nil {
			c.found = append(c.found, info.diagnostics...)
		}
	}
	if c.Options.Strict {
		c.found = append(c.found, c.extensions()...)
	}
	list := slices.Clone(c.File.Faults)
	if c.File.Tree.Unmerged() {
		c.found = nil // what is wrong may be right in the version that is not read
	}
	// Stored findings keep positions in fragments; only this copy has positions in the file.
	for _, d := range c.found {
		list = append(list, d.Map(c.File.Tree.Resolve))
	}
	c.Diagnostics = presentable(list, c.File)
}

// extensions returns the uses of extensions. An application of what is no
// definition is none of them.
func (c *modelChecker) extensions() []diag.Diagnostic {
	return slices.DeleteFunc(published.Extensions(c.File), func(x diag.Diagnostic) bool {
		// An unknown head (MC0122) at the same place is a mistake and no use of an extension.
		return slices.ContainsFunc(c.found, func(d diag.Diagnostic) bool {
			return d.Code == "MC0122" && c.File.Tree.Resolve(d.Primary) == x.Primary
		})
	})
}

// unclosedString is the code of a string without its closing quote. What is a
// string in such a file, and what is between strings, is not certain.
const unclosedString diag.Code = "MC0004"

// doubted returns a diagnostic without certain fixes: they are suggestions.
func doubted(d diag.Diagnostic) diag.Diagnostic {
	d.Fixes = slices.Clone(d.Fixes)
	for i := range d.Fixes {
		d.Fixes[i].Level = max(d.Fixes[i].Level, diag.Suggestion)
	}
	return d
}

// presentable puts the findings in a file, parser's and checker's, into the
// form in which they are shown, and cuts them off at the number that anybody
// can use.
func presentable(list []diag.Diagnostic, f *ast.File) []diag.Diagnostic {
	list = diag.Canonical(list)
	unclosed := slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Code == unclosedString })
	for i := range list[:min(len(list), syntax.MaxErrors)] {
		list[i] = diag.Tidy(list[i])
		if unclosed {
			list[i] = doubted(list[i])
		}
	}
	if len(list) <= syntax.MaxErrors {
		return list
	}
	p := TooMany{At: f.Tree.File.Span(0, 0), Shown: syntax.MaxErrors, All: len(list), Worst: diag.Lint}
	for _, d := range list[syntax.MaxErrors:] {
		// A smaller severity is worse, so errors beyond the limit still make the file erroneous.
		p.Worst = min(p.Worst, d.Severity)
	}
	return append(list[:syntax.MaxErrors:syntax.MaxErrors], diag.Of(p))
}
