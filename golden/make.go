package golden

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/validate"
)

// A Proof is a trace that proves something of a case, or why there is none.
type Proof struct {
	Case  string
	Check string // that fails, "goal" for the goal; "" if all pass
	Trace *Trace // nil if there is none

	Reason string // why there is none
	Open   bool   // it is not known whether there is one
}

// ID returns the id of the trace, whether there is one or not.
func (p Proof) ID() string { return idOf(p.Case, p.Check) }

// Make makes the traces of a case of a suite without errors, which has a model:
// that of a trace that passes, then one for each check in source order, then one
// for the goal. The session searches up to the bound.
func Make(ctx context.Context, session *validate.Session, bound int, s *checker.Suite, k *checker.Case) ([]Proof, error) {
	plan, err := planOf(s, k)
	if err != nil {
		return nil, err
	}
	b := &builder{ctx: ctx, session: session, bound: bound, suite: s, decl: k, plan: plan, free: system.NewScenario(s, k)}
	b.free.Ignored = preconditions(s.Model)
	return b.all()
}

// preconditions returns the clauses of all preconditions of a model.
func preconditions(model *checker.Model) map[ast.Expr]bool {
	all := make(map[ast.Expr]bool)
	for _, t := range model.Transitions {
		for _, c := range system.Conditions(model, t) {
			if c.Assignment == nil {
				all[c.Expr()] = true
			}
		}
	}
	return all
}

// A builder builds the proofs of one case; see [Make].
type builder struct {
	ctx     context.Context
	session *validate.Session
	bound   int
	suite   *checker.Suite
	decl    *checker.Case
	plan    *grade.Plan
	free    *system.Scenario // without preconditions
}

// questions returns what is asked about a case: one question for each proof.
func questions(k *checker.Case) []system.Query {
	list := []system.Query{{Kind: system.Compliant}}
	for _, c := range k.Checks {
		list = append(list, system.Query{Kind: system.Omission, Check: c})
	}
	if len(k.Goals) > 0 {
		list = append(list, system.Query{Kind: system.Omission})
	}
	return list
}

func (b *builder) all() ([]Proof, error) {
	list := questions(b.decl)
	found, err := b.ask(list)
	if err != nil {
		return nil, err
	}
	var proofs []Proof
	for i, q := range list {
		p := Proof{Case: b.decl.Decl.Name().Name}
		if i > 0 {
			p.Check = q.Name()
		}
		if err := b.prove(&p, q, found[i]); err != nil {
			return nil, err
		}
		proofs = append(proofs, p)
	}
	return proofs, nil
}

// ask returns the answers of the model, and, to questions about checks that it has no
// trace for, those of the model without preconditions. Each of the two is made into
// a search, or a formula, once for all questions.
func (b *builder) ask(list []system.Query) ([]validate.Finding, error) {
	found, err := b.session.AskAll(b.ctx, system.NewScenario(b.suite, b.decl), list)
	if err != nil {
		return nil, err
	}
	var open []int
	var again []system.Query
	for i, q := range list {
		if i > 0 && found[i].Answer == validate.None {
			open, again = append(open, i), append(again, q)
		}
	}
	if len(open) == 0 {
		return found, nil
	}
	free, err := b.session.AskAll(b.ctx, b.free, again)
	if err != nil {
		return nil, err
	}
	for j, i := range open {
		found[i] = free[j]
	}
	return found, nil
}

// prove completes a proof by the answer to its question.
func (b *builder) prove(p *Proof, q system.Query, f validate.Finding) (err error) {
	switch f.Answer {
	case validate.Found:
		b.keep(p, f.Witness)
	case validate.Unknown:
		p.Open = true
		p.Reason = "not known"
		if f.Reason != nil {
			p.Reason += ": " + f.Reason.Error()
		}
	default:
		p.Reason, err = b.without(q, f.Proved)
	}
	return err
}

// without says why there is no trace.
func (b *builder) without(q system.Query, proved bool) (string, error) {
	length := ""
	if !proved {
		length = fmt.Sprintf(" of up to %s", report.Count(b.bound, "call"))
	}
	if q.Kind == system.Compliant {
		return fmt.Sprintf("no run of the model%s passes; mantrac validate says why", length), nil
	}
	names, err := b.implying(q)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("no trace%s fails %s alone", length, q.Name())
	if len(names) > 0 {
		text += "; " + strings.Join(names, ", ") + " imply it"
		if len(names) == 1 {
			text = strings.TrimSuffix(text, "imply it") + "implies it"
		}
	}
	return text, nil
}

