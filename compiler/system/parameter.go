package system

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Parameter is an argument of a tool, or a part of its answer, that questions
// depend on: a transition binds it, or a check tests it.
type Parameter struct {
	Name   string
	Bound  *checker.Param // nil if no transition binds it
	Answer bool           // it is the part of the answer to which the JSON Pointer Name leads
	Type   types.Type     // of a bound one, completed by its uses and pins, and of a joined one
	Joined bool           // a check asks whether it equals another argument, by a variable
	Schema *tool.Schema   // nil if there is none

	// Lists is how deep lists in it keep their positions: 0 if the model only sees
	// their members. Members says whether it sees them as sets, too.
	Lists   int
	Members bool
	Asked   int // how many members checks ask for

	// Enough is how many members the lists in it have at most, so that any longer list
	// behaves like one of them; 0 if there is no such number. Paired says whether
	// they are looked at in pairs with those of another parameter.
	Enough int
	Paired bool

	// Pins are different values, without null, that tests name. Of a parameter
	// that only checks see and that is not joined, a value passes the same tests
	// as one of them, as null, or as Other.
	Pins []types.Value

	// Vague says why Pins may lack values that pass other tests; empty if they do
	// not.
	Vague string

	Optional, Nullable bool        // it may be left out, or null
	Other              types.Value // a value that is accepted and is no pin; nil if there is none, and of a bound or joined one

	asked *asked // of one of which only the tests that it passes matter
}

// Like returns the pin, or Other, that passes the same tests as a value that is
// not null; nil if there is none. A pin is like itself.
func (p *Parameter) Like(v types.Value) types.Value {
	if types.Contains(p.Pins, v) {
		return v
	}
	passed := p.asked.passed(v)
	if p.Other != nil && p.asked.passed(p.Other) == passed {
		return p.Other
	}
	return lists.Find(p.Pins, func(pin types.Value) bool { return p.asked.passed(pin) == passed })
}

// In returns what messages call the parameter of a tool.
func (p *Parameter) In(tool string) string {
	if p.Answer {
		return fmt.Sprintf("the part %q of the answer to %s", p.Name, tool)
	}
	return fmt.Sprintf("the argument `%s` of %s", p.Name, tool)
}

// Chosen reports whether nothing but which tests the argument passes matters.
func (p *Parameter) Chosen() bool { return p.Bound == nil && !p.Joined }

// Scalar reports whether two values of a type are equal in JSON if and only if
// they are to a model.
func Scalar(t types.Type) bool {
	switch t := t.(type) {
	case *types.Enum:
		return true
	case types.Basic:
		return t != types.Invalid
	}
	return false
}

// describe takes over what the schema says, and what is tested. Without a
// schema an argument is always given, and not null, but where a test asks.
func (p *Parameter) describe(t *tool.Tool, asked *asked) {
	for _, v := range asked.named() {
		if v != (types.Null{}) && !types.Contains(p.Pins, v) {
			p.Pins = append(p.Pins, v)
		}
	}
	switch {
	case p.Answer:
		// The whole answer is always there. Any part of it may be missing.
		p.Optional, p.Nullable = p.Name != "", true
	case t == nil:
		p.Nullable = slices.Contains(asked.named(), types.Value(types.Null{})) || p.Bound == nil && p.Joined
		p.Optional = p.Bound == nil && p.Joined
	default:
		// An argument that the schema does not list is an additional one.
		p.Optional = true
		p.Schema = t.Input.Additional
		if prop := t.Param(p.Name); prop != nil {
			p.Schema = prop.Schema
			// A call that leaves out an argument has its default.
			p.Optional = !prop.Required && prop.Schema.Default == nil
		}
	}
	if p.Schema != nil {
		p.Nullable = p.Schema.Nullable
	}
	if p.Chosen() {
		p.choose(asked, t == nil)
	}
}

