package grade_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// A shown call is one with arguments that are all known, or that are no object.
type shown struct {
	tool.Call
	bad bool
}

// matches reads the definition of m(i, P) (grammar/spec.md, 4.14 and 9.7).
func matches(c shown, p *property.Pattern) bool {
	if c.Tool != p.Tool {
		return false
	}
	for _, pin := range p.Tests {
		if c.bad {
			return false
		}
		had := false
		for _, m := range c.Args {
			had = had || m.Name == pin.Of && types.Equal(m.Value, pin.Values[0])
		}
		if !had {
			return false
		}
	}
	return true
}

// holds reads the table of the forms as it stands.
func holds(c *monitor.Check, tau []shown) bool {
	m := func(i, a int) bool { return matches(tau[i], c.Atoms[a].Pattern) }
	exists := func(from, to, a int) bool {
		for i := from; i < to; i++ {
			if m(i, a) {
				return true
			}
		}
		return false
	}
	n := len(tau)
	switch c.Form {
	case forms.Or:
		for a, x := range c.Atoms {
			if exists(0, n, a) != x.No {
				return true
			}
		}
		return false
	case forms.After, forms.Before:
		for i := range n {
			anchored := exists(0, i, 1)
			if c.Form == forms.Before {
				anchored = exists(i+1, n, 1)
			}
			if m(i, 0) && anchored == c.Atoms[0].No {
				return false
			}
		}
		return true
	}
	for i := range n {
		anchored := exists(0, i, 1)
		if c.Form == forms.Precedes {
			anchored = exists(i+1, n, 1)
		}
		if m(i, 0) && anchored {
			return true
		}
	}
	return false
}

func checksOf(s *checker.Suite, k *checker.Case) []*monitor.Check {
	var list []*monitor.Check
	for _, c := range k.Checks {
		list = append(list, monitor.In(s, c))
	}
	return list
}

// planOf returns the plan of a case; without a replay, that of its checks alone, as the
// goal would leave every trace inconclusive.
func planOf(t *rapid.T, p *modeltest.Project, k *checker.Case, o grade.Options) *grade.Plan {
	if !o.Replay {
		alone := *k
		alone.Goals = nil
		k = &alone
	}
	plan, err := grade.NewPlan(p.Suite, k, o)
	if err != nil {
		t.Skip(err)
	}
	return plan
}

func callEvent(seq int, c tool.Call) trace.Event {
	return trace.Event{Seq: seq, Kind: trace.Call, CallID: fmt.Sprint("c", seq), Tool: c.Tool, Args: c.Args, State: trace.ArgsOK}
}

// verdicts returns the verdicts of a result's checks, in order.
func verdicts(r *grade.Result) []grade.Verdict {
	var list []grade.Verdict
	for _, c := range r.Checks {
		list = append(list, c.Verdict)
	}
	return list
}

func verdictOf(holds bool) grade.Verdict {
	if holds {
		return grade.Pass
	}
	return grade.Fail
}

// TestAgreesWithDefinition: the grader, the automata, and the table of the
// forms say the same of random traces. Failed calls are dropped in half of
// them, where their results say so after the call or much later.
func TestAgreesWithDefinition(t *testing.T) {
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Law(t, 400, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		o := grade.Options{Failed: rapid.SampledFrom([]grade.FailedCalls{grade.CountFailed, grade.IgnoreFailed}).Draw(t, "failed calls")}
		plan := planOf(t, p, k, o)
		for range 4 {
			tau, events := drawEvents(t, p, o)
			r := plan.Grade(&trace.Trace{Events: events})
			var normal []tool.Call
			for _, c := range tau {
				normal = append(normal, c.Call)
			}
			for i, c := range checksOf(p.Suite, k) {
				want := holds(c, tau)
				if got := c.Holds(normal); got != want {
					t.Fatalf("%s: the automaton says %v, the table %v", c.Name, got, want)
				}
				if got := r.Checks[i].Verdict; got != verdictOf(want) {
					t.Fatalf("%s: the grader says %s, the table %v\n%v", c.Name, got, want, events)
				}
				proves(t, p, c, r.Checks[i], events)
			}
		}
	})
}

