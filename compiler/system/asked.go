package system

import (
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A place is an argument of a tool, or a part of its answer.
type place struct {
	tool   string
	answer bool
	of     string
}

// asked is what the checks of a case ask of a place.
type asked struct {
	place
	tests  []*property.Test
	joined *asked // in the same class: one that a variable makes equal; itself for the first of a class; nil for none
	typ    types.Type
	mixed  bool   // of the first of a class: it has values of several types
	vague  string // see [Parameter.Vague]
}

// lookedAt is what the checks of a case ask of tools, in source order.
type lookedAt struct {
	tools  []string
	answer map[string]bool // by tool: a check asks for its answer
	places []*asked
	byName map[place]*asked
}

// lookAt collects what checks ask. A variable asks that there is a value.
func lookAt(checks []*property.Property) *lookedAt {
	l := &lookedAt{byName: make(map[place]*asked)}
	for _, c := range checks {
		for _, b := range c.Basics() {
			// A variable joins patterns of one basic form only.
			var bound map[string]*asked
			for _, p := range b.Patterns() {
				if bound == nil && (len(p.Vars) > 0 || p.Answer != nil && len(p.Answer.Vars) > 0) {
					bound = make(map[string]*asked)
				}
				l.tools = lists.Include(l.tools, p.Tool)
				l.pattern(p.Tool, false, p.Tests, p.Vars, bound)
				if p.Answer != nil {
					if l.answer == nil {
						l.answer = make(map[string]bool)
					}
					l.answer[p.Tool] = true
					l.pattern(p.Tool, true, p.Answer.Tests, p.Answer.Vars, bound)
				}
			}
		}
	}
	return l
}

func (l *lookedAt) pattern(tool string, answer bool, tests []property.Test, vars []property.Var, bound map[string]*asked) {
	for i := range tests {
		a := l.at(place{tool, answer, tests[i].Of})
		a.tests = append(a.tests, &tests[i])
	}
	for _, v := range vars {
		a := l.at(place{tool, answer, v.Of})
		a.tests = append(a.tests, &property.Test{Of: v.Of, Kind: forms.TestPresent})
		first := bound[v.Name]
		if first == nil {
			first = a
			bound[v.Name] = a
		}
		a.meet(first)
	}
}

func (l *lookedAt) at(p place) *asked {
	a := l.byName[p]
	if a == nil {
		a = &asked{place: p}
		l.byName[p] = a
		l.places = append(l.places, a)
	}
	return a
}

// root returns the first place of the class of a joined one.
func (a *asked) root() *asked {
	for a.joined != nil && a.joined != a {
		a = a.joined
	}
	return a
}

func (a *asked) meet(b *asked) {
	x, y := a.root(), b.root()
	// A root is joined to itself, which tells it from a place that is not joined.
	y.joined = y
	x.joined = y
}

// join finds the types of what is joined: that of its schema, or of what the
// others of its class have.
func (l *lookedAt) join(sc *Scenario) {
	class := make(map[*asked]types.Type)
	for _, a := range l.places {
		if a.joined == nil {
			continue
		}
		a.typ = types.Invalid
		if s := a.schema(sc); s != nil {
			a.typ = checker.SchemaType(s)
			if a.typ == types.Invalid && len(s.Types) > 0 {
				a.vague = "a variable is bound to values of several types"
			}
		}
		// Tests tell the type where no schema does.
		known, had := a.guess(a.typ), class[a.root()]
		if had != nil && had != types.Invalid && known != types.Invalid && kindOf(had) != kindOf(known) {
			a.root().mixed = true
		}
		if had == nil {
			had = types.Invalid
		}
		class[a.root()] = Merge(had, known)
	}
	for _, a := range l.places {
		// One that a schema gives several types is left as it is: vague, and of no type.
		if a.joined != nil && a.typ == types.Invalid && a.vague == "" {
			a.open(class[a.root()])
		}
	}
}

// open gives a place of which no schema says the type one with the values of
// what it is joined to, and more of their kind.
func (a *asked) open(t types.Type) {
	switch kindOf(t) {
	case types.Real:
		a.typ = types.Real
	case types.String:
		a.typ = types.String
	default:
		a.typ = types.String
		if t != types.Invalid {
			a.vague = "a variable joins values of no known type with others"
		}
	}
	if a.root().mixed {
		a.vague = "a variable joins values of several types"
	}
}

// kindOf returns String for texts, Real for numbers, and else the type.
func kindOf(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Enum:
		return types.String
	case types.Basic:
		if t == types.Int {
			return types.Real
		}
	}
	return t
}

