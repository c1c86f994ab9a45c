package modeltest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/types"
)

// Sums draws projects about two numbers, to which calls add what they are given,
// and that they compare with constants. Pins, bounds of schemas, initial values
// and constants lie around 0 and around a border that the project has, so that
// they meet.
func Sums() *rapid.Generator[*Project] {
	return loaded(func(t *rapid.T) (*Project, error) {
		s := &sums{drawer: drawer{t}}
		if s.oneIn(4) {
			s.border = types.NewInt(0)
		} else {
			s.border = s.drawer.border()
		}
		s.number = pick(s.drawer, []string{"Int", "Int", "Real"})
		return Load(s.toolsText(), s.modelText(), s.suiteText())
	})
}

type sums struct {
	drawer
	border types.Number
	number string // the type of the numbers
}

// n draws a number: a small one, or one near the border.
func (s *sums) n() string {
	n := types.NewInt(0)
	if s.flip() {
		n = s.border
	}
	// Plus counts in halves, so that Reals can be one half away.
	halves := 2 * int64(s.between(-2, 2))
	if s.number == "Real" && s.oneIn(4) {
		halves++
	}
	return Plus(n, halves).String()
}

func (s *sums) maybe(text string) string {
	if s.flip() {
		return text
	}
	return ""
}

func (s *sums) toolsText() string {
	kind := map[string]string{"Int": "integer", "Real": "number"}[s.number]
	bounds := func() string {
		switch s.between(0, 7) {
		case 4:
			return `, "minimum": ` + s.n()
		case 5:
			return `, "maximum": ` + s.n()
		case 6:
			return fmt.Sprintf(`, "enum": [%s, %s, 1]`, s.n(), s.n())
		case 7:
			return `, "default": ` + s.n()
		}
		return ""
	}
	tool := func(name string) string {
		required := pick(s.drawer, []string{`, "required": ["by"]`, ""})
		return fmt.Sprintf(`{"name": %q, "inputSchema": {"type": "object", "properties": {"by": {"type": %q%s}}%s}}`, name, kind, bounds(), required)
	}
	return `{"tools": [` + tool("add") + ",\n" + tool("set") + ",\n" + `{"name": "go", "inputSchema": {"type": "object"}}]}` + "\n"
}

func (s *sums) compared(terms ...string) string {
	return fmt.Sprintf("(%s %s %s)", pick(s.drawer, []string{"=", "<", "<=", ">", ">="}), pick(s.drawer, terms), s.n())
}

func (s *sums) modelText() string {
	added := pick(s.drawer, []string{"(+ n (param b))", "(+ n (param b))", "(- n (param b))", "(+ n (* 2 (param b)))"})
	set := pick(s.drawer, []string{"(param b)", s.n(), "(+ m " + s.n() + ")", "n", "(* 2 n)"})
	return fmt.Sprintf(`(model (var n %[1]s) (var m %[1]s) (var done Bool)
  (transition add (params (by b)) (pre %s %s) (post (= (next n) %s)))
  (transition set (params (by b)) (pre %s %s) (post (= (next m) %s)))
  (transition go (params) (pre %s %s) (post (= (next done) true))))
`, s.number, s.maybe(s.compared("(param b)", "n")), s.maybe(s.compared("(param b)", "(+ n (param b))")), added,
		s.maybe(s.compared("(param b)", "m")), s.maybe("(not "+s.compared("(param b)", "m", "n")+")"), set,
		s.maybe(s.compared("n", "m", "(+ n m)")), s.maybe("(not (= n "+s.n()+"))"))
}

func (s *sums) suiteText() string {
	var b strings.Builder
	b.WriteString(`(use "model.wm") (case c (init (done false)`)
	for _, v := range []string{"n", "m"} {
		if !s.oneIn(4) {
			fmt.Fprintf(&b, " (%s %s)", v, s.n())
		}
	}
	b.WriteString(")\n  (checks")
	pattern := func() string {
		return pick(s.drawer, []string{"add", "set", "go", "add (by " + s.n() + ")", "add (by " + s.n() + ")", "set (by " + s.n() + ")"})
	}
	for i := range s.between(1, 3) {
		form := pick(s.drawer, []string{"(call %s)", "(no_call %s)", "(no_call %s)", "(after (call %s) (call %s))", "(precedes (call %s) (call %s))", "(before (no_call %s) (call %s))"})
		args := []any{pattern(), pattern()}
		fmt.Fprintf(&b, " (k%d "+form+")", append([]any{i}, args[:strings.Count(form, "%s")]...)...)
	}
	b.WriteString(")")
	if s.oneIn(4) {
		b.WriteString(" (goal " + s.compared("n", "m", "(+ n m)") + ")")
	}
	b.WriteString(")\n")
	return b.String()
}
