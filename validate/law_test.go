package validate_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// TestValidateLaws holds Validate against what is true of every result: it is
// the same each time, its witnesses answer the questions, and no trace that
// is drawn answers one to which the answer is "none", or does so with fewer
// calls than the witness has.
func TestValidateLaws(t *testing.T) {
	t.Parallel()
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Law(t, 50, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		bound := rapid.IntRange(1, 3).Draw(t, "bound")
		limit := 3 * time.Second
		start := time.Now()
		c := validated(t, lib, p.Suite, k, bound, limit)
		count[string(c.Verdict)]++
		// No question can have run out of time.
		if time.Since(start) < limit && rapid.IntRange(0, 3).Draw(t, "again") == 0 {
			again := validated(t, lib, p.Suite, k, bound, limit)
			if one, two := document(t, c), document(t, again); one != two {
				t.Fatalf("bound %d: a result, and the second time\n%s\n%s", bound, one, two)
			}
			count["compared"]++
		}
		l := law{walker: newWalker(p.Suite, k), project: p, c: c, count: count}
		if err := l.witnesses(); err != nil {
			t.Fatalf("bound %d: %v\n%s", bound, err, document(t, c))
		}
		for range 6 {
			if err := l.drawn(t, bound); err != nil {
				t.Fatalf("bound %d: %v\n%s", bound, err, document(t, c))
			}
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"trace answers compliant", "trace answers forward", "trace answers commission", "trace answers omission", "trace answers goal", "trace answers alone"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s: the law says too little", what)
		}
	}
}

// A law compares the result for a case with traces.
type law struct {
	*walker
	project *modeltest.Project
	c       *validate.Case
	count   map[string]int
}

// result returns the answer to a question, and its witness. It is nil where an
// omission was not asked for.
func (l *law) result(q question) (validate.Answer, *validate.Witness) {
	switch q.kind {
	case "compliant":
		return l.c.Compliant.Answer, l.c.Compliant.Witness
	case "forward":
		if l.c.Forward.Disturbed {
			return validate.None, nil
		}
		return l.c.Forward.Answer, l.c.Forward.Witness
	case "disturbed":
		if l.c.Forward.Disturbed {
			return validate.Found, l.c.Forward.Witness
		}
		return validate.Unknown, nil // not asked for
	case "goal":
		b := l.c.Backward[len(l.checks)]
		return b.Answer, b.Witness
	}
	b := l.c.Backward[q.check]
	switch {
	case b.Answer == validate.None:
		return validate.None, nil
	case string(b.Class) == q.kind:
		return b.Answer, b.Witness
	case q.kind == "commission", q.kind == "by-others" && b.Class == validate.Omission: // what comes behind was asked for
		return validate.None, nil
	}
	return validate.Unknown, nil
}

// witnesses replays them all.
func (l *law) witnesses() error {
	for _, q := range questions(l.k) {
		a, w := l.result(q)
		l.count[fmt.Sprint(q.kind, " ", [...]string{"unknown", "none", "found"}[a])]++
		if w == nil {
			continue
		}
		s, err := l.replay(q, w)
		if err != nil {
			return fmt.Errorf("%v: %w", q, err)
		}
		if f := l.c.Forward; q.kind == "forward" && (f.Step != s.first+1 || f.Class != l.class(w, s.first)) {
			return fmt.Errorf("forward: step %d of class %s, and not step %d of class %s", f.Step, f.Class, s.first+1, l.class(w, s.first))
		}
	}
	return nil
}

// drawn draws a path, and asks of each beginning of it what it answers.
func (l *law) drawn(t *rapid.T, bound int) error {
	states := modeltest.States(l.project)
	s, err := l.machine.Canonical(states.Draw(t, "state"))
	if err != nil {
		return err
	}
	known, _ := l.machine.Initial(l.k)
	if s, err = l.machine.Start(l.k, over(s, known)); err != nil {
		return err
	}
	p, alone := l.start(s), true
	for i, call := range modeltest.Calls(l.project).Draw(t, "calls") {
		if err := l.contradicts(p, alone); err != nil || i == bound {
			return err
		}
		call = l.project.Tools.Normalise(call)
		next, _ := l.machine.Next(p.state, call)
		breaks := len(l.machine.Pre(p.state, call)) > 0
		if len(next) == 0 {
			return nil
		}
		var ok bool
		if p, ok = l.step(p, call, breaks, rapid.SampledFrom(next).Draw(t, "which")); !ok {
			return nil
		}
		alone = alone && l.named[call.Tool]
	}
	return l.contradicts(p, alone)
}

// contradicts fails if a path ends here that answers a question to which
// there is said to be no answer, or none as short.
func (l *law) contradicts(p position, alone bool) error {
	for _, q := range questions(l.k) {
		if !l.solves(q, p) {
			continue
		}
		l.count["trace answers "+q.kind]++
		a, w := l.result(q)
		if a == validate.None || w != nil && !w.Rough && len(w.Steps) > p.calls {
			return fmt.Errorf("%v: there is an answer of %d calls that ends in %v", q, p.calls, p.state)
		}
	}
	if alone && l.holds(p.checks) {
		l.count["trace answers alone"]++
		if a := l.c.ChecksAlone; a.Answer == validate.None || a.Steps > p.calls {
			return fmt.Errorf("%d calls pass the checks", p.calls)
		}
	}
	return nil
}

// over returns a state with the values that are known.
func over(s, known interp.State) interp.State {
	out := make(interp.State)
	for name, v := range s {
		out[name] = overlaid(v, known[name])
	}
	return out
}

func overlaid(v, known types.Value) types.Value {
	object, ok := v.(types.Object)
	if known == nil {
		return v
	}
	if open, free := known.(types.OpenDict); free {
		d := v.(types.Dict)
		for _, e := range open {
			d = d.Put(e.Key, e.Value)
		}
		return d
	}
	if !ok {
		return known
	}
	out := types.Object{}
	for _, m := range object {
		k, _ := known.(types.Object).Get(m.Name)
		out = append(out, types.Member{Name: m.Name, Value: overlaid(m.Value, k)})
	}
	return out
}
