package search

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// values lists the values of a place.
type values struct {
	d      *domains
	place  int    // among leaves and arguments
	param  *param // of an argument
	within int    // how many lists of it the place is in
	inMap  bool   // they are those of the entries of a map
	schema *tool.Schema
	pins   []types.Value
	varies bool // the list depends on the state
}

// mostValues is how many values of a type with parts are listed.
const mostValues = 512

// name returns what a reason calls the place.
func (v *values) name() string {
	switch name := "the variable `"; {
	case v.param != nil:
		return v.param.called()
	case v.inMap:
		return "the values of " + name + v.d.x.search.model.leaves[v.place].Name() + "`"
	default:
		return name + v.d.x.search.model.leaves[v.place].Name() + "`"
	}
}

func (v *values) cells(t types.Type) ([]cell, error) {
	list, err := v.list(t, v.schema, v.pins)
	if err != nil {
		return nil, err
	}
	out := make([]cell, 0, len(list))
	for _, x := range list {
		c, ok := v.d.x.search.tab.cellOf(x, t)
		if !ok {
			return nil, errFraction
		}
		out = append(out, c)
	}
	return out, nil
}

// list returns the values of a type that a schema accepts.
func (v *values) list(t types.Type, s *tool.Schema, pins []types.Value) ([]types.Value, error) {
	if given := system.Listed(s); given != nil {
		return v.given(t, s, pins, given)
	}
	var list []types.Value
	var err error
	switch t := t.(type) {
	case *types.Enum:
		for _, n := range t.Names {
			list = append(list, types.Text(n))
		}
	case *types.Record:
		return v.records(t, s, pins)
	case *types.Array:
		switch {
		case v.param == nil || v.param.Lists == 0:
			return v.sets(t, s, pins)
		case t == v.param.typ:
			// The argument itself is a list by positions, and not one inside of it.
			return v.positioned(t)
		}
		return nil, cannot("%s has lists in it whose positions matter", v.name())
	case *types.Map:
		return v.maps(t)
	case types.Basic:
		switch t {
		case types.Bool:
			list = []types.Value{types.Boolean(false), types.Boolean(true)}
		case types.String:
			list = v.texts()
		case types.Int, types.Real:
			list, err = v.numbers(t, s)
		default:
			err = cannot("nothing says the type of %s", v.name())
		}
	}
	return v.accepted(list, s), err
}

func (v *values) accepted(list []types.Value, s *tool.Schema) []types.Value {
	return slices.DeleteFunc(list, func(x types.Value) bool {
		return !accepts(s, x)
	})
}