// choose finds a value for each class of values that pass the same tests.
func (p *Parameter) choose(a *asked, free bool) {
	p.asked, p.Other = a, other(p.Schema, p.Pins)
	seen := lists.SetBy(p.Pins, a.passed)
	if p.Other != nil {
		seen[a.passed(p.Other)] = true
	}
	// Without a schema, leaving it out is possible only where that passes other tests than all values.
	if free && !p.Answer {
		p.Optional = !seen[a.passed(nil)]
		p.Nullable = p.Nullable || !seen[a.passed(types.Null{})]
	}
	list, ok := a.candidates(p.Schema)
	if !ok {
		p.Vague = "its tests are too many to tell which values pass which"
	}
	for _, v := range list {
		if key := a.passed(v); !seen[key] {
			seen[key] = true
			p.Pins = append(p.Pins, v)
		}
	}
}

// FieldsOf returns what records among some values have in a field.
func FieldsOf(list []types.Value, name string) []types.Value {
	var out []types.Value
	for _, v := range list {
		if object, ok := v.(types.Object); ok {
			if x, has := object.Get(name); has {
				out = append(out, x)
			}
		}
	}
	return out
}

// OpenRecords returns, of some pinned values, the records with keys that a record
// type does not have, where the schema accepts them and lists no values. They are
// values of an argument of that type, beside those that have no other key.
func OpenRecords(pins []types.Value, t *types.Record, s *tool.Schema) []types.Value {
	var list []types.Value
	if Listed(s) != nil {
		return nil
	}
	for _, v := range pins {
		object, ok := v.(types.Object)
		if !ok || !slices.ContainsFunc(object, func(m types.Member) bool { _, known := t.Field(m.Name); return !known }) {
			continue
		}
		accepted := s == nil
		if !accepted {
			accepted, _ = s.Accepts(v)
		}
		if accepted && !types.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// Listed returns the values to which a schema restricts a place; nil where it
// lists none.
func Listed(s *tool.Schema) []types.Value {
	switch {
	case s == nil:
		return nil
	case s.Const != nil:
		return []types.Value{s.Const}
	}
	return s.Enum
}

// other returns a value that a schema accepts and that is none of the given
// ones, or nil if there is none. Without a schema there always is one.
func other(s *tool.Schema, given []types.Value) types.Value {
	return lists.Find(Samples(s, len(given)+1), func(v types.Value) bool { return !types.Contains(given, v) })
}

// Samples returns at least n different values that a schema accepts, other
// than null, or all of them if they are fewer. (Of objects and lists with
// unusual restrictions it may find fewer.)
func Samples(s *tool.Schema, n int) []types.Value {
	if s == nil {
		return texts(n)
	}
	candidates := Listed(s)
	if candidates == nil {
		kinds := s.Types
		if len(kinds) == 0 {
			kinds = []tool.Kind{tool.KindString, tool.KindNumber, tool.KindBoolean, tool.KindObject, tool.KindArray}
		}
		for _, k := range kinds {
			candidates = append(candidates, samplesOf(k, s, n)...)
		}
	}
	var list []types.Value
	for _, v := range candidates {
		// The candidates ignore most restrictions of the schema.
		if ok, _ := s.Accepts(v); ok && v != (types.Null{}) {
			list = append(list, v)
		}
	}
	return list
}

func texts(n int) []types.Value {
	var list []types.Value
	for i := range n {
		list = append(list, types.Text(Numbered("other", i)))
	}
	return list
}

// Numbered numbers names from the second on.
func Numbered(base string, i int) string {
	if i == 0 {
		return base
	}
	return fmt.Sprintf("%s-%d", base, i+1)
}

func samplesOf(k tool.Kind, s *tool.Schema, n int) []types.Value {
	switch k {
	case tool.KindString:
		return texts(n)
	case tool.KindBoolean:
		return []types.Value{types.Boolean(false), types.Boolean(true)}
	case tool.KindInteger, tool.KindNumber:
		return Numbers(s, n)
	case tool.KindArray:
		return sampleLists(s, n)
	case tool.KindObject:
		return objects(s, n)
	}
	return nil
}

// Numbers returns integers around the one within the bounds of a schema that is nearest
// to zero, and points between the bounds, for those that hold no integers. Some of them
// are out of bounds, or break what else the schema demands.
func Numbers(s *tool.Schema, n int) []types.Value {
	from := big.NewRat(0, 1)
	step := int64(1)
	switch {
	case s.Minimum != nil && s.Minimum.Value.Sign() >= 0:
		from = floor(s.Minimum.Value.Rat())
	case s.Maximum != nil && s.Maximum.Value.Sign() <= 0:
		from, step = floor(s.Maximum.Value.Rat()), -1
	}
	var list []types.Value
	add := func(r *big.Rat) { list = append(list, types.NewNumber(r)) }
	// In both directions, as some of these may be out of bounds.
	for i := -1; i <= n+1; i++ {
		add(new(big.Rat).Add(from, big.NewRat(step*int64(i), 1)))
		add(new(big.Rat).Sub(from, big.NewRat(step*int64(i), 1)))
	}
	if s.Minimum != nil && s.Maximum != nil {
		width := new(big.Rat).Sub(s.Maximum.Value.Rat(), s.Minimum.Value.Rat())
		for i := range n + 2 {
			part := new(big.Rat).Mul(width, big.NewRat(int64(i), int64(n+1)))
			add(part.Add(part, s.Minimum.Value.Rat()))
		}
	}
	return different(list)
}

// different returns each value of a list once.
func different(list []types.Value) []types.Value {
	seen := make(map[string]bool)
	return slices.DeleteFunc(list, func(v types.Value) bool {
		key := types.Key(v)
		had := seen[key]
		seen[key] = true
		return had
	})
}

func floor(r *big.Rat) *big.Rat {
	// Euclidean, with a positive divisor: towards minus infinity.
	return new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom()))
}

