package behaviour

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/parallel"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/validate"
)

// Options are the choices that a caller has.
type Options struct {
	// Options are those of the questions. The bound is the length of traces.
	validate.Options

	Any    bool              // from any state, and not from those that cases start in
	Beyond bool              // from any state as well as from those that cases start in
	Rename map[string]string // the new names of variables, by their old ones
	// RenameCases are the new names of cases, by their old ones.
	RenameCases map[string]string
	Workers     int // how many questions are asked at a time; 0 is one
}

// A Version is a model with the suites about it. The model is free of errors,
// and so are the suites.
type Version struct {
	Model  *checker.Model
	Suites []*checker.Suite
}

// whole returns the version with the suites that are about the model, and with one
// model for all of them.
func (v Version) whole() Version {
	v.Model, v.Suites = v.Model.For(v.Suites)
	return v
}

// A comparison is one call of [Compare].
type comparison struct {
	*pair
	Options
	ctx         context.Context
	differences []*difference
	oldMachine  *interp.Machine
	newMachine  *interp.Machine
	begins      []*start
	common      *start // of which each of begins is a part; nil where they are few
	goals       []*goal
	far         *start // any state

	mu        sync.Mutex
	products  map[string]*made
	sessions  map[sessionKey]*validate.Session
	questions int
}

// A made product, or why there is none.
type made struct {
	product *product
	err     error
	once    sync.Once
}

// Compare holds two versions of a model against each other, from the states
// that the cases of either version start in, or from any state. Where there are
// no cases, it is from any state. Where ctx ends, what is not answered is
// Unknown. An error is a mistake in mantrac.
//
// It asks at most two questions for each tool and start, and as many again where
// that may save some; and none about tools that no version tells apart.
func Compare(ctx context.Context, old, new Version, o Options) (*Comparison, error) {
	o.Bound = cmp.Or(o.Bound, validate.DefaultBound)
	// Nobody sees explanations of the product.
	o.Plain = true
	o.ProofSteps, o.ProofTime = cmp.Or(o.ProofSteps, proofSteps), cmp.Or(o.ProofTime, proofTime)
	old, new = old.whole(), new.whole()
	c := newComparison(ctx, newPair(old.Model, new.Model, o.Rename), o)
	if !o.Any {
		// Where there are no cases, begins stays empty, and run takes any state.
		c.begins = c.starts(old.Suites, new.Suites)
	}
	c.compareGoals(old.Suites, new.Suites)
	return c.run()
}

// A proof for every length is given up sooner than for a case, as there are many
// questions, and a reviewer waits for the answers.
const (
	proofSteps = 100_000
	proofTime  = time.Second
)

func newComparison(ctx context.Context, p *pair, o Options) *comparison {
	c := &comparison{pair: p, Options: o, ctx: ctx, products: make(map[string]*made), sessions: make(map[sessionKey]*validate.Session),
		oldMachine: interp.New(p.old.model), newMachine: interp.New(p.new.model)}
	// Differences 2i and 2i+1 are about tool i: stricter, then looser. run relies on that.
	for _, t := range p.tools {
		c.differences = append(c.differences, p.difference(t, true), p.difference(t, false))
	}
	return c
}

