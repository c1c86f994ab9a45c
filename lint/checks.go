package lint

import (
	"cmp"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate"
)

// compliant asks of each case whether a run passes its checks. It comes first,
// since such runs show much else.
func (w *world) compliant() {
	for list := range slices.Chunk(w.cases, batch) {
		w.progress("cases")
		found := each(w.crew, list, func(s *subject, _ int) validate.Finding {
			return w.ask(w.bounded, s.scenario(s.all(), nil), system.Query{Kind: system.Compliant})
		})
		for i, f := range found {
			list[i].compliant = f
			w.note(list[i].start, f.Witness)
		}
	}
}

// An item is a check of a case, or its goal, which counts as one.
type item struct {
	check *ast.Check // nil for the goal
}

// all returns the checks, and the goal if there is one.
func (s *subject) all() []item {
	list := lists.Map(s.decl.Checks, func(c *ast.Check) item { return item{c} })
	if len(s.decl.Goals) > 0 {
		list = append(list, item{})
	}
	return list
}

// scenario returns the case with some of its checks.
func (s *subject) scenario(items []item, ignored map[ast.Expr]bool) *system.Scenario {
	k := &checker.Case{Decl: s.decl.Decl, Init: s.decl.Init}
	for _, i := range items {
		if i.check == nil {
			k.Goals = s.decl.Goals
		} else {
			k.Checks = append(k.Checks, i.check)
		}
	}
	sc := system.NewScenario(s.suite, k)
	sc.Ignored = ignored
	return sc
}

// permitted are the conditions of the tools that the checks of the case name.
func (s *subject) permitted() map[ast.Expr]bool {
	list := make(map[ast.Expr]bool)
	sc := system.NewScenario(s.suite, s.decl)
	for _, t := range sc.Tools {
		if t.Named && t.Transition != nil {
			for _, c := range sc.Conditions(t.Transition) {
				list[c.Expr()] = true
			}
		}
	}
	return list
}

// title names an item in messages.
func (i item) title() string {
	if i.check == nil {
		return "the goal"
	}
	return "check `" + i.check.Name.Name + "`"
}

// span returns the place of an item.
func (s *subject) span(i item) source.Span {
	if i.check == nil {
		return s.suite.File.Tree.Resolve(s.decl.Decl.Goal.Span(s.decl.Decl.Goal.Node))
	}
	return s.suite.SpanOf(s.decl, i.check)
}

// whole is the place of the checks of the case; the zero span if there are none.
func (s *subject) whole() source.Span {
	if s.decl.Decl.Checks == nil {
		return source.Span{}
	}
	return s.suite.File.Tree.Resolve(s.decl.Decl.Checks.Span(s.decl.Decl.Checks.Node))
}

// A judgement is what was found out about the checks of a case.
type judgement struct {
	problems []diag.Problem
	open     []Open
	statuses []Status

	dead string      // a tool that can never be called
	by   source.Span // and the check that asks for it
}

// checks looks at the checks of all cases.
func (w *world) checks() {
	var found []diag.Problem
	for list := range slices.Chunk(w.cases, batch) {
		w.progress("checks")
		for _, j := range each(w.crew, list, w.judge) {
			found = append(found, j.problems...)
			w.open(j.open...)
			w.status(j.statuses...)
			if never := w.dead[j.dead]; never != nil {
				never.Needed = append(never.Needed, j.by)
			}
		}
	}
	w.needless(found)
}

// needless reports what was found out about checks. A check of all cases that one
// of them does not need may be there for another: it is reported if no case of its
// suite needs it, and then once.
func (w *world) needless(found []diag.Problem) {
	times := make(map[*ast.Check]int)
	for _, p := range found {
		if k, check := superfluousOf(p); check != nil && w.suiteOf(k).Shared(check) {
			if times[check]++; times[check] < len(w.suiteOf(k).Cases) {
				continue
			}
		}
		w.report(p)
	}
}

// superfluousOf returns the check that a problem says to be superfluous, and its
// case; or nil.
func superfluousOf(p diag.Problem) (*checker.Case, *ast.Check) {
	switch p := p.(type) {
	case *NeverFails:
		return p.Case, p.Check
	case *Implied:
		return p.Case, p.Check
	}
	return nil, nil
}

