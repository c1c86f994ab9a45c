package grammar

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/project"
)

// A trial is a trace of the corpus with all that is needed to judge it.
type trial struct {
	*evaluated
	model *checker.Model
	suite *checker.Suite // nil where there is none
	k     *checker.Case  // of the suite; nil where there is none
	raw   []tool.Call    // as written
	trace interp.Trace   // with normalised calls
}

// evaluate judges the traces of a case by the interpreter and the monitors,
// and then by the encoder.
func (c *testCase) evaluate(t *testing.T, result *project.Result) {
	for _, e := range c.traces {
		x := &trial{evaluated: e}
		if len(result.Suites) > 0 {
			x.suite = result.Suites[0]
			x.model, x.k = x.suite.Model, x.suite.Cases[0]
		} else {
			x.model = result.Models[0]
		}
		trace, err := interp.ReadTrace(source.NewFile(e.name+".json", e.text), x.model)
		if err != nil {
			t.Fatalf("the trace in line %d: %v", e.line, err)
		}
		for i, s := range trace.Steps {
			x.raw = append(x.raw, s.Call)
			trace.Steps[i].Call = x.model.Tools.Normalise(s.Call)
		}
		x.trace = trace
		if diff := cmp.Diff(x.outcome, x.concrete(t)); diff != "" {
			t.Errorf("line %d, by interpreter and monitors: want -, got +\n%s", e.line, diff)
			continue
		}
		x.replay(t)
		x.encode(t)
	}
}

// concrete returns the outcome by interpreter and monitors, one step at a time.
func (x *trial) concrete(t *testing.T) []string {
	var list []string
	m := interp.New(x.model)
	if x.trace.Init != nil {
		list = x.steps(t, m)
	}
	if x.suite == nil {
		return list
	}
	var calls []tool.Call
	for _, s := range x.trace.Steps {
		calls = append(calls, s.Call)
	}
	for _, c := range x.k.Checks {
		list = append(list, fmt.Sprintf("check %s %s", c.Name.Name, word(monitor.In(x.suite, c).Holds(calls))))
	}
	if len(x.k.Goals) > 0 {
		list = append(list, "goal "+word(x.reaches(m)))
	}
	return list
}

func word(holds bool) string {
	if holds {
		return "holds"
	}
	return "fails"
}

func (x *trial) steps(t *testing.T, m *interp.Machine) []string {
	var list []string
	now, err := m.Canonical(x.trace.Init)
	if err != nil {
		t.Fatal(err)
	}
	x.trace.Init = now
	for i, s := range x.trace.Steps {
		for _, line := range x.step(t, m, now, i) {
			list = append(list, fmt.Sprintf("step %d %s", i+1, line))
		}
		if s.State != nil {
			now, _ = m.Canonical(s.State)
			x.trace.Steps[i].State = now
		}
	}
	return list
}

// step returns what is wrong with a step, or that nothing is, and how many
// next states it has where that is asked for.
func (x *trial) step(t *testing.T, m *interp.Machine, now interp.State, i int) []string {
	s := x.trace.Steps[i]
	if !x.known(s.Call.Tool) {
		return []string{"unknown"}
	}
	var list []string
	for _, b := range m.Pre(now, s.Call) {
		list = append(list, fmt.Sprintf("breaks %s %s", b.Kind, b.Text()))
	}
	next, complete := m.NextAnswered(now, s.Call, s.Answer)
	if s.State == nil {
		if len(next) > 0 {
			t.Errorf("line %d, step %d: a state is missing", x.line, i+1)
		}
		return append(list, "stuck")
	}
	broken, sure := m.PostAnswered(now, s.Call, s.Answer, s.State)
	if !sure {
		return append(list, "undecided")
	}
	for _, b := range broken {
		list = append(list, impossible(b))
	}
	if len(list) == 0 {
		list = append(list, "ok")
	}
	if x.next(i) == "" {
		return list
	}
	count := strconv.Itoa(len(next))
	if !complete && x.next(i) != count {
		count = "infinite" // or not known: the encoder settles it
	}
	return append(list, "next "+count)
}

func impossible(b interp.Broken) string {
	what := b.Text()
	if what == "" {
		what = b.Leaf
	}
	return fmt.Sprintf("impossible %s %s", b.Kind, what)
}

// known reports whether a tool is in the model or in the schemas.
func (x *trial) known(name string) bool {
	return x.model.Transition(name) != nil || x.model.Tools.Lookup(name) != nil
}

// final returns the state in which the trace ends.
func (x *trial) final() interp.State {
	if n := len(x.trace.Steps); n > 0 {
		return x.trace.Steps[n-1].State
	}
	return x.trace.Init
}

func (x *trial) reaches(m *interp.Machine) bool {
	for _, e := range x.k.Goals {
		if ok, _ := m.Goal(x.suite, x.k.Decl.Goal, e, x.final()); !ok {
			return false
		}
	}
	return true
}

// replay holds [interp.Machine.Run] against the outcome.
func (x *trial) replay(t *testing.T) {
	if x.trace.Init == nil {
		return
	}
	r, err := interp.New(x.model).Run(x.trace)
	if err != nil {
		t.Errorf("line %d: %v", x.line, err)
		return
	}
	for i := range x.trace.Steps {
		var got []string
		o := r.Steps[i]
		if o.Known == interp.Unknown {
			got = append(got, "unknown")
		}
		for _, b := range o.Broken {
			got = append(got, fmt.Sprintf("breaks %s %s", b.Kind, b.Text()))
		}
		if o.Stuck {
			got = append(got, "stuck")
		}
		for _, b := range append(o.Impossible, o.Contradicts...) {
			got = append(got, impossible(b))
		}
		if o.Allowed() {
			got = append(got, "ok")
		}
		if diff := cmp.Diff(x.at(i), slices.Compact(got)); diff != "" {
			t.Errorf("line %d, step %d by a replay of the trace: want -, got +\n%s", x.line, i+1, diff)
		}
	}
}
