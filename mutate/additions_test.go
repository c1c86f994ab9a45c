package mutate_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/validate"
)

// strengthened returns the files with the cases that are added, and the traces, each of
// which is judged as expected.
func strengthened(t rapid.TB, set *edit.Set, list []mutate.Addition) (*edit.Set, *golden.File) {
	t.Helper()
	var edits []edit.Edit
	var traces []*golden.Trace
	for _, x := range list {
		if x.Case != nil {
			edits = append(edits, *x.Case)
		} else {
			traces = append(traces, x.Trace)
		}
	}
	r, err := edit.Apply(set, edits, edit.ApplyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	suite := r.Set.Suites[0]
	var names []string
	for _, k := range suite.Cases {
		names = append(names, k.Decl.Name().Name)
	}
	file := (&golden.File{}).Adding(traces, names)
	outcomes, err := golden.Judge(file, suite, suite.Cases, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outcomes {
		if o.Status == golden.Failed {
			t.Errorf("%s is not judged as expected: %v", o.ID, o.Changes)
		}
	}
	return r.Set, file
}

// run returns what becomes of the mutants of a set with kept traces, by their edits.
func run(t rapid.TB, set *edit.Set, o mutate.Options) (*mutate.Result, map[string]mutate.Outcome) {
	t.Helper()
	r, err := mutate.Run(context.Background(), set.Models, set.Suites, o)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]mutate.Outcome)
	for _, o := range r.Outcomes {
		all[string(o.Operator)+" "+o.At.String()+" "+o.Now] = o
	}
	return r, all
}

// What is added kills at least as many survivors as it says; new cases are consistent,
// and traces are judged as expected.
func TestAdditionsKill(t *testing.T) {
	o := options(t)
	o.Bound = 5
	traces, cases, claimed := 0, 0, 0
	modeltest.Costly(t, 12, 250, func(t *rapid.T) {
		p := modeltest.Projects(modeltest.Tiny).Draw(t, "project")
		set := &edit.Set{Models: []*checker.Model{p.Model}, Suites: []*checker.Suite{p.Suite}}
		o := o
		o.Workers = 1
		before, was := run(t, set, o)
		list, err := before.Additions(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		kills := 0
		for _, x := range list {
			kills += x.Kills
			if x.Kills == 0 {
				t.Errorf("an addition kills nothing: %+v", x)
			}
			if x.Trace != nil {
				traces++
			} else {
				cases++
			}
		}
		claimed += kills
		more, file := strengthened(t, set, list)
		o.Kept = func(string) (*golden.File, error) { return file, nil }
		after, now := run(t, more, o)
		for _, j := range after.Judges[len(before.Judges):] {
			if j.Verdict != validate.Consistent {
				t.Errorf("the new case %s is %s\n%s", j.Name, j.Verdict, p)
			}
		}
		killed := 0
		for key, x := range was {
			if x.Status == mutate.Survived && now[key].Status == mutate.Killed {
				killed++
			}
			if x.Status == mutate.Killed && now[key].Status != mutate.Killed {
				t.Errorf("%s was killed and is %s", key, now[key].Status)
			}
		}
		if killed < kills {
			t.Errorf("%d survivors are killed, expected %d or more\n%s", killed, kills, p)
		}
	})
	t.Logf("%d traces and %d cases kill %d survivors", traces, cases, claimed)
	if claimed == 0 && !testing.Short() {
		t.Error("the law has seen no addition")
	}
}

// The names of traces say what they show. What no trace from the start of a case tells
// apart gets a case that starts otherwise, and whose init has nothing that can be left out.
func TestAdditionsOfASmallSuite(t *testing.T) {
	for name, test := range map[string]struct {
		suite string
		want  []string
	}{
		"most starts are there": {shopSuite, []string{
			"buy/gift-refused", "buy/paid-fails",
			`(case pay_constant_moved (init (seen_price true) (left 3) (state "open")) (checks (pay_at_least (at_least 3 (call pay))) (pay_at_most (at_most 3 (call pay))) (no_pay_after_close (after (no_call pay) (call close)))))`}},
		"nothing is left to buy": {`(use "model.wm") (case sold_out (init (left 0) (state "open")) (checks (none (no_call pay))))`, []string{
			"sold_out/gift-refused", "sold_out/close-allowed",
			`(case pay_clause_negated (init (seen_price false) (left 1) (state "open")) (checks (pay_after_look (after (call pay) (call look))) (pay_at_most (at_most 1 (call pay))) (no_pay_after_close (after (no_call pay) (call close)))))`,
			`(case pay_constant_moved (init (seen_price true) (left 3) (state "open")) (checks (pay_at_least (at_least 3 (call pay))) (pay_at_most (at_most 3 (call pay))) (no_pay_after_close (after (no_call pay) (call close)))))`}},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := modeltest.Load(shopTools, shopModel, test.suite)
			if err != nil {
				t.Fatal(err)
			}
			set := &edit.Set{Models: []*checker.Model{p.Model}, Suites: []*checker.Suite{p.Suite}}
			r, _ := run(t, set, options(t))
			list, err := r.Additions(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, x := range list {
				if x.Trace != nil {
					got = append(got, x.Trace.ID)
				} else {
					got = append(got, x.Case.Text)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("added %q, expected %q", got, test.want)
			}
			strengthened(t, set, list)
		})
	}
}
