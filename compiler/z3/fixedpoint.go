package z3

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/mantrac/mantrac/compiler/smt"
)

// A Fixedpoint is Z3's Spacer (Komuravelli, Gurfinkel, Chaki, 2014) in a
// context of its own. It implements [smt.Fixedpoint]. Several goroutines that
// use one wait for each other.
//
// Unsat is not taken on trust: Spacer comes with what it believes the
// relations to be, and a plain solver checks that each rule keeps to that;
// see certify.
type Fixedpoint struct {
	mu      sync.Mutex
	options Options
	*translator
	relations map[*smt.Relation]z3Decl
	ordered   []z3Decl // all of relations, as they were made
	rules     []rule
	broken    bool // a query ran out of memory
	steps     uint // that queries took
}

// outOfMemory is Z3's error code.
const outOfMemory = 7

// A rule with the formula that Z3 is given for it.
type rule struct {
	smt.Rule
	formula z3AST
}

var _ smt.Fixedpoint = (*Fixedpoint)(nil)

// NewFixedpoint returns a fixed point without rules, which the caller closes.
// The bounds of o are for each Query as a whole.
func (l *Library) NewFixedpoint(o Options) (*Fixedpoint, error) {
	h, err := newLimitedHandle(l, o.Rlimit)
	if err != nil {
		return nil, err
	}
	return &Fixedpoint{options: o, translator: newTranslator(h), relations: make(map[*smt.Relation]z3Decl)}, nil
}

// Rule implements [smt.Fixedpoint].
func (f *Fixedpoint) Rule(r smt.Rule) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed() {
		return errClosed
	}
	if err := fits(r); err != nil {
		return err
	}
	if err := projectable(r); err != nil {
		return err
	}
	formula, err := f.formula(r)
	if err != nil {
		return err
	}
	f.rules = append(f.rules, rule{r, formula})
	return nil
}

// fits returns an error where a rule is not well made.
func fits(r smt.Rule) error {
	if r.When == nil {
		return errNil
	}
	if r.When.Sort() != smt.Bool {
		return fmt.Errorf("z3: a rule under a term of sort %v", r.When.Sort())
	}
	atoms := []smt.Atom{r.To}
	if r.From != nil {
		atoms = append(atoms, *r.From)
	}
	for _, a := range atoms {
		if a.Of == nil {
			return errors.New("z3: the relation of a rule is nil")
		}
		if len(a.Args) != len(a.Of.Sorts) {
			return fmt.Errorf("z3: %d terms for a relation of %d", len(a.Args), len(a.Of.Sorts))
		}
		for i, t := range a.Args {
			if t == nil {
				return errNil
			}
			if t.Sort() != a.Of.Sorts[i] {
				return fmt.Errorf("z3: a term of sort %v where a relation has %v", t.Sort(), a.Of.Sorts[i])
			}
		}
	}
	return nil
}

// formula returns what a rule says, for all values of its variables.
func (f *Fixedpoint) formula(r smt.Rule) (z3AST, error) {
	body, err := f.body(r)
	if err != nil {
		return 0, err
	}
	head, err := f.atom(r.To)
	if err != nil {
		return 0, err
	}
	clause, err := f.own(f.mkImplies(f.c, body, head), "=>")
	if err != nil {
		return 0, err
	}
	vars, err := f.list(r.Variables())
	if err != nil || len(vars) == 0 {
		return clause, err
	}
	return f.own(f.mkForall(f.c, 0, uint32(len(vars)), vars, 0, nil, clause), "forall")
}

func (f *Fixedpoint) body(r smt.Rule) (z3AST, error) {
	when, err := f.term(r.When)
	if err != nil || r.From == nil {
		return when, err
	}
	from, err := f.atom(*r.From)
	if err != nil {
		return 0, err
	}
	return f.own(f.mkAnd(f.c, 2, []z3AST{from, when}), "and")
}

// list returns terms of Z3 for terms.
func (f *Fixedpoint) list(terms []*smt.Term) ([]z3AST, error) {
	var list []z3AST
	for _, t := range terms {
		a, err := f.term(t)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// atom returns a relation of terms.
func (f *Fixedpoint) atom(a smt.Atom) (z3AST, error) {
	d, err := f.relation(a.Of)
	if err != nil {
		return 0, err
	}
	args, err := f.list(a.Args)
	if err != nil {
		return 0, err
	}
	return f.own(f.mkApp(f.c, d, uint32(len(args)), args), "relation")
}

// relation returns the predicate that stands for a relation. Its name is made
// here, as those of constants are.
func (f *Fixedpoint) relation(r *smt.Relation) (z3Decl, error) {
	if d, ok := f.relations[r]; ok {
		return d, nil
	}
	var domain []z3Sort
	for _, s := range r.Sorts {
		sort, err := f.sort(s)
		if err != nil {
			return 0, err
		}
		domain = append(domain, sort)
	}
	truth, err := f.sort(smt.Bool)
	if err != nil {
		return 0, err
	}
	name := f.stringSymbol(f.c, fmt.Sprint("r", len(f.relations)))
	d := f.mkDecl(f.c, name, uint32(len(domain)), domain, truth)
	if err := f.check("relation"); err != nil {
		return 0, err
	}
	if d == 0 {
		return 0, errors.New("z3: relation returned nothing")
	}
	// Declarations are counted as terms are.
	a := f.declAST(f.c, d)
	f.incRef(f.c, a)
	f.owns = append(f.owns, a)
	f.relations[r] = d
	f.ordered = append(f.ordered, d)
	return d, nil
}

// Query implements [smt.Fixedpoint]. An error that is neither
// [smt.ErrTimeout] nor the cause of ctx's end is an *[Incomplete], or one of
// Z3 itself.
//
// Each call begins anew, as a search that was interrupted leaves Z3 in a state
// that nothing is promised of.
func (f *Fixedpoint) Query(ctx context.Context, goal *smt.Relation) (smt.Result, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.closed():
		return smt.Unknown, errClosed
	case goal == nil || len(goal.Sorts) > 0:
		return smt.Unknown, errors.New("z3: the goal is not a relation without arguments")
	case f.broken:
		return smt.Unknown, &Incomplete{Reason: "memory ran out in an earlier query"}
	case ctx.Err() != nil:
		return smt.Unknown, context.Cause(ctx)
	}
	if f.options.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, f.options.Timeout, smt.ErrTimeout)
		defer cancel()
	}
	// This declares the goal even if no rule mentions it, so it comes before newFixedpoint.
	question, err := f.atom(goal.Holds())
	if err != nil {
		return smt.Unknown, err
	}
	p, err := f.newFixedpoint()
	if err != nil {
		return smt.Unknown, err
	}
	defer func() {
		// Where memory ran out, giving the object back would end the process.
		if !f.broken {
			f.steps = f.counted(f.fixedpointStats(f.c, p))
			f.fixedpointDecRef(f.c, p)
		}
	}()
	result, err := f.run(ctx, p, question)
	if result == smt.Unsat {
		if err := f.certify(ctx, p, goal); err != nil {
			return smt.Unknown, err
		}
	}
	return result, err
}

