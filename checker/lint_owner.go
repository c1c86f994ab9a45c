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

// owners reports, of a suite without errors, the checks that nobody but the user can
// satisfy, and what is said of the caller or the answer of a tool that the tool
// says already, or never has. The findings depend on who owns tools and which are
// events, which is no part of what a unit remembers.
func (c *suiteChecker) owners() (list []diag.Diagnostic) {
	for _, u := range c.File.Defines {
		list = append(list, c.callers(u)...)
	}
	if u := c.File.Common; u != nil {
		list = append(list, c.callers(u)...)
		list = append(list, c.usersChecks(u, c.CommonChecks())...)
	}
	for _, k := range c.Cases {
		if u := k.Decl.Checks; u != nil {
			list = append(list, c.callers(u)...)
			list = append(list, c.usersChecks(u, u.Node.(*ast.Checks).Checks)...)
		}
	}
	return list
}

// callers reports what the patterns of a unit say of callers and answers.
func (c *suiteChecker) callers(u *ast.Unit) (list []diag.Diagnostic) {
	for a := range ast.Each[*ast.Atom](u.Node) {
		// `(by any …)` sees the owner's calls in any case, so only `(by user …)` can be redundant
		// or match nothing.
		if a.By == nil || a.By.Who == nil || a.By.Who.Name != ast.ByUser {
			continue
		}
		at, form, name := u.Span(a.By), u.Span(a), a.Tool.Name
		if c.Owner(name) == tool.User {
			list = append(list, diag.Of(ownersOwn{At: at, Form: form, Tool: name}))
		} else {
			list = append(list, diag.Of(strangersCall{At: at, Form: form, Tool: name, Event: c.Tools.IsEvent(name)}))
		}
	}
	for a := range ast.Each[*ast.Answered](u.Node) {
		if c.Tools.IsEvent(a.Call.Tool.Name) {
			list = append(list, diag.Of(answeredEvent{At: u.Span(a.Keyword), Form: u.Span(a), Name: a.Call.Tool.Name, Call: u.Text(a.Call)}))
		}
	}
	return list
}

// usersChecks reports the checks that nobody but the user can satisfy. Where it is
// a pattern that sees no call of its tool's owner, this is reported instead.
func (c *suiteChecker) usersChecks(u *ast.Unit, checks []*ast.Check) (list []diag.Diagnostic) {
	for _, check := range checks {
		p := c.Property(check)
		foreign := slices.ContainsFunc(p.Basics(), func(b *property.Basic) bool { return slices.ContainsFunc(b.Patterns(), (*property.Pattern).Foreign) })
		if !foreign && usersOnly(p) {
			list = append(list, diag.Of(usersCheck{At: u.Span(check.Name), Name: check.Name.Name}))
		}
	}
	return list
}

// usersOnly reports whether a property can hold only where the user makes a call.
func usersOnly(p *property.Property) bool {
	// A conjunction needs the user if one part does.
	if p.Op == forms.And {
		return slices.ContainsFunc(p.Parts, usersOnly)
	}
	if b := p.Basic; b != nil {
		// Only a form that requires a call of its target can be beyond the agent.
		return b.Form.Asks() && (usersAll(b.Target) || usersAll(b.Anchor))
	}
	// A disjunction needs the user if every alternative does.
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
	d.Fix("leave out who calls it", unwrapped(p.At, p.Form)...).As(diag.Certain)
	return d
}

// unwrapped returns the edits that leave the pattern of a `by`, whose words are at
// by, and which is as a whole at form.
func unwrapped(by, form source.Span) []diag.Edit {
	text, from := form.Text(), by.End-form.Start
	// Skip from the end of the words to the pattern, over white space and comments.
	for from < len(text) && text[from] != '(' {
		from++
	}
	file := form.File
	return []diag.Edit{{Span: file.Span(form.Start, form.Start+from)}, {Span: file.Span(form.End-1, form.End)}}
}

// strangersCall is a `by` that names somebody who never calls the tool.
type strangersCall struct {
	At, Form source.Span
	Tool     string
	Event    bool
}

// Diagnose implements [diag.Problem].
func (p strangersCall) Diagnose() diag.Diagnostic {
	if p.Event {
		d := diag.Lintf("MC0841", p.At, "the event `%s` is the agent's, so that this pattern never matches", p.Tool)
		d.Notef("an event is found in messages of whom its `by` names, in mantra.yaml")
		d.Fix("leave out who says it", unwrapped(p.At, p.Form)...)
		return d
	}
	d := diag.Lintf("MC0841", p.At, "`%s` is the agent's tool, so that this pattern matches no call in a question", p.Tool)
	d.Notef("in a recorded trace it matches the calls that the log says the user made")
	d.Fix("leave out who calls it", unwrapped(p.At, p.Form)...)
	d.Helpf("if it is the user's tool, write `(by user)` after its name in the transition, or list it in `user_tools`")
	return d
}

// answeredEvent is an `answered` of an event.
type answeredEvent struct {
	At, Form   source.Span
	Name, Call string
}

// Diagnose implements [diag.Problem].
func (p answeredEvent) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0840", p.At, "`%s` is an event, which has no answer", p.Name)
	d.Notef("in a recorded trace this `answered` never happens")
	d.Fix("ask for the event itself", diag.Edit{Span: p.Form, New: p.Call})
	return d
}

// resultsOfEvent is a section `results` of an event.
type resultsOfEvent struct {
	At   source.Span
	Name string
}

// Diagnose implements [diag.Problem].
func (p resultsOfEvent) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0840", p.At, "`%s` is an event, which has no answer", p.Name)
	d.Notef("in a recorded trace these results are never known, and nothing is seen by them")
	d.Helpf("what a message says are the arguments of its event: bind them in `params`")
	return d
}
