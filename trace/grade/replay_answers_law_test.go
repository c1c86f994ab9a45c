package grade_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// A drawnAnswers is a trace with answers that are true in one state, some of which
// are not recorded, or lack parts.
type drawnAnswers struct {
	calls   []tool.Call
	answers []types.Value // nil where there is none
	lost    []bool        // there is no result
}

func (d *drawnAnswers) events() (list []trace.Event) {
	for i, c := range d.calls {
		e := callEvent(len(list)+1, c)
		e.CallID, e.Status = fmt.Sprint("c", i), ""
		list = append(list, e)
		if !d.lost[i] {
			text := string(document.AppendJSON(nil, d.answers[i]))
			list = append(list, trace.Event{Seq: len(list) + 1, Kind: trace.Result, CallID: e.CallID, Text: text, Status: trace.OK})
		}
	}
	return list
}

// ways follows the calls from a state by all that answers allow, and reports
// whether there is a way on which nothing is broken, and one on which something is.
// A call without a result may have changed nothing, and is not blamed then.
func (d *drawnAnswers) ways(m *interp.Machine, s interp.State, i int, broke bool) (clean, dirty bool) {
	if i == len(d.calls) {
		return !broke, broke
	}
	c := d.calls[i]
	next, _ := m.NextAnswered(s, c, d.answers[i])
	breaks := broke || len(m.Pre(s, c)) > 0
	for _, n := range next {
		if lacks := contradicted(m, s, c, n, d.answers[i]); lacks {
			continue
		}
		a, b := d.ways(m, n, i+1, breaks)
		clean, dirty = clean || a, dirty || b
	}
	if d.lost[i] && !d.allLost() {
		a, b := d.ways(m, s, i+1, broke)
		clean, dirty = clean || a, dirty || b
	}
	return clean, dirty
}

func (d *drawnAnswers) allLost() bool {
	for _, l := range d.lost {
		if !l {
			return false
		}
	}
	return true
}

// contradicted reports whether a part of an answer is not what its tie says.
func contradicted(m *interp.Machine, s interp.State, c tool.Call, next interp.State, answer types.Value) bool {
	if answer == nil {
		return false
	}
	for _, f := range m.Facts(s, c, next, answer) {
		if f.Verdict == interp.Contradicts || f.Verdict == interp.Mistyped {
			return true
		}
	}
	return false
}