// given returns the values that a schema lists, as far as they are of the
// type. Of lists, those that checks pin come first, then all in source order.
func (v *values) given(t types.Type, s *tool.Schema, pins, given []types.Value) ([]types.Value, error) {
	var list []types.Value
	if _, ok := t.(*types.Array); ok {
		for _, x := range append(slices.Clone(pins), given...) {
			_, isList := x.(types.List)
			if isList && !types.Contains(list, x) {
				list = append(list, x)
			}
		}
		if v.deep() > 0 {
			slices.SortStableFunc(list, v.before(t, s, pins, v.deep()))
		}
		return v.accepted(list, s), nil
	}
	for _, x := range given {
		if fits(x, t) {
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, v.before(t, s, pins, v.deep()))
	return v.accepted(list, s), nil
}

// fits reports whether a value that a schema lists is one that a trace may
// have: of the type, but for what objects lack.
func fits(x types.Value, t types.Type) bool {
	if _, ok := t.(*types.Array); ok {
		_, ok = x.(types.List)
		return ok
	}
	r, ok := t.(*types.Record)
	if !ok {
		return interp.Conform(x, t) != nil
	}
	o, ok := x.(types.Object)
	return ok && !slices.ContainsFunc(o, func(m types.Member) bool {
		f, known := r.Field(m.Name)
		return !known || m.Value != (types.Null{}) && !fits(m.Value, f)
	})
}

// numbers returns numbers that are enough, or all that a schema leaves.
func (v *values) numbers(t types.Type, s *tool.Schema) ([]types.Value, error) {
	if t == types.Int && s != nil && s.Minimum != nil && s.Maximum != nil {
		if all := v.integersIn(s); all != nil {
			return all, nil
		}
	}
	g := v.d.group(numbersAt(v.place))
	switch {
	case g.computed:
		return nil, cannot("%s is used in arithmetic", v.name()).or(v.number())
	case g.ordered:
		return nil, cannot("%s is compared by size with what varies", v.name()).or(v.number())
	case g.joined:
		return nil, cannot("%s is joined with others by a variable of a check", v.name()).or(v.number())
	case g.endless, g.members > 64:
		return nil, cannot("%s meets a set of numbers", v.name()).or(v.number())
	}
	var list []types.Value
	for _, n := range g.sample() {
		// The group may have fractions from places of type Real.
		if t == types.Real || n.IsInt() {
			list = append(list, n)
		}
	}
	return list, nil
}

// number says what to write instead of a number of which no list is complete.
func (v *values) number() string {
	if v.param == nil {
		return "say in `init` what the variable is, or declare an enum of the few values that matter"
	}
	return "bound it in the schema: `minimum` and `maximum`, at most " + strconv.Itoa(mostIntegers) + " apart"
}

// set says so of a set.
func (v *values) set() string {
	if v.param == nil {
		return "say in `init` what the variable is, or make its members those of an enum of at most " + strconv.Itoa(mostMembers) + " names"
	}
	return "make its items those of an `enum` of at most " + strconv.Itoa(mostMembers) + " names in the schema"
}

// mostMembers is how many members a set may have of which all values are listed.
const mostMembers = 8

// mostIntegers is how many integers are listed one by one.
const mostIntegers = 32

// integersIn returns the integers between the bounds of a schema, unless they
// are many.
func (v *values) integersIn(s *tool.Schema) []types.Value {
	most := int64(mostIntegers)
	if v.d.x.wide {
		most = mostValues
	}
	// A minimum that is no integer admits one integer too many here, which accepted leaves out.
	low, high := floor(s.Minimum.Value.Rat()), floor(s.Maximum.Value.Rat())
	if many := new(big.Int).Sub(high, low); many.Sign() < 0 || many.Cmp(big.NewInt(most)) > 0 {
		return nil
	}
	list := []types.Value{}
	for n := low; n.Cmp(high) <= 0; n = new(big.Int).Add(n, big.NewInt(1)) {
		list = append(list, types.NewNumber(new(big.Rat).SetInt(n)))
	}
	slices.SortFunc(list, func(a, b types.Value) int { return nearer(a.(types.Number), b.(types.Number)) })
	return list
}

// texts returns the strings that a place meets: constants, what is in the
// state and the call, and one that occurs nowhere.
func (v *values) texts() []types.Value {
	v.varies = true
	d := v.d
	tab := d.x.search.tab
	g := d.group(textsAt(v.place))
	present := d.texts(g)
	all := append(slices.Clip(present), d.fresh(g, present)...)
	ranks := d.x.search.ranking()
	list := make([]ranked, len(all))
	for i, c := range all {
		text := tab.value(c).(types.Text)
		list[i] = ranked{text, ranks.of(string(text))}
	}
	slices.SortFunc(list, func(a, b ranked) int { return a.rank - b.rank })
	d.x.search.effort += listEffort + len(list)*textEffort
	return lists.Map(list, func(r ranked) types.Value { return r.text })
}

// A ranked text is one with its place in the order of [values.before].
type ranked struct {
	text types.Text
	rank int
}

// listEffort and textEffort are what it takes to list strings, which depend on the state, and one of them.
const (
	listEffort = 30
	textEffort = 10
)

// texts returns the strings of a group, those of the state and the call at
// work included.
func (d *domains) texts(g *group) []cell {
	e := d.x.search.env
	list := slices.Clone(g.texts)
	n := len(d.x.search.model.leaves)
	for _, l := range g.slots {
		for _, slot := range []int{l, l + n} {
			list = d.textsIn(list, e.cells[slot], d.x.search.model.leaves[l].Type)
		}
	}
	for _, p := range d.x.params {
		if !p.Chosen() {
			if texts, _, _ := contents(p.typ); texts && d.find(textsAt(p.place)) == g.root {
				list = d.textsIn(list, e.cells[p.slot], p.typ)
			}
		}
	}
	if g.joined {
		list = d.remembered(g, list)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (d *domains) textsIn(list []cell, c cell, t types.Type) []cell {
	switch {
	case c == unset || c == absent || c == null || c == vague || c == kept:
		return list
	case t == types.String:
		return append(list, c)
	}
	return append(list, d.x.search.tab.textsIn(c)...)
}

// records returns the records whose fields have the values listed for them.
func (v *values) records(t *types.Record, s *tool.Schema, pins []types.Value) ([]types.Value, error) {
	if v.schema == nil && v.place >= len(v.d.x.search.model.leaves) {
		return nil, cannot("no schema says what fields %s has", v.name()).or("say its fields in the schema")
	}
	if manyTexts(t) {
		return nil, cannot("%s has several strings", v.name()).or("list the strings in the schema: an `enum`")
	}
	list := []types.Value{types.Object{}}
	for _, f := range t.Fields {
		var inner *tool.Schema
		// nil means that the field is left out.
		options := []types.Value{nil}
		if p := s.Property(f.Name); p != nil {
			inner = p.Schema
			if p.Required {
				options = nil
			}
		}
		some, err := v.list(f.Type, inner, system.FieldsOf(pins, f.Name))
		if err != nil {
			return nil, err
		}
		options = append(options, some...)
		if inner != nil && inner.Nullable {
			options = append(options, types.Null{})
		}
		if list = longer(list, f.Name, options); len(list) > mostValues {
			return nil, cannot("%s may have more than %d values", v.name(), mostValues)
		}
	}
	return append(list, system.OpenRecords(pins, t, s)...), nil
}

func manyTexts(t *types.Record) bool {
	n := 0
	for _, f := range t.Fields {
		if texts, _, _ := contents(f.Type); texts {
			n++
		}
	}
	return n > 1
}

func longer(list []types.Value, name string, options []types.Value) []types.Value {
	var out []types.Value
	for _, r := range list {
		object := r.(types.Object)
		for _, x := range options {
			if x == nil {
				out = append(out, object)
			} else {
				// The full slice expression makes append copy: several records extend this one.
				out = append(out, append(object[:len(object):len(object)], types.Member{Name: name, Value: x}))
			}
		}
	}
	return out
}

// sets returns the sets of a type with few values, each as a list of its own.
func (v *values) sets(t *types.Array, s *tool.Schema, pins []types.Value) ([]types.Value, error) {
	elems, ok := finite(t.Elem)
	if !ok || len(elems) > mostMembers {
		return nil, cannot("%s may have too many members", v.name()).or(v.set())
	}
	if s != nil && s.Items != nil && (s.Items.Nullable || hasParts(t.Elem)) || len(pins) > 0 {
		return nil, cannot("%s is a list of which more matters than its members", v.name())
	}
	var list []types.Value
	for chosen := range 1 << len(elems) {
		set := types.List{}
		for i, e := range elems {
			// The first member is the highest bit: witnesses prefer sets without the first members.
			if chosen>>(len(elems)-1-i)&1 == 1 {
				set = append(set, e)
			}
		}
		// Leaves have sets in canonical order. An argument is a list as JSON has it.
		if v.place < len(v.d.x.search.model.leaves) {
			list = append(list, interp.Conform(set, t))
		} else {
			list = append(list, set)
		}
	}
	return v.accepted(list, s), nil
}

func hasParts(t types.Type) bool {
	switch t.(type) {
	case *types.Record, *types.Array:
		return true
	}
	return false
}

// hasMembers reports whether a type is one of sets or maps.
func hasMembers(t types.Type) bool {
	switch t.(type) {
	case *types.Array, *types.Map:
		return true
	}
	return false
}

// finite returns all values of a type, names in alphabetical order, unless
// they are many.
func finite(t types.Type) ([]types.Value, bool) {
	var list []types.Value
	switch t := t.(type) {
	case types.Basic:
		if t == types.Bool {
			return []types.Value{types.Boolean(false), types.Boolean(true)}, true
		}
	case *types.Enum:
		for _, n := range t.Sorted() {
			list = append(list, types.Text(n))
		}
	case *types.Record:
		list = []types.Value{types.Object{}}
		for _, f := range t.Sorted() {
			some, ok := finite(f.Type)
			if !ok || len(list)*len(some) > 64 {
				return nil, false
			}
			list = longer(list, f.Name, some)
		}
		for i, r := range list {
			list[i] = interp.Conform(r, t)
		}
	}
	return list, len(list) > 0
}
