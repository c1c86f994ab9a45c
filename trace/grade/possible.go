package grade

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// maxOptions bounds the letters that one call may be, and the completions that
// are tried to find them. Beyond it nothing is said of the checks that see it.
const maxOptions = 4096

// A knowledge is what is known of the arguments of a call.
type knowledge struct {
	args   types.Object // those that are known
	none   bool         // nothing is: arguments may be there or not
	hidden []string     // arguments that are there, with values that are not known
	wild   bool         // hidden values may be ones that the schema refuses
	bad    bool         // they are no object: no pin matches, nor does a default
}

// unknown reports whether the value of an argument is not known.
func (k *knowledge) unknown(name string) bool { return k.none || slices.Contains(k.hidden, name) }

// options returns what a call with arguments that are not all known may be to
// some atoms: sets of hits, each once. Every set is that of some completion that
// the schema accepts, argument by argument; arguments that have no such value
// may have any. It returns false where there are more than [maxOptions].
func (t *toolPlan) options(list []watched, k *knowledge) ([][]hit, bool) {
	c := completion{tool: t, knowledge: k, chosen: make(map[string]types.Value)}
	total := 1
	for _, name := range c.asked(list) {
		// The product may grow fast, so it is bounded before anything is tried.
		values, ok := c.valuesOf(name, list)
		if total *= len(values); !ok || total > maxOptions {
			return nil, false
		}
		c.names, c.values = append(c.names, name), append(c.values, values)
	}
	var found [][]hit
	c.each(0, func() {
		letter := c.letter(list)
		// Completions that match the same atoms are one letter.
		if !slices.ContainsFunc(found, func(had []hit) bool { return slices.Equal(had, letter) }) {
			found = append(found, letter)
		}
	})
	return found, true
}

// A completion gives values to the arguments that are not known: samples, and
// nil for no value, or, where that is all the same, for another.
type completion struct {
	*knowledge
	tool   *toolPlan
	names  []string
	values [][]types.Value
	chosen map[string]types.Value
}

