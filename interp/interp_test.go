package interp_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// toolSet returns one tool `t` with the properties given as JSON, none of them
// required; nil for "".
func toolSet(t testing.TB, properties string) *tool.Set {
	t.Helper()
	if properties == "" {
		return nil
	}
	text := fmt.Sprintf(`[{"type":"function","function":{"name":"t","parameters":{"type":"object","properties":{%s}}}},
		{"type":"function","function":{"name":"unmodelled","parameters":{"type":"object","properties":{}}}}]`, properties)
	set, problems := tool.Read(source.NewFile("tools.json", text), tool.Auto)
	for _, d := range problems {
		if d.Severity == diag.Error {
			t.Fatal(d.Primary, d.Message)
		}
	}
	return set
}

func noErrors(t testing.TB, list []diag.Diagnostic) {
	t.Helper()
	for _, d := range list {
		if d.Severity == diag.Error {
			t.Fatalf("%s: %s: %s", d.Primary, d.Code, d.Message)
		}
	}
}

// model checks a model. Warnings are what many tests are about.
func model(t testing.TB, text string, set *tool.Set) *checker.Model {
	t.Helper()
	m := checker.CheckModel(ast.Parse(source.NewFile("m.wm", text), ast.ModelFile, nil), set, checker.Options{}, nil)
	noErrors(t, m.Diagnostics)
	return m
}

