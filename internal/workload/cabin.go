package workload

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A CabinSize says how large a cabin project is. The zero value is that of the
// suite in seed 000: 12 areas (148 tools, 60 variables) and 40 cases of three to
// six checks.
type CabinSize struct {
	Areas  int // each of 5 variables and 12 tools; four tools belong to none
	Cases  int
	Checks int // of each case; 0 is three to six
}

// areas are what the manual is about.
var areas = strings.Fields(`boarding doors galley smoke illness turbulence decompression bomb_threat hazard_report baggage briefing
	descent crew_rest fuelling lavatory child_seats catering ditching evacuation oxygen delay cargo transfer weather`)

// Cabin is a manual about many areas, each with a life of its own and some ties
// to the one before it. The cases are taken from runs of the model: what their
// checks ask for is possible.
func Cabin(size CabinSize) *Workload {
	if size.Areas == 0 {
		size.Areas = 12
	}
	if size.Cases == 0 {
		size.Cases = 40
	}
	// Fixed seeds: the workload is the same in every run.
	c := &cabin{size: size, random: rand.New(rand.NewPCG(148, 60))}
	for i := range size.Areas {
		name := areas[i%len(areas)]
		if i >= len(areas) {
			name = fmt.Sprintf("%s_%d", name, i/len(areas)+1)
		}
		c.areas = append(c.areas, name)
	}
	tools, model := c.write()
	set, _ := tool.Read(source.NewFile("tools.json", tools), tool.Auto)
	m := readModel(model, set)
	c.machine = interp.New(m)
	c.model = m
	var checks strings.Builder
	for i := range size.Cases {
		checks.WriteString(c.clean(i))
	}
	return load(fmt.Sprintf("cabin, %d tools", 12*size.Areas+4), tools, model, checks.String())
}

type cabin struct {
	size    CabinSize
	random  *rand.Rand
	areas   []string
	model   *checker.Model
	machine *interp.Machine
}

// chance is true once in n times.
func (c *cabin) chance(n int) bool { return c.random.IntN(n) == 0 }

func one[E any](c *cabin, list []E) E { return list[c.random.IntN(len(list))] }

// templates are the twelve tools of an area A, of which B is the one before it.
// What comes after a bar is there now and then. A pre section is the clauses
// before the arrow, a post section those after it.
var templates = []struct{ name, params, locals, pre, post string }{
	{"inspect_A", "", "", "", "(= (next A_checked) true)"},
	{"start_A", "", "", "(= A_phase \"idle\") (= A_checked true)|(= B_phase \"closed\")", "(= (next A_phase) \"active\")"},
	{"finish_A", "", "", "(= A_phase \"active\")|(= A_reported true)", "(= (next A_phase) \"closed\")|(= (next A_count) 0)"},
	{"reopen_A", "", "", "(= A_phase \"closed\")", "(= (next A_phase) \"idle\") (= (next A_checked) false)"},
	{"add_A_item", `"item": {"type": "string"}`, "", "(= A_phase \"active\") (< A_count 4)", "(= (next A_count) (+ A_count 1))"},
	{"remove_A_item", `"item": {"type": "string"}`, "", "(> A_count 0)", "(= (next A_count) (- A_count 1))"},
	{"report_A", `"note": {"type": "string"}`, "", "(= A_checked true)|(>= A_count 1)", "(= (next A_reported) true)"},
	{"rate_A", `"level": {"type": "string", "enum": ["low", "medium", "high"]}`, "(level level)", "(= A_checked true)|(not (= B_phase \"active\"))", "(= (next A_level) (param level))"},
	{"clear_A", "", "", "(= A_reported true)|(not (= A_level \"high\"))", "(= (next A_level) \"low\")|(= (next A_reported) false)"},
	{"escalate_A", `"to": {"type": "string", "enum": ["captain", "purser", "ground"]}`, "(to whom)", "(= A_level \"high\") (=> (= (param whom) \"ground\") (= A_reported true))", "(= (next A_phase) \"active\")"},
	{"sign_A", `"by": {"type": "string"}`, "", "(= A_phase \"closed\") (= A_count 0)|(= B_checked true)", "(= (next A_reported) true)"},
	{"log_A", `"text": {"type": "string"}`, "", "", ""},
}

