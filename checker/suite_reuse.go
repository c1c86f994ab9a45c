package checker

import (
	"maps"
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
)

// earlier is a result that cases may be taken from.
type earlier struct {
	cases map[*ast.Unit]*Case // by header
	units map[*ast.Unit]*unitInfo
	model *Model

	sameScope bool // the names that a case may ask for, or be told of, are the same
	sameGaps  bool // what the model lacks since it could not be read is the same
}

// earlier returns what can be taken from an earlier result, which may be nil.
func (s *Suite) earlier(prev *Suite) earlier {
	// What cases ask for depends on these, so a change makes all of them new.
	if prev == nil || prev.options != s.options || prev.Tools != s.Tools || !s.File.SharesForms(prev.File) {
		return earlier{}
	}
	was, is := prev.Model.usable(), s.Model.usable()
	// With and without a model other things are checked.
	if (was == nil) != (is == nil) {
		return earlier{}
	}
	e := earlier{cases: make(map[*ast.Unit]*Case, len(prev.Cases)), units: prev.units, model: was}
	for _, k := range prev.Cases {
		e.cases[k.Decl.Header] = k
	}
	if was == is {
		e.sameScope, e.sameGaps = true, true
		return e
	}
	// The places of findings have the name of the file.
	if was.File.Tree.File.Name() != is.File.Tree.File.Name() {
		return earlier{}
	}
	e.sameGaps = was.File.Broken() == is.File.Broken() && maps.Equal(was.unread, is.unread)
	// The transitions may be others, as long as the names are the same: cases note those they name.
	e.sameScope = e.sameGaps && maps.Equal(was.scope, is.scope) && sameKeys(was.tools, is.tools)
	return e
}

func sameKeys[V any](a, b map[string]V) bool {
	return maps.EqualFunc(a, b, func(V, V) bool { return true })
}

// note remembers that a case names a tool.
func (k *Case) note(a *ast.Atom, m *Model) {
	if a.Tool == nil || m == nil {
		return
	}
	if k.named == nil {
		k.named = make(map[string]*Transition)
	}
	k.named[a.Tool.Name] = m.Transition(a.Tool.Name)
}

// reuse takes a case from the earlier result, if neither it nor what it rests
// on has changed.
func (c *suiteChecker) reuse(decl *ast.Case) bool {
	k := c.earlier.cases[decl.Header]
	// Parts are shared with the earlier tree if their text is the same.
	if k == nil || !slices.Equal(k.Decl.Parts, decl.Parts) || !c.stillHolds(k) {
		return false
	}
	for _, u := range decl.Parts {
		c.units[u] = c.earlier.units[u]
	}
	if k.Decl != decl {
		// The earlier result must not change, so the case is copied.
		moved := *k
		moved.Decl = decl
		k = &moved
	}
	c.Cases = append(c.Cases, k)
	return true
}

// stillHolds reports whether what was found out about a case is still so. Where
// names came or went, a case with findings is always checked again, since they
// may suggest a name that it never asked for.
func (c *suiteChecker) stillHolds(k *Case) bool {
	if c.earlier.model == c.Model {
		return true
	}
	for name, t := range k.named {
		// A tool without a transition may be one that could not be read.
		if c.Model.Transition(name) != t || t == nil && !c.earlier.sameGaps {
			return false
		}
	}
	if c.earlier.sameScope {
		return true
	}
	return !slices.ContainsFunc(k.Decl.Parts, func(u *ast.Unit) bool { return !c.earlier.units[u].stillHolds(c.Model.scope.named) })
}