// proves holds the evidence of a check against the events.
func proves(t *rapid.T, p *modeltest.Project, c *monitor.Check, got grade.Check, events []trace.Event) {
	if got.Verdict == grade.Fail && len(got.Evidence) == 0 && len(events) > 0 && events[0].Kind == trace.Call {
		t.Fatalf("%s fails without evidence", c.Name)
	}
	for _, ev := range got.Evidence {
		i := slices.IndexFunc(events, func(e trace.Event) bool { return e.Seq == ev.Seq && e.Kind == trace.Call })
		if i < 0 || events[i].Tool != ev.Tool {
			t.Fatalf("%s: %v is no event", c.Name, ev)
		}
		call := shown{Call: p.Tools.Normalise(events[i].Called())}
		matching := slices.ContainsFunc(c.Atoms, func(a monitor.Atom) bool {
			return a.Anchor == (ev.Role == grade.Anchor) && matches(call, a.Pattern)
		})
		if ev.Role != grade.Last && !matching {
			t.Fatalf("%s: the event %v does not play its part", c.Name, ev)
		}
	}
}

// TestDamagedLaw: what is said of a trace of which a record could not be read
// stays so whatever calls are put into it.
func TestDamagedLaw(t *testing.T) {
	decided := 0
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Law(t, 150, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		plan := planOf(t, p, k, grade.Options{})
		for range 4 {
			tau, events := drawEvents(t, p, grade.Options{})
			var r *grade.Result
			g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(x *grade.Result) error { r = x; return nil })
			g.Begin(&trace.Header{})
			for i := range events {
				g.Event(&events[i])
			}
			g.Problem(trace.Problem{Message: "no JSON"})
			g.End()
			for _, c := range modeltest.Calls(p).Draw(t, "lost") {
				tau = slices.Insert(tau, rapid.IntRange(0, len(tau)).Draw(t, "at"), shown{Call: p.Tools.Normalise(c)})
			}
			for i, c := range checksOf(p.Suite, k) {
				got := r.Checks[i].Verdict
				if got != grade.Inconclusive {
					decided++
				}
				if got != grade.Inconclusive && got != verdictOf(holds(c, tau)) {
					t.Fatalf("%s: %s, and with other calls not\n%v", c.Name, got, tau)
				}
			}
		}
	})
	if decided < 20 && !testing.Short() {
		t.Error("the law says too little")
	}
}

// drawEvents draws a trace: the calls that count, and the events.
func drawEvents(t *rapid.T, p *modeltest.Project, o grade.Options) (tau []shown, events []trace.Event) {
	var later []trace.Event
	for _, c := range modeltest.Calls(p).Draw(t, "calls") {
		e := callEvent(len(events)+1, c)
		result := trace.Event{Seq: e.Seq + 1, Kind: trace.Result, CallID: e.CallID, Status: trace.OK}
		if rapid.IntRange(0, 3).Draw(t, "fails") == 0 {
			result.Status = trace.Failed
		}
		if o.Failed != grade.IgnoreFailed || result.Status == trace.OK {
			tau = append(tau, shown{Call: p.Tools.Normalise(c)})
		}
		events = append(events, e)
		switch rapid.IntRange(0, 2).Draw(t, "answer") {
		case 0:
			events = append(events, result)
		case 1:
			later = append(later, result)
		case 2:
			events[len(events)-1].Status = result.Status
		}
	}
	return tau, append(events, later...)
}

// TestUnknownArguments: where arguments are not known, a check passes or fails
// if it does in every completion that the schemas accept, found by trying all.
func TestUnknownArguments(t *testing.T) {
	var n [3]int
	gen := modeltest.Projects(modeltest.Tiny)
	modeltest.Law(t, 400, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		plan := planOf(t, p, k, grade.Options{})
		if open(p) {
			t.Skip("objects may have members that nobody lists")
		}
		tau, events := drawUnknown(t, p)
		all := product(t, tau)
		r := plan.Grade(&trace.Trace{Events: events})
		for i, c := range checksOf(p.Suite, k) {
			want := agreed(all, func(tau []shown) grade.Verdict { return verdictOf(holds(c, tau)) })
			if got := r.Checks[i].Verdict; got != want {
				t.Fatalf("%s: %s, and by %d completions %s\n%s", c.Name, got, len(all), want, show(events))
			}
			n[slices.Index([]grade.Verdict{grade.Pass, grade.Fail, grade.Inconclusive}, want)]++
		}
	})
	t.Logf("%d checks passed, %d failed, %d were inconclusive", n[0], n[1], n[2])
	if slices.Min(n[:]) < 20 && !testing.Short() {
		t.Error("the law says too little")
	}
}

