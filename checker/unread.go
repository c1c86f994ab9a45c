package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A declaration that could not be read counts as made: a use of a name that
// occurs in one is not reported as well. One root cause is one finding.

// An unread is a name that occurs in a part of a model that could not be read,
// so that nobody can tell what it stands for.
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
	if !c.File.Broken() {
		return
	}
	c.unread = make(map[string]unread)
	for name, at := range c.File.Unread() {
		c.unread[name] = unread{name, at}
		if c.scope[name] == nil {
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
// be read, its name stands for nothing, or its type has been reported.
func (t *typer) unknown(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Bad:
			found = true
		case *ast.Ref:
			found = found || t.info.objects[n] == nil
		case ast.Expr:
			found = found || t.info.types[n] == types.Invalid && !isUntyped(n)
		}
		return !found
	})
	return found
}

// isUntyped reports whether an expression may be without a type although
// nothing is wrong with it: an argument of which nothing tells the type.
func isUntyped(e ast.Expr) bool {
	_, ok := e.(*ast.ParamRef)
	return ok
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
		u.diagnostics = []diag.Diagnostic{u.bracketed.Diagnose()}
	}
}
