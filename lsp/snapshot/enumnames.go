package snapshot

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// IsName reports whether a string is a name of an enum, and whether its type
// tells. It does not in what has errors, and in a suite without a model.
func (o Occurrence) IsName() (is, told bool) {
	if o.Role == Declares {
		return true, true
	}
	e, ok := o.Node.(ast.Expr)
	if !ok {
		return false, false
	}
	var t types.Type
	switch {
	case o.Suite != nil:
		t = o.Suite.TypeOf(o.Unit, e)
	case o.Model != nil:
		t = o.Model.TypeOf(o.Unit, e)
	}
	if t == nil || t == types.Invalid {
		return false, false
	}
	_, is = t.(*types.Enum)
	return is, true
}

// isText reports whether an occurrence is a string that merely reads like a
// name of an enum. A pinned argument of which no type is known is a text.
func (o Occurrence) isText() bool {
	if o.Sort != EnumName {
		return false
	}
	// If the type is unknown, a string counts as a name, except in a pin.
	is, told := o.IsName()
	_, pinned := o.Unit.Node.(*ast.Checks)
	return !is && (told || pinned)
}
