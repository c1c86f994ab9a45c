package grade_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"pgregory.net/rapid"
)

// What the second implementation knows of a suite: values are nil, bool, string
// and *big.Rat, expressions are functions beside their text. Nothing of it comes
// from the packages that it is compared with.

// noValue is what an undefined term has.
type noValue struct{}

type secondParam struct {
	name, kind         string // kind: s, e, i, n, b
	required, nullable bool
	fallback           any // the default; noValue{} if there is none
	least, most        *big.Rat
}

type secondPattern struct {
	tool string
	pins map[string]any
	text string
}

type secondCheck struct {
	name, form string // call, or, after, before, follows, precedes
	no         []bool
	patterns   []secondPattern
}

// secondEnv is what an expression is computed in.
type secondEnv struct{ state, args map[string]any }

type secondExpr struct {
	text string
	eval func(secondEnv) any
}

// A secondEffect assigns a variable, if its guard holds.
type secondEffect struct {
	variable    string
	guard       *secondExpr
	text        string // of the assignment as a clause
	value       secondExpr
	alternative string // the clause for where the guard does not hold
}

type secondTool struct {
	name    string
	params  []*secondParam
	pre     []secondExpr
	effects []secondEffect
}

type secondSuite struct {
	tools  []*secondTool
	checks []secondCheck
	known  bool           // nothing is free, and traces log everything
	init   map[string]any // without those that are free
	free   []string
	goal   *secondExpr
}

func (t *secondTool) param(name string) *secondParam {
	for _, p := range t.params {
		if p.name == name {
			return p
		}
	}
	return nil
}

func rat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return r
}

var (
	secondInts   = []string{"0", "1", "-1", "2", "3", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "1000000000000000000000000000000"}
	secondReals  = []string{"0.5", "-0.5", "1", "0.1", "1e-30", "9223372036854775808.5", "1e30"}
	secondTexts  = []string{"a", "b", "é", ""}
	secondEnum   = []string{"a", "b", "c"}
	secondWords  = map[string]string{"s": "string", "e": "string", "i": "integer", "n": "number", "b": "boolean"}
	secondShapes = []string{"call", "call", "or", "or", "after", "after", "before", "before", "follows", "precedes"}
)

// drawValue draws a value of a kind.
func drawValue(t *rapid.T, kind string) any {
	switch kind {
	case "s":
		return rapid.SampledFrom(secondTexts).Draw(t, "text")
	case "e":
		return rapid.SampledFrom(secondEnum).Draw(t, "name")
	case "b":
		return rapid.Bool().Draw(t, "boolean")
	case "n":
		return rat(rapid.SampledFrom(append(secondReals, secondInts...)).Draw(t, "real"))
	}
	return rat(rapid.SampledFrom(secondInts).Draw(t, "integer"))
}

// source writes a value as a suite and as JSON have it.
func source(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		text, _ := json.Marshal(v)
		return string(text)
	case *big.Rat:
		if v.IsInt() {
			return v.Num().String()
		}
		digits, _ := v.FloatPrec()
		return v.FloatString(digits)
	}
	return fmt.Sprint(v)
}

// otherText writes a number in another way.
func otherText(t *rapid.T, v any) string {
	n, ok := v.(*big.Rat)
	if !ok || !n.IsInt() || n.Sign() == 0 {
		return source(v)
	}
	text := n.Num().String()
	switch rapid.IntRange(0, 3).Draw(t, "spelling") {
	case 0:
		return text + ".0"
	case 1:
		return text + "0e-1"
	}
	return text
}

func drawParam(t *rapid.T, kind string) *secondParam {
	p := &secondParam{name: kind, kind: kind, fallback: noValue{}}
	p.nullable = rapid.IntRange(0, 5).Draw(t, "nullable") == 0
	switch rapid.IntRange(0, 3).Draw(t, "need") {
	case 0:
		p.required = true
	case 1:
		p.fallback = drawValue(t, kind)
	}
	if kind == "i" && rapid.IntRange(0, 3).Draw(t, "bounds") == 0 {
		p.least, p.most = rat("-1"), rat("2")
		if d, has := p.fallback.(*big.Rat); has && !p.accepts(d) {
			p.fallback = noValue{}
		}
	}
	return p
}

