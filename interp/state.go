package interp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/types"
)

// A State gives each state variable a value, by name. A canonical one, which
// is what the methods of [Machine] take and give unless they say otherwise,
// gives every variable of the model, and nothing else, a value of its type:
// the fields of a record in the order of its type, the members of a set and
// the keys of a map in ascending order and without repetition. States are not changed once made.
type State map[string]types.Value

// Equal reports whether two canonical states are the same.
func (s State) Equal(t State) bool {
	return maps.EqualFunc(s, t, func(a, b types.Value) bool { return compare(a, b) == 0 })
}

// Canonical returns the canonical form of a state, or an error that names the
// first variable or field, in order of declaration, that has no value or one
// of another type.
func (x *Machine) Canonical(s State) (State, error) {
	if x.flat(s) {
		return s, nil
	}
	canonical := make(State, len(x.model.State()))
	for _, v := range x.model.State() {
		value, err := strict(s[v.Name()], v.Type, v.Name(), false)
		if err != nil {
			return nil, err
		}
		canonical[v.Name()] = value
	}
	return canonical, x.unknownNames(s)
}

// flat reports whether a state is canonical as it is, and has nothing but truth values, strings
// and names, of which there is one form only.
func (x *Machine) flat(s State) bool {
	list := x.model.State()
	if len(s) != len(list) {
		return false
	}
	for _, v := range list {
		switch value := s[v.Name()].(type) {
		case types.Boolean:
			if v.Type != types.Bool {
				return false
			}
		case types.Text:
			if enum, ok := v.Type.(*types.Enum); v.Type != types.String && (!ok || !enum.Has(string(value))) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// partial is Canonical for a state in which variables, and fields of records,
// may lack a value, and maps may be open.
func (x *Machine) partial(s State) (State, error) {
	known := make(State, len(s))
	found := 0
	for _, v := range x.model.State() {
		given := s[v.Name()]
		if given == nil {
			continue
		}
		found++
		value, err := strict(given, v.Type, v.Name(), true)
		if err != nil {
			return nil, err
		}
		// A record of which nothing is given counts as a variable without a value.
		if o, ok := value.(types.Object); !ok || len(o) > 0 {
			known[v.Name()] = value
		}
	}
	if found == len(s) {
		return known, nil
	}
	return known, x.unknownNames(s)
}

func (x *Machine) unknownNames(s State) error {
	var unknown []string
	for name := range s {
		if x.model.Var(name) == nil {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	return fmt.Errorf("the model has no state variable `%s`", slices.Min(unknown))
}

// strict is conform for values that are meant to be of the type: all that
// conform passes over is an error, which names the place. Where holes are
// allowed, records outside of lists may lack fields.
func strict(v types.Value, t types.Type, at string, holes bool) (types.Value, error) {
	switch t := t.(type) {
	case *types.Record:
		if o, ok := v.(types.Object); ok {
			return strictRecord(o, t, at, holes)
		}
	case *types.Array:
		if l, ok := v.(types.List); ok {
			return strictArray(l, t, at)
		}
	case *types.Map:
		switch d := v.(type) {
		case types.Dict:
			entries, err := strictDict(d, t, at)
			return types.NewDict(entries), err
		case types.OpenDict:
			if holes {
				entries, err := strictDict(d, t, at)
				return types.OpenDict(types.NewDict(entries)), err
			}
		}
	}
	if v == nil {
		return nil, fmt.Errorf("`%s` has no value", at)
	}
	value := conform(v, t)
	if value == nil || odd(value) {
		return nil, fmt.Errorf("`%s`: %s", at, notOf(v, t))
	}
	return value, nil
}

func strictRecord(o types.Object, t *types.Record, at string, holes bool) (types.Value, error) {
	record := make(types.Object, 0, len(t.Fields))
	for _, f := range t.Fields {
		given, _ := o.Get(f.Name)
		if given == nil && holes {
			continue
		}
		value, err := strict(given, f.Type, at+"."+f.Name, holes)
		if err != nil {
			return nil, err
		}
		// A record of which nothing is given counts as left out.
		if inner, ok := value.(types.Object); ok && len(inner) == 0 {
			continue
		}
		record = append(record, types.Member{Name: f.Name, Value: value})
	}
	for _, m := range o {
		if _, ok := t.Field(m.Name); !ok {
			return nil, fmt.Errorf("`%s` has no field `%s`", at, m.Name)
		}
	}
	return record, nil
}

func strictArray(l types.List, t *types.Array, at string) (types.Value, error) {
	members := make([]types.Value, len(l))
	for i, m := range l {
		value, err := strict(m, t.Elem, fmt.Sprintf("%s[%d]", at, i), false)
		if err != nil {
			return nil, err
		}
		members[i] = value
	}
	return set(members), nil
}

// notOf says that a value is not of a type.
func notOf(v types.Value, t types.Type) string {
	if enum, ok := t.(*types.Enum); ok {
		if _, ok := v.(types.Text); ok {
			return excerpt(v.String()) + " is not one of the names " + nameList(enum)
		}
	}
	if rank(v) >= rank(types.List{}) {
		return fmt.Sprintf("%s is not a value of the type %s", excerpt(v.String()), excerpt(t.String()))
	}
	return fmt.Sprintf("expected %s, found %s", expectedType(t), excerpt(v.String()))
}

func nameList(e *types.Enum) string { return diag.Some(e.Names, 8, types.Quote) }

func expectedType(t types.Type) string {
	switch t.(type) {
	case *types.Record:
		return "a record"
	case *types.Array:
		return "an array"
	case *types.Map:
		return "a map"
	case *types.Enum:
		return "a name"
	}
	if t == types.Int {
		return "an Int"
	}
	return "a " + t.String()
}

// excerpt shortens a long text in a message.
func excerpt(s string) string { return diag.Cut(s, 80) }

// key returns a text that tells canonical states of one model apart.
func (x *Machine) key(s State) string {
	var b strings.Builder
	for _, v := range x.model.State() {
		b.WriteString(s[v.Name()].String())
		b.WriteByte('\n')
	}
	return b.String()
}

// with returns a copy of a state in which a leaf has another value.
func with(s State, l system.Leaf, v types.Value) State {
	s = maps.Clone(s)
	l.Set(s, v)
	return s
}
