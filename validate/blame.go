package validate

import (
	"context"
	"errors"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// A Blame is what the answer None rests on: without anything else that the
// case or the model asks for there is still no answer to the question, of at
// most the bound's length. Types, what calls do, and the schemas of tools are
// never to blame.
type Blame struct {
	Checks     []*ast.Check       // in source order, as are all
	Goals      []ast.Expr         // clauses of the goal
	Init       []checker.Initial  // initial values
	Conditions []system.Condition // preconditions

	// Minimal says that nothing of it can be left out. It is false where that
	// was not found out.
	Minimal bool
	// Proved says that there is no answer of any length. [Session.Blame] leaves
	// that open.
	Proved bool
}

// Empty reports whether nothing is to blame.
func (b *Blame) Empty() bool {
	return len(b.Checks)+len(b.Goals)+len(b.Init)+len(b.Conditions) == 0
}

// Blame returns what the answer to a question rests on. The answer is None; the
// error is [ErrAnswered] if an answer turns up. Of all that the answer may rest on the
// smallest is returned where it is found with few questions, and of several
// that are as small the one with the first parts, in the order of the fields of
// Blame; else one that is minimal. Where ctx ends, what is not known to be
// irrelevant stays.
//
// Of a backward question the check, or the goal, that it is about always is to
// blame. Of a forward question the preconditions of the tools that checks name
// never are, nor is that which a Reach question names, since the question is
// whether they can be broken: without them nothing could.
func (s *Session) Blame(ctx context.Context, sc *system.Scenario, q system.Query) (b Blame, err error) {
	if err := sc.Fits(q); err != nil {
		return Blame{}, err
	}
	ctx, end := s.within(ctx)
	defer end()
	x := newBlamer(ctx, s, sc, q)
	defer recovered(sc.Case, "blame for "+queryName(q), &err)
	all := x.all()
	// The question is asked with all items first, since the caller may be wrong about None.
	switch answer := x.ask(all); {
	case x.err != nil:
		return Blame{}, x.err
	case answer == Unknown:
		return x.blame(all, false), nil
	}
	some, minimal := x.find()
	return x.blame(some, minimal), x.err
}

// blameFor explains the verdict on a case, if it is that there is no trace.
func (s *Session) blameFor(ctx context.Context, sc *system.Scenario, c *Case) (err error) {
	var q system.Query
	switch c.Verdict {
	case UnsatisfiableChecks:
		q.Kind = system.ChecksAlone
	case NoCompliantTrace:
		q.Kind = system.Compliant
	default:
		return nil
	}
	x := newBlamer(ctx, s, sc, q)
	defer recovered(sc.Case, "blame for "+queryName(q), &err)
	// Unlike Blame, this relies on the verdict that there is no answer with all items.
	some, minimal := x.find()
	b := x.blame(some, minimal)
	// A proof with all items says nothing of some of them, so proves asks again.
	proved := c.Compliant.Proved
	if q.Kind == system.ChecksAlone {
		proved = c.ChecksAlone.Proved
	}
	b.Proved = q.Kind == system.ChecksAlone && sc.Alone >= 0 || proved && x.proves(some)
	c.Blame = &b
	c.Stats.add(x.stats)
	if errors.Is(x.err, ErrAnswered) { // an engine has said that there is none
		return &InternalError{Case: sc.Case.Decl.Name().Name, Query: "blame for " + queryName(q), Err: x.err}
	}
	return x.err
}

// A Part is something that may be to blame, with its place.
type Part struct {
	Kind PartKind
	Span source.Span // in the suite's file or the model's
	Text string      // on one line
}

// A PartKind says what a part is.
type PartKind string

// The kinds of parts.
const (
	CheckPart    PartKind = "check"    // a check
	GoalPart     PartKind = "goal"     // a clause of the goal
	InitPart     PartKind = "init"     // an initial value
	PrePart      PartKind = "pre"      // a clause of `pre`
	ImplicitPart PartKind = "implicit" // that an assignment can be made
)

// Parts returns what is to blame, in the order of the fields, as it is in
// the sources of a case and its model.
func (b *Blame) Parts(s *checker.Suite, k *checker.Case) []Part {
	var list []Part
	add := func(kind PartKind, f *ast.File, u *ast.Unit, n ast.Node) {
		list = append(list, Part{Kind: kind, Span: f.Tree.Resolve(u.Span(n)), Text: u.Compact(n)})
	}
	for _, c := range b.Checks {
		add(CheckPart, s.File, s.UnitOf(k, c), c)
	}
	for _, e := range b.Goals {
		add(GoalPart, s.File, k.Decl.Goal, e)
	}
	for _, i := range b.Init {
		if n := initialNode(k, i); n != nil {
			add(InitPart, s.File, k.Decl.Init, n)
		}
	}
	for _, c := range b.Conditions {
		kind := PrePart
		if c.Assignment != nil {
			kind = ImplicitPart
		}
		add(kind, s.Model.File, c.Transition.Unit, c.Expr())
	}
	return list
}

// initialNode returns where a case gives a variable its initial value.
func initialNode(k *checker.Case, i checker.Initial) ast.Node {
	return lists.Find(k.Decl.Init.Node.(*ast.Init).Entries, func(e *ast.Pin) bool { return e.Name != nil && e.Name.Name == i.Var.Name() })
}

// An item is something that may be to blame: one of its fields is set.
type item struct {
	check     *ast.Check
	goal      ast.Expr
	initial   *checker.Initial
	condition *system.Condition
}

// itemsOf returns what the answer None to a question may rest on, without what
// the question is about: what makes fewer answers by being there. That more of
// them leave fewer answers is what the search in blame_search.go relies on.
func itemsOf(sc *system.Scenario, q system.Query) []item {
	var list []item
	if q.Kind != system.Reach {
		for _, c := range sc.Case.Checks {
			if c != q.Check {
				list = append(list, item{check: c})
			}
		}
	}
	// Model, initial values and goal have no part in the checks alone.
	if q.Kind == system.ChecksAlone {
		return list
	}
	if q.Kind != system.Reach && !aboutGoal(q) {
		for _, e := range sc.Case.Goals {
			list = append(list, item{goal: e})
		}
	}
	for _, i := range sc.Case.Init {
		list = append(list, item{initial: &i})
	}
	for _, t := range sc.Tools {
		// Preconditions of others are part of when they can act, and those of F may be broken.
		if t.Transition == nil || q.Kind != system.Reach && t.Others() || t.Named && q.Kind == system.Forward {
			continue
		}
		for _, c := range sc.Conditions(t.Transition) {
			if q.Kind != system.Reach || c.Expr() != q.Broken {
				list = append(list, item{condition: &c})
			}
		}
	}
	return list
}

func aboutGoal(q system.Query) bool { return q.Kind == system.Omission && q.Check == nil }

// blame returns what some items, and what the question is about, are.
func (x *blamer) blame(s itemSet, minimal bool) Blame {
	b := Blame{Minimal: minimal}
	var checks []*ast.Check
	for n, i := range x.items {
		switch {
		case !s[n]:
			// Skips the item, whichever of the kinds it is.
		case i.check != nil:
			checks = append(checks, i.check)
		case i.goal != nil:
			b.Goals = append(b.Goals, i.goal)
		case i.initial != nil:
			b.Init = append(b.Init, *i.initial)
		case i.condition != nil:
			b.Conditions = append(b.Conditions, *i.condition)
		}
	}
	if aboutGoal(x.query) {
		b.Goals = x.scenario.Case.Goals
	}
	// This loop restores the source order, with the check that the question is about.
	for _, c := range x.scenario.Case.Checks {
		if c == x.query.Check || slices.Contains(checks, c) {
			b.Checks = append(b.Checks, c)
		}
	}
	return b
}

// without returns the scenario in which nothing but some of the items, and what
// the question is about, is asked for. Its tools stay the same, and so do those
// that checks name: which calls a forward question is about does not depend on
// what is left out.
func (x *blamer) without(s itemSet) *system.Scenario {
	// Shallow copies: the original scenario and case stay as they are.
	sc, k, b := *x.scenario, *x.scenario.Case, x.blame(s, false)
	sc.Case = &k
	k.Checks, k.Init, k.Goals = b.Checks, b.Init, b.Goals
	sc.Ignored = make(map[ast.Expr]bool)
	for e := range x.scenario.Ignored {
		sc.Ignored[e] = true
	}
	for n, i := range x.items {
		if i.condition != nil && !s[n] {
			sc.Ignored[i.condition.Expr()] = true
		}
	}
	return &sc
}
