package compiler

import (
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// improper returns a member of a list that is accepted and yet no value of
// the element type: null, or a record that lacks a field. It is nil where
// there is none.
func (e *encoder) improper(items *tool.Schema, elem types.Type) types.Value {
	if items == nil || elem == types.Invalid {
		return nil
	}
	// null is never among the listed values, so it is asked for first.
	if items.Nullable {
		return types.Null{}
	}
	if given := system.Listed(items); given != nil {
		return e.improperOf(items, given, elem)
	}
	switch t := elem.(type) {
	case *types.Array:
		if v := e.improper(items.Items, t.Elem); v != nil {
			return types.List{v}
		}
	case *types.Record:
		return e.improperRecord(items, t)
	}
	return nil
}

// improperOf returns one of the values that a schema lists.
func (e *encoder) improperOf(s *tool.Schema, given []types.Value, t types.Type) types.Value {
	for _, v := range given {
		if ok, _ := s.Accepts(v); ok && !e.proper(e.constant(v, t)).IsTrue() {
			return v
		}
	}
	return nil
}

func (e *encoder) improperRecord(items *tool.Schema, t *types.Record) types.Value {
	for _, f := range t.Fields {
		prop := items.Property(f.Name)
		if prop == nil {
			continue
		}
		if !prop.Required {
			return without(items, f.Name)
		}
		if inner := e.improper(prop.Schema, f.Type); inner != nil {
			return append(without(items, f.Name), types.Member{Name: f.Name, Value: inner})
		}
	}
	return nil
}

// without returns an object of a schema's required members but for one.
func without(s *tool.Schema, name string) types.Object {
	object := types.Object{}
	for _, p := range s.Properties {
		if v := system.Samples(p.Schema, 1); p.Required && p.Name != name && len(v) > 0 {
			object = append(object, types.Member{Name: p.Name, Value: v[0]})
		}
	}
	return object
}