// open reports whether an argument of some tool may be an object with members
// that the schema does not list: then there are infinitely many.
func open(p *modeltest.Project) bool {
	return slices.ContainsFunc(p.Tools.Tools, func(t *tool.Tool) bool {
		return slices.ContainsFunc(t.Input.Properties, func(x *tool.Property) bool { return openSchema(x.Schema) })
	})
}

func openSchema(s *tool.Schema) bool {
	return s.Only(tool.KindObject) && s.Enum == nil && s.Const == nil && !s.Closed ||
		slices.ContainsFunc(s.Properties, func(x *tool.Property) bool { return openSchema(x.Schema) })
}

func show(events []trace.Event) string {
	s := ""
	for _, e := range events {
		s += fmt.Sprintf("%d group %d %s %s %v hidden %v\n", e.Seq, e.Group, e.Tool, e.State, e.Args, e.Hidden)
	}
	return s
}

// agreed returns what a verdict is in all completions, or inconclusive.
func agreed(all [][]shown, verdict func([]shown) grade.Verdict) grade.Verdict {
	v := verdict(all[0])
	for _, tau := range all[1:] {
		if verdict(tau) != v {
			return grade.Inconclusive
		}
	}
	return v
}

// product returns all traces with a call of each set; it skips where there
// are many.
func product(t *rapid.T, tau [][]shown) [][]shown {
	all := [][]shown{nil}
	for _, options := range tau {
		if len(all)*len(options) > 3000 {
			t.Skip("too many completions")
		}
		var longer [][]shown
		for _, had := range all {
			for _, c := range options {
				longer = append(longer, append(slices.Clip(had), c))
			}
		}
		all = longer
	}
	return all
}

// drawUnknown draws a trace some of whose arguments are not known: the calls
// that each call may be, and the events.
func drawUnknown(t *rapid.T, p *modeltest.Project) (tau [][]shown, events []trace.Event) {
	possible := modeltest.TinyCalls(p)
	for i := range rapid.IntRange(0, 5).Draw(t, "length") {
		c := rapid.SampledFrom(possible).Draw(t, "call")
		e := callEvent(i+1, c)
		options := []shown{{Call: c}}
		switch rapid.IntRange(0, 7).Draw(t, "state") {
		case 0, 1:
			e.State, e.Args = rapid.SampledFrom([]trace.ArgState{trace.ArgsAbsent, trace.ArgsRedacted}).Draw(t, "how"), nil
			options = thoseOf(possible, func(x tool.Call) bool { return x.Tool == c.Tool })
		case 2, 3:
			for _, m := range c.Args {
				if rapid.Bool().Draw(t, "hidden") {
					e.Hidden = append(e.Hidden, m.Name)
				}
			}
			if len(e.Hidden) > 0 {
				e.State, e.Args = trace.ArgsRedacted, withPlaceholders(c.Args, e.Hidden, rapid.Bool().Draw(t, "placeholders"))
				options = thoseOf(possible, func(x tool.Call) bool { return x.Tool == c.Tool && sameBut(c.Args, x.Args, e.Hidden) })
			}
		case 4:
			e.State, e.Args = trace.ArgsInvalid, nil
			options = []shown{{Call: tool.Call{Tool: c.Tool}, bad: true}}
		}
		tau, events = append(tau, options), append(events, e)
	}
	return tau, events
}

func thoseOf(list []tool.Call, is func(tool.Call) bool) []shown {
	var out []shown
	for _, c := range list {
		if is(c) {
			out = append(out, shown{Call: c})
		}
	}
	return out
}

// withPlaceholders returns arguments in which hidden ones are left out, or are
// a text.
func withPlaceholders(args types.Object, hidden []string, text bool) types.Object {
	var out types.Object
	for _, m := range args {
		switch {
		case !slices.Contains(hidden, m.Name):
			out = append(out, m)
		case text:
			out = append(out, types.Member{Name: m.Name, Value: types.Text("a")})
		}
	}
	return out
}