func sampleLists(s *tool.Schema, n int) []types.Value {
	list, item := []types.Value{types.List{}}, Samples(s.Items, 1)
	long := types.List{}
	for i := 0; i < n && len(item) > 0; i++ {
		long = append(slices.Clip(long), item[0])
		list = append(list, long)
	}
	return list
}

// objects returns one with the required members, then with more, one by one,
// then with other values of each, then with keys that it does not list. Where
// those are fewer than n, it goes on with other combinations of members.
func objects(s *tool.Schema, n int) []types.Value {
	base := types.Object{}
	// The values of a member are found once, or nested schemas would take exponential time.
	values := make([][]types.Value, len(s.Properties))
	for i, p := range s.Properties {
		values[i] = AnyOf(p.Schema, n+1)
		if p.Required && len(values[i]) > 0 && values[i][0] != (types.Null{}) {
			base = append(base, types.Member{Name: p.Name, Value: values[i][0]})
		}
	}
	list := []types.Value{base}
	for i, p := range s.Properties {
		for _, v := range values[i] {
			changed := slices.DeleteFunc(slices.Clone(base), func(m types.Member) bool { return m.Name == p.Name })
			list = append(list, append(changed, types.Member{Name: p.Name, Value: v}))
		}
	}
	list = different(append(list, withOthers(base, s, n)...))
	if len(list) < n {
		list = different(append(list, combinations(s, values, n)...))
	}
	return list
}

// AnyOf returns at least n values that a schema accepts, or all: samples, and null.
func AnyOf(s *tool.Schema, n int) []types.Value {
	list := Samples(s, n)
	if s != nil {
		if ok, _ := s.Accepts(types.Null{}); ok {
			list = append(list, types.Null{})
		}
	}
	return list
}

// combinations returns at most n objects of the members that a schema lists: all there
// are of the given values of each member, if they are fewer.
func combinations(s *tool.Schema, values [][]types.Value, n int) []types.Value {
	list := []types.Object{{}}
	for i, p := range s.Properties {
		each := values[i]
		if !p.Required {
			each = append([]types.Value{nil}, each...)
		}
		list = types.WithEach(list, p.Name, each)
		// Cut after each member, or the list would grow exponentially.
		list = list[:min(n, len(list))]
	}
	return types.Objects(list)
}

// withOthers returns objects with a key more that the schema does not list, each
// with another one.
func withOthers(base types.Object, s *tool.Schema, n int) []types.Value {
	some := Samples(s.Additional, 1)
	if len(s.Properties) > 0 && !s.AllowsOthers() || len(some) == 0 {
		return nil
	}
	var list []types.Value
	for i := range n {
		list = append(list, append(slices.Clip(base), types.Member{Name: Numbered("other", i), Value: some[0]}))
	}
	return slices.DeleteFunc(list, func(v types.Value) bool { return s.Property(v.(types.Object)[len(base)].Name) != nil })
}
