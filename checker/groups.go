package checker

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
)

// A group is a name for patterns.
type group struct {
	unit *ast.Unit
	decl *ast.Define
}

// declareGroups collects the groups of the suite, and the nodes that are in no
// case.
func (c *suiteChecker) declareGroups() {
	c.groups, c.shared = make(map[string]*group), make(map[ast.Node]*ast.Unit)
	for _, u := range c.File.Defines {
		info := newInfo()
		c.units[u] = info
		d := u.Node.(*ast.Define)
		// Share the nodes of a faulty group as well: other units may refer to them.
		c.share(u)
		if d.Name == nil || d.Form == nil {
			continue
		}
		if had := c.groups[d.Name.Name]; had != nil {
			info.report(sameName{Code: "MC0617", What: "groups", At: u.Span(d.Name), Name: d.Name.Name, First: had.unit.Span(had.decl.Name)})
			continue
		}
		c.groups[d.Name.Name] = &group{unit: u, decl: d}
	}
	for _, u := range []*ast.Unit{c.File.Common, c.File.Rules} {
		if u != nil {
			c.units[u] = newInfo()
			c.share(u)
		}
	}
}

// share notes the nodes of a unit that is not in a case.
func (c *suiteChecker) share(u *ast.Unit) {
	for n := range ast.Each[ast.Node](u.Node) {
		c.shared[n] = u
	}
}

// checkGroups checks the patterns of the groups, and that none is part of
// itself.
func (c *suiteChecker) checkGroups() {
	for _, u := range c.File.Defines {
		info := c.units[u]
		d := u.Node.(*ast.Define)
		c.checkForm(u, info, nil, d.Form)
		// Of two groups with one name only the first one is entered.
		if d.Name == nil || c.groups[d.Name.Name] == nil || c.groups[d.Name.Name].unit != u {
			continue
		}
		if path := c.cycle(d.Name.Name, nil); path != nil {
			info.report(groupCycle{At: u.Span(d.Name), Path: path})
		}
	}
}

// unusedGroups returns a lint for each group that nothing names.
func (c *suiteChecker) unusedGroups() (list []diag.Diagnostic) {
	// In a broken file, a use may be in what could not be read.
	if len(c.File.Defines) == 0 || c.File.Broken() {
		return nil
	}
	used := make(map[string]bool)
	note := func(f ast.CheckForm) {
		for _, r := range groupRefs(f) {
			used[r.Name] = true
		}
	}
	for _, u := range c.File.Defines {
		note(u.Node.(*ast.Define).Form)
	}
	for _, k := range c.Cases {
		for _, check := range k.Checks {
			note(check.Form)
		}
	}
	for _, name := range sortedKeys(c.groups) {
		if g := c.groups[name]; !used[name] {
			list = append(list, diag.Of(unusedGroup{At: g.unit.Span(g.decl.Name), Form: g.unit.Span(g.decl), Name: name}))
		}
	}
	return list
}

// cycle returns the names of groups on the way from a group to itself, or nil.
func (c *suiteChecker) cycle(name string, path []string) []string {
	// The search returned to its start.
	if len(path) > 0 && path[0] == name {
		return append(path, name)
	}
	g := c.groups[name]
	// A cycle that does not contain the start is reported for its own members.
	if g == nil || slices.Contains(path, name) {
		return nil
	}
	// Limit the capacity, since sibling branches extend the same path.
	path = append(slices.Clip(path), name)
	for _, r := range groupRefs(g.decl.Form) {
		if found := c.cycle(r.Name, path); found != nil {
			return found
		}
	}
	return nil
}

// groupRefs returns the names of groups in a form.
func groupRefs(f ast.CheckForm) []*ast.GroupRef {
	if f == nil {
		return nil
	}
	return slices.Collect(ast.Each[*ast.GroupRef](f))
}

// Patterns returns the patterns of a check, with those of the groups that it names.
func (s *Suite) Patterns(c *ast.Check) []*ast.Atom {
	// Each group is visited once; this also ends the recursion on cyclic groups.
	seen := make(map[string]bool)
	var of func(ast.CheckForm) []*ast.Atom
	of = func(f ast.CheckForm) []*ast.Atom {
		list := Atoms(f)
		for _, r := range groupRefs(f) {
			if g := s.groups[r.Name]; g != nil && !seen[r.Name] {
				seen[r.Name] = true
				list = append(list, of(g.decl.Form)...)
			}
		}
		return list
	}
	return of(c.Form)
}

// Names reports whether a check names a group, or one that it is part of.
func (s *Suite) Names(c *ast.Check, group string) bool {
	seen := make(map[string]bool)
	var in func(ast.CheckForm) bool
	in = func(f ast.CheckForm) bool {
		return slices.ContainsFunc(groupRefs(f), func(r *ast.GroupRef) bool {
			if r.Name == group {
				return true
			}
			g := s.groups[r.Name]
			if g == nil || seen[r.Name] {
				return false
			}
			seen[r.Name] = true
			return in(g.decl.Form)
		})
	}
	return in(c.Form)
}

// checkForm checks the calls and the names of groups in a form.
func (c *suiteChecker) checkForm(u *ast.Unit, info *unitInfo, k *Case, f ast.CheckForm) {
	for _, r := range groupRefs(f) {
		if c.groups[r.Name] == nil {
			info.report(notAGroup{At: u.Span(r), Name: r.Name, Known: sortedKeys(c.groups), Tool: slices.Contains(c.toolNames(), r.Name)})
		}
	}
	for _, a := range Atoms(f) {
		// Forms beside the cases have no case that could note their tools.
		if k != nil {
			k.note(a, c.Model)
		}
		c.checkAtom(u, info, a)
	}
	c.answerTests(u, info, f)
}

// notAGroup is a name in the place of a pattern that is not that of a group.
type notAGroup struct {
	At    source.Span
	Name  string
	Known []string
	Tool  bool // a tool has the name
}

// Diagnose implements [diag.Problem].
func (p notAGroup) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0113", p.At, "expected a call, `(call TOOL …)`, found `%s`, which is not the name of a group", p.Name)
	if near := spell.Nearest(p.Name, p.Known); near != "" && !p.Tool {
		d.Replace(fmt.Sprintf("write `%s`", near), near)
		return d
	}
	if ast.Joins(p.Name) && !p.Tool {
		ast.SayJoined(&d)
		return d
	}
	d.Notef("the form of a group is `%s`", keywords.Define.Info().Signature)
	d.Replace("write a call of it", "(call "+p.Name+")")
	return d
}

// unusedGroup is a group that nothing names.
type unusedGroup struct {
	At, Form source.Span
	Name     string
}

// Diagnose implements [diag.Problem].
func (p unusedGroup) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0811", p.At, "nothing names the group `%s`", p.Name)
	d.Fix("remove it", diag.Edit{Span: p.Form})
	return d
}

// groupCycle is a group that is part of itself.
type groupCycle struct {
	At   source.Span
	Path []string
}

// Diagnose implements [diag.Problem].
func (p groupCycle) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0618", p.At, "the group `%s` is part of itself", p.Path[0])
	text := "`" + p.Path[0] + "`"
	for _, name := range p.Path[1:] {
		text += " names `" + name + "`"
		if name != p.Path[len(p.Path)-1] {
			text += ", which"
		}
	}
	d.Notef("%s", text)
	return d
}