// asked returns the arguments that are not known and that some atoms ask for.
func (c *completion) asked(list []watched) (names []string) {
	add := func(name string) {
		if c.unknown(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, w := range list {
		q := &c.tool.patterns[w.pattern]
		for i := range q.pins {
			add(q.pins[i].Of)
		}
		for i := range q.vars {
			for _, name := range q.vars[i].args {
				add(name)
			}
		}
	}
	return names
}

// each calls f for each completion.
func (c *completion) each(i int, f func()) {
	if i == len(c.names) {
		f()
		return
	}
	for _, v := range c.values[i] {
		c.chosen[c.names[i]] = v
		c.each(i+1, f)
	}
}

// letter returns the hits of the completed call.
func (c *completion) letter(list []watched) []hit {
	letter := []hit{}
	for _, w := range list {
		if m := w.of(c.match(&c.tool.patterns[w.pattern])); m != monitor.NoMatch {
			letter = append(letter, hit{w.atom, m})
		}
	}
	return letter
}

func (c *completion) match(q *pattern) monitor.Match {
	for i := range q.pins {
		if !q.pins[i].accepts(c.value(q.pins[i].Of)) {
			return monitor.NoMatch
		}
	}
	// Which value a hidden variable has is not chosen; that it has one is.
	known := true
	for i := range q.vars {
		var told []string
		for _, name := range q.vars[i].args {
			if !c.unknown(name) {
				told = append(told, name)
				continue
			}
			known = false
			// A default would be filled in where the call leaves the argument out.
			if c.value(name) == nil && c.tool.defaultOf(name) == nil {
				return monitor.NoMatch
			}
		}
		// The arguments that are known need a value, and the same one.
		if len(told) > 0 && c.tool.bound(&variable{args: told}, c.args) == nil {
			return monitor.NoMatch
		}
	}
	if !known {
		return vague
	}
	// All pins pass, so that only the variables are left to match.
	return c.tool.match(&pattern{vars: q.vars}, c.args)
}

// value returns the value of an argument; nil if it has none.
func (c *completion) value(name string) types.Value {
	if c.unknown(name) {
		return c.chosen[name]
	}
	v, _ := c.args.Get(name)
	return v
}

// testsOf returns the tests of an argument, and whether all of them are of one
// value.
func (c *completion) testsOf(name string, list []watched) (tests []*property.Test, plain bool) {
	plain = true
	for _, w := range list {
		q := &c.tool.patterns[w.pattern]
		for i := range q.pins {
			if q.pins[i].Of == name {
				tests = append(tests, q.pins[i].Test)
				plain = plain && q.pins[i].equal != nil
			}
		}
		// A variable tells values apart, so samples of the tests alone are not enough.
		for i := range q.vars {
			plain = plain && !slices.Contains(q.vars[i].args, name)
		}
	}
	return tests, plain
}

// valuesOf returns what an argument may be: one value for each way in which it
// passes the tests. It returns false where they are too many.
func (c *completion) valuesOf(name string, list []watched) ([]types.Value, bool) {
	tests, plain := c.testsOf(name, list)
	if plain {
		return c.pinnedValues(name, tests), true
	}
	tests = append(tests, &property.Test{Of: name, Kind: forms.TestPresent}) // so that no class has values and absence
	classes, ok := property.Classes(tests)
	var values []types.Value
	for _, x := range classes {
		if c.mayBeLike(name, x, tests) {
			values = append(values, x.Sample)
		}
	}
	// Where the schema accepts none of the classes, the argument may have any value.
	if len(values) == 0 {
		for _, x := range classes {
			values = append(values, x.Sample)
		}
	}
	return values, ok
}

// mayBeLike reports whether an argument that is not known may pass the tests
// that a class passes. Where the schema has infinitely many values, it may.
func (c *completion) mayBeLike(name string, x property.Class, tests []*property.Test) bool {
	// A value beyond the limits is there, and may be any.
	if c.wild {
		return x.Sample != nil
	}
	d := c.tool.defaultOf(name)
	if x.Sample == nil {
		return c.mayBeAbsent(name) && d == nil
	}
	// The default passes the tests in place of an argument that is left out.
	if c.mayBeAbsent(name) && d != nil && x.Has(d, tests) {
		return true
	}
	p := c.tool.param(name)
	if p == nil {
		return c.mayBe(name, x.Sample)
	}
	all, few := fewValues(p.Schema)
	return !few || slices.ContainsFunc(all, func(v types.Value) bool { return x.Has(v, tests) })
}

// fewValues returns the values that a schema accepts, if they are listed.
func fewValues(s *tool.Schema) ([]types.Value, bool) {
	if s == nil || s.Const == nil && s.Enum == nil && !s.Only(tool.KindBoolean) {
		return nil, false
	}
	return system.AnyOf(s, 2), true
}

// pinnedValues returns those of the values that tests name which an argument
// may be, and nil for others.
func (c *completion) pinnedValues(name string, tests []*property.Test) []types.Value {
	var pinned []types.Value
	for _, x := range tests {
		pinned = types.Include(pinned, x.Values[0])
	}
	values := lists.Filter(pinned, func(v types.Value) bool { return c.mayBe(name, v) })
	// Without any value the call would have no completion.
	if len(values) == 0 || c.mayDiffer(name, pinned) {
		values = append(values, other{})
	}
	return values
}

// other is a value that no test names, or none.
type other struct{ types.Null }

// mayBe reports whether an argument that is not known may have a value.
func (c *completion) mayBe(name string, v types.Value) bool {
	p := c.tool.param(name)
	switch {
	case c.wild:
		return true
	// An argument that is left out counts as its default.
	case c.mayBeAbsent(name) && p != nil && p.Schema.Default != nil && types.Equal(p.Schema.Default, v):
		return true
	case p != nil:
		ok, _ := p.Schema.Accepts(v)
		return ok
	// Without a schema, or where the log names the argument, any value is possible.
	case c.tool.tool == nil || !c.none:
		return true
	case c.tool.tool.Input.Closed:
		return false
	case c.tool.tool.Input.Additional != nil:
		ok, _ := c.tool.tool.Input.Additional.Accepts(v)
		return ok
	}
	return true
}

// mayDiffer reports whether an argument that is not known may have none of the
// values, or no value.
func (c *completion) mayDiffer(name string, pinned []types.Value) bool {
	if c.wild {
		return true
	}
	p := c.tool.param(name)
	if c.mayBeAbsent(name) {
		d := c.tool.defaultOf(name)
		// Without a default, absence differs from every value; else only a default that no test names does.
		if d == nil || !types.Contains(pinned, d) {
			return true
		}
	}
	return p == nil || hasOther(p.Schema, pinned)
}

func (c *completion) mayBeAbsent(name string) bool {
	p := c.tool.param(name)
	return c.none && (p == nil || !p.Required)
}