// general are the tools that belong to no area.
var general = [][2]string{{"announce", `"text": {"type": "string"}`}, {"call_captain", ""}, {"record_note", `"text": {"type": "string"}`}, {"hand_over", `"to": {"type": "string"}`}}

// write writes the tools and the model.
func (c *cabin) write() (tools, model string) {
	var schemas [][2]string
	var vars, transitions strings.Builder
	for i, a := range c.areas {
		fmt.Fprintf(&vars, "\n  (var %[1]s_checked Bool)\n  (var %[1]s_phase (Enum \"idle\" \"active\" \"closed\"))\n  (var %[1]s_count Int)\n  (var %[1]s_reported Bool)\n  (var %[1]s_level (Enum \"low\" \"medium\" \"high\"))", a)
		before := c.areas[max(0, i-1)]
		for _, t := range templates {
			name := strings.ReplaceAll(t.name, "A", a)
			schemas = append(schemas, [2]string{name, t.params})
			fmt.Fprintf(&transitions, "\n\n  (transition %s\n    (params%s)\n    (pre%s)\n    (post%s))", name, spaced(t.locals), c.clauses(t.pre, a, before), c.clauses(t.post, a, before))
		}
	}
	for _, g := range general {
		schemas = append(schemas, g)
		fmt.Fprintf(&transitions, "\n\n  (transition %s\n    (params)\n    (pre)\n    (post))", g[0])
	}
	return toolsText(schemas...), "(model" + vars.String() + transitions.String() + ")\n"
}

