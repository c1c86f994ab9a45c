package grade_test

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// A secondCall is a call of a trace, as it happened and as far as it is logged.
type secondCall struct {
	seq     int
	tool    *secondTool
	args    map[string]any // those that are logged; also wrong ones
	unknown []string       // parameters whose values are not logged
	absent  bool           // nothing is logged: parameters may be left out
	wild    bool           // unknown values may be ones that the schema refuses
	bad     bool           // the arguments are no object
	failed  bool
	user    bool
}

// same reports whether two values are equal as JSON.
func same(a, b any) bool {
	x, is := a.(*big.Rat)
	y, are := b.(*big.Rat)
	if is && are {
		return x.Cmp(y) == 0
	}
	return is == are && a == b
}

// accepts reports whether a value is one that the schema permits.
func (p *secondParam) accepts(v any) bool {
	switch v := v.(type) {
	case nil:
		return p.nullable
	case string:
		return p.kind == "s" || p.kind == "e" && slices.Contains(secondEnum, v)
	case bool:
		return p.kind == "b"
	case *big.Rat:
		return p.kind == "n" || p.kind == "i" && v.IsInt() && (p.least == nil || v.Cmp(p.least) >= 0 && v.Cmp(p.most) <= 0)
	}
	return false
}

// normal returns the arguments of a call with the defaults filled in.
func (c *secondCall) normal() map[string]any {
	args := make(map[string]any)
	if c.bad {
		return args
	}
	for _, p := range c.tool.params {
		if _, none := p.fallback.(noValue); !none {
			args[p.name] = p.fallback
		}
	}
	maps.Copy(args, c.args)
	return args
}

// completions returns what the call may have been: with each value of the
// parameters that are not logged that tells patterns apart.
func (c *secondCall) completions(s *secondSuite) []*secondCall {
	list := []*secondCall{c}
	for _, name := range c.unknown {
		p := c.tool.param(name)
		var values []any
		for _, v := range p.sampled(s, c.tool.name) {
			if c.wild || p.accepts(v) {
				values = append(values, v)
			}
		}
		var longer []*secondCall
		for _, had := range list {
			if c.absent && !p.required {
				longer = append(longer, had)
			}
			for _, v := range values {
				next := *had
				next.args = make(map[string]any)
				maps.Copy(next.args, had.args)
				next.args[name] = v
				longer = append(longer, &next)
			}
		}
		list = longer
	}
	return list
}

// sampled returns values of a parameter: all of a finite kind, else those that
// patterns pin and one that none does.
func (p *secondParam) sampled(s *secondSuite, tool string) []any {
	values := []any{nil}
	switch {
	case p.kind == "b":
		values = append(values, true, false)
	case p.kind == "e":
		values = append(values, "a", "b", "c", "a name that the enum lacks")
	case p.kind == "s":
		values = append(values, "some other text")
	case p.least != nil:
		values = append(values, rat("-1"), rat("0"), rat("1"), rat("2"), rat("424242"))
	default:
		values = append(values, rat("424242"))
	}
	for _, c := range s.checks {
		for _, q := range c.patterns {
			if v, pinned := q.pins[p.name]; pinned && q.tool == tool {
				values = append(values, v)
			}
		}
	}
	return values
}

// matches is m(i, P) of LANGUAGES.md.
func (p *secondPattern) matches(c *secondCall) bool {
	if c.tool.name != p.tool {
		return false
	}
	args := c.normal()
	for name, want := range p.pins {
		if v, given := args[name]; !given || c.bad || !same(v, want) {
			return false
		}
	}
	return true
}

// holds reads the table of the forms.
func (c *secondCheck) holds(tau []*secondCall) bool {
	some := func(from, to, atom int) bool {
		return slices.ContainsFunc(tau[from:to], c.patterns[atom].matches)
	}
	n := len(tau)
	if c.form == "call" || c.form == "or" {
		for a := range c.patterns {
			if some(0, n, a) != c.no[a] {
				return true
			}
		}
		return false
	}
	conditional := c.form == "after" || c.form == "before"
	for i, x := range tau {
		if !c.patterns[0].matches(x) {
			continue
		}
		earlier := c.form == "after" || c.form == "follows"
		anchored := earlier && some(0, i, 1) || !earlier && some(i+1, n, 1)
		if conditional && anchored == c.no[0] {
			return false
		}
		if !conditional && anchored {
			return true
		}
	}
	return conditional
}

// verdict is that of a check over all completions of a trace.
func (c *secondCheck) verdict(all [][]*secondCall) grade.Verdict {
	passed, failed := false, false
	for _, tau := range all {
		holds := c.holds(tau)
		passed, failed = passed || holds, failed || !holds
	}
	switch {
	case passed && failed:
		return grade.Inconclusive
	case failed:
		return grade.Fail
	}
	return grade.Pass
}

// A secondBreach is what one call breaks: texts of clauses.
type secondBreach struct {
	seq     int
	attempt bool
	clauses []string
}

