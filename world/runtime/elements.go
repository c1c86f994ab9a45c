package runtime

import (
	"math/rand/v2"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// keyed are the elements of a list in an answer whose fields maps tell, as in
// (forall (x (result list)) (= (field x price) (get price (field x id)))).
type keyed struct {
	key    string      // the field that is the key of maps; "" if the element itself is
	maps   []int       // the leaves that have the keys
	fields []tiedField // that maps tell
}

// A tiedField is a field that has the value of a map.
type tiedField struct {
	name string
	leaf int
}

// keyedBy finds out of which elements the lists in answers are. Of a list whose elements
// have several keys, that is the first.
func (w *World) keyedBy() {
	w.elements = make(map[*checker.Param]*keyed)
	for _, t := range w.Suite.Model.Transitions {
		if t.Decl.Post == nil {
			continue
		}
		objectOf := func(n ast.Node) checker.Object { return w.Suite.Model.ObjectOf(t.Unit, n) }
		for q := range ast.Each[*ast.Quantified](t.Decl.Post) {
			if checker.EachElement(q, objectOf) == nil {
				continue
			}
			// Only quantifiers over a whole result say what the list of an answer has.
			ref, whole := q.Binder.Over.(*ast.ResultRef)
			if !whole {
				continue
			}
			if p, ok := objectOf(ref).(*checker.Param); ok {
				w.addKeyed(p, q, objectOf)
			}
		}
	}
}

// addKeyed adds what a quantifier says of the elements of a list.
func (w *World) addKeyed(p *checker.Param, q *ast.Quantified, objectOf func(ast.Node) checker.Object) {
	x := objectOf(q.Binder.Names[0])
	// First find the key, and the maps that are looked up by it.
	for get := range ast.Each[*ast.Op](q.Body) {
		leaf, key, ok := w.lookup(get, x, objectOf)
		if !ok {
			continue
		}
		k := w.elements[p]
		if k == nil {
			k = &keyed{key: key}
			w.elements[p] = k
		}
		if k.key == key && !slices.Contains(k.maps, leaf) {
			k.maps = append(k.maps, leaf)
		}
	}
	k := w.elements[p]
	// Then find the fields that an equality ties to such a map, on either side.
	for e := range ast.Each[*ast.Op](q.Body) {
		if k == nil || e.Op != ops.Equal || len(e.Args) != 2 {
			continue
		}
		for i, part := range e.Args {
			get, _ := e.Args[1-i].(*ast.Op)
			name, of := fieldOf(part, x, objectOf)
			if leaf, key, ok := w.lookup(get, x, objectOf); ok && of && name != "" && key == k.key {
				k.fields = append(k.fields, tiedField{name, leaf})
			}
		}
	}
}

// lookup reads (get MAP KEY), where the key is an element or a field of it.
func (w *World) lookup(get *ast.Op, x checker.Object, objectOf func(ast.Node) checker.Object) (leaf int, key string, ok bool) {
	if get == nil || get.Op != ops.Get || len(get.Args) != 2 {
		return 0, "", false
	}
	of, ref := get.Args[0].(*ast.Ref)
	if !ref {
		return 0, "", false
	}
	// Only a map that is a variable as a whole has a leaf of its own.
	leaf = slices.IndexFunc(w.leaves, func(l system.Leaf) bool { return checker.Object(l.Var) == objectOf(of) && len(l.Path) == 0 })
	key, ok = fieldOf(get.Args[1], x, objectOf)
	return leaf, key, ok && leaf >= 0
}

// fieldOf returns the name of a field of x, "" for x itself.
func fieldOf(e ast.Expr, x checker.Object, objectOf func(ast.Node) checker.Object) (name string, ok bool) {
	// Without a field, e itself has to be x, and the name stays empty.
	if f, is := e.(*ast.FieldExpr); is && f.Field != nil {
		e, name = f.Record, f.Field.Name
	}
	ref, is := e.(*ast.Ref)
	return name, is && objectOf(ref) == x
}

// list returns the elements that the model allows in a list of an answer, one for each
// key that the maps have in a state; nil if nothing tells them.
func (w *World) list(r *rand.Rand, state interp.State, call tool.Call, p *checker.Param) (list types.List) {
	k := w.elements[p]
	of, ok := p.Type.(*types.Array)
	if k == nil || !ok {
		return nil
	}
	var keys []types.Value
	for _, leaf := range k.maps {
		entries, _ := w.leaves[leaf].In(state).(types.Dict)
		for _, e := range entries {
			// Several maps may have the same keys. Each key gives one element.
			keys = types.Include(keys, e.Key)
		}
	}
	for _, key := range keys {
		e := w.element(r, state, k, of.Elem, key)
		// Keep only elements that the model accepts as a list of one.
		if next, _ := w.machine.NextAnswered(state, call, property.With(nil, p.Path, types.List{e})); len(next) > 0 {
			list = append(list, e)
		}
	}
	return list
}

// element returns the element with a key. What no map tells of it is drawn.
func (w *World) element(r *rand.Rand, state interp.State, k *keyed, t types.Type, key types.Value) types.Value {
	record, ok := t.(*types.Record)
	if k.key == "" || !ok {
		return key
	}
	var o types.Object
	for _, f := range record.Fields {
		tied := slices.IndexFunc(k.fields, func(x tiedField) bool { return x.name == f.Name })
		switch {
		case f.Name == k.key:
			o = append(o, types.Member{Name: f.Name, Value: key})
		case tied >= 0:
			entries, _ := w.leaves[k.fields[tied].leaf].In(state).(types.Dict)
			// A map without the key leaves the field out.
			if v, has := entries.Get(key); has {
				o = append(o, types.Member{Name: f.Name, Value: v})
			}
		default:
			o = append(o, types.Member{Name: f.Name, Value: w.answers.draw(r, f.Type)})
		}
	}
	return o
}
