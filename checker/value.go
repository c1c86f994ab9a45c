package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A valuer reads the values of constants and of initial states, and holds
// them against the type of their place.
type valuer struct {
	unit    *ast.Unit
	info    *unitInfo
	code    diag.Code // of a value of another type
	partial bool      // records may lack fields
}

func (v valuer) span(n ast.Node) source.Span { return v.unit.Span(n) }

// value returns the value of e, or nil after a report.
func (v valuer) value(e ast.Expr, want types.Type) types.Value {
	switch e := e.(type) {
	case *ast.Literal:
		return v.literal(e, want)
	case *ast.ArrayLit:
		return v.array(e, want)
	case *ast.RecordLit:
		return v.record(e, want)
	case *ast.MapLit:
		return v.dict(e, want)
	}
	return nil
}

func (v valuer) mismatch(e ast.Expr, want types.Type) types.Value {
	v.info.report(wrongValue{Code: v.code, At: v.span(e), Want: want, Got: describeValue(e)})
	return nil
}

func (v valuer) literal(e *ast.Literal, want types.Type) types.Value {
	v.info.types[e] = want
	switch value := e.Value.(type) {
	case types.Boolean:
		if want == types.Bool || want == types.Invalid {
			return value
		}
	case types.Number:
		// A Real literal would have to be rounded.
		if want == types.Real || want == types.Int && !e.Real || want == types.Invalid {
			return value
		}
	case types.Text:
		if enum, ok := want.(*types.Enum); ok {
			return v.enum(e, value, enum)
		}
		if want == types.String || want == types.Invalid {
			return value
		}
	}
	return v.mismatch(e, want)
}

func (v valuer) enum(e *ast.Literal, name types.Text, enum *types.Enum) types.Value {
	if enum.Has(string(name)) {
		return name
	}
	v.info.report(notInEnum{At: v.span(e), Value: string(name), Enum: enum})
	return nil
}

func (v valuer) array(e *ast.ArrayLit, want types.Type) types.Value {
	t, ok := want.(*types.Array)
	// Where the type is not known, the values are read all the same.
	if !ok && want != types.Invalid {
		return v.mismatch(e, want)
	}
	elem := types.Type(types.Invalid)
	if ok {
		elem = t.Elem
	}
	v.info.types[e] = want
	v.partial = false // an element lacks nothing
	list := types.List{}
	for _, x := range e.Elems {
		if value := v.value(x, elem); value != nil {
			list = append(list, value)
		}
	}
	return list
}

func (v valuer) record(e *ast.RecordLit, want types.Type) types.Value {
	t, ok := want.(*types.Record)
	if !ok && want != types.Invalid {
		return v.mismatch(e, want)
	}
	v.info.types[e] = want
	if !ok {
		t = &types.Record{}
	}
	object := types.Object{}
	// Without a type no field is known to be missing.
	fields := matchFields(v.unit, v.info, e, t, v.partial || !ok, ok)
	for _, f := range fields {
		if value := v.value(f.pin.Value, f.typ); value != nil {
			object = append(object, types.Member{Name: f.pin.Name.Name, Value: value})
		}
	}
	return object
}

// A fieldMatch is a field of a record literal with the type of the field of
// that name.
type fieldMatch struct {
	pin *ast.Pin
	typ types.Type
}

// matchFields holds the fields of a record literal against a record type. It
// reports fields that are written twice, are not in a known type, or are
// missing where the record must be complete.
func matchFields(u *ast.Unit, info *unitInfo, e *ast.RecordLit, t *types.Record, partial, known bool) []fieldMatch {
	var list []fieldMatch
	var unknown []noField
	first := make(map[string]*ast.Pin)
	for _, pin := range e.Fields {
		if pin.Name == nil {
			continue
		}
		name := pin.Name.Name
		if first[name] != nil {
			info.report(duplicate{At: u.Span(pin.Name), What: "the record", Name: name, First: u.Span(first[name].Name)})
			// The second value of a field is left out, so that it is not checked against the type.
			continue
		}
		first[name] = pin
		typ, ok := t.Field(name)
		if !ok {
			// The value is checked by itself.
			typ = types.Invalid
			if known {
				unknown = append(unknown, noField{At: u.Span(pin.Name), Name: name, Record: t})
			}
		}
		list = append(list, fieldMatch{pin, typ})
	}
	var missing []string
	for _, f := range t.Fields {
		if first[f.Name] == nil {
			missing = append(missing, f.Name)
		}
	}
	for i := range unknown {
		unknown[i].Missing = missing
		info.report(unknown[i])
	}
	// What is missing may be there and unread, or under one of the names that are wrong.
	if !partial && !u.Broken() && len(missing) > len(unknown) {
		info.report(missingFields{At: u.Span(e.Keyword), Missing: missing})
	}
	return list
}

// describeValue says what kind of value an expression of literals is.
func describeValue(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.ArrayLit:
		return "an array"
	case *ast.RecordLit:
		return "a record"
	case *ast.MapLit:
		return "a map"
	case *ast.Literal:
		switch e.Value.(type) {
		case types.Boolean:
			return "a Bool"
		case types.Text:
			return "a string"
		case types.Null:
			return "null"
		}
		if e.Real {
			return "a Real"
		}
		return "an Int"
	}
	return "this"
}
