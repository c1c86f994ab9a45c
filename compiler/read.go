package compiler

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Read returns the trace that a solver found, or any other values do that
// satisfy the formula.
func (f *Formula) Read(s smt.Values) (*system.Trace, error) {
	r := &reader{f: f, e: f.enc, solver: s, fresh: make(map[string]string)}
	t := &system.Trace{}
	if len(f.states) > 0 {
		t.Init = r.state(f.states[0])
	}
	for i, step := range f.steps {
		j := r.integer(step.tool)
		// The first call that is left out ends the trace.
		if r.err != nil || j <= 0 || j > int64(len(f.scenario.Tools)) {
			break
		}
		ts := system.TraceStep{Call: tool.Call{Tool: f.scenario.Tools[j-1].Name, Args: types.Object{}}}
		if f.scenario.Tools[j-1].Answered {
			ts.Answer = types.Object{}
		}
		for _, a := range step.args[j-1] {
			if v := r.argument(a); v != nil && a.Answer {
				ts.Answer = property.With(ts.Answer, a.Name, v)
			} else if v != nil {
				ts.Call.Args = append(ts.Call.Args, types.Member{Name: a.Name, Value: v})
			}
		}
		if len(f.states) > 0 {
			ts.State = r.state(f.states[i+1])
		}
		t.Steps = append(t.Steps, ts)
	}
	return t, r.err
}

// A reader reads symbols in a model of the formula. The first error stays.
type reader struct {
	f      *Formula
	e      *encoder
	solver smt.Values
	fresh  map[string]string // names of strings that occur nowhere, by number
	err    error
}

func (r *reader) truth(t *smt.Term) bool {
	if r.err != nil {
		return false
	}
	v, err := r.solver.Truth(t)
	r.err = err
	return v
}

func (r *reader) number(t *smt.Term) *big.Rat {
	if r.err != nil {
		return new(big.Rat)
	}
	v, err := r.solver.Number(t)
	if r.err = err; err != nil {
		return new(big.Rat)
	}
	return v
}

func (r *reader) integer(t *smt.Term) int64 {
	n := r.number(t)
	if r.err == nil && !(n.IsInt() && n.Num().IsInt64()) {
		r.err = fmt.Errorf("the solver gives %s for an index", n)
	}
	return n.Num().Int64()
}

func (r *reader) state(s state) map[string]types.Value {
	out := make(map[string]types.Value)
	for _, v := range r.f.scenario.Model.State() {
		out[v.Name()] = r.value(r.e.wholeOf(s, v))
	}
	return out
}

// value reads a total symbol.
func (r *reader) value(s *symbol) types.Value {
	switch t := s.typ.(type) {
	case *types.Record:
		object := types.Object{}
		for i, f := range t.Fields {
			object = append(object, types.Member{Name: f.Name, Value: r.value(s.fields[i])})
		}
		return object
	case *types.Array:
		return r.members(s, t.Elem)
	case *types.Map:
		return r.dict(s, t)
	}
	switch s.typ {
	case types.Bool:
		return types.Boolean(r.truth(s.scalar))
	case types.Int, types.Real:
		return types.NewNumber(r.number(s.scalar))
	}
	return r.text(r.number(s.scalar))
}

// text reads a string, or a value in a place of any type.
func (r *reader) text(n *big.Rat) types.Value {
	names := &r.e.names
	id := n.Num()
	switch {
	// Negative numbers are values of other kinds (see names).
	case id.Sign() < 0 && id.IsInt64() && -id.Int64() <= int64(len(names.opaque)):
		return names.opaque[-id.Int64()-1]
	case id.IsInt64():
		if text, ok := names.known(id.Int64()); ok {
			return types.Text(text)
		}
	}
	key := id.String()
	name, had := r.fresh[key]
	if !had {
		name = r.newName(id)
		r.fresh[key] = name
	}
	return types.Text(name)
}

// newName returns a string for a number that no string has. It may be "".
func (r *reader) newName(id *big.Int) string {
	names := &r.e.names
	if names.like != nil {
		return names.like.Fresh(names.classOf(id), r.given)
	}
	base := "new"
	// No string of the source begins with base, so that no new name is one of them.
	for slices.ContainsFunc(names.texts, func(s string) bool { return strings.HasPrefix(s, base) }) {
		base += "_"
	}
	return system.Numbered(base, len(r.fresh))
}

// given reports whether a string has another number.
func (r *reader) given(s string) bool {
	_, occurs := r.e.names.ids[s]
	for _, had := range r.fresh {
		occurs = occurs || had == s
	}
	return occurs
}

// members reads a set: at each value of a finite type, or at each probe.
func (r *reader) members(s *symbol, elem types.Type) types.List {
	list := types.List{}
	if s.array == nil {
		values, _ := elems(elem)
		for i, v := range values {
			if r.truth(s.bits[i]) {
				list = append(list, v)
			}
		}
		return list
	}
	for _, p := range r.e.probes {
		if !types.Identical(p.elem, elem) || !r.truth(r.e.And(r.e.isValue(p.at, elem), r.e.member(s, p.at))) {
			continue
		}
		v := r.value(r.e.retyped(p.at, elem))
		// Several probes may have one value.
		list = types.Include(list, v)
	}
	return list
}

// isValue holds where a symbol is a value of a type, as a member of a set or a key of a map
// has to be. A probe is any value that occurs: it may be undefined, or outside of the type.
func (e *encoder) isValue(s *symbol, t types.Type) *smt.Term {
	return e.And(e.proper(s), e.inside(s, t))
}