// newFixedpoint returns a fixed point of Z3 with the relations and rules, and
// with one reference.
func (f *Fixedpoint) newFixedpoint() (z3Fixedpoint, error) {
	p := f.mkFixedpoint(f.c)
	if err := f.check("fixed point"); err != nil || p == 0 {
		return 0, errors.Join(errNoContext, err)
	}
	f.fixedpointIncRef(f.c, p)
	if err := f.fill(p); err != nil {
		f.fixedpointDecRef(f.c, p)
		return 0, err
	}
	return p, nil
}

func (f *Fixedpoint) fill(p z3Fixedpoint) error {
	if err := f.setUp(p); err != nil {
		return err
	}
	for _, d := range f.ordered {
		f.fixedpointRelation(f.c, p, d)
		if err := f.check("relation"); err != nil {
			return err
		}
	}
	for i, r := range f.rules {
		f.fixedpointRule(f.c, p, r.formula, f.stringSymbol(f.c, fmt.Sprint("c", i)))
		if err := f.check("rule"); err != nil {
			return err
		}
	}
	return nil
}

func (f *Fixedpoint) setUp(p z3Fixedpoint) error {
	params := f.mkParams(f.c)
	if err := f.check("parameters"); err != nil || params == 0 {
		return errors.Join(errNoContext, err)
	}
	f.paramsIncRef(f.c, params)
	defer f.paramsDecRef(f.c, params)
	f.paramsSymbol(f.c, params, f.stringSymbol(f.c, "engine"), f.stringSymbol(f.c, "spacer"))
	f.paramsBool(f.c, params, f.stringSymbol(f.c, "ctrl_c"), false) // see configure
	// Its slicing of rules loses conditions in version 4.8.12.
	f.paramsBool(f.c, params, f.stringSymbol(f.c, "xform.slice"), false)
	// With equalities that it propagates, its proofs may end in a segmentation fault (decision 0082).
	f.paramsBool(f.c, params, f.stringSymbol(f.c, "spacer.eq_prop"), false)
	f.paramsUint(f.c, params, f.stringSymbol(f.c, "spacer.random_seed"), clamp(f.options.Seed))
	f.fixedpointParams(f.c, p, params)
	return f.check("parameters")
}

// run calls Z3 for an answer.
func (f *Fixedpoint) run(ctx context.Context, p z3Fixedpoint, question z3AST) (smt.Result, error) {
	w := f.watch(ctx, 0)
	answer := w.search(func() int32 { return f.fixedpointQuery(f.c, p, question) })
	complaint := ""
	// settle would reset the error code, so it is read first.
	if code := f.errorCode(f.c); code != 0 {
		complaint = f.errorMessage(f.c, code)
		f.broken = code == outOfMemory
	}
	stopped := w.stop()
	if stopped != nil {
		if err := f.settle(); err != nil {
			return smt.Unknown, err
		}
	}
	switch {
	case answer == 1 && complaint == "":
		return smt.Sat, nil
	case answer == -1 && complaint == "":
		return smt.Unsat, nil
	case stopped != nil:
		return smt.Unknown, stopped
	case complaint == "":
		complaint = f.fixedpointReason(f.c, p)
	}
	complaint, _, _ = strings.Cut(complaint, "\n") // the rule in question may be below
	if limited := f.options.outOfSteps(complaint); limited != nil {
		return smt.Unknown, limited
	}
	complaint = cmp.Or(complaint, "no reason given")
	return smt.Unknown, &Incomplete{Reason: complaint}
}

// Close implements [smt.Fixedpoint]. It waits for a Query that another
// goroutine has under way.
func (f *Fixedpoint) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed() {
		return
	}
	if f.broken {
		f.c, f.owns = 0, nil // the context stays
	} else {
		f.handle.free()
	}
	f.terms, f.sorts, f.relations, f.ordered, f.rules = nil, nil, nil, nil, nil
}

func (f *Fixedpoint) closed() bool { return f.c == 0 }
