package grade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A replayPlan is a model and what a case says of it.
type replayPlan struct {
	machine *interp.Machine
	suite   *checker.Suite
	goal    *ast.Unit // nil where the case has none
	clauses []ast.Expr
	start   []interp.State
	unclear string              // why it is not known where to begin
	bound   map[string][]string // by tool: the arguments that its transition binds
}

func newReplayPlan(s *checker.Suite, k *checker.Case) *replayPlan {
	p := &replayPlan{
		machine: interp.New(s.Model), suite: s, goal: k.Decl.Goal, clauses: k.Goals, bound: make(map[string][]string),
	}
	for _, t := range s.Model.Transitions {
		p.bound[t.Name()] = []string{}
		for _, x := range t.Params {
			p.bound[t.Name()] = append(p.bound[t.Name()], x.Bind.Param.Name)
		}
	}
	known, free := p.machine.Initial(k)
	idle(s, k, known, free)
	r, err := p.machine.Run(interp.Trace{Init: known})
	if err != nil {
		p.unclear = err.Error()
		return p
	}
	p.start = r.Init
	return p
}

// idle gives free variables some value that nothing in the model and the goal
// reads: it cannot matter which.
func idle(s *checker.Suite, k *checker.Case, known interp.State, free []interp.Leaf) {
	read := make(map[string]bool)
	note := func(n ast.Node) bool {
		if r, ok := n.(*ast.Ref); ok {
			read[r.Name] = true
		}
		return true
	}
	for _, t := range s.Model.Transitions {
		ast.Inspect(t.Decl, note)
	}
	for _, e := range k.Goals {
		ast.Inspect(e, note)
	}
	for _, l := range free {
		name := l.Var.Name()
		if _, some := known[name]; !some && !read[name] {
			known[name] = zero(l.Var.Type)
		}
	}
}

// zero returns a value of a type.
func zero(t types.Type) types.Value {
	switch t := t.(type) {
	case *types.Enum:
		return types.Text(t.Names[0])
	case *types.Array:
		return types.List{}
	case *types.Record:
		o := types.Object{}
		for _, f := range t.Fields {
			o = append(o, types.Member{Name: f.Name, Value: zero(f.Type)})
		}
		return o
	}
	switch t {
	case types.Bool:
		return types.Boolean(false)
	case types.String:
		return types.Text("")
	}
	return types.NewInt(0)
}

// A replay is one trace in the model.
//
// The state may be one of several, since initial values may be free and a
// transition may be a relation. Those in which no call has broken a
// precondition are clean. A state in which one does becomes dirty, and so do
// those that follow from it. If no state is clean, a precondition was broken,
// whatever the state was; if none is dirty, none was; and if there are both,
// the trace does not tell.
type replay struct {
	*replayPlan
	clean, dirty []interp.State
	unclear      string // why nothing more can be said
	stuck        bool   // a call had no next state in some of the states
	found        Replay // the first breach
}

func newReplay(p *replayPlan) *replay {
	r := &replay{replayPlan: p}
	r.reset()
	return r
}

func (r *replay) reset() {
	r.clean, r.dirty, r.unclear, r.stuck, r.found = r.start, nil, r.replayPlan.unclear, false, Replay{}
}

// maxCompletions bounds the completions of a call whose arguments are not all
// known that are replayed.
const maxCompletions = 64

// step replays a call. It takes time linear in the number of possible states,
// of which there are at most [interp.MaxStates].
func (r *replay) step(c *call) {
	bound, modelled := r.bound[c.tool.name]
	if r.unclear != "" || !modelled {
		return
	}
	calls, ok := r.completions(c, bound)
	if !ok {
		r.unclear = fmt.Sprintf("the arguments of call %d, of `%s`, are not known", c.seq, c.tool.name)
		return
	}
	var clean, dirty []interp.State
	complete, before := true, len(r.clean)
	for _, x := range calls {
		for _, s := range r.clean {
			next, all := r.machine.Next(s, x)
			complete = complete && all
			if broken := r.machine.Pre(s, x); len(broken) > 0 || len(next) == 0 {
				r.breach(c, broken)
				dirty = append(dirty, r.orStuck(next)...)
			} else {
				clean = append(clean, next...)
			}
		}
		for _, s := range r.dirty {
			next, all := r.machine.Next(s, x)
			complete = complete && all
			dirty = append(dirty, r.orStuck(next)...)
		}
	}
	r.clean, r.dirty = different(clean), different(dirty)
	if len(r.clean) == 0 && before > 0 && r.found.Verdict != Fail {
		r.found.Verdict = Fail
	}
	if !complete || len(r.clean)+len(r.dirty) > interp.MaxStates {
		r.unclear = fmt.Sprintf("there are too many states that call %d, of `%s`, may have led to", c.seq, c.tool.name)
	}
}

