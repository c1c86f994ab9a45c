package grade

import (
	"cmp"
	"fmt"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/bindings"
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
	answers  *bindings.Set // how answers are read
	checks   []whole
	parts    []*monitor.Check // of all checks, in order
	rules    []Class
	atoms    []atom // of all parts, in order
	firstOf  []int  // by part: its first atom
	units    []span // of parts that are tracked together
	unitOf   []int  // by part
	known    map[string]*toolPlan
	edges    map[Edge]string
	wanted   map[Class]bool
	goal     bool        // the case has one
	replayed *replayPlan // nil where no model is asked for
	modelled []string    // tools with transitions that ask or change something, where it is

	done *Plan // the same without failed calls, where traces are graded with and without; else nil
}

// A span is from one index up to another.
type span struct{ from, to int }

// An atom is an atom of a part of a check.
type atom struct {
	part, index int // of the part, and of the atom in it
	pattern     *property.Pattern
	text        string // as it is written, without its head, in backquotes
	answer      string // of `answered`: what it asks of the answer, likewise
	anchor      bool
}

// A toolPlan is what a plan has to know of a tool.
type toolPlan struct {
	name     string
	tool     *tool.Tool // nil where the schemas do not have it
	patterns []pattern
	asks     bool      // some pattern looks at arguments
	watches  []watched // of calls, in the order of the atoms
	answers  []watched // of answers, likewise
	schema   *callSchema
}

// watched is an atom, and the pattern that it has. Of an every_call, what does
// not match the pattern matters.
type watched struct {
	atom, pattern int
	other         bool
}

// NewPlan makes a case of a suite ready. Neither may have errors. It is an
// error if there is nothing to grade: a case that has a goal alone, and is
// graded without the model.
func NewPlan(s *checker.Suite, k *checker.Case, o Options) (*Plan, error) {
	p := &Plan{
		Case: k.Decl.Name().Name, options: o.complete(), tools: s.Tools, answers: s.Answers, goal: len(k.Goals) > 0,
		known: make(map[string]*toolPlan), edges: make(map[Edge]string), wanted: make(map[Class]bool),
	}
	if o.Replay && s.Model == nil {
		return nil, fmt.Errorf("the case %s has no model to replay traces in", p.Case)
	}
	if len(k.Checks)+len(s.Rules) == 0 && !o.Replay {
		return nil, fmt.Errorf("the case %s has no checks but its goal, which requires --model", p.Case)
	}
	for _, t := range toolsOf(s.Tools) {
		p.known[t.Name] = &toolPlan{name: t.Name, tool: t, schema: newCallSchema(t)}
	}
	for _, c := range k.Checks {
		p.addCheck(s, k, c)
	}
	p.divide()
	for _, e := range o.Edges {
		p.edges[Edge{From: e.From, To: e.To}] = e.Reason
	}
	for _, c := range p.options.Findings {
		p.wanted[c] = true
	}
	// Without edges nothing of this class can be found, and groups are forbidden by a rule alone.
	p.wanted[ForbiddenEdge] = p.wanted[ForbiddenEdge] && len(p.edges) > 0
	p.wanted[ParallelCalls] = false
	// A rule asks for its class of findings, whatever the options say.
	for _, name := range s.Rules {
		p.rules = append(p.rules, Class(name))
		p.wanted[Class(name)] = true
	}
	// The option is a rule as well: a group fails the trace.
	if o.Parallel == Forbid && !p.isRule(ParallelCalls) {
		p.rules = append(p.rules, ParallelCalls)
		p.wanted[ParallelCalls] = true
	}
	if p.options.Failed == EitherFailed {
		// The second plan is the same without failed calls; the grader takes the worse result.
		p.options.Failed, o.Failed = CountFailed, IgnoreFailed
		done, err := NewPlan(s, k, o)
		if err != nil {
			return nil, err
		}
		p.done = done
	}
	if o.Replay {
		p.replayed = newReplayPlan(s, k)
		// Only tools that ask or change something matter where events are not told of.
		for _, t := range s.Model.Transitions {
			if d := t.Decl; d.Pre != nil && len(d.Pre.Exprs) > 0 || d.Post != nil && len(d.Post.Exprs) > 0 {
				p.modelled = append(p.modelled, t.Name())
			}
		}
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
	o.Failed = cmp.Or(o.Failed, CountFailed)
	o.Parallel = cmp.Or(o.Parallel, Listed)
	o.Attempts = cmp.Or(o.Attempts, IgnoreAttempts)
	o.Requestor = cmp.Or(o.Requestor, ByOwner)
	if o.Findings == nil {
		o.Findings = DefaultFindings()
	}
	return o
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

// divide says which parts are tracked together: where one order has to do for
// all checks, all of them, else those of each check.
func (p *Plan) divide() {
	p.unitOf = make([]int, len(p.parts))
	if p.options.Parallel == AnyOrder {
		p.units = []span{{0, len(p.parts)}}
		return
	}
	// Units are those of the checks, so the index of the check is that of its unit.
	for i, c := range p.checks {
		p.units = append(p.units, c.span)
		for part := c.from; part < c.to; part++ {
			p.unitOf[part] = i
		}
	}
}
