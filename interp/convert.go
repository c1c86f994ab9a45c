package interp

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// ToJSON returns a value as compact JSON, with the members of objects in
// their order. A number that is no finite decimal is a string, "1/3"; what
// has no value, nil, is null.
func ToJSON(v types.Value) json.RawMessage { return document.AppendJSON(nil, v) }

// MarshalJSON writes the variables in the order of their names.
func (s State) MarshalJSON() ([]byte, error) {
	object := make(types.Object, 0, len(s))
	for _, name := range slices.Sorted(maps.Keys(s)) {
		object = append(object, types.Member{Name: name, Value: s[name]})
	}
	return ToJSON(object), nil
}

// ReadState reads a state as [State.MarshalJSON] writes it. The error says which
// variable of the model has no value, or one of another type.
func (x *Machine) ReadState(data []byte) (State, error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(data, &values); err != nil {
		return nil, err
	}
	s := make(State, len(x.model.Vars))
	for _, v := range x.model.Vars {
		if values[v.Name()] == nil {
			return nil, fmt.Errorf("`%s` has no value", v.Name())
		}
		value, err := FromJSON(values[v.Name()], v.Type)
		if err != nil {
			return nil, fmt.Errorf("`%s`: %w", v.Name(), err)
		}
		s[v.Name()] = value
	}
	return s, nil
}

// FromJSON reads a value of a type: an enum is a string, a record an object
// with every field, a set an array, a map an object with the texts of its keys,
// and a Real may be a string as "1/3". It returns the value in canonical form, or
// an error that says where it is none of the type.
func FromJSON(data []byte, t types.Type) (types.Value, error) {
	file := source.NewFile("value", string(data))
	nodes, err := readValues(file)
	if err != nil {
		return nil, err
	}
	if len(nodes) != 1 {
		return nil, &TraceError{file.Span(0, 0), "expected one JSON value"}
	}
	return fromNode(nodes[0], t, false)
}

// fromNode is strict for a value in a file. Where holes are allowed, records
// outside of lists may lack fields.
func fromNode(n *document.Node, t types.Type, holes bool) (types.Value, error) {
	switch t := t.(type) {
	case *types.Record:
		if n.Kind == document.Object {
			return recordFromNode(n, t, holes)
		}
	case *types.Array:
		if n.Kind == document.List {
			members := make([]types.Value, len(n.Items))
			for i, item := range n.Items {
				// A member has to be whole, even where records may have holes.
				m, err := fromNode(item, t.Elem, false)
				if err != nil {
					return nil, err
				}
				members[i] = m
			}
			return set(members), nil
		}
	case *types.Map:
		if n.Kind == document.Object {
			return dictFromNode(n, t)
		}
	}
	written := exact(n)
	value := conform(rationals(written, t), t)
	if value == nil || odd(value) {
		return nil, &TraceError{n.At, notOf(written, t)}
	}
	return value, nil
}

func recordFromNode(n *document.Node, t *types.Record, holes bool) (types.Value, error) {
	for _, m := range n.Members {
		if _, ok := t.Field(m.Name); !ok {
			return nil, &TraceError{m.At, "the record has no field " + types.Quote(excerpt(m.Name))}
		}
	}
	record := make(types.Object, 0, len(t.Fields))
	for _, f := range t.Fields {
		given := n.Get(f.Name)
		if given == nil && holes {
			continue
		}
		if given == nil {
			return nil, &TraceError{n.At, "the record has no field " + types.Quote(f.Name)}
		}
		value, err := fromNode(given, f.Type, holes)
		if err != nil {
			return nil, err
		}
		record = append(record, types.Member{Name: f.Name, Value: value})
	}
	return record, nil
}

var fraction = lazyregexp.New(`^-?[0-9]+/[0-9]+$`)

// maxFraction bounds the length of a fraction, as numbers are bounded.
const maxFraction = 4096

// rationals returns a value with the strings in it that stand for a fraction,
// where the type wants a Real, as numbers.
func rationals(v types.Value, t types.Type) types.Value {
	switch v := v.(type) {
	case types.Text:
		if t == types.Real && len(v) <= maxFraction && fraction.MatchString(string(v)) {
			if r, ok := new(big.Rat).SetString(string(v)); ok {
				return types.NewNumber(r)
			}
		}
	case types.List:
		if a, ok := t.(*types.Array); ok {
			list := make(types.List, len(v))
			for i, m := range v {
				list[i] = rationals(m, a.Elem)
			}
			return list
		}
	case types.Object:
		if r, ok := t.(*types.Record); ok {
			object := make(types.Object, len(v))
			for i, m := range v {
				typ, _ := r.Field(m.Name)
				object[i] = types.Member{Name: m.Name, Value: rationals(m.Value, typ)}
			}
			return object
		}
	}
	return v
}