func (c *comparison) run() (*Comparison, error) {
	c.far = c.anywhere()
	if len(c.begins) == 0 {
		c.begins = []*start{c.far}
	}
	// The quick question about common is for the search of states.
	if o := c.Options.Options; o.Engine == "" || o.Engine == validate.Auto || o.Engine == validate.Explicit {
		c.common = agreed(c.begins)
	}
	// The answers are in the order of the differences: those of tools, then those of goals.
	sides, err := parallel.Each(max(1, c.Workers), c.differences, c.side)
	if err != nil {
		return nil, err
	}
	// Must come before the sides are copied into the result.
	c.hedge(sides)
	r := &Comparison{Bound: c.Bound, Any: len(c.begins[0].names) == 0, Beyond: c.beyond(), Doubts: c.doubtful()}
	r.Cases = lists.FlatMap(c.begins, func(s *start) []string { return s.names })
	for i, t := range c.tools {
		r.Tools = append(r.Tools, Tool{t.name, t.inOld, t.inNew, Difference{sides[2*i], sides[2*i+1]}})
	}
	r.Whole = together(r.Tools)
	// The differences of goals follow those of tools.
	for i, g := range c.goals {
		i = 2 * (len(c.tools) + i)
		r.Goals = append(r.Goals, Goal{g.name, Difference{c.hedgeGoal(g, sides[i]), c.hedgeGoal(g, sides[i+1])}})
	}
	r.Stats.Questions = c.questions
	for _, v := range slices.Concat(c.old.model.Vars, c.new.model.Vars) {
		if c.shared[v] {
			r.Stats.Shared++
		} else {
			r.Stats.Apart++
		}
	}
	// A shared variable was counted in both versions.
	r.Stats.Shared /= 2
	return r, nil
}

// doubtful returns what cannot be compared.
func (c *comparison) doubtful() []error {
	var list []error
	for _, t := range c.tools {
		if t.doubt != nil {
			list = append(list, t.doubt)
		}
	}
	for _, s := range c.begins {
		if s.doubt != nil && len(s.names) > 0 {
			list = append(list, fmt.Errorf("from `%s`: %w", strings.Join(s.names, "`, `"), s.doubt))
		} else if s.doubt != nil {
			list = append(list, s.doubt)
		}
	}
	return list
}

// together puts the answers about tools together: a shortest difference of all is
// a shortest one of some tool.
func together(tools []Tool) Difference {
	d := NoDifference()
	for i := range tools {
		d = d.or(tools[i].Difference)
	}
	return d
}

// or returns the answer to whether there is a trace of either of two kinds.
func (s Side) or(t Side) Side {
	switch {
	case s.Answer == validate.Found && t.Answer == validate.Found:
		// On a tie the first one stays, so that the order of the parts decides.
		if len(t.Witness.Calls) < len(s.Witness.Calls) {
			return t
		}
		return s
	case s.Answer == validate.Found:
		return s.beside(t)
	case t.Answer == validate.Found:
		return t.beside(s)
	case s.Answer == validate.Unknown:
		return s
	case t.Answer == validate.Unknown:
		return t
	}
	return Side{Answer: validate.None, Proved: s.Proved && t.Proved}
}

// beside returns an answer with a trace as it is beside another one without:
// where that is unknown, there may be a shorter trace.
func (s Side) beside(t Side) Side {
	if t.Answer == validate.Unknown && len(s.Witness.Calls) > 1 {
		// A copy, as others may hold the same witness.
		w := *s.Witness
		w.Rough = true
		s.Witness = &w
	}
	return s
}

// side answers whether there is a difference, from any of the starts.
//
// With Beyond, any state is the first of them: where no trace differs from there,
// none does from a case. A trace from a case is shown where there is one, as a
// reviewer knows it; one from any other state only else.
func (c *comparison) side(d *difference) (Side, error) {
	all := NoTrace()
	if d.settled() {
		return all, nil
	}
	if d.inexact != nil {
		// An answer None about the clauses that can be said does not cover the others.
		all = Side{Reason: d.inexact}
	}
	if !d.asked {
		return all, nil
	}
	if !c.beyond() {
		return c.fromCases(d, all, proving)
	}
	// Any state includes the starts of the cases, so None from there settles them.
	far, err := c.from(d, c.far, c.Bound, proving)
	if err != nil || far.Answer == validate.None {
		return all.or(far), err
	}
	near, err := c.fromCases(d, all, bounded)
	if near.Answer == validate.Found {
		return near, err
	}
	return far.or(all), err
}

// beyond reports whether traces start in any state beside those of cases.
func (c *comparison) beyond() bool { return c.Beyond && len(c.begins[0].names) > 0 }

