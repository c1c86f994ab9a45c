package interp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// mapping computes `get` and `put`.
func (s *scope) mapping(e *ast.Op) types.Value {
	dict, ok := s.term(e.Args[0]).(types.Dict)
	key := s.term(e.Args[1])
	if !ok || key == nil {
		return nil
	}
	if e.Op == ops.Get {
		value, _ := dict.Get(key)
		return value
	}
	return put(dict, key, s.term(e.Args[2]), s.typeOf(e))
}

// put returns the map in which a key has a value; nil if one of them is none of
// the map's type.
func put(dict types.Dict, key, value types.Value, t types.Type) types.Value {
	m, ok := t.(*types.Map)
	if !ok {
		m = &types.Map{Key: types.Invalid, Value: types.Invalid}
	}
	if key == nil || value == nil {
		return nil
	}
	if key, value = within(key, m.Key), within(value, m.Value); key == nil || value == nil {
		return nil
	}
	return dict.Put(key, value)
}

// mapLit computes a map that is written out: its entries are put one after the
// other.
func (s *scope) mapLit(e *ast.MapLit) types.Value {
	var dict types.Value = types.Dict{}
	for _, x := range e.Entries {
		d, ok := dict.(types.Dict)
		if !ok {
			return nil
		}
		dict = put(d, s.term(x.Key), s.term(x.Value), s.typeOf(e))
	}
	return dict
}

// contains computes whether an element is in a set, or a map has a key.
func (s *scope) contains(e *ast.Contains) bool {
	switch in := s.term(e.Array).(type) {
	case types.List:
		return has(in, s.term(e.Elem))
	case types.Dict:
		key := s.term(e.Elem)
		if key == nil {
			return false
		}
		_, ok := in.Get(key)
		return ok
	}
	return false
}

// keysOf returns the keys of a map.
func keysOf(d types.Dict) []types.Value {
	return lists.Map(d, func(e types.Entry) types.Value { return e.Key })
}

func compareEntries(a, b types.Entry) int {
	return cmp.Or(compare(a.Key, b.Key), compare(a.Value, b.Value))
}

// conformDict gives the keys and values of a map the form of their types. It
// returns nil if one is none of its type.
func conformDict(d []types.Entry, t *types.Map) []types.Entry {
	entries := make([]types.Entry, len(d))
	for i, e := range d {
		key, value := conform(e.Key, t.Key), conform(e.Value, t.Value)
		if key == nil || value == nil {
			return nil
		}
		entries[i] = types.Entry{Key: key, Value: value}
	}
	return entries
}

// strictDict is strict for the entries of a map.
func strictDict(d []types.Entry, t *types.Map, at string) ([]types.Entry, error) {
	entries := make([]types.Entry, len(d))
	for i, e := range d {
		at := keyName(at, e.Key)
		key, err := strict(e.Key, t.Key, at, false)
		if err != nil {
			return nil, err
		}
		value, err := strict(e.Value, t.Value, at, false)
		if err != nil {
			return nil, err
		}
		entries[i] = types.Entry{Key: key, Value: value}
	}
	return entries, nil
}

// keyName names a key of a map in messages, as `m["a"]`.
func keyName(m string, key types.Value) string { return m + "[" + excerpt(key.String()) + "]" }

// dictFromNode reads a map from a JSON object.
func dictFromNode(n *document.Node, t *types.Map) (types.Value, error) {
	entries := make([]types.Entry, 0, len(n.Members))
	for _, m := range n.Members {
		key, ok := types.ParseKey(m.Name, t.Key)
		if !ok {
			return nil, &TraceError{m.At, notOf(types.Text(m.Name), t.Key)}
		}
		value, err := fromNode(m.Value, t.Value, false)
		if err != nil {
			return nil, err
		}
		entries = append(entries, types.Entry{Key: key, Value: value})
	}
	return types.NewDict(entries), nil
}

// dictDomain returns all maps of a type, unless there are more than limit.
func dictDomain(t *types.Map, limit int) ([]types.Value, bool) {
	keys, ok := domain(t.Key, limit)
	if !ok {
		return nil, false
	}
	values, ok := domain(t.Value, limit)
	if !ok {
		return nil, false
	}
	dicts := []types.Value{types.Dict{}}
	for _, k := range keys {
		if len(dicts)*(len(values)+1) > limit {
			return nil, false
		}
		// dicts grows in the loop, which is over those without this key.
		for _, d := range slices.Clone(dicts) {
			for _, v := range values {
				dicts = append(dicts, d.(types.Dict).Put(k, v))
			}
		}
	}
	return dicts, true
}

// dictsAround returns maps, and those that have one entry more, less or changed.
func (f *search) dictsAround(t *types.Map, list []types.Value) []types.Value {
	keys, ok := domain(t.Key, maxGuesses)
	if !ok {
		keys = f.around(t.Key, f.occurring(t.Key))
	}
	values, ok := domain(t.Value, maxGuesses)
	if !ok {
		values = f.around(t.Value, f.occurring(t.Value))
	}
	dicts := append([]types.Value{types.Dict{}}, list...)
	for _, d := range slices.Clone(dicts) {
		for _, k := range keys {
			dicts = append(dicts, d.(types.Dict).Without(k))
			for _, v := range values {
				dicts = append(dicts, d.(types.Dict).Put(k, v))
			}
			if len(dicts) > maxGuesses {
				return distinct(dicts)
			}
		}
	}
	return distinct(dicts)
}

// includes reports whether a map has all entries that are known of it.
func includes(d types.Dict, known types.OpenDict) bool {
	return !slices.ContainsFunc(known, func(e types.Entry) bool {
		value, ok := d.Get(e.Key)
		return !ok || compare(value, e.Value) != 0
	})
}

// isOpen reports whether a value leaves keys of a map free.
func isOpen(v types.Value) bool {
	_, open := v.(types.OpenDict)
	return open
}

// agrees returns an error if a value of a leaf is not what a case says of it.
func agrees(name string, said, value types.Value) error {
	if open, ok := said.(types.OpenDict); ok {
		if d, ok := value.(types.Dict); !ok || includes(d, open) {
			return nil
		}
	} else if compare(said, value) == 0 {
		return nil
	}
	return fmt.Errorf("`%s` is %s, and the case says %s", name, excerpt(value.String()), excerpt(said.String()))
}

func isDict(v types.Value) bool {
	_, ok := v.(types.Dict)
	return ok
}

// lacksKey says which key of a map has no value, if that is why an expression,
// (get m k) or a field of it, has none.
func (s *scope) lacksKey(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.FieldExpr:
		return s.lacksKey(e.Record)
	case *ast.Op:
		if e.Op != ops.Get {
			return ""
		}
		dict, ok := s.term(e.Args[0]).(types.Dict)
		key := s.term(e.Args[1])
		if _, has := dict.Get(key); ok && key != nil && !has {
			return fmt.Sprintf("`%s` has no key %s", ast.Source(e.Args[0]), excerpt(key.String()))
		}
	}
	return ""
}
