package grade

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// A Plan is a case made ready for grading. It is not changed after [NewPlan],
// so that any number of goroutines may use it.
type Plan struct {
	Case string // its name

	options  Options
	tools    *tool.Set
	checks   []*monitor.Check
	atoms    []atom // of all checks, in order
	firstOf  []int  // by check: its first atom
	units    []span // of checks that are tracked together
	unitOf   []int  // by check
	known    map[string]*toolPlan
	edges    map[Edge]string
	wanted   map[Class]bool
	replayed *replayPlan // nil where no model is asked for
}

// A span is from one index up to another.
type span struct{ from, to int }

// An atom is an atom of a check.
type atom struct {
	check, index int // of the check, and of the atom in it
	pattern      *property.Pattern
	text         string // as it is written, without its head, in backquotes
	no           bool
}

// A toolPlan is what a plan has to know of a tool.
type toolPlan struct {
	name     string
	tool     *tool.Tool // nil where the schemas do not have it
	patterns []pattern
	watches  []watched // in the order of the atoms
	schema   *callSchema
}

// A pattern is one that some atoms share.
type pattern struct{ pins []pin }

// A pin of a pattern. What a call leaves out may have a default.
type pin struct {
	name   string
	value  types.Value
	absent bool // a call that leaves the argument out matches, by its default
}

// watched is an atom, and the pattern that it has.
type watched struct{ atom, pattern int }

// NewPlan makes a case of a suite ready. Neither may have errors. It is an
// error if there is nothing to grade: a case that has a goal alone, and is
// graded without the model.
func NewPlan(s *checker.Suite, k *checker.Case, o Options) (*Plan, error) {
	p := &Plan{
		Case: k.Decl.Name().Name, options: o.complete(), tools: s.Tools,
		known: make(map[string]*toolPlan), edges: make(map[Edge]string), wanted: make(map[Class]bool),
	}
	if o.Replay && s.Model == nil {
		return nil, fmt.Errorf("the case %s has no model to replay traces in", p.Case)
	}
	if len(k.Checks) == 0 && !o.Replay {
		return nil, fmt.Errorf("the case %s has no checks but its goal, which takes the model to be judged: add --model", p.Case)
	}
	for _, t := range toolsOf(s.Tools) {
		p.known[t.Name] = &toolPlan{name: t.Name, tool: t, schema: newCallSchema(t)}
	}
	for _, c := range k.Checks {
		p.addCheck(k, monitor.In(s, c))
	}
	p.divide()
	for _, e := range o.Edges {
		p.edges[Edge{From: e.From, To: e.To}] = e.Reason
	}
	for _, c := range p.options.Findings {
		p.wanted[c] = true
	}
	p.wanted[ForbiddenEdge] = p.wanted[ForbiddenEdge] && len(p.edges) > 0
	p.wanted[ParallelCalls] = p.wanted[ParallelCalls] && o.Parallel == Forbid
	if o.Replay {
		p.replayed = newReplayPlan(s, k)
	}
	return p, nil
}

func toolsOf(s *tool.Set) []*tool.Tool {
	if s == nil {
		return nil
	}
	return s.Tools
}

// complete fills in the defaults.
func (o Options) complete() Options {
	if o.Failed == "" {
		o.Failed = CountFailed
	}
	if o.Parallel == "" {
		o.Parallel = Listed
	}
	if o.Attempts == "" {
		o.Attempts = IgnoreAttempts
	}
	if o.Requestor == "" {
		o.Requestor = Assistant
	}
	if o.Findings == nil {
		o.Findings = DefaultFindings()
	}
	return o
}

func (p *Plan) addCheck(k *checker.Case, c *monitor.Check) {
	i := len(p.checks)
	p.checks = append(p.checks, c)
	p.firstOf = append(p.firstOf, len(p.atoms))
	for j := range c.Atoms {
		a := &c.Atoms[j]
		text := k.Decl.Checks.Compact(a.Node)
		head := "(call "
		if a.No {
			head = "(no_call "
		}
		text = text[min(len(head), len(text)-1) : len(text)-1]
		t := p.known[a.Tool]
		if t == nil {
			t = &toolPlan{name: a.Tool}
			p.known[a.Tool] = t
		}
		t.watches = append(t.watches, watched{atom: len(p.atoms), pattern: t.pattern(a.Pattern)})
		p.atoms = append(p.atoms, atom{check: i, index: j, pattern: a.Pattern, text: "`" + text + "`", no: a.No})
	}
}

// pattern returns the index of a pattern, which is added if it is new.
func (t *toolPlan) pattern(q *property.Pattern) int {
	var pins []pin
	for _, x := range q.Tests {
		d := t.defaultOf(x.Of)
		pins = append(pins, pin{name: x.Of, value: x.Values[0], absent: d != nil && types.Equal(d, x.Values[0])})
	}
	same := func(had pattern) bool {
		return len(had.pins) == len(pins) && !slices.ContainsFunc(pins, func(x pin) bool {
			return !slices.ContainsFunc(had.pins, func(y pin) bool { return x.name == y.name && types.Equal(x.value, y.value) })
		})
	}
	if i := slices.IndexFunc(t.patterns, same); i >= 0 {
		return i
	}
	t.patterns = append(t.patterns, pattern{pins})
	return len(t.patterns) - 1
}

// param returns the parameter of a name; nil where the schema has none.
func (t *toolPlan) param(name string) *tool.Property {
	if t.tool == nil {
		return nil
	}
	return t.tool.Param(name)
}

// defaultOf returns what a call means that leaves an argument out; nil if
// that is nothing.
func (t *toolPlan) defaultOf(name string) types.Value {
	if x := t.param(name); x != nil {
		return x.Schema.Default
	}
	return nil
}

func (t *toolPlan) effect() tool.Effect {
	if t == nil || t.tool == nil {
		return tool.EffectUnknown
	}
	return t.tool.Effect
}

// divide says which checks are tracked together: where one order has to do for
// all checks, all of them, else each by itself.
func (p *Plan) divide() {
	p.unitOf = make([]int, len(p.checks))
	if p.options.Parallel == AnyOrder {
		p.units = []span{{0, len(p.checks)}}
		return
	}
	for i := range p.checks {
		p.units = append(p.units, span{i, i + 1})
		p.unitOf[i] = i
	}
}

// matches reports whether a call with these arguments matches.
func (q *pattern) matches(args types.Object) bool {
	for i := range q.pins {
		v, given := args.Get(q.pins[i].name)
		if !given && !q.pins[i].absent || given && !types.Equal(v, q.pins[i].value) {
			return false
		}
	}
	return true
}