// fromCases adds to an answer those from the starts, asked in some way.
func (c *comparison) fromCases(d *difference, all Side, w way) (Side, error) {
	for i, s := range c.begins {
		// One cheap question from the common start may settle all that are left.
		if i == 1 && all.Answer == validate.None && c.common != nil && w == proving {
			if from, err := c.from(d, c.common, c.Bound, quickly); err != nil || from.Answer == validate.None {
				return all.or(from), err
			}
		}
		bound, way := c.Bound, w
		if all.Answer == validate.Found {
			// Only a shorter trace is of interest now, so a proof would be wasted.
			way = bounded
			if bound = len(all.Witness.Calls) - 1; bound < d.fewest() {
				break // there is no shorter one
			}
		}
		from, err := c.from(d, s, bound, way)
		if err != nil {
			return Side{}, err
		}
		all = all.or(from)
	}
	return all, nil
}

// from answers whether there is a difference from one start, within so many
// calls.
func (c *comparison) from(d *difference, s *start, bound int, w way) (Side, error) {
	if s.doubt != nil {
		return Side{Reason: s.doubt}, nil
	}
	if c.ctx.Err() != nil {
		return Side{Reason: context.Cause(c.ctx)}, nil
	}
	x, err := c.productFor(s)
	if err != nil {
		return Side{Reason: err}, nil
	}
	// The call that equalises the variables is not one of the trace.
	if len(x.opened) > 0 {
		bound++
	}
	// Neither is the last call, which compares the goals.
	if d.goal != nil {
		bound++
	}
	f, err := c.session(bound, w).Ask(c.ctx, x.scenario(s), system.Query{Kind: system.Reach, Tool: x.nameOf(d)})
	if err != nil {
		return Side{}, err
	}
	return c.answer(x, d, s, f)
}

// answer makes an answer of one about the product.
func (c *comparison) answer(x *product, d *difference, s *start, f validate.Finding) (Side, error) {
	side := Side{Answer: f.Answer, Proved: f.Proved, Reason: f.Reason}
	switch f.Answer {
	case validate.Found:
		w, err := c.witness(x, d, s, f.Witness)
		// These say that the trace does not count. Every other error is a mistake.
		if err != nil && (err == errRelational || err == d.tool.doubt || slices.Contains(c.doubtful(), err)) {
			return Side{Reason: err}, nil
		}
		if err != nil {
			return Side{}, fmt.Errorf("internal error in the comparison of calls of %s: %w; please report this with both versions", d.tool.name, err)
		}
		side.Witness = w
	case validate.None:
		if doubts := c.doubtful(); len(doubts) > 0 {
			return Side{Reason: doubts[0]}, nil // a call that cannot be compared may come before
		}
	default:
		side.Reason = cmp.Or(side.Reason, errors.New("no engine gave an answer"))
	}
	return side, nil
}

// productFor returns the product for a start.
func (c *comparison) productFor(s *start) (*product, error) {
	opened := c.open(s)
	// A product depends on the start only by the variables that it leaves open.
	key := ""
	for _, v := range opened {
		key += c.new.names[v.new] + "\n"
	}
	c.mu.Lock()
	m := c.products[key]
	if m == nil {
		m = &made{}
		c.products[key] = m
	}
	c.mu.Unlock()
	// The product is made outside the lock: others wait for this one only.
	m.once.Do(func() { m.product, m.err = c.product(c.differences, opened) })
	return m.product, m.err
}

// A way to ask a question.
type way int

const (
	proving way = iota // up to the bound, and for every length where that can be proved
	bounded            // up to the bound
	quickly            // by a short search of states alone
)

// quickStates is a fiftieth of the states of a short search.
const quickStates = 20

// session returns the session for questions up to a bound that are asked in
// some way.
func (c *comparison) session(bound int, w way) *validate.Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	// Each call of session is followed by exactly one question.
	c.questions++
	key := sessionKey{bound, w}
	if c.sessions[key] == nil {
		o := c.Options.Options
		o.Bound = bound
		if w != proving {
			o.NewFixedpoint = nil
		}
		if w == quickly {
			o.Engine, o.States = validate.Explicit, quickStates
		}
		c.sessions[key] = validate.NewSession(o)
	}
	return c.sessions[key]
}

type sessionKey struct {
	bound int
	way   way
}
