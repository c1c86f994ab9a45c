package coverage

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/parallel"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/validate"
)

// Options are the choices that a caller has.
type Options struct {
	// Options are those of the questions. Explanations are left out.
	validate.Options

	// CaseSolver is the solver for the questions about cases as they are, of which there are
	// two for each: it may take more steps than that of the others, which mostly rest on
	// them. Nil is NewSolver.
	CaseSolver func(time.Duration) (smt.Solver, error)

	Workers  int                          // how many pieces of work are done at a time; 0 is one
	Progress func(string)                 // is told how far it is; may be nil
	Read     func(string) ([]byte, error) // reads a manual, by the name of a model with another last part; nil reads none
}

// The steps of the solver for callers that have no other limit: of each question, of which
// there are several for each case and tool, and how many times as many the two have that
// are about a case as it is.
const (
	DefaultSteps = 500_000
	CaseSteps    = 10
)

// A Result is what was found out about some models.
type Result struct {
	Bound   int // the length of traces looked at
	Models  []Model
	Manuals []Manual
	Errors  []error // about manuals that cannot be read
}

// A Model is what the cases of the suites about a model touch.
type Model struct {
	File  *checker.Model
	Cases []Case
	Items []*Item
}

// A Case of a suite about a model.
type Case struct {
	Name      string `json:"name"`
	File      string `json:"file"`
	Compliant bool   `json:"compliant"` // it has a compliant trace, so that it can touch something

	suite   *checker.Suite
	decl    *checker.Case
	witness *validate.Witness // the smallest compliant trace
	accepts validate.Answer   // do its checks accept a call that the model forbids
}

// Count returns how many items of a kind have a status.
func (m *Model) Count(k Kind, s Status) int {
	return lists.Count(m.Items, func(x *Item) bool { return x.Kind == k && x.Status() == s })
}

// Run looks at models, and at suites about them or about others. All are free of
// errors, and the suites have models. Where ctx ends, what is not known is
// open. An error is a mistake in mantrac.
func Run(ctx context.Context, models []*checker.Model, suites []*checker.Suite, o Options) (*Result, error) {
	o.Plain = true
	o.NewFixedpoint = nil // answers are about traces up to the bound
	o.Bound = cmp.Or(o.Bound, validate.DefaultBound)
	r := &Result{Bound: o.Bound, Models: grouped(models, suites)}
	// Witnesses of cases are shown and have to be the smallest; probes only ask whether there is one.
	cases, probes := o.Options, o.Options
	probes.AnyWitness = true
	if o.CaseSolver != nil {
		cases.NewSolver = o.CaseSolver
	}
	for i := range r.Models {
		c := &coverer{ctx: ctx, Options: o, model: &r.Models[i], machine: interp.New(r.Models[i].File),
			session: validate.NewSession(cases), probes: validate.NewSession(probes)}
		if err := c.run(); err != nil {
			return nil, err
		}
	}
	r.readManuals(o.Read)
	return r, nil
}

// grouped returns the models with the cases about them. A suite that asks what
// has been seen has a model of its own for the same file.
func grouped(models []*checker.Model, suites []*checker.Suite) []Model {
	var list []Model
	// Models are told apart by their file. The pointer is valid until list grows.
	find := func(m *checker.Model) *Model {
		i := slices.IndexFunc(list, func(x Model) bool { return x.File.File == m.File })
		if i < 0 {
			i = len(list)
			list = append(list, Model{File: m, Items: itemsOf(m)})
		}
		return &list[i]
	}
	for _, m := range models {
		find(m)
	}
	for _, s := range suites {
		m := find(s.Model)
		for _, k := range s.Cases {
			m.Cases = append(m.Cases, Case{Name: k.Decl.Name().Name, File: s.File.Tree.File.Name(), suite: s, decl: k})
		}
	}
	return list
}

// A coverer looks at one model.
type coverer struct {
	Options
	ctx     context.Context
	model   *Model
	machine *interp.Machine
	session *validate.Session // finds the smallest traces of cases, and says whether their checks accept too much
	probes  *validate.Session // says whether there is a trace
	probed  sync.Map          // the answers of probe, by probeKey: what a case forbids and what cases reach rest on them
}

// touches is what one case does with the items, by their places.
type touches struct{ exercised, forbidden, open []bool }

func (c *coverer) run() error {
	var done atomic.Int64
	places := lists.Range(0, len(c.model.Cases))
	// Each case fills its own touches, so the items are only written below, without a lock.
	all, err := parallel.Each(max(1, c.Workers), places, func(i int) (touches, error) {
		if c.Progress != nil {
			c.Progress(fmt.Sprintf("case %d of %d", done.Add(1), len(places)))
		}
		return c.touched(&c.model.Cases[i])
	})
	if err != nil {
		return err
	}
	for i, x := range c.model.Items {
		for j, k := range c.model.Cases {
			if all[j].exercised[i] {
				x.Exercised = append(x.Exercised, k.Name)
			}
			if all[j].forbidden[i] {
				x.Forbidden = append(x.Forbidden, k.Name)
			}
			x.Open = x.Open || all[j].open[i]
		}
	}
	return c.probeAll()
}

// touched says what a case exercises and forbids.
func (c *coverer) touched(k *Case) (touches, error) {
	n := len(c.model.Items)
	t := touches{make([]bool, n), make([]bool, n), make([]bool, n)}
	sc := system.NewScenario(k.suite, k.decl)
	answers, err := c.session.AskAll(c.ctx, sc, []system.Query{{Kind: system.Compliant}, {Kind: system.Forward, Undisturbed: sc.Disturbed()}})
	if err != nil {
		return t, err
	}
	// Without a witness nothing is known of what the case exercises.
	if answers[0].Answer == validate.Unknown {
		for i := range t.open {
			t.open[i] = true
		}
	}
	k.witness, k.accepts = answers[0].Witness, answers[1].Answer
	if k.Compliant = k.witness != nil; !k.Compliant {
		return t, nil
	}
	for i, x := range c.model.Items {
		t.exercised[i] = c.exercises(k, x)
	}
	return t, c.forbids(k, t)
}

// Open reports whether the status of an item is unknown.
func (r *Result) Open() bool {
	return slices.ContainsFunc(r.Models, func(m Model) bool {
		return slices.ContainsFunc(m.Items, func(x *Item) bool { return x.Status() == Unknown })
	})
}
