package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/world/runtime"
)

// suites returns the suites with a model in a folder of examples.
func suites(t testing.TB, dirs ...string) (list []*checker.Suite) {
	var paths []string
	for _, d := range dirs {
		paths = append(paths, filepath.Join("..", "..", "examples", d))
	}
	files, errs := project.Find(paths, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, s := range project.Check(files, project.Options{}).Suites {
		if s.Model != nil {
			list = append(list, s)
		}
	}
	return list
}

// TestWalks makes random calls in the worlds of all examples. Each answer, state and
// refusal is what the interpreter says, and the trace is graded as it was answered: no
// call that was made breaks a precondition, and no answer contradicts the model.
func TestWalks(t *testing.T) {
	walks, made, refused := 0, 0, 0
	for _, s := range suites(t, "procurement", "operations", "airline", "arrays", "retail", "telecom") {
		for _, k := range s.Cases {
			w, err := runtime.New(s, k, runtime.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for seed := range seeds() {
				name := fmt.Sprintf("%s/%s/%d", filepath.Base(s.File.Tree.File.Name()), k.Decl.Name().Name, seed)
				ok, no := walk(t, name, w, uint64(seed))
				walks, made, refused = walks+1, made+ok, refused+no
			}
		}
	}
	t.Logf("%d walks: %d calls were made, %d were refused", walks, made, refused)
	if made == 0 || refused == 0 {
		t.Errorf("the walks say too little: %d calls were made, %d were refused", made, refused)
	}
}

// seeds is how many walks there are in each case; MANTRAC_WALKS says another number.
func seeds() int {
	if n, err := strconv.Atoi(os.Getenv("MANTRAC_WALKS")); err == nil {
		return n
	}
	if testing.Short() {
		return 1
	}
	return 2
}

func walk(t *testing.T, name string, w *runtime.World, seed uint64) (made, refused int) {
	r := rand.New(rand.NewPCG(seed, 2))
	s := w.Resume(w.Draw(r), seed)
	m := interp.New(w.Suite.Model)
	named := system.NewScenario(w.Suite, w.Case).Named()
	state := s.State()
	for range 25 {
		by := tool.Owner(r.IntN(2))
		if seed%2 == 1 && r.IntN(8) == 0 {
			s.Say(by, []string{"yes, please do", "no", "hello"}[r.IntN(3)])
			state = s.State()
		}
		tools := w.Tools(by)
		if len(tools) == 0 {
			continue
		}
		call := drawCall(r, w, tools[r.IntN(len(tools))], append(texts(w, state), named...))
		a, err := s.Call(context.Background(), by, call.Tool, call.Args)
		var none *runtime.Mismatch
		if next, _ := m.Next(state, call); errors.As(err, &none) && (len(next) == 0 || w.Suite.Answers.Lookup(call.Tool) != nil) {
			continue // the model has no state after it, or bindings.yaml reads no such answer
		} else if err != nil {
			t.Errorf("%s: %v in %v", name, err, state)
			return made, refused
		}
		call.By = by.Actor()
		broken := m.Pre(state, call)
		switch a.Status {
		case trace.OK:
			made++
			read := w.Suite.Answers.Read(call.Tool, a.Text)
			after, _ := m.PostAnswered(state, call, read.Value, s.State())
			if found := append(broken, after...); len(found) > 0 {
				t.Errorf("%s: %s %s is answered by %s, and the interpreter says: %s %s", name, call.Tool, call.Args, a.Text, found[0].Text(), found[0].Reason())
			}
		default:
			refused++
			accepted, _ := w.Suite.Tools.Lookup(call.Tool).Input.Accepts(call.Args)
			if len(broken) == 0 && accepted || !s.State().Equal(state) {
				t.Errorf("%s: %s %s is refused by %q, and the interpreter allows it, or the state changed", name, call.Tool, call.Args, a.Text)
			}
		}
		state = s.State()
	}
	graded(t, name, w, s)
	return made, refused
}

// graded grades the trace of a session.
func graded(t *testing.T, name string, w *runtime.World, s *runtime.Session) {
	plan, err := grade.NewPlan(w.Suite, w.Case, grade.Options{Replay: true, Findings: []grade.Class{grade.ContradictsModel}})
	if err != nil {
		t.Fatal(err)
	}
	tr := s.Trace()
	r := plan.Grade(&tr)
	said := slices.ContainsFunc(tr.Events, func(e trace.Event) bool { return e.Kind == trace.Message })
	if r.Replay.Verdict == grade.Fail || len(r.Findings) > 0 && !said { // what users say may contradict the model
		t.Errorf("%s: the replay of a session: %s %s %v", name, r.Replay.Verdict, r.Replay.Message, r.Findings)
	}
}

// drawCall draws a call: arguments are values that are given, or samples.
func drawCall(r *rand.Rand, w *runtime.World, of *tool.Tool, values []types.Value) tool.Call {
	call := tool.Call{Tool: of.Name}
	for _, p := range of.Input.Properties {
		if !p.Required && r.IntN(2) == 0 {
			continue
		}
		list := system.Samples(p.Schema, 2)
		for _, v := range values {
			if ok, _ := p.Schema.Accepts(v); ok {
				list = append(list, v)
			}
		}
		if len(list) > 0 {
			call.Args = append(call.Args, types.Member{Name: p.Name, Value: list[r.IntN(len(list))]})
		}
	}
	return w.Suite.Tools.Normalise(call)
}

// texts returns the texts and keys in a state.
func texts(w *runtime.World, state interp.State) (list []types.Value) {
	for _, of := range w.Suite.Model.Vars {
		switch v := state[of.Name()].(type) {
		case types.Text:
			list = append(list, v)
		case types.Dict:
			for _, e := range v {
				list = append(list, e.Key)
			}
		}
	}
	return list
}