// sameBut reports whether two objects have the same members, the values of
// some aside.
func sameBut(a, b types.Object, names []string) bool {
	if len(a) != len(b) {
		return false
	}
	for _, m := range a {
		v, ok := b.Get(m.Name)
		if !ok || !slices.Contains(names, m.Name) && !types.Equal(m.Value, v) {
			return false
		}
	}
	return true
}

// TestParallel: with calls that were made side by side, the verdicts are those
// of brute force over all orders, and over all completions.
func TestParallel(t *testing.T) {
	gen := modeltest.Projects(modeltest.Tiny)
	var n, groups int
	modeltest.Law(t, 400, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		mode := rapid.SampledFrom([]grade.Parallel{grade.AnyOrder, grade.AllOrder, grade.Listed, grade.Forbid}).Draw(t, "parallel")
		plan := planOf(t, p, k, grade.Options{Parallel: mode})
		if open(p) {
			t.Skip("objects may have members that nobody lists")
		}
		tau, events := drawUnknown(t, p)
		unknown := slices.ContainsFunc(tau, func(o []shown) bool { return len(o) > 1 })
		group := 0
		for i := range events {
			if i == 0 || rapid.IntRange(0, 2).Draw(t, "apart") == 0 {
				group++
			}
			events[i].Group = group % 4 // groups beside single calls
		}
		all := product(t, tau)
		orders := [][]int{slices.Collect(seq(len(tau)))}
		if mode == grade.AnyOrder || mode == grade.AllOrder {
			orders = ordersOf(events)
		}
		if len(orders) > 1 {
			groups++
		}
		checks := checksOf(p.Suite, k)
		r := plan.Grade(&trace.Trace{Events: events})
		n++
		if mode == grade.AnyOrder {
			want := agreed(all, func(tau []shown) grade.Verdict {
				return verdictOf(slices.ContainsFunc(orders, func(order []int) bool { return passes(checks, inOrder(tau, order)) }))
			})
			got := ofChecks(r)
			if got != want && !(unknown && got == grade.Inconclusive && want == grade.Fail) {
				t.Fatalf("%s, and by brute force %s\n%s", got, want, show(events))
			}
			return
		}
		for i, c := range checks {
			want := agreed(all, func(tau []shown) grade.Verdict {
				return verdictOf(!slices.ContainsFunc(orders, func(order []int) bool { return !holds(c, inOrder(tau, order)) }))
			})
			if got := r.Checks[i].Verdict; got != want {
				t.Fatalf("%s: %s, and by brute force %s\n%s", c.Name, got, want, show(events))
			}
		}
	})
	t.Logf("%d traces, %d with more than one order", n, groups)
	if groups < n/10 && !testing.Short() {
		t.Error("the law says too little")
	}
}

func seq(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func ofChecks(r *grade.Result) grade.Verdict {
	v := verdicts(r)
	switch {
	case slices.Contains(v, grade.Fail):
		return grade.Fail
	case slices.Contains(v, grade.Inconclusive):
		return grade.Inconclusive
	}
	return grade.Pass
}

func passes(checks []*monitor.Check, tau []shown) bool {
	return !slices.ContainsFunc(checks, func(c *monitor.Check) bool { return !holds(c, tau) })
}

func inOrder(tau []shown, order []int) []shown {
	out := make([]shown, len(tau))
	for i, j := range order {
		out[i] = tau[j]
	}
	return out
}

// ordersOf returns the orders of calls: those of each group are permuted.
func ordersOf(events []trace.Event) [][]int {
	all := [][]int{nil}
	for from := 0; from < len(events); {
		to := from + 1
		for events[from].Group != 0 && to < len(events) && events[to].Group == events[from].Group {
			to++
		}
		var longer [][]int
		for _, had := range all {
			for _, p := range permutations(from, to) {
				longer = append(longer, append(slices.Clip(had), p...))
			}
		}
		all, from = longer, to
	}
	return all
}

func permutations(from, to int) [][]int {
	if from == to {
		return [][]int{nil}
	}
	var all [][]int
	for _, rest := range permutations(from+1, to) {
		for i := range len(rest) + 1 {
			all = append(all, slices.Insert(slices.Clone(rest), i, from))
		}
	}
	return all
}
