package grade_test

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// A desk that keeps the orders of a user as a set.
const setTools = `{"tools": [
	{"name": "add", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "drop", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "has", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "show", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "pack", "inputSchema": {"properties": {"n": {"type": "string"}, "w": {"type": "integer"}}, "required": ["n", "w"]}},
	{"name": "packed", "inputSchema": {"properties": {"n": {"type": "string"}, "w": {"type": "integer"}}, "required": ["n", "w"]}}, {"name": "full"},
	{"name": "some"}, {"name": "none"}, {"name": "two"}, {"name": "few"}, {"name": "pending"}, {"name": "not_a"}, {"name": "is_a"}, {"name": "count_a"}, {"name": "list"},
	{"name": "short", "inputSchema": {"properties": {"l": {"type": "array", "items": {"type": "string"}}}, "required": ["l"]}},
	{"name": "known", "inputSchema": {"properties": {"l": {"type": "array", "items": {"type": "string"}}}, "required": ["l"]}},
	{"name": "all", "inputSchema": {"properties": {"l": {"type": "array", "items": {"type": "string"}}, "m": {"type": "array", "items": {"type": "string"}}}, "required": ["l", "m"]}},
	{"name": "one", "inputSchema": {"properties": {"l": {"type": "array", "items": {"type": "string"}}, "m": {"type": "array", "items": {"type": "string"}}}, "required": ["l", "m"]}},
	{"name": "empty", "inputSchema": {"properties": {"l": {"type": "array", "items": {"type": "string"}}}, "required": ["l"]}},
	{"name": "any", "inputSchema": {"properties": {"l": {"type": "array", "items": {"type": "string"}}}, "required": ["l"]}}]}`

const setModel = `(model (var own (Array String)) (var status (Map String (Enum "pending" "delivered"))) (var open_desk Bool) (var bags (Array (Record (n String) (w Int))))
	(transition pack (params (n n) (w w)) (pre) (post (= (next bags) (insert bags (record (n (param n)) (w (param w)))))))
	(transition packed (params (n n) (w w)) (pre (contains bags (record (n (param n)) (w (param w))))) (post))
	(transition full (params) (pre (>= (size bags) 2)) (post))
	(transition add (params (o o)) (pre) (post (= (next own) (insert own (param o)))))
	(transition drop (params (o o)) (pre) (post (= (next own) (remove own (param o)))))
	(transition has (params (o o)) (pre (contains own (param o))) (post))
	(transition show (params (o o)) (results (status s (Enum "pending" "delivered"))) (pre) (post (= (result s) (get status (param o)))))
	(transition some (params) (pre (> (size own) 0)) (post))
	(transition none (params) (pre (= (size own) 0)) (post))
	(transition two (params) (pre (>= (size own) 2)) (post))
	(transition few (params) (pre (<= (size own) 1)) (post))
	(transition pending (params) (pre (forall (x own) (= (get status x) "pending"))) (post))
	(transition not_a (params) (pre (forall (x own) (not (= x "A")))) (post))
	(transition is_a (params) (pre (exists (x own) (= x "A"))) (post))
	(transition count_a (params) (pre (> (count (x own) (= x "A")) 0)) (post))
	(transition list (params) (results (orders l (Array String))) (pre) (post (= (result l) own)))
	(transition short (params (l l)) (pre (<= (length (param l)) 2)) (post))
	(transition known (params (l l)) (pre (forall (x (param l)) open_desk)) (post))
	(transition all (params (l l) (m m)) (pre (forall ((a b) (zip (param l) (param m))) (= b "A"))) (post))
	(transition one (params (l l) (m m)) (pre (not (exists ((a b) (zip (param l) (param m))) (= b "A")))) (post))
	(transition empty (params (l l)) (pre (exists (x (param l)) (= x "A")) (= (length (param l)) 0)) (post))
	(transition any (params (l l)) (pre (exists (x (param l)) (= x "A"))) (post)))`