// schema writes the parameters of a tool.
func (t *secondTool) schema() string {
	var properties, required []string
	for _, p := range t.params {
		types := `"` + secondWords[p.kind] + `"`
		if p.nullable {
			types = `[` + types + `,"null"]`
		}
		s := `{"type":` + types
		if p.kind == "e" {
			names := `"a","b","c"`
			if p.nullable {
				names += ",null"
			}
			s += `,"enum":[` + names + `]`
		}
		if p.least != nil {
			s += `,"minimum":-1,"maximum":2`
		}
		if _, none := p.fallback.(noValue); !none {
			s += `,"default":` + source(p.fallback)
		}
		properties = append(properties, `"`+p.name+`":`+s+`}`)
		if p.required {
			required = append(required, `"`+p.name+`"`)
		}
	}
	return `{"name":"` + t.name + `","inputSchema":{"type":"object","properties":{` + strings.Join(properties, ",") + `},"required":[` + strings.Join(required, ",") + `]}}`
}

func drawPattern(t *rapid.T, s *secondSuite) secondPattern {
	tool := rapid.SampledFrom(s.tools).Draw(t, "tool")
	p := secondPattern{tool: tool.name, pins: map[string]any{}, text: tool.name}
	for _, param := range tool.params {
		if rapid.IntRange(0, 2).Draw(t, "pin") > 0 {
			continue
		}
		v := drawValue(t, param.kind)
		if param.nullable && rapid.IntRange(0, 4).Draw(t, "null") == 0 {
			v = nil
		}
		if !param.accepts(v) {
			continue
		}
		p.pins[param.name] = v
		p.text += " (" + param.name + " " + source(v) + ")"
	}
	return p
}

func drawCheck(t *rapid.T, s *secondSuite, name string) secondCheck {
	c := secondCheck{name: name, form: rapid.SampledFrom(secondShapes).Draw(t, "form")}
	n := map[string]int{"call": 1, "or": rapid.IntRange(1, 3).Draw(t, "alternatives")}[c.form]
	if n == 0 {
		n = 2
	}
	for i := range n {
		c.patterns = append(c.patterns, drawPattern(t, s))
		may := c.form == "call" || c.form == "or" || i == 0 && (c.form == "after" || c.form == "before")
		c.no = append(c.no, may && rapid.Bool().Draw(t, "no"))
	}
	return c
}

// String writes the check.
func (c *secondCheck) String() string {
	var atoms []string
	for i, p := range c.patterns {
		head := "call"
		if c.no[i] {
			head = "no_call"
		}
		atoms = append(atoms, "("+head+" "+p.text+")")
	}
	if c.form == "call" {
		return "(" + c.name + " " + atoms[0] + ")"
	}
	return "(" + c.name + " (" + c.form + " " + strings.Join(atoms, " ") + "))"
}

