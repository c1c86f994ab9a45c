package checker

import (
	"maps"

	"github.com/mantrac/mantrac/lang/ast"
)

// sameWorld reports whether everything is as it was for an earlier result, up to
// the transitions of the model.
func (s *Suite) sameWorld(prev *Suite) bool {
	return prev != nil && prev.File == s.File && prev.Tools == s.Tools && prev.options == s.options &&
		s.Model != nil && prev.Model != nil && s.Model.File.Broken() == prev.Model.File.Broken() &&
		maps.Equal(s.Model.scope, prev.Model.scope) && maps.Equal(s.Model.unread, prev.Model.unread)
}

// agreed returns the first pins of arguments that are still the first ones in
// a suite of the same file: those of tools whose transitions are the same.
func (s *Suite) agreed(m *Model) map[argument]pinnedType {
	list := make(map[argument]pinnedType)
	if s != nil {
		for a, t := range s.pinned {
			if s.Model.Transition(a.tool) == m.Transition(a.tool) {
				list[a] = t
			}
		}
	}
	return list
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

// reuse takes a case from the earlier result, if what it rests on is the same.
// A case with findings is always checked again, since they may suggest names
// that it never asked for.
func (c *suiteChecker) reuse(i int) bool {
	if c.prev == nil {
		return false
	}
	k := c.prev.Cases[i]
	for name, t := range k.named {
		if c.Model.Transition(name) != t {
			return false
		}
	}
	for _, u := range k.Decl.Parts {
		if len(c.prev.units[u].diagnostics) > 0 {
			return false
		}
	}
	for _, u := range k.Decl.Parts {
		c.units[u] = c.prev.units[u]
	}
	c.Cases = append(c.Cases, k)
	return true
}