// implying returns a smallest set of the other checks, and of the goal, that leave
// no trace that fails this one: what can be dropped one by one is. It is empty if
// the tools and their arguments alone leave none.
func (b *builder) implying(q system.Query) (names []string, err error) {
	one := *b.decl
	one.Checks, one.Goals = slices.Clone(one.Checks), slices.Clone(one.Goals)
	none := func() (bool, error) {
		sc := system.NewScenario(b.suite, &one)
		sc.Ignored = b.free.Ignored
		f, err := b.session.Ask(b.ctx, sc, q)
		return f.Answer == validate.None, err
	}
	if q.Check != nil && len(one.Goals) > 0 {
		kept := one.Goals
		one.Goals = nil
		if ok, err := none(); err != nil {
			return nil, err
		} else if !ok {
			one.Goals, names = kept, []string{"goal"}
		}
	}
	// Names are put in front, so they are in source order, with the goal last.
	for i := len(one.Checks) - 1; i >= 0; i-- {
		c := one.Checks[i]
		if c == q.Check {
			continue
		}
		kept := one.Checks
		one.Checks = slices.Delete(slices.Clone(kept), i, i+1)
		if ok, err := none(); err != nil {
			return nil, err
		} else if !ok {
			one.Checks, names = kept, append([]string{c.Name.Name}, names...)
		}
	}
	return names, nil
}

// keep makes a trace of a witness, unless grade says something else of it.
func (b *builder) keep(p *Proof, w *validate.Witness) {
	t, err := recorded(b.free, b.plan, p.ID(), w)
	if err != nil {
		p.Reason = err.Error()
		return
	}
	if why := b.differs(p.Check, t); why != "" {
		p.Reason = "the calls and messages of a trace do not show it: " + why
		return
	}
	p.Trace = t
}

// Record returns calls as a trace of a case, which expects what it is judged as now.
// Arguments that schemas require, and that the calls lack, get some value.
func Record(s *checker.Suite, k *checker.Case, id string, calls []tool.Call) (*Trace, error) {
	plan, err := planOf(s, k)
	if err != nil {
		return nil, err
	}
	w := &validate.Witness{}
	for _, c := range calls {
		c.Args = complete(s.Tools.Lookup(c.Tool), c.Args, func(string) bool { return true })
		w.Steps = append(w.Steps, validate.Step{Call: c})
	}
	return recorded(system.NewScenario(s, k), plan, id, w)
}

// recorded returns a witness as a trace of its case, which expects what it is judged as.
func recorded(sc *system.Scenario, plan *grade.Plan, id string, w *validate.Witness) (*Trace, error) {
	t := &Trace{}
	t.ID, t.Task = id, sc.Case.Decl.Name().Name
	var err error
	if t.Events, err = Events(sc, w); err != nil {
		return nil, err
	}
	t.render()
	for _, c := range plan.Grade(&reread(t).Trace).Judged() {
		switch c.Verdict {
		case grade.Fail:
			t.Fails = append(t.Fails, c.Check)
		case grade.Inconclusive:
			t.Undecided = append(t.Undecided, c.Check)
		}
	}
	// The labels are known only now.
	t.render()
	return t, nil
}

// reread returns a trace as a reader of its text sees it.
func reread(t *Trace) *Trace {
	f, err := Read("", t.text)
	if err != nil {
		panic(err) // what is written can be read
	}
	return f.Traces[0]
}

// differs says in what a trace is not judged as its proof has it: one check fails,
// and all others pass. What the trace leaves open of the state, and so of the goal
// and the replay, may be inconclusive.
func (b *builder) differs(check string, t *Trace) string {
	if check != "" && !slices.Contains(t.Fails, check) {
		return check + " does not fail"
	}
	for _, name := range t.Fails {
		if name != check && (check == "" || b.names(name)) {
			return name + " fails"
		}
	}
	for _, name := range t.Undecided {
		if b.names(name) && name != goal {
			return name + " is inconclusive"
		}
	}
	return ""
}

// names reports whether a name is that of a check of the case, or of the goal.
func (b *builder) names(name string) bool {
	return name == goal || b.decl.CheckNamed(name) != nil
}