// drawExpr draws a condition over the state and some arguments.
func drawExpr(t *rapid.T, params []*secondParam, depth int) secondExpr {
	if depth > 0 && rapid.IntRange(0, 2).Draw(t, "connective") > 0 {
		a, b := drawExpr(t, params, depth-1), drawExpr(t, params, depth-1)
		holds := func(x secondExpr, e secondEnv) bool { return x.eval(e) == true }
		switch rapid.IntRange(0, 3).Draw(t, "operator") {
		case 0:
			return secondExpr{"(not " + a.text + ")", func(e secondEnv) any { return !holds(a, e) }}
		case 1:
			return secondExpr{"(and " + a.text + " " + b.text + ")", func(e secondEnv) any { return holds(a, e) && holds(b, e) }}
		case 2:
			return secondExpr{"(or " + a.text + " " + b.text + ")", func(e secondEnv) any { return holds(a, e) || holds(b, e) }}
		}
		return secondExpr{"(=> " + a.text + " " + b.text + ")", func(e secondEnv) any { return !holds(a, e) || holds(b, e) }}
	}
	n := rat(rapid.SampledFrom(secondInts).Draw(t, "constant"))
	variable := func(name string) secondExpr {
		return secondExpr{name, func(e secondEnv) any { return e.state[name] }}
	}
	constant := secondExpr{source(n), func(secondEnv) any { return n }}
	list := []secondExpr{
		{"q", func(e secondEnv) any { return e.state["q"] == true }},
		comparison("=", variable("x"), constant), comparison("<", variable("x"), constant), comparison(">=", variable("r"), constant),
		{`(= m "a")`, func(e secondEnv) any { return e.state["m"] == "a" }},
		{`(contains st "a")`, func(e secondEnv) any { return e.state["st"].(map[string]bool)["a"] }},
	}
	for _, p := range params {
		arg := secondExpr{"(param l_" + p.name + ")", func(e secondEnv) any { return e.args[p.name] }}
		switch p.kind {
		case "i":
			list = append(list, comparison("=", arg, constant), comparison("<", arg, variable("x")),
				comparison("=", arithmetic("*", secondExpr{"2", func(secondEnv) any { return rat("2") }}, variable("x")), arithmetic("+", variable("x"), arg)))
		case "n":
			list = append(list, comparison("<=", arg, variable("r")), comparison("=", arg, variable("r")))
		case "e":
			list = append(list, secondExpr{"(= " + arg.text + " m)", func(e secondEnv) any { return arg.eval(e) == e.state["m"] }})
		case "s":
			list = append(list, secondExpr{"(contains st " + arg.text + ")", func(e secondEnv) any {
				text, is := arg.eval(e).(string)
				return is && e.state["st"].(map[string]bool)[text]
			}})
		case "b":
			list = append(list, secondExpr{arg.text, func(e secondEnv) any { return arg.eval(e) == true }})
		}
	}
	return rapid.SampledFrom(list).Draw(t, "atom")
}

func comparison(op string, a, b secondExpr) secondExpr {
	return secondExpr{"(" + op + " " + a.text + " " + b.text + ")", func(e secondEnv) any {
		x, is := a.eval(e).(*big.Rat)
		y, are := b.eval(e).(*big.Rat)
		if !is || !are {
			return false
		}
		c := x.Cmp(y)
		return map[string]bool{"=": c == 0, "<": c < 0, "<=": c <= 0, ">=": c >= 0}[op]
	}}
}

func arithmetic(op string, a, b secondExpr) secondExpr {
	return secondExpr{"(" + op + " " + a.text + " " + b.text + ")", func(e secondEnv) any {
		x, is := a.eval(e).(*big.Rat)
		y, are := b.eval(e).(*big.Rat)
		switch {
		case !is || !are:
			return noValue{}
		case op == "+":
			return new(big.Rat).Add(x, y)
		case op == "-":
			return new(big.Rat).Sub(x, y)
		}
		return new(big.Rat).Mul(x, y)
	}}
}

// drawEffect draws an assignment to a variable.
func drawEffect(t *rapid.T, name string, params []*secondParam) secondEffect {
	self := secondExpr{name, func(e secondEnv) any { return e.state[name] }}
	n := rat(rapid.SampledFrom(secondInts).Draw(t, "step"))
	constant := secondExpr{source(n), func(secondEnv) any { return n }}
	var list []secondExpr
	switch name {
	case "x", "r":
		list = append(list, arithmetic("+", self, constant), constant)
	case "q":
		list = append(list, drawExpr(t, params, 1), secondExpr{"true", func(secondEnv) any { return true }}, secondExpr{"false", func(secondEnv) any { return false }})
	case "m":
		list = append(list, secondExpr{`"b"`, func(secondEnv) any { return "b" }})
	case "st":
		list = append(list, secondExpr{`(remove st "a")`, func(e secondEnv) any { return changed(e, "a", false) }})
	}
	for _, p := range params {
		arg := secondExpr{"(param l_" + p.name + ")", func(e secondEnv) any { return e.args[p.name] }}
		switch {
		case name == "x" && p.kind == "i":
			list = append(list, arg, arithmetic("-", arg, self))
		case name == "r" && p.kind == "n":
			list = append(list, arg, arithmetic("*", arg, self))
		case name == "m" && p.kind == "e":
			list = append(list, arg)
		case name == "st" && p.kind == "s":
			list = append(list, secondExpr{"(insert st " + arg.text + ")", func(e secondEnv) any {
				text, is := arg.eval(e).(string)
				if !is {
					return noValue{}
				}
				return changed(e, text, true)
			}})
		}
	}
	value := rapid.SampledFrom(list).Draw(t, "value")
	if value.text == "(param l_b)" { // as a value, and not as a condition, it is undefined where it is absent
		value.eval = func(e secondEnv) any { return e.args["b"] }
	}
	x := secondEffect{variable: name, value: value, text: "(= (next " + name + ") " + value.text + ")"}
	if rapid.IntRange(0, 3).Draw(t, "guarded") == 0 {
		g := drawExpr(t, params, 1)
		x.guard = &g
		x.alternative = "(=> (not " + g.text + ") (= (next " + name + ") " + name + "))"
	}
	return x
}

