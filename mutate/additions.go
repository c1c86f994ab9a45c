package mutate

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// An Addition kills survivors: a trace to keep about a case, or a new case.
type Addition struct {
	Suite string        // its file
	Trace *golden.Trace // nil of a case
	Case  *edit.Edit    // that adds the case; nil of a trace
	Kills int           // how many survivors it kills that no addition before it does
}

// Additions returns what kills survivors, and leaves the cases that are there as they
// are. First come traces, the one that kills most first, and of equal ones the
// shortest. Survivors whose trace starts in no case, or shows nothing there, get new
// cases, with the places of the manual that the mutated item has. Each has been tried:
// a trace is judged otherwise with the mutants that it kills, and a case is
// consistent, and has a conflict with them.
func (r *Result) Additions(ctx context.Context) ([]Addition, error) {
	a := &adder{ctx: ctx, Result: r}
	for _, o := range r.Survivors() {
		if set, err := o.applied(); err == nil {
			a.alive = append(a.alive, r.trial(ctx, o, set))
		}
	}
	for _, near := range []bool{true, false} {
		if err := a.traces(near); err != nil {
			return nil, err
		}
	}
	a.cases()
	return a.list, context.Cause(ctx)
}

// An adder is one call of [Result.Additions].
type adder struct {
	*Result
	ctx   context.Context
	alive []*trial // the survivors that nothing kills yet
	list  []Addition
}

// add adds what kills some survivors.
func (a *adder) add(x Addition, kills []*trial) {
	dead := func(t *trial) bool { return slices.Contains(kills, t) }
	x.Kills = len(kills)
	a.list = append(a.list, x)
	a.alive = slices.DeleteFunc(a.alive, dead)
}

// An example is a trace of a case that may kill survivors.
type example struct {
	*family
	judge *judge
	calls []tool.Call
	trace *golden.Trace
	kills []*trial
}

// traces adds traces as long as one kills a survivor. Near are those of the cases in
// which the traces that tell survivors apart start; else they are tried in all cases.
func (a *adder) traces(near bool) error {
	list, err := a.examples(near)
	if err != nil {
		return err
	}
	for {
		var best *example
		for _, x := range list {
			x.kills = slices.DeleteFunc(x.kills, func(t *trial) bool { return !slices.Contains(a.alive, t) })
			if n := len(x.kills); n > 0 && (best == nil || n > len(best.kills) || n == len(best.kills) && len(x.calls) < len(best.calls)) {
				best = x
			}
		}
		if best == nil {
			return nil
		}
		if err := a.named(best); err != nil {
			return err
		}
		a.add(Addition{Suite: best.judge.file, Trace: best.trace}, slices.Clone(best.kills))
	}
}

// examples returns the traces that tell survivors apart, as traces of cases, with the
// survivors that each of them kills.
func (a *adder) examples(near bool) ([]*example, error) {
	var list []*example
	had := make(map[string]bool)
	for _, t := range a.alive {
		for _, side := range []behaviour.Side{t.Allows.Looser, t.Allows.Stricter} {
			if side.Answer != validate.Found || side.Witness == nil {
				continue
			}
			for i := range t.judges {
				j := &t.judges[i]
				key := fmt.Sprint(j.file, j.name, side.Witness.Calls)
				if !had[key] && (!near || j.name == side.Witness.Case || j.name == t.Allows.Case) {
					had[key] = true
					list = append(list, &example{family: t.family, judge: j, calls: side.Witness.Calls})
				}
			}
		}
	}
	files := make(map[*judge]*golden.File)
	for i, x := range list {
		suite, k := x.judge.of(x.suites)
		var err error
		if x.trace, err = golden.Record(suite, k, strconv.Itoa(i), x.calls); err != nil {
			continue // what the calls are about cannot be written as a trace
		}
		if files[x.judge] == nil {
			files[x.judge] = &golden.File{}
		}
		files[x.judge].Traces = append(files[x.judge].Traces, x.trace)
	}
	for _, t := range a.alive {
		for i := range t.judges {
			if err := t.tried(list, &t.judges[i], files[&t.judges[i]]); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// tried notes which traces of a case kill the mutant.
func (t *trial) tried(list []*example, j *judge, traces *golden.File) error {
	if traces == nil || !t.affects(j) {
		return nil
	}
	suite, k := j.of(t.mutated.Suites)
	outcomes, err := golden.Judge(traces, suite, []*checker.Case{k}, false)
	for _, o := range outcomes {
		if o.Status == golden.Failed {
			i := slices.IndexFunc(list, func(x *example) bool { return x.trace == o.Trace })
			list[i].kills = append(list[i].kills, t)
		}
	}
	return err
}

// named gives a trace an id that says what it shows.
func (a *adder) named(x *example) (err error) {
	suite, k := x.judge.of(x.suites)
	stem := x.judge.name + "/" + x.shows()
	id := stem
	for n := 2; a.taken(x, id); n++ {
		id = fmt.Sprintf("%s-%d", stem, n)
	}
	x.trace, err = golden.Record(suite, k, id, x.calls)
	return err
}

// shows says which call of the trace the model refuses, else which check fails, else
// which call comes last.
func (x *example) shows() string {
	suite, k := x.judge.of(x.suites)
	for i, c := range x.calls {
		// The shortest beginning that the model refuses ends with the call it refuses.
		if t, err := golden.Record(suite, k, "", x.calls[:i+1]); err == nil && slices.Contains(t.Fails, grade.WorldModel) {
			return c.Tool + "-refused"
		}
	}
	switch n := len(x.calls); {
	case len(x.trace.Fails) > 0:
		return x.trace.Fails[0] + "-fails"
	case n > 0:
		return x.calls[n-1].Tool + "-allowed"
	}
	return "empty"
}

// taken reports whether a trace of the suite has an id.
func (a *adder) taken(x *example, id string) bool {
	has := func(t *golden.Trace) bool { return t.ID == id }
	if kept := x.kept[x.judge.suite].file; kept != nil && slices.ContainsFunc(kept.Traces, has) {
		return true
	}
	return slices.ContainsFunc(a.list, func(y Addition) bool { return y.Suite == x.judge.file && y.Trace != nil && has(y.Trace) })
}

// cases adds new cases for the mutants of models that no trace kills.
func (a *adder) cases() {
	for _, t := range slices.Clone(a.alive) {
		if !slices.Contains(a.alive, t) || a.ctx.Err() != nil {
			continue
		}
		h := &healer{trial: t, taken: a.newCases()}
		s, list := h.search((*healer).newCase)
		if s == nil {
			continue
		}
		edits := h.edits(h.shortest(s, list), list)
		kills := slices.DeleteFunc(slices.Clone(a.alive), func(other *trial) bool {
			return other.family != t.family || !(&healer{trial: other}).kills(s, edits)
		})
		e := edits[0]
		e.Text = t.manual(s.file) + e.Text
		a.add(Addition{Suite: s.file, Case: &e}, kills)
	}
}

// newCases returns the names of the cases that are added.
func (a *adder) newCases() (names []string) {
	for _, x := range a.list {
		if x.Case != nil {
			names = append(names, x.Case.At.Path[1])
		}
	}
	return names
}
