package modeltest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// ResultProjects draws small projects whose tools answer: with ties to variables,
// to the state after the call and to keys of a map, effects and relations of
// results, conditions and goals about what has been seen, and checks of answers.
func ResultProjects() *rapid.Generator[*Project] {
	return loaded(func(t *rapid.T) (*Project, error) {
		g := &answerer{drawer{t}}
		return Load(g.draft())
	})
}

// An answerer draws a project with results.
type answerer struct{ drawer }

// An answerKind is a type of variables and results, with its variables and constants.
type answerKind struct {
	typ       string
	vars      []string
	constants []string
}

var answerKinds = []answerKind{
	{`(Enum "a" "b")`, []string{"e", "f"}, []string{`"a"`, `"b"`}},
	{"Bool", []string{"p", "q"}, []string{"true", "false"}},
	{"Int", []string{"n", "k"}, []string{"0", "1", "2"}},
	{"String", []string{"s"}, []string{`"a"`, `"z"`}},
}

const answerTools = `[{"name": "t0", "inputSchema": {"type": "object", "properties": {"x": {"enum": ["a", "b"]}}}},
{"name": "t1", "inputSchema": {"type": "object", "properties": {"x": {"enum": ["a", "b"]}}, "required": ["x"]}},
{"name": "t2", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}}}]
`

func (g *answerer) draft() (tools, model, suite string) {
	var b strings.Builder
	b.WriteString("(model\n  (var e (Enum \"a\" \"b\")) (var f (Enum \"a\" \"b\")) (var p Bool) (var q Bool)\n" +
		"  (var n Int) (var k Int) (var s String) (var m (Map (Enum \"a\" \"b\") Bool))\n")
	number := g.between(1, 3)
	for i := range number {
		b.WriteString(g.transition(fmt.Sprintf("t%d", i), i < 2))
	}
	return answerTools, b.String() + ")\n", g.suite(number)
}

// transition draws a transition; keyed says that its argument is a key of the map.
func (g *answerer) transition(name string, keyed bool) string {
	var results, pre, post []string
	set := make(map[string]bool)
	for i := range g.between(1, 3) {
		kind := pick(g.drawer, answerKinds)
		r := fmt.Sprintf("r%d", i)
		results = append(results, fmt.Sprintf("(%s %s %s)", r, r, kind.typ))
		tied := ""
		if g.oneIn(3) {
			post = append(post, g.relation(kind, r))
		} else {
			tied = g.tied(kind, keyed)
			post = append(post, fmt.Sprintf("(= (result %s) %s)", r, tied))
		}
		v := pick(g.drawer, kind.vars)
		// A variable is assigned once, and not if the tie reads the state after the call.
		if g.flip() && !set[v] && !strings.Contains(tied, "(next") {
			set[v] = true
			post = append(post, g.effect(kind, v, r))
		}
		key := g.keyEffect(kind, r, keyed)
		if g.flip() && key != "" && !set["m"] && !strings.Contains(tied, "(next") {
			set["m"] = true
			post = append(post, key)
		}
	}
	if g.oneIn(3) {
		results = append(results, `(l l (Array (Enum "a" "b")))`)
		post = append(post, g.list())
		if v := pick(g.drawer, []string{"n", "p"}); g.oneIn(3) && !set[v] {
			set[v] = true
			post = append(post, map[string]string{"n": "(= (next n) (length (result l)))", "p": "(= (next p) (exists (x (result l)) (= x e)))"}[v])
		}
	}
	for range g.between(0, 2) {
		pre = append(pre, g.condition(keyed))
	}
	if kind := pick(g.drawer, answerKinds); g.flip() && !set[kind.vars[0]] {
		post = append(post, fmt.Sprintf("(= (next %s) %s)", kind.vars[0], pick(g.drawer, kind.constants)))
	}
	return fmt.Sprintf("  (transition %s\n    (params (x x))\n    (results %s)\n    (pre %s)\n    (post %s))\n",
		name, strings.Join(results, " "), strings.Join(pre, " "), strings.Join(post, "\n          "))
}

// tied draws what a result is tied to.
func (g *answerer) tied(kind answerKind, keyed bool) string {
	v := pick(g.drawer, kind.vars)
	options := []string{v, v, "(next " + v + ")", fmt.Sprintf("(if p %s %s)", v, pick(g.drawer, kind.constants))}
	switch kind.typ {
	case "Int":
		options = append(options, "(+ n 1)", "(if (= k 0) n (/ 2 k))")
	case "Bool":
		options = append(options, "(= e f)", "(not p)")
		if keyed {
			options = append(options, "(get m (param x))", "(get m (param x))", "(get (next m) (param x))")
		}
	case "String":
		options = append(options, "(param x)")
	}
	return pick(g.drawer, options)
}

