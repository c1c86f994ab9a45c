package types

import "slices"

// TypeAt returns the type at a path of fields, nil if there is no such path.
// If the type of a record is not known, neither is that of its fields.
func TypeAt(t Type, path []string) Type {
	for _, name := range path {
		if t == Invalid {
			return t
		}
		r, ok := t.(*Record)
		if !ok {
			return nil
		}
		if t, ok = r.Field(name); !ok {
			return nil
		}
	}
	return t
}

// Complete reports whether a value of a type, which may be nil or lack fields,
// has all that is in the type. A map that is open is not complete.
func Complete(v Value, t Type) bool {
	if _, open := v.(OpenDict); open {
		return false
	}
	r, ok := t.(*Record)
	if !ok || v == nil {
		return v != nil
	}
	o, _ := v.(Object)
	for _, f := range r.Fields {
		if m, _ := o.Get(f.Name); !Complete(m, f.Type) {
			return false
		}
	}
	return true
}

// ValueAt returns the value at a path of fields, nil if there is none.
func ValueAt(v Value, path []string) Value {
	for _, name := range path {
		o, ok := v.(Object)
		if !ok {
			return nil
		}
		v, _ = o.Get(name)
	}
	return v
}

// WithAt returns a copy of v with another value at a path of fields. It adds
// the objects and members of the path that v lacks.
func WithAt(v Value, path []string, value Value) Value {
	if len(path) == 0 {
		return value
	}
	old, _ := v.(Object)
	// Copy each object on the path, as the original may be shared.
	object := slices.Clone(old)
	for i, m := range object {
		if m.Name == path[0] {
			object[i].Value = WithAt(m.Value, path[1:], value)
			return object
		}
	}
	return append(object, Member{Name: path[0], Value: WithAt(nil, path[1:], value)})
}
