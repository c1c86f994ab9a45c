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
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// A drawnAnswers is a trace with answers that are true in one state, some of which
// are not recorded, or lack parts.
type drawnAnswers struct {
	calls   []tool.Call
	user    string        // the tool of the user; "" if there is none
	hidden  []bool        // the argument k is not known
	answers []types.Value // nil where there is none
	lost    []bool        // there is no result
}

func (d *drawnAnswers) events() (list []trace.Event) {
	for i, c := range d.calls {
		e := callEvent(len(list)+1, c)
		e.CallID, e.Status = fmt.Sprint("c", i), ""
		if c.Tool == d.user {
			e.Requestor = "user"
		}
		if d.hidden[i] {
			e.State, e.Hidden = trace.ArgsRedacted, []string{"k"}
		}
		list = append(list, e)
		if !d.lost[i] {
			text := string(document.AppendJSON(nil, d.answers[i]))
			list = append(list, trace.Event{Seq: len(list) + 1, Kind: trace.Result, CallID: e.CallID, Text: text, Status: trace.OK})
		}
	}
	return list
}

// ways follows the calls from a state by all that answers allow, and all that is not
// known of arguments, and reports whether there is a way on which nothing is broken,
// and one on which something is. A call without a result may have changed nothing,
// and is not blamed then. A step of the user happens only if it can, and is never
// blamed.
func (d *drawnAnswers) ways(m *interp.Machine, s interp.State, i int, broke bool) (clean, dirty bool) {
	if i == len(d.calls) {
		return !broke, broke
	}
	add := func(a, b bool) { clean, dirty = clean || a, dirty || b }
	for _, c := range d.completed(i) {
		breaks := len(m.Pre(s, c)) > 0
		if breaks && c.Tool == d.user {
			continue
		}
		next, _ := m.NextAnswered(s, c, d.answers[i])
		for _, n := range next {
			if !contradicted(m, s, c, n, d.answers[i]) {
				add(d.ways(m, n, i+1, broke || breaks))
			}
		}
	}
	if d.lost[i] && !d.allLost() {
		add(d.ways(m, s, i+1, broke))
	}
	return clean, dirty
}