// TestAnswersLaw: with answers that are true, a replay says what replays from all
// initial states say that agree with the answers.
func TestAnswersLaw(t *testing.T) {
	const enum = `(Enum "x" "y")`
	seen := make(verdictCount)
	pres := []string{"(= a \"x\")", "(= a b)", "(= (get m (param k)) \"y\")", "(contains m (param k))", "(or (= b \"y\") (contains m \"k\"))", "(seen a)", "(and (seen (get m (param k))) (= a \"x\"))"}
	posts := []string{"(= (next a) \"y\")", "(= (next b) a)", "(= (get (next m) (param k)) a)", "(= (next a) (if (= b \"x\") \"x\" a))", "(= (next m) (remove m (param k)))", "(or (= (next a) \"x\") (= (next a) b))"}
	ties := []string{"(= (result r) a)", "(= (result r) (get m (param k)))", "(= (result r) (if (contains m (param k)) b a))", "(= (result r) b)", "(= (next b) (result r))"}
	key := `{"type": "string", "enum": ["k", "l"]}`
	modeltest.Law(t, 200, func(t *rapid.T) {
		model, tools := `(model (var m (Map (Enum "k" "l") `+enum+`)) (var a `+enum+`) (var b `+enum+`)`, []string{}
		for _, name := range []string{"one", "two", "three"} {
			pre := ""
			if name != "three" {
				pre = rapid.SampledFrom(pres).Draw(t, "pre")
			}
			post := rapid.SampledFrom(posts).Draw(t, "post")
			if name == "three" {
				post = ""
			}
			tie := rapid.SampledFrom(ties).Draw(t, "tie")
			if strings.Contains(tie, "next b") && strings.Contains(post, "next b") {
				post = ""
			}
			if tie == "(= (result r) a)" && strings.Contains(post, "next a") {
				tie = "(= (result r) (next a))"
			}
			model += fmt.Sprintf("\n(transition %s (params (k k)) (results (r r %s)) (pre %s) (post %s %s))", name, enum, pre, post, tie)
			tools = append(tools, fmt.Sprintf(`{"name": %q, "inputSchema": {"properties": {"k": %s}, "required": ["k"]}}`, name, key))
		}
		p, err := modeltest.Load(`{"tools": [`+strings.Join(tools, ",")+`]}`, model+")", `(use "model.wm") (case c (init (b "x")) (checks (c (or (call one) (no_call one)))))`)
		if err != nil {
			t.Fatal(err, model)
		}
		k := p.Suite.Cases[0]
		plan := planOf(t, p, k, grade.Options{Replay: true})
		machine := interp.New(p.Model)
		var all []interp.State
		for _, m := range valuesOf(p.Model.Var("m").Type) {
			for _, a := range valuesOf(p.Model.Var("a").Type) {
				if s, err := machine.Start(k, interp.State{"m": m, "a": a}); err == nil {
					all = append(all, s)
				}
			}
		}
		for range 4 {
			d := drawAnswers(t, machine, rapid.SampledFrom(all).Draw(t, "start"))
			r := plan.Grade(&trace.Trace{Events: d.events()})
			clean, dirty := false, false
			for _, s := range all {
				a, b := d.ways(machine, s, 0, false)
				clean, dirty = clean || a, dirty || b
			}
			want := grade.Inconclusive
			if clean != dirty {
				want = grade.Pass
				if dirty {
					want = grade.Fail
				}
			}
			got := r.Replay.Verdict
			seen[string(got)]++
			if got != want && got != grade.Inconclusive || r.Counts[grade.ContradictsModel] > 0 {
				t.Fatalf("the replay is %s, and by all completions %s: %s\n%s\n%v\n%v\n%v", got, want, r.Replay.Message, model, d, r.Findings, r.Replay)
			}
			if got != want {
				seen["without need"]++
			}
		}
	})
	seen.few(t)
	if min(seen["pass"], seen["fail"]) < 10 && !testing.Short() {
		t.Error("the law says too little")
	}
}

func drawAnswers(t *rapid.T, m *interp.Machine, s interp.State) *drawnAnswers {
	d := &drawnAnswers{}
	for range rapid.IntRange(1, 5).Draw(t, "calls") {
		c := tool.Call{Tool: rapid.SampledFrom([]string{"one", "two", "three", "three"}).Draw(t, "tool")}
		c.Args = types.Object{{Name: "k", Value: types.Text(rapid.SampledFrom([]string{"k", "l"}).Draw(t, "k"))}}
		next, _ := m.Next(s, c)
		if len(next) == 0 {
			break
		}
		to := rapid.SampledFrom(next).Draw(t, "next")
		var said types.Value
		if answers := possibleAnswers(m, s, c, to); len(answers) > 0 {
			said = rapid.SampledFrom(answers).Draw(t, "answer")
		}
		lost := said == nil || rapid.IntRange(0, 9).Draw(t, "lost") == 0
		if lost {
			said = nil
		}
		d.calls, d.answers, d.lost = append(d.calls, c), append(d.answers, said), append(d.lost, lost)
		s = to
	}
	return d
}

// possibleAnswers returns answers with which a call may lead to a state.
func possibleAnswers(m *interp.Machine, s interp.State, c tool.Call, to interp.State) []types.Value {
	list := []types.Value{types.Text("done"), types.Object{}, m.Answer(s, c, to, types.Object{})}
	for _, v := range []string{"x", "y"} {
		list = append(list, types.Object{{Name: "r", Value: types.Text(v)}})
	}
	return slices.DeleteFunc(list, func(v types.Value) bool { return len(m.PostAnswered(s, c, v, to)) > 0 })
}
