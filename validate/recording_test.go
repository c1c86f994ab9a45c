package validate_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/report"
)

// shown returns all that a user can be shown of a case.
func shown(t fataler, c *validate.Case) string {
	t.Helper()
	r := &validate.Result{}
	r.Add(c)
	var b bytes.Buffer
	if err := report.JSON(&b, r); err != nil {
		t.Fatalf("%v", err)
	}
	if err := report.Text(&b, r, report.Options{Verbose: true, Decisions: true, Proved: true}); err != nil {
		t.Fatalf("%v", err)
	}
	return b.String()
}

// What is recalled is what was recorded, to the byte.
func TestRecallLaw(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Law(t, 40, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		o := validate.Options{Bound: rapid.IntRange(1, 3).Draw(t, "bound"), Timeout: 3 * time.Second, NewSolver: solvers(lib), AllConflicts: rapid.IntRange(0, 3).Draw(t, "all")}
		c, text, err := validate.NewSession(o).Recorded(context.Background(), p.Suite, k)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if text == nil {
			count["not kept"]++
			return
		}
		count[string(c.Verdict)]++
		o.NewSolver = nil // nobody is asked
		again, err := validate.NewSession(o).Recall(context.Background(), p.Suite, k, text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if one, two := shown(t, c), shown(t, again); one != two {
			t.Fatalf("recorded, and recalled\n%s\n%s", one, two)
		}
	})
	t.Log(tally(count))
	for _, v := range []validate.Verdict{validate.Consistent, validate.ForwardConflict, validate.NoCompliantTrace} {
		if count[string(v)] == 0 && !testing.Short() {
			t.Errorf("no %s: the law says too little", v)
		}
	}
}

// recorded validates the case of a door.
func recorded(t *testing.T, p *modeltest.Project) (*validate.Session, string) {
	t.Helper()
	s := validate.NewSession(validate.Options{Bound: 3, Engine: validate.Reference, NewSolver: solvers(library(t))})
	_, text, err := s.Recorded(context.Background(), p.Suite, p.Suite.Cases[0])
	if err != nil || text == nil {
		t.Fatal(string(text), err)
	}
	return s, string(text)
}

const conflicting = shut + `(checks (a (call open (wide true))) (b (no_call knock)))`

// A case that has moved is recalled with the places that it has now.
func TestRecallAtAnotherPlace(t *testing.T) {
	s, text := recorded(t, door(t, conflicting))
	moved, err := modeltest.Load(doorTools, "; a door\n\n\n"+strings.ReplaceAll(doorModel, "(pre", "; before\n  (pre"),
		"; another first\n(case other (goal opened))\n\n(case c ; the one\n"+strings.ReplaceAll(conflicting, " (", "\n   (")+")")
	if err != nil {
		t.Fatal(err)
	}
	k := moved.Suite.Cases[1]
	p := door(t, conflicting)
	if s.Fingerprint(moved.Suite, k) != s.Fingerprint(p.Suite, p.Suite.Cases[0]) {
		t.Error("layout is part of the fingerprint")
	}
	got, err := s.Recall(context.Background(), moved.Suite, k, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Validate(context.Background(), moved.Suite, k)
	if err != nil {
		t.Fatal(err)
	}
	want.Stats = got.Stats
	if one, two := shown(t, timeless(want)), shown(t, timeless(got)); one != two {
		t.Errorf("validated, and recalled\n%s\n%s", one, two)
	}
}

// What has been tampered with is refused, unless it says the same.
func TestRecallRefuses(t *testing.T) {
	p := door(t, conflicting)
	s, text := recorded(t, p)
	for _, edit := range [][2]string{
		{`"c":"open"`, `"c":"knock"`},
		{`"c":"open"`, `"c":"gone"`},
		{`["wide",true]`, `["wide",false]`},
		{`["wide",true]`, `["wide",{"n":"1"}]`},
		{`["wide",true]`, `["wide",true,"wide",true]`},
		{`["wide",true]`, `["wide",1e9]`},
		{`["wide",true]`, `["wide",{"n":"1e999999999"}]`},
		{`"locked":true`, `"locked":false`},
		{`"locked":true`, `"locked":null`},
		{`"q":"forward`, `"q":"compliant`},
		{`"a":2`, `"a":1`},
		{`"a":2`, `"a":0`},
		{`"a":1`, `"a":7`},
		{`"e":"reference"`, `"e":"oracle"`},
		{`{"v":4`, `{"v":1`},
		{`[{"e":"reference"`, `[{"e":"oracle"`},
		{`[{"e":"reference"`, `[{"e":"auto"`},
		{`"reference","t":`, `"reference","t":-`},
		{`}],"marks"`, `},{"q":"forward","a":1,"e":"explicit","w":""}],"marks"`},
		{`"marks":[`, `"marks":[["locked"],`},
		{`"t":{`, `"t":{"s":[],`},
	} {
		if !strings.Contains(text, edit[0]) {
			t.Fatalf("there is no %s in %s", edit[0], text)
		}
		changed := strings.Replace(text, edit[0], edit[1], 1)
		if c, err := s.Recall(context.Background(), p.Suite, p.Suite.Cases[0], []byte(changed)); err == nil && edit[0] != `"t":{` {
			t.Errorf("%s for %s is believed:\n%s", edit[1], edit[0], shown(t, c))
		}
	}
}

// Whatever the text is, there is no panic.
func TestRecallHostile(t *testing.T) {
	p := door(t, conflicting)
	s, text := recorded(t, p)
	modeltest.Law(t, 2000, func(t *rapid.T) {
		b := []byte(text)
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			from := rapid.IntRange(0, len(b)-1).Draw(t, "from")
			to := min(len(b), from+rapid.IntRange(0, 12).Draw(t, "length"))
			with := rapid.SampledFrom([]string{"", "0", "9", `"`, "null", "[]", "{}", "-1", `"x"`, "true", "{", "]"}).Draw(t, "with")
			b = append(append(bytes.Clone(b[:from]), with...), b[to:]...)
		}
		if c, err := s.Recall(context.Background(), p.Suite, p.Suite.Cases[0], b); err == nil {
			shown(t, c)
		}
	})
}

// What the clock had a part in is not kept.
func TestUnknownIsNotRecorded(t *testing.T) {
	p := door(t, conflicting)
	slow := func(time.Duration) (smt.Solver, error) { return library(t).NewSolver(z3.Options{Rlimit: 1}) }
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		ctx context.Context
		o   validate.Options
	}{
		{context.Background(), validate.Options{Engine: validate.Reference, NewSolver: slow}},
		{context.Background(), validate.Options{Engine: validate.Reference}},
		{done, validate.Options{NewSolver: solvers(library(t))}},
	} {
		c, text, err := validate.NewSession(test.o).Recorded(test.ctx, p.Suite, p.Suite.Cases[0])
		if err != nil || c.Verdict != validate.UnknownVerdict || text != nil {
			t.Errorf("%s, %v, %s", c.Verdict, err, text)
		}
	}
}