// state reads a state from JSON.
func state(t testing.TB, m *checker.Model, text string) interp.State {
	t.Helper()
	trace := readTrace(t, m, `{"init":`+text+`,"steps":[]}`)
	s, err := interp.New(m).Canonical(trace.Init)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func readTrace(t testing.TB, m *checker.Model, text string) interp.Trace {
	t.Helper()
	trace, err := interp.ReadTrace(source.NewFile("trace.json", text), m)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// call reads the arguments of a call of `t` from JSON.
func call(t testing.TB, m *checker.Model, args string) tool.Call {
	t.Helper()
	return readTrace(t, m, `[{"tool":"t","args":`+args+`}]`).Steps[0].Call
}

// texts renders what is broken, one line each.
func texts(list []interp.Broken) []string {
	var lines []string
	for _, b := range list {
		line := b.Kind.String()
		if b.Leaf != "" {
			line += " " + b.Leaf
		}
		if b.Expr != nil {
			line += " " + b.Text()
		}
		if b.Why != "" {
			line += ": " + b.Why
		}
		lines = append(lines, line)
	}
	return lines
}

func stateTexts(t testing.TB, list []interp.State) []string {
	t.Helper()
	var lines []string
	for _, s := range list {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(text))
	}
	return lines
}

// A row is one call of the tool `t` in a state.
type row struct {
	properties string // of t in the schemas; no schemas if ""
	decls      string // of the model
	params     string
	pre, post  string
	state      string
	args       string

	broken     []string // by Pre
	next       []string // by Next; none if nil
	incomplete bool     // Next does not know all
}

func (r row) model() string {
	return fmt.Sprintf("(model\n%s\n(transition t (params %s)\n(pre %s)\n(post %s)))\n", r.decls, r.params, r.pre, r.post)
}

func (r row) check(t *testing.T) {
	m := model(t, r.model(), toolSet(t, r.properties))
	x := interp.New(m)
	s, c := state(t, m, r.state), call(t, m, r.args)
	if diff := cmp.Diff(r.broken, texts(x.Pre(s, c))); diff != "" {
		t.Errorf("broken (-want +got):\n%s", diff)
	}
	next, complete := x.Next(s, c)
	if diff := cmp.Diff(r.next, stateTexts(t, next)); diff != "" {
		t.Errorf("next (-want +got):\n%s", diff)
	}
	if complete == r.incomplete {
		t.Errorf("complete is %v", complete)
	}
	for _, n := range next {
		if broken, _ := x.Post(s, c, n); len(broken) > 0 {
			t.Errorf("%v is a next state, and breaks %v", n, texts(broken))
		}
	}
}

func checkRows(t *testing.T, rows map[string]row) {
	for name, r := range rows {
		t.Run(name, r.check)
	}
}

const (
	x       = `(var x Int)`
	integer = `"a":{"type":"integer"}`
)

// The row "undefined values" of the table of the world model.
func TestRowUndefined(t *testing.T) {
	arg := row{properties: integer, decls: x, params: "(a a)", state: `{"x":7}`, args: `{}`, next: []string{`{"x":7}`}}
	pre := func(pre, args string, broken ...string) row {
		r := arg
		r.pre, r.args, r.broken = pre, args, broken
		return r
	}
	flag := func(pre, args string, broken ...string) row {
		r := withPre(arg, pre, args, broken)
		r.properties = `"a":{"type":"boolean"}`
		return r
	}
	withDefault := pre(`(= (param a) 5)`, `{}`)
	withDefault.properties = `"a":{"type":"integer","default":5}`
	nullBesideDefault := pre(`(= (param a) 5)`, `{"a":null}`, `pre (= (param a) 5)`)
	nullBesideDefault.properties = `"a":{"type":["integer","null"],"default":5}`
	checkRows(t, map[string]row{
		"division by zero":             pre(`(= (/ x (param a)) 0)`, `{"a":0}`, `pre (= (/ x (param a)) 0)`),
		"division by zero, negated":    pre(`(not (= (/ x (param a)) 0))`, `{"a":0}`),
		"division by zero, innermost":  pre(`(or (= (/ x (param a)) 0) (= x 7))`, `{"a":0}`),
		"division by zero, same term":  pre(`(= (/ x (param a)) (/ x (param a)))`, `{"a":0}`, `pre (= (/ x (param a)) (/ x (param a)))`),
		"absent argument":              pre(`(= (param a) 1)`, `{}`, `pre (= (param a) 1)`),
		"absent argument, negated":     pre(`(not (= (param a) 1))`, `{}`),
		"absent argument, order":       pre(`(not (< (param a) 1)) (not (>= (param a) 1))`, `{}`),
		"absent argument, itself":      pre(`(= (param a) (param a))`, `{}`, `pre (= (param a) (param a))`),
		"null argument":                pre(`(not (= (param a) 1))`, `{"a":null}`),
		"argument of another type":     pre(`(not (= (param a) (param a)))`, `{"a":"1"}`),
		"fraction for an integer":      pre(`(not (= (param a) (param a)))`, `{"a":1.5}`),
		"integer with a point":         pre(`(= (param a) 2)`, `{"a":2.0}`),
		"default":                      withDefault,
		"null is not the default":      nullBesideDefault,
		"bare absent flag":             flag(`(param a)`, `{}`, `pre (param a)`),
		"bare absent flag, negated":    flag(`(not (param a))`, `{}`),
		"absent flag is not false":     flag(`(= (param a) false)`, `{}`, `pre (= (param a) false)`),
		"absent flag as a conclusion":  flag(`(=> (param a) (= x 0))`, `{}`),
		"flag that is false":           flag(`(= (param a) false)`, `{"a":false}`),
		"an atom has a value as term":  flag(`(= (not (param a)) true)`, `{}`),
		"a chain with an absent link":  pre(`(not (<= 1 (param a) 5))`, `{}`),
		"a connective keeps its truth": flag(`(= (and (param a) true) false)`, `{}`),
	})
}

// withPre returns the row with another precondition and call.
func withPre(r row, pre, args string, broken []string) row {
	r.pre, r.args, r.broken = pre, args, broken
	return r
}

const address = `"a":{"type":"object","properties":{"city":{"type":"string"},"floor":{"type":"integer"}}},
	"b":{"type":"object","properties":{"city":{"type":"string"},"floor":{"type":"integer"}}}`

// The row "undefined values": fields that an argument lacks.
func TestRowFieldOfArgument(t *testing.T) {
	base := row{properties: address, decls: `(var home (Record (city String) (floor Int)))`, params: "(a a) (b b)",
		state: `{"home":{"city":"Ulm","floor":2}}`, next: []string{`{"home":{"city":"Ulm","floor":2}}`}}
	pre := func(pre, args string, broken ...string) row { return withPre(base, pre, args, broken) }
	assign := base
	assign.post, assign.args = `(= (next home) (param a))`, `{"a":{"city":"Bonn"}}`
	assign.broken = []string{"implicit home (= (next home) (param a)): `(param a)` has no value: the call leaves out `floor` of `a`"}
	moved := assign
	moved.args, moved.broken = `{"a":{"floor":0,"city":"Bonn","note":"x"}}`, nil
	moved.next = []string{`{"home":{"city":"Bonn","floor":0}}`}
	one := assign
	one.post, one.broken = `(= (field (next home) city) (field (param a) city))`, nil
	one.next = []string{`{"home":{"city":"Bonn","floor":2}}`}
	checkRows(t, map[string]row{
		"two that lack a field are not equal": pre(`(= (param a) (param b))`, `{"a":{"city":"Ulm"},"b":{"city":"Ulm"}}`, `pre (= (param a) (param b))`),
		"nor different as an atom":            pre(`(not (= (param a) (param b)))`, `{"a":{"city":"Ulm"},"b":{"city":"Ulm"}}`),
		"equal in another order":              pre(`(= (param a) (param b) home)`, `{"a":{"city":"Ulm","floor":2},"b":{"floor":2.0,"city":"Ulm"}}`),
		"keys beyond the type do not count":   pre(`(= (param a) home)`, `{"a":{"city":"Ulm","floor":2,"note":"x"}}`),
		"the field that is there":             pre(`(= (field (param a) city) "Ulm")`, `{"a":{"city":"Ulm"}}`),
		"the field that is not":               pre(`(not (= (field (param a) floor) 2))`, `{"a":{"city":"Ulm"}}`),
		"null field":                          pre(`(not (= (field (param a) floor) 2))`, `{"a":{"city":"Ulm","floor":null}}`),
		"field of no object":                  pre(`(not (= (field (param a) city) "Ulm"))`, `{"a":"Ulm"}`),
		"assigned whole":                      assign,
		"assigned whole, extra key":           moved,
		"assigned field":                      one,
	})
}

// The row "undefined or out of range in post", and guarded posts.
func TestRowAssignment(t *testing.T) {
	const order = `(var status (Enum "open" "closed")) (var cost Real) (var box (Record (s (Enum "open" "closed")) (n Int)))`
	base := row{
		properties: `"s":{"type":"string"},"n":{"type":"number"},"f":{"type":"boolean"}`,
		decls:      order, params: "(s s) (n n) (f f)", state: `{"status":"open","cost":6,"box":{"s":"open","n":1}}`,
	}
	const kept = `{"box":{"s":"open","n":1},"cost":6,"status":"open"}`
	post := func(post, args string, next string, broken ...string) row {
		r := base
		r.post, r.args, r.broken, r.next = post, args, broken, []string{next}
		return r
	}
	guarded := `(=> (param f) (= (next status) (param s)))`
	open := post(guarded, `{"s":"closed","f":false}`, "")
	open.next = []string{kept, strings.Replace(kept, `"status":"open"`, `"status":"closed"`, 1)}
	clash := post(`(= (next cost) 1) (= (next cost) 2)`, `{}`, "")
	clash.next = nil
	both := post(`(and (= (next cost) (/ cost (param n))) (= (next status) "closed"))`, `{"n":0}`, `{"box":{"s":"open","n":1},"cost":6,"status":"closed"}`,
		"implicit cost (= (next cost) (/ cost (param n))): `(/ cost (param n))` has no value: `(param n)` is 0")
	checkRows(t, map[string]row{
		"in range": post(`(= (next status) (param s))`, `{"s":"closed"}`, `{"box":{"s":"open","n":1},"cost":6,"status":"closed"}`),
		"out of range": post(`(= (next status) (param s))`, `{"s":"gone"}`, kept,
			"implicit status (= (next status) (param s)): \"gone\" is not one of the names \"open\", \"closed\""),
		"the other way round": post(`(= (param s) (next status))`, `{"s":"gone"}`, kept,
			"implicit status (= (param s) (next status)): \"gone\" is not one of the names \"open\", \"closed\""),
		"undefined": post(`(= (next status) (param s))`, `{}`, kept,
			"implicit status (= (next status) (param s)): `(param s)` has no value: the call leaves out `s`"),
		"null": post(`(= (next cost) (+ 1 (param n)))`, `{"n":null}`, kept,
			"implicit cost (= (next cost) (+ 1 (param n))): `(param n)` has no value: `n` is null"),
		"another type": post(`(= (next cost) (+ 1 (param n)))`, `{"n":"1"}`, kept,
			"implicit cost (= (next cost) (+ 1 (param n))): `(param n)` has no value: expected a Real, found \"1\""),
		"a fraction in a string": post(`(= (next cost) (+ 1 (param n)))`, `{"n":"1/3"}`, `{"box":{"s":"open","n":1},"cost":"4/3","status":"open"}`),
		"others are still made":  both,
		"enum inside a record": post(`(= (next box) (record (s (param s)) (n 2)))`, `{"s":"gone"}`, kept,
			"implicit box (= (next box) (record (s (param s)) (n 2))): \"gone\" is not one of the names \"open\", \"closed\""),
		"enum field": post(`(= (field (next box) s) (param s))`, `{"s":"gone"}`, kept,
			"implicit box.s (= (field (next box) s) (param s)): \"gone\" is not one of the names \"open\", \"closed\""),
		"guard holds, out of range": post(guarded, `{"s":"gone","f":true}`, kept,
			"implicit status (= (next status) (param s)): \"gone\" is not one of the names \"open\", \"closed\""),
		"guard does not hold: the leaf is open":   open,
		"guard does not hold, with its own frame": post(guarded+` (=> (not (param f)) (= (next status) status))`, `{"s":"gone"}`, kept),
		"frame without next for a leaf":           post(`(= (next cost) 1)`, `{}`, `{"box":{"s":"open","n":1},"cost":1,"status":"open"}`),
		"field of a record with a member that is undefined": post(`(= (next cost) (field (record (v (/ cost (param n)))) v))`, `{"n":0}`, kept,
			"implicit cost (= (next cost) (field (record (v (/ cost (param n)))) v)): `(/ cost (param n))` has no value: `(param n)` is 0"),
		"two that contradict each other": clash,
		"a frame on leaves":              post(`(= (field (next box) n) 9)`, `{}`, `{"box":{"s":"open","n":9},"cost":6,"status":"open"}`),
		"an atom has a value":            post(`(= (next cost) 2) (= (next status) "open")`, `{}`, `{"box":{"s":"open","n":1},"cost":2,"status":"open"}`),
	})
}

// The row "enums": String arguments beside enums.
func TestRowEnum(t *testing.T) {
	base := row{
		properties: `"s":{"type":"string"},"r":{"type":"string"},"e":{"type":"string","enum":["b","a"]}`,
		decls:      `(var v (Enum "a" "b")) (var vs (Array (Enum "a" "b")))`, params: "(s s) (r r) (e e)",
		state: `{"v":"a","vs":["a"]}`, next: []string{`{"v":"a","vs":["a"]}`},
	}
	pre := func(pre, args string, broken ...string) row { return withPre(base, pre, args, broken) }
	insert := base
	insert.post, insert.args = `(= (next vs) (insert vs (param s)))`, `{"s":"z"}`
	insert.broken = []string{"implicit vs (= (next vs) (insert vs (param s))): \"z\" is not one of the names \"a\", \"b\""}
	remove := base
	remove.post, remove.args = `(= (next vs) (remove vs (param s)))`, `{"s":"z"}`
	removeAbsent := remove
	removeAbsent.args = `{}`
	removeAbsent.broken = []string{"implicit vs (= (next vs) (remove vs (param s))): `(param s)` has no value: the call leaves out `s`"}
	checkRows(t, map[string]row{
		"the same name":                    pre(`(= v (param s))`, `{"s":"a"}`),
		"none of the names":                pre(`(= v (param s))`, `{"s":"z"}`, `pre (= v (param s))`),
		"two that are none are equal":      pre(`(not (= v (param s) (param r))) (= (param s) (param r))`, `{"s":"z","r":"z"}`),
		"enum argument in another order":   pre(`(= v (param e))`, `{"e":"a"}`),
		"enum argument that is none":       pre(`(not (= (param e) (param e)))`, `{"e":"z"}`),
		"member":                           pre(`(contains vs (param s))`, `{"s":"a"}`),
		"no member":                        pre(`(not (contains vs (param s)))`, `{"s":"z"}`),
		"no member of a set":               pre(`(not (contains (array (param s) "a") v))`, `{"s":"z"}`),
		"insert of none of the names":      insert,
		"remove of none of the names":      remove,
		"remove of an absent one":          removeAbsent,
		"a set with an undefined one":      pre(`(= vs (insert vs (param s)))`, `{"s":"z"}`, `pre (= vs (insert vs (param s)))`),
		"a set with an undefined one, not": pre(`(not (= vs (insert vs (param s))))`, `{"s":"z"}`),
	})
}

// The row "arrays": sets.
func TestRowArray(t *testing.T) {
	base := row{
		properties: `"xs":{"type":"array","items":{"type":"integer"}},"e":{"type":"integer"},"any":{"type":"array"},
			"rs":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}}`,
		decls: `(var s (Array Int)) (var r (Record (n Int)))`, params: "(xs xs) (e e) (any any) (rs rs)",
		state: `{"s":[3,1,3],"r":{"n":1}}`, next: []string{`{"r":{"n":1},"s":[1,3]}`},
	}
	pre := func(pre, args string, broken ...string) row { return withPre(base, pre, args, broken) }
	post := func(post, args, next string, broken ...string) row {
		r := withPre(base, "", args, broken)
		r.post, r.next = post, []string{next}
		return r
	}
	same := base.next[0]
	untyped := row{
		properties: base.properties, decls: `(var rr (Array (Record (n Int))))`, params: "(any any)", post: `(= (next rr) (param any))`,
		state: `{"rr":[]}`, args: `{"any":[{"n":1,"x":2}]}`, next: []string{`{"rr":[]}`},
		broken: []string{"implicit rr (= (next rr) (param any)): (array (record (n 1) (x 2))) is not a value of the type (Array (Record (n Int)))"},
	}
	checkRows(t, map[string]row{
		"no type of items, extra keys":  untyped,
		"a list is its set":             pre(`(= s (param xs)) (= s (array 3 3 1))`, `{"xs":[1,3,1]}`),
		"another set":                   pre(`(= s (param xs))`, `{"xs":[1]}`, `pre (= s (param xs))`),
		"insert":                        post(`(= (next s) (insert s (param e)))`, `{"e":2}`, `{"r":{"n":1},"s":[1,2,3]}`),
		"insert a member":               post(`(= (next s) (insert s (param e)))`, `{"e":3}`, same),
		"remove":                        post(`(= (next s) (remove s (param e)))`, `{"e":3}`, `{"r":{"n":1},"s":[1]}`),
		"remove no member":              post(`(= (next s) (remove s (param e)))`, `{"e":9}`, same),
		"empty":                         post(`(= (next s) (array))`, `{}`, `{"r":{"n":1},"s":[]}`),
		"odd equals nothing":            pre(`(= (param xs) (param xs))`, `{"xs":[1,"a"]}`, `pre (= (param xs) (param xs))`),
		"odd has its proper members":    pre(`(contains (param xs) 1) (not (contains (param xs) 2))`, `{"xs":[1,"a",null]}`),
		"odd stays odd":                 pre(`(not (= s (remove (param xs) 7))) (contains (insert (param xs) 7) 7)`, `{"xs":[1,3,null]}`),
		"an odd set is an odd member":   pre(`(not (= (array (param xs)) (array (param xs))))`, `{"xs":[null]}`),
		"records that lack a field":     pre(`(not (contains (param rs) r)) (not (= (param rs) (param rs)))`, `{"rs":[{}]}`),
		"records that lack none":        pre(`(contains (param rs) r) (= (param rs) (array r))`, `{"rs":[{"n":1,"x":2},{"n":1}]}`),
		"a member of a set":             pre(`(exists (x s) (= x 3)) (not (forall (x s) (= x 3)))`, `{}`),
		"members of several kinds":      pre(`(not (= s (param any)))`, `{"any":["a",1,true]}`),
		"a position of another type":    pre(`(not (exists (x (param xs)) (= x x)))`, `{"xs":["a",1.5]}`),
		"fields beyond the type":        pre(`(forall (x (param rs)) (= x r))`, `{"rs":[{"n":1,"z":2}]}`),
		"no type of items":              pre(`(= s (param any))`, `{"any":[3,1]}`),
		"odd is not assigned":           post(`(= (next s) (param xs))`, `{"xs":[null]}`, same, "implicit s (= (next s) (param xs)): `(param xs)` has a member that is not a value of its type"),
		"no type of items, wrong items": post(`(= (next s) (param any))`, `{"any":["a"]}`, same, "implicit s (= (next s) (param any)): (array \"a\") is not a value of the type (Array Int)"),
	})
}

// The row "numbers".
func TestRowNumber(t *testing.T) {
	base := row{
		decls: `(var i Int) (var j Int) (var p Real) (const half Real 0.5)`,
		state: `{"i":-7,"j":2,"p":0.1}`, args: `{}`, next: []string{`{"i":-7,"j":2,"p":0.1}`},
	}
	pre := func(pre string, broken ...string) row { return withPre(base, pre, `{}`, broken) }
	post := func(post, next string) row {
		r := base
		r.post, r.next = post, []string{next}
		return r
	}
	checkRows(t, map[string]row{
		"Euclid, first negative":     pre(`(= (/ i j) -4)`),
		"Euclid, second negative":    pre(`(= (/ 7 (- j)) -3)`),
		"Euclid, both negative":      pre(`(= (/ i (- j)) 4)`),
		"exact beside a Real":        pre(`(= (+ p (/ 1 j)) 0.6) (= (/ i j) -3.5)`),
		"Real context":               post(`(= (next p) (/ 1 j))`, `{"i":-7,"j":2,"p":0.5}`),
		"Int context":                post(`(= (next i) (/ 1 j))`, `{"i":0,"j":2,"p":0.1}`),
		"a third":                    post(`(= (next p) (/ 1 3))`, `{"i":-7,"j":2,"p":"1/3"}`),
		"exact decimals":             pre(`(= (* 3 p) 0.3)`),
		"Int beside Real":            pre(`(< j 2.5) (> half 0) (= 2.0 j)`),
		"chained comparison":         pre(`(<= i 0 j) (< i p j) (not (< i j p)) (= 2 j 2)`),
		"a chain is not pairs apart": pre(`(not (< 0 j 1))`),
		"minus":                      pre(`(= (- i) 7) (= (- 10 1 2) 7) (= (+ 1) 1) (= (* 2 3 4) 24)`),
		"broken":                     pre(`(< j 2)`, `pre (< j 2)`),
	})
}

// The row "relations".
func TestRowRelation(t *testing.T) {
	base := row{decls: `(var n Int) (var b Bool) (var e (Enum "a" "b" "c")) (var s String) (var xs (Array Int))`,
		state: `{"n":5,"b":true,"e":"a","s":"u","xs":[]}`, args: `{}`}
	post := func(post string, next ...string) row {
		r := base
		r.post, r.next = post, next
		return r
	}
	with := func(b, e, n, s, xs string) string {
		return fmt.Sprintf(`{"b":%s,"e":%q,"n":%s,"s":%q,"xs":%s}`, b, e, n, s, xs)
	}
	greater := post(`(> (next n) n)`, with("true", "a", "6", "u", "[]"))
	greater.incomplete = true
	text := post(`(not (= (next s) s))`, with("true", "a", "5", "a", "[]"), with("true", "a", "5", "other_1", "[]"))
	text.incomplete = true
	member := post(`(contains (next xs) n)`, with("true", "a", "5", "u", "[5]"))
	member.incomplete = true
	itself := post(`(= (next n) (+ 1 (next n)))`)
	itself.incomplete = true
	checkRows(t, map[string]row{
		"several":              post(`(or (= (next n) 1) (= (next n) 2))`, with("true", "a", "1", "u", "[]"), with("true", "a", "2", "u", "[]")),
		"several, finite":      post(`(not (= (next e) e))`, with("true", "b", "5", "u", "[]"), with("true", "c", "5", "u", "[]")),
		"several leaves":       post(`(or (= (next n) 1) (next b)) (=> (next b) (= (next n) 3)) (not (and (next b) (= n 1)))`, with("false", "a", "1", "u", "[]"), with("true", "a", "3", "u", "[]")),
		"by itself":            itself,
		"from each other":      post(`(= (next xs) (insert xs (next n))) (= (next n) (+ n 1))`, with("true", "a", "6", "u", "[6]")),
		"out of a set":         post(`(contains (array 3 4) (next n))`, with("true", "a", "3", "u", "[]"), with("true", "a", "4", "u", "[]")),
		"none":                 post(`(and (next b) (not (next b)))`),
		"from its opposite":    post(`(= (next b) (not (= (next e) "a"))) (or (next b) (not (next b))) (not (= (next e) "b"))`, with("false", "a", "5", "u", "[]"), with("true", "c", "5", "u", "[]")),
		"from a chain":         post(`(= (next b) true (not (= (next e) "a")))`, with("true", "b", "5", "u", "[]"), with("true", "c", "5", "u", "[]")),
		"greater":              greater,
		"another text":         text,
		"a set with":           member,
		"an undefined next":    post(`(= (/ 1 (next n)) 1) (= (next n) 0)`),
		"alternatives, broken": post(`(or (= (next n) 7) (= n 9))`, with("true", "a", "7", "u", "[]")),
	})
}

// Wide relations are cut off, and say so.
func TestNextLimit(t *testing.T) {
	var decls, post strings.Builder
	start := make(map[string]bool)
	for i := range 12 {
		fmt.Fprintf(&decls, "(var b%d Bool)", i)
		fmt.Fprintf(&post, "(or (next b%d) (not (next b%d)))", i, i)
		start[fmt.Sprint("b", i)] = false
	}
	m := model(t, row{decls: decls.String(), post: post.String()}.model(), nil)
	text, _ := json.Marshal(start)
	next, complete := interp.New(m).Next(state(t, m, string(text)), call(t, m, `{}`))
	if len(next) != interp.MaxStates || complete {
		t.Errorf("%d states, complete %v", len(next), complete)
	}
}

// What is broken comes with its place and the values that it is about.
func TestBroken(t *testing.T) {
	m := model(t, `(model
  (const limit Int 3)
  (var r (Record (n Int)))

  (transition t
    (params (a arg))
    (pre (< (+ (field r n) (param arg)) limit))
    (post (= (field (next r) n) (/ 6 (param arg))))))
`, toolSet(t, integer))
	x := interp.New(m)
	s := state(t, m, `{"r":{"n":3}}`)
	broken := x.Pre(s, call(t, m, `{}`))
	if len(broken) != 2 {
		t.Fatal(texts(broken))
	}
	if got := broken[0].Span().String() + " " + broken[0].Span().Text(); got != "m.wm:7:10 (< (+ (field r n) (param arg)) limit)" {
		t.Error(got)
	}
	if got := fmt.Sprint(broken[0].Values); got != "[{(field r n) 3} {(param arg) <nil>} {limit 3}]" {
		t.Error(got)
	}
	if got := broken[1].Span().String(); got != "m.wm:8:11" {
		t.Error(got)
	}
	if got := fmt.Sprint(broken[1].Values); got != "[{(param arg) <nil>}]" {
		t.Error(got)
	}

	post := func(next interp.State) []string {
		broken, complete := x.Post(s, call(t, m, `{"a":2}`), next)
		if !complete {
			t.Error("without an answer nothing is guessed")
		}
		return texts(broken)
	}
	if got := post(state(t, m, `{"r":{"n":3}}`)); len(got) != 0 {
		t.Error(got)
	}
	want := []string{"post (= (field (next r) n) (/ 6 (param arg)))"}
	if diff := cmp.Diff(want, post(state(t, m, `{"r":{"n":4}}`))); diff != "" {
		t.Error(diff)
	}
	want = []string{"domain: `r.n`: expected an Int, found \"x\""}
	wrong := interp.State{"r": types.Object{{Name: "n", Value: types.Text("x")}}}
	if diff := cmp.Diff(want, post(wrong)); diff != "" {
		t.Error(diff)
	}
	frame, _ := x.Post(s, tool.Call{Tool: "unmodelled"}, state(t, m, `{"r":{"n":4}}`))
	if diff := cmp.Diff([]string{"frame r.n"}, texts(frame)); diff != "" {
		t.Error(diff)
	}
	if !frame[0].Span().IsZero() {
		t.Error(frame[0].Span())
	}
}