// inside holds where a symbol lies in a type, which an undefined one does
// not by itself.
func (e *encoder) inside(s *symbol, t types.Type) *smt.Term {
	switch t := t.(type) {
	case *types.Enum:
		return e.among(s.scalar, t)
	case *types.Record:
		all := lists.Map(t.Fields, func(f types.Field) *smt.Term { return e.inside(e.field(s, f.Name), f.Type) })
		return e.And(all...)
	}
	return e.Bool(true)
}

// retyped returns a symbol as one of another type that is the same, with
// fields in the order of that type.
func (e *encoder) retyped(s *symbol, t types.Type) *symbol {
	switch t := t.(type) {
	case *types.Record:
		out := &symbol{typ: t, defined: s.defined}
		out.fields = lists.Map(t.Fields, func(f types.Field) *symbol { return e.retyped(e.field(s, f.Name), f.Type) })
		return out
	case *types.Array:
		return e.columned(s, t.Elem)
	}
	return e.coerced(s, t)
}

// argument reads an argument; nil stands for one that is left out.
func (r *reader) argument(a *argument) types.Value {
	if a.symbol != nil {
		return r.part(a.symbol, a.Schema)
	}
	switch i := r.integer(a.choice); {
	case i == 0:
		return nil
	case i == 1:
		return types.Null{}
	case i-2 < int64(len(a.Pins)):
		return a.Pins[i-2]
	}
	return a.Other
}

func (r *reader) part(s *symbol, schema *tool.Schema) types.Value {
	switch {
	case r.truth(s.absent):
		return nil
	case r.truth(s.null):
		return types.Null{}
	}
	switch t := s.typ.(type) {
	case *types.Record:
		// A pinned record may have keys beyond its type.
		if s.which != nil {
			if i := r.integer(s.which); i > 0 && i <= int64(len(s.lists)) {
				return s.lists[i-1]
			}
		}
		object := types.Object{}
		for i, f := range t.Fields {
			if v := r.part(s.fields[i], system.PropertyOf(schema, f.Name)); v != nil {
				object = append(object, types.Member{Name: f.Name, Value: v})
			}
		}
		return object
	case *types.Array:
		return r.list(s, t.Elem, schema)
	}
	v := r.value(s)
	// The number of a list of no known type tells only its members (see anything).
	if l, ok := v.(types.List); ok {
		return r.listed(s, l)
	}
	return v
}

// list reads an array argument: one of the pinned lists, or another list with
// the members found.
func (r *reader) list(s *symbol, elem types.Type, schema *tool.Schema) types.Value {
	if s.items != nil {
		return r.positioned(s, schema)
	}
	list := r.members(s, elem)
	if schema != nil {
		for i, v := range list {
			list[i] = r.element(v, elem, schema.Items)
		}
		// An odd set has a member that is no value of the element type.
		if r.truth(s.odd) {
			list = append(list, r.e.improper(schema.Items, elem))
		}
	}
	return r.listed(s, list)
}

// listed returns the pinned list that a symbol is, or else a list that has the
// members of the one given and is none of them.
func (r *reader) listed(s *symbol, list types.List) types.List {
	if s.which != nil {
		if i := r.integer(s.which); i > 0 && i <= int64(len(s.lists)) {
			return s.lists[i-1].(types.List)
		}
	}
	// Repeating a member makes another list with the same set.
	for len(list) > 0 && types.Contains(s.lists, list) {
		list = append(slices.Clip(list), list[len(list)-1])
	}
	return list
}

// alike reports whether two proper values of a type are the same to a model: lists with the same members are.
func alike(a, b types.Value, t types.Type) bool {
	switch t := t.(type) {
	case *types.Array:
		x, isList := a.(types.List)
		y, areLists := b.(types.List)
		return isList && areLists && within(x, y, t.Elem) && within(y, x, t.Elem)
	case *types.Record:
		x, isObject := a.(types.Object)
		y, areObjects := b.(types.Object)
		return isObject && areObjects && !slices.ContainsFunc(t.Fields, func(f types.Field) bool {
			v, has := x.Get(f.Name)
			w, have := y.Get(f.Name)
			return !has || !have || !alike(v, w, f.Type)
		})
	}
	return types.Equal(a, b)
}

// within reports whether each member of a list is one of another.
func within(list, other types.List, elem types.Type) bool {
	return !slices.ContainsFunc(list, func(m types.Value) bool {
		return !slices.ContainsFunc(other, func(o types.Value) bool { return alike(m, o, elem) })
	})
}

// element returns a JSON value that a schema accepts and that is, to a model,
// the given one. The two differ where the schema lists lists.
func (r *reader) element(v types.Value, t types.Type, s *tool.Schema) types.Value {
	for _, l := range system.Listed(s) {
		if r.e.proper(r.e.constant(l, t)).IsTrue() && alike(l, v, t) {
			return l
		}
	}
	switch v := v.(type) {
	case types.List:
		array, ok := t.(*types.Array)
		if !ok || s == nil {
			return v
		}
		out := types.List{}
		for _, m := range v {
			out = append(out, r.element(m, array.Elem, s.Items))
		}
		return out
	case types.Object:
		out := types.Object{}
		for _, m := range v {
			if record, ok := t.(*types.Record); ok {
				field, _ := record.Field(m.Name)
				m.Value = r.element(m.Value, field, system.PropertyOf(s, m.Name))
			}
			out = append(out, m)
		}
		return out
	}
	return v
}
