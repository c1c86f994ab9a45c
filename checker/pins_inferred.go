package checker

import (
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// inferred returns the argument of the given name whose type the uses in the
// transition tell, or nil.
func (t *Transition) inferred(param string) *Param {
	if t == nil {
		return nil
	}
	return lists.Find(t.Params, func(p *Param) bool { return p.Bind.Param.Name == param && p.untold() && p.Type != types.Invalid })
}

// use holds a pin against the type that the model uses its argument as.
func (p pinner) use(pin *ast.Pin, param *Param) {
	e := unfit(pin.Value, param.Type)
	if e == nil {
		return
	}
	problem := impossiblePin{At: p.unit.Span(e), Bound: param.Declared(), Value: ValueOf(e),
		Why: "the model uses the argument as " + aType(param.Type), Want: param.Type}
	if enum, ok := param.Type.(*types.Enum); ok {
		problem.Names = enum.Names
	}
	p.info.report(problem)
}

// unfit returns the smallest part of a pinned value that is not of a type, or
// nil. Null is what an argument or a field is that the call leaves out.
func unfit(e ast.Expr, t types.Type) ast.Expr {
	switch e := e.(type) {
	case *ast.Literal:
		if hasType(e.Value, t) {
			return nil
		}
	case *ast.ArrayLit:
		if t, ok := t.(*types.Array); ok {
			return unfitElement(e, t)
		}
	case *ast.RecordLit:
		// A record and its fields are looked at apart, so that the smallest part is blamed.
		if t, ok := t.(*types.Record); ok {
			return unfitField(e, t)
		}
	}
	if t == types.Invalid || ValueOf(e) == nil {
		return nil
	}
	return e
}

func hasType(v types.Value, t types.Type) bool {
	switch v := v.(type) {
	case types.Boolean:
		return t == types.Bool
	case types.Number:
		return t == types.Real || t == types.Int && v.IsInt()
	case types.Text:
		enum, ok := t.(*types.Enum)
		return t == types.String || ok && enum.Has(string(v))
	}
	return true
}

func unfitElement(e *ast.ArrayLit, t *types.Array) ast.Expr {
	for _, x := range e.Elems {
		if bad := unfit(x, t.Elem); bad != nil {
			return bad
		}
	}
	return nil
}

func unfitField(e *ast.RecordLit, t *types.Record) ast.Expr {
	for _, f := range e.Fields {
		if f.Name == nil {
			continue
		}
		typ, ok := t.Field(f.Name.Name)
		// The model does not know the field, so no value of it is right.
		if !ok {
			return f.Value
		}
		if bad := unfit(f.Value, typ); bad != nil {
			return bad
		}
	}
	return nil
}

// An argument is one of which neither a schema nor the model tells the
// type, so that the pins of a suite must agree on it.
type argument struct{ tool, param string }

// A claim is what a pin says of the type of such an argument.
type claim struct {
	argument
	typ types.Type
	at  source.Span
}

// claim notes what a pin says of its argument.
func (p pinner) claim(tool string, pin *ast.Pin) {
	// Null goes with every type, and claims none.
	if typ := pinType(pin.Value); typ != nil {
		p.info.claims = append(p.info.claims, claim{argument{tool, pin.Name.Name}, typ, p.unit.Span(pin.Value)})
	}
}

// agree holds the pins of each argument against the first one in the suite. It
// returns what it finds by unit.
func (c *suiteChecker) agree() map[*ast.Unit][]diag.Diagnostic {
	first := make(map[argument]claim)
	found := make(map[*ast.Unit][]diag.Diagnostic)
	for _, k := range c.File.Cases {
		for _, u := range k.Parts {
			if c.units[u] == nil {
				continue
			}
			for _, this := range c.units[u].claims {
				had, ok := first[this.argument]
				switch {
				case !ok:
					first[this.argument] = this
				case had.typ != this.typ:
					found[u] = append(found[u], diag.Of(argumentConflict{At: this.at, Name: this.param, Want: this.typ, First: had.at, FirstType: had.typ}))
				}
			}
		}
	}
	return found
}

// Any record and any array: pins of unknown arguments are compared by their
// kind alone.
var anyRecord, anyArray = &types.Record{}, &types.Array{Elem: types.Invalid}

// pinType returns the kind of a pinned value as a type, or nil for null and
// for what could not be read.
func pinType(e ast.Expr) types.Type {
	switch e := e.(type) {
	case *ast.ArrayLit:
		return anyArray
	case *ast.RecordLit:
		return anyRecord
	case *ast.Literal:
		switch typ := naturalLiteral(e); typ {
		case types.Invalid:
			return nil
		case types.Int:
			// A pin with 1 and one with 1.5 agree.
			return types.Real
		default:
			return typ
		}
	}
	return nil
}