func spaced(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

// clauses fills in a section, with what comes after its bar two times of
// five. What ties an area to the one before it is there once in six times, and
// never in the first.
func (c *cabin) clauses(section, area, before string) string {
	always, sometimes, _ := strings.Cut(section, "|")
	tie := strings.Contains(sometimes, "B_")
	if n := c.random.IntN(30); sometimes != "" && (!tie && n < 12 || tie && n < 5 && area != before) {
		always += " " + sometimes
	}
	always = strings.NewReplacer("A_", area+"_", "B_", before+"_").Replace(always)
	return spaced(strings.Join(clauses(always), "\n         "))
}

// clauses cuts a text between its clauses.
func clauses(text string) []string {
	var list []string
	depth, from := 0, 0
	for i, r := range text {
		switch r {
		case '(':
			// A clause begins at an outermost parenthesis.
			if depth == 0 {
				from = i
			}
			depth++
		case ')':
			if depth--; depth == 0 {
				list = append(list, text[from:i+1])
			}
		}
	}
	return list
}

// clean writes a case in which the checker finds nothing: neither a check twice
// nor one that makes another one pointless.
func (c *cabin) clean(number int) string {
	for {
		var b strings.Builder
		c.scenario(&b, number)
		file := ast.Parse(source.NewFile("suite.checks", b.String()), ast.ChecksFile, nil)
		if len(checker.CheckSuite(file, c.model, c.model.Tools, checker.Options{}).Diagnostics) == 0 {
			return b.String()
		}
	}
}

// scenario writes a case: it runs the model through two areas, and makes checks
// of what happened.
func (c *cabin) scenario(b *strings.Builder, number int) {
	i := c.random.IntN(len(c.areas))
	near := []string{c.areas[i], c.areas[max(0, i-1)]}
	start := c.start()
	walk := c.walk(start, near)
	fmt.Fprintf(b, "(case c%02d_%s\n  (init", number+1, near[0])
	// Now and then a variable is left out of init, so that it starts free.
	left := map[string]bool{}
	if c.chance(8) {
		left[near[0]+"_count"] = true
	}
	if c.chance(8) {
		left[near[1]+"_level"] = true
	}
	for _, v := range c.model.Vars {
		if !left[v.Name()] {
			fmt.Fprintf(b, "\n        (%s %s)", v.Name(), start[v.Name()])
		}
	}
	b.WriteString(")\n  (checks")
	n := c.size.Checks
	if n == 0 {
		n = 3 + c.random.IntN(4)
	}
	for i := range n {
		fmt.Fprintf(b, "\n    (check_%d %s)", i+1, c.check(walk, near, i))
	}
	b.WriteString("))\n\n")
}

// start draws an initial state, mostly one where nothing has been done.
func (c *cabin) start() interp.State {
	s := make(interp.State)
	for _, v := range c.model.Vars {
		switch t := v.Type.(type) {
		case *types.Enum:
			// The first name has five of len+4 chances.
			s[v.Name()] = types.Text(t.Names[max(0, c.random.IntN(len(t.Names)+4)-4)])
		default:
			if t == types.Int {
				// 0 has five of six chances.
				s[v.Name()] = types.NewInt(int64(max(0, c.random.IntN(6)-4)))
			} else {
				s[v.Name()] = types.Boolean(c.chance(6))
			}
		}
	}
	return s
}

// walk runs the model, and returns the tools that were called.
func (c *cabin) walk(s interp.State, near []string) []string {
	var tools []string
	for range 40 {
		if len(tools) == 8 {
			break
		}
		t := one(c, templates)
		call := tool.Call{Tool: strings.ReplaceAll(t.name, "A", one(c, near)), Args: types.Object{}}
		switch {
		case strings.Contains(t.locals, "level"):
			call.Args = types.Object{{Name: "level", Value: types.Text(one(c, []string{"low", "high"}))}}
		case strings.Contains(t.locals, "to"):
			call.Args = types.Object{{Name: "to", Value: types.Text("captain")}}
		}
		next, _ := c.machine.Next(s, call)
		// Skip calls that are impossible or break a precondition, and most that change nothing.
		if len(next) == 0 || len(c.machine.Pre(s, call)) > 0 || next[0].Equal(s) && !c.chance(6) {
			continue
		}
		s, tools = next[0], append(tools, call.Tool)
	}
	if len(tools) == 0 {
		tools = []string{"announce"}
	}
	return tools
}

// check writes a check that a walk passes. The first asks for the last call.
func (c *cabin) check(walk, near []string, i int) string {
	last := walk[len(walk)-1]
	if i == 0 {
		return "(call " + last + ")"
	}
	j := c.random.IntN(len(walk))
	x := walk[j]
	// The conditional forms are about all calls of x, so what precedes the first one counts.
	first := slices.Index(walk, x)
	switch c.random.IntN(6) {
	case 0:
		return "(call " + x + ")"
	case 1: // something came before the first call of x
		if first > 0 {
			return fmt.Sprintf("(after (call %s) (call %s))", x, walk[c.random.IntN(first)])
		}
	case 2:
		if first > 0 {
			return fmt.Sprintf("(precedes (call %s) (call %s))", walk[c.random.IntN(first)], x)
		}
	case 3:
		if first > 0 && !slices.Contains(walk[:first], last) && x != last {
			return fmt.Sprintf("(before (call %s) (call %s))", x, last)
		}
	case 4:
		return fmt.Sprintf("(or (call %s) (call %s))", x, strings.ReplaceAll(one(c, templates).name, "A", near[0]))
	}
	// The form drawn does not fit the walk: forbid a tool that was not called.
	for range 20 {
		other := strings.ReplaceAll(one(c, templates).name, "A", one(c, near))
		if !slices.Contains(walk, other) {
			return "(no_call " + other + ")"
		}
	}
	return "(call " + last + ")"
}
