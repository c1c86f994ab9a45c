package checker

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// owners reports the checks of a case of a suite without errors that nobody but the user can satisfy, and
// what says of calls that they are the owner's. The findings depend on who owns
// tools, which is no part of what a unit remembers.
func (c *suiteChecker) owners(k *Case) (list []diag.Diagnostic) {
	u := k.Decl.Checks
	if u == nil {
		return nil
	}
	for _, check := range u.Node.(*ast.Checks).Checks {
		for a := range ast.Each[*ast.Atom](check.Form) {
			if a.By != nil && a.By.Who != nil && a.By.Who.Name == ast.ByUser && c.Owner(a.Tool.Name) == tool.User {
				list = append(list, diag.Of(ownersOwn{At: u.Span(a.By), Form: u.Span(a), Tool: a.Tool.Name}))
			}
		}
		if usersOnly(c.Property(check)) {
			list = append(list, diag.Of(usersCheck{At: u.Span(check.Name), Name: check.Name.Name}))
		}
	}
	return list
}

// usersOnly reports whether a property can hold only where the user makes a call.
func usersOnly(p *property.Property) bool {
	if p.Op == forms.And {
		return slices.ContainsFunc(p.Parts, usersOnly)
	}
	if b := p.Basic; b != nil {
		return b.Form.Asks() && (usersAll(b.Target) || usersAll(b.Anchor))
	}
	return !slices.ContainsFunc(p.Parts, func(q *property.Property) bool { return !usersOnly(q) })
}

// usersAll reports whether there are patterns, and all see the user's calls alone.
func usersAll(list []*property.Pattern) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(p *property.Pattern) bool { return p.Sees(tool.ByAgent) })
}

// usersCheck is a check that nobody but the user can satisfy.
type usersCheck struct {
	At   source.Span
	Name string
}

// Diagnose implements [diag.Problem].
func (p usersCheck) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0821", p.At, "nobody but the user can satisfy `%s`", p.Name)
	d.Notef("whether a trace passes does not depend on what the agent does alone")
	d.Helpf("ask for what the agent has to do once the user has acted, or before: `(after (call TOOL) (call USERS_TOOL))`")
	return d
}

// ownersOwn is a `by` that names the owner of the tool.
type ownersOwn struct {
	At, Form source.Span
	Tool     string
}

// Diagnose implements [diag.Problem].
func (p ownersOwn) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0822", p.At, "`%s` is the user's tool, whose calls a pattern of it sees anyway", p.Tool)
	text, from := p.Form.Text(), p.At.End-p.Form.Start
	for from < len(text) && text[from] != '(' {
		from++
	}
	file := p.Form.File
	d.Fix("leave out who calls it", diag.Edit{Span: file.Span(p.Form.Start, p.Form.Start+from)}, diag.Edit{Span: file.Span(p.Form.End-1, p.Form.End)}).As(diag.Certain)
	return d
}
