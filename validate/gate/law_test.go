package gate_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
	"github.com/mantrac/mantrac/validate/gate"
)

// TestBruteForce holds the verdicts of the gate against brute force: on pairs of
// tiny projects that differ in clauses, effects, checks, cases, goals, initial
// values and schemas, each class of change is there exactly if brute force finds
// it.
func TestBruteForce(t *testing.T) {
	count := make(map[string]int)
	modeltest.Law(t, 250, func(t *rapid.T) {
		p, q := modeltest.Pair(t, modeltest.Mutated)
		l := law{T: t, pairing: newPairing(p, q), count: count, bound: rapid.IntRange(1, 3).Draw(t, "bound")}
		if len(l.old.States) > 64 || len(l.new.States) > 64 || !sameTypes(p, q) {
			t.Skip("too many states, or other types")
		}
		l.judge()
	})
	var tally []string
	for _, what := range slices.Sorted(maps.Keys(count)) {
		tally = append(tally, fmt.Sprintf("%s: %d", what, count[what]))
	}
	t.Log(strings.Join(tally, "\n"))
	if testing.Short() {
		return
	}
	for _, what := range []string{"model looser", "model stricter", "model equal", "schema looser", "schema stricter", "checks looser", "checks stricter", "checks equal",
		"init looser", "init both", "goal looser", "goal both", "goal equal", "case looser", "case stricter"} {
		if count[what] == 0 {
			t.Errorf("no %s was drawn: the law says too little", what)
		}
	}
}

// sameTypes reports whether the variables that both versions have are of the same
// types. What else there may be is in the table of TestJudge.
func sameTypes(p, q *modeltest.Project) bool {
	for _, v := range p.Model.Vars {
		if w := q.Model.Var(v.Name()); w != nil && w.Type.String() != v.Type.String() {
			return false
		}
	}
	return true
}

// A law holds one change against brute force.
type law struct {
	*rapid.T
	*pairing
	count  map[string]int
	bound  int
	report *gate.Report
	open   bool // some change that was put together last is unknown, and may have a shorter trace
}

func versionOf(p *modeltest.Project) gate.Version {
	return gate.Version{Set: &edit.Set{Models: []*checker.Model{p.Model}, Suites: []*checker.Suite{p.Suite}}, Projects: []project.Project{{Tools: p.Tools}}}
}

func (l *law) judge() {
	in := gate.Input{Old: versionOf(l.old.Project), New: versionOf(l.new.Project)}
	var err error
	if in.Edits, err = edit.Diff(in.Old.Set, in.New.Set, edit.DiffOptions{}); err != nil {
		l.Fatal(err)
	}
	if in.Places, err = edit.Places(in.Old.Set, in.New.Set, in.Edits, edit.DiffOptions{}); err != nil {
		l.Fatal(err)
	}
	in.Behaviour, err = behaviour.Run(context.Background(), in.Old.Set, in.New.Set, in.Edits, edit.DiffOptions{}, behaviour.Options{Options: engines(l.bound), Beyond: true})
	if err != nil {
		l.Fatalf("%v\n%s\n--- new\n%s", err, l.old, l.new)
	}
	l.report = gate.Judge(in)
	l.models(in)
	l.schemas()
	for _, k := range l.old.Suite.Cases {
		l.gone(k)
	}
	for _, k := range l.new.Suite.Cases {
		l.came(k)
	}
}

// side puts the sides of some changes together.
func (l *law) side(of func(*gate.Change) bool) behaviour.Difference {
	l.open = false
	d := behaviour.Difference{Stricter: behaviour.Side{Answer: validate.None}, Looser: behaviour.Side{Answer: validate.None}}
	worse := func(a, b behaviour.Side) behaviour.Side {
		switch {
		case b.Answer == validate.Found && a.Answer != validate.Found, b.Answer == validate.Unknown && a.Answer == validate.None:
			return b
		case a.Answer == validate.Found && b.Answer == validate.Found && a.Witness != nil && b.Witness != nil && len(b.Witness.Calls) < len(a.Witness.Calls):
			return b
		}
		return a
	}
	for i := range l.report.Changes {
		if c := &l.report.Changes[i]; of(c) {
			d.Stricter, d.Looser = worse(d.Stricter, c.Stricter), worse(d.Looser, c.Looser)
			l.open = l.open || c.Difference.Open()
		}
	}
	return d
}

// agree compares what the gate says with whether brute force found something, and
// in how many calls (0: that does not matter).
func (l *law) agree(what string, d behaviour.Difference, stricter, looser bool, calls [2]int) {
	l.count[what+" "+string(d.Class())]++
	for i, s := range []behaviour.Side{d.Stricter, d.Looser} {
		found, class := []bool{stricter, looser}[i], []string{"stricter", "looser"}[i]
		if s.Answer == validate.Unknown {
			l.count[what+" unknown because: "+s.Reason.Error()]++
		}
		wrong := s.Answer == validate.None && found || s.Answer == validate.Found && !found
		if s.Answer == validate.Found && s.Witness != nil && !l.open && calls[i] > 0 && len(s.Witness.Calls) > calls[i] {
			wrong = s.Witness.Case == "" && !s.Witness.Rough // a trace from a case may be longer
		}
		if wrong {
			l.Fatalf("%s %s: the gate says %v (%v), brute force %v (%d calls), bound %d\n--- old\n%s\n--- new\n%s", what, class, s.Answer, witness(s), found, calls[i], l.bound, l.old, l.new)
		}
	}
}

