package grade

import (
	"slices"

	"github.com/mantrac/mantrac/lang/types"
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
// some atoms: sets of those that it matches, each once. Every set is that of
// some completion that the schema accepts, argument by argument; arguments
// that have no such value may have any. It returns false where there are more
// than [maxOptions].
func (t *toolPlan) options(list []watched, k *knowledge) ([][]int, bool) {
	c := completion{tool: t, knowledge: k, chosen: make(map[string]types.Value)}
	total := 1
	for _, w := range list {
		for _, x := range t.patterns[w.pattern].pins {
			if _, had := c.chosen[x.name]; had || !k.unknown(x.name) {
				continue
			}
			c.chosen[x.name] = nil
			c.names = append(c.names, x.name)
			c.values = append(c.values, c.valuesOf(x.name, list))
			if total *= len(c.values[len(c.values)-1]); total > maxOptions {
				return nil, false
			}
		}
	}
	var found [][]int
	c.each(0, func() {
		letter := c.letter(list)
		if !slices.ContainsFunc(found, func(had []int) bool { return slices.Equal(had, letter) }) {
			found = append(found, letter)
		}
	})
	return found, true
}

// A completion gives values to the arguments that are not known. It gives only
// pinned ones, and nil for a value that is none of them, or none at all.
type completion struct {
	*knowledge
	tool   *toolPlan
	names  []string
	values [][]types.Value
	chosen map[string]types.Value
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

// letter returns the atoms that the completed call matches.
func (c *completion) letter(list []watched) []int {
	letter := []int{}
	for _, w := range list {
		if c.matches(&c.tool.patterns[w.pattern]) {
			letter = append(letter, w.atom)
		}
	}
	return letter
}

func (c *completion) matches(q *pattern) bool {
	for _, x := range q.pins {
		v, given := c.chosen[x.name], true
		if !c.unknown(x.name) {
			v, given = c.args.Get(x.name)
		}
		switch {
		case !given && !x.absent:
			return false
		case given && (v == nil || !types.Equal(v, x.value)):
			return false
		}
	}
	return true
}

// valuesOf returns what an argument may be: pinned values, and nil for others.
func (c *completion) valuesOf(name string, list []watched) []types.Value {
	var pinned []types.Value
	for _, w := range list {
		for _, x := range c.tool.patterns[w.pattern].pins {
			if x.name == name && !slices.ContainsFunc(pinned, func(v types.Value) bool { return types.Equal(v, x.value) }) {
				pinned = append(pinned, x.value)
			}
		}
	}
	var values []types.Value
	for _, v := range pinned {
		if c.mayBe(name, v) {
			values = append(values, v)
		}
	}
	if len(values) == 0 || c.mayDiffer(name, pinned) {
		values = append(values, nil)
	}
	return values
}

// mayBe reports whether an argument that is not known may have a value.
func (c *completion) mayBe(name string, v types.Value) bool {
	p := c.tool.param(name)
	switch {
	case c.wild:
		return true
	case c.mayBeAbsent(name) && p != nil && p.Schema.Default != nil && types.Equal(p.Schema.Default, v):
		return true
	case p != nil:
		ok, _ := p.Schema.Accepts(v)
		return ok
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
		if d == nil || !slices.ContainsFunc(pinned, func(v types.Value) bool { return types.Equal(v, d) }) {
			return true
		}
	}
	return p == nil || hasOther(p.Schema, pinned)
}

func (c *completion) mayBeAbsent(name string) bool {
	p := c.tool.param(name)
	return c.none && (p == nil || !p.Required)
}