// completed returns what a call may be.
func (d *drawnAnswers) completed(i int) []tool.Call {
	if !d.hidden[i] {
		return d.calls[i : i+1]
	}
	var list []tool.Call
	for _, k := range []string{"k", "l"} {
		c := d.calls[i]
		c.Args = types.WithAt(c.Args, []string{"k"}, types.Text(k)).(types.Object)
		list = append(list, c)
	}
	return list
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

// TestAnswersLaw: with answers that are true, a replay says what replays of all
// completions say that agree with the answers: from all initial states, with all
// values of arguments that are not known.
func TestAnswersLaw(t *testing.T) {
	const enum = `(Enum "x" "y")`
	seen := make(verdictCount)
	pres := []string{"(= a \"x\")", "(= a b)", "(= (get m (param k)) \"y\")", "(contains m (param k))", "(or (= b \"y\") (contains m \"k\"))", "(seen a)", "(and (seen (get m (param k))) (= a \"x\"))",
		"(forall (x (param l)) (contains m x))", "(> (count (x (param l)) (= (get m x) a)) 0)", "(exists (x (param l)) (= x (param k)))", "(contains s (param k))", "(= (size s) 1)", "(> (size m) 1)",
		"(forall (x s) (= (get m x) \"x\"))", "(= (count (x s) (contains m x)) (length (param l)))"}
	posts := []string{"(= (next a) \"y\")", "(= (next b) a)", "(= (get (next m) (param k)) a)", "(= (next a) (if (= b \"x\") \"x\" a))", "(= (next m) (remove m (param k)))", "(or (= (next a) \"x\") (= (next a) b))",
		"(= (next s) (insert s (param k)))", "(=> (contains s (param k)) (= (next s) (remove s (param k))))"}
	ties := []string{"(= (result r) a)", "(= (result r) (get m (param k)))", "(= (result r) (if (contains m (param k)) b a))", "(= (result r) b)", "(= (next b) (result r))",
		"(= (result r) (if (contains s (param k)) \"x\" \"y\"))", "(contains s (if (= (result r) \"x\") \"k\" \"l\"))", "(=> (= (result r) \"x\") (contains s (param k)))"}
	lists := []string{"", "(forall (x (result e)) (= (field x v) (get m (field x k))))", "(forall (x (result e)) (and (contains s (field x k)) (=> (= (field x k) \"k\") (= (field x v) a))))",
		"(exists (x (result e)) (= (field x v) a))", "(= (count (x (result e)) (= (field x v) a)) (size s))", "(=> (> (length (result e)) 1) (= a b))"}
	key := `{"type": "string", "enum": ["k", "l"]}`
	modeltest.Costly(t, 80, 2000, func(t *rapid.T) {
		model, tools := `(model (var m (Map (Enum "k" "l") `+enum+`)) (var a `+enum+`) (var b `+enum+`) (var s (Array (Enum "k" "l")))`, []string{}
		user := rapid.SampledFrom([]string{"", "two", "three"}).Draw(t, "user")
		for _, name := range []string{"one", "two", "three"} {
			pre := ""
			if name != "three" || name == user {
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
			by := ""
			if name == user {
				by = "(by user) "
			}
			list := rapid.SampledFrom(lists).Draw(t, "list")
			model += fmt.Sprintf("\n(transition %s %s(params (k k) (l l)) (results (r r %s) (e e (Array (Record (k (Enum \"k\" \"l\")) (v %[3]s))))) (pre %s) (post %s %s %s))", name, by, enum, pre, post, tie, list)
			tools = append(tools, fmt.Sprintf(`{"name": %q, "inputSchema": {"properties": {"k": %s, "l": {"type": "array", "items": %[2]s}}, "required": ["k", "l"]}}`, name, key))
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
				for _, set := range valuesOf(p.Model.Var("s").Type) {
					if s, err := machine.Start(k, interp.State{"m": m, "a": a, "s": set}); err == nil {
						all = append(all, s)
					}
				}
			}
		}
		for range 4 {
			d := drawAnswers(t, machine, rapid.SampledFrom(all).Draw(t, "start"), user)
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

func drawAnswers(t *rapid.T, m *interp.Machine, s interp.State, user string) *drawnAnswers {
	d := &drawnAnswers{user: user}
	lists := []types.Value{types.List{}, types.List{types.Text("k")}, types.List{types.Text("l"), types.Text("k"), types.Text("l")}}
	for range rapid.IntRange(1, 5).Draw(t, "calls") {
		c := tool.Call{Tool: rapid.SampledFrom([]string{"one", "two", "three", "three"}).Draw(t, "tool")}
		c.Args = types.Object{{Name: "k", Value: types.Text(rapid.SampledFrom([]string{"k", "l"}).Draw(t, "k"))}, {Name: "l", Value: rapid.SampledFrom(lists).Draw(t, "l")}}
		if c.Tool == user && len(m.Pre(s, c)) > 0 {
			continue
		}
		next, _ := m.Next(s, c)
		if len(next) == 0 {
			break
		}
		to := rapid.SampledFrom(next).Draw(t, "next")
		var said types.Value
		if answers := possibleAnswers(m, s, c, to); len(answers) > 0 {
			said = cut(t, rapid.SampledFrom(answers).Draw(t, "answer"))
			if broken, _ := m.PostAnswered(s, c, said, to); len(broken) > 0 {
				t.Fatalf("an answer that is cut short contradicts the model: %s", said)
			}
		}
		lost := said == nil || rapid.IntRange(0, 9).Draw(t, "lost") == 0
		if lost {
			said = nil
		}
		d.calls, d.answers, d.lost = append(d.calls, c), append(d.answers, said), append(d.lost, lost)
		d.hidden = append(d.hidden, rapid.IntRange(0, 7).Draw(t, "hide") == 0)
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
	element := func(k, v string) types.Value {
		return types.Object{{Name: "k", Value: types.Text(k)}, {Name: "v", Value: types.Text(v)}}
	}
	for _, l := range []types.List{{}, {element("k", "x")}, {element("l", "y")}, {element("k", "y"), element("l", "x")}, {element("k", "x"), element("l", "x"), element("k", "x")}} {
		list = append(list, m.Answer(s, c, to, types.Object{{Name: "e", Value: l}}))
	}
	return slices.DeleteFunc(list, func(v types.Value) bool {
		broken, _ := m.PostAnswered(s, c, v, to)
		return len(broken) > 0
	})
}

// cut returns an answer in whose list an element may lack a field, or be missing.
func cut(t *rapid.T, answer types.Value) types.Value {
	object, _ := answer.(types.Object)
	v, _ := object.Get("e")
	list, _ := v.(types.List)
	if len(list) == 0 || rapid.IntRange(0, 2).Draw(t, "cut") == 0 {
		return answer
	}
	list = slices.Clone(list)
	at := rapid.IntRange(0, len(list)-1).Draw(t, "element")
	fields := list[at].(types.Object)
	list[at] = rapid.SampledFrom([]types.Value{types.Null{}, types.Object{}, fields[:1], fields[1:]}).Draw(t, "rest")
	return property.With(answer, "/e", list)
}