func witness(s behaviour.Side) string {
	if s.Witness != nil {
		return fmt.Sprint(s.Witness.Calls)
	}
	if s.Reason != nil {
		return s.Reason.Error()
	}
	return ""
}

// models compares what calls are allowed, from any start.
func (l *law) models(in gate.Input) {
	goals := make(map[string]*[2]int)
	stricter, looser := l.runs(l.bound, func(n int, f fork) {
		for _, old := range l.old.Suite.Cases {
			new := caseOf(l.new, old)
			if new == nil || len(old.Goals)+len(new.Goals) == 0 {
				continue
			}
			g := goals[name(old)]
			if g == nil {
				g = new2()
				goals[name(old)] = g
			}
			was, is := l.old.all(old, f.old), l.new.all(new, f.new)
			if was && !is && g[0] == 0 {
				g[0] = n + 1
			}
			if is && !was && g[1] == 0 {
				g[1] = n + 1
			}
		}
	})
	d := l.side(func(c *gate.Change) bool {
		return c.Edit >= 0 && in.Edits[c.Edit].At.Kind().InModel() || c.Rule == "together" || c.Rule == "unresolved"
	})
	// What a change of a schema makes of calls is told with the schema.
	bySchema := l.side(func(c *gate.Change) bool { return c.Rule == "tool-schema" })
	if d.Stricter.Answer == validate.None && bySchema.Stricter.Answer != validate.None {
		d.Stricter = behaviour.Side{Reason: fmt.Errorf("told with the schema")}
	}
	if d.Looser.Answer == validate.None && bySchema.Looser.Answer != validate.None {
		d.Looser = behaviour.Side{Reason: fmt.Errorf("told with the schema")}
	}
	l.agree("model", d, stricter > 0, looser > 0, [2]int{stricter, looser})
	for _, k := range slices.Sorted(maps.Keys(goals)) {
		d := l.side(func(c *gate.Change) bool { return c.Goal && c.Case == k })
		l.agree("goal", d, goals[k][0] > 0, goals[k][1] > 0, [2]int{})
	}
}

func new2() *[2]int { return &[2]int{} }

func name(k *checker.Case) string { return k.Decl.Name().Name }

func caseOf(w *world, k *checker.Case) *checker.Case {
	for _, other := range w.Suite.Cases {
		if name(other) == name(k) {
			return other
		}
	}
	return nil
}

// schemas compares what is accepted of each argument.
func (l *law) schemas() {
	for _, t := range l.new.Tools.Tools {
		for _, n := range t.Input.Properties {
			o := l.old.Tools.Lookup(t.Name).Param(n.Name)
			key := "tools/" + t.Name + "/" + n.Name + "/"
			d := l.side(func(c *gate.Change) bool {
				return c.Rule == "tool-schema" && strings.HasPrefix(c.Key, key) && !strings.HasSuffix(c.Key, "/default")
			})
			values := l.values[t.Name+"/"+n.Name]
			l.agree("schema", d, acceptsMore(o, n, values), acceptsMore(n, o, values), [2]int{})
		}
	}
}

// gone looks at a case of the old version.
func (l *law) gone(old *checker.Case) {
	new := caseOf(l.new, old)
	if new == nil {
		d := l.side(func(c *gate.Change) bool { return c.Key == "case/"+name(old) })
		l.agree("case", d, false, true, [2]int{})
		return
	}
	of := func(c *gate.Change) bool {
		return c.Case == name(new) && !c.Goal && (strings.Contains(c.Key, "/check/"))
	}
	stricter, looser := l.passes(old, new, 4)
	d := l.side(of)
	// Brute force looks at short traces: a longer one is held against the table.
	for i, s := range []behaviour.Side{d.Stricter, d.Looser} {
		if s.Answer == validate.Found && l.tells(s.Witness, old, new, i == 0) {
			if i == 0 && stricter == 0 {
				stricter = len(s.Witness.Calls) + 1
			} else if i == 1 && looser == 0 {
				looser = len(s.Witness.Calls) + 1
			}
		}
	}
	l.agree("checks", d, stricter > 0, looser > 0, [2]int{stricter - 1, looser - 1})

	before, after := begin(l.old, l.new, old), begin(l.new, l.old, new)
	more, fewer := beyond(after, before), beyond(before, after)
	d = l.side(func(c *gate.Change) bool { return strings.HasPrefix(c.Key, "case/"+name(old)+"/init/") })
	l.agree("init", d, fewer, more || fewer, [2]int{})
}

func beyond(a, b map[string]bool) bool {
	for s := range a {
		if !b[s] {
			return true
		}
	}
	return false
}

// tells reports whether a trace passes in one version alone.
func (l *law) tells(w *behaviour.Witness, old, new *checker.Case, stricter bool) bool {
	trace := func(w2 *world) (list []tool.Call) {
		for _, c := range w.Calls {
			list = append(list, w2.Tools.Normalise(c))
		}
		return list
	}
	was, is := accepted(old, trace(l.old)), accepted(new, trace(l.new))
	return stricter && was && !is || !stricter && is && !was
}

// came looks at a case that the old version lacks.
func (l *law) came(new *checker.Case) {
	if caseOf(l.old, new) == nil {
		d := l.side(func(c *gate.Change) bool { return c.Key == "case/"+name(new) })
		l.agree("case", d, true, false, [2]int{})
	}
}
