package lsp

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// isName reports whether a string is a name of an enum, and whether its type
// tells. It does not in what has errors, and in a suite without a model.
func (o occurrence) isName() (is, told bool) {
	if o.role == declares {
		return true, true
	}
	e, ok := o.node.(ast.Expr)
	if !ok {
		return false, false
	}
	var t types.Type
	switch {
	case o.suite != nil:
		t = o.suite.TypeOf(o.unit, e)
	case o.model != nil:
		t = o.model.TypeOf(o.unit, e)
	}
	if t == nil || t == types.Invalid {
		return false, false
	}
	_, is = t.(*types.Enum)
	return is, true
}

// isText reports whether an occurrence is a string that merely reads like a
// name of an enum. A pinned argument of which no type is known is a text.
func (o occurrence) isText() bool {
	if o.sort != aName {
		return false
	}
	is, told := o.isName()
	_, pinned := o.unit.Node.(*ast.Checks)
	return !is && (told || pinned)
}