// changed returns the set with or without a text.
func changed(e secondEnv, text string, in bool) map[string]bool {
	after := make(map[string]bool)
	for k := range e.state["st"].(map[string]bool) {
		after[k] = true
	}
	if delete(after, text); in {
		after[text] = true
	}
	return after
}

// drawSecond draws a suite, and the texts of its schemas, model and checks.
func drawSecond(t *rapid.T) (*secondSuite, [3]string) {
	s := &secondSuite{known: rapid.Bool().Draw(t, "known")}
	var schemas, transitions []string
	for _, name := range []string{"buy", "look", "send"} {
		tool := &secondTool{name: name}
		s.tools = append(s.tools, tool)
		for _, kind := range []string{"s", "e", "i", "n", "b"} {
			if rapid.IntRange(0, 2).Draw(t, "has parameter") > 0 {
				tool.params = append(tool.params, drawParam(t, kind))
			}
		}
		schemas = append(schemas, tool.schema())
		for range rapid.IntRange(0, 2).Draw(t, "preconditions") {
			tool.pre = append(tool.pre, drawExpr(t, tool.params, 2))
		}
		for _, v := range []string{"x", "r", "q", "m", "st"} {
			if rapid.IntRange(0, 2).Draw(t, "changes") == 0 {
				tool.effects = append(tool.effects, drawEffect(t, v, tool.params))
			}
		}
		transitions = append(transitions, tool.transition())
	}
	s.init = map[string]any{
		"x": rat(rapid.SampledFrom(secondInts).Draw(t, "x")), "r": rat(rapid.SampledFrom(secondReals).Draw(t, "r")),
		"q": rapid.Bool().Draw(t, "q"), "m": rapid.SampledFrom(secondEnum).Draw(t, "m"), "st": map[string]bool{},
	}
	for _, name := range []string{"q", "m"} {
		if !s.known && rapid.IntRange(0, 3).Draw(t, "free") == 0 {
			s.free = append(s.free, name)
		}
	}
	if rapid.Bool().Draw(t, "goal") {
		goal := drawExpr(t, nil, 1)
		s.goal = &goal
	}
	for i := range rapid.IntRange(1, 4).Draw(t, "checks") {
		s.checks = append(s.checks, drawCheck(t, s, fmt.Sprint("c", i)))
	}
	model := "(model (var x Int) (var r Real) (var q Bool) (var m (Enum \"a\" \"b\" \"c\")) (var st (Array String))\n" + strings.Join(transitions, "\n") + ")"
	return s, [3]string{`{"tools":[` + strings.Join(schemas, ",") + `]}`, model, s.String()}
}

// transition writes the transition of a tool. A parameter is bound if something
// looks at it.
func (t *secondTool) transition() string {
	var pre, post, params []string
	for _, x := range t.pre {
		pre = append(pre, x.text)
	}
	for _, x := range t.effects {
		if x.guard == nil {
			post = append(post, x.text)
			continue
		}
		post = append(post, "(=> "+x.guard.text+" "+x.text+")", x.alternative)
	}
	body := strings.Join(pre, " ") + strings.Join(post, " ")
	for _, p := range t.params {
		if strings.Contains(body, "(param l_"+p.name+")") {
			params = append(params, "("+p.name+" l_"+p.name+")")
		}
	}
	return fmt.Sprintf("(transition %s (params %s) (pre %s) (post %s))", t.name, strings.Join(params, " "), strings.Join(pre, " "), strings.Join(post, " "))
}