func (a *asked) schema(sc *Scenario) *tool.Schema {
	s := sc.schema(a.tool)
	if s == nil || a.answer {
		return nil
	}
	if p := s.Param(a.of); p != nil {
		return p.Schema
	}
	return s.Input.Additional
}

// tool describes a tool of a scenario.
func (l *lookedAt) tool(sc *Scenario, name string, t *checker.Transition) Tool {
	out := Tool{Name: name, Transition: t, Named: slices.Contains(l.tools, name), Answered: l.answer[name], Owner: sc.Suite.Owner(name)}
	schema := sc.schema(name)
	if t != nil {
		for _, p := range Inputs(sc.Model, t) {
			if p.Result {
				x := l.result(name, p)
				x.Lists, x.Members = sc.listsIn(t, p), sc.seenAsSet(t, p)
				if len(x.asked.tests) == 0 && onlyEach(sc.Model, t, p) {
					x.beEmpty()
				}
				out.Params = append(out.Params, x)
				continue
			}
			a := l.byName[place{name, false, p.Bind.Param.Name}]
			if a == nil {
				a = &asked{}
			}
			x := &Parameter{Name: p.Bind.Param.Name, Bound: p, Type: refined(sc.Model, t, p, a), Joined: a.joined != nil, Vague: a.vague}
			if len(a.tests) > 0 && holed(p.Type) && !reads(sc.Model, t, p) {
				// Tests may name values of several types, and no use says which one counts.
				x.Bound, x.Type = nil, a.typ
			}
			x.describe(schema, a)
			x.Lists, x.Asked = sc.listsIn(t, p), a.members()
			x.Members = x.Asked > 0 || sc.seenAsSet(t, p)
			out.Params = append(out.Params, x)
		}
	}
	if t != nil && slices.ContainsFunc(out.Params, (*Parameter).isList) {
		lookAtLists(sc.Model, t).enough(&out)
	}
	for _, a := range l.places {
		// What the transition binds has been described above, with its tests.
		if a.tool != name || slices.ContainsFunc(out.Params, func(p *Parameter) bool { return p.Answer == a.answer && p.Name == a.of }) {
			continue
		}
		if p := tiedTo(sc.Model, t, a); p != nil {
			out.Answers = append(out.Answers, l.result(name, p))
			continue
		}
		x := &Parameter{Name: a.of, Answer: a.answer, Joined: a.joined != nil, Type: a.typ, Vague: a.vague}
		if a.answer {
			x.describe(nil, a)
			out.Answers = append(out.Answers, x)
		} else {
			x.describe(schema, a)
			out.Params = append(out.Params, x)
		}
	}
	return out
}

// result describes a part of the answer that a transition binds.
func (l *lookedAt) result(name string, p *checker.Param) *Parameter {
	a := l.byName[place{name, true, p.Path}]
	if a == nil {
		a = &asked{}
	}
	x := &Parameter{Name: p.Path, Bound: p, Answer: true, Type: p.Type, Joined: a.joined != nil, Vague: a.vague, Optional: p.Path != "", Nullable: p.Path == "", asked: a}
	for _, v := range a.named() {
		if v != (types.Null{}) && !types.Contains(x.Pins, v) {
			x.Pins = append(x.Pins, v)
		}
	}
	return x
}

// tiedTo returns the tied result of a transition that a check asks for, or nil.
func tiedTo(m *checker.Model, t *checker.Transition, a *asked) *checker.Param {
	if t == nil || !a.answer {
		return nil
	}
	for _, tie := range m.Ties(t) {
		if tie.Result.Path == a.of {
			return tie.Result
		}
	}
	return nil
}

// named returns the values that tests name as a whole.
func (a *asked) named() (list []types.Value) {
	for _, t := range a.tests {
		if whole(t) {
			list = append(list, t.Values...)
		}
	}
	return list
}

// whole reports whether a test names values as a whole.
func whole(t *property.Test) bool {
	return t.Kind == forms.TestEqual || t.Kind == forms.TestIn || t.Kind == forms.TestNot
}

// guess returns what a type is known to be from the tests, where it is open.
func (a *asked) guess(t types.Type) types.Type {
	for _, x := range a.tests {
		switch x.Kind {
		case forms.TestEqual, forms.TestIn, forms.TestNot:
			for _, v := range x.Values {
				t = Merge(t, naturalType(v))
			}
		case forms.TestLess, forms.TestLessOrEqual, forms.TestGreater, forms.TestGreaterOrEqual:
			t = Merge(t, types.Real)
		case forms.TestLike:
			t = Merge(t, types.String)
		case forms.TestContains:
			t = Merge(t, &types.Array{Elem: naturalType(x.Values[0])})
		}
	}
	return t
}