// TestDoubtsOfSets: of sets and lists that are not known, sizes and quantifiers are
// known as far as members are.
func TestDoubtsOfSets(t *testing.T) {
	for _, row := range []struct{ parts, trace, want string }{
		{"", `add {"o": "A"};some;none`, "fail 3"},
		{"", `add {"o": "A"};add {"o": "B"};two;few`, "fail 4"},
		{"", `add {"o": "A"};add {"o": "A"};two`, "inconclusive: whether event 3, `two`, breaks a precondition depends on whether `own` contains \"A\" at the start, the value of `own` at the start"},
		{"", `some;none`, "fail: event 1, `some`, or event 2, `none`, is not allowed, whatever the trace leaves open"},
		{"", `none;has {"o": "A"}`, "fail: event 1, `none`, or event 2, `has`, is not allowed, whatever the trace leaves open"},
		{"", `has {"o": "A"};has {"o": "B"};few`, "fail: event 1, `has`, or event 2, `has`, or event 3, `few`, is not allowed, whatever the trace leaves open"},
		{"", `none;drop {"o": "A"};some`, "fail: event 1, `none`, or event 3, `some`, is not allowed, whatever the trace leaves open"},
		{"", `add {"o": "A"};not_a`, "fail 2"},
		{"", `add {"o": "A"};is_a;count_a`, "pass"},
		{"", `drop {"o": "A"};not_a`, "pass"},
		{"", `drop {"o": "A"};is_a`, "fail 2"},
		{"", `not_a;has {"o": "A"}`, "fail: event 1, `not_a`, or event 2, `has`, is not allowed, whatever the trace leaves open"},
		{"", `not_a;is_a`, "fail: event 1, `not_a`, or event 2, `is_a`, is not allowed, whatever the trace leaves open"},
		{"(init (status (map (\"A\" \"delivered\") open)))", `add {"o": "A"};pending`, "fail 2"},
		{"(init (status (map (\"A\" \"pending\") open)))", `add {"o": "A"};pending`, "inconclusive: whether event 2, `pending`, breaks a precondition depends on the value of `own` at the start, the value of `status` at the start"},
		// what an answer teaches of the set decides what was asked before
		{"(init (status (map (\"A\" \"pending\") (\"B\" \"delivered\") open)))", `pending -> ok;list -> {"orders": ["A"]}`, "pass; acted-before-known: event 1, `pending`, is made before an answer shows that it may be: `(forall (x own) (= (get status x) \"pending\"))`"},
		{"(init (status (map (\"A\" \"pending\") (\"B\" \"delivered\") open)))", `pending -> ok;list -> {"orders": ["A", "B"]}`, "fail 1"},
		{"", `list -> {"orders": ["A", "B"]};two -> ok;show {"o": "A"} -> {"status": "pending"};show {"o": "B"} -> {"status": "pending"};pending -> ok`, "pass"},
		{"", `few -> ok;list -> {"orders": ["A", "B"]}`, "fail 1"},
		// sets of records
		{"", `pack {"n": "A", "w": 1};packed {"n": "A", "w": 1}`, "pass"},
		{"", `pack {"n": "A", "w": 1};packed {"n": "A", "w": 2}`, "inconclusive: whether event 2, `packed`, breaks a precondition depends on whether `bags` contains (record (n \"A\") (w 2)) at the start"},
		{"", `pack {"n": "A", "w": 1};pack {"n": "B", "w": 1};full`, "pass"},
		{"(init (bags (array)))", `pack {"n": "A", "w": 1};packed {"n": "A", "w": 2}`, "fail 2"},
		// lists that are not known
		{"", `short ?`, "inconclusive: whether event 1, `short`, breaks a precondition depends on the argument `l` of event 1"},
		{"(init (open_desk true))", `known l?`, "pass"},
		{"(init (open_desk false))", `known {"l": ["A"]}`, "fail 1"},
		{"(init (open_desk false))", `known {"l": []}`, "pass"},
		{"(init (open_desk false))", `known l?`, "inconclusive: whether event 1, `known`, breaks a precondition depends on the argument `l` of event 1"},
		{"", `empty l?`, "fail 1"},
		{"", `all {"l": ["B"], "m": ["A"]}`, "pass"},
		{"", `all {"m": ["B"]} l?`, "fail 1"},
		{"", `all {"m": ["A"]} l?`, "inconclusive: whether event 1, `all`, breaks a precondition depends on the argument `l` of event 1"},
		{"", `one {"m": ["B", "C"]} l?`, "pass"},
		{"", `one {"m": ["A"]} l?`, "inconclusive: whether event 1, `one`, breaks a precondition depends on the argument `l` of event 1"},
		{"", `any {"l": ["A"]};any l?`, "inconclusive: whether event 2, `any`, breaks a precondition depends on the argument `l` of event 2"},
	} {
		lines := strings.Split(row.trace, ";")
		list := answered(t, strings.Split(strings.ReplaceAll(row.trace, " l?", ""), ";")...)
		for i, line := range lines {
			if strings.HasSuffix(line, " l?") {
				list[i].State, list[i].Hidden, list[i].Status = trace.ArgsRedacted, []string{"l"}, trace.OK
			}
		}
		got := replayed(t, setTools, setModel, row.parts, list)
		if got != row.want {
			t.Errorf("%s on %q:\n got %s\nwant %s", row.parts, row.trace, got, row.want)
		}
	}
}

