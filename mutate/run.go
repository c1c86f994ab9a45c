package mutate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/parallel"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate"
)

// Options are the choices that a caller has.
type Options struct {
	// Options are those of the questions. Witnesses need not be the smallest.
	validate.Options

	Cases    []string     // the cases that judge, and whose checks are mutated; nil is all
	Sample   int          // so many mutants; 0 is all
	Seed     uint64       // of the sample
	Workers  int          // how many mutants are looked at at a time; 0 is one
	Progress func(string) // is told how far it is; may be nil

	// Kept returns the traces that are kept about a suite, of which the name is
	// given; nil if there are none. It may be nil.
	Kept func(suite string) (*golden.File, error)
}

// A Status is what became of a mutant.
type Status string

// The statuses. Killed and Survived count.
const (
	Killed     Status = "killed"
	Survived   Status = "survived"   // also where it is not known
	Equivalent Status = "equivalent" // proved to allow the same traces
	Invalid    Status = "invalid"    // it does not check
	Unjudged   Status = "unjudged"   // it affects only cases that have a conflict without it, and no traces that are kept
)

// A Result is what became of the mutants of some files.
type Result struct {
	Bound    int // the length of traces looked at
	Total    int // how many mutants there are; Outcomes are those of a sample
	Judges   []Judge
	Outcomes []Outcome // in the order of [Mutants]

	options Options
}

// A Judge is a case. It judges mutants if it is consistent, or if traces of it are kept.
type Judge struct {
	Name, File string
	Span       source.Span // of the name
	Verdict    validate.Verdict
	Kept       bool // there are kept traces of it that are judged as expected
}

// An Outcome is what became of a mutant.
type Outcome struct {
	Mutant
	Status Status
	Kills  []Kill // of Killed: what each case finds that kills it, in the order of the cases
	Allows Allows // of Survived and Equivalent
	Cure   *Cure  // of Survived: what would kill it, or nil
	Reason error  // of Invalid: why it does not check; of Survived: what is not known

	family *family
}

// A family is a model, and the suites about it that have cases that judge.
type family struct {
	model   *checker.Model
	suites  []*checker.Suite
	judges  []judge
	order   []int             // of the judges, those first that take the least work
	kept    []kept            // by suite
	session *validate.Session // that ruled on the cases without mutants
}

// A judge is a case of a family, with what validate says of it without mutants.
type judge struct {
	suite, place int // the places of the suite in the family and of the case in the suite
	name, file   string
	validate.Ruling
}

// of returns the case, in a version of the suites.
func (j *judge) of(suites []*checker.Suite) (*checker.Suite, *checker.Case) {
	s := suites[j.suite]
	return s, s.Cases[j.place]
}

// A job is a mutant to look at.
type job struct {
	*family
	mutant Mutant
}

// questionTime is the time for one question to the solver. The steps of other questions
// end long before; those of nonlinear arithmetic are not counted evenly, and a hundred
// thousand of them may take minutes.
const questionTime = 20 * time.Second

// Run looks at the mutants of models, and of suites about them or about others.
// All are free of errors, and the suites have models. Where ctx ends, the
// mutants that are left survive with that reason.
func Run(ctx context.Context, models []*checker.Model, suites []*checker.Suite, o Options) (*Result, error) {
	o.Plain, o.AnyWitness = true, true
	o.Bound, o.Timeout = cmp.Or(o.Bound, validate.DefaultBound), cmp.Or(o.Timeout, questionTime)
	families := familiesOf(models, suites, o.Cases)
	r := &Result{Bound: o.Bound, options: o}
	for _, f := range families {
		if err := cmp.Or(f.keep(o.Kept), f.begin(ctx, o)); err != nil {
			return nil, err
		}
		for _, j := range f.judges {
			s, k := j.of(f.suites)
			span := s.File.Tree.Resolve(k.Decl.Header.Span(k.Decl.Name()))
			r.Judges = append(r.Judges, Judge{j.name, j.file, span, j.Verdict, f.kept[j.suite].has(j.name)})
		}
	}
	jobs := jobsOf(families, o)
	r.Total = len(jobs)
	jobs = Sample(jobs, o.Sample, o.Seed)
	var done atomic.Int64
	var err error
	r.Outcomes, err = parallel.Each(max(1, o.Workers), jobs, func(j job) (Outcome, error) {
		if o.Progress != nil {
			o.Progress(fmt.Sprintf("mutant %d of %d", done.Add(1), len(jobs)))
		}
		return r.outcome(ctx, j), nil
	})
	return r, err
}