func (g *answerer) effect(kind answerKind, v, r string) string {
	c := pick(g.drawer, kind.constants)
	return g.choose(
		choice{3, func() string { return fmt.Sprintf("(= (next %s) (result %s))", v, r) }},
		choice{1, func() string { return fmt.Sprintf("(= (next %s) (if (= (result %s) %s) %s %s))", v, r, c, c, v) }},
		choice{1, func() string {
			return fmt.Sprintf("(=> (= (result %[2]s) %[3]s) (= (next %[1]s) %[3]s)) (=> (not (= (result %[2]s) %[3]s)) (= (next %[1]s) %[1]s))", v, r, c)
		}})
}

// keyEffect returns an effect on a key of the map, or "".
func (g *answerer) keyEffect(kind answerKind, r string, keyed bool) string {
	switch {
	case kind.typ == "Bool" && keyed:
		return fmt.Sprintf("(= (get (next m) (param x)) (result %s))", r)
	case strings.HasPrefix(kind.typ, "(Enum"):
		return fmt.Sprintf("(= (get (next m) (result %s)) %s)", r, pick(g.drawer, []string{"p", "true"}))
	}
	return ""
}

// relation draws a relation over a result, or nothing of note.
func (g *answerer) relation(kind answerKind, r string) string {
	v, c := pick(g.drawer, kind.vars), pick(g.drawer, kind.constants)
	if kind.typ == "Int" && g.flip() {
		return fmt.Sprintf("(<= 0 (result %s) %s)", r, v)
	}
	return g.choose(
		choice{1, func() string { return fmt.Sprintf("(not (= (result %s) %s))", r, v) }},
		choice{1, func() string { return fmt.Sprintf("(=> p (= (result %s) %s))", r, v) }},
		choice{1, func() string { return fmt.Sprintf("(or (= (result %s) %s) (= (result %s) %s))", r, v, r, c) }})
}

// list draws a relation over a result that is a list.
func (g *answerer) list() string {
	return pick(g.drawer, []string{
		"(forall (x (result l)) (= x e))", "(forall (x (result l)) (= x (next e)))", "(=> p (forall (x (result l)) (not (= x f))))",
		"(and q (forall (x (result l)) (= x e)))", "(exists (x (result l)) (= x e))", `(not (forall (x (result l)) (= x "a")))`,
		"(<= (length (result l)) 2)", "(= (length (result l)) n)", "(contains (result l) f)", `(= (count (x (result l)) (= x "a")) 2)`})
}

// condition draws a clause of pre or of a goal.
func (g *answerer) condition(keyed bool) string {
	options := []string{"p", "(not q)", `(= e "a")`, "(= e f)", "(< n 2)", "(= k 1)", `(= s "z")`,
		"(seen e)", "(seen n)", "(seen p)", "(not (seen f))", "(or q (seen k))", "(seen s)", `(seen (get m "a"))`}
	if keyed {
		options = append(options, "(seen (get m (param x)))", "(get m (param x))", "(contains m (param x))")
	}
	return pick(g.drawer, options)
}

func (g *answerer) suite(tools int) string {
	name := func() string { return fmt.Sprintf("t%d", g.between(0, tools-1)) }
	call := func() string {
		if g.oneIn(3) {
			return fmt.Sprintf("(call %s (x %s))", name(), pick(g.drawer, []string{`"a"`, `"b"`}))
		}
		return "(call " + name() + ")"
	}
	var checks, init []string
	for i := range g.between(1, 2) {
		form := g.choose(
			choice{2, call},
			choice{1, func() string { return "(no_call " + name() + ")" }},
			choice{1, func() string { return "(after " + call() + " " + call() + ")" }},
			choice{2, func() string {
				return fmt.Sprintf("(answered %s (r0 %s))", call(), pick(g.drawer, []string{`"a"`, "true", "1", `"z"`, "(not 0)", "present", "absent"}))
			}})
		checks = append(checks, fmt.Sprintf("(c%d %s)", i, form))
	}
	for _, kind := range answerKinds {
		for _, v := range kind.vars {
			if g.flip() {
				init = append(init, fmt.Sprintf("(%s %s)", v, pick(g.drawer, kind.constants)))
			}
		}
	}
	if g.flip() {
		init = append(init, `(m (map ("a" true)))`)
	}
	goal := ""
	if g.oneIn(3) {
		goal = "\n  (goal " + g.condition(false) + ")"
	}
	return fmt.Sprintf("(case c\n  (init %s)\n  (checks %s)%s)\n", strings.Join(init, " "), strings.Join(checks, " "), goal)
}