// TestMembersOfTwoTypes: an Int and a Real of the same value are one member, so that
// a set of one member may have both.
func TestMembersOfTwoTypes(t *testing.T) {
	const tools = `{"tools": [{"name": "one"}, {"name": "has_one"},
		{"name": "has", "inputSchema": {"properties": {"n": {"type": "integer"}}, "required": ["n"]}}]}`
	const model = `(model (var s (Array Real))
		(transition one (params) (pre (= (size s) 1)) (post))
		(transition has_one (params) (pre (contains s 1.0)) (post))
		(transition has (params (n n)) (pre (contains s (param n))) (post)))`
	got := replayed(t, tools, model, "", answered(t, "one", "has_one", `has {"n": 1}`))
	const want = "inconclusive: whether event 1, `one`, breaks a precondition depends on the value of `s` at the start"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestReplayOfSets: what a replay says of sets and lists, some of which are not
// known, is what replays of all completions say.
func TestReplayOfSets(t *testing.T) {
	seen := make(verdictCount)
	pres := []string{"(contains s (param a))", "(not (contains s \"k\"))", "(> (size s) 1)", "(= (size s) (size w))", "(forall (x s) (= x (param a)))", "(exists (x s) (not (= x \"k\")))",
		"(forall (x s) (contains w x))", "(> (count (x s) (contains w x)) 0)", "(= (count (x s) (= x \"k\")) 1)", "(<= (sum (x s) (if (= x c) 2 1)) 2)", "(= s w)",
		"(forall (x (param l)) (contains s x))", "(exists (x (param l)) (= x c))", "(<= (length (param l)) 1)", "(= (count (x (param l)) (= x \"k\")) (length (param l)))",
		"(forall (x s) (exists (y w) (not (= x y))))", "(=> (exists (x s) (= x c)) (< (size s) 2))", "(contains e (param a))", "(> (size e) 0)", "(forall (x e) (not (= x (param a))))",
		"(forall (x s) (= (get m x) 1))", "(exists (x s) (and (contains m x) (> (get m x) 1)))", "(= (sum (x (param l)) (if (contains m x) (get m x) 0)) 1)",
		"(forall ((x y) (zip (param l) (param n))) (= y \"k\"))", "(exists ((x y) (zip (param n) (param l))) (= x y))", "(not (exists ((x y) (zip (param l) (param n))) (= y c)))",
		"(= (count ((x y) (zip (param l) (param n))) (= y \"k\")) 1)", "(forall ((x y) (zip (param l) (param l))) (= x c))", "(=> (exists (x (param l)) (= x c)) (= (length (param l)) 0))"}
	posts := []string{"(= (next s) (insert s (param a)))", "(= (next s) (remove s (param a)))", "(= (next w) s)", "(= (next w) (insert w c))", "(= (next c) (if (forall (x s) (= x \"k\")) \"k\" c))",
		"(=> (contains s (param a)) (= (next s) (remove s \"k\")))", "(= (next e) (insert e (param a)))", "(= (get (next m) (param a)) 1)", "(= (next s) (param l))", ""}
	texts := []types.Value{types.Text("k"), types.Text("l"), types.Text("z")}
	lists := []types.Value{types.List{}, types.List{texts[0]}, types.List{texts[1], texts[1]}, types.List{texts[0], texts[1]}, types.List{texts[2], texts[0], texts[2]}}
	modeltest.Law(t, 30, func(t *rapid.T) {
		elem := rapid.SampledFrom([]string{`String`, `String`, `(Enum "k" "l" "z")`}).Draw(t, "members")
		model := `(model (var s (Array ` + elem + `)) (var w (Array ` + elem + `)) (var e (Array (Enum "k" "l"))) (var c ` + elem + `) (var m (Map String Int))`
		used := "s"
		for _, name := range []string{"one", "two"} {
			pre := rapid.SampledFrom(pres).Draw(t, "pre")
			post := rapid.SampledFrom(posts).Draw(t, "post")
			used += " " + pre + " " + post
			model += fmt.Sprintf("\n(transition %s (params (a a) (l l) (n n)) (pre %s) (post %s))", name, pre, post)
		}
		args := `"inputSchema": {"properties": {"a": {"type": "string", "enum": ["k", "l"]}, "l": {"type": "array", "items": {"type": "string"}}, "n": {"type": "array", "items": {"type": "string"}}}, "required": ["a", "l", "n"]}`
		init := rapid.SampledFrom([]string{"", "(init (s (array \"k\")))", "(init (w (array)) (s (array \"k\" \"l\")))", "(init (s (array \"l\")) (c \"k\") (e (array \"k\")) (m (map (\"k\" 1) open)))"}).Draw(t, "init")
		p, err := modeltest.Load(`{"tools": [{"name": "one", `+args+`}, {"name": "two", `+args+`}]}`, model+")",
			`(use "model.wm") (case c `+init+` (checks (c (or (call one) (no_call one)))) (goal (> (size s) 0)))`)
		if err != nil {
			t.Skip(err.Error())
		}
		k := p.Suite.Cases[0]
		plan := planOf(t, p, k, grade.Options{Replay: true, Findings: []grade.Class{}})
		all := fewStarts(p, k, used, texts)
		for range 3 {
			var calls []tool.Call
			for range rapid.IntRange(1, 4).Draw(t, "calls") {
				calls = append(calls, tool.Call{Tool: rapid.SampledFrom([]string{"one", "two"}).Draw(t, "tool"), Args: types.Object{
					{Name: "a", Value: rapid.SampledFrom(texts[:2]).Draw(t, "a")}, {Name: "l", Value: rapid.SampledFrom(lists).Draw(t, "l")}, {Name: "n", Value: rapid.SampledFrom(lists).Draw(t, "n")}}})
			}
			hidden := -1
			if rapid.Bool().Draw(t, "hide") {
				hidden = rapid.IntRange(0, len(calls)-1).Draw(t, "hidden")
			}
			seen.fromCompletions(t, p, k, plan, all, calls, hidden, "l", lists)
		}
	})
	seen.few(t)
}

// fewStarts returns initial states in which what is not used has one value.
func fewStarts(p *modeltest.Project, k *checker.Case, used string, texts []types.Value) (list []interp.State) {
	machine := interp.New(p.Model)
	from := []interp.State{{}}
	for _, v := range p.Model.Vars {
		values := smallValues(v.Type, texts)
		if !regexp.MustCompile(`\b` + v.Name() + `\b`).MatchString(used) {
			values = values[:1]
		}
		var longer []interp.State
		for _, s := range from {
			for _, x := range values {
				next := interp.State{v.Name(): x}
				maps.Copy(next, s)
				longer = append(longer, next)
			}
		}
		from = longer
	}
	for _, s := range from {
		if c, err := machine.Start(k, s); err == nil {
			list = append(list, c)
		}
	}
	return list
}

func smallValues(t types.Type, texts []types.Value) (list []types.Value) {
	switch t := t.(type) {
	case *types.Array:
		for chosen := range 1 << len(texts) {
			set := types.List{}
			for i, e := range texts {
				if chosen&(1<<i) != 0 {
					set = append(set, e)
				}
			}
			if c := interp.Conform(set, t); c != nil {
				list = append(list, c)
			}
		}
	case *types.Map:
		for _, a := range []int64{0, 1, 2} {
			for _, b := range []int64{0, 1} {
				d := types.Dict{}
				if a > 0 {
					d = d.Put(texts[0], types.NewInt(a))
				}
				if b > 0 {
					d = d.Put(texts[2], types.NewInt(b))
				}
				list = append(list, d)
			}
		}
	default:
		list = texts
	}
	return list
}

// fromCompletions is fromAll for a trace in which an argument of one call is not
// known, unless the call is -1.
func (n verdictCount) fromCompletions(t *rapid.T, p *modeltest.Project, k *checker.Case, plan *grade.Plan, all []interp.State, calls []tool.Call, hidden int, name string, values []types.Value) {
	machine := interp.New(p.Model)
	var events []trace.Event
	for i, c := range calls {
		e := callEvent(i+1, c)
		if i == hidden {
			e.State, e.Hidden = trace.ArgsRedacted, []string{name}
		}
		events = append(events, e)
	}
	r := plan.Grade(&trace.Trace{Events: events})
	ways := [][]tool.Call{calls}
	if hidden >= 0 {
		ways = nil
		for _, v := range values {
			way := append([]tool.Call{}, calls...)
			way[hidden].Args = types.WithAt(way[hidden].Args, []string{name}, v).(types.Object)
			ways = append(ways, way)
		}
	}
	clean, dirty, full := false, false, true
	for _, from := range all {
		for _, way := range ways {
			o := follow(machine, from, way)
			judgeReplay(t, machine, p.Suite, k, r, o, way)
			clean, dirty = clean || len(o.clean) > 0, dirty || len(o.dirty) > 0
			full = full && len(o.clean)+len(o.dirty) > 0
		}
	}
	n[string(r.Replay.Verdict)]++
	if r.Replay.Verdict == grade.Inconclusive && clean != dirty && full {
		n["without need"]++
	}
}