func (w *world) judge(s *subject, _ int) (j judgement) {
	switch s.compliant.Answer {
	case validate.None:
		j.all(s, IsImpossible, w.scopeOf(s, s.compliant.Proved))
		w.impossible(s, &j)
	case validate.Unknown:
		j.all(s, IsUndecided, Scope{})
		j.open = append(j.open, Open{"does a run pass the checks of `" + s.name() + "`", s.compliant.Reason})
	default:
		w.superfluous(s, &j)
	}
	return j
}

// impossible says why no run passes the checks: those that none passes by
// themselves, or else all together. Where a check needs a tool that can never
// be called, that has been said.
func (w *world) impossible(s *subject, j *judgement) {
	items := s.all()
	for _, i := range items {
		if i.check == nil {
			continue
		}
		if tool := w.needsDead(s.suite.Property(i.check)); tool != "" {
			j.dead, j.by = tool, s.span(i)
			return
		}
	}
	seen := w.table(s, items)
	var open error
	for n, i := range items {
		// A known run passes the check, so there is nothing to ask.
		if seen.passes(n) {
			continue
		}
		q := system.Query{Kind: system.Compliant}
		alone := s.scenario([]item{i}, nil)
		switch f := w.ask(w.bounded, alone, q); f.Answer {
		case validate.None:
			p := &NeverPasses{Case: s.decl, Check: i.check, Title: i.title(), At: s.span(i), Whole: s.whole(), Scope: w.scopeOf(s, f.Proved)}
			p.Blame = w.parts(s, alone, q, &i)
			j.problems = append(j.problems, p)
		case validate.Unknown:
			open = cmp.Or(open, f.Reason)
		}
	}
	switch {
	case len(j.problems) > 0:
		return
	case open != nil:
		j.open = append(j.open, Open{"can each check of `" + s.name() + "` pass by itself", open})
	}
	j.problems = append(j.problems, w.noRun(s, items))
}

// noRun says what no run passes together: checks that exclude each other
// whatever the model says, which is true of every length, or else all.
func (w *world) noRun(s *subject, items []item) *NoRun {
	p := &NoRun{Case: s.decl, Name: s.name(), Whole: s.whole(), Scope: w.scopeOf(s, s.compliant.Proved)}
	p.At = s.suite.File.Tree.Resolve(s.decl.Decl.Header.Span(s.decl.Decl.Name()))
	sc, q := s.scenario(items, nil), system.Query{Kind: system.ChecksAlone}
	if f := w.ask(w.bounded, sc, q); f.Answer == validate.None {
		p.Alone, p.Scope.Proved = true, true
	} else {
		q.Kind = system.Compliant
	}
	p.Blame = w.parts(s, sc, q, nil)
	return p
}

// superfluous looks for checks that can never fail, or that others imply, and
// for a goal that can never fail. It asks about all traces in which the tools
// of the case may be called although the model forbids it; see the package
// comment.
func (w *world) superfluous(s *subject, j *judgement) {
	permitted, rest := s.permitted(), s.all()
	if len(s.decl.Goals) > 0 {
		rest = rest[:len(rest)-1]
		switch f := w.neverFails(s, item{}, permitted, false, j); f.Answer {
		case validate.None:
			j.one(s, item{}, IsNever, w.scopeOf(s, f.Proved))
		case validate.Unknown:
			j.one(s, item{}, IsUndecided, Scope{})
		default:
			j.one(s, item{}, CanFail, Scope{})
		}
	}
	// rest loses members in the loop.
	for _, i := range slices.Backward(slices.Clone(rest)) {
		if w.table(s, rest).fails(slices.Index(rest, i)) {
			j.one(s, i, CanFail, Scope{})
			continue
		}
		sc, q := s.scenario(rest, permitted), system.Query{Kind: system.Omission, Check: i.check}
		f := w.ask(w.bounded, sc, q)
		switch f.Answer {
		case validate.Found:
			j.one(s, i, CanFail, Scope{})
			continue
		case validate.Unknown:
			j.one(s, i, IsUndecided, Scope{})
			j.open = append(j.open, Open{"can " + i.title() + " of `" + s.name() + "` alone fail", f.Reason})
			continue
		}
		if never := w.neverFails(s, i, permitted, len(rest) > 1, j); never.Answer == validate.None {
			j.one(s, i, IsNever, w.scopeOf(s, never.Proved))
		} else {
			j.one(s, i, IsRedundant, w.scopeOf(s, f.Proved))
			p := &Implied{Case: s.decl, Check: i.check, At: s.span(i), Scope: w.scopeOf(s, f.Proved)}
			p.Blame = w.parts(s, sc, q, &i)
			j.problems = append(j.problems, p)
		}
		rest = slices.DeleteFunc(slices.Clone(rest), func(other item) bool { return other == i })
	}
}

