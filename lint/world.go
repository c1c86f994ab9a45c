package lint

import (
	"cmp"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// A world is a model with the cases about it.
type world struct {
	*linter
	*known
	model  *checker.Model
	system *system.System
	cases  []*subject

	// anything is a case that says nothing, of a suite that is nowhere.
	anything *start
	anywhere [lanes]*validate.Inquiry // about one call in any state; nil where none is to be had
	joint    [lanes]*validate.Inquiry // from all starts; the same
	dead     map[string]*NeverFires   // by tool: it can never be called
}

// A subject is a case that is looked at.
type subject struct {
	suite *checker.Suite
	decl  *checker.Case
	start *start

	compliant validate.Finding // whether a run passes its checks
}

func (s *subject) name() string { return s.decl.Decl.Name().Name }

func newWorld(l *linter, m *checker.Model, suites []*checker.Suite) *world {
	m, suites = m.For(suites)
	w := &world{
		linter: l, model: m, system: l.single.System(m), dead: make(map[string]*NeverFires),
		known: &known{machine: interp.New(m), bound: l.options.Bound, calls: make(map[string][]tool.Call)},
	}
	// A case requires checks or a goal, so this one has a goal that says nothing.
	file := ast.Parse(source.NewFile("", "(case any_state (goal true))"), ast.ChecksFile, nil)
	nowhere := checker.CheckSuite(file, m, m.Tools, checker.Options{})
	w.anything = &start{suite: nowhere, decl: &checker.Case{Decl: nowhere.Cases[0].Decl, Midway: true}}
	for _, s := range suites {
		for _, k := range s.Cases {
			w.cases = append(w.cases, &subject{suite: s, decl: k, start: w.startOf(s, k)})
		}
	}
	w.seed()
	w.inquire()
	return w
}

// inquire prepares for many questions to one solver.
func (w *world) inquire() {
	list := lists.Map(w.starts, func(s *start) *system.Scenario { return s.scenario(nil) })
	for i := range lanes {
		w.anywhere[i] = w.single.Inquire([]*system.Scenario{w.anything.scenario(nil)})
		if len(list) > 0 {
			w.joint[i] = w.bounded.Inquire(list)
		}
	}
}

// close ends what inquire has begun.
func (w *world) close() {
	for i := range lanes {
		w.anywhere[i].Close()
		w.joint[i].Close()
	}
}

// startOf returns the start of a case.
func (w *world) startOf(s *checker.Suite, k *checker.Case) *start {
	for _, had := range w.starts {
		if sameInit(had.decl.Init, k.Init) {
			return had
		}
	}
	// Only the start matters, so checks and goal are left out.
	new := &start{suite: s, decl: &checker.Case{Decl: k.Decl, Init: k.Init}}
	w.starts = append(w.starts, new)
	return new
}

func sameInit(a, b []checker.Initial) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(i checker.Initial) bool { return !says(b, i) })
}

// says reports whether a list has an initial value.
func says(list []checker.Initial, i checker.Initial) bool {
	return slices.ContainsFunc(list, func(j checker.Initial) bool { return i.Var == j.Var && types.Equal(i.Value, j.Value) })
}

// agreed returns what some starts have in common, or nil where they are few: a
// run from any of them is a run from there, so that where that has none, none
// has.
func agreed(list []*start) *start {
	if len(list) < 4 {
		return nil
	}
	first := list[0]
	k := &checker.Case{Decl: first.decl.Decl}
	for _, i := range first.decl.Init {
		if !slices.ContainsFunc(list, func(s *start) bool { return !says(s.decl.Init, i) }) {
			k.Init = append(k.Init, i)
		}
	}
	return &start{suite: first.suite, decl: k}
}

// seed makes known the empty run from starts that leave nothing open, and the
// calls of tools that have no arguments.
func (w *world) seed() {
	for _, s := range w.starts {
		if given, free := w.machine.Initial(s.decl); len(free) == 0 {
			if state, err := w.machine.Start(s.decl, given); err == nil {
				s.add(run{states: []interp.State{state}}, w.bound)
			}
		}
	}
	for _, t := range w.model.Transitions {
		if len(t.Params) == 0 {
			w.calls[t.Name()] = []tool.Call{{Tool: t.Name()}}
		}
	}
}