// familiesOf groups suites by the files of their models. A suite that asks what
// has been seen has a model of its own for the same file.
func familiesOf(models []*checker.Model, suites []*checker.Suite, names []string) []*family {
	var list []*family
	for _, m := range models {
		if !slices.ContainsFunc(list, func(f *family) bool { return f.model.File == m.File }) {
			list = append(list, &family{model: m})
		}
	}
	for _, s := range suites {
		i := slices.IndexFunc(list, func(f *family) bool { return f.model.File == s.Model.File })
		if i < 0 {
			i = len(list)
			list = append(list, &family{model: s.Model})
		}
		list[i].add(s, names)
	}
	return list
}

// add adds a suite with those of its cases that are named.
func (f *family) add(s *checker.Suite, names []string) {
	judges := len(f.judges)
	for i, k := range s.Cases {
		name := k.Decl.Name().Name
		if len(names) == 0 || slices.Contains(names, name) {
			f.judges = append(f.judges, judge{suite: len(f.suites), place: i, name: name, file: s.File.Tree.File.Name()})
		}
	}
	// The judges have this place for the suite, so one without judges takes none.
	if len(f.judges) > judges {
		f.suites = append(f.suites, s)
	}
}

// begin validates the cases as they are.
func (f *family) begin(ctx context.Context, o Options) error {
	session := validate.NewSession(o.bounded())
	f.session = session
	rulings, err := parallel.Each(max(1, o.Workers), f.judges, func(j judge) (validate.Ruling, error) {
		s, k := j.of(f.suites)
		return session.Rule(ctx, s, k, validate.Known{})
	})
	for i := range rulings {
		f.judges[i].Ruling = rulings[i]
		f.order = append(f.order, i)
	}
	slices.SortStableFunc(f.order, func(a, b int) int {
		x, y := &f.judges[a], &f.judges[b]
		return cmp.Or(cmp.Compare(len(x.Left), len(y.Left)), cmp.Compare(x.States, y.States))
	})
	return err
}

// bounded returns the options for questions about traces up to the bound, which
// all verdicts rest on.
func (o Options) bounded() validate.Options {
	b := o.Options
	b.NewFixedpoint = nil
	return b
}

// jobsOf returns all mutants but those of cases that are not asked for.
func jobsOf(families []*family, o Options) []job {
	var list []job
	for _, f := range families {
		for _, m := range Mutants(&edit.Set{Models: []*checker.Model{f.model}, Suites: f.suites}) {
			if m.At.Path[0] != "case" || len(o.Cases) == 0 || slices.Contains(o.Cases, m.At.Path[1]) {
				list = append(list, job{f, m})
			}
		}
	}
	return list
}

// outcome looks at one mutant.
func (r *Result) outcome(ctx context.Context, j job) Outcome {
	out := Outcome{Mutant: j.mutant, Status: Survived, family: j.family}
	if ctx.Err() != nil {
		out.Reason = context.Cause(ctx)
		return out
	}
	mutated, err := out.applied()
	if err != nil {
		out.Status, out.Reason = Invalid, err
		return out
	}
	t := r.trial(ctx, &out, mutated)
	t.judge()
	if out.Status == Survived {
		t.compare()
	}
	if out.Status == Survived {
		t.cure()
	}
	return out
}

// applied returns the files with the mutant.
func (o *Outcome) applied() (*edit.Set, error) {
	set := &edit.Set{Models: []*checker.Model{o.family.model}, Suites: o.family.suites}
	r, err := edit.Apply(set, o.Edits, edit.ApplyOptions{Brief: true, ByHand: true})
	if err != nil {
		return nil, err
	}
	return r.Set, nil
}

// trial puts a mutant before the cases.
func (r *Result) trial(ctx context.Context, o *Outcome, mutated *edit.Set) *trial {
	return &trial{ctx: ctx, Options: r.options, family: o.family, mutated: mutated, session: validate.NewSession(r.options.bounded()), Outcome: o}
}