// String writes the suite.
func (s *secondSuite) String() string {
	var init, checks []string
	for _, name := range []string{"x", "r", "q", "m"} {
		free := false
		for _, f := range s.free {
			free = free || f == name
		}
		if !free {
			init = append(init, "("+name+" "+source(s.init[name])+")")
		}
	}
	for i := range s.checks {
		checks = append(checks, s.checks[i].String())
	}
	text := `(use "model.wm") (case k (init ` + strings.Join(init, " ") + " (st (array))) (checks " + strings.Join(checks, " ") + ")"
	if s.goal != nil {
		text += " (goal " + s.goal.text + ")"
	}
	return text + ")"
}

// drawSecondTrace draws calls, and the lines of their trace.
func drawSecondTrace(t *rapid.T, s *secondSuite) ([]*secondCall, string) {
	var calls []*secondCall
	var lines []string
	seq, unknown, most := 0, 0, 6
	if s.known {
		unknown, most = maxUnknown, 12
	}
	for range rapid.IntRange(0, most).Draw(t, "calls") {
		seq++
		c := &secondCall{seq: seq, tool: rapid.SampledFrom(s.tools).Draw(t, "called"), args: map[string]any{}}
		c.failed = rapid.IntRange(0, 3).Draw(t, "failed") == 0
		c.user = rapid.IntRange(0, 9).Draw(t, "user") == 0
		line := fmt.Sprintf(`{"kind":"call","id":"c%d","tool":"%s"`, seq, c.tool.name)
		if c.user {
			line += `,"requestor":"user"`
		}
		late := rapid.Bool().Draw(t, "status in the result")
		status := map[bool]string{true: "error", false: "ok"}[c.failed]
		if !late {
			line += `,"status":"` + status + `"`
		}
		line += c.drawArguments(t, &unknown) + "}"
		lines = append(lines, line)
		if late {
			seq++
			lines = append(lines, fmt.Sprintf(`{"kind":"result","id":"c%d","status":"%s"}`, c.seq, status))
		}
		calls = append(calls, c)
	}
	if len(lines) == 0 {
		lines = append(lines, `{"trace":{"version":1}}`)
	}
	return calls, strings.Join(lines, "\n") + "\n"
}

// maxUnknown bounds the calls of a trace that are not logged as a whole.
const maxUnknown = 2

// drawArguments draws the arguments of a call, and writes what is logged of them.
func (c *secondCall) drawArguments(t *rapid.T, unknown *int) string {
	how := rapid.IntRange(0, 19).Draw(t, "logged")
	switch {
	case how == 0 && *unknown < maxUnknown:
		c.bad = true
		return `,"args":[1]`
	case how == 1 && *unknown < maxUnknown:
		*unknown++
		c.absent = true
		for _, p := range c.tool.params {
			c.unknown = append(c.unknown, p.name)
		}
		return `,"args_state":"absent"`
	}
	var members, hidden []string
	for _, p := range c.tool.params {
		if !p.required && rapid.IntRange(0, 2).Draw(t, "left out") == 0 {
			continue
		}
		v := drawValue(t, p.kind)
		text := otherText(t, v)
		switch rapid.IntRange(0, 15).Draw(t, "odd") {
		case 0:
			v, text = nil, "null"
		case 1:
			v, text = "another", `"another"`
		case 2:
			v, text = rat("1.5"), "15e-1"
		case 3:
			if how < 8 && *unknown < maxUnknown && (len(hidden) > 0 || !c.wild) {
				hidden = append(hidden, p.name)
				c.unknown = append(c.unknown, p.name)
				continue
			}
		case 4:
			if how >= 8 && *unknown < maxUnknown {
				c.wild = true
				c.unknown = append(c.unknown, p.name)
				members = append(members, `"`+p.name+`":`+rapid.SampledFrom([]string{"1e999999999", "[1e-99999]", strings.Repeat("9", 5000), "NaN"}).Draw(t, "unreadable"))
				continue
			}
		}
		c.args[p.name] = v
		members = append(members, `"`+p.name+`":`+text)
	}
	if len(c.unknown) > 0 {
		*unknown++
	}
	line := `,"args":{` + strings.Join(members, ",") + "}"
	if len(hidden) > 0 {
		line += `,"args_state":"redacted","hidden":["` + strings.Join(hidden, `","`) + `"]`
	}
	return line
}