// look looks at everything.
func (w *world) look() {
	defer w.close()
	w.compliant()
	live := w.transitions()
	w.clauses(live)
	w.variables(live)
	w.checks()
	w.condense()
}

func (w *world) report(p diag.Problem) { w.result.Problems = append(w.result.Problems, p) }

func (w *world) open(list ...Open) { w.result.Open = append(w.result.Open, list...) }

// scenario returns a start as a scenario without checks.
func (s *start) scenario(ignored map[ast.Expr]bool) *system.Scenario {
	sc := system.NewScenario(s.suite, s.decl)
	sc.Ignored = ignored
	return sc
}

// A search is what came of asking a question from all starts.
type search struct {
	answer  validate.Answer
	proved  bool
	from    *start // of Found
	witness *validate.Witness
	reason  error // of Unknown
}

// fromStarts asks whether there is a run from any start. A short search of
// states comes first: what is there is often found near a start, and what is not
// there is often seen not to be for every length. Then a solver is asked about
// all starts at once, or where there is none the search about each.
func (w *world) fromStarts(lane int, q system.Query, ignored map[ast.Expr]bool) search {
	all := search{answer: validate.None, proved: true}
	hard := w.starts
	if w.quick != nil {
		if hard = w.shortly(w.joint[lane] != nil, q, ignored, &all); all.answer == validate.Found || len(hard) == 0 {
			return all
		}
	}
	if w.joint[lane] == nil {
		return w.oneByOne(hard, q, ignored, all)
	}
	f, from := w.together(w.joint[lane], q, ignored)
	found := search{answer: f.Answer, reason: f.Reason}
	if f.Answer == validate.Found {
		found.from, found.witness = w.starts[from], f.Witness
	}
	return found
}

// oneByOne asks about each start by itself.
func (w *world) oneByOne(list []*start, q system.Query, ignored map[ast.Expr]bool, all search) search {
	if common := agreed(list); common != nil {
		if f := w.ask(w.bounded, common.scenario(ignored), q); f.Answer == validate.None {
			all.proved = all.proved && f.Proved
			return all
		}
	}
	for _, s := range list {
		f := w.ask(w.bounded, s.scenario(ignored), q)
		switch f.Answer {
		case validate.Found:
			return search{answer: validate.Found, from: s, witness: f.Witness}
		case validate.Unknown:
			all.answer, all.reason = validate.Unknown, cmp.Or(all.reason, f.Reason)
		}
		all.proved = all.proved && f.Proved
	}
	return all
}

// patience is of how many starts a short search may know nothing before a
// solver is asked about all.
const patience = 2

// shortly asks in short, and returns the starts of which that is not enough,
// or some of them if there is a solver to ask.
func (w *world) shortly(solver bool, q system.Query, ignored map[ast.Expr]bool, all *search) (hard []*start) {
	for _, s := range w.starts {
		if solver && len(hard) == patience {
			break
		}
		f := w.ask(w.quick, s.scenario(ignored), q)
		switch f.Answer {
		case validate.Found:
			*all = search{answer: validate.Found, from: s, witness: f.Witness}
			return nil
		case validate.None:
			all.proved = all.proved && f.Proved
		default:
			hard = append(hard, s)
		}
	}
	return hard
}

// everywhere asks whether there is a call in any state.
func (w *world) everywhere(lane int, q system.Query, ignored map[ast.Expr]bool) validate.Finding {
	if w.anywhere[lane] == nil {
		return w.ask(w.single, w.anything.scenario(ignored), q)
	}
	f, _ := w.together(w.anywhere[lane], q, ignored)
	return f
}

// span returns the place of a node of the model.
func (w *world) span(u *ast.Unit, n ast.Node) source.Span {
	return w.model.File.Tree.Resolve(u.Span(n))
}

// A Blame is what a finding rests on, where that is Known.
type Blame struct {
	Known bool
	Parts []validate.Part
}

// blameOf returns what an answer about a start rests on.
func (w *world) blameOf(session *validate.Session, s *start, q system.Query, ignored map[ast.Expr]bool) Blame {
	b := w.blame(session, s.scenario(ignored), q)
	if b == nil {
		return Blame{}
	}
	return Blame{Known: true, Parts: b.Parts(s.suite, s.decl)}
}
