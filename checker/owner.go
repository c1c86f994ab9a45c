package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
)

// ownerOf returns who calls the tool of a transition: what it says itself, else
// what is said of the tool.
func ownerOf(t *ast.Transition, tools *tool.Set) tool.Owner {
	// A transition can only say that the tool is the user's.
	if t.By != nil && t.By.Who != nil {
		return tool.User
	}
	return tools.Owner(t.Tool.Name)
}

// Owner returns who calls a tool: the agent, where nothing says otherwise.
func (m *Model) Owner(name string) tool.Owner {
	if t := m.Transition(name); t != nil {
		return t.Owner
	}
	return m.Tools.Owner(name)
}

// Owner returns who calls a tool, as [Model.Owner] does.
func (s *Suite) Owner(name string) tool.Owner {
	if s.Model != nil {
		return s.Model.Owner(name)
	}
	return s.Tools.Owner(name)
}

// owned says of a pattern whose calls it sees.
func (l *lowering) owned(p *property.Pattern, a *ast.Atom) *property.Pattern {
	p.Owner = l.owner(p.Tool)
	if a.By == nil || a.By.Who == nil {
		return p
	}
	if a.By.Who.Name == ast.ByAny {
		p.By = tool.ByAny
	} else if p.Owner != tool.User {
		p.By = tool.ByUser
	}
	return p
}