// replay runs calls from a state and returns what each breaks, and the final
// state. Calls for which skip says so have no effects.
func (s *secondSuite) replay(tau []*secondCall, start map[string]any, attempts bool, skip func(seq int) bool) (list []secondBreach, end map[string]any) {
	state := start
	for _, c := range tau {
		if c.failed && !attempts {
			continue
		}
		clauses, after := c.run(state)
		if len(clauses) > 0 {
			list = append(list, secondBreach{c.seq, c.failed, clauses})
		}
		if !c.failed && !skip(c.seq) {
			state = after
		}
	}
	return list, state
}

// run makes a call in a state.
func (c *secondCall) run(state map[string]any) (broken []string, after map[string]any) {
	e := secondEnv{state, c.typed()}
	for _, x := range c.tool.pre {
		if x.eval(e) != true {
			broken = append(broken, x.text)
		}
	}
	after = make(map[string]any)
	maps.Copy(after, state)
	for _, x := range c.tool.effects {
		if x.guard != nil && x.guard.eval(e) != true {
			continue
		}
		v := x.value.eval(e)
		if !inType(x.variable, v) {
			broken = append(broken, x.text)
			continue
		}
		after[x.variable] = v
	}
	return broken, after
}

// typed returns the arguments as the model sees them: what is not of its type
// has no value.
func (c *secondCall) typed() map[string]any {
	args := make(map[string]any)
	for name, v := range c.normal() {
		p := c.tool.param(name)
		n, isNumber := v.(*big.Rat)
		text, isText := v.(string)
		_, isBool := v.(bool)
		switch {
		case p == nil:
		case p.kind == "i" && isNumber && n.IsInt(), p.kind == "n" && isNumber, p.kind == "s" && isText,
			p.kind == "e" && isText && slices.Contains(secondEnum, text), p.kind == "b" && isBool:
			args[name] = v
		}
	}
	return args
}

// inType reports whether a value is one of a variable.
func inType(variable string, v any) bool {
	switch v := v.(type) {
	case *big.Rat:
		return variable == "r" || variable == "x" && v.IsInt()
	case bool:
		return variable == "q"
	case string:
		return variable == "m" && slices.Contains(secondEnum, v)
	case map[string]bool:
		return variable == "st"
	}
	return false
}

// starts returns the initial states: one for each value of what is free.
func (s *secondSuite) starts() []map[string]any {
	list := []map[string]any{s.init}
	for _, name := range s.free {
		values := map[string][]any{"q": {true, false}, "m": {"a", "b", "c"}}[name]
		var longer []map[string]any
		for _, had := range list {
			for _, v := range values {
				next := make(map[string]any)
				maps.Copy(next, had)
				next[name] = v
				longer = append(longer, next)
			}
		}
		list = longer
	}
	return list
}

// violations returns what a trace whose initial state and arguments are known
// breaks, as [violated] renders it but for the numbers of what follows from what.
func (s *secondSuite) violations(tau []*secondCall, attempts bool) string {
	main, _ := s.replay(tau, s.init, attempts, func(int) bool { return false })
	violating := make(map[int]bool)
	for _, b := range main {
		violating[b.seq] = true
	}
	without, _ := s.replay(tau, s.init, attempts, func(seq int) bool { return violating[seq] })
	var parts []string
	for _, b := range main {
		text := fmt.Sprint(b.seq)
		if b.attempt {
			text += " attempted"
		}
		all := true
		for _, clause := range b.clauses {
			text += " " + clause
			there := slices.ContainsFunc(without, func(o secondBreach) bool { return o.seq == b.seq && slices.Contains(o.clauses, clause) })
			if !there {
				text += "<-"
			}
			all = all && !there
		}
		if all {
			text += " follows"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// brokenText renders violations like [secondSuite.violations].
func brokenText(r *grade.Replay) string {
	return rendered(r, func(v grade.Violation) string {
		if v.Follows > 0 {
			return "follows"
		}
		return ""
	}, func(grade.Clause) string { return "<-" })
}

// A secondCounter says what a run of the law has seen.
type secondCounter map[string]int

// TestSecondImplementation: the verdicts of checks, of the replay and of the
// goal, and all violations, are those of a direct evaluation of the definitions,
// which shares no code with the grader, the automata and the interpreter. A draw
// is a suite with several traces.
func TestSecondImplementation(t *testing.T) {
	seen := make(secondCounter)
	modeltest.Law(t, 300, func(t *rapid.T) {
		s, texts := drawSecond(t)
		p, err := modeltest.Load(texts[0], texts[1], texts[2])
		if err != nil {
			t.Fatalf("%v\n%s", err, strings.Join(texts[:], "\n"))
		}
		seen["suites"]++
		o := grade.Options{
			Replay:   true,
			Failed:   rapid.SampledFrom([]grade.FailedCalls{grade.CountFailed, grade.IgnoreFailed}).Draw(t, "failed calls"),
			Attempts: rapid.SampledFrom([]grade.Attempts{grade.IgnoreAttempts, grade.JudgeAttempts}).Draw(t, "attempts"),
		}
		plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], o)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			tau, lines := drawSecondTrace(t, s)
			r := gradeLines(t, plan, lines)
			seen["traces"]++
			problem := s.compare(tau, r, o, seen)
			if problem == "" && s.known {
				problem = s.compareRun(p.Model, tau, o)
			}
			if problem != "" {
				t.Fatalf("%s\n%s\n%s\n%s", problem, texts[1], texts[2], lines)
			}
		}
	})
	t.Logf("%v", seen)
	for _, what := range []string{"pass", "fail", "inconclusive", "violations", "follows", "attempted", "unknown", "replay pass", "replay fail", "replay inconclusive"} {
		if seen[what] == 0 && !testing.Short() {
			t.Errorf("no draw has: %s", what)
		}
	}
}

