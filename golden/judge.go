package golden

import (
	"fmt"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/trace/grade"
)

// goal is the name under which the goal of a case is judged.
const goal = "goal"

// A Status says what became of a trace.
type Status string

// The statuses. A check without a trace is skipped where the file says why there is
// none, and missing otherwise.
const (
	Passed  Status = "pass"    // it is judged as expected
	Failed  Status = "fail"    // it is not
	Skipped Status = "skip"    // there is no such trace
	Missing Status = "missing" // none was made yet, or it is not known whether there is one
)

// An Outcome is what is said of one trace, or of one that is not there.
type Outcome struct {
	Case   string
	ID     string
	Status Status

	Trace   *Trace   // nil if there is none
	Changes []Change // of a trace that failed
	Reason  string   // why there is no trace, or why it cannot be judged
}

// A Change is a verdict that is not the expected one.
type Change struct {
	Name    string        `json:"name"`              // of a check or a rule, "goal", or "world model"
	Was     grade.Verdict `json:"was"`               // that is expected
	Now     grade.Verdict `json:"now,omitempty"`     // "" if there is no such check any more
	Message string        `json:"message,omitempty"` // what package grade says of it
}

// planOf returns how traces of a case are judged: with the model, and without
// findings that no rule of the suite forbids.
func planOf(s *checker.Suite, k *checker.Case) (*grade.Plan, error) {
	return grade.NewPlan(s, k, grade.Options{Replay: true, Findings: []grade.Class{}})
}

// Judge judges what is kept about cases of a suite, and lists what is missing. The
// outcomes are in the order of the cases; those of each begin with its traces, in the
// order of the file. If all is set, these are all cases of the suite, and traces of
// others fail.
func Judge(f *File, s *checker.Suite, cases []*checker.Case, all bool) ([]Outcome, error) {
	var list []Outcome
	known := make(map[string]bool)
	for _, k := range cases {
		known[k.Decl.Name().Name] = true
		of, err := judgeCase(f, s, k)
		if err != nil {
			return nil, err
		}
		list = append(list, of...)
	}
	for _, t := range f.Traces {
		if all && !known[t.Task] {
			list = append(list, Outcome{Case: t.Task, ID: t.ID, Status: Failed, Trace: t, Reason: fmt.Sprintf("the suite has no case %s", t.Task)})
		}
	}
	return list, nil
}

func judgeCase(f *File, s *checker.Suite, k *checker.Case) (list []Outcome, err error) {
	plan, err := planOf(s, k)
	if err != nil {
		return nil, err
	}
	name := k.Decl.Name().Name
	there := make(map[string]bool)
	for _, t := range f.Traces {
		if t.Task == name {
			there[t.ID] = true
			list = append(list, judge(plan, t))
		}
	}
	remarks := lists.IndexBy(f.Remarks, func(m Remark) string { return m.ID })
	for i, q := range questions(k) {
		id := idOf(name, "")
		// The first question is for the trace that passes, which has no check in its id.
		if i > 0 {
			id = idOf(name, q.Name())
		}
		if there[id] {
			continue
		}
		o := Outcome{Case: name, ID: id, Status: Missing, Reason: remarks[id].Text}
		if m, has := remarks[id]; has && !m.Open {
			o.Status = Skipped
		}
		list = append(list, o)
	}
	return list, nil
}

// judge judges a trace.
func judge(plan *grade.Plan, t *Trace) Outcome {
	o := Outcome{Case: t.Task, ID: t.ID, Status: Passed, Trace: t}
	judged := make(map[string]bool)
	for _, c := range plan.Grade(&t.Trace).Judged() {
		judged[c.Check] = true
		if was := t.expected(c.Check); was != c.Verdict {
			o.Changes = append(o.Changes, Change{Name: c.Check, Was: was, Now: c.Verdict, Message: c.Message})
		}
	}
	// append must not write into the list of the trace.
	for _, name := range append(t.Fails[:len(t.Fails):len(t.Fails)], t.Undecided...) {
		if !judged[name] {
			o.Changes = append(o.Changes, Change{Name: name, Was: t.expected(name), Message: "the case has no such check"})
		}
	}
	if len(o.Changes) > 0 {
		o.Status = Failed
	}
	return o
}