// passed returns which tests a value passes; nil is no value.
func (a *asked) passed(v types.Value) string { return property.Passed(a.tests, v) }

// Candidates returns values that a schema accepts, where there is one, other than
// null, among which there is one for each set of tests that such a value passes,
// but for the values that tests name, and one that none names. It reports false
// where there are too many.
func Candidates(tests []*property.Test, s *tool.Schema) ([]types.Value, bool) {
	return (&asked{tests: tests}).candidates(s)
}

// candidates returns values that a schema accepts, other than null, among which
// there is one for each set of tests that such a value passes. It reports false where
// there are too many.
func (a *asked) candidates(s *tool.Schema) ([]types.Value, bool) {
	if !slices.ContainsFunc(a.tests, func(t *property.Test) bool { return !whole(t) }) {
		// Where all tests name whole values, these values are enough.
		return nil, true
	}
	// Values of a class that are absent or of another kind are no samples of texts.
	classes, found := property.Classes(append(slices.Clone(a.tests), &property.Test{Kind: forms.TestPresent}, &property.Test{Kind: forms.TestLike, Values: []types.Value{types.Text("*")}}))
	list := lists.Map(classes, func(c property.Class) types.Value { return c.Sample })
	list = append(list, a.numbers(s)...)
	list = append(list, a.lists(s)...)
	if s != nil {
		list = append(list, Samples(s, len(a.named())+1)...)
	}
	return slices.DeleteFunc(list, func(v types.Value) bool {
		if v == nil || v == (types.Null{}) {
			return true
		}
		if s == nil {
			return false
		}
		ok, _ := s.Accepts(v)
		return !ok
	}), found
}

// numbers returns the numbers that tests and schema mention, integers beside
// them, and a number between each two.
func (a *asked) numbers(s *tool.Schema) (list []types.Value) {
	var points []*big.Rat
	add := func(v types.Value) {
		if n, ok := v.(types.Number); ok {
			points = append(points, n.Rat())
		}
	}
	compares := false
	for _, t := range a.tests {
		// The kinds that compare are next to each other in the enumeration.
		compares = compares || t.Kind >= forms.TestLess && t.Kind <= forms.TestGreaterOrEqual
		for _, v := range t.Values {
			add(v)
		}
	}
	if !compares {
		return nil
	}
	if s != nil && s.Minimum != nil {
		add(s.Minimum.Value)
	}
	if s != nil && s.Maximum != nil {
		add(s.Maximum.Value)
	}
	slices.SortFunc(points, (*big.Rat).Cmp)
	for i, p := range points {
		list = append(list, types.NewNumber(p))
		for k := -len(points) - 1; k <= len(points)+1; k++ {
			list = append(list, types.NewNumber(new(big.Rat).Add(floor(p), big.NewRat(int64(k), 1))))
		}
		if i > 0 {
			middle := new(big.Rat).Add(p, points[i-1])
			list = append(list, types.NewNumber(middle.Mul(middle, big.NewRat(1, 2))))
		}
	}
	return list
}

// lists returns lists that have each set of the members that tests ask for, of
// several lengths, with members that a schema accepts.
func (a *asked) lists(s *tool.Schema) (list []types.Value) {
	members := property.Members(a.tests)
	if len(members) == 0 || len(members) > maxMembers {
		return nil
	}
	var items *tool.Schema
	if s != nil {
		items = s.Items
	}
	extra := other(items, members)
	for _, subset := range types.Subsets(members) {
		l, more := subset.(types.List), extra
		if more == nil && len(l) > 0 {
			more = l[0]
		}
		// Tests may name lists with the same members, so one more length is needed than they name values.
		for range len(a.named()) + 1 {
			list = append(list, l)
			if more != nil {
				l = append(l[:len(l):len(l)], more)
			}
		}
	}
	return list
}

// maxMembers bounds the members that `contains` asks for, of which each set has
// a list.
const maxMembers = 10

// Named returns the values in the tests of checks, in source order.
func (sc *Scenario) Named() (list []types.Value) {
	add := func(tests []property.Test) {
		for _, t := range tests {
			// The value of `like` is a pattern, and not a string that a call may have.
			if t.Kind != forms.TestLike {
				list = append(list, t.Values...)
			}
		}
	}
	for _, p := range sc.Patterns() {
		add(p.Tests)
		if p.Answer != nil {
			add(p.Answer.Tests)
		}
	}
	return list
}

// members returns how many tests ask for a member of a list.
func (a *asked) members() int {
	return lists.Count(a.tests, func(t *property.Test) bool { return t.Kind == forms.TestContains })
}