// compare returns how the result differs from the direct evaluation; "" if it
// does not.
func (s *secondSuite) compare(tau []*secondCall, r *grade.Result, o grade.Options, seen secondCounter) string {
	tau = slices.DeleteFunc(slices.Clone(tau), func(c *secondCall) bool { return c.user })
	all := [][]*secondCall{nil}
	unknown := false
	for _, c := range tau {
		unknown = unknown || len(c.unknown) > 0 || c.bad
		var longer [][]*secondCall
		for _, had := range all {
			for _, x := range c.completions(s) {
				longer = append(longer, append(had[:len(had):len(had)], x))
			}
		}
		if all = longer; len(all) > 3000 {
			seen["too many"]++
			return ""
		}
	}
	if unknown {
		seen["unknown"]++
	}
	shown := make([][]*secondCall, len(all))
	for i, one := range all {
		shown[i] = slices.DeleteFunc(slices.Clone(one), func(c *secondCall) bool { return c.failed && o.Failed == grade.IgnoreFailed })
	}
	for i := range s.checks {
		want := s.checks[i].verdict(shown)
		seen[string(want)]++
		seen["checks"]++
		if got := r.Checks[i].Verdict; got != want {
			return fmt.Sprintf("check %s is %s, and the table says %s", s.checks[i].String(), got, want)
		}
	}
	return s.compareReplay(tau, all, unknown, r, o, seen)
}

func (s *secondSuite) compareReplay(tau []*secondCall, all [][]*secondCall, unknown bool, r *grade.Result, o grade.Options, seen secondCounter) string {
	attempts := o.Attempts == grade.JudgeAttempts
	clean, dirty, met, missed, both := false, false, false, false, false
	for _, one := range all {
		for _, start := range s.starts() {
			broken, end := s.replay(one, start, attempts, func(int) bool { return false })
			clean, dirty = clean || len(broken) == 0, dirty || len(broken) > 0
			holds := s.goal == nil || s.goal.eval(secondEnv{state: end}) == true
			met, missed, both = met || holds, missed || !holds, both || holds && len(broken) == 0
		}
	}
	verdict := func(yes, no bool) grade.Verdict {
		switch {
		case yes && no:
			return grade.Inconclusive
		case no:
			return grade.Fail
		}
		return grade.Pass
	}
	got, want := r.Replay.Verdict, verdict(clean, dirty)
	seen["replay "+string(got)]++
	if got == grade.Fail && r.Replay.Violations[0].Goal {
		seen["replay or goal"]++
		if got = want; both {
			return "a call is said to break something, or the goal to be missed"
		}
	}
	if got != want && (got != grade.Inconclusive || !unknown) {
		return fmt.Sprintf("the replay is %s, and step by step %s", got, want)
	}
	if s.goal != nil {
		got, want := r.Checks[len(r.Checks)-1].Verdict, verdict(met, missed)
		if got != want && (got != grade.Inconclusive || !unknown) {
			return fmt.Sprintf("the goal %s is %s, and step by step %s", s.goal.text, got, want)
		}
	}
	if unknown || len(s.free) > 0 {
		return ""
	}
	told, direct := brokenText(r.Replay), s.violations(tau, attempts)
	seen["violations"] += len(r.Replay.Violations)
	seen["follows"] += strings.Count(direct, "<-")
	seen["attempted"] += strings.Count(direct, "attempted")
	if told != direct {
		return fmt.Sprintf("the violations are\n%s\nand step by step\n%s", told, direct)
	}
	return ""
}

// gradeLines reads a trace in the plain format and grades it.
func gradeLines(t *rapid.T, plan *grade.Plan, lines string) *grade.Result {
	var found *grade.Result
	g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(r *grade.Result) error {
		found = r
		return nil
	})
	sink := &noProblems{g, t}
	if _, err := importer.Read("f", strings.NewReader(lines), importer.Options{}, sink); err != nil {
		t.Fatal(err)
	}
	if found == nil {
		t.Fatalf("no trace is read from\n%s", lines)
	}
	return found
}

// noProblems is a grader that expects that everything can be read.
type noProblems struct {
	*grade.Grader
	t *rapid.T
}

// Problem implements [trace.Sink].
func (n *noProblems) Problem(p trace.Problem) error {
	n.t.Fatal(p)
	return nil
}