// neverFails asks whether a check, or the goal, fails by itself, and says so if
// it never does. A check can be removed if others stay.
func (w *world) neverFails(s *subject, i item, permitted map[ast.Expr]bool, others bool, j *judgement) validate.Finding {
	alone, q := s.scenario([]item{i}, permitted), system.Query{Kind: system.Omission, Check: i.check}
	if w.table(s, []item{i}).fails(0) {
		return validate.Finding{Answer: validate.Found}
	}
	f := w.ask(w.bounded, alone, q)
	switch {
	case f.Answer == validate.Unknown && i.check == nil:
		j.open = append(j.open, Open{"can the goal of `" + s.name() + "` fail", f.Reason})
	case f.Answer == validate.None:
		p := &NeverFails{Case: s.decl, Check: i.check, Title: i.title(), At: s.span(i), Others: others, Scope: w.scopeOf(s, f.Proved)}
		p.Blame = w.parts(s, alone, q, &i)
		j.problems = append(j.problems, p)
	}
	return f
}

// parts returns what an answer about a case rests on, without the item that
// the question is about, if it is about one.
func (w *world) parts(s *subject, sc *system.Scenario, q system.Query, about *item) Blame {
	b := w.blame(w.bounded, sc, q)
	if b == nil {
		return Blame{}
	}
	if about != nil && about.check == nil {
		b.Goals = nil
	}
	b.Checks = slices.DeleteFunc(slices.Clone(b.Checks), func(c *ast.Check) bool { return about != nil && c == about.check })
	return Blame{Known: true, Parts: b.Parts(s.suite, s.decl)}
}

// needsDead returns a tool that can never be called, and without a call of
// which no trace passes a check, or "".
func (w *world) needsDead(p *property.Property) string {
	if b := p.Basic; b != nil {
		if !b.Form.Asks() {
			return ""
		}
		return cmp.Or(w.allDead(b.Target), w.allDead(b.Anchor))
	}
	first := ""
	for _, part := range p.Parts {
		tool := w.needsDead(part)
		// One part of an `or` that can pass is enough, and so is one part of an `and` that cannot.
		if (tool == "") == (p.Op == forms.Or) {
			return tool
		}
		first = cmp.Or(first, tool)
	}
	return first
}

// allDead returns a tool of some patterns if none of their tools can ever be
// called, or "".
func (w *world) allDead(patterns []*property.Pattern) string {
	if slices.ContainsFunc(patterns, func(p *property.Pattern) bool { return w.dead[p.Tool] == nil }) {
		return ""
	}
	if len(patterns) == 0 {
		return ""
	}
	return patterns[0].Tool
}

// condense drops tools that no case reaches where a check is known never to
// pass that speaks of them, and for a reason that lies in them: that says more.
func (w *world) condense() {
	said := make(map[string]bool)
	for _, p := range w.result.Problems {
		if never, ok := p.(*NeverPasses); ok && never.Check != nil {
			for _, b := range w.suiteOf(never.Case).Property(never.Check).Basics() {
				for _, a := range b.Patterns() {
					said[a.Tool] = said[a.Tool] || w.blames(never, w.model.Transition(a.Tool))
				}
			}
		}
	}
	w.result.Problems = slices.DeleteFunc(w.result.Problems, func(p diag.Problem) bool {
		u, ok := p.(*Unreached)
		// The result has problems of other models, too.
		return ok && u.Transition == w.model.Transition(u.Transition.Name()) && said[u.Transition.Name()]
	})
}

func (w *world) suiteOf(k *checker.Case) *checker.Suite {
	return w.cases[slices.IndexFunc(w.cases, func(s *subject) bool { return s.decl == k })].suite
}

// blames reports whether it rests on a part of a transition that a check never
// passes, as far as that is known.
func (w *world) blames(p *NeverPasses, t *checker.Transition) bool {
	// Without a known reason, the tool is taken for it.
	if t == nil || !p.Blame.Known {
		return t != nil
	}
	whole := w.span(t.Unit, t.Decl)
	return slices.ContainsFunc(p.Blame.Parts, func(part validate.Part) bool { return within(part.Span, whole) })
}
