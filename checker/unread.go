package checker

import (
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// A declaration that could not be read counts as made: a use of a name that
// occurs in one is not reported as well. One root cause is one finding.

// An unread is a name that occurs in a part of a model that could not be read,
// so that nobody can tell what it means.
type unread struct {
	name string
	at   source.Span
}

// Name implements [Object].
func (u unread) Name() string { return u.name }

// Declared implements [Object].
func (u unread) Declared() source.Span { return u.at }

// words enters the names that occur in the parts of a model that could not be
// read, where nothing else declares them.
func (c *modelChecker) words() {
	c.colons()
	if !c.File.Broken() {
		return
	}
	c.unread = make(map[string]unread)
	for name, at := range c.File.Unread() {
		c.unread[name] = unread{name, at}
		// A declaration that was read counts before what may be one.
		if c.scope[name] == nil && c.defined[name] == nil {
			c.scope[name] = c.unread[name]
		}
	}
}

// mentions reports whether a name occurs in a part of the model that could not
// be read.
func (m *Model) mentions(name string) bool {
	_, ok := m.unread[name]
	return ok
}

// usable returns the model if it is one: a file whose text could not be read
// as a model at all says nothing about names.
func (m *Model) usable() *Model {
	if m == nil || len(m.File.Models) == 0 && m.File.Broken() {
		return nil
	}
	return m
}

// erroneous reports whether errors are among findings.
func erroneous(list []diag.Diagnostic) bool { return diag.Tally(list).Errors > 0 }

// unknown reports whether a part of an expression is not known: it could not
// be read, its name has no declaration, or its type has been reported.
func (t *typer) unknown(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Bad:
			found = true
		// A name without an object was not declared, and has been reported.
		case *ast.Ref:
			found = found || t.info.objects[n] == nil
		case ast.Expr:
			// The type Invalid also belongs to arguments of which nothing is wrong.
			found = found || t.info.types[n] == types.Invalid && !t.isUntyped(n)
		}
		return !found
	})
	return found
}

// isUntyped reports whether an expression may be without a type although
// nothing is wrong with it: an argument, or a member of one, of which nothing tells the
// type.
func (t *typer) isUntyped(e ast.Expr) bool {
	if ref, ok := e.(*ast.Ref); ok {
		_, bound := t.info.objects[ref].(*Bound)
		return bound
	}
	switch e.(type) {
	case *ast.ParamRef, *ast.ResultRef:
		return true
	}
	return false
}

// erroneous reports whether errors have been found in the units of the model.
func (c *modelChecker) erroneous() bool {
	if erroneous(c.found) {
		return true
	}
	for _, u := range c.clauses() {
		if info := c.units[u]; info != nil && erroneous(info.diagnostics) {
			return true
		}
	}
	return false
}

// brackets leaves of the findings in a unit with brackets in place of
// parentheses the one that says so.
func (u *unitInfo) brackets() {
	if u.bracketed != nil {
		u.diagnostics = []diag.Diagnostic{diag.Of(u.bracketed)}
	}
}

// colons reports the declarations of names with a colon where the name without
// it is used, as in `(var visits: Int)`.
func (c *modelChecker) colons() {
	list := lists.Map(c.Vars, func(v *Var) Object { return v })
	for _, k := range c.Consts {
		list = append(list, k)
	}
	for _, o := range list {
		plain := strings.Trim(o.Name(), ":")
		// Only a name that is used without the colon shows that it is a mistake.
		if plain == o.Name() || plain == "" || c.scope[plain] != nil || !c.uses(plain) {
			continue
		}
		at := o.Declared()
		c.report(colonName{At: at, Name: plain})
		// The uses are explained by this finding.
		c.scope[plain] = unread{plain, at}
	}
}

// uses reports whether a word is in a transition of the model.
func (c *modelChecker) uses(word string) bool {
	for _, u := range c.clauses() {
		if _, ok := u.Node.(*ast.Transition); !ok {
			continue
		}
		for _, t := range u.Fragment.Tokens {
			if t.Kind == syntax.Ident && u.Fragment.Text(t.Start, t.End) == word {
				return true
			}
		}
	}
	return false
}

// colonName is a declaration with a colon after the name.
type colonName struct {
	At   source.Span
	Name string // without it
}

// Diagnose implements [diag.Problem].
func (p colonName) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0201", p.At, "`%s` is not declared: the colon is part of the name `%s`", p.Name, p.At.Text())
	d.Replace("leave the colon out", p.Name).As(diag.Certain)
	return d
}
