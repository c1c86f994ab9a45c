package trial

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/world/runtime"
	"github.com/mantrac/mantrac/world/simulator"
)

// Mistakes are the classes of mistakes that [Mistaken] can make.
var Mistakes = []grade.Class{grade.MissingRequiredCall, grade.MissingAnchor, grade.Ordering, grade.ForbiddenCall, grade.EmptyTrace}

// mistakes say how each class is made: of the events of a plan and a check that is a
// basic form; nil where the form does not ask for it.
var mistakes = map[grade.Class]func(m *mistake) []trace.Event{
	grade.MissingRequiredCall: (*mistake).withoutTarget,
	grade.MissingAnchor:       (*mistake).withoutAnchor,
	grade.Ordering:            (*mistake).targetFirst,
	grade.ForbiddenCall:       (*mistake).forbidden,
}

// Mistaken plays a compliant plan with one mistake of a class.
type Mistaken struct{ Class grade.Class }

// Name implements [Agent].
func (a Mistaken) Name() string { return "mistaken:" + string(a.Class) }

// Play implements [Agent].
func (a Mistaken) Play(ctx context.Context, s *simulator.Session) error {
	events, err := planOf(ctx, s)
	if err != nil {
		return err
	}
	none := &Skip{"no mistake of the class " + string(a.Class) + " can be made in this case"}
	// An empty trace is a mistake only if the plan has calls.
	if a.Class == grade.EmptyTrace {
		if !slices.ContainsFunc(events, func(e trace.Event) bool { return e.Kind == trace.Call }) {
			return none
		}
		return nil
	}
	w := s.World()
	r := rand.New(rand.NewPCG(s.Seed(), 4))
	// Try the checks in random order until one admits a mistake of the class.
	for _, i := range r.Perm(len(w.Case.Checks)) {
		p := w.Suite.Property(w.Case.Checks[i])
		// Combinations, negative forms and joined variables are not handled.
		if p.Basic == nil || p.Basic.Forbid || p.Basic.Joins() {
			continue
		}
		m := &mistake{World: w, form: p.Basic, events: events, random: r}
		if changed := mistakes[a.Class](m); changed != nil {
			return perform(ctx, s, changed)
		}
	}
	return none
}

// A mistake is made of a plan.
type mistake struct {
	*runtime.World
	form   *property.Basic
	events []trace.Event
	random *rand.Rand
}

// places returns where the plan has calls that match patterns.
func (m *mistake) places(patterns []*property.Pattern) (list []int) {
	for i, e := range m.events {
		if e.Kind != trace.Call {
			continue
		}
		call := e.Called()
		if e.Requestor == "user" {
			call.By = tool.ByUser
		}
		if slices.ContainsFunc(patterns, func(p *property.Pattern) bool { return p.Answer == nil && p.Matches(call) }) {
			list = append(list, i)
		}
	}
	return list
}

// without returns the plan without some events.
func (m *mistake) without(places []int) (list []trace.Event) {
	for i, e := range m.events {
		if !slices.Contains(places, i) {
			list = append(list, e)
		}
	}
	return list
}

// withoutTarget leaves out what a `call` asks for.
func (m *mistake) withoutTarget() []trace.Event {
	places := m.places(m.form.Target)
	// Leaving out everything would be an empty trace, which is another class.
	if m.form.Form != forms.Call || len(places) == 0 || len(places) == len(m.events) {
		return nil
	}
	return m.without(places)
}

// withoutAnchor leaves out what has to be before the target of an `after`.
func (m *mistake) withoutAnchor() []trace.Event {
	anchors, targets := m.places(m.form.Anchor), m.places(m.form.Target)
	// If the first target is an anchor itself, leaving out anchors removes it, too.
	if m.form.Form != forms.After || len(anchors) == 0 || len(targets) == 0 || slices.Contains(anchors, targets[0]) {
		return nil
	}
	return m.without(anchors)
}

// targetFirst makes the first target of an `after` before its anchor.
func (m *mistake) targetFirst() []trace.Event {
	anchors, targets := m.places(m.form.Anchor), m.places(m.form.Target)
	if m.form.Form != forms.After || len(anchors) == 0 || len(targets) == 0 || targets[0] <= anchors[0] {
		return nil
	}
	// The removed target comes after the anchor, so the index of the anchor is unchanged.
	return slices.Insert(m.without(targets[:1]), anchors[0], m.events[targets[0]])
}

// forbidden adds a call that a `no_call` forbids.
func (m *mistake) forbidden() []trace.Event {
	if m.form.Form != forms.NoCall {
		return nil
	}
	named := system.NewScenario(m.Suite, m.Case).Named()
	for _, p := range m.form.Target {
		t := m.Suite.Tools.Lookup(p.Tool)
		if t == nil || t.Event != nil || p.Foreign() {
			continue
		}
		if args, ok := drawMatching(m.random, m.Suite, t, p, named); ok {
			e := trace.Event{Kind: trace.Call, Tool: t.Name, Args: args, State: trace.ArgsOK, Requestor: "assistant"}
			if p.Owner == tool.User {
				e.Requestor = "user"
			}
			return append(slices.Clone(m.events), e)
		}
	}
	return nil
}

// maxDraws is how many calls are drawn for a pattern.
const maxDraws = 100

// drawMatching draws arguments that a schema accepts and a pattern matches.
func drawMatching(r *rand.Rand, s *checker.Suite, t *tool.Tool, p *property.Pattern, named []types.Value) (types.Object, bool) {
	for range maxDraws {
		args := randomArguments(r, t, named)
		for _, test := range p.Tests {
			if v, ok := test.Equals(); ok {
				// The value of a pin replaces what was drawn, which would rarely equal it.
				args = slices.DeleteFunc(args, func(a types.Member) bool { return a.Name == test.Of })
				args = append(args, types.Member{Name: test.Of, Value: v})
			}
		}
		call := s.Tools.Normalise(tool.Call{Tool: t.Name, Args: args})
		if ok, _ := t.Input.Accepts(call.Args); ok && p.Matches(call) {
			return args, true
		}
	}
	return nil, false
}