// orStuck notes where a call has no next state.
func (r *replay) orStuck(next []interp.State) []interp.State {
	r.stuck = r.stuck || len(next) == 0
	return next
}

// breach notes the first call that breaks a precondition.
func (r *replay) breach(c *call, broken []interp.Broken) {
	if r.found.Seq != 0 {
		return
	}
	r.found.Seq, r.found.Tool = c.seq, c.tool.name
	r.found.At = c.at
	r.found.At.Path = strings.Clone(c.at.Path)
	if len(broken) == 0 {
		r.found.Message = fmt.Sprintf("`%s` has no next state", c.tool.name)
		return
	}
	for _, b := range broken {
		r.found.Broken = append(r.found.Broken, clauseOf(b))
	}
}

func clauseOf(b interp.Broken) Clause {
	c := Clause{Text: b.Text(), Kind: b.Kind.String(), Why: b.Why}
	if at := b.Span(); !at.IsZero() {
		from := at.From(source.Bytes)
		c.File, c.Line, c.Column = at.File.Name(), from.Line, from.Column
	}
	if c.Why == "" {
		c.Why = values(b.Values)
	}
	return c
}

// values says what the operands of a clause were.
func values(list []interp.Operand) string {
	var parts []string
	for _, o := range list {
		text := "has no value"
		if o.Value != nil {
			text = "is " + cut(o.Value.String())
		}
		parts = append(parts, fmt.Sprintf("`%s` %s", o.Text, text))
	}
	return strings.Join(parts, ", ")
}

// completions returns the calls that a call may be, as far as the model sees
// them; false where there are many.
func (r *replay) completions(c *call, bound []string) ([]tool.Call, bool) {
	list := []types.Object{c.args}
	if len(c.hidden) > 0 {
		list[0] = slices.DeleteFunc(slices.Clone(c.args), func(m types.Member) bool { return c.unknown(m.Name) })
	}
	for _, name := range bound {
		if !c.unknown(name) {
			continue
		}
		p := c.tool.plan.param(name)
		if p == nil {
			return nil, false
		}
		values := samples(p.Schema, maxCompletions+1)
		if len(values) > maxCompletions {
			return nil, false
		}
		var longer []types.Object
		for _, args := range list {
			if c.none && !p.Required {
				longer = append(longer, args)
			}
			for _, v := range values {
				longer = append(longer, append(slices.Clip(args), types.Member{Name: name, Value: v}))
			}
		}
		if list = longer; len(list) > maxCompletions {
			return nil, false
		}
	}
	calls := make([]tool.Call, len(list))
	for i, args := range list {
		calls[i] = tool.Call{Tool: c.tool.name, Args: args}
	}
	return calls, true
}

// different returns states, each once.
func different(list []interp.State) []interp.State {
	if len(list) < 2 {
		return list
	}
	var kept []interp.State
	for _, s := range list {
		if len(kept) > interp.MaxStates {
			break
		}
		if !slices.ContainsFunc(kept, s.Equal) {
			kept = append(kept, s)
		}
	}
	return kept
}

// result returns what the model says of the trace.
func (r *replay) result() *Replay {
	out := r.found
	switch {
	case out.Verdict == Fail:
	case r.unclear != "":
		out.Verdict, out.Message = Inconclusive, r.unclear
	case len(r.dirty) > 0 || out.Seq != 0:
		out.Verdict = Inconclusive
		out.Message = fmt.Sprintf("whether call %d, of `%s`, breaks a precondition depends on values that the trace does not tell", out.Seq, out.Tool)
	default:
		out.Verdict = Pass
	}
	out.Allowed = out.Verdict == Pass
	return &out
}

// goalCheck judges the goal in the states that the trace may have ended in.
func (r *replay) goalCheck() Check {
	c := Check{Check: "goal", Verdict: Pass, Evidence: []Evidence{}}
	if r.unclear != "" {
		c.Verdict, c.Message = Inconclusive, r.unclear
		return c
	}
	if r.stuck {
		c.Verdict, c.Message = Inconclusive, "a call has no next state, and so the final one is not known"
		return c
	}
	met, missed, why := false, false, ""
	for _, s := range slices.Concat(r.clean, r.dirty) {
		ok := true
		for _, e := range r.clauses {
			holds, operands := r.machine.Goal(r.suite, r.goal, e, s)
			if !holds && why == "" {
				why = fmt.Sprintf("`%s` does not hold in the final state: %s", r.goal.Compact(e), values(operands))
			}
			ok = ok && holds
		}
		met, missed = met || ok, missed || !ok
	}
	switch {
	case met && missed:
		c.Verdict, c.Message = Inconclusive, "it depends on values that the trace does not tell"
	case missed:
		c.Verdict, c.Class, c.Message = Fail, Goal, why
	}
	return c
}
